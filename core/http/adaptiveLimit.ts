/**
 * The number of concurrent requests that a site handles without slowing down. A gradient limit, as in Netflix's
 * concurrency-limits (GradientLimit, https://github.com/Netflix/concurrency-limits): the latency under load is compared with the
 * baseline latency, which is the latency without load. TCP Vegas estimates the queue from the same two numbers, but its fixed
 * queue sizes fit a small site or a large one, not both.
 *
 * Eleven changes to the published algorithm, because a run is short and its requests differ:
 * - Latencies are averaged over a window and compared within one kind of request, so that neither jitter nor a slow list looks like load.
 * - The limit triples per window until the latency rises, because a run of 2,000 requests must not end while the limit is still growing.
 * - The slow start ends as in HyStart++ (see `slowStart.ts`), so that the limit does not exceed the site's capacity for long.
 * - With requests that must not be sent twice, the limit does not return to a value at which connections broke. Once it exceeds the number
 *   of concurrent requests that the site has already served, it at most doubles per window. Once it also exceeds the restart limit, it
 *   grows by only one per response.
 * - After a pause, a high limit starts lower, and after a long pause a low one starts higher, because the site may have changed.
 * - Requests that run alone measure the baseline latency again, even if it has risen. Two in succession must show the rise.
 * - Latency that this process causes itself, because it or its machine is busy, does not count.
 * - Latency does not reduce the limit while this process is always busy, because then it limits the speed, and not the site. If it was busy
 *   for as long as the responses were late, the same applies at the end of the start, and later if it was mostly busy lately. With requests
 *   that can be sent twice, the limit then even grows: a list with 64 pages in flight takes less time than with 16.
 * - Latencies of a few milliseconds are not compared, because they are mostly the time that this process needs for its own requests.
 * - A long run measures the baseline latency again under little load, as TCP BBR does (PROBE_RTT), because it may start while n8n is busy.
 * - If the latency does not fall with the limit, the site itself became slower, and the new latency becomes the baseline.
 */
import { BaselineProbe } from './baselineProbe';
import { BreakLimit } from './breakLimit';
import { Latencies, NO_LOAD } from './latencies';
import type { Refused, Responded, Sent } from './limitEvents';
import { RefusedShare } from './refusedShare';
import { SlowStart } from './slowStart';

/** The first limit, and the lowest one after a pause of {@link IDLE_RESET} milliseconds. */
const INITIAL_LIMIT = 16;
const IDLE_RESET = 30_000;
/** The highest limit after a pause of {@link RESTART_PAUSE} milliseconds. */
const RESTART_LIMIT = 48;
const RESTART_PAUSE = 1_000;
/** The maximum limit. It also applies to a run for which the user did not set the number of concurrent requests. */
export const MAX_LIMIT = 128;
/** The site is overloaded if the latency is more than this multiple of the baseline latency. */
const OVERLOAD = 2;
/** The target latency when the limit is reduced, as a multiple of the baseline latency. */
const TARGET = 1.75;
/** The factor by which the limit is reduced after a refusal. */
const AFTER_REFUSAL = 0.85;
/** The smallest factor by which the limit is reduced because of latency. */
const MAX_REDUCTION = 0.2;
/** The load did not fall if it is above this multiple of the earlier load. */
const UNCHANGED_LOAD = 0.9;
/** The load is still rising if it is above this multiple of the load of the previous window. */
const RISING_LOAD = 1.1;
/** The factor by which the limit grows per window at the start. */
const START_GROWTH = 3;
/**
 * Replaces {@link START_GROWTH} for requests that must not be sent twice, if the limit would exceed the number of concurrent requests that
 * the site has already served.
 */
const CAREFUL_START_GROWTH = 2;
/** The factor by which the limit grows per window after the start. */
const GROWTH = 1.1;
/** Replaces {@link GROWTH} until the limit is back at the value it had before latency last caused a reduction. */
const REGROWTH = 1.5;
/** Above this share of the limit that applied at the last refusal, the limit grows by only one per window. */
const CAUTIOUS_SHARE = 0.7;
/** After the start, a window needs as many responses as the limit, but at least this number. */
const MIN_WINDOW = 20;
/** After a slow window, a number of responses equal to this share of the limit is enough to show whether the site is still slow. */
const CONFIRMING_SHARE = 0.5;
/** The responses of a window change the limit only if at least this share of the limit was in use. */
const MIN_USE = 0.8;

/** Times are in milliseconds. */
export class AdaptiveLimit {
	private exactLimit = INITIAL_LIMIT;
	private peak = 0;
	private responses = 0;
	/** The number of responses that ends the window. */
	private windowSize = INITIAL_LIMIT;
	/** Each response raises the limit by one up to this number. */
	private growsTo = 0;
	private readonly latencies = new Latencies();
	/** The last reduction caused by latency. `ineffectiveReductions`: how many consecutive reductions did not lower the latency. */
	private reduced: { readonly load: number; readonly isSameLimit: boolean } | undefined;
	private ineffectiveReductions = 0;
	/** Whether all requests of the window were sent under the same limit. */
	private isSameLimit = false;
	/** Whether the latency of the last window showed that the site is overloaded. */
	private wasSlow = false;
	/** The load of the last two windows in which the limit was in use. */
	private loads: readonly [before: number, last: number] = [1, 1];
	/** Whether the window has a request that must not be sent twice. */
	private isCareful = false;
	private readonly breaks = new BreakLimit();
	/** Measures the rounds while the limit grows quickly at the start; undefined afterwards. */
	private start: SlowStart | undefined = new SlowStart();
	/** The limit before latency last caused a reduction; 0 after a refusal. */
	private limitBeforeReduction = 0;
	/** The limit at the last refusal. */
	private refusedFrom = Infinity;
	private readonly refusedShare = new RefusedShare();
	private reducedAt = -Infinity;
	private readonly probe = new BaselineProbe();
	private respondedAt = -Infinity;

	/** The current limit: the number of concurrent requests, from 1 to {@link MAX_LIMIT}. */
	get value(): number {
		return Math.floor(this.exactLimit);
	}

	/** The limit that applies to the next request. */
	valueFor(isRepeatable: boolean, now: number): number {
		return isRepeatable ? this.value : Math.min(this.value, this.breaks.ceiling(now));
	}

	/** Must be called when a request is sent. */
	sent({ inFlight, isRepeatable, now }: Sent): void {
		const pause = now - this.respondedAt;
		if (inFlight === 1 && (pause >= IDLE_RESET || (pause >= RESTART_PAUSE && this.exactLimit > RESTART_LIMIT))) this.restart(now);
		// A request that is sent alone measures the baseline latency, so a short run needs no probe.
		if (inFlight === 1) this.probe.postpone(now);
		this.peak = Math.max(this.peak, inFlight);
		this.isCareful ||= !isRepeatable;
	}

	private restart(now: number): void {
		this.start = new SlowStart();
		this.growsTo = 0;
		this.endProbe();
		this.exactLimit = Math.min(RESTART_LIMIT, Math.max(INITIAL_LIMIT, this.exactLimit));
		this.beginWindow(now);
	}

	/**
	 * Records that the site responded to a request of `kind` after `latency`; `wasAlone` if no other request was in flight during that time.
	 * `timerDelay`: how late the timers of this process were. `busy`: how long this process was busy during that time.
	 */
	responded(kind: string, { latency, now, timerDelay, busy, wasAlone, inFlight }: Responded): void {
		this.respondedAt = now;
		this.breaks.responded(inFlight, now - latency);
		if (this.exactLimit < this.growsTo) this.exactLimit = Math.min(this.growsTo, this.exactLimit + 1);
		this.refusedShare.responded(this.exactLimit);
		if (wasAlone) this.latencies.measuredAlone(kind, latency, NO_LOAD);
		// Requests sent before a reduction, or in the same millisecond, show the latency of the higher limit.
		if (now - latency <= this.reducedAt) return;
		const ownDelay = this.latencies.add(kind, latency, { timerDelay, busy });
		this.start?.responded(kind, { latency, ownDelay, sentAt: now - latency });
		this.responses += 1;
		if (this.responses === 1) this.windowSize = this.nextWindowSize;
		if (this.responses >= this.windowSize && this.start?.isRoundComplete !== false) this.endWindow(now);
	}

	/**
	 * Records that the site refused a request because of load, or did not respond to it; the request was sent at `sentAt`. The limit falls
	 * if this happens repeatedly. It falls immediately if the site broke the connection of a request that must not be sent twice, and the
	 * number of requests in flight shows the maximum of the site. Requests sent before the last reduction are ignored.
	 */
	refused({ sentAt, now, inFlight, isRepeatable, isBroken }: Refused): void {
		if (sentAt < this.reducedAt) return;
		this.refusedShare.refused(this.exactLimit);
		const isLimit = isBroken && !isRepeatable && this.breaks.showsMaximum(inFlight, now);
		if (!this.refusedShare.isHigh && !isLimit) return;
		if (isBroken) this.breaks.broken(inFlight, now);
		this.refusedShare.reset();
		this.endProbe();
		this.endStart(now);
		this.refusedFrom = this.exactLimit;
		this.limitBeforeReduction = 0;
		if (isLimit) this.exactLimit = Math.min(this.exactLimit, inFlight);
		this.reduce(AFTER_REFUSAL, now);
		this.beginWindow(now);
	}

	private get nextWindowSize(): number {
		if (this.probe.isRunning) return this.probe.windowSize(this.value);
		return this.start ? this.value : Math.max(MIN_WINDOW, this.wasSlow ? CONFIRMING_SHARE * this.value : this.value);
	}

	private endWindow(now: number): void {
		const isReached = this.peak >= MIN_USE * this.valueFor(!this.isCareful, now);
		const load = this.latencies.load();
		if (this.probe.isRunning) this.endProbe();
		else if (isReached && this.start) this.adaptAtStart(this.start, load, now);
		else if (isReached) this.adapt(load, now);
		if (isReached) this.probeIfSteady(now);
		this.beginWindow(now);
	}

	/**
	 * The probe needs a steady limit: its window would otherwise hide whether the last change of the limit had an effect. If this process is
	 * always busy, the probe would measure this process.
	 */
	private probeIfSteady(now: number): void {
		if (this.start !== undefined || this.reduced !== undefined || this.wasSlow || this.latencies.isBusy) return;
		const lower = this.probe.begin(this.exactLimit, now);
		if (lower !== undefined) this.reduce(lower / this.exactLimit, now);
	}

	private endProbe(): void {
		this.exactLimit = this.probe.end(this.exactLimit);
	}

	private endStart(now: number): void {
		this.start = undefined;
		this.probe.postpone(now);
	}

	private adapt(load: number, now: number): void {
		// A single slow window can be a stall on the site or in n8n itself, so it is ignored unless the limit has just been reduced.
		const isStall = !this.wasSlow && this.reduced === undefined;
		this.wasSlow = load > OVERLOAD && !this.latencies.isOwnLoad;
		this.loads = [this.loads[1], load];
		if (this.wasSlow && isStall) return;
		if (this.wasSlow) this.relieve(load, now);
		else if (load < NO_LOAD || this.isOwnLoad) this.grow(now);
		else this.hold();
	}

	/** Whether the limit grows because this process limits the speed. With requests that must not be sent twice, it does not grow. */
	private get isOwnLoad(): boolean {
		return !this.isCareful && this.latencies.isOwnLoad;
	}

	/** During the slow start, the baseline latency is based on a single request, so the slow start also corrects it. */
	private adaptAtStart(start: SlowStart, measured: number, now: number): void {
		const { next, load } = start.endRound({ load: measured, isMaximum: this.exactLimit >= MAX_LIMIT, isOwnLoad: this.isOwnLoad });
		if (load !== measured) this.latencies.scale(measured / load);
		this.growsTo = 0;
		if (next === 'grow') return this.grow(now);
		if (next === 'repeat') return;
		this.endStart(now);
		this.limitBeforeReduction = this.exactLimit;
		if (load > TARGET && !this.latencies.isOwnDelay) this.reduce(TARGET / load, now);
	}

	private grow(now: number): void {
		this.hold();
		this.ineffectiveReductions = 0;
		const next = Math.min(MAX_LIMIT, this.start ? this.exactLimit * START_GROWTH : this.grown());
		this.isSameLimit = next === this.exactLimit;
		if (this.isCareful) this.growCarefully(next, now);
		else this.exactLimit = next;
	}

	/**
	 * Above the restart limit and the number of concurrent requests that the site has already served, each response allows only one more
	 * request, so that this process notices a broken connection before it has sent many more requests.
	 */
	private growCarefully(wanted: number, now: number): void {
		const most = Math.min(MAX_LIMIT, this.breaks.ceiling(now));
		const isProven = !this.breaks.isUnproven(wanted);
		const next = Math.min(most, wanted, isProven ? Infinity : this.exactLimit * CAREFUL_START_GROWTH);
		if (isProven || next <= RESTART_LIMIT) this.exactLimit = Math.max(this.exactLimit, next);
		this.growsTo = this.start && !isProven ? Math.min(most, this.exactLimit * CAREFUL_START_GROWTH) : next;
	}

	private hold(): void {
		this.reduced = undefined;
		this.isSameLimit = true;
	}

	private grown(): number {
		// Near the limit at which the site refused requests, each additional request would be refused and delayed.
		if (this.exactLimit > CAUTIOUS_SHARE * this.refusedFrom) return this.exactLimit + 1;
		return this.exactLimit < this.limitBeforeReduction ? this.exactLimit * REGROWTH : this.exactLimit * GROWTH + 1;
	}

	private relieve(load: number, now: number): void {
		const { reduced } = this;
		const isUseless = reduced?.isSameLimit === true && load > UNCHANGED_LOAD * reduced.load;
		this.ineffectiveReductions = isUseless ? this.ineffectiveReductions + 1 : 0;
		if (this.value === 1 || this.ineffectiveReductions >= 2) {
			this.latencies.scale(load);
			this.ineffectiveReductions = 0;
			this.hold();
			return;
		}
		const factor = Math.max(MAX_REDUCTION, TARGET / load);
		this.limitBeforeReduction = this.exactLimit;
		// A load that is still rising has not reached its final value at this limit, so the next load is not compared with it.
		const isRising = load > RISING_LOAD * this.loads[0];
		this.reduced = { load, isSameLimit: this.isSameLimit && !isRising };
		this.isSameLimit = true;
		this.reduce(factor, now);
	}

	private reduce(factor: number, now: number): void {
		this.exactLimit = Math.max(1, this.exactLimit * factor);
		this.growsTo = 0;
		this.reducedAt = now;
	}

	private beginWindow(now: number): void {
		this.start?.beginRound(now);
		this.latencies.beginWindow();
		this.responses = 0;
		this.peak = 0;
		this.isCareful = false;
	}
}
