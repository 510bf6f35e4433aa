/**
 * Compares the latencies of a window with the baseline latencies, which are those without load, separately for each kind of
 * request: a list that is always slow does not mean that the site is under load.
 */

/** The site is not under load if the latency is less than this multiple of the baseline latency. */
export const NO_LOAD = 1.5;
/** The minimum number of responses of one kind in a window before their average can replace a higher baseline latency. */
const MIN_OF_KIND = 4;
/**
 * If timers are late, a request waits for the processor about four times: before it starts, before it opens a connection, before it is
 * written, and before its response is processed. Each wait is about as long as the delay of the timers, and says nothing about the site.
 */
const WAITS_PER_REQUEST = 4;

/**
 * Latencies (ms) up to this value are treated as equal: they are mostly the time that this process itself needs for its concurrent
 * requests, and no user notices if a request waits at the site for so short a time.
 */
export const NEGLIGIBLE = 10;

/** This process limits the speed if it was busy for at least this share of the latencies. */
const BUSY = 0.9;
/** The same for several windows, because the share of one window varies. */
const MOSTLY_BUSY = 0.7;
/** The weight of each window compared with the window after it. */
const DECAY = 0.8;

/** What this process contributed to a latency. Times are in milliseconds. */
interface Own {
	/** How late its timers were. */
	readonly timerDelay: number;
	/** How long it was busy between the request and the response. */
	readonly busy: number;
}

/** Times are in milliseconds. */
export class Latencies {
	private window = new Map<string, { readonly sum: number; readonly count: number }>();
	/** The part of the window's latencies that this process probably caused itself. */
	private ownDelay = 0;
	/** The sums of the window's latencies, and of the times in them in which this process was busy. */
	private total = 0;
	private busy = 0;
	/** The same sums for the windows before, the latest of which counts most. */
	private earlierTotal = 0;
	private earlierBusy = 0;
	/** The baseline latency, by kind of request. */
	private readonly unloaded = new Map<string, number>();
	/** The lowest average latency of a window, by kind of request. */
	private readonly lowestAverage = new Map<string, number>();
	/** How many times the baseline the last request took that ran alone; undefined unless it was slow. */
	private slowAlone: number | undefined;

	/** Whether this process was busy during the whole window, so that it limited the speed, and not the site. */
	get isBusy(): boolean {
		return this.busy > BUSY * this.total;
	}

	/**
	 * Whether this process was busy for as long as the latencies of the window exceeded the baseline. This is the case if it sent a burst of
	 * requests, waited for the first response, and was then busy with the responses.
	 */
	get isOwnDelay(): boolean {
		return this.busy > BUSY * (this.total - this.expected());
	}

	/** Whether this process limits the speed: it was always busy, or it was mostly busy lately and caused the whole delay of the window. */
	get isOwnLoad(): boolean {
		const isMostlyBusy = this.earlierBusy + this.busy > MOSTLY_BUSY * (this.earlierTotal + this.total);
		return this.isBusy || (isMostlyBusy && this.isOwnDelay);
	}

	/** Returns the part of the latency that this process probably caused itself. */
	add(kind: string, latency: number, { timerDelay, busy }: Own): number {
		const { sum, count } = this.window.get(kind) ?? { sum: 0, count: 0 };
		this.window.set(kind, { sum: sum + latency, count: count + 1 });
		const own = WAITS_PER_REQUEST * timerDelay;
		this.ownDelay += own;
		this.total += latency;
		this.busy += busy;
		return own;
	}

	/**
	 * Uses the latency of a request that ran alone as the baseline latency if none is known for its kind. If two such requests in succession
	 * take more than `tolerated` times the known baseline, all kinds of requests are assumed to have become slower by the same factor. A
	 * single one is not enough, because this process may have been busy. If such a request is so fast that the baseline must be too high,
	 * the baseline falls again, but not below the lowest average of a window.
	 */
	measuredAlone(kind: string, latency: number, tolerated: number): void {
		const known = this.unloaded.get(kind);
		if (known === undefined) {
			this.unloaded.set(kind, latency);
			return;
		}
		const factor = latency / known;
		const earlier = this.slowAlone;
		this.slowAlone = factor > tolerated && earlier === undefined ? factor : undefined;
		if (factor > tolerated && earlier !== undefined) this.scale(Math.min(factor, earlier));
		const highest = Math.max(tolerated * latency, this.lowestAverage.get(kind) ?? 0);
		if (known > highest) this.scale(highest / known);
	}

	/** The latency of the window as a multiple of the baseline latency. */
	load(): number {
		let actual = 0;
		for (const [kind, { sum, count }] of this.window) {
			const average = sum / count;
			const known = this.unloaded.get(kind);
			const unloaded = known === undefined || (average < known && count >= MIN_OF_KIND) ? average : known;
			this.unloaded.set(kind, unloaded);
			this.lowestAverage.set(kind, Math.min(average, this.lowestAverage.get(kind) ?? Infinity));
			actual += sum;
		}
		const expected = this.expected();
		const own = Math.min(this.ownDelay, Math.max(0, actual - expected));
		return expected > 0 ? (actual - own) / expected : 1;
	}

	/** The sum of the window's latencies if the site had not been under load. */
	private expected(): number {
		let sum = 0;
		for (const [kind, { count }] of this.window) sum += count * Math.max(NEGLIGIBLE, this.unloaded.get(kind) ?? 0);
		return sum;
	}

	scale(factor: number): void {
		for (const [kind, latency] of this.unloaded) this.unloaded.set(kind, latency * factor);
	}

	beginWindow(): void {
		this.window = new Map();
		this.ownDelay = 0;
		this.earlierTotal = DECAY * (this.earlierTotal + this.total);
		this.earlierBusy = DECAY * (this.earlierBusy + this.busy);
		this.total = 0;
		this.busy = 0;
	}
}
