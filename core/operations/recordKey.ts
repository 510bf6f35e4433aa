import type { DocumentRef } from '../model/documentRef';
import type { Row } from '../model/terms';
import { isRow } from '../wire/values';

/** The key in the form in which the site compares keys: case does not matter. */
export const normalizedKey = (key: unknown): string => String(key).trim().toLowerCase();

/** Reads a key in a raw record: a plain value, an object with the field or the key of the record it refers to, or part of the record's key object. */
export const keyReader = (field: string, { table: { fields, key = '' } }: DocumentRef): ((row: Row) => unknown) => {
	const lookupKey = fields.find(({ name }) => name === field)?.lookup?.key ?? field;
	return (row) => {
		const value = row[field] ?? (isRow(row[key]) ? row[key][field] : undefined);
		return isRow(value) ? (value[field] ?? value[lookupKey]) : value;
	};
};
