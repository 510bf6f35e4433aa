import type { DocumentView, TableView } from '../storage/tables';
import { orderNumber } from '../storage/keys';
import { badRequest, ruleViolation } from './httpError';
import { keyPairs, readPlain } from './values';

/** How a row of a body is identified. */
export type BodyKey =
	/** No key, or a key object without a value: a new row gets the next key. */
	| { readonly kind: 'none' }
	/** `+1` or a negative number, which other fields of the body can reference. */
	| { readonly kind: 'new'; readonly number?: number }
	| { readonly kind: 'key'; readonly value: string | number }
	| { readonly kind: 'alternate'; readonly field: string; readonly value: string | number };

/** A row of a body whose fields are not parsed yet. */
export interface BodyRow {
	readonly view: TableView;
	readonly key: BodyKey;
	/** The values by field name, without the key, in the order of the body. */
	readonly fields: ReadonlyMap<string, unknown>;
	readonly below: readonly { readonly view: TableView; readonly rows: readonly BodyRow[] }[];
}

const isObject = (raw: unknown): raw is Record<string, unknown> => typeof raw === 'object' && raw !== null && !Array.isArray(raw);

/** Parses a body. Rejects empty bodies and invalid JSON. */
export const parseBody = (body: string): unknown => {
	if (body.trim() === '') {
		throw badRequest('The request must have a body');
	}
	try {
		return JSON.parse(body) as unknown;
	} catch (error) {
		throw badRequest(`The body is not valid JSON: ${(error as SyntaxError).message}`);
	}
};

/** Keys are never dates. */
const NO_DATES = { honorsOffsets: true } as const;

const primaryKey = (document: DocumentView, view: TableView, raw: unknown): BodyKey => {
	const field = view.byName.get(view.key);
	if (!field) {
		throw new Error(`${view.name} does not show its key`);
	}
	const text = typeof raw === 'number' || typeof raw === 'string' ? String(raw).trim() : '';
	const isNegative = /^-\d{1,9}$/.test(text) && Number(text) < 0;
	if (view.stored.rowId === 'orderNumber') {
		if (text === '+1') {
			return { kind: 'new' };
		}
		if (isNegative || !orderNumber(text)) {
			throw ruleViolation(`'${view.key}' must be '+1' for a new order, or a key such as '2627-1', got '${text}'`);
		}
		return { kind: 'key', value: text };
	}
	if (isNegative && (view.parent !== undefined || document.entry.newKey === '-1')) {
		return { kind: 'new', number: Number(text) };
	}
	if (text === '+1') {
		throw ruleViolation(`'${view.key}' must be -1 for a new row; '+1' is only for orders`);
	}
	const value = readPlain(field, raw, NO_DATES);
	if (typeof value === 'number' ? value <= 0 : value === '') {
		throw ruleViolation(`'${view.key}' cannot be '${value}'`);
	}
	return { kind: 'key', value };
};

const bodyKey = (document: DocumentView, view: TableView, raw: unknown): BodyKey => {
	if (raw === null || raw === undefined) {
		return { kind: 'none' };
	}
	if (!isObject(raw)) {
		return primaryKey(document, view, raw);
	}
	const [pair] = keyPairs(raw, [view.key], view.alternateKeys);
	if (!pair) {
		return { kind: 'none' };
	}
	const [field, value] = pair;
	const named = view.byName.get(field);
	return field === view.key || !named
		? primaryKey(document, view, value)
		: { kind: 'alternate', field, value: readPlain(named, value, NO_DATES) };
};

const bodyRow = (document: DocumentView, view: TableView, raw: unknown): BodyRow => {
	if (!isObject(raw)) {
		throw badRequest(`'${view.name}' must be an array of records, but one entry is not an object`);
	}
	const fields = new Map<string, unknown>();
	const below: { view: TableView; rows: BodyRow[] }[] = [];
	for (const [name, value] of Object.entries(raw)) {
		const subTable = view.subTables.find((one) => one.name === name);
		if (subTable) {
			below.push({ view: subTable, rows: bodyRows(document, subTable, value) });
		} else if (!view.byName.has(name)) {
			throw badRequest(`'${name}' is not a field or sub-table of '${view.name}'`);
		} else if (name !== view.key) {
			fields.set(name, value);
		}
	}
	return { view, key: bodyKey(document, view, raw[view.key]), fields, below };
};

const bodyRows = (document: DocumentView, view: TableView, raw: unknown): BodyRow[] => {
	if (raw === null) {
		return [];
	}
	if (!Array.isArray(raw)) {
		throw badRequest(`'${view.name}' must be an array of records`);
	}
	return raw.map((one) => bodyRow(document, view, one));
};

/**
 * Reads the records of a body `{<table>: [ <record> … ]}` (specification: Conventions). Throws for any other
 * structure, unknown fields and sub-tables, and impossible keys.
 */
export const readRecords = (document: DocumentView, body: unknown): readonly BodyRow[] => {
	const { root } = document;
	const names = isObject(body) ? Object.keys(body) : [];
	if (!isObject(body) || names.length !== 1 || names[0] !== root.name) {
		throw badRequest(`The body must be an object with the single property '${root.name}', an array of records`);
	}
	const rows = bodyRows(document, root, body[root.name]);
	if (rows.length === 0) {
		throw badRequest(`'${root.name}' in the body contains no record`);
	}
	return rows;
};
