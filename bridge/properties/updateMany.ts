import type { INodeProperties } from 'n8n-workflow';

import { APPLY_TO, MATCHING_RECORDS, ONE_RECORD, HIDDEN_FOR_FILE } from './modes';
import { PANEL_DOCUMENTS, placesOf } from './panelResources';

const displayOptions = { show: { operation: ['update'], [APPLY_TO]: [MATCHING_RECORDS] }, hide: HIDDEN_FOR_FILE };

/** Documents that can be updated only one record at a time. */
const oneByOne = placesOf(PANEL_DOCUMENTS.filter(({ verbs }) => verbs.includes('update') && !verbs.includes('updateMany')));

/** Sets whether Update changes one record or all matching records. */
export const applyToProperties: INodeProperties[] = [
	{
		displayName: 'Apply To',
		name: APPLY_TO,
		type: 'options',
		description: 'Which records to update',
		options: [
			{
				name: 'All Matching Records',
				value: MATCHING_RECORDS,
				description: 'Update the same fields of every record that matches the conditions',
			},
			{ name: 'One Record', value: ONE_RECORD, description: 'Update a record, or a row of one of its sub-tables' },
		],
		default: ONE_RECORD,
		displayOptions: { show: { operation: ['update'] }, hide: { ...oneByOne, ...HIDDEN_FOR_FILE } },
	},
	...Object.entries(oneByOne).map(([name, values]): INodeProperties => ({
		displayName: 'Apply To',
		name: APPLY_TO,
		type: 'hidden',
		default: ONE_RECORD,
		displayOptions: { show: { operation: ['update'], [name]: values } },
	})),
];

/** Previews a change to all matching records unless the user chooses to update. */
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

/** How many records may be changed. */
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
