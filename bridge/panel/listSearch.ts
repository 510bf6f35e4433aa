import { NodeApiError, type ILoadOptionsFunctions, type INodeListSearchResult } from 'n8n-workflow';

import type { DocumentEntry } from '../../core/catalog';
import type { Client } from '../../core/http/client';
import { ApiError } from '../../core/http/apiError';
import { documentRef, list, type DocumentRef } from '../../core/operations';
import type { Condition } from '../../core/model/terms';
import { listNamesOf, type Site } from '../../core/model/site';
import { listCount, listRecords } from '../../core/wire/decode';
import { simplified } from '../../core/wire/simplify';
import { exactNumber } from '../../core/wire/values';
import { connect, siteOf, type Connection } from '../site/connection';
import { panelDocument, panelText } from './panelDocument';
import { textOf } from '../run/params';
import { ANY_DOCUMENT } from '../properties/resource';
import { siteTable, type SchemaOf } from './schema';
import { isRefused, listedByTitle, resultOf, titleIn } from './titles';
import { createSiteClient } from '../site/siteClient';

/** Records that a list of the panel shows at a time. */
const SHOWN = 50;
/** Somebody is waiting in front of the panel. */
const TIME_OUT = 30_000;

/** What differs from list to list. */
export interface ListChoice {
	readonly entry: DocumentEntry;
	/** Only those among which the choice makes sense. */
	readonly conditions?: readonly Condition[];
}

/** How the panel sends: it waits less and tries less than a run. */
export const panelClient = (context: ILoadOptionsFunctions, connection: Connection): Client =>
	createSiteClient(context, connection, { timeout: TIME_OUT, maxAttempts: 2 });

/** A fault in the words that the panel shows. */
export const panelError = (context: ILoadOptionsFunctions, error: unknown): unknown => {
	if (!(error instanceof ApiError)) return error;
	return new NodeApiError(
		context.getNode(),
		{ message: error.message },
		{ message: error.message, description: `${error.facts}. ${error.hint}` },
	);
};

/** What a list needs to know of its document. */
interface Searched extends Omit<ListChoice, 'entry'> {
	readonly document: DocumentRef;
	readonly schema: SchemaOf;
	readonly key: string;
	readonly titleField: string;
}

const isNumber = ({ document: { table } }: Searched, field: string): boolean =>
	table.fields.find(({ name }) => name === field)?.type === 'integer';

/** What is typed can be a key too: a whole number, or the beginning of a text. */
const keyConditions = (searched: Searched, words: string): Condition[] =>
	[...new Set([searched.key, ...searched.document.alternateKeys])].flatMap((field): Condition[] => {
		if (isNumber(searched, field))
			return /^[0-9]{1,15}$/.test(words) ? [{ field, operator: 'equals', value: exactNumber(words) ?? words }] : [];
		return field === searched.titleField ? [] : [{ field, operator: 'startsWith', value: words }];
	});

interface Page {
	readonly results: readonly Result[];
	readonly isLast: boolean;
}
type Result = ReturnType<typeof resultOf>;
const NOTHING: Page = { results: [], isLast: true };

const pageOf = async (
	client: Client,
	site: Site,
	{ conditions = [], document, key, titleField }: Searched,
	condition: Condition | undefined,
	page: number,
): Promise<Page> => {
	const sought = condition?.field ?? titleField;
	const [first] = list.compose(
		{
			document,
			conditions: [...conditions, ...(condition ? [condition] : [])],
			columns: { root: [...new Set([key, titleField, sought])] },
			pageSize: SHOWN,
			sort: [{ field: titleField, direction: 'asc' }],
		},
		site,
	);
	const names = listNamesOf(site);
	const request = { ...first!, path: first!.path.replace(new RegExp(`([?&]${names.page})=1(?=&|$)`), `$1=${page}`) };
	const { records, count } = await client.send(request, (answer) => ({
		records: listRecords(answer, names),
		count: listCount(answer, names),
	}));
	const isShown = sought === key || sought === titleField;
	const results = simplified(records, document.table).map((row) => {
		const { name, value } = resultOf(row, key, titleField);
		// Found by another key: its user has to see why.
		return { name: isShown ? name : `${name}, ${textOf(row[sought])}`, value };
	});
	// More than were asked for: the site knows no pages. The count of a later page is wrong before release 11.2.
	return { results, isLast: records.length !== SHOWN || (page === 1 && count !== undefined && count <= SHOWN) };
};

/** A document need not be searchable by each of its keys: then the list does without. */
const withoutRefusal = async (page: Promise<Page>): Promise<Page> =>
	await page.catch((error: unknown) => {
		if (isRefused(error)) return NOTHING;
		throw error;
	});

/** A later page, and of which search: n8n 1 sends the token of the whole list along with the first words that are typed. */
const tokenOf = (page: number, words: string): string => `${page} ${words}`;
const pageIn = (token: string | undefined, words: string): number => {
	const page = Number.parseInt(token ?? '', 10);
	return token === tokenOf(page, words) ? page : 1;
};

const search = async (
	context: ILoadOptionsFunctions,
	known: Searched,
	filter: string | undefined,
	paginationToken: string | undefined,
): Promise<INodeListSearchResult> => {
	const connection = await connect(context);
	const site = siteOf(connection);
	const client = panelClient(context, connection);
	const words = textOf(filter);
	const page = pageIn(paginationToken, words);
	const found = async (titleField: string): Promise<INodeListSearchResult> => {
		const searched = { ...known, titleField };
		const byTitle: Condition | undefined = words === '' ? undefined : { field: titleField, operator: 'contains', value: words };
		const byKeys = words === '' || page > 1 ? [] : keyConditions(searched, words);
		const [titled, ...keyed] = await Promise.all([
			// A number is found as a whole or not at all.
			byTitle && isNumber(searched, titleField) ? NOTHING : pageOf(client, site, searched, byTitle, page),
			...byKeys.map(async (condition) => await withoutRefusal(pageOf(client, site, searched, condition, 1))),
		]);
		const once = new Map<string, Result>();
		for (const result of [...keyed, titled].flatMap(({ results }) => results)) if (!once.has(result.value)) once.set(result.value, result);
		return { results: [...once.values()], ...(titled.isLast ? {} : { paginationToken: tokenOf(page + 1, words) }) };
	};
	try {
		return await listedByTitle(context, known.schema, known, found);
	} catch (error) {
		throw panelError(context, error);
	}
};

/**
 * A page of records to choose from: those whose title holds the words typed, or one of whose keys begins with them, with the key
 * behind the title so that two of the same title can be told apart.
 */
export const searchDocument = async (
	context: ILoadOptionsFunctions,
	{ entry, ...choice }: ListChoice,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> =>
	await search(
		context,
		{ ...choice, document: documentRef(entry), schema: { name: entry.name, entry }, key: entry.table.key, titleField: entry.titleField },
		filter,
		paginationToken,
	);

/** The records of the chosen document, for the locator of a node with the parameter Resource. */
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
		},
		filter,
		paginationToken,
	);
}
