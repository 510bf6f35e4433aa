/** When a request is sent again. The statuses stand in the table of this file; here is what a user can set. */
export interface RetryPolicy {
	/** How many times a request is sent at most; 1 sends it once. */
	readonly attempts: number;
	/** The first pause in milliseconds; each further one is twice as long, and each is drawn between its half and its whole. */
	readonly firstPause: number;
	/** The longest pause in milliseconds, a Retry-After included; a server that asks for longer is not asked again. */
	readonly longestPause: number;
	/** Whether a call that must happen once is sent again after 429 and 503, by which a server says «not now». */
	readonly repeatRefusedWrites: boolean;
}
