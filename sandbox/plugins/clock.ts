/** The sandbox's time: the machine's, moved by a settable offset, so that tokens can be seen to run out without waiting. */
export class Clock {
	offsetMs = 0;

	/** Milliseconds since 1970, like `Date.now()`. */
	readonly now = (): number => Date.now() + this.offsetMs;
}
