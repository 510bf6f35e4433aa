import type { INodeProperties } from 'n8n-workflow';

import { definedChoice, definedChoices } from './choices';
import { callOptions, continueOption, optionsCollection, previewOption, timeOptions } from './callOptions';
import { listDocumentOption, omitAlternateKeysOption, omitNullsOption, pageSizeOption, validateQueryOption } from './queryOptions';
import { ANY_DOCUMENT, operationsThat } from './resource';

const READS = operationsThat(({ effect }) => effect === 'reads');
const RETURNS_RECORDS = READS.filter((operation) => operation !== 'count');
const QUERIES = ['count', 'getMany', 'lookUp', 'updateMany'];
const WRITES = operationsThat(({ effect }) => effect === 'changes');

const only = (property: INodeProperties, operations: readonly string[]): INodeProperties => ({
	...property,
	displayOptions: { ...property.displayOptions, show: { ...property.displayOptions?.show, '/operation': [...operations] } },
});

const options: INodeProperties[] = [
	...callOptions,
	...timeOptions,
	only(previewOption, WRITES),
	only(
		definedChoices('Clear Sub-Table Names or IDs', 'clearSubTables', 'getSubTablesToSend', {
			hint: 'Their rows are deleted before those of the fields are added',
		}),
		['upsert'],
	),
	only(continueOption, ['changeApproval', 'create', 'update', 'updateMany', 'upsert']),
	only(
		{
			displayName: 'Count Only',
			name: 'countOnly',
			type: 'boolean',
			default: false,
			description: 'Whether to count the records that match and change nothing',
		},
		['updateMany'],
	),
	only(
		definedChoices('Fields to Return Names or IDs', 'columns', 'getFieldsToReturn', {
			hint: 'The key is always returned. Leave it empty to return all fields.',
		}),
		RETURNS_RECORDS,
	),
	only(
		{
			displayName: 'Fields to Return (JSON)',
			name: 'columnsJson',
			type: 'json',
			default: '',
			description:
				'The same by table, also for sub-tables, as an object such as {"jm_job": ["job_desc"], "jm_episode": ["title_no"]}. The table of a list is called L.',
		},
		RETURNS_RECORDS,
	),
	only(
		{
			displayName: 'Form of the Update',
			name: 'form',
			type: 'options',
			default: 'auto',
			description: 'How the change is sent; the record is the same afterwards',
			options: [
				{ name: 'Automatic', value: 'auto', description: 'Operations, or the whole payload where there are rows of sub-tables' },
				{ name: 'Operations', value: 'operations' },
				{ name: 'Payload', value: 'payload' },
			],
		},
		['update'],
	),
	only(
		{
			displayName: 'Load Templates',
			name: 'loadTemplates',
			type: 'options',
			default: 'new',
			description: 'Which records the templates of the save arguments are loaded into',
			options: [
				{
					name: 'Into All Records',
					value: 'all',
					description: 'Each run adds the transactions of the template to an existing record again',
				},
				{
					name: 'Into New Records Only',
					value: 'new',
					description: 'The record is read first. If it exists, it is updated without loading a template.',
				},
			],
		},
		['upsert'],
	),
	only(omitAlternateKeysOption, RETURNS_RECORDS),
	only(omitNullsOption, RETURNS_RECORDS),
	only(listDocumentOption, QUERIES),
	only(
		{
			displayName: 'Page',
			name: 'page',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 1,
			description: 'Return only this page, counted from 1. It has as many records as Page Size or, if that is not set, Limit.',
		},
		['getMany'],
	),
	only(pageSizeOption, ['getMany']),
	only(
		{
			displayName: 'Records per Call',
			name: 'recordsPerCall',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 1,
			description: 'How many records go in one call. With more than one, the site may refuse all of them for the sake of one.',
		},
		['create'],
	),
	only(
		{
			displayName: 'Return New Rows',
			name: 'returnNewRows',
			type: 'boolean',
			default: true,
			description:
				'Whether to return the keys of the sub-table rows that were added to an existing record. The record is read before and after the change.',
		},
		['update', 'upsert'],
	),
	only(
		{
			displayName: 'Temporary Keys',
			name: 'temporaryKeys',
			type: 'boolean',
			default: false,
			description: 'Whether to send a temporary key (-1, or +1 for orders) with each record that has none',
		},
		['create'],
	),
	only(
		{
			...definedChoice('Table Name or ID', 'tableName', 'getTable', {
				hint: 'The table of the document: the property of the body that contains its records. Only needed if your site calls it something else.',
			}),
			displayOptions: { hide: { '/resource': [ANY_DOCUMENT] } },
		},
		['create', 'get', 'update', 'upsert'],
	),
	only(validateQueryOption, ['count', 'getMany', 'updateMany']),
];

/** The Options of the generic node, each shown with the operations that it belongs to. */
export const optionsProperty: INodeProperties = optionsCollection(options, { show: { operation: [...READS, ...WRITES] } });
