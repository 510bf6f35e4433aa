/** What went wrong with one sending, and what is said about it. */
import { attempt } from '../wire/attempt';
import { Unreadable, refusalIn, wordsOf } from '../wire/decode';
import { adviceOn } from './advice';
import { ApiFault, type ApiFaultKind } from './faults';
import type { Answer, NoAnswer, SendResult, WireRequest } from '../model/port';

/**
 * - `status`: an answer with a status other than 2xx. `refusal`: `{"error"}` with a 2xx.
 * - `unreadable`: an answer of no known form. `noAnswer`: none at all.
 */
export type Failure =
	| { readonly kind: 'status' | 'refusal'; readonly answer: Answer; readonly words?: string }
	| { readonly kind: 'unreadable'; readonly answer: Answer; readonly reason: Unreadable }
	| { readonly kind: 'noAnswer'; readonly result: NoAnswer };

/** What was read of an answer, or why nothing was. */
export type Outcome<T> = { readonly value: T } | { readonly failure: Failure };

/** Reads an answer, or tells why it is none. */
export const outcomeOf = <T>(result: SendResult, decode: (answer: Answer) => T): Outcome<T> => {
	if (result.kind === 'noAnswer') return { failure: { kind: 'noAnswer', result } };
	if (result.status < 200 || result.status > 299) return { failure: { kind: 'status', answer: result, words: wordsOf(result.body) } };
	const refusal = refusalIn(result.body);
	if (refusal !== undefined) return { failure: { kind: 'refusal', answer: result, words: refusal } };
	const read = attempt(() => decode(result));
	if ('value' in read) return read;
	if (read.thrown instanceof Unreadable) return { failure: { kind: 'unreadable', answer: result, reason: read.thrown } };
	throw read.thrown;
};

const CERTIFICATE = /CERT|SSL|TLS|SIGNED|EPROTO/i;
/** Compressed data that is none, or that broke off; what is no HTTP, or more headers than are taken. */
const NO_ANSWER_OF_HTTP = /^(Z|HPE)_/;
const OVERSIZED = 'ANSWER_TOO_LARGE';

const kindOfStatus = (status: number): ApiFaultKind => {
	const kinds: Readonly<Record<number, ApiFaultKind>> = {
		401: 'signIn', 403: 'forbidden', 404: 'notFound', 408: 'unavailable', 413: 'tooLarge', 414: 'tooLarge', 429: 'tooMany', 431: 'tooLarge', 502: 'unavailable', 503: 'unavailable', 504: 'unavailable',
	};
	if (status < 400) return 'redirected';
	return kinds[status] ?? (status < 500 ? 'refused' : 'broken');
};

const kindOf = (failure: Failure): ApiFaultKind => {
	switch (failure.kind) {
		case 'status': return kindOfStatus(failure.answer.status);
		case 'refusal': return 'refused';
		case 'unreadable': return 'unreadable';
		case 'noAnswer': {
			const { code, sent, signIn } = failure.result;
			if (code === 'CANCELLED') return 'cancelled';
			if (signIn) return 'signIn';
			if (code === OVERSIZED) return 'oversized';
			if (NO_ANSWER_OF_HTTP.test(code)) return 'unreadable';
			if (CERTIFICATE.test(code)) return 'insecure';
			return sent === 'no' ? 'unreachable' : 'interrupted';
		}
	}
};

/** What is said where the server had no words of its own, and how to get unstuck. */
const SAYINGS: Readonly<Record<ApiFaultKind, { readonly what: string; readonly hint: string }>> = {
	refused: { what: 'The site refused the call', hint: 'Change what the message names, then run it again' },
	signIn: { what: 'The site did not accept the sign-in', hint: 'Check what the credential signs in with, and ask the administrator of the site whether its user may sign in to the API («Allow API login»)' },
	forbidden: { what: 'The user of the credential may not do this', hint: 'Ask the administrator of the site for the right to do it; where a division is set, also for access to that division' },
	notFound: { what: 'The site found nothing at this address', hint: "Check the key of the record, the name of the document, and 'Base URL' in the credential" },
	tooLarge: { what: 'The call is larger than the site takes', hint: 'Send less at once: fewer values, fewer records per call, or a smaller file' },
	tooMany: { what: 'The site takes no more calls for the moment', hint: "Lower 'Requests at Once' in the options, or run it again later" },
	redirected: { what: 'The site sent the call on to another address', hint: "Put the address at which the site really answers into 'Base URL' of the credential, https where it asks for it" },
	unavailable: { what: 'The site is not available for the moment', hint: 'Run it again later; if it stays so, ask the administrator of the site' },
	broken: { what: 'The site could not carry out the call', hint: 'Check that the values are of the right type and within the rules of the site' },
	unreachable: { what: 'The site could not be reached', hint: "Check 'Base URL' in the credential, and that the site is reachable from this machine" },
	insecure: { what: 'The certificate of the site was not accepted', hint: "Have the certificate of the site renewed, or switch on 'Ignore SSL Issues' in the credential if you trust the site" },
	interrupted: { what: 'The connection ended before the answer was there', hint: "Run it again; if it stays so, ask for less at once or raise 'Timeout' in the options" },
	unreadable: { what: 'The answer was none that this interface gives', hint: "Check 'Base URL' in the credential: another server, a proxy or a sign-in page may have answered" },
	oversized: { what: 'The answer is larger than what is read of one', hint: "Ask for less at once: a smaller 'Page Size', fewer fields, or a narrower query" },
	cancelled: { what: 'The run was cancelled', hint: 'Run it again to do what is left' },
};

const UNCERTAIN: Readonly<Record<WireRequest['method'], string>> = {
	POST: "It may have been carried out. Look for the record on the site before you create it again; 'Create or Update' with an external key can be repeated safely",
	PUT: 'It may have been carried out. Read the record to see; where rows were added, look whether they are there before you send it again',
	PATCH: 'It may have been carried out. Read the record to see what it holds before you send it again',
	DELETE: 'It may have been carried out. Read the record to see whether it is still there',
	GET: '',
};

/** How to find out about a call that may have been carried out; files alone go in parts. */
const uncertaintyOf = ({ body, method }: WireRequest): string =>
	typeof body === 'object' ? 'It may have been carried out. Look at the attachments of the record before you send the files again: each upload adds new ones' : UNCERTAIN[method];

const MOST_LIKELY_NOT = 'As a rule a site that gives its reason has changed nothing, but only a look can tell';

/** The path alone: what stands in a query can be confidential. */
const addressOf = (request: WireRequest): string => request.path.split('?')[0]!;

/** The words of whoever answered; undefined where there are none. */
export const wordsFor = (failure: Failure): string | undefined => {
	switch (failure.kind) {
		case 'status':
		case 'refusal': return failure.words;
		case 'noAnswer': return failure.result.signIn?.words;
		case 'unreadable': return undefined;
	}
};

const hintFor = (failure: Failure, kind: ApiFaultKind, request: WireRequest): string => {
	if (failure.kind === 'noAnswer' && failure.result.signIn) return failure.result.signIn.hint;
	const code = failure.kind === 'noAnswer' ? failure.result.code : undefined;
	return adviceOn({ kind, words: wordsFor(failure) ?? '', code, request }) ?? SAYINGS[kind].hint;
};

const summaryOf = (failure: Failure, kind: ApiFaultKind): string => {
	const { what } = SAYINGS[kind];
	if (failure.kind === 'unreadable') return failure.reason.message;
	if (failure.kind === 'noAnswer' && kind === 'oversized') return failure.result.message;
	return failure.kind === 'noAnswer' && kind !== 'cancelled' ? `${what} (${failure.result.code})` : what;
};

/** What became of a request that is not sent again. */
export interface Ending {
	readonly request: WireRequest;
	readonly attempts: number;
	/** See {@link ApiFault.uncertain}. */
	readonly uncertain: boolean;
	/** Whether each try that left it unclear ended in the words of the site; of a try before, those of the last say nothing. */
	readonly explained: boolean;
	/** Said before the hint of the kind: why there was no further try. */
	readonly remark?: string;
}

/** The fault that is thrown for a failure when there is no further try. */
export const faultOf = (failure: Failure, { request, attempts, uncertain, explained, remark }: Ending): ApiFault => {
	const kind = kindOf(failure);
	const words = wordsFor(failure);
	// A site that says in its own words what it could not do has most likely done nothing: then both stand, what to mend first.
	const hints = [
		uncertain && words === undefined ? undefined : hintFor(failure, kind, request),
		uncertain && explained && words !== undefined ? MOST_LIKELY_NOT : undefined,
		uncertain ? uncertaintyOf(request) : undefined,
		remark,
	].filter((hint) => hint !== undefined);
	return new ApiFault({
		kind,
		status: failure.kind === 'noAnswer' ? undefined : failure.answer.status,
		code: failure.kind === 'noAnswer' ? failure.result.code : undefined,
		message: words ?? summaryOf(failure, kind),
		fromServer: words !== undefined,
		method: request.method,
		address: addressOf(request),
		attempts,
		uncertain,
		hint: `${hints.join('. ')}.`,
	});
};

/** The fault of a run that was stopped while it waited. */
export const cancelled = (ending: Ending): ApiFault =>
	faultOf({ kind: 'noAnswer', result: { kind: 'noAnswer', code: 'CANCELLED', sent: 'no', message: '' } }, ending);
