import type { INodeProperties } from 'n8n-workflow';

import { DOCUMENTS, EVENT_FIELDS, EVENT_TYPES } from '../../core/catalog';
import { authenticationProperty } from '../properties/authentication';
import { requestOptions, optionsCollection } from '../properties/requestOptions';
import { byName, definedChoices } from '../properties/choices';
import { includeEmptyOption } from '../properties/queryOptions';

/** Seconds to wait for a record. A sender that gets its response immediately does not wait for the record, but the execution does. */
export const FETCH_TIMEOUT_SECONDS = 60;
/** Minutes within which the same delivery counts as a repeat. */
export const REPEAT_MINUTES = 10;

/**
 * Keeps n8n from parsing the body: its parser rejects JSON with raw line breaks, which older releases send, and converts XML to an object.
 * n8n looks for a parameter with exactly this name on every webhook node of version 1.
 */
const rawBodyProperty: INodeProperties = { displayName: 'Raw Body', name: 'options', type: 'hidden', default: { binaryData: true } };

const FIELD_LABELS: Readonly<Record<keyof typeof EVENT_FIELDS, readonly [label: string, description: string]>> = {
	details: ['Details', 'What changed'],
	document: ['Document', 'The name of the document, such as MoMediaOrder'],
	id: ['Key', 'The key of the record, such as 109483-1'],
	idField: ['Key Field', 'The name of the key field, such as wo_no_seq'],
	type: ['Type', 'INSERT, UPDATE or DELETE'],
};

const nameInBody = (part: keyof typeof FIELD_LABELS): INodeProperties => {
	const [displayName, description] = FIELD_LABELS[part];
	const defaultName = EVENT_FIELDS[part];
	return { displayName, name: part, type: 'string', default: defaultName, description };
};

/** Reloads a list of fields when the chosen documents or 'Fetch Record' change. */
const ofEvents = (property: INodeProperties): INodeProperties => ({
	...property,
	typeOptions: { ...property.typeOptions, loadOptionsDependsOn: ['documents', 'settings.otherDocuments', 'fetchRecord'] },
});

const whileFetching = { show: { fetchRecord: [true] } };
const fetching = (property: INodeProperties): INodeProperties => ({ ...property, displayOptions: { show: { '/fetchRecord': [true] } } });

const settings: INodeProperties[] = [
	...requestOptions
		.filter(({ name }) => ['divisionCode', 'timeout', 'maxAttempts'].includes(name))
		.map((option) => fetching(option.name === 'timeout' ? { ...option, default: FETCH_TIMEOUT_SECONDS } : option)),
	{
		displayName: 'Delivery ID Header',
		name: 'deliveryIdHeader',
		type: 'string',
		default: '',
		placeholder: 'e.g. X-Delivery-ID',
		description:
			'The header that contains a unique ID for each delivery. Repeats are recognized by this ID, or by the body if it is not set.',
	},
	fetching(
		ofEvents(
			definedChoices('Fields to Return Names or IDs', 'columns', 'getEventFields', {
				hint: 'Fields of the record. The key is always returned. Leave empty to return all fields.',
			}),
		),
	),
	fetching(includeEmptyOption),
	{
		displayName: 'Body Field Names',
		name: 'bodyFields',
		type: 'fixedCollection',
		default: {},
		placeholder: 'Add Names',
		description:
			'The field names in the body, if your event template uses different ones. Use dots for nested fields, such as event.document.',
		options: [
			{
				displayName: 'Names',
				name: 'names',
				values: (Object.keys(FIELD_LABELS) as (keyof typeof FIELD_LABELS)[]).map(nameInBody),
			},
		],
	},
	{
		displayName: 'Other Documents',
		name: 'otherDocuments',
		type: 'string',
		default: '',
		placeholder: 'e.g. JmRateCard, SysNote',
		description: 'Comma-separated names of documents that are not in the list',
	},
	{
		displayName: 'Repeated Deliveries',
		name: 'repeats',
		type: 'options',
		default: 'mark',
		description: 'What to do with a delivery that was received before. A sender that gets no response in time sends it again.',
		options: [
			{
				name: 'Drop',
				value: 'drop',
				description:
					'Do not start the workflow. Two changes with the same body count as one, so include the time of the change in the template.',
			},
			{ name: 'Mark', value: 'mark', description: 'Start the workflow with "repeated" set to true' },
		],
	},
	{
		displayName: 'Repeat Window (Minutes)',
		name: 'repeatMinutes',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: REPEAT_MINUTES,
		description: 'How many minutes to remember a delivery, so that a repeat of it is recognized',
	},
];

const GUIDE = 'https://github.com/media-operations/n8n-nodes-media-operations/blob/main/docs/guides/events.md';

/** The steps in the notice. n8n keeps lists and links in a notice, but removes line breaks and bold formatting. */
const SET_UP = `Set up your system with the URL from 'Webhook URLs' above: <ul>
<li>Create an outbound connection. Set its Base URL 1 to the part of the URL before the path, such as https://n8n.example.com. For its authentication, use the credential below.</li>
<li>Create an export adaptor with that connection. Its Endpoint is the rest of the URL, its Output Method is POST, PUT or PATCH, and its Output Format is JSON.</li>
<li>Create an event trigger for the document with that adaptor and its default template.</li>
</ul>The Test URL works while 'Execute step' is listening. The Production URL works after you publish the workflow. <a href="${GUIDE}" target="_blank">Detailed steps and troubleshooting</a>`;

/** The parameters of the webhook trigger, in display order. */
export const eventProperties: INodeProperties[] = [
	{
		displayName: SET_UP,
		name: 'setUp',
		type: 'notice',
		default: '',
	},
	rawBodyProperty,
	{
		displayName: 'Sender Authentication',
		name: 'senderSignIn',
		type: 'options',
		description: 'How your system authenticates when it sends an event',
		options: [
			{ name: 'None', value: 'none', description: 'Anyone who knows the URL can start the workflow' },
			{ name: 'Basic Auth or API Key', value: 'credential', description: 'The credential that the outbound connection sends' },
		],
		default: 'credential',
	},
	{
		displayName:
			"Without authentication, anyone who knows the URL can start this workflow with any data. Use 'Basic Auth or API Key' except for a first test.",
		name: 'openToAll',
		type: 'notice',
		default: '',
		displayOptions: { show: { senderSignIn: ['none'] } },
	},
	// Has no display options: n8n shows the credentials directly above the last parameter that they depend on, which is 'Fetch Record'.
	// If 'Authentication' also depended on 'Fetch Record', n8n would hide 'Fetch Record'.
	authenticationProperty,
	{
		displayName: 'Fetch Record',
		name: 'fetchRecord',
		type: 'boolean',
		default: false,
		description: "Whether to read the event's record from the site",
	},
	{
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: true,
		description: 'Whether to return a simplified version of the response instead of the raw data',
		displayOptions: whileFetching,
	},
	{
		displayName: 'Documents',
		name: 'documents',
		type: 'multiOptions',
		options: DOCUMENTS.map(({ label, name }) => ({ name: label, value: name })).sort(byName),
		default: [],
		description: 'The documents whose events start the workflow. Leave empty for all documents.',
	},
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		options: EVENT_TYPES.map(({ kind, label }) => ({ name: label, value: kind, action: `When a record is ${kind}` })),
		default: [],
		description: 'The events that start the workflow. Leave empty for all events.',
	},
	ofEvents(
		definedChoices('Changed Field Names or IDs', 'changedFields', 'getEventFields', {
			hint: 'Only trigger on updates that changed one of these fields. Created and deleted records always trigger. Leave empty to trigger on every update.',
		}),
	),
	{
		displayName: 'Respond',
		name: 'respond',
		type: 'options',
		description: 'When to respond to your system',
		options: [
			{ name: 'Immediately', value: 'immediately', description: 'The sender does not wait for the workflow' },
			{
				name: 'When the Last Node Finishes',
				value: 'lastNode',
				description:
					'The response contains the first item of the last node, so that your system can store a value from the workflow. The workflow must finish before the sender times out.',
			},
		],
		default: 'immediately',
	},
	{
		displayName: `An event that your system sends again counts as a repeated delivery if the workflow is still running, or if the workflow failed and n8n restarted before the next event. Keep 'Repeated Deliveries' set to 'Mark', so that it still starts the workflow. If two executions end within milliseconds of each other and n8n crashes before the next event, a repeated delivery of one of the two events may not be recognized. The 'Immediately' option does not have these limitations. <a href="${GUIDE}#the-same-event-twice" target="_blank">Guarantees</a>`,
		name: 'forgottenDelivery',
		type: 'notice',
		default: '',
		displayOptions: { show: { respond: ['lastNode'] } },
	},
	{
		displayName: 'Value to Store',
		name: 'valueToStore',
		type: 'string',
		default: '',
		placeholder: 'e.g. n8n-{key}',
		description:
			"A value in the response for your system to store. {document}, {key} and {type} are replaced with the event's values. Leave empty to return no value.",
		hint: 'The event trigger reads it as response.data.id',
		displayOptions: { show: { respond: ['immediately'] } },
	},
	// Named 'settings', because n8n interprets 'options' on a webhook: see rawBodyProperty.
	{ ...optionsCollection(settings), name: 'settings' },
	{
		displayName: `If an event and its repeated delivery reach two n8n processes at the same moment, the repeated delivery is not recognized. If you run webhook processors or several main processes, choose 'Mark' and check for repeated deliveries in the workflow. <a href="${GUIDE}#the-same-event-twice" target="_blank">Guarantees</a>`,
		name: 'severalProcesses',
		type: 'notice',
		default: '',
		// The slash is required: n8n 1 does not activate a workflow if a condition names a nested parameter without it.
		displayOptions: { show: { '/settings.repeats': ['drop'] } },
	},
];
