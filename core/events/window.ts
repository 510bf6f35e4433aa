/**
 * Decides which records are new since the last poll. A record contains the time at which its change began, but it can be read only after
 * the change was stored. Each poll therefore looks back by an overlap, and the records in the overlap are remembered.
 *
 * Performs no I/O. Times and numbers are the values of the watched field; dates are in milliseconds since 1970.
 */
import { InputError } from '../model/inputError';

/** One record of the list. */
export interface Entry<T> {
	readonly key: string;
	/** The value of the watched field. */
	readonly at: number;
	readonly record: T;
}

/** The position of a record in the list, by value and then by key. */
type Position = readonly [at: number, key: string];

/** The state that is stored between polls; plain JSON. */
export interface Memory {
	/** Records up to this value were read, except those that are stored late. Null if there was no record yet. */
	readonly mark: number | null;
	/** Records up to this position were removed from {@link seen}, but still count as seen. */
	readonly forgottenUpTo?: Position;
	/**
	 * The known records in the window: their keys, and their values when they were last read. The newest records can also have a
	 * fingerprint of their contents.
	 */
	readonly seen: ReadonlyArray<readonly [key: string, at: number, print?: string]>;
}

/** The memory of a list without records. */
export const EMPTY_MEMORY: Memory = { mark: null, seen: [] };

/** A site can store times in whole seconds, so two changes within a second can have the same value. */
const RESOLUTION = 1000;

/** Settings of one poll. Values are in the unit of the watched field. */
export interface WindowRules<T> {
	/** How late a record can become visible. */
	readonly overlap: number;
	/** Whether a record counts as new again if its value changed. */
	readonly byValue: boolean;
	/** The maximum number of records to return. The next poll returns the rest. */
	readonly limit: number;
	/** The maximum number of records to remember. The oldest are forgotten first. */
	readonly maxRemembered: number;
	/** The current time if the field is a date, so that a record with a future date does not move the mark. */
	readonly now?: number | undefined;
	/**
	 * Identifies the contents of a record. Used only for date fields, where a record from the newest second counts as new again if
	 * its contents changed but its date did not. It requires {@link byValue}.
	 */
	readonly fingerprint?: (record: T) => string;
}

const compare = ([at, key]: Position, [otherAt, otherKey]: Position): number =>
	at - otherAt || (key < otherKey ? -1 : key > otherKey ? 1 : 0);

/** The lowest value of the records to read; undefined for all records. */
export const lowerBound = ({ mark, forgottenUpTo }: Memory, overlap: number): number | undefined =>
	mark === null ? undefined : Math.max(mark - overlap, forgottenUpTo?.[0] ?? -Infinity);

/** The window of one poll. */
export class PollWindow<T> {
	private readonly seen: Map<string, readonly [at: number, print?: string]>;
	private returned = 0;
	/** When this many records are in {@link seen}, those outside the overlap are removed. */
	private maxSeen: number;
	/** The last record that was processed. */
	private last?: Position;
	/** The highest value that was processed and is not in the future. */
	private lastDue?: number;
	private isLimitReached = false;
	/** The mark must not pass this value. */
	private maxMark = Infinity;

	constructor(
		private readonly before: Memory,
		private readonly rules: WindowRules<T>,
	) {
		this.seen = new Map(before.seen.map(([key, ...state]) => [key, state]));
		this.maxSeen = 2 * rules.maxRemembered;
	}

	/** Whether the limit was reached, so that no more records are accepted. */
	get isFull(): boolean {
		return this.isLimitReached;
	}

	/**
	 * Keeps the mark from passing a value, so that the next poll reads the records after it again. This only works for up to
	 * {@link WindowRules.maxRemembered} records: if there are more, the oldest are forgotten, and all records up to them count as seen.
	 */
	limitMark(at: number): void {
		this.maxMark = Math.min(this.maxMark, at);
	}

	/**
	 * Adds records and returns the new ones, sorted by value and key. The calls must be in ascending order of the values, and all records
	 * with the same value must be in the same call.
	 */
	add(entries: readonly Entry<T>[]): T[] {
		const { byValue, fingerprint, limit } = this.rules;
		const { forgottenUpTo } = this.before;
		const fresh: T[] = [];
		for (const { key, at, record } of [...entries].sort((one, other) => compare([one.at, one.key], [other.at, other.key]))) {
			if (this.isLimitReached) break;
			const position: Position = [at, key];
			const [seenAt, seenPrint] = this.seen.get(key) ?? [];
			const print = seenPrint !== undefined || this.isRecent(at) ? fingerprint?.(record) : undefined;
			const isSame = seenAt === at && (seenPrint === undefined || print === undefined || seenPrint === print);
			const isKnown = (byValue ? isSame : seenAt !== undefined) || (forgottenUpTo !== undefined && compare(position, forgottenUpTo) <= 0);
			if (!isKnown && this.returned >= limit) {
				this.isLimitReached = true;
				break;
			}
			if (!isKnown) {
				this.returned += 1;
				fresh.push(record);
			}
			this.seen.set(key, print === undefined ? [at] : [at, print]);
			this.last = position;
			if (at <= this.now) this.lastDue = at;
		}
		if (byValue && this.seen.size > this.maxSeen) this.forgetOld();
		return fresh;
	}

	private get now(): number {
		return this.rules.now ?? Infinity;
	}

	/** Whether a record can be in the newest second. If the newest value is not known or in the future, any record can. */
	private isRecent(at: number): boolean {
		return this.maxMark >= this.now || at > this.maxMark - RESOLUTION;
	}

	/**
	 * The new mark: records up to this value were read. It is the value of a record, because the clock of n8n can be ahead of the clock of
	 * the site. It is the current time only if all records have a future date.
	 */
	private get reached(): number | null {
		const { mark } = this.before;
		if (this.lastDue !== undefined) return Math.max(mark ?? -Infinity, Math.min(this.lastDue, this.maxMark));
		return this.last === undefined ? mark : (mark ?? Math.min(this.now, this.maxMark));
	}

	/**
	 * Removes the records outside the overlap. {@link memory} does not store them, and the first read of a long list would otherwise keep
	 * all records in memory.
	 */
	private forgetOld(): void {
		const lower = (this.reached ?? -Infinity) - this.rules.overlap;
		for (const [key, [at]] of this.seen) if (at < lower) this.seen.delete(key);
		this.maxSeen = 2 * Math.max(this.rules.maxRemembered, this.seen.size);
	}

	/**
	 * The state to store. Throws {@link InputError} if more records have a future date than can be remembered. These records cannot be
	 * forgotten, because a record that is stored later can have an earlier date.
	 */
	memory(): Memory {
		const { forgottenUpTo } = this.before;
		const { maxRemembered, overlap } = this.rules;
		const { last, now, reached } = this;
		if (reached === null) return this.before;
		const lower = Math.max(reached - overlap, forgottenUpTo?.[0] ?? -Infinity);
		const known = [...this.seen]
			.filter(([, [at]]) => at >= lower)
			.map(([key, [at, print]]) => (print !== undefined && at > reached - RESOLUTION ? ([key, at, print] as const) : ([key, at] as const)))
			.sort(([key, at], [otherKey, otherAt]) => compare([at, key], [otherAt, otherKey]));
		if (known.filter(([, at]) => at > now).length > maxRemembered) {
			throw new InputError({
				field: 'watchedField',
				message: `More than ${maxRemembered} records have a date in the future, so the node cannot remember all of them`,
				hint: "Choose a field that contains the time at which a record was stored, such as date_added or date_changed, or raise 'Max Remembered Records'",
			});
		}
		// Only records that were processed are forgotten. Otherwise, records that have not been returned yet would count as seen.
		const firstAfter = known.findIndex(([key, at]) => at > now || last === undefined || compare([at, key], last) > 0);
		const forgotten = Math.max(0, Math.min(known.length - maxRemembered, firstAfter < 0 ? known.length : firstAfter));
		const newest = known[forgotten - 1];
		const oldLimit = forgottenUpTo !== undefined && forgottenUpTo[0] >= lower ? { forgottenUpTo } : {};
		const limit: Pick<Memory, 'forgottenUpTo'> = newest === undefined ? oldLimit : { forgottenUpTo: [newest[1], newest[0]] };
		return { mark: reached, ...limit, seen: known.slice(forgotten) };
	}
}
