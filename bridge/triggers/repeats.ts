import type { IDataObject, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';

import { DeliveryMemory, fingerprint } from '../../core/events/deliveries';
import type { Row } from '../../core/model/terms';
import { numberOf, textOf } from '../run/params';
import { sha256 } from '../run/digest';
import { REPEAT_MINUTES } from './eventProperties';

/** The maximum number of deliveries that are kept for one trigger. */
const MAX_DELIVERIES = 1_000;

/**
 * The deliveries to this process, by trigger. n8n's static data is not enough: n8n reads it before and writes it after a delivery, so the
 * later of two concurrent writes overwrites the earlier one.
 */
const memories = new Map<string, { readonly memory: DeliveryMemory; expires: number }>();

const triggerOf = (context: IWebhookFunctions): string => `${context.getWorkflow().id} ${context.getNode().id}`;

/** The latest delivery of each trigger: resolves when its response has been sent. */
const latest = new Map<string, Promise<void>>();

/**
 * Waits until this trigger has responded to its earlier deliveries, if n8n responds before the workflow runs.
 *
 * n8n writes static data just before it responds. If two writes of one workflow overlap, PostgreSQL, or the SQLite of n8n 1, can run the
 * later one first. The earlier write then removes the later delivery from the static data, and a repeat of that delivery is not recognized
 * after a crash.
 */
export const waitForTurn = async (context: IWebhookFunctions): Promise<void> => {
	if (context.getNodeParameter('respond', 'immediately') === 'lastNode') return;
	const trigger = triggerOf(context);
	const response = context.getResponseObject();
	const previous = latest.get(trigger);
	const responded = new Promise<void>((resolve) => (response.closed ? resolve() : response.once('close', resolve)));
	const turn = Promise.all([previous, responded]).then(() => {
		if (latest.get(trigger) === turn) latest.delete(trigger);
	});
	latest.set(trigger, turn);
	await previous;
};

const memoryOf = (context: IWebhookFunctions, now: number, window: number): DeliveryMemory => {
	for (const [key, { expires }] of memories) if (expires < now) memories.delete(key);
	const key = triggerOf(context);
	const memory = memories.get(key)?.memory ?? new DeliveryMemory();
	memories.set(key, { memory, expires: now + window });
	return memory;
};

/**
 * Calls `callback` when n8n ends the response. The 'finish' event cannot be used, because a response to a sender that has already
 * disconnected does not emit it.
 */
const whenEnded = (response: ReturnType<IWebhookFunctions['getResponseObject']>, callback: () => void): void => {
	const end = response.end.bind(response) as (...given: unknown[]) => typeof response;
	response.end = (...given: unknown[]) => {
		callback();
		return end(...given);
	};
};

/** One delivery: whether it is a repeat, and how to make n8n store it. */
export interface Delivery {
	readonly repeated: boolean;
	/** The ID that the sender gave the delivery, if 'Delivery ID Header' is set and the delivery has that header. */
	readonly deliveryId?: string;
	/** Prepares the item so that n8n also stores the delivery when it stores the execution. */
	stored(item: INodeExecutionData): INodeExecutionData;
}

/**
 * Runs `onRead` whenever n8n reads the item.
 *
 * n8n saves static data only if the change flag of the data is set. While n8n 2 prepares the execution, it clears the flag, so the node's
 * change would be lost. In every response mode, n8n then reads the items to store the execution, and saves static data after that.
 * `onRead` can therefore set the flag again.
 */
const watched = ({ json, ...item }: INodeExecutionData, onRead: () => void): INodeExecutionData =>
	Object.defineProperty(item as INodeExecutionData, 'json', {
		enumerable: true,
		configurable: true,
		get: () => {
			onRead();
			return json;
		},
		set: (value: IDataObject) => void Object.defineProperty(item, 'json', { value, writable: true }),
	});

/** Recognizes a delivery, and stores it in this process and with the workflow. A test run in the editor stores nothing. */
export const recognize = (context: IWebhookFunctions, text: string, settings: Row): Delivery => {
	const header = textOf(settings.deliveryIdHeader).toLowerCase();
	const deliveryId = (header === '' ? '' : textOf(context.getHeaderData()[header])) || undefined;
	const id = deliveryId === undefined ? {} : { deliveryId };
	if (context.getMode() === 'manual') return { repeated: false, ...id, stored: (item) => item };

	const scope = `${context.getRequestObject().method} ${JSON.stringify(context.getQueryData())}`;
	const name = fingerprint(text, scope, deliveryId, sha256);
	const window = (numberOf(settings.repeatMinutes, 'repeatMinutes', 'Repeat Window (Minutes)') ?? REPEAT_MINUTES) * 60_000;
	const now = Date.now();
	const staticData = context.getWorkflowStaticData('node');
	const memory = memoryOf(context, now, window);
	const isOnDisk = typeof staticData.deliveries === 'object' && staticData.deliveries !== null && name in staticData.deliveries;
	memory.merge(staticData.deliveries);
	const repeated = memory.add(name, now, { window, maxDeliveries: MAX_DELIVERIES });

	// `toJSON` runs when n8n writes static data. Until then, it is not known which other deliveries have been stored.
	const deliveries = Object.defineProperty({}, 'toJSON', { value: () => memory.store(name) });
	const save = (): void => void (staticData.deliveries = deliveries);
	// A repeat is stored again if another process, or an execution that changed static data, has overwritten the stored delivery.
	if (repeated && (isOnDisk || !memory.isStored(name))) return { repeated, ...id, stored: (item) => item };
	save();
	if (!repeated) {
		const response = context.getResponseObject();
		whenEnded(response, () => {
			if (response.statusCode >= 400) memory.fail(name);
		});
	}
	return { repeated, ...id, stored: (item) => watched(item, save) };
};
