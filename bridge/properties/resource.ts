import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { DOCUMENTS, type DocumentEntry, type Verb } from '../../core/catalog';
import { definedChoice } from './choices';

/** The resource that stands for every document without an entry: the user gives its name. */
export const ANY_DOCUMENT = 'anyDocument';

/** The operations of the generic node. All but the last two follow from the verbs of a document. */
export type OperationName = 'create' | 'delete' | 'get' | 'getMany' | 'lookUp' | 'update' | 'updateMany' | 'upsert' | 'changeApproval' | 'setDefaultGroup';

const OPERATIONS_OF_VERB: Readonly<Record<Verb, readonly OperationName[]>> = {
	get: ['get'], list: ['getMany', 'lookUp'], create: ['create'], update: ['update'], updateMany: ['updateMany'], upsert: ['upsert'], delete: ['delete'],
};

/** What a document can do beside its verbs, each by a save argument (specification: Save arguments). */
const EXTRA_OPERATIONS: Readonly<Record<string, readonly OperationName[]>> = { BidVersion: ['changeApproval'], SchResource: ['setDefaultGroup'] };

export const operationsOf = ({ name, verbs }: Pick<DocumentEntry, 'name' | 'verbs'>): OperationName[] => [...verbs.flatMap((verb) => OPERATIONS_OF_VERB[verb]), ...(EXTRA_OPERATIONS[name] ?? [])];

const article = (label: string): string => (/^[aeiou]/i.test(label) ? `an ${label}` : `a ${label}`);
const lower = (label: string): string => label.toLowerCase();

type Named = Pick<DocumentEntry, 'label' | 'labelPlural'>;

const OPERATIONS: Readonly<Record<OperationName, (named: Named) => INodePropertyOptions>> = {
	changeApproval: ({ label }) => ({ name: 'Change Approval', value: 'changeApproval', action: `Change the approval of ${article(lower(label))}`, description: 'Approve it, take the approval back, or approve it as a change memo' }),
	create: ({ label }) => ({ name: 'Create', value: 'create', action: `Create ${article(lower(label))}`, description: 'Create a new record' }),
	upsert: ({ label }) => ({ name: 'Create or Update', value: 'upsert', action: `Create or update ${article(lower(label))}`, description: 'Create a new record, or update the current one if it already exists (upsert)' }),
	delete: ({ label }) => ({ name: 'Delete', value: 'delete', action: `Delete ${article(lower(label))}`, description: 'Delete a record, or a row of one of its sub-tables' }),
	get: ({ label }) => ({ name: 'Get', value: 'get', action: `Get ${article(lower(label))}`, description: 'Get a record, or the rows of one of its sub-tables' }),
	getMany: ({ labelPlural }) => ({ name: 'Get Many', value: 'getMany', action: `Get many ${lower(labelPlural)}`, description: 'Get the records that match all conditions' }),
	lookUp: ({ labelPlural }) => ({ name: 'Look Up', value: 'lookUp', action: `Look up ${lower(labelPlural)} by key`, description: 'Find the records that have the keys of the items: thousands of keys in a few calls' }),
	setDefaultGroup: ({ label }) => ({ name: 'Set Default Group', value: 'setDefaultGroup', action: `Set the default group of ${article(lower(label))}`, description: 'Choose which of its groups is the default one' }),
	update: ({ label }) => ({ name: 'Update', value: 'update', action: `Update ${article(lower(label))}`, description: 'Change fields of a record, or of a row of one of its sub-tables' }),
	updateMany: ({ labelPlural }) => ({ name: 'Update Many', value: 'updateMany', action: `Update many ${lower(labelPlural)}`, description: 'Change the same fields of every record that matches all conditions' }),
};

const byName = (one: { name: string }, other: { name: string }): number => one.name.localeCompare(other.name, 'en');

export const resourceProperty: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	description: 'The kind of record to work on. What is not in the list is reached as any document, by its name.',
	options: [...DOCUMENTS.map(({ label, resource }) => ({ name: label, value: resource })), { name: 'Any Document', value: ANY_DOCUMENT }].sort(byName),
	default: 'workOrder',
};

const ANY: Named & { resource: string; operations: OperationName[] } = {
	label: 'Record of Any Document', labelPlural: 'Records of Any Document', resource: ANY_DOCUMENT, operations: ['get', 'getMany', 'lookUp', 'create', 'update', 'updateMany', 'upsert', 'delete'],
};

/** One Operation parameter to a resource, so that each operation is found in its own words: «Create a work order». */
export const operationProperties: INodeProperties[] = [...DOCUMENTS.map((entry) => ({ ...entry, operations: operationsOf(entry) })), ANY].map(({ label, labelPlural, resource, operations }) => ({
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	description: 'What to do with the record or the records',
	displayOptions: { show: { resource: [resource] } },
	options: operations.map((operation) => OPERATIONS[operation]({ label, labelPlural })).sort(byName),
	default: 'get',
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
		description: 'The name of the document as it stands in the address, with or without List at its end. The page /ApiDocs of your site shows all of them.',
		displayOptions: { show: { resource: [ANY_DOCUMENT] } },
	},
	definedChoice('Key Field Name or ID', 'keyField', 'getKeys', {
		required: true,
		hint: 'The field by which the record is found: the key of the document, or another one such as external_key',
		displayOptions: { show: { resource: [ANY_DOCUMENT], operation: ['delete', 'get', 'update', 'upsert'] } },
	}),
	definedChoice('Table Name or ID', 'table', 'getTable', {
		hint: 'The table of the document: the property that holds its records',
		displayOptions: { show: { resource: [ANY_DOCUMENT], operation: ['create', 'get', 'update', 'upsert'] } },
	}),
];
