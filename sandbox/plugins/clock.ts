/** The sandbox's time: the machine's time plus an adjustable offset, to test expired tokens without waiting. */
export class Clock {
	offsetMs = 0;

	/** Milliseconds since 1970, like `Date.now()`. */
	readonly now = (): number => Date.now() + this.offsetMs;
}
