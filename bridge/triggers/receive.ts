import type { IDataObject, INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { EVENT_FIELDS, type EventKind } from '../../core/catalog';
import { rejectionReason, type EventFilter } from '../../core/events/filter';
import { readIncoming, type EventFields, type Incoming, type RecordEvent } from '../../core/events/incoming';
import type { Row } from '../../core/model/terms';
import { isRow, listOf, textOf } from '../run/params';
import { readBody } from './incomingBody';
import { recognize, waitForTurn } from './repeats';
import { expectedOf, isSignedIn, SENDER_CREDENTIAL } from './senderSignIn';

/** The body of the response to the sender. */
interface WebhookResponse extends IDataObject {
	received: boolean;
	/** False if no workflow was started. */
	started?: boolean;
	because?: string;
	/** The value that the adaptor stores from `response.data.id` (public material: Parsing and storing of response payload values). */
	data?: { id: string };
}

/** Sends the response directly, so that n8n adds nothing to it. */
const respond = (
	context: IWebhookFunctions,
	status: number,
	body?: WebhookResponse,
	headers: Record<string, string> = {},
): IWebhookResponseData => {
	const response = context.getResponseObject();
	response.writeHead(status, { ...headers, ...(body ? { 'Content-Type': 'application/json; charset=utf-8' } : {}) });
	response.end(body ? JSON.stringify(body) : undefined);
	return { noWebhookResponse: true };
};

const textsOf = (value: unknown): string[] =>
	listOf(value)
		.map(textOf)
		.filter((text) => text !== '');

const filterOf = (context: IWebhookFunctions, settings: Row): EventFilter => ({
	documents: [...textsOf(context.getNodeParameter('documents', [])), ...textsOf(settings.otherDocuments)],
	kinds: textsOf(context.getNodeParameter('events', [])) as EventKind[],
	fields: textsOf(context.getNodeParameter('changedFields', '')),
});

const fieldsOf = (settings: Row): EventFields => {
	const given = isRow(settings.bodyFields) && isRow(settings.bodyFields.names) ? settings.bodyFields.names : {};
	const names = Object.entries(EVENT_FIELDS).map(([part, defaultName]) => [part, textOf(given[part]) || defaultName]);
	return Object.fromEntries(names) as EventFields;
};

const eventItem = (event: RecordEvent, delivery: IDataObject, repaired: boolean): INodeExecutionData => ({
	json: {
		document: event.document ?? null,
		id: event.id ?? null,
		idField: event.idField ?? null,
		event: event.kind ?? null,
		type: event.type ?? null,
		details: (event.details ?? null) as IDataObject,
		body: event.body as IDataObject,
		...(repaired ? { repaired } : {}),
		...delivery,
	},
});

const textItem = (
	{ text, parseError }: Extract<Incoming, { text: string }>,
	contentType: string,
	delivery: IDataObject,
): INodeExecutionData => ({
	json: { body: text, contentType, ...(parseError === undefined ? {} : { notJson: parseError }), ...delivery },
});

/** Replaces `{document}`, `{key}` and `{type}` with the document, key and type of the event. */
const valueToStore = (pattern: string, [event]: readonly RecordEvent[]): string =>
	pattern.replace(/\{(document|key|type)\}/g, (_place, part: 'document' | 'key' | 'type') =>
		String(event?.[part === 'key' ? 'id' : part] ?? ''),
	);

/**
 * Handles one request to the trigger: sign-in, body, filter, repeats, response. An event that the filter excludes gets a response with
 * status 200 and the reason, which the sender's log shows. With an error status, it would be sent again.
 */
export const receiveEvent = async (context: IWebhookFunctions): Promise<IWebhookResponseData> => {
	if (context.getNodeParameter('senderSignIn', 'credential') !== 'none') {
		const expected = expectedOf(await context.getCredentials(SENDER_CREDENTIAL));
		if ('refusal' in expected || !isSignedIn(context.getHeaderData(), expected)) {
			const basic = 'header' in expected && expected.header === 'authorization';
			return respond(context, 401, undefined, basic ? { 'WWW-Authenticate': 'Basic realm="Events", charset="UTF-8"' } : {});
		}
	}
	const body = await readBody(context);
	if ('status' in body) return respond(context, body.status, { received: false, because: body.reason });

	const settings = context.getNodeParameter('settings', {}) as Row;
	const incoming = readIncoming(body.text, body.contentType, fieldsOf(settings));
	const filter = filterOf(context, settings);
	const events = 'events' in incoming ? incoming.events.filter((event) => rejectionReason(event, filter) === undefined) : [];
	if ('events' in incoming && events.length === 0) {
		return notStarted(
			incoming.events.map((event) => rejectionReason(event, filter)).find((reason) => reason !== undefined) ?? 'The body contains no event',
		);
	}
	const response: WebhookResponse = { received: true };
	const pattern = textOf(context.getNodeParameter('valueToStore', ''));
	if (pattern !== '') response.data = { id: valueToStore(pattern, events) };

	await waitForTurn(context);
	const { repeated, deliveryId, stored } = recognize(context, body.text, settings);
	if (repeated && settings.repeats === 'drop')
		return { webhookResponse: { ...response, started: false, because: 'The event was already received' } };

	const delivery: IDataObject = { repeated, ...(deliveryId === undefined ? {} : { deliveryId }), receivedAt: new Date().toISOString() };
	const items =
		'text' in incoming
			? [textItem(incoming, body.contentType, delivery)]
			: events.map((event) => eventItem(event, delivery, incoming.repaired));
	return { webhookResponse: response, workflowData: [items.map(stored)] };
};

const notStarted = (because: string): IWebhookResponseData => ({
	webhookResponse: { received: true, started: false, because } satisfies WebhookResponse,
});
