import type { INodeProperties } from 'n8n-workflow';

import { DOCUMENTS, EVENT_FIELDS, EVENT_TYPES } from '../../core/catalog';
import { authenticationProperty } from '../properties/authentication';
import { callOptions, optionsCollection } from '../properties/callOptions';
import { definedChoices } from '../properties/choices';
import { byName } from '../properties/resource';

/** Seconds for the reading of a record. A sender that is answered at once does not wait for it, but an execution does. */
export const FETCH_TIMEOUT_SECONDS = 60;
/** Minutes within which the same delivery counts as a repeat. */
export const REPEAT_MINUTES = 10;

/**
 * Keeps n8n from parsing the body before the node sees it: it refuses JSON with raw line breaks, as older releases send it, and
 * makes an object of XML. n8n looks for exactly this parameter, under this name, on every webhook node of version 1.
 */
const rawBodyProperty: INodeProperties = { displayName: 'Body as It Came', name: 'options', type: 'hidden', default: { binaryData: true } };

const FIELD_LABELS: Readonly<Record<keyof typeof EVENT_FIELDS, readonly [label: string, description: string]>> = {
	details: ['Details', 'What changed'],
	document: ['Document', 'The name of the document, such as MoMediaOrder'],
	id: ['Key', 'The key of the record, such as 109483-1'],
	idField: ['Key Field', 'The name of the field that holds the key, such as wo_no_seq'],
	type: ['Type', 'INSERT, UPDATE or DELETE'],
};

const nameInBody = (part: keyof typeof FIELD_LABELS): INodeProperties => {
	const [displayName, description] = FIELD_LABELS[part];
	const usual = EVENT_FIELDS[part];
	return { displayName, name: part, type: 'string', default: usual, description };
};

/** Read anew when other documents are chosen, since their fields are offered. */
const ofEvents = (property: INodeProperties): INodeProperties => ({
	...property,
	typeOptions: { ...property.typeOptions, loadOptionsDependsOn: ['documents', 'settings.otherDocuments', 'fetchRecord'] },
});

const whileFetching = { show: { fetchRecord: [true] } };
const fetching = (property: INodeProperties): INodeProperties => ({ ...property, displayOptions: { show: { '/fetchRecord': [true] } } });

const settings: INodeProperties[] = [
	...callOptions
		.filter(({ name }) => ['divisionCode', 'timeout', 'tries'].includes(name))
		.map((option) => fetching(option.name === 'timeout' ? { ...option, default: FETCH_TIMEOUT_SECONDS } : option)),
	{
		displayName: 'Delivery ID Header',
		name: 'deliveryIdHeader',
		type: 'string',
		default: '',
		placeholder: 'e.g. X-Delivery-ID',
		description: 'A header in which the sender gives every delivery its own identifier. Repeats are then known by it, else by the body.',
	},
	fetching(
		ofEvents(
			definedChoices('Fields to Return Names or IDs', 'columns', 'getEventFields', {
				hint: 'Fields of the record. The key is always returned. Leave it empty to return all fields.',
			}),
		),
	),
	{
		displayName: 'Names in the Body',
		name: 'bodyFields',
		type: 'fixedCollection',
		default: {},
		placeholder: 'Add Names',
		description:
			'Where the template of the event trigger calls its parts otherwise; with dots for what lies deeper, such as event.document',
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
		description: 'Names of documents that are not in the list, with commas between them',
	},
	{
		displayName: 'Repeats',
		name: 'repeats',
		type: 'options',
		default: 'mark',
		description: 'What to do with a delivery that was received before: a sender that got no answer in time sends it again',
		options: [
			{
				name: 'Drop',
				value: 'drop',
				description:
					'Does not start the workflow. Two changes with the same body count as one, so include the time of the change in the template.',
			},
			{ name: 'Mark', value: 'mark', description: 'Starts the workflow with "repeated" set to true' },
		],
	},
	{
		displayName: 'Repeat Within',
		name: 'repeatMinutes',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: REPEAT_MINUTES,
		description: 'Minutes within which the same delivery counts as a repeat',
	},
];

const GUIDE = 'https://github.com/media-operations/n8n-nodes-media-operations/blob/main/docs/guides/events.md';

/** The steps in the panel. n8n keeps lists and links of a notice and drops line breaks and bold letters. */
const SET_UP = `Set up in your system, with the address from «Webhook URLs» above: <ul>
<li>First an outbound connection: its Base URL 1 is the address up to the first single slash, its sign-in is the credential below.</li>
<li>Then an export adaptor with that connection: its Endpoint is the rest of the address, its Output Method POST, PUT or PATCH, its Output Format JSON.</li>
<li>Last an event trigger for the document, with that adaptor and its default template.</li>
</ul>The Test URL answers while «Execute step» is listening, the Production URL once the workflow is published. <a href="${GUIDE}" target="_blank">Step by step, and when nothing comes</a>`;

/** The panel of the webhook trigger, from top to bottom. */
export const eventProperties: INodeProperties[] = [
	{
		displayName: SET_UP,
		name: 'setUp',
		type: 'notice',
		default: '',
	},
	rawBodyProperty,
	{
		displayName: 'Sign-In of the Sender',
		name: 'senderSignIn',
		type: 'options',
		description: 'How an event shows that it comes from your system',
		options: [
			{ name: 'None', value: 'none', description: 'Anybody who knows the address can start the workflow' },
			{ name: 'User or Key', value: 'credential', description: 'Basic, or a key in a header, as the outbound connection sends it' },
		],
		default: 'credential',
	},
	{
		displayName:
			'Without a sign-in anybody who learns the address can start this workflow with any data. Choose «User or Key» for everything but a first try.',
		name: 'openToAll',
		type: 'notice',
		default: '',
		displayOptions: { show: { senderSignIn: ['none'] } },
	},
	// Without conditions: n8n hides each parameter on which this one depends. The credentials are shown above 'Fetch Record', the last one on which they depend.
	authenticationProperty,
	{
		displayName: 'Fetch Record',
		name: 'fetchRecord',
		type: 'boolean',
		default: false,
		description: 'Whether to read the whole record of the event from the site',
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
		description: 'Whose events start the workflow. Leave it empty for every document.',
	},
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		options: EVENT_TYPES.map(({ kind, label }) => ({ name: label, value: kind, action: `When a record is ${kind}` })),
		default: [],
		description: 'What has to have happened. Leave it empty for every event.',
	},
	ofEvents(
		definedChoices('Only When These Fields Change Names or IDs', 'changedFields', 'getEventFields', {
			hint: 'Of the updates only those start the workflow in whose details one of these fields stands; records that were created or deleted always do. Leave it empty for every update.',
		}),
	),
	{
		displayName: 'Respond',
		name: 'respond',
		type: 'options',
		description: 'When the system gets its answer',
		options: [
			{ name: 'At Once', value: 'atOnce', description: 'The sender does not wait for the workflow' },
			{
				name: 'When the Last Node Finishes',
				value: 'lastNode',
				description:
					'With the first item of the last node, so that the system can store a value that the workflow found. The sender waits, so keep the workflow shorter than its time-out.',
			},
		],
		default: 'atOnce',
	},
	{
		displayName: 'Value to Store',
		name: 'valueToStore',
		type: 'string',
		default: '',
		placeholder: 'e.g. n8n-{key}',
		description:
			'What the answer gives the system to store. {document}, {key} and {type} stand for those of the event. Leave it empty to give nothing.',
		hint: 'The event trigger finds it as response.data.id',
		displayOptions: { show: { respond: ['atOnce'] } },
	},
	// n8n takes the name 'options' for itself on a webhook: see rawBodyProperty.
	{ ...optionsCollection(settings), name: 'settings' },
	{
		displayName: `A repeat that reaches two n8n processes at the same moment is not recognized. If you run webhook processors or several main processes, use Mark and let the workflow check. <a href="${GUIDE}#the-same-event-twice" target="_blank">What is guaranteed</a>`,
		name: 'severalProcesses',
		type: 'notice',
		default: '',
		// With a slash: n8n 1 refuses to activate a workflow if a name without one is not a parameter.
		displayOptions: { show: { '/settings.repeats': ['drop'] } },
	},
];
