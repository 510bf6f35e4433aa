import type { Row } from '../model/terms';

/**
 * Records whose text is made at once. That of so few stays among what V8 clears away first, where that of a page would be kept
 * apart as a large object (`npm run bench -- --only export` shows the memory).
 */
const MOST_AT_ONCE = 64;

/** The records of a portion in parts that are written one after the other, each of which is let go before the next. */
export function* slices(rows: readonly Row[]): Generator<readonly Row[]> {
	for (let start = 0; start < rows.length; start += MOST_AT_ONCE) yield rows.slice(start, start + MOST_AT_ONCE);
}
