import { sandboxForTests } from '../../support/sandboxForTests';
import { callerOf, minimalOrder, orderOf, recordOf, type HttpResponse, withArgument, errorOf } from './caller';

const sandbox = sandboxForTests();
const call = callerOf(() => sandbox);

describe('An actual', () => {
	const order = async (transactions: number): Promise<{ key: string; numbers: number[] }> => {
		const response = await call('POST', '/JmWorkOrder', {
			body: {
				jm_work_order: [minimalOrder({ jm_wo_transaction: Array.from({ length: transactions }, () => ({ trx_desc: 'Room' })) })],
			},
		});
		return {
			key: response.json.jm_work_order.records[0].wo_no_seq,
			numbers: response.json.jm_wo_transaction.records.map((row: { trx_no: number }) => row.trx_no),
		};
	};
	const body = (key: string, transaction: number): object => ({
		jm_actual_header: [
			{
				actual_hdr_no: { actual_hdr_no: -1 },
				wo_no: 9453,
				wo_seq: 1,
				wo_no_seq: { wo_no_seq: key },
				actual_status: 'Y',
				jm_actual_link: [{ actual_link_no: -3, actual_det_no: -2, trx_no: transaction }],
				jm_actual_detail: [{ actual_hdr_no: -1, actual_det_no: -2, action_code: { action_code: 'I' }, actual_unit: 4, actual: 'Y' }],
			},
		],
	});
	const post = async (key: string, transaction: number, argument?: unknown): Promise<HttpResponse> =>
		await call('POST', '/JmActual/', {
			body: body(key, transaction),
			...(argument === undefined ? {} : { headers: withArgument(argument) }),
		});
	const stateOf = async (key: string): Promise<{ order: string; transactions: [unknown, string][] }> => {
		const record = await orderOf(call, 'JmWorkOrder', key);
		return {
			order: record.phase_code.phase_code,
			transactions: record.jm_wo_transaction.map((row: Record<string, unknown>) => [
				row.actualized,
				(row.phase_code as { phase_code: string } | null)?.phase_code ?? '',
			]),
		};
	};

	it('is stored with details and links, and a negative number in any field refers to a new row', async () => {
		const { key, numbers } = await order(1);
		const response = await post(key, numbers[0] as number);
		const [header, detail, link] = ['jm_actual_header', 'jm_actual_detail', 'jm_actual_link'].map(
			(table) => Object.values(response.json[table].records[0])[0],
		);
		expect(await recordOf(call, 'JmActual', 'jm_actual_header', `actual_hdr_no=${header as number}`)).toMatchObject({
			actual_hdr_no: { actual_hdr_no: header },
			wo_no: 9453,
			wo_no_seq: { wo_no_seq: key },
			jm_actual_detail: [
				{
					actual_det_no: { actual_det_no: detail },
					actual_hdr_no: header,
					action_code: { action_code: 'I', action_desc: 'Internal Hours' },
					actual_unit: 4,
				},
			],
			jm_actual_link: [{ actual_link_no: { actual_link_no: link }, actual_det_no: detail, trx_no: numbers[0] }],
		});
		expect(await stateOf(key)).toEqual({ order: 'Bid', transactions: [['N', '']] });
	});

	it('with ActualizeSelected actualizes each listed transaction only once', async () => {
		const {
			key,
			numbers: [first = 0, second = 0],
		} = await order(2);
		expect((await post(key, first, { ActualizeSelected: String(first) })).status).toBe(200);
		expect(await stateOf(key)).toEqual({
			order: 'Bid',
			transactions: [
				['Y', ''],
				['N', ''],
			],
		});
		expect(errorOf(await post(key, first, { ActualizeSelected: `${second},${first}` }))).toBe(`Transaction ${first} is already actualized`);
		expect((await stateOf(key)).transactions[1]).toEqual(['N', '']);
	});

	it('with ActualizeAll also marks itself and its details as actual', async () => {
		const { key } = await order(1);
		const response = await call('POST', '/JmActual', {
			body: {
				jm_actual_header: [{ wo_no_seq: key, actual_status: 'N', jm_actual_detail: [{ action_code: 'I', actual_unit: 1, actual: 'N' }] }],
			},
			headers: withArgument({ ActualizeAll: '-2' }),
		});
		const { actual_hdr_no: number } = response.json.jm_actual_header.records[0];
		expect(await recordOf(call, 'JmActual', 'jm_actual_header', `actual_hdr_no=${number as number}`)).toMatchObject({
			actual_status: 'Y',
			jm_actual_detail: [{ actual: 'Y' }],
		});
	});

	it.each(['ActualizeUpdatePhase', 'ActuallizeUpdatePhase'])(
		'with %s also sets the phase of the order, first to partly and then to completely actualized',
		async (name) => {
			const {
				key,
				numbers: [first = 0, second = 0],
			} = await order(2);
			await post(key, first, { ActualizeSelected: String(first), [name]: 'Y' });
			expect(await stateOf(key)).toEqual({
				order: 'PACT',
				transactions: [
					['Y', 'ACTL'],
					['N', ''],
				],
			});
			await post(key, second, { ActualizeAll: '-2', [name]: 'Y' });
			expect(await stateOf(key)).toEqual({
				order: 'ACTL',
				transactions: [
					['Y', 'ACTL'],
					['Y', 'ACTL'],
				],
			});
			expect(errorOf(await post(key, first, { ActualizeAll: '-2' }))).toContain('has no transactions left');
		},
	);

	it('with a leading -2 in ActualizeSelected also actualizes the transactions linked in the request', async () => {
		const {
			key,
			numbers: [first = 0, , third = 0],
		} = await order(3);
		await post(key, first, { ActualizeSelected: `-2,${third}` });
		expect((await stateOf(key)).transactions.map(([actualized]) => actualized)).toEqual(['Y', 'N', 'Y']);
	});

	it.each<[string, (key: string) => Promise<HttpResponse>, string]>([
		['it links to a transaction of a different order', async (key) => await post(key, 38_521), 'has no transaction 38521'],
		[
			'ActualizeSelected contains a transaction of a different order',
			async (key) =>
				await call('POST', '/JmActual', {
					body: { jm_actual_header: [{ wo_no_seq: key }] },
					headers: withArgument({ ActualizeSelected: '38521' }),
				}),
			'has no transaction 38521',
		],
		[
			'it refers to an unknown order',
			async () => await call('POST', '/JmActual', { body: { jm_actual_header: [{ wo_no_seq: '5-9' }] } }),
			"refers to an order that does not exist: '5-9'",
		],
		[
			'one of its links does not refer to a detail',
			async (key) =>
				await call('POST', '/JmActual', {
					body: { jm_actual_header: [{ wo_no_seq: key, jm_actual_link: [{ actual_det_no: -9 }] }] },
				}),
			"'actual_det_no' -9 does not refer to a new row",
		],
		[
			'ActualizeUpdatePhase is the only save argument',
			async (key) => await post(key, 1, { ActualizeUpdatePhase: 'Y' }),
			"requires 'ActualizeSelected' or 'ActualizeAll'",
		],
		[
			'ActualizeSelected and ActualizeAll are both sent',
			async (key) => await post(key, 1, { ActualizeSelected: '1', ActualizeAll: '-2' }),
			"'ActualizeSelected' and 'ActualizeAll' cannot be combined in the 'SaveArgument' header",
		],
		['ActualizeAll contains a number other than -2', async (key) => await post(key, 1, { ActualizeAll: '5' }), "must be '-2'"],
	])('is rejected if %s', async (_case, send, words) => {
		const { key } = await order(1);
		expect(errorOf(await send(key))).toContain(words);
	});
});
