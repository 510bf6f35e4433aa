import { sandboxForTests } from '../../support/sandboxForTests';
import { callerOf, created, minimalOrder, PAYLOAD_FORM, recordOf, errorOf } from './caller';

const sandbox = sandboxForTests();
const call = callerOf(() => sandbox);

const job = async (more: object = {}): Promise<string> =>
	await created(call, 'JmJob', 'jm_job', { job_desc: 'Change me', cust_id: '27', ...more });
const jobRecord = async (number: string): Promise<Record<string, unknown>> => await recordOf(call, 'JmJob', 'jm_job', `job_no=${number}`);

describe('PATCH with operations', () => {
	it('replaces and removes values, and returns 204 without a body', async () => {
		const number = await job({ account_rep_no_1: 18 });
		const response = await call('PATCH', `/JmJob/job_no=${number}`, {
			body: [
				{ op: 'replace', path: 'job_desc', value: 'Hello World' },
				{ op: 'replace', path: '/external_key', value: 4711 },
				{ op: 'remove', path: 'account_rep_no_1' },
			],
		});
		expect([response.status, response.text]).toEqual([204, '']);
		expect(await jobRecord(number)).toMatchObject({ job_desc: 'Hello World', external_key: '4711', account_rep_no_1: null });
	});

	it('finds the record by an alternate key, and accepts key objects', async () => {
		const number = await job({ external_key: 'by other key' });
		await call('PATCH', '/JmJob/external_key=by%20other%20key', {
			body: [{ op: 'replace', path: 'cust_id', value: { external_key: 'CRM-409' } }],
		});
		expect((await jobRecord(number)).cust_id).toMatchObject({ cust_id: '409' });
	});

	it('changes one row of a sub-table', async () => {
		const number = await job({ jm_episode: [{ episode_desc: 'One' }, { episode_desc: 'Two' }] });
		const [first] = (await call('GET', `/JmJob/job_no=${number}/jm_episode`)).json;
		const response = await call('PATCH', `/JmJob/job_no=${number}/jm_episode/episode_no=${first.episode_no.episode_no}`, {
			body: [{ op: 'replace', path: 'episode_desc', value: 'Uno' }],
		});
		expect(response.status).toBe(204);
		expect((await call('GET', `/JmJob/job_no=${number}/jm_episode`)).json.map((row: { episode_desc: string }) => row.episode_desc)).toEqual(
			['Uno', 'Two'],
		);
	});

	it('finds a source row by its number within the order', async () => {
		const key = await created(
			call,
			'JmWorkOrder',
			'jm_work_order',
			minimalOrder({ mo_source: [{ source_desc: 'A' }, { source_desc: 'B' }] }),
		);
		expect(
			(
				await call('PATCH', `/JmWorkOrder/wo_no_seq=${key}/mo_source/dsp_seq=2`, {
					body: [{ op: 'replace', path: 'source_desc', value: 'C' }],
				})
			).status,
		).toBe(204);
		expect((await call('GET', `/JmWorkOrder/wo_no_seq=${key}/mo_source/dsp_seq=2`)).json).toMatchObject([
			{ dsp_seq: { dsp_seq: 2 }, source_desc: 'C' },
		]);
	});

	it.each<[unknown, number, string]>([
		[[{ op: 'add', path: 'job_desc', value: 'x' }], 400, `'op' must be 'replace' or 'remove', got "add"`],
		[[{ op: 'test', path: 'job_desc', value: 'x' }], 400, `got "test"`],
		[[{ path: 'job_desc', value: 'x' }], 400, 'got undefined'],
		[[{ op: 'replace', path: 'nothing', value: 1 }], 400, `'path' "nothing" is not a field of 'jm_job'`],
		[[{ op: 'replace', path: 'job_desc' }], 400, "has no 'value' for 'job_desc'"],
		[[{ op: 'remove', path: 'job_desc' }], 500, "'job_desc' is required and cannot be cleared"],
		[[{ op: 'replace', path: 'job_no', value: 5 }], 500, "'job_no' is set by the system"],
		[[{ op: 'replace', path: 'date_added', value: '2020-01-01' }], 500, "'date_added' is set by the system"],
		[[{ op: 'replace', path: 'job_type_no', value: 'x' }], 500, "'job_type_no' must be a whole number"],
		[['replace'], 400, 'Operation 1 of the body must be an object'],
		[[], 400, 'contains no operation'],
		[{ jm_job: [{ job_desc: 'x' }] }, 400, 'application/json-patch+json'],
		['', 400, 'The request must have a body'],
	])('rejects %j', async (body, status, words) => {
		const response = await call('PATCH', '/JmJob/job_no=342', { body });
		expect(errorOf(response)).toContain(words);
		expect(response.status).toBe(status);
	});

	it('stores nothing if one of several operations is rejected', async () => {
		const number = await job();
		await call('PATCH', `/JmJob/job_no=${number}`, {
			body: [
				{ op: 'replace', path: 'job_desc', value: 'Half' },
				{ op: 'replace', path: 'job_type_no', value: 'x' },
			],
		});
		expect((await jobRecord(number)).job_desc).toBe('Change me');
	});
});

describe('PATCH with a full payload', () => {
	const patch = async (number: string, record: object) =>
		await call('PATCH', `/JmJob/job_no=${number}`, { body: { jm_job: [record] }, headers: PAYLOAD_FORM });

	it('changes the given fields, keeps all others, and returns the envelope without tables', async () => {
		const number = await job({ job_type_no: 4 });
		const response = await patch(number, { job_no: { job_no: number }, job_desc: 'Whole' });
		expect([response.status, response.json]).toEqual([200, { message: null, tables: [] }]);
		expect(await jobRecord(number)).toMatchObject({ job_desc: 'Whole', job_type_no: { job_type_no: 4 } });
	});

	it('changes rows with a known key, and adds rows with a negative key or without a key', async () => {
		const number = await job({ jm_episode: [{ episode_desc: 'One' }, { episode_desc: 'Two' }] });
		const [, second] = (await call('GET', `/JmJob/job_no=${number}/jm_episode`)).json;
		await patch(number, {
			job_no: number,
			jm_episode: [
				{ episode_no: second.episode_no, episode_desc: 'Zwei' },
				{ episode_no: -1, episode_desc: 'Drei' },
				{ episode_desc: 'Vier' },
			],
		});
		const rows = (await call('GET', `/JmJob/job_no=${number}/jm_episode`)).json;
		expect(rows.map((row: { episode_desc: string }) => row.episode_desc)).toEqual(['One', 'Zwei', 'Drei', 'Vier']);
	});

	it.each<[string, object, string]>([
		['a body without the key', { job_desc: 'x' }, "'job_no' in the body must be '342'"],
		['a different key in the body', { job_no: 343, job_desc: 'x' }, "'job_no' in the body must be '342'"],
		['an alternate key in the body', { job_no: { external_key: '154110' } }, "'job_no' in the body must be '342'"],
		['a cleared required field', { job_no: 342, job_desc: null }, "'job_desc' is required and cannot be cleared"],
		['a row of a different record', { job_no: 342, jm_episode: [{ episode_no: 1 }] }, "'episode_no' 1 already exists"],
	])('rejects %s', async (_case, record, words) => {
		expect(errorOf(await patch('342', record))).toContain(words);
	});

	it('rejects several records, an array, a row of a sub-table, and a record without its primary key', async () => {
		const headers = PAYLOAD_FORM;
		expect(errorOf(await call('PATCH', '/JmJob/external_key=154110', { body: { jm_job: [{ job_no: 342 }] }, headers }))).toContain(
			"must contain its primary key 'job_no'",
		);
		expect(errorOf(await call('PATCH', '/JmJob/job_no=342', { body: { jm_job: [{ job_no: 342 }, { job_no: 343 }] }, headers }))).toContain(
			'a PATCH of one record accepts one',
		);
		expect(
			errorOf(await call('PATCH', '/JmJob/job_no=342', { body: [{ op: 'replace', path: 'job_desc', value: 'x' }], headers })),
		).toContain("the single property 'jm_job'");
		const row = await call('PATCH', '/XmTransmissionOrder/wo_no_seq=7655-1/mo_service_row/service_row_no=9933', {
			body: { mo_service_row: [{ service_row_no: 9933 }] },
			headers,
		});
		expect([row.status, errorOf(row)]).toEqual([415, expect.stringContaining('To change a sub-table row, send operations')]);
	});
});

describe('PATCH of a list', () => {
	it('changes only the matching records', async () => {
		const keys = [await job({ JOB_field_1: 'batch-1' }), await job({ JOB_field_1: 'batch-2' }), await job({ JOB_field_1: 'other' })];
		const response = await call('PATCH', '/JmJobList', {
			query: { Query: { JOB_field_1: 'batch%' } },
			body: [{ op: 'replace', path: 'job_desc', value: 'All' }],
		});
		expect([response.status, response.text]).toEqual([204, '']);
		expect(await Promise.all(keys.map(async (key) => (await jobRecord(key)).job_desc))).toEqual(['All', 'All', 'Change me']);
	});

	it('returns 204 if nothing matches, and rejects a payload, a save argument and a missing query', async () => {
		const body = [{ op: 'replace', path: 'wo_reference', value: 'x' }];
		expect((await call('PATCH', '/JmWorkOrderList', { query: { Query: { wo_desc: 'none at all' } }, body })).status).toBe(204);
		expect(errorOf(await call('PATCH', '/JmWorkOrderList', { body }))).toContain("requires the 'Query' parameter");
		expect(errorOf(await call('PATCH', '/JmWorkOrderList', { query: { Query: {} }, body, headers: PAYLOAD_FORM }))).toContain(
			'To change a list, send operations',
		);
		expect(
			errorOf(
				await call('PATCH', '/JmWorkOrderList', {
					query: { Query: {} },
					body,
					headers: { SaveArgument: '{"VoidWorkOrder":"100-1"}' },
				}),
			),
		).toContain('is only for one record, not for a list');
	});

	it('changes all matching records or none', async () => {
		const keys = [await job({ JOB_field_1: 'unique-a' }), await job({ JOB_field_1: 'unique-b' })];
		const response = await call('PATCH', '/JmJobList', {
			query: { Query: { JOB_field_1: 'unique-%' } },
			body: [{ op: 'replace', path: 'external_key', value: 'same for both' }],
		});
		expect(response.status).toBe(500);
		expect(await Promise.all(keys.map(async (key) => (await jobRecord(key)).external_key))).toEqual([null, null]);
	});
});

describe('DELETE', () => {
	it('deletes a record with its rows and returns 204', async () => {
		const number = await job({ jm_episode: [{ episode_desc: 'One' }] });
		expect((await call('DELETE', `/JmJob/job_no=${number}`)).status).toBe(204);
		expect((await call('GET', `/JmJob/job_no=${number}`)).status).toBe(404);
		expect((await call('DELETE', `/JmJob/job_no=${number}`)).status).toBe(404);
	});

	it('deletes one row of a sub-table, and the rows nested in it', async () => {
		const key = await created(
			call,
			'XmTransmissionOrder',
			'jm_work_order',
			minimalOrder({ mo_service_row: [{ service_row_desc: 'A', mo_operation: [{ task_no: 1 }] }, { service_row_desc: 'B' }] }),
		);
		const [first] = (await call('GET', `/XmTransmissionOrder/wo_no_seq=${key}/mo_service_row`)).json;
		expect(
			(await call('DELETE', `/XmTransmissionOrder/wo_no_seq=${key}/mo_service_row/service_row_no=${first.service_row_no.service_row_no}`))
				.status,
		).toBe(204);
		expect((await call('GET', `/XmTransmissionOrder/wo_no_seq=${key}/mo_service_row`)).json).toMatchObject([{ service_row_desc: 'B' }]);
		expect((await call('DELETE', `/XmTransmissionOrder/wo_no_seq=${key}/mo_service_row`)).status).toBe(400);
	});
});
