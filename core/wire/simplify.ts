/**
 * Records for people: key objects and look-up objects become plain values. The records are changed in place, since they
 * come straight from a parsed answer and there can be a hundred thousand of them.
 */
import type { Field, Table } from '../catalog';
import type { TableRef } from '../model/documentRef';
import type { Row } from '../model/terms';

type SimpleTable = Pick<TableRef, 'key' | 'fields' | 'subTables'> | Pick<Table, 'key' | 'fields' | 'subTables'>;

/** Where the code stands in a look-up object whose own name is not among its properties: `parent_title_no: {title_no: 5}`. */
type LookupKeys = ReadonlyMap<string, string>;
const lookupKeysByFields = new WeakMap<readonly Field[], LookupKeys>();
const lookupKeysOf = (fields: readonly Field[]): LookupKeys => {
	const known = lookupKeysByFields.get(fields);
	if (known) return known;
	const keys = new Map(fields.flatMap(({ name, lookup }) => (lookup?.key ? [[name, lookup.key] as const] : [])));
	lookupKeysByFields.set(fields, keys);
	return keys;
};

const UNDERSCORE = 95;
/** Whether a property holds words: `…_desc` or `…_name`. Asked for every property of every look-up, hence the quick look first. */
const isWords = (name: string): boolean => name.charCodeAt(name.length - 5) === UNDERSCORE && (name.endsWith('_desc') || name.endsWith('_name'));

const NO_FIELDS: readonly Field[] = [];

/** Unwraps the objects of one record and of its sub-table rows. */
const simplifyRow = (row: Row, key: string | undefined, lookupKeys: LookupKeys, subTables: readonly Table[]): void => {
	for (const name in row) {
		const value = row[name];
		if (typeof value !== 'object' || value === null) continue;
		if (Array.isArray(value)) {
			const table = subTables.find((each) => each.name === name);
			simplifyRows(value, table ?? { key: '', fields: NO_FIELDS, subTables: [] });
			continue;
		}
		const object = value as Row;
		const codeName = Object.hasOwn(object, name) ? name : lookupKeys.get(name);
		// An object of another kind stays whole: nothing is dropped unseen.
		if (codeName === undefined || !Object.hasOwn(object, codeName)) continue;
		row[name] = object[codeName];
		const isOwnKey = name === key;
		for (const other in object) {
			// Alternate keys of the record itself are its own; those of a look-up belong to another record.
			if ((isOwnKey || isWords(other)) && other !== codeName && !(other in row)) row[other] = object[other];
		}
	}
};

const simplifyRows = (rows: readonly unknown[], table: SimpleTable): void => {
	const lookupKeys = lookupKeysOf(table.fields);
	const { key, subTables = [] } = table;
	for (const row of rows) if (typeof row === 'object' && row !== null && !Array.isArray(row)) simplifyRow(row as Row, key, lookupKeys, subTables);
};

/**
 * Unwraps every record in place and gives the same array back. `wo_type_no: {wo_type_no: 5, wo_type_desc: 'Edit'}`
 * becomes `wo_type_no: 5` with `wo_type_desc: 'Edit'` beside it; alternate keys of the record stand beside its key.
 */
export const simplified = (records: readonly Row[], table: SimpleTable): readonly Row[] => {
	simplifyRows(records, table);
	return records;
};

/** Only the named fields, in that order, the key before them. Fields that a record lacks are left out. */
export const selected = (records: readonly Row[], fields: readonly string[], key?: string): Row[] => {
	const names = key === undefined || fields.includes(key) ? fields : [key, ...fields];
	return records.map((record) => {
		const kept: Row = {};
		for (const name of names) if (Object.hasOwn(record, name)) kept[name] = record[name];
		return kept;
	});
};
