import type { NodeOutcome } from '../../workshop/engine/engine';
import { engineForTests } from '../support/engineForTests';
import { startRecordingSite, type RecordingSite } from './recordingSite';

const engine = engineForTests();
let site: RecordingSite;
// Each test has its own site, because the node stores the request limit of a site.
beforeEach(async () => {
	site = await startRecordingSite();
});
afterEach(async () => await site.close());

const READ = { body: { jm_job: [{ job_no: 1 }] } };
const run = async (
	items: number,
	{ options = {}, credential = {} }: { options?: object; credential?: object } = {},
): Promise<NodeOutcome> =>
	await engine.run({
		node: 'mediaOperations',
		parameters: {
			authentication: 'basic',
			resource: 'job',
			operation: 'get',
			record: { __rl: true, mode: 'job_no', value: 1 },
			options,
		} as never,
		credentials: { mediaOperationsBasicApi: { baseUrl: site.url, username: 'demo', password: 'demo', ...credential } },
		input: Array.from({ length: items }, () => ({ json: {} })),
	});

describe('Max Concurrent Requests', () => {
	it('adapts to the site by default', async () => {
		site.respond = () => ({ ...READ, after: 30 });
		const { error, hints } = await run(300);
		expect(error).toBeNull();
		expect(hints).toEqual([]);
		expect(site.requests).toHaveLength(300);
		expect(site.maxConcurrent).toBeGreaterThanOrEqual(16);
		expect(site.maxConcurrent).toBeLessThanOrEqual(128);
	});

	it('is fixed if the option contains a number', async () => {
		site.respond = () => ({ ...READ, after: 10 });
		await run(60, { options: { concurrency: 5 } });
		expect(site.maxConcurrent).toBe(5);
	});

	it('in the credential applies to all runs together, regardless of their options', async () => {
		site.respond = () => ({ ...READ, after: 10 });
		const credential = { advancedSettings: true, maxConcurrentRequests: 3 };
		const outcomes = await Promise.all([run(40, { credential, options: { concurrency: 20 } }), run(40, { credential })]);
		expect(outcomes.map(({ error }) => error)).toEqual([null, null]);
		expect(site.requests).toHaveLength(80);
		expect(site.maxConcurrent).toBe(3);
	});

	it.each([-1, 1.5, 'many'])('in the credential is rejected if it is %p', async (maxConcurrentRequests) => {
		const { error } = await run(1, { credential: { advancedSettings: true, maxConcurrentRequests } });
		expect(error?.message).toBe(
			`'Max Concurrent Requests' in the credential must be a whole number of at least 0, got '${maxConcurrentRequests}'`,
		);
		expect(site.requests).toEqual([]);
	});

	it('does not override a Retry-After, which pauses all runs even if only one of them received it', async () => {
		const arrivals: number[] = [];
		site.respond = (_request, number) => {
			arrivals.push(Date.now());
			return number === 1 ? { status: 429, headers: { 'Retry-After': '1' } } : READ;
		};
		const first = run(1);
		while (arrivals.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
		await new Promise((resolve) => setTimeout(resolve, 100));
		const [one, other] = await Promise.all([first, run(1)]);
		expect([one.error, other.error]).toEqual([null, null]);
		expect(arrivals).toHaveLength(3);
		for (const arrival of arrivals.slice(1)) expect(arrival - arrivals[0]!).toBeGreaterThanOrEqual(1000);
	});
});

describe("The hint about the site's limit", () => {
	it.each([
		[
			'concurrent requests',
			{ status: 503, body: { error: 'Busy' }, after: 20 },
			/^The site limited this run to about \d+ concurrent requests?$/,
		],
		['requests per second', { status: 429, after: 20 }, /^The site limited this run to about [\d.]+ requests per second$/],
	])('states the number of %s to which the site limited the run', async (_what, refusal, hint) => {
		site.respond = (_request, number) => (number > 10 && number <= 20 ? refusal : { ...READ, after: 20 });
		const { error, hints } = await run(100);
		expect(error).toBeNull();
		expect(hints).toEqual([expect.stringMatching(hint)]);
	});

	it('is not shown if the site refused only one of 100 requests (with 503) or one of 3 (with 429)', async () => {
		site.respond = (_request, number) => (number === 10 ? { status: 503, body: { error: 'Busy' }, after: 20 } : { ...READ, after: 20 });
		expect(await run(100)).toMatchObject({ error: null, hints: [] });
		site.respond = (_request, number) => (number === 102 ? { status: 429 } : READ);
		expect(await run(3)).toMatchObject({ error: null, hints: [] });
	});
});
