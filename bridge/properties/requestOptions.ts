import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { DEFAULT_MAX_ATTEMPTS } from '../../core/model/defaults';
import { AUTOMATIC, DEFAULT_TIMEOUT_SECONDS, MAX_ATTEMPTS, MAX_CONCURRENCY, MAX_TIMEOUT_SECONDS } from '../settings';

/** Pairs of a name and a value that are added to every request. */
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
				{ displayName: 'Name', name: 'name', type: 'string', default: '', description: 'The name to send' },
				{ displayName: 'Value', name: 'value', type: 'string', default: '', description: 'The value to send' },
			],
		},
	],
});

/** How requests are sent: options of every node. */
export const requestOptions: INodeProperties[] = [
	{
		displayName: 'Division Code',
		name: 'divisionCode',
		type: 'string',
		default: '',
		placeholder: 'e.g. LON',
		description: 'The division to work in, instead of the division in the credential. Requires release 11.1.',
	},
	pairs('extraHeaders', 'Additional Headers', 'Header', 'Headers to send with every request, in addition to those that the node sets'),
	pairs(
		'extraParameters',
		'Additional Query Parameters',
		'Parameter',
		'Query parameters to send with every request, in addition to those that the node sets',
	),
	{
		displayName: 'Max Concurrent Requests',
		name: 'concurrency',
		type: 'number',
		typeOptions: { minValue: AUTOMATIC, maxValue: MAX_CONCURRENCY },
		default: AUTOMATIC,
		description: 'How many requests to send in parallel. If this is 0, the node sends as many as the site can handle without slowing down.',
	},
	{
		displayName: 'Timeout',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_TIMEOUT_SECONDS },
		default: DEFAULT_TIMEOUT_SECONDS,
		description: 'How many seconds to wait for the response to a request',
	},
	{
		displayName: 'Max Attempts',
		name: 'maxAttempts',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_ATTEMPTS },
		default: DEFAULT_MAX_ATTEMPTS,
		description:
			"How many times to send a request if repeating it is safe. Use this instead of 'Retry On Fail' in the node settings, which repeats the whole node and can create records twice.",
	},
];

/** How dates and times are sent: options of the nodes that send them. */
export const timeOptions: INodeProperties[] = [
	{
		displayName: 'Time Zone',
		name: 'zoneMode',
		type: 'options',
		default: 'workflow',
		description: 'The time zone of dates and times that have no offset',
		options: [
			{ name: 'Site', value: 'site', description: 'Send them unchanged' },
			{ name: 'Workflow', value: 'workflow', description: 'Interpret them in the time zone of the workflow, and send them in UTC' },
		],
	},
	{
		displayName: 'Windows Time Zone Name',
		name: 'timeZoneName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Pacific Standard Time',
		description: 'The zone in which the site interprets all times, ignoring their offsets (header Source-Time-Zone-Name)',
	},
];

/** Shows a change without sending it. */
export const previewOption: INodeProperties = {
	displayName: 'Preview',
	name: 'preview',
	type: 'boolean',
	default: true,
	description: 'Whether to show the requests without sending them',
};

/** The option for operations that cannot be undone. Without this option, they stop at the first item that fails. */
export const continueOption: INodeProperties = {
	displayName: 'Send Remaining Items',
	name: 'sendRemainingItems',
	type: 'boolean',
	default: false,
	description:
		'Whether to send the items in parallel, and to continue after one fails. By default, a change that cannot be undone is sent in item order, and the node stops at the first item that fails.',
};

/** In alphabetical order, as in n8n's own collections. */
const sorted = (options: readonly INodeProperties[]): INodeProperties[] =>
	[...options].sort((one, other) => one.displayName.localeCompare(other.displayName, 'en'));

export const optionsCollection = (options: readonly INodeProperties[], displayOptions?: IDisplayOptions): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	default: {},
	placeholder: 'Add Option',
	options: sorted(options),
	...(displayOptions ? { displayOptions } : {}),
});
