/**
 * Limits the requests per second to a site after it has returned a 429. This is the client-side rate limit of the AWS SDKs' adaptive retry
 * mode (https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html). Instead of growing cubically, the rate stays constant
 * for a long time after a 429. The Retry-After of a 429 pauses all requests to the site, so frequent probing costs more than it gains.
 */

/** The factor by which a 429 reduces the rate. */
const BACKOFF_FACTOR = 0.9;
/** The lowest rate, as in the AWS SDKs: a site can refuse some requests even if the rate is low. */
const MIN_RATE = 0.5;
/** Milliseconds without a 429 after which the rate grows again, by a tenth per second. */
const HOLD = 30_000;
const GROWTH = 1.1;
/** A rate that has grown by this factor no longer limits anything. */
const MAX_GROWTH = 20;
/** Milliseconds over which the accepted requests are counted. */
const COUNT_PERIOD = 10_000;
/** After this time (ms) without any request, such as a pause, the count starts again: while nothing was sent, nothing could be accepted. */
const IDLE = 500;

const reduced = (rate: number): number => Math.max(MIN_RATE, BACKOFF_FACTOR * rate);

const rateFrom = ({ before, accepted, seconds }: { before: number; accepted: number; seconds: number }): number =>
	reduced(Math.min(before, Math.max(1, accepted) / seconds));

/** Times are in milliseconds. */
export class SendRate {
	private perSecond: number | undefined;
	private limitedAt = -Infinity;
	private nextAt = 0;
	private accepted = 0;
	private countedFrom = Infinity;
	private activeAt = -Infinity;
	/** What the rate after the last 429 was calculated from; undefined if the earlier rate was reduced. */
	private basis: { readonly before: number; readonly seconds: number; accepted: number } | undefined;

	/** Requests per second; undefined if the site does not limit them. */
	value(now: number): number | undefined {
		if (this.perSecond === undefined) return undefined;
		const grown = GROWTH ** (Math.max(0, now - this.limitedAt - HOLD) / 1000);
		if (grown > MAX_GROWTH) this.perSecond = undefined;
		return this.perSecond === undefined ? undefined : this.perSecond * grown;
	}

	/** Milliseconds until the next request may be sent. */
	wait(now: number): number {
		return this.value(now) === undefined ? 0 : Math.max(0, this.nextAt - now);
	}

	sent(now: number): void {
		if (now - this.activeAt > IDLE) this.restartCount(now);
		this.activeAt = now;
		const rate = this.value(now);
		if (rate !== undefined) this.nextAt = Math.max(now, this.nextAt) + 1000 / rate;
	}

	/** Records that the site accepted a request sent at `sentAt`. */
	responded(sentAt: number, now: number): void {
		this.activeAt = now;
		if (sentAt < this.limitedAt) return this.acceptedBefore429();
		this.accepted += 1;
		if (now - this.countedFrom < COUNT_PERIOD) return;
		this.accepted /= 2;
		this.countedFrom = now - COUNT_PERIOD / 2;
	}

	/** Raises the rate: a 429 often arrives before the responses to requests that were sent, and accepted, earlier. */
	private acceptedBefore429(): void {
		if (this.basis === undefined || this.perSecond === undefined) return;
		this.basis.accepted += 1;
		this.perSecond = rateFrom(this.basis);
	}

	/** Records that the site returned 429 to a request sent at `sentAt`. Ignored if the request was sent before the last recorded 429. */
	limited(sentAt: number, now: number): void {
		if (sentAt < this.limitedAt) return;
		const before = this.value(now) ?? Infinity;
		// If the site returned no 429 for a long time, the current rate was nearly correct and is reduced. Otherwise, the lower of the current
		// and the measured rate is reduced.
		const held = before < Infinity && now - this.limitedAt > HOLD;
		this.basis = held ? undefined : { before, seconds: Math.max(1, (now - this.countedFrom) / 1000), accepted: this.accepted };
		this.perSecond = this.basis ? rateFrom(this.basis) : reduced(before);
		this.limitedAt = now;
		this.activeAt = now;
		this.restartCount(now);
	}

	private restartCount(now: number): void {
		this.accepted = 0;
		this.countedFrom = now;
	}
}
