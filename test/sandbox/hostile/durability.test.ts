import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type SandboxProcess, startSandbox } from '../../../workshop/sandboxProcess';
import { changeIn, inspectDatabase } from './database';
import { callerOf, created, recordOf } from '../data/caller';

let folder: string;
let sandbox: SandboxProcess | undefined;
const call = callerOf(() => sandbox as SandboxProcess);

beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'sandbox-data-'));
});
afterAll(async () => {
	await sandbox?.stop();
	await rm(folder, { recursive: true, force: true });
});

describe('A sandbox data file', () => {
	it('contains every confirmed write and no partial write after the sandbox is killed in the middle of a write', async () => {
		const data = path.join(folder, 'killed.db');
		const confirmed: { key: string; episodes: number }[] = [];
		for (let round = 0; round < 3; round++) {
			sandbox = await startSandbox({ data });
			let stopped = false;
			const writers = Array.from({ length: 4 }, async (_none, writer) => {
				for (let at = 0; !stopped; at++) {
					const episodes = (at % 3) + 1;
					try {
						const key = await created(call, 'JmJob', 'jm_job', {
							job_desc: `Round ${round} writer ${writer}`,
							cust_id: '27',
							jm_episode: Array.from({ length: episodes }, () => ({ title_no: 1 })),
						});
						confirmed.push({ key, episodes });
					} catch {
						return;
					}
				}
			});
			const enough = 12 * (round + 1);
			while (confirmed.length < enough) await new Promise((resolve) => setTimeout(resolve, 10));
			await sandbox.kill();
			stopped = true;
			await Promise.all(writers);
		}
		sandbox = await startSandbox({ data });
		for (const { key, episodes } of confirmed) {
			expect((await recordOf(call, 'JmJob', 'jm_job', `job_no=${key}`)).jm_episode).toHaveLength(episodes);
		}
		const { json } = await call('GET', '/JmJobList', { query: { Query: { job_desc: 'Round%' } } });
		const listed = json.L.map((one: { job_no: { job_no: number } }) => String(one.job_no.job_no));
		expect(confirmed.filter(({ key }) => !listed.includes(key))).toEqual([]);
		for (const key of listed) {
			expect((await recordOf(call, 'JmJob', 'jm_job', `job_no=${key}`)).jm_episode).not.toHaveLength(0);
		}
		await sandbox.stop();
	});

	it('contains only the initial data if it was deleted after a crash and is created again', async () => {
		const data = path.join(folder, 'deleted.db');
		sandbox = await startSandbox({ data });
		await created(call, 'JmJob', 'jm_job', { job_desc: 'Before the crash', cust_id: '27' });
		await sandbox.kill();
		expect(await readdir(folder)).toContain('deleted.db-wal');
		await rm(data);
		sandbox = await startSandbox({ data });
		expect((await call('GET', '/JmJobList', { query: { Query: { job_desc: 'Before the crash' } } })).json).toEqual({ L: [] });
		await sandbox.stop();
		expect((await inspectDatabase(data)).integrity).toEqual(['ok']);
	});

	it('is served in the format of the release that it is opened with', async () => {
		const data = path.join(folder, 'releases.db');
		sandbox = await startSandbox({ data, release: '10.6' });
		expect((await call('GET', '/JmJobList', { query: { Query: { job_no: 342 } } })).json.L[0].date_added).toMatch(/Z$/);
		await sandbox.stop();
		sandbox = await startSandbox({ data, release: '26.1' });
		expect((await call('GET', '/JmJobList', { query: { Query: { job_no: 342 } } })).json.L[0].date_added).toMatch(/\+00:00$/);
		await sandbox.stop();
	});

	it('is served as the current catalog describes it, even if it contains JSON from an earlier catalog', async () => {
		const data = path.join(folder, 'rendered.db');
		sandbox = await startSandbox({ data });
		const before = (await call('GET', '/JmJobList', { query: { Query: { job_no: 342 } } })).text;
		await sandbox.stop();
		await changeIn(
			data,
			`UPDATE jm_job SET json_open = '{"job_no":342'; UPDATE site SET value = 'of an earlier catalog' WHERE name = 'rendering'`,
		);
		sandbox = await startSandbox({ data });
		expect((await call('GET', '/JmJobList', { query: { Query: { job_no: 342 } } })).text).toBe(before);
		await sandbox.stop();
	});

	it.each([
		['one of its tables has other columns', 'ALTER TABLE jm_job ADD COLUMN budget TEXT'],
		['it has another schema version', "UPDATE site SET value = '0' WHERE name = 'schema'"],
		['it belongs to another program', 'DROP TABLE site'],
	])('is rejected with a message if %s', async (what, sql) => {
		const data = path.join(folder, `${what.replaceAll(' ', '-')}.db`);
		sandbox = await startSandbox({ data });
		await sandbox.stop();
		await changeIn(data, sql);
		await expect(startSandbox({ data })).rejects.toThrow('it does not contain data from this version of the sandbox');
	});

	it('is not seeded again if all of its divisions were deleted', async () => {
		const data = path.join(folder, 'emptied.db');
		sandbox = await startSandbox({ data });
		await sandbox.stop();
		await changeIn(data, 'DELETE FROM sys_division');
		sandbox = await startSandbox({ data });
		expect((await call('GET', '/SysDivisionList', { query: { Query: {} } })).json).toEqual({ L: [] });
		await sandbox.stop();
	});

	it('has its attachments in a folder next to it, and interrupted uploads are removed at startup', async () => {
		const data = path.join(folder, 'files.db');
		sandbox = await startSandbox({ data });
		const form = new FormData();
		form.append('', new Blob(['kept']), 'kept.txt');
		const address = `${sandbox.apiUrl}/SysAttachment/attachment_keystring=10339:100-1`;
		const headers = { Authorization: `Basic ${btoa('demo:demo')}` };
		const response = (await (await fetch(address, { method: 'POST', body: form, headers })).json()) as {
			sys_attachment: { records: { attachment_no: number }[] };
		};
		await sandbox.kill();
		await writeFile(path.join(`${data}.attachments`, 'cut-off'), 'half an upload');
		sandbox = await startSandbox({ data });
		expect(await readdir(`${data}.attachments`)).toHaveLength(1);
		const number = response.sys_attachment.records[0]?.attachment_no;
		const content = await fetch(
			`${sandbox.apiUrl}/SysAttachment/attachment_keystring=10339:100-1/sys_attachment/attachment_no=${number}/content`,
			{ headers },
		);
		expect(await content.text()).toBe('kept');
		await sandbox.stop();
	});

	it('is rejected with a message if it is not a database, or if another sandbox is using it', async () => {
		const other = path.join(folder, 'other.db');
		await writeFile(other, 'this is not a database, but long enough to be read as one'.repeat(20));
		await expect(startSandbox({ data: other })).rejects.toThrow('it is not a database');
		const data = path.join(folder, 'open.db');
		sandbox = await startSandbox({ data });
		await expect(startSandbox({ data })).rejects.toThrow('another process has it open');
		await sandbox.stop();
	});
});
