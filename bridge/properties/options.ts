import type { INodeProperties } from 'n8n-workflow';

import { DEFAULT_PAGE_SIZE } from '../settings';
import { definedChoices } from './choices';
import { callOptions, optionsCollection, previewOption, timeOptions } from './callOptions';
import { operationsThat } from './resource';

const READS = operationsThat(({ effect }) => effect === 'reads');
const QUERIES = ['getMany', 'lookUp', 'updateMany'];
const WRITES = operationsThat(({ effect }) => effect === 'changes');

const only = (property: INodeProperties, operations: readonly string[]): INodeProperties => ({ ...property, displayOptions: { show: { '/operation': [...operations] } } });

const options: INodeProperties[] = [
	...callOptions,
	...timeOptions,
	only(previewOption, WRITES),
	only(definedChoices('Clear Sub-Table Names or IDs', 'clearSubTables', 'getSubTablesToSend', { hint: 'Their rows are deleted before those of the fields are added' }), ['upsert']),
	only({ displayName: 'Count Only', name: 'countOnly', type: 'boolean', default: false, description: 'Whether to count the records that match and change nothing' }, ['updateMany']),
	only(definedChoices('Fields to Return Names or IDs', 'columns', 'getFieldsToReturn', { hint: 'The key is always returned. Leave it empty to return all fields.' }), READS),
	only({ displayName: 'Fields to Return (JSON)', name: 'columnsJson', type: 'json', default: '', description: 'The same by table, also for sub-tables, as an object such as {"jm_job": ["job_desc"], "jm_episode": ["title_no"]}. The table of a list is called L.' }, READS),
	only({
		displayName: 'Form of the Update', name: 'form', type: 'options', default: 'auto', description: 'How the change is sent; the site answers both alike',
		options: [
			{ name: 'Automatic', value: 'auto', description: 'Operations, or the whole payload where there are rows of sub-tables' },
			{ name: 'Operations', value: 'operations' },
			{ name: 'Payload', value: 'payload' },
		],
	}, ['update']),
	only({ displayName: 'Leave Out Alternate Keys', name: 'omitAlternateKeys', type: 'boolean', default: false, description: 'Whether to leave alternate keys out of the answer' }, READS),
	only({ displayName: 'Leave Out Empty Fields', name: 'omitNulls', type: 'boolean', default: false, description: 'Whether to leave fields without a value out of the answer' }, READS),
	only({ displayName: 'List Document', name: 'listName', type: 'string', default: '', placeholder: 'e.g. JmRateCardList', description: 'The name of the list, where it is not the name of the document with List behind it' }, QUERIES),
	only({ displayName: 'Page Size', name: 'pageSize', type: 'number', typeOptions: { minValue: 1 }, default: DEFAULT_PAGE_SIZE, description: 'Records to a page: one call reads one page' }, ['getMany']),
	only({ displayName: 'Records per Call', name: 'recordsPerCall', type: 'number', typeOptions: { minValue: 1 }, default: 1, description: 'How many records go in one call. With more than one, the site may refuse all of them for the sake of one.' }, ['create']),
	only({ displayName: 'Temporary Keys', name: 'temporaryKeys', type: 'boolean', default: false, description: 'Whether to send a temporary key (-1, or +1 for orders) with each record that has none' }, ['create']),
	only({ displayName: 'Validate Query', name: 'validateQueryParameters', type: 'boolean', default: true, description: 'Whether the site refuses a query on fields that the document cannot be searched by. Without it, a site may overlook such a condition and find every record.' }, QUERIES),
];

export const optionsProperty: INodeProperties = optionsCollection(options, { show: { operation: [...READS, ...WRITES] } });
