import type { DocumentRef } from '../model/documentRef';
import type { Row } from '../model/terms';
import { isRow } from '../wire/values';

/** The form of a key for comparisons: trimmed and in lower case, because the site ignores case. */
export const normalizedKey = (key: unknown): string => String(key).trim().toLowerCase();

/**
 * Returns a function that reads a key from a raw record. The key can be the field's plain value, a property of the field's key object or
 * look-up object, or a property of the record's key object.
 */
export const keyReader = (field: string, { table: { fields, key = '' } }: DocumentRef): ((row: Row) => unknown) => {
	const lookupKey = fields.find(({ name }) => name === field)?.lookup?.key ?? field;
	return (row) => {
		const value = row[field] ?? (isRow(row[key]) ? row[key][field] : undefined);
		return isRow(value) ? (value[field] ?? value[lookupKey]) : value;
	};
};
