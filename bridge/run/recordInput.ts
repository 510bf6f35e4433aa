import { InputError } from '../../core/model/inputError';
import {
	documentByName,
	documentNames,
	FIXED_VALUES,
	isFixedValue,
	type DocumentEntry,
	type Field,
	type SaveArgumentValue,
	type SiteProfile,
	type Table,
} from '../../core/catalog';
import { anyDocument, documentRef, type DocumentRef } from '../../core/model/documentRef';
import type { KeyValue, RecordAddress, SaveArguments, SortBy, SubTableStep, Row } from '../../core/model/terms';
import { exactNumber } from '../../core/wire/values';
import { chosenValue, isRow, listOf, switchOf, textOf, type ItemParameters } from './params';
import { LIST_MODE } from '../properties/choices';
import { URL_MODE, addressKeyOf } from '../properties/record';
import { APPLY_TO, MATCHING_RECORDS } from '../properties/modes';
import { ANY_DOCUMENT, chosenEntry, DOCUMENT, isResource } from '../properties/panelResources';
import { saveArgumentsOf } from '../properties/saveArguments';
import { isTextField, parsedValue } from './typedJson';

/** The document that the node works on, and its catalog entry if it has one. */
export interface ChosenDocument {
	readonly ref: DocumentRef;
	readonly entry?: DocumentEntry | undefined;
}

/**
 * The table that the user entered, otherwise the table that the mapper stored from the site's definition; undefined to use the table of the
 * catalog. The stored table is ignored if the mapper still contains the fields of another document.
 */
export const readTableName = (parameters: ItemParameters, options: Row, document: string): string | undefined => {
	const given = textOf(options.tableName);
	if (given !== '' || parameters.text('fieldsMode') !== 'mapper') return given || undefined;
	const mapper = parameters.raw('columns');
	const schema: unknown[] = isRow(mapper) && Array.isArray(mapper.schema) ? mapper.schema : [];
	const stored = schema.map((field) => (isRow(field) ? field.siteTable : undefined)).find(isRow);
	return stored?.document === document ? textOf(stored.table) || undefined : undefined;
};

const documentNameIn = (parameters: ItemParameters): string => chosenValue(parameters.value('documentName'));

/** Reads 'Resource' and, for 'Any Document', the names of the document, which the site profile can complete. Throws {@link InputError}. */
export const readDocument = (parameters: ItemParameters, options: Row, profile: SiteProfile): ChosenDocument => {
	const resource = parameters.text('resource');
	if (resource === ANY_DOCUMENT) {
		const ref = anyDocument({ name: documentNameIn(parameters), list: textOf(options.listDocument), key: primaryKeyOf(parameters) });
		const table = parameters.text('table') || readTableName(parameters, options, ref.name) || documentNames(profile, ref.name).table;
		return { ref: { ...ref, table: { ...ref.table, name: table } } };
	}
	if (!isResource(resource))
		throw new InputError({
			field: 'document',
			message: `Unknown resource '${resource}'`,
			hint: "Choose one from the list, or choose 'Any Document' and enter its name",
		});
	const chosen = parameters.text(DOCUMENT);
	const entry = chosenEntry(resource, chosen);
	if (entry === undefined)
		throw new InputError({
			field: 'chosenDocument',
			message: `Unknown value '${chosen}' for 'Document'`,
			hint: "Choose one from the list, or set 'Resource' to 'Any Document' and enter its name",
		});
	return { entry, ref: documentRef(entry, { list: textOf(options.listDocument), table: readTableName(parameters, options, entry.name) }) };
};

/**
 * The primary key for 'Any Document'. A body contains it even if another key identifies the record (specification: PUT, full-payload form).
 */
const primaryKeyOf = (parameters: ItemParameters): string => {
	const keyField = parameters.text('keyField');
	const isOne = parameters.text(APPLY_TO) !== MATCHING_RECORDS;
	if (!isOne || !['update', 'upsert'].includes(parameters.text('operation'))) return keyField;
	return parameters.text('primaryKey') || (documentByName(documentNameIn(parameters))?.table.key ?? keyField);
};

/** Reads the locator: a record from the list, a key, or the URL of a record on this site. Throws {@link InputError}. */
export const readRecord = (parameters: ItemParameters, { ref, entry }: ChosenDocument, baseUrl: string): RecordAddress => {
	const given = parameters.value('record');
	const { mode, value } = isRow(given) ? given : { mode: LIST_MODE, value: given };
	const key = entry ? addressKeyOf(entry) : parameters.text('keyField') || ref.table.key;
	const by = entry && typeof mode === 'string' && mode !== LIST_MODE ? mode : key;
	const address = mode === URL_MODE ? fromUrl(textOf(value), ref.name, baseUrl) : { key: by, value: keyValue(value, by, 'record.value') };
	return { ...address, value: typedKey(address, ref.table.fields) };
};

/**
 * Converts a key to the type of its field, because lists and URLs contain keys as strings, and expressions can return codes as numbers.
 */
const typedKey = ({ key, value }: RecordAddress, fields: readonly Field[]): KeyValue => {
	const field = fields.find(({ name }) => name === key);
	if (field?.type === 'text' && typeof value === 'number') return String(value);
	return typed(value, field?.type === 'integer' ? field : undefined) as KeyValue;
};

/**
 * The value of a key, not trimmed. A response that is not simplified contains keys as objects (`job_no: {job_no: 12, external_key: "A"}`),
 * from which the requested key is taken. Throws an {@link InputError} that names `field` if the key is not a single value. Otherwise the
 * object would be converted to text, and an upsert would create a record with that text as its key.
 */
export const keyValue = (given: unknown, key: string | undefined, field: string): KeyValue => {
	const value = isRow(given) && key !== undefined && Object.hasOwn(given, key) ? given[key] : given;
	if (typeof value === 'number') return value;
	if (value === undefined || value === null) return '';
	if (isPlainObject(value) || (Array.isArray(value) && value.length !== 1)) {
		throw new InputError({
			field,
			message: `${key === undefined ? 'The key' : `The value of '${key}'`} is ${JSON.stringify(value).slice(0, 100)}, but must be a single value`,
			hint: 'Enter a single number or text value',
		});
	}
	return String(value);
};

/** Whether a value is an object that cannot be converted to text, unlike a date. */
const isPlainObject = (value: unknown): boolean => isRow(value) && !('toJSON' in value);

const fromUrl = (address: string, document: string, baseUrl: string): RecordAddress => {
	const refuse = (message: string, hint: string): InputError => new InputError({ field: 'record.value', message, hint });
	const [path = ''] = address.split(/[?#]/);
	if (!path.toLowerCase().startsWith(`${baseUrl.toLowerCase()}/`))
		throw refuse(
			`The URL does not start with the Base URL in the credential, ${baseUrl}`,
			'Paste the URL of a record on this site, or choose another credential',
		);
	const [name = '', keyPart = '', ...below] = path.slice(baseUrl.length + 1).split('/');
	const equals = keyPart.indexOf('=');
	if (equals < 1)
		throw refuse('The URL does not point to a record', `It must end with the document and the key, such as /${document}/external_key=A1`);
	if (below.some((part) => part !== ''))
		throw refuse('The URL continues past the record', "Paste the URL of the record, and choose the sub-table in 'Sub-Table'");
	if (decoded(name).toLowerCase() !== document.toLowerCase())
		throw refuse(`The URL belongs to '${decoded(name)}', not to '${document}'`, 'Choose that resource, or paste another URL');
	return { key: decoded(keyPart.slice(0, equals)), value: decoded(keyPart.slice(equals + 1)) };
};

/** An invalid percent-encoding stays unchanged. */
const decoded = (part: string): string => {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
};

/** The value of a locator, or a plain value. */
export const chosenOf = (given: unknown): unknown => (isRow(given) ? given.value : given);

/** The path to a sub-table. The default key field of a row is the key of its sub-table. Throws {@link InputError}. */
export const readSubTables = (parameters: ItemParameters, { ref, entry }: ChosenDocument): SubTableStep[] => {
	let below = ref.table.subTables;
	return parameters.rows('subTables', 'step').map(({ table, key, value }) => {
		const name = textOf(table);
		// The path to an attachment ends with the table of its document, which is not a sub-table.
		const known: Pick<Table, 'key' | 'fields' | 'subTables'> | undefined =
			below.find((each) => each.name === name) ?? (name === ref.table.name ? entry?.table : undefined);
		below = known?.subTables ?? [];
		const rowKey = textOf(key) || (known?.key ?? '');
		const row = typedKey({ key: rowKey, value: keyValue(chosenOf(value), rowKey || undefined, 'subTables') }, known?.fields ?? []);
		if (textOf(key) === '' && textOf(row) === '') return { table: name };
		if (rowKey === '')
			throw new InputError({
				field: 'subTables',
				message: `The key field of the rows of '${name}' is not known`,
				hint: "Choose it in 'Row Key Field Name or ID'",
			});
		return { table: name, key: rowKey, value: row };
	});
};

/** The keys that an item looks up: one, or a list from an expression. */
export const readKeys = (parameters: ItemParameters, { table }: DocumentRef): unknown[] => {
	const name = parameters.text('lookUpField') || table.key;
	const field = table.fields.find((each) => each.name === name);
	const given = parameters.value('lookUpKey');
	const keys = (Array.isArray(given) ? (given as unknown[]) : [given]).map((key) => (isRow(key) ? keyValue(key, name, 'lookUpKey') : key));
	return keys.filter((key) => textOf(key) !== '').map((key) => typed(key, field));
};

export const readSort = (parameters: ItemParameters): SortBy[] =>
	parameters
		.rows('sort', 'by')
		.map(({ fieldName, direction }) => ({ field: textOf(fieldName), direction: direction === 'desc' ? 'desc' : 'asc' }));

/**
 * The record to send: the list of fields in the order in which they were entered, or JSON. A value becomes a number if its field is
 * numeric.
 */
export const readFields = (parameters: ItemParameters, { ref }: ChosenDocument): Row => {
	if (parameters.text('fieldsMode') === 'json') return parameters.json('fieldsJson', 'Fields');
	const fields = new Map<string, unknown>();
	parameters.rows('fields', 'entry').forEach((entry, index) => {
		const { fieldName, fieldValue } = entry;
		const name = textOf(fieldName);
		if (name === '')
			throw new InputError({
				field: 'fields',
				message: `Field ${index + 1} of 'Fields to Send' has no name`,
				hint: 'Enter a name, or remove it',
			});
		if (fields.has(name))
			throw new InputError({ field: 'fields', message: `'Fields to Send' contains '${name}' twice`, hint: 'Remove one of them' });
		if (isUndefined(entry)) return;
		fields.set(
			name,
			sentValue(
				fieldValue,
				ref.table.fields.find((field) => field.name === name),
			),
		);
	});
	return Object.fromEntries(fields);
};

/**
 * Whether an expression returned no value. The field then stays unchanged, as in the mapper. If n8n omits the default, an empty text, the
 * entry has no value at all.
 */
export const isUndefined = (entry: Row): boolean => Object.hasOwn(entry, 'fieldValue') && entry.fieldValue === undefined;

/** The value of a field in a list of fields: JSON and numbers are parsed if the field accepts them. */
export const sentValue = (given: unknown, field: Field | undefined): unknown => {
	const value = given === undefined ? '' : given;
	return typed(isTextField(field) ? value : parsedValue(value), field);
};

/** The text as a number if the field is numeric and no digit is lost ({@link exactNumber}); any other value unchanged. */
export const typed = (value: unknown, field: Field | undefined): unknown => {
	if (typeof value !== 'string' || (field?.type !== 'integer' && field?.type !== 'decimal')) return value;
	const number = exactNumber(value);
	return number === undefined || (field.type === 'integer' && !Number.isInteger(number)) ? value : number;
};

/** The save arguments of an item. `keyArguments` are those whose value is the primary key of the record. */
export interface GivenSaveArguments {
	readonly saveArguments: SaveArguments;
	readonly keyArguments: readonly string[];
}

/** Whether the user chooses only whether to send the save argument, but not its value. */
const isSwitch = (value: SaveArgumentValue): boolean => value === 'key' || isFixedValue(value);

/** Save arguments by name, as sent in the header. Throws {@link InputError}. */
export const readSaveArguments = (parameters: ItemParameters, { ref, entry }: ChosenDocument): GivenSaveArguments => {
	if (entry === undefined)
		return { saveArguments: parameters.json('saveArgumentsJson', 'Save Arguments') as SaveArguments, keyArguments: [] };
	const given = parameters.collection('saveArguments');
	const chosen = saveArgumentsOf(ref.name).filter(({ name, value, label }) =>
		isSwitch(value) ? switchOf(given[name], 'saveArguments', label) : Object.hasOwn(given, name),
	);
	return {
		saveArguments: Object.fromEntries(
			chosen.filter(({ value }) => value !== 'key').map(({ name, value }) => [name, argumentText(value, given[name])]),
		),
		keyArguments: chosen.flatMap(({ name, value }) => (value === 'key' ? [name] : [])),
	};
};

const argumentText = (kind: SaveArgumentValue, given: unknown): string => {
	if (isFixedValue(kind)) return FIXED_VALUES[kind];
	switch (kind) {
		case 'numbers':
			return listOf(given).join(',');
		case 'number':
		case 'choice':
		case 'numberChoice':
		case 'key':
		case 'code':
			return textOf(given);
	}
};
