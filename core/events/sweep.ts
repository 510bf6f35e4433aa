/**
 * Reads a window in rising order of the watched field. It goes on by value, never by the number of a page: a record that
 * changes meanwhile moves to the end of the list, and with page numbers another would slip through the gap that it leaves.
 */
import type { Entry, PollWindow } from './window';

/** How the records of a list are read by the value of the watched field. */
export interface WindowReader<T> {
	/** The first records whose value is `from` or more, by value; `isFull` where there can be more behind them. */
	first(from: number): Promise<{ readonly entries: readonly Entry<T>[]; readonly isFull: boolean }>;
	/** All records whose value is `from` or more, but less than `to`; not `isSteady` where the list changed while it was read. */
	all(from: number, to: number): Promise<{ readonly entries: readonly Entry<T>[]; readonly isSteady: boolean }>;
	/** The highest value there is; undefined where there are no records. */
	newest(): Promise<number | undefined>;
	/** The least step from a value to one that is certainly another, as the site writes them. */
	step(at: number): number;
}

/**
 * Tells the window its records from a value on, and gives the new ones in portions. Ends where there are no more, where the
 * window is full, or where `isTimeUp`: what is left comes with the next poll.
 *
 * Where one answer does not hold them all, time goes on between the answers, and the overlap would be counted from a record that came
 * after a place was passed: one that is stored late could then lie before the next window. So the newest value is asked for first.
 */
export async function* sweep<T>(
	reader: WindowReader<T>,
	window: PollWindow<T>,
	from: number,
	isTimeUp: () => boolean,
): AsyncGenerator<readonly T[]> {
	let cursor = from;
	let isBound = window.isBound;
	while (!window.isFull) {
		const { entries, isFull } = await reader.first(cursor);
		if (!isFull) {
			yield window.take(entries);
			return;
		}
		if (!isBound) {
			isBound = true;
			const newest = await reader.newest();
			if (newest !== undefined) window.bind(newest);
			continue;
		}
		const last = entries.reduce((highest, { at }) => Math.max(highest, at), cursor);
		// The last value of a full page may go on behind it, and a window wants a value whole.
		const whole = entries.filter(({ at }) => at < last);
		if (whole.length > 0) {
			yield window.take(whole);
			cursor = last;
		} else {
			const next = last + reader.step(last);
			const group = await reader.all(last, next);
			yield window.take(group.entries);
			if (!group.isSteady) window.hold(last);
			cursor = next;
		}
		if (isTimeUp()) return;
	}
}
