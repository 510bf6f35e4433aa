/** 64 bits of a text: two multiplicative hashes of its characters. */
export const hashOf = (text: string): readonly [number, number] => {
	let [low, high] = [0xdeadbeef, 0x41c6ce57];
	for (let at = 0; at < text.length; at += 1) {
		const code = text.charCodeAt(at);
		low = Math.imul(low ^ code, 2654435761);
		high = Math.imul(high ^ code, 1597334677);
	}
	low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
	high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
	return [low >>> 0, high >>> 0];
};

const FIRST_SIZE = 1024;

/**
 * Remembers the line of each key in 12 bytes, so that a million keys need about 25 MB. It compares 64-bit hashes: two different keys of a
 * million look equal with a probability of one in thirty million.
 */
export class KeyTable {
	private size = FIRST_SIZE;
	private count = 0;
	private low = new Uint32Array(FIRST_SIZE);
	private high = new Uint32Array(FIRST_SIZE);
	/** 0 if the slot is empty. */
	private lines = new Uint32Array(FIRST_SIZE);

	/** Adds a key, and returns the line on which it occurred before. */
	add(key: string, line: number): number | undefined {
		const [low, high] = hashOf(key);
		if (this.count * 2 >= this.size) this.grow();
		const slot = this.slotOf(low, high);
		const before = this.lines[slot];
		if (before) return before;
		this.put(slot, low, high, line);
		this.count += 1;
		return undefined;
	}

	/** Whether the key was added. */
	has(key: string): boolean {
		return this.lines[this.slotOf(...hashOf(key))] !== 0;
	}

	/** The slot with the key, or the empty one for it. */
	private slotOf(low: number, high: number): number {
		let slot = low % this.size;
		while (this.lines[slot] && (this.low[slot] !== low || this.high[slot] !== high)) slot = (slot + 1) % this.size;
		return slot;
	}

	private put(slot: number, low: number, high: number, line: number): void {
		this.low[slot] = low;
		this.high[slot] = high;
		this.lines[slot] = line;
	}

	private grow(): void {
		const { low, high, lines } = this;
		this.size *= 2;
		this.low = new Uint32Array(this.size);
		this.high = new Uint32Array(this.size);
		this.lines = new Uint32Array(this.size);
		lines.forEach((line, at) => {
			if (line > 0) this.put(this.slotOf(low[at] ?? 0, high[at] ?? 0), low[at] ?? 0, high[at] ?? 0, line);
		});
	}
}
