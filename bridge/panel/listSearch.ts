import { NodeApiError, type ILoadOptionsFunctions, type INodeListSearchResult } from 'n8n-workflow';

import type { DocumentEntry } from '../../core/catalog';
import type { Client } from '../../core/http/client';
import { ApiError, isRefused } from '../../core/http/apiError';
import { documentRef, pageSizeOf, readFirstPage, readPage, type DocumentRef, type ListInput } from '../../core/operations';
import type { Condition } from '../../core/model/terms';
import type { Site } from '../../core/model/site';
import { simplified } from '../../core/wire/simplify';
import { exactNumber } from '../../core/wire/values';
import { connect, type Connection } from '../site/connection';
import { panelDocument, panelText } from './panelDocument';
import { panelSite } from './panelSite';
import { textOf } from '../run/params';
import { ANY_DOCUMENT } from '../properties/panelResources';
import { siteTable, type SchemaOf } from './schema';
import { listedByTitle, resultOf, stateFieldsIn, titleIn } from './titles';
import { createSiteClient } from '../http/siteClient';

/** Records per page of a list. */
const PAGE_SIZE = 50;
/** The timeout in milliseconds: short, because a user is waiting. */
const TIMEOUT = 30_000;

/** The document of a list, and which of its records to show. */
export interface ListChoice {
	readonly entry: DocumentEntry;
	/** The records to choose from; all if omitted. */
	readonly conditions?: readonly Condition[];
}

/** The client for lists in the editor, with a shorter timeout and fewer attempts than in a run. */
export const panelClient = (context: ILoadOptionsFunctions, connection: Connection): Client =>
	createSiteClient(context, connection, { timeout: TIMEOUT, maxAttempts: 2 });

/** The error in the form that the editor shows. */
export const panelError = (context: ILoadOptionsFunctions, error: unknown): unknown => {
	if (!(error instanceof ApiError)) return error;
	return new NodeApiError(
		context.getNode(),
		{ message: error.message },
		{ message: error.message, description: `${error.facts}. ${error.hint}` },
	);
};

/** How to search the records of a document. */
interface Searched extends Omit<ListChoice, 'entry'> {
	readonly document: DocumentRef;
	readonly schema: SchemaOf;
	readonly key: string;
	readonly titleField: string;
	/** The flags that are shown as a mark, such as 'inactive'. See {@link stateFieldsIn}. */
	readonly stateFields: readonly string[];
}

const isNumber = ({ document: { table } }: Searched, field: string): boolean =>
	table.fields.find(({ name }) => name === field)?.type === 'integer';

/** Conditions that compare the search text with keys: a numeric key must be equal, and a text key must start with the text. */
const keyConditions = (searched: Searched, text: string): Condition[] =>
	[...new Set([searched.key, ...searched.document.alternateKeys])].flatMap((field): Condition[] => {
		if (isNumber(searched, field))
			return /^[0-9]{1,15}$/.test(text) ? [{ field, operator: 'equals', value: exactNumber(text) ?? text }] : [];
		return field === searched.titleField ? [] : [{ field, operator: 'startsWith', value: text }];
	});

interface Page {
	readonly results: readonly Result[];
	/** The number of records per page if another page may follow. */
	readonly nextSize: number | undefined;
}
type Result = ReturnType<typeof resultOf>;
const EMPTY_PAGE: Page = { results: [], nextSize: undefined };

/** The number of a page in a list, counted from 1, and the number of records on each earlier page. */
interface Position {
	readonly page: number;
	readonly size: number;
}

const pageOf = async (
	client: Client,
	site: Site,
	{ conditions = [], document, key, titleField, stateFields }: Searched,
	condition: Condition | undefined,
	{ page, size }: Position,
): Promise<Page> => {
	const searchedField = condition?.field ?? titleField;
	const input: ListInput = {
		document,
		conditions: [...conditions, ...(condition ? [condition] : [])],
		columns: { root: [...new Set([key, titleField, searchedField, ...stateFields])] },
		pageSize: PAGE_SIZE,
		sort: [{ field: titleField, direction: 'asc' }],
	};
	// Before release 11.2, the count of a later page is wrong, so the size of a later page shows whether another page follows.
	const { records, mayHaveMore } =
		page === 1
			? await readFirstPage(input, site, client)
			: await readPage({ ...input, page }, site, client).then((later) => ({ ...later, mayHaveMore: later.records.length === size }));
	const isShown = searchedField === key || searchedField === titleField;
	const results = simplified(records, document.table).map((row) => {
		const { name, value } = resultOf(row, key, titleField);
		// A record found by another key also shows that key.
		return { name: isShown ? name : `${name}, ${textOf(row[searchedField])}`, value };
	});
	return { results, nextSize: mayHaveMore ? records.length : undefined };
};

/** An empty page if the document cannot be searched by this key. */
const emptyIfRefused = async (page: Promise<Page>): Promise<Page> =>
	await page.catch((error: unknown) => {
		if (isRefused(error)) return EMPTY_PAGE;
		throw error;
	});

/**
 * The token of a page contains the search text, to detect the token of another search. With the first search, n8n 1 sends the token of the
 * unfiltered list.
 */
const tokenOf = ({ page, size }: Position, text: string): string => `${page} ${size} ${text}`;
const positionOf = (token: string | undefined, text: string, site: Site): Position => {
	const [page = NaN, size = NaN] = (token ?? '').split(' ', 2).map(Number);
	return token === tokenOf({ page, size }, text) ? { page, size } : { page: 1, size: pageSizeOf({ pageSize: PAGE_SIZE }, site) };
};

const search = async (
	context: ILoadOptionsFunctions,
	known: Searched,
	filter: string | undefined,
	paginationToken: string | undefined,
): Promise<INodeListSearchResult> => {
	const connection = await connect(context);
	const site = panelSite(context, connection);
	const client = panelClient(context, connection);
	const text = textOf(filter);
	const position = positionOf(paginationToken, text, site);
	const { page } = position;
	const searchBy = async (titleField: string, stateFields: readonly string[]): Promise<INodeListSearchResult> => {
		const searched = { ...known, titleField, stateFields };
		const byTitle: Condition | undefined = text === '' ? undefined : { field: titleField, operator: 'contains', value: text };
		const byKeys = text === '' || page > 1 ? [] : keyConditions(searched, text);
		const [foundByTitle, ...foundByKeys] = await Promise.all([
			// 'Contains' cannot search a numeric title.
			byTitle && isNumber(searched, titleField) ? EMPTY_PAGE : pageOf(client, site, searched, byTitle, position),
			...byKeys.map(async (condition) => await emptyIfRefused(pageOf(client, site, searched, condition, position))),
		]);
		const unique = new Map<string, Result>();
		for (const result of [...foundByKeys, foundByTitle].flatMap(({ results }) => results))
			if (!unique.has(result.value)) unique.set(result.value, result);
		const { nextSize: size } = foundByTitle;
		return { results: [...unique.values()], ...(size === undefined ? {} : { paginationToken: tokenOf({ page: page + 1, size }, text) }) };
	};
	try {
		return await listedByTitle(context, known.schema, known, searchBy);
	} catch (error) {
		throw panelError(context, error);
	}
};

/**
 * A page of records to choose from: those whose title contains the search text, or whose key matches it. Each entry shows its key after
 * its title, because several records can have the same title.
 */
export const searchDocument = async (
	context: ILoadOptionsFunctions,
	{ entry, ...choice }: ListChoice,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> =>
	await search(
		context,
		{
			...choice,
			document: documentRef(entry),
			schema: { name: entry.name, entry },
			key: entry.table.key,
			titleField: entry.titleField,
			stateFields: stateFieldsIn(entry.table.fields),
		},
		filter,
		paginationToken,
	);

/** The records of the document in the Resource parameter. */
export async function searchRecords(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const chosen = panelDocument(this);
	if (chosen === undefined) return { results: [] };
	if (panelText(this, 'resource') !== ANY_DOCUMENT && chosen.entry)
		return await searchDocument(this, { entry: chosen.entry }, filter, paginationToken);
	const schema = { name: chosen.ref.name, entry: chosen.entry };
	const { table } = await siteTable(this, schema);
	const key = panelText(this, 'keyField') ?? table?.key;
	if (key === undefined) return { results: [] };
	const { fields = [], alternateKeys = chosen.ref.alternateKeys } = table ?? {};
	return await search(
		this,
		{
			document: { ...chosen.ref, alternateKeys, table: { ...chosen.ref.table, key, fields } },
			schema,
			key,
			titleField: titleIn(fields, key),
			stateFields: stateFieldsIn(fields),
		},
		filter,
		paginationToken,
	);
}
