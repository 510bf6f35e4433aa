import { applyRules } from '../rules';
import type { RuleCall } from '../rules/rule';
import type { StoredRow, TableView } from '../storage/tables';
import type { Values } from '../storage/rowValues';
import type { WriteUnit } from '../storage/writeUnit';
import { writeFor } from './decisions';
import type { Call } from './call';
import { CHANGED, createdEnvelope, type Envelope } from './envelope';
import { findRow, locateRecord, locateRow } from './locate';
import { readOperations } from './operations';
import { type BodyRow, parseBody, readRecords } from './payload';
import { listRequest } from './read';
import { badRequest, unsupportedMediaType } from './httpError';
import { needKey, readSaveArguments, type SaveArguments } from './saveArguments';
import { shown } from './values';
import { Writer, type WrittenRecord } from './writer';

/** Reads and checks the save arguments of a request. */
export const argumentsOf = ({ saveArgument, address, release, choices }: Call): SaveArguments =>
	readSaveArguments(saveArgument, address.document.name, release, choices);

type Written = Pick<RuleCall, 'kind' | 'records'> & Partial<Pick<RuleCall, 'arguments'>>;

/** Applies the rules to the records that the request has written. */
const applyCallRules = ({ address: { document }, release, divisions, decisions }: Call, unit: WriteUnit, written: Written): void =>
	applyRules({ unit, document, release, divisions, decisions, arguments: new Map(), ...written });

/** A POST to the title facade also accepts existing titles; any other POST only creates records. */
const existingTitle = (call: Call, { view, key }: BodyRow): StoredRow | undefined => {
	if (call.address.document.name !== 'LibTitleHierarchyFacade' || (key.kind !== 'key' && key.kind !== 'alternate')) {
		return undefined;
	}
	return findRow(call, view, { field: key.kind === 'key' ? view.key : key.field, value: String(key.value) });
};

/** Creates either all records in a body or none (specification: POST). */
export const createRecords = (call: Call): Envelope => {
	const { address, release } = call;
	const { document } = address;
	const given = argumentsOf(call);
	if (call.form === 'payload') {
		throw unsupportedMediaType("A POST requires the 'Content-Type: application/json' header");
	}
	const rows = readRecords(document, parseBody(call.body));
	return writeFor(call, (unit) => {
		const writer = new Writer(unit, call);
		const changed = rows.map((row) => existingTitle(call, row));
		const created = writer.create(rows.filter((_row, at) => !changed[at]));
		const records = rows.map((row, at) => {
			const before = changed[at];
			return before ? writer.change(before, row) : (created.shift() as WrittenRecord);
		});
		applyCallRules(call, unit, { kind: 'create', arguments: given, records });
		return createdEnvelope(document, records, unit.created, release);
	});
};

const changeByOperations = (call: Call, unit: WriteUnit, before: StoredRow): WrittenRecord => {
	const { document } = call.address;
	const changes = readOperations(document.root, call.body, new Writer(unit, call));
	return update(call, unit, before, changes);
};

const update = (call: Call, unit: WriteUnit, before: StoredRow, given: Values): WrittenRecord => {
	const { document } = call.address;
	unit.update(document, document.root, before.row_id as number, given);
	return { ...unchangedRecord(call, before), given };
};

/** The description that the rules receive for a record whose own fields the request does not change. */
const unchangedRecord = ({ address: { document } }: Call, before: StoredRow): WrittenRecord => ({
	rowId: before.row_id as number,
	key: before[document.root.stored.key] as string | number,
	before,
	given: new Map(),
});

/** A body can repeat the value of a required parameter, but a different value is ambiguous and is rejected. */
export const checkParameters = ({ address, parameters }: Call, { fields }: BodyRow): void => {
	for (const name of address.document.entry.requiredParameters ?? []) {
		const raw = fields.get(name) ?? null;
		const inBody = typeof raw === 'object' && raw !== null ? ((raw as Record<string, unknown>)[name] ?? raw) : raw;
		const value = parameters.get(name as 'wo_no_seq');
		if (inBody !== null && inBody !== value) {
			throw badRequest(`'${name}' in the body is '${shown(inBody)}' but '${value ?? ''}' in the parameter; both must have the same value`);
		}
	}
};

const changeByPayload = (call: Call, unit: WriteUnit, before: StoredRow): WrittenRecord => {
	const { document, key } = call.address;
	const { root } = document;
	const [row, ...others] = readRecords(document, parseBody(call.body)) as [BodyRow, ...BodyRow[]];
	if (others.length > 0) {
		throw badRequest(`'${root.name}' in the body contains ${others.length + 1} records; a PATCH of one record accepts one`);
	}
	if (key?.field !== root.key) {
		throw badRequest(`To change a whole record, the URL must contain its primary key '${root.key}', got '${key?.field ?? ''}'`);
	}
	if (row.key.kind !== 'key' || String(row.key.value) !== String(before[root.stored.key])) {
		throw badRequest(`The body must repeat the primary key in the URL: '${root.key}' in the body must be '${key.value}'`);
	}
	checkParameters(call, row);
	return new Writer(unit, call).change(before, row);
};

/**
 * Changes one record with operations or a full payload, depending on the Content-Type. With most save arguments, the body can be empty.
 * Returns the envelope of the full-payload form, or `null` for no body (specification: PATCH of one record).
 */
export const changeRecord = (call: Call): Envelope | null => {
	const { form } = call;
	const given = argumentsOf(call);
	return writeFor(call, (unit) => {
		const before = locateRecord(call);
		const isEmpty = call.body.trim() === '' && given.size > 0 && !needKey(given);
		const record = isEmpty
			? unchangedRecord(call, before)
			: form === 'payload'
				? changeByPayload(call, unit, before)
				: changeByOperations(call, unit, before);
		applyCallRules(call, unit, { kind: 'update', arguments: given, records: [record] });
		return form === 'payload' && !isEmpty ? CHANGED : null;
	});
};

const refuseArguments = (call: Call, what: string): void => {
	if (argumentsOf(call).size > 0) {
		throw badRequest(`The 'SaveArgument' header is only for one record, not for ${what}`);
	}
};

/** Runs `work` on a row of a sub-table, and applies the rules to the record that contains the row. */
export const writeRow = (call: Call, work: (unit: WriteUnit, view: TableView, row: StoredRow) => void): void => {
	writeFor(call, (unit) => {
		const record = locateRecord(call);
		const { view, row } = locateRow(call, record);
		work(unit, view, row);
		applyCallRules(call, unit, { kind: 'update', records: [unchangedRecord(call, record)] });
	});
};

/** Changes a row of a sub-table. Only operations are accepted (public material: Records and keys). */
export const changeRow = (call: Call): void => {
	refuseArguments(call, 'a row of a sub-table');
	if (call.form === 'payload') {
		throw unsupportedMediaType(
			"To change a sub-table row, send operations with the 'Content-Type: application/json' header, or send a full payload to the URL of the record",
		);
	}
	writeRow(call, (unit, view, row) =>
		unit.update(call.address.document, view, row.row_id as number, readOperations(view, call.body, new Writer(unit, call))),
	);
};

/** Applies operations to all matching records or none (specification: PATCH on a list endpoint). */
export const changeList = (call: Call): void => {
	const { address, release, pages } = call;
	const { document } = address;
	refuseArguments(call, 'a list');
	if (call.form === 'payload') {
		throw unsupportedMediaType("To change a list, send operations with the 'Content-Type: application/json' header");
	}
	const request = listRequest(
		call,
		{ by: 'key', descending: false },
		{ release, columns: null, ignoreNulls: false, ignoreAlternateKeys: false },
	);
	writeFor(call, (unit) => {
		const changes = readOperations(document.root, call.body, new Writer(unit, call));
		const records = pages.rowIds(request).map((rowId) => update(call, unit, unit.row(document.root.stored, rowId) as StoredRow, changes));
		applyCallRules(call, unit, { kind: 'update', records });
	});
};
