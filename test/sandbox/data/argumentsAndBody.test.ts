import { sandboxForTests } from '../../support/sandboxForTests';
import { callerOf, created, minimalOrder, PAYLOAD_FORM, recordOf, type HttpResponse, errorOf } from './caller';

/** Save arguments combined with rows in the body of the same request. */
const sandbox = sandboxForTests();
const call = callerOf(() => sandbox);
const save = async (
	method: string,
	path: string,
	body: unknown,
	argument: object,
	headers: Readonly<Record<string, string>> = {},
): Promise<HttpResponse> => await call(method, path, { body, headers: { ...headers, SaveArgument: JSON.stringify(argument) } });
type Row = Readonly<Record<string, unknown>>;
const rowsOf = async (document: string, order: string, table: string): Promise<Row[]> =>
	(await call('GET', `/${document}/wo_no_seq=${order}/${table}`)).json;

describe('LoadTemplateOption 0', () => {
	const REPLACE = { LoadTemplateOption: 0 };
	const described = async (order: string): Promise<unknown[]> =>
		(await rowsOf('JmWorkOrder', order, 'jm_wo_transaction')).map(({ trx_desc: text }) => text);

	it('keeps the transactions in the body of a create, and returns all of their keys', async () => {
		const { json } = await save(
			'POST',
			'/JmWorkOrder',
			{ jm_work_order: [minimalOrder({ wo_template_no: 2, jm_wo_transaction: [{ trx_desc: 'Mine' }] })] },
			REPLACE,
		);
		const order = json.jm_work_order.records[0].wo_no_seq as string;
		expect(await described(order)).toEqual(['Mine', 'Studio', 'Camera Operator']);
		expect(json.jm_wo_transaction.records).toEqual(
			(await rowsOf('JmWorkOrder', order, 'jm_wo_transaction')).map(({ trx_no: key }) => ({ trx_no: (key as { trx_no: number }).trx_no })),
		);
	});

	it('replaces existing transactions, and keeps those that the same request adds', async () => {
		const order = await created(call, 'JmWorkOrder', 'jm_work_order', minimalOrder({ jm_wo_transaction: [{ trx_desc: 'Old' }] }));
		const body = { jm_work_order: [{ wo_no_seq: order, wo_template_no: 2, jm_wo_transaction: [{ trx_desc: 'Mine' }] }] };
		expect((await save('PATCH', `/JmWorkOrder/wo_no_seq=${order}`, body, REPLACE, PAYLOAD_FORM)).status).toBe(200);
		expect(await described(order)).toEqual(['Mine', 'Studio', 'Camera Operator']);
	});
});

describe('TrxTimeOptionMove', () => {
	it('does not move transactions that the same request adds', async () => {
		const order = await created(
			call,
			'JmWorkOrder',
			'jm_work_order',
			minimalOrder({ jm_wo_transaction: [{ trx_begin_dt: '2023-08-22T11:00:00Z' }] }),
		);
		const body = {
			jm_work_order: [
				{ wo_no_seq: order, wo_begin_dt: '2023-08-22T12:00:00Z', jm_wo_transaction: [{ trx_begin_dt: '2023-08-22T15:00:00Z' }] },
			],
		};
		expect((await save('PATCH', `/JmWorkOrder/wo_no_seq=${order}`, body, { TrxTimeOptionMove: 'Y' }, PAYLOAD_FORM)).status).toBe(200);
		expect((await rowsOf('JmWorkOrder', order, 'jm_wo_transaction')).map(({ trx_begin_dt: begin }) => begin)).toEqual([
			'2023-08-22T13:00:00+00:00',
			'2023-08-22T15:00:00+00:00',
		]);
	});
});

describe('LoadTemplate', () => {
	it('is rejected if a calculated time is outside the years 1 to 9999', async () => {
		const late = minimalOrder({ wo_begin_dt: '9999-12-31T23:00:00Z', wo_end_dt: '9999-12-31T23:30:00Z', wo_template_no: 15 });
		const loaded = await save('POST', '/JmWorkOrder', { jm_work_order: [late] }, { LoadTemplate: '15' });
		expect([loaded.status, errorOf(loaded)]).toEqual([500, 'A time calculated from the order would be outside the years 1 to 9999']);
		const template = await created(call, 'JmWoTemplate', 'jm_wo_template', {
			wo_template_desc: 'Endless',
			jm_wo_template_trx: [{ offset_minutes: 9e15 }],
		});
		const endless = await save(
			'POST',
			'/JmWorkOrder',
			{ jm_work_order: [minimalOrder({ wo_template_no: Number(template) })] },
			{ LoadTemplate: template },
		);
		expect([endless.status, errorOf(endless)]).toEqual([500, 'A time calculated from the order would be outside the years 1 to 9999']);
	});
});

describe('LoadServiceTemplate', () => {
	it('numbers new rows after the last sequence, even after a deletion', async () => {
		const { json } = await save(
			'POST',
			'/XmTransmissionOrder',
			{ jm_work_order: [minimalOrder({ service_template_no: null })] },
			{ LoadServiceTemplate: '10,11' },
		);
		const order = json.jm_work_order.records[0].wo_no_seq as string;
		const [first] = json.mo_service_row.records as { service_row_no: number }[];
		await call('DELETE', `/XmTransmissionOrder/wo_no_seq=${order}/mo_service_row/service_row_no=${first?.service_row_no}`);
		await save('PATCH', `/XmTransmissionOrder/wo_no_seq=${order}`, [{ op: 'replace', path: 'service_template_no', value: 10 }], {
			LoadServiceTemplate: '10',
		});
		expect((await rowsOf('XmTransmissionOrder', order, 'mo_service_row')).map(({ dsp_seq: sequence }) => sequence)).toEqual([2, 3]);
	});
});

describe('BidApproval', () => {
	it('with the value 4 does not approve a version that the same PUT creates, regardless of the body', async () => {
		const body = {
			bid_version: [{ version_no: { external_key: 'ABORTED' }, external_key: 'ABORTED', version_desc: 'Bid', approved: 'Y' }],
		};
		expect((await save('PUT', '/BidVersion/external_key=ABORTED', body, { BidApproval: '4' }, PAYLOAD_FORM)).status).toBe(200);
		expect(await recordOf(call, 'BidVersion', 'bid_version', 'external_key=ABORTED')).toMatchObject({ approved: 'N', bid_status: 'Open' });
	});

	it.each(['2', '3'])('with the value %s does not accept a version as its own original', async (value) => {
		const version = await created(call, 'BidVersion', 'bid_version', { version_desc: 'Bid' });
		await call('PATCH', `/BidVersion/version_no=${version}`, {
			body: [{ op: 'replace', path: 'original_version_no', value: Number(version) }],
		});
		const response = await save('PATCH', `/BidVersion/version_no=${version}`, [{ op: 'replace', path: 'approved', value: 'Y' }], {
			BidApproval: value,
		});
		expect(errorOf(response)).toContain('has no original version');
	});
});

describe('ActualizeSelected with a leading -2', () => {
	const orderOfTwo = async (): Promise<{ order: string; numbers: [number, number] }> => {
		const { json } = await call('POST', '/JmWorkOrder', {
			body: { jm_work_order: [minimalOrder({ jm_wo_transaction: [{ trx_desc: 'A' }, { trx_desc: 'B' }] })] },
		});
		return {
			order: json.jm_work_order.records[0].wo_no_seq,
			numbers: json.jm_wo_transaction.records.map(({ trx_no: number }: { trx_no: number }) => number),
		};
	};
	const stateOf = async (order: string): Promise<unknown[]> =>
		(await rowsOf('JmWorkOrder', order, 'jm_wo_transaction')).map(({ actualized }) => actualized);

	it('includes the links in the request, not those from an earlier request', async () => {
		const { order, numbers } = await orderOfTwo();
		const made = await save(
			'POST',
			'/JmActual',
			{ jm_actual_header: [{ wo_no_seq: order, jm_actual_link: [{ trx_no: numbers[0] }] }] },
			{ ActualizeSelected: '-2' },
		);
		const actual = made.json.jm_actual_header.records[0].actual_hdr_no as number;
		expect(await stateOf(order)).toEqual(['Y', 'N']);
		const body = { jm_actual_header: [{ actual_hdr_no: actual, jm_actual_link: [{ trx_no: numbers[1] }] }] };
		const more = await save('PATCH', `/JmActual/actual_hdr_no=${actual}`, body, { ActualizeSelected: '-2' }, PAYLOAD_FORM);
		expect([more.status, more.json]).toEqual([200, { message: null, tables: [] }]);
		expect(await stateOf(order)).toEqual(['Y', 'Y']);
	});

	it('includes a link from an earlier request if the body names it', async () => {
		const { order, numbers } = await orderOfTwo();
		const made = await call('POST', '/JmActual', {
			body: { jm_actual_header: [{ wo_no_seq: order, jm_actual_link: [{ trx_no: numbers[1] }] }] },
		});
		const [{ actual_hdr_no: actual }, { actual_link_no: link }] = [
			made.json.jm_actual_header.records[0],
			made.json.jm_actual_link.records[0],
		];
		await save(
			'PATCH',
			`/JmActual/actual_hdr_no=${actual as number}`,
			{ jm_actual_header: [{ actual_hdr_no: actual, jm_actual_link: [{ actual_link_no: link }] }] },
			{ ActualizeSelected: '-2' },
			PAYLOAD_FORM,
		);
		expect(await stateOf(order)).toEqual(['N', 'Y']);
	});

	it('is rejected if neither the links nor the list contains a transaction, and changes no phase', async () => {
		const { order } = await orderOfTwo();
		const response = await save(
			'POST',
			'/JmActual',
			{ jm_actual_header: [{ wo_no_seq: order }] },
			{ ActualizeSelected: '-2', ActualizeUpdatePhase: 'Y' },
		);
		expect([response.status, errorOf(response)]).toEqual([
			500,
			"'ActualizeSelected' -2 in the 'SaveArgument' header refers to the transactions of the links in the body, but the body has none",
		]);
		expect((await recordOf(call, 'JmWorkOrder', 'jm_work_order', `wo_no_seq=${order}`)).phase_code).toMatchObject({ phase_code: 'Bid' });
	});
});

describe('An actual that is moved to another order', () => {
	it('shows the number and sequence of that order', async () => {
		const orders = [
			await created(call, 'JmWorkOrder', 'jm_work_order', minimalOrder()),
			await created(call, 'JmWorkOrder', 'jm_work_order', minimalOrder()),
		] as const;
		const actual = await created(call, 'JmActual', 'jm_actual_header', { wo_no_seq: orders[0] });
		await call('PATCH', `/JmActual/actual_hdr_no=${actual}`, { body: [{ op: 'replace', path: 'wo_no_seq', value: orders[1] }] });
		expect(await recordOf(call, 'JmActual', 'jm_actual_header', `actual_hdr_no=${actual}`)).toMatchObject({
			wo_no: Number(orders[1].split('-')[0]),
			wo_seq: 1,
		});
	});
});
