import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSandbox } from '../../../workshop/sandboxProcess';
import { callerOf, created, minimalOrder, PAYLOAD_FORM } from '../data/caller';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

const folder = mkdtempSync(path.join(tmpdir(), 'reset-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each([
	['in memory', {}],
	['in a file', { data: path.join(folder, 'site.sqlite') }],
	['with additional jobs', { args: ['--jobs', '50'] }],
])('A reset of data %s', (_where, settings) => {
	it('restores every record, sub-table and next key each time', async () => {
		const sandbox = await startSandbox(settings);
		try {
			const call = callerOf(() => sandbox);
			const records = async (): Promise<unknown> => ((await sandbox.control.call('GET', 'state')) as { records: unknown }).records;
			const order = async (): Promise<string> => (await call('GET', '/JmWorkOrder/wo_no_seq=100-1')).text;
			// The jobs that `--jobs` adds contain the time of the reset, so their dates are not compared.
			const jobs = async (): Promise<string> =>
				(await call('GET', '/JmJobList', { query: { Query: {}, PageSize: 500 } })).text.replace(/"date_\w+":"[^"]+"/g, '');
			const seen = async (): Promise<unknown> => [await records(), ...[await order(), await jobs()].map(hash)];
			const before = await seen();
			expect(await order()).toContain('jm_work_order');
			const next = await created(call, 'JmWorkOrder', 'jm_work_order', minimalOrder());
			for (let round = 1; round <= 2; round += 1) {
				const added = { jm_work_order: [{ wo_no_seq: { wo_no_seq: '100-1' }, mo_source: [{ source_desc: 'Added' }] }] };
				expect((await call('PUT', '/JmWorkOrder/wo_no_seq=100-1', { headers: PAYLOAD_FORM, body: added })).status).toBe(200);
				expect(await seen()).not.toEqual(before);
				await sandbox.control.reset();
				expect(await seen()).toEqual(before);
				expect(await created(call, 'JmWorkOrder', 'jm_work_order', minimalOrder())).toBe(next);
			}
		} finally {
			await sandbox.stop();
		}
	});
});

it('A reset of an existing data file restores the records and attachments that it contained at startup', async () => {
	const data = path.join(folder, 'existing.sqlite');
	const first = await startSandbox({ data });
	const key = await created(
		callerOf(() => first),
		'JmJob',
		'jm_job',
		{ job_desc: 'Mine', cust_id: '27' },
	);
	const address = `/SysAttachment/attachment_keystring=10315:${key}`;
	const form = new FormData();
	form.append('', new Blob(['mine']), 'mine.txt');
	await fetch(`${first.apiUrl}${address}`, { method: 'POST', body: form, headers: { Authorization: `Basic ${btoa('demo:demo')}` } });
	await first.stop();

	const sandbox = await startSandbox({ data, args: ['--jobs', '50'] });
	try {
		const call = callerOf(() => sandbox);
		const state = await sandbox.control.call('GET', 'data');
		const file = (await call('GET', address)).json.sys_attachment[0].attachment_no.attachment_no as number;
		const content = `${address}/sys_attachment/attachment_no=${file}`;
		for (const change of ['delete', 'import']) {
			if (change === 'delete') {
				expect((await call('DELETE', content)).status).toBe(204);
				expect((await call('DELETE', `/JmJob/job_no=${key}`)).status).toBe(204);
			} else {
				await sandbox.control.call('PUT', 'data', { format: 1, numbers: {}, tables: {} });
			}
			await sandbox.control.reset();
			expect(await sandbox.control.call('GET', 'data')).toEqual(state);
			expect((await call('GET', `${content}/content`)).text).toBe('mine');
		}
	} finally {
		await sandbox.stop();
	}
});
