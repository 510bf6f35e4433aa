import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/** The characters between the cells of a CSV file, by the value of the option. */
export const SEPARATORS: Readonly<Record<'comma' | 'pipe' | 'semicolon' | 'tab', string>> = {
	comma: ',',
	pipe: '|',
	semicolon: ';',
	tab: '\t',
};

export const separatorChoices: INodePropertyOptions[] = [
	{ name: 'Comma', value: 'comma' },
	{ name: 'Pipe', value: 'pipe' },
	{ name: 'Semicolon', value: 'semicolon' },
	{ name: 'Tab', value: 'tab' },
];

const OF_CSV_OUTPUT = { show: { '/operation': ['getMany'], '/output': ['file'], '/fileFormat': ['csv'] } };

/** The options for writing a CSV file, in addition to the format. */
export const decimalSeparatorOption: INodeProperties = {
	displayName: 'Decimal Separator',
	name: 'decimalSeparator',
	type: 'options',
	default: 'comma',
	description: 'How to write numbers. A spreadsheet program reads 12.5 as a date if its language uses decimal commas.',
	options: [
		{ name: 'Comma', value: 'comma', description: '1234,5' },
		{ name: 'Point', value: 'point', description: '1234.5' },
	],
	displayOptions: OF_CSV_OUTPUT,
};

export const excludeByteOrderMarkOption: INodeProperties = {
	displayName: 'Exclude Byte Order Mark (BOM)',
	name: 'excludeByteOrderMark',
	type: 'boolean',
	default: true,
	description:
		"Whether to write the file without the byte order mark, which spreadsheet programs use to detect the encoding. Programs that do not recognize the mark, such as n8n's Extract From File node, read it as part of the first column name.",
	displayOptions: OF_CSV_OUTPUT,
};

export const localTimesOption: INodeProperties = {
	displayName: 'Local Times',
	name: 'localTimes',
	type: 'boolean',
	default: true,
	description:
		'Whether to write times in the time zone of the workflow, to the second, in a format that spreadsheet programs recognize: 2026-08-18 11:00:00',
	displayOptions: OF_CSV_OUTPUT,
};

export const separatorOption: INodeProperties = {
	displayName: 'Separator',
	name: 'separator',
	type: 'options',
	default: 'semicolon',
	description: 'The character between the cells. In countries with decimal commas, Excel expects a semicolon.',
	options: separatorChoices,
	displayOptions: OF_CSV_OUTPUT,
};
