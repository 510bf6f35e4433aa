/** Sends the requests of a check: only GET, limited in number, and none after the site asks for a pause. */
import type { Send, SendResult } from '../model/port';

const MAX_REQUESTS = 200;

/** Ends a check before it is complete. */
export class CheckStopped extends Error {}

export interface Prober {
	/** Number of requests so far. */
	readonly requests: number;
	/** Milliseconds of the last request. */
	readonly latency: number;
	/** `path` is encoded and starts with a slash. */
	get(path: string, parameters?: Readonly<Record<string, string>>, headers?: Readonly<Record<string, string>>): Promise<SendResult>;
}

export const createProber = (send: Send, now: () => number): Prober => {
	let requests = 0;
	let latency = 0;
	return {
		get requests() {
			return requests;
		},
		get latency() {
			return latency;
		},
		get: async (path, parameters = {}, headers = {}) => {
			if (requests >= MAX_REQUESTS) throw new CheckStopped(`The check ends after ${MAX_REQUESTS} requests`);
			requests += 1;
			const pairs = Object.entries(parameters).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
			const started = now();
			const result = await send({
				method: 'GET',
				path: pairs.length === 0 ? path : `${path}?${pairs.join('&')}`,
				headers,
				effect: 'read',
			});
			latency = now() - started;
			if (result.kind === 'response' && (result.status === 429 || result.status === 503))
				throw new CheckStopped(`The site limits requests: status ${result.status} after ${requests} requests`);
			return result;
		},
	};
};
