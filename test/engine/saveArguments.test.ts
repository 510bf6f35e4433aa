/** Save arguments of the generic node, and other documented requests, against a server that only records requests. */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { NodeOutcome, NodeRun } from '../../workshop/engine/engine';
import { engineForTests } from '../support/engineForTests';
import { envelopeOf, siteForTests } from './recordingSite';
import { resourceParameters } from '../support/resourceParameters';

const engine = engineForTests();
const site = siteForTests();
beforeEach(() => {
	site.respond = ({ method, body }) =>
		method === 'GET'
			? { body: { jm_work_order: [{ wo_no_seq: { wo_no_seq: '900-1', external_key: 'ERP-1' } }] } }
			: method === 'POST'
				? envelopeOf(body)
				: { status: 204 };
});

const run = async (
	parameters: INodeParameters,
	items: readonly INodeExecutionData['json'][] = [{}],
	more: Partial<NodeRun> = {},
): Promise<NodeOutcome> =>
	await engine.run({
		node: 'mediaOperations',
		parameters: { authentication: 'basic', ...parameters },
		credentials: { mediaOperationsBasicApi: { baseUrl: site.url, username: 'demo', password: 'demo' } },
		input: items.map((json) => ({ json })),
		...more,
	});
const by = (mode: string, value: string): INodeParameters => ({ record: { __rl: true, mode, value } as never });
const json = (record: object): INodeParameters => ({ fieldsMode: 'json', fieldsJson: JSON.stringify(record) });
/** Method, address, content type, save arguments and body of each request. */
const sent = (): string[] =>
	site.requests.map(({ method, address, headers, body }) =>
		[method, address.replace('/api/v2/database/DEMO', ''), headers['content-type'] ?? '-', headers.saveargument ?? '-', body].join(' '),
	);

const anyOrder = { resource: 'anyDocument', documentName: 'JmWorkOrder', table: 'jm_work_order', keyField: 'wo_no_seq' };

describe('Load Template among the save arguments', () => {
	it.each<[string, INodeParameters, string]>([
		[
			'Create',
			{ resource: 'workOrder', operation: 'create', ...json({ wo_desc: 'A' }), saveArguments: { LoadTemplate: '15' } },
			'POST /JmWorkOrder application/json {"LoadTemplate":"15"} {"jm_work_order":[{"wo_desc":"A","wo_template_no":15}]}',
		],
		[
			'Update',
			{
				resource: 'mediaOrder',
				operation: 'update',
				...by('wo_no_seq', '1-1'),
				...json({ wo_desc: 'A' }),
				saveArguments: { LoadTemplate: '15' },
			},
			'PATCH /MoMediaOrder/wo_no_seq=1-1 application/json {"LoadTemplate":"15"} [{"op":"replace","path":"wo_desc","value":"A"},{"op":"replace","path":"wo_template_no","value":15}]',
		],
		[
			'Update without fields',
			{ resource: 'workOrder', operation: 'update', ...by('wo_no_seq', '1-1'), ...json({}), saveArguments: { LoadTemplate: '15' } },
			'PATCH /JmWorkOrder/wo_no_seq=1-1 application/json {"LoadTemplate":"15"} [{"op":"replace","path":"wo_template_no","value":15}]',
		],
		[
			'Any Document',
			{ ...anyOrder, operation: 'create', ...json({ wo_desc: 'A' }), saveArgumentsJson: '{"LoadTemplate": 15}' },
			'POST /JmWorkOrder application/json {"LoadTemplate":"15"} {"jm_work_order":[{"wo_desc":"A","wo_template_no":15}]}',
		],
		[
			'Create with the same number in the fields',
			{
				resource: 'workOrder',
				operation: 'create',
				...json({ wo_template_no: { wo_template_no: '15' }, wo_desc: 'A' }),
				saveArguments: { LoadTemplate: '15' },
			},
			'POST /JmWorkOrder application/json {"LoadTemplate":"15"} {"jm_work_order":[{"wo_template_no":{"wo_template_no":"15"},"wo_desc":"A"}]}',
		],
		[
			'Load Service Template with one value',
			{ resource: 'transmissionOrder', operation: 'create', ...json({ wo_desc: 'A' }), saveArguments: { LoadServiceTemplate: '10' } },
			'POST /XmTransmissionOrder application/json {"LoadServiceTemplate":"10"} {"jm_work_order":[{"wo_desc":"A","service_template_no":10}]}',
		],
		[
			'Load Service Template with several values',
			{ resource: 'transmissionOrder', operation: 'create', ...json({ wo_desc: 'A' }), saveArguments: { LoadServiceTemplate: '10, 11' } },
			'POST /XmTransmissionOrder application/json {"LoadServiceTemplate":"10,11"} {"jm_work_order":[{"wo_desc":"A","service_template_no":null}]}',
		],
	])('also puts the template number into the body: %s', async (_name, parameters, request) => {
		const { error } = await run(parameters);
		expect(error).toBeNull();
		expect(sent()).toEqual([request]);
	});

	it('puts the template number into the body of Create or Update', async () => {
		await run({
			resource: 'workOrder',
			operation: 'upsert',
			...by('external_key', 'E'),
			...json({ wo_desc: 'A' }),
			saveArguments: { LoadTemplate: '15' },
			options: { loadTemplates: 'all' },
		});
		expect(site.requests[0]?.body).toBe(
			'{"jm_work_order":[{"wo_no_seq":{"external_key":"E"},"external_key":"E","wo_desc":"A","wo_template_no":15}]}',
		);
	});

	it.each<[string, object, INodeParameters, string]>([
		[
			'a different template',
			{ wo_template_no: 3 },
			{ LoadTemplate: '15' },
			"The fields set 'wo_template_no' to 3, but the save argument 'Load Template' (LoadTemplate) is 15 [Item 0]",
		],
		[
			'a different service template',
			{ service_template_no: 3 },
			{ LoadServiceTemplate: '10' },
			"The fields set 'service_template_no' to 3, but the save argument 'Load Service Template' (LoadServiceTemplate) is 10 [Item 0]",
		],
		[
			'one of several service templates',
			{ service_template_no: 10 },
			{ LoadServiceTemplate: '10,11' },
			"The fields set 'service_template_no' to 10, but it must be null because 'Load Service Template' (LoadServiceTemplate) has several values [Item 0]",
		],
	])('is rejected before anything is sent if the fields contain %s', async (_name, fields, saveArguments, message) => {
		const { error } = await run({ resource: 'transmissionOrder', operation: 'create', ...json(fields), saveArguments });
		expect(error?.message).toBe(message);
		expect(sent()).toEqual([]);
	});
});

describe('An update without fields', () => {
	it.each<[string, INodeParameters, string]>([
		[
			'Un-Void Order',
			{ resource: 'workOrder', ...by('wo_no_seq', '1-1'), ...json({}), saveArguments: { UnVoidWorkOrder: true } },
			'PATCH /JmWorkOrder/wo_no_seq=1-1 application/json-patch+json {"UnVoidWorkOrder":"1-1"} ',
		],
		[
			'GroupCode on Any Document',
			{
				resource: 'anyDocument',
				documentName: 'SchResource',
				keyField: 'resource_code',
				table: '',
				...by('key', '0004'),
				...json({}),
				saveArgumentsJson: '{"GroupCode": "EDIT"}',
			},
			'PATCH /SchResource/resource_code=0004 application/json-patch+json {"GroupCode":"EDIT"} ',
		],
		[
			'Post, whose body contains the key',
			{ resource: 'timeCardBatch', ...by('batch_no', '7572'), ...json({}), saveArguments: { Post: true } },
			'PATCH /TcBatch/batch_no=7572 application/json-patch+json {"Post":""} {"tc_batch":[{"batch_no":{"batch_no":"7572"}}]}',
		],
		[
			'a save argument that only this site supports',
			{ ...anyOrder, ...by('key', '1-1'), ...json({}), saveArgumentsJson: '{"SiteFunction": 1}' },
			'PATCH /JmWorkOrder/wo_no_seq=1-1 application/json-patch+json {"SiteFunction":1} ',
		],
	])('sends a save argument with an empty payload: %s', async (_name, parameters, request) => {
		const { error } = await run({ operation: 'update', ...parameters });
		expect(error).toBeNull();
		expect(sent()).toEqual([request]);
	});

	it('sends only the save argument if the mapper contains no fields', async () => {
		const columns = { mappingMode: 'defineBelow', value: null, matchingColumns: [], schema: [] } as never;
		const { error } = await run({
			resource: 'workOrder',
			operation: 'update',
			...by('wo_no_seq', '1-1'),
			fieldsMode: 'mapper',
			columns,
			saveArguments: { UnVoidWorkOrder: true },
		});
		expect(error).toBeNull();
		expect(sent()).toEqual(['PATCH /JmWorkOrder/wo_no_seq=1-1 application/json-patch+json {"UnVoidWorkOrder":"1-1"} ']);
	});

	it('reads the order number first if the order is addressed by a different key', async () => {
		const { error, output } = await run({
			resource: 'workOrder',
			operation: 'update',
			...by('external_key', 'ERP-1'),
			...json({ cancel_no: 1 }),
			saveArguments: { VoidWorkOrder: true },
		});
		expect(error).toBeNull();
		expect(sent().slice(1)).toEqual([
			'PATCH /JmWorkOrder/wo_no_seq=900-1 application/json {"VoidWorkOrder":"900-1"} [{"op":"replace","path":"cancel_no","value":1}]',
		]);
		expect(output[0]?.[0]?.json).toEqual({ wo_no_seq: '900-1', external_key: 'ERP-1', updated: true });
	});

	it('with a payload for Any Document compares the order in the save argument with the order that was read', async () => {
		const voiding = (order: string): INodeParameters => ({
			...anyOrder,
			operation: 'update',
			keyField: 'external_key',
			primaryKey: 'wo_no_seq',
			...by('key', 'ERP-1'),
			...json({ cancel_no: 1 }),
			saveArgumentsJson: JSON.stringify({ VoidWorkOrder: order }),
			options: { updateFormat: 'payload' },
		});
		expect((await run(voiding('900-1'))).error).toBeNull();
		expect(sent().at(-1)).toBe(
			'PATCH /JmWorkOrder/wo_no_seq=900-1 application/json-patch+json {"VoidWorkOrder":"900-1"} {"jm_work_order":[{"wo_no_seq":{"wo_no_seq":"900-1"},"cancel_no":1}]}',
		);
		site.requests.length = 0;
		expect((await run(voiding('1-1'))).error?.message).toContain("is '1-1', but the record is '900-1'");
		expect(site.requests.map(({ method }) => method)).toEqual(['GET']);
	});

	it('is rejected if it has no save argument or if it is for a sub-table row', async () => {
		expect((await run({ resource: 'workOrder', operation: 'update', ...by('wo_no_seq', '1-1'), ...json({}) })).error?.message).toContain(
			'No fields to change',
		);
		const subTables = { step: [{ table: 'mo_source', key: 'dsp_seq', value: '2' }] } as never;
		expect(
			(
				await run({
					resource: 'workOrder',
					operation: 'update',
					...by('wo_no_seq', '1-1'),
					subTables,
					...json({}),
					saveArguments: { UnVoidWorkOrder: true },
				})
			).error?.message,
		).toContain('No fields to change');
		expect(sent()).toEqual([]);
	});
});

describe('The validation of save arguments', () => {
	const order = { resource: 'workOrder', operation: 'update', ...by('wo_no_seq', '1-1'), ...json({ wo_desc: 'A' }) };
	const any = { ...anyOrder, operation: 'update', ...by('key', '1-1'), ...json({ wo_desc: 'A' }) };
	it.each<[string, INodeParameters, string]>([
		[
			'child templates without a template',
			{ ...order, saveArguments: { LoadChildTemplates: true } },
			"'Load Child Templates' (LoadChildTemplates) requires the save argument 'Load Template' (LoadTemplate) or 'Load Template Option' (LoadTemplateOption)",
		],
		[
			'void together with un-void',
			{ ...order, saveArguments: { VoidWorkOrder: true, UnVoidWorkOrder: true } },
			"'Void Order' (VoidWorkOrder) and 'Un-Void Order' (UnVoidWorkOrder) cannot be sent together",
		],
		[
			"'Actualize All' together with 'Actualize Selected'",
			{ resource: 'actual', operation: 'create', ...json({ wo_no: 1 }), saveArguments: { ActualizeAll: true, ActualizeSelected: '7' } },
			"'Actualize Selected' (ActualizeSelected) and 'Actualize All' (ActualizeAll) cannot be sent together",
		],
		[
			'a phase update without transactions',
			{ resource: 'actual', operation: 'create', ...json({ wo_no: 1 }), saveArguments: { ActualizeUpdatePhase: true } },
			"'Update Phase' (ActualizeUpdatePhase) requires the save argument 'Actualize Selected' (ActualizeSelected) or 'Actualize All' (ActualizeAll)",
		],
		[
			'a template together with a template option',
			{ ...order, saveArguments: { LoadTemplate: '2', LoadTemplateOption: '1' } },
			"'Load Template' (LoadTemplate) and 'Load Template Option' (LoadTemplateOption) cannot be sent together",
		],
		[
			'void together with un-void for any document',
			{ ...any, saveArgumentsJson: '{"voidworkorder": "1-1", "UnVoidWorkOrder": "1-1"}' },
			"'Void Order' (voidworkorder) and 'Un-Void Order' (UnVoidWorkOrder) cannot be sent together",
		],
		[
			'the same save argument in two spellings',
			{ ...any, saveArgumentsJson: '{"LoadTemplate": "1", "loadTemplate": "2"}' },
			"'Load Template' (loadTemplate) is set twice",
		],
		[
			'void on Create',
			{ ...any, operation: 'create', saveArgumentsJson: '{"VoidWorkOrder": "1-1"}' },
			"The save argument 'Void Order' (VoidWorkOrder) does not work with Create",
		],
		[
			'void on Create or Update',
			{ ...any, operation: 'upsert', saveArgumentsJson: '{"VoidWorkOrder": "1-1"}' },
			"The save argument 'Void Order' (VoidWorkOrder) does not work with Create or Update",
		],
		[
			'an order other than the one in the URL',
			{ ...any, saveArgumentsJson: '{"VoidWorkOrder": "2-1"}' },
			"The save argument 'Void Order' (VoidWorkOrder) is '2-1', but the record is '1-1'",
		],
		[
			'an order number without its sequence',
			{ ...any, saveArgumentsJson: '{"VoidWorkOrder": "2627"}' },
			"is '2627', an order number without its sequence",
		],
		[
			'an object for a documented save argument',
			{ ...any, saveArgumentsJson: '{"TrxTimeOptionMove": {"a": 1}}' },
			'The save argument \'Move Transactions\' (TrxTimeOptionMove) must be text or a number, got {"a":1}',
		],
		[
			'a template that is not a number',
			{ ...any, saveArgumentsJson: '{"LoadTemplate": "abc"}' },
			"The save argument 'Load Template' (LoadTemplate) must be a number, got 'abc'",
		],
		[
			'a service template that is not a number',
			{ resource: 'transmissionOrder', operation: 'create', ...json({ wo_desc: 'A' }), saveArguments: { LoadServiceTemplate: '10, x' } },
			"The save argument 'Load Service Template' (LoadServiceTemplate) must be numbers separated by commas, got '10,x'",
		],
	])('rejects %s before anything is sent', async (_name, parameters, message) => {
		expect((await run(parameters)).error?.message).toContain(message);
		expect(sent()).toEqual([]);
	});
});

describe('A save argument from an expression', () => {
	const batch = { resource: 'timeCardBatch', operation: 'update', ...by('batch_no', '7572'), ...json({ batch_desc: 'A' }) };
	const order = { resource: 'workOrder', operation: 'update', ...by('wo_no_seq', '1-1'), ...json({ wo_desc: 'A' }) };
	const headers = (): (string | undefined)[] => site.requests.map(({ headers }) => headers.saveargument);

	it.each([null, undefined, '', false, 'false'])('that cannot be undone is not sent if the expression returns %p', async (approved) => {
		const input = approved === undefined ? {} : { approved };
		await run({ ...batch, saveArguments: { Post: '={{ $json.approved }}' } }, [input]);
		await run({ ...order, saveArguments: { VoidWorkOrder: '={{ $json.approved }}' } }, [input]);
		expect(headers()).toEqual([undefined, undefined]);
	});

	it.each([true, 'true'])('that is a switch is sent if the expression returns %p', async (approved) => {
		await run({ ...batch, saveArguments: { Post: '={{ $json.approved }}' } }, [{ approved }]);
		await run({ ...order, saveArguments: { VoidWorkOrder: '={{ $json.approved }}' } }, [{ approved }]);
		expect(headers()).toEqual(['{"Post":""}', '{"VoidWorkOrder":"1-1"}']);
	});

	it.each([0, 1, 'no'])('that is a switch is rejected if the expression returns %p', async (approved) => {
		const { error } = await run({ ...batch, saveArguments: { Post: '={{ $json.approved }}' } }, [{ approved }]);
		expect(error?.message).toBe(`'Save Arguments': 'Post Batch' must be true or false, got '${approved}' [Item 0]`);
		expect(sent()).toEqual([]);
	});

	it.each([null, undefined, ''])('that is a number is rejected if the expression returns %p', async (template) => {
		const input = template === undefined ? {} : { template };
		const { error } = await run({ ...order, saveArguments: { LoadTemplate: '={{ $json.template }}' } }, [input]);
		expect(error?.message).toBe("'Save Arguments': The save argument 'Load Template' (LoadTemplate) has no value [Item 0]");
		expect(sent()).toEqual([]);
	});
});

describe('The save arguments in the editor', () => {
	it.each(['workOrder', 'mediaOrder', 'transmissionOrder'])('include void and un-void only for Update (%s)', (resource) => {
		const { properties } = engine.types.nodes.get('mediaOperations')!.description;
		const offered = (operation: string): string[] =>
			properties
				.filter(
					({ name, displayOptions }) =>
						name === 'saveArguments' &&
						displayOptions?.show?.resource?.includes(resource) &&
						displayOptions.show.operation?.includes(operation),
				)
				.flatMap(({ options = [] }) => options.map(({ name }) => name));
		expect(offered('update')).toEqual(expect.arrayContaining(['VoidWorkOrder', 'UnVoidWorkOrder', 'LoadTemplate']));
		for (const operation of ['create', 'upsert']) {
			expect(offered(operation)).toContain('LoadTemplate');
			expect(offered(operation).filter((name) => name.includes('Void'))).toEqual([]);
		}
	});
});

describe("A request's URL", () => {
	it.each<[string, INodeParameters]>([
		['no sub-table', {}],
		['no row', { subTables: { step: [{ table: 'sys_attachment', key: 'attachment_no', value: '' }] } as never }],
		['no key and no row', { subTables: { step: [{ table: 'sys_attachment' }] } as never }],
	])('must contain an attachment number for a Delete of SysAttachment (%s)', async (_name, parameters) => {
		const { error } = await run({ operation: 'delete', ...resourceParameters('attachment'), ...by('key', '10339:1-1'), ...parameters });
		expect(error?.message).toMatch(/attachment_no|sys_attachment/);
		expect(sent()).toEqual([]);
	});

	it.each([
		['actual', {}],
		['anyDocument', { documentName: 'JmActual', table: 'jm_actual_header' }],
	])('ends with /JmActual/ for a new actual (%s)', async (resource, parameters) => {
		await run({ resource, operation: 'create', ...parameters, ...json({ wo_no_seq: { wo_no_seq: '1-1' } }) });
		expect(site.requests.map(({ address }) => address)).toEqual(['/api/v2/database/DEMO/JmActual/']);
	});
});

describe('The input validation of the generic node', () => {
	it.each<[string, INodeParameters]>([
		['JSON', json({})],
		['fields one by one', { fieldsMode: 'list', fields: {} }],
		[
			'the mapper',
			{ fieldsMode: 'mapper', columns: { mappingMode: 'defineBelow', value: null, matchingColumns: [], schema: [] } as never },
		],
	])('rejects a record without fields (%s)', async (_name, parameters) => {
		for (const options of [{}, { temporaryKeys: true }, { recordsPerRequest: 5 }]) {
			const { error } = await run({ resource: 'job', operation: 'create', ...parameters, options });
			expect(error?.message).toBe("'Fields': The record to create has no fields [Item 0]");
		}
		expect(sent()).toEqual([]);
	});

	it.each<[string, INodeParameters]>([
		['Get', { resource: 'workOrder', operation: 'get', ...by('wo_no_seq', '2627') }],
		[
			'Get by a number from an expression',
			{ resource: 'workOrder', operation: 'get', record: { __rl: true, mode: 'wo_no_seq', value: '={{ 2627 }}' } as never },
		],
		['Update', { resource: 'mediaOrder', operation: 'update', ...by('wo_no_seq', '2627'), ...json({ wo_desc: 'A' }) }],
		['Create or Update', { resource: 'workOrder', operation: 'upsert', ...by('wo_no_seq', '2627'), ...json({ wo_desc: 'A' }) }],
		['Delete of any document', { ...anyOrder, operation: 'delete', ...by('key', '2627') }],
		[
			'a URL',
			{ resource: 'workOrder', operation: 'get', record: { __rl: true, mode: 'url', value: 'SITE/JmWorkOrder/wo_no_seq=2627' } as never },
		],
	])('rejects an order number without its sequence, and names the order number: %s', async (_name, parameters) => {
		const { error } = await run(JSON.parse(JSON.stringify(parameters).replace('SITE', site.url)) as INodeParameters);
		expect(error?.message).toMatch(
			/^'(Work Order|Media Order|Record)': 'wo_no_seq' is '2627', an order number without its sequence \[Item 0\]$/,
		);
		expect(error?.description).toBe("Add the sequence, such as '2627-1'.");
		expect(sent()).toEqual([]);
	});

	it.each<[string, INodeParameters, string]>([
		['Division Code', { options: { divisionCode: 'Zürich' } }, "'Division Code': The value of the 'Division-Code' header cannot be sent"],
		[
			'Windows Time Zone Name',
			{ options: { timeZoneName: 'Zürich' } },
			"'Windows Time Zone Name': The value of the 'Source-Time-Zone-Name' header cannot be sent",
		],
		[
			'Additional Headers',
			{ options: { extraHeaders: { entry: [{ name: 'X-A', value: 'Zürich' }] } } },
			"'Additional Headers': The value of the 'X-A' header cannot be sent",
		],
	])('rejects a value that no header can contain, and names its parameter: %s', async (_name, parameters, message) => {
		expect((await run({ resource: 'job', operation: 'get', ...by('job_no', '1'), ...parameters })).error?.message).toContain(message);
	});

	it('rejects a division code on a release that does not support it, and names the parameter', async () => {
		const credentials = { mediaOperationsBasicApi: { baseUrl: site.url, username: 'demo', password: 'demo', release: '11.0' } };
		expect(
			(await run({ resource: 'job', operation: 'get', ...by('job_no', '1'), options: { divisionCode: 'LON' } }, [{}], { credentials }))
				.error?.message,
		).toContain("'Division Code': ");
	});
});

describe('A field value that looks like JSON', () => {
	const bodyOf = async (parameters: INodeParameters): Promise<unknown> => {
		site.requests.length = 0;
		const { error } = await run({ resource: 'job', operation: 'create', ...parameters });
		expect(error).toBeNull();
		return (JSON.parse(site.requests[0]!.body) as { jm_job: unknown[] }).jm_job[0];
	};
	const listed = (fields: Record<string, string>): INodeParameters => ({
		fieldsMode: 'list',
		fields: { entry: Object.entries(fields).map(([fieldName, fieldValue]) => ({ fieldName, fieldValue })) },
	});

	it('is sent as an object or array, except in a text field', async () => {
		expect(
			await bodyOf(
				listed({
					job_desc: '{"kept": "as text"}',
					job_type_no: '{"external_key": "A1"}',
					cust_id: '{"external_key": "C1"}',
					jm_episode: '[{"title_no": {"title_no": 36}}]',
					GS_custom: '{"code": 1}',
				}),
			),
		).toEqual({
			job_desc: '{"kept": "as text"}',
			job_type_no: { external_key: 'A1' },
			cust_id: { external_key: 'C1' },
			jm_episode: [{ title_no: { title_no: 36 } }],
			GS_custom: { code: 1 },
		});
	});

	it('is sent unchanged if it is not a JSON object or array', async () => {
		const texts = { job_desc: '[draft]', external_key: '["A"]', GS_custom: '[draft]', GS_other: '"quoted"', job_type_no: '{broken' };
		expect(await bodyOf(listed(texts))).toEqual(texts);
	});

	it('is also sent as an object in a row and in the mapper', async () => {
		const rows = {
			row: [{ subTable: 'jm_episode', cells: { cell: [{ fieldName: 'title_no', fieldValue: '{"external_key": "T1"}' }] } }],
		} as never;
		expect(await bodyOf({ ...listed({ job_desc: 'A' }), rows })).toEqual({
			job_desc: 'A',
			jm_episode: [{ title_no: { external_key: 'T1' } }],
		});
		const schema = [
			['job_type_no', 'number'],
			['cust_id', 'string'],
			['job_desc', 'string'],
		].map(([id, type]) => ({ id, displayName: id, type, required: false, display: true, defaultMatch: false, removed: false }));
		// n8n rejects JSON that is typed into a number field of the mapper, but accepts an expression that returns JSON.
		const value = { job_type_no: `={{ '{"external_key": "A1"}' }}`, cust_id: '{"external_key": "C1"}', job_desc: '{"a": 1}' };
		expect(
			await bodyOf({ fieldsMode: 'mapper', columns: { mappingMode: 'defineBelow', value, matchingColumns: [], schema } as never }),
		).toEqual({ job_type_no: { external_key: 'A1' }, cust_id: { external_key: 'C1' }, job_desc: '{"a": 1}' });
	});
});
