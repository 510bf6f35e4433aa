import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { FILE_FORMATS } from '../../core/files/formats';
import { limitProperties } from './limit';
import { deletedRecordsProperties } from './deletedRecords';
import { COUNT, DELETED } from './modes';

// Hidden in a tool. A tool has its own 'Output' without files, because a model cannot read them.
const shown: IDisplayOptions = { show: { operation: ['getMany'], '@tool': [false] } };
const asFile: IDisplayOptions = { show: { operation: ['getMany'], output: ['file'], '@tool': [false] } };

/** What Get Many returns: items, one file of any size, the number of records, or the keys of deleted records. */
export const outputProperties: INodeProperties[] = [
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		description: 'What to return: the records as items or as one file, only their number, or the keys of deleted records',
		options: [
			{ name: 'Count', value: COUNT, description: 'Return only the number of matching records, without reading them' },
			{
				name: 'Deleted Records',
				value: DELETED,
				description: 'Compare the keys in the input items or in a file with the site, and return those that no longer exist',
			},
			{ name: 'File', value: 'file', description: 'Write all records to one file, page by page. Suitable for lists of any length.' },
			{ name: 'Items', value: 'items', description: 'Return one item per record' },
		],
		default: 'items',
		displayOptions: shown,
	},
	...deletedRecordsProperties,
	// A file that stopped at the default limit would look complete.
	...limitProperties({ operation: ['getMany'], output: ['file'], '@tool': [false] }).map((property) =>
		property.name === 'returnAll' ? { ...property, default: true } : property,
	),
	{
		displayName: 'File Format',
		name: 'fileFormat',
		type: 'options',
		description: 'The format of the file',
		options: FILE_FORMATS.map(({ name, label, description }) => ({ name: label, value: name, description })),
		default: 'csv',
		displayOptions: asFile,
	},
	{
		displayName: 'File Name',
		name: 'fileName',
		type: 'string',
		default: '',
		placeholder: 'e.g. jobs',
		description: 'Leave empty to use the name of the list. The extension is added automatically.',
		displayOptions: asFile,
	},
	{
		displayName: 'Put Output File in Field',
		name: 'binaryPropertyName',
		type: 'string',
		description: 'The binary field of the output item that contains the file',
		default: 'data',
		required: true,
		hint: 'The name of the output binary field to put the file in',
		displayOptions: asFile,
	},
];
