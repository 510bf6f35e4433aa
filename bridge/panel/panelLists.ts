/** Lists of fields and sub-tables in the editor, from the site's definition. */
import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { isSendable, type DefinedField, type DefinedTable } from '../../core/definition';
import { fieldValue, kindOfType, type FieldKind } from '../properties/fieldKinds';
import { getFieldRecords, listedDocument } from './fieldSearch';
import { BY_KEYS, FIND_BY } from '../properties/modes';
import { ANY_DOCUMENT } from '../properties/panelResources';
import { rowsOf, textOf } from '../run/params';
import { panelDocument, panelText } from './panelDocument';
import type { ChosenDocument } from '../run/recordInput';
import { siteTable, type SiteTable } from './schema';

type Load = (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>;

type Named = Pick<DefinedField, 'name' | 'label'>;

/** The editor cuts off longer labels. */
const MAX_LABEL_LENGTH = 30;

/**
 * `Description (wo_desc)`: the system's label, and the name for expressions and JSON. The name is omitted if the two together would be too
 * long.
 */
export const fieldLabel = ({ name, label }: Named, suffix = ''): string => {
	const full = label === name ? name : `${label} (${name})`;
	return `${full.length + suffix.length > MAX_LABEL_LENGTH ? label : full}${suffix}`;
};

/** A list entry for a field or a table. Its description is the name if the label does not contain it. */
const entryOf = (named: Named, prefix = ''): INodePropertyOptions => {
	const label = fieldLabel(named);
	return { name: `${prefix}${label}`, value: named.name, ...(label.includes(named.name) ? {} : { description: named.name }) };
};

const byName = (one: { readonly name: string }, other: { readonly name: string }): number => one.name.localeCompare(other.name, 'en');

/** The first entry of a list if the site's definition could not be read. */
const noticeOption = (notice: string): INodePropertyOptions => ({
	name: '[Default Fields: Site Definition Not Read]',
	value: '',
	description: notice,
});

type OptionsOf = (table: DefinedTable) => INodePropertyOptions[];

/** The entries of all groups, sorted by name within each group. */
const listed = ({ table, notice }: SiteTable, groups: readonly OptionsOf[]): INodePropertyOptions[] => [
	...(notice === undefined ? [] : [noticeOption(notice)]),
	...(table === undefined ? [] : groups.flatMap((optionsOf) => optionsOf(table).sort(byName))),
];

/** The table of a record or, for a query, the table of the list, because a list can have different fields. */
const tableFor = async (
	context: ILoadOptionsFunctions,
	purpose: 'record' | 'list' | 'response',
	{ ref, entry }: ChosenDocument,
): Promise<SiteTable> => {
	const isList =
		purpose === 'list' ||
		(purpose === 'response' &&
			(['getChanged', 'getMany'].includes(panelText(context, 'operation') ?? '') || panelText(context, FIND_BY) === BY_KEYS));
	const found = await siteTable(context, { name: isList ? (ref.list ?? ref.name) : ref.name, entry });
	// Not every site has definitions of its lists.
	return isList && found.notice !== undefined && ref.list !== undefined ? await siteTable(context, { name: ref.name, entry }) : found;
};

const loadFrom = (purpose: 'record' | 'list' | 'response', ...groups: readonly OptionsOf[]): Load =>
	async function () {
		const document = panelDocument(this);
		return document === undefined ? [] : listed(await tableFor(this, purpose, document), groups);
	};

/** The kind of a field. A look-up whose records cannot be listed has the kind of its type. */
const kindOf = ({ type, lookup }: DefinedField): FieldKind =>
	lookup !== undefined && listedDocument(lookup) !== undefined ? 'lookUp' : kindOfType(type);

const fieldOption = (field: DefinedField): INodePropertyOptions => entryOf(field);

/** Fields that a body can contain. */
export const getFieldsToSend = loadFrom('record', (table) => table.fields.filter((field) => isSendable(field, table)).map(fieldOption));
/** Fields that a body can contain and that refer to a searchable document. */
export const getFieldsToSearch = loadFrom('record', (table) =>
	table.fields
		.filter((field) => isSendable(field, table) && field.lookup !== undefined && listedDocument(field.lookup) !== undefined)
		.map(fieldOption),
);
/** Fields of a list, for the sort rules and the output of the list. */
export const getFieldsToFind = loadFrom('list', (table) => table.fields.map(fieldOption));
/** Fields for conditions, with their kind. */
export const getFieldsToMatch = loadFrom('list', (table) =>
	table.fields.map((field) => ({ ...fieldOption(field), value: fieldValue(field.name, kindOf(field)) })),
);
/** Fields that a response can contain. */
export const getFieldsToReturn = loadFrom('response', (table) => table.fields.map(fieldOption));

/** All sub-tables at any level, each with the labels of its parents. */
const allSubTables = (
	{ subTables }: DefinedTable,
	parents: readonly string[] = [],
): { readonly table: DefinedTable; readonly parents: readonly string[] }[] =>
	subTables.flatMap((table) => [{ table, parents }, ...allSubTables(table, [...parents, table.label])]);

const getSubTables = loadFrom('record', (root) =>
	allSubTables(root).map(({ table, parents }) => ({
		...entryOf(table),
		...(parents.length === 0 ? {} : { description: `Sub-table of ${parents.join(', ')}` }),
	})),
);

/** The sub-tables whose rows can be sent with a record. */
export const getSubTablesToSend = loadFrom('record', (root) => root.subTables.map((table) => entryOf(table)));

/** The default entry: a run uses the key of the sub-table in the catalog. */
const ownKey: OptionsOf = () => [{ name: '[Key of the Sub-Table]', value: '', description: 'The key of the rows on your site' }];

const getRowKeys = loadFrom('record', ownKey, (root) => {
	const keys = allSubTables(root).flatMap(({ table }) => (table.key === undefined ? [] : [{ table, key: table.key }]));
	return [
		...new Map(
			keys.map(({ table, key }) => [
				key,
				{
					...entryOf({ name: key, label: table.fields.find(({ name }) => name === key)?.label ?? key }),
					description: table.label,
				},
			]),
		).values(),
	];
});

/** The index of the row in the path of a parameter, such as `parameters.rows.row[0].cells.cell[1].fieldName`. */
const ROW = /\brows\.row\[(\d+)\]/;

/**
 * The sub-table of the row that the user is editing. n8n's public functions only return sibling parameters, and the sub-table is one level
 * above, so the row is taken from the path in n8n's context. Without a path, all chosen sub-tables are returned.
 */
const chosenSubTables = (context: ILoadOptionsFunctions): ReadonlySet<string> => {
	const { rows } = (context.getCurrentNodeParameters() ?? {}) as { rows?: unknown };
	const all = rowsOf(rows, 'row').map(({ subTable }) => textOf(subTable));
	const index = ROW.exec((context as { path?: string }).path ?? '')?.[1];
	const own = index === undefined ? all : all.slice(Number(index), Number(index) + 1);
	return new Set(own.filter((name) => name !== ''));
};

/** The fields of the chosen sub-table; until one is chosen, the fields of all sub-tables, each with the label of its sub-table. */
export async function getRowFields(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const chosen = chosenSubTables(this);
	return await loadFrom('record', (root) => {
		const tables = chosen.size === 0 ? root.subTables : root.subTables.filter(({ name }) => chosen.has(name));
		return tables.flatMap((table) =>
			table.fields
				.filter((field) => isSendable(field, table))
				.map((field) => ({
					...entryOf(field, tables.length === 1 ? '' : `${table.label}: `),
					value: `${table.name}.${field.name}`,
				})),
		);
	}).call(this);
}

/** The table that request bodies contain. */
const getTable = loadFrom('record', (table) => [entryOf(table)]);

const keyNames = ({ key, alternateKeys }: DefinedTable): string[] => [...(key === undefined ? [] : [key]), ...alternateKeys];
const keyOptions: OptionsOf = (table) =>
	keyNames(table).map((name) => entryOf(table.fields.find((field) => field.name === name) ?? { name, label: name }));

/** The fields by which a record of any document can be addressed. */
export const getKeys = loadFrom('record', keyOptions);

/** A default as an entry, so that n8n does not mark an empty parameter as invalid. */
const emptyEntry = (name: string, description: string): INodePropertyOptions => ({ name: `[${name}]`, value: '', description });

/** The default entry. Any Document does not have this entry, because the key of such a document is unknown. */
const documentKey: OptionsOf = ({ key }) =>
	key === undefined ? [] : [emptyEntry(`Key of the Document: ${key}`, 'The key that identifies a record')];

/** {@link getKeys} with the default entry, for documents whose key is known. */
const getKeysOrDefault = loadFrom('record', documentKey, keyOptions);

/** For Any Document: the field of the body that contains the key of the record. */
const getPrimaryKeys = loadFrom('record', () => [emptyEntry('Same as Key Field', 'The key field is the primary key')], keyOptions);

/** The key fields that a column of a file can contain to identify a record. */
const getImportKeys = loadFrom(
	'record',
	() => [emptyEntry('First Key in the Row', 'The record number or, in a row without one, the next key, such as the external key')],
	keyOptions,
);

/** The fields to which a column of a file can be assigned. Unlike the fields of a body, they include the key of the record. */
const getFieldsToImport = loadFrom(
	'record',
	() => [emptyEntry('Ignore Column', 'The column is not sent')],
	(table) => table.fields.filter((field) => isSendable(field, table) || keyNames(table).includes(field.name)).map(fieldOption),
	({ subTables }) => subTables.map((table) => ({ ...entryOf(table), description: `Rows as JSON (${table.name})` })),
);

/** The fields by which records can be looked up: keys first, because they identify records. */
async function getFieldsToLookUp(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const isKnown = panelText(this, 'resource') !== ANY_DOCUMENT;
	const others: OptionsOf = (table) => table.fields.filter(({ name }) => !keyNames(table).includes(name)).map(fieldOption);
	return await loadFrom('list', ...(isKnown ? [documentKey] : []), keyOptions, others).call(this);
}

const ofType =
	(...types: readonly DefinedField['type'][]): OptionsOf =>
	({ fields }) =>
		fields.filter(({ type }) => types.includes(type)).map(fieldOption);

/** The default entry: each run determines the field from the document. */
const defaultField: OptionsOf = () => [
	{
		name: '[Default Field]',
		value: '',
		description: 'Watches date_added for new records, or a numeric key if there is no such date. Watches date_changed for changed records.',
	},
];

/** Fields whose value can increase with every new or changed record: dates first, then numbers. */
export const getFieldsToWatch = loadFrom('list', defaultField, ofType('dateTime'), ofType('integer', 'decimal'));

/** The fields of several tables, without duplicates. */
export const fieldsIn = (tables: readonly SiteTable[]): INodePropertyOptions[] => {
	const options = tables.flatMap((found) => listed(found, [({ fields }) => fields.map(fieldOption)]));
	const unique = [...new Map(options.map((option) => [option.value, option])).values()];
	return [...unique.filter(({ value }) => value === ''), ...unique.filter(({ value }) => value !== '').sort(byName)];
};

export const loadOptions = {
	getFieldRecords,
	getFieldsToFind,
	getFieldsToImport,
	getFieldsToLookUp,
	getFieldsToMatch,
	getFieldsToReturn,
	getFieldsToSearch,
	getFieldsToSend,
	getFieldsToWatch,
	getImportKeys,
	getKeys,
	getKeysOrDefault,
	getPrimaryKeys,
	getRowFields,
	getRowKeys,
	getSubTables,
	getSubTablesToSend,
	getTable,
};
