import { CONTENT_TYPES, documentByName, HEADERS, saveArgumentNamed } from '../catalog';
import { InputError } from '../model/inputError';
import type { WireRequest } from '../model/port';
import { addsRows, canBeOperations, keyName, operationsBody, payloadBody } from '../wire/body';
import { addressKey, lastRow, recordPath, requireSequence } from '../wire/path';
import { provenChange } from '../wire/proof';
import { isIrreversible, keepsKey, needsPayload, withBodyFields, saveArgumentLabel } from '../wire/saveArguments';
import { tableAt } from '../wire/simplify';
import { addedRows, existingRecord } from './addedRows';
import { get } from './get';
import type { KeyValue, RecordAddress, Row, SaveArguments, SubTableStep } from '../model/terms';
import type { Operation } from './operation';
import type { Site } from '../model/site';
import { isPrimary, keyInput, PLACEHOLDER_KEY, primaryKey } from './primaryKey';
import { composeRequest, type RequestParts } from './request';
import { siteMessage } from './siteMessage';
import { requireUnchanged } from './unchanged';
import type { DocumentRef } from '../model/documentRef';

/**
 * - `operations`: an array of `replace` and `remove` operations. They can change only plain values, in a record or a sub-table row.
 * - `payload`: the body of a create, with the primary key; it can contain rows of sub-tables.
 * - `auto`: `operations` if all values are plain and no save argument requires `payload`, otherwise `payload`.
 */
export type UpdateFormat = 'auto' | 'operations' | 'payload';

export interface UpdateInput {
	readonly document: DocumentRef;
	readonly record: RecordAddress;
	/** The path to a sub-table row to change instead of the record; the last step identifies the row. */
	readonly subTables?: readonly SubTableStep[];
	/** The new values, which can be empty only if there is a save argument. `null` clears a field. */
	readonly fields: Row;
	readonly format?: UpdateFormat;
	/**
	 * The values that the record had when it was read earlier. The record is read again, and not changed if one of these values is different.
	 */
	readonly unchanged?: Row | undefined;
	/** Whether to read the record before and after the change, and to return the keys of the rows that the change added. */
	readonly returnNewRows?: boolean;
	readonly saveArguments?: SaveArguments | undefined;
	/**
	 * Save arguments whose value is the primary key of the record. If the record is addressed by an alternate key, the primary key is read
	 * first.
	 */
	readonly keyArguments?: readonly string[];
	readonly parameters?: Readonly<Record<string, string>>;
}

/** An update with the fields and the values that its save arguments require. */
type Filled = Omit<UpdateInput, 'keyArguments'>;

/**
 * `empty`: only save arguments. For them, the specification shows an empty body with the Content-Type of a payload (Endpoints,
 * full-payload form).
 */
type BodyForm = 'operations' | 'payload' | 'empty';

const bodyForm = ({ fields, format = 'auto', saveArguments = {}, subTables = [] }: Filled): BodyForm => {
	if (subTables.length > 0) {
		if (format !== 'payload') return 'operations';
		throw new InputError({
			field: 'format',
			message: "A sub-table row cannot be changed with 'Payload' under 'Update Format'",
			hint: "Choose 'Automatic' or 'Operations' under 'Update Format', or change the rows together with their record",
		});
	}
	const isEmpty = Object.values(fields).every((value) => value === undefined);
	if (isEmpty && Object.keys(saveArguments).length > 0) return keepsKey(saveArguments) ? 'payload' : 'empty';
	if (format === 'operations' && needsPayload(saveArguments)) {
		throw new InputError({
			field: 'format',
			message: `The save argument ${saveArgumentLabel('LoadTemplateOption')} cannot be sent with 'Operations' under 'Update Format'`,
			hint: "Choose 'Automatic' or 'Payload'",
		});
	}
	return format === 'payload' || needsPayload(saveArguments) || (format === 'auto' && !canBeOperations(fields)) ? 'payload' : 'operations';
};

/** Rejects a save argument that names a different record than the URL. Throws {@link InputError}. */
const checkKeyArguments = ({ name: of, table }: UpdateInput['document'], saveArguments: SaveArguments, key: KeyValue): void => {
	// With 'Any Document', the user can choose a key other than the primary key. That key cannot be compared with the save argument.
	if (documentByName(of)?.table.key !== table.key) return;
	for (const [name, value] of Object.entries(saveArguments)) {
		if (saveArgumentNamed(name)?.value !== 'key' || String(value) === String(key)) continue;
		requireSequence(String(value), `The save argument ${saveArgumentLabel(name)}`, 'saveArguments');
		throw new InputError({
			field: 'saveArguments',
			message: `The save argument ${saveArgumentLabel(name)} is '${value}', but the record is '${key}'`,
			hint: 'Use the key of the record',
		});
	}
};

/** The input with the fields and keys to send; `key` is the primary key of the record, if it is known. */
const filled = ({ keyArguments = [], ...input }: UpdateInput, key: KeyValue | undefined, site: Site): Filled => {
	const { document, fields, saveArguments, subTables = [] } = input;
	const all =
		keyArguments.length === 0
			? saveArguments
			: { ...saveArguments, ...Object.fromEntries(keyArguments.map((name) => [name, key ?? PLACEHOLDER_KEY])) };
	if (all !== undefined && key !== undefined && key !== PLACEHOLDER_KEY) checkKeyArguments(document, all, key);
	return {
		...input,
		saveArguments: all,
		fields: subTables.length > 0 ? fields : withBodyFields(fields, { document, saveArguments: all }, 'update', site),
	};
};

const patch = (input: Filled, parts: Pick<RequestParts, 'path' | 'contentType' | 'body' | 'effect'>, site: Site): WireRequest => {
	const { document, parameters, saveArguments } = input;
	return composeRequest({ document, method: 'PATCH', verb: 'update', given: parameters, saveArguments, ...parts }, site);
};

const operationsRequest = (input: Filled, record: RecordAddress, site: Site): WireRequest => {
	const { document, fields, subTables = [] } = input;
	if (subTables.length > 0) lastRow(subTables);
	const path = recordPath(document, record, subTables);
	return patch(
		input,
		{
			path,
			effect: 'repeatable',
			contentType: CONTENT_TYPES.json,
			body: operationsBody(fields, { fields: tableAt(document.table, subTables).fields }, site),
		},
		site,
	);
};

const payloadRequest = (input: Filled, key: KeyValue, site: Site): WireRequest => {
	const { document, fields } = input;
	const effect = addsRows(fields, document.table.subTables) ? 'once' : 'repeatable';
	return patch(
		input,
		{
			path: recordPath(document, { value: key }),
			effect,
			contentType: CONTENT_TYPES.payload,
			body: payloadBody(document, key, fields, site),
		},
		site,
	);
};

const emptyRequest = (input: Filled, record: RecordAddress, site: Site): WireRequest =>
	patch(input, { path: recordPath(input.document, record), effect: 'repeatable', contentType: CONTENT_TYPES.payload, body: '' }, site);

/** Whether the primary key must be known: a payload contains it, and so do some save arguments. */
const needsKey = (input: UpdateInput, site: Site): boolean =>
	(input.keyArguments ?? []).length > 0 || bodyForm(filled(input, undefined, site)) === 'payload';

/** The request; `key` is the primary key, or undefined if {@link needsKey} is false. */
const requestOf = (input: UpdateInput, key: KeyValue | undefined, site: Site): WireRequest => {
	const { document } = input;
	const given = document.table.key !== undefined && isPrimary(document, input.record) ? input.record.value : undefined;
	const sent = filled(input, key ?? given, site);
	const record = key === undefined ? input.record : { value: key };
	switch (bodyForm(sent)) {
		case 'payload':
			return payloadRequest(sent, key ?? input.record.value, site);
		case 'empty':
			return emptyRequest(sent, record, site);
		case 'operations':
			return operationsRequest(sent, record, site);
	}
};

/** The update request for a record that is addressed by its primary key. */
export const updateRequest = (input: UpdateInput, site: Site): WireRequest =>
	requestOf(input, needsKey(input, site) ? input.record.value : undefined, site);

const rowKeys = (subTables: readonly SubTableStep[]): Row =>
	Object.fromEntries(subTables.flatMap(({ key, value }) => (key === undefined ? [] : [[key, value] as const])));

const withoutField = (fields: Row, key: string): Row => Object.fromEntries(Object.entries(fields).filter(([name]) => name !== key));

/**
 * Changes one record, or one row of a sub-table (specification: both PATCH forms). If the primary key is required and the record is
 * addressed by another key, the primary key is read first, and `compose` returns only that read.
 */
export const update: Operation<UpdateInput> = {
	name: 'update',
	isIrreversible: ({ keyArguments = [], saveArguments = {} }) =>
		isIrreversible({ ...saveArguments, ...Object.fromEntries(keyArguments.map((name) => [name, PLACEHOLDER_KEY])) }),
	target: (input) => input,
	compose: (input, site) => {
		const { document, record } = input;
		if (!needsKey(input, site) || isPrimary(document, record)) return [updateRequest(input, site)];
		// Finds invalid input before the read. The primary key is removed from the fields, because only the read shows whether it is correct.
		requestOf({ ...input, fields: withoutField(input.fields, keyName(document)) }, PLACEHOLDER_KEY, site);
		return get.compose(keyInput(document, record, input.parameters), site);
	},
	preview: async (input, site, client) => {
		const { document, parameters, record } = input;
		return [requestOf(input, needsKey(input, site) ? await primaryKey(document, record, site, client, parameters) : undefined, site)];
	},
	async *run(input, site, client, onNotice = () => undefined) {
		const { document, record, subTables = [] } = input;
		update.compose(input, site);
		const key = needsKey(input, site) ? await primaryKey(document, record, site, client, input.parameters) : undefined;
		const request = requestOf(input, key, site);
		const change = request.headers[HEADERS.contentType.name] === CONTENT_TYPES.payload ? 'updatePayload' : 'updateOperations';
		if (input.unchanged) await requireUnchanged(input.unchanged, input, site, client);
		const readsRows = input.returnNewRows && key !== undefined;
		const before = readsRows
			? await existingRecord({ document, record: { value: key }, parameters: input.parameters }, site, client, false)
			: undefined;
		const changed = await client.send(request, (response) => provenChange(response, { change, document, sent: [input.fields] }, site));
		yield [
			siteMessage(
				changed,
				document,
				onNotice,
			)({
				...(key === undefined ? {} : { [keyName(document)]: key }),
				[addressKey(document, record)]: record.value,
				...rowKeys(subTables),
				updated: true,
				...Object.fromEntries(changed.subTables),
				...(readsRows ? await addedRows(before, input, key, site, client, onNotice) : {}),
			}),
		];
	},
};
