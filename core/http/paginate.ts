/**
 * All pages of a list, in order, each handed on and let go (public material: pageSize, page, Pagination-Count). Page 1
 * tells how many records there are; the others are read ahead of whoever takes them.
 */
import type { Tell } from '../model/notice';
import type { Row } from '../model/terms';
import { InputFault } from '../model/inputFault';
import { inOrder } from './inOrder';

/** One page of a list as it came. */
export interface Page {
	readonly records: readonly Row[];
	/** What Pagination-Count said; undefined where the header is missing. */
	readonly count: number | undefined;
}

/** How a list is read, and what is known of its site. */
export interface Pages {
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
	/** How many pages are read at once. */
	readonly ahead: number;
	/** By which field a record that comes twice is noticed; undefined where it is not known. */
	readonly key?: string;
	/** Whether the count of later pages is right; before 11.2 it is not. */
	readonly laterCountsRight: boolean;
	/** The list, for what is told: «JmJobList». */
	readonly name: string;
	readonly tell: Tell;
}

const SHOWN_KEYS = 10;

const inWords = (records: number): string => `${records} record${records === 1 ? '' : 's'}`;

/** What has come of a list so far, and what did not add up. */
class Reading {
	received = 0;
	/** A right count of a later page that differs from the first. */
	private movedTo?: number;
	/** Keys that came twice on neighbouring pages, which is where a record goes when another comes or leaves meanwhile. */
	private readonly twice: unknown[] = [];
	private previousKeys = new Set<unknown>();

	constructor(private readonly pages: Pages, private readonly expected: number | undefined) {}

	get isComplete(): boolean {
		return this.received >= (this.pages.limit ?? Infinity);
	}

	/** The records of a page that are handed on, as one portion or none. */
	*take({ records, count }: Page): Generator<readonly Row[]> {
		const { key, laterCountsRight, limit = Infinity } = this.pages;
		if (key !== undefined) this.watchKeys(records, key);
		if (laterCountsRight && count !== undefined && count !== this.expected) this.movedTo = count;
		const portion = this.received + records.length > limit ? records.slice(0, limit - this.received) : records;
		this.received += portion.length;
		if (portion.length > 0) yield portion;
	}

	private watchKeys(records: readonly Row[], key: string): void {
		const keys = new Set<unknown>();
		for (const record of records) {
			const value = record[key];
			const plain = typeof value === 'object' && value !== null ? (value as Row)[key] : value;
			if (plain === undefined || plain === null) continue;
			if (this.previousKeys.has(plain) || keys.has(plain)) this.twice.push(plain);
			keys.add(plain);
		}
		this.previousKeys = keys;
	}

	/** At the end: everything that is to be known of it. */
	tell(): void {
		const { key, limit = Infinity, name, tell } = this.pages;
		const { expected, movedTo, received, twice } = this;
		if (twice.length > 0) {
			const shown = `${twice.slice(0, SHOWN_KEYS).join(', ')}${twice.length > SHOWN_KEYS ? ' …' : ''}`;
			tell({ name: 'keyTwice', text: `${inWords(twice.length)} of '${name}' came twice, since the list changed while it was read: ${key} ${shown}` });
		}
		if (expected === undefined) return;
		const wanted = Math.min(expected, limit);
		if (movedTo !== undefined) tell({ name: 'countMoved', text: `'${name}' had ${inWords(expected)} when its reading began and ${movedTo} later; run it again to be sure of all` });
		else if (received > expected) tell({ name: 'countMoved', text: `'${name}' had ${inWords(expected)} when its reading began, and ${received} came` });
		if (received < wanted) tell({ name: 'tooFew', text: `Of '${name}' ${inWords(received)} came, where the site had told ${wanted}` });
	}
}

const checkPages = ({ maxPages, name, pageSize }: Pages, number: number): void => {
	if (number <= maxPages) return;
	throw new InputFault({ field: 'maxPages', what: `'${name}' has more than ${maxPages} pages of ${pageSize} records`, how: 'Narrow the query, set a limit, or take larger pages' });
};

/** The pages after the first, read side by side. */
async function* counted(pages: Pages, reading: Reading, firstSize: number, expected: number): AsyncGenerator<readonly Row[]> {
	const { ahead, limit = Infinity, name, pageSize, tell } = pages;
	const perPage = firstSize < pageSize && firstSize < expected ? firstSize : pageSize;
	if (perPage < pageSize) tell({ name: 'smallerPages', text: `The site gives ${inWords(perPage)} to a page of '${name}', where ${pageSize} were asked for` });
	const last = Math.ceil(Math.min(expected, limit) / perPage);
	checkPages(pages, last);
	const numbers = Array.from({ length: Math.max(0, last - 1) }, (_, index) => index + 2);
	for await (const page of inOrder(numbers, ahead, (number) => pages.read(number))) yield* reading.take(page);
}

const COMPARED_RECORDS = 1000;
/** What tells a page from another. Many records of it: where a list answers few of its fields, one can look like the next. */
const shownOf = ({ records }: Page): string => JSON.stringify(records.slice(0, COMPARED_RECORDS));

/**
 * Where no count is told: one page after the other, until one is empty or shorter than the first. How short the first one is says nothing:
 * the site may give smaller pages than were asked for.
 */
async function* uncounted(pages: Pages, reading: Reading, firstSize: number, firstShown: string): AsyncGenerator<readonly Row[]> {
	let before = firstShown;
	for (let number = 2, size = firstSize; size >= firstSize && !reading.isComplete; number += 1) {
		const page = await pages.read(number);
		size = page.records.length;
		if (size === 0) return;
		const shown = shownOf(page);
		if (shown === before) {
			// Fewer than were asked for, and no others: those were all.
			if (number === 2 && firstSize < pages.pageSize) return;
			throw new InputFault({ field: 'pageSize', what: `'${pages.name}' gives the same page again and again: the site overlooks the page number`, how: 'Take a page size that holds all records' });
		}
		checkPages(pages, number);
		before = shown;
		yield* reading.take(page);
	}
}

/** Gives portions of records. Tells at its end what did not add up. Throws what `read` throws. */
export async function* paginate(pages: Pages): AsyncGenerator<readonly Row[]> {
	const first = pages.first ?? (await pages.read(1));
	const reading = new Reading(pages, first.count);
	const size = first.records.length;
	// Before they are handed on: whoever takes records may change them.
	const shown = first.count === undefined ? shownOf(first) : '';
	yield* reading.take(first);
	// More records than were asked for: the site knows no pages and gave everything at once.
	const isAll = size === 0 || size > pages.pageSize || reading.isComplete;
	if (!isAll && first.count !== undefined) yield* counted(pages, reading, size, first.count);
	else if (!isAll) yield* uncounted(pages, reading, size, shown);
	reading.tell();
}
