import { SiteLimits, UNLIMITED } from '../../bench/siteLimits';

describe('A site with limits in the benchmark', () => {
	it('refuses requests above its rate limit, and counts the refusals after the first five seconds', () => {
		const limits = new SiteLimits({ ...UNLIMITED, perSecond: 2 });
		expect([0, 1, 2, 1_001, 6_000, 6_001, 6_002].map((now) => limits.accept('one', now))).toEqual([
			true,
			true,
			false,
			true,
			true,
			true,
			false,
		]);
		expect(limits.counts).toMatchObject({ settledRequests: 3, settledRefusals: 1, smallestShare: 1 });
	});

	it('counts the requests of each run only while all runs are sending', () => {
		const limits = new SiteLimits(UNLIMITED);
		for (const run of ['a', 'a', 'b', 'a', 'a', 'b', 'a', 'a']) limits.accept(run, 0);
		expect(limits.counts.smallestShare).toBe(0.5);
	});

	it('processes as many requests concurrently as it has workers, and measures the mean queue length', async () => {
		jest.useFakeTimers();
		try {
			const limits = new SiteLimits({ ...UNLIMITED, workers: 2, serviceMs: 20 });
			const began = performance.now();
			limits.accept('one', began);
			const ended: number[] = [];
			const all = Promise.all(
				Array.from({ length: 4 }, async () => void ended.push(await limits.work().then(() => performance.now() - began))),
			);
			await jest.advanceTimersByTimeAsync(40);
			await all;
			expect(ended).toEqual([20, 20, 40, 40]);
			// Two requests wait during the first 20 ms, and none during the next 20 ms.
			expect(limits.counts.meanQueue).toBe(1);
		} finally {
			jest.useRealTimers();
		}
	});
});
