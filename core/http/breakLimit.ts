/**
 * The number of concurrent requests above which a site breaks connections. If the site breaks the connection of a request, it may have
 * processed the request. Requests that must not be sent twice must therefore stay below this number.
 */

/**
 * The safe share of the number of requests that were in flight when a connection broke. It is less than 1, because the site and this
 * process count at slightly different times.
 */
const SAFE_SHARE = 0.85;
/**
 * The site and this process count at slightly different times, so a site can break a connection although it has already served this number
 * of requests. This number of breaks, each at more than {@link SAFE_SHARE} of the highest served number, within this time (ms), also shows
 * the maximum. A single one can have another cause.
 */
const CLOSE_BREAKS = 3;
const CLOSE_BREAKS_PERIOD = 10_000;
/** How long (ms) a broken connection limits the number of concurrent requests. */
const MEMORY = 600_000;
/** The limit ends early if the site responds although the number of requests in flight exceeded this multiple of `brokenFrom`. */
const EXCEEDED_FACTOR = 1.2;

/** Times are in milliseconds. */
export class BreakLimit {
	/**
	 * The highest `inFlight` of any request to which the site has responded since the last break. The request itself counts. A break lowers
	 * the number, because the responses before it do not prove that the site serves as many again.
	 */
	private proven = 0;
	private brokenFrom = Infinity;
	private brokenAt = -Infinity;
	/** The times of the last breaks close to `proven`. */
	private closeBreaks: readonly number[] = [];

	/** Whether the site has not yet responded to a request that was sent with `inFlight` or more requests in flight. */
	isUnproven(inFlight: number): boolean {
		return inFlight > this.proven;
	}

	/** Whether a connection that broke with `inFlight` requests in flight shows the maximum of the site. Counts the break. */
	showsMaximum(inFlight: number, now: number): boolean {
		if (this.isUnproven(inFlight)) return true;
		if (inFlight <= SAFE_SHARE * this.proven) return false;
		this.closeBreaks = [...this.closeBreaks.filter((at) => now - at <= CLOSE_BREAKS_PERIOD), now];
		return this.closeBreaks.length >= CLOSE_BREAKS;
	}

	/** The maximum number of requests in flight, including the new one, if the new request must not be repeated. */
	ceiling(now: number): number {
		return now - this.brokenAt > MEMORY ? Infinity : Math.max(1, Math.floor(SAFE_SHARE * this.brokenFrom));
	}

	/** Records a response; `inFlight` is the number of requests in flight when its request was sent, at `sentAt`. */
	responded(inFlight: number, sentAt: number): void {
		if (sentAt >= this.brokenAt) this.proven = Math.max(this.proven, inFlight);
		if (inFlight > EXCEEDED_FACTOR * this.brokenFrom) this.brokenFrom = Infinity;
	}

	/** Records that the site broke the connection of a request. */
	broken(inFlight: number, now: number): void {
		this.brokenFrom = now - this.brokenAt > MEMORY ? inFlight : Math.min(inFlight, this.brokenFrom);
		this.brokenAt = now;
		this.proven = Math.min(this.proven, Math.floor(SAFE_SHARE * inFlight));
	}
}
