import { sandboxForTests } from '../../support/sandboxForTests';
import { type Asked, callerOf, created, minimalOrder, PAYLOAD_FORM, recordOf, type HttpResponse, errorOf } from './caller';

const sandbox = sandboxForTests();
const call = callerOf(() => sandbox);
const limited = async (method: string, path: string, asked: Asked = {}): Promise<HttpResponse> =>
	await call(method, path, { ...asked, user: 'limited:limited' });
const job = { jm_job: [{ job_desc: 'Division', cust_id: '27' }] };
const divisionOf = async ({ json }: HttpResponse): Promise<string> =>
	(await call('GET', `/JmJob/job_no=${json.jm_job.records[0].job_no as number}`)).json.jm_job[0].division_no.division_code;
const divisionsListed = async (send: typeof limited, headers: Readonly<Record<string, string>> = {}): Promise<string[]> => {
	const { json } = await send('GET', '/JmJobList', { query: { Query: {} }, headers });
	return [...new Set<string>(json.L.map((one: { division_no: { division_code: string } }) => one.division_no.division_code))].sort();
};

describe('The sandbox with several divisions', () => {
	it("sets the division of a new record from the body, otherwise from Division-Code, otherwise from the user's default", async () => {
		expect(await divisionOf(await call('POST', '/JmJob', { body: job }))).toBe('GS');
		expect(await divisionOf(await limited('POST', '/JmJob', { body: job }))).toBe('PPH');
		expect(await divisionOf(await call('POST', '/JmJob', { body: job, headers: { 'Division-Code': 'TRX' } }))).toBe('TRX');
		expect(await divisionOf(await call('POST', '/JmJob', { body: { jm_job: [{ ...job.jm_job[0], division_no: 2 }] } }))).toBe('PPH');
	});

	it('limits lists to the divisions of the user, or to the division in the header', async () => {
		expect(await divisionsListed(call)).toEqual(['GS', 'PPH', 'TRX']);
		expect(await divisionsListed(limited)).toEqual(['PPH']);
		expect(await divisionsListed(call, { 'division-code': 'TRX' })).toEqual(['TRX']);
	});

	it('returns a Pagination-Count that includes only the records that the user can list', async () => {
		const { headers } = await limited('GET', '/JmJobList', { query: { Query: {}, pageSize: 5 } });
		const all = await limited('GET', '/JmJobList', { query: { Query: {} } });
		expect(headers.get('pagination-count')).toBe(String(all.json.L.length));
	});

	it('hides the records of other divisions from reads and writes', async () => {
		const [hidden] = (await call('GET', '/JmJobList', { query: { Query: { division_no: 1 } } })).json.L;
		const { job_no: number } = hidden.job_no;
		expect((await limited('GET', `/JmJob/job_no=${number}`)).status).toBe(404);
		expect((await limited('PATCH', `/JmJob/job_no=${number}`, { body: [{ op: 'replace', path: 'job_desc', value: 'x' }] })).status).toBe(
			404,
		);
		expect((await limited('DELETE', `/JmJob/job_no=${number}`)).status).toBe(404);
		await limited('PATCH', '/JmJobList', { query: { Query: {} }, body: [{ op: 'replace', path: 'JOB_field_1', value: 'mine' }] });
		const changed = (await call('GET', '/JmJobList', { query: { Query: { JOB_field_1: 'mine' } } })).json.L;
		expect([...new Set(changed.map((one: { division_no: { division_no: number } }) => one.division_no.division_no))]).toEqual([2]);
	});

	it('rejects a PUT with the key of a record in a different division', async () => {
		const [hidden] = (await call('GET', '/JmJobList', { query: { Query: { division_no: 1 } } })).json.L;
		const { job_no: number } = hidden.job_no;
		const response = await limited('PUT', `/JmJob/job_no=${number}`, {
			body: { jm_job: [{ job_no: { job_no: number }, job_desc: 'Taken over' }] },
			headers: PAYLOAD_FORM,
		});
		expect([response.status, errorOf(response)]).toEqual([403, `The record job_no '${number}' belongs to another division`]);
		expect((await call('GET', `/JmJob/job_no=${number}`)).json.jm_job[0].job_desc).toBe(hidden.job_desc);
	});

	it.each([
		['GS', 403, "User 'limited' has no access to the division 'GS' in the 'Division-Code' header"],
		['NOWHERE', 400, "Unknown division 'NOWHERE' in the 'Division-Code' header"],
	])('rejects a Division-Code whose division is unknown or not accessible: %s', async (code, status, words) => {
		const response = await limited('GET', '/JmJob/job_no=342', { headers: { 'Division-Code': code } });
		expect([response.status, errorOf(response)]).toEqual([status, words]);
	});

	it.each(['GS', 'gs', 'Gs'])('ignores the case of Division-Code: %s', async (code) => {
		const response = await call('GET', '/JmJobList', { query: { Query: {} }, headers: { 'Division-Code': code } });
		const seen = new Set(response.json.L.map((one: { division_no: { division_no: number } | null }) => one.division_no?.division_no));
		expect([response.status, [...seen].filter((number) => number !== undefined)]).toEqual([200, [1]]);
	});

	it('prefers the exact code if division codes differ only in case', async () => {
		await created(call, 'SysDivision', 'sys_division', { division_no: 71, division_desc: 'Upper', division_code: 'CASE' });
		await created(call, 'SysDivision', 'sys_division', { division_no: 72, division_desc: 'Lower', division_code: 'case' });
		for (const [code, number] of [
			['CASE', 71],
			['case', 72],
			['Case', 71],
		] as const) {
			const key = await created(call, 'JmJob', 'jm_job', { job_desc: 'In a division', cust_id: '27' }, { 'Division-Code': code });
			expect([code, (await recordOf(call, 'JmJob', 'jm_job', `job_no=${key}`)).division_no.division_no]).toEqual([code, number]);
		}
	});

	it('rejects a body with a division that the user cannot access', async () => {
		const response = await limited('POST', '/JmJob', { body: { jm_job: [{ ...job.jm_job[0], division_no: 1 }] } });
		expect([response.status, errorOf(response)]).toEqual([403, "'division_no' 1 is a division that this request cannot access"]);
	});

	describe('and an order in a division that the user cannot access', () => {
		let order: string;
		let transaction: number;

		beforeAll(async () => {
			const response = await call('POST', '/JmWorkOrder', {
				body: { jm_work_order: [minimalOrder({ division_no: 1, jm_wo_transaction: [{ trx_desc: 'Hidden' }] })] },
			});
			order = response.json.jm_work_order.records[0].wo_no_seq;
			transaction = response.json.jm_wo_transaction.records[0].trx_no;
		});

		it("hides the order's transactions and their attachments", async () => {
			const path = `/JmWoTransaction/trx_no=${transaction}`;
			const query = { wo_no_seq: order };
			expect((await call('GET', path, { query })).status).toBe(200);
			expect((await limited('GET', path, { query })).status).toBe(404);
			expect((await limited('PATCH', path, { query, body: [{ op: 'replace', path: 'trx_desc', value: 'Taken' }] })).status).toBe(404);
			expect((await call('GET', path, { query, headers: { 'Division-Code': 'PPH' } })).status).toBe(404);
			expect((await limited('GET', `/SysAttachment/attachment_keystring=10346:${transaction}`)).status).toBe(404);
		});

		it("hides the order's transactions from lists until the order is moved to a visible division", async () => {
			const hidden = async (): Promise<[number, string | null]> => {
				const { json, headers } = await limited('GET', '/JmWoTransactionList', { query: { Query: { trx_desc: 'Hidden' }, pageSize: 5 } });
				return [json.L.length, headers.get('pagination-count')];
			};
			expect(await hidden()).toEqual([0, '0']);
			expect(
				(
					await limited('PATCH', '/JmWoTransactionList', {
						query: { Query: { trx_desc: 'Hidden' } },
						body: [{ op: 'replace', path: 'trx_desc', value: 'Taken' }],
					})
				).status,
			).toBe(204);
			await call('PATCH', `/JmWorkOrder/wo_no_seq=${order}`, { body: [{ op: 'replace', path: 'division_no', value: 2 }] });
			expect(await hidden()).toEqual([1, '1']);
			await call('PATCH', `/JmWorkOrder/wo_no_seq=${order}`, { body: [{ op: 'replace', path: 'division_no', value: 1 }] });
			expect(await hidden()).toEqual([0, '0']);
		});

		it("rejects the user's actuals for the order", async () => {
			const post = async (header: object, headers: Readonly<Record<string, string>> = {}): Promise<HttpResponse> =>
				await limited('POST', '/JmActual', { body: { jm_actual_header: [header] }, headers });
			expect(errorOf(await post({ wo_no_seq: order }))).toBe(`'wo_no_seq' refers to an order that does not exist: '${order}'`);
			const seen = await call('POST', '/JmActual', { body: { jm_actual_header: [{ wo_no_seq: order }] } });
			const response = await limited('PATCH', `/JmActual/actual_hdr_no=${seen.json.jm_actual_header.records[0].actual_hdr_no as number}`, {
				headers: { SaveArgument: '{"ActualizeAll":"-2"}' },
			});
			expect(errorOf(response)).toBe(`'wo_no_seq' refers to an order that does not exist: '${order}'`);
		});
	});
});
