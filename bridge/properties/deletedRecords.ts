import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { definedChoice, inputFile } from './choices';
import { DELETED } from './modes';
import { ANY_DOCUMENT } from './panelResources';

/** The default of 'Max Deleted Records': if more records are missing, nothing is output. */
export const MAX_DELETED = 1000;

const show = { operation: ['getMany'], output: [DELETED], '@tool': [false] };
const displayOptions: IDisplayOptions = { show };
const fromFile: IDisplayOptions = { show: { ...show, keysFrom: ['file'] } };

/** Which keys Get Many compares with the site to find deleted records. */
export const deletedRecordsProperties: INodeProperties[] = [
	{
		displayName:
			'The site does not show which records were deleted. The node reads the keys of all records and outputs any of your keys that no longer exist. It looks up each missing key again before reporting it as deleted.',
		name: 'deletedNotice',
		type: 'notice',
		default: '',
		displayOptions,
	},
	{
		displayName: 'Keys From',
		name: 'keysFrom',
		type: 'options',
		description: 'The source of the keys to check',
		options: [
			{ name: 'File', value: 'file', description: 'A column of a CSV, JSON or NDJSON file of any length' },
			{ name: 'Items', value: 'items', description: 'One key per item, such as the rows of a database' },
		],
		default: 'items',
		displayOptions,
	},
	{
		displayName: 'Key',
		name: 'knownKey',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. {{ $json.job_no }}',
		description: 'The key to check, usually an expression that reads it from the item',
		displayOptions: { show: { ...show, keysFrom: ['items'] } },
	},
	inputFile('CSV, JSON or NDJSON in UTF-8', fromFile),
	{
		displayName: 'Key Column',
		name: 'keyColumn',
		type: 'string',
		default: '',
		placeholder: 'e.g. job_no',
		description: 'The column that contains the key. Leave empty if it has the same name as the key field.',
		displayOptions: fromFile,
	},
	definedChoice('Key Field Name or ID', 'knownKeyField', 'getKeysOrDefault', {
		hint: 'The field that contains this key',
		displayOptions: { show, hide: { resource: [ANY_DOCUMENT] } },
	}),
	definedChoice('Key Field Name or ID', 'knownKeyField', 'getKeys', {
		required: true,
		hint: 'The field that contains the key',
		displayOptions: { show: { ...show, resource: [ANY_DOCUMENT] } },
	}),
	{
		displayName: 'Max Deleted Records',
		name: 'maxDeleted',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: MAX_DELETED,
		description:
			'The node fails if more records than this are missing. Usually, this means that the keys come from another site, or that the user has no permission to read the records.',
		displayOptions,
	},
];
