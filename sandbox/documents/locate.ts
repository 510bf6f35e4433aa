import { divisionOf } from '../query/divisions';
import type { Records } from '../storage/records';
import { quoted } from '../storage/schema';
import { documentOfRecord, type DocumentView, type StoredRow, tableAbove, type TableView, type Value } from '../storage/tables';
import { rowIdOfKey } from '../storage/keys';
import type { KeyPart } from './address';
import type { Call } from './call';
import { badRequest, notFound } from './refusal';

/** The words of the system for a record that is not there (public material: Errors). */
export const keyNotFound = ({ field, value }: KeyPart): Error => notFound(`Alternate key not found: ${field}=${value}`);

const keyCondition = (view: TableView, { field, value }: KeyPart): { sql: string; values: Value[] } => {
	const { stored } = view;
	if (field !== view.key && !view.alternateKeys.includes(field)) {
		const known = [view.key, ...view.alternateKeys].map((name) => `'${name}'`).join(', ');
		throw badRequest(`'${field}' is not a key of ${view.name}; its keys are ${known}`);
	}
	if (value === '') {
		// Several records may hold the empty text; it names none of them.
		return { sql: 'FALSE', values: [] };
	}
	if (field !== view.key || stored.rowId === 'sequence') {
		return { sql: `${quoted(field)} = ?`, values: [value] };
	}
	const rowId = rowIdOfKey(stored, value);
	return rowId === undefined ? { sql: 'FALSE', values: [] } : { sql: 'row_id = ?', values: [rowId] };
};

/** The row of a table that has the key, among the records of `document` where the table holds those of several. */
export const findRow = (
	{ store, address }: Pick<Call, 'store' | 'address'>,
	view: TableView,
	key: KeyPart,
	parentId?: number,
): StoredRow | undefined => {
	const { sql, values } = keyCondition(view, key);
	const among = [
		...(view.stored.shared ? [{ sql: 'document = ?', value: address.document.name }] : []),
		...(parentId === undefined ? [] : [{ sql: 'parent_id = ?', value: parentId }]),
	];
	const where = [sql, ...among.map((one) => one.sql)].join(' AND ');
	return store.get(`SELECT * FROM ${quoted(view.stored.name)} WHERE ${where}`, [...values, ...among.map(({ value }) => value)]) as
		StoredRow | undefined;
};

/** Whether the call sees the record of a document: it has no division, or one of the call's. */
export const isSeen = (
	{ store, divisions }: { readonly store: Pick<Records, 'get'>; readonly divisions: readonly number[] },
	{ root }: DocumentView,
	record: StoredRow,
): boolean => {
	const division = divisionOf(store, root, record);
	return division === null || divisions.includes(Number(division));
};

/** The record that the address names. Throws `Alternate key not found` where there is none that the call sees. */
export const locateRecord = (call: Call): StoredRow => {
	const { address, parameters } = call;
	const { document } = address;
	const { root, entry } = document;
	const key = address.key as KeyPart;
	const found = findRow(call, root, key);
	if (!found || !isSeen(call, document, found)) {
		throw keyNotFound(key);
	}
	for (const name of entry.requiredParameters ?? []) {
		if (found[name] !== parameters.get(name as 'wo_no_seq')) {
			throw keyNotFound({ field: name, value: parameters.get(name as 'wo_no_seq') ?? '' });
		}
	}
	return found;
};

/** The record above that of an address, and the table below it in which that one is a row. */
export interface RecordAbove {
	readonly key: KeyPart;
	readonly row: StoredRow;
	readonly view: TableView;
}

/**
 * The record above that of the address where the document shows the rows of others: the order of a transaction, which its required
 * parameter names. Undefined for all other documents. Throws `Alternate key not found` where there is none that the call sees.
 */
export const locateAbove = (call: Call): RecordAbove | undefined => {
	const { stored } = call.address.document.root;
	const above = tableAbove(stored);
	if (!above) {
		return undefined;
	}
	const key: KeyPart = { field: above.key, value: call.parameters.get(above.key as 'wo_no_seq') ?? '' };
	const rowId = rowIdOfKey(above, key.value);
	const row =
		rowId === undefined
			? undefined
			: (call.store.get(`SELECT * FROM ${quoted(above.name)} WHERE row_id = ?`, [rowId]) as StoredRow | undefined);
	const document = row && documentOfRecord(above, row);
	if (!row || !document || !isSeen(call, document, row)) {
		throw keyNotFound(key);
	}
	return { key, row, view: document.root.subTables.find((subTable) => subTable.stored === stored) as TableView };
};

/** What the sub-table part of an address names: the table, the row above it, and the row itself where a key stands. */
interface LocatedBelow {
	readonly view: TableView;
	readonly parentId: number;
	readonly row?: StoredRow;
}

/** Follows the sub-tables of the address down from the record. */
export const locateBelow = (call: Call, record: StoredRow): LocatedBelow | undefined => {
	let parentId = record.row_id as number;
	let located: LocatedBelow | undefined;
	for (const { view, key } of call.address.below) {
		if (!key) {
			return { view, parentId };
		}
		const row = findRow(call, view, key, parentId);
		if (!row) {
			throw keyNotFound(key);
		}
		located = { view, parentId, row };
		parentId = row.row_id as number;
	}
	return located;
};

/** The one row of a sub-table that the address names. Throws where it names the table alone. */
export const locateRow = (call: Call, record: StoredRow): { readonly view: TableView; readonly row: StoredRow } => {
	const located = locateBelow(call, record);
	if (!located?.row) {
		throw badRequest(`The address must name one row of '${located?.view.name ?? ''}', such as '${located?.view.key ?? ''}=<value>'`);
	}
	return { view: located.view, row: located.row };
};
