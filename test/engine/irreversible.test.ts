/** Irreversible operations run in item order and stop at the first failure, and no irreversible choice is a default. */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { NodeOutcome, NodeRun } from '../../workshop/engine/engine';
import { engineForTests } from '../support/engineForTests';
import { envelopeOf, siteForTests, type Reply } from './recordingSite';

const engine = engineForTests();
const site = siteForTests();

type Json = INodeExecutionData['json'];
const run = async (node: string, parameters: INodeParameters, items: readonly Json[], more: Partial<NodeRun> = {}): Promise<NodeOutcome> =>
	await engine.run({
		node,
		parameters: { authentication: 'basic', ...parameters, options: { readBack: false, ...(parameters.options as object) } },
		credentials: { mediaOperationsBasicApi: { baseUrl: site.url, username: 'demo', password: 'demo' } },
		input: items.map((json) => ({ json })),
		...more,
	});

const REFUSED: Reply = { status: 400, body: { error: 'No' } };
/** Responds slowly, so that concurrent requests would overlap. Refuses record number 2. */
const refuseSecond = (): void => {
	site.respond = ({ address, body, method }) => ({
		after: 20,
		...(/=2(-1)?$/.test(address) || body.includes('"wo_no_seq":"2-1"') ? REFUSED : method === 'POST' ? envelopeOf(body) : { status: 204 }),
	});
};
const by = (mode: string, value: string): INodeParameters => ({ record: { __rl: true, mode, value } as never });
const json = (record: object): INodeParameters => ({ fieldsMode: 'json', fieldsJson: JSON.stringify(record) });
const KEYS = [{ key: 1 }, { key: 2 }, { key: 3 }, { key: 4 }];
const ofItem = by('wo_no_seq', '={{ $json.key }}-1');

const ACTIONS: readonly (readonly [string, string, INodeParameters])[] = [
	['Post Batch', 'mediaOperationsPostBatch', by('batch_no', '={{ $json.key }}')],
	['Void Order', 'mediaOperationsVoidOrder', { operation: 'void', ...ofItem, reason: { __rl: true, mode: 'number', value: '1' } as never }],
	['Void Order with the Un-Void operation', 'mediaOperationsVoidOrder', { operation: 'unVoid', ...ofItem }],
	[
		'Actualize',
		'mediaOperationsActualize',
		{ ...ofItem, actualize: 'all', detailsMode: 'json', detailsJson: '[{"action_code": "I", "actual_unit": 1}]' },
	],
	[
		'Actualize with one request per order',
		'mediaOperationsActualize',
		{
			...ofItem,
			actualize: 'all',
			detailsMode: 'json',
			detailsJson: '[{"action_code": "I", "actual_unit": 1}]',
			options: { oneRequestPerOrder: true },
		},
	],
	[
		'Change Approval',
		'mediaOperations',
		{ resource: 'bidVersion', operation: 'changeApproval', ...by('version_no', '={{ $json.key }}'), approval: '0' },
	],
	[
		'Update with Void Order',
		'mediaOperations',
		{ resource: 'workOrder', operation: 'update', ...ofItem, ...json({ cancel_no: 1 }), saveArguments: { VoidWorkOrder: true } },
	],
	[
		'Update with Post',
		'mediaOperations',
		{ resource: 'timeCardBatch', operation: 'update', ...by('batch_no', '={{ $json.key }}'), ...json({}), saveArguments: { Post: true } },
	],
	[
		'Create with Actualize All',
		'mediaOperations',
		{
			resource: 'actual',
			operation: 'create',
			fieldsMode: 'json',
			fieldsJson: '={{ JSON.stringify({ wo_no_seq: { wo_no_seq: $json.key + "-1" } }) }}',
			saveArguments: { ActualizeAll: true },
		},
	],
	[
		'Update of any document with a save argument',
		'mediaOperations',
		{
			resource: 'anyDocument',
			documentName: 'TcBatch',
			table: 'tc_batch',
			keyField: 'batch_no',
			operation: 'update',
			...by('key', '={{ $json.key }}'),
			...json({}),
			saveArgumentsJson: '{"Post": ""}',
		},
	],
];

describe.each(ACTIONS)('%s', (_name, node, parameters) => {
	beforeEach(() => refuseSecond());

	it('runs in item order, stops at the first refusal and reports what was not sent', async () => {
		const { error } = await run(node, parameters, KEYS);
		expect(site.requests).toHaveLength(2);
		expect(site.maxConcurrent).toBe(1);
		expect(error?.message).toBe('No [Item 1]');
		expect(error?.description).toMatch(/Completed before the run ended: (item 0|batch 1)\. Not sent: items 2–3\.$/);
	});

	it('reports the remaining items as not sent if the workflow continues on error', async () => {
		const { output } = await run(node, parameters, KEYS, { onError: 'continueRegularOutput' });
		expect(site.requests).toHaveLength(2);
		expect(output[0]!.map(({ json: { error = null }, pairedItem }) => [error, pairedItem])).toEqual([
			[null, { item: 0 }],
			['No [Item 1]', { item: 1 }],
			...[2, 3].map((item) => [
				expect.stringMatching(new RegExp(`^Not sent, because (batch 2 of )?item 1 failed \\[Item ${item}\\]$`)),
				{ item },
			]),
		]);
		expect(output[0]![2]!.json.message).toContain("turn on 'Send Remaining Items' in the options");
	});

	it('sends the other items if Send Remaining Items is on', async () => {
		const { output } = await run(node, { ...parameters, options: { ...(parameters.options as object), sendRemainingItems: true } }, KEYS, {
			onError: 'continueRegularOutput',
		});
		expect(site.requests).toHaveLength(4);
		expect(output[0]!.map(({ json: row }) => 'error' in row)).toEqual([false, true, false, false]);
	});
});

describe('A run of irreversible requests in item order', () => {
	const [, node, parameters] = ACTIONS[0]!;

	it('reports the remaining batches of the failed item as not sent', async () => {
		refuseSecond();
		const numbers: INodeParameters = { batches: 'numbers', batchNumbers: '={{ $json.keys }}' };
		const items = [{ keys: '1, 2, 3' }, { keys: '4' }];
		expect((await run(node, numbers, items)).error?.description).toContain(
			'Completed before the run ended: batch 1. Not sent: batch 3, item 1.',
		);
		site.requests.length = 0;
		const { output } = await run(node, numbers, items, { onError: 'continueRegularOutput' });
		expect(site.requests).toHaveLength(2);
		expect(output[0]!.map(({ json: { error = null } }) => error)).toEqual([
			null,
			'No [Item 0]',
			'Not sent, because batch 2 of item 0 failed [Item 0]',
			'Not sent, because batch 2 of item 0 failed [Item 1]',
		]);
	});

	it('stops after a response that leaves it unclear whether the request succeeded', async () => {
		site.respond = ({ address }) => (address.endsWith('=2') ? { reset: true } : { status: 204 });
		const { output } = await run(node, parameters, KEYS, { onError: 'continueRegularOutput' });
		expect(site.requests).toHaveLength(2);
		expect(output[0]!.slice(2).map(({ json: { error } }) => error)).toEqual(
			[2, 3].map((item) => `Not sent, because batch 2 of item 1 failed [Item ${item}]`),
		);
	});

	it('sends nothing if an item is invalid, and only the items before it if the workflow continues on error', async () => {
		site.respond = () => ({ status: 204 });
		const items = [{ key: 1 }, { key: '' }, { key: 3 }];
		expect((await run(node, parameters, items)).error?.message).toContain("'batch_no' is empty");
		expect(site.requests).toEqual([]);
		const { output } = await run(node, parameters, items, { onError: 'continueRegularOutput' });
		expect(site.requests).toHaveLength(1);
		expect(output[0]!.map(({ json: row }) => 'error' in row)).toEqual([false, true, true]);
	});
});

describe('A run of a reversible operation', () => {
	it('sends several requests at the same time', async () => {
		site.respond = ({ body, method }) => ({ after: 30, ...(method === 'POST' ? envelopeOf(body) : { status: 204 }) });
		await run('mediaOperations', { resource: 'workOrder', operation: 'update', ...ofItem, ...json({ wo_desc: 'A' }) }, KEYS);
		await run(
			'mediaOperationsActualize',
			{ ...ofItem, actualize: 'none', detailsMode: 'json', detailsJson: '[{"action_code": "I", "actual_unit": 1}]' },
			KEYS,
		);
		expect(site.maxConcurrent).toBeGreaterThan(1);
	});
});

const approval = { resource: 'bidVersion', operation: 'changeApproval', ...by('version_no', '4') };

describe('An irreversible choice', () => {
	it('is not the default of the Approval parameter: a missing value is rejected before anything is sent', async () => {
		const { properties } = engine.types.nodes.get('mediaOperations')!.description;
		expect(properties.find(({ name }) => name === 'approval')).toMatchObject({ default: '', required: true });
		await expect(run('mediaOperations', approval, [{}])).rejects.toThrow('Parameter "Approval" is required');
		expect((await run('mediaOperations', { ...approval, approval: '={{ $json.none }}' }, [{}])).error?.message).toBe(
			"'Approval' is empty [Item 0]",
		);
		expect(site.requests).toEqual([]);
	});

	it('is not the default of any save argument', () => {
		const { properties } = engine.types.nodes.get('mediaOperations')!.description;
		const choices = properties
			.filter(({ name }) => name === 'saveArguments')
			.flatMap(({ options = [] }) => options)
			.filter((option) => 'type' in option && option.type === 'options');
		expect(choices.map(({ name }) => name)).toContain('LoadTemplateOption');
		for (const choice of choices) expect(choice).toMatchObject({ default: '' });
	});
});

describe('Change Approval', () => {
	it.each([
		['1', 'N', 'N'],
		['1', 'Y', 'Y'],
		['4', 'P', 'P'],
	])('shows the Approved Value parameter for approval %s, and sends the value %s', async (choice, approved, sent) => {
		site.respond = () => ({ status: 204 });
		const { properties } = engine.types.nodes.get('mediaOperations')!.description;
		expect(properties.find(({ name }) => name === 'approved')).toMatchObject({
			default: 'N',
			displayOptions: { show: { operation: ['changeApproval'], approval: ['1', '4'] } },
		});
		await run('mediaOperations', { ...approval, approval: choice, approved }, [{}]);
		expect(site.requests.map(({ headers, body }) => [headers.saveargument, body])).toEqual([
			[`{"BidApproval":"${choice}"}`, `[{"op":"replace","path":"approved","value":"${sent}"}]`],
		]);
	});

	it('sends the documented Y for an approval without the Approved Value parameter, even if a hidden value is set', async () => {
		site.respond = () => ({ status: 204 });
		await run('mediaOperations', { ...approval, approval: '={{ $json.choice }}', approved: 'N' }, [{ choice: '0' }, { choice: '1' }]);
		expect(site.requests.map(({ body }) => (JSON.parse(body) as [{ value: string }])[0].value)).toEqual(['Y', 'N']);
		expect((await run('mediaOperations', { ...approval, approval: '1', approved: '={{ "" }}' }, [{}])).error?.message).toBe(
			"'Approved Value' is empty [Item 0]",
		);
	});
});
