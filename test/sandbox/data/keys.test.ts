import { sandboxForTests } from '../../support/sandboxForTests';
import { callerOf, created, minimalOrder, PAYLOAD_FORM, recordOf, type HttpResponse, errorOf } from './caller';

const sandbox = sandboxForTests();
const call = callerOf(() => sandbox);
const job = (more: object = {}): object => ({ job_desc: 'Keys', cust_id: '27', ...more });
const postJobs = async (...jobs: object[]): Promise<HttpResponse> => await call('POST', '/JmJob', { body: { jm_job: jobs } });
const numbersIn = ({ json }: HttpResponse): number[] => json.jm_job.records.map(({ job_no: number }: { job_no: number }) => number);

describe('The keys of new rows', () => {
	it('are assigned from numbers that no other row of the same body specifies', async () => {
		const [last = 0] = numbersIn(await postJobs(job()));
		expect(numbersIn(await postJobs(job(), job({ job_no: last + 1 }), job({ job_no: last + 3 }), job()))).toEqual([
			last + 2,
			last + 1,
			last + 3,
			last + 4,
		]);
	});

	it('are rejected if a body specifies the same key for two rows', async () => {
		const response = await postJobs(job({ job_no: 910_000 }), job({ job_no: { job_no: '910000' } }));
		expect([response.status, errorOf(response)]).toEqual([500, "'job_no' 910000 is the key of two new rows"]);
		const rows = await postJobs(job({ jm_episode: [{ episode_no: 910_000 }] }), job({ jm_episode: [{ episode_no: 910_000 }] }));
		expect([rows.status, errorOf(rows)]).toEqual([500, "'episode_no' 910000 is the key of two new rows"]);
	});

	it('are assigned for each order separately if rows are numbered per order', async () => {
		const sources = async (order: string): Promise<unknown[]> =>
			(await call('GET', `/JmWorkOrder/wo_no_seq=${order}/mo_source`)).json.map(
				({ dsp_seq: number, source_desc: text }: Record<string, unknown>) => [text, (number as { dsp_seq: number }).dsp_seq],
			);
		const order = await created(
			call,
			'JmWorkOrder',
			'jm_work_order',
			minimalOrder({ mo_source: [{ source_desc: 'A' }, { source_desc: 'B', dsp_seq: 1 }, { source_desc: 'C' }] }),
		);
		expect(await sources(order)).toEqual([
			['B', 1],
			['A', 2],
			['C', 3],
		]);
		const body = {
			jm_work_order: [{ wo_no_seq: order, mo_source: [{ source_desc: 'D' }, { source_desc: 'E', dsp_seq: 4 }, { source_desc: 'F' }] }],
		};
		expect((await call('PATCH', `/JmWorkOrder/wo_no_seq=${order}`, { body, headers: PAYLOAD_FORM })).status).toBe(200);
		expect((await sources(order)).slice(3)).toEqual([
			['E', 4],
			['D', 5],
			['F', 6],
		]);
		const twice = await call('POST', '/JmWorkOrder', {
			body: { jm_work_order: [minimalOrder({ mo_source: [{ dsp_seq: 7 }, { dsp_seq: 7 }] })] },
		});
		expect([twice.status, errorOf(twice)]).toEqual([500, "'dsp_seq' 7 is the key of two new rows"]);
	});

	it('can be the same in two orders if rows are numbered per order', async () => {
		const order = minimalOrder({ mo_source: [{ dsp_seq: 7 }] });
		expect((await call('POST', '/JmWorkOrder', { body: { jm_work_order: [order, order] } })).status).toBe(200);
	});
});

describe('Codes that look like numbers', () => {
	const put = async (code: string, text: string): Promise<HttpResponse> =>
		await call('PUT', `/SchResource/resource_code=${code}`, {
			body: { sch_resource: [{ resource_code: { resource_code: code }, resource_desc: text }] },
			headers: PAYLOAD_FORM,
		});
	const description = async (code: string): Promise<unknown> =>
		(await recordOf(call, 'SchResource', 'sch_resource', `resource_code=${code}`)).resource_desc;

	it('identify only the record with exactly the same code', async () => {
		const before = await description('4');
		for (const code of ['0004', '0004S', 'FRED01', '4.0', '1e3', '9007199254740993']) {
			const response = await put(code, `Desk ${code}`);
			expect([response.status, response.json.sch_resource?.records]).toEqual([200, [{ resource_code: code }]]);
			expect(await description(code)).toBe(`Desk ${code}`);
		}
		expect(await description('4')).toBe(before);
		const { json } = await call('GET', '/SchResourceList', { query: { Query: { resource_code: '0004' } } });
		expect(json.L.map(({ resource_code: key }: { resource_code: unknown }) => key)).toEqual([
			{ resource_code: '0004', external_key: null },
		]);
	});

	it('keep their leading zeros in rows that refer to the record', async () => {
		await put('0007', 'Seven');
		const order = await created(
			call,
			'JmWorkOrder',
			'jm_work_order',
			minimalOrder({ jm_wo_transaction: [{ trx_desc: 'A', resource_code: '0007' }] }),
		);
		expect((await call('GET', `/JmWorkOrder/wo_no_seq=${order}/jm_wo_transaction`)).json[0].resource_code).toEqual({
			resource_code: '0007',
			resource_desc: 'Seven',
			external_key: null,
		});
	});

	it('are rejected in a number field if they have leading zeros', async () => {
		const response = await call('POST', '/JmWorkOrder', { body: { jm_work_order: [minimalOrder({ cust_id: '0027' })] } });
		expect([response.status, errorOf(response)]).toEqual([
			500,
			"'cust_id' is a number field and cannot refer to ArCustomer cust_id '0027'",
		]);
	});
});

describe('An empty alternate key', () => {
	it('identifies no record in a URL', async () => {
		const number = await created(call, 'JmJob', 'jm_job', job({ external_key: '' }));
		const body = [{ op: 'replace', path: 'job_desc', value: 'Taken' }];
		for (const [method, asked] of [
			['GET', {}],
			['PATCH', { body }],
			['DELETE', {}],
		] as const) {
			const response = await call(method, '/JmJob/external_key=', asked);
			expect([response.status, errorOf(response)]).toEqual([404, 'Alternate key not found: external_key=']);
		}
		const put = await call('PUT', '/JmJob/external_key=', {
			body: { jm_job: [{ job_no: { external_key: '' }, external_key: '', job_desc: 'Taken', cust_id: '27' }] },
			headers: PAYLOAD_FORM,
		});
		expect([put.status, errorOf(put)]).toEqual([400, "The key in the URL is empty: 'external_key' has no value"]);
		expect((await recordOf(call, 'JmJob', 'jm_job', `job_no=${number}`)).job_desc).toBe('Keys');
	});

	it('identifies no record in a look-up, and no row in a body', async () => {
		await created(call, 'ArCustomer', 'ar_customer', { cust_id: 'EMPTY', cust_name: 'Empty', external_key: '' });
		expect(errorOf(await postJobs(job({ cust_id: { external_key: '' } })))).toBe(
			"'cust_id' refers to a record that does not exist: ArCustomer external_key ''",
		);
		const rows = [{ service_row_desc: 'A', external_key: '' }];
		const order = await created(call, 'MoMediaOrder', 'jm_work_order', minimalOrder({ mo_service_row: rows }));
		const added = { service_row_no: { external_key: '' }, service_row_desc: 'B' };
		await call('PATCH', `/MoMediaOrder/wo_no_seq=${order}`, {
			body: { jm_work_order: [{ wo_no_seq: order, mo_service_row: [added] }] },
			headers: PAYLOAD_FORM,
		});
		expect((await call('GET', `/MoMediaOrder/wo_no_seq=${order}/mo_service_row`)).json).toMatchObject([
			{ service_row_desc: 'A' },
			{ service_row_desc: 'B' },
		]);
	});
});

describe('Very deeply nested input', () => {
	const DEEP = 500_000;
	const array = `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`;

	it.each<[string, string, string, string, number, string]>([
		[
			'in a key object',
			'POST',
			'/JmJob',
			`{"jm_job":[{"job_desc":"x","cust_id":${'{"cust_id":'.repeat(DEEP)}1${'}'.repeat(DEEP)}}]}`,
			500,
			"'cust_id' must be a plain value inside its object",
		],
		[
			'as the name of an operation',
			'PATCH',
			'/JmJob/job_no=342',
			`[{"op":${array},"path":"job_desc","value":1}]`,
			400,
			'got a deeply nested array',
		],
		[
			'as the field of an operation',
			'PATCH',
			'/JmJob/job_no=342',
			`[{"op":"replace","path":${array},"value":1}]`,
			400,
			"'path' a deeply nested array is not a field",
		],
		[
			'as the key in the root of a PUT',
			'PUT',
			'/JmJob/external_key=DEEP',
			`{"jm_job":[{"job_no":{"external_key":"DEEP"},"external_key":${array}}]}`,
			400,
			"is 'a deeply nested array'",
		],
	])('%s is rejected with a message', async (_what, method, path, body, status, words) => {
		const response = await call(method, path, { body, headers: method === 'PUT' ? PAYLOAD_FORM : {} });
		expect(errorOf(response)).toContain(words);
		expect(response.status).toBe(status);
	});
});
