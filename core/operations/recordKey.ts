import type { DocumentRef } from '../model/documentRef';
import type { Row } from '../model/terms';
import { addressKey } from '../wire/path';
import { isRow, isTemporaryKey } from '../wire/values';
import type { Operation } from './operation';

/** The form of a key for comparisons: trimmed and in lower case, because the site ignores case. */
export const normalizedKey = (key: unknown): string => String(key).trim().toLowerCase();

/**
 * Identifies the record that an input changes; undefined if it changes none, or if it has a temporary key, with which each request creates
 * a record. The same record has a different identity under each of its keys.
 */
export const targetIdentity = <Input>(operation: Operation<Input>, input: Input): string | undefined => {
	const target = operation.target?.(input);
	if (target === undefined || isTemporaryKey(target.record.value)) return undefined;
	const { document, record, subTables = [] } = target;
	const rows = subTables.map(({ table, value }) => [table, normalizedKey(value)]);
	return JSON.stringify([document.name, addressKey(document, record), normalizedKey(record.value), ...rows]);
};

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
