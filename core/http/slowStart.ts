/**
 * Detects a queue at the site while the limit grows quickly. As in HyStart++ (RFC 9406), the lowest latency of a round is what
 * counts: jitter raises only the average, but a queue delays every request. If a second round with the same limit does not
 * confirm the rise, slow start continues. HyStart++ confirms the rise in its conservative slow start.
 */
import { NEGLIGIBLE, NO_LOAD } from './latencies';

/** The minimum number of responses in a round: N_RTT_SAMPLE in RFC 9406. */
const MIN_SAMPLES = 8;

interface Sample {
	readonly latency: number;
	/** The part of the latency that this process probably caused itself. */
	readonly ownDelay: number;
	readonly sentAt: number;
}

interface Round {
	/** The average latency of the round as a multiple of the baseline latency, which is the latency without load. */
	readonly load: number;
	/** Whether the limit is at its maximum. */
	readonly isMaximum: boolean;
	/** Whether this process limits the speed, and not the site. */
	readonly isOwnLoad: boolean;
}

/** The decision after a round. */
export interface StartStep {
	readonly next: 'grow' | 'repeat' | 'end';
	/** The load of the round. It differs from the measured load if the baseline latency was wrong. */
	readonly load: number;
}

/** Times are in milliseconds. */
export class SlowStart {
	/** The lowest latency by kind of request. */
	private readonly lowest = new Map<string, number>();
	private roundFrom = -Infinity;
	private samples = 0;
	private latencies = 0;
	/** The lowest latency of the round, as a multiple of the lowest known latency of the same kind of request. */
	private rise = Infinity;
	/** The smallest difference (ms) between a latency of the round and the lowest known latency of the same kind of request. */
	private waited = Infinity;
	/** Whether the round has the same limit as the previous round, because the latency was high or the limit was at its maximum. */
	private isRepetition = false;

	/** Whether the round has enough responses. */
	get isRoundComplete(): boolean {
		return this.samples >= MIN_SAMPLES;
	}

	/** Begins a round. Only requests that are sent from now on show the latency of the new limit. */
	beginRound(now: number): void {
		this.roundFrom = now;
		this.samples = 0;
		this.latencies = 0;
		this.rise = Infinity;
		this.waited = Infinity;
	}

	responded(kind: string, { latency, ownDelay, sentAt }: Sample): void {
		const lowest = Math.max(NEGLIGIBLE, Math.min(latency, this.lowest.get(kind) ?? Infinity));
		this.lowest.set(kind, lowest);
		if (sentAt < this.roundFrom) return;
		const corrected = Math.max(lowest, latency - ownDelay);
		this.samples += 1;
		this.latencies += corrected;
		this.rise = Math.min(this.rise, corrected / lowest);
		this.waited = Math.min(this.waited, corrected - lowest);
	}

	endRound({ load, isMaximum, isOwnLoad }: Round): StartStep {
		if (isOwnLoad && !isMaximum) {
			this.isRepetition = false;
			return { next: 'grow', load };
		}
		const isRising = this.rise >= NO_LOAD;
		if (!this.isRepetition && (isRising || load >= NO_LOAD || isMaximum)) {
			this.isRepetition = true;
			return { next: 'repeat', load };
		}
		const { isRepetition } = this;
		this.isRepetition = false;
		// The average latency minus the delay that all requests have in common is the baseline latency.
		if (isRising) return { next: 'end', load: this.latencies / (this.latencies - this.samples * this.waited) };
		return { next: isMaximum ? 'end' : 'grow', load: isRepetition ? Math.min(1, load) : load };
	}
}
