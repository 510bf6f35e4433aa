/** A site that responds from a queue or with a function, in virtual time. */
import type { ClientOptions } from '../../core/http/client';
import type { SiteResponse, NoResponse, Send, SendResult, WireRequest } from '../../core/model/port';

export const reply = (status: number, body: unknown = '', headers: Record<string, string> = {}): SiteResponse => ({
	kind: 'response',
	status,
	headers,
	body,
});
export const lost = (code: string, sent: NoResponse['sent'] = 'maybe'): NoResponse => ({ kind: 'noResponse', code, sent, message: '' });

export interface FakeSite {
	readonly parts: Pick<ClientOptions, 'send' | 'sleep' | 'now' | 'random'>;
	/** Every request, in order of arrival. */
	readonly requests: WireRequest[];
	/** Every requested pause, in milliseconds. */
	readonly pauses: number[];
	/** The largest number of concurrent requests so far. */
	maxConcurrent: number;
	/** For each request, the number of responses that the site had returned when the request arrived. */
	readonly respondedBefore: number[];
}

/** The start of virtual time: a whole second, so that Retry-After dates have no fraction. */
export const BEGIN = Date.UTC(2026, 0, 1);

/**
 * `respond` returns the result of a request, optionally with its duration (default: 1 ms). Virtual time advances to the next event when
 * no other work is left, so tests do not wait in real time, and events always occur in the same order.
 */
export const fakeSite = (
	respond: (request: WireRequest, number: number) => SendResult | { result: SendResult; takes: number },
): FakeSite => {
	let now = BEGIN;
	let inFlight = 0;
	let isTurning = false;
	const due: { at: number; resolve: () => void }[] = [];
	const turn = (): void => {
		if (isTurning) return;
		isTurning = true;
		setImmediate(() => {
			isTurning = false;
			const next = due.sort((one, other) => one.at - other.at).shift();
			if (!next) return;
			now = Math.max(now, next.at);
			next.resolve();
			turn();
		});
	};
	const wait = (milliseconds: number): Promise<void> =>
		new Promise((resolve) => {
			due.push({ at: now + milliseconds, resolve });
			turn();
		});
	let done = 0;
	const send: Send = async (request) => {
		site.requests.push(request);
		site.respondedBefore.push(done);
		inFlight += 1;
		site.maxConcurrent = Math.max(site.maxConcurrent, inFlight);
		const given = respond(request, site.requests.length);
		await wait('takes' in given ? given.takes : 1);
		inFlight -= 1;
		done += 1;
		return 'takes' in given ? given.result : given;
	};
	const sleep = (milliseconds: number): Promise<void> => {
		site.pauses.push(milliseconds);
		return wait(milliseconds);
	};
	const site: FakeSite = {
		parts: { send, sleep, now: () => now, random: () => 0.5 },
		requests: [],
		pauses: [],
		maxConcurrent: 0,
		respondedBefore: [],
	};
	return site;
};

/** A site that returns these results one after the other; an additional request is an error in the test. */
export const queued = (...results: readonly SendResult[]): FakeSite =>
	fakeSite((request, number) => {
		const result = results[number - 1];
		if (!result) throw new Error(`Request ${number} was not expected: ${request.method} ${request.path}`);
		return result;
	});

/** Collects the results of an operation. */
export const gathered = async <T>(chunks: AsyncIterable<readonly T[]>): Promise<T[]> => {
	const all: T[] = [];
	for await (const chunk of chunks) all.push(...chunk);
	return all;
};
