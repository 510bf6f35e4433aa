import { divisionOf } from '../query/divisions';
import type { Records } from '../storage/records';
import { quoted } from '../storage/schema';
import { documentOfRecord, type DocumentView, type StoredRow, parentTable, type TableView, type Value } from '../storage/tables';
import { rowIdOfKey } from '../storage/keys';
import type { KeyPart } from './address';
import type { Call } from './call';
import { badRequest, notFound } from './httpError';

/** The system's message for a record that does not exist (public material: Errors). */
export const keyNotFound = ({ field, value }: KeyPart): Error => notFound(`Alternate key not found: ${field}=${value}`);

const keyCondition = (view: TableView, { field, value }: KeyPart): { sql: string; values: Value[] } => {
	const { stored } = view;
	if (field !== view.key && !view.alternateKeys.includes(field)) {
		const known = [view.key, ...view.alternateKeys].map((name) => `'${name}'`).join(', ');
		throw badRequest(`'${field}' is not a key of ${view.name}; its keys are ${known}`);
	}
	if (value === '') {
		// Several records can have an empty alternate key, so it identifies none of them.
		return { sql: 'FALSE', values: [] };
	}
	if (field !== view.key || stored.rowId === 'sequence') {
		return { sql: `${quoted(field)} = ?`, values: [value] };
	}
	const rowId = rowIdOfKey(stored, value);
	return rowId === undefined ? { sql: 'FALSE', values: [] } : { sql: 'row_id = ?', values: [rowId] };
};

/** The row of a table with the given key. In a table that several documents share, only records of the addressed document count. */
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

/** Whether the request can see a record: the record has no division, or one of the request's divisions. */
export const isVisible = (
	{ store, divisions }: { readonly store: Pick<Records, 'get'>; readonly divisions: readonly number[] },
	{ root }: DocumentView,
	record: StoredRow,
): boolean => {
	const division = divisionOf(store, root, record);
	return division === null || divisions.includes(Number(division));
};

/** The record that the address names. Throws `Alternate key not found` if there is no such record or the request cannot see it. */
export const locateRecord = (call: Call): StoredRow => {
	const { address, parameters } = call;
	const { document } = address;
	const { root, entry } = document;
	const key = address.key as KeyPart;
	const found = findRow(call, root, key);
	if (!found || !isVisible(call, document, found)) {
		throw keyNotFound(key);
	}
	for (const name of entry.requiredParameters ?? []) {
		if (found[name] !== parameters.get(name as 'wo_no_seq')) {
			throw keyNotFound({ field: name, value: parameters.get(name as 'wo_no_seq') ?? '' });
		}
	}
	return found;
};

/** The parent of the addressed record, and the sub-table that contains the addressed record. */
export interface ParentRecord {
	readonly key: KeyPart;
	readonly row: StoredRow;
	readonly view: TableView;
}

/**
 * The parent of a record that is a row of another document, such as the order of a transaction. A required parameter names the parent.
 * Undefined if records of the document have no parent. Throws `Alternate key not found` if no such parent is visible to the request.
 */
export const locateParent = (call: Call): ParentRecord | undefined => {
	const { stored } = call.address.document.root;
	const above = parentTable(stored);
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
	if (!row || !document || !isVisible(call, document, row)) {
		throw keyNotFound(key);
	}
	return { key, row, view: document.root.subTables.find((subTable) => subTable.stored === stored) as TableView };
};

/** The target of the sub-table part of an address: the table, its parent row, and the row itself if the address has its key. */
interface LocatedSubTable {
	readonly view: TableView;
	readonly parentId: number;
	readonly row?: StoredRow;
}

/** Resolves the sub-table part of the address, starting at the record. */
export const locateSubTable = (call: Call, record: StoredRow): LocatedSubTable | undefined => {
	let parentId = record.row_id as number;
	let located: LocatedSubTable | undefined;
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

/** The row of a sub-table that the address names. Throws if the address names only the table. */
export const locateRow = (call: Call, record: StoredRow): { readonly view: TableView; readonly row: StoredRow } => {
	const located = locateSubTable(call, record);
	if (!located?.row) {
		throw badRequest(`The URL must identify one row of '${located?.view.name ?? ''}', such as '${located?.view.key ?? ''}=<value>'`);
	}
	return { view: located.view, row: located.row };
};
