import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { DOCUMENTS, SAVE_ARGUMENTS, type DocumentEntry, type SaveArgument, type SaveArgumentName, type Verb } from '../../core/catalog';
import { definedChoice } from './choices';

/** The resource that stands for every document without an entry: the user gives its name. */
export const ANY_DOCUMENT = 'anyDocument';

/** The document of an operation in the words of its user. */
type Named = Pick<DocumentEntry, 'label' | 'labelPlural'>;

/** An operation of the generic node: its words, and what the panel goes by. */
interface PanelOperation {
	readonly name: string;
	/** The words under which it is found: «Create a work order». */
	readonly action: (named: Named) => string;
	readonly description: string;
	/** `reads` sends nothing that changes a record. */
	readonly effect: 'reads' | 'changes';
	/** It works on one record that is there, for which the panel asks. */
	readonly single?: true;
	/** It stands for this save argument: the documents of the argument offer it, and its other operations leave it out. */
	readonly saveArgument?: SaveArgumentName;
}

/** «a work order», «an actual». */
export const withArticle = (label: string): string => `${/^[aeiou]/i.test(label) ? 'an' : 'a'} ${label.toLowerCase()}`;
const one = ({ label }: Named): string => withArticle(label);
const many = ({ labelPlural }: Named): string => labelPlural.toLowerCase();

const OPERATIONS = {
	changeApproval: {
		name: 'Change Approval',
		action: (named) => `Change the approval of ${one(named)}`,
		description: 'Approve it, take the approval back, or approve it as a change memo',
		effect: 'changes',
		single: true,
		saveArgument: 'BidApproval',
	},
	count: {
		name: 'Count',
		action: (named) => `Count ${many(named)}`,
		description: 'Get the number of records that match all conditions, without reading them',
		effect: 'reads',
	},
	create: { name: 'Create', action: (named) => `Create ${one(named)}`, description: 'Create a new record', effect: 'changes' },
	upsert: {
		name: 'Create or Update',
		action: (named) => `Create or update ${one(named)}`,
		description: 'Create a new record, or update the current one if it already exists (upsert)',
		effect: 'changes',
	},
	delete: {
		name: 'Delete',
		action: (named) => `Delete ${one(named)}`,
		description: 'Delete a record, or a row of one of its sub-tables',
		effect: 'changes',
		single: true,
	},
	get: {
		name: 'Get',
		action: (named) => `Get ${one(named)}`,
		description: 'Get a record, or the rows of one of its sub-tables',
		effect: 'reads',
		single: true,
	},
	getMany: {
		name: 'Get Many',
		action: (named) => `Get many ${many(named)}`,
		description: 'Get the records that match all conditions',
		effect: 'reads',
	},
	lookUp: {
		name: 'Look Up',
		action: (named) => `Look up ${many(named)} by key`,
		description: 'Find the records that have the keys of the items: thousands of keys in a few calls',
		effect: 'reads',
	},
	setDefaultGroup: {
		name: 'Set Default Group',
		action: (named) => `Set the default group of ${one(named)}`,
		description: 'Choose which of its groups is the default one',
		effect: 'changes',
		single: true,
		saveArgument: 'GroupCode',
	},
	update: {
		name: 'Update',
		action: (named) => `Update ${one(named)}`,
		description: 'Change fields of a record, or of a row of one of its sub-tables',
		effect: 'changes',
		single: true,
	},
	updateMany: {
		name: 'Update Many',
		action: (named) => `Update many ${many(named)}`,
		description: 'Change the same fields of every record that matches all conditions',
		effect: 'changes',
	},
} as const satisfies Readonly<Record<string, PanelOperation>>;

export type OperationName = keyof typeof OPERATIONS;
const all = Object.entries(OPERATIONS) as readonly (readonly [OperationName, PanelOperation])[];

/** The operations for which a statement holds, in no order that means anything. */
export const operationsThat = (holds: (operation: PanelOperation) => boolean): OperationName[] =>
	all.flatMap(([name, operation]) => (holds(operation) ? [name] : []));

/** Whether a save argument has an operation of its own, so that it is no option of the others. */
export const hasOperation = (argument: string): boolean => all.some(([, { saveArgument }]) => saveArgument === argument);

const OPERATIONS_OF_VERB: Readonly<Record<Verb, readonly OperationName[]>> = {
	get: ['get'],
	list: ['getMany', 'lookUp', 'count'],
	create: ['create'],
	update: ['update'],
	updateMany: ['updateMany'],
	upsert: ['upsert'],
	delete: ['delete'],
};

/** What a document offers: what its verbs allow, and what stands for one of its save arguments (specification: Save arguments). */
export const operationsOf = ({ name, verbs }: Pick<DocumentEntry, 'name' | 'verbs'>): OperationName[] => {
	const own: readonly string[] = (SAVE_ARGUMENTS as readonly SaveArgument[]).flatMap((argument) =>
		argument.documents.includes(name) ? [argument.name] : [],
	);
	return [
		...verbs.flatMap((verb) => OPERATIONS_OF_VERB[verb]),
		...operationsThat(({ saveArgument }) => saveArgument !== undefined && own.includes(saveArgument)),
	];
};

const optionOf = (value: OperationName, named: Named): INodePropertyOptions => {
	const { name, action, description }: PanelOperation = OPERATIONS[value];
	return { name, value, action: action(named), description };
};

/** The order in which the panel lists choices. */
export const byName = (first: { readonly name: string }, other: { readonly name: string }): number =>
	first.name.localeCompare(other.name, 'en');

/** The kind of record: each document of the catalogue, or any other. */
export const resourceProperty: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	description: 'The kind of record to work on. What is not in the list is reached as any document, by its name.',
	options: [
		...DOCUMENTS.map(({ label, resource }) => ({ name: label, value: resource })),
		{ name: 'Any Document', value: ANY_DOCUMENT },
	].sort(byName),
	default: 'workOrder',
};

const ANY: Named & { resource: string; operations: OperationName[] } = {
	label: 'Record of Any Document',
	labelPlural: 'Records of Any Document',
	resource: ANY_DOCUMENT,
	operations: ['get', 'getMany', 'lookUp', 'count', 'create', 'update', 'updateMany', 'upsert', 'delete'],
};

/** One Operation parameter to a resource, so that each operation is found in its own words: «Create a work order». */
export const operationProperties: INodeProperties[] = [
	...DOCUMENTS.map((entry) => ({ ...entry, operations: operationsOf(entry) })),
	ANY,
].map(({ label, labelPlural, resource, operations }) => ({
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	description: 'What to do with the record or the records',
	displayOptions: { show: { resource: [resource] } },
	options: operations.map((operation) => optionOf(operation, { label, labelPlural })).sort(byName),
	default: 'get',
	// A list-only document has no records to get by key.
	...(operations.includes('get') ? {} : { default: 'getMany' }),
}));

/** What a document without an entry has to be told by its user. */
export const anyDocumentProperties: INodeProperties[] = [
	{
		displayName: 'Document Name',
		name: 'documentName',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. JmRateCard',
		description:
			'The name of the document as in its address, with or without List at its end. For a list whose name does not end in List, such as JmTrxReport, also enter the name in the option List Document. The page /ApiDocs of your site shows all documents.',
		displayOptions: { show: { resource: [ANY_DOCUMENT] } },
	},
	definedChoice('Key Field Name or ID', 'keyField', 'getKeys', {
		required: true,
		hint: 'The field by which the record is found: the key of the document, or another one such as external_key',
		displayOptions: { show: { resource: [ANY_DOCUMENT], operation: ['delete', 'get', 'update', 'upsert'] } },
	}),
	definedChoice('Primary Key Name or ID', 'primaryKey', 'getKeys', {
		hint: 'Only needed if the record is found by another key, such as external_key: the body repeats that key under this name',
		displayOptions: { show: { resource: [ANY_DOCUMENT], operation: ['update', 'upsert'] } },
	}),
	definedChoice('Table Name or ID', 'table', 'getTable', {
		hint: 'The table of the document: the property that holds its records',
		displayOptions: { show: { resource: [ANY_DOCUMENT], operation: ['create', 'get', 'update', 'upsert'] } },
	}),
];
