import { createClient } from '../../../core/http/client';
import type { WireRequest } from '../../../core/model/port';
import { known } from '../site';
import { importOnce } from './importOnce';

/** The number of records in each request, in order, and the key that the site creates for each line. */
const requestsFor = async (content: string): Promise<{ sizes: number[]; keys: unknown[] }> => {
	const sizes: number[] = [];
	let next = 0;
	const client = createClient({
		send: async ({ body }: WireRequest) => {
			const { jm_job: records } = JSON.parse(String(body)) as { jm_job: unknown[] };
			sizes.push(records.length);
			const keys = records.map(() => ({ job_no: (next += 1) }));
			const envelope = { message: null, tables: ['jm_job'], jm_job: { record_identifiers: ['job_no'], records: keys } };
			return await Promise.resolve({ kind: 'response', status: 200, headers: {}, body: envelope });
		},
		sleep: async () => {},
		random: () => 0.5,
		now: () => 0,
	});
	const job = known('JmJob');
	const document = { ...job, table: { ...job.table, fields: job.table.fields.map(({ required: _, ...field }) => field) } };
	const { outcomes } = await importOnce(client, content, { operation: 'create', recordsPerRequest: 10, document });
	return { sizes, keys: outcomes.map(({ key, row }) => [row.line, key]) };
};

describe('Rows with temporary keys', () => {
	test('are each sent in a separate request, because these keys would be ambiguous in a shared one', async () => {
		const nested = (key: number) => ({ job_desc: 'A', jm_episode: [{ episode_no: key, title_no: 1 }] });
		const rows = [{ job_desc: '1' }, nested(-1), { job_desc: '2', po: '-5' }, nested(-1)];
		const { sizes, keys } = await requestsFor(rows.map((row) => JSON.stringify(row)).join('\n'));
		expect(sizes).toEqual([2, 1, 1]);
		expect(keys).toEqual([
			[1, 1],
			[2, 3],
			[3, 2],
			[4, 4],
		]);
	});

	test('do not include negative numbers and signs in texts', async () => {
		const rows = ['-5', '+49301234567'].map((text) => ({ job_desc: text, po: text, jm_episode: [{ title_no: 1, episode_desc: text }] }));
		expect((await requestsFor(rows.map((row) => JSON.stringify(row)).join('\n'))).sizes).toEqual([2]);
	});
});
