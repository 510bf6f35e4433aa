/** The fields of a document for n8n's resource mapper. */
import type { FieldType, ILoadOptionsFunctions, INodePropertyOptions, ResourceMapperField, ResourceMapperFields } from 'n8n-workflow';

import type { Lookup } from '../../core/catalog';
import { isSendable, type DefinedField, type DefinedTable } from '../../core/definition';
import { listedDocument } from './fieldSearch';
import { lookupRecords, type Choices } from './lookupRecords';
import { MODEL_CHOICE, REQUIRED_MARK } from '../properties/mapper';
import { APPLY_TO, MATCHING_RECORDS } from '../properties/modes';
import { panelDocument, panelText } from './panelDocument';
import type { ChosenDocument } from '../run/recordInput';
import { fieldLabel } from './panelLists';
import { typed } from '../run/recordInput';
import { isTool } from '../run/toolResponse';
import { hasCredential, siteTable } from './schema';

/**
 * The maximum number of records in a list. A look-up with more records gets no list, because n8n's mapper cannot search, and a partial list
 * would hide the other records.
 */
const MAX_CHOICES = 200;

/** The maximum number of choices that a description for a model lists. */
const MAX_MODEL_CHOICES = 20;

const TYPES: Readonly<Record<DefinedField['type'], FieldType>> = {
	integer: 'number',
	decimal: 'number',
	text: 'string',
	dateTime: 'dateTime',
	flag: 'boolean',
};

/** The records of a look-up; 'many' if there are too many for a list, and undefined if the site does not return them. */
const fewRecords = async (context: ILoadOptionsFunctions, lookup: Lookup): Promise<Choices['records'] | 'many' | undefined> => {
	const entry = listedDocument(lookup);
	if (entry === undefined) return undefined;
	try {
		const { isComplete, records } = await lookupRecords(context, entry, MAX_CHOICES);
		return isComplete ? records : 'many';
	} catch {
		return undefined; // The field is shown without a list, so that an unreadable look-up does not hide the other fields.
	}
};

/**
 * The records of a look-up as choices. Their values have the type of the field, because n8n marks a stored value as invalid if
 * its type differs. A key can be a number in one document and text in another. A code such as `010` is omitted for a number
 * field, because the number 10 would identify a different record.
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
	readonly first?: string | undefined;
	/** Whether to mark required fields. The site rejects a new record that lacks one of them. */
	readonly marksRequired?: boolean;
}

/**
 * The mapper starts with the required fields and the key to match. The user adds all others. A required look-up with too many records for a
 * list is not shown, because the user would have to type its number or code. A notice names the field instead. A required switch is shown
 * only for a create: n8n stores false for an untouched switch, which would overwrite the value of an existing record.
 */
const isShown = (field: DefinedField, choice: INodePropertyOptions[] | 'many' | undefined, { first, marksRequired }: Matching): boolean =>
	(field.required === true && choice !== 'many' && (field.type !== 'flag' || marksRequired === true)) || field.name === first;

/** How to enter the options of a multi-select drop-down: n8n's mapper has no input for several choices. */
const listSuffix = (choice: INodePropertyOptions[] | 'many' | undefined): string => {
	const choices = Array.isArray(choice) ? choice.map(({ value }) => String(value)) : [];
	return choices.length === 0 ? ': list such as ["A", "B"]' : `: list of ${choices.map((each) => JSON.stringify(each)).join(', ')}`;
};

const suffixOf = ({ multiSelect }: DefinedField, choice: INodePropertyOptions[] | 'many' | undefined, isKey: boolean): string =>
	multiSelect ? listSuffix(choice) : choice === 'many' ? ': number or code' : isKey ? ': key' : '';

/**
 * The list entry that lets the model define the value. For inputs without a list, n8n provides a button for this purpose. The
 * value of the entry is the expression that this button inserts. The description in the expression names the choices if there
 * are at most {@link MAX_MODEL_CHOICES}.
 */
const modelChoice = ({ name, label }: DefinedField, choices: readonly INodePropertyOptions[]): INodePropertyOptions => {
	const names = choices.length > MAX_MODEL_CHOICES ? 'the name or code of a record' : choices.map((choice) => choice.name).join(', ');
	const description = `${label}: ${names}`.replaceAll(/[`\\]/g, "'");
	return {
		name: MODEL_CHOICE,
		value: `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${name.replaceAll(/[^\w-]/g, '_').slice(0, 64)}', \`${description}\`, 'string') }}`,
	};
};

const mapperField = (
	field: DefinedField,
	choice: INodePropertyOptions[] | 'many' | undefined,
	matching: Matching,
	isKey: boolean,
): ResourceMapperField => ({
	id: field.name,
	displayName: fieldLabel(field, `${suffixOf(field, choice, isKey)}${matching.marksRequired && field.required ? REQUIRED_MARK : ''}`),
	...(field.multiSelect
		? // Stored with the field, so that a run can distinguish a list of options from rows.
			{ type: 'array' as const, multiSelect: true }
		: Array.isArray(choice) && choice.length > 0
			? { type: 'options' as const, options: choice }
			: { type: TYPES[field.type] }),
	required: isShown(field, choice, matching),
	display: true,
	defaultMatch: field.name === matching.first,
	canBeUsedToMatch: matching.keys.includes(field.name),
	removed: !isShown(field, choice, matching),
});

/**
 * Uses the name as the label if several fields share a label. {@link fieldLabel} omits the name after a long label, so the fields would
 * look the same.
 */
const withUniqueLabels = (fields: readonly DefinedField[]): DefinedField[] => {
	const labels = fields.map(({ label }) => label);
	return fields.map((field) => (labels.filter((label) => label === field.label).length > 1 ? { ...field, label: field.name } : field));
};

const rowsField = ({ name, label }: DefinedTable): ResourceMapperField => ({
	id: name,
	displayName: fieldLabel({ name, label }, ': list of rows'),
	type: 'array',
	required: false,
	display: true,
	defaultMatch: false,
	canBeUsedToMatch: false,
	removed: true,
});

/** A read-only field with a notice: n8n's mapper has no other place for text. */
const noticeField = (id: string, displayName: string, text: string): ResourceMapperField => ({
	id,
	displayName,
	defaultValue: text,
	type: 'string',
	required: true,
	display: true,
	defaultMatch: false,
	canBeUsedToMatch: false,
	readOnly: true,
	removed: false,
});

/** A notice that names the required fields that the mapper cannot list; empty if there are none. */
const searchNotice = (required: readonly DefinedField[]): ResourceMapperField[] =>
	required.length === 0
		? []
		: [noticeField('search_notice', "Required fields to set in 'Fields by Search'", required.map((field) => fieldLabel(field)).join(', '))];

/**
 * The table's name in the site's definition, if the catalog has a different one or none. n8n stores it with the fields, so that a run
 * does not have to read the definition.
 */
const siteTableOf = ({ ref, entry }: ChosenDocument, { name }: DefinedTable): object =>
	entry?.table.name === name ? {} : { siteTable: { document: ref.name, table: name } };

/** The keys that an upsert can match. Keys of other systems come first, because they are the usual reason for an upsert. */
const matchingOf = ({ key, alternateKeys }: DefinedTable, operation: string | undefined): Matching => {
	if (operation !== 'upsert') return { keys: [], marksRequired: operation === 'create' };
	const keys = [...alternateKeys, ...(key === undefined ? [] : [key])];
	return { keys, first: keys[0] };
};

/** The fields that the chosen operation can send. n8n calls this when it opens the node, and when the resource or operation changes. */
export async function getMappedFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const document = panelDocument(this);
	if (document === undefined)
		return {
			fields: [],
			emptyFieldsNotice:
				'The document name is empty or an expression. Enter the name to see its fields, or specify the fields as a list or as JSON.',
		};
	if (!hasCredential(this)) return { fields: [], emptyFieldsNotice: 'Choose a credential to see the fields of your site.' };
	const operation = panelText(this, 'operation');
	const { table, notice, isReached } = await siteTable(this, { name: document.ref.name, entry: document.entry });
	if (table === undefined)
		return {
			fields: [],
			emptyFieldsNotice: `The fields of '${document.ref.name}' could not be read: ${notice}. Specify the fields as a list or as JSON.`,
		};

	const matching = matchingOf(table, operation);
	const fields = withUniqueLabels(table.fields.filter((field) => isSendable(field, table) || matching.keys.includes(field.name)));
	const isConnected = notice === undefined || isReached === true;
	const forModel = isTool(this.getNode());
	const choicesOf = new Map(
		await Promise.all(
			fields.map(async (field) => {
				const choices = await optionsOf(this, isConnected, field);
				const isList = Array.isArray(choices) && choices.length > 0 && field.multiSelect !== true;
				return [field, forModel && isList ? [modelChoice(field, choices), ...choices] : choices] as const;
			}),
		),
	);
	const required =
		operation === 'create' || operation === 'upsert'
			? fields.filter((field) => field.required === true && choicesOf.get(field) === 'many')
			: [];
	const keys = [table.key, ...table.alternateKeys];
	return {
		fields: [
			...(notice === undefined ? [] : [noticeField('definition_notice', 'Default fields: site definition not read', notice)]),
			...searchNotice(required),
			...fields.map((field) => ({
				...mapperField(field, choicesOf.get(field), matching, keys.includes(field.name)),
				...siteTableOf(document, table),
			})),
			...(panelText(this, APPLY_TO) === MATCHING_RECORDS ? [] : table.subTables.map(rowsField)),
		],
	};
}
