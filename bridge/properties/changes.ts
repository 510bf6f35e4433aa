import type { INodeProperties } from 'n8n-workflow';

import { definedChoice } from './choices';

// Which changes to read from a list: parameters and options of Get Changed and of the poll trigger.

/** Defaults of the options below; the user can change each of them. */
export const OVERLAP_MINUTES = 5;
export const OVERLAP_NUMBERS = 100;
export const REMEMBERED_RECORDS = 10_000;

/** The field whose values increase with every new or changed record. */
export const watchedField = (more: Pick<INodeProperties, 'hint' | 'displayOptions'>): INodeProperties =>
	definedChoice('Watched Field Name or ID', 'watchedField', 'getFieldsToWatch', more);

export const fieldTypeOption: INodeProperties = {
	displayName: 'Field Type',
	name: 'fieldType',
	type: 'options',
	default: 'automatic',
	description: 'The type of the watched field',
	options: [
		{ name: 'Automatic', value: 'automatic', description: "From the document's definition or the field's name" },
		{ name: 'Date', value: 'date' },
		{ name: 'Number', value: 'number' },
	],
};

export const overlapOptions: INodeProperties[] = [
	{
		displayName: 'Overlap (Minutes)',
		name: 'overlapMinutes',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 2 },
		default: OVERLAP_MINUTES,
		description:
			'How many minutes each run looks back from the newest known date, to find records that were stored late. Known records are not returned again.',
	},
	{
		displayName: 'Overlap (Numbers)',
		name: 'overlapNumbers',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: OVERLAP_NUMBERS,
		description: 'How far each run looks back from the highest known number, if the watched field is a number',
	},
];

export const rememberedOption: INodeProperties = {
	displayName: 'Max Remembered Records',
	name: 'remembered',
	type: 'number',
	typeOptions: { minValue: 1000 },
	default: REMEMBERED_RECORDS,
	description:
		'How many records from the overlap to remember, so that they are not returned again. If the overlap contains more records, each run uses a smaller overlap.',
};

const displayOptions = { show: { operation: ['getChanged'] } };

/** The parameters that set where Get Changed starts. */
export const getChangedProperties: INodeProperties[] = [
	{
		displayName:
			'The first run returns all records. Each later run returns the records that were created or changed since the previous run. Send them to a node that updates existing rows, because a run can return a record again after a failed execution.',
		name: 'getChangedNotice',
		type: 'notice',
		default: '',
		displayOptions,
	},
	{
		displayName: 'Start From',
		name: 'startFrom',
		type: 'options',
		description: 'Which changes to return',
		options: [
			{
				name: 'Cursor or Date',
				value: 'cursor',
				description: 'The changes since the cursor of an earlier run, or since a date. The last item contains the next cursor.',
			},
			{
				name: 'Remember in This Workflow',
				value: 'workflow',
				description: 'The changes since the last successful execution of the published workflow. A manual execution stores nothing.',
			},
		],
		default: 'workflow',
		displayOptions,
	},
	{
		displayName: 'Cursor',
		name: 'cursor',
		type: 'string',
		default: '',
		placeholder: 'e.g. 2026-11-01T00:00:00Z',
		description: 'The next_cursor of an earlier run, or a date. Leave empty to return all records.',
		displayOptions: { show: { operation: ['getChanged'], startFrom: ['cursor'] } },
	},
	watchedField({
		hint: 'A date or number that increases with every new or changed record. Leave empty to use date_changed.',
		displayOptions,
	}),
];

/** Options of Get Changed. */
export const getChangedOptions: INodeProperties[] = [
	fieldTypeOption,
	{
		displayName: 'If Last Execution Unknown',
		name: 'ifNotStored',
		type: 'options',
		default: 'continue',
		description: 'What to return if n8n has no data about the last execution and cannot determine whether it succeeded',
		options: [
			{ name: 'Assume It Succeeded', value: 'continue', description: 'Return only the changes since that execution' },
			{ name: 'Assume It Failed', value: 'repeat', description: 'Return its changes again' },
		],
	},
	...overlapOptions,
	{
		displayName: 'Max Records per Run',
		name: 'recordsPerRun',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 10_000,
		description:
			'The maximum number of records that one run returns. The next run returns the rest. Without this option, a run returns all records.',
	},
	rememberedOption,
];
