/** Reproducible pseudorandom numbers (mulberry32). */
export class Random {
	constructor(private state: number) {}

	/** A number from 0 to 1, excluding 1. */
	next(): number {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	}

	/** A whole number from `min` to `max`, inclusive. */
	whole(min: number, max: number): number {
		return min + Math.floor(this.next() * (max - min + 1));
	}

	/** A random entry. */
	pick<Entry>(entries: readonly Entry[]): Entry {
		return entries[this.whole(0, entries.length - 1)] as Entry;
	}

	/** True with probability `share` (0 to 1). */
	chance(share: number): boolean {
		return this.next() < share;
	}
}
