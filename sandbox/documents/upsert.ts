import { applyRules } from '../rules';
import { type StoredRow, type TableView, tableIn } from '../storage/tables';
import type { WriteUnit } from '../storage/writeUnit';
import type { KeyPart } from './address';
import { writeFor } from './decisions';
import type { Call } from './call';
import { deleteRow } from './deletion';
import { CHANGED, createdEnvelope, type Envelope } from './envelope';
import { findRow, isVisible, locateParent, type ParentRecord } from './locate';
import { type BodyRow, parseBody, readRecords } from './payload';
import { badRequest, forbidden, notFound, unsupportedMediaType } from './httpError';
import { shown } from './values';
import { argumentsOf, checkParameters } from './write';
import { Writer } from './writer';

/** The sub-tables that the `rowAction` header clears (specification: PUT). */
const tablesToClear = ({ rowAction, address }: Call): readonly TableView[] => {
	if (rowAction === undefined || rowAction.trim() === '') {
		return [];
	}
	let raw: unknown;
	try {
		raw = JSON.parse(rowAction);
	} catch {
		throw badRequest(
			`The 'rowAction' header must be a JSON object such as {"deleteAll":["<sub-table>"]}, got invalid JSON: ${rowAction.slice(0, 200)}`,
		);
	}
	const entries = typeof raw === 'object' && raw !== null ? Object.entries(raw) : [];
	const [[action, names] = ['', undefined], ...others] = entries;
	if (action.toLowerCase() !== 'deleteall' || others.length > 0 || !Array.isArray(names)) {
		throw badRequest(`The 'rowAction' header must be a JSON object such as {"deleteAll":["<sub-table>"]}, got ${rowAction.slice(0, 200)}`);
	}
	const { root } = address.document;
	return names.map((name) => {
		const view = typeof name === 'string' && name !== root.name ? tableIn(root, name) : undefined;
		if (!view) {
			throw badRequest(`The 'rowAction' header contains ${JSON.stringify(name)}, which is not a sub-table of ${address.document.name}`);
		}
		return view;
	});
};

const clear = (unit: WriteUnit, call: Call, record: StoredRow, view: TableView): void => {
	const parents = view.parent?.parent ? rowsOf(unit, record, view.parent) : [record];
	for (const parent of parents) {
		for (const row of unit.childRows(view.stored, parent.row_id as number)) {
			deleteRow(unit, call.address.document, view, row);
		}
	}
};

const rowsOf = (unit: WriteUnit, record: StoredRow, view: TableView): StoredRow[] => {
	const parents = view.parent?.parent ? rowsOf(unit, record, view.parent) : [record];
	return parents.flatMap((parent) => unit.childRows(view.stored, parent.row_id as number));
};

/** Reads the value of the URL's key field from the body. The body contains the value in the key object or as a plain primary key. */
const keyInBody = (body: unknown, view: TableView, field: string): unknown => {
	const [record] = (body as Record<string, Record<string, unknown>[]>)[view.name] ?? [];
	const key = record?.[view.key] ?? null;
	return typeof key === 'object' && key !== null ? (key as Record<string, unknown>)[field] : field === view.key ? key : undefined;
};

const checkKeys = (body: unknown, row: BodyRow, { field, value }: KeyPart): void => {
	const { view } = row;
	if (value === '') {
		throw badRequest(`The key in the URL is empty: '${field}' has no value`);
	}
	const inObject = keyInBody(body, view, field) ?? null;
	if (inObject === null || String(inObject) !== value) {
		throw badRequest(`The key field in the body must repeat the key in the URL: '${view.key}' must contain '${field}' '${value}'`);
	}
	const inRoot = field === view.key ? null : (row.fields.get(field) ?? null);
	if (inRoot !== null && (typeof inRoot === 'object' || String(inRoot) !== value)) {
		throw badRequest(`'${field}' in the root of the record is '${shown(inRoot)}' but '${value}' in the URL; both must have the same value`);
	}
};

/**
 * The record to insert. The request must repeat an `external_key` in the root of the record (specification: PUT). Any other alternate
 * key is taken from the URL, because the documented payload with a barcode does not repeat the barcode in the root.
 */
const toInsert = (row: BodyRow, { field, value }: KeyPart): BodyRow => {
	const { view } = row;
	if (field === view.key) {
		return row;
	}
	const inRoot = row.fields.get(field) ?? null;
	if (inRoot === null && field === 'external_key') {
		throw badRequest(`No record has '${field}' '${value}'; to create one, send '${field}' in the root of the record too`);
	}
	return { ...row, key: { kind: 'none' }, fields: new Map([...row.fields, [field, value]]) };
};

const checkExisting = (call: Call, row: BodyRow, before: StoredRow, above: ParentRecord | undefined): void => {
	const { document, key } = call.address;
	if (above && before.parent_id !== above.row.row_id) {
		throw notFound(`The record ${key?.field ?? ''} '${key?.value ?? ''}' does not belong to ${above.key.field} '${above.key.value}'`);
	}
	if (!isVisible(call, document, before)) {
		throw forbidden(`The record ${key?.field ?? ''} '${key?.value ?? ''}' belongs to another division`);
	}
	if (row.key.kind === 'key' && String(row.key.value) !== String(before[row.view.stored.key])) {
		throw badRequest(
			`'${row.view.key}' in the body is ${row.key.value}, but the record in the URL is ${before[row.view.stored.key] as string | number}`,
		);
	}
};

/**
 * Creates or updates the record with the given key (specification: PUT). Returns the identifiers of a created record, or an
 * envelope without identifiers for an updated one. A record that is a row of a parent record, such as the transaction of an order, is
 * created as a row of its parent.
 */
export const upsertRecord = (call: Call): Envelope => {
	const { address, release, divisions } = call;
	const { document } = address;
	const key = address.key as KeyPart;
	const given = argumentsOf(call);
	if (call.form !== 'payload') {
		throw unsupportedMediaType("A PUT requires the 'Content-Type: application/json-patch+json' header");
	}
	const toClear = tablesToClear(call);
	const body = parseBody(call.body);
	const [row, ...others] = readRecords(document, body) as [BodyRow, ...BodyRow[]];
	if (others.length > 0) {
		throw badRequest(`'${document.root.name}' in the body contains ${others.length + 1} records; a PUT accepts one`);
	}
	checkKeys(body, row, key);
	checkParameters(call, row);
	return writeFor(call, (unit) => {
		const writer = new Writer(unit, call);
		const above = locateParent(call);
		const before = findRow(call, document.root, key);
		if (!before) {
			const records = above
				? writer.create([{ ...toInsert(row, key), view: above.view }], above.row.row_id as number)
				: writer.create([toInsert(row, key)]);
			applyRules({ unit, document, release, divisions, decisions: call.decisions, kind: 'upsert', arguments: given, records });
			return createdEnvelope(document, records, unit.created, release);
		}
		checkExisting(call, row, before, above);
		toClear.forEach((view) => clear(unit, call, before, view));
		const records = [writer.change(before, row)];
		applyRules({ unit, document, release, divisions, decisions: call.decisions, kind: 'upsert', arguments: given, records });
		return CHANGED;
	});
};
