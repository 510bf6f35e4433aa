import type { Row } from '../model/terms';

/**
 * Keys that are kept, at least the newest half of them: some megabytes however long the list is. A record that moves while a list is read
 * shows up again a few pages later as a rule; one that shows up again beyond this window is not noticed.
 */
export const KEY_WINDOW = 200_000;

const SHOWN_KEYS = 10;

/** Finds records that a list returns more than once, on whatever pages, in bounded memory. */
export class SeenKeys {
	/** Records whose key had been received before. */
	repeats = 0;
	private readonly firstRepeats: unknown[] = [];
	/** False once two records of one page shared a key. */
	private isUnique = true;
	/** Two generations instead of one set that drops its oldest key: a set that is emptied from its front grows slow. */
	private newer = new Set<unknown>();
	private older = new Set<unknown>();

	/** `key`: the key field; without one nothing is noticed. */
	constructor(
		private readonly key: string | undefined,
		private readonly window = KEY_WINDOW,
	) {}

	/** The first repeated keys, for a message. */
	get examples(): string {
		return `${this.firstRepeats.join(', ')}${this.repeats > this.firstRepeats.length ? ' …' : ''}`;
	}

	/** Notes the keys of a page. */
	add(records: readonly Row[]): void {
		const keys = this.keysOf(records);
		this.isUnique &&= new Set(keys).size === keys.length;
		for (const key of keys) {
			if (this.has(key)) {
				this.repeats += 1;
				if (this.firstRepeats.length < SHOWN_KEYS) this.firstRepeats.push(key);
			}
			if (this.newer.size >= this.window / 2) {
				this.older = this.newer;
				this.newer = new Set();
			}
			this.newer.add(key);
		}
	}

	/**
	 * How many records of a page have a key that no earlier page had. Undefined if that cannot be known: a record has no key, or two records
	 * of one page share one, so the key does not identify the records of this list.
	 */
	newOf(records: readonly Row[]): number | undefined {
		const keys = this.keysOf(records);
		if (!this.isUnique || keys.length < records.length || new Set(keys).size < keys.length) return undefined;
		return keys.filter((key) => !this.has(key)).length;
	}

	private has(key: unknown): boolean {
		return this.newer.has(key) || this.older.has(key);
	}

	private keysOf(records: readonly Row[]): unknown[] {
		const { key } = this;
		if (key === undefined) return [];
		return records.flatMap((record) => {
			const value = record[key];
			const plain = typeof value === 'object' && value !== null ? (value as Row)[key] : value;
			return plain === undefined || plain === null ? [] : [plain];
		});
	}
}
