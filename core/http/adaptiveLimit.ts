/**
 * How many requests a site answers at a time without slowing down. A gradient limit, as in Netflix's concurrency-limits (GradientLimit,
 * https://github.com/Netflix/concurrency-limits): the latency under load is compared with the latency without load. TCP Vegas estimates
 * the queue from the same two numbers, but its fixed queue sizes fit a small site or a large one, not both.
 *
 * Four changes to the published algorithm, because a run is short and its requests differ:
 * - Latencies are averaged over a window and compared within one kind of request, so that neither jitter nor a slow list looks like load.
 * - The limit triples per window until the latency rises, because a run of 2,000 requests must not spend its time growing.
 * - A request that was sent alone measures the latency without load, also if it became higher.
 * - If the latency does not fall with the limit, the site itself became slower, and the new latency becomes the one without load.
 */

/** The first limit, and the lowest one after a pause of {@link FORGET} milliseconds. */
const FIRST = 16;
const FORGET = 30_000;
/** Also the maximum of a run without a number of its own. */
export const HIGHEST_LIMIT = 128;
/** The site is not under load if the latency is less than this multiple of the latency without load. */
const NO_LOAD = 1.5;
/** The site is overloaded if the latency is more than this multiple. */
const OVERLOAD = 2;
/** The multiple that a reduced limit aims at. */
const TARGET = 1.75;
/** Factors of a reduction: after a refusal, and the strongest one because of latency. */
const AFTER_REFUSAL = 0.85;
/** The part of the recent requests that has to be refused before the limit falls: single refusals have other reasons than load. */
const REFUSED_PART = 0.05;
/** That part is measured over so many times the limit, because refusals arrive before the answers to requests sent at the same time. */
const REFUSAL_SPAN = 2;
const STRONGEST = 0.5;
/** At the start: a load below this multiple in the first window, or a rise below this multiple later, is jitter. */
const UNCERTAIN = 3;
const NO_RISE = 1.4;
/** A reduction by this factor or a stronger one shows clearly whether the latency falls with the limit. */
const CLEAR = 0.7;
/** A load above this multiple of the earlier one did not fall. */
const STEADY = 0.9;
/** Growth per window: at the start, later, and up to a limit that the site has served before. */
const START_GROWTH = 3;
const GROWTH = 1.1;
const REGROWTH = 1.5;
/** Above this part of the limit at the last refusal, the limit grows by one. */
const CAUTIOUS = 0.7;
/** Answers in a window once the start is over. */
const SMALLEST_WINDOW = 20;
/** Answers of one kind in a window, from which on their average counts as the latency without load. */
const FEWEST_OF_KIND = 4;
/** The limit grows only if it was nearly reached. */
const NEARLY = 0.8;

interface Latencies {
	sum: number;
	count: number;
}

/** Times are in milliseconds. */
export class AdaptiveLimit {
	private exact = FIRST;
	private isStarting = true;
	private peak = 0;
	private answers = 0;
	private window = new Map<string, Latencies>();
	/** The lowest average latency by kind of request. */
	private readonly unloaded = new Map<string, number>();
	/** The last reduction because of latency, and how many in a row did not lower it. */
	private reduced?: { readonly load: number; readonly factor: number; readonly isSteady: boolean };
	private useless = 0;
	/** Whether all requests of the window were sent under the same limit. */
	private isSteady = false;
	/** Whether the latency of the last window was that of an overloaded site. */
	private wasSlow = false;
	/** The load of the window before, at the start. */
	private startLoad?: number;
	/** The limit before that reduction. */
	private knownGood = 0;
	/** The limit at the last refusal. */
	private refusedFrom = Infinity;
	/** The part of the recent requests that was refused, as a moving average. */
	private refusedPart = 0;
	private reducedAt = -Infinity;
	private answeredAt = -Infinity;

	/** The number of requests to send at a time, from 1 to {@link HIGHEST_LIMIT}. */
	get value(): number {
		return Math.floor(this.exact);
	}

	/** To be called when a request is sent; `inFlight` includes it. */
	sent(inFlight: number, now: number): void {
		this.peak = Math.max(this.peak, inFlight);
		if (inFlight > 1 || now - this.answeredAt < FORGET) return;
		this.isStarting = true;
		this.startLoad = undefined;
		this.exact = Math.max(FIRST, this.exact);
	}

	/** The site answered a request of `kind` after `latency`; `wasAlone` if no other request was in flight meanwhile. */
	answered(kind: string, { latency, now, wasAlone }: { latency: number; now: number; wasAlone: boolean }): void {
		this.answeredAt = now;
		this.refusedPart *= 1 - this.refusalWeight;
		const known = this.unloaded.get(kind);
		if (wasAlone && (known === undefined || latency > NO_LOAD * known)) this.slowDown(kind, latency);
		// Requests sent before a reduction show the latency of the higher limit.
		if (now - latency < this.reducedAt) return;
		const latencies = this.window.get(kind) ?? { sum: 0, count: 0 };
		this.window.set(kind, { sum: latencies.sum + latency, count: latencies.count + 1 });
		this.answers += 1;
		if (this.answers >= (this.isStarting ? this.value : Math.max(SMALLEST_WINDOW, 2 * this.value))) this.endWindow(now);
	}

	/**
	 * The site refused a request that was sent at `sentAt` because of load, or did not answer. The limit falls if this happens repeatedly.
	 * Requests sent before the last reduction do not count again.
	 */
	refused(sentAt: number, now: number): void {
		if (sentAt < this.reducedAt) return;
		this.refusedPart += this.refusalWeight * (1 - this.refusedPart);
		if (this.refusedPart < REFUSED_PART) return;
		this.refusedPart = 0;
		this.isStarting = false;
		this.refusedFrom = this.exact;
		this.knownGood = 0;
		this.reduce(AFTER_REFUSAL, now);
		this.beginWindow();
	}

	/** The weight of one request in the part that was refused. */
	private get refusalWeight(): number {
		return 1 / Math.max(FIRST, REFUSAL_SPAN * this.exact);
	}

	private endWindow(now: number): void {
		const isReached = this.peak >= NEARLY * this.value;
		const wasStarting = this.isStarting;
		const load = this.judged(this.load());
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

	/** The load, corrected at the start, where the latency without load is known from a single request only. */
	private judged(load: number): number {
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
			if (known === undefined || (average < known && count >= FEWEST_OF_KIND)) this.unloaded.set(kind, average);
			actual += sum;
			expected += count * this.unloaded.get(kind)!;
		}
		return expected > 0 ? actual / expected : 1;
	}

	private grow(load: number): void {
		this.hold();
		this.useless = 0;
		this.startLoad = this.isStarting ? load : undefined;
		const next = Math.min(HIGHEST_LIMIT, this.isStarting ? this.exact * START_GROWTH : this.grown());
		this.isSteady = next === this.exact;
		this.exact = next;
	}

	private hold(): void {
		this.reduced = undefined;
		this.isSteady = true;
	}

	private grown(): number {
		// Close to where the site refused requests, each one too many is refused again and has to wait.
		if (this.exact > CAUTIOUS * this.refusedFrom) return this.exact + 1;
		return this.exact < this.knownGood ? this.exact * REGROWTH : this.exact * GROWTH + 1;
	}

	private relieve(load: number, now: number): void {
		const { reduced } = this;
		const isUseless = reduced?.isSteady === true && load > STEADY * reduced.load;
		this.useless = isUseless ? this.useless + 1 : 0;
		if (this.value === 1 || this.useless >= 2 || (isUseless && reduced.factor <= CLEAR)) {
			this.scale(load);
			this.useless = 0;
			this.hold();
			return;
		}
		const factor = Math.max(STRONGEST, TARGET / load);
		this.knownGood = this.exact;
		this.reduced = { load, factor, isSteady: this.isSteady };
		this.isSteady = true;
		this.reduce(factor, now);
	}

	/** All kinds became slower as one of them did. */
	private slowDown(kind: string, latency: number): void {
		const known = this.unloaded.get(kind);
		if (known === undefined) this.unloaded.set(kind, latency);
		else this.scale(latency / known);
	}

	private scale(factor: number): void {
		for (const [kind, latency] of this.unloaded) this.unloaded.set(kind, latency * factor);
	}

	private reduce(factor: number, now: number): void {
		this.exact = Math.max(1, this.exact * factor);
		this.reducedAt = now;
	}

	private beginWindow(): void {
		this.window = new Map();
		this.answers = 0;
		this.peak = 0;
	}
}
