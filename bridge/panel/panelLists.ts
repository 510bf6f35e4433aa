/** What the panel of the generic node offers to choose from: fields and sub-tables, from the definition of the site. */
import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { isSendable, type DefinedField, type DefinedTable } from '../../core/definition';
import { fieldValue, kindOfType, type FieldKind } from '../properties/fieldKinds';
import { getFieldRecords, listedDocument } from './fieldSearch';
import { ANY_DOCUMENT } from '../properties/resource';
import { rowsOf, textOf } from '../run/params';
import { panelDocument, panelText } from './panelDocument';
import type { ChosenDocument } from '../run/recordInput';
import { siteTable, type SiteTable } from './schema';

type Load = (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>;

/** «Description (wo_desc)»: the words of the system, and the name that an expression or JSON takes. */
export const fieldLabel = ({ name, label }: Pick<DefinedField, 'name' | 'label'>): string => (label === name ? name : `${label} (${name})`);

const byName = (one: { readonly name: string }, other: { readonly name: string }): number => one.name.localeCompare(other.name, 'en');

/** What stands in place of the definition of the site, as the first thing of a list. */
const noticeOption = (notice: string): INodePropertyOptions => ({
	name: '[Usual Fields Only: Definition of the Site Not Read]',
	value: '',
	description: notice,
});

type OptionsOf = (table: DefinedTable) => INodePropertyOptions[];

/** Group by group, each by its names. */
const listed = ({ table, notice }: SiteTable, groups: readonly OptionsOf[]): INodePropertyOptions[] => [
	...(notice === undefined ? [] : [noticeOption(notice)]),
	...(table === undefined ? [] : groups.flatMap((optionsOf) => optionsOf(table).sort(byName))),
];

/** The table of a record, or of a row of the list where the document has one: a query names the fields of the list. */
const tableFor = async (
	context: ILoadOptionsFunctions,
	purpose: 'record' | 'list' | 'answer',
	{ ref, entry }: ChosenDocument,
): Promise<SiteTable> => {
	const isList = purpose === 'list' || (purpose === 'answer' && ['getMany', 'lookUp'].includes(panelText(context, 'operation') ?? ''));
	const found = await siteTable(context, { name: isList ? (ref.list ?? ref.name) : ref.name, entry });
	// Not every site defines its lists apart.
	return isList && found.notice !== undefined && ref.list !== undefined ? await siteTable(context, { name: ref.name, entry }) : found;
};

const loadFrom = (purpose: 'record' | 'list' | 'answer', ...groups: readonly OptionsOf[]): Load =>
	async function () {
		const document = panelDocument(this);
		return document === undefined ? [] : listed(await tableFor(this, purpose, document), groups);
	};

/** The kind of a field; a look-up whose records cannot be listed is one of its type. */
const kindOf = ({ type, lookup }: DefinedField): FieldKind =>
	lookup !== undefined && listedDocument(lookup) !== undefined ? 'lookUp' : kindOfType(type);

const fieldOption = (field: DefinedField): INodePropertyOptions => ({ name: fieldLabel(field), value: field.name });

/** Fields that a body can hold. */
export const getFieldsToSend = loadFrom('record', (table) => table.fields.filter((field) => isSendable(field, table)).map(fieldOption));
/** Fields that a body can hold and that name a record of a document whose records can be searched. */
export const getFieldsToSearch = loadFrom('record', (table) =>
	table.fields
		.filter((field) => isSendable(field, table) && field.lookup !== undefined && listedDocument(field.lookup) !== undefined)
		.map(fieldOption),
);
/** Fields that a sort rule or the output of a list can name. */
export const getFieldsToFind = loadFrom('list', (table) => table.fields.map(fieldOption));
/** Fields that a condition can name, with their kind. */
export const getFieldsToMatch = loadFrom('list', (table) =>
	table.fields.map((field) => ({ ...fieldOption(field), value: fieldValue(field.name, kindOf(field)) })),
);
/** Fields that an answer can hold. */
export const getFieldsToReturn = loadFrom('answer', (table) => table.fields.map(fieldOption));

/** All sub-tables, those of sub-tables too, each with the way to it. */
const below = (
	{ subTables }: DefinedTable,
	way: readonly string[] = [],
): { readonly table: DefinedTable; readonly way: readonly string[] }[] =>
	subTables.flatMap((table) => [{ table, way }, ...below(table, [...way, table.label])]);

const getSubTables = loadFrom('record', (root) =>
	below(root).map(({ table, way }) => ({
		name: fieldLabel(table),
		value: table.name,
		...(way.length === 0 ? {} : { description: `Below ${way.join(', ')}` }),
	})),
);

/** The sub-tables whose rows a record can be sent with. */
export const getSubTablesToSend = loadFrom('record', (root) =>
	root.subTables.map((table) => ({ name: fieldLabel(table), value: table.name })),
);

/** Most rows are found by the key of their sub-table, which a run knows as well as the panel does. */
const ownKey: OptionsOf = () => [{ name: '[Key of the Sub-Table]', value: '', description: 'The key that its rows have on the site' }];

const getRowKeys = loadFrom('record', ownKey, (root) => {
	const keys = below(root).flatMap(({ table }) => (table.key === undefined ? [] : [{ table, key: table.key }]));
	return [
		...new Map(
			keys.map(({ table, key }) => [
				key,
				{
					name: fieldLabel({ name: key, label: table.fields.find(({ name }) => name === key)?.label ?? key }),
					value: key,
					description: table.label,
				},
			]),
		).values(),
	];
});

/** The place of a parameter in a list method, such as `parameters.rows.row[0].cells.cell[1].fieldName`. */
const ROW = /\brows\.row\[(\d+)\]/;

/**
 * The sub-tables whose fields the row editor offers: that of its own row. n8n's public functions lead only to parameters beside the list,
 * and the sub-table is one level above, so the place comes from a property of n8n's context; without it, every chosen sub-table counts.
 */
const chosenSubTables = (context: ILoadOptionsFunctions): ReadonlySet<string> => {
	const { rows } = (context.getCurrentNodeParameters() ?? {}) as { rows?: unknown };
	const all = rowsOf(rows, 'row').map(({ subTable }) => textOf(subTable));
	const index = ROW.exec((context as { path?: string }).path ?? '')?.[1];
	const own = index === undefined ? all : all.slice(Number(index), Number(index) + 1);
	return new Set(own.filter((name) => name !== ''));
};

/** The fields of a row of the chosen sub-table; of every sub-table until one is chosen, each after the name of its sub-table. */
export async function getRowFields(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const chosen = chosenSubTables(this);
	return await loadFrom('record', (root) => {
		const tables = chosen.size === 0 ? root.subTables : root.subTables.filter(({ name }) => chosen.has(name));
		return tables.flatMap((table) =>
			table.fields
				.filter((field) => isSendable(field, table))
				.map((field) => ({
					name: tables.length === 1 ? fieldLabel(field) : `${table.label}: ${fieldLabel(field)}`,
					value: `${table.name}.${field.name}`,
				})),
		);
	}).call(this);
}

/** The table of any document, which its bodies name. */
const getTable = loadFrom('record', (table) => [{ name: fieldLabel(table), value: table.name }]);

const keyNames = ({ key, alternateKeys }: DefinedTable): string[] => [...(key === undefined ? [] : [key]), ...alternateKeys];
const keyOptions: OptionsOf = (table) =>
	keyNames(table).map((name) => ({
		name: fieldLabel(table.fields.find((field) => field.name === name) ?? { name, label: name }),
		value: name,
	}));

/** The fields by which a record of any document can be addressed. */
export const getKeys = loadFrom('record', keyOptions);

/** The default of Look Up as an entry, so that n8n does not mark it as missing. Any Document has no key that a run knows. */
const documentKey: OptionsOf = ({ key }) =>
	key === undefined ? [] : [{ name: `[Key of the Document: ${key}]`, value: '', description: 'The key that identifies a record' }];

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

/** Which one that is for a document, a poll knows by itself. */
const usualField: OptionsOf = () => [
	{
		name: '[Usual Field]',
		value: '',
		description: 'The date of adding for new, the date of changing for changed records; the key where the document has no such date',
	},
];

/** Fields that can grow with every new or changed record: dates first, then numbers. */
export const getFieldsToWatch = loadFrom('list', usualField, ofType('dateTime'), ofType('integer', 'decimal'));

/** The fields of several tables, each once. */
export const fieldsIn = (tables: readonly SiteTable[]): INodePropertyOptions[] => {
	const options = tables.flatMap((found) => listed(found, [({ fields }) => fields.map(fieldOption)]));
	const once = [...new Map(options.map((option) => [option.value, option])).values()];
	return [...once.filter(({ value }) => value === ''), ...once.filter(({ value }) => value !== '').sort(byName)];
};

export const loadOptions = {
	getFieldRecords,
	getFieldsToFind,
	getFieldsToLookUp,
	getFieldsToMatch,
	getFieldsToReturn,
	getFieldsToSearch,
	getFieldsToSend,
	getKeys,
	getRowFields,
	getRowKeys,
	getSubTables,
	getSubTablesToSend,
	getTable,
};
