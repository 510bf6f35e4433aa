import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { isTlsSetupCode } from '../../core/http/tlsCodes';
import { FILE_UNREADABLE, type RetryAfterHeaders, type NoResponse, type SendResult } from '../../core/model/port';
import { readBody } from '../site/responseBody';
import { hostNameOf, shownUrl } from '../site/baseUrl';
import type { Connection } from '../site/connection';
import { chainOf, codeOf, messageOf, type CausedError } from '../site/errorChain';
import { textWithoutSecretsOf } from '../secrets/secrets';
import { signInUrlOf } from '../signIn/session';
import { SignInError } from '../signIn/signInError';

/**
 * Reads the whole body of a response from n8n, and converts the response to the core's form. An unreadable response counts as no response.
 */
export const readResponse = async (
	{ statusCode, headers, body }: Pick<IN8nHttpFullResponse, 'statusCode' | 'headers' | 'body'>,
	baseUrl: string,
	largest?: number,
): Promise<SendResult> => {
	const named = Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]));
	// Removes the site's own host, because a name such as portal.example.com looks like a sign-in page.
	const { location } = named;
	if (location !== undefined && hostNameOf(location) === hostNameOf(baseUrl))
		named.location = location.replace(/^\s*https?:\/\/[^/?#]*/i, '');
	try {
		return { kind: 'response', status: statusCode, headers: named, body: await readBody(body, named['content-type'], largest) };
	} catch (cause) {
		// The response has started, so the request may have succeeded.
		return { ...noResponse(codeOf(chainOf(cause)), [], messageOf(chainOf(cause))), sent: 'maybe' };
	}
};

/** The result of a request that the node aborted. */
export const cancelledCall = (): NoResponse => ({ kind: 'noResponse', code: 'CANCELLED', sent: 'maybe', message: 'The run was canceled' });

/** The result of a request without a response, reported as a timeout. */
export const asTimeout = (result: NoResponse): NoResponse => ({ ...result, code: 'ETIMEDOUT' });

/** Codes of failures that occur before any byte of the request is sent, in addition to those of TLS: the host is unknown or unreachable. */
const UNSENT_CODES = /^(ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ERR_INVALID_URL)/;

/** Codes in {@link UNSENT_CODES} that can also occur after the request was sent. */
const AMBIGUOUS_CODES = /^(EHOSTUNREACH|ENETUNREACH)$/;

/**
 * The result of a request for which n8n threw an error: a network error, or a failed sign-in. It contains no part of the request, because
 * the request contains the credentials.
 *
 * @param mask Removes secrets from an error message of n8n or the network. A {@link SignInError} is already masked.
 */
export const noResponseOf = (thrown: unknown, mask: (text: string) => string): NoResponse => {
	const chain = chainOf(thrown);
	const signIn = chain.find((failure) => failure instanceof SignInError || (failure as { name?: string }).name === 'SignInError') as
		SignInError | undefined;
	if (signIn) return withoutToken(signIn.message, signIn.description, signIn.reason === 'refused', signIn.pause);

	const code = codeOf(chain);
	const message = mask(messageOf(chain));
	// The site may have stored the files that precede the unreadable one.
	if (code === FILE_UNREADABLE) return { kind: 'noResponse', code, sent: 'maybe', message };
	// Failed sign-ins were handled above, so an error that contains a request is about that request.
	const hasRequest = chain.some(({ config }) => config !== undefined);
	return hasRequest || code === CANCELLED
		? noResponse(code, chain, message)
		: withoutRequest(mask(chain[0]?.message ?? 'n8n did not send the request'));
};

/** The result of a request that n8n refused to send. `message` is the outermost error message, which n8n writes for users. */
const withoutRequest = (message: string): NoResponse =>
	withoutToken(message, "Check 'Base URL' and 'Allowed Domains' in the credential, and which addresses this n8n instance may call", true);

const withoutToken = (message: string, hint: string, isPermanent: boolean, pause?: RetryAfterHeaders): NoResponse => ({
	kind: 'noResponse',
	code: isPermanent ? 'SIGN_IN_REFUSED' : 'SIGN_IN_UNAVAILABLE',
	sent: 'no',
	message,
	signIn: { message, hint: hint.replace(/\.$/, ''), isPermanent, ...(pause === undefined ? {} : { pause }) },
});

/** A request that timed out while it waited for a token. */
export const signInTimedOut = ({ authentication, data }: Connection, milliseconds: number): NoResponse => {
	const found = authentication === 'jwt' ? signInUrlOf(data) : { url: String(data.accessTokenUrl ?? '') };
	const address = 'url' in found ? textWithoutSecretsOf(data, shownUrl(found.url)) : '';
	const field = authentication === 'jwt' ? 'Sign-In URL' : 'Access Token URL';
	const seconds = milliseconds / 1000;
	return withoutToken(
		'The sign-in got no response',
		`${address} did not issue a token within ${seconds} second${seconds === 1 ? '' : 's'}. The request itself was not sent. Check '${field}' in the credential, or raise 'Timeout' in the options`,
		false,
	);
};

/** The error code of axios for a request that the node aborted. */
const CANCELLED = 'ERR_CANCELED';

const noResponse = (code: string, chain: readonly CausedError[], message: string): NoResponse => {
	// axios uses one code for its own timeout and for an interrupted connection.
	const isLate = code === 'ECONNABORTED' && /timeout/i.test(message);
	if (code === CANCELLED) return { ...cancelledCall(), sent: chain.some(isBeforeSending) ? 'no' : 'maybe' };
	return { kind: 'noResponse', code: isLate ? 'ETIMEDOUT' : code, sent: isUnsent(code, chain) ? 'no' : 'maybe', message };
};

const isConnecting = ({ errors = [], syscall }: CausedError): boolean =>
	syscall === 'connect' || syscall === 'getaddrinfo' || (errors.length > 0 && errors.every(isConnecting));

/**
 * Whether the connection ended before Node sent the request. Node sends it after the TLS handshake, and `alpnProtocol` is null until then.
 * Without a socket, a proxy opened no connection to the site.
 */
const isBeforeSending = ({ request }: CausedError): boolean => request?.socket === null || request?.socket?.alpnProtocol === null;

const isUnsent = (code: string, chain: readonly CausedError[]): boolean => {
	if (chain.some(isConnecting) || chain.some(isBeforeSending)) return true;
	const isConnected = AMBIGUOUS_CODES.test(code) && chain.some(({ syscall }) => syscall === 'read' || syscall === 'write');
	return isTlsSetupCode(code) || (UNSENT_CODES.test(code) && !isConnected);
};
