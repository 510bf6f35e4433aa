/** The sandbox with a site profile. `test/check/` tests the nodes on such sites. */
import { sandboxForTests } from '../../support/sandboxForTests';
import { callerOf, errorOf, recordOf } from '../data/caller';
import { DEMO, errorIn, send } from './wire';

const sandbox = sandboxForTests({
	siteProfile: { version: 1, lists: { count: 'X-Total', query: 'filter' }, records: { dates: 'local', timeZone: 'America/New_York' } },
});
const call = callerOf(() => sandbox);
afterEach(async () => void (await sandbox.control.clearFaults()));

describe('A sandbox with a site profile', () => {
	test("applies a fault of type 'count' to the count header of the site", async () => {
		const list = async (): Promise<Headers> => (await call('GET', '/JmPhaseList', { query: { filter: {} } })).headers;
		const count = Number((await list()).get('X-Total'));
		await sandbox.control.addFaults({ fault: { type: 'count', add: -1 } });
		const headers = await list();
		expect([headers.get('X-Total'), headers.get('Pagination-Count')]).toEqual([String(count - 1), null]);
	});

	test.each(['wo_begin_dt', '/wo_begin_dt'])('reads the value of an operation in the format of the site: %s', async (path) => {
		const change = async (value: string): ReturnType<typeof call> =>
			await call('PATCH', '/JmWorkOrder/wo_no_seq=100-1', { body: [{ op: 'replace', path, value }] });
		const { wo_begin_dt: begin } = await recordOf(call, 'JmWorkOrder', 'jm_work_order', 'wo_no_seq=100-1');
		expect((await change(begin as string)).status).toBe(204);
		expect((await recordOf(call, 'JmWorkOrder', 'jm_work_order', 'wo_no_seq=100-1')).wo_begin_dt).toBe(begin);
		const refused = await change('2026-06-01T20:00:00Z');
		expect([refused.status, errorOf(refused)]).toEqual([400, expect.stringContaining('must be a local time without an offset')]);
	});

	test('rejects invalid percent-encoding in the query string', async () => {
		const outcome = await send(`${sandbox.apiUrl}/JmJobList?filter={"job_desc":"%night%"}`, { headers: DEMO });
		expect([outcome.status, errorIn(outcome)]).toEqual([400, expect.stringContaining('%25')]);
	});
});
