/**
 * Reads a window in ascending order of the watched field. It continues by value, not by page number: a record that changes in the meantime
 * moves to the end of the list and shifts the records after it, so the next page would skip one of them.
 */
import type { Entry, PollWindow } from './window';

/** Reads the records of a list by the value of the watched field. */
export interface WindowReader<T> {
	/** The first records whose value is at least `from`, sorted by value; `isFull` if more can follow. */
	first(from: number): Promise<{ readonly entries: readonly Entry<T>[]; readonly isFull: boolean }>;
	/** All records whose value is at least `from` and less than `to`; `isStable` is false if the list changed while it was read. */
	all(from: number, to: number): Promise<{ readonly entries: readonly Entry<T>[]; readonly isStable: boolean }>;
	/** The highest value; undefined if there are no records. `page` is what {@link first} just returned for `from`. */
	newest(page: readonly Entry<T>[], from: number): Promise<number | undefined>;
	/** The smallest amount to add to `value` so that the site is certain to store the sum as a different value. */
	step(value: number): number;
}

/**
 * Reads all records from `from` to `to`, once more if the list changed in the meantime. The records of both reads are returned, because
 * each of them can miss some.
 */
const readGroup = async <T>(reader: WindowReader<T>, from: number, to: number): ReturnType<WindowReader<T>['all']> => {
	const group = await reader.all(from, to);
	if (group.isStable) return group;
	const again = await reader.all(from, to);
	const keys = new Set(again.entries.map(({ key }) => key));
	return { entries: [...again.entries, ...group.entries.filter(({ key }) => !keys.has(key))], isStable: again.isStable };
};

/**
 * Adds the records whose value is at least `from` to the window, and yields the new ones in chunks. Stops at the end of the list, when
 * the window is full, or when `isTimeUp` returns true; the next poll returns the rest.
 *
 * If several requests are needed, the newest value is read first, and the overlap is counted back from that value. Otherwise, the overlap
 * could be counted from a record that is stored during the poll, and a record that is stored late could be missed.
 */
export async function* sweep<T>(
	reader: WindowReader<T>,
	window: PollWindow<T>,
	from: number,
	isTimeUp: () => boolean,
): AsyncGenerator<readonly T[]> {
	let cursor = from;
	let isNewestRead = false;
	while (!window.isFull) {
		const { entries, isFull } = await reader.first(cursor);
		if (!isFull) {
			yield window.add(entries);
			return;
		}
		if (!isNewestRead) {
			isNewestRead = true;
			const newest = await reader.newest(entries, cursor);
			if (newest !== undefined) window.limitMark(newest);
			continue;
		}
		const last = entries.reduce((highest, { at }) => Math.max(highest, at), cursor);
		// More records with the last value of a full page can be on the next page, and the window needs all records with the same value
		// together.
		const complete = entries.filter(({ at }) => at < last);
		if (complete.length > 0) {
			yield window.add(complete);
			cursor = last;
		} else {
			const next = last + reader.step(last);
			const group = await readGroup(reader, last, next);
			yield window.add(group.entries);
			if (!group.isStable) window.limitMark(last);
			cursor = next;
		}
		if (isTimeUp()) return;
	}
}
