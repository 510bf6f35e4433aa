import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { domainRefusal } from '../site/allowedDomains';
import { readBaseUrl, resolveUrl, shownUrl } from '../site/baseUrl';
import { credentialProfile, withProfile } from '../site/siteProfile';
import { textWithoutSecretsOf, withoutSecretsOf } from '../secrets/secrets';
import { digestOfToken } from './tokenDigest';

/** The result of a sign-in. All of its properties are hidden fields of the credential, so that n8n stores them encrypted. */
export interface Session {
	readonly sessionToken: string;
	/** Shows which sign-in the token belongs to; see {@link digestOfToken}. */
	readonly tokenDigest: string;
	/** When to sign in again: milliseconds since 1970 as text; empty if that is unknown. */
	readonly renewAt: string;
}

/** Why there is no token. */
export interface SignInProblem {
	readonly message: string;
	readonly description: string;
}

/** The timeout of a sign-in in milliseconds. */
export const SIGN_IN_TIMEOUT = 30_000;

/** Common paths of the token in the response to a sign-in, most likely first. */
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
/** A token consists of visible ASCII characters, without spaces. */
const TOKEN = /^[\x21-\x7e]+$/;
/** The characters that the name of a header can contain. */
export const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;

const textOf = (credentials: ICredentialDataDecryptedObject, name: string, fallback: string): string => {
	const value = credentials[name];
	return typeof value === 'string' && value.trim() !== '' ? value.trim() : fallback;
};

/** The credential with the settings of its site profile, or why the profile is invalid. */
const settingsOf = (credentials: ICredentialDataDecryptedObject): { readonly settings: ICredentialDataDecryptedObject } | SignInProblem => {
	const { profile, refusal } = credentialProfile(credentials);
	if (refusal === undefined) return { settings: withProfile(credentials, profile) };
	return { message: `'Site Profile (JSON)' in the credential ${refusal}`, description: 'Correct it in the credential.' };
};

/** The absolute sign-in URL, or why the credential has none. */
export const signInUrlOf = (credentials: ICredentialDataDecryptedObject): { readonly url: string } | SignInProblem => {
	const site = readBaseUrl(credentials.baseUrl);
	if (site.refusal !== undefined) return { message: site.refusal, description: "Correct 'Base URL' in the credential." };
	const own = settingsOf(credentials);
	return 'message' in own ? own : { url: resolveUrl(textOf(own.settings, 'signInUrl', 'login'), site.url) };
};

/**
 * The sign-in request, or what is wrong with the credential. A response with an error status is returned, not thrown, and its body is a
 * stream. Redirects are not followed, because they could send the password to another host.
 */
export const signInRequest = (url: string, credentials: ICredentialDataDecryptedObject): IHttpRequestOptions | SignInProblem => {
	const own = settingsOf(credentials);
	if ('message' in own) return own;
	const { settings } = own;
	const notAllowed = domainRefusal(credentials, url);
	if (notAllowed !== undefined)
		return {
			message: notAllowed,
			description: `The sign-in to ${textWithoutSecretsOf(credentials, shownUrl(url))} was not sent. Check 'Allowed Domains' in the credential.`,
		};
	let additional: unknown;
	try {
		additional = JSON.parse(textOf(settings, 'extraBody', '{}'));
	} catch {
		additional = undefined;
	}
	if (typeof additional !== 'object' || additional === null || Array.isArray(additional)) {
		return {
			message: "The 'Additional Body Fields (JSON)' in the credential must be a JSON object",
			description: 'Enter an object such as {"client": "n8n"}',
		};
	}
	return {
		method: 'POST',
		url,
		headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/plain' },
		body: {
			...additional,
			[textOf(settings, 'usernameField', 'username')]: credentials.username ?? '',
			[textOf(settings, 'passField', 'password')]: credentials.password ?? '',
		},
		returnFullResponse: true,
		encoding: 'stream',
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		skipSslCertificateValidation: credentials.ignoreSSLIssues === true,
		timeout: SIGN_IN_TIMEOUT,
	};
};

const valueAt = (response: unknown, path: string): unknown =>
	path
		.split('.')
		.reduce<unknown>(
			(value, step) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[step] : undefined),
			response,
		);

/** The response, if it is a token and not a page or JSON. */
const plainToken = (response: string): string => (/^[<{["]/.test(response.trim()) ? '' : response.trim());

/** Whether a value can be a token: visible ASCII characters without spaces. */
export const isToken = (value: unknown): value is string => typeof value === 'string' && TOKEN.test(value);

/**
 * The path of a string in the response. If no path is configured, {@link TOKEN_PATHS} are tried in order. Empty if the response itself is
 * the token; undefined if no path contains a string.
 */
const placeOf = (response: unknown, configured: string): string | undefined => {
	if (typeof response === 'string' && configured === '') return '';
	const paths = configured === '' ? TOKEN_PATHS : [configured];
	return paths.find((path) => {
		const value = valueAt(response, path);
		return typeof value === 'string' && value !== '';
	});
};

const tokenAt = (response: unknown, path: string): unknown => (path === '' ? plainToken(String(response)) : valueAt(response, path));

/** The path at which {@link readSession} finds the token; empty if the response itself is the token, undefined if there is none. */
export const locateToken = (response: unknown, credentials: ICredentialDataDecryptedObject): string | undefined => {
	const own = settingsOf(credentials);
	if ('message' in own) return undefined;
	const path = placeOf(response, textOf(own.settings, 'responsePath', ''));
	return path !== undefined && isToken(tokenAt(response, path)) ? path : undefined;
};

/**
 * The token of a successful sign-in and when to renew it, or why there is no token. A {@link SignInProblem} contains the property names of
 * the response, but not its values.
 */
export const readSession = (response: unknown, credentials: ICredentialDataDecryptedObject, now: number): Session | SignInProblem => {
	const own = settingsOf(credentials);
	if ('message' in own) return own;
	const { settings } = own;
	const path = textOf(settings, 'responsePath', '');
	const place = placeOf(response, path);
	const found = place === undefined ? undefined : tokenAt(response, place);
	if (isToken(found))
		return {
			sessionToken: found,
			tokenDigest: digestOfToken(found, credentials),
			renewAt: renewAt(found, Number(settings.lifeMinutes ?? 0), now),
		};
	const names =
		typeof response === 'object' && response !== null ? Object.keys(withoutSecretsOf(credentials, response) as object).join(', ') : '';
	return {
		message: 'The sign-in succeeded, but its response contains no token',
		description: `${path === '' ? 'None of the usual properties contains one' : `'${path}' contains none`}. ${names === '' ? 'The response is not a JSON object.' : `The response contains: ${names}.`} Enter the path to the token as 'Token Path' in the credential, for example data.token`,
	};
};

/**
 * When to renew the token: a minute or a fifth of its lifetime before it expires, whichever is shorter. If the token states when it was
 * issued, a difference between the clocks of n8n and the site does not matter, because only the lifetime is used.
 */
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
		return undefined; // Not a JWT: the token is used until the site rejects it.
	}
};

/** The header with the token, or why it is invalid. */
export const tokenHeader = (
	credentials: ICredentialDataDecryptedObject,
): { readonly name: string; readonly value: string } | SignInProblem => {
	const own = settingsOf(credentials);
	if ('message' in own) return own;
	const { settings } = own;
	const name = textOf(settings, 'headerName', 'Authorization');
	if (!HEADER_NAME.test(name))
		return {
			message: `'Header Name' in the credential contains invalid characters: '${name}'`,
			description: 'Use letters, digits and hyphens, for example Authorization',
		};
	const prefix = typeof settings.headerPrefix === 'string' ? settings.headerPrefix.trim() : 'Bearer';
	return { name, value: `${prefix === '' ? '' : `${prefix} `}${String(credentials.sessionToken ?? '')}` };
};
