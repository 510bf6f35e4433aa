import { sandboxesForTests } from '../../support/sandboxForTests';
import { callerOf, created, minimalOrder, orderOf, PAYLOAD_FORM, type HttpResponse, transactionsOf, withArgument, errorOf } from './caller';

const sandboxes = sandboxesForTests(['10.6', '26.1']);
const call = callerOf(() => sandboxes['26.1']);

const BEGIN = '2026-03-01T10:00:00Z';
const END = '2026-03-01T12:00:00Z';
const refusalOf = (response: HttpResponse): unknown => [response.status, errorOf(response)];
const before = (end: string, begin: string): unknown => [
	500,
	expect.stringMatching(new RegExp(`^'${end}' .* is before '${begin}' .*; a record cannot end before it begins$`)),
];

describe('The period check', () => {
	let order: string;
	beforeAll(async () => {
		const rows = {
			jm_wo_transaction: [{ trx_desc: 'T', trx_begin_dt: BEGIN, trx_end_dt: END }],
			mo_service_row: [{ row_begin_dt: BEGIN, row_end_dt: END }],
		};
		order = await created(call, 'MoMediaOrder', 'jm_work_order', minimalOrder({ wo_begin_dt: BEGIN, wo_end_dt: END, ...rows }));
	});

	it.each([
		['an order', minimalOrder({ wo_begin_dt: END, wo_end_dt: BEGIN }), 'wo_end_dt', 'wo_begin_dt'],
		['a transaction', minimalOrder({ jm_wo_transaction: [{ trx_begin_dt: END, trx_end_dt: BEGIN }] }), 'trx_end_dt', 'trx_begin_dt'],
		['a service row', minimalOrder({ mo_service_row: [{ row_begin_dt: END, row_end_dt: BEGIN }] }), 'row_end_dt', 'row_begin_dt'],
	])('rejects the creation of %s that ends before it begins, and stores nothing', async (_what, record, end, begin) => {
		const count = async (): Promise<string | null> =>
			(await call('GET', '/MoMediaOrderList', { query: { Query: {}, pageSize: 1 } })).headers.get('pagination-count');
		const all = await count();
		expect(refusalOf(await call('POST', '/MoMediaOrder', { body: { jm_work_order: [record] } }))).toEqual(before(end, begin));
		expect(await count()).toBe(all);
	});

	it('rejects every change that puts the end before the start', async () => {
		const address = `/MoMediaOrder/wo_no_seq=${order}`;
		const [transaction] = await transactionsOf(call, 'MoMediaOrder', order);
		const { trx_no: trxNo } = (transaction as { trx_no: { trx_no: number } }).trx_no;
		const replace = (path: string, value: string): object => ({ body: [{ op: 'replace', path, value }] });
		const late = '2026-03-02T00:00:00Z';
		const tries: readonly (readonly [HttpResponse, string, string])[] = [
			[await call('PATCH', address, replace('wo_begin_dt', late)), 'wo_end_dt', 'wo_begin_dt'],
			[
				await call('PATCH', address, { body: { jm_work_order: [{ wo_no_seq: order, wo_begin_dt: late }] }, headers: PAYLOAD_FORM }),
				'wo_end_dt',
				'wo_begin_dt',
			],
			[
				await call('PUT', address, {
					body: { jm_work_order: [{ wo_no_seq: { wo_no_seq: order }, wo_begin_dt: late }] },
					headers: PAYLOAD_FORM,
				}),
				'wo_end_dt',
				'wo_begin_dt',
			],
			[
				await call('PATCH', '/MoMediaOrderList', { ...replace('wo_begin_dt', late), query: { Query: { wo_no_seq: order } } }),
				'wo_end_dt',
				'wo_begin_dt',
			],
			[await call('PATCH', `${address}/jm_wo_transaction/trx_no=${trxNo}`, replace('trx_begin_dt', late)), 'trx_end_dt', 'trx_begin_dt'],
			[
				await call('PATCH', `/JmWoTransaction/trx_no=${trxNo}`, { ...replace('trx_begin_dt', late), query: { wo_no_seq: order } }),
				'trx_end_dt',
				'trx_begin_dt',
			],
		];
		for (const [response, end, begin] of tries) {
			expect(refusalOf(response)).toEqual(before(end, begin));
		}
		expect(await orderOf(call, 'MoMediaOrder', order)).toMatchObject({
			wo_begin_dt: '2026-03-01T10:00:00+00:00',
			wo_end_dt: '2026-03-01T12:00:00+00:00',
		});
	});

	it('compares times as instants, and accepts the same instant as start and end', async () => {
		const same = { wo_begin_dt: '2026-03-01T10:00:00-08:00', wo_end_dt: '2026-03-01T18:00:00Z' };
		await created(call, 'JmWorkOrder', 'jm_work_order', minimalOrder(same));
	});

	it('accepts a request that moves the start, the end and the transactions of an order', async () => {
		const moved = { wo_no_seq: order, wo_begin_dt: '2026-04-01T10:00:00Z', wo_end_dt: '2026-04-01T12:00:00Z' };
		const response = await call('PATCH', `/MoMediaOrder/wo_no_seq=${order}`, {
			body: { jm_work_order: [moved] },
			headers: { ...PAYLOAD_FORM, ...withArgument({ TrxTimeOptionMove: 'Y' }) },
		});
		expect(response.status).toBe(200);
		expect((await transactionsOf(call, 'MoMediaOrder', order))[0]).toMatchObject({
			trx_begin_dt: '2026-04-01T10:00:00+00:00',
			trx_end_dt: '2026-04-01T12:00:00+00:00',
		});
	});

	it('accepts a missing start or end, including the date in year 1 that 10.6 stores for null', async () => {
		await created(
			call,
			'JmWorkOrder',
			'jm_work_order',
			minimalOrder({ jm_wo_transaction: [{ trx_begin_dt: BEGIN, trx_end_dt: null }, { trx_end_dt: END }] }),
		);
		const older = callerOf(() => sandboxes['10.6']);
		expect(
			(
				await older('POST', '/JmWorkOrder', {
					body: { jm_work_order: [minimalOrder({ jm_wo_transaction: [{ trx_begin_dt: BEGIN, trx_end_dt: null }] })] },
				})
			).status,
		).toBe(204);
	});
});
