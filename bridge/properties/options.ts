import type { INodeProperties } from 'n8n-workflow';

import { DEFAULT_CONCURRENCY, DEFAULT_PAGE_SIZE, DEFAULT_TRIES, DEFAULT_TIMEOUT_SECONDS } from '../settings';

/** Pairs of a name and a value that are added to every call. */
const pairs = (name: string, label: string, group: string, description: string): INodeProperties => ({
	displayName: label,
	name,
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	default: {},
	placeholder: `Add ${group}`,
	description,
	options: [
		{
			displayName: group,
			name: 'entry',
			values: [
				{ displayName: 'Name', name: 'name', type: 'string', default: '' },
				{ displayName: 'Value', name: 'value', type: 'string', default: '' },
			],
		},
	],
});

const READS = ['get', 'getMany'];
const QUERIES = ['getMany', 'updateMany'];
const WRITES = ['changeApproval', 'create', 'delete', 'setDefaultGroup', 'update', 'updateMany', 'upsert'];

const only = (property: INodeProperties, operations: readonly string[]): INodeProperties => ({ ...property, displayOptions: { show: { '/operation': [...operations] } } });

const options: INodeProperties[] = [
	only({ displayName: 'Clear Sub-Tables', name: 'clearSubTables', type: 'string', default: '', placeholder: 'e.g. lib_master_audio', description: 'Sub-tables whose rows are deleted before those of the fields are added, with commas between them' }, ['upsert']),
	only({ displayName: 'Count Only', name: 'countOnly', type: 'boolean', default: false, description: 'Whether to count the records that match and change nothing' }, ['updateMany']),
	{ displayName: 'Division Code', name: 'divisionCode', type: 'string', default: '', placeholder: 'e.g. LON', description: 'The division to work in, instead of the one of the credential. Needs release 11.1.' },
	only({ displayName: 'Fields to Return', name: 'columns', type: 'string', default: '', placeholder: 'e.g. wo_desc, phase_code', description: 'Names of fields with commas between them. The key is always returned. Leave it empty to return all fields.' }, READS),
	only({ displayName: 'Fields to Return (JSON)', name: 'columnsJson', type: 'json', default: '', description: 'The same by table, also for sub-tables, as an object such as {"jm_job": ["job_desc"], "jm_episode": ["title_no"]}. The table of a list is called L.' }, READS),
	pairs('extraHeaders', 'Further Headers', 'Header', 'Headers that are sent with every call, beside those of this node'),
	pairs('extraParameters', 'Further Query Parameters', 'Parameter', 'Query parameters that are sent with every call, beside those of this node'),
	only({
		displayName: 'Form of the Update', name: 'form', type: 'options', default: 'auto',
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
	only({ displayName: 'Preview', name: 'preview', type: 'boolean', default: true, description: 'Whether to show the request that would be sent, and send nothing' }, WRITES),
	only({ displayName: 'Records per Call', name: 'recordsPerCall', type: 'number', typeOptions: { minValue: 1 }, default: 1, description: 'How many records go in one call. With more than one, the site may refuse all of them for the sake of one.' }, ['create']),
	{ displayName: 'Requests at Once', name: 'concurrency', type: 'number', typeOptions: { minValue: 1, maxValue: 64 }, default: DEFAULT_CONCURRENCY, description: 'The highest number of requests under way at the same time' },
	only({ displayName: 'Temporary Keys', name: 'temporaryKeys', type: 'boolean', default: false, description: 'Whether to send a temporary key (-1, or +1 for orders) with each record that has none' }, ['create']),
	{
		displayName: 'Time Zone', name: 'zoneMode', type: 'options', default: 'workflow', description: 'How date-times without an offset are read',
		options: [
			{ name: 'As the Site Reads Them', value: 'site', description: 'They are sent as they are' },
			{ name: 'In the Time Zone of the Workflow', value: 'workflow', description: 'They are sent as UTC' },
		],
	},
	{ displayName: 'Timeout', name: 'timeout', type: 'number', typeOptions: { minValue: 1 }, default: DEFAULT_TIMEOUT_SECONDS, description: 'Seconds for one call' },
	{ displayName: 'Tries', name: 'tries', type: 'number', typeOptions: { minValue: 1, maxValue: 20 }, default: DEFAULT_TRIES, description: 'How often a request is sent at most, where another try can do no harm. Use this instead of «Retry On Fail» in the settings of the node: that one repeats the whole node and can make records twice.' },
	{ displayName: 'Windows Time Zone Name', name: 'timeZoneName', type: 'string', default: '', placeholder: 'e.g. Pacific Standard Time', description: 'The site reads all times in this zone and overlooks their offsets (header Source-Time-Zone-Name)' },
	only({ displayName: 'Validate Query', name: 'validateQueryParameters', type: 'boolean', default: true, description: 'Whether the site refuses a query on fields that the document cannot be searched by' }, QUERIES),
];

const ALL = ['changeApproval', 'create', 'delete', 'get', 'getMany', 'setDefaultGroup', 'update', 'updateMany', 'upsert'];

export const optionsProperty: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	default: {},
	placeholder: 'Add Option',
	displayOptions: { show: { operation: ALL } },
	options,
};
