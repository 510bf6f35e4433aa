import { setTimeout as pause } from 'node:timers/promises';
import type { Change } from '../storage/change';
import type { Store } from '../storage/store';
import { attempt, hasAnswered, type Outcome } from './attempt';
import { changeFor } from './conditions';
import { storeAnswer, type Stored } from './storeAnswer';
import { surroundingsOf } from './surroundings';
import { composeBody } from './template';
import type { EventTrigger } from './trigger';

/** One request of a delivery. */
export interface Attempt {
	readonly at: string;
	readonly url: string;
	readonly status?: number;
	readonly noAnswer?: string;
}

/** One event on its way, and what became of it. `undelivered`: no address answered. */
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
	/** The answer that ended it. */
	answer?: string;
	stored?: Stored;
}

const MOST_DELIVERIES = 1_000;
const MOST_WAITING = 10_000;
const MOST_ANSWER_SHOWN = 8_192;

interface Waiting {
	readonly delivery: Delivery;
	readonly change: Change;
}

/** Sends the events of one trigger, one after the other in the order of the writes. */
class Line {
	private readonly waiting: Waiting[] = [];
	private isRunning = false;
	private storing = false;
	/** The address that answered last comes first (public material: fail-over). */
	private prefersSecond = false;
	private readonly stop = new AbortController();

	constructor(
		readonly trigger: EventTrigger,
		private readonly store: Store,
	) {}

	/** What is stored from an answer is no event of the same trigger: it would go round in circles. */
	get isStoring(): boolean {
		return this.storing;
	}

	/** How many events wait or are on their way. */
	get queued(): number {
		return this.waiting.length + Number(this.isRunning);
	}

	add(one: Waiting): void {
		if (this.waiting.length >= MOST_WAITING) {
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
		// The call that changed the record is answered first.
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
		if (outcome === undefined || !hasAnswered(outcome)) {
			delivery.state = 'undelivered';
			return;
		}
		delivery.answer = outcome.body.slice(0, MOST_ANSWER_SHOWN);
		delivery.state = outcome.status >= 200 && outcome.status < 300 ? 'delivered' : 'refused';
		if (delivery.state === 'delivered' && this.trigger.store.length > 0 && change.type !== 'DELETE') {
			this.storing = true;
			delivery.stored = storeAnswer(this.store, this.trigger, change, outcome.body);
			this.storing = false;
		}
	}

	/** Tries both addresses. Gives the last outcome; undefined where the line ended before anything was sent. */
	private async send(delivery: Delivery): Promise<Outcome | undefined> {
		const { url, secondUrl } = this.trigger.adaptor;
		const addresses = secondUrl === undefined ? [url] : this.prefersSecond ? [secondUrl, url] : [url, secondUrl];
		let outcome: Outcome | undefined;
		for (const address of addresses) {
			outcome = await this.sendTo(address, delivery);
			if (outcome !== undefined && hasAnswered(outcome)) {
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
		for (let tries = 0; tries <= adaptor.retries && !signal.aborted; tries += 1) {
			if (tries > 0) {
				await pause(adaptor.retryDelayMs, undefined, { signal }).catch(() => undefined);
				if (signal.aborted) {
					break;
				}
			}
			const at = new Date().toISOString();
			outcome = await attempt(adaptor, url, delivery.body, this.store.release, signal);
			delivery.attempts.push({ at, url, ...('status' in outcome ? { status: outcome.status } : { noAnswer: outcome.noAnswer }) });
			if (hasAnswered(outcome)) {
				break;
			}
		}
		return outcome;
	}
}

/**
 * The events out of the sandbox (public material: Events out of the system). It listens to the changes of the store as long as there
 * are triggers; what it sends delays no answer of the interface. Deliveries live in memory alone.
 */
export class EventSender {
	private lines: Line[] = [];
	private sent: Delivery[] = [];
	private count = 0;

	constructor(
		private readonly store: Store,
		/** The triggers of the start, to which a reset leads back. */
		private readonly first: readonly EventTrigger[] = [],
	) {
		this.set(first);
	}

	/** Every trigger, and how many events of it wait or are on their way. */
	list(): readonly { readonly trigger: EventTrigger; readonly queued: number }[] {
		return this.lines.map(({ trigger, queued }) => ({ trigger, queued }));
	}

	/** The last thousand, oldest first. */
	get deliveries(): readonly Delivery[] {
		return this.sent;
	}

	/** Takes other triggers instead; what the old ones have not sent is dropped. */
	set(triggers: readonly EventTrigger[]): void {
		this.lines.forEach((line) => line.end());
		this.lines = triggers.map((trigger) => new Line(trigger, this.store));
		this.listen();
	}

	add(trigger: EventTrigger): void {
		this.lines.push(new Line(trigger, this.store));
		this.listen();
	}

	/** False where there is no trigger of that name. */
	remove(name: string): boolean {
		const at = this.lines.findIndex(({ trigger }) => trigger.name === name);
		this.lines.splice(at, at < 0 ? 0 : 1).forEach((line) => line.end());
		this.listen();
		return at >= 0;
	}

	forget(): void {
		this.sent = [];
	}

	reset(): void {
		this.set(this.first);
		this.forget();
		this.count = 0;
	}

	/** Sends nothing any more; for the end of the sandbox. */
	close(): void {
		this.set([]);
	}

	/** A store that nobody listens to gathers no changes, so it is left alone where there are no triggers. */
	private listen(): void {
		this.store.changes.off('change', this.take);
		if (this.lines.length > 0) {
			this.store.changes.on('change', this.take);
		}
	}

	private readonly take = (change: Change): void => {
		for (const line of this.lines) {
			const meant = line.isStoring ? undefined : changeFor(line.trigger, change);
			if (meant !== undefined) {
				line.add({ delivery: this.deliveryOf(line.trigger, meant), change: meant });
			}
		}
	};

	private deliveryOf({ name, adaptor, template, document }: EventTrigger, change: Change): Delivery {
		const at = this.store.now();
		this.count += 1;
		const delivery: Delivery = {
			number: this.count,
			trigger: name,
			at: at.toISOString(),
			document: change.document,
			id: change.key,
			type: change.type,
			method: adaptor.method,
			body: composeBody(template, change, adaptor, at, surroundingsOf(this.store, document, change)),
			state: 'waiting',
			attempts: [],
		};
		this.sent.push(delivery);
		if (this.sent.length > MOST_DELIVERIES) {
			this.sent.shift();
		}
		return delivery;
	}
}
