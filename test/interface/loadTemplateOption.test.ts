/**
 * What public material states about LoadTemplateOption, compared with the node and the sandbox. This test does not read the catalog: the
 * node and the sandbox both follow it, so an error there would be hidden.
 *
 * Source: the vendor's knowledge base, page on save arguments, release 26.1:
 * - it replaces LoadTemplate; the two are not sent together;
 * - its value is a number: 1 appends the template's transactions, 0 replaces the existing ones;
 * - it works with POST, PATCH and PUT;
 * - the number of the template is in the body, `wo_template_no` as a key object;
 * - it may be combined with LoadChildTemplates: `{"LoadTemplateOption":1,"LoadChildTemplates":"Y"}`.
 */
import type { INodeParameters } from 'n8n-workflow';

import { envelopeOf, siteForTests } from '../engine/recordingSite';
import { callerOf, created, minimalOrder, patchWith, PAYLOAD_FORM, transactionsOf, withArgument } from '../sandbox/data/caller';
import { engineForTests } from '../support/engineForTests';
import { sandboxForTests } from '../support/sandboxForTests';

const PAYLOAD = 'application/json-patch+json';

describe('LoadTemplateOption in a node', () => {
	const engine = engineForTests();
	const site = siteForTests();
	const run = async (node: string, parameters: INodeParameters) => {
		site.respond = ({ method, body }) => (method === 'POST' ? envelopeOf(body) : { status: 204 });
		const { error } = await engine.run({
			node,
			parameters: { authentication: 'basic', resource: 'workOrder', ...parameters },
			credentials: { mediaOperationsBasicApi: { baseUrl: site.url, username: 'demo', password: 'demo', release: '26.1' } },
			input: [{ json: {} }],
		});
		return {
			error,
			requests: site.requests.map(({ method, address, headers, body }) => [
				method,
				address.split('/').slice(5).join('/'),
				headers['content-type'],
				headers.saveargument,
				body === '' ? '' : JSON.parse(body),
			]),
		};
	};
	const order = { record: { __rl: true, mode: 'wo_no_seq', value: '1-1' } as never };
	const template = { template: { __rl: true, mode: 'number', value: '15' } as never };
	const option = (value: string, more: object = {}): INodeParameters => ({ saveArguments: { LoadTemplateOption: value, ...more } });
	const fields = (value: string): INodeParameters => ({ fieldsMode: 'json', fieldsJson: value });

	it.each([
		['append', 1],
		['replace', 0],
	])('replaces LoadTemplate in requests of the Load Template node, with "%s" encoded as %i', async (loadOption, value) => {
		const { error, requests } = await run('mediaOperationsLoadTemplate', {
			operation: 'load',
			...order,
			...template,
			loadOption,
			childTemplates: true,
			options: { readBack: false },
		});
		expect(error).toBeNull();
		expect(requests).toEqual([
			[
				'PATCH',
				'JmWorkOrder/wo_no_seq=1-1',
				PAYLOAD,
				`{"LoadTemplateOption":${value},"LoadChildTemplates":"Y"}`,
				{ jm_work_order: [{ wo_no_seq: { wo_no_seq: '1-1' }, wo_template_no: { wo_template_no: 15 } }] },
			],
		]);
	});

	it('is sent by the generic node with POST, PATCH and PUT, with the template as a key object', async () => {
		await run('mediaOperations', { operation: 'create', ...fields('{"wo_desc": "A", "wo_template_no": 15}'), ...option('1') });
		await run('mediaOperations', {
			operation: 'update',
			...order,
			...fields('{"wo_template_no": 15}'),
			...option('0', { LoadChildTemplates: true }),
		});
		const { requests } = await run('mediaOperations', {
			operation: 'upsert',
			...order,
			...fields('{"wo_template_no": {"wo_template_no": 15}}'),
			...option('1'),
			options: { loadTemplates: 'all' },
		});
		expect(requests).toEqual([
			[
				'POST',
				'JmWorkOrder',
				'application/json',
				'{"LoadTemplateOption":1}',
				{ jm_work_order: [{ wo_desc: 'A', wo_template_no: { wo_template_no: 15 } }] },
			],
			[
				'PATCH',
				'JmWorkOrder/wo_no_seq=1-1',
				PAYLOAD,
				'{"LoadChildTemplates":"Y","LoadTemplateOption":0}',
				{ jm_work_order: [{ wo_no_seq: { wo_no_seq: '1-1' }, wo_template_no: { wo_template_no: 15 } }] },
			],
			[
				'PUT',
				'JmWorkOrder/wo_no_seq=1-1',
				PAYLOAD,
				'{"LoadTemplateOption":1}',
				{ jm_work_order: [{ wo_no_seq: { wo_no_seq: '1-1' }, wo_template_no: { wo_template_no: 15 } }] },
			],
		]);
	});

	it.each<[string, INodeParameters, string]>([
		[
			'together with LoadTemplate',
			{ ...fields('{"wo_template_no": 15}'), saveArguments: { LoadTemplate: '15', LoadTemplateOption: '1' } },
			"'Load Template' (LoadTemplate) and 'Load Template Option' (LoadTemplateOption) cannot be sent together",
		],
		[
			'without a template in the fields',
			{ ...fields('{"wo_desc": "A"}'), ...option('1') },
			"'Load Template Option' (LoadTemplateOption) requires a template number in 'wo_template_no'",
		],
		[
			"with the 'Operations' update format",
			{ ...fields('{"wo_template_no": 15}'), ...option('1'), options: { updateFormat: 'operations' } },
			"'Load Template Option' (LoadTemplateOption) cannot be sent with 'Operations'",
		],
		[
			'without a value',
			{ ...fields('{"wo_template_no": 15}'), ...option('') },
			"The save argument 'Load Template Option' (LoadTemplateOption) has no value",
		],
	])('is not sent %s', async (_name, parameters, message) => {
		const { error, requests } = await run('mediaOperations', { operation: 'update', ...order, ...parameters });
		expect(error?.message).toContain(message);
		expect(requests).toEqual([]);
	});
});

describe('LoadTemplateOption in the sandbox', () => {
	const sandbox = sandboxForTests();
	const call = callerOf(() => sandbox);
	const key = { wo_template_no: { wo_template_no: 2 } };
	const descriptions = async (order: string): Promise<unknown[]> =>
		(await transactionsOf(call, 'JmWorkOrder', order)).map((row) => row.trx_desc);
	const newOrder = async (): Promise<string> =>
		await created(call, 'JmWorkOrder', 'jm_work_order', minimalOrder({ jm_wo_transaction: [{ trx_desc: 'Mine' }] }));

	it('loads the template that the body of a POST names', async () => {
		for (const header of ['{"LoadTemplateOption":1}', '{"LoadTemplateOption":0}']) {
			const { status, json } = await call('POST', '/JmWorkOrder', {
				body: { jm_work_order: [minimalOrder(key)] },
				headers: { SaveArgument: header },
			});
			expect([status, json.jm_wo_transaction.records.length]).toEqual([200, 2]);
		}
	});

	it('appends transactions if it is 1 and replaces them if it is 0, in PATCH and PUT', async () => {
		const order = await newOrder();
		const body = { jm_work_order: [{ wo_no_seq: { wo_no_seq: order }, ...key }] };
		const appended = await patchWith(call, `/JmWorkOrder/wo_no_seq=${order}`, body, { LoadTemplateOption: 1 }, PAYLOAD_FORM);
		expect([appended.status, await descriptions(order)]).toEqual([200, ['Mine', 'Studio', 'Camera Operator']]);
		const replaced = await call('PUT', `/JmWorkOrder/wo_no_seq=${order}`, {
			body,
			headers: { ...PAYLOAD_FORM, ...withArgument({ LoadTemplateOption: 0 }) },
		});
		expect([replaced.status, await descriptions(order)]).toEqual([200, ['Studio', 'Camera Operator']]);
	});

	it('loads child templates only with LoadChildTemplates', async () => {
		const load = async (argument: object): Promise<number> =>
			(
				await call('POST', '/JmWorkOrder', {
					body: { jm_work_order: [minimalOrder({ wo_template_no: { wo_template_no: 1012 } })] },
					headers: withArgument(argument),
				})
			).json.jm_wo_transaction.records.length;
		expect([await load({ LoadTemplateOption: 1 }), await load({ LoadTemplateOption: 1, LoadChildTemplates: 'Y' })]).toEqual([2, 6]);
	});

	it.each([
		['together with LoadTemplate', key, { LoadTemplate: '2', LoadTemplateOption: 1 }],
		['without a template in the body', {}, { LoadTemplateOption: 1 }],
		['with a number other than 0 and 1', key, { LoadTemplateOption: 2 }],
	])('is rejected %s, and nothing is stored', async (_name, fields, argument) => {
		const order = await newOrder();
		const { status } = await patchWith(
			call,
			`/JmWorkOrder/wo_no_seq=${order}`,
			{ jm_work_order: [{ wo_no_seq: { wo_no_seq: order }, wo_reference: 'X', ...fields }] },
			argument,
			PAYLOAD_FORM,
		);
		expect([status, await descriptions(order)]).toEqual([400, ['Mine']]);
	});
});
