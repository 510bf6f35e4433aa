import { SAVE_ARGUMENTS } from '../../../core/catalog';
import { ARGUMENT_RULES } from '../../../sandbox/rules';
import { sandboxForTests } from '../../support/sandboxForTests';
import {
	callerOf,
	created,
	minimalOrder,
	orderOf,
	patchWith,
	PAYLOAD_FORM,
	type HttpResponse,
	transactionsOf,
	withArgument,
	errorOf,
} from './caller';

const sandbox = sandboxForTests();
const call = callerOf(() => sandbox);
const postOrder = async (document: string, order: Readonly<Record<string, unknown>>, argument: unknown): Promise<HttpResponse> =>
	await call('POST', `/${document}`, { body: { jm_work_order: [minimalOrder(order)] }, headers: withArgument(argument) });

describe('The SaveArgument header', () => {
	it('has a rule in ARGUMENT_RULES in sandbox/rules/index.ts for each argument of the catalog', () => {
		expect(ARGUMENT_RULES.map(({ argument }) => argument).sort()).toEqual(SAVE_ARGUMENTS.map(({ name }) => name).sort());
	});

	it.each<[string, string, number, string]>([
		['invalid JSON', '{"LoadServiceTemplate":"10","11"}', 400, 'got invalid JSON'],
		['an array', '["LoadTemplate"]', 400, 'must be a JSON object'],
		['an unknown name', '{"LoadTemplates":"2"}', 400, "'LoadTemplates', which is not a save argument of this release"],
		['an argument for another document', '{"Post":""}', 400, "'Post' in the 'SaveArgument' header is for TcBatch, not for JmWorkOrder"],
		['text as a template number', '{"LoadTemplate":"two"}', 400, "'LoadTemplate' in the 'SaveArgument' header must be one number"],
		['a value other than Y', '{"LoadTemplate":"2","LoadChildTemplates":"N"}', 400, 'must be \'Y\', got "N"'],
		['an invalid order number', '{"VoidWorkOrder":"2626"}', 400, 'such as 2626-1'],
		[
			'LoadChildTemplates but no template',
			'{"LoadChildTemplates":"Y"}',
			400,
			"'LoadChildTemplates' in the 'SaveArgument' header requires 'LoadTemplate' or 'LoadTemplateOption'",
		],
		['LoadTemplateOption but no template', '{"LoadTemplateOption":1}', 400, "requires the template number as 'wo_template_no' in the body"],
		[
			'LoadTemplateOption together with LoadTemplate',
			'{"LoadTemplate":"2","LoadTemplateOption":1}',
			400,
			"'LoadTemplateOption' and 'LoadTemplate' cannot be combined in the 'SaveArgument' header",
		],
		[
			'VoidWorkOrder and UnVoidWorkOrder together',
			'{"VoidWorkOrder":"1-1","UnVoidWorkOrder":"1-1"}',
			400,
			"cannot be combined in the 'SaveArgument' header",
		],
		[
			'VoidWorkOrder in a create',
			'{"VoidWorkOrder":"1-1"}',
			400,
			"'VoidWorkOrder' in the 'SaveArgument' header works with PATCH, not with POST",
		],
	])('with %s is rejected, and nothing is stored', async (_case, argument, status, words) => {
		const response = await postOrder('JmWorkOrder', { external_key: 'never stored' }, argument);
		expect(errorOf(response)).toContain(words);
		expect(response.status).toBe(status);
		expect((await call('GET', '/JmWorkOrder/external_key=never%20stored')).status).toBe(404);
	});

	it('is rejected in a DELETE', async () => {
		expect((await call('DELETE', '/JmWorkOrder/wo_no_seq=100-1', { headers: withArgument({ VoidWorkOrder: '100-1' }) })).status).toBe(400);
	});
});

describe('LoadTemplate', () => {
	it.each(['JmWorkOrder', 'MoMediaOrder', 'XmTransmissionOrder'])(
		"adds the template's transactions to a new %s and returns their numbers",
		async (document) => {
			const response = await postOrder(document, { wo_template_no: 15 }, { LoadTemplate: '15' });
			expect(response.json.jm_wo_transaction.records).toHaveLength(3);
			const { wo_no_seq: key } = response.json.jm_work_order.records[0];
			expect(await transactionsOf(call, document, key)).toMatchObject([
				{
					trx_desc: 'Line Test',
					trx_begin_dt: '2023-08-22T09:00:00+00:00',
					trx_end_dt: '2023-08-22T09:30:00+00:00',
					phase_code: { phase_code: 'Bid' },
					resource_code: { resource_code: '3' },
					wo_template_no: 15,
					wo_no_seq: key,
				},
				{ trx_desc: 'Transmission', trx_begin_dt: '2023-08-22T10:00:00+00:00', trx_end_dt: '2023-08-22T14:00:00+00:00' },
				{ trx_desc: 'Operator' },
			]);
		},
	);

	it('accepts the header regardless of case, and the number without quotes', async () => {
		const response = await call('POST', '/JmWorkOrder', {
			body: { jm_work_order: [minimalOrder({ wo_template_no: '2' })] },
			headers: { saveargument: '{"LoadTemplate":2}' },
		});
		expect(response.json.jm_wo_transaction.records).toHaveLength(2);
	});

	it.each(['JmWorkOrder', 'MoMediaOrder', 'XmTransmissionOrder'])(
		'with LoadChildTemplates loads child templates of every depth into a new %s',
		async (document) => {
			const alone = await postOrder(document, { wo_template_no: 1012 }, { LoadTemplate: '1012' });
			const all = await postOrder(document, { wo_template_no: 1012 }, { LoadTemplate: '1012', LoadChildTemplates: 'Y' });
			expect([alone, all].map(({ json }) => json.jm_wo_transaction.records.length)).toEqual([2, 6]);
		},
	);

	it('appends the transactions to those of an existing order, or replaces the existing ones if LoadTemplateOption is 0', async () => {
		const key = await created(call, 'JmWorkOrder', 'jm_work_order', minimalOrder({ jm_wo_transaction: [{ trx_desc: 'Mine' }] }));
		const body = [{ op: 'replace', path: 'wo_template_no', value: 2 }];
		await patchWith(call, `/JmWorkOrder/wo_no_seq=${key}`, body, { LoadTemplate: '2' });
		expect(await transactionsOf(call, 'JmWorkOrder', key)).toHaveLength(3);
		await patchWith(
			call,
			`/JmWorkOrder/wo_no_seq=${key}`,
			{ jm_work_order: [{ wo_no_seq: key, wo_template_no: 2 }] },
			{ LoadTemplateOption: 1 },
			PAYLOAD_FORM,
		);
		expect(await transactionsOf(call, 'JmWorkOrder', key)).toHaveLength(5);
		const response = await patchWith(call, `/JmWorkOrder/wo_no_seq=${key}`, body, { LoadTemplateOption: 0 });
		expect(response.status).toBe(204);
		expect((await transactionsOf(call, 'JmWorkOrder', key)).map((row) => row.trx_desc)).toEqual(['Studio', 'Camera Operator']);
	});

	it('with PUT adds transactions to a new order, and replaces those of an existing one', async () => {
		const put = async (template: number, argument: object): Promise<HttpResponse> =>
			await call('PUT', '/JmWorkOrder/external_key=PUT-T', {
				body: { jm_work_order: [minimalOrder({ wo_no_seq: { external_key: 'PUT-T' }, external_key: 'PUT-T', wo_template_no: template })] },
				headers: { ...PAYLOAD_FORM, ...withArgument(argument) },
			});
		const made = await put(15, { LoadTemplate: '15' });
		expect(made.json.jm_wo_transaction.records).toHaveLength(3);
		expect((await put(2, { LoadTemplateOption: 0 })).json).toEqual({ message: null, tables: [] });
		const { wo_no_seq: key } = made.json.jm_work_order.records[0];
		expect((await transactionsOf(call, 'JmWorkOrder', key)).map((row) => row.trx_desc)).toEqual(['Studio', 'Camera Operator']);
	});

	it('does not replace actualized transactions', async () => {
		const key = await created(call, 'JmWorkOrder', 'jm_work_order', minimalOrder({ jm_wo_transaction: [{ trx_desc: 'Done' }] }));
		await call('POST', '/JmActual', { body: { jm_actual_header: [{ wo_no_seq: key }] }, headers: withArgument({ ActualizeAll: '-2' }) });
		const response = await patchWith(call, `/JmWorkOrder/wo_no_seq=${key}`, [{ op: 'replace', path: 'wo_template_no', value: 2 }], {
			LoadTemplateOption: 0,
		});
		expect([response.status, errorOf(response)]).toEqual([
			500,
			expect.stringMatching(/^Transaction \d+ of order \d+-1 is actualized and cannot be replaced$/),
		]);
		expect(await transactionsOf(call, 'JmWorkOrder', key)).toMatchObject([{ trx_desc: 'Done', actualized: 'Y' }]);
	});

	it.each<[Record<string, unknown>, object, string]>([
		[{}, { LoadTemplate: '15' }, "'wo_template_no' in the body is null"],
		[{ wo_template_no: 2 }, { LoadTemplate: '15' }, "is 15, but 'wo_template_no' in the body is 2"],
		[{ wo_template_no: 9 }, { LoadTemplate: '9' }, 'Template 9 is not active'],
		[{ wo_template_no: 77 }, { LoadTemplate: '77' }, "'wo_template_no' refers to a record that does not exist"],
	])('rejects the fields %j with the argument %j', async (order, argument, words) => {
		expect(errorOf(await postOrder('JmWorkOrder', order, argument))).toContain(words);
	});
});

describe('LoadServiceTemplate', () => {
	it('creates a service row with its operations from a template whose number is in the body', async () => {
		const response = await postOrder('XmTransmissionOrder', { service_template_no: 10 }, { LoadServiceTemplate: '10' });
		expect(response.json.tables).toEqual(['jm_work_order', 'mo_service_row', 'mo_operation']);
		const order = await orderOf(call, 'XmTransmissionOrder', response.json.jm_work_order.records[0].wo_no_seq);
		expect(order.mo_service_row).toMatchObject([
			{
				dsp_seq: 1,
				service_row_desc: 'Satellite Feed',
				service_template_no: { service_template_no: 10 },
				mo_operation: [{ task_no: { task_no: 1 }, trx_resource_desc: 'Dish 4' }, { task_no: { task_no: 2 } }],
			},
		]);
	});

	it('creates a row from each of several templates if service_template_no in the body is null', async () => {
		const response = await postOrder('XmTransmissionOrder', { service_template_no: null }, { LoadServiceTemplate: '10,11' });
		const order = await orderOf(call, 'XmTransmissionOrder', response.json.jm_work_order.records[0].wo_no_seq);
		expect(order.service_template_no).toBeNull();
		expect(order.mo_service_row.map((row: Record<string, unknown>) => [row.dsp_seq, row.service_row_desc])).toEqual([
			[1, 'Satellite Feed'],
			[2, 'Fibre Feed'],
		]);
	});

	it('can be combined with LoadTemplate if it has one value, but not if it has several', async () => {
		const both = await postOrder(
			'XmTransmissionOrder',
			{ service_template_no: 10, wo_template_no: 2 },
			{ LoadServiceTemplate: '10', LoadTemplate: '2' },
		);
		expect(both.json.tables).toEqual(['jm_work_order', 'jm_wo_transaction', 'mo_service_row', 'mo_operation']);
		const several = await postOrder('XmTransmissionOrder', { wo_template_no: 2 }, { LoadServiceTemplate: '10,11', LoadTemplate: '2' });
		expect([several.status, errorOf(several)]).toEqual([
			400,
			"'LoadServiceTemplate' with several values cannot be combined with other save arguments in the 'SaveArgument' header",
		]);
	});

	it.each<[Record<string, unknown>, string, string]>([
		[{}, '10', "'service_template_no' in the body is null"],
		[{ service_template_no: 10 }, '10,11', "'service_template_no' in the body must be null"],
		[{}, '10,99', 'Unknown service template 99'],
	])('rejects the fields %j with the value %j', async (order, value, words) => {
		expect(errorOf(await postOrder('XmTransmissionOrder', order, { LoadServiceTemplate: value }))).toContain(words);
	});

	it('is rejected for documents other than transmission orders', async () => {
		expect(errorOf(await postOrder('MoMediaOrder', {}, { LoadServiceTemplate: '10' }))).toContain('is for XmTransmissionOrder');
	});
});
