/** Sandboxes that start at the same time, as in parallel tests. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { plainCall } from '../../support/plainCall';
import { type SandboxProcess, startSandbox } from '../../../workshop/sandboxProcess';

const folder = mkdtempSync(path.join(tmpdir(), 'parallel-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const COUNT = 4;
const started = async (settings: object): Promise<{ running: SandboxProcess[]; errors: string[] }> => {
	const results = await Promise.allSettled(Array.from({ length: COUNT }, async () => await startSandbox(settings)));
	return {
		running: results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
		errors: results.flatMap((result) => (result.status === 'rejected' ? [(result.reason as Error).message] : [])),
	};
};

const rename = async (sandbox: SandboxProcess, text: string): Promise<unknown> =>
	await plainCall(sandbox, 'PATCH', '/JmJob/job_no=342', [{ op: 'replace', path: 'job_desc', value: text }]);
const nameIn = async (sandbox: SandboxProcess): Promise<string | undefined> =>
	((await plainCall(sandbox, 'GET', '/JmJob/job_no=342')) as { jm_job: { job_desc: string }[] }).jm_job[0]?.job_desc;

test('sandboxes that start at the same time have their own addresses, records and snapshots, and share one cache file', async () => {
	const cache = path.join(folder, 'cache');
	const { running, errors } = await started({ args: ['--cache', cache] });
	try {
		expect(errors).toEqual([]);
		expect(new Set(running.map(({ url }) => url)).size).toBe(COUNT);
		expect(readdirSync(cache)).toEqual([expect.stringMatching(/^26\.1-\w+\.sqlite\.gz$/)]);
		await Promise.all(
			running.map(async (sandbox, index) => {
				await rename(sandbox, `Job of sandbox ${index}`);
				await sandbox.control.save('mine');
				await rename(sandbox, 'Changed');
				await sandbox.control.restore('mine');
			}),
		);
		expect(await Promise.all(running.map(nameIn))).toEqual(running.map((_sandbox, index) => `Job of sandbox ${index}`));
	} finally {
		await Promise.all(running.map(async (sandbox) => await sandbox.stop()));
	}
}, 120_000);

test('only one of several sandboxes with the same data file starts, and the others report that the file is in use and change nothing', async () => {
	const data = path.join(folder, 'shared.sqlite');
	const { running, errors } = await started({ data });
	try {
		expect(running).toHaveLength(1);
		expect(errors).toHaveLength(COUNT - 1);
		for (const error of errors) expect(error).toContain(`The data file '${data}' cannot be used: another process has it open`);
		const [sandbox] = running as [SandboxProcess];
		await rename(sandbox, 'Stored');
		await sandbox.stop();
		const again = await startSandbox({ data });
		running[0] = again;
		expect(await nameIn(again)).toBe('Stored');
	} finally {
		await Promise.all(running.map(async (sandbox) => await sandbox.stop()));
	}
}, 120_000);
