import { gzipSync } from 'node:zlib';

import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { NodeOutcome } from '../../workshop/engine/engine';
import { engineForTests } from '../support/engineForTests';
import { plainCall } from '../support/plainCall';
import { sandboxForTests } from '../support/sandboxForTests';
import { inMemoryFile } from './actions/files';
import { SIGN_INS } from './sandboxCredentials';

const engine = engineForTests();
const sandbox = sandboxForTests();
const [{ authentication, type, data }] = SIGN_INS as [(typeof SIGN_INS)[0]];

let jobs: number[];
beforeAll(async () => {
	const body = await plainCall(sandbox, 'POST', '/JmJob', {
		jm_job: Array.from({ length: 30 }, (_, index) => ({ job_desc: `Known ${index}`, cust_id: '27', external_key: `KNOWN-${index}` })),
	});
	jobs = (body.jm_job as { records: { job_no: number }[] }).records.map(({ job_no: job }) => job);
	for (const job of [jobs[3], jobs[17]]) await plainCall(sandbox, 'DELETE', `/JmJob/job_no=${job}`);
});

const run = async (parameters: INodeParameters, input: INodeExecutionData[]): Promise<NodeOutcome> =>
	await engine.run({
		node: 'mediaOperations',
		credentials: { [type]: data(sandbox) },
		parameters: { authentication, resource: 'job', operation: 'getMany', output: 'deleted', options: { pageSize: 7 }, ...parameters },
		input,
	});

const rowsOf = ({ output, error }: NodeOutcome): unknown[] => {
	expect(error).toBeNull();
	return (output[0] ?? []).map(({ json }) => json);
};

const fileOf = (content: string | Buffer): INodeExecutionData[] => [
	{ json: {}, binary: { data: inMemoryFile('jobs.csv', 'text/csv', Buffer.from(content)) } },
];

describe('Get Many with Output: Deleted Records', () => {
	it('outputs the key of each item whose record was deleted, linked to that item', async () => {
		const outcome = await run(
			{ keysFrom: 'items', knownKey: '={{ $json.id }}' },
			jobs.map((id) => ({ json: { id } })),
		);
		expect(rowsOf(outcome)).toEqual([
			{ job_no: jobs[3], deleted: true },
			{ job_no: jobs[17], deleted: true },
		]);
		expect(outcome.output[0]!.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 3 }, { item: 17 }]);
	});

	it('reads the list once for all items, and requests only the keys', async () => {
		await sandbox.control.clearJournal();
		await run(
			{ keysFrom: 'items', knownKey: '={{ $json.id }}', options: {} },
			jobs.map((id) => ({ json: { id } })),
		);
		const { entries } = await sandbox.control.journal({ document: 'JmJobList' });
		const lists = entries.filter(({ query }) => !query.Query!.includes('$in'));
		expect(new Set(lists.map(({ query }) => query.page)).size).toBe(lists.length);
		// One look-up for the missing keys, and one for records that exist.
		expect(entries.length - lists.length).toBe(2);
		expect(new Set(entries.map(({ query }) => query.resultColumns))).toEqual(new Set(['{"L":["job_no"]}']));
	});

	it('checks the keys in a column of a file, and outputs the line of each deleted record', async () => {
		const content = gzipSync(['\uFEFFJob;Name', ...jobs.map((job, index) => `${job};Known ${index}`)].join('\n'));
		expect(rowsOf(await run({ keysFrom: 'file', inputBinaryField: 'data', keyColumn: 'job' }, fileOf(content)))).toEqual([
			{ job_no: jobs[3], line: 5, deleted: true },
			{ job_no: jobs[17], line: 19, deleted: true },
		]);
	});

	it('checks another key, such as external_key, in an NDJSON file', async () => {
		const content = jobs.map((_, index) => JSON.stringify({ external_key: `known-${index}` })).join('\n');
		const parameters = { keysFrom: 'file', inputBinaryField: 'data', keyColumn: '', knownKeyField: 'external_key' };
		expect(rowsOf(await run(parameters, fileOf(content)))).toEqual([
			{ external_key: 'known-3', line: 4, deleted: true },
			{ external_key: 'known-17', line: 18, deleted: true },
		]);
	});

	it('does not report an existing record as deleted if it does not match the conditions', async () => {
		const outcome = await run(
			{
				keysFrom: 'items',
				knownKey: '={{ $json.id }}',
				conditions: { condition: [{ fieldName: 'job_desc', operator: 'equals', value: 'Known 1' }] },
			},
			jobs.map((id) => ({ json: { id } })),
		);
		expect(rowsOf(outcome)).toHaveLength(2);
	});

	it('finds the deleted records of any document, given its name and key field, and rejects an empty key field', async () => {
		const parameters = { resource: 'anyDocument', documentName: 'JmJob', keysFrom: 'items', knownKey: '={{ $json.id }}' };
		const input = [{ json: { id: jobs[3] } }, { json: { id: jobs[4] } }];
		expect(rowsOf(await run({ ...parameters, knownKeyField: 'job_no' }, input))).toEqual([{ job_no: jobs[3], deleted: true }]);
		expect((await run({ ...parameters, knownKeyField: '={{ "" }}' }, input)).error?.message).toContain("'Key Field Name or ID' is empty");
	});

	it.each<[string, INodeParameters, string, string]>([
		['an empty key', {}, 'job_no,name\n12,A\n,B\n', "Line 3: The key 'job_no' is empty"],
		['a file without the column', {}, 'Job\n12\n', "The file has no column 'job_no'"],
		['a missing file', { inputBinaryField: 'file' }, 'job_no\n12\n', "The item has no binary field 'file'"],
		['a maximum of zero', { maxDeleted: 0 }, 'job_no\n12\n', "'Max Deleted Records' must be a whole number of at least 1"],
	])('rejects %s before anything is sent', async (_what, parameters, content, message) => {
		await sandbox.control.clearJournal();
		const { error } = await run({ keysFrom: 'file', inputBinaryField: 'data', ...parameters }, fileOf(content));
		expect(error?.message).toContain(message);
		expect((await sandbox.control.journal({ document: 'JmJobList' })).entries).toEqual([]);
	});

	it('outputs nothing and fails if more records are missing than Max Deleted Records allows', async () => {
		const { error, output } = await run(
			{ keysFrom: 'items', knownKey: '={{ $json.id }}', maxDeleted: 1 },
			jobs.map((id) => ({ json: { id } })),
		);
		expect(error).toMatchObject({
			message: expect.stringContaining("More than 1 record of 'Job' no longer exist") as string,
			description: expect.stringContaining("raise 'Max Deleted Records'") as string,
		});
		expect(output.flat()).toEqual([]);
	});
});
