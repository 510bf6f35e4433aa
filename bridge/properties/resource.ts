import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { DOCUMENTS, SAVE_ARGUMENTS, type DocumentEntry, type SaveArgument, type SaveArgumentName, type Verb } from '../../core/catalog';
import { definedChoice } from './choices';

/** The resource for every document without an entry: the user enters its name. */
export const ANY_DOCUMENT = 'anyDocument';

/** The labels of a document. */
type Named = Pick<DocumentEntry, 'label' | 'labelPlural'>;

/** An operation of the generic node. */
interface PanelOperation {
	readonly name: string;
	/** Its entry in the node creator: 'Create a work order'. */
	readonly action: (named: Named) => string;
	readonly description: string;
	/** Whether it changes records. */
	readonly effect: 'reads' | 'changes';
	/** Whether the user chooses one existing record. */
	readonly single?: true;
	/** The save argument that it sends. The documents of the argument have the operation, and their other operations do not offer the argument. */
	readonly saveArgument?: SaveArgumentName;
	/** Whether it is only offered for documents with a list and a change date. */
	readonly changeDate?: true;
}

/** 'a work order', 'an actual'. */
export const withArticle = (label: string): string => `${/^[aeiou]/i.test(label) ? 'an' : 'a'} ${label.toLowerCase()}`;
const one = ({ label }: Named): string => withArticle(label);
const many = ({ labelPlural }: Named): string => labelPlural.toLowerCase();

const OPERATIONS = {
	changeApproval: {
		name: 'Change Approval',
		action: (named) => `Change the approval of ${one(named)}`,
		description: 'Approve a bid version, revoke its approval, or approve it as a change memo',
		effect: 'changes',
		single: true,
		saveArgument: 'BidApproval',
	},
	count: {
		name: 'Count',
		action: (named) => `Count ${many(named)}`,
		description: 'Get the number of records that match all conditions',
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
	getChanged: {
		name: 'Get Changed',
		action: (named) => `Get changed ${many(named)}`,
		description: 'Get the records that were created or changed since the last run',
		effect: 'reads',
		changeDate: true,
	},
	getMany: {
		name: 'Get Many',
		action: (named) => `Get many ${many(named)}`,
		description: 'Get all records that match the conditions',
		effect: 'reads',
	},
	lookUp: {
		name: 'Look Up',
		action: (named) => `Look up ${many(named)} by key`,
		description: 'Find the records for the keys of all input items in a few requests',
		effect: 'reads',
	},
	setDefaultGroup: {
		name: 'Set Default Group',
		action: (named) => `Set the default group of ${one(named)}`,
		description: 'Choose the default group of a resource',
		effect: 'changes',
		single: true,
		saveArgument: 'GroupCode',
	},
	update: {
		name: 'Update',
		action: (named) => `Update ${one(named)}`,
		description: 'Update a record, or a row of one of its sub-tables',
		effect: 'changes',
		single: true,
	},
	updateMany: {
		name: 'Update Many',
		action: (named) => `Update many ${many(named)}`,
		description: 'Update the same fields of every record that matches the conditions',
		effect: 'changes',
	},
} as const satisfies Readonly<Record<string, PanelOperation>>;

export type OperationName = keyof typeof OPERATIONS;
const all = Object.entries(OPERATIONS) as readonly (readonly [OperationName, PanelOperation])[];

/** The operations that match a predicate, in no particular order. */
export const operationsThat = (matches: (operation: PanelOperation) => boolean): OperationName[] =>
	all.flatMap(([name, operation]) => (matches(operation) ? [name] : []));

/** Whether a save argument has its own operation, so that the other operations do not offer it. */
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

/** The date of the last change of a record. */
const CHANGE_DATE = 'date_changed';

/**
 * The operations of a document: those of its verbs and of its save arguments (specification: Save arguments), and those for changes if it
 * has a change date.
 */
export const operationsOf = ({ name, verbs, table }: Pick<DocumentEntry, 'name' | 'verbs' | 'table'>): OperationName[] => {
	const own: readonly string[] = (SAVE_ARGUMENTS as readonly SaveArgument[]).flatMap((argument) =>
		argument.documents.includes(name) ? [argument.name] : [],
	);
	const hasChanges = verbs.includes('list') && table.fields.some((field) => field.name === CHANGE_DATE);
	return [
		...verbs.flatMap((verb) => OPERATIONS_OF_VERB[verb]),
		...operationsThat(({ saveArgument }) => saveArgument !== undefined && own.includes(saveArgument)),
		...operationsThat(({ changeDate }) => changeDate === true && hasChanges),
	];
};

const optionOf = (value: OperationName, named: Named): INodePropertyOptions => {
	const { name, action, description }: PanelOperation = OPERATIONS[value];
	return { name, value, action: action(named), description };
};

/** Sorts choices by name. */
export const byName = (first: { readonly name: string }, other: { readonly name: string }): number =>
	first.name.localeCompare(other.name, 'en');

/** The type of record: a document of the catalog, or any other. */
export const resourceProperty: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	description: 'The type of record to work with. For a document that is not in the list, choose Any Document.',
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
	operations: ['get', 'getMany', 'getChanged', 'lookUp', 'count', 'create', 'update', 'updateMany', 'upsert', 'delete'],
};

/** One Operation parameter per resource, so that the node creator lists 'Create a work order'. */
export const operationProperties: INodeProperties[] = [
	...DOCUMENTS.map((entry) => ({ ...entry, operations: operationsOf(entry) })),
	ANY,
].map(({ label, labelPlural, resource, operations }) => ({
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	description: 'What to do with the records',
	displayOptions: { show: { resource: [resource] } },
	options: operations.map((operation) => optionOf(operation, { label, labelPlural })).sort(byName),
	default: 'get',
	// A list-only document has no records to get by key.
	...(operations.includes('get') ? {} : { default: 'getMany' }),
}));

/** The names of a document that is not in the catalog. */
export const anyDocumentProperties: INodeProperties[] = [
	{
		displayName: 'Document Name',
		name: 'documentName',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. JmRateCard',
		description:
			'The name of the document, as shown on the page /ApiDocs of your site, with or without List at its end. For a list whose name does not end in List, such as JmTrxReport, also set the option List Document.',
		displayOptions: { show: { resource: [ANY_DOCUMENT] } },
	},
	definedChoice('Key Field Name or ID', 'keyField', 'getKeys', {
		required: true,
		hint: 'The field that identifies the record: the key of the document, or an alternate key such as external_key',
		displayOptions: { show: { resource: [ANY_DOCUMENT], operation: ['delete', 'get', 'getChanged', 'update', 'upsert'] } },
	}),
	definedChoice('Primary Key Name or ID', 'primaryKey', 'getKeys', {
		hint: 'Only needed if an alternate key identifies the record, such as external_key. The body of the request repeats that key under this name.',
		displayOptions: { show: { resource: [ANY_DOCUMENT], operation: ['update', 'upsert'] } },
	}),
	definedChoice('Table Name or ID', 'table', 'getTable', {
		hint: 'The property of the body that contains the records',
		displayOptions: { show: { resource: [ANY_DOCUMENT], operation: ['create', 'get', 'update', 'upsert'] } },
	}),
];
