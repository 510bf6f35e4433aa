import { Readable } from 'node:stream';
import { hasSince } from '../../core/catalog';
import { readConditions } from '../query/conditions';
import type { ListRequest } from '../query/pages';
import { readRenderOptions } from '../query/columns';
import { readCount, readJson } from '../query/parameters';
import { divisionTable } from '../query/divisions';
import { readOrder } from '../query/sorting';
import { recordExpression, rowsExpression } from '../storage/render';
import { quoted } from '../storage/schema';
import type { Call } from './call';
import { locateSubTable, locateRecord } from './locate';
import { badRequest } from './httpError';

/** A JSON response, whole or as a stream. */
export interface DocumentResponse {
	readonly body: Buffer | Readable;
	readonly headers: Readonly<Record<string, string>>;
}

const asBuffer = (bytes: unknown): Buffer => Buffer.from(bytes as Uint8Array);

/** The record with all its sub-tables: `{"<table>":[{…}]}` (specification: GET one record). */
export const readRecord = (call: Call): DocumentResponse => {
	const { store, address } = call;
	const { root } = address.document;
	const options = readRenderOptions(root, call, 'record');
	const record = locateRecord(call);
	call.decisions.push(`Found ${address.document.name} ${record[root.stored.key]}`);
	const found = store.get(
		`SELECT CAST(concat('{"${root.name}":[', ${recordExpression(root, 'row0', options)}, ']}') AS BLOB) AS response
		FROM ${quoted(root.stored.name)} row0 WHERE row0.row_id = ?`,
		[record.row_id as number],
	);
	return { body: asBuffer(found?.response), headers: {} };
};

/** The rows of a sub-table, or only the row with the given key, as a bare array (specification: known issue of the definition). */
export const readSubTable = (call: Call): DocumentResponse => {
	const { store, address } = call;
	const { view } = address.below.at(-1) ?? { view: address.document.root };
	const options = readRenderOptions(view, call, 'subTable');
	const located = locateSubTable(call, locateRecord(call));
	const [condition, id] = located?.row ? ['row0.row_id = ?', located.row.row_id as number] : ['row0.parent_id = ?', located?.parentId ?? 0];
	const found = store.get(
		`SELECT CAST(concat('[', ${rowsExpression(view, 'row0', options)}, ']') AS BLOB) AS response FROM ${quoted(view.stored.name)} row0 WHERE ${condition}`,
		[id],
	);
	return { body: asBuffer(found?.response), headers: {} };
};

/** Reads a list request. Throws if the `Query` parameter is missing. */
export const listRequest = (call: Call, order: ListRequest['order'], render: ListRequest['render']): ListRequest => {
	const { address, parameters, release, divisions, dates } = call;
	const text = parameters.get('query');
	if (text === undefined || text.trim() === '') {
		throw badRequest("A list requires the 'Query' parameter; Query={} matches every record");
	}
	const condition = readConditions(address.document.root, readJson('Query', text, 'a JSON object of field names and conditions'), {
		release,
		dates: { ...dates, honorsOffsets: true },
		refuseUndefined: (parameters.get('validateQueryParameters') ?? 'true').toLowerCase() !== 'false',
	});
	return { document: address.document, condition, divisions: visibleDivisions(call, divisions), order, render };
};

/** The divisions whose records the request can see; `null` for all divisions. */
const visibleDivisions = ({ store, address }: Call, divisions: readonly number[]): readonly number[] | null => {
	if (divisionTable(address.document.root) === undefined) {
		return null;
	}
	const hidden = store.get('SELECT 1 AS found FROM sys_division WHERE division_no NOT IN (SELECT value FROM json_each(?)) LIMIT 1', [
		JSON.stringify(divisions),
	]);
	return hidden ? divisions : null;
};

/** A list without pages is streamed if it has more records than this. */
const STREAM_ABOVE = 5000;

/** A list, `{"L":[…]}`, with the number of matching records in a header (specification: GET list). */
export const readList = (call: Call): DocumentResponse => {
	const { address, parameters, release, pages } = call;
	const { root } = address.document;
	const size = readCount(parameters, 'pageSize');
	const page = size === undefined ? 1 : (readCount(parameters, 'page') ?? 1);
	const order = readOrder(root, size === undefined ? undefined : parameters.get('sort'));
	const request = listRequest(call, order, readRenderOptions(root, call, 'list'));
	const count = pages.count(request);
	call.decisions.push(`Matched ${count} ${count === 1 ? 'record' : 'records'}`);
	if (size === undefined) {
		const body = count <= STREAM_ABOVE ? pages.page(request, Math.max(count, 1), 1) : Readable.from(pages.chunks(request));
		return { body, headers: { 'Pagination-Count': String(count) } };
	}
	const onPage = Math.max(0, Math.min(size, count - (page - 1) * size));
	call.decisions.push(`Returned ${onPage} of them: page ${page} with a size of ${size}`);
	const shownCount = page === 1 || hasSince(release, '11.2') ? count : onPage;
	return { body: pages.page(request, size, page), headers: { 'Pagination-Count': String(shownCount) } };
};
