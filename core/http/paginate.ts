/**
 * Yields the pages of a list in order, and does not keep them (public material: pageSize, page, Pagination-Count). If page 1 reports how
 * many records match, the pages after it are read ahead; otherwise, they are read in sequence.
 */
import type { OnNotice } from '../model/notice';
import type { Row } from '../model/terms';
import { InputError } from '../model/inputError';
import { mapConcurrently } from './mapConcurrently';
import { SeenKeys } from './seenKeys';

export interface Page {
	readonly records: readonly Row[];
	/** The value of Pagination-Count; undefined if the header is missing. */
	readonly count: number | undefined;
}

export interface PaginationOptions {
	/** Reads a page after the first. */
	read(page: number): Promise<Page>;
	/** Page 1. */
	readonly first: Page;
	/** The requested number of records per page. */
	readonly pageSize: number;
	/** The maximum number of records; all if omitted. */
	readonly limit?: number;
	/** The maximum number of pages. */
	readonly maxPages: number;
	/** The number of pages to read ahead. It can change. */
	readonly concurrency: () => number;
	/** The field that identifies duplicate records, if it is known. */
	readonly key?: string | undefined;
	/** Whether the count is also correct on pages after the first, as it is in 11.2 and later. */
	readonly hasReliableCounts: boolean;
	/** The name of the list in notices, such as `JmJobList`. */
	readonly name: string;
	readonly onNotice: OnNotice;
}

/** A number of records with its noun, for messages. */
export const recordCount = (records: number): string => `${records} record${records === 1 ? '' : 's'}`;
const RUN_AGAIN_HINT = 'Run the node again to be sure that no record is missing';

/** Counts the records of a list, and notes its inconsistencies. */
class PageReader {
	received = 0;
	/** The last page that was followed by more records even though it was empty or shorter than the first one. */
	private gap?: { readonly page: number; readonly size: number };
	/** A reliable count on a later page that differs from the first count. */
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

	/** Adds a page, and yields its records, up to the limit, as one chunk; yields nothing if there are none. */
	*take({ records, count }: Page): Generator<readonly Row[]> {
		const { hasReliableCounts, limit = Infinity } = this.pages;
		this.seen.add(records);
		if (hasReliableCounts && count !== undefined && count !== this.expected) this.changedCount = count;
		const chunk = this.received + records.length > limit ? records.slice(0, limit - this.received) : records;
		this.received += chunk.length;
		if (chunk.length > 0) yield chunk;
	}

	noteGap(page: number, size: number): void {
		this.gap = { page, size };
	}

	/** Reports the inconsistencies at the end. */
	report(): void {
		const { key, limit = Infinity, name, onNotice } = this.pages;
		const { expected, gap, changedCount, received, seen } = this;
		if (seen.repeats > 0) {
			onNotice({
				name: 'duplicateKeys',
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
		const requested = Math.min(expected, limit);
		if (changedCount !== undefined)
			onNotice({
				name: 'countChanged',
				text: `The site reported ${recordCount(expected)} for '${name}' at first and ${changedCount} on a later page. ${RUN_AGAIN_HINT}`,
			});
		else if (received > expected)
			onNotice({ name: 'countChanged', text: `Received ${recordCount(received)} of '${name}', but the site had reported ${expected}` });
		if (received < requested)
			onNotice({ name: 'tooFew', text: `Received ${received} of the ${recordCount(requested)} reported for '${name}'` });
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

const FINGERPRINT_RECORDS = 1000;
/** Identifies a page by many of its records, because the first records of two pages can be equal if they have few fields. */
export const pageFingerprint = ({ records }: Pick<Page, 'records'>): string => JSON.stringify(records.slice(0, FINGERPRINT_RECORDS));

const ignoresPages = ({ name }: PaginationOptions): InputError =>
	new InputError({
		field: 'pageSize',
		message: `'${name}' returns the same records for every page: the site ignores the page number`,
		hint: "Set 'Page Size' to at least the number of records in the list",
	});

/** Whether page 2 repeats page 1. Without keys, pages that look equal can contain different records if all their records are equal. */
const repeatsFirst = (page: Page, reading: PageReader, firstSize: number, firstPrint: string): boolean => {
	const { records } = page;
	// A single record can be on page 2 again because another record was added before it.
	if (records.length !== firstSize || firstSize < 2) return false;
	const fresh = reading.newOf(page);
	if (fresh !== undefined) return fresh === 0;
	return pageFingerprint(page) === firstPrint && new Set(records.map((record) => JSON.stringify(record))).size > 1;
};

/** The pages after the first, read in parallel. */
async function* readCounted(
	pages: PaginationOptions,
	reading: PageReader,
	firstSize: number,
	firstPrint: string,
	expected: number,
): AsyncGenerator<readonly Row[]> {
	const { concurrency, limit = Infinity, name, pageSize, onNotice } = pages;
	if (firstSize !== pageSize && firstSize < expected)
		onNotice({ name: 'otherPageSize', text: `The site returns ${recordCount(firstSize)} per page of '${name}' instead of ${pageSize}` });
	const last = Math.ceil(Math.min(expected, limit) / firstSize);
	checkPages(pages, last);
	const numbers = Array.from({ length: Math.max(0, last - 1) }, (_, index) => index + 2);
	let isSecond = true;
	for await (const page of mapConcurrently(numbers, concurrency, (number) => pages.read(number))) {
		if (isSecond && repeatsFirst(page, reading, firstSize, firstPrint)) throw ignoresPages(pages);
		isSecond = false;
		yield* reading.take(page);
	}
}

/**
 * Reads the pages after page 1 in sequence, for a site that reports no count. A page in the middle of the list can also be empty, be
 * shorter than page 1, or only repeat records. The list therefore ends only if the next page has no new records either. The size of page 1
 * proves nothing, because the site may use a different page size than requested.
 */
async function* readUncounted(
	pages: PaginationOptions,
	reading: PageReader,
	firstSize: number,
	firstPrint: string,
): AsyncGenerator<readonly Row[]> {
	const { pageSize } = pages;
	let previous = firstPrint;
	let last = { page: 1, size: firstSize, isFull: firstSize >= pageSize };
	// Whether a later page had mostly new records, which shows that the site does not ignore the page number.
	let followsPages = false;
	for (let number = 2; !reading.isComplete; number += 1) {
		const page = await pages.read(number);
		const size = page.records.length;
		const print = pageFingerprint(page);
		const fresh = reading.newOf(page);
		const mostlyRepeats = print === previous || (fresh !== undefined && fresh * 2 < size);
		// A site that ignores 'pageSize' usually also ignores 'page' (public material). Its page 2 is the whole list again, with any records
		// that were added after page 1.
		if (number === 2 && firstSize > pageSize && size > 0 && mostlyRepeats) return;
		const repeats = size > 0 && (print === previous || fresh === 0);
		// If the list fits on one page, repeated records only mean that the list is complete. Without keys, pages that look equal can
		// contain different records.
		const mayBeMore = fresh === 0 ? Math.max(size, firstSize) >= pageSize : size >= firstSize && (size >= pageSize || number > 2);
		if (repeats && !followsPages && mayBeMore) throw ignoresPages(pages);
		if (size === 0 || repeats) {
			if (!last.isFull) return;
			last = { page: number, size: 0, isFull: false };
			continue;
		}
		if (!last.isFull && (last.page > 1 || last.size === 0)) reading.noteGap(last.page, last.size);
		checkPages(pages, number);
		previous = print;
		last = { page: number, size, isFull: size >= firstSize };
		followsPages ||= fresh !== undefined && fresh * 2 >= size;
		yield* reading.take(page);
	}
}

/** Yields chunks of records. Reports inconsistencies at the end. Throws the errors of `read`. */
export async function* paginate(pages: PaginationOptions): AsyncGenerator<readonly Row[]> {
	const { first } = pages;
	const reading = new PageReader(pages, first.count);
	const size = first.records.length;
	// Computed before the records are yielded, because the caller may change them.
	const needsPrint = first.count === undefined || (pages.key === undefined && first.count > size);
	const firstPrint = needsPrint ? pageFingerprint(first) : '';
	yield* reading.take(first);
	if (first.count === undefined) yield* readUncounted(pages, reading, size, firstPrint);
	else if (size > 0 && !reading.isComplete) yield* readCounted(pages, reading, size, firstPrint, first.count);
	reading.report();
}
