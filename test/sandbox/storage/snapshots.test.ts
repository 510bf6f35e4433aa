/** Snapshots, export and import of the records, and the start from a cached database. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { plainCall } from '../../support/plainCall';
import { startSandbox, type SandboxProcess } from '../../../workshop/sandboxProcess';

const jobDescription = async (sandbox: SandboxProcess, key: number): Promise<unknown> => {
	const { jm_job: jobs } = (await plainCall(sandbox, 'GET', `/JmJob/job_no=${key}`)) as { jm_job: { job_desc: string }[] };
	return jobs[0]?.job_desc;
};
const describe342 = async (sandbox: SandboxProcess, text: string): Promise<unknown> =>
	await plainCall(sandbox, 'PATCH', '/JmJob/job_no=342', [{ op: 'replace', path: 'job_desc', value: text }]);

describe.each(['in memory', 'in a file'])('A snapshot of records %s', (where) => {
	let folder: string;
	let sandbox: SandboxProcess;
	beforeAll(async () => {
		folder = mkdtempSync(path.join(tmpdir(), 'snapshots-'));
		sandbox = await startSandbox(where === 'in a file' ? { data: path.join(folder, 'records.sqlite') } : {});
	});
	afterAll(async () => {
		await sandbox.stop();
		rmSync(folder, { recursive: true });
	});

	test('restores records and files, and the restored records appear in lists', async () => {
		await describe342(sandbox, 'Saved');
		const form = new FormData();
		form.append('file', new Blob(['content']), 'notes.txt');
		const headers = { Authorization: `Basic ${Buffer.from('demo:demo').toString('base64')}` };
		const address = `${sandbox.apiUrl}/SysAttachment/attachment_keystring=10315:342`;
		const { tables } = (await (await fetch(address, { method: 'POST', headers, body: form })).json()) as { tables: string[] };
		expect(tables).toEqual(['sys_attachment']);
		const [row] = (await (await fetch(`${address}/sys_attachment`, { headers })).json()) as [{ attachment_no: { attachment_no: number } }];
		const number = row.attachment_no.attachment_no;
		await sandbox.control.save('before');

		await describe342(sandbox, 'Changed');
		await fetch(`${address}/sys_attachment/attachment_no=${number}`, { method: 'DELETE', headers });
		expect(await jobDescription(sandbox, 342)).toBe('Changed');
		await sandbox.control.restore('before');

		expect(await jobDescription(sandbox, 342)).toBe('Saved');
		const list = (await plainCall(sandbox, 'GET', '/JmJobList?Query={"job_no":342}')) as { L: { job_desc: string }[] };
		expect(list.L[0]?.job_desc).toBe('Saved');
		expect(await (await fetch(`${address}/sys_attachment/attachment_no=${number}/content`, { headers })).text()).toBe('content');
	});

	test('is listed until it is deleted, and cannot be restored afterwards', async () => {
		await sandbox.control.save('listed');
		expect(await sandbox.control.call('GET', 'snapshots')).toContainEqual(expect.objectContaining({ name: 'listed' }));
		await sandbox.control.call('DELETE', 'snapshots/listed');
		await expect(sandbox.control.restore('listed')).rejects.toThrow('404: {"error":"Unknown snapshot &#39;listed&#39;"}');
	});

	test('does not undo writes that are sent after it is restored', async () => {
		await sandbox.control.save('start');
		await sandbox.control.restore('start');
		await describe342(sandbox, 'Written later');
		expect(await jobDescription(sandbox, 342)).toBe('Written later');
	});
});

describe('An export of the records', () => {
	let folder: string;
	let sandbox: SandboxProcess;
	beforeAll(async () => {
		folder = mkdtempSync(path.join(tmpdir(), 'export-'));
		sandbox = await startSandbox();
	});
	afterAll(async () => {
		await sandbox.stop();
		rmSync(folder, { recursive: true });
	});

	test('can be the initial data of another sandbox, even on another release', async () => {
		await describe342(sandbox, 'Exported');
		const state = await sandbox.control.call('GET', 'data');
		const seed = path.join(folder, 'seed.json');
		writeFileSync(seed, JSON.stringify(state));
		const other = await startSandbox({ release: '11.0', args: ['--seed', seed] });
		try {
			expect(await other.control.call('GET', 'data')).toEqual(state);
			expect(await jobDescription(other, 342)).toBe('Exported');
			await describe342(other, 'Changed');
			await other.control.reset();
			expect(await jobDescription(other, 342)).toBe('Exported');
		} finally {
			await other.stop();
		}
	});

	test('replaces all records when it is imported, and new keys continue after the last one', async () => {
		await sandbox.control.reset();
		const state = await sandbox.control.call('GET', 'data');
		const created = (await plainCall(sandbox, 'POST', '/JmJob', {
			jm_job: [{ job_no: -1, job_desc: 'Gone', job_type_no: 1, cust_id: 27, division_no: 1 }],
		})) as {
			jm_job: { record_identifiers: string[] };
		};
		await sandbox.control.call('PUT', 'data', state);
		expect(await sandbox.control.call('GET', 'data')).toEqual(state);
		const again = (await plainCall(sandbox, 'POST', '/JmJob', {
			jm_job: [{ job_no: -1, job_desc: 'New', job_type_no: 1, cust_id: 27, division_no: 1 }],
		})) as typeof created;
		expect(again).toEqual(created);
	});

	test('with counters that are missing or too low is imported so that new records get higher keys', async () => {
		await sandbox.control.reset();
		const { tables } = (await sandbox.control.call('GET', 'data')) as { tables: object };
		const newJob = async (): Promise<unknown> =>
			await plainCall(sandbox, 'POST', '/JmJob', { jm_job: [{ job_no: -1, job_desc: 'New', cust_id: 27 }] });
		const newBatch = async (): Promise<unknown> => await plainCall(sandbox, 'POST', '/TcBatch', { tc_batch: [{ batch_desc: 'New' }] });
		const expected = [await newJob(), await newBatch()];
		for (const numbers of [{}, { jm_job: 1, tc_batch: -5 }]) {
			await sandbox.control.call('PUT', 'data', { format: 1, numbers, tables });
			expect([await newJob(), await newBatch()]).toEqual(expected);
		}
	});

	test('without any row leaves the data file empty, even after a restart', async () => {
		const data = path.join(folder, 'empty.sqlite');
		for (const replace of [true, false]) {
			const other = await startSandbox({ data });
			try {
				if (replace) await other.control.call('PUT', 'data', { format: 1, numbers: {}, tables: {} });
				expect(await other.control.call('GET', 'data')).toMatchObject({ numbers: {}, tables: { jm_job: [], jm_phase: [] } });
			} finally {
				await other.stop();
			}
		}
	});

	test.each([
		['another format', { tables: [] }, 'must be an export of the sandbox'],
		['an unknown table', { format: 1, numbers: {}, tables: { x: [] } }, '&#39;tables.x&#39; is not a table'],
		[
			'an unknown column',
			{ format: 1, numbers: {}, tables: { jm_job: [{ row_id: 1, x: 1 }] } },
			'&#39;tables.jm_job[0].x&#39; is not a column',
		],
		[
			'a value of another type',
			{ format: 1, numbers: {}, tables: { jm_job: [{ row_id: 1, job_no: true }] } },
			'must be a string, a number or null',
		],
		[
			'a row without its parent',
			{ format: 1, numbers: {}, tables: { jm_episode: [{ row_id: 1, parent_id: 9, episode_no: 1 }] } },
			'refers to a parent row that does not exist',
		],
		[
			'an attachment',
			{ format: 1, numbers: {}, tables: { sys_attachment: [{ row_id: 1, attachment_no: 1, stored_name: '../../records.sqlite' }] } },
			'&#39;tables.sys_attachment&#39; is not a table',
		],
		[
			'a row number that differs from the key',
			{ format: 1, numbers: {}, tables: { jm_job: [{ row_id: 1, job_no: 2 }] } },
			'&#39;tables.jm_job[0].row_id&#39; must be 2, because &#39;job_no&#39; is 2',
		],
		[
			'an invalid key',
			{ format: 1, numbers: {}, tables: { jm_work_order: [{ row_id: 1, wo_no_seq: '5' }] } },
			'&#39;tables.jm_work_order[0].wo_no_seq&#39; is not a valid key: 5',
		],
		[
			'a row without a key',
			{ format: 1, numbers: {}, tables: { jm_phase: [{ row_id: 1 }] } },
			'&#39;tables.jm_phase[0]&#39; requires a key',
		],
	])('with %s is rejected and changes nothing', async (_name, given, words) => {
		const before = await sandbox.control.call('GET', 'data');
		await expect(sandbox.control.call('PUT', 'data', given)).rejects.toThrow(words);
		expect(await sandbox.control.call('GET', 'data')).toEqual(before);
	});
});

test('a sandbox that starts from the cached database has the same records as one that builds the cache', async () => {
	const cache = mkdtempSync(path.join(tmpdir(), 'cache-'));
	const states: unknown[] = [];
	for (const _start of ['builds the cache', 'uses it']) {
		const sandbox = await startSandbox({ args: ['--cache', cache] });
		states.push(await sandbox.control.call('GET', 'data'), readdirSync(cache).length);
		await sandbox.stop();
	}
	rmSync(cache, { recursive: true });
	expect(states).toEqual([states[0], 1, states[0], 1]);
	expect(Object.keys((states[0] as { tables: object }).tables)).toContain('jm_job');
});
