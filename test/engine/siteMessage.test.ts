/** The `message` of the envelope (specification: Response envelopes): a response can contain one even if the change succeeded. */
import type { INodeParameters } from 'n8n-workflow';

import type { NodeOutcome } from '../../workshop/engine/engine';
import { engineForTests } from '../support/engineForTests';
import { siteForTests } from './recordingSite';

const engine = engineForTests();
const site = siteForTests();
const TEXT = 'Rate card 3 is outdated &amp; was replaced';
const SHOWN = 'Rate card 3 is outdated & was replaced';

beforeAll(async () => {
	await engine.credentials.put('messages', 'mediaOperationsBasicApi', { baseUrl: site.url, username: 'demo', password: 'demo' });
});

const run = async (node: string, parameters: INodeParameters, items = 1): Promise<NodeOutcome> =>
	await engine.run({
		node,
		credentials: { mediaOperationsBasicApi: 'messages' },
		parameters: { authentication: 'basic', ...parameters },
		input: Array.from({ length: items }, () => ({ json: {} })),
	});

const respondWith = (message: string | null, tables: Record<string, object[]>): void => {
	const envelope = {
		message,
		tables: Object.keys(tables),
		...Object.fromEntries(
			Object.entries(tables).map(([name, records]) => [name, { record_identifiers: Object.keys(records[0] ?? {}), records }]),
		),
	};
	site.respond = () => ({ body: envelope });
};

const record = (mode: string, value: string): INodeParameters => ({ record: { __rl: true, mode, value } as never });
const json = { fieldsMode: 'json', fieldsJson: '{"job_desc":"A"}' };
const job = { resource: 'job', ...json };

describe("The site's message about a successful change", () => {
	it.each<readonly [string, string, INodeParameters, Record<string, object[]>, object, string]>([
		['Create', 'mediaOperations', { ...job, operation: 'create' }, { jm_job: [{ job_no: 7 }] }, { job_no: 7 }, 'JmJob'],
		['Update', 'mediaOperations', { ...job, operation: 'update', ...record('job_no', '7') }, {}, { job_no: 7, updated: true }, 'JmJob'],
		[
			'Update Many',
			'mediaOperations',
			{ ...job, operation: 'update', applyTo: 'matching', mode: 'update', allRecords: true, maxRecords: '' },
			{},
			{ matched: null, updated: true },
			'JmJob',
		],
		[
			'Create or Update',
			'mediaOperations',
			{ ...job, operation: 'upsert', ...record('external_key', 'A') },
			{},
			{ external_key: 'A', created: false },
			'JmJob',
		],
		[
			'Delete',
			'mediaOperations',
			{ resource: 'job', operation: 'delete', ...record('job_no', '7') },
			{},
			{ job_no: 7, deleted: true },
			'JmJob',
		],
		[
			'Set Default Group',
			'mediaOperations',
			{ resource: 'schedulingResource', operation: 'setDefaultGroup', ...record('resource_code', '7'), groupCode: 'QC' },
			{},
			{ resource_code: '7', updated: true },
			'SchResource',
		],
		[
			'Post Batch',
			'mediaOperationsPostBatch',
			{ batches: 'one', ...record('batch_no', '7572'), options: { readBack: false } },
			{},
			{ batch_no: '7572', posted: true },
			'TcBatch',
		],
	])('is output and shown as a hint by %s', async (_, node, parameters, tables, row, document) => {
		respondWith(TEXT, tables);
		const { error, hints, output } = await run(node, parameters);
		expect(error).toBeNull();
		expect(output[0]!.map((item) => item.json)).toEqual([{ ...row, site_message: SHOWN }]);
		expect(hints).toEqual([`Message from the site for '${document}': ${SHOWN}`]);
	});

	it('appears once for items with the same message, and not at all if it is null or blank', async () => {
		respondWith(TEXT, { jm_job: [{ job_no: 7 }] });
		const same = await run('mediaOperations', { ...job, operation: 'create' }, 3);
		expect([same.hints.length, same.output[0]!.map((item) => item.json.site_message)]).toEqual([1, [SHOWN, SHOWN, SHOWN]]);
		for (const message of [null, '', '  ']) {
			respondWith(message, { jm_job: [{ job_no: 7 }] });
			const { hints, output } = await run('mediaOperations', { ...job, operation: 'create' });
			expect([hints, output[0]!.map((item) => item.json)]).toEqual([[], [{ job_no: 7 }]]);
		}
	});

	it('is output as site_message_2 if the record has a key named site_message', async () => {
		respondWith(TEXT, { jm_thing: [{ site_message: 7 }] });
		const { output } = await run('mediaOperations', {
			resource: 'anyDocument',
			documentName: 'JmThing',
			table: 'jm_thing',
			operation: 'create',
			...json,
		});
		expect(output[0]!.map((item) => item.json)).toEqual([{ site_message: 7, site_message_2: SHOWN }]);
	});

	it('contains no secret that the site echoes', async () => {
		await engine.credentials.put('messages', 'mediaOperationsBasicApi', {
			baseUrl: site.url,
			username: 'demo',
			password: 'demo',
			divisionCode: '',
		});
		const secret = Buffer.from('demo:demo').toString('base64');
		respondWith(`Signed in with ${secret}`, { jm_job: [{ job_no: 7 }] });
		const outcome = await run('mediaOperations', { ...job, operation: 'create' });
		expect(JSON.stringify([outcome.output, outcome.hints])).not.toContain(secret);
		expect(outcome.hints).toHaveLength(1);
	});
});
