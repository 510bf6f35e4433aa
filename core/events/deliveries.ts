/** Which deliveries came before: a sender that got no answer in time sends the same event again (public material: Retry Count). */
import { sha256 } from './digest';

/** A fingerprint and when it came first (milliseconds since 1970); plain data, so that it can be kept between deliveries. */
export type KnownDelivery = readonly [fingerprint: string, at: number];

/** How long, and how many, deliveries are remembered. */
export interface RepeatRules {
	/** Milliseconds within which the same delivery counts as a repeat. */
	readonly window: number;
	/** The highest number that is remembered; the oldest goes first. */
	readonly highest: number;
}

/** Half a digest is enough to tell a thousand deliveries apart, and half as much to store. */
const FINGERPRINT_DIGITS = 32;

/**
 * What tells one delivery from another: the identifier that the sender gave it, where there is one, else its whole text.
 * `scope` keeps what is sent to different addresses apart: method and query.
 */
export const fingerprint = (text: string, scope: string, deliveryId?: string): string =>
	sha256(JSON.stringify(deliveryId === undefined ? [scope, text] : [deliveryId])).slice(0, FINGERPRINT_DIGITS);

const isKnownDelivery = (entry: unknown): entry is KnownDelivery => Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number';

/**
 * Whether a delivery is a repeat, and what is to be remembered from now on: what is older than the window is forgotten.
 * `before` may be anything that was stored; what is no memory counts as an empty one.
 */
export const remember = (before: unknown, delivery: string, now: number, { window, highest }: RepeatRules): { readonly repeated: boolean; readonly known: readonly KnownDelivery[] } => {
	const known = (Array.isArray(before) ? before : []).filter(isKnownDelivery).filter(([, at]) => now - at <= window);
	const repeated = known.some(([name]) => name === delivery);
	const all: readonly KnownDelivery[] = repeated ? known : [...known, [delivery, now]];
	return { repeated, known: all.slice(Math.max(0, all.length - highest)) };
};
