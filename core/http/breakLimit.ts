/**
 * The number of concurrent requests above which a site breaks connections. It can have processed a request whose connection it broke, so a call
 * that must not be sent twice is lost to the user: the site must not be asked again for that number.
 */

/** The share of that number which is safe: the site and this process count at slightly different times. */
const SAFE_SHARE = 0.85;
/** Milliseconds for which the number counts. */
const MEMORY = 600_000;
/** The number no longer counts once the site has answered this multiple of it. */
const REFUTED = 1.2;

/** Times are in milliseconds. */
export class BreakLimit {
	/** The maximum of requests in flight, of which the site answered the last one. */
	private proven = 0;
	private brokenFrom = Infinity;
	private brokenAt = -Infinity;

	/** Whether the site has not yet answered that many. */
	isUnproven(inFlight: number): boolean {
		return inFlight > this.proven;
	}

	/** The most concurrent requests for a call that must not be sent twice. */
	ceiling(now: number): number {
		return now - this.brokenAt > MEMORY ? Infinity : Math.max(1, Math.floor(SAFE_SHARE * this.brokenFrom));
	}

	/** The site answered a request; `inFlight` counts the requests when it was sent. */
	answered(inFlight: number): void {
		this.proven = Math.max(this.proven, inFlight);
		if (inFlight > REFUTED * this.brokenFrom) this.brokenFrom = Infinity;
	}

	/** The site broke the connection of a request. */
	broken(inFlight: number, now: number): void {
		this.brokenFrom = now - this.brokenAt > MEMORY ? inFlight : Math.min(inFlight, this.brokenFrom);
		this.brokenAt = now;
	}
}
