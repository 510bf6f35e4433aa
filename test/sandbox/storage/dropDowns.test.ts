import { sandboxForTests } from '../../support/sandboxForTests';
import { callerOf, created, recordOf } from '../data/caller';

const sandbox = sandboxForTests();
const call = callerOf(() => sandbox);

describe('The details of a drop-down in a record', () => {
	it('reflect changed, deleted and new options', async () => {
		const option = await created(call, 'SysDropDown', 'sys_drop_down', { drop_down_name: 'JOB_field_2', drop_down_desc: 'Opera' });
		const job = await created(call, 'JmJob', 'jm_job', { job_desc: 'A night out', cust_id: '27', JOB_field_2: 'Opera' });
		const shown = async (): Promise<unknown[]> => [
			(await recordOf(call, 'JmJob', 'jm_job', `job_no=${job}`)).JOB_field_2,
			(await call('GET', '/JmJobList', { query: { Query: { job_no: job } } })).json.L[0].JOB_field_2,
		];
		const details = (number: string, external_key: string | null): unknown[] =>
			Array(2).fill({ option_no: Number(number), option_text: 'Opera', external_key, JOB_field_2: 'Opera' });
		expect(await shown()).toEqual(details(option, null));
		expect(
			(await call('PATCH', `/SysDropDown/drop_down_no=${option}`, { body: [{ op: 'replace', path: 'external_key', value: 'OP' }] })).status,
		).toBe(204);
		expect(await shown()).toEqual(details(option, 'OP'));
		expect((await call('DELETE', `/SysDropDown/drop_down_no=${option}`)).status).toBe(204);
		expect(await shown()).toEqual([{ JOB_field_2: 'Opera' }, { JOB_field_2: 'Opera' }]);
		const again = await created(call, 'SysDropDown', 'sys_drop_down', { drop_down_name: 'JOB_field_2', drop_down_desc: 'Opera' });
		expect(await shown()).toEqual(details(again, null));
	});
});
