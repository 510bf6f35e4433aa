import { sandboxForTests } from '../../support/sandboxForTests';
import {
	callerOf,
	created,
	minimalOrder,
	orderOf,
	patchWith,
	PAYLOAD_FORM,
	recordOf,
	type HttpResponse,
	transactionsOf,
	withArgument,
	errorOf,
} from './caller';

const sandbox = sandboxForTests();
const call = callerOf(() => sandbox);

describe('BidApproval', () => {
	const bid = async (more: object = {}): Promise<string> =>
		await created(call, 'BidVersion', 'bid_version', { version_desc: 'Bid', ...more });
	const approve = async (version: string, value: string, approved?: string): Promise<HttpResponse> =>
		await patchWith(
			call,
			`/BidVersion/version_no=${version}`,
			approved === undefined ? undefined : [{ op: 'replace', path: 'approved', value: approved }],
			{ BidApproval: value },
		);
	const stateOf = async (version: string): Promise<unknown[]> => {
		const { approved, bid_status: status } = await recordOf(call, 'BidVersion', 'bid_version', `version_no=${version}`);
		return [approved, status];
	};

	it('with the value 0 approves a version only once, and with 1 revokes the approval only once', async () => {
		const version = await bid();
		expect((await approve(version, '0', 'Y')).status).toBe(204);
		expect(await stateOf(version)).toEqual(['Y', 'Approved']);
		expect(errorOf(await approve(version, '0', 'Y'))).toContain('is already approved');
		expect((await approve(version, '1')).status).toBe(204);
		expect(await stateOf(version)).toEqual(['N', 'Unapproved']);
		expect(errorOf(await approve(version, '1'))).toContain('is not approved');
	});

	it('with the value 2 approves a change memo if the original is approved', async () => {
		const original = await bid();
		const memo = await bid({ original_version_no: Number(original) });
		expect(errorOf(await approve(memo, '2', 'Y'))).toContain('is not approved; a change memo changes an approved bid');
		await approve(original, '0');
		await approve(memo, '2', 'Y');
		expect([await stateOf(original), await stateOf(memo)]).toEqual([
			['Y', 'Approved'],
			['Y', 'Approved as Change Memo'],
		]);
	});

	it('with the value 3 approves a version and revokes the approval of its original', async () => {
		const original = await bid();
		await approve(original, '0');
		const next = await bid({ original_version_no: Number(original) });
		await approve(next, '3', 'Y');
		expect([await stateOf(original), await stateOf(next)]).toEqual([
			['N', 'Unapproved'],
			['Y', 'Approved'],
		]);
		expect(errorOf(await approve(await bid(), '3', 'Y'))).toContain('has no original version');
	});

	it('with the value 4 leaves the approval unchanged', async () => {
		const version = await bid();
		expect((await approve(version, '4', 'Y')).status).toBe(204);
		expect(await stateOf(version)).toEqual(['N', 'Open']);
	});

	it("must match the field 'approved' in the body, which cannot be changed without BidApproval", async () => {
		const version = await bid();
		expect(errorOf(await approve(version, '0', 'N'))).toContain("'BidApproval' 0 requires 'approved' 'Y'");
		expect(errorOf(await approve(version, '7'))).toContain('must be one of 0 (Approve)');
		const plain = await call('PATCH', `/BidVersion/version_no=${version}`, { body: [{ op: 'replace', path: 'approved', value: 'Y' }] });
		expect(errorOf(plain)).toContain("'approved' can only be changed with 'BidApproval'");
		expect(await stateOf(version)).toEqual(['N', 'Open']);
	});
});

describe('VoidWorkOrder and UnVoidWorkOrder', () => {
	const reason = [{ op: 'replace', path: 'cancel_no', value: 1 }];

	it.each(['JmWorkOrder', 'MoMediaOrder', 'XmTransmissionOrder'])(
		'void a record of %s with its transactions, and restore the phases of both',
		async (document) => {
			const key = await created(
				call,
				document,
				'jm_work_order',
				minimalOrder({ phase_code: 'CONF', jm_wo_transaction: [{ phase_code: 'WIP' }] }),
			);
			const path = `/${document}/wo_no_seq=${key}`;
			expect((await patchWith(call, path, reason, { VoidWorkOrder: key })).status).toBe(204);
			expect(await orderOf(call, document, key)).toMatchObject({
				phase_code: { phase_code: 'VOID' },
				phase_desc: 'Void',
				cancel_no: { cancel_no: 1 },
				jm_wo_transaction: [{ phase_code: { phase_code: 'VOID' } }],
			});
			expect(errorOf(await patchWith(call, path, reason, { VoidWorkOrder: key }))).toBe(`Order ${key} is already void`);
			const back = await patchWith(call, path, '', { UnVoidWorkOrder: key }, PAYLOAD_FORM);
			expect([back.status, back.text]).toEqual([204, '']);
			expect(await orderOf(call, document, key)).toMatchObject({
				phase_code: { phase_code: 'CONF' },
				cancel_no: null,
				jm_wo_transaction: [{ phase_code: { phase_code: 'WIP' } }],
			});
			expect(errorOf(await patchWith(call, path, '', { UnVoidWorkOrder: key }, PAYLOAD_FORM))).toBe(`Order ${key} is not void`);
		},
	);

	it('reject an order other than the one in the URL, and a void without a reason', async () => {
		expect(errorOf(await patchWith(call, '/JmWorkOrder/wo_no_seq=2626-1', reason, { VoidWorkOrder: '2627-1' }))).toContain(
			'both must be for the same order',
		);
		expect(errorOf(await patchWith(call, '/JmWorkOrder/wo_no_seq=2626-1', '', { VoidWorkOrder: '2626-1' }, PAYLOAD_FORM))).toContain(
			"cannot be voided without a reason; send 'cancel_no'",
		);
		expect((await orderOf(call, 'JmWorkOrder', '2626-1')).cancel_no).toBeNull();
	});
});

describe('UnVoidWorkOrder', () => {
	it('restores the voided order in the demo data', async () => {
		expect((await patchWith(call, '/JmWorkOrder/wo_no_seq=1067982-1', '', { UnVoidWorkOrder: '1067982-1' }, PAYLOAD_FORM)).status).toBe(
			204,
		);
	});
});

describe('GroupCode', () => {
	it('sets the default group to a group in the group list of the resource, and rejects any other group', async () => {
		const path = '/SchResource/resource_code=3';
		expect((await patchWith(call, path, '', { GroupCode: 'UKPS' }, PAYLOAD_FORM)).status).toBe(204);
		expect((await recordOf(call, 'SchResource', 'sch_resource', 'resource_code=3')).group_code).toMatchObject({
			group_code: 'UKPS',
			group_desc: 'UK Playout',
		});
		const response = await patchWith(call, path, '', { GroupCode: 'EDIT' }, PAYLOAD_FORM);
		expect([response.status, errorOf(response)]).toEqual([
			500,
			"Group 'EDIT' is not in the group list of resource 3; the list contains TRX, UKPS",
		]);
	});
});

describe('Post', () => {
	it('requires the key of the batch in the body', async () => {
		const response = await patchWith(call, '/TcBatch/batch_no=7572', '', { Post: '' }, PAYLOAD_FORM);
		expect([response.status, errorOf(response)]).toEqual([400, expect.stringContaining('body')]);
		expect((await recordOf(call, 'TcBatch', 'tc_batch', 'batch_no=7572')).posted).not.toBe('Y');
	});

	it('posts a time card batch only once', async () => {
		const body = { tc_batch: [{ batch_no: { batch_no: '7572' } }] };
		const response = await patchWith(call, '/TcBatch/batch_no=7572', body, { Post: '' }, PAYLOAD_FORM);
		expect([response.status, response.json]).toEqual([200, { message: null, tables: [] }]);
		expect(await recordOf(call, 'TcBatch', 'tc_batch', 'batch_no=7572')).toMatchObject({
			posted: 'Y',
			date_posted: expect.stringMatching(/^\d{4}-/),
		});
		const again = await patchWith(call, '/TcBatch/batch_no=7572', body, { Post: '' }, PAYLOAD_FORM);
		expect([again.status, errorOf(again)]).toEqual([500, 'Batch 7572 is already posted']);
	});
});

describe('The transactions of a changed order', () => {
	const begins = ['2023-08-22T10:00:00Z', '2023-08-22T12:00:00Z'];
	const ends = ['2023-08-22T16:00:00Z', '2023-08-22T13:00:00Z'];
	const moved = async (argument: unknown): Promise<unknown[][]> => {
		const key = await created(
			call,
			'MoMediaOrder',
			'jm_work_order',
			minimalOrder({ jm_wo_transaction: begins.map((begin, at) => ({ trx_begin_dt: begin, trx_end_dt: ends[at] })) }),
		);
		const body = [
			{ op: 'replace', path: 'wo_begin_dt', value: '2023-08-22T12:30:00Z' },
			{ op: 'replace', path: 'wo_end_dt', value: '2023-08-22T18:00:00Z' },
		];
		expect((await patchWith(call, `/MoMediaOrder/wo_no_seq=${key}`, body, argument)).status).toBe(204);
		return (await transactionsOf(call, 'MoMediaOrder', key)).map((row) => [
			String(row.trx_begin_dt).slice(11, 16),
			String(row.trx_end_dt).slice(11, 16),
		]);
	};

	it('move by the same amount as the start of the order if TrxTimeOptionMove is sent', async () => {
		expect(await moved({ TrxTimeOptionMove: 'Y' })).toEqual([
			['12:30', '18:30'],
			['14:30', '15:30'],
		]);
	});

	it("are adjusted to fit within the order's new times if TrxTimeOptionAdjust is sent", async () => {
		expect(await moved({ TrxTimeOptionAdjust: 'Y' })).toEqual([
			['12:30', '18:00'],
			['12:30', '13:00'],
		]);
	});

	it('remain unchanged if neither time option is sent', async () => {
		expect(await moved('')).toEqual([
			['10:00', '16:00'],
			['12:00', '13:00'],
		]);
	});

	it('move with the service rows if TrxTimeOptionMove is sent, but remain unchanged if they are actualized', async () => {
		const booked = { trx_begin_dt: begins[0], trx_end_dt: ends[0] };
		const key = await created(
			call,
			'MoMediaOrder',
			'jm_work_order',
			minimalOrder({ jm_wo_transaction: [booked, booked], mo_service_row: [{ row_begin_dt: begins[0], row_end_dt: null }] }),
		);
		const [{ trx_no: number }] = (await transactionsOf(call, 'MoMediaOrder', key)) as [{ trx_no: { trx_no: number } }];
		const actual = await call('POST', '/JmActual', {
			body: { jm_actual_header: [{ wo_no_seq: key }] },
			headers: withArgument({ ActualizeSelected: String(number.trx_no) }),
		});
		expect(actual.status).toBe(200);
		await patchWith(call, `/MoMediaOrder/wo_no_seq=${key}`, [{ op: 'replace', path: 'wo_begin_dt', value: '2023-08-22T11:00:00Z' }], {
			TrxTimeOptionMove: 'Y',
		});
		expect(await orderOf(call, 'MoMediaOrder', key)).toMatchObject({
			jm_wo_transaction: [{ trx_begin_dt: '2023-08-22T10:00:00+00:00' }, { trx_begin_dt: '2023-08-22T11:00:00+00:00' }],
			mo_service_row: [{ row_begin_dt: '2023-08-22T11:00:00+00:00', row_end_dt: null }],
		});
	});

	it('cannot be moved and adjusted in one request', async () => {
		const response = await patchWith(call, '/JmWorkOrder/wo_no_seq=100-1', [{ op: 'replace', path: 'po', value: '1' }], {
			TrxTimeOptionMove: 'Y',
			TrxTimeOptionAdjust: 'Y',
		});
		expect([response.status, errorOf(response)]).toEqual([
			400,
			"'TrxTimeOptionMove' and 'TrxTimeOptionAdjust' cannot be combined in the 'SaveArgument' header",
		]);
	});
});
