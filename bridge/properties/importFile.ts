import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { definedChoice, definedChoices, inputFile } from './choices';
import { separatorChoices } from './csvOptions';
import { AS_FILE, INPUT_MODE } from './modes';
import { ANY_DOCUMENT } from './panelResources';

/** The operations whose records can come from a file. */
const IMPORTS = ['create', 'delete', 'update', 'upsert'];

const shown: IDisplayOptions = { show: { operation: IMPORTS, inputMode: [AS_FILE], '@tool': [false] } };

/** Whether the records come from the items or from a file. */
export const inputModeProperty: INodeProperties = {
	displayName: 'Input',
	name: INPUT_MODE,
	type: 'options',
	description: 'Whether to use the values of each item, or to read the records from a file',
	options: [
		{ name: 'File', value: AS_FILE, description: 'Read the records from a CSV, JSON or NDJSON file of any length' },
		{ name: 'Items', value: 'items', description: 'Use the values of each item' },
	],
	default: 'items',
	// Hidden in a tool, because a model cannot provide a file.
	displayOptions: { show: { operation: IMPORTS, '@tool': [false] } },
};

/** The options for reading a file. */
const importOptions: INodeProperties[] = [
	{
		displayName: 'Date Format',
		name: 'dateFormat',
		type: 'options',
		default: 'iso',
		description: 'How to read dates. ISO 8601 and dates such as 31.12.2026 are always accepted.',
		options: [
			{ name: 'Day First', value: 'dayFirst', description: '31/12/2026' },
			{ name: 'ISO 8601', value: 'iso', description: '2026-12-31, optionally with a time' },
			{ name: 'Month First', value: 'monthFirst', description: '12/31/2026' },
		],
	},
	{
		displayName: 'Decimal Separator',
		name: 'decimalSeparator',
		type: 'options',
		default: 'auto',
		description: "How to read numbers. With 'Comma' or 'Point', the other character can separate thousands.",
		options: [
			{ name: 'Automatic', value: 'auto', description: 'Accept both, and reject ambiguous numbers' },
			{ name: 'Comma', value: 'comma', description: '1.234,5' },
			{ name: 'Point', value: 'point', description: '1,234.5' },
		],
	},
	{
		displayName: 'Empty Cells',
		name: 'emptyCells',
		type: 'options',
		default: 'keep',
		description: 'What an empty cell does to an existing value',
		options: [
			{ name: 'Clear the Field', value: 'clear', description: 'The field becomes empty' },
			{ name: 'Keep the Value', value: 'keep', description: 'The field is not sent' },
		],
	},
	{
		displayName: 'Encoding',
		name: 'encoding',
		type: 'string',
		default: '',
		placeholder: 'e.g. windows-1252',
		description: 'The character encoding of the file. Leave empty for UTF-8. A byte order mark takes precedence.',
	},
	{
		displayName: 'Max Rows',
		name: 'maxRows',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50000,
		description: "Stop after sending this many rows. To continue, run again with the result file in 'Skip Completed Rows In'.",
	},
	{
		displayName: 'Separator',
		name: 'separator',
		type: 'options',
		default: 'auto',
		description: 'The character between the cells of a CSV file',
		options: [{ name: 'Automatic', value: 'auto', description: 'Detect it from the header' }, ...separatorChoices],
	},
	{
		displayName: 'Skip Completed Rows In',
		name: 'skipRowsDoneIn',
		type: 'string',
		default: '',
		placeholder: 'e.g. result',
		description:
			'The binary field that contains the result file of an earlier import of the same file. Its completed rows are skipped, and its uncertain rows are looked up by key before they are sent again.',
	},
	{
		displayName: 'Unknown Columns',
		name: 'unknownColumns',
		type: 'options',
		default: 'refuse',
		description: 'What to do with columns that match no field',
		options: [
			{ name: 'Ignore', value: 'ignore', description: 'Send the other columns' },
			{ name: 'Reject', value: 'refuse', description: 'Send nothing and list the columns' },
		],
	},
	{
		...definedChoices('Update Only If Unchanged', 'unchanged', 'getFieldsToReturn', {
			displayOptions: { show: { '/operation': ['update'] } },
		}),
		description:
			'Fields whose values on the site must still match the file, such as the date of the last change in an exported file. The node reads them immediately before each update, and rejects the row if one of them differs. Their columns are not sent.',
	},
];

export const importProperties: INodeProperties[] = [
	inputFile('CSV, JSON or NDJSON', shown),
	{
		displayName: 'Validate First',
		name: 'validateFirst',
		type: 'options',
		description: 'When to only validate the file, without sending anything',
		options: [
			{ name: 'Always', value: 'always', description: 'Only validate the file, and never send anything' },
			{
				name: 'In Manual Executions',
				value: 'manual',
				description: 'Only validate in manual executions, and import in all other executions',
			},
			{ name: 'Never', value: 'never', description: 'Import immediately, and report invalid rows afterwards' },
		],
		default: 'manual',
		displayOptions: shown,
	},
	definedChoice('Key Field Name or ID', 'importKey', 'getImportKeys', {
		hint: 'The column that contains this field identifies the record',
		displayOptions: {
			show: { operation: IMPORTS.filter((name) => name !== 'create'), inputMode: [AS_FILE], '@tool': [false] },
			hide: { resource: [ANY_DOCUMENT] },
		},
	}),
	{
		displayName: 'Columns',
		name: 'columnMapping',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		default: {},
		placeholder: 'Add Column',
		description: 'Columns whose names differ from the names and labels of the fields. All other columns are assigned automatically.',
		displayOptions: shown,
		options: [
			{
				displayName: 'Column',
				name: 'column',
				values: [
					{
						displayName: 'Column Name',
						name: 'columnName',
						type: 'string',
						default: '',
						placeholder: 'e.g. Programme',
						description: 'The name in the header of the file',
					},
					definedChoice('Field Name or ID', 'fieldName', 'getFieldsToImport'),
					{
						displayName: 'Content',
						name: 'contains',
						type: 'options',
						description: 'How to read the cells',
						options: [
							{
								name: 'Automatic',
								value: 'auto',
								description: "Use the field's type. Fields specific to your site are read as text.",
							},
							{ name: 'Date', value: 'date', description: 'A date or a date with a time' },
							{
								name: 'Name of a Record',
								value: 'name',
								description: 'The name of the record that the field refers to, which must be unique',
							},
							{ name: 'Number', value: 'number', description: 'A number' },
							{ name: 'Text', value: 'text', description: 'Text, unchanged' },
							{ name: 'Yes or No', value: 'yesNo', description: 'Y or N' },
						],
						default: 'auto',
					},
				],
			},
		],
	},
	{
		displayName: 'Import Options',
		name: 'importOptions',
		type: 'collection',
		default: {},
		placeholder: 'Add Import Option',
		description: 'How to read the file',
		options: importOptions,
		displayOptions: shown,
	},
];
