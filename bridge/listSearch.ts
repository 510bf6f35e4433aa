import { NodeApiError, sleep, type ILoadOptionsFunctions, type INodeListSearchResult } from 'n8n-workflow';

import { documentByResource } from '../core/catalog';
import { createClient } from '../core/http/client';
import { ApiFault } from '../core/http/faults';
import { documentRef, list } from '../core/operations';
import type { Row } from '../core/operations/operation';
import { listCount, listRecords } from '../core/wire/decode';
import { simplified } from '../core/wire/simplify';
import { connect } from './connection';
import { textOf } from './params';
import { createSend } from './transport';

/** Records that a list of the panel shows at a time. */
const SHOWN = 50;
/** Somebody is waiting in front of the panel. */
const TIME_OUT = 30_000;

/**
 * The records of the chosen document for a locator: what its title holds of the words typed, page by page, with the key
 * behind the title so that two of the same title can be told apart.
 */
export async function searchRecords(this: ILoadOptionsFunctions, filter?: string, paginationToken?: string): Promise<INodeListSearchResult> {
	const entry = documentByResource(textOf(this.getNodeParameter('resource', '')));
	if (entry === undefined) return { results: [] };
	const connection = await connect(this);
	const client = createClient({ send: createSend(this, connection, TIME_OUT), sleep, random: Math.random, now: Date.now, retry: { attempts: 2 } });
	const { table, titleField } = entry;
	const page = Number(paginationToken ?? 1);
	const words = textOf(filter);
	const [first] = list.compose({
		document: documentRef(entry),
		conditions: words === '' ? [] : [{ field: titleField, operator: 'contains', value: words }],
		columns: { root: [...new Set([table.key, titleField])] },
		pageSize: SHOWN,
		sort: [{ field: titleField, direction: 'asc' }],
	}, { release: connection.release, divisionCode: connection.divisionCode, baseUrlLength: connection.baseUrl.length });
	const request = { ...first!, path: first!.path.replace(/([?&]page)=1(?=&|$)/, `$1=${page}`) };
	const { records, count } = await client.send(request, (answer) => ({ records: listRecords(answer), count: listCount(answer) })).catch((fault: unknown) => {
		if (!(fault instanceof ApiFault)) throw fault;
		throw new NodeApiError(this.getNode(), { message: fault.message }, { message: fault.message, description: `${fault.facts}. ${fault.hint}` });
	});
	const isLast = records.length < SHOWN || (count !== undefined && page * SHOWN >= count);
	return { results: simplified(records, table).map((row) => resultOf(row, table.key, titleField)), ...(isLast ? {} : { paginationToken: String(page + 1) }) };
}

const resultOf = (row: Row, key: string, titleField: string): { name: string; value: string } => {
	const value = textOf(row[key]);
	const title = textOf(row[titleField]);
	return { name: title === '' || titleField === key ? value : `${title} (${value})`, value };
};
