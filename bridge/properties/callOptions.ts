import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { HIGHEST_CONCURRENCY, LONGEST_TIMEOUT_SECONDS, MOST_TRIES } from '../run/callSettings';
import { DEFAULT_CONCURRENCY, DEFAULT_TIMEOUT_SECONDS, DEFAULT_TRIES } from '../settings';

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
				{ displayName: 'Name', name: 'name', type: 'string', default: '', description: 'Its name, as the site knows it' },
				{ displayName: 'Value', name: 'value', type: 'string', default: '', description: 'What is sent for it' },
			],
		},
	],
});

/** How calls are sent, whatever they do: options of every node. */
export const callOptions: INodeProperties[] = [
	{
		displayName: 'Division Code',
		name: 'divisionCode',
		type: 'string',
		default: '',
		placeholder: 'e.g. LON',
		description: 'The division to work in, instead of the one of the credential. Needs release 11.1.',
	},
	pairs('extraHeaders', 'Further Headers', 'Header', 'Headers that are sent with every call, beside those of this node'),
	pairs(
		'extraParameters',
		'Further Query Parameters',
		'Parameter',
		'Query parameters that are sent with every call, beside those of this node',
	),
	{
		displayName: 'Requests at Once',
		name: 'concurrency',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: HIGHEST_CONCURRENCY },
		default: DEFAULT_CONCURRENCY,
		description: 'The highest number of requests under way at the same time',
	},
	{
		displayName: 'Timeout',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: LONGEST_TIMEOUT_SECONDS },
		default: DEFAULT_TIMEOUT_SECONDS,
		description: 'Seconds for one call',
	},
	{
		displayName: 'Tries',
		name: 'tries',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MOST_TRIES },
		default: DEFAULT_TRIES,
		description:
			'How often a request is sent at most, where another try can do no harm. Use this instead of «Retry On Fail» in the settings of the node: that one repeats the whole node and can make records twice.',
	},
];

/** How date-times of records are read: options of nodes that send some. */
export const timeOptions: INodeProperties[] = [
	{
		displayName: 'Time Zone',
		name: 'zoneMode',
		type: 'options',
		default: 'workflow',
		description: 'How date-times without an offset are read',
		options: [
			{ name: 'As the Site Reads Them', value: 'site', description: 'They are sent as they are' },
			{ name: 'In the Time Zone of the Workflow', value: 'workflow', description: 'They are sent as UTC' },
		],
	},
	{
		displayName: 'Windows Time Zone Name',
		name: 'timeZoneName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Pacific Standard Time',
		description: 'The site reads all times in this zone and overlooks their offsets (header Source-Time-Zone-Name)',
	},
];

/** Shows a change instead of making it. */
export const previewOption: INodeProperties = {
	displayName: 'Preview',
	name: 'preview',
	type: 'boolean',
	default: true,
	description: 'Whether to show the request that would be sent, and send nothing',
};

/** For operations that cannot be undone, which otherwise stop at the first item that is not processed. */
export const continueOption: INodeProperties = {
	displayName: 'Send Remaining Items',
	name: 'sendRemainingItems',
	type: 'boolean',
	default: false,
	description:
		'Whether to send the remaining items if one is not processed, several at a time. By default, the node sends what cannot be undone in item order and stops at the first item that is not processed.',
};

/** By name, as a collection shows them. */
const sorted = (options: readonly INodeProperties[]): INodeProperties[] =>
	[...options].sort((one, other) => one.displayName.localeCompare(other.displayName, 'en'));

/** The node's Options. */
export const optionsCollection = (options: readonly INodeProperties[], displayOptions?: IDisplayOptions): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	default: {},
	placeholder: 'Add Option',
	options: sorted(options),
	...(displayOptions ? { displayOptions } : {}),
});
