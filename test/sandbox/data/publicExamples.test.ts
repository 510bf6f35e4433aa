import { DOCUMENTS, RELEASES, type Table } from '../../../core/catalog';
import { sandboxesForTests } from '../../support/sandboxForTests';
import { callerOf, created, type Json, minimalOrder, PAYLOAD_FORM, recordOf } from './caller';

const sandboxes = sandboxesForTests(['11.0', '26.1']);
const call = callerOf(() => sandboxes['26.1']);

// Each body and query here comes from the vendor's public REST guide, shortened to the fields that the sandbox has.
describe("The sandbox with the vendor's public examples", () => {
	it('creates a transmission order with an operation that contains a service row number and a task object', async () => {
		const operation = {
			operation_no: { operation_no: -1 },
			task_no: { task_no: 200, task_code: 'ALW' },
			service_row_no: -1,
			task_code: 'ALW',
		};
		const rows = [{ service_row_no: { service_row_no: -1 } }, { service_row_no: { service_row_no: -2 }, mo_operation: [operation] }];
		const response = await call('POST', '/XmTransmissionOrder', {
			body: { jm_work_order: [minimalOrder({ wo_desc: 'AS XM Test 7', cust_id: { list_id: '409' }, mo_service_row: rows })] },
		});
		expect([response.status, response.json.tables]).toEqual([200, ['jm_work_order', 'mo_service_row', 'mo_operation']]);
		const [order] = response.json.jm_work_order.records;
		const { json } = await call('GET', `/XmTransmissionOrder/wo_no_seq=${order.wo_no_seq}/mo_service_row`);
		const [, second] = response.json.mo_service_row.records;
		const [made] = response.json.mo_operation.records;
		expect(json[1]).toMatchObject({
			service_row_no: { service_row_no: second.service_row_no, external_key: null },
			mo_operation: [
				{
					operation_no: { operation_no: made.operation_no },
					service_row_no: second.service_row_no,
					task_no: { task_no: 200 },
					task_code: 'ALW',
				},
			],
		});
	});

	it("stores a job's purchase order, changes it with PATCH and PUT, and finds the job by purchase order", async () => {
		const key = await created(call, 'JmJob', 'jm_job', {
			job_desc: 'Passing Fancy',
			cust_id: { list_id: '409' },
			job_no: { job_no: -1 },
			po: 'PO-1',
		});
		const po = async (): Promise<unknown> => (await recordOf(call, 'JmJob', 'jm_job', `job_no=${key}`)).po;
		expect(await po()).toBe('PO-1');
		await call('PATCH', `/JmJob/job_no=${key}`, { body: [{ op: 'replace', path: 'po', value: 'PO-2' }] });
		expect(await po()).toBe('PO-2');
		await call('PUT', `/JmJob/job_no=${key}`, { body: { jm_job: [{ job_no: { job_no: key }, po: 'PO-3' }] }, headers: PAYLOAD_FORM });
		expect(await po()).toBe('PO-3');
		expect((await call('GET', '/JmJobList', { query: { Query: { po: 'po-3' } } })).json.L).toHaveLength(1);
	});

	it('lists assets by a condition on their title number, with the column desc_3', async () => {
		const key = await created(call, 'LibMaster', 'lib_master', {
			master_desc: 'Third',
			asset_type_no: 1,
			desc_3: 'Third description',
			title_no: 8,
		});
		const columns = { L: ['master_no', 'master_desc', 'date_added', 'desc_3'] };
		const response = await call('GET', '/LibMasterList', { query: { resultcolumns: columns, query: { title_no: { $gt: 7 } } } });
		expect(response.json.L).toEqual([
			{
				master_no: { master_no: Number(key), barcode: null, external_key: null, umid: null },
				master_desc: 'Third',
				desc_3: 'Third description',
				date_added: expect.any(String),
			},
		]);
	});

	it('finds orders by the current external key of their phase', async () => {
		const orders = async (value: unknown): Promise<number> =>
			(await call('GET', '/JmWorkOrderList', { query: { query: { jm_phase_external_key: value } } })).json.L.length;
		const key = await created(call, 'JmWorkOrder', 'jm_work_order', minimalOrder({ phase_code: 'RQST' }));
		expect(await orders({ $ne: '|NULL|' })).toBe(0);
		await call('PATCH', '/JmPhase/phase_code=RQST', { body: [{ op: 'replace', path: 'external_key', value: 'EXT-RQST' }] });
		const inPhase = (await call('GET', '/JmWorkOrderList', { query: { query: { phase_code: 'RQST' } } })).json.L.length;
		expect(inPhase).toBeGreaterThan(0);
		expect([await orders({ $ne: '|NULL|' }), await orders('ext-rqst')]).toEqual([inPhase, inPhase]);
		await call('PATCH', `/JmWorkOrder/wo_no_seq=${key}`, { body: [{ op: 'replace', path: 'phase_code', value: 'CONF' }] });
		expect(await orders('EXT-RQST')).toBe(inPhase - 1);
		expect((await recordOf(call, 'JmWorkOrder', 'jm_work_order', `wo_no_seq=${key}`)).jm_phase_external_key).toBeNull();
	});
});

/** All rows in the sub-tables of a record, at every level, each with its table. */
const childRows = (record: Json, { subTables = [] }: Table): readonly (readonly [table: Table, row: Json])[] =>
	subTables.flatMap((table) => (record[table.name] as Json[]).flatMap((row) => [[table, row] as const, ...childRows(row, table)]));

describe('The key of every record and row', () => {
	it.each(['11.0', '26.1'] as const)('is an object in the response to GET on %s', async (release) => {
		const on = callerOf(() => sandboxes[release]);
		const seen = new Set<string>();
		const isThere = ({ since }: { readonly since: (typeof RELEASES)[number] }): boolean =>
			RELEASES.indexOf(since) <= RELEASES.indexOf(release);
		for (const { kind, name, list, table, requiredParameters = [] } of DOCUMENTS.filter(
			(entry) => entry.list && entry.kind !== 'attachments' && isThere(entry),
		)) {
			const { json } = await on('GET', `/${list as string}`, { query: { Query: {}, pageSize: 5 } });
			for (const listed of json.L as Json[]) {
				expect([name, listed[table.key]]).toEqual([name, expect.objectContaining({ [table.key]: expect.anything() })]);
				if (requiredParameters.length > 0 || kind === 'list') continue;
				const record = await recordOf(on, name, table.name, `${table.key}=${encodeURIComponent(String(listed[table.key][table.key]))}`);
				for (const [{ name: below, key }, row] of childRows(record, table)) {
					seen.add(below);
					expect([below, row[key]]).toEqual([below, expect.objectContaining({ [key]: expect.anything() })]);
				}
			}
		}
		expect([...seen]).toEqual(
			expect.arrayContaining([
				'jm_episode',
				'jm_wo_transaction',
				'mo_source',
				'mo_service_row',
				'mo_operation',
				'sch_resource_group',
				'lib_master_title',
				'lib_master_audio',
			]),
		);
	});

	it('is an object in the response to GET of a sub-table, and is accepted in a body as a value or as an object', async () => {
		const job = await created(call, 'JmJob', 'jm_job', {
			job_desc: 'Rows',
			cust_id: '27',
			jm_episode: [{ episode_no: { episode_no: -1 }, title_no: 1 }],
		});
		const path = `/JmJob/job_no=${job}/jm_episode`;
		const [row] = (await call('GET', path)).json;
		expect(row.episode_no).toEqual({ episode_no: expect.any(Number) });
		const { episode_no: number } = row.episode_no;
		for (const [form, text] of [
			[number, 'flat'],
			[{ episode_no: number }, 'object'],
		] as const) {
			const body = { jm_job: [{ job_no: job, jm_episode: [{ episode_no: form, episode_desc: text }] }] };
			expect((await call('PATCH', `/JmJob/job_no=${job}`, { body, headers: PAYLOAD_FORM })).status).toBe(200);
			expect((await call('GET', path)).json).toMatchObject([{ episode_no: { episode_no: number }, episode_desc: text }]);
		}
	});
});
