/** Classifies the result of one attempt, and creates the error for the last one. */
import { attempt } from '../wire/attempt';
import { DecodeError, unexpectedFormat } from '../wire/decode';
import { hasErrorProperty, reasonIn, messageOf } from '../wire/reason';
import { specificHint, uncertainHint } from './hints';
import { ApiError, type ApiErrorKind } from './apiError';
import { failedAfterForwarding } from './gateways';
import { canHaveSucceeded, kindOfStatus } from './statuses';
import { isTlsCode } from './tlsCodes';
import { ACCEPT_RESPONSE_HINT, DEFAULT_TEXTS, uncertaintyOf } from './wording';
import { FILE_UNREADABLE, UNKNOWN_CODE, type SiteResponse, type NoResponse, type SendResult, type WireRequest } from '../model/port';

/**
 * - `status`: a response with a status other than 2xx. `refusal`: a 2xx in which the site itself states the reason for a refusal.
 * - `unreadable`: a response in no known format, or a 2xx that does not prove the change. `noResponse`: no response.
 */
export type Failure =
	| { readonly kind: 'status' | 'refusal'; readonly response: SiteResponse; readonly message?: string | undefined }
	| { readonly kind: 'unreadable'; readonly response: SiteResponse; readonly reason: DecodeError; readonly message?: string | undefined }
	| { readonly kind: 'noResponse'; readonly result: NoResponse };

/** The decoded response, or the failure. */
export type Outcome<T> = { readonly value: T } | { readonly failure: Failure };

/** The body from which error messages are built. Records keep text that an error message must not contain. */
const shownBody = (response: SiteResponse): unknown => (response.maskedBody === undefined ? response.body : response.maskedBody());

/**
 * Classifies a 2xx that does not prove the change. A 2xx with a reason in an error format of the site is a refusal. The outcome is unknown
 * if a gateway sent the reason after forwarding the request, or if the response also contains proof of success.
 */
const refusalOf = (response: SiteResponse, reason: DecodeError): Failure => {
	const message = reasonIn(shownBody(response));
	const isRefusal = message !== undefined && reason.parts.isContradictory !== true && !failedAfterForwarding(response);
	return isRefusal
		? { kind: 'refusal', response, message }
		: { kind: 'unreadable', response, reason, ...(message === undefined ? {} : { message }) };
};

/** Decodes a response. `decode` throws {@link DecodeError} for a response that proves nothing. */
export const outcomeOf = <T>(result: SendResult, decode: (response: SiteResponse) => T): Outcome<T> => {
	if (result.kind === 'noResponse') return { failure: { kind: 'noResponse', result } };
	if (result.status < 200 || result.status > 299) return { failure: { kind: 'status', response: result, message: messageOf(result.body) } };
	const read = attempt(() => decode(result));
	if ('value' in read) return hasErrorProperty(result.body) ? { failure: refusalOf(result, unexpectedFormat(result)) } : read;
	if (read.thrown instanceof DecodeError) return { failure: refusalOf(result, read.thrown) };
	throw read.thrown;
};

/** Error codes for invalid or truncated compressed data, and for a response that is not HTTP or has too many headers. */
export const UNREADABLE_CODES = /^(Z|HPE)_/;
const OVERSIZED = 'RESPONSE_TOO_LARGE';

const kindOfNoResponse = ({ code, sent, signIn }: NoResponse): ApiErrorKind => {
	if (code === 'CANCELLED') return 'cancelled';
	if (signIn) return 'signIn';
	if (code === OVERSIZED) return 'oversized';
	if (code === FILE_UNREADABLE) return 'fileUnreadable';
	if (UNREADABLE_CODES.test(code)) return 'unreadable';
	if (isTlsCode(code) && sent === 'no') return 'insecure';
	return sent === 'no' ? 'unreachable' : 'interrupted';
};

const kindOf = (failure: Failure): ApiErrorKind => {
	switch (failure.kind) {
		case 'status':
			return kindOfStatus(failure.response.status);
		case 'refusal':
			return 'refused';
		case 'unreadable':
			return 'unreadable';
		case 'noResponse':
			return kindOfNoResponse(failure.result);
	}
};

/** The path of a request without its query, which can contain confidential values. */
export const addressOf = ({ path }: WireRequest): string => path.replace(/\?.*$/s, '');

/** The reason that the server gave; undefined if it gave none. */
const messageFrom = (failure: Failure): string | undefined =>
	failure.kind === 'noResponse' ? failure.result.signIn?.message : failure.message;

/** Statuses that come from a server in front of the site, whatever the body contains. */
const GATEWAY_STATUSES = new Set([408, 502, 504]);

/** Whether the site itself gives a reason for the failure: an error in JSON that does not come from a gateway. */
export const isExplained = (failure: Failure): boolean =>
	failure.kind === 'status' &&
	!GATEWAY_STATUSES.has(failure.response.status) &&
	reasonIn(failure.response.body) !== undefined &&
	!failedAfterForwarding(failure.response);

/** Whether the reason concerns the values of the request. If so, the same request would fail again. */
export const isAboutValues = (failure: Failure, request: WireRequest): boolean =>
	specificHint({ kind: kindOf(failure), message: messageFrom(failure) ?? '', request }) !== undefined;

const hintFor = (failure: Failure, kind: ApiErrorKind, request: WireRequest): string => {
	if (failure.kind === 'noResponse' && failure.result.signIn) return failure.result.signIn.hint;
	const code = failure.kind === 'noResponse' ? failure.result.code : undefined;
	return specificHint({ kind, message: messageFrom(failure) ?? '', code, request }) ?? DEFAULT_TEXTS[kind].hint;
};

const summaryOf = (failure: Failure, kind: ApiErrorKind): string => {
	const { message } = DEFAULT_TEXTS[kind];
	if (failure.kind === 'unreadable') {
		const text = typeof failure.response.body === 'object' ? messageOf(shownBody(failure.response)) : undefined;
		return text === undefined ? failure.reason.message : `${failure.reason.message}: ${text}`;
	}
	if (failure.kind === 'noResponse' && (kind === 'oversized' || kind === 'fileUnreadable')) return failure.result.message;
	if (failure.kind !== 'noResponse' || kind === 'cancelled') return message;
	const { code, message: details } = failure.result;
	return code === UNKNOWN_CODE ? `${message}: ${details}` : `${message} (${code})`;
};

/** The last attempt of a request. */
export interface FinalAttempt {
	readonly request: WireRequest;
	readonly attempts: number;
	/** See {@link ApiError.uncertain}. */
	readonly uncertain: boolean;
	/** Whether the site gave a reason for each uncertain attempt. A reason for the last attempt does not explain an earlier attempt. */
	readonly explained: boolean;
	/** Added to the hint: why the request is not retried. */
	readonly remark?: string | undefined;
}

const isChange = ({ effect }: WireRequest): boolean => effect !== 'read';

/** Whether the site did not process the request: a 4xx after which it cannot have succeeded, or a refusal with a 2xx. */
const isPlainRefusal = (failure: Failure): boolean =>
	failure.kind === 'refusal' ||
	(failure.kind === 'status' && failure.response.status >= 400 && failure.response.status < 500 && !canHaveSucceeded(failure.response));

/** See {@link ApiError.isMissing}. */
const isMissing = (failure: Failure): boolean =>
	failure.kind === 'status' && kindOf(failure) === 'notFound' && (isExplained(failure) || (failure.response.body ?? '') === '');

/** The error for a failure after the last attempt. */
export const apiErrorOf = (failure: Failure, { request, attempts, uncertain, explained, remark }: FinalAttempt): ApiError => {
	const kind = kindOf(failure);
	const message = messageFrom(failure);
	const isReason = isExplained(failure);
	const isLikelyRefused = uncertain && explained && isReason;
	const complete = uncertain && isReason ? uncertainHint({ kind, message: message ?? '', request }) : undefined;
	const hints = [
		...(complete === undefined
			? [
					uncertain && !isReason && kind !== 'redirected' && !isPlainRefusal(failure) ? undefined : hintFor(failure, kind, request),
					uncertain ? uncertaintyOf(request, isLikelyRefused) : undefined,
				]
			: [complete]),
		uncertain && failure.kind === 'unreadable' && failure.reason.parts.isAcceptable ? ACCEPT_RESPONSE_HINT : undefined,
		remark,
	].filter((hint) => hint !== undefined);
	return new ApiError({
		kind,
		status: failure.kind === 'noResponse' ? undefined : failure.response.status,
		code: failure.kind === 'noResponse' && failure.result.code !== UNKNOWN_CODE ? failure.result.code : undefined,
		message: message ?? summaryOf(failure, kind),
		fromServer: message !== undefined,
		method: request.method,
		address: addressOf(request),
		attempts,
		uncertain,
		hasReason: isReason || failure.kind === 'refusal',
		changedNothing: isChange(request) && !uncertain && isPlainRefusal(failure),
		isMissing: isMissing(failure),
		hint: `${hints.join('. ')}.`,
		...(isLikelyRefused ? { refusalHint: `${hintFor(failure, kind, request)}.` } : {}),
	});
};

/** The error of a run that was canceled while it waited. */
export const cancelled = (ending: FinalAttempt): ApiError =>
	apiErrorOf({ kind: 'noResponse', result: { kind: 'noResponse', code: 'CANCELLED', sent: 'no', message: '' } }, ending);
