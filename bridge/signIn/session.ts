import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { readBaseUrl, resolveAddress } from '../site/baseUrl';
import { withoutSecretsOf } from '../secrets/secrets';

/** What a log-in leaves behind; both are hidden fields of the credential, so that n8n stores them encrypted. */
export interface Session {
	readonly sessionToken: string;
	/** When to log in again: milliseconds since 1970 as text; empty where nobody knows. */
	readonly renewAt: string;
}

/** How a log-in can end without a token. */
export interface SignInProblem {
	readonly message: string;
	readonly description: string;
}

/** Milliseconds. */
export const SIGN_IN_TIMEOUT = 30_000;

/** Where a token usually stands in the answer to a log-in, most likely first. */
const TOKEN_PATHS = [
	'token',
	'access_token',
	'accessToken',
	'jwt',
	'id_token',
	'idToken',
	'jwtToken',
	'jwt_token',
	'authToken',
	'auth_token',
	'bearer',
	'bearerToken',
	'data.token',
	'data.access_token',
	'data.accessToken',
	'data.jwt',
	'result.token',
	'result.access_token',
	'result',
	'data',
];
/** What can stand in a header: visible ASCII characters. */
const TOKEN = /^[\x21-\x7e]+$/;
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;

const textOf = (credentials: ICredentialDataDecryptedObject, name: string, otherwise: string): string => {
	const value = credentials[name];
	return typeof value === 'string' && value.trim() !== '' ? value.trim() : otherwise;
};

/** Where to log in, absolute; or why that cannot be known. */
export const signInAddress = (credentials: ICredentialDataDecryptedObject): { readonly url: string } | SignInProblem => {
	const site = readBaseUrl(credentials.baseUrl);
	if (site.refusal !== undefined) return { message: site.refusal, description: "Correct 'Base URL' in the credential." };
	return { url: resolveAddress(textOf(credentials, 'signInUrl', 'login'), site.url) };
};

/** The log-in as n8n sends it, or what in the credential stands in its way. Statuses come back as values, the body as a stream; redirects are not followed: they could lead the password elsewhere. n8n itself holds it to the allowed domains of the credential. */
export const signInRequest = (url: string, credentials: ICredentialDataDecryptedObject): IHttpRequestOptions | SignInProblem => {
	let more: unknown;
	try {
		more = JSON.parse(textOf(credentials, 'extraBody', '{}'));
	} catch {
		more = undefined;
	}
	if (typeof more !== 'object' || more === null || Array.isArray(more)) {
		return {
			message: "The 'Additional Body Fields (JSON)' of the credential must be a JSON object",
			description: 'Enter an object such as {"client": "n8n"}',
		};
	}
	return {
		method: 'POST',
		url,
		headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/plain' },
		body: {
			...more,
			[textOf(credentials, 'nameField', 'username')]: credentials.username ?? '',
			[textOf(credentials, 'wordField', 'password')]: credentials.password ?? '',
		},
		returnFullResponse: true,
		encoding: 'stream',
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		skipSslCertificateValidation: credentials.ignoreSSLIssues === true,
		timeout: SIGN_IN_TIMEOUT,
	};
};

const at = (answer: unknown, path: string): unknown =>
	path
		.split('.')
		.reduce<unknown>(
			(value, step) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[step] : undefined),
			answer,
		);

/** A token that is the whole answer; a page of a website is not one, however short. */
const plainToken = (answer: string): string => (/^[<{["]/.test(answer.trim()) ? '' : answer.trim());

/** The token and when to renew it, from the answer of a log-in that went well; or why none was found. Never shows what the answer held, only its names. */
export const readSession = (answer: unknown, credentials: ICredentialDataDecryptedObject, now: number): Session | SignInProblem => {
	const wanted = textOf(credentials, 'answerPath', '');
	const places = wanted === '' ? TOKEN_PATHS : [wanted];
	const found =
		typeof answer === 'string' && wanted === ''
			? plainToken(answer)
			: places.map((place) => at(answer, place)).find((value) => typeof value === 'string' && value !== '');
	if (typeof found === 'string' && TOKEN.test(found))
		return { sessionToken: found, renewAt: renewAt(found, Number(credentials.lifeMinutes ?? 0), now) };
	const names =
		typeof answer === 'object' && answer !== null ? Object.keys(withoutSecretsOf(credentials, answer) as object).join(', ') : '';
	return {
		message: 'The sign-in succeeded, but its answer contains no token',
		description: `${wanted === '' ? 'None of the usual properties contains one' : `'${wanted}' contains none`}. ${names === '' ? 'The answer is not a JSON object.' : `The answer contains: ${names}.`} Enter the path of the token in 'Token Path' of the credential, for example data.token`,
	};
};

/** A minute ahead of the end, or a fifth of the life where that is shorter. Counted from the life, not from the end, so that a clock that differs does no harm. */
const renewAt = (token: string, lifeMinutes: number, now: number): string => {
	const life = lifeMinutes > 0 ? lifeMinutes * 60_000 : tokenLifetime(token, now);
	return life === undefined || life <= 0 ? '' : String(now + life - Math.min(60_000, life / 5));
};

const tokenLifetime = (token: string, now: number): number | undefined => {
	try {
		const { exp, iat } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as {
			exp?: unknown;
			iat?: unknown;
		};
		if (typeof exp !== 'number') return undefined;
		return exp * 1000 - (typeof iat === 'number' ? iat * 1000 : now);
	} catch {
		return undefined; // No JWT: it lives until the server answers 401.
	}
};

/** The header that carries the token; or why it cannot be sent. */
export const tokenHeader = (
	credentials: ICredentialDataDecryptedObject,
): { readonly name: string; readonly value: string } | SignInProblem => {
	const name = textOf(credentials, 'headerName', 'Authorization');
	if (!HEADER_NAME.test(name))
		return {
			message: `'Header Name' of the credential contains invalid characters: '${name}'`,
			description: 'Use letters, digits and hyphens, for example Authorization',
		};
	const prefix = typeof credentials.headerPrefix === 'string' ? credentials.headerPrefix.trim() : 'Bearer';
	return { name, value: `${prefix === '' ? '' : `${prefix} `}${String(credentials.sessionToken ?? '')}` };
};
