import { quoted } from '../storage/schema';
import type { StoredRow, TableView, Value } from '../storage/tables';
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
		throw badRequest(`'${field}' is no key of ${view.name}; its keys are ${known}`);
	}
	if (field !== view.key) {
		return { sql: `${quoted(field)} = ?`, values: [value] };
	}
	if (stored.rowId === 'sequence') {
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

/** Whether the call sees the record: it has no division, or one of the call's. */
export const isSeen = ({ divisions }: Pick<Call, 'divisions'>, record: StoredRow): boolean => {
	const division = record.division_no ?? null;
	return division === null || divisions.includes(Number(division));
};

/** The record that the address names. Throws `Alternate key not found` where there is none that the call sees. */
export const locateRecord = (call: Call): StoredRow => {
	const { address, parameters } = call;
	const { root, entry } = address.document;
	const key = address.key as KeyPart;
	const found = findRow(call, root, key);
	if (!found || !isSeen(call, found)) {
		throw keyNotFound(key);
	}
	for (const name of entry.requiredParameters ?? []) {
		if (found[name] !== parameters.get(name as 'wo_no_seq')) {
			throw keyNotFound({ field: name, value: parameters.get(name as 'wo_no_seq') ?? '' });
		}
	}
	return found;
};

/** What the sub-table part of an address names: the table, the row above it, and the row itself where a key stands. */
export interface LocatedBelow {
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
