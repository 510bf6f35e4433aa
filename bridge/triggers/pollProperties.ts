import type { INodeProperties } from 'n8n-workflow';

import { DOCUMENTS } from '../../core/catalog';
import { authenticationProperty } from '../properties/authentication';
import { callOptions, optionsCollection } from '../properties/callOptions';
import { definedChoice, definedChoices } from '../properties/choices';
import { queryProperties } from '../properties/query';
import {
	listDocumentOption,
	omitAlternateKeysOption,
	omitNullsOption,
	pageSizeOption,
	validateQueryOption,
} from '../properties/queryOptions';
import { ANY_DOCUMENT, anyDocumentProperties, resourceProperty } from '../properties/resource';

/** Defaults of a poll; each can be changed in its panel. */
export const OVERLAP_MINUTES = 5;
export const OVERLAP_NUMBERS = 100;
export const RECORDS_PER_POLL = 500;
export const REMEMBERED_RECORDS = 10_000;
/** Nobody waits for a poll, so it is easy on the site. */
export const POLL_CONCURRENCY = 4;

const WATCHABLE = new Set([...DOCUMENTS.filter(({ verbs }) => verbs.includes('list')).map(({ resource }) => resource), ANY_DOCUMENT]);

const resource: INodeProperties = {
	...resourceProperty,
	description: 'The kind of record to watch. What is not in the list is reached as any document, by its name.',
	options: (resourceProperty.options ?? []).filter((option) => 'value' in option && WATCHABLE.has(String(option.value))),
};

/** The same parameters as in Get Many, which here are there for every resource. */
const fromQuery = (name: string, mode?: string): INodeProperties[] =>
	queryProperties
		.filter((property) => property.name === name)
		.map((property) => ({ ...property, displayOptions: mode === undefined ? undefined : { show: { queryMode: [mode] } } }));

const fromAnyDocument = (name: string): INodeProperties[] =>
	anyDocumentProperties
		.filter((property) => property.name === name)
		.map((property) => ({ ...property, displayOptions: { show: { resource: [ANY_DOCUMENT] } } }));

const options: INodeProperties[] = [
	...callOptions.map((option) => (option.name === 'concurrency' ? { ...option, default: POLL_CONCURRENCY } : option)),
	definedChoices('Fields to Return Names or IDs', 'columns', 'getFieldsToFind', {
		hint: 'The key and the watched field are always returned. Leave it empty to return all fields.',
	}),
	{
		displayName: 'Kind of the Field',
		name: 'fieldKind',
		type: 'options',
		default: 'automatic',
		description: 'What the values of the watched field are',
		options: [
			{ name: 'Automatic', value: 'automatic', description: 'As the document is known, else by the name of the field' },
			{ name: 'Date', value: 'date' },
			{ name: 'Number', value: 'number' },
		],
	},
	omitAlternateKeysOption,
	omitNullsOption,
	listDocumentOption,
	{
		displayName: 'Overlap in Minutes',
		name: 'overlapMinutes',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 2 },
		default: OVERLAP_MINUTES,
		description:
			'How far each poll looks back behind the newest date it knows, so that records that were stored late are found. No record comes twice because of it.',
	},
	{
		displayName: 'Overlap in Numbers',
		name: 'overlapNumbers',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: OVERLAP_NUMBERS,
		description: 'How far each poll looks back behind the highest number it knows, where the watched field is a number',
	},
	pageSizeOption,
	{
		displayName: 'Records per Poll',
		name: 'recordsPerPoll',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: RECORDS_PER_POLL,
		description: 'The highest number of records to one run of the workflow. What is over comes with the next poll.',
	},
	{
		displayName: 'Remembered Records',
		name: 'remembered',
		type: 'number',
		typeOptions: { minValue: 1000 },
		default: REMEMBERED_RECORDS,
		description: 'How many records of the overlap are remembered at most. With more in it, polls look back less far.',
	},
	validateQueryOption,
];

/** The panel of the poll trigger, from top to bottom. */
export const pollProperties: INodeProperties[] = [
	{
		displayName:
			'The first poll only remembers what there is; later ones start the workflow. «Fetch Test Event» shows the newest record. Where your system can call out, the Media Operations Trigger answers faster and costs less.',
		name: 'firstPoll',
		type: 'notice',
		default: '',
	},
	authenticationProperty,
	resource,
	...fromAnyDocument('documentName'),
	...fromAnyDocument('keyField').map((property) => ({
		...property,
		hint: 'The field by which records are told apart: the key of the document',
	})),
	{
		displayName: 'Trigger On',
		name: 'triggerOn',
		type: 'options',
		description: 'Which records start the workflow',
		options: [
			{ name: 'New Records', value: 'new', description: 'Each record once' },
			{ name: 'New or Changed Records', value: 'newOrChanged', description: 'Each record again whenever the watched field changed' },
		],
		default: 'new',
	},
	definedChoice('Date or Number Field Name or ID', 'watchedField', 'getFieldsToWatch', {
		hint: 'The field that grows with every new, or every changed, record. Leave it empty to use date_added for new and date_changed for changed records, or a numeric key if the document has no such date.',
	}),
	...fromQuery('queryMode').map((property) => ({ ...property, displayName: 'Only Records By' })),
	...fromQuery('allMustMatch', 'conditions'),
	...fromQuery('conditions', 'conditions'),
	...fromQuery('queryJson', 'json'),
	...fromQuery('simplify'),
	optionsCollection(options),
];
