import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { SAVE_ARGUMENTS, type DocumentEntry, type SaveArgument, type SaveArgumentName, type Verb } from '../../core/catalog';
import { definedChoice, fromList } from './choices';
import { SEVERAL_RECORDS } from './modes';
import { ANY_DOCUMENT, DOCUMENT, PANEL_RESOURCES, panelResourceOf, type Named, type PanelResource } from './panelResources';

/** The resource for the site itself, whose only operation is Check. */
export const SITE_RESOURCE = 'site';

/** An operation of the generic node. */
interface PanelOperation {
	readonly name: string;
	/** The entry of the operation in the node creator: 'Create a work order'. */
	readonly action: (named: Named) => string;
	readonly description: string;
	/** Whether the operation reads or changes records, or only checks the site. */
	readonly effect: 'reads' | 'changes' | 'checks';
	/** Whether the user chooses one existing record, unless a mode selects several. */
	readonly single?: true;
	/**
	 * The save argument that the operation sends. Only documents that support this save argument have the operation, and their other
	 * operations do not offer the save argument.
	 */
	readonly saveArgument?: SaveArgumentName;
	/** Whether the operation is only offered for documents with a list and a change date. */
	readonly changeDate?: true;
}

/** A label with its article: 'a work order', 'an actual'. */
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
	check: {
		name: 'Check',
		action: () => 'Check the site',
		description: 'Find out how the site differs from the documented API, without changing anything',
		effect: 'checks',
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
		description: 'Get a record, the rows of one of its sub-tables, or the records for the keys of all input items',
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
		description: 'Get all records that match the conditions, as items or a file, or count them',
		effect: 'reads',
	},
	setDefaultGroup: {
		name: 'Set Default Group',
		action: (named) => `Set the default group of ${one(named)}`,
		description: 'Set the default group of a scheduling resource',
		effect: 'changes',
		single: true,
		saveArgument: 'GroupCode',
	},
	update: {
		name: 'Update',
		action: (named) => `Update ${one(named)}`,
		description: 'Update a record, a row of one of its sub-tables, or all records that match conditions',
		effect: 'changes',
		single: true,
	},
} as const satisfies Readonly<Record<string, PanelOperation>>;

export type OperationName = keyof typeof OPERATIONS;
const all = Object.entries(OPERATIONS) as readonly (readonly [OperationName, PanelOperation])[];

/** The operations that match a predicate, in no particular order. */
export const operationsWhere = (matches: (operation: PanelOperation) => boolean): OperationName[] =>
	all.flatMap(([name, operation]) => (matches(operation) ? [name] : []));

/** Whether a save argument has its own operation, so that the other operations do not offer it. */
export const hasOperation = (argument: string): boolean => all.some(([, { saveArgument }]) => saveArgument === argument);

const OPERATIONS_OF_VERB: Readonly<Record<Verb, readonly OperationName[]>> = {
	get: ['get'],
	list: ['getMany'],
	create: ['create'],
	update: ['update'],
	// Update has a mode for this verb.
	updateMany: [],
	upsert: ['upsert'],
	delete: ['delete'],
};

/** The field with the date of the last change of a record. */
const CHANGE_DATE = 'date_changed';

/**
 * The operations of a document: for its verbs, for its save arguments (specification: Save arguments), and for reading changes if it has a
 * change date.
 */
export const operationsOf = ({ name, verbs, table }: Pick<DocumentEntry, 'name' | 'verbs' | 'table'>): OperationName[] => {
	const own: readonly string[] = (SAVE_ARGUMENTS as readonly SaveArgument[]).flatMap((argument) =>
		argument.documents.includes(name) ? [argument.name] : [],
	);
	const hasChanges = verbs.includes('list') && table.fields.some((field) => field.name === CHANGE_DATE);
	return [
		...verbs.flatMap((verb) => OPERATIONS_OF_VERB[verb]),
		...operationsWhere(({ saveArgument }) => saveArgument !== undefined && own.includes(saveArgument)),
		...operationsWhere(({ changeDate }) => changeDate === true && hasChanges),
	];
};

/** The entry of an operation in the Operation parameter. */
export const optionOf = (value: OperationName, named: Named): INodePropertyOptions => {
	const { name, action, description }: PanelOperation = OPERATIONS[value];
	return { name, value, action: action(named), description };
};

export const byName = (first: { readonly name: string }, other: { readonly name: string }): number =>
	first.name.localeCompare(other.name, 'en');

/** The type of record: a document of the catalog or a group of them, or any other document. */
export const resourceProperty: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	description: "The type of record to work with. For a document that is not in the list, choose 'Any Document'.",
	options: [
		...PANEL_RESOURCES.map(({ label, resource, description }) => ({
			name: label,
			value: resource,
			...(description ? { description } : {}),
		})),
		{ name: 'Any Document', value: ANY_DOCUMENT },
		{ name: 'Site', value: SITE_RESOURCE },
	].sort(byName),
	default: 'workOrder',
};

/** The documents of a resource that have an operation. */
const entriesWith = ({ entries }: PanelResource, operation: OperationName): DocumentEntry[] =>
	entries.filter((entry) => operationsOf(entry).includes(operation));

const operationsOfResource = ({ entries }: PanelResource): OperationName[] => [...new Set(entries.flatMap(operationsOf))];

const ANY: Named & { resource: string; operations: OperationName[] } = {
	label: 'Record of Any Document',
	labelPlural: 'Records of Any Document',
	resource: ANY_DOCUMENT,
	operations: ['get', 'getMany', 'getChanged', 'create', 'update', 'upsert', 'delete'],
};

const SITE: typeof ANY = { label: 'Site', labelPlural: 'Sites', resource: SITE_RESOURCE, operations: ['check'] };

/** The resources without a document of the catalog. */
export const OTHER_RESOURCES: readonly (typeof ANY)[] = [ANY, SITE];

/** One Operation parameter per resource, so that the node creator lists 'Create a work order'. */
export const operationProperties: INodeProperties[] = [
	...PANEL_RESOURCES.map((each) => ({ ...each, operations: operationsOfResource(each) })),
	...OTHER_RESOURCES,
].map(({ label, labelPlural, resource, operations }) => ({
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	description: 'What to do with the records',
	displayOptions: { show: { resource: [resource] } },
	options: operations.map((operation) => optionOf(operation, { label, labelPlural })).sort(byName),
	default: 'get',
	// The operations of Site do not include Get, so Site needs another default.
	...(operations.includes('get') ? {} : { default: operations[0] }),
}));

/** The parameter that chooses one of several documents. */
export const documentChoice = (
	{ entries, resource }: PanelResource,
	offered: readonly DocumentEntry[],
	show: object = {},
	initial = entries[0]?.resource ?? '',
): INodeProperties => ({
	displayName: 'Document',
	name: DOCUMENT,
	type: 'options',
	noDataExpression: true,
	description: 'The document that the record belongs to',
	options: offered.map((entry) => ({ name: entry.label, value: entry.resource })).sort(byName),
	default: initial,
	displayOptions: { show: { resource: [resource], ...show } },
});

/** The Document parameters of a resource: one for each group of operations that the same documents have. */
const choicesOf = (resource: PanelResource): INodeProperties[] => {
	const groups = new Map<string, { offered: DocumentEntry[]; operations: OperationName[] }>();
	for (const operation of operationsOfResource(resource)) {
		const offered = entriesWith(resource, operation);
		const id = offered.map(({ name }) => name).join();
		groups.set(id, { offered, operations: [...(groups.get(id)?.operations ?? []), operation] });
	}
	return [...groups.values()]
		.filter(({ offered }) => offered.length > 1)
		.map(({ offered, operations }) => documentChoice(resource, offered, { operation: operations }));
};

/** The choice of a document, for resources with several documents. */
export const documentProperties: INodeProperties[] = PANEL_RESOURCES.flatMap(choicesOf);

type Show = NonNullable<IDisplayOptions['show']>;

/**
 * The conditions under which a parameter of a document is shown for these operations: one, or two if only some of the operations have a
 * choice of documents.
 */
export const shownFor = (entry: DocumentEntry, operations: readonly OperationName[]): Show[] => {
	const resource = panelResourceOf(entry);
	const isChosen = (operation: OperationName): boolean => entriesWith(resource, operation).length > 1;
	const chosen = operations.filter(isChosen);
	const fixed = operations.filter((operation) => !isChosen(operation));
	return [
		...(chosen.length === 0 ? [] : [{ resource: [resource.resource], [DOCUMENT]: [entry.resource], operation: chosen }]),
		...(fixed.length === 0 ? [] : [{ resource: [resource.resource], operation: fixed }]),
	];
};

/** The parameters of 'Any Document': the name of the document, its keys and its table. */
export const anyDocumentProperties: INodeProperties[] = [
	{
		displayName: 'Document Name',
		name: 'documentName',
		type: 'resourceLocator',
		default: { mode: 'name', value: '' },
		required: true,
		description:
			"The name of the document, as shown on the /ApiDocs page of your site, with or without List at its end. For a list whose name does not end in List, such as JmTrxReport, also set the option 'List Document'. The list contains the most recently used names.",
		modes: [fromList('searchDocumentNames'), { displayName: 'By Name', name: 'name', type: 'string', placeholder: 'e.g. JmRateCard' }],
		displayOptions: { show: { resource: [ANY_DOCUMENT] } },
	},
	definedChoice('Key Field Name or ID', 'keyField', 'getKeys', {
		required: true,
		hint: 'The field that identifies the record: the key of the document, or an alternate key such as external_key',
		displayOptions: {
			show: { resource: [ANY_DOCUMENT], operation: ['delete', 'get', 'getChanged', 'update', 'upsert'] },
			hide: SEVERAL_RECORDS,
		},
	}),
	definedChoice('Primary Key Name or ID', 'primaryKey', 'getPrimaryKeys', {
		hint: 'Only needed if an alternate key, such as external_key, identifies the record. The request body contains the alternate key under this name.',
		displayOptions: { show: { resource: [ANY_DOCUMENT], operation: ['update', 'upsert'] }, hide: SEVERAL_RECORDS },
	}),
	definedChoice('Table Name or ID', 'table', 'getTable', {
		hint: 'The property of the request body that contains the records',
		displayOptions: { show: { resource: [ANY_DOCUMENT], operation: ['create', 'get', 'update', 'upsert'] }, hide: SEVERAL_RECORDS },
	}),
];
