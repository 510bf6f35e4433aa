import { SiteBudget } from '../../core/http/siteBudget';

describe("A site's budget", () => {
	it('never starts a pause of zero or negative length, even on a slow machine', async () => {
		let now = 0;
		const slept: number[] = [];
		const budget = new SiteBudget({
			// Reading the clock takes nearly as long as the pause.
			now: () => (now += 1_500),
			sleep: async (milliseconds) => {
				slept.push(milliseconds);
				now += milliseconds;
			},
		});
		const share = budget.share({});
		for (let sent = 0; sent < 20; sent += 1) {
			const release = await share.acquire({ kind: 'GET', isRepeatable: true });
			release?.({ how: 'limited', pause: 2_000 });
		}
		expect(slept.length).toBeGreaterThan(0);
		expect(slept.filter((milliseconds) => milliseconds <= 0)).toEqual([]);
	});
});
