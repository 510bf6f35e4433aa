import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { isTlsCode } from '../../core/http/tlsCodes';
import { messageOf as serverMessageOf } from '../../core/wire/reason';
import { shownUrl } from '../site/baseUrl';
import { chainOf, codeOf, messageOf, type CausedError } from '../site/errorChain';
import { textWithoutSecretsOf, withoutSecretsOf } from '../secrets/secrets';
import { SignInError, retryAfterHeaders } from './signInError';

/** Error codes for temporary failures: the provider may issue a token later (RFC 6749, 4.1.2.1, and common codes for rate limits). */
const TEMPORARY_ERRORS = /^(temporarily_unavailable|server_error|slow_down|too_many_requests|throttl\w*|rate_?limit\w*)$/i;
/** Network error codes for which a retry is useless, in addition to those of TLS: an unknown host name or an invalid URL. */
const PERMANENT_CODES = /^(ENOTFOUND|ERR_INVALID_URL)$/;
const NETWORK = /^(E[A-Z_]+|ERR_NETWORK)$/;
/**
 * Codes of n8n's OAuth 2 client that look like network error codes, but mean that the endpoint responded with an error or an error status.
 */
const CLIENT_CODES = ['EAUTH', 'ESTATUS'];

/** How to fix the problem, by the provider's error code (RFC 6749, 5.2). */
const HINTS: Readonly<Record<string, string>> = {
	invalid_client: "Check 'Client ID' and 'Client Secret' in the credential, and try the other value of 'Authentication'.",
	invalid_scope: "Check 'Scope' in the credential.",
	unauthorized_client: "Check 'Grant Type' in the credential, and make sure that the identity provider allows it for this client.",
	unsupported_grant_type: "Check 'Grant Type' in the credential, and make sure that the identity provider allows it for this client.",
	invalid_request: "Check 'Scope' and 'Authentication' in the credential.",
};
const RECONNECT = 'Open the credential and connect the account again.';
const CHECK_ALL = "Check 'Access Token URL', 'Client ID' and 'Client Secret' in the credential.";
const NOT_REPEATED = 'The token is not requested again for half a minute, because identity providers can lock clients out.';

/** The error for a credential whose browser sign-in has not been completed. */
export const notConnected = (): SignInError =>
	new SignInError(
		"The credential's account is not connected",
		'Open the credential and press the button that connects the account.',
		'refused',
	);

/** The error for a renewal that did not change the token: n8n keeps the old token if the response contains none. */
export const sameToken = (data: ICredentialDataDecryptedObject): SignInError => withoutToken(addressOf(data), data);

/** The URL of the token endpoint without secrets, for messages. */
const addressOf = (data: ICredentialDataDecryptedObject): string => textWithoutSecretsOf(data, shownUrl(String(data.accessTokenUrl ?? '')));

/** A response from the token endpoint. If the provider describes the error, n8n's client discards the status. */
interface TokenResponse {
	readonly status?: number | undefined;
	readonly headers?: Readonly<Record<string, unknown>> | undefined;
	readonly body: unknown;
}

/**
 * Why there is no OAuth 2 token: the provider's own message first, then the URL of the token endpoint and what to change.
 *
 * @param thrown The error that n8n threw when it fetched the token.
 * @param data The credential; n8n has stored the endpoint's response in it if the status was 2xx.
 */
export const tokenError = (thrown: unknown, data: ICredentialDataDecryptedObject): SignInError => {
	const chain = chainOf(thrown);
	const known = chain.find((failure) => failure instanceof SignInError);
	if (known instanceof SignInError) return known;

	const address = addressOf(data);
	const response = responseIn(chain);
	if (response !== undefined) return errorOfResponse(response, chain, address, data);
	const code = codeOf(chain);
	if (NETWORK.test(code) || isTlsCode(code)) {
		return new SignInError(
			'The token endpoint did not respond',
			`No response from ${address} (${code}). Check 'Access Token URL' in the credential, and make sure that the identity provider is up.`,
			PERMANENT_CODES.test(code) || isTlsCode(code) ? 'refused' : 'unavailable',
		);
	}
	if (/without access token/i.test(messageOf(chain)) && data.grantType === 'clientCredentials') return withoutToken(address, data);
	if (isRefreshRefused(chain))
		return new SignInError(
			'The identity provider did not renew the token',
			`${address} refused the refresh token: it has expired, or access was revoked. ${RECONNECT}`,
			'refused',
		);
	return new SignInError(
		textWithoutSecretsOf(data, messageOf(chain).replace(/^Failed to acquire OAuth2 access token: /, '')),
		`n8n did not get a token from ${address}. ${CHECK_ALL}`,
		'refused',
	);
};

/**
 * Whether n8n failed to refresh the token. Only n8n's messages show this: "needs to be reconnected" replaces the provider's response, and
 * "no refresh token" means that n8n had none to send.
 */
const isRefreshRefused = (chain: readonly CausedError[]): boolean =>
	chain.some(({ message }) => /needs to be reconnected|no refresh token/i.test(message ?? ''));

const responseIn = (chain: readonly CausedError[]): TokenResponse | undefined => {
	const response = chain.find(({ response: found }) => found?.status !== undefined)?.response;
	if (response !== undefined) return { status: response.status, headers: response.headers, body: parsed(response.data) };
	const refused = chain.find(({ code }) => CLIENT_CODES.includes(String(code)));
	return refused === undefined
		? undefined
		: { status: typeof refused.status === 'number' ? refused.status : undefined, body: parsed(refused.body) };
};

const parsed = (body: unknown): unknown => {
	if (typeof body !== 'string') return body;
	try {
		return JSON.parse(body) as unknown;
	} catch {
		return body;
	}
};

const errorOfResponse = (
	{ status, headers, body }: TokenResponse,
	chain: readonly CausedError[],
	address: string,
	data: ICredentialDataDecryptedObject,
): SignInError => {
	const facts = status === undefined ? `Response to POST ${address}.` : `${status} on POST ${address}.`;
	if (status !== undefined && status < 300) {
		return new SignInError(
			`The token endpoint returned ${formOf(body)} instead of a token`,
			`${facts} Check 'Access Token URL' in the credential. ${NOT_REPEATED}`,
			'refused',
		);
	}
	const { error, error_description: description } = (typeof body === 'object' && body !== null ? body : {}) as {
		readonly error?: unknown;
		readonly error_description?: unknown;
	};
	const explained =
		typeof description === 'string' && description !== '' ? description : chain.find(({ code }) => code === 'EAUTH')?.message;
	const message = serverMessageOf(withoutSecretsOf(data, explained === undefined ? body : { error: explained }));
	if (TEMPORARY_ERRORS.test(String(error)) || (status !== undefined && (status >= 500 || status === 408 || status === 429))) {
		return new SignInError(
			message ?? 'The token endpoint is not available',
			`${facts} Try again later.`,
			'unavailable',
			retryAfterHeaders(headers),
		);
	}
	if (status !== undefined && status < 400)
		return new SignInError(
			'The token endpoint redirects to another URL',
			`${facts} Check 'Access Token URL' in the credential.`,
			'refused',
		);
	return new SignInError(
		message ?? 'The identity provider did not issue a token',
		`${facts} ${hintFor(error, data)} ${NOT_REPEATED}`,
		'refused',
	);
};

const hintFor = (error: unknown, { grantType }: ICredentialDataDecryptedObject): string => {
	if (error === 'invalid_grant' && grantType !== 'clientCredentials') return RECONNECT;
	const code = String(error);
	return (Object.hasOwn(HINTS, code) ? HINTS[code] : undefined) ?? CHECK_ALL;
};

const formOf = (body: unknown): string => {
	if (body === '') return 'nothing';
	if (typeof body !== 'string') return 'unrecognized JSON';
	return /^\s*</.test(body) ? 'an HTML page' : 'text';
};

/**
 * The error for a 2xx response that n8n stored as a token even though it contains none. Shows the error message or the property names of
 * the response.
 */
const withoutToken = (address: string, data: ICredentialDataDecryptedObject): SignInError => {
	const stored = withoutSecretsOf(data, data.oauthTokenData ?? {});
	const { error_description: description } = stored as { readonly error_description?: unknown };
	const message = serverMessageOf(typeof description === 'string' ? description : stored);
	const names = Object.keys(stored as object)
		.filter((name) => name !== 'n8n_expires_at')
		.join(', ');
	return new SignInError(
		message ?? "The token endpoint responded without a new 'access_token'",
		`POST ${address} returned ${names === '' ? 'an empty object' : `an object with: ${names}`}. ${CHECK_ALL} ${NOT_REPEATED}`,
		'refused',
	);
};
