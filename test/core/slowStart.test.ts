import { SlowStart } from '../../core/http/slowStart';

/** Sends all requests of a round at the same time. */
const roundOf = (start: SlowStart, latencies: readonly number[], from: number, ownDelay = 0): void => {
	start.beginRound(from);
	for (const latency of latencies) start.responded('POST JmJob', { latency, ownDelay, sentAt: from });
};
const eight = (latency: number): number[] => Array.from({ length: 8 }, () => latency);
const GOOD = { load: 1, isMaximum: false, isOwnLoad: false };

describe('The slow start', () => {
	const started = (): SlowStart => {
		const start = new SlowStart();
		start.responded('POST JmJob', { latency: 50, ownDelay: 0, sentAt: 0 });
		return start;
	};

	it('continues to grow while the latency stays the same', () => {
		const start = started();
		roundOf(start, eight(50), 100);
		expect(start.endRound(GOOD)).toEqual({ next: 'grow', load: 1 });
	});

	it('ends after two rounds in which all responses are slow, and returns a load that does not include the jitter', () => {
		const start = started();
		roundOf(start, eight(100), 100);
		expect(start.endRound({ ...GOOD, load: 3 })).toEqual({ next: 'repeat', load: 3 });
		roundOf(start, [100, 140, 100, 140, 100, 140, 100, 140], 200);
		// Requests spend 50 of the 120 ms in the queue.
		expect(start.endRound({ ...GOOD, load: 3 })).toEqual({ next: 'end', load: 120 / 70 });
	});

	it('continues after a single slow round', () => {
		const start = started();
		roundOf(start, eight(300), 100);
		expect(start.endRound({ ...GOOD, load: 6 }).next).toBe('repeat');
		roundOf(start, eight(50), 400);
		expect(start.endRound(GOOD)).toEqual({ next: 'grow', load: 1 });
	});

	it('repeats a round whose average latency rose, and treats the rise as jitter if fast responses remain', () => {
		const start = started();
		for (const next of ['repeat', 'grow'] as const) {
			roundOf(start, [50, ...eight(200)], 100);
			expect(start.endRound({ ...GOOD, load: 3.6 })).toEqual({ next, load: next === 'repeat' ? 3.6 : 1 });
		}
	});

	it('ignores requests that were sent under an earlier limit', () => {
		const start = started();
		start.beginRound(100);
		for (const latency of eight(50)) start.responded('POST JmJob', { latency, ownDelay: 0, sentAt: 99 });
		expect(start.isRoundComplete).toBe(false);
		for (const latency of eight(100)) start.responded('POST JmJob', { latency, ownDelay: 0, sentAt: 100 });
		expect(start.isRoundComplete).toBe(true);
		expect(start.endRound(GOOD).next).toBe('repeat');
	});

	it('compares only latencies of the same kind of request', () => {
		const start = started();
		start.beginRound(100);
		for (const latency of eight(400)) start.responded('GET JmJobList', { latency, ownDelay: 0, sentAt: 100 });
		expect(start.endRound(GOOD).next).toBe('grow');
	});

	it('ignores the delay that this process causes, and treats latencies below 10 ms as 10 ms', () => {
		const start = started();
		roundOf(start, eight(100), 100, 40);
		expect(start.endRound(GOOD).next).toBe('grow');
		const fast = new SlowStart();
		roundOf(fast, [1, ...eight(1)], 0);
		roundOf(fast, eight(14), 100);
		expect(fast.endRound(GOOD).next).toBe('grow');
	});

	it('ends at the maximum only after a second round has measured the latency without load', () => {
		const start = started();
		roundOf(start, eight(50), 100);
		expect(start.endRound({ ...GOOD, load: 1.2, isMaximum: true }).next).toBe('repeat');
		roundOf(start, eight(50), 200);
		expect(start.endRound({ ...GOOD, load: 1.3, isMaximum: true })).toEqual({ next: 'end', load: 1 });
	});
});
