import type { Row } from '../model/terms';

/**
 * Records per piece of text. V8 frees strings of this size early, but keeps the text of a whole page as a large object
 * (`npm run bench -- --only export` shows the memory).
 */
const SLICE_SIZE = 64;

/** Splits a chunk into slices, so that the text of one slice can be released before the next slice. */
export function* slices(rows: readonly Row[]): Generator<readonly Row[]> {
	for (let start = 0; start < rows.length; start += SLICE_SIZE) yield rows.slice(start, start + SLICE_SIZE);
}
