/** Recognizes repeated deliveries: a sender that gets no response in time sends the same event again (public material: Retry Count). */
import type { Sha256 } from '../model/port';

/** The time of each delivery (milliseconds since 1970), by fingerprint; plain JSON, stored with the workflow. */
export type StoredDeliveries = Readonly<Record<string, number>>;

/** How long deliveries are remembered, and how many. */
export interface RepeatRules {
	/** Milliseconds within which the same delivery counts as a repeat. */
	readonly window: number;
	/** The maximum number of deliveries; the oldest are forgotten first. */
	readonly maxDeliveries: number;
}

/** Half a digest is enough to identify a thousand deliveries, and needs half the space. */
const FINGERPRINT_DIGITS = 32;

/**
 * Identifies a delivery by the sender's ID if there is one, otherwise by its text and `scope`. `scope` distinguishes deliveries with
 * different methods or queries.
 */
export const fingerprint = (text: string, scope: string, deliveryId: string | undefined, sha256: Sha256): string =>
	sha256(JSON.stringify(deliveryId === undefined ? [scope, text] : [deliveryId])).slice(0, FINGERPRINT_DIGITS);

/**
 * - `pending`: received, but its execution may not be stored yet. Recognized only in this process: if the process dies, the sender gets no
 *   response and sends the event again. The second attempt must then start the workflow.
 * - `stored`: recognized even after a restart.
 * - `failed`: the sender got an error, so the next attempt is not a repeat. While this entry exists, {@link DeliveryMemory.merge} does not
 *   add a stored entry of the same delivery.
 */
interface Delivery {
	readonly at: number;
	state: 'pending' | 'stored' | 'failed';
}

/** The recent deliveries of one trigger in one process. */
export class DeliveryMemory {
	private readonly known = new Map<string, Delivery>();

	/** Adds the deliveries that an earlier process or another process stored. Entries whose value is not a number are ignored. */
	merge(stored: unknown): void {
		if (typeof stored !== 'object' || stored === null) return;
		for (const [name, at] of Object.entries(stored)) {
			if (typeof at === 'number' && !this.known.has(name)) this.known.set(name, { at, state: 'stored' });
		}
	}

	/** Records a delivery. Returns whether it is a repeat of an earlier one. */
	add(name: string, now: number, { window, maxDeliveries }: RepeatRules): boolean {
		for (const [other, { at }] of this.known) {
			// The difference is negative if the clock was set back.
			if (Math.abs(now - at) > window) this.known.delete(other);
		}
		const earlier = this.known.get(name);
		if (earlier !== undefined && earlier.state !== 'failed') return true;
		this.known.set(name, { at: now, state: 'pending' });
		const surplus = this.known.size - maxDeliveries;
		if (surplus > 0) {
			const byAge = [...this.known].sort(([, one], [, other]) => one.at - other.at);
			for (const [oldest] of byAge.slice(0, surplus)) this.known.delete(oldest);
		}
		return false;
	}

	/** Whether the delivery is recognized even after a restart. */
	isStored(name: string): boolean {
		return this.known.get(name)?.state === 'stored';
	}

	/** Marks the delivery as stored and returns all stored deliveries. Call it when n8n writes them to the database. */
	store(name: string): StoredDeliveries {
		const delivery = this.known.get(name);
		if (delivery?.state === 'pending') delivery.state = 'stored';
		return Object.fromEntries([...this.known].filter(([, { state }]) => state === 'stored').map(([known, { at }]) => [known, at]));
	}

	/** Marks a delivery whose sender got an error, so that the next attempt does not count as a repeat. */
	fail(name: string): void {
		const delivery = this.known.get(name);
		if (delivery !== undefined) delivery.state = 'failed';
	}
}
