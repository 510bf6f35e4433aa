/**
 * Measures the baseline latency again during a long run. The run may have started while this process was busy, and the baseline latency is
 * then too high. TCP BBR has such a phase too (PROBE_RTT).
 */

/** How often (ms) the limit falls for one window, and the share of the limit to which it falls. */
const INTERVAL = 5_000;
const SHARE = 0.25;
/** The lowest limit in such a window, and its minimum number of responses. */
const MIN_LIMIT = 4;
const MIN_WINDOW = 8;

/** Times are in milliseconds. */
export class BaselineProbe {
	private lastAt = -Infinity;
	/** The limit before the window that measures the latency; undefined outside such a window. */
	private limitBefore: number | undefined;

	get isRunning(): boolean {
		return this.limitBefore !== undefined;
	}

	/** Returns the lower limit for the next window; undefined if the last such window was recent, or if `limit` is low already. */
	begin(limit: number, now: number): number | undefined {
		const lower = Math.max(MIN_LIMIT, SHARE * limit);
		if (now - this.lastAt < INTERVAL || lower >= limit) return undefined;
		this.lastAt = now;
		this.limitBefore = limit;
		return lower;
	}

	/** Returns the limit to continue with: the one before the window, or `limit` if there was no such window. */
	end(limit: number): number {
		const before = this.limitBefore ?? limit;
		this.limitBefore = undefined;
		return before;
	}

	/** Waits a complete interval before the next window. */
	postpone(now: number): void {
		this.lastAt = now;
	}

	/** The number of responses that ends the window. */
	windowSize(limit: number): number {
		return Math.max(MIN_WINDOW, limit);
	}
}
