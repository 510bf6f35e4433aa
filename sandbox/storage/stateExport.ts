import { badRequest } from '../documents/httpError';
import { numberOfKey, rowIdOfKey } from './keys';
import type { Records } from './records';
import { columnsOf, foldedColumn, quoted, folded } from './schema';
import { STORED_TABLES, type StoredTable, type Value } from './tables';

type ExportedRow = Readonly<Record<string, Value>>;

/** All records as JSON: portable between releases and readable in a diff. Attachments are not included. */
export interface StateExport {
	readonly format: 1;
	/** The last used number of each counter. */
	readonly numbers: Readonly<Record<string, number>>;
	/** Rows by table. `row_id` is the internal row number; null columns are omitted. */
	readonly tables: Readonly<Record<string, readonly ExportedRow[]>>;
}

/** The exported tables: all except attachments, whose files cannot be exported. */
const EXPORTED_TABLES = STORED_TABLES.filter(({ name }) => name !== 'sys_attachment');

/** The exported columns: all except derived ones. */
const exportedColumns = (table: StoredTable): readonly string[] => {
	const columns = columnsOf(table).map(([name]) => name);
	const derived = new Set([...table.fields.keys()].map(foldedColumn));
	return ['row_id', ...columns.filter((name) => !derived.has(name))];
};

/** Reads the exported tables and all counters. */
export const exportState = (store: Records): StateExport => ({
	format: 1,
	numbers: Object.fromEntries(
		store.all('SELECT name, number FROM next_number ORDER BY name').map(({ name, number }) => [name as string, number as number]),
	),
	tables: Object.fromEntries(
		EXPORTED_TABLES.map((table) => [
			table.name,
			store
				.all(`SELECT ${exportedColumns(table).map(quoted).join(', ')} FROM ${quoted(table.name)} ORDER BY row_id`)
				.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as ExportedRow),
		]),
	),
});

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Validates an export. Throws an `HttpError` that names the invalid part. */
export const readStateExport = (given: unknown): StateExport => {
	if (!isObject(given) || given.format !== 1 || !isObject(given.tables) || !isObject(given.numbers)) {
		throw badRequest("The data must be an export of the sandbox: a JSON object with 'format' 1, 'numbers' and 'tables'");
	}
	for (const [name, number] of Object.entries(given.numbers)) {
		if (!STORED_TABLES.some((known) => known.name === name)) {
			throw badRequest(`'numbers.${name}' is not a table of the sandbox`);
		}
		if (!Number.isSafeInteger(number)) {
			throw badRequest(`'numbers.${name}' must be a whole number`);
		}
	}
	for (const [name, rows] of Object.entries(given.tables)) {
		const table = EXPORTED_TABLES.find((known) => known.name === name);
		if (!table) {
			throw badRequest(`'tables.${name}' is not a table that can be imported; remove it`);
		}
		checkRows(table, rows);
	}
	return given as unknown as StateExport;
};

const checkRows = (table: StoredTable, rows: unknown): void => {
	if (!Array.isArray(rows)) {
		throw badRequest(`'tables.${table.name}' must be an array of rows`);
	}
	const known = new Set(exportedColumns(table));
	rows.forEach((row: unknown, index) => {
		const place = `tables.${table.name}[${index}]`;
		if (!isObject(row) || !Number.isSafeInteger(row.row_id)) {
			throw badRequest(`'${place}' must be an object with a whole number as 'row_id'`);
		}
		for (const [name, value] of Object.entries(row)) {
			if (!known.has(name)) {
				throw badRequest(`'${place}.${name}' is not a column of the table`);
			}
			if (value !== null && typeof value !== 'string' && typeof value !== 'number') {
				throw badRequest(`'${place}.${name}' must be a string, a number or null`);
			}
		}
		checkKey(table, row as ExportedRow, place);
	});
};

/** Rejects a row that the sandbox could not find by its key. */
const checkKey = (table: StoredTable, row: ExportedRow, place: string): void => {
	const key = row[table.key] ?? '';
	if (key === '') {
		throw badRequest(`'${place}' requires a key in '${table.key}'`);
	}
	if (table.rowId === 'sequence') {
		return;
	}
	const rowId = rowIdOfKey(table, key);
	if (rowId === undefined) {
		throw badRequest(`'${place}.${table.key}' is not a valid key: ${key}`);
	}
	if (rowId !== row.row_id) {
		throw badRequest(`'${place}.row_id' must be ${rowId}, because '${table.key}' is ${key}`);
	}
};

/** The maximum number in the keys of rows. The sandbox assigns higher numbers to later records. */
const highestNumber = (table: StoredTable, rows: readonly ExportedRow[]): number =>
	table.countedWithinParent
		? 0
		: rows.reduce((highest, row) => Math.max(highest, numberOfKey(table, row[table.key] as string | number) ?? 0), 0);

/** Inserts the rows of an export into empty tables, within the caller's transaction. The caller renders the records afterwards. */
export const importState = (store: Records, { numbers, tables }: StateExport): void => {
	for (const table of STORED_TABLES) {
		const columns = ['row_id', ...columnsOf(table).map(([name]) => name)];
		const sql = `INSERT INTO ${quoted(table.name)} (${columns.map(quoted).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
		const rows = tables[table.name] ?? [];
		for (const row of rows) {
			const values = columns.map((name): Value => {
				const source = name.endsWith('_folded') && !table.fields.has(name) ? name.slice(0, -'_folded'.length) : undefined;
				const text = source === undefined ? undefined : (row[source] ?? null);
				return text === undefined ? (row[name] ?? null) : text === null ? null : folded(String(text));
			});
			try {
				store.run(sql, values);
			} catch (cause) {
				throw badRequest(`Row ${String(row.row_id)} of '${table.name}' cannot be stored: ${(cause as Error).message}`);
			}
		}
		const last = Math.max(numbers[table.name] ?? 0, highestNumber(table, rows));
		if (last > 0) {
			store.run('INSERT INTO next_number (name, number) VALUES (?, ?)', [table.name, last]);
		}
	}
};
