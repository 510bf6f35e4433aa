/**
 * The number of concurrent requests above which a site breaks connections. If the site breaks the connection of a request, it may have
 * processed the request. Requests that must not be sent twice must therefore stay below this number.
 */

/**
 * The safe share of the number of requests that were in flight when a connection broke. It is less than 1, because the site and this
 * process count at slightly different times.
 */
const SAFE_SHARE = 0.85;
/** How long (ms) a broken connection limits the number of concurrent requests. */
const MEMORY = 600_000;
/** The limit ends early if the site responds although the number of requests in flight exceeded this multiple of `brokenFrom`. */
const EXCEEDED_FACTOR = 1.2;

/** Times are in milliseconds. */
export class BreakLimit {
	/** The highest `inFlight` of any request to which the site has responded. The request itself counts. */
	private proven = 0;
	private brokenFrom = Infinity;
	private brokenAt = -Infinity;

	/** Whether the site has not yet responded to a request that was sent with `inFlight` or more requests in flight. */
	isUnproven(inFlight: number): boolean {
		return inFlight > this.proven;
	}

	/** The maximum number of requests in flight, including the new one, if the new request must not be repeated. */
	ceiling(now: number): number {
		return now - this.brokenAt > MEMORY ? Infinity : Math.max(1, Math.floor(SAFE_SHARE * this.brokenFrom));
	}

	/** Records a response; `inFlight` is the number of requests in flight when its request was sent. */
	responded(inFlight: number): void {
		this.proven = Math.max(this.proven, inFlight);
		if (inFlight > EXCEEDED_FACTOR * this.brokenFrom) this.brokenFrom = Infinity;
	}

	/** Records that the site broke the connection of a request. */
	broken(inFlight: number, now: number): void {
		this.brokenFrom = now - this.brokenAt > MEMORY ? inFlight : Math.min(inFlight, this.brokenFrom);
		this.brokenAt = now;
	}
}
