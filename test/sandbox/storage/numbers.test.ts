import { sandboxForTests } from '../../support/sandboxForTests';
import { callerOf, created, minimalOrder, recordOf, errorOf } from '../data/caller';

const sandbox = sandboxForTests();
const call = callerOf(() => sandbox);

describe('A key in a body', () => {
	it.each([
		['JmJob', 'jm_job', 'job_no', 9_007_199_254_740_991, 900_000_000_000_000, { job_desc: 'High', cust_id: '27' }],
		['JmWorkOrder', 'jm_work_order', 'wo_no_seq', '9999999999-1', '9000000000-1', minimalOrder()],
	])('is rejected if it leaves no numbers for later records of %s', async (document, table, key, tooHigh, highest, fields) => {
		const refused = await call('POST', `/${document}`, { body: { [table]: [{ ...fields, [key]: tooHigh }] } });
		expect([refused.status, errorOf(refused)]).toEqual([500, `'${key}' ${tooHigh} is too high: no numbers would remain for later records`]);
		expect(await created(call, document, table, { ...fields, [key]: highest })).toBe(String(highest));
		const next = await created(call, document, table, fields);
		expect(Number.parseInt(next, 10)).toBe(Number.parseInt(String(highest), 10) + 1);
		expect((await recordOf(call, document, table, `${key}=${next}`))[key]).toMatchObject({
			[key]: /^\d+$/.test(next) ? Number(next) : next,
		});
	});

	it('is rejected if it leaves no numbers for later rows of the same order', async () => {
		const order = await created(call, 'JmWorkOrder', 'jm_work_order', minimalOrder());
		const add = async (row: object): Promise<number> =>
			(
				await call('PUT', `/JmWorkOrder/wo_no_seq=${order}`, {
					headers: { 'Content-Type': 'application/json-patch+json' },
					body: { jm_work_order: [{ wo_no_seq: { wo_no_seq: order }, mo_source: [row] }] },
				})
			).status;
		expect(await add({ dsp_seq: 9_007_199_254_740_991, source_desc: 'Too high' })).toBe(500);
		expect([await add({ source_desc: 'First' }), await add({ source_desc: 'Second' })]).toEqual([200, 200]);
		const { mo_source: sources } = await recordOf(call, 'JmWorkOrder', 'jm_work_order', `wo_no_seq=${order}`);
		expect(sources).toMatchObject([{ dsp_seq: { dsp_seq: 1 } }, { dsp_seq: { dsp_seq: 2 } }]);
	});

	it('determines the position of a source row within the order', async () => {
		const sources = [5, 2, 9].map((dsp_seq) => ({ dsp_seq, source_desc: `Reel ${dsp_seq}` }));
		const order = await created(call, 'JmWorkOrder', 'jm_work_order', minimalOrder({ mo_source: sources }));
		const inOrder = [2, 5, 9].map((dsp_seq) => expect.objectContaining({ dsp_seq: { dsp_seq } }));
		expect((await recordOf(call, 'JmWorkOrder', 'jm_work_order', `wo_no_seq=${order}`)).mo_source).toEqual(inOrder);
		expect((await call('GET', `/JmWorkOrder/wo_no_seq=${order}/mo_source`)).json).toEqual(inOrder);
	});

	it('does not affect numbering if it is in a text field', async () => {
		expect(await created(call, 'TcBatch', 'tc_batch', { batch_no: '9007199254740991', batch_desc: 'Week 22' })).toBe('9007199254740991');
		expect(Number(await created(call, 'TcBatch', 'tc_batch', { batch_desc: 'Week 23' }))).toBeLessThan(10_000);
	});
});
