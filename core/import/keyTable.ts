/** A 64-bit hash of a string, as two 32-bit multiplicative hashes. */
const hashOf = (text: string): readonly [number, number] => {
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

/** A power of two, so that a mask selects the slot. */
const FIRST_SIZE = 1024;

/**
 * How many numbers a slot contains: two for the hash and one for the line, which is 0 if the slot is empty. They are adjacent for fast
 * access.
 */
const SLOT = 3;

/**
 * Stores the line of each key in a slot of 12 bytes. A million keys need about 25 MB, because at most half of the slots are used.
 * Keys are compared by their 64-bit hashes: the probability that any two of a million keys have the same hash is less than one in thirty
 * million.
 */
export class KeyTable {
	private size = FIRST_SIZE;
	private count = 0;
	private slots = new Uint32Array(FIRST_SIZE * SLOT);

	/** Adds a key, and returns the line on which it occurred before. */
	add(key: string, line: number): number | undefined {
		const [low, high] = hashOf(key);
		if (this.count * 2 >= this.size) this.grow();
		const start = this.startOf(low, high);
		const before = this.slots[start + 2];
		if (before) return before;
		this.put(start, low, high, line);
		this.count += 1;
		return undefined;
	}

	has(key: string): boolean {
		return this.slots[this.startOf(...hashOf(key)) + 2] !== 0;
	}

	/** The start of the slot that contains the key, or of the empty slot to use for it. */
	private startOf(low: number, high: number): number {
		const { slots, size } = this;
		let start = (low & (size - 1)) * SLOT;
		while (slots[start + 2] && (slots[start] !== low || slots[start + 1] !== high)) start = (start + SLOT) % slots.length;
		return start;
	}

	private put(start: number, low: number, high: number, line: number): void {
		this.slots[start] = low;
		this.slots[start + 1] = high;
		this.slots[start + 2] = line;
	}

	private grow(): void {
		const { slots } = this;
		this.size *= 2;
		this.slots = new Uint32Array(this.size * SLOT);
		for (let at = 0; at < slots.length; at += SLOT) {
			const [low = 0, high = 0, line = 0] = [slots[at], slots[at + 1], slots[at + 2]];
			if (line > 0) this.put(this.startOf(low, high), low, high, line);
		}
	}
}
