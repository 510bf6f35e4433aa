import { setTimeout as pause } from 'node:timers/promises';
import type { Change } from '../storage/change';
import type { Store } from '../storage/store';
import { attempt, hasResponse, type Outcome } from './attempt';
import { changeFor } from './conditions';
import { storeResponse, type Stored } from './storeResponse';
import { recordContextOf } from './recordContext';
import { composeBody } from './template';
import type { EventTrigger } from './trigger';

/** One request of a delivery. */
export interface Attempt {
	readonly at: string;
	readonly url: string;
	readonly status?: number;
	readonly error?: string;
}

/** The delivery of an event and its state. `undelivered`: no address responded. */
export interface Delivery {
	readonly number: number;
	readonly trigger: string;
	readonly at: string;
	readonly document: string;
	readonly id: string | number;
	readonly type: Change['type'];
	readonly method: string;
	readonly body: string;
	state: 'waiting' | 'sending' | 'delivered' | 'refused' | 'undelivered' | 'dropped';
	readonly attempts: Attempt[];
	/** The response that ended the delivery. */
	response?: string;
	stored?: Stored;
}

const MAX_DELIVERIES = 1_000;
const MAX_WAITING = 10_000;
const MAX_RESPONSE_SHOWN = 8_192;

interface Waiting {
	readonly delivery: Delivery;
	readonly change: Change;
}

/** Sends the events of one trigger, one after the other in the order of the writes. */
class TriggerQueue {
	private readonly waiting: Waiting[] = [];
	private isRunning = false;
	private storing = false;
	/** Whether the second address responded last. The address that responded last is used first (public material: fail-over). */
	private prefersSecond = false;
	private readonly stop = new AbortController();

	constructor(
		readonly trigger: EventTrigger,
		private readonly store: Store,
	) {}

	/** Whether values from a response are being stored. To avoid endless loops, such values do not start the same trigger again. */
	get isStoring(): boolean {
		return this.storing;
	}

	/** The number of events that are waiting or being sent. */
	get queued(): number {
		return this.waiting.length + Number(this.isRunning);
	}

	add(one: Waiting): void {
		if (this.waiting.length >= MAX_WAITING) {
			one.delivery.state = 'dropped';
			return;
		}
		this.waiting.push(one);
		if (!this.isRunning) {
			void this.run();
		}
	}

	end(): void {
		this.stop.abort();
		for (const { delivery } of this.waiting.splice(0)) {
			delivery.state = 'dropped';
		}
	}

	private async run(): Promise<void> {
		this.isRunning = true;
		// Lets the server respond to the request that changed the record before the first delivery.
		await pause(0);
		for (let next = this.waiting.shift(); next !== undefined; next = this.waiting.shift()) {
			await this.deliver(next);
		}
		this.isRunning = false;
	}

	private async deliver({ delivery, change }: Waiting): Promise<void> {
		delivery.state = 'sending';
		const outcome = await this.send(delivery);
		if (this.stop.signal.aborted) {
			delivery.state = 'dropped';
			return;
		}
		if (outcome === undefined || !hasResponse(outcome)) {
			delivery.state = 'undelivered';
			return;
		}
		delivery.response = outcome.body.slice(0, MAX_RESPONSE_SHOWN);
		delivery.state = outcome.status >= 200 && outcome.status < 300 ? 'delivered' : 'refused';
		if (delivery.state === 'delivered' && this.trigger.store.length > 0 && change.type !== 'DELETE') {
			this.storing = true;
			delivery.stored = storeResponse(this.store, this.trigger, change, outcome.body);
			this.storing = false;
		}
	}

	/** Tries the addresses until one responds. Returns the last outcome; undefined if the trigger was removed before anything was sent. */
	private async send(delivery: Delivery): Promise<Outcome | undefined> {
		const { url, secondUrl } = this.trigger.adaptor;
		const addresses = secondUrl === undefined ? [url] : this.prefersSecond ? [secondUrl, url] : [url, secondUrl];
		let outcome: Outcome | undefined;
		for (const address of addresses) {
			outcome = await this.sendTo(address, delivery);
			if (outcome !== undefined && hasResponse(outcome)) {
				this.prefersSecond = address === secondUrl;
				return outcome;
			}
		}
		return outcome;
	}

	private async sendTo(url: string, delivery: Delivery): Promise<Outcome | undefined> {
		const { adaptor } = this.trigger;
		const { signal } = this.stop;
		let outcome: Outcome | undefined;
		for (let attempts = 0; attempts <= adaptor.retries && !signal.aborted; attempts += 1) {
			if (attempts > 0) {
				await pause(adaptor.retryDelayMs, undefined, { signal }).catch(() => undefined);
				if (signal.aborted) {
					break;
				}
			}
			const at = new Date().toISOString();
			outcome = await attempt(adaptor, url, delivery.body, this.store.release, signal);
			delivery.attempts.push({ at, url, ...('status' in outcome ? { status: outcome.status } : { error: outcome.error }) });
			if (hasResponse(outcome)) {
				break;
			}
		}
		return outcome;
	}
}

/**
 * Sends events (public material: Events out of the system). Listens to changes to the store only while triggers exist. An API response
 * never waits for a delivery. Deliveries are kept only in memory.
 */
export class EventSender {
	private queues: TriggerQueue[] = [];
	private sent: Delivery[] = [];
	private count = 0;
	/** The change that caused each delivery. `resend` requires the change. */
	private readonly changes = new WeakMap<Delivery, Change>();

	constructor(
		private readonly store: Store,
		/** The initial triggers, which a reset restores. */
		private readonly first: readonly EventTrigger[] = [],
	) {
		this.set(first);
	}

	/** All triggers, each with the number of its events that are waiting or being sent. */
	list(): readonly { readonly trigger: EventTrigger; readonly queued: number }[] {
		return this.queues.map(({ trigger, queued }) => ({ trigger, queued }));
	}

	/** The last thousand deliveries, oldest first. */
	get deliveries(): readonly Delivery[] {
		return this.sent;
	}

	/** Replaces all triggers. Drops the unsent events of the previous triggers. */
	set(triggers: readonly EventTrigger[]): void {
		this.queues.forEach((queue) => queue.end());
		this.queues = triggers.map((trigger) => new TriggerQueue(trigger, this.store));
		this.listen();
	}

	add(trigger: EventTrigger): void {
		this.queues.push(new TriggerQueue(trigger, this.store));
		this.listen();
	}

	/** Returns false if no trigger has that name. */
	remove(name: string): boolean {
		const at = this.queues.findIndex(({ trigger }) => trigger.name === name);
		this.queues.splice(at, at < 0 ? 0 : 1).forEach((queue) => queue.end());
		this.listen();
		return at >= 0;
	}

	/** Sends the body of a delivery again, as a new delivery. Returns false if the delivery or its trigger no longer exists. */
	resend(number: number): boolean {
		const delivery = this.sent.find((each) => each.number === number);
		const queue = this.queues.find(({ trigger }) => trigger.name === delivery?.trigger);
		const change = delivery && this.changes.get(delivery);
		if (!delivery || !queue || !change) {
			return false;
		}
		const { trigger, document, id, type, method, body } = delivery;
		queue.add({ delivery: this.keep({ trigger, document, id, type, method, body }, change), change });
		return true;
	}

	clearDeliveries(): void {
		this.sent = [];
	}

	reset(): void {
		this.set(this.first);
		this.clearDeliveries();
		this.count = 0;
	}

	/** Stops sending when the sandbox stops. */
	close(): void {
		this.set([]);
	}

	/** Listens to the store only while triggers exist. To save time, the store collects changes only for listeners. */
	private listen(): void {
		this.store.changes.off('change', this.take);
		if (this.queues.length > 0) {
			this.store.changes.on('change', this.take);
		}
	}

	private readonly take = (change: Change): void => {
		for (const queue of this.queues) {
			const meant = queue.isStoring ? undefined : changeFor(queue.trigger, change);
			if (meant !== undefined) {
				queue.add({ delivery: this.deliveryOf(queue.trigger, meant), change: meant });
			}
		}
	};

	private deliveryOf({ name, adaptor, template, document }: EventTrigger, change: Change): Delivery {
		return this.keep(
			{
				trigger: name,
				document: change.document,
				id: change.key,
				type: change.type,
				method: adaptor.method,
				body: composeBody(template, change, adaptor, this.store.now(), recordContextOf(this.store, document, change)),
			},
			change,
		);
	}

	private keep(content: Pick<Delivery, 'trigger' | 'document' | 'id' | 'type' | 'method' | 'body'>, change: Change): Delivery {
		this.count += 1;
		const delivery: Delivery = { number: this.count, at: this.store.now().toISOString(), ...content, state: 'waiting', attempts: [] };
		this.changes.set(delivery, change);
		this.sent.push(delivery);
		if (this.sent.length > MAX_DELIVERIES) {
			this.sent.shift();
		}
		return delivery;
	}
}
