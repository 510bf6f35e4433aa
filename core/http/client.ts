import { cancelled, apiErrorOf, isExplained, outcomeOf } from './outcome';
import { MAX_LIMIT } from './adaptiveLimit';
import { endingOf } from './ending';
import { createLimiter } from './limiter';
import type { SiteResponse, CancelSignal, Send, SendResult, WireRequest } from '../model/port';
import { DEFAULT_RETRY, decide, isUncertain, type RetryPolicy } from './retry';
import { createSignInQueue } from './signInQueue';
import { SiteBudget, type Throttling } from './siteBudget';

/** The dependencies and settings that the caller passes to the client. The client uses no globals. */
export interface ClientOptions {
	readonly send: Send;
	/** Resolves after the given number of milliseconds. */
	sleep(milliseconds: number): Promise<void>;
	/** A random number from 0 up to, but not including, 1. */
	random(): number;
	/** Milliseconds since 1970, for a Retry-After that names a date. */
	now(): number;
	/** Stops waiting and sending when the run is canceled. */
	readonly signal?: CancelSignal;
	/** The number of concurrent requests of the run, across all its items and pages. Adapts to the site if omitted. */
	readonly concurrency?: number;
	/** The maximum number of concurrent requests to the site, across all runs and regardless of all other settings. */
	readonly siteMaximum?: number;
	/** The budget that all runs to the same site share; a separate one if omitted. */
	readonly budget?: SiteBudget;
	/** Whether each request contains the password, as with Basic authentication: see `SignInQueue`. */
	readonly isPasswordSent?: boolean;
	/** Overrides of the default policy. */
	readonly retry?: Partial<RetryPolicy> | undefined;
}

/** Sends the requests of one run, with one limit for all items and pages. The effect of a request determines whether it is retried. */
export interface Client {
	/** The number of requests worth preparing now. It changes while the site is measured. */
	readonly concurrency: number;
	/** The limit that the site imposed on the run; undefined if there was none. */
	readonly throttling: Throttling | undefined;
	/**
	 * Sends a request, retries it if its effect allows that, and decodes the response. `decode` may throw `DecodeError`. If the
	 * server or the network fails, `send` throws only `ApiError`.
	 */
	send<T>(request: WireRequest, decode: (response: SiteResponse) => T): Promise<T>;
}

/** The maximum number of records to read ahead. It limits the memory that they use. */
const MAX_RECORDS_AHEAD = 32_000;

/** The number of pages of a list to read ahead. */
export const pagesAhead = ({ concurrency }: Pick<Client, 'concurrency'>, pageSize: number): number =>
	Math.max(1, Math.min(concurrency, Math.floor(MAX_RECORDS_AHEAD / pageSize)));

/** Requests of one kind, such as `POST JmJob`, have similar latencies. */
const kindOf = ({ method, path }: WireRequest): string => `${method} ${/^\/?([^/?]*)/.exec(path)?.[1] ?? ''}`;

const wholeNumber = (value: number | undefined): number | undefined => (value === undefined ? undefined : Math.max(1, Math.floor(value)));

/** Waits until the time has passed or the run is canceled. */
const delay = (milliseconds: number, { sleep, signal }: ClientOptions): Promise<void> => {
	if (!signal) return sleep(milliseconds);
	// The run can be canceled before this call, for example while a response arrives, and the event is fired only once.
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

/** Creates the client of one run. It sends one request at a time at first: see `SignInQueue`. */
export const createClient = (parts: ClientOptions): Client => {
	const fixed = wholeNumber(parts.concurrency);
	const max = fixed ?? MAX_LIMIT;
	const policy: RetryPolicy = { ...DEFAULT_RETRY, ...parts.retry };
	const limiter = createLimiter(max, parts.signal);
	const queue = createSignInQueue(parts.isPasswordSent === true);
	const budget = parts.budget ?? new SiteBudget(parts);
	const share = budget.share({ fixed, siteMaximum: parts.siteMaximum, signal: parts.signal });

	/** Sends a request as soon as the budget of the site has a free slot; undefined if the run is canceled first. */
	const sendOnce = async (request: WireRequest): Promise<SendResult | undefined> => {
		const release = await share.acquire({ kind: kindOf(request), isRepeatable: request.effect !== 'once' });
		if (release === undefined) return undefined;
		let result: SendResult | undefined;
		try {
			result = await parts.send(request);
			return result;
		} finally {
			release(result === undefined ? { how: 'ignored' } : endingOf(result, parts.now(), policy.maxDelay));
		}
	};

	const sendUntilDone = async <T>(request: WireRequest, decode: (response: SiteResponse) => T): Promise<T> => {
		let uncertain = false;
		/** Whether the site gave a reason for each uncertain attempt. */
		let explained = true;
		for (let attempt = 1; ; attempt += 1) {
			const result = await queue(async () => (parts.signal?.aborted ? undefined : await sendOnce(request)));
			if (result === undefined) throw cancelled({ request, attempts: attempt - 1, uncertain, explained });
			const outcome = outcomeOf(result, (response) => decode(uncertain ? { ...response, isRepeat: true } : response));
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
		get concurrency() {
			return Math.min(max, share.limit);
		},
		get throttling() {
			return share.throttling;
		},
		send: (request, decode) =>
			limiter.run(
				() => sendUntilDone(request, decode),
				() => cancelled({ request, attempts: 0, uncertain: false, explained: true }),
			),
	};
};
