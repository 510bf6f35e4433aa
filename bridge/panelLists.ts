/** What the panel of the generic node offers to choose from: fields and sub-tables, from the definition of the site. */
import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { isSendable, type DefinedField, type DefinedTable } from '../core/definition';
import { panelDocument, panelText } from './panelDocument';
import { siteTable, type SiteTable } from './schema';

type Load = (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>;

/** «Description (wo_desc)»: the words of the system, and the name that an expression or JSON takes. */
export const fieldLabel = ({ name, label }: Pick<DefinedField, 'name' | 'label'>): string => (label === name ? name : `${label} (${name})`);

const byName = (one: { readonly name: string }, other: { readonly name: string }): number => one.name.localeCompare(other.name, 'en');

/** What stands in place of the definition of the site, as the first thing of a list. */
const noticeOption = (notice: string): INodePropertyOptions => ({ name: '[Known Fields Only: The Definition of the Site Was Not Read]', value: '', description: notice });

const listed = ({ table, notice }: SiteTable, optionsOf: (table: DefinedTable) => INodePropertyOptions[]): INodePropertyOptions[] => [
	...(notice === undefined ? [] : [noticeOption(notice)]),
	...(table === undefined ? [] : optionsOf(table).sort(byName)),
];

/** The table of a record, or of a row of the list where the document has one: a query names the fields of the list. */
const loadFrom = (purpose: 'record' | 'list' | 'answer', optionsOf: (table: DefinedTable) => INodePropertyOptions[]): Load =>
	async function () {
		const document = panelDocument(this);
		if (document === undefined) return [];
		const { ref, entry } = document;
		const isList = purpose === 'list' || (purpose === 'answer' && panelText(this, 'operation') === 'getMany');
		const found = await siteTable(this, { name: isList ? (ref.list ?? ref.name) : ref.name, entry });
		// Not every site defines its lists apart.
		if (isList && found.notice !== undefined && ref.list !== undefined) return listed(await siteTable(this, { name: ref.name, entry }), optionsOf);
		return listed(found, optionsOf);
	};

const fieldOption = (field: DefinedField): INodePropertyOptions => ({ name: fieldLabel(field), value: field.name });

/** Fields that a body can hold. */
export const getFieldsToSend = loadFrom('record', (table) => table.fields.filter((field) => isSendable(field, table)).map(fieldOption));
/** Fields that a query or sort rule can name. */
export const getFieldsToFind = loadFrom('list', (table) => table.fields.map(fieldOption));
/** Fields that an answer can hold. */
export const getFieldsToReturn = loadFrom('answer', (table) => table.fields.map(fieldOption));

/** All sub-tables, those of sub-tables too, each with the way to it. */
const below = ({ subTables }: DefinedTable, way: readonly string[] = []): { readonly table: DefinedTable; readonly way: readonly string[] }[] =>
	subTables.flatMap((table) => [{ table, way }, ...below(table, [...way, table.label])]);

export const getSubTables = loadFrom('record', (root) => below(root).map(({ table, way }) => ({ name: fieldLabel(table), value: table.name, ...(way.length === 0 ? {} : { description: `Below ${way.join(', ')}` }) })));

/** The sub-tables whose rows a record can be sent with. */
export const getSubTablesToSend = loadFrom('record', (root) => root.subTables.map((table) => ({ name: fieldLabel(table), value: table.name })));

export const getRowKeys = loadFrom('record', (root) => {
	const keys = below(root).flatMap(({ table }) => (table.key === undefined ? [] : [{ table, key: table.key }]));
	return [...new Map(keys.map(({ table, key }) => [key, { name: fieldLabel({ name: key, label: table.fields.find(({ name }) => name === key)?.label ?? key }), value: key, description: table.label }])).values()];
});

/** The fields of rows, with the sub-table in front of each, since the panel cannot tell one row from another. */
export const getRowFields = loadFrom('record', (root) =>
	root.subTables.flatMap((table) => table.fields.filter((field) => isSendable(field, table)).map((field) => ({ name: `${table.label}: ${fieldLabel(field)}`, value: `${table.name}.${field.name}` }))));

/** The table of any document, which its bodies name. */
export const getTable = loadFrom('record', (table) => [{ name: fieldLabel(table), value: table.name }]);
/** The fields by which a record of any document can be addressed. */
export const getKeys = loadFrom('record', (table) => [...(table.key === undefined ? [] : [table.key]), ...table.alternateKeys].map((key) => ({ name: fieldLabel(table.fields.find(({ name }) => name === key) ?? { name: key, label: key }), value: key })));

export const loadOptions = { getFieldsToFind, getFieldsToReturn, getFieldsToSend, getKeys, getRowFields, getRowKeys, getSubTables, getSubTablesToSend, getTable };
