import { AdaptiveLimit } from '../../core/http/adaptiveLimit';

const UNLOADED_MS = 50;

/** A limit with the time of its last response. */
class Run {
	readonly limit = new AdaptiveLimit();
	private now = 0;

	private respond(latency: number, busy: number, inFlight: number): void {
		this.limit.responded('GET JmJob', { latency, now: this.now, timerDelay: 0, busy, wasAlone: inFlight === 1, inFlight });
	}

	/** One request without load. */
	alone(): void {
		this.limit.sent({ inFlight: 1, isRepeatable: true, now: this.now });
		this.now += UNLOADED_MS;
		this.respond(UNLOADED_MS, 0, 1);
	}

	/**
	 * As many concurrent requests as the limit allows, again and again for `duration` ms. Each takes `latency` ms, and this process is busy
	 * for `busy` ms of them. Returns the lowest limit.
	 */
	loaded(duration: number, latency: number, busy = 0, isRepeatable = true): number {
		let lowest = this.limit.value;
		for (const end = this.now + duration; this.now < end; lowest = Math.min(lowest, this.limit.value)) {
			const count = this.limit.value;
			// One request of the previous round is still in flight.
			for (let sent = 1; sent <= count; sent += 1) this.limit.sent({ inFlight: sent + 1, isRepeatable, now: this.now });
			this.now += latency;
			for (let left = count; left > 0; left -= 1) this.respond(latency, busy, left + 1);
		}
		return lowest;
	}

	pause(duration: number): void {
		this.now += duration;
	}
}

/** A run that has reached the highest limit. */
const fastRun = (): Run => {
	const run = new Run();
	run.alone();
	run.loaded(2000, UNLOADED_MS);
	expect(run.limit.value).toBe(128);
	return run;
};

test('Slow responses reduce the limit, but not while this process is busy all the time', () => {
	const run = fastRun();
	expect(run.loaded(2000, 300, 300)).toBe(128);
	expect(run.loaded(2000, 300, 150)).toBeLessThanOrEqual(32);
});

test('Slow responses do not reduce the limit if this process was mostly busy lately and caused the whole delay', () => {
	const run = fastRun();
	run.loaded(2000, 300, 290);
	expect(run.loaded(900, 150, 115)).toBe(128);
	expect(fastRun().loaded(900, 150, 95)).toBeLessThanOrEqual(96);
});

test('The start does not reduce the limit if this process was busy while the responses of a burst were waiting', () => {
	const lowestAtStart = (busy: number): number => {
		const run = new Run();
		run.alone();
		return run.loaded(600, 300, busy);
	};
	expect(lowestAtStart(240)).toBe(16);
	expect(lowestAtStart(150)).toBeLessThan(8);
});

test('The limit grows although responses are slow if this process was always busy, and the requests can be repeated', () => {
	const after = (busy: number, isRepeatable?: boolean): number => {
		const run = new Run();
		run.alone();
		run.loaded(900, 300, busy, isRepeatable);
		return run.limit.value;
	};
	expect(after(300)).toBe(128);
	expect(after(300, false)).toBe(16);
	expect(after(150)).toBeLessThan(16);
});

test('After the start, the limit also grows although responses are slow if this process was always busy', () => {
	const run = new Run();
	run.alone();
	run.loaded(900, 300);
	const { value } = run.limit;
	expect(value).toBeLessThan(16);
	run.loaded(15_000, 300, 300);
	expect(run.limit.value).toBe(128);
});

test('The baseline latency is measured again only in a run of more than five seconds', () => {
	const run = fastRun();
	run.loaded(1500, 300);
	run.pause(10_000);
	run.alone();
	const { value } = run.limit;
	expect(value).toBeLessThan(48);
	const tolerated = 1.6 * UNLOADED_MS;
	expect(run.loaded(4000, tolerated)).toBe(value);
	expect(run.loaded(2000, tolerated)).toBeLessThan(value / 2);
});
