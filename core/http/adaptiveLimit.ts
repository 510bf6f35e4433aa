/**
 * The number of concurrent requests that a site answers without slowing down. A gradient limit, as in Netflix's concurrency-limits (GradientLimit,
 * https://github.com/Netflix/concurrency-limits): the latency under load is compared with the latency without load. TCP Vegas estimates
 * the queue from the same two numbers, but its fixed queue sizes fit a small site or a large one, not both.
 *
 * Five changes to the published algorithm, because a run is short and its requests differ:
 * - Latencies are averaged over a window and compared within one kind of request, so that neither jitter nor a slow list looks like load.
 * - The limit triples per window until the latency rises, because a run of 2,000 requests must not spend its time growing.
 * - A request without concurrent ones measures the latency without load, even if it has risen.
 * - Latency that this process causes itself, because it or its machine is busy, does not count.
 * - If the latency does not fall with the limit, the site itself became slower, and the new latency becomes the one without load.
 */

/** The first limit, and the lowest one after a pause of {@link IDLE_RESET} milliseconds. */
const INITIAL_LIMIT = 16;
const IDLE_RESET = 30_000;
/** The maximum limit. It also applies to a run for which the user set no number. */
export const MAX_LIMIT = 128;
/** The site is not under load if the latency is less than this multiple of the latency without load. */
const NO_LOAD = 1.5;
/** The site is overloaded if the latency is more than this multiple. */
const OVERLOAD = 2;
/** The multiple that a reduced limit aims at. */
const TARGET = 1.75;
/** Factors of a reduction: after a refusal, and the strongest one because of latency. */
const AFTER_REFUSAL = 0.85;
/** The share of the recent requests that must be refused before the limit falls: single refusals have other reasons than load. */
const REFUSED_SHARE = 0.05;
/** That share is measured over this multiple of the limit, because refusals arrive before the answers to requests sent at the same time. */
const REFUSAL_SPAN = 2;
const STRONGEST_REDUCTION = 0.5;
/** At the start: a load below this multiple in the first window, or a rise below this multiple later, is jitter. */
const UNCERTAIN = 3;
const NO_RISE = 1.4;
/** A reduction by this factor or a stronger one shows clearly whether the latency falls with the limit. */
const CLEAR_REDUCTION = 0.7;
/** A load above this multiple of the previous one did not fall. */
const UNCHANGED_LOAD = 0.9;
/** Growth per window: at the start, later, and up to a limit that the site has served before. */
const START_GROWTH = 3;
const GROWTH = 1.1;
const REGROWTH = 1.5;
/** Above this share of the limit at the last refusal, the limit grows by one. */
const CAUTIOUS_SHARE = 0.7;
/** The minimum of answers in a window after the start. */
const MIN_WINDOW = 20;
/** The minimum of answers of one kind in a window, so that their average can be the latency without load. */
const MIN_OF_KIND = 4;
/** The limit grows only if this share of it was in use. */
const MIN_USE = 0.8;

/**
 * While timers are late, a request waits for the processor about four times as long as a timer: to be sent, connected and written, and
 * for the parts of its answer. That time says nothing about the site.
 */
const WAITS = 4;

interface Latencies {
	sum: number;
	count: number;
}

interface Answered {
	readonly latency: number;
	readonly now: number;
	readonly timerDelay: number;
	readonly wasAlone: boolean;
}

/** Times are in milliseconds. */
export class AdaptiveLimit {
	private exactLimit = INITIAL_LIMIT;
	private isStarting = true;
	private peak = 0;
	private answers = 0;
	private window = new Map<string, Latencies>();
	/** The part of the latencies in the window that this process probably caused itself. */
	private ownDelay = 0;
	/** The lowest average latency by kind of request. */
	private readonly unloaded = new Map<string, number>();
	/** The last reduction because of latency, and the number of consecutive ones that did not lower it. */
	private reduced?: { readonly load: number; readonly factor: number; readonly isSameLimit: boolean };
	private uselessReductions = 0;
	/** Whether all requests of the window were sent under the same limit. */
	private isSameLimit = false;
	/** Whether the latency of the last window was that of an overloaded site. */
	private wasSlow = false;
	/** The load of the previous window, at the start. */
	private startLoad?: number;
	/** The limit before that reduction. */
	private knownGood = 0;
	/** The limit at the last refusal. */
	private refusedFrom = Infinity;
	/** The share of the recent requests that was refused, as a moving average. */
	private refusedShare = 0;
	private reducedAt = -Infinity;
	private answeredAt = -Infinity;

	/** The number of concurrent requests, from 1 to {@link MAX_LIMIT}. */
	get value(): number {
		return Math.floor(this.exactLimit);
	}

	/** Must be called when a request is sent; `inFlight` includes it. */
	sent(inFlight: number, now: number): void {
		this.peak = Math.max(this.peak, inFlight);
		if (inFlight > 1 || now - this.answeredAt < IDLE_RESET) return;
		this.isStarting = true;
		this.startLoad = undefined;
		this.exactLimit = Math.max(INITIAL_LIMIT, this.exactLimit);
	}

	/**
	 * The site answered a request of `kind` after `latency`; `wasAlone` if no other request was in flight meanwhile. `timerDelay`: how late
	 * the timers of this process were.
	 */
	answered(kind: string, { latency, now, timerDelay, wasAlone }: Answered): void {
		this.answeredAt = now;
		this.refusedShare *= 1 - this.refusalWeight;
		const known = this.unloaded.get(kind);
		if (wasAlone && (known === undefined || latency > NO_LOAD * known)) this.slowDown(kind, latency);
		// Requests sent before a reduction show the latency of the higher limit.
		if (now - latency < this.reducedAt) return;
		const latencies = this.window.get(kind) ?? { sum: 0, count: 0 };
		this.window.set(kind, { sum: latencies.sum + latency, count: latencies.count + 1 });
		this.ownDelay += WAITS * timerDelay;
		this.answers += 1;
		if (this.answers >= (this.isStarting ? this.value : Math.max(MIN_WINDOW, 2 * this.value))) this.endWindow(now);
	}

	/**
	 * The site refused a request that was sent at `sentAt` because of load, or did not answer. The limit falls if this happens repeatedly.
	 * Requests sent before the last reduction do not count again.
	 */
	refused(sentAt: number, now: number): void {
		if (sentAt < this.reducedAt) return;
		this.refusedShare += this.refusalWeight * (1 - this.refusedShare);
		if (this.refusedShare < REFUSED_SHARE) return;
		this.refusedShare = 0;
		this.isStarting = false;
		this.refusedFrom = this.exactLimit;
		this.knownGood = 0;
		this.reduce(AFTER_REFUSAL, now);
		this.beginWindow();
	}

	/** The weight of one request in that share. */
	private get refusalWeight(): number {
		return 1 / Math.max(INITIAL_LIMIT, REFUSAL_SPAN * this.exactLimit);
	}

	private endWindow(now: number): void {
		const isReached = this.peak >= MIN_USE * this.value;
		const wasStarting = this.isStarting;
		const load = this.corrected(this.load());
		this.beginWindow();
		if (!isReached) return;
		// A single slow window can be a stall of the site or of n8n itself, unless the limit has just changed.
		const isStall = !this.wasSlow && !wasStarting && this.reduced === undefined;
		this.wasSlow = load > OVERLOAD;
		if (this.wasSlow && isStall) return;
		if (load > OVERLOAD) this.relieve(load, now);
		else if (load < NO_LOAD) this.grow(load);
		else this.hold();
	}

	/** Corrects the load at the start, when the latency without load is known only from a single request. */
	private corrected(load: number): number {
		if (!this.isStarting || load < NO_LOAD) return load;
		const { startLoad } = this;
		if (startLoad === undefined ? load < UNCERTAIN : load < NO_RISE * startLoad) {
			this.scale(load);
			return 1;
		}
		this.isStarting = false;
		return load;
	}

	/** The latency of the window as a multiple of the latency without load. */
	private load(): number {
		let actual = 0;
		let expected = 0;
		for (const [kind, { sum, count }] of this.window) {
			const average = sum / count;
			const known = this.unloaded.get(kind);
			const unloaded = known === undefined || (average < known && count >= MIN_OF_KIND) ? average : known;
			this.unloaded.set(kind, unloaded);
			actual += sum;
			expected += count * unloaded;
		}
		const own = Math.min(this.ownDelay, Math.max(0, actual - expected));
		return expected > 0 ? (actual - own) / expected : 1;
	}

	private grow(load: number): void {
		this.hold();
		this.uselessReductions = 0;
		this.startLoad = this.isStarting ? load : undefined;
		const next = Math.min(MAX_LIMIT, this.isStarting ? this.exactLimit * START_GROWTH : this.grown());
		this.isSameLimit = next === this.exactLimit;
		this.exactLimit = next;
	}

	private hold(): void {
		this.reduced = undefined;
		this.isSameLimit = true;
	}

	private grown(): number {
		// Near the limit at which the site refused requests, each additional request would be refused and delayed.
		if (this.exactLimit > CAUTIOUS_SHARE * this.refusedFrom) return this.exactLimit + 1;
		return this.exactLimit < this.knownGood ? this.exactLimit * REGROWTH : this.exactLimit * GROWTH + 1;
	}

	private relieve(load: number, now: number): void {
		const { reduced } = this;
		const isUseless = reduced?.isSameLimit === true && load > UNCHANGED_LOAD * reduced.load;
		this.uselessReductions = isUseless ? this.uselessReductions + 1 : 0;
		if (this.value === 1 || this.uselessReductions >= 2 || (isUseless && reduced.factor <= CLEAR_REDUCTION)) {
			this.scale(load);
			this.uselessReductions = 0;
			this.hold();
			return;
		}
		const factor = Math.max(STRONGEST_REDUCTION, TARGET / load);
		this.knownGood = this.exactLimit;
		this.reduced = { load, factor, isSameLimit: this.isSameLimit };
		this.isSameLimit = true;
		this.reduce(factor, now);
	}

	/** All kinds of requests became slower to the same degree as this one. */
	private slowDown(kind: string, latency: number): void {
		const known = this.unloaded.get(kind);
		if (known === undefined) this.unloaded.set(kind, latency);
		else this.scale(latency / known);
	}

	private scale(factor: number): void {
		for (const [kind, latency] of this.unloaded) this.unloaded.set(kind, latency * factor);
	}

	private reduce(factor: number, now: number): void {
		this.exactLimit = Math.max(1, this.exactLimit * factor);
		this.reducedAt = now;
	}

	private beginWindow(): void {
		this.window = new Map();
		this.ownDelay = 0;
		this.answers = 0;
		this.peak = 0;
	}
}
