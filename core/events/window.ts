/**
 * Which records are new since the last poll, when they show themselves late: a record carries the time at which its change
 * began and can be read only once that change is stored. So every poll looks back by an overlap and remembers what it saw there.
 *
 * Pure: it is told records and gives back what to remember. All times and numbers are plain numbers (dates in milliseconds since
 * 1970), the values of the field that is watched.
 */
import { InputError } from '../model/inputError';

/** One record as the window sees it. */
export interface Entry<T> {
	readonly key: string;
	/** The value of the field that is watched. */
	readonly at: number;
	readonly record: T;
}

type Place = readonly [at: number, key: string];

/** What is kept from one poll to the next; plain data. */
export interface Memory {
	/** Everything up to here was seen, but for what is stored late; null as long as there was no record at all. */
	readonly mark: number | null;
	/** What is not remembered one by one any more: everything up to this place counts as seen. */
	readonly floor?: Place;
	/** Records at or after the lower end of the window, by key, with the value they were seen with. */
	readonly seen: ReadonlyArray<readonly [key: string, at: number]>;
}

/** What is remembered of a list without records. */
export const EMPTY_MEMORY: Memory = { mark: null, seen: [] };

/** How a poll looks back and how much it gives; values in the unit of the watched field. */
export interface WindowRules {
	/** How late a record may show itself, in the unit of the field. */
	readonly overlap: number;
	/** Whether a record counts as new again when its value changed. */
	readonly byValue: boolean;
	/** The highest number of records to give in this poll; what is left stays for the next. */
	readonly limit: number;
	/** The highest number of records to remember; the oldest goes first. */
	readonly highest: number;
	/** The newest value before the poll, where it is known. */
	readonly newest?: number;
	/** The present, where the field is a time: a record dated in the future does not move the mark. */
	readonly now?: number;
}

const order = ([at, key]: Place, [otherAt, otherKey]: Place): number => at - otherAt || (key < otherKey ? -1 : key > otherKey ? 1 : 0);

/** The value from which on records are to be read; undefined where all are. */
export const lowerEnd = ({ mark, floor }: Memory, overlap: number): number | undefined =>
	mark === null ? undefined : Math.max(mark - overlap, floor?.[0] ?? -Infinity);

/** The window of one poll. */
export class PollWindow<T> {
	private readonly seen: Map<string, number>;
	private given = 0;
	/** The last record that was dealt with, and whether one after it was left for the next poll. */
	private last?: Place;
	private isStopped = false;
	private ceiling = Infinity;
	private bound?: number;

	constructor(
		private readonly before: Memory,
		private readonly rules: WindowRules,
	) {
		this.seen = new Map(before.seen);
		this.bound = rules.newest;
	}

	/** Whether it is known what the newest value was before the first answer that counts. */
	get isBound(): boolean {
		return this.bound !== undefined;
	}

	/** The newest value before the answers that follow: the mark does not pass it, since what they show can be newer. */
	bind(newest: number): void {
		this.bound = newest;
	}

	/** Whether the limit was reached: no more records are taken. */
	get isFull(): boolean {
		return this.isStopped;
	}

	/**
	 * Gives those that are new, by value and then by key. Has to be told the records of the window in rising order of their
	 * values, and all that share a value in one call.
	 */
	take(entries: readonly Entry<T>[]): T[] {
		const { byValue, limit } = this.rules;
		const fresh: T[] = [];
		for (const { key, at, record } of [...entries].sort((one, other) => order([one.at, one.key], [other.at, other.key]))) {
			if (this.isStopped) break;
			const place: Place = [at, key];
			const known = this.seen.get(key);
			const isKnown =
				(byValue ? known === at : known !== undefined) || (this.before.floor !== undefined && order(place, this.before.floor) <= 0);
			if (!isKnown && this.given >= limit) {
				this.isStopped = true;
				break;
			}
			if (!isKnown) {
				this.given += 1;
				fresh.push(record);
			}
			this.seen.set(key, at);
			this.last = place;
		}
		return fresh;
	}

	/** Keeps the mark from passing a value, where what was read there did not add up: the next poll reads it again. */
	hold(at: number): void {
		this.ceiling = Math.min(this.ceiling, at);
	}

	/**
	 * What to remember. Throws {@link InputError} where more records lie in the future than can be remembered: the field
	 * then tells something else than when a record was stored.
	 */
	memory(): Memory {
		const { mark, floor } = this.before;
		const { highest, now = Infinity, overlap } = this.rules;
		const reached =
			this.last === undefined ? mark : Math.max(mark ?? -Infinity, Math.min(this.last[0], now, this.ceiling, this.bound ?? Infinity));
		if (reached === null) return this.before;
		const lower = lowerEnd({ mark: reached, floor, seen: [] }, overlap)!;
		const kept = [...this.seen]
			.filter(([, at]) => at >= lower)
			.sort(([key, at], [otherKey, otherAt]) => order([at, key], [otherAt, otherKey]));
		const surplus = kept.length - highest;
		const keptFloor = floor !== undefined && floor[0] >= lower ? floor : undefined;
		if (surplus <= 0) return { mark: reached, ...(keptFloor ? { floor: keptFloor } : {}), seen: kept };
		// Nothing goes that lies after a record still to be given: the floor would hide it.
		const border: Place = this.isStopped ? (this.last ?? [-Infinity, '']) : [reached, '\uffff'];
		const free = kept.findIndex(([key, at]) => order([at, key], border) > 0);
		const out = Math.min(surplus, free < 0 ? kept.length : free);
		if (out < surplus && !this.isStopped && now <= Math.min(this.ceiling, this.bound ?? Infinity)) {
			throw new InputError({
				field: 'watchedField',
				message: `More than ${highest} records have a value in the future, which is more than the node remembers`,
				hint: "Choose a field that contains when a record was stored, such as date_added or date_changed, or raise 'Remembered Records'",
			});
		}
		const [key, at] = kept[out - 1] ?? [];
		const raised: Place | undefined = key === undefined || at === undefined ? keptFloor : [at, key];
		return { mark: reached, ...(raised ? { floor: raised } : {}), seen: kept.slice(out) };
	}
}
