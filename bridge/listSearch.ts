import { NodeApiError, sleep, type ILoadOptionsFunctions, type INodeListSearchResult } from 'n8n-workflow';

import { documentByResource, type DocumentEntry } from '../core/catalog';
import { createClient, type Client } from '../core/http/client';
import { ApiFault } from '../core/http/faults';
import { documentRef, list } from '../core/operations';
import type { Condition } from '../core/operations/inputs';
import type { Row, Site } from '../core/operations/operation';
import { listCount, listRecords } from '../core/wire/decode';
import { simplified } from '../core/wire/simplify';
import { connect, type Connection } from './connection';
import { textOf } from './params';
import { createSend } from './transport';

/** Records that a list of the panel shows at a time. */
const SHOWN = 50;
/** Somebody is waiting in front of the panel. */
const TIME_OUT = 30_000;

/** What differs from list to list. */
export interface ListChoice {
	readonly entry: DocumentEntry;
	/** Only those among which the choice makes sense. */
	readonly conditions?: readonly Condition[];
	/** Query parameters that the document requires. */
	readonly parameters?: Readonly<Record<string, string>>;
}

/** How the panel sends: it waits less and tries less than a run. */
export const panelClient = (context: ILoadOptionsFunctions, connection: Connection): Client =>
	createClient({ send: createSend(context, connection, TIME_OUT), sleep, random: Math.random, now: Date.now, retry: { attempts: 2 } });

/** The site as the panel knows it: without the options of the node. */
export const panelSite = ({ release, divisionCode, baseUrl }: Connection): Site => ({ release, divisionCode, baseUrlLength: baseUrl.length });

/** A fault in the words that the panel shows. */
export const panelFault = (context: ILoadOptionsFunctions, fault: unknown): unknown => {
	if (!(fault instanceof ApiFault)) return fault;
	return new NodeApiError(context.getNode(), { message: fault.message }, { message: fault.message, description: `${fault.facts}. ${fault.hint}` });
};

/**
 * A page of records to choose from: those whose title holds the words typed, with the key behind the title so that two
 * of the same title can be told apart.
 */
export const searchDocument = async (context: ILoadOptionsFunctions, { entry, conditions = [], parameters }: ListChoice, filter?: string, paginationToken?: string): Promise<INodeListSearchResult> => {
	const connection = await connect(context);
	const { table, titleField } = entry;
	const page = Number(paginationToken ?? 1);
	const words = textOf(filter);
	const [first] = list.compose({
		document: documentRef(entry),
		conditions: [...conditions, ...(words === '' ? [] : [{ field: titleField, operator: 'contains', value: words } as const])],
		columns: { root: [...new Set([table.key, titleField])] },
		pageSize: SHOWN,
		sort: [{ field: titleField, direction: 'asc' }],
		parameters,
	}, panelSite(connection));
	const request = { ...first!, path: first!.path.replace(/([?&]page)=1(?=&|$)/, `$1=${page}`) };
	const { records, count } = await panelClient(context, connection)
		.send(request, (answer) => ({ records: listRecords(answer), count: listCount(answer) }))
		.catch((fault: unknown) => {
			throw panelFault(context, fault);
		});
	const isLast = records.length < SHOWN || (count !== undefined && page * SHOWN >= count);
	return { results: simplified(records, table).map((row) => resultOf(row, table.key, titleField)), ...(isLast ? {} : { paginationToken: String(page + 1) }) };
};

/** The records of the chosen document, for the locator of a node with the parameter Resource. */
export async function searchRecords(this: ILoadOptionsFunctions, filter?: string, paginationToken?: string): Promise<INodeListSearchResult> {
	const entry = documentByResource(textOf(this.getNodeParameter('resource', '')));
	return entry === undefined ? { results: [] } : await searchDocument(this, { entry }, filter, paginationToken);
}

/** What the panel shows of a record, and what it keeps. */
export const resultOf = (row: Row, key: string, titleField: string): { name: string; value: string } => {
	const value = textOf(row[key]);
	const title = textOf(row[titleField]);
	return { name: title === '' || titleField === key ? value : `${title} (${value})`, value };
};
