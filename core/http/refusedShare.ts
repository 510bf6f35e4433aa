/** The share of the recent requests that a site refused: a single refusal can have a cause other than load. */

/** The share from which the limit must fall. */
const HIGH = 0.05;
/**
 * The number of requests over which the share is measured, as a multiple of the limit. It is more than 1, because refusals arrive before
 * the responses to requests sent at the same time.
 */
const SPAN = 2;
/** The minimum of that number. */
const MIN_REQUESTS = 16;

/** A moving average. `limit` is the current limit. */
export class RefusedShare {
	private share = 0;

	get isHigh(): boolean {
		return this.share >= HIGH;
	}

	responded(limit: number): void {
		this.share *= 1 - weight(limit);
	}

	refused(limit: number): void {
		this.share += weight(limit) * (1 - this.share);
	}

	reset(): void {
		this.share = 0;
	}
}

/** The weight of one request. */
const weight = (limit: number): number => 1 / Math.max(MIN_REQUESTS, SPAN * limit);
