/** Request bodies (specification: Conventions, POST, both PATCH forms, PUT), as the exact text to send. */
import { CORRECT_RELEASE, FEATURES, hasSince, type Table } from '../catalog';
import { InputError } from '../model/inputError';
import type { DocumentRef, TableRef } from '../model/documentRef';
import type { KeyValue, RecordAddress, Row } from '../model/terms';
import type { Site } from '../model/site';
import type { DateReading } from './dates';
import { addressKey } from './path';
import { bodyDates, isRow, isTemporaryKey, plainValue, typesOf, wireValue } from './values';

const needed = (value: string | undefined, document: DocumentRef, place: string, parameter: string): string => {
	if (value !== undefined) return value;
	throw new InputError({
		field: `document.${place}`,
		message: `The ${place === 'table' ? 'table' : 'key field'} of '${document.name}' is not known`,
		hint: `Enter its name in '${parameter}'. The document's definition contains it`,
	});
};
const tableName = (document: DocumentRef): string => needed(document.table.name, document, 'table', 'Table Name or ID');
/** The key field of a document. Throws {@link InputError} if it is not known. */
export const keyName = (document: DocumentRef): string => needed(document.table.key, document, 'key', 'Key Field Name or ID');

/** Every document has this alternate key (public material). It is never the primary key. */
const ALTERNATE_EVERYWHERE = 'external_key';

/** The primary key of a document, for the key object of a body. Throws {@link InputError} if it is not known. */
const primaryKey = (document: DocumentRef): string => {
	const key = keyName(document);
	if (key !== ALTERNATE_EVERYWHERE) return key;
	throw new InputError({
		field: 'document.primaryKey',
		message: `The primary key of '${document.name}' is not known, and the body must contain it in addition to '${key}'`,
		hint: "Choose it in 'Primary Key Name or ID'. The document's definition contains it",
	});
};

type BodyTable = Pick<TableRef, 'fields' | 'subTables'> | Pick<Table, 'fields' | 'subTables'>;
const UNKNOWN_TABLE: BodyTable = { fields: [], subTables: [] };

interface Writing {
	readonly site: Site;
	readonly dates: DateReading;
	/** How to write null dates. Before 11.0, the site stores a null date as a date in year 1. */
	readonly nullDates: 'send' | 'omit' | 'refuse';
}

/** Encodes a record. The fields keep their order, but `first` is moved to the front. */
const wireRecord = (record: Row, table: BodyTable, writing: Writing, first?: string): Row => {
	const types = typesOf(table.fields);
	const names = Object.keys(record);
	if (first !== undefined && names[0] !== first && Object.hasOwn(record, first)) names.unshift(...names.splice(names.indexOf(first), 1));
	const written: Row = {};
	for (const name of names) {
		const value = record[name];
		if (value === undefined) continue;
		const type = types.get(name);
		if (value === null && type === 'dateTime' && writing.nullDates !== 'send') {
			if (writing.nullDates === 'omit') continue;
			throw new InputError({
				field: name,
				message: `Clearing the date '${name}' in this format requires release 11.0, but the site is on ${writing.site.release}`,
				hint: `Choose 'Operations' under 'Update Format' and remove the sub-table rows. ${CORRECT_RELEASE}`,
			});
		}
		setField(written, name, Array.isArray(value) ? wireRows(value, name, table, writing) : wireValue(value, name, type, writing.dates));
	}
	return written;
};

/**
 * Sets an own property, even if its name is `__proto__`. `Object.fromEntries` would need an array for each property, and an import sets
 * millions of them.
 */
const setField = (row: Row, name: string, value: unknown): void => {
	if (name === '__proto__') Object.defineProperty(row, name, { value, enumerable: true, configurable: true, writable: true });
	else row[name] = value;
};

const wireRows = (rows: readonly unknown[], name: string, table: BodyTable, writing: Writing): unknown[] => {
	const subTable = table.subTables?.find((each) => each.name === name) ?? UNKNOWN_TABLE;
	return rows.map((row) => (isRow(row) ? wireRecord(row, subTable, writing) : row));
};

const envelope = (document: DocumentRef, records: readonly Row[]): string => JSON.stringify({ [tableName(document)]: records });

/** The temporary key of a new record, which its sub-table rows can refer to: `-1`, `-2` …; `+1`, `+2` … for orders. */
const temporaryKey = (document: DocumentRef, index: number): KeyValue => (document.newKey === '+1' ? `+${index + 1}` : -(index + 1));

/** Whether a field can contain a key: its own, or that of another record. */
const canBeKey = (table: Table | undefined, name: string): boolean => {
	const field = table?.fields.find((each) => each.name === name);
	return field === undefined || field.type === 'integer' || field.lookup !== undefined || field.keyObject === true;
};

const containsTemporaryKey = (value: unknown, table?: Table): boolean => {
	if (Array.isArray(value)) return value.some((each) => containsTemporaryKey(each, table));
	if (!isRow(value)) return isTemporaryKey(value);
	for (const name in value) {
		const each = value[name];
		const inner = typeof each === 'object' ? table?.subTables?.find((sub) => sub.name === name) : undefined;
		if (canBeKey(table, name) && containsTemporaryKey(each, inner)) return true;
	}
	return false;
};

/**
 * Whether the key of a record, or a key in its sub-tables, is a temporary key. In one body, the same temporary key always means the same
 * new row, so such a record must not share a request with others. Negative amounts, and texts such as phone numbers, do not count.
 */
export const hasTemporaryKey = ({ table }: DocumentRef, record: Row): boolean => {
	for (const name in record) {
		const value = record[name];
		if (name === table.key && isTemporaryKey(value)) return true;
		if (typeof value !== 'object' || value === null) continue;
		if (
			containsTemporaryKey(
				value,
				table.subTables?.find((sub) => sub.name === name),
			)
		)
			return true;
	}
	return false;
};

/** Body of a create (specification: POST). Null dates are omitted if the release cannot store them. */
export const createBody = (document: DocumentRef, records: readonly Row[], temporaryKeys: boolean, site: Site): string => {
	if (records.length === 0) throw new InputError({ field: 'records', message: 'No record to create', hint: 'Add at least one' });
	const writing: Writing = { site, dates: bodyDates(site), nullDates: hasSince(site.release, FEATURES.nullDates) ? 'send' : 'omit' };
	const key = temporaryKeys && document.newKey !== null ? keyName(document) : undefined;
	return envelope(
		document,
		records.map((record, index) => {
			if (!isRow(record))
				throw new InputError({
					field: 'records',
					message: `Record ${index + 1} must be an object`,
					hint: 'Enter an object of field names and values',
				});
			const isKeyless = key !== undefined && (record[key] === undefined || record[key] === null);
			const keyed = isKeyless ? { ...record, [key]: { [key]: temporaryKey(document, index) } } : record;
			return wireRecord(keyed, document.table, writing, document.table.key);
		}),
	);
};

/** The value of a key, from `12` or `{job_no: 12}`. */
const flatKey = (value: unknown, key: string): unknown => (isRow(value) ? value[key] : value);

/**
 * The fields without the key that addresses the record; `by` is the name of the key in a key object. Throws {@link InputError} if the
 * fields contain a different value for that key.
 */
const withoutKey = (fields: Row, key: string, value: KeyValue, by = key): Row => {
	if (fields[key] === undefined) return fields;
	const given = flatKey(fields[key], by);
	if (given !== undefined && String(given) !== String(value)) {
		throw new InputError({
			field: key,
			message: `The fields set '${key}' to ${JSON.stringify(given)}, but the key of the selected record is ${JSON.stringify(value)}`,
			hint: `Remove '${key}' from the fields`,
		});
	}
	return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== key));
};

/** Body of a full-payload PATCH: the body of a create, with the primary key (specification: full-payload form). */
export const payloadBody = (document: DocumentRef, value: KeyValue, fields: Row, site: Site): string => {
	const key = primaryKey(document);
	const record = wireRecord(withoutKey(fields, key, value), document.table, {
		site,
		dates: bodyDates(site),
		nullDates: hasSince(site.release, FEATURES.nullDates) ? 'send' : 'refuse',
	});
	return envelope(document, [{ [key]: { [key]: value }, ...record }]);
};

/**
 * Body of a PUT (specification: PUT). The body contains an alternate key twice: the server finds the record by the value in the key object,
 * and stores the value in the root. The URL also contains the value.
 */
export const upsertBody = (document: DocumentRef, record: RecordAddress, fields: Row, site: Site): string => {
	const key = primaryKey(document);
	const by = addressKey(document, record);
	const ownKey = by === key ? undefined : flatKey(fields[key], key);
	if (ownKey !== undefined) {
		throw new InputError({
			field: key,
			message: `'${key}' is in the fields, but the record is selected by '${by}'`,
			hint: `Remove '${key}' from the fields, or use it to select the record`,
		});
	}
	const rest = withoutKey(withoutKey(fields, by, record.value), key, record.value, by);
	const own = { [key]: { [by]: record.value }, ...(by === key ? {} : { [by]: record.value }) };
	return envelope(document, [{ ...own, ...wireRecord(rest, document.table, { site, dates: bodyDates(site), nullDates: 'send' }) }]);
};

/** One change of a PATCH in operations form. The value is null if the field is cleared. */
export interface PatchOperation {
	readonly op: 'replace' | 'remove';
	readonly path: string;
	readonly value: unknown;
}

/**
 * Whether an operation can contain the value: a plain value, a date object, or an object with only a key of the same name, such as
 * `{job_no: 12}` in the field `job_no`.
 */
const isFlat = (name: string, value: unknown): boolean => {
	if (!isRow(value)) return !Array.isArray(value);
	return 'toJSON' in value || (Object.keys(value).length === 1 && Object.hasOwn(value, name) && typeof value[name] !== 'object');
};

/** Whether all values can be sent in operations form. Sub-table rows and alternate keys of look-ups require the payload. */
export const canBeOperations = (fields: Row): boolean => Object.entries(fields).every(([name, value]) => isFlat(name, value));

/** Body of a PATCH in operations form. A date is cleared with `remove` if the release would store the year one for null. */
export const operationsBody = (fields: Row, table: Pick<TableRef, 'fields'>, site: Site): string => {
	const types = typesOf(table.fields);
	const dates = bodyDates(site);
	const operations: PatchOperation[] = Object.entries(fields)
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => {
			if (!isFlat(name, value)) {
				throw new InputError({
					field: name,
					message: `'${name}' contains rows or an object, which the 'Operations' format cannot send`,
					hint: "Enter a plain value, or use Update on one record with 'Automatic' or 'Payload' under 'Update Format'",
				});
			}
			const type = types.get(name);
			const sent = wireValue(plainValue(value, name), name, type, dates);
			return {
				op: sent === null && type === 'dateTime' && !hasSince(site.release, FEATURES.nullDates) ? 'remove' : 'replace',
				path: name,
				value: sent,
			};
		});
	if (operations.length === 0) throw new InputError({ field: 'fields', message: 'No fields to change', hint: 'Add at least one field' });
	return JSON.stringify(operations);
};

const isNewRow = (row: Row, key: string | undefined): boolean => {
	const value = key !== undefined ? flatKey(row[key], key) : undefined;
	return value === undefined || value === null || /^[-+]/.test(String(value));
};

/**
 * Whether a retry would add rows again. A retry adds every row without a key or with a temporary key, unless the request clears the
 * sub-table first. Plain values in an array are the options of a multi-select drop-down, not rows.
 */
export const addsRows = (fields: Row, subTables: readonly Table[], cleared: readonly string[] = []): boolean =>
	Object.entries(fields).some(([name, value]) => {
		if (!Array.isArray(value) || cleared.includes(name)) return false;
		const table = subTables.find((each) => each.name === name);
		return value.some((row) => isRow(row) && (isNewRow(row, table?.key) || addsRows(row, table?.subTables ?? [])));
	});
