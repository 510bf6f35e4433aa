/** Update Only If Unchanged with responses that the sandbox does not return. */
import type { INodeParameters } from 'n8n-workflow';

import type { NodeOutcome } from '../../workshop/engine/engine';
import { engineForTests } from '../support/engineForTests';
import { siteForTests } from './recordingSite';

const engine = engineForTests();
const site = siteForTests();

const update = async (parameters: INodeParameters, expected: Readonly<Record<string, string>>): Promise<NodeOutcome> =>
	await engine.run({
		node: 'mediaOperations',
		parameters: {
			authentication: 'basic',
			resource: 'job',
			operation: 'update',
			record: { __rl: true, mode: 'job_no', value: '5' } as never,
			fieldsMode: 'json',
			fieldsJson: '{"title_no": 9}',
			options: { unchanged: { value: Object.entries(expected).map(([fieldName, value]) => ({ fieldName, expected: value })) } } as never,
			...parameters,
		},
		credentials: { mediaOperationsBasicApi: { baseUrl: site.url, username: 'demo', password: 'demo' } },
	});
const calls = (): string[] => site.requests.map(({ method, address }) => `${method} ${address.replace(/.*DEMO|\?.*/g, '')}`);
const row = { subTables: { step: [{ table: 'jm_episode', key: 'episode_no', value: '7' }] } as never };

describe('Update Only If Unchanged', () => {
	it('reads the sub-table row that is updated', async () => {
		site.respond = ({ method }) => (method === 'GET' ? { body: [{ episode_no: 7, title_no: { title_no: 4 } }] } : { status: 204 });
		expect((await update(row, { title_no: '4' })).error).toBeNull();
		const address = '/JmJob/job_no=5/jm_episode/episode_no=7';
		expect(calls()).toEqual([`GET ${address}`, `PATCH ${address}`]);
	});

	it('does not update a sub-table row that has changed', async () => {
		site.respond = () => ({ body: [{ episode_no: 7, title_no: 8 }] });
		expect((await update(row, { title_no: '4' })).error?.message).toBe(
			"Row 7 of 'jm_episode' in Job 5 has changed since it was read: 'title_no' is now 8, but was \"4\" [Item 0]",
		);
		expect(calls()).toEqual(['GET /JmJob/job_no=5/jm_episode/episode_no=7']);
	});

	it('rejects the update if the site returns none of the fields', async () => {
		site.respond = () => ({ body: { jm_job: [{ job_no: 5 }] } });
		const { error } = await update({}, { date_altered: '', other: '' });
		expect(error).toMatchObject({
			message: "Job 5 cannot be compared: the site returned none of the fields 'date_altered', 'other' [Item 0]",
			description: "Nothing was changed. Choose fields that 'Get' returns for this record.",
		});
		expect(calls()).toEqual(['GET /JmJob/job_no=5']);
	});

	it('treats a field that the site omits as empty if the site returns at least one of the other fields', async () => {
		site.respond = ({ method }) => (method === 'GET' ? { body: { jm_job: [{ job_no: 5, job_desc: 'A' }] } } : { status: 204 });
		expect((await update({}, { job_desc: 'A', po: '' })).error).toBeNull();
		expect(calls()).toEqual(['GET /JmJob/job_no=5', 'PATCH /JmJob/job_no=5']);
	});
});
