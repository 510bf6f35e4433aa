import type { IN8nHttpFullResponse } from 'n8n-workflow';

import type { AskedPause, NoAnswer, SendResult } from '../../core/model/port';
import { readBody } from './answerBody';
import { shownAddress } from './baseUrl';
import type { Connection } from './connection';
import { chainOf, codeOf, messageOf, type Failure } from './failureChain';
import { textWithoutSecretsOf } from '../secrets/secrets';
import { logInAddress } from '../signIn/session';
import { SignInFault } from '../signIn/signInFault';

/** An answer as n8n hands it over, read to its end, as core takes it; none where it cannot be read. */
export const readAnswer = async (
	{ statusCode, headers, body }: Pick<IN8nHttpFullResponse, 'statusCode' | 'headers' | 'body'>,
	largest?: number,
): Promise<SendResult> => {
	try {
		return {
			kind: 'answer',
			status: statusCode,
			headers: Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)])),
			body: await readBody(body, largest),
		};
	} catch (cause) {
		// The request has gone and its answer has begun: whatever broke, it may have succeeded.
		return { ...noAnswer(codeOf(chainOf(cause)), [], messageOf(chainOf(cause))), sent: 'maybe' };
	}
};

/** A call that was ended from this side. */
export const stopped = (): NoAnswer => ({ kind: 'noAnswer', code: 'CANCELLED', sent: 'maybe', message: 'The run was stopped' });

/** The same end of a call, told as what it was: too late. */
export const timedOut = (result: NoAnswer): NoAnswer => ({ ...result, code: 'ETIMEDOUT' });

/**
 * Before a byte of the request can have been sent: no host, no way to it, no TLS connection. Node gives EPROTO for a handshake that fails; `ERR_SSL_…` is a
 * connection that breaks afterwards, whatever the reason it names, so that the site can have read the request.
 */
const NEVER_SENT =
	/^(ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EPROTO|ERR_TLS|ERR_INVALID_URL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|ERR_OSSL)/;

/** Of those, what can also happen to a connection after the request was sent. */
const LATER_TOO = /^(EHOSTUNREACH|ENETUNREACH)$/;

/**
 * What became of a call that n8n ended with an error, as a value: what happens below HTTP comes this way, and what keeps n8n from
 * signing in. Nothing of the request is passed on, since it holds the sign-in.
 *
 * @param address of the request, absolute.
 * @param mask removes secrets from a text of n8n or the network. A {@link SignInFault} has been masked before.
 */
export const readFailure = (thrown: unknown, address: string, mask: (text: string) => string): NoAnswer => {
	const chain = chainOf(thrown);
	const signIn = chain.find((failure) => failure instanceof SignInFault || (failure as { name?: string }).name === 'SignInFault') as
		SignInFault | undefined;
	if (signIn) return withoutToken(signIn.message, signIn.description, signIn.reason === 'refused', signIn.pause);

	const isOurs = chain.find((failure) => failure.config !== undefined)?.config?.url === address;
	const code = codeOf(chain);
	const message = mask(messageOf(chain));
	return isOurs || code === CANCELLED
		? noAnswer(code, chain, message)
		: withoutRequest(mask(chain[0]?.message ?? 'n8n did not send the request'));
};

/** Nothing was sent: n8n did not let the request out. n8n's outermost message is the one for users. */
const withoutRequest = (words: string): NoAnswer =>
	withoutToken(words, "Check 'Base URL' and 'Allowed Domains' of the credential, and which addresses this n8n may call", true);

const withoutToken = (words: string, hint: string, lasting: boolean, pause?: AskedPause): NoAnswer => ({
	kind: 'noAnswer',
	code: lasting ? 'SIGN_IN_REFUSED' : 'SIGN_IN_UNAVAILABLE',
	sent: 'no',
	message: words,
	signIn: { words, hint: hint.replace(/\.$/, ''), lasting, ...(pause === undefined ? {} : { pause }) },
});

/** A call whose time-out ended while it still waited for a token. */
export const signInTimedOut = ({ authentication, data }: Connection, milliseconds: number): NoAnswer => {
	const found = authentication === 'jwt' ? logInAddress(data) : { url: String(data.accessTokenUrl ?? '') };
	const address = 'url' in found ? textWithoutSecretsOf(data, shownAddress(found.url)) : '';
	const field = authentication === 'jwt' ? 'Sign-In URL' : 'Access Token URL';
	return withoutToken(
		'The sign-in got no answer',
		`${address} did not issue a token within ${milliseconds / 1000} seconds. Nothing was sent to the site. Check '${field}' of the credential, or raise 'Timeout' in the options`,
		false,
	);
};

/** What the HTTP client calls a request that was ended from this side. */
const CANCELLED = 'ERR_CANCELED';

const noAnswer = (code: string, chain: readonly Failure[], message: string): NoAnswer => {
	// axios has one code for its own time-out and for a connection that broke off.
	const isLate = code === 'ECONNABORTED' && /timeout/i.test(message);
	if (code === CANCELLED) return stopped();
	return { kind: 'noAnswer', code: isLate ? 'ETIMEDOUT' : code, sent: isNeverSent(code, chain) ? 'no' : 'maybe', message };
};

const isConnecting = ({ errors = [], syscall }: Failure): boolean =>
	syscall === 'connect' || syscall === 'getaddrinfo' || (errors.length > 0 && errors.every(isConnecting));

const isNeverSent = (code: string, chain: readonly Failure[]): boolean => {
	if (chain.some(isConnecting)) return true;
	const isConnected = LATER_TOO.test(code) && chain.some(({ syscall }) => syscall === 'read' || syscall === 'write');
	return NEVER_SENT.test(code) && !isConnected;
};
