import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(__dirname, '../../..');

interface Line {
	readonly type: string;
	readonly document: string;
	readonly table: string;
	readonly keyField: string;
	readonly key: number;
	readonly recordKey: number;
	readonly committed: boolean;
	readonly record: Readonly<Record<string, unknown>>;
}

describe('The change events of the record store', () => {
	it('contain each committed change in list format, but no rejected request and no row added and deleted in the same request', async () => {
		const { stdout } = await promisify(execFile)(
			path.join(ROOT, 'node_modules/.bin/node'),
			['--import', 'tsx', path.join(__dirname, 'watchedStore.ts')],
			{ cwd: ROOT },
		);
		const lines = stdout
			.trim()
			.split('\n')
			.map((line) => JSON.parse(line) as Line);
		expect(lines.map(({ type, document, table }) => `${type} ${document} ${table}`)).toEqual([
			'INSERT JmJob jm_job',
			'INSERT JmJob jm_episode',
			'UPDATE JmJob jm_job',
			'DELETE JmJob jm_episode',
			'DELETE JmJob jm_job',
		]);
		const [job, episode, update] = lines as [Line, Line, Line];
		expect(job).toMatchObject({
			keyField: 'job_no',
			key: job.recordKey,
			committed: true,
			record: { job_no: { job_no: job.key }, job_desc: 'Watched', cust_id: { cust_id: '27' } },
		});
		expect(episode).toMatchObject({
			keyField: 'episode_no',
			recordKey: job.key,
			committed: true,
			record: { title_no: { title_no: 1 } },
		});
		expect(update.record).toMatchObject({ JOB_field_1: 'changed', date_changed: '2026-06-01T12:00:00+00:00' });
	});
});
