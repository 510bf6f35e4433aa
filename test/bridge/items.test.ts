/** Tests the output of a run for each input item, regardless of what the item contains. */
import { ExpressionError, sleep, type IExecuteFunctions, type INode, type INodeExecutionData, type INodeParameters } from 'n8n-workflow';

import { errorItem } from '../../bridge/run/nodeError';
import { runItems, type ItemWork } from '../../bridge/run/runItems';
import { createClient } from '../../core/http/client';
import { InputError } from '../../core/model/inputError';
import type { NodeOutcome, NodeRun } from '../../workshop/engine/engine';
import { siteForTests } from '../engine/recordingSite';
import { engineForTests } from '../support/engineForTests';

type Json = INodeExecutionData['json'];
const engine = engineForTests();
const site = siteForTests();
beforeAll(async () => {
	await engine.credentials.put('items', 'mediaOperationsBasicApi', { baseUrl: site.url, username: 'demo', password: 'demo' });
});

const run = async (parameters: INodeParameters, items: readonly Json[], more: Partial<NodeRun> = {}): Promise<NodeOutcome> =>
	await engine.run({
		node: 'mediaOperations',
		parameters: {
			authentication: 'basic',
			resource: 'job',
			...parameters,
			options: { maxAttempts: 1, concurrency: 1, ...(parameters.options as object) },
		},
		credentials: { mediaOperationsBasicApi: 'items' },
		input: items.map((json) => ({ json })),
		...more,
	});
const by = (mode: string, value: string): INodeParameters => ({ record: { __rl: true, mode, value } as never });

describe('An expression that fails', () => {
	const broken = { operation: 'create', fieldsMode: 'json', fieldsJson: "={{ $('Nobody').item.json.record }}" };

	it("is reported with n8n's own message and hint", async () => {
		const { error } = await run(broken, [{}]);
		expect([error?.message, error?.itemIndex, site.requests]).toEqual(["Referenced node doesn't exist", 0, []]);
		const expressionError = new ExpressionError('Invalid branch reference', { description: "The 'Start' node has no such branch." });
		expect(errorItem(expressionError, { node: {} as INode, item: 3, parameterName: () => undefined }).json).toEqual({
			error: 'Invalid branch reference',
			message: "The 'Start' node has no such branch.",
		});
	});

	it("produces an error item that has a string in 'error' and in 'message'", async () => {
		const { output } = await run(broken, [{}], { onError: 'continueErrorOutput' });
		expect(output[0]).toEqual([]);
		const [item] = output[1]!;
		expect(item?.json.error).toBe("Referenced node doesn't exist");
		expect(item?.json.message).toBe("Referenced node doesn't exist");
	});
});

describe('Records of several items', () => {
	beforeEach(() => {
		site.respond = ({ body }) => {
			const [[table, records]] = Object.entries(JSON.parse(body) as Record<string, unknown[]>) as [[string, unknown[]]];
			return {
				body: {
					message: null,
					tables: [table],
					[table]: { record_identifiers: ['job_no'], records: records.map((_, index) => ({ job_no: index + 1 })) },
				},
			};
		};
	});

	it('are not sent if they cannot be joined into one request, and the error names the first item of that request', async () => {
		const begun: number[] = [];
		const context = {
			getInputData: () => [{}, {}, {}],
			getExecutionCancelSignal: () => undefined,
			continueOnFail: () => false,
			getNode: () => ({ name: 'Media Operations', type: 'n8n-nodes-media-operations.mediaOperations' }),
		} as unknown as IExecuteFunctions;
		const join = (): never => {
			throw new InputError({ field: 'records', message: 'They do not fit together', hint: 'Send them apart' });
		};
		const piece = (item: number): ItemWork => ({
			changes: true,
			async *run() {
				begun.push(item);
				yield [];
			},
			batch: { group: item === 0 ? 'alone' : 'both', max: 5, join },
		});
		const send = async (): Promise<never> => await Promise.reject(new Error('Nothing is to be sent'));
		const client = createClient({ send, sleep, random: Math.random, now: Date.now });
		await expect(runItems(context, { client, parameterName: () => undefined }, piece)).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringContaining('They do not fit together') as unknown,
			context: { itemIndex: 1 },
		});
		expect(begun).toEqual([]);
	});

	it('are sent in one request, with a hint for each record with skipped fields', async () => {
		const schema = [
			{ id: 'job_desc', displayName: 'Description', type: 'string', required: true, display: true, defaultMatch: false, removed: false },
		];
		const columns = { mappingMode: 'autoMapInputData', value: null, matchingColumns: [], schema } as never;
		const { hints } = await run({ operation: 'create', fieldsMode: 'mapper', columns, options: { recordsPerRequest: 10 } }, [
			{ job_desc: 'A', first: 1 },
			{ job_desc: 'B' },
			{ job_desc: 'C', second: 2 },
		]);
		expect(site.requests).toHaveLength(1);
		expect(hints).toEqual([
			expect.stringContaining('does not accept were not sent: first.'),
			expect.stringContaining('does not accept were not sent: second.'),
		]);
	});

	it('are sent in separate requests if they contain temporary keys, because these would be ambiguous in one request', async () => {
		const rows = (key: unknown): Json => ({ job_desc: 'A', jm_episode: [{ episode_no: key as number, title_no: 1 }] });
		const { error, output } = await run(
			{ operation: 'create', fieldsMode: 'json', fieldsJson: '={{ $json }}', options: { recordsPerRequest: 10 } },
			[{ job_desc: '1' }, rows(-1), { job_desc: '2' }, rows('-1'), { job_no: { job_no: '+1' }, job_desc: 'B' }, { job_desc: '3' }],
		);
		expect(error).toBeNull();
		const sizes = site.requests.map(({ body }) => (JSON.parse(body) as { jm_job: unknown[] }).jm_job.length);
		expect(sizes.sort()).toEqual([1, 1, 1, 3]);
		expect(output[0]).toHaveLength(6);
	});

	it('are sent in a separate request for each table', async () => {
		await run(
			{
				resource: 'anyDocument',
				operation: 'create',
				documentName: 'JmThing',
				table: '={{ $json.table }}',
				fieldsMode: 'json',
				fieldsJson: '{"name": "x"}',
				options: { recordsPerRequest: 10 },
			},
			[{ table: 'one' }, { table: 'other' }, { table: 'one' }],
		);
		expect(site.requests.map(({ body }) => body)).toEqual(['{"one":[{"name":"x"},{"name":"x"}]}', '{"other":[{"name":"x"}]}']);
	});
});

describe('A key from a raw response', () => {
	/** The key and the alternate keys are in an object if the response is not simplified. */
	const key = { job_no: 12, external_key: 'A 1' };

	it('is used to read the record', async () => {
		site.respond = () => ({ body: { jm_job: [{ job_no: 12 }] } });
		await run({ operation: 'get', ...by('job_no', '={{ $json.key }}') }, [{ key }]);
		await run({ operation: 'get', ...by('external_key', '={{ $json.key }}') }, [{ key }]);
		expect(site.requests.map(({ address }) => address.replace(/.*DEMO/, '').split('?')[0])).toEqual([
			'/JmJob/job_no=12',
			'/JmJob/external_key=A%201',
		]);
	});

	it('is used to look up records, whether it is the only key or one in a list', async () => {
		await run({ operation: 'get', findBy: 'keys', lookUpField: 'job_no', lookUpKey: '={{ $json.key }}' }, [
			{ key },
			{ key: [key, 13] as never },
		]);
		expect(new URL(site.requests[0]!.address, site.origin).searchParams.get('Query')).toBe('{"job_no":{"$in":[12,13]}}');
	});

	it('selects the record for an upsert', async () => {
		const columns = {
			mappingMode: 'autoMapInputData',
			value: null,
			matchingColumns: ['external_key'],
			schema: ['external_key', 'job_desc'].map((id) => ({
				id,
				displayName: id,
				type: 'string',
				required: false,
				display: true,
				defaultMatch: false,
				removed: false,
			})),
		} as never;
		site.respond = () => ({ body: { message: null, tables: [] } });
		await run({ operation: 'upsert', fieldsMode: 'mapper', columns }, [{ external_key: key as never, job_desc: 'x' }]);
		expect(site.requests[0]).toMatchObject({ method: 'PUT', address: expect.stringContaining('/JmJob/external_key=A%201') });
	});

	// The site would create a record with this value as its key.
	it.each([
		['the key of a different document', { title_no: 5 }],
		['a list of keys', ['A', 'B']],
	])('is rejected before an upsert is sent if it is %s', async (_what, value) => {
		const { error } = await run(
			{ operation: 'upsert', fieldsMode: 'json', fieldsJson: '{"job_desc": "x"}', ...by('external_key', '={{ $json.key }}') },
			[{ key: value as never }],
		);
		expect(error?.message).toBe(`'Job': The value of 'external_key' is ${JSON.stringify(value)}, but must be a single value [Item 0]`);
		expect(site.requests).toEqual([]);
	});
});

describe('A custom header or query parameter', () => {
	it.each([
		['Additional Headers', 'extraHeaders'],
		['Additional Query Parameters', 'extraParameters'],
	])('is rejected if it is set twice, because one of the two would be lost (%s)', async (label, option) => {
		const entry = [
			{ name: 'tag', value: 'a' },
			{ name: 'other', value: 'b' },
			{ name: 'tag', value: 'c' },
		];
		const { error } = await run({ operation: 'get', ...by('job_no', '1'), options: { [option]: { entry } } }, [{}]);
		expect(error?.message).toBe(`'${label}': 'tag' is set twice [Item 0]`);
		expect(site.requests).toEqual([]);
	});
});

describe('The value of a numeric field or parameter', () => {
	it('is rejected in the mapper if it is not a number, because JSON would turn it into null and clear the field', async () => {
		const schema = [
			{ id: 'division_no', displayName: 'Division', type: 'number', required: false, display: true, defaultMatch: false, removed: false },
		];
		const columns = {
			mappingMode: 'defineBelow',
			value: { division_no: '={{ Number($json.division) }}' },
			matchingColumns: [],
			schema,
		} as never;
		const { error } = await run({ operation: 'update', ...by('job_no', '1'), fieldsMode: 'mapper', columns }, [{ division: 'London' }]);
		expect(error?.message).toBe("'division_no' must be a number, got NaN [Item 0]");
		expect(site.requests).toEqual([]);
	});

	it('counts as not set if it consists only of spaces', async () => {
		await run({ operation: 'getMany', limit: '={{ $json.limit }}' }, [{ limit: '  ' }]);
		expect(new URL(site.requests[0]!.address, site.origin).searchParams.get('pageSize')).toBe('50');
	});
});
