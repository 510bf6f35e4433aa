import type { INodeExecutionData } from 'n8n-workflow';

import type { NodeOutcome, NodeRun } from '../../workshop/engine/engine';
import { engineForTests } from '../support/engineForTests';
import { CREATE_JOB, jobRun } from '../support/jobRun';
import { plainCall } from '../support/plainCall';
import { sandboxForTests } from '../support/sandboxForTests';
import { siteForTests } from './recordingSite';
import { SIGN_INS } from './sandboxCredentials';

const ITEMS = 40;
const CONCURRENCY = 4;

const engine = engineForTests();
const sandbox = sandboxForTests();
const site = siteForTests();
beforeEach(() => sandbox.control.reset());

const items = (count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_, index) => ({ json: { name: `cancelled-${index}` } }));
const creates = (baseUrl: string, signal: AbortSignal, more: Partial<NodeRun> = {}): Promise<NodeOutcome> =>
	engine.run({
		...jobRun(
			{ baseUrl },
			{ ...CREATE_JOB, fieldsJson: '={{ { job_desc: $json.name, cust_id: "32" } }}', options: { concurrency: CONCURRENCY } },
		),
		input: items(ITEMS),
		signal,
		...more,
	});
const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
	while (!(await isSo())) await new Promise((passed) => setTimeout(passed, 5));
};
const calls = async (): Promise<string[]> =>
	(await sandbox.control.journal({ limit: 100 })).entries.map(({ method, path, status }) => `${method} ${path} ${status ?? 'unanswered'}`);
const inProgress = async (): Promise<number> =>
	(await sandbox.control.journal({ limit: 100 })).entries.filter(({ ms }) => ms === null).length;
/** The numbers in a text such as `0–6, 8`. */
const numbersIn = (text: string): number[] =>
	text.split(', ').flatMap((part) => {
		const [from, to = from] = part.split('–').map(Number) as [number, number?];
		return Array.from({ length: to - from + 1 }, (_, index) => from + index);
	});
const itemsAfter = (words: RegExp, text: string): number[] =>
	numbersIn(
		words.exec(text)?.[1] ??
			(() => {
				throw new Error(`Not in '${text}'`);
			})(),
	);

describe('A run that the user stops', () => {
	it.each(['stopWorkflow', 'continueRegularOutput'] as const)(
		'reports which items were processed and which may have been processed (On Error: %s)',
		async (onError) => {
			// The run is stopped between two responses, while requests are in progress.
			await sandbox.control.delay(150);
			const stop = new AbortController();
			const running = creates(sandbox.apiUrl, stop.signal, { onError });
			await until(
				async () =>
					(await sandbox.control.journal({ method: 'POST' })).entries.filter(({ status }) => status === 200).length >= 2 * CONCURRENCY,
			);
			await new Promise((passed) => setTimeout(passed, 50));
			const { matching: begun } = await sandbox.control.journal({ method: 'POST', limit: 1 });
			stop.abort();
			const { error } = await running;
			expect((await sandbox.control.journal({ method: 'POST', limit: 1 })).matching).toBeLessThanOrEqual(begun + CONCURRENCY);

			const message = `${error!.message} ${error!.description}`;
			expect(message).toMatch(/^The run was canceled \[Item \d+\] .*The request may have succeeded/);
			const done = itemsAfter(/Completed before the run ended: items? ([\d–, ]+)\./, message);
			const uncertain = [error!.itemIndex!, ...itemsAfter(/These items may also have succeeded: ([\d–, ]+)\./, message)];
			expect(done.length).toBeGreaterThanOrEqual(2 * CONCURRENCY);
			expect(uncertain.length).toBeLessThanOrEqual(CONCURRENCY);

			await sandbox.control.delay(0);
			const { L: made } = await plainCall(
				sandbox,
				'GET',
				`/JmJobList?Query=${encodeURIComponent('{"job_desc":"cancelled-%"}')}&pageSize=500`,
			);
			const stored = (made as { job_desc: string }[])
				.map(({ job_desc: name }) => Number(name.slice('cancelled-'.length)))
				.sort((one, other) => one - other);
			expect(new Set(stored).size).toBe(stored.length);
			// Every item reported as done exists, and nothing exists that was not reported.
			expect(done.filter((item) => !stored.includes(item))).toEqual([]);
			expect(stored.filter((item) => !done.includes(item) && !uncertain.includes(item))).toEqual([]);
		},
	);

	it('ends during a Retry-After pause', async () => {
		site.respond = () => ({ status: 503, headers: { 'Retry-After': '12' } });
		const stop = new AbortController();
		const running = creates(site.url, stop.signal);
		await until(() => site.requests.length > 0);
		// The run is canceled in the middle of the pause.
		await new Promise((passed) => setTimeout(passed, 100));
		stop.abort();
		const { error } = await running;
		expect(error?.message).toBe('The run was canceled [Item 0]');
		// The site rejected every request with 503, so none of them can have succeeded.
		expect(error?.description).not.toContain('may have succeeded');
		expect(site.requests.length).toBeLessThanOrEqual(CONCURRENCY);
		// The timeout of the test is shorter than the pause itself.
	}, 10_000);

	it.each(['jwt', 'oAuth2'] as const)(
		'ends even if its sign-in is still waiting for a response, and sends nothing afterwards (%s)',
		async (authentication) => {
			const { type, data } = SIGN_INS.find((signIn) => signIn.authentication === authentication)!;
			await sandbox.control.addFaults({
				match: { path: authentication === 'jwt' ? '/login$' : '/oauth/token$' },
				fault: { type: 'noResponse', ms: 4_000 },
			});
			const stop = new AbortController();
			const running = engine.run({
				node: 'mediaOperations',
				parameters: {
					authentication,
					resource: 'job',
					operation: 'create',
					fieldsMode: 'json',
					fieldsJson: '{"job_desc": "cancelled-0", "cust_id": "32"}',
				} as never,
				credentials: { [type]: { ...data(sandbox), customizeSignIn: true, lifeMinutes: 17 } },
				signal: stop.signal,
			});
			await until(async () => (await sandbox.control.journal({ limit: 1 })).total > 0);
			stop.abort();
			const { error } = await running;
			expect(error?.message).toMatch(/cancel/i);
			// The run ended while the sign-in was in progress. When the sign-in ends, no request follows.
			expect(await inProgress()).toBe(1);
			await until(async () => (await inProgress()) === 0);
			await new Promise((passed) => setTimeout(passed, 200));
			expect(await calls()).toHaveLength(1);
		},
		20_000,
	);
});

describe('The Timeout option', () => {
	it.each(['basic', 'jwt', 'oAuth2'] as const)(
		'ends a request that the site never responds to, and reports it as uncertain (%s)',
		async (authentication) => {
			const { type, data } = SIGN_INS.find((signIn) => signIn.authentication === authentication)!;
			await sandbox.control.addFaults({ match: { method: 'POST', path: '/JmJob' }, fault: { type: 'noResponse' }, processing: 'before' });
			const { error } = await engine.run({
				node: 'mediaOperations',
				parameters: {
					authentication,
					resource: 'job',
					operation: 'create',
					fieldsMode: 'json',
					fieldsJson: '{"job_desc": "late", "cust_id": "32"}',
					options: { timeout: 3 },
				} as never,
				credentials: { [type]: data(sandbox) },
			});
			expect(error).toMatchObject({
				message: 'The connection ended before the response was complete (ETIMEDOUT) [Item 0]',
				description: expect.stringContaining('The request may have succeeded'),
			});
			expect((await sandbox.control.journal({ method: 'POST', document: 'JmJob' })).matching).toBe(1);
		},
	);

	it.each(['jwt', 'oAuth2'] as const)(
		'also applies to the sign-in before a request (%s)',
		async (authentication) => {
			const { type, data } = SIGN_INS.find((signIn) => signIn.authentication === authentication)!;
			await sandbox.control.addFaults({
				match: { path: authentication === 'jwt' ? '/login$' : '/oauth/token$' },
				fault: { type: 'noResponse', ms: 4_000 },
			});
			const { error } = await engine.run({
				node: 'mediaOperations',
				parameters: {
					authentication,
					resource: 'job',
					operation: 'get',
					record: { __rl: true, mode: 'job_no', value: '1' } as never,
					options: { timeout: 1, maxAttempts: 1 },
				},
				credentials: { [type]: { ...data(sandbox), customizeSignIn: true, lifeMinutes: 18 } },
			});
			expect(error?.message).toBe('The sign-in got no response [Item 0]');
			expect(await calls()).toEqual([expect.stringMatching(/\/(login|token) unanswered$/)]);
			await until(async () => (await inProgress()) === 0);
		},
		20_000,
	);
});
