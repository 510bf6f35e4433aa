import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { FILE_FORMATS } from '../../core/files/formats';

// A model reads records, not files, and has an Output of its own.
const shown: IDisplayOptions = { show: { operation: ['getMany'], '@tool': [false] } };
const asFile: IDisplayOptions = { show: { operation: ['getMany'], output: ['file'], '@tool': [false] } };

/** Where the records of Get Many go: into items, or into one file however many there are. */
export const outputProperties: INodeProperties[] = [
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		description: 'Whether the records become items or one file',
		options: [
			{ name: 'File', value: 'file', description: 'One file with all records, written page by page: for lists of any length' },
			{ name: 'Items', value: 'items', description: 'One item to each record' },
		],
		default: 'items',
		displayOptions: shown,
	},
	{
		displayName: 'File Format',
		name: 'fileFormat',
		type: 'options',
		description: 'How the records stand in the file',
		options: FILE_FORMATS.map(({ name, label, description }) => ({ name: label, value: name, description })),
		default: 'ndjson',
		displayOptions: asFile,
	},
	{
		displayName: 'File Name',
		name: 'fileName',
		type: 'string',
		default: '',
		placeholder: 'e.g. jobs',
		description: 'Leave it empty to name the file after the list. The extension is added where it is missing.',
		displayOptions: asFile,
	},
	{
		displayName: 'Put Output File in Field',
		name: 'binaryPropertyName',
		type: 'string',
		description: 'The field of the item that takes the file',
		default: 'data',
		required: true,
		hint: 'The name of the output binary field to put the file in',
		displayOptions: asFile,
	},
];
