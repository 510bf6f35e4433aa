import type { INodeProperties, NodeParameterValue } from 'n8n-workflow';

import { saveArgumentNamed } from '../../core/catalog';
import { getChangedOptions } from './changes';
import { definedChoice, definedChoices } from './choices';
import { decimalSeparatorOption, excludeByteOrderMarkOption, localTimesOption, separatorOption } from './csvOptions';
import { requestOptions, continueOption, optionsCollection, previewOption, timeOptions } from './requestOptions';
import {
	includeEmptyOption,
	listDocumentOption,
	omitAlternateKeysOption,
	omitNullsOption,
	pageSizeOption,
	validateQueryOption,
} from './queryOptions';
import { AS_FILE, COUNT, HIDDEN_FOR_ONE, HIDDEN_FOR_SEVERAL, SEVERAL_RECORDS, WITHOUT_RECORDS, fromTop } from './modes';
import { ANY_DOCUMENT } from './panelResources';
import { operationsWhere } from './operations';

const READS = operationsWhere(({ effect }) => effect === 'reads');
const QUERIES = ['get', 'getChanged', 'getMany', 'update'];
/**
 * The read operations whose options can omit fields of a record. Get Changed is excluded: its cursor needs the key and the watched field of
 * every record, and its output must contain empty fields, because a copy of the records needs the cleared values.
 */
const WITHOUT_CURSOR = READS.filter((operation) => operation !== 'getChanged');
const WRITES = operationsWhere(({ effect }) => effect === 'changes');
/** The operations that can send an irreversible save argument: their own, or one that the user adds. */
const IRREVERSIBLE = [
	...operationsWhere(({ saveArgument }) => saveArgument !== undefined && saveArgumentNamed(saveArgument)?.irreversible === true),
	...(['create', 'update', 'upsert'] as const),
];

const only = (property: INodeProperties, operations: readonly string[]): INodeProperties => ({
	...property,
	displayOptions: { ...property.displayOptions, show: { ...property.displayOptions?.show, '/operation': [...operations] } },
});

const hidden = (property: INodeProperties, hide: Readonly<Record<string, NodeParameterValue[]>>): INodeProperties => ({
	...property,
	displayOptions: { ...property.displayOptions, hide: { ...property.displayOptions?.hide, ...hide } },
});
/** An option for requests that read or change one record. */
const ofOneRecord = (property: INodeProperties, operations: readonly string[]): INodeProperties =>
	hidden(only(property, operations), fromTop(HIDDEN_FOR_SEVERAL));
/** An option for requests that read a list. */
const ofQuery = (property: INodeProperties, operations: readonly string[]): INodeProperties =>
	hidden(only(property, operations), fromTop(HIDDEN_FOR_ONE));
/** An option for responses that contain records. */
const ofRecords = (property: INodeProperties, operations: readonly string[] = READS): INodeProperties =>
	hidden(only(property, operations), { '/output': WITHOUT_RECORDS, '/toolOutput': WITHOUT_RECORDS });
/** An option for single records, which an import does not use. */
const onlyItems = (property: INodeProperties, operations: readonly string[]): INodeProperties =>
	hidden(only(property, operations), { '/inputMode': [AS_FILE] });

const options: INodeProperties[] = [
	...requestOptions,
	...timeOptions,
	// Updating all matching records has its own preview mode.
	ofOneRecord(previewOption, WRITES),
	onlyItems(
		definedChoices('Clear Sub-Table Names or IDs', 'clearSubTables', 'getSubTablesToSend', {
			hint: 'The site deletes all rows of these sub-tables before it adds the new ones',
		}),
		['upsert'],
	),
	onlyItems(continueOption, IRREVERSIBLE),
	ofRecords(
		definedChoices('Fields to Return Names or IDs', 'columns', 'getFieldsToReturn', {
			hint: 'The key is always returned. Leave empty to return all fields.',
		}),
	),
	ofRecords(
		{
			displayName: 'Fields to Return (JSON)',
			name: 'columnsJson',
			type: 'json',
			default: '',
			description:
				'The fields to return by table, including sub-tables, such as {"jm_job": ["job_desc"], "jm_episode": ["title_no"]}. For lists, use L as the table name.',
		},
		WITHOUT_CURSOR,
	),
	...getChangedOptions.map((option) => only(option, ['getChanged'])),
	ofOneRecord(
		{
			displayName: 'Update Format',
			name: 'updateFormat',
			type: 'options',
			default: 'auto',
			description: 'The format of the request body. All formats have the same result.',
			options: [
				{ name: 'Automatic', value: 'auto', description: 'Operations for plain values, payload for sub-table rows and other objects' },
				{ name: 'Operations', value: 'operations', description: 'A list of patch operations, one per field' },
				{ name: 'Payload', value: 'payload', description: 'The record as one object, with its sub-tables' },
			],
		},
		['update'],
	),
	ofOneRecord(
		{
			displayName: 'Update Only If Unchanged',
			name: 'unchanged',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			default: {},
			placeholder: 'Add Field',
			description:
				'Fields that must still have the value that an earlier node read, such as the date of the last change. The node reads them immediately before the update, and changes nothing if one of them differs.',
			options: [
				{
					displayName: 'Field',
					name: 'value',
					values: [
						definedChoice('Field Name or ID', 'fieldName', 'getFieldsToReturn'),
						{
							displayName: 'Value When Read',
							name: 'expected',
							type: 'string',
							default: '',
							placeholder: 'e.g. {{ $json.date_changed }}',
							description: 'The value of the field in the output of the earlier node',
						},
					],
				},
			],
		},
		['update'],
	),
	decimalSeparatorOption,
	excludeByteOrderMarkOption,
	localTimesOption,
	separatorOption,
	onlyItems(
		{
			displayName: 'Load Templates',
			name: 'loadTemplates',
			type: 'options',
			default: 'new',
			description: 'Which records get the templates in the save arguments',
			options: [
				{
					name: 'Into All Records',
					value: 'all',
					description: "Each run adds the template's transactions to existing records again",
				},
				{
					name: 'Into New Records Only',
					value: 'new',
					description: 'The node reads the record first and updates an existing one without loading a template',
				},
			],
		},
		['upsert'],
	),
	ofRecords(includeEmptyOption, WITHOUT_CURSOR),
	ofRecords(omitAlternateKeysOption),
	ofRecords(omitNullsOption),
	ofQuery(listDocumentOption, QUERIES),
	ofRecords(
		{
			displayName: 'Page',
			name: 'page',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 1,
			description: "Return only this page. Page numbers start at 1. The page size is 'Page Size' or, if that is not set, 'Limit'.",
		},
		['getMany'],
	),
	hidden(only(pageSizeOption, ['getChanged', 'getMany']), { '/output': [COUNT], '/toolOutput': [COUNT] }),
	only(
		{
			displayName: 'Records per Request',
			name: 'recordsPerRequest',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 1,
			description:
				'How many records to send in one request. If you send several, a single invalid record can cause the whole batch to be rejected.',
		},
		['create'],
	),
	ofOneRecord(
		{
			displayName: 'Return New Rows',
			name: 'returnNewRows',
			type: 'boolean',
			default: true,
			description:
				'Whether to return the keys of the sub-table rows that the change adds to an existing record. The node reads the record before and after the change.',
		},
		['update', 'upsert'],
	),
	only(
		{
			displayName: 'Send Temporary Keys',
			name: 'temporaryKeys',
			type: 'boolean',
			default: false,
			description: 'Whether to send a temporary key (-1, or +1 for orders) with each record that has no key',
		},
		['create'],
	),
	hidden(
		only(
			{
				...definedChoice('Table Name or ID', 'tableName', 'getTable', {
					hint: 'The table name that your site uses in the request body, if it differs from the documented one',
				}),
				displayOptions: { hide: { '/resource': [ANY_DOCUMENT] } },
			},
			['create', 'get', 'update', 'upsert'],
		),
		fromTop(SEVERAL_RECORDS),
	),
	ofQuery(validateQueryOption, ['getChanged', 'getMany', 'update']),
];

/** The options of the generic node, each shown for its operations. */
export const optionsProperty: INodeProperties = optionsCollection(options, { show: { operation: [...READS, ...WRITES] } });
