/** When a request is sent again: the decision, apart from the loop that carries it out. */
import { DEFAULT_MAX_ATTEMPTS } from '../model/defaults';
import { isAboutValues, isExplained, type Failure } from './outcome';
import { canHaveSucceeded, isUnprocessed } from './statuses';
import type { RetryAfterHeaders, Effect, NoAnswer, WireRequest } from '../model/port';

/** How often and how far apart a request is sent. */
export interface RetryPolicy {
	/** How many times a request is sent at most; 1 sends it once. */
	readonly maxAttempts: number;
	/** The first pause in milliseconds; each further one is twice as long, and each is drawn between its half and its whole. */
	readonly initialDelay: number;
	/** The longest pause in milliseconds, a Retry-After included; a server that asks for longer is not asked again. */
	readonly maxDelay: number;
	/** Whether a call that must happen once is sent again after an answer that shows that the site has not begun. */
	readonly retryUnprocessedWrites: boolean;
}

export const DEFAULT_RETRY: RetryPolicy = {
	maxAttempts: DEFAULT_MAX_ATTEMPTS,
	initialDelay: 500,
	maxDelay: 60_000,
	retryUnprocessedWrites: true,
};

/** Statuses after which the same call can succeed. */
const RETRYABLE_STATUSES = new Set([408, 429, 500, 502, 503, 504, 521, 523]);
/** Codes that a retry does not change: a name that does not exist, a certificate, an answer too large, a cancelled run. */
const PERMANENT_CODES = /ENOTFOUND|CERT|SSL|TLS|SIGNED|EPROTO|INVALID|TOO_LARGE|CANCELLED/i;

/** A broken TLS connection can be whole with a retry; one that was never made cannot. */
const isPermanent = ({ code, sent }: NoAnswer): boolean => PERMANENT_CODES.test(code) && !(sent === 'maybe' && code.startsWith('ERR_SSL_'));

/** Whether the call can have succeeded although no good answer came. Never for a read. */
export const isUncertain = (effect: Effect, failure: Failure): boolean => {
	if (effect === 'read') return false;
	switch (failure.kind) {
		case 'status':
			return canHaveSucceeded(failure.answer);
		case 'refusal':
			return false;
		case 'unreadable':
			return true;
		case 'noAnswer':
			return failure.result.sent === 'maybe';
	}
};

/** Whether it is worth another try, the effect left aside. */
const isRetryable = (failure: Failure): boolean => {
	switch (failure.kind) {
		case 'status':
			return RETRYABLE_STATUSES.has(failure.answer.status);
		case 'refusal':
			return false;
		case 'unreadable':
			return failure.reason.parts.broken === true;
		case 'noAnswer':
			return failure.result.signIn ? !failure.result.signIn.isPermanent : !isPermanent(failure.result);
	}
};

/** A 500 with a reason of the site: usually a wrong type or a broken rule (public material), but also a record that another call was changing. */
const isExplainedServerError = (failure: Failure): boolean =>
	failure.kind === 'status' && failure.answer.status === 500 && isExplained(failure);

/** How many times the failure is worth sending the request: a reason that concerns the values stays the same, any other one can pass once. */
const attemptsFor = (failure: Failure, request: WireRequest, { maxAttempts: attempts }: RetryPolicy): number => {
	if (!isExplainedServerError(failure)) return attempts;
	return isAboutValues(failure, request) ? 1 : Math.min(attempts, 2);
};

const mayRepeat = (effect: Effect, failure: Failure, policy: RetryPolicy): boolean => {
	if (effect !== 'once') return true;
	if (failure.kind === 'noAnswer') return failure.result.sent === 'no';
	return failure.kind === 'status' && policy.retryUnprocessedWrites && isUnprocessed(failure.answer);
};

/** The headers that can ask for a pause: those of the site, or of the server that was to sign in. */
const headersOf = (failure: Failure): RetryAfterHeaders => {
	if (failure.kind === 'status') return failure.answer.headers;
	return failure.kind === 'noAnswer' ? (failure.result.signIn?.pause ?? {}) : {};
};

/** A date that says which moment it is: with a time, and with the zone that the time is in. */
const DATE_WITH_ZONE = /\d:\d\d.*(GMT|UTC|Z|[+-]\d\d:?\d\d)$/i;
const parseDate = (text: string | undefined): number | undefined => {
	const moment = text !== undefined && DATE_WITH_ZONE.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isNaN(moment) ? undefined : moment;
};

/**
 * Milliseconds that a Retry-After asks for, in seconds or as a date; undefined if there is none that can be read. A date
 * is counted from the `Date` of the same answer, since the clock of the site and ours can be hours apart, otherwise from `now`.
 */
export const retryAfter = ({ 'retry-after': asked, date }: RetryAfterHeaders, now: number): number | undefined => {
	const text = asked?.trim() ?? '';
	if (/^[0-9]+$/.test(text)) return Number(text) * 1000;
	const moment = parseDate(text);
	return moment === undefined ? undefined : Math.max(0, moment - (parseDate(date?.trim()) ?? now));
};

/**
 * - `pause`: send it again after that many milliseconds.
 * - `remark`: do not, for a reason worth telling. Neither: do not.
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
	if (!isRetryable(failure) || !mayRepeat(request.effect, failure, policy)) return {};
	if (attempt >= attemptsFor(failure, request, policy)) return {};
	const whole = Math.min(policy.maxDelay, policy.initialDelay * 2 ** (attempt - 1));
	const drawn = whole / 2 + (whole / 2) * clock.random();
	const asked = retryAfter(headersOf(failure), clock.now());
	if (asked === undefined) return { pause: drawn };
	// What the server asks for, a little apart from the others that it asked; never less than without its asking.
	if (asked <= policy.maxDelay) return { pause: Math.max(drawn, asked + (policy.initialDelay / 2) * clock.random()) };
	return { remark: `The site asks to wait ${Math.ceil(asked / 1000)} seconds` };
};
