import { DOCUMENTS } from '../../../core/catalog';
import { sandboxForTests } from '../../support/sandboxForTests';
import { callerOf, created, errorOf } from './caller';

const sandbox = sandboxForTests();
const call = callerOf(() => sandbox);

describe('GET of one record', () => {
	it('returns the table with one record: key objects with alternate keys, look-ups with code and description', async () => {
		const response = await call('GET', '/LibMaster/master_no=18');
		expect(response.status).toBe(200);
		expect(response.headers.get('content-type')).toContain('application/json');
		expect(Object.keys(response.json)).toEqual(['lib_master']);
		const [asset] = response.json.lib_master;
		expect(asset.master_no).toEqual({ master_no: 18, barcode: '2000XYT', external_key: null, umid: null });
		expect(asset.barcode).toBe('2000XYT');
		expect(asset.asset_type_no).toEqual({ asset_type_no: expect.any(Number), asset_type_desc: expect.any(String), external_key: null });
		expect(asset.cust_id).toMatchObject({
			cust_id: expect.any(String),
			cust_name: expect.any(String),
			list_id: expect.any(String),
			other_cust_id: null,
		});
		expect(asset.lib_master_title[0].title_no).toEqual({
			title_no: expect.any(Number),
			title_desc: expect.any(String),
			external_key: expect.anything(),
		});
	});

	it.each([
		['the primary key', 'LibMaster/master_no=18'],
		['an alternate key', 'LibMaster/barcode=2000XYT'],
		['the key, with the document name in a different case', 'libmaster/master_no=18'],
		['the key, with a trailing slash', 'LibMaster/master_no=18/'],
	])('finds a record by %s', async (_how, path) => {
		const response = await call('GET', `/${path}`);
		expect(response.json.lib_master[0].master_no.master_no).toBe(18);
	});

	it.each([
		['/LibMaster/master_no=999999', 404, 'Alternate key not found: master_no=999999'],
		['/LibMaster/master_no=abc', 404, 'Alternate key not found: master_no=abc'],
		['/LibMaster/barcode=', 404, 'Alternate key not found: barcode='],
		['/JmWorkOrder/wo_no_seq=0100-1', 404, 'Alternate key not found: wo_no_seq=0100-1'],
		['/XmTransmissionOrder/wo_no_seq=2627-1', 404, 'Alternate key not found: wo_no_seq=2627-1'],
		['/LibMaster/location=Vault', 400, "'location' is not a key of lib_master"],
		['/LibMaster', 400, '/LibMaster/master_no=<value>'],
		['/LibMaster/18', 400, "'18' in the URL is not a key"],
		['/LibMaster/master_no=18/jm_episode', 400, "'jm_episode' in the URL is not a sub-table of LibMaster"],
		['/LibMasterList/master_no=18', 400, "'LibMasterList' is a list"],
		['/LibMaster/master_no=%zz', 400, ''],
		['/Nothing/x=1', 404, "Unknown document 'Nothing'"],
	])('rejects %s with %i', async (path, status, words) => {
		const response = await call('GET', path);
		expect(response.status).toBe(status);
		expect(errorOf(response)).toContain(words);
	});

	it.each(['a/b=c?d#e%f&g+h', 'Ünïcode Ключ 鍵 😀', '..', '%2e%2e%2f', ' spaces at both ends ', "'; DROP TABLE jm_job; --", '"quoted"'])(
		'finds a record by the key %j, which is decoded once',
		async (key) => {
			const number = await created(call, 'JmJob', 'jm_job', { job_desc: 'Odd key', cust_id: '27', external_key: key });
			const response = await call('GET', `/JmJob/external_key=${encodeURIComponent(key)}`);
			expect(response.json.jm_job[0].job_no).toEqual({ job_no: Number(number), external_key: key });
		},
	);

	it('returns 405 for a method that the document does not support', async () => {
		expect((await call('PUT', '/JmJobList', { query: { Query: {} } })).status).toBe(405);
		expect((await call('DELETE', '/SysContactFacade/contact_no=1')).status).toBe(405);
	});
});

describe('GET of one record with resultColumns', () => {
	const columnsOf = async (path: string, resultColumns: unknown): Promise<unknown> =>
		(await call('GET', path, { query: { resultColumns } })).json;

	it('shows exactly the named fields of the record, and no sub-table', async () => {
		expect(await columnsOf('/LibMaster/master_no=18', { lib_master: ['master_no', 'barcode'] })).toEqual({
			lib_master: [{ master_no: { master_no: 18, barcode: '2000XYT', external_key: null, umid: null }, barcode: '2000XYT' }],
		});
	});

	it('shows named sub-tables with their named fields', async () => {
		expect(
			await columnsOf('/XmTransmissionOrder/wo_no_seq=7655-1', { jm_work_order: ['wo_no'], mo_service_row: ['service_row_no'] }),
		).toEqual({
			jm_work_order: [
				{
					wo_no: 7655,
					mo_service_row: [
						{ service_row_no: { service_row_no: 9933, external_key: null } },
						{ service_row_no: { service_row_no: 9934, external_key: null } },
					],
				},
			],
		});
	});

	it('accepts a single field name for a sub-table', async () => {
		const job = await created(call, 'JmJob', 'jm_job', {
			job_desc: 'Two episodes',
			cust_id: '27',
			jm_episode: [{ title_no: 1 }, { title_no: 2 }],
		});
		const rows = (await columnsOf(`/JmJob/job_no=${job}/jm_episode`, { jm_episode: 'title_no' })) as object[];
		expect(rows.map((row) => Object.keys(row))).toEqual([['title_no'], ['title_no']]);
	});

	it('limits the fields of a sub-table and of the tables nested in it if the URL names the sub-table', async () => {
		const address = '/XmTransmissionOrder/wo_no_seq=1072992-1/mo_service_row/service_row_no=221083';
		expect(await columnsOf(address, { mo_service_row: ['dsp_seq'], mo_operation: ['task_no'] })).toEqual([
			{ dsp_seq: 1, mo_operation: [{ task_no: { task_no: 1 } }, { task_no: { task_no: 2 } }] },
		]);
		expect(await columnsOf(address, { mo_service_row: ['dsp_seq'] })).toEqual([{ dsp_seq: 1 }]);
	});

	it('shows all fields of the tables that contain a named sub-table, but no other sub-table', async () => {
		const {
			jm_work_order: [order],
		} = (await columnsOf('/XmTransmissionOrder/wo_no_seq=7655-1', { mo_operation: ['task_no'] })) as {
			jm_work_order: [Record<string, unknown>];
		};
		expect(order).toMatchObject({
			wo_no: 7655,
			wo_desc: expect.any(String),
			mo_service_row: [{ dsp_seq: 1, mo_operation: [{ task_no: { task_no: 1 } }, { task_no: { task_no: 2 } }] }, {}],
		});
		expect(Object.keys(order)).not.toContain('jm_wo_transaction');
	});

	it.each([
		['{"jm_job":["nothing"]}', "unknown field 'nothing' of 'jm_job'"],
		['{"other":["job_no"]}', "unknown table 'other'"],
		['{"jm_job":{"job_no":1}}', "the value of 'jm_job' is not a list"],
		['["job_no"]', 'a JSON object of table names'],
		['{', 'JSON'],
	])('rejects %s', async (resultColumns, words) => {
		const response = await call('GET', '/JmJob/job_no=342', { query: { resultColumns } });
		expect(response.status).toBe(400);
		expect(errorOf(response)).toContain(words);
	});
});

describe('Null values and alternate keys', () => {
	it('are omitted if requested, regardless of the case of the parameter names', async () => {
		const response = await call('GET', '/LibMaster/master_no=18', {
			query: { NullValueHandling: 'ignore', ALTERNATEKEYHANDLING: 'ignore' },
		});
		const [asset] = response.json.lib_master;
		expect(asset.master_no).toEqual({ master_no: 18 });
		expect(asset.barcode).toBe('2000XYT');
		expect(Object.keys(asset)).not.toContain('external_key');
		expect(Object.keys(asset.cust_id)).toEqual(['cust_id', 'cust_name']);
		expect(response.text).not.toContain('null');
	});

	it('are omitted independently: if only nulls are omitted, the key object still contains the alternate keys that have a value', async () => {
		const response = await call('GET', '/LibMaster/master_no=18', { query: { nullvaluehandling: 'ignore' } });
		expect(response.json.lib_master[0].master_no).toEqual({ master_no: 18, barcode: '2000XYT' });
	});

	it('are controlled by parameters that accept only ignore and include', async () => {
		const response = await call('GET', '/LibMaster/master_no=18', { query: { nullvaluehandling: 'omit' } });
		expect(response.status).toBe(400);
		expect(errorOf(response)).toContain("'ignore' or 'include'");
	});
});

describe('GET of a sub-table', () => {
	it('returns the bare array of its rows', async () => {
		const response = await call('GET', '/XmTransmissionOrder/wo_no_seq=1072992-1/mo_service_row');
		expect(response.json).toHaveLength(2);
		expect(response.json[0]).toMatchObject({
			service_row_no: { service_row_no: 221083, external_key: null },
			mo_operation: [{ operation_no: { operation_no: 133119 } }, {}],
		});
	});

	it('returns a row nested in another row if the URL has the keys of both rows', async () => {
		const path = '/XmTransmissionOrder/wo_no_seq=1072992-1/mo_service_row/service_row_no=221083/mo_operation/operation_no=133119';
		const response = await call('GET', path, {
			query: { resultColumns: { mo_operation: ['operation_no', 'task_no', 'trx_resource_desc', 'trx_group_desc'] } },
		});
		expect(response.json).toEqual([
			{ operation_no: { operation_no: 133119 }, task_no: { task_no: 1 }, trx_resource_desc: 'Router', trx_group_desc: 'Transmission' },
		]);
	});

	it('returns an empty array if there are no rows', async () => {
		const job = await created(call, 'JmJob', 'jm_job', { job_desc: 'No episodes', cust_id: '27' });
		expect((await call('GET', `/JmJob/job_no=${job}/jm_episode`)).text).toBe('[]');
	});

	it('does not return a row of a different record', async () => {
		const response = await call('GET', '/XmTransmissionOrder/wo_no_seq=7655-1/mo_service_row/service_row_no=221083');
		expect(response.status).toBe(404);
		expect(errorOf(response)).toBe('Alternate key not found: service_row_no=221083');
	});
});

describe('A custom drop-down field', () => {
	it('is an object with details if it has "Additional API details", and otherwise only a string', async () => {
		const key = await created(call, 'JmWorkOrder', 'jm_work_order', {
			wo_desc: 'Custom',
			wo_begin_dt: '2026-01-01T00:00:00Z',
			wo_end_dt: '2026-01-01T01:00:00Z',
			wo_type_no: 1,
			phase_code: 'Bid',
			rate_card_no: 1,
			cust_id: 19,
			WO_field_2: 'Link',
			WO_field_3: 'UHD HDR',
		});
		const [order] = (await call('GET', `/JmWorkOrder/wo_no_seq=${key}`)).json.jm_work_order;
		expect(order.WO_field_2).toBe('Link');
		expect(order.WO_field_3).toEqual({
			option_no: expect.any(Number),
			option_text: 'UHD HDR',
			external_key: null,
			WO_field_3: 'UHD HDR',
		});
	});
});

describe('JmWoTransaction', () => {
	it('requires the parameter wo_no_seq, which must identify the order of the transaction', async () => {
		expect(errorOf(await call('GET', '/JmWoTransaction/trx_no=38521'))).toBe("JmWoTransaction requires the 'wo_no_seq' parameter");
		expect(
			(await call('GET', '/JmWoTransaction/trx_no=38521', { query: { wo_no_seq: '36914-1' } })).json.jm_wo_transaction[0].wo_no_seq,
		).toBe('36914-1');
		expect((await call('GET', '/JmWoTransaction/trx_no=38521', { query: { wo_no_seq: '2627-1' } })).status).toBe(404);
	});
});

describe('The demo data', () => {
	it('contains a record of every document that has a list', async () => {
		const lists = DOCUMENTS.flatMap(({ list, verbs }) => (list !== undefined && verbs.includes('list') ? [list] : []));
		const found = await Promise.all(
			lists.map(async (list) => ({ list, ...(await call('GET', `/${list}`, { query: { Query: {}, pageSize: '1' } })) })),
		);
		expect({ addTo: 'sandbox/seed/', empty: found.filter(({ json }) => json.L.length === 0).map(({ list }) => list) }).toEqual({
			addTo: 'sandbox/seed/',
			empty: [],
		});
	});
});
