/** What the adaptive limit learns about the requests to a site. Times are in milliseconds. */

/** A request was sent. */
export interface Sent {
	/** The number of requests in flight when the request was sent, including the request itself. */
	readonly inFlight: number;
	/** Whether it is safe to send the request twice. */
	readonly isRepeatable: boolean;
	readonly now: number;
}

/** The site responded to a request. */
export interface Responded {
	readonly latency: number;
	readonly now: number;
	/** How late the timers of this process were. */
	readonly timerDelay: number;
	/** How long this process was busy between the request and the response. */
	readonly busy: number;
	readonly wasAlone: boolean;
	readonly inFlight: number;
}

/** The site refused a request because of load, or did not respond to it. */
export interface Refused {
	readonly sentAt: number;
	readonly now: number;
	readonly inFlight: number;
	readonly isRepeatable: boolean;
	/** Whether the site broke the connection, in which case it may have processed the request. */
	readonly isBroken: boolean;
}
