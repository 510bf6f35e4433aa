/** Parameters that the action nodes share. */
import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { DOCUMENTS, ORDER_DOCUMENTS, type DocumentEntry } from '../../core/catalog';
import { requestOptions, continueOption, previewOption } from '../properties/requestOptions';
import { byName, definedChoices, fromList, LIST_MODE } from '../properties/choices';
import { includeEmptyOption } from '../properties/queryOptions';
import { toolDescription } from '../properties/toolDescription';

const orderNames: readonly string[] = ORDER_DOCUMENTS;

/** Work orders, media orders and transmission orders. */
export const ORDERS: readonly DocumentEntry[] = DOCUMENTS.filter(({ name }) => orderNames.includes(name));

/** The values of Resource for the documents in `entries`. */
export const resourcesOf = (entries: readonly DocumentEntry[]): string[] => entries.map(({ resource }) => resource);

/** The Resource parameter. Its choices are the documents in `entries` and the `additional` ones. */
export const resourceOf = (
	entries: readonly DocumentEntry[],
	initial: string,
	additional: readonly INodePropertyOptions[] = [],
): INodeProperties => ({
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	description: 'The type of record to work with',
	options: [...entries.map(({ label, resource }) => ({ name: label, value: resource })), ...additional].sort(byName),
	default: initial,
});

/**
 * One Operation parameter per resource and one Tool Description per operation. Because each resource has its own Operation parameter, the
 * node creator lists actions such as 'Void a work order'.
 */
export const operationsFor = (
	resources: readonly { readonly label: string; readonly resource: string }[],
	initial: string,
	operations: (label: string) => INodePropertyOptions[],
): INodeProperties[] =>
	resources.flatMap(({ label, resource }): INodeProperties[] => [
		{
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			description: 'What to do with the record',
			displayOptions: { show: { resource: [resource] } },
			options: operations(label).sort(byName),
			default: initial,
		},
		...operations(label).map((option) => toolDescription(option, { resource: [resource], operation: [option.value as string] })),
	]);

/** A locator for a record of another document: from a searchable list, or by its number. */
export const lookupLocator = ({
	label,
	name,
	search,
	placeholder,
	description,
	displayOptions,
}: {
	readonly label: string;
	readonly name: string;
	/** The name of the node's search method. */
	readonly search: string;
	readonly placeholder: string;
	readonly description: string;
	readonly displayOptions?: IDisplayOptions;
}): INodeProperties => ({
	displayName: label,
	name,
	type: 'resourceLocator',
	default: { mode: LIST_MODE, value: '' },
	required: true,
	description,
	modes: [fromList(search), { displayName: 'By Number', name: 'number', type: 'string', placeholder }],
	...(displayOptions ? { displayOptions } : {}),
});

/** Options for what the node outputs in addition to the key. */
const resultOptions: INodeProperties[] = [
	definedChoices('Fields to Return Names or IDs', 'columns', 'getFieldsToReturn', { hint: 'Leave empty to return all fields' }),
	includeEmptyOption,
	{
		displayName: 'Return Record',
		name: 'readBack',
		type: 'boolean',
		default: true,
		description: 'Whether to read the record after the change and return it',
	},
	{
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: true,
		description: 'Whether to return a simplified version of the response instead of the raw data',
	},
];

/** Options for changes that do not return a record. */
export const changeOptions: readonly INodeProperties[] = [...requestOptions, previewOption];
/** Options of an action that changes a record and then returns it. */
export const actionOptions: readonly INodeProperties[] = [...changeOptions, ...resultOptions];
/** Options of an irreversible action on a record. */
export const irreversibleOptions: readonly INodeProperties[] = [...actionOptions, continueOption];
