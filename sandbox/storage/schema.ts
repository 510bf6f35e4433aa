import type { FieldType } from '../../core/catalog';
import { STORED_TABLES, type StoredTable } from './tables';

/** Increment this when the format of stored values changes but the columns do not. Otherwise, the sandbox accepts old databases. */
export const SCHEMA_VERSION = 1;

const COLUMN_TYPES: Readonly<Record<FieldType, string>> = {
	integer: 'INTEGER',
	decimal: 'REAL',
	text: 'TEXT',
	dateTime: 'TEXT',
	flag: 'TEXT',
};

/** Quotes a name for SQL. Names come from the catalog, never from a request. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Folds the case of letters in every alphabet; SQLite itself supports only ASCII letters. */
export const folded = (text: string): string => text.normalize('NFC').toLowerCase();
/** The column with the case-folded text of a field, for conditions and sorting. */
export const foldedColumn = (field: string): string => `${field}_folded`;

/** The order of a table's rows: by row id, or by key if they are numbered within their parent. */
export const rowOrder = ({ countedWithinParent, key }: StoredTable, alias: string): string =>
	`${alias}.${countedWithinParent ? quoted(key) : 'row_id'}`;

/** All columns except `json_open` and `row_id`, with their SQL types. */
export const columnsOf = (table: StoredTable): readonly (readonly [name: string, type: string])[] => [
	...(table.shared ? [['document', 'TEXT NOT NULL'] as const] : []),
	...(table.parents.length > 0
		? [['parent_id', `INTEGER NOT NULL REFERENCES ${quoted(table.parents[0] as string)}(row_id)`] as const]
		: []),
	...[...table.fields.values()].flatMap((field) => [
		[field.name, COLUMN_TYPES[field.type]] as const,
		...(field.type === 'text' ? [[foldedColumn(field.name), 'TEXT'] as const] : []),
	]),
	...table.hidden.map((name) => [name, 'TEXT'] as const),
];

/** Fields by which large tables are searched; each has an index. */
const SEARCHED: ReadonlySet<string> = new Set([
	'date_added',
	'date_changed',
	'wo_begin_dt',
	'wo_no',
	'job_no',
	'attachment_keystring',
	'parent_title_no',
	'parent_template_no',
]);

const indexesOf = (table: StoredTable): string[] => {
	const index = (name: string, columns: readonly string[], extra: { unique?: boolean; where?: string } = {}): string =>
		[
			`CREATE ${extra.unique ? 'UNIQUE ' : ''}INDEX IF NOT EXISTS ${quoted(`${table.name}_${name}`)}`,
			`ON ${quoted(table.name)} (${columns.map(quoted).join(', ')})${extra.where ? ` WHERE ${extra.where}` : ''}`,
		].join(' ');
	const shared = table.shared ? ['document'] : [];
	return [
		...(table.shared ? [index('document', ['document'])] : []),
		...(table.parents.length > 0 ? [index('parent', ['parent_id'])] : []),
		...(table.rowId === 'sequence' && !table.countedWithinParent ? [index('key', [table.key], { unique: true })] : []),
		...(table.countedWithinParent ? [index('key', ['parent_id', table.key], { unique: true })] : []),
		...(table.fields.get(table.key)?.type === 'text' ? [index('key_folded', [foldedColumn(table.key)])] : []),
		...table.unique.flatMap((field) => [
			index(field, [...shared, field], { unique: true, where: `${quoted(field)} <> ''` }),
			index(`${field}_folded`, [foldedColumn(field)], { where: `${quoted(foldedColumn(field))} IS NOT NULL` }),
		]),
		...[...table.fields.values()]
			.filter((field) => field.name !== table.key && SEARCHED.has(field.name) && !table.unique.includes(field.name))
			.map((field) => index(`by_${field.name}`, [field.type === 'text' ? foldedColumn(field.name) : field.name])),
	];
};

/**
 * The statements that create the tables, parents before their sub-tables. The text is exactly what SQLite stores, because the text in an
 * existing database is compared with it.
 */
export const TABLE_STATEMENTS: readonly { readonly name: string; readonly sql: string }[] = [
	{ name: 'site', sql: 'CREATE TABLE site (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID' },
	{ name: 'next_number', sql: 'CREATE TABLE next_number (name TEXT PRIMARY KEY, number INTEGER NOT NULL) STRICT, WITHOUT ROWID' },
	...STORED_TABLES.map((table) => {
		const columns = columnsOf(table).map(([name, type]) => `${quoted(name)} ${type}`);
		return {
			name: table.name,
			sql: `CREATE TABLE ${quoted(table.name)} (row_id INTEGER PRIMARY KEY, ${columns.join(', ')}, json_open TEXT NOT NULL DEFAULT '') STRICT`,
		};
	}),
];

/** The statements that create missing indexes. */
export const INDEX_STATEMENTS: readonly string[] = STORED_TABLES.flatMap(indexesOf);
