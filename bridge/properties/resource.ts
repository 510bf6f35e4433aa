import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import type { DocumentEntry } from '../../core/catalog';
import { byName, definedChoice, fromList } from './choices';
import { SEVERAL_RECORDS } from './modes';
import { operationsOf, optionOf, type OperationName } from './operations';
import { ANY_DOCUMENT, DOCUMENT, PANEL_RESOURCES, panelResourceOf, type Named, type PanelResource } from './panelResources';

/** The resource for the site itself, whose only operation is Check. */
export const SITE_RESOURCE = 'site';

/** What to work with: a document in the catalog or a group of them, any other document, or the site itself. */
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

/** The resources that have no document in the catalog. */
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
	// The operations of Site do not include Get, so Site needs a different default.
	...(operations.includes('get') ? {} : { default: operations[0] }),
}));

/** The parameter that chooses one of several documents. */
export const documentChoice = (
	{ entries, resource }: PanelResource,
	offered: readonly DocumentEntry[],
	show: object = {},
): INodeProperties => {
	const initial = entries[0]?.resource ?? '';
	return {
		displayName: 'Document',
		name: DOCUMENT,
		type: 'options',
		noDataExpression: true,
		description: 'The document that the record belongs to',
		options: offered.map((entry) => ({ name: entry.label, value: entry.resource })).sort(byName),
		default: initial,
		displayOptions: { show: { resource: [resource], ...show } },
	};
};

/** The Document parameters of a resource: one for each group of operations that are available for the same documents. */
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
 * The display conditions of a document's parameter for these operations. There are two if only some of the operations have a Document
 * parameter.
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
			"The name of the document, as shown on the /ApiDocs page of your site, with or without List at its end. For a list whose name does not end in List, such as JmTrxReport, also set the 'List Document' option. The drop-down shows the most recently used names.",
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
		hint: 'Only needed if an alternate key, such as external_key, identifies the record. The request body contains the value of the alternate key under the name of the primary key.',
		displayOptions: { show: { resource: [ANY_DOCUMENT], operation: ['update', 'upsert'] }, hide: SEVERAL_RECORDS },
	}),
	definedChoice('Table Name or ID', 'table', 'getTable', {
		hint: 'The property of the request body that contains the records',
		displayOptions: { show: { resource: [ANY_DOCUMENT], operation: ['create', 'get', 'update', 'upsert'] }, hide: SEVERAL_RECORDS },
	}),
];
