import type { INodeProperties } from 'n8n-workflow';

import { authenticationProperty } from '../properties/authentication';
import { requestOptions, optionsCollection } from '../properties/requestOptions';
import { fieldTypeOption, overlapOptions, rememberedOption, watchedField } from '../properties/changes';
import { definedChoices } from '../properties/choices';
import { queryProperties } from '../properties/query';
import {
	includeEmptyOption,
	listDocumentOption,
	omitAlternateKeysOption,
	omitNullsOption,
	pageSizeOption,
	validateQueryOption,
} from '../properties/queryOptions';
import { ANY_DOCUMENT, PANEL_RESOURCES } from '../properties/panelResources';
import { anyDocumentProperties, documentChoice, resourceProperty } from '../properties/resource';

/** The default maximum number of records per poll; the user can change it. */
export const RECORDS_PER_POLL = 500;

/** Each resource with its documents that have a list. */
const LISTED = PANEL_RESOURCES.map((each) => ({ each, listed: each.entries.filter(({ verbs }) => verbs.includes('list')) }));
const WATCHABLE = new Set([...LISTED.flatMap(({ each, listed }) => (listed.length > 0 ? [each.resource] : [])), ANY_DOCUMENT]);

const documents: INodeProperties[] = LISTED.flatMap(({ each, listed }) => (listed.length > 1 ? [documentChoice(each, listed)] : []));

const resource: INodeProperties = {
	...resourceProperty,
	description: "The type of record to watch. For a document that is not in the list, choose 'Any Document'.",
	options: (resourceProperty.options ?? []).filter((option) => 'value' in option && WATCHABLE.has(String(option.value))),
};

/** The Get Many parameters with this name, shown for every resource. */
const fromQuery = (name: string, mode?: string): INodeProperties[] =>
	queryProperties
		.filter((property) => property.name === name)
		.map((property) => {
			const shown = { ...property };
			if (mode === undefined) delete shown.displayOptions;
			else shown.displayOptions = { show: { queryMode: [mode] } };
			return shown;
		});

const fromAnyDocument = (name: string): INodeProperties[] =>
	anyDocumentProperties
		.filter((property) => property.name === name)
		.map((property) => ({ ...property, displayOptions: { show: { resource: [ANY_DOCUMENT] } } }));

const options: INodeProperties[] = [
	...requestOptions,
	definedChoices('Fields to Return Names or IDs', 'columns', 'getFieldsToFind', {
		hint: 'The key and the watched field are always returned. Leave empty to return all fields.',
	}),
	fieldTypeOption,
	includeEmptyOption,
	omitAlternateKeysOption,
	omitNullsOption,
	listDocumentOption,
	...overlapOptions,
	pageSizeOption,
	{
		displayName: 'Max Records per Poll',
		name: 'recordsPerPoll',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: RECORDS_PER_POLL,
		description: 'The maximum number of records that one poll returns. The next poll returns the rest.',
	},
	rememberedOption,
	validateQueryOption,
];

/** The parameters of the poll trigger, in display order. */
export const pollProperties: INodeProperties[] = [
	{
		displayName:
			"The first poll only remembers the existing records. Later polls start the workflow. 'Fetch Test Event' shows the newest record. If your system can send events, the Media Operations Trigger reacts faster and causes less load.",
		name: 'firstPoll',
		type: 'notice',
		default: '',
	},
	authenticationProperty,
	resource,
	...documents,
	...fromAnyDocument('documentName'),
	...fromAnyDocument('keyField').map((property) => ({
		...property,
		hint: 'The key field of the document',
	})),
	{
		displayName: 'Trigger On',
		name: 'triggerOn',
		type: 'options',
		description: 'Which records start the workflow',
		options: [
			{ name: 'New Records', value: 'new', description: 'Each new record, once' },
			{ name: 'New or Changed Records', value: 'newOrChanged', description: 'Each new record, and each one whose watched field changes' },
		],
		default: 'new',
	},
	watchedField({
		hint: "A date or number that increases with every new or changed record. Leave empty to use date_added (or a numeric key, if the document has no such date) for 'New Records', and date_changed for 'New or Changed Records'.",
	}),
	...fromQuery('queryMode').map((property) => ({ ...property, displayName: 'Filter Records By' })),
	...fromQuery('allMustMatch', 'conditions'),
	...fromQuery('conditions', 'conditions'),
	...fromQuery('queryJson', 'json'),
	...fromQuery('simplify'),
	optionsCollection(options),
];
