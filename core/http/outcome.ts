/** Classifies the result of one attempt, and creates the error for the last one. */
import { attempt } from '../wire/attempt';
import { DecodeError, unexpectedFormat } from '../wire/decode';
import { hasErrorProperty, reasonIn, messageOf } from '../wire/reason';
import { specificHint } from './hints';
import { ApiError, type ApiErrorKind } from './apiError';
import { failedAfterForwarding } from './gateways';
import { canHaveSucceeded, kindOfStatus } from './statuses';
import { ACCEPT_ANSWER_HINT, DEFAULT_TEXTS, uncertaintyOf } from './wording';
import type { Answer, NoAnswer, SendResult, WireRequest } from '../model/port';

/**
 * - `status`: an answer with a status other than 2xx. `refusal`: a 2xx in which the site itself gives the reason of a refusal.
 * - `unreadable`: an answer in no known format, or a 2xx that does not prove the change. `noAnswer`: none at all.
 */
export type Failure =
	| { readonly kind: 'status' | 'refusal'; readonly answer: Answer; readonly message?: string }
	| { readonly kind: 'unreadable'; readonly answer: Answer; readonly reason: DecodeError; readonly message?: string }
	| { readonly kind: 'noAnswer'; readonly result: NoAnswer };

/** The decoded answer, or the failure. */
export type Outcome<T> = { readonly value: T } | { readonly failure: Failure };

/**
 * A 2xx that does not prove the change. It is a refusal if it contains a reason in an error format of the site. A reason from a gateway after
 * forwarding, or next to the proof of a success, does not show what the site did.
 */
const refusalOf = (answer: Answer, reason: DecodeError): Failure => {
	const message = reasonIn(answer.body);
	const isRefusal = message !== undefined && reason.parts.isContradictory !== true && !failedAfterForwarding(answer);
	return isRefusal
		? { kind: 'refusal', answer, message }
		: { kind: 'unreadable', answer, reason, ...(message === undefined ? {} : { message }) };
};

/** Decodes an answer. `decode` throws {@link DecodeError} for an answer that proves nothing. */
export const outcomeOf = <T>(result: SendResult, decode: (answer: Answer) => T): Outcome<T> => {
	if (result.kind === 'noAnswer') return { failure: { kind: 'noAnswer', result } };
	if (result.status < 200 || result.status > 299) return { failure: { kind: 'status', answer: result, message: messageOf(result.body) } };
	const read = attempt(() => decode(result));
	if ('value' in read) return hasErrorProperty(result.body) ? { failure: refusalOf(result, unexpectedFormat(result)) } : read;
	if (read.thrown instanceof DecodeError) return { failure: refusalOf(result, read.thrown) };
	throw read.thrown;
};

const CERTIFICATE = /CERT|SSL|TLS|SIGNED|EPROTO/i;
/** Invalid or truncated compressed data; an answer that is not HTTP, or with too many headers. */
const UNREADABLE_CODES = /^(Z|HPE)_/;
const OVERSIZED = 'ANSWER_TOO_LARGE';

const kindOfNoAnswer = ({ code, sent, signIn }: NoAnswer): ApiErrorKind => {
	if (code === 'CANCELLED') return 'cancelled';
	if (signIn) return 'signIn';
	if (code === OVERSIZED) return 'oversized';
	if (UNREADABLE_CODES.test(code)) return 'unreadable';
	if (CERTIFICATE.test(code) && sent === 'no') return 'insecure';
	return sent === 'no' ? 'unreachable' : 'interrupted';
};

const kindOf = (failure: Failure): ApiErrorKind => {
	switch (failure.kind) {
		case 'status':
			return kindOfStatus(failure.answer.status);
		case 'refusal':
			return 'refused';
		case 'unreadable':
			return 'unreadable';
		case 'noAnswer':
			return kindOfNoAnswer(failure.result);
	}
};

/** Without the query, which can contain confidential values. */
export const addressOf = ({ path }: WireRequest): string => path.replace(/\?.*$/s, '');

/** The reason that the server gave; undefined if it gave none. */
const messageFrom = (failure: Failure): string | undefined =>
	failure.kind === 'noAnswer' ? failure.result.signIn?.message : failure.message;

/** Statuses that come from a server in front of the site, with any text. */
const GATEWAY_STATUSES = new Set([408, 502, 504]);

/** Whether the site itself gives a reason for the failure: an error in JSON that does not come from a gateway. */
export const isExplained = (failure: Failure): boolean =>
	failure.kind === 'status' &&
	!GATEWAY_STATUSES.has(failure.answer.status) &&
	reasonIn(failure.answer.body) !== undefined &&
	!failedAfterForwarding(failure.answer);

/** Whether the reason names a value that is wrong, so that the same call fails again. */
export const isAboutValues = (failure: Failure, request: WireRequest): boolean =>
	specificHint({ kind: kindOf(failure), message: messageFrom(failure) ?? '', request }) !== undefined;

const hintFor = (failure: Failure, kind: ApiErrorKind, request: WireRequest): string => {
	if (failure.kind === 'noAnswer' && failure.result.signIn) return failure.result.signIn.hint;
	const code = failure.kind === 'noAnswer' ? failure.result.code : undefined;
	return specificHint({ kind, message: messageFrom(failure) ?? '', code, request }) ?? DEFAULT_TEXTS[kind].hint;
};

const summaryOf = (failure: Failure, kind: ApiErrorKind): string => {
	const { message } = DEFAULT_TEXTS[kind];
	if (failure.kind === 'unreadable') {
		const text = typeof failure.answer.body === 'object' ? messageOf(failure.answer.body) : undefined;
		return text === undefined ? failure.reason.message : `${failure.reason.message}: ${text}`;
	}
	if (failure.kind === 'noAnswer' && kind === 'oversized') return failure.result.message;
	return failure.kind === 'noAnswer' && kind !== 'cancelled' ? `${message} (${failure.result.code})` : message;
};

/** The last attempt of a request. */
export interface FinalAttempt {
	readonly request: WireRequest;
	readonly attempts: number;
	/** See {@link ApiError.uncertain}. */
	readonly uncertain: boolean;
	/** Whether the site gave a reason for each uncertain attempt. The reason for the last one does not explain an earlier one. */
	readonly explained: boolean;
	/** Added to the hint: why there is no other attempt. */
	readonly remark?: string;
}

const isChange = ({ effect }: WireRequest): boolean => effect !== 'read';

/** A 4xx, or a refusal with 2xx: the site did not process the call. */
const isPlainRefusal = (failure: Failure): boolean =>
	failure.kind === 'refusal' ||
	(failure.kind === 'status' && failure.answer.status >= 400 && failure.answer.status < 500 && !canHaveSucceeded(failure.answer));

/** The error for a failure after the last attempt. */
export const apiErrorOf = (failure: Failure, { request, attempts, uncertain, explained, remark }: FinalAttempt): ApiError => {
	const kind = kindOf(failure);
	const message = messageFrom(failure);
	const isReason = isExplained(failure);
	const hints = [
		uncertain && !isReason && kind !== 'redirected' && !isPlainRefusal(failure) ? undefined : hintFor(failure, kind, request),
		uncertain ? uncertaintyOf(request, explained && isReason) : undefined,
		uncertain && failure.kind === 'unreadable' && failure.reason.parts.isAcceptable ? ACCEPT_ANSWER_HINT : undefined,
		remark,
	].filter((hint) => hint !== undefined);
	return new ApiError({
		kind,
		status: failure.kind === 'noAnswer' ? undefined : failure.answer.status,
		code: failure.kind === 'noAnswer' ? failure.result.code : undefined,
		message: message ?? summaryOf(failure, kind),
		fromServer: message !== undefined,
		method: request.method,
		address: addressOf(request),
		attempts,
		uncertain,
		changedNothing: isChange(request) && !uncertain && isPlainRefusal(failure),
		hint: `${hints.join('. ')}.`,
	});
};

/** The error of a run that was cancelled while it waited. */
export const cancelled = (ending: FinalAttempt): ApiError =>
	apiErrorOf({ kind: 'noAnswer', result: { kind: 'noAnswer', code: 'CANCELLED', sent: 'no', message: '' } }, ending);
