import { DOCUMENTS } from '../../../core/catalog';
import { sandboxForTests } from '../../support/sandboxForTests';
import { callerOf, created, minimalOrder, PAYLOAD_FORM, recordOf, type HttpResponse, errorOf } from './caller';

const sandbox = sandboxForTests();
const call = callerOf(() => sandbox);
const put = async (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<HttpResponse> =>
	await call('PUT', path, { body, headers: { ...PAYLOAD_FORM, ...headers } });
const job = (key: string, more: object = {}): object => ({
	jm_job: [{ job_no: { external_key: key }, external_key: key, division_no: 2, cust_id: '010', job_desc: 'Upsert', ...more }],
});

describe('PUT of a record', () => {
	it('returns the identifier of a record that it creates, and no identifier if it changes a record', async () => {
		const first = await put('/JmJob/external_key=PH1', job('PH1'));
		expect(first.json).toEqual({
			message: null,
			tables: ['jm_job'],
			jm_job: { record_identifiers: ['job_no'], records: [{ job_no: expect.any(Number) }] },
		});
		const second = await put('/JmJob/external_key=PH1', job('PH1', { job_desc: 'Again' }));
		expect([second.status, second.json]).toEqual([200, { message: null, tables: [] }]);
		expect(await recordOf(call, 'JmJob', 'jm_job', 'external_key=PH1')).toMatchObject({
			job_no: first.json.jm_job.records[0],
			job_desc: 'Again',
		});
	});

	it('creates an order with a number that the system assigns', async () => {
		const response = await put('/JmWorkOrder/external_key=UP-1', {
			jm_work_order: [minimalOrder({ wo_no_seq: { external_key: 'UP-1' }, external_key: 'UP-1' })],
		});
		expect(response.json.jm_work_order.records[0].wo_no_seq).toMatch(/^\d+-1$/);
	});

	it('finds a library asset by its barcode, and stores a barcode that is only in the key object', async () => {
		const body = { lib_master: [{ master_no: { barcode: 'XYZ1' }, master_desc: 'Content', asset_type_no: '1' }] };
		const first = await put('/LibMaster/barcode=XYZ1', body);
		expect(first.json.tables).toEqual(['lib_master']);
		expect((await put('/LibMaster/barcode=XYZ1', body)).json.tables).toEqual([]);
	});

	it('accepts the primary key, even for a new record', async () => {
		expect(
			(await put('/JmJob/job_no=800000', { jm_job: [{ job_no: 800_000, job_desc: 'By number', cust_id: '27' }] })).json.jm_job.records,
		).toEqual([{ job_no: 800_000 }]);
		expect((await put('/JmJob/job_no=800000', { jm_job: [{ job_no: { job_no: '800000' }, job_desc: 'By number' }] })).json.tables).toEqual(
			[],
		);
	});

	it('creates and changes setup records by their code', async () => {
		const body = { jm_action: [{ action_code: { action_code: 'X9' }, action_desc: 'Extra' }] };
		expect((await put('/JmAction/action_code=X9', body)).json.tables).toEqual(['jm_action']);
		expect((await put('/JmAction/action_code=X9', body)).json.tables).toEqual([]);
	});

	it.each<[string, string, unknown, string]>([
		[
			'a body without the key object',
			'/JmJob/external_key=N1',
			{ jm_job: [{ external_key: 'N1', job_desc: 'x', cust_id: '27' }] },
			"'job_no' must contain 'external_key' 'N1'",
		],
		['a different key in the object', '/JmJob/external_key=N1', job('N2'), "'job_no' must contain 'external_key' 'N1'"],
		[
			'a new record without external_key in the root',
			'/JmJob/external_key=N1',
			{ jm_job: [{ job_no: { external_key: 'N1' }, job_desc: 'x', cust_id: '27' }] },
			"send 'external_key' in the root of the record too",
		],
		[
			'a different external_key in the root',
			'/JmJob/external_key=N1',
			{ jm_job: [{ job_no: { external_key: 'N1' }, external_key: 'N3', job_desc: 'x', cust_id: '27' }] },
			'in the root of the record is',
		],
		[
			'two records',
			'/JmJob/external_key=N1',
			{ jm_job: [{ job_no: { external_key: 'N1' } }, { job_no: { external_key: 'N1' } }] },
			'a PUT accepts one',
		],
		['a URL with a field that is not a key', '/JmJob/job_desc=N1', job('N1'), "must contain 'job_desc'"],
		[
			'a new record without a required field',
			'/JmJob/external_key=N1',
			{ jm_job: [{ job_no: { external_key: 'N1' }, external_key: 'N1' }] },
			"'job_desc' is required",
		],
		['operations', '/JmJob/external_key=N1', [{ op: 'replace', path: 'job_desc', value: 'x' }], "the single property 'jm_job'"],
	])('rejects %s', async (_case, path, body, words) => {
		const response = await put(path, body);
		expect(errorOf(response)).toContain(words);
		expect(response.status).toBeGreaterThanOrEqual(400);
		expect((await call('GET', '/JmJob/external_key=N1')).status).toBe(404);
	});

	it('sets a date to null, in new and existing records', async () => {
		const body = (date: string | null): object => ({
			lib_master: [{ master_no: { barcode: 'NULL-DATE' }, master_desc: 'Dates', asset_type_no: 1, LM_field_1: date }],
		});
		const date = async (): Promise<unknown> => (await recordOf(call, 'LibMaster', 'lib_master', 'barcode=NULL-DATE')).LM_field_1;
		await put('/LibMaster/barcode=NULL-DATE', body(null));
		expect(await date()).toBeNull();
		await put('/LibMaster/barcode=NULL-DATE', body('2026-01-01T00:00:00Z'));
		expect(await date()).toBe('2026-01-01T00:00:00+00:00');
		expect((await put('/LibMaster/barcode=NULL-DATE', body(null))).status).toBe(200);
		expect(await date()).toBeNull();
	});

	it.each(DOCUMENTS.filter(({ verbs }) => verbs.includes('upsert')).map((entry) => [entry.name, entry] as const))(
		'accepts an existing %s, and returns no new identifier',
		async (name, { list, requiredParameters = [], table: { name: table, key } }) => {
			// The title facade has no list, so the test takes its record from the list of titles.
			const [first] = (
				await call('GET', `/${list ?? 'LibTitleList'}`, {
					query: { Query: {}, pageSize: 1, resultColumns: { L: [key, ...requiredParameters] } },
				})
			).json.L;
			const value = first[key][key] ?? first[key];
			const required = new URLSearchParams(requiredParameters.map((parameter): [string, string] => [parameter, String(first[parameter])]));
			const response = await put(`/${name}/${key}=${encodeURIComponent(String(value))}?${required}`, {
				[table]: [{ [key]: { [key]: value } }],
			});
			expect([response.status, response.json]).toEqual([200, { message: null, tables: [] }]);
		},
	);

	it('requires Content-Type: application/json-patch+json', async () => {
		expect(errorOf(await put('/JmJob/external_key=PH1', job('PH1'), { 'Content-Type': 'application/json' }))).toContain(
			'application/json-patch+json',
		);
	});

	it('creates one record if fifty clients send the same key concurrently', async () => {
		const responses = await Promise.all(
			Array.from({ length: 50 }, async (_none, at) => await put('/JmJob/external_key=RACE', job('RACE', { job_desc: `Client ${at}` }))),
		);
		expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
		expect(responses.filter(({ json }) => json.tables.length > 0)).toHaveLength(1);
		expect((await call('GET', '/JmJobList', { query: { Query: { external_key: 'RACE' } } })).json.L).toHaveLength(1);
	});
});

describe('The rowAction header', () => {
	const asset = (more: object): object => ({
		lib_master: [{ master_no: { barcode: 'ROWS' }, master_desc: 'Rows', asset_type_no: 1, ...more }],
	});
	const rows = async (table: string): Promise<Record<string, unknown>[]> => (await call('GET', `/LibMaster/barcode=ROWS/${table}`)).json;
	const audio = [
		{ audio_desc: 'Left', audio_channel: '1' },
		{ audio_desc: 'Right', audio_channel: '2' },
	];

	beforeAll(async () => {
		await put('/LibMaster/barcode=ROWS', asset({ lib_master_audio: audio, lib_master_title: [{ title_no: { title_no: '36' } }] }));
	});

	it('is required to replace rows without a key: otherwise, they are added again', async () => {
		await put('/LibMaster/barcode=ROWS', asset({ lib_master_audio: audio }));
		expect(await rows('lib_master_audio')).toHaveLength(4);
	});

	it.each(['rowAction', 'ROWACTION'])(
		'deletes the rows of the named sub-table before the new rows are added (spelled %s)',
		async (name) => {
			const response = await put('/LibMaster/barcode=ROWS', asset({ lib_master_audio: audio }), {
				[name]: '{"deleteAll":["lib_master_audio"]}',
			});
			expect(response.status).toBe(200);
			expect((await rows('lib_master_audio')).map((row) => row.audio_desc)).toEqual(['Left', 'Right']);
			expect(await rows('lib_master_title')).toHaveLength(1);
		},
	);

	it('clears several sub-tables, and accepts the spelling DeleteAll', async () => {
		await put('/LibMaster/barcode=ROWS', asset({}), { rowAction: '{"DeleteAll":["lib_master_audio","lib_master_title"]}' });
		expect(await rows('lib_master_audio')).toEqual([]);
		expect(await rows('lib_master_title')).toEqual([]);
	});

	it('clears a sub-table in the rows of another sub-table', async () => {
		const key = await created(
			call,
			'XmTransmissionOrder',
			'jm_work_order',
			minimalOrder({
				external_key: 'DEEP',
				mo_service_row: [{ service_row_desc: 'A', mo_operation: [{ task_no: 1 }, { task_no: 2 }] }],
			}),
		);
		await put(
			'/XmTransmissionOrder/external_key=DEEP',
			{ jm_work_order: [{ wo_no_seq: { external_key: 'DEEP' } }] },
			{ rowAction: '{"deleteAll":["mo_operation"]}' },
		);
		expect(await recordOf(call, 'XmTransmissionOrder', 'jm_work_order', `wo_no_seq=${key}`)).toMatchObject({
			mo_service_row: [{ service_row_desc: 'A', mo_operation: [] }],
		});
	});

	it.each([
		['{"deleteAll":["nothing"]}', '"nothing", which is not a sub-table of LibMaster'],
		['{"deleteAll":["lib_master"]}', '"lib_master", which is not a sub-table'],
		['{"deleteAll":"lib_master_audio"}', 'must be a JSON object'],
		['{"keepAll":[]}', 'must be a JSON object'],
		['{', 'JSON'],
	])('rejects %s', async (rowAction, words) => {
		const response = await put('/LibMaster/barcode=ROWS', asset({}), { rowAction });
		expect(response.status).toBe(400);
		expect(errorOf(response)).toContain(words);
	});

	it('is rejected with methods other than PUT', async () => {
		const response = await call('PATCH', '/LibMaster/master_no=18', {
			body: [{ op: 'remove', path: 'location' }],
			headers: { rowAction: '{"deleteAll":["lib_master_audio"]}' },
		});
		expect(errorOf(response)).toBe("The 'rowAction' header is only for PUT");
	});
});
