/** What the panels of the action nodes are made of. */
import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { DOCUMENTS, ORDER_DOCUMENTS, type DocumentEntry } from '../../core/catalog';
import { callOptions, previewOption } from '../properties/callOptions';
import { definedChoices } from '../properties/choices';
import { LIST_MODE } from '../properties/record';

const orderNames: readonly string[] = ORDER_DOCUMENTS;

/** Work orders, media orders and transmission orders. */
export const ORDERS: readonly DocumentEntry[] = DOCUMENTS.filter(({ name }) => orderNames.includes(name));

export const resourcesOf = (entries: readonly DocumentEntry[]): string[] => entries.map(({ resource }) => resource);

const byName = (one: { name: string }, other: { name: string }): number => one.name.localeCompare(other.name, 'en');

export const resourceOf = (entries: readonly DocumentEntry[], initial: string, further: readonly INodePropertyOptions[] = []): INodeProperties => ({
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	description: 'The kind of record to work on',
	options: [...entries.map(({ label, resource }) => ({ name: label, value: resource })), ...further].sort(byName),
	default: initial,
});

/** «a work order», «an actual». */
export const named = (label: string): string => `${/^[aeiou]/i.test(label) ? 'an' : 'a'} ${label.toLowerCase()}`;

/** One Operation parameter to a resource, so that each operation is found in its own words: «Void a work order». */
export const operationsFor = (resources: readonly { readonly label: string; readonly resource: string }[], initial: string, operations: (label: string) => INodePropertyOptions[]): INodeProperties[] =>
	resources.map(({ label, resource }) => ({
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		description: 'What to do with the record',
		displayOptions: { show: { resource: [resource] } },
		options: operations(label).sort(byName),
		default: initial,
	}));

/** A record of another document: from a searched list, or by its number where the site calls that document otherwise. */
export const lookupLocator = ({ label, name, search, placeholder, description, displayOptions }: {
	readonly label: string;
	readonly name: string;
	/** The method of the node that searches. */
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
	modes: [
		{ displayName: 'From List', name: LIST_MODE, type: 'list', placeholder: 'Choose one', typeOptions: { searchListMethod: search, searchable: true } },
		{ displayName: 'By Number', name: 'number', type: 'string', placeholder },
	],
	...(displayOptions ? { displayOptions } : {}),
});

/** What the output holds beside the key. */
const resultOptions: INodeProperties[] = [
	definedChoices('Fields to Return Names or IDs', 'columns', 'getFieldsToReturn', { hint: 'Fields of the record as it is after the call' }),
	{ displayName: 'Read Back', name: 'readBack', type: 'boolean', default: true, description: 'Whether to read the record after the call and show what became of it' },
	{ displayName: 'Simplify', name: 'simplify', type: 'boolean', default: true, description: 'Whether to return a simplified version of the response instead of the raw data' },
];

export const readOptions: readonly INodeProperties[] = callOptions;
export const changeOptions: readonly INodeProperties[] = [...callOptions, previewOption];
export const actionOptions: readonly INodeProperties[] = [...changeOptions, ...resultOptions];
