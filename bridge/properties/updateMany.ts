import type { INodeProperties } from 'n8n-workflow';

const displayOptions = { show: { operation: ['updateMany'] } };

/** Previews Update Many unless the user chooses to update. */
export const updateModeProperty: INodeProperties = {
	displayName: 'Mode',
	name: 'mode',
	type: 'options',
	description: 'Whether to only show the records that would change, or to change them',
	options: [
		{ name: 'Preview', value: 'preview', description: 'Show the matching records with their old and new values. Nothing is changed.' },
		{ name: 'Update', value: 'update', description: 'Change the matching records' },
	],
	default: 'preview',
	displayOptions,
};

/** How many records Update Many may change. */
export const updateManyProperties: INodeProperties[] = [
	{
		displayName: 'All Records',
		name: 'allRecords',
		type: 'boolean',
		default: false,
		description: 'Whether to change every record of the document if there is no condition',
		displayOptions,
	},
	{
		displayName: 'Max Records',
		name: 'maxRecords',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 100,
		description: 'Nothing is changed if more records match',
		displayOptions,
	},
];
