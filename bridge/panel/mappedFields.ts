/** The fields of a document as n8n's mapper shows them. */
import type { FieldType, ILoadOptionsFunctions, INodePropertyOptions, ResourceMapperField, ResourceMapperFields } from 'n8n-workflow';

import type { Lookup } from '../../core/catalog';
import { isSendable, type DefinedField, type DefinedTable } from '../../core/definition';
import { listedDocument } from './fieldSearch';
import { lookupRecords, type Choices } from './lookupRecords';
import { panelDocument, panelText } from './panelDocument';
import type { ChosenDocument } from '../run/recordInput';
import { fieldLabel } from './panelLists';
import { typed } from '../run/recordInput';
import { hasCredential, siteTable } from './schema';

/** A list of more records is not offered: n8n's mapper cannot search, and a part of the list would shut out the rest. */
const MOST_CHOICES = 200;

/** Fields of the mapper that tell something; they are never sent. */
export const NOTICE_FIELDS: readonly string[] = ['definition_notice', 'search_notice'];

const TYPES: Readonly<Record<DefinedField['type'], FieldType>> = {
	integer: 'number',
	decimal: 'number',
	text: 'string',
	dateTime: 'dateTime',
	flag: 'boolean',
};

/** The records of a look-up if they are few; undefined if the site does not return them. */
const fewRecords = async (context: ILoadOptionsFunctions, lookup: Lookup): Promise<Choices['records'] | 'many' | undefined> => {
	const entry = listedDocument(lookup);
	if (entry === undefined) return undefined;
	try {
		const { isComplete, records } = await lookupRecords(context, entry, MOST_CHOICES);
		return isComplete ? records : 'many';
	} catch {
		return undefined; // The field stays one to type in: a look-up that cannot be read must not hide the other fields.
	}
};

/**
 * The records of a look-up as choices of one type, that of the field: n8n marks a stored value as invalid if the types are mixed. The same
 * record can be a number in one document and text in another. A number field cannot refer to a code such as `010`, since as a number it would
 * name another record, so that code is not offered.
 */
const choicesFor = (field: DefinedField, records: readonly { readonly name: string; readonly value: string }[]): INodePropertyOptions[] => {
	const type = TYPES[field.type] === 'number' ? 'number' : 'string';
	return records
		.map(({ name, value }) => ({ name, value: typed(value, field) as string | number }))
		.filter(({ value }) => typeof value === type);
};

const optionsOf = async (
	context: ILoadOptionsFunctions,
	isConnected: boolean,
	field: DefinedField,
): Promise<INodePropertyOptions[] | 'many' | undefined> => {
	if (field.choices !== undefined) return field.choices.map((choice) => ({ name: choice, value: choice }));
	const records = field.lookup && isConnected ? await fewRecords(context, field.lookup) : undefined;
	if (records === 'many') return records;
	return records && choicesFor(field, records);
};

interface Matching {
	readonly keys: readonly string[];
	readonly first?: string;
}

/**
 * The mapper begins with what a record needs, and the key by which it is looked up; all else is added.
 * n8n would not let a node run whose required field stands in another place.
 */
const isShown = (field: DefinedField, choice: INodePropertyOptions[] | 'many' | undefined, first: string | undefined): boolean =>
	(field.required === true && choice !== 'many') || field.name === first;

/** How to enter the options of a multi-select drop-down: n8n's mapper has no input for several choices. */
const severalMark = (choice: INodePropertyOptions[] | 'many' | undefined): string => {
	const choices = Array.isArray(choice) ? choice.map(({ value }) => String(value)) : [];
	return choices.length === 0 ? ': list such as ["A", "B"]' : `: list of ${choices.map((each) => JSON.stringify(each)).join(', ')}`;
};

/** What follows the name of a field. */
const markOf = ({ several }: DefinedField, choice: INodePropertyOptions[] | 'many' | undefined, isKey: boolean): string =>
	several ? severalMark(choice) : choice === 'many' ? ": or choose it in 'Fields by Search'" : isKey ? ': key' : '';

const mapperField = (
	field: DefinedField,
	choice: INodePropertyOptions[] | 'many' | undefined,
	{ keys, first }: Matching,
	isKey: boolean,
): ResourceMapperField => ({
	id: field.name,
	displayName: `${fieldLabel(field)}${markOf(field, choice, isKey)}`,
	...(field.several
		? // Stored with the field, so that a run tells a list of options from rows.
			{ type: 'array' as const, several: true }
		: Array.isArray(choice) && choice.length > 0
			? { type: 'options' as const, options: choice }
			: { type: TYPES[field.type] }),
	required: isShown(field, choice, first),
	display: true,
	defaultMatch: field.name === first,
	canBeUsedToMatch: keys.includes(field.name),
	removed: !isShown(field, choice, first),
});

const rowsField = ({ name, label }: DefinedTable): ResourceMapperField => ({
	id: name,
	displayName: `${fieldLabel({ name, label })}: rows as a list of objects`,
	type: 'array',
	required: false,
	display: true,
	defaultMatch: false,
	canBeUsedToMatch: false,
	removed: true,
});

/** A line that is read and not written: n8n's mapper has no other place for words. */
const noticeField = (id: string, displayName: string, words: string): ResourceMapperField => ({
	id,
	displayName,
	defaultValue: words,
	type: 'string',
	required: true,
	display: true,
	defaultMatch: false,
	canBeUsedToMatch: false,
	readOnly: true,
	removed: false,
});

/** What a new record needs and the mapper cannot offer. */
const searchNotice = (needed: readonly DefinedField[]): ResourceMapperField[] =>
	needed.length === 0
		? []
		: [noticeField('search_notice', "Also needed: choose under 'Fields by Search'", needed.map(fieldLabel).join(', '))];

/**
 * The name that the site's definition gives to the table, if the catalog has another one or none. n8n stores it with the
 * fields, so that a run knows it without reading the definition.
 */
const siteTableOf = ({ ref, entry }: ChosenDocument, { name }: DefinedTable): object =>
	entry?.table.name === name ? {} : { siteTable: { document: ref.name, table: name } };

/** By which keys an upsert can look a record up; those of other systems first, since they are why one upserts. */
const matchingOf = ({ key, alternateKeys }: DefinedTable, operation: string | undefined): Matching => {
	if (operation !== 'upsert') return { keys: [] };
	const keys = [...alternateKeys, ...(key === undefined ? [] : [key])];
	return { keys, first: keys[0] };
};

/** The fields that the chosen operation can send (n8n calls it when the panel opens, and when resource or operation change). */
export async function getMappedFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const document = panelDocument(this);
	if (document === undefined)
		return {
			fields: [],
			emptyFieldsNotice:
				'The fields show once the document is known. While its name comes from an expression, give them as a list or as JSON.',
		};
	if (!hasCredential(this)) return { fields: [], emptyFieldsNotice: 'Choose a credential to see the fields of your site.' };
	const operation = panelText(this, 'operation');
	const { table, notice, isReached } = await siteTable(this, { name: document.ref.name, entry: document.entry });
	if (table === undefined)
		return {
			fields: [],
			emptyFieldsNotice: `The fields of '${document.ref.name}' could not be read: ${notice}. Enter them as a list or as JSON.`,
		};

	const matching = matchingOf(table, operation);
	const fields = table.fields.filter((field) => isSendable(field, table) || matching.keys.includes(field.name));
	const isConnected = notice === undefined || isReached === true;
	const choicesOf = new Map(await Promise.all(fields.map(async (field) => [field, await optionsOf(this, isConnected, field)] as const)));
	const needed =
		operation === 'create' || operation === 'upsert'
			? fields.filter((field) => field.required === true && choicesOf.get(field) === 'many')
			: [];
	const keys = [table.key, ...table.alternateKeys];
	return {
		fields: [
			...(notice === undefined ? [] : [noticeField('definition_notice', 'Usual fields only: definition of the site not read', notice)]),
			...searchNotice(needed),
			...fields.map((field) => ({
				...mapperField(field, choicesOf.get(field), matching, keys.includes(field.name)),
				...siteTableOf(document, table),
			})),
			...(operation === 'updateMany' ? [] : table.subTables.map(rowsField)),
		],
	};
}
