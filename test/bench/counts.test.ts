import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { DEFAULT_PAGE_SIZE } from '../../core/model/defaults';
import type { NodeOutcome } from '../../workshop/engine/engine';
import type { JournalView } from '../../workshop/sandboxProcess';
import { engineForTests } from '../support/engineForTests';
import { plainCall } from '../support/plainCall';
import { sandboxForTests } from '../support/sandboxForTests';

/**
 * These tests check the counts that determine speed: requests, concurrent requests and connections. They also check that the order is kept
 * and that no record is duplicated.
 */
const engine = engineForTests();
const sandbox = sandboxForTests({ args: ['--jobs', '5000'] });

beforeAll(async () => {
	await engine.credentials.put('counts', 'mediaOperationsBasicApi', { baseUrl: sandbox.apiUrl, username: 'demo', password: 'demo' });
});
beforeEach(async () => {
	await sandbox.control.clearFaults();
	await sandbox.control.delay(0);
	await sandbox.control.call('PUT', 'connections', { limit: null });
	await sandbox.control.clearJournal();
});

const run = async (parameters: INodeParameters, items: readonly Record<string, unknown>[] = [{}]): Promise<NodeOutcome> =>
	await engine.run({
		node: 'mediaOperations',
		credentials: { mediaOperationsBasicApi: 'counts' },
		input: items.map((json): INodeExecutionData => ({ json: json as INodeExecutionData['json'] })),
		parameters: { authentication: 'basic', resource: 'job', ...parameters },
	});
const rows = ({ output, error }: NodeOutcome): Record<string, unknown>[] => {
	expect(error).toBeNull();
	return output[0]!.map(({ json }) => json);
};
/** The journal after every connection has closed. The last ones close a moment after the run. */
const journal = async (): Promise<JournalView> => {
	for (let tries = 0; ; tries += 1) {
		const view = await sandbox.control.journal({ limit: 5000 });
		if (view.openConnections === 0 || tries === 100) return view;
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
};
const numbered = (prefix: string, count: number): Record<string, unknown>[] =>
	Array.from({ length: count }, (_, index) => ({ external_key: `${prefix}-${index}`, job_desc: `Count ${index}`, cust_id: '27' }));
const CREATE: INodeParameters = { operation: 'create', fieldsMode: 'json', fieldsJson: '={{ $json }}' };

/** The external keys in the sandbox that start with this prefix. */
const kept = async (prefix: string): Promise<string[]> => {
	const { L: records } = await plainCall(
		sandbox,
		'GET',
		`/JmJobList?Query=${encodeURIComponent(JSON.stringify({ external_key: `${prefix}-%` }))}`,
	);
	return (records as { external_key: string }[]).map((record) => record.external_key);
};

describe('Reading a list of 5,223 records', () => {
	it('sends one request per page, the first on its own and the others concurrently, and keeps the order', async () => {
		await sandbox.control.delay(40);
		const all = rows(await run({ operation: 'getMany', returnAll: true, options: { pageSize: 100 } }));
		const { total, maxConcurrent, entries, openConnections } = await journal();
		const numbers = all.map(({ job_no: number }) => Number(number));
		expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
		expect([all.length, total, openConnections]).toEqual([5223, 53, 0]);
		// The concurrency adapts to the site, so a slow machine lowers it.
		expect(maxConcurrent).toBeGreaterThan(1);
		expect(entries.map(({ query }) => Number(query.page)).sort((one, other) => one - other)).toEqual(
			Array.from({ length: 53 }, (_, index) => index + 1),
		);
		const [first, second] = entries;
		expect(Date.parse(second!.at) - Date.parse(first!.at)).toBeGreaterThanOrEqual(39);
	});

	it('uses the default page size, and requests compression and only the chosen fields', async () => {
		expect(rows(await run({ operation: 'getMany', returnAll: true, options: { columns: ['job_desc'] } }))).toHaveLength(5223);
		const { total, entries } = await journal();
		expect(total).toBe(Math.ceil(5223 / DEFAULT_PAGE_SIZE));
		for (const { query, headers } of entries) {
			expect([query.pageSize, query.resultColumns]).toEqual([String(DEFAULT_PAGE_SIZE), '{"L":["job_no","job_desc"]}']);
			expect(headers['Accept-Encoding'] ?? headers['accept-encoding']).toContain('gzip');
		}
	});

	it('never exceeds the maximum number of concurrent requests', async () => {
		await sandbox.control.delay(10);
		rows(await run({ operation: 'getMany', returnAll: true, options: { pageSize: 100, concurrency: 5 } }));
		expect((await journal()).maxConcurrent).toBe(5);
	});
});

describe('Creating 200 records', () => {
	it('sends one request per record by default, at most 128 concurrently, and returns the keys in the order of the items', async () => {
		await sandbox.control.delay(10);
		const made = rows(await run(CREATE, numbered('ONE', 200)));
		const { total, maxConcurrent, openConnections } = await journal();
		expect([made.length, total, openConnections]).toEqual([200, 200, 0]);
		expect(maxConcurrent).toBeLessThanOrEqual(128);
		const [first] = made;
		const read = rows(
			await run({ operation: 'get', record: { __rl: true, mode: 'job_no', value: '={{ $json.job_no }}' } as never }, [first!, made[150]!]),
		);
		expect(read.map(({ external_key: key }) => key)).toEqual(['ONE-0', 'ONE-150']);
	});

	it('with a maximum of 50 per request sends four requests, and returns a key for each item', async () => {
		const made = await run({ ...CREATE, options: { recordsPerRequest: 50 } }, numbered('FIFTY', 200));
		expect(rows(made)).toHaveLength(200);
		expect(made.output[0]!.map(({ pairedItem }) => (pairedItem as { item: number }).item)).toEqual(
			Array.from({ length: 200 }, (_, index) => index),
		);
		expect((await journal()).total).toBe(4);
		expect(new Set(await kept('FIFTY')).size).toBe(200);
	});

	it('stores every record once if one request in ten fails with 503', async () => {
		await sandbox.control.addFaults({
			match: { method: 'POST', path: '/JmJob', probability: 0.1, seed: 7 },
			fault: { type: 'status', status: 503 },
		});
		expect(rows(await run(CREATE, numbered('BUSY', 200)))).toHaveLength(200);
		const { total, entries } = await journal();
		const refused = entries.filter(({ status }) => status === 503).length;
		expect(refused).toBeGreaterThan(5);
		expect(total).toBe(200 + refused);
		expect((await kept('BUSY')).sort()).toEqual(
			numbered('BUSY', 200)
				.map((record) => record.external_key as string)
				.sort(),
		);
	});

	// The server resets connections beyond its maximum. A create on such a connection gets no response, so its outcome is unknown.
	it('succeeds if the server accepts 33 connections and the options limit the concurrent requests to 32', async () => {
		await sandbox.control.call('PUT', 'connections', { limit: 33 });
		await sandbox.control.delay(5);
		expect(rows(await run({ ...CREATE, options: { concurrency: 32 } }, numbered('FEW', 200)))).toHaveLength(200);
		expect((await journal()).entries.filter(({ fault }) => fault !== null)).toEqual([]);
		await sandbox.control.call('PUT', 'connections', { limit: null });
		expect(new Set(await kept('FEW')).size).toBe(200);
	});
});

it('A look-up of 1,000 keys sends four requests', async () => {
	const keys = (await kept('VOL')).slice(-1000).reverse();
	await sandbox.control.clearJournal();
	const found = rows(
		await run(
			{ operation: 'get', findBy: 'keys', lookUpField: 'external_key', lookUpKey: '={{ $json.key }}' },
			keys.map((key) => ({ key })),
		),
	);
	expect(found.map(({ external_key: key }) => key)).toEqual(keys);
	expect(keys).toHaveLength(1000);
	expect((await journal()).total).toBe(4);
});
