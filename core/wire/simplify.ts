/**
 * Simplifies records: key objects, look-up objects and drop-down objects become plain values. The records are changed in place: they come
 * directly from a parsed response, and there can be a hundred thousand of them.
 */
import { documentByName, type Field, type Lookup, type Table } from '../catalog';
import type { TableRef } from '../model/documentRef';
import type { Row, SubTableStep } from '../model/terms';
import { isRow } from './values';

type SimpleTable = Pick<TableRef, 'key' | 'fields' | 'subTables'> | Pick<Table, 'key' | 'fields' | 'subTables'>;

const UNKNOWN_TABLE: SimpleTable = { key: undefined, fields: [], subTables: [] };

/**
 * The property that contains the code in the look-up object of each field, if the property and the field have different names:
 * `parent_title_no: {title_no: 5}`.
 */
type LookupKeys = ReadonlyMap<string, string>;
const lookupKeysByFields = new WeakMap<readonly Field[], LookupKeys>();
const lookupKeysOf = (fields: readonly Field[]): LookupKeys => {
	const known = lookupKeysByFields.get(fields);
	if (known) return known;
	const keys = new Map(fields.flatMap(({ name, lookup }) => (lookup?.key ? [[name, lookup.key] as const] : [])));
	lookupKeysByFields.set(fields, keys);
	return keys;
};

/**
 * Whether an attribute is named after its field: `wo_type_desc` of `wo_type_no`, `cust_name` of `cust_id`, `JOB_field_1_desc` of
 * `JOB_field_1`.
 */
const isNamedAfter = (field: string, attribute: string): boolean => {
	const stem = field.slice(0, Math.max(0, field.lastIndexOf('_')));
	return attribute.startsWith(`${field}_`) || (stem !== '' && (attribute === `${stem}_desc` || attribute === `${stem}_name`));
};

/** Whether an attribute of a field can have this name in a simplified record. */
export const isAttributeName = (field: string, name: string): boolean => isNamedAfter(field, name) || name.startsWith(`${field}.`);

/**
 * The flat name of an attribute: its own name if it is named after the field, otherwise `<field>_<attribute>`. Without the prefix, the name
 * would be ambiguous: several look-ups of a record can have an `external_key` or a `contact_name`.
 */
const attributeName = (field: string, attribute: string): string => (isNamedAfter(field, attribute) ? attribute : `${field}_${attribute}`);

/** Composing a name for each of a hundred thousand records takes longer than all other work, so each name is composed once per table. */
class Names {
	private readonly byField = new Map<string, Map<string, string>>();

	of(field: string, attribute: string): string {
		let names = this.byField.get(field);
		if (names === undefined) this.byField.set(field, (names = new Map()));
		let name = names.get(attribute);
		if (name === undefined) names.set(attribute, (name = attributeName(field, attribute)));
		return name;
	}
}

/** Adds a value under the first free name, unless the row already has the same attribute with the same value. */
const add = (row: Row, name: string, value: unknown, field: string, attribute: string): void => {
	if (!Object.hasOwn(row, name) && name !== '__proto__') {
		row[name] = value;
		return;
	}
	if (row[name] === value && name === attribute) return;
	const prefixed = `${field}_${attribute}`;
	const spelled = `${field}.${attribute}`;
	let free = Object.hasOwn(row, prefixed) ? spelled : prefixed;
	for (let number = 2; Object.hasOwn(row, free); number += 1) free = `${spelled}.${number}`;
	row[free] = value;
};

/** Multi-select drop-downs contain one object per option, with the value under the field's name. */
const isOptions = (name: string, values: readonly unknown[]): values is readonly Row[] =>
	values.length > 0 && values.every((value) => isRow(value) && Object.hasOwn(value, name) && typeof value[name] !== 'object');

const simplifyOptions = (row: Row, name: string, options: readonly Row[], names: Names): void => {
	row[name] = options.map((option) => option[name]);
	const attributes = new Set(options.flatMap((option) => Object.keys(option)));
	attributes.delete(name);
	for (const attribute of attributes) {
		const values = options.map((option) => (Object.hasOwn(option, attribute) ? option[attribute] : null));
		if (values.some((value) => value !== null)) add(row, names.of(name, attribute), values, name, attribute);
	}
};

/** The context of the rows of one table. */
interface Simplifying {
	readonly lookupKeys: LookupKeys;
	readonly names: Names;
	/** The selected fields; undefined for all. */
	readonly chosen?: ReadonlySet<string> | undefined;
}

/** Flattens one record and its sub-table rows. */
const simplifyRow = (row: Row, { key, subTables = [] }: SimpleTable, { lookupKeys, names, chosen }: Simplifying): void => {
	for (const name in row) {
		const value = row[name];
		if (typeof value !== 'object' || value === null) continue;
		if (Array.isArray(value)) {
			const table = subTables.find((each) => each.name === name);
			if (table === undefined && isOptions(name, value)) simplifyOptions(row, name, value, names);
			else simplifyRows(value, table ?? UNKNOWN_TABLE);
			continue;
		}
		const object = value as Row;
		const codeName = Object.hasOwn(object, name) ? name : lookupKeys.get(name);
		// It is not known which property is the code, so the object stays unchanged.
		if (codeName === undefined || !Object.hasOwn(object, codeName)) continue;
		row[name] = object[codeName];
		const isOwnKey = name === key;
		for (const attribute in object) {
			// Alternate keys of the record are its own fields; those of a look-up belong to another record.
			if (attribute === codeName || object[attribute] === null || (isOwnKey && chosen?.has(attribute) === false)) continue;
			add(row, isOwnKey ? attribute : names.of(name, attribute), object[attribute], name, attribute);
		}
	}
};

const simplifyRows = (rows: readonly unknown[], table: SimpleTable, chosen?: ReadonlySet<string>): void => {
	const simplifying = { lookupKeys: lookupKeysOf(table.fields), names: new Names(), chosen };
	for (const row of rows) if (isRow(row)) simplifyRow(row, table, simplifying);
};

/**
 * Flattens every record in place and returns the same array. No value is lost and no two values share a name:
 * `wo_type_no: {wo_type_no: 5, wo_type_desc: "Edit", external_key: "E"}` becomes `wo_type_no: 5`,
 * `wo_type_desc: "Edit"` and `wo_type_no_external_key: "E"`. Alternate keys of the record keep their names. If a name is
 * taken by another value, the attribute is called `<field>_<attribute>`, then `<field>.<attribute>`. Attributes that are
 * null are omitted: most look-ups have alternate keys that nobody filled in. An object without a property for its code stays unchanged.
 *
 * With `fields`, the records are copies with only these fields and the key (see {@link selected}). A chosen look-up keeps its
 * attributes; the alternate keys in the key of the record are separate fields, so they are kept only if they were chosen.
 */
export const simplified = (records: readonly Row[], table: SimpleTable, fields: readonly string[] = []): readonly Row[] => {
	const rows = fields.length > 0 ? selected(records, fields, table.key) : records;
	simplifyRows(rows, table, fields.length > 0 ? new Set(fields) : undefined);
	return rows;
};

/** The table of the rows that a sub-table path returns. For an unknown sub-table, only the key in the path is known. */
export const tableAt = (table: SimpleTable, subTables: readonly SubTableStep[]): SimpleTable => {
	let found = table;
	for (const step of subTables) found = found.subTables?.find(({ name }) => name === step.table) ?? { ...UNKNOWN_TABLE, key: step.key };
	return found;
};

/** The names that the attributes of a look-up field get in a flat record, if the catalog contains them. */
export const attributesOf = (
	name: string,
	lookup: Lookup,
): { readonly description: string; readonly alternateKeys: readonly string[] } => ({
	description: attributeName(name, lookup.description),
	alternateKeys: (documentByName(lookup.document)?.alternateKeys ?? []).map((key) => attributeName(name, key)),
});

/**
 * Copies of the records with only the named fields, in that order. The key is added first if it is not named. Fields that a record lacks
 * are omitted.
 */
export const selected = (records: readonly Row[], fields: readonly string[], key?: string): Row[] => {
	const names = key === undefined || fields.includes(key) ? fields : [key, ...fields];
	return records.map((record) => {
		const kept: Row = {};
		for (const name of names) if (Object.hasOwn(record, name)) kept[name] = record[name];
		return kept;
	});
};
