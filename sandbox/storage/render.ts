import { hasSince, type Release } from '../../core/catalog';
import { quoted, rowOrder } from './schema';
import { hasOptionObjects } from './siteFields';
import { type FieldView, lookupKeys, lookupTarget, type TableView } from './tables';

/**
 * Records are rendered as JSON inside SQLite, so that one statement returns a page of 500 records and JavaScript does not parse them. The
 * expressions contain only names from the catalog, and no values from requests.
 */
export interface RenderOptions {
	readonly release: Release;
	/** The fields to show, by table name. Other sub-tables are omitted. `null` shows everything. */
	readonly columns: ReadonlyMap<string, ReadonlySet<string>> | null;
	readonly ignoreNulls: boolean;
	readonly ignoreAlternateKeys: boolean;
}

/** The stored value of a null date before 11.0 (specification: Null dates). */
export const YEAR_ONE = '0001-01-01T00:00:00.000Z';

const MAX_ARGUMENTS = 100;
const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;

const concat = (parts: readonly string[]): string => {
	if (parts.length <= MAX_ARGUMENTS) {
		return `concat(${parts.join(', ')}, '')`;
	}
	const groups: string[] = [];
	for (let start = 0; start < parts.length; start += MAX_ARGUMENTS) {
		groups.push(concat(parts.slice(start, start + MAX_ARGUMENTS)));
	}
	return concat(groups);
};

const column = (alias: string, name: string): string => `${alias}.${quoted(name)}`;

const dateTime = (value: string, release: Release): string => {
	const offset = hasSince(release, '11.0') ? '+00:00' : 'Z';
	const fraction = `CASE substr(${value}, 20, 4) WHEN '.000' THEN '' ELSE substr(${value}, 20, 4) END`;
	return `CASE ${value} WHEN '${YEAR_ONE}' THEN '"0001-01-01T00:00:00"' ELSE concat('"', substr(${value}, 1, 19), ${fraction}, '${offset}"') END`;
};

/** An object of key fields, such as `{"job_no":12,"external_key":null}`; `ignoreNulls` omits null values. */
const keyObject = (
	first: readonly string[],
	additional: readonly (readonly [name: string, value: string])[],
	{ ignoreNulls }: RenderOptions,
): string =>
	concat([
		...first,
		...additional.flatMap(([name, value]) =>
			ignoreNulls
				? [`CASE WHEN ${value} IS NULL THEN '' ELSE concat(${text(`,"${name}":`)}, json_quote(${value})) END`]
				: [text(`,"${name}":`), `json_quote(${value})`],
		),
		`'}'`,
	]);

const lookupObject = (field: FieldView, value: string, options: RenderOptions): string => {
	const lookup = field.lookup as NonNullable<FieldView['lookup']>;
	const { root } = lookupTarget(lookup);
	const additional = [lookup.description, ...(options.ignoreAlternateKeys ? [] : lookupKeys(lookup))].map(
		(name) => [name, column('looked_up', name)] as const,
	);
	const own = [text(`{"${field.name}":`), `json_quote(${value})`];
	const found = `SELECT ${keyObject(own, additional, options)} FROM ${quoted(root.stored.name)} looked_up WHERE ${keyMatch(root, 'looked_up', value)}`;
	return `coalesce((${found}), ${concat([...own, `'}'`])})`;
};

/** The condition that a row of `view` has the key `value`, regardless of the type of `value`. */
export const keyMatch = (view: TableView, alias: string, value: string): string =>
	view.stored.rowId === 'key' ? `${alias}.row_id = ${value}` : `${column(alias, view.key)} = CAST(${value} AS TEXT)`;

const dropDownObject = (field: FieldView, value: string, options: RenderOptions): string => {
	const additional: (readonly [string, string])[] = [['option_text', 'chosen.drop_down_desc']];
	if (!options.ignoreAlternateKeys) {
		additional.push(['external_key', 'chosen.external_key']);
	}
	additional.push([field.name, value]);
	const details = keyObject([text('{"option_no":'), 'json_quote(chosen.drop_down_no)'], additional, options);
	const isChosen = `chosen.drop_down_name = ${text(field.name)} AND chosen.drop_down_desc = ${value}`;
	const deleted = concat([text(`{"${field.name}":`), `json_quote(${value})`, `'}'`]);
	return `coalesce((SELECT ${details} FROM sys_drop_down chosen WHERE ${isChosen} LIMIT 1), ${deleted})`;
};

/** The SQL expression for the options of a multi-select drop-down: a JSON array of plain strings or of objects. */
const optionsArray = (field: FieldView, stored: string, options: RenderOptions): string => {
	const option = hasOptionObjects(field.dropDown as NonNullable<FieldView['dropDown']>, options.release)
		? dropDownObject(field, 'option.value', options)
		: 'json_quote(option.value)';
	return concat([`'['`, `(SELECT group_concat(${option}, ',' ORDER BY option.key) FROM json_each(${stored}) option)`, `']'`]);
};

/** The JSON of a value that is not null. */
const fieldValue = (view: TableView, field: FieldView, alias: string, stored: string, options: RenderOptions): string => {
	if (field.lookup) {
		return lookupObject(field, stored, options);
	}
	if (field.keyObject) {
		const isKey = field.name === view.key;
		const additional = isKey && !options.ignoreAlternateKeys ? view.alternateKeys.map((name) => [name, column(alias, name)] as const) : [];
		return keyObject([text(`{"${field.name}":`), `json_quote(${stored})`], additional, options);
	}
	if (field.dropDown?.isMultiSelect) {
		return optionsArray(field, stored, options);
	}
	if (field.dropDown && hasOptionObjects(field.dropDown, options.release)) {
		return dropDownObject(field, stored, options);
	}
	return field.type === 'dateTime' ? dateTime(stored, options.release) : `json_quote(${stored})`;
};

const storedValue = (view: TableView, field: FieldView, alias: string): string =>
	field.shownFrom
		? `(SELECT above.${quoted(field.shownFrom.field)} FROM ${quoted(view.stored.name)} above WHERE above.row_id = ${column(alias, field.shownFrom.through)})`
		: column(alias, field.name);

/** The SQL expressions of the fields, which render each field as `,"name":value`. */
const fieldParts = (view: TableView, alias: string, options: RenderOptions): string[] => {
	const chosen = options.columns?.get(view.name);
	return view.fields
		.filter((field) => !chosen || chosen.has(field.name))
		.flatMap((field) => {
			const stored = storedValue(view, field, alias);
			const name = text(`,"${field.name}":`);
			const value = fieldValue(view, field, alias, stored, options);
			const isNullToo = value === `json_quote(${stored})`;
			if (options.ignoreNulls) {
				return [`CASE WHEN ${stored} IS NULL THEN '' ELSE concat(${name}, ${value}) END`];
			}
			return [name, isNullToo ? value : `CASE WHEN ${stored} IS NULL THEN 'null' ELSE ${value} END`];
		});
};

/** A record without its sub-tables and without the closing brace, as stored in `json_open`: `{"job_no":…,"job_desc":…`. */
export const openExpression = (view: TableView, alias: string, options: RenderOptions): string =>
	`concat('{', substr(${concat(fieldParts(view, alias, options))}, 2))`;

const subTablePart = (view: TableView, parentAlias: string, depth: number, options: RenderOptions): string => {
	const alias = `row${depth}`;
	const rows = rowsExpression(view, alias, options, depth);
	return concat([
		text(`,"${view.name}":[`),
		`(SELECT ${rows} FROM ${quoted(view.stored.name)} ${alias} WHERE ${alias}.parent_id = ${parentAlias}.row_id)`,
		`']'`,
	]);
};

/** Whether `json_open` contains exactly the requested fields. */
export const isPlain = (options: RenderOptions): boolean =>
	options.columns === null && !options.ignoreNulls && !options.ignoreAlternateKeys;

/** A whole record or row with its sub-tables. */
export const recordExpression = (view: TableView, alias: string, options: RenderOptions, depth = 0): string => {
	const subTables = view.subTables
		.filter((subTable) => !options.columns || shownTables(subTable, options.columns))
		.map((subTable) => subTablePart(subTable, alias, depth + 1, options));
	if (isPlain(options) && !view.facade) {
		return concat([`${alias}.json_open`, ...subTables, `'}'`]);
	}
	return concat([`'{'`, `substr(${concat([...fieldParts(view, alias, options), ...subTables])}, 2)`, `'}'`]);
};

const shownTables = (view: TableView, columns: ReadonlyMap<string, ReadonlySet<string>>): boolean =>
	columns.has(view.name) || view.subTables.some((subTable) => shownTables(subTable, columns));

/** The JSON of all rows that a statement selects, sorted and separated by commas; NULL if there are none. */
export const rowsExpression = (view: TableView, alias: string, options: RenderOptions, depth = 0): string =>
	`group_concat(${recordExpression(view, alias, options, depth)}, ',' ORDER BY ${rowOrder(view.stored, alias)})`;
