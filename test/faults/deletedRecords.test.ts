/** Get Many of deleted records never reports an existing record, even if the list changes or the site fails. */
import type { NodeOutcome } from '../../workshop/engine/engine';
import { startSandbox, type SandboxProcess } from '../../workshop/sandboxProcess';
import { engineForTests } from '../support/engineForTests';
import { jobRun } from '../support/jobRun';
import { newJobs } from './preparing';
import { plainSite, type PlainSite } from './site';

const JOBS = 60;
const PAGE = 10;
const CONDITION = (tag: string) => ({ condition: [{ fieldName: 'job_desc', operator: 'startsWith', value: `${tag}-` }] });

const engine = engineForTests();
let sandbox: SandboxProcess;
let site: PlainSite;
beforeAll(async () => {
	sandbox = await startSandbox();
	site = plainSite(sandbox.apiUrl);
});
afterAll(async () => await sandbox.stop());

const find = async (tag: string, keys: readonly string[]): Promise<NodeOutcome> =>
	await engine.run({
		...jobRun(
			{ baseUrl: sandbox.apiUrl },
			{
				operation: 'getMany',
				output: 'deleted',
				keysFrom: 'items',
				knownKey: '={{ $json.key }}',
				conditions: CONDITION(tag),
				options: { pageSize: PAGE, concurrency: 1, timeout: 3, extraHeaders: { entry: [{ name: 'X-Cell', value: tag }] } },
			},
		),
		input: keys.map((key) => ({ json: { key } })),
	});

const reported = ({ output, error }: NodeOutcome): string[] => {
	expect(error).toBeNull();
	return (output[0] ?? []).map(({ json }) => String(json.job_no));
};

const faultsDone = async (): Promise<number> =>
	((await sandbox.control.call('GET', 'faults')) as { done: number }[]).reduce((sum, { done }) => sum + done, 0);

/** Runs the node while the site delays the response for `page`, and calls `change` during the delay. */
const whileWaiting = async (tag: string, keys: readonly string[], page: number, change: () => Promise<unknown>): Promise<NodeOutcome> => {
	await sandbox.control.clearFaults();
	await sandbox.control.addFaults({
		match: { header: { 'X-Cell': `^${tag}$` }, path: `[?&]page=${page}(&|$)`, times: 1 },
		fault: { type: 'delay', ms: 700 },
	});
	let isOver = false;
	const running = find(tag, keys).finally(() => (isOver = true));
	while (!isOver && (await faultsDone()) === 0) await new Promise((passed) => setTimeout(passed, 10));
	await change();
	const outcome = await running;
	expect(await faultsDone()).toBe(1);
	return outcome;
};

describe('Deleted records', () => {
	it.each([2, 4, 6])('do not include records that move because others are deleted before page %i is read', async (page) => {
		const tag = `moved${page}`;
		const keys = await newJobs(site, tag, JOBS);
		for (const key of keys.slice(50, 52)) await site.call('DELETE', `JmJob/job_no=${key}`);
		const outcome = await whileWaiting(tag, keys, page, async () => {
			for (const key of keys.slice(0, 5)) await site.call('DELETE', `JmJob/job_no=${key}`);
		});
		const found = reported(outcome);
		expect(found).toEqual(expect.arrayContaining(keys.slice(50, 52)));
		for (const key of found) expect([await site.has(`JmJob/job_no=${key}`), key]).toEqual([false, key]);
	});

	it('do not include records that no longer match the conditions', async () => {
		const keys = await newJobs(site, 'renamed', JOBS);
		const outcome = await whileWaiting('renamed', keys, 3, async () => {
			for (const key of keys.slice(0, 8))
				await site.call('PATCH', `JmJob/job_no=${key}`, [{ op: 'replace', path: 'job_desc', value: 'another name' }]);
		});
		expect(reported(outcome)).toEqual([]);
	});

	it.each<[string, object]>([
		['503 without a reason', { type: 'status', status: 503 }],
		['a broken connection', { type: 'resetInResponse' }],
		['truncated JSON', { type: 'brokenJson' }],
		['an empty response', { type: 'empty', status: 200 }],
		['a wrong count', { type: 'count', value: 20 }],
	])('are reported correctly, or not at all, if some requests end with %s', async (name, fault) => {
		const tag = `fault-${name.replace(/\W/g, '')}`;
		const keys = await newJobs(site, tag, JOBS);
		await site.call('DELETE', `JmJob/job_no=${keys[7]}`);
		await sandbox.control.clearFaults();
		await sandbox.control.addFaults(
			{ match: { header: { 'X-Cell': `^${tag}$` }, nth: 3, times: 1 }, fault },
			{
				match: { header: { 'X-Cell': `^${tag}$` }, path: '%24in', times: 1 },
				fault,
			},
		);
		const outcome = await find(tag, keys);
		expect(await faultsDone()).toBeGreaterThan(0);
		if (outcome.error === null) expect(reported(outcome)).toEqual([keys[7]]);
	});
});
