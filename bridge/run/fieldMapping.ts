/** Reads what n8n's mapper holds: the fields that were chosen, or those of the input item that the document has. */
import type { ResourceMapperField } from 'n8n-workflow';

import { InputError } from '../../core/model/inputError';
import type { Field, FieldType } from '../../core/catalog';
import type { DocumentRef } from '../../core/operations';
import type { KeyValue, Row } from '../../core/model/terms';
import { exactNumber } from '../../core/wire/values';
import { NOTICE_FIELDS } from '../panel/mappedFields';
import { isRow, parseJson, textOf, type ItemParameters } from './params';
import { keyValue } from './recordInput';
import { isTextField, parsedValue } from './typedJson';

/** The name of the mapper in the panel. */
export const MAPPER = 'columns';

export interface Mapping {
	/** The record to send; a null empties its field. */
	readonly fields: Row;
	/** The types of fields that the catalogue does not know, or knows otherwise. */
	readonly types: readonly Field[];
	/** The field to look the record up by; undefined where none was chosen. */
	readonly matched?: { readonly key: string; readonly value: KeyValue };
	/** What was given and is no field of the document any more, or none that it takes. */
	readonly leftOut: readonly string[];
}

type SchemaField = Pick<ResourceMapperField, 'id' | 'type' | 'removed' | 'options'> & { readonly several?: boolean };

const isSchemaField = (value: unknown): value is SchemaField => isRow(value) && typeof value.id === 'string';

interface Given {
	readonly name: string;
	readonly value: unknown;
}

/** Fields that were added in the panel. What nobody filled in stands as null there; an expression that gives null empties the field. */
const chosen = (parameters: ItemParameters, schema: ReadonlyMap<string, SchemaField>): Given[] => {
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

const ofItem = (item: Row): Given[] =>
	Object.entries(item)
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => ({ name, value }));

/** Whether the document takes the field: by what the panel had read, else by the catalogue; of an unknown document nobody can say. */
const isTaken = (name: string, schema: ReadonlyMap<string, SchemaField>, { table }: DocumentRef): boolean => {
	if (schema.size > 0) return schema.has(name);
	if (table.fields.length === 0) return true;
	return table.fields.some((field) => field.name === name && !field.readOnly) || table.subTables.some((subTable) => subTable.name === name);
};

/**
 * Reads the mapper for one item; `item` is its JSON, for «Map Automatically».
 *
 * Throws {@link InputError} for a value that cannot be of the type of its field.
 */
export const readMapping = (parameters: ItemParameters, document: DocumentRef, item: Row): Mapping => {
	const raw = parameters.raw(MAPPER);
	const mapper = isRow(raw) ? raw : {};
	const schema = new Map(
		(Array.isArray(mapper.schema) ? mapper.schema : [])
			.filter(isSchemaField)
			.filter(({ id }) => !NOTICE_FIELDS.includes(id))
			.map((field) => [field.id, field]),
	);
	const given = mapper.mappingMode === 'autoMapInputData' ? ofItem(item) : chosen(parameters, schema);
	const fields: Row = {};
	const leftOut: string[] = [];
	for (const { name, value } of given) {
		const type = typeOf(name, schema, document);
		if (isTaken(name, schema, document))
			fields[name] = converted(isText(name, type, document) ? value : parsedValue(value), name, type, schema.get(name));
		else leftOut.push(name);
	}
	const [key] = Array.isArray(mapper.matchingColumns) ? mapper.matchingColumns.map(textOf).filter((name) => name !== '') : [];
	const matched = key === undefined ? undefined : { key, value: keyValue(fields[key], key, key) };
	if (key !== undefined) delete fields[key];
	return { fields, types: typesOf(schema, document), leftOut, ...(matched ? { matched } : {}) };
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

/** What the composing of a body has to know beside the catalogue: which fields are dates and flags. */
const typesOf = (schema: ReadonlyMap<string, SchemaField>, { table }: DocumentRef): Field[] =>
	[...schema.values()].flatMap(({ id, type }): Field[] => {
		const meant = type === undefined ? undefined : TYPES[type];
		return meant === undefined || table.fields.some((field) => field.name === id && field.type === meant)
			? []
			: [{ name: id, label: id, type: meant }];
	});

const YES = /^(y|yes|true|on|1)$/i;
const NO = /^(n|no|false|off|0)$/i;

/** A value as its field takes it. An empty text empties what is no text. */
const converted = (value: unknown, name: string, type: Shape, { options, several = false }: Partial<SchemaField> = {}): unknown => {
	if (value === null || (value === '' && type !== 'string')) return null;
	switch (type) {
		case 'number':
			return numberOf(value, name);
		case 'boolean':
			return flagOf(value);
		case 'array':
			return several ? choicesOf(value, name) : rowsOf(value, name);
		// An expression may give the number of a choice as text.
		case 'options':
			return options?.find((option) => String(option.value) === textOf(value))?.value ?? value;
		default:
			return value;
	}
};

/** Digits that do not survive the round trip through a number stay text ({@link exactNumber}). A look-up can also be an object with a key. */
const numberOf = (value: unknown, name: string): unknown => {
	if (typeof value === 'number' || typeof value === 'object') return value;
	const text = textOf(value);
	if (typeof value === 'string' && /^[-+]?[0-9]+(\.[0-9]+)?$/.test(text)) return exactNumber(text) ?? text;
	throw new InputError({
		field: name,
		message: `'${name}' must be a number, got ${JSON.stringify(value)}`,
		hint: 'Enter a number such as 12 or 12.5, without a unit and thousands separators',
	});
};

const flagOf = (value: unknown): unknown => {
	if (typeof value === 'boolean') return value;
	const text = textOf(value);
	return YES.test(text) ? 'Y' : NO.test(text) ? 'N' : value;
};

/** The options of a multi-select drop-down: a list, as JSON too, or a single option. */
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
