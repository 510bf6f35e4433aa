/** Decides whether and when a failed request is retried. */
import { DEFAULT_MAX_ATTEMPTS } from '../model/defaults';
import { isAboutValues, isExplained, type Failure } from './outcome';
import { canHaveSucceeded, isUnprocessed } from './statuses';
import { isTlsCode, isTlsSetupCode } from './tlsCodes';
import type { RetryAfterHeaders, Effect, NoResponse, SiteResponse, WireRequest } from '../model/port';

/** The number of attempts and the delays between them. */
export interface RetryPolicy {
	/** The maximum number of attempts; 1 for no retry. */
	readonly maxAttempts: number;
	/** The first delay in milliseconds, which doubles with each attempt. Jitter reduces each delay by up to half. */
	readonly initialDelay: number;
	/** The maximum delay in milliseconds. After a longer Retry-After, the request is not retried. */
	readonly maxDelay: number;
}

export const DEFAULT_RETRY: RetryPolicy = {
	maxAttempts: DEFAULT_MAX_ATTEMPTS,
	initialDelay: 500,
	maxDelay: 60_000,
};

/** Statuses after which the same request can succeed. */
export const RETRYABLE_STATUSES = new Set([408, 429, 500, 502, 503, 504, 521, 523]);
/**
 * Codes of permanent failures: an unknown host name, an invalid URL, a response that is too large, a file that cannot be read, a canceled
 * run.
 */
const PERMANENT_CODES = /ENOTFOUND|INVALID|TOO_LARGE|FILE_UNREADABLE|CANCELLED/i;

/** Whether a failure is permanent. A retry can fix a TLS connection that broke, but not one that could not be established. */
export const isPermanent = ({ code, sent }: NoResponse): boolean =>
	isTlsSetupCode(code) || (isTlsCode(code) ? sent === 'no' : PERMANENT_CODES.test(code));

/** Whether a change may have succeeded even if the response does not show it. */
export const isUncertain = (effect: Effect, failure: Failure): boolean => {
	if (effect === 'read') return false;
	switch (failure.kind) {
		case 'status':
			return canHaveSucceeded(failure.response);
		case 'refusal':
			return false;
		case 'unreadable':
			return true;
		case 'noResponse':
			return failure.result.sent === 'maybe';
	}
};

/** Whether a retry can succeed, regardless of the effect. */
const isRetryable = (failure: Failure): boolean => {
	switch (failure.kind) {
		case 'status':
			return RETRYABLE_STATUSES.has(failure.response.status);
		case 'refusal':
			return false;
		case 'unreadable':
			return failure.reason.parts.broken === true;
		case 'noResponse':
			return failure.result.signIn ? !failure.result.signIn.isPermanent : !isPermanent(failure.result);
	}
};

/**
 * Whether a failure is a 500 with a reason from the site. The cause is usually a wrong type or a violated business rule (public material),
 * but can also be another request that was changing the record.
 */
const isExplainedServerError = (failure: Failure): boolean =>
	failure.kind === 'status' && failure.response.status === 500 && isExplained(failure);

/**
 * The maximum number of attempts after this failure. A 500 whose reason concerns the values is not retried, because the same values fail
 * again. A 500 with any other reason is retried once.
 */
const attemptsFor = (failure: Failure, request: WireRequest, { maxAttempts: attempts }: RetryPolicy): number => {
	if (!isExplainedServerError(failure)) return attempts;
	return isAboutValues(failure, request) ? 1 : Math.min(attempts, 2);
};

const mayRepeat = (effect: Effect, failure: Failure): boolean => {
	if (effect !== 'once') return true;
	if (failure.kind === 'noResponse') return failure.result.sent === 'no';
	return failure.kind === 'status' && isUnprocessed(failure.response);
};

/** The shortest pause (ms) after a 429: many sites count the requests per second, and round the Retry-After down to 0. */
const LIMITED_PAUSE = 1_000;

/** A date with a time and a time zone. */
const DATE_WITH_ZONE = /\d:\d\d.*(GMT|UTC|Z|[+-]\d\d:?\d\d)$/i;
const parseDate = (text: string | undefined): number | undefined => {
	const time = text !== undefined && DATE_WITH_ZONE.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isNaN(time) ? undefined : time;
};

/**
 * Converts a Retry-After in seconds or with a date to milliseconds; undefined if it is missing or invalid. A date is compared with the
 * `Date` header of the same response, because the clocks of the site and this machine can differ by hours. Without a `Date` header, it is
 * compared with `now`.
 */
const retryAfter = ({ 'retry-after': value, date }: RetryAfterHeaders, now: number): number | undefined => {
	const text = value?.trim() ?? '';
	if (/^[0-9]+$/.test(text)) return Number(text) * 1000;
	const time = parseDate(text);
	return time === undefined ? undefined : Math.max(0, time - (parseDate(date?.trim()) ?? now));
};

/** How long (ms) all requests to the site must wait after this response; undefined if it asks for no pause. */
export const requestedPause = ({ status, headers }: SiteResponse, now: number): number | undefined => {
	const requested = retryAfter(headers, now);
	return status === 429 ? Math.max(LIMITED_PAUSE, requested ?? 0) : requested;
};

/** The same for a failure; the identity provider can ask for a pause too. */
const pauseFor = (failure: Failure, now: number): number | undefined => {
	if (failure.kind === 'status') return requestedPause(failure.response, now);
	return failure.kind === 'noResponse' ? retryAfter(failure.result.signIn?.pause ?? {}, now) : undefined;
};

/**
 * - `pause`: retry after this number of milliseconds.
 * - `remark`: do not retry, and add this reason to the hint. If both are missing: do not retry.
 */
export type Decision = { readonly pause: number } | { readonly remark?: string };

/** `attempt` is the number of the attempt that failed, counted from 1. */
export const decide = (
	request: WireRequest,
	failure: Failure,
	attempt: number,
	policy: RetryPolicy,
	clock: { random(): number; now(): number },
): Decision => {
	if (!isRetryable(failure) || !mayRepeat(request.effect, failure)) return {};
	if (attempt >= attemptsFor(failure, request, policy)) return {};
	const delay = Math.min(policy.maxDelay, policy.initialDelay * 2 ** (attempt - 1));
	const withJitter = delay / 2 + (delay / 2) * clock.random();
	const requested = pauseFor(failure, clock.now());
	if (requested === undefined) return { pause: withJitter };
	// The requested pause plus jitter, never shorter than the default delay.
	if (requested <= policy.maxDelay) return { pause: Math.max(withJitter, requested + (policy.initialDelay / 2) * clock.random()) };
	return { remark: `The site asked for a pause of ${Math.ceil(requested / 1000)} seconds` };
};
