/**
 * All pages of a list, in order, each yielded and released (public material: pageSize, page, Pagination-Count). Page 1
 * reports how many records match; the other pages are read ahead of the caller.
 */
import type { OnNotice } from '../model/notice';
import type { Row } from '../model/terms';
import { InputError } from '../model/inputError';
import { mapConcurrently } from './mapConcurrently';
import { SeenKeys } from './seenKeys';

/** One page of a list as it came. */
export interface Page {
	readonly records: readonly Row[];
	/** What Pagination-Count said; undefined where the header is missing. */
	readonly count: number | undefined;
}

/** How a list is read, and what is known of its site. */
export interface PaginationOptions {
	/** Reads one page, counted from 1. */
	read(page: number): Promise<Page>;
	/** Page 1, where it has been read already. */
	readonly first?: Page;
	/** Records to a page, as asked for. */
	readonly pageSize: number;
	/** The highest number of records; all where it is left out. */
	readonly limit?: number;
	/** The highest number of pages. */
	readonly maxPages: number;
	/** How many pages to read at a time now. */
	readonly concurrency: () => number;
	/** By which field a record that comes twice is noticed; undefined where it is not known. */
	readonly key?: string;
	/** Whether the count of later pages is right; before 11.2 it is not. */
	readonly hasReliableCounts: boolean;
	/** The list, for what is told: «JmJobList». */
	readonly name: string;
	readonly onNotice: OnNotice;
}

const recordCount = (records: number): string => `${records} record${records === 1 ? '' : 's'}`;
const RUN_AGAIN_HINT = 'Run it again to be sure that no record is missing';

/** The records of a list received so far, and what did not add up. */
class PageReader {
	received = 0;
	/** The last page that was followed by more records although it was empty or shorter than the first one. */
	private gap?: { readonly page: number; readonly size: number };
	/** A correct count of a later page that differs from the first. */
	private changedCount?: number;
	private readonly seen: SeenKeys;

	constructor(
		private readonly pages: PaginationOptions,
		private readonly expected: number | undefined,
	) {
		this.seen = new SeenKeys(pages.key);
	}

	get isComplete(): boolean {
		return this.received >= (this.pages.limit ?? Infinity);
	}

	/** See {@link SeenKeys.newOf}. */
	newOf({ records }: Page): number | undefined {
		return this.seen.newOf(records);
	}

	/** The records of a page to return, as one portion or none. */
	*take({ records, count }: Page): Generator<readonly Row[]> {
		const { hasReliableCounts, limit = Infinity } = this.pages;
		this.seen.add(records);
		if (hasReliableCounts && count !== undefined && count !== this.expected) this.changedCount = count;
		const portion = this.received + records.length > limit ? records.slice(0, limit - this.received) : records;
		this.received += portion.length;
		if (portion.length > 0) yield portion;
	}

	noteGap(page: number, size: number): void {
		this.gap = { page, size };
	}

	/** Reports at the end what did not add up. */
	onNotice(): void {
		const { key, limit = Infinity, name, onNotice } = this.pages;
		const { expected, gap, changedCount, received, seen } = this;
		if (seen.repeats > 0) {
			onNotice({
				name: 'keyTwice',
				text: `Received ${recordCount(seen.repeats)} of '${name}' more than once (${key} ${seen.examples}): the list changed while it was read, or '${key}' is not unique in it. ${RUN_AGAIN_HINT}`,
			});
		}
		if (gap !== undefined) {
			onNotice({
				name: 'pageGap',
				text: `Page ${gap.page} of '${name}' had ${gap.size === 0 ? 'no records' : `only ${recordCount(gap.size)}`}, but more records followed. ${RUN_AGAIN_HINT}`,
			});
		}
		if (expected === undefined) return;
		const wanted = Math.min(expected, limit);
		if (changedCount !== undefined)
			onNotice({
				name: 'countMoved',
				text: `The site reported ${recordCount(expected)} for '${name}' at first and ${changedCount} on a later page. ${RUN_AGAIN_HINT}`,
			});
		else if (received > expected)
			onNotice({ name: 'countMoved', text: `Received ${recordCount(received)} of '${name}', but the site had reported ${expected}` });
		if (received < wanted) onNotice({ name: 'tooFew', text: `Received ${received} of the ${recordCount(wanted)} reported for '${name}'` });
	}
}

const checkPages = ({ maxPages, name, pageSize }: PaginationOptions, number: number): void => {
	if (number <= maxPages) return;
	throw new InputError({
		field: 'maxPages',
		message: `'${name}' has more than ${maxPages} pages of ${pageSize} records`,
		hint: "Narrow the query, set a limit, or raise 'Page Size'",
	});
};

/** The pages after the first, read in parallel. */
async function* readCounted(
	pages: PaginationOptions,
	reading: PageReader,
	firstSize: number,
	expected: number,
): AsyncGenerator<readonly Row[]> {
	const { concurrency, limit = Infinity, name, pageSize, onNotice } = pages;
	const perPage = firstSize < pageSize && firstSize < expected ? firstSize : pageSize;
	if (perPage < pageSize)
		onNotice({ name: 'smallerPages', text: `The site returns ${recordCount(perPage)} per page of '${name}' instead of ${pageSize}` });
	const last = Math.ceil(Math.min(expected, limit) / perPage);
	checkPages(pages, last);
	const numbers = Array.from({ length: Math.max(0, last - 1) }, (_, index) => index + 2);
	for await (const page of mapConcurrently(numbers, concurrency, (number) => pages.read(number))) yield* reading.take(page);
}

const FINGERPRINT_RECORDS = 1000;
/** What tells a page from another. Many records of it: where a list answers few of its fields, one can look like the next. */
const pageFingerprint = ({ records }: Page): string => JSON.stringify(records.slice(0, FINGERPRINT_RECORDS));

/**
 * The pages after the first if the site reports no count: one after the other. A page that is empty, shorter than the first one, or
 * only repeats records can also lie in the middle, so the list ends only when the next page brings nothing new either. The size of page 1
 * proves nothing: the site may limit its pages to fewer records than requested.
 */
async function* readUncounted(
	pages: PaginationOptions,
	reading: PageReader,
	firstSize: number,
	firstShown: string,
): AsyncGenerator<readonly Row[]> {
	const { name, pageSize } = pages;
	let before = firstShown;
	let last = { page: 1, size: firstSize, isFull: firstSize >= pageSize };
	// Whether a later page had mostly new records, so that the site is known to follow the page number.
	let followsPages = false;
	for (let number = 2; !reading.isComplete; number += 1) {
		const page = await pages.read(number);
		const size = page.records.length;
		const shown = pageFingerprint(page);
		const fresh = reading.newOf(page);
		const repeats = size > 0 && (shown === before || fresh === 0);
		// A list that fits into a page is complete even then. Without keys, equal pages are no proof that they hold the same records.
		const mayBeMore = fresh === 0 ? Math.max(size, firstSize) >= pageSize : size >= firstSize && (size >= pageSize || number > 2);
		if (repeats && !followsPages && mayBeMore) {
			throw new InputError({
				field: 'pageSize',
				message: `'${name}' returns the same records for every page: the site ignores the page number`,
				hint: "Set 'Page Size' to at least the number of records in the list",
			});
		}
		if (size === 0 || repeats) {
			if (!last.isFull) return;
			last = { page: number, size: 0, isFull: false };
			continue;
		}
		if (!last.isFull && (last.page > 1 || last.size === 0)) reading.noteGap(last.page, last.size);
		checkPages(pages, number);
		before = shown;
		last = { page: number, size, isFull: size >= firstSize };
		followsPages ||= fresh !== undefined && fresh * 2 >= size;
		yield* reading.take(page);
	}
}

/** Yields portions of records. Reports at the end what did not add up. Throws what `read` throws. */
export async function* paginate(pages: PaginationOptions): AsyncGenerator<readonly Row[]> {
	const first = pages.first ?? (await pages.read(1));
	const reading = new PageReader(pages, first.count);
	const size = first.records.length;
	// Before they are yielded, since the caller may change them.
	const shown = first.count === undefined ? pageFingerprint(first) : '';
	yield* reading.take(first);
	// More records than requested: the site has no pages and returned everything.
	const isAll = size > pages.pageSize || reading.isComplete;
	if (!isAll && first.count === undefined) yield* readUncounted(pages, reading, size, shown);
	else if (!isAll && size > 0 && first.count !== undefined) yield* readCounted(pages, reading, size, first.count);
	reading.onNotice();
}
