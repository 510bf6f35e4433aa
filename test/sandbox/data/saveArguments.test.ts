import { type SandboxProcess, startSandbox } from '../../support/sandboxProcess';
import { callerOf, created, minimalOrder, PAYLOAD_FORM, recordOf, type Told, wordsOf } from './caller';

let sandbox: SandboxProcess;
const call = callerOf(() => sandbox);
const withArgument = (value: unknown): Record<string, string> => ({ SaveArgument: typeof value === 'string' ? value : JSON.stringify(value) });
const orderOf = async (document: string, key: string) => await recordOf(call, document, 'jm_work_order', `wo_no_seq=${key}`);
const postOrder = async (document: string, order: object, argument: unknown): Promise<Told> =>
	await call('POST', `/${document}`, { body: { jm_work_order: [minimalOrder(order)] }, headers: withArgument(argument) });
const patch = async (path: string, body: unknown, argument: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Told> =>
	await call('PATCH', path, { ...(body === undefined ? {} : { body }), headers: { ...headers, ...withArgument(argument) } });
type Row = Record<string, unknown>;
const transactionsOf = async (document: string, key: string): Promise<Row[]> => (await call('GET', `/${document}/wo_no_seq=${key}/jm_wo_transaction`)).json;

beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => {
	await sandbox.stop();
});

describe('the header SaveArgument', () => {
	it.each<[string, string, number, string]>([
		['no JSON', '{"LoadServiceTemplate":"10","11"}', 400, 'this is no JSON'],
		['an array', '["LoadTemplate"]', 400, 'takes a JSON object'],
		['an unknown name', '{"LoadTemplates":"2"}', 400, "'LoadTemplates', which this release does not know"],
		['an argument of another document', '{"Post":""}', 400, "'Post' in the header 'SaveArgument' is for TcBatch, not for JmWorkOrder"],
		['a text for a number', '{"LoadTemplate":"two"}', 400, "'LoadTemplate' in the header 'SaveArgument' takes one number"],
		['another value than Y', '{"LoadTemplate":"2","LoadChildTemplates":"N"}', 400, "takes 'Y', not \"N\""],
		['an order number that is none', '{"VoidWorkOrder":"2626"}', 400, 'like 2626-1'],
		['child templates alone', '{"LoadChildTemplates":"Y"}', 400, "'LoadChildTemplates' in the header 'SaveArgument' stands beside 'LoadTemplate' only"],
		['an option alone', '{"LoadTemplateOption":"1"}', 400, "stands beside 'LoadTemplate' only"],
		['void and un-void', '{"VoidWorkOrder":"1-1","UnVoidWorkOrder":"1-1"}', 400, 'cannot stand in one header'],
		['a void on create', '{"VoidWorkOrder":"1-1"}', 400, "'VoidWorkOrder' in the header 'SaveArgument' works with PATCH, not with POST"],
	])('with %s is refused and nothing is stored', async (_case, argument, status, words) => {
		const told = await postOrder('JmWorkOrder', { external_key: 'never stored' }, argument);
		expect(wordsOf(told)).toContain(words);
		expect(told.status).toBe(status);
		expect((await call('GET', '/JmWorkOrder/external_key=never%20stored')).status).toBe(404);
	});

	it('has no place in a DELETE', async () => {
		expect((await call('DELETE', '/JmWorkOrder/wo_no_seq=100-1', { headers: withArgument({ VoidWorkOrder: '100-1' }) })).status).toBe(400);
	});
});

describe('LoadTemplate', () => {
	it.each(['JmWorkOrder', 'MoMediaOrder', 'XmTransmissionOrder'])('puts the transactions of the template into a new %s and tells their numbers', async (document) => {
		const told = await postOrder(document, { wo_template_no: 15 }, { LoadTemplate: '15' });
		expect(told.json.jm_wo_transaction.records).toHaveLength(3);
		const { wo_no_seq: key } = told.json.jm_work_order.records[0];
		expect(await transactionsOf(document, key)).toMatchObject([
			{ trx_desc: 'Line Test', trx_begin_dt: '2023-08-22T09:00:00+00:00', trx_end_dt: '2023-08-22T09:30:00+00:00', phase_code: { phase_code: 'Bid' }, resource_code: { resource_code: 3 }, wo_template_no: 15, wo_no_seq: key },
			{ trx_desc: 'Transmission', trx_begin_dt: '2023-08-22T10:00:00+00:00', trx_end_dt: '2023-08-22T14:00:00+00:00' },
			{ trx_desc: 'Operator' },
		]);
	});

	it('takes the header in any letters and the number without quotes', async () => {
		const told = await call('POST', '/JmWorkOrder', { body: { jm_work_order: [minimalOrder({ wo_template_no: '2' })] }, headers: { saveargument: '{"LoadTemplate":2}' } });
		expect(told.json.jm_wo_transaction.records).toHaveLength(2);
	});

	it('loads child templates of every depth where LoadChildTemplates says so', async () => {
		const alone = await postOrder('JmWorkOrder', { wo_template_no: 1012 }, { LoadTemplate: '1012' });
		const all = await postOrder('JmWorkOrder', { wo_template_no: 1012 }, { LoadTemplate: '1012', LoadChildTemplates: 'Y' });
		expect([alone, all].map(({ json }) => json.jm_wo_transaction.records.length)).toEqual([2, 6]);
	});

	it('onto an existing order appends, or replaces where LoadTemplateOption is 0', async () => {
		const key = await created(call, 'JmWorkOrder', 'jm_work_order', minimalOrder({ jm_wo_transaction: [{ trx_desc: 'Mine' }] }));
		const body = [{ op: 'replace', path: 'wo_template_no', value: 2 }];
		await patch(`/JmWorkOrder/wo_no_seq=${key}`, body, { LoadTemplate: '2' });
		expect(await transactionsOf('JmWorkOrder', key)).toHaveLength(3);
		await patch(`/JmWorkOrder/wo_no_seq=${key}`, { jm_work_order: [{ wo_no_seq: key, wo_template_no: 2 }] }, { LoadTemplate: '2', LoadTemplateOption: '1' }, PAYLOAD_FORM);
		expect(await transactionsOf('JmWorkOrder', key)).toHaveLength(5);
		const told = await patch(`/JmWorkOrder/wo_no_seq=${key}`, body, { LoadTemplate: '2', LoadTemplateOption: '0' });
		expect(told.status).toBe(204);
		expect((await transactionsOf('JmWorkOrder', key)).map((row) => row.trx_desc)).toEqual(['Studio', 'Camera Operator']);
	});

	it.each<[object, object, string]>([
		[{}, { LoadTemplate: '15' }, "'wo_template_no' in the body says nothing"],
		[{ wo_template_no: 2 }, { LoadTemplate: '15' }, "says 15, 'wo_template_no' in the body says 2"],
		[{ wo_template_no: 9 }, { LoadTemplate: '9' }, 'Template 9 is not active'],
		[{ wo_template_no: 77 }, { LoadTemplate: '77' }, "'wo_template_no' names no record"],
	])('refuses %j with %j', async (order, argument, words) => {
		expect(wordsOf(await postOrder('JmWorkOrder', order, argument))).toContain(words);
	});
});

describe('LoadServiceTemplate', () => {
	it('makes a service row with its operations from one template, whose number stands in the body', async () => {
		const told = await postOrder('XmTransmissionOrder', { service_template_no: 10 }, { LoadServiceTemplate: '10' });
		expect(told.json.tables).toEqual(['jm_work_order', 'mo_service_row', 'mo_operation']);
		const order = await orderOf('XmTransmissionOrder', told.json.jm_work_order.records[0].wo_no_seq);
		expect(order.mo_service_row).toMatchObject([
			{ dsp_seq: 1, service_row_desc: 'Satellite Feed', service_template_no: { service_template_no: 10 }, mo_operation: [{ task_no: 1, trx_resource_desc: 'Dish 4' }, { task_no: 2 }] },
		]);
	});

	it('makes a row from each of several, where the body leaves the field null', async () => {
		const told = await postOrder('XmTransmissionOrder', { service_template_no: null }, { LoadServiceTemplate: '10,11' });
		const order = await orderOf('XmTransmissionOrder', told.json.jm_work_order.records[0].wo_no_seq);
		expect(order.service_template_no).toBeNull();
		expect(order.mo_service_row.map((row: Row) => [row.dsp_seq, row.service_row_desc])).toEqual([[1, 'Satellite Feed'], [2, 'Fibre Feed']]);
	});

	it('may stand beside LoadTemplate with one value, and not with several', async () => {
		const both = await postOrder('XmTransmissionOrder', { service_template_no: 10, wo_template_no: 2 }, { LoadServiceTemplate: '10', LoadTemplate: '2' });
		expect(both.json.tables).toEqual(['jm_work_order', 'jm_wo_transaction', 'mo_service_row', 'mo_operation']);
		const several = await postOrder('XmTransmissionOrder', { wo_template_no: 2 }, { LoadServiceTemplate: '10,11', LoadTemplate: '2' });
		expect([several.status, wordsOf(several)]).toEqual([400, "'LoadServiceTemplate' with several values stands alone in the header 'SaveArgument'"]);
	});

	it.each<[object, string, string]>([
		[{}, '10', "'service_template_no' in the body says nothing"],
		[{ service_template_no: 10 }, '10,11', "'service_template_no' in the body stays null"],
		[{}, '10,99', 'There is no service template 99'],
	])('refuses %j with %j', async (order, value, words) => {
		expect(wordsOf(await postOrder('XmTransmissionOrder', order, { LoadServiceTemplate: value }))).toContain(words);
	});

	it('is for transmission orders', async () => {
		expect(wordsOf(await postOrder('MoMediaOrder', {}, { LoadServiceTemplate: '10' }))).toContain('is for XmTransmissionOrder');
	});
});

describe('BidApproval', () => {
	const bid = async (more: object = {}): Promise<string> => await created(call, 'BidVersion', 'bid_version', { version_desc: 'Bid', ...more });
	const approve = async (version: string, value: string, approved?: string): Promise<Told> =>
		await patch(`/BidVersion/version_no=${version}`, approved === undefined ? undefined : [{ op: 'replace', path: 'approved', value: approved }], { BidApproval: value });
	const stateOf = async (version: string): Promise<unknown[]> => {
		const { approved, bid_status: status } = await recordOf(call, 'BidVersion', 'bid_version', `version_no=${version}`);
		return [approved, status];
	};

	it('0 approves, once; 1 takes it back, once', async () => {
		const version = await bid();
		expect((await approve(version, '0', 'Y')).status).toBe(204);
		expect(await stateOf(version)).toEqual(['Y', 'Approved']);
		expect(wordsOf(await approve(version, '0', 'Y'))).toContain('is approved already');
		expect((await approve(version, '1')).status).toBe(204);
		expect(await stateOf(version)).toEqual(['N', 'Unapproved']);
		expect(wordsOf(await approve(version, '1'))).toContain('is not approved');
	});

	it('2 approves a change memo beside the approved original', async () => {
		const original = await bid();
		const memo = await bid({ original_version_no: Number(original) });
		expect(wordsOf(await approve(memo, '2', 'Y'))).toContain('is not approved; a change memo changes an approved bid');
		await approve(original, '0');
		await approve(memo, '2', 'Y');
		expect([await stateOf(original), await stateOf(memo)]).toEqual([['Y', 'Approved'], ['Y', 'Approved as Change Memo']]);
	});

	it('3 approves and takes the approval of the original back', async () => {
		const original = await bid();
		await approve(original, '0');
		const next = await bid({ original_version_no: Number(original) });
		await approve(next, '3', 'Y');
		expect([await stateOf(original), await stateOf(next)]).toEqual([['N', 'Unapproved'], ['Y', 'Approved']]);
		expect(wordsOf(await approve(await bid(), '3', 'Y'))).toContain('has no original version');
	});

	it('4 leaves the approval as it was', async () => {
		const version = await bid();
		expect((await approve(version, '4', 'Y')).status).toBe(204);
		expect(await stateOf(version)).toEqual(['N', 'Open']);
	});

	it('agrees with the body, and approved changes in no other way', async () => {
		const version = await bid();
		expect(wordsOf(await approve(version, '0', 'N'))).toContain("'BidApproval' 0 goes with 'approved' 'Y'");
		expect(wordsOf(await approve(version, '7'))).toContain('takes one of 0 (Approve)');
		const plain = await call('PATCH', `/BidVersion/version_no=${version}`, { body: [{ op: 'replace', path: 'approved', value: 'Y' }] });
		expect(wordsOf(plain)).toContain("'approved' changes with 'BidApproval'");
		expect(await stateOf(version)).toEqual(['N', 'Open']);
	});
});

describe('VoidWorkOrder and UnVoidWorkOrder', () => {
	const reason = [{ op: 'replace', path: 'cancel_no', value: 1 }];

	it.each(['JmWorkOrder', 'MoMediaOrder', 'XmTransmissionOrder'])('void a %s with its transactions, and give both their phases back', async (document) => {
		const key = await created(call, document, 'jm_work_order', minimalOrder({ phase_code: 'CONF', jm_wo_transaction: [{ phase_code: 'WIP' }] }));
		const path = `/${document}/wo_no_seq=${key}`;
		expect((await patch(path, reason, { VoidWorkOrder: key })).status).toBe(204);
		expect(await orderOf(document, key)).toMatchObject({ phase_code: { phase_code: 'VOID' }, phase_desc: 'Void', cancel_no: { cancel_no: 1 }, jm_wo_transaction: [{ phase_code: { phase_code: 'VOID' } }] });
		expect(wordsOf(await patch(path, reason, { VoidWorkOrder: key }))).toBe(`Order ${key} is void already`);
		const back = await patch(path, '', { UnVoidWorkOrder: key }, PAYLOAD_FORM);
		expect([back.status, back.text]).toEqual([204, '']);
		expect(await orderOf(document, key)).toMatchObject({ phase_code: { phase_code: 'CONF' }, cancel_no: null, jm_wo_transaction: [{ phase_code: { phase_code: 'WIP' } }] });
		expect(wordsOf(await patch(path, '', { UnVoidWorkOrder: key }, PAYLOAD_FORM))).toBe(`Order ${key} is not void`);
	});

	it('un-void the void order of the demo data', async () => {
		expect((await patch('/JmWorkOrder/wo_no_seq=1067982-1', '', { UnVoidWorkOrder: '1067982-1' }, PAYLOAD_FORM)).status).toBe(204);
	});

	it('want the order of the address, and a reason', async () => {
		expect(wordsOf(await patch('/JmWorkOrder/wo_no_seq=2626-1', reason, { VoidWorkOrder: '2627-1' }))).toContain('both have to name the same order');
		expect(wordsOf(await patch('/JmWorkOrder/wo_no_seq=2626-1', '', { VoidWorkOrder: '2626-1' }, PAYLOAD_FORM))).toContain("cannot be voided without a reason; give 'cancel_no'");
		expect((await orderOf('JmWorkOrder', '2626-1')).cancel_no).toBeNull();
	});
});

describe('GroupCode', () => {
	it('makes a group of the list the default group, and refuses any other', async () => {
		const path = '/SchResource/resource_code=3';
		expect((await patch(path, '', { GroupCode: 'UKPS' }, PAYLOAD_FORM)).status).toBe(204);
		expect((await recordOf(call, 'SchResource', 'sch_resource', 'resource_code=3')).group_code).toMatchObject({ group_code: 'UKPS', group_desc: 'UK Playout' });
		const told = await patch(path, '', { GroupCode: 'EDIT' }, PAYLOAD_FORM);
		expect([told.status, wordsOf(told)]).toEqual([500, "Group 'EDIT' is not in the group list of resource 3; the list holds TRX, UKPS"]);
	});
});

describe('actuals', () => {
	const order = async (transactions: number): Promise<{ key: string; numbers: number[] }> => {
		const told = await call('POST', '/JmWorkOrder', { body: { jm_work_order: [minimalOrder({ jm_wo_transaction: Array.from({ length: transactions }, () => ({ trx_desc: 'Room' })) })] } });
		return { key: told.json.jm_work_order.records[0].wo_no_seq, numbers: told.json.jm_wo_transaction.records.map((row: { trx_no: number }) => row.trx_no) };
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
	const post = async (key: string, transaction: number, argument?: unknown): Promise<Told> =>
		await call('POST', '/JmActual/', { body: body(key, transaction), ...(argument === undefined ? {} : { headers: withArgument(argument) }) });
	const stateOf = async (key: string): Promise<{ order: string; transactions: [unknown, string][] }> => {
		const record = await orderOf('JmWorkOrder', key);
		return { order: record.phase_code.phase_code, transactions: record.jm_wo_transaction.map((row: Row) => [row.actualized, (row.phase_code as { phase_code: string } | null)?.phase_code ?? '']) };
	};

	it('are stored with details and links, whose negative numbers name new rows wherever they stand', async () => {
		const { key, numbers } = await order(1);
		const told = await post(key, numbers[0] as number);
		const [header, detail, link] = ['jm_actual_header', 'jm_actual_detail', 'jm_actual_link'].map((table) => Object.values(told.json[table].records[0])[0]);
		expect(await recordOf(call, 'JmActual', 'jm_actual_header', `actual_hdr_no=${header as number}`)).toMatchObject({
			actual_hdr_no: { actual_hdr_no: header },
			wo_no: 9453,
			wo_no_seq: { wo_no_seq: key },
			jm_actual_detail: [{ actual_det_no: detail, actual_hdr_no: header, action_code: { action_code: 'I', action_desc: 'Internal Hours' }, actual_unit: 4 }],
			jm_actual_link: [{ actual_link_no: link, actual_det_no: detail, trx_no: numbers[0] }],
		});
		expect(await stateOf(key)).toEqual({ order: 'Bid', transactions: [['N', '']] });
	});

	it('ActualizeSelected actualizes the listed transactions, once', async () => {
		const { key, numbers: [first = 0, second = 0] } = await order(2);
		expect((await post(key, first, { ActualizeSelected: String(first) })).status).toBe(200);
		expect(await stateOf(key)).toEqual({ order: 'Bid', transactions: [['Y', ''], ['N', '']] });
		expect(wordsOf(await post(key, first, { ActualizeSelected: `${second},${first}` }))).toBe(`Transaction ${first} is actualized already`);
		expect((await stateOf(key)).transactions[1]).toEqual(['N', '']);
	});

	it.each(['ActualizeUpdatePhase', 'ActuallizeUpdatePhase'])('%s also moves the phases: partly, then wholly actualized', async (name) => {
		const { key, numbers: [first = 0, second = 0] } = await order(2);
		await post(key, first, { ActualizeSelected: String(first), [name]: 'Y' });
		expect(await stateOf(key)).toEqual({ order: 'PACT', transactions: [['Y', 'ACTL'], ['N', '']] });
		await post(key, second, { ActualizeAll: '-2', [name]: 'Y' });
		expect(await stateOf(key)).toEqual({ order: 'ACTL', transactions: [['Y', 'ACTL'], ['Y', 'ACTL']] });
		expect(wordsOf(await post(key, first, { ActualizeAll: '-2' }))).toContain('has no transaction left');
	});

	it('a leading -2 stands for the transactions of the links of the call', async () => {
		const { key, numbers: [first = 0, second = 0, third = 0] } = await order(3);
		await post(key, first, { ActualizeSelected: `-2,${third}` });
		expect((await stateOf(key)).transactions.map(([actualized]) => actualized)).toEqual(['Y', 'N', 'Y']);
		expect(second).toBeGreaterThan(0);
	});

	it.each<[string, (key: string) => Promise<Told>, string]>([
		['a transaction of another order', async (key) => await post(key, 38_521), "There is no transaction 38521 on order"],
		['a selected transaction of another order', async (key) => await call('POST', '/JmActual', { body: { jm_actual_header: [{ wo_no_seq: key }] }, headers: withArgument({ ActualizeSelected: '38521' }) }), 'There is no transaction 38521 on order'],
		['an order that is not there', async () => await call('POST', '/JmActual', { body: { jm_actual_header: [{ wo_no_seq: '5-9' }] } }), "there is no order '5-9'"],
		['a link to no detail', async (key) => await call('POST', '/JmActual', { body: { jm_actual_header: [{ wo_no_seq: key, jm_actual_link: [{ actual_det_no: -9 }] }] } }), "'actual_det_no' -9 stands for no new row"],
		['an update of the phase alone', async (key) => await post(key, 1, { ActualizeUpdatePhase: 'Y' }), "stands beside 'ActualizeSelected' or 'ActualizeAll' only"],
		['all with another number', async (key) => await post(key, 1, { ActualizeAll: '5' }), "takes '-2'"],
	])('refuse %s', async (_case, send, words) => {
		const { key } = await order(1);
		expect(wordsOf(await send(key))).toContain(words);
	});
});

describe('Post', () => {
	it('posts a time card batch once', async () => {
		const body = { tc_batch: [{ batch_no: { batch_no: '7572' } }] };
		const told = await patch('/TcBatch/batch_no=7572', body, { Post: '' }, PAYLOAD_FORM);
		expect([told.status, told.json]).toEqual([200, { message: null, tables: [] }]);
		expect(await recordOf(call, 'TcBatch', 'tc_batch', 'batch_no=7572')).toMatchObject({ posted: 'Y', date_posted: expect.stringMatching(/^\d{4}-/) });
		const again = await patch('/TcBatch/batch_no=7572', body, { Post: '' }, PAYLOAD_FORM);
		expect([again.status, wordsOf(again)]).toEqual([500, 'Batch 7572 is posted already']);
	});
});

describe('TrxTimeOptionMove and TrxTimeOptionAdjust', () => {
	const begins = ['2023-08-22T10:00:00Z', '2023-08-22T12:00:00Z'];
	const ends = ['2023-08-22T16:00:00Z', '2023-08-22T13:00:00Z'];
	const moved = async (argument: unknown): Promise<unknown[][]> => {
		const key = await created(call, 'MoMediaOrder', 'jm_work_order', minimalOrder({ jm_wo_transaction: begins.map((begin, at) => ({ trx_begin_dt: begin, trx_end_dt: ends[at] })) }));
		const body = [{ op: 'replace', path: 'wo_begin_dt', value: '2023-08-22T12:30:00Z' }, { op: 'replace', path: 'wo_end_dt', value: '2023-08-22T18:00:00Z' }];
		expect((await patch(`/MoMediaOrder/wo_no_seq=${key}`, body, argument)).status).toBe(204);
		return (await transactionsOf('MoMediaOrder', key)).map((row) => [String(row.trx_begin_dt).slice(11, 16), String(row.trx_end_dt).slice(11, 16)]);
	};

	it('move the transactions by as much as the order begins later', async () => {
		expect(await moved({ TrxTimeOptionMove: 'Y' })).toEqual([['12:30', '18:30'], ['14:30', '15:30']]);
	});

	it('fit the transactions into the new times', async () => {
		expect(await moved({ TrxTimeOptionAdjust: 'Y' })).toEqual([['12:30', '18:00'], ['12:30', '13:00']]);
	});

	it('leave them where neither stands', async () => {
		expect(await moved('')).toEqual([['10:00', '16:00'], ['12:00', '13:00']]);
	});
});
