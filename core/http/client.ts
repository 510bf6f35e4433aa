import { cancelled, apiErrorOf, isExplained, outcomeOf } from './outcome';
import { createLimiter } from './limiter';
import type { Answer, Send, WireRequest, CancelSignal } from '../model/port';
import { DEFAULT_RETRY, decide, isUncertain, type RetryPolicy } from './retry';

/** Everything from outside that sending needs. Nothing here is taken from globals. */
export interface ClientOptions {
	readonly send: Send;
	/** Resolves after that many milliseconds. */
	sleep(milliseconds: number): Promise<void>;
	/** 0 up to, but not including, 1. */
	random(): number;
	/** Milliseconds since 1970, for a Retry-After that names a date. */
	now(): number;
	/** Stops waiting and sending when the run is cancelled. */
	readonly signal?: CancelSignal;
	/** The highest number of requests under way at once, over all items and pages of the run; 32 where it is left out. */
	readonly concurrency?: number;
	/** What differs from the default policy. */
	readonly retry?: Partial<RetryPolicy>;
}

/** Sends for one run: one limit for all its items and pages, retry by the effect of each request. */
export interface Client {
	/** See {@link ClientOptions.concurrency}; also how many pages of a list are read ahead. */
	readonly concurrency: number;
	/**
	 * Sends a request, again where its effect allows it, and reads the answer. `decode` may throw {@link DecodeError}.
	 * Throws {@link ApiError}, and nothing else, for what the server or the network did.
	 */
	send<T>(request: WireRequest, decode: (answer: Answer) => T): Promise<T>;
}

const DEFAULT_CONCURRENCY = 32;

/** Waits, but no longer than until the run is cancelled. */
const delay = (milliseconds: number, { sleep, signal }: ClientOptions): Promise<void> => {
	if (!signal) return sleep(milliseconds);
	// An answer can come in the moment of the cancelling: its signal does not tell of it twice.
	if (signal.aborted) return Promise.resolve();
	return new Promise((resolve, reject) => {
		const end = (): void => {
			signal.removeEventListener('abort', end);
			resolve();
		};
		signal.addEventListener('abort', end);
		sleep(milliseconds).then(end, reject);
	});
};

/** One client per run, so that its first request goes alone and fetches the token once. */
export const createClient = (parts: ClientOptions): Client => {
	const concurrency = Math.max(1, Math.floor(parts.concurrency ?? DEFAULT_CONCURRENCY));
	const policy: RetryPolicy = { ...DEFAULT_RETRY, ...parts.retry };
	const limiter = createLimiter(concurrency, parts.signal);

	const sendUntilDone = async <T>(request: WireRequest, decode: (answer: Answer) => T, answered: () => void): Promise<T> => {
		let uncertain = false;
		/** Whether the site gave a reason each time that it left it unclear. */
		let explained = true;
		for (let attempt = 1; ; attempt += 1) {
			if (parts.signal?.aborted) throw cancelled({ request, attempts: attempt - 1, uncertain, explained });
			const outcome = outcomeOf(await parts.send(request), (answer) => decode(uncertain ? { ...answer, isRepeat: true } : answer));
			answered();
			if ('value' in outcome) return outcome.value;
			const { failure } = outcome;
			if (isUncertain(request.effect, failure)) {
				uncertain = true;
				explained &&= isExplained(failure);
			}
			const decision = decide(request, failure, attempt, policy, parts);
			if (!('pause' in decision)) throw apiErrorOf(failure, { request, attempts: attempt, uncertain, explained, remark: decision.remark });
			await delay(decision.pause, parts);
		}
	};

	return {
		concurrency,
		send: (request, decode) =>
			limiter.run(
				(answered) => sendUntilDone(request, decode, answered),
				() => cancelled({ request, attempts: 0, uncertain: false, explained: true }),
			),
	};
};
