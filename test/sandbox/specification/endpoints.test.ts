import { type Call, type Json, minimalOrder, PAYLOAD_FORM, type HttpResponse } from '../data/caller';
import { type Sentence, walkThrough } from './walk';

const ok = (response: HttpResponse, status = 200): Json => {
	expect([response.status, response.text]).toEqual([status, expect.any(String)]);
	return response.json;
};
/** Creates a job with this external key, on any release, and returns it as GET shows it. */
const newJob = async (call: Call, tag: string, more: object = {}): Promise<Json> => {
	const response = await call('POST', '/JmJob', {
		body: { jm_job: [{ job_desc: `Job ${tag}`, cust_id: '27', external_key: tag, ...more }] },
	});
	expect([200, 204]).toContain(response.status);
	return jobOf(call, tag);
};
const jobOf = async (call: Call, tag: string): Promise<Json> => ok(await call('GET', `/JmJob/external_key=${tag}`)).jm_job[0];
const patched = async (
	call: Call,
	path: string,
	...operations: readonly (readonly [path: string, value: unknown])[]
): Promise<HttpResponse> =>
	await call('PATCH', path, { body: operations.map(([field, value]) => ({ op: 'replace', path: field, value })) });
const count = ({ json }: HttpResponse): number => json.L.length;

const CONVENTIONS: readonly Sentence[] = [
	{
		says: 'A request body is an object whose single property is the table name; its value is an array of records; a sub-table is a property of a record',
		holds: async (call, tag) => {
			const job = await newJob(call, tag, { jm_episode: [{ title_no: { title_no: 1 } }, { title_no: 2 }] });
			expect(job.jm_episode.map((row: Json) => row.title_no.title_no)).toEqual([1, 2]);
			for (const body of [{ jm_job: [], other: [] }, { jm_job: {} }, [{ job_desc: 'x' }], { job: [{ job_desc: 'x' }] }]) {
				expect((await call('POST', '/JmJob', { body })).status).toBe(400);
			}
		},
	},
	{
		says: 'The property inside a key object can be an alternate key',
		holds: async (call, tag) => {
			const job = await newJob(call, tag, { cust_id: { external_key: 'CRM-27' } });
			expect(job.cust_id).toMatchObject({ cust_id: '27', external_key: 'CRM-27' });
		},
	},
	{
		says: 'A look-up field is returned as an object with the code and its description',
		holds: async (call) => {
			const [order] = ok(await call('GET', '/JmWorkOrder/wo_no_seq=2627-1')).jm_work_order;
			expect(order.wo_type_no).toMatchObject({ wo_type_no: expect.any(Number), wo_type_desc: expect.any(String) });
		},
	},
	{
		says: 'Date-times are ISO 8601 with Z, with an offset, and without an offset in query ranges',
		holds: async (call, tag, release) => {
			await call('POST', '/JmWorkOrder', {
				body: {
					jm_work_order: [minimalOrder({ external_key: tag, wo_begin_dt: '2037-01-01T10:00:00Z', wo_end_dt: '2037-01-01T11:00:00Z' })],
				},
			});
			const [order] = ok(await call('GET', `/JmWorkOrder/external_key=${tag}`)).jm_work_order;
			expect(order.wo_begin_dt).toBe(release === '10.6' ? '2037-01-01T10:00:00Z' : '2037-01-01T10:00:00+00:00');
			for (const range of [
				['2037-01-01T09:00:00', '2037-01-01T10:30:00'],
				['2037-01-01T02:00:00-08:00', '2037-01-01T02:00:00-08:00'],
			]) {
				expect(
					count(await call('GET', '/JmWorkOrderList', { query: { Query: { external_key: tag, wo_begin_dt: { $range: range } } } })),
				).toBe(1);
			}
		},
	},
	{
		says: 'Flag fields contain the text Y',
		holds: async (call, tag) => expect((await newJob(call, tag, { active: 'Y' })).active).toBe('Y'),
	},
	{
		says: 'external_key and cust_id are accepted as numbers, and asset_type_no as a string',
		holds: async (call, tag) => {
			const number = Number(`77${tag.length}${Date.now() % 100_000}`);
			expect([200, 204]).toContain(
				(await call('POST', '/JmJob', { body: { jm_job: [{ job_desc: tag, cust_id: 27, external_key: number }] } })).status,
			);
			expect((await jobOf(call, String(number))).external_key).toBe(String(number));
			const asset = {
				master_desc: tag,
				asset_type_no: '1',
				barcode: `${tag}-T`,
				lib_master_audio: [{ audio_channel: '1', audio_desc: 'A', audio_content_desc: 'B', track_language: 'C' }],
			};
			expect([200, 204]).toContain((await call('POST', '/LibMaster', { body: { lib_master: [asset] } })).status);
			expect(ok(await call('GET', `/LibMaster/barcode=${tag}-T`)).lib_master[0].lib_master_audio).toMatchObject([
				{ audio_channel: 1, audio_desc: 'A', audio_content_desc: 'B', track_language: 'C' },
			]);
		},
	},
];

const READING: readonly Sentence[] = [
	{
		says: 'GET returns an object whose single property is the table name; its value is an array of records',
		holds: async (call) =>
			expect(ok(await call('GET', '/JmJob/job_no=342'))).toEqual({
				jm_job: [expect.objectContaining({ job_no: expect.objectContaining({ job_no: 342 }) })],
			}),
	},
	{
		says: 'resultColumns maps a table to an array of fields, or to a single field name for a sub-table',
		holds: async (call) => {
			const one = async (resultColumns: object): Promise<Json> =>
				ok(await call('GET', '/XmTransmissionOrder/wo_no_seq=7655-1', { query: { resultColumns } })).jm_work_order[0];
			expect(Object.keys(await one({ jm_work_order: ['wo_desc'], mo_service_row: ['service_row_no'] })).sort()).toEqual([
				'mo_service_row',
				'wo_desc',
			]);
			expect(Object.keys(await one({ jm_work_order: ['wo_desc'], mo_service_row: 'service_row_no' })).sort()).toEqual([
				'mo_service_row',
				'wo_desc',
			]);
		},
	},
	{
		says: 'resultColumns also limits the fields of sub-tables and sub-sub-tables when a sub-table path is used',
		since: '11.0',
		holds: async (call) => {
			const rows = ok(
				await call('GET', '/XmTransmissionOrder/wo_no_seq=7655-1/mo_service_row', {
					query: { resultColumns: { mo_service_row: ['dsp_seq'], mo_operation: ['trx_group_desc'] } },
				}),
			);
			expect(rows.length).toBeGreaterThan(0);
			for (const row of rows) {
				expect(Object.keys(row)).toEqual(['dsp_seq', 'mo_operation']);
				expect(row.mo_operation.map((each: object) => Object.keys(each))).toEqual(row.mo_operation.map(() => ['trx_group_desc']));
			}
		},
	},
	{
		says: 'nullvaluehandling=ignore omits fields that are null',
		holds: async (call) => {
			const all = ok(await call('GET', '/JmWorkOrder/wo_no_seq=2627-1')).jm_work_order[0];
			const some = ok(await call('GET', '/JmWorkOrder/wo_no_seq=2627-1', { query: { nullvaluehandling: 'ignore' } })).jm_work_order[0];
			expect(Object.keys(some)).toEqual(Object.keys(all).filter((name) => all[name] !== null));
			expect(JSON.stringify(some)).not.toContain('null');
		},
	},
	{
		says: 'GET with a sub-table path returns only the records of that sub-table, at every depth',
		holds: async (call) => {
			const rows = ok(await call('GET', '/XmTransmissionOrder/wo_no_seq=7655-1/mo_service_row'));
			expect(rows.map((row: Json) => row.service_row_no.service_row_no)).toEqual(expect.arrayContaining([9933, 9934]));
			const operations = ok(await call('GET', '/XmTransmissionOrder/wo_no_seq=7655-1/mo_service_row/service_row_no=9933/mo_operation'));
			expect(operations).toEqual(rows.find((row: Json) => row.service_row_no.service_row_no === 9933).mo_operation);
		},
	},
	{
		says: 'A list is filtered with Query or query; a plain value matches exactly; % is a wildcard',
		holds: async (call) => {
			for (const name of ['Query', 'query']) {
				expect(ok(await call('GET', '/JmJobList', { query: { [name]: { job_no: 342 } } })).L).toHaveLength(1);
			}
			const { L } = ok(await call('GET', '/JmJobList', { query: { query: { job_desc: 'Winter%' } } }));
			expect(L.length).toBeGreaterThan(0);
			expect(L.every((job: Json) => job.job_desc.startsWith('Winter'))).toBe(true);
		},
	},
	{
		says: '$gt, $gte, $lt, $lte compare with a single value',
		since: '11.0',
		holds: async (call) => {
			const numbers = async (condition: object): Promise<number[]> =>
				ok(await call('GET', '/JmJobList', { query: { query: { job_no: condition } } })).L.map((job: Json) => job.job_no.job_no);
			expect(await numbers({ $gte: 10, $lte: 12 })).toEqual([10, 11, 12]);
			expect(await numbers({ $gt: 10, $lt: 12 })).toEqual([11]);
		},
	},
	{
		says: '$notin excludes all of the values, and $LIKEAND requires all of the patterns in any order',
		since: '11.1',
		holds: async (call) => {
			const descriptions = async (condition: object): Promise<string[]> =>
				ok(await call('GET', '/PmProjectList', { query: { query: { project_desc: condition } } })).L.map(
					(project: Json) => project.project_desc,
				);
			const [first, ...others] = await descriptions({ $ne: 'x' });
			expect(await descriptions({ $notin: [first] })).toEqual(others.filter((each) => each !== first));
			const words = (first as string).split(' ');
			const both = await descriptions({ $LIKEAND: [`%${words.at(-1) ?? ''}%`, `%${words[0] ?? ''}%`] });
			expect(both).toContain(first);
		},
	},
	{
		says: 'A pagination count is returned in a response header',
		holds: async (call) => {
			const response = await call('GET', '/JmJobList', { query: { query: {}, pageSize: 2, page: 1 } });
			expect([response.json.L.length, Number(response.headers.get('Pagination-Count'))]).toEqual([
				2,
				count(await call('GET', '/JmJobList', { query: { query: {} } })),
			]);
		},
	},
];

const WRITING: readonly Sentence[] = [
	{
		says: 'POST with the minimum fields creates a work order; the response is the create envelope',
		holds: async (call, tag, release) => {
			const response = await call('POST', '/JmWorkOrder', { body: { jm_work_order: [minimalOrder({ external_key: tag })] } });
			const envelope = {
				message: null,
				tables: ['jm_work_order'],
				jm_work_order: { record_identifiers: ['wo_no_seq'], records: [{ wo_no_seq: expect.stringMatching(/^\d+-\d+$/) }] },
			};
			expect([response.status, response.json]).toEqual(release === '10.6' ? [204, undefined] : [200, envelope]);
			expect(ok(await call('GET', `/JmWorkOrder/external_key=${tag}`)).jm_work_order).toHaveLength(1);
			for (const field of ['wo_desc', 'wo_begin_dt', 'wo_end_dt', 'wo_type_no', 'phase_code', 'rate_card_no', 'cust_id']) {
				const rest = Object.fromEntries(Object.entries(minimalOrder()).filter(([name]) => name !== field));
				const refused = await call('POST', '/JmWorkOrder', { body: { jm_work_order: [rest] } });
				expect([field, refused.status, refused.text]).toEqual([field, 500, expect.stringContaining(field)]);
			}
		},
	},
	{
		says: 'POST to JmJob returns 200',
		since: '11.0',
		holds: async (call, tag) => void ok(await call('POST', '/JmJob', { body: { jm_job: [{ job_desc: tag, cust_id: '27' }] } })),
	},
	{
		says: 'The identifier of a record created through SysContactFacade is in the body, not in a header',
		since: '11.0',
		holds: async (call, tag) => {
			const response = await call('POST', '/SysContactFacade', {
				body: { sys_contact_facade: [{ contact_type: 'Client', contact_name: tag }] },
			});
			expect([response.status, response.headers.get('location'), response.json.tables]).toEqual([200, null, ['sys_contact_facade']]);
		},
	},
	{
		says: 'An offset in a POST body is honored',
		since: '11.3',
		holds: async (call, tag) => {
			await call('POST', '/JmWorkOrder', {
				body: {
					jm_work_order: [
						minimalOrder({ external_key: tag, wo_begin_dt: '2023-08-22T10:00:00-08:00', wo_end_dt: '2023-08-22T16:00:00-08:00' }),
					],
				},
			});
			expect(ok(await call('GET', `/JmWorkOrder/external_key=${tag}`)).jm_work_order[0].wo_begin_dt).toBe('2023-08-22T18:00:00+00:00');
		},
	},
	{
		says: 'A date that POST, PUT or PATCH sets to null is returned as null',
		since: '11.0',
		holds: async (call, tag) => {
			const value = async (): Promise<unknown> => ok(await call('GET', `/LibMaster/barcode=${tag}`)).lib_master[0].LM_field_1;
			await call('POST', '/LibMaster', { body: { lib_master: [{ master_desc: tag, asset_type_no: 1, barcode: tag, LM_field_1: null }] } });
			expect(await value()).toBeNull();
			for (const change of [
				async () => await patched(call, `/LibMaster/barcode=${tag}`, ['LM_field_1', null]),
				async () =>
					await call('PUT', `/LibMaster/barcode=${tag}`, {
						body: { lib_master: [{ master_no: { barcode: tag }, LM_field_1: null }] },
						headers: PAYLOAD_FORM,
					}),
			]) {
				await patched(call, `/LibMaster/barcode=${tag}`, ['LM_field_1', '2026-01-01T00:00:00Z']);
				expect(await value()).toBe('2026-01-01T00:00:00+00:00');
				expect([200, 204]).toContain((await change()).status);
				expect(await value()).toBeNull();
			}
		},
	},
	{
		says: 'PATCH with operations returns 204 without a body; value is a string or a number',
		holds: async (call, tag) => {
			await newJob(call, tag);
			const response = await patched(call, `/JmJob/external_key=${tag}`, ['job_desc', 'Changed'], ['job_type_no', 2], ['division_no', '1']);
			expect([response.status, response.text]).toEqual([204, '']);
			expect(await jobOf(call, tag)).toMatchObject({
				job_desc: 'Changed',
				job_type_no: { job_type_no: 2 },
				division_no: { division_no: 1 },
			});
		},
	},
	{
		says: 'PATCH with a full payload requires the primary key in the address and in the body, and returns 200 with the envelope or 204',
		holds: async (call, tag) => {
			const { job_no: number } = (await newJob(call, tag)).job_no;
			const body = { jm_job: [{ job_no: { job_no: number }, job_desc: 'Payload' }] };
			const response = await call('PATCH', `/JmJob/job_no=${number as number}`, { body, headers: PAYLOAD_FORM });
			expect([response.status, response.json]).toEqual([200, { message: null, tables: [] }]);
			expect((await jobOf(call, tag)).job_desc).toBe('Payload');
			for (const [path, wrong] of [
				[`/JmJob/external_key=${tag}`, body],
				[`/JmJob/job_no=${number as number}`, { jm_job: [{ job_desc: 'No key' }] }],
				[`/JmJob/job_no=${number as number}`, { jm_job: [{ job_no: 342 }] }],
			] as const) {
				expect((await call('PATCH', path, { body: wrong, headers: PAYLOAD_FORM })).status).toBe(400);
			}
		},
	},
	{
		says: 'PATCH of a list applies the operations to every matching record, supports %, and returns 204',
		holds: async (call, tag) => {
			for (const each of ['A', 'B']) await newJob(call, `${tag}-${each}`);
			const response = await call('PATCH', '/JmJobList', {
				query: { Query: { external_key: `${tag}-%` } },
				body: [{ op: 'replace', path: 'JOB_field_1', value: tag }],
			});
			expect([response.status, response.text]).toEqual([204, '']);
			expect(count(await call('GET', '/JmJobList', { query: { Query: { JOB_field_1: tag } } }))).toBe(2);
		},
	},
];

walkThrough({ Conventions: CONVENTIONS, GET: READING, 'POST and PATCH': WRITING });
