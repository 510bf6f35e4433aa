import { FEATURES, hasSince } from '../catalog';
import { DEFAULT_PAGE_SIZE } from '../model/defaults';
import { InputError } from '../model/inputError';
import { wholeNumber } from '../model/wholeNumber';
import { pagesAhead, type Client } from '../http/client';
import { mapConcurrently } from '../http/mapConcurrently';
import { pageFingerprint, paginate, recordCount, type Page } from '../http/paginate';
import { SeenKeys } from '../http/seenKeys';
import type { WireRequest } from '../model/port';
import { listCount, listRecords } from '../wire/decode';
import type { OnNotice } from '../model/notice';
import type { Row, ReadSettings, Selection, SortBy } from '../model/terms';
import { listRequest, queriesOf } from './listRequest';
import type { Operation } from './operation';
import { listNamesOf, type Site } from '../model/site';
import type { DocumentRef } from '../model/documentRef';

export interface ListInput extends ReadSettings, Selection {
	readonly document: DocumentRef;
	/** The key is added at the end if it is known, so that the order of pages is stable. */
	readonly sort?: readonly SortBy[];
	/** The maximum number of records; all if omitted. */
	readonly limit?: number | undefined;
	/** Records per page; {@link DEFAULT_PAGE_SIZE} if omitted. */
	readonly pageSize?: number | undefined;
	/** The only page to read, counted from 1, regardless of {@link limit}. */
	readonly page?: number | undefined;
	/** The maximum number of pages, so that reading a list always ends; 20,000 if omitted. */
	readonly maxPages?: number;
	/** Whether to read page 2 after a full page 1 even if the count is not higher than the page size: it may only be that of the page. */
	readonly checkPageCount?: boolean;
}

const DEFAULT_MAX_PAGES = 20_000;

/** The number of records per page: at most the site's maximum, and exactly the site's fixed page size if it has one. */
export const pageSizeOf = (
	{ limit, page, pageSize = DEFAULT_PAGE_SIZE }: Pick<ListInput, 'limit' | 'page' | 'pageSize'>,
	{ profile }: Pick<Site, 'profile'>,
): number => {
	const { fixedPageSize, maxPageSize = Infinity } = profile?.lists ?? {};
	if (fixedPageSize !== undefined) return fixedPageSize;
	const size = limit === undefined || page !== undefined ? pageSize : Math.max(1, Math.min(pageSize, limit));
	return Math.min(size, maxPageSize);
};

const pageRequest = (input: ListInput, query: Row, page: number, site: Site): WireRequest => {
	const { document, sort = [], validateQueryParameters } = input;
	return listRequest(
		{ document, settings: input, page: { number: page, size: pageSizeOf(input, site) }, sort, validateQueryParameters },
		query,
		site,
	);
};

/** The page number in the requests that measure the length of a URL. It leaves space for page numbers of up to five digits. */
const MAX_PAGE_NUMBER = 99_999;

const queries = (input: ListInput, site: Site): Row[] => {
	wholeNumber(input.page, 'page', 'page', { min: 1 });
	wholeNumber(input.pageSize, 'pageSize', 'pageSize', { min: 1 });
	wholeNumber(input.limit, 'limit', 'limit', { min: 0 });
	wholeNumber(input.maxPages, 'maxPages', 'maxPages', { min: 1 });
	const all = queriesOf(input.document, input, site, (query) => pageRequest(input, query, MAX_PAGE_NUMBER, site));
	if (input.page === undefined || all.length === 1) return all;
	throw new InputError({
		field: 'page',
		message: `Page ${input.page} of '${input.document.list}' cannot be read: there are too many values for one request`,
		hint: "Use fewer values in 'Is Any Of', or remove 'Page' to read the whole list",
	});
};

const sendPage = async (input: ListInput, query: Row, page: number, site: Site, client: Client): Promise<Page> => {
	const names = listNamesOf(site);
	return await client.send(pageRequest(input, query, page, site), (response) => ({
		records: listRecords(response, names),
		count: listCount(response, names),
	}));
};

/**
 * Reads one page, by default the first, in a single request, so that the records cannot change between requests. Throws {@link InputError}
 * if the conditions require several requests.
 */
export const readPage = async (input: ListInput, site: Site, client: Client): Promise<Page> => {
	const [query, ...others] = queries(input, site);
	if (query !== undefined && others.length === 0) return await sendPage(input, query, input.page ?? 1, site, client);
	throw new InputError({
		field: 'conditions',
		message: 'The conditions are too long for one request',
		hint: "Use fewer values in 'Is Any Of'",
	});
};

/** The first page of a list. */
interface FirstPage {
	readonly records: readonly Row[];
	readonly mayHaveMore: boolean;
}

const hasNewRecords = (first: Page, next: Page, key: string | undefined): boolean => {
	const seen = new SeenKeys(key);
	seen.add(first.records);
	return (seen.newOf(next.records) ?? (pageFingerprint(next) === pageFingerprint(first) ? 0 : next.records.length)) > 0;
};

/**
 * Reads the first page of a list, and whether more records can follow. Throws the errors of {@link readPage}, and {@link InputError} if
 * the page is empty even though the site reports records.
 *
 * A site may return a different number of records per page than requested (public material: pageSize). If it reports no count
 * either, the next page is read too: the list is complete if that page is empty or only repeats records.
 */
export const readFirstPage = async (input: Omit<ListInput, 'page'>, site: Site, client: Client): Promise<FirstPage> => {
	const first = await readPage(input, site, client);
	const { records, count } = first;
	if (records.length === 0 && count !== undefined && count > 0)
		throw new InputError({
			field: 'document',
			message: `Received 0 of the ${recordCount(count)} reported for '${input.document.list}'`,
			hint: "If the site's page numbers start at 0, set lists.firstPage to 0 in 'Site Profile (JSON)' in the credential",
		});
	const pageSize = pageSizeOf(input, site);
	// A count can be wrong, so more records can follow a full page even if the count is not higher than the page size.
	if (records.length === 0 || records.length === pageSize) return { records, mayHaveMore: records.length > 0 };
	if (count !== undefined) return { records, mayHaveMore: records.length < count };
	const next = await readPage({ ...input, pageSize, page: 2 }, site, client);
	return { records, mayHaveMore: hasNewRecords(first, next, input.document.table.key) };
};

/** Reports that the parts of a split list are sorted separately, and that a limit cuts off the last parts. */
const reportParts = ({ document, limit, sort = [] }: ListInput, parts: number, onNotice: OnNotice): void => {
	if (parts < 2 || sort.length === 0) return;
	const end = limit === undefined ? '' : ', and the limit cuts off the last parts';
	onNotice({
		name: 'sortedInParts',
		text: `There are too many values for one request, so '${document.list}' is read in ${parts} parts: the records are sorted only within each part${end}`,
	});
};

/**
 * Reads the matching records page by page, up to `limit`. A long list of values is split into several queries, whose records are returned
 * in the order of the queries. With `page`, only that page is read.
 */
export const list: Operation<ListInput> = {
	name: 'list',
	compose: (input, site) => queries(input, site).map((query) => pageRequest(input, query, input.page ?? 1, site)),
	async *run(input, site, client, onNotice = () => undefined) {
		const all = queries(input, site);
		const { document, limit, maxPages = DEFAULT_MAX_PAGES, checkPageCount = false } = input;
		if (input.page !== undefined) {
			yield (await readPage(input, site, client)).records;
			return;
		}
		const read = (query: Row, page: number): Promise<Page> => sendPage(input, query, page, site, client);
		if (limit === 0) return;
		reportParts(input, all.length, onNotice);
		let remaining = limit;
		const pageSize = pageSizeOf(input, site);
		// While one query is being read, page 1 of each of the next queries is requested ahead of time.
		for await (const { query: part, first } of mapConcurrently(
			all,
			() => pagesAhead(client, pageSize),
			async (each) => ({ query: each, first: await read(each, 1) }),
		)) {
			const mayBePageCount = first.records.length >= pageSize && first.count !== undefined && first.count <= pageSize;
			const second = checkPageCount && mayBePageCount ? await read(part, 2) : undefined;
			const isPageCount = second !== undefined && hasNewRecords(first, second, document.table.key);
			const chunks = paginate({
				read: async (page) => (page === 2 && second !== undefined ? second : await read(part, page)),
				first: isPageCount ? { ...first, count: undefined } : first,
				pageSize,
				...(remaining === undefined ? {} : { limit: remaining }),
				maxPages,
				concurrency: () => pagesAhead(client, first.records.length),
				key: document.table.key,
				hasReliableCounts: hasSince(site.release, FEATURES.paginationCount),
				name: document.list ?? document.name,
				onNotice,
			});
			for await (const chunk of chunks) {
				if (remaining !== undefined) remaining -= chunk.length;
				yield chunk;
			}
			if (remaining === 0) return;
		}
	},
};
