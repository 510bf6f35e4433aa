import { VOLUME_DOCUMENTS } from '../../../sandbox/seed/volume';
import { DEMO_USER } from '../../support/plainCall';
import { sandboxForTests } from '../../support/sandboxForTests';

describe.each(['10.6', '26.1'] as const)('Generated records (--records) on release %s', (release) => {
	const sandbox = sandboxForTests({
		release,
		args: [...VOLUME_DOCUMENTS.flatMap((document) => ['--records', `${document}=30`]), '--jobs', '200'],
	});
	const read = async (address: string): Promise<{ count: number; records: Record<string, unknown>[] }> => {
		const response = await fetch(`${sandbox.apiUrl}${address}`, { headers: { Authorization: DEMO_USER } });
		expect(response.status).toBe(200);
		const { L } = (await response.json()) as { L: Record<string, unknown>[] };
		return { count: Number(response.headers.get('pagination-count')), records: L };
	};

	it('have their own keys, and are listed, sorted and found like other records', async () => {
		const { count, records } = await read('/JmWorkOrderList?Query={"external_key":"vol-%25"}&pageSize=50');
		expect([count, new Set(records.map(({ wo_no: number }) => number)).size]).toEqual([30, 30]);
		expect((await read('/LibMasterList?Query={"external_key":"VOL-%25"}&sort=["master_no desc"]&pageSize=5')).count).toBe(30);
		expect((await read('/JmJobList?Query={"job_desc":"volume production %25"}&pageSize=5')).count).toBe(30);
	});

	it('do not conflict with the keys of new records, even after a reset', async () => {
		const create = async (): Promise<number> => {
			const response = await fetch(`${sandbox.apiUrl}/JmJob`, {
				method: 'POST',
				headers: { Authorization: DEMO_USER, 'Content-Type': 'application/json' },
				body: JSON.stringify({ jm_job: [{ job_desc: 'After', cust_id: '27' }] }),
			});
			return response.status;
		};
		expect(await create()).toBe(release === '10.6' ? 204 : 200);
		await sandbox.control.reset();
		expect((await read('/JmJobList?Query={"external_key":"VOL-%25"}&pageSize=5')).count).toBe(30);
		expect(await create()).toBe(release === '10.6' ? 204 : 200);
	});
});
