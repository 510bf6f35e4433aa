/** Reads n8n's resource mapper: the chosen fields, or those fields of the input item that the document accepts. */
import type { ResourceMapperField } from 'n8n-workflow';

import { InputError } from '../../core/model/inputError';
import type { Field, FieldType } from '../../core/catalog';
import type { DocumentRef } from '../../core/operations';
import type { KeyValue, Row } from '../../core/model/terms';
import { exactNumber } from '../../core/wire/values';
import { MAPPER, NOTICE_FIELDS } from '../properties/mapper';
import { isRow, parseJson, textOf, type ItemParameters } from './params';
import { keyValue } from './recordInput';
import { isTextField, parsedValue } from './typedJson';

export interface Mapping {
	/** The record to send. A null clears the field. */
	readonly fields: Row;
	/** The date and flag fields that have a different type in the catalog or are missing from it. */
	readonly types: readonly Field[];
	/** The chosen field to match; undefined if there is none. */
	readonly matched?: { readonly key: string; readonly value: KeyValue };
	/** The names of given fields that are not sent, because the document does not accept them. */
	readonly omitted: readonly string[];
	/** The required fields that the mapper shows, filled in or empty. None for 'Map Automatically'. */
	readonly required: readonly RequiredField[];
}

/** A field that the mapper shows as required. */
export type RequiredField = Pick<ResourceMapperField, 'id' | 'displayName'>;

type SchemaField = Pick<ResourceMapperField, 'id' | 'displayName' | 'type' | 'removed' | 'required' | 'options'> & {
	readonly multiSelect?: boolean;
};

const isSchemaField = (value: unknown): value is SchemaField => isRow(value) && typeof value.id === 'string';

interface Given {
	readonly name: string;
	readonly value: unknown;
}

/**
 * The fields added in the editor. A field that nobody filled in is stored as null and not sent; an expression that returns null clears the
 * field.
 */
const chosenFields = (parameters: ItemParameters, schema: ReadonlyMap<string, SchemaField>): Given[] => {
	const values = parameters.value(`${MAPPER}.value`);
	const raw = parameters.raw(`${MAPPER}.value`);
	if (!isRow(values)) return [];
	return Object.entries(values)
		.filter(
			([name, value]) =>
				value !== undefined &&
				!NOTICE_FIELDS.includes(name) &&
				!schema.get(name)?.removed &&
				isRow(raw) &&
				raw[name] !== null &&
				raw[name] !== undefined,
		)
		.map(([name, value]) => ({ name, value }));
};

const fieldsOfItem = (item: Row): Given[] =>
	Object.entries(item)
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => ({ name, value }));

/**
 * Whether the document accepts the field, according to the schema that the editor stored, or to the catalog if no schema is stored. An
 * unknown document accepts any field.
 */
const isAccepted = (name: string, schema: ReadonlyMap<string, SchemaField>, { table }: DocumentRef): boolean => {
	if (schema.size > 0) return schema.has(name);
	if (table.fields.length === 0) return true;
	return table.fields.some((field) => field.name === name && !field.readOnly) || table.subTables.some((subTable) => subTable.name === name);
};

/** Reads the mapper for one item. 'Map Automatically' uses the JSON in `item`. Throws {@link InputError} for a value of the wrong type. */
export const readMapping = (parameters: ItemParameters, document: DocumentRef, item: Row): Mapping => {
	const raw = parameters.raw(MAPPER);
	const mapper = isRow(raw) ? raw : {};
	const schema = new Map(
		(Array.isArray(mapper.schema) ? mapper.schema : [])
			.filter(isSchemaField)
			.filter(({ id }) => !NOTICE_FIELDS.includes(id))
			.map((field) => [field.id, field]),
	);
	const isAutomatic = mapper.mappingMode === 'autoMapInputData';
	const given = isAutomatic ? fieldsOfItem(item) : chosenFields(parameters, schema);
	const fields: Row = {};
	const omitted: string[] = [];
	for (const { name, value } of given) {
		const type = typeOf(name, schema, document);
		if (isAccepted(name, schema, document))
			fields[name] = converted(isText(name, type, document) ? value : parsedValue(value), name, type, schema.get(name));
		else omitted.push(name);
	}
	// If the schema has only one field, n8n stores it as the field to match for every operation.
	const isMatched = parameters.text('operation') === 'upsert' && Array.isArray(mapper.matchingColumns);
	const [key] = isMatched ? (mapper.matchingColumns as unknown[]).map(textOf).filter((name) => name !== '') : [];
	const matched = key === undefined ? undefined : { key, value: keyValue(fields[key], key, key) };
	if (key !== undefined) delete fields[key];
	const required = isAutomatic ? [] : [...schema.values()].filter((field) => field.required && !field.removed);
	return { fields, types: typesOf(schema, document), omitted, required, ...(matched ? { matched } : {}) };
};

type Shape = NonNullable<ResourceMapperField['type']>;

const SHAPES: Readonly<Record<FieldType, Shape>> = {
	integer: 'number',
	decimal: 'number',
	dateTime: 'dateTime',
	flag: 'boolean',
	text: 'string',
};

const typeOf = (name: string, schema: ReadonlyMap<string, SchemaField>, { table }: DocumentRef): Shape => {
	const known = table.fields.find((field) => field.name === name);
	return (
		schema.get(name)?.type ?? (known ? SHAPES[known.type] : table.subTables.some((subTable) => subTable.name === name) ? 'array' : 'string')
	);
};

/** Whether the field keeps JSON as text; see {@link parsedValue}. */
const isText = (name: string, type: Shape, { table }: DocumentRef): boolean => {
	const known = table.fields.find((field) => field.name === name);
	return type === 'string' && (known === undefined || isTextField(known));
};

const TYPES: Readonly<Partial<Record<Shape, FieldType>>> = { boolean: 'flag', dateTime: 'dateTime' };

/** The date and flag fields that have a different type in the catalog or are missing from it. */
const typesOf = (schema: ReadonlyMap<string, SchemaField>, { table }: DocumentRef): Field[] =>
	[...schema.values()].flatMap(({ id, type }): Field[] => {
		const fieldType = type === undefined ? undefined : TYPES[type];
		return fieldType === undefined || table.fields.some((field) => field.name === id && field.type === fieldType)
			? []
			: [{ name: id, label: id, type: fieldType }];
	});

const YES = /^(y|yes|true|on|1)$/i;
const NO = /^(n|no|false|off|0)$/i;

/** The value, converted to the type of its field. An empty string clears the field unless it is a text field. */
const converted = (value: unknown, name: string, type: Shape, { options, multiSelect = false }: Partial<SchemaField> = {}): unknown => {
	if (value === null || (value === '' && type !== 'string')) return null;
	switch (type) {
		case 'number':
			return numberOf(value, name);
		case 'boolean':
			return flagOf(value);
		case 'array':
			return multiSelect ? choicesOf(value, name) : rowsOf(value, name);
		// An expression can return the number of a choice as a string.
		case 'options':
			return options?.find((option) => String(option.value) === textOf(value))?.value ?? value;
		default:
			return value;
	}
};

/** A number that would lose digits stays text ({@link exactNumber}). An object is not converted, because it can be the key of a look-up. */
const numberOf = (value: unknown, name: string): unknown => {
	if (typeof value === 'number' || typeof value === 'object') return value;
	const text = textOf(value);
	if (typeof value === 'string' && /^[-+]?[0-9]+(\.[0-9]+)?$/.test(text)) return exactNumber(text) ?? text;
	throw new InputError({
		field: name,
		message: `'${name}' must be a number, got ${JSON.stringify(value)}`,
		hint: 'Enter a number such as 12 or 12.5, without a unit or thousands separators',
	});
};

const flagOf = (value: unknown): unknown => {
	if (typeof value === 'boolean') return value;
	const text = textOf(value);
	return YES.test(text) ? 'Y' : NO.test(text) ? 'N' : value;
};

/** The options of a multi-select drop-down: a list, a list as JSON, or a single option. */
const choicesOf = (value: unknown, name: string): unknown[] => {
	if (Array.isArray(value)) return value;
	if (typeof value !== 'string' || !value.trim().startsWith('[')) return [value];
	const choices = parseJson(value, name, name);
	return Array.isArray(choices) ? choices : [value];
};

const rowsOf = (value: unknown, name: string): unknown => {
	const rows = parseJson(value, name, name);
	if (Array.isArray(rows) && rows.every(isRow)) return rows;
	throw new InputError({
		field: name,
		message: `'${name}' must be a list of rows`,
		hint: `Enter it as [{"field": "value"}], or use 'Sub-Table Rows'`,
	});
};
