/** Numbers that look like chance and are the same on every start (mulberry32). */
export class Random {
	constructor(private state: number) {}

	/** From 0 up to, not including, 1. */
	next(): number {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	}

	/** A whole number from `lowest` to `highest`, both included. */
	whole(lowest: number, highest: number): number {
		return lowest + Math.floor(this.next() * (highest - lowest + 1));
	}

	/** One of the entries. */
	pick<Entry>(entries: readonly Entry[]): Entry {
		return entries[this.whole(0, entries.length - 1)] as Entry;
	}

	/** Whether something that happens in `share` (0 to 1) of all cases happens. */
	chance(share: number): boolean {
		return this.next() < share;
	}
}
