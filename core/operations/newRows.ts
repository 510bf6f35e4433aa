import type { Table } from '../catalog';
import { isRow } from '../wire/values';
import type { Row } from '../model/terms';
import { keyIn } from './primaryKey';

/** The keys of rows, by sub-table at any depth. */
export type RowKeys = ReadonlyMap<string, readonly Row[]>;

const rowsIn = (record: Row | undefined, table: string): Row[] => {
	const rows = record?.[table];
	return Array.isArray(rows) ? rows.filter(isRow) : [];
};

/**
 * The keys of the rows that a record has after a request and did not have before. The response to a change does not contain them
 * (specification: Response envelopes).
 */
export const newRows = (before: Row | undefined, after: Row, subTables: readonly Table[]): RowKeys => {
	const found = new Map<string, Row[]>();
	const add = (table: string, rows: readonly Row[]): void => {
		if (rows.length > 0) found.set(table, [...(found.get(table) ?? []), ...rows]);
	};
	for (const { name, key, subTables: below = [] } of subTables) {
		const known = new Map(rowsIn(before, name).map((row) => [keyIn(row, key), row]));
		for (const row of rowsIn(after, name)) {
			const value = keyIn(row, key);
			if (value === undefined) continue;
			if (!known.has(value)) add(name, [{ [key]: value }]);
			newRows(known.get(value), row, below).forEach((rows, table) => add(table, rows));
		}
	}
	return found;
};
