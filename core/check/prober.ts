/** Sends the requests of a check: only GET, limited in number and concurrency, and none after the site asks for a pause. */
import { UNREADABLE_CODES } from '../http/outcome';
import { isPermanent } from '../http/retry';
import type { Send, SendResult } from '../model/port';

const MAX_REQUESTS = 200;
export const MAX_CONCURRENT = 4;

/** Statuses with which a gateway reports a failure that can be temporary. */
const TEMPORARY_STATUSES: ReadonlySet<number> = new Set([408, 502, 504]);

/** Whether a request failed for a reason that can be temporary, so that the result shows nothing about the site. */
export const isTemporary = (result: SendResult): boolean =>
	result.kind === 'noResponse'
		? result.signIn === undefined && !isPermanent(result) && !UNREADABLE_CODES.test(result.code)
		: TEMPORARY_STATUSES.has(result.status);

/** Ends a check before it is complete. */
export class CheckStopped extends Error {}

type Texts = Readonly<Record<string, string>>;

export interface Prober {
	/** Number of requests so far. */
	readonly requests: number;
	/** How far the site's clock is ahead of this one, in milliseconds; undefined if no response contained a date. */
	readonly clockDifference: number | undefined;
	/** Milliseconds since the check started. */
	readonly elapsed: number;
	/** `path` is encoded and starts with a slash. Like {@link getDefinition}, repeats the request once if it fails temporarily. */
	get(path: string, parameters?: Texts, headers?: Texts): Promise<SendResult>;
	/** Reads the definition at an absolute URL. */
	getDefinition(address: string): Promise<SendResult>;
	/** Sends concurrent requests and returns the milliseconds that each took. */
	measure(number: number, path: string, parameters: Texts): Promise<readonly number[]>;
}

const withParameters = (path: string, parameters: Texts): string => {
	const pairs = Object.entries(parameters).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
	return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
};

/** `sendDefinition` sends to an absolute URL. */
export const createProber = (send: Send, sendDefinition: Send, now: () => number): Prober => {
	const started = now();
	let requests = 0;
	let running = 0;
	let stopped: CheckStopped | undefined;
	let clock: { readonly latency: number; readonly difference: number } | undefined;

	const noteClock = (result: SendResult, sentAt: number): void => {
		const date = Date.parse(result.kind === 'response' ? (result.headers.date ?? '') : '');
		const latency = now() - sentAt;
		// The `Date` header contains whole seconds, so half a second is added.
		if (!Number.isNaN(date) && (clock === undefined || latency < clock.latency))
			clock = { latency, difference: date + 500 - (sentAt + latency / 2) };
	};
	const stop = (message: string): CheckStopped => (stopped = new CheckStopped(message));

	const sendOne = async (sendTo: Send, path: string, headers: Texts): Promise<SendResult> => {
		if (stopped !== undefined) throw stopped;
		if (requests >= MAX_REQUESTS) throw stop(`The check stopped at its maximum of ${MAX_REQUESTS} requests`);
		if (running >= MAX_CONCURRENT) throw new Error(`More than ${MAX_CONCURRENT} concurrent requests`);
		requests += 1;
		running += 1;
		const sentAt = now();
		try {
			const result = await sendTo({ method: 'GET', path, headers, effect: 'read' });
			noteClock(result, sentAt);
			if (result.kind === 'response' && (result.status === 429 || result.status === 503))
				throw stop(`The site limits requests: status ${result.status} after ${requests === 1 ? '1 request' : `${requests} requests`}`);
			return result;
		} finally {
			running -= 1;
		}
	};

	const sendTwice: typeof sendOne = async (...request) => {
		const result = await sendOne(...request);
		return isTemporary(result) ? await sendOne(...request) : result;
	};

	return {
		get requests() {
			return requests;
		},
		get clockDifference() {
			return clock?.difference;
		},
		get elapsed() {
			return now() - started;
		},
		get: async (path, parameters = {}, headers = {}) => await sendTwice(send, withParameters(path, parameters), headers),
		getDefinition: async (address) => await sendTwice(sendDefinition, address, {}),
		measure: async (number, path, parameters) =>
			await Promise.all(
				Array.from({ length: number }, async () => {
					const sentAt = now();
					await sendOne(send, withParameters(path, parameters), {});
					return now() - sentAt;
				}),
			),
	};
};
