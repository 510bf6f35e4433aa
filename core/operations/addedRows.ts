import { ApiError, isRefused } from '../http/apiError';
import type { Client } from '../http/client';
import type { DocumentRef } from '../model/documentRef';
import type { OnNotice } from '../model/notice';
import type { Site } from '../model/site';
import type { KeyValue, RecordAddress, Row } from '../model/terms';
import { isRow } from '../wire/values';
import { get, type GetInput } from './get';
import { newRows } from './newRows';

/** Whether the site reports a missing record: see {@link ApiError.isMissing}, or "not found" in its reason (public material: Errors). */
const isMissing = (error: unknown): boolean =>
	error instanceof ApiError && (error.isMissing || (isRefused(error) && error.hasReason && /not found/i.test(error.message)));

const firstRow = async (input: GetInput, site: Site, client: Client): Promise<Row | undefined> => {
	for await (const [row] of get.run(input, site, client)) return row;
	return undefined;
};

/** The parameters for reading one record. */
export interface Reading {
	readonly document: DocumentRef;
	readonly record: RecordAddress;
	readonly parameters?: Readonly<Record<string, string>> | undefined;
}

/** The record, or undefined if no record has the key. Throws {@link ApiError} for any other failure. */
export const existingRecord = async (
	{ document, record, parameters }: Reading,
	site: Site,
	client: Client,
	keyOnly: boolean,
): Promise<Row | undefined> => {
	const { name, key } = document.table;
	const columns = keyOnly && name !== undefined && key !== undefined ? { root: [key] } : undefined;
	return await firstRow({ document, record, parameters, columns }, site, client).catch((error: unknown) => {
		if (isMissing(error)) return undefined;
		throw error;
	});
};

/** The sub-tables in `fields` whose key is unknown. Their new rows cannot be recognized. */
const unknownTables = (fields: Row, { table }: DocumentRef): string[] =>
	Object.entries(fields).flatMap(([name, value]) =>
		Array.isArray(value) && value.some(isRow) && !table.subTables.some((each) => each.name === name) ? [name] : [],
	);

/**
 * The keys of the rows that a change added, by sub-table. The response to a change does not contain these keys (specification: Response
 * envelopes, PUT), so the record is compared with its earlier state. Rows that someone else added in the meantime are included. If the
 * record cannot be read after the change, a notice is reported instead of an error.
 */
export const addedRows = async (
	before: Row | undefined,
	reading: Reading & { readonly fields: Row },
	key: KeyValue,
	site: Site,
	client: Client,
	onNotice: OnNotice,
): Promise<Row> => {
	const { document, fields, parameters } = reading;
	const unknown = unknownTables(fields, document);
	if (unknown.length > 0)
		onNotice({
			name: 'keysUnclear',
			text: `The new rows of ${unknown.map((name) => `'${name}'`).join(', ')} cannot be returned because the key of the sub-table is not known`,
		});
	const after = await firstRow({ document, record: { value: key }, parameters }, site, client).catch((error: unknown) => {
		if (!(error instanceof ApiError)) throw error;
		onNotice({ name: 'notReadBack', text: `'${document.name}' ${key} was changed, but could not be read afterwards: ${error.message}` });
		return undefined;
	});
	return after === undefined ? {} : Object.fromEntries(newRows(before, after, document.table.subTables));
};
