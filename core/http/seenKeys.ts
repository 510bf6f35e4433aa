import type { Row } from '../model/terms';

/**
 * The maximum number of keys to remember, so that they need only a few megabytes. At least the newest half is kept. A record that
 * moves while a list is read usually appears again a few pages later. A repeat outside this window is not detected.
 */
export const KEY_WINDOW = 200_000;

const MAX_EXAMPLES = 10;

/** Finds records that a list returns more than once, on the same page or on different pages, in bounded memory. */
export class SeenKeys {
	/** The number of records whose key had been received before. */
	repeats = 0;
	private readonly firstRepeats: unknown[] = [];
	/** Whether no page has contained two records with the same key. */
	private isUnique = true;
	/** Two generations, because deleting the oldest entries of a single large set is slow. */
	private newer = new Set<unknown>();
	private older = new Set<unknown>();

	/** Without a key field, repeats are not detected. */
	constructor(
		private readonly key: string | undefined,
		private readonly window = KEY_WINDOW,
	) {}

	/** The first repeated keys, for a message. */
	get examples(): string {
		return `${this.firstRepeats.join(', ')}${this.repeats > this.firstRepeats.length ? ' …' : ''}`;
	}

	add(records: readonly Row[]): void {
		const keys = this.keysOf(records);
		this.isUnique &&= new Set(keys).size === keys.length;
		for (const key of keys) {
			if (this.has(key)) {
				this.repeats += 1;
				if (this.firstRepeats.length < MAX_EXAMPLES) this.firstRepeats.push(key);
			}
			if (this.newer.size >= this.window / 2) {
				this.older = this.newer;
				this.newer = new Set();
			}
			this.newer.add(key);
		}
	}

	/**
	 * How many records of a page have a key that was not received before. Undefined if the key does not identify the records of this list: a
	 * record has no key, or two records on one page have the same key.
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
