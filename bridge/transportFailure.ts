import type { IN8nHttpFullResponse } from 'n8n-workflow';

import type { NoAnswer, SendResult } from '../core/model/port';
import { readBody } from './answerBody';
import { SignInFault } from './signIn';

/** An answer as n8n hands it over, read to its end, as core takes it; none where it cannot be read. */
export const readAnswer = async ({ statusCode, headers, body }: Pick<IN8nHttpFullResponse, 'statusCode' | 'headers' | 'body'>, largest?: number): Promise<SendResult> => {
	try {
		return {
			kind: 'answer',
			status: statusCode,
			headers: Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)])),
			body: await readBody(body, largest),
		};
	} catch (cause) {
		// The request has gone and its answer has begun: whatever broke, it may have been carried out.
		return { ...noAnswer(codeOf(chainOf(cause)), [], messageOf(chainOf(cause))), sent: 'maybe' };
	}
};

/** A call that was ended from this side. */
export const stopped = (): NoAnswer => ({ kind: 'noAnswer', code: 'CANCELLED', sent: 'maybe', message: 'The run was stopped' });

/** The same end of a call, told as what it was: too late. */
export const timedOut = (result: NoAnswer): NoAnswer => ({ ...result, code: 'ETIMEDOUT' });

/** What hides in n8n's errors: the code, and the answer or the request of its HTTP client. */
interface Failure {
	readonly message?: string;
	readonly description?: string | null;
	readonly code?: unknown;
	readonly httpCode?: unknown;
	readonly status?: unknown;
	readonly body?: unknown;
	readonly syscall?: string;
	/** One for each address of a host that was tried. */
	readonly errors?: readonly Failure[];
	readonly config?: { readonly url?: string; readonly baseURL?: string };
	readonly response?: { readonly status: number; readonly headers?: Record<string, unknown>; readonly data?: unknown };
	readonly cause?: Failure;
}

/** Before a byte of the request can have gone: no host, no way to it, no agreement on encryption. */
const NEVER_SENT = /^(ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EPROTO|ERR_TLS|ERR_SSL|ERR_INVALID_URL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|ERR_OSSL)/;

/** Of those, what can also become of a connection after the request has gone over it. */
const LATER_TOO = /^(EHOSTUNREACH|ENETUNREACH)$/;
/** Encryption that broke in the middle, not while it was agreed upon. */
const BROKEN_RECORD = /^ERR_SSL_.*(RECORD|DECRYPT|EOF)/;

/** Codes of the network, by which something did not answer. */
const NETWORK = /^(E[A-Z]+|ERR_NETWORK|CERT_.*|DEPTH_ZERO.*|UNABLE_TO.*)$/;

/**
 * What became of a call that n8n ended with an error, as a value: what happens below HTTP comes this way, and what keeps n8n from
 * signing in. Nothing of the request is passed on, since it holds the sign-in.
 */
export const readFailure = (thrown: unknown, address: string): NoAnswer => {
	const chain = chainOf(thrown);
	const signIn = chain.find((failure) => failure instanceof SignInFault || (failure as { name?: string }).name === 'SignInFault') as SignInFault | undefined;
	if (signIn) return withoutToken(signIn.message, signIn.description, signIn.reason === 'refused');

	const isOurs = chain.find((failure) => failure.config !== undefined)?.config?.url === address;
	const code = codeOf(chain);
	const message = messageOf(chain);
	return isOurs || code === CANCELLED ? noAnswer(code, chain, message) : withoutRequest(chain, code);
};

/**
 * Nothing of ours was sent: n8n could not get a token, or did not let the request out. The provider's own words go
 * first, else the outermost ones, which n8n wrote for users.
 */
const withoutRequest = (chain: readonly Failure[], code: string): NoAnswer => {
	const answer = chain.find(({ response }) => response !== undefined)?.response;
	const { error_description: said, error } = (typeof answer?.data === 'object' && answer.data !== null ? answer.data : {}) as { error_description?: unknown; error?: unknown };
	const words = [said, error].find((text): text is string => typeof text === 'string') ?? chain[0]?.message ?? 'The sign-in did not work';
	const isSilent = answer === undefined && NETWORK.test(code) && !isRefusedByProvider(chain, code);
	return withoutToken(words, isSilent ? `The identity provider did not answer (${code}). Check the addresses in the credential` : 'Open the credential, check what it holds, and connect it again', !isSilent);
};

/** What a provider answers that could carry the request out another time (RFC 6749, 4.1.2.1). */
const PASSING = ['temporarily_unavailable', 'server_error'];

/** n8n's OAuth 2 client has codes that look like those of a network: EAUTH where the provider gave a reason, ESTATUS where it answered a status alone. */
const isRefusedByProvider = (chain: readonly Failure[], code: string): boolean => {
	if (code === 'EAUTH') return !chain.some(({ body }) => PASSING.includes((body as { error?: unknown } | undefined | null)?.error as string));
	return code === 'ESTATUS' && chain.some(({ status }) => typeof status === 'number' && status < 500 && status !== 408 && status !== 429);
};

const withoutToken = (words: string, hint: string, lasting: boolean): NoAnswer => ({
	kind: 'noAnswer', code: lasting ? 'SIGN_IN_REFUSED' : 'SIGN_IN_UNAVAILABLE', sent: 'no', message: words, signIn: { words, hint: hint.replace(/\.$/, ''), lasting },
});

/** What the HTTP client calls a request that was ended from this side. */
const CANCELLED = 'ERR_CANCELED';

const chainOf = (thrown: unknown): Failure[] => {
	const chain: Failure[] = [];
	for (let next = thrown as Failure | undefined; typeof next === 'object' && next !== null && chain.length < 8; next = next.cause) chain.push(next);
	return chain;
};

const codeOf = (chain: readonly Failure[]): string => {
	const codes = chain.map(({ code }) => code).filter((code): code is string => typeof code === 'string');
	const system = codes.find((code) => !code.startsWith('ERR_BAD'));
	return system ?? String(chain.find(({ httpCode }) => typeof httpCode === 'string')?.httpCode ?? 'UNKNOWN');
};

/** The innermost words, since those around it are general. */
const messageOf = (chain: readonly Failure[]): string => chain.findLast(({ message }) => typeof message === 'string' && message !== '')?.message ?? 'The request could not be sent';

const noAnswer = (code: string, chain: readonly Failure[], message: string): NoAnswer => {
	// axios has one code for its own time-out and for a connection that broke off.
	const isLate = code === 'ECONNABORTED' && /timeout/i.test(message);
	if (code === CANCELLED) return stopped();
	return { kind: 'noAnswer', code: isLate ? 'ETIMEDOUT' : code, sent: isNeverSent(code, chain) ? 'no' : 'maybe', message };
};

const isConnecting = ({ errors = [], syscall }: Failure): boolean => syscall === 'connect' || syscall === 'getaddrinfo' || (errors.length > 0 && errors.every(isConnecting));

const isNeverSent = (code: string, chain: readonly Failure[]): boolean => {
	if (chain.some(isConnecting)) return true;
	const isUnderWay = LATER_TOO.test(code) && chain.some(({ syscall }) => syscall === 'read' || syscall === 'write');
	return NEVER_SENT.test(code) && !isUnderWay && !BROKEN_RECORD.test(code);
};
