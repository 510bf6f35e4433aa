import { quoted } from '../storage/schema';
import type { Records } from '../storage/records';
import { type StoredRow, type StoredTable, parentTable, type TableView, type Value } from '../storage/tables';

/**
 * The table that contains the division of a document's records. If the records are rows of a sub-table, such as the transactions of
 * an order, it is the parent table. Undefined if the records have no division.
 */
export const divisionTable = ({ stored }: TableView): StoredTable | undefined =>
	[stored, parentTable(stored)].find((table) => table?.fields.has('division_no'));

/** The SQL expression for the division of the row `alias`; undefined if records have no division. */
export const divisionExpression = (view: TableView, alias: string): string | undefined => {
	const table = divisionTable(view);
	if (table === undefined || table === view.stored) {
		return table && `${alias}.division_no`;
	}
	return `(SELECT above.division_no FROM ${quoted(table.name)} above WHERE above.row_id = ${alias}.parent_id)`;
};

/** The division of a stored record; null if it has none. */
export const divisionOf = (store: Pick<Records, 'get'>, view: TableView, record: StoredRow): Value => {
	const table = divisionTable(view);
	const holder =
		table === undefined || table === view.stored
			? record
			: (store.get(`SELECT division_no FROM ${quoted(table.name)} WHERE row_id = ?`, [record.parent_id as number]) as
					StoredRow | undefined);
	return holder?.division_no ?? null;
};
