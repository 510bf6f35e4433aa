import type { ICredentialDataDecryptedObject, IHttpRequestHelper, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { isTlsSetupCode } from '../../core/http/tlsCodes';
import { reasonIn, messageOf } from '../../core/wire/reason';
import { readBody, TOO_LARGE } from '../site/responseBody';
import { shownUrl } from '../site/baseUrl';
import { textWithoutSecretsOf, withoutSecretsOf } from '../secrets/secrets';
import { REFUSAL_TTL, SignInError, retryAfterHeaders } from './signInError';
import { SIGN_IN_TIMEOUT, signInUrlOf, signInRequest, readSession, type SignInProblem, type Session } from './session';
import { TOKEN_FIELDS } from './tokenDigest';

/**
 * A caller without a token gets the cached session if the session is younger than this (ms). The caller may have requested a token before
 * the session was created.
 */
const FRESH_MILLISECONDS = 5_000;
/** If the site rejects more consecutive new tokens than this, no token is requested for {@link REFUSAL_TTL}. */
const MAX_CONSECUTIVE_REJECTIONS = 5;
/** Maximum size of the response to a sign-in, in bytes. */
const MAX_SIGN_IN_RESPONSE_BYTES = 1024 * 1024;
/** The maximum number of sign-ins in the cache; the oldest is dropped first. */
const MAX_STATES = 100;

/** Exactly one of: a sign-in in progress, the session it returned, its refusal. */
interface SignInState {
	readonly running?: Promise<Session>;
	readonly session?: Session;
	readonly refusal?: SignInError;
	/** When this state began, in milliseconds since 1970. */
	readonly at: number;
	/** How many new tokens in a row the site rejected without accepting a single request. */
	readonly consecutiveRejections: number;
	/** Whether the site accepted a request with the token of the session. */
	accepted?: boolean;
}

const signInStates = new Map<string, SignInState>();

const remember = (identity: string, entry: SignInState): void => {
	signInStates.delete(identity);
	signInStates.set(identity, entry);
	const oldest = signInStates.keys().next().value;
	if (signInStates.size > MAX_STATES && oldest !== undefined) signInStates.delete(oldest);
};

/** The values of the fields that identify a sign-in: a credential with a different value in one of them signs in separately. */
const identityOf = (credentials: ICredentialDataDecryptedObject): string =>
	JSON.stringify(
		[...TOKEN_FIELDS, 'ignoreSSLIssues', 'allowedHttpRequestDomains', 'allowedDomains'].map((name) => credentials[name] ?? null),
	);

/** For each credential object, the token that was removed because the site rejected it. */
const retiredTokens = new WeakMap<ICredentialDataDecryptedObject, unknown>();

/** Removes the token from a credential object, so that n8n signs in before the next request. The token is remembered. */
export const retireToken = (credentials: ICredentialDataDecryptedObject): void => {
	retiredTokens.set(credentials, credentials.sessionToken);
	credentials.sessionToken = '';
};

/** The current token of a credential object, or the last removed one if it has no token. */
const tokenOf = (credentials: ICredentialDataDecryptedObject): unknown => credentials.sessionToken || retiredTokens.get(credentials);

/** Milliseconds since `at`. The absolute value, because a clock can be set back. */
const ageOf = (at: number): number => Math.abs(Date.now() - at);

/** Whether a token must be renewed before it is used again; see {@link Session.renewAt}. */
export const isDue = (renewAt: unknown): boolean => typeof renewAt === 'string' && renewAt !== '' && Date.now() >= Number(renewAt);

/** Records that the site accepted a request with the token, so that a later rejection means that the token has expired. */
export const noteAccepted = (credentials: ICredentialDataDecryptedObject): void => {
	const last = signInStates.get(identityOf(credentials));
	if (last?.session !== undefined && last.session.sessionToken === credentials.sessionToken) last.accepted = true;
};

/** Whether the token was issued after `since` (milliseconds since 1970) and the site has not accepted a request with it yet. */
export const isUnproven = (credentials: ICredentialDataDecryptedObject, since: number): boolean => {
	const last = signInStates.get(identityOf(credentials));
	return last?.session !== undefined && last.session.sessionToken === credentials.sessionToken && last.at >= since && !last.accepted;
};

/**
 * Whether n8n is trying to replace a token that was issued seconds ago. The HTTP Request node replaces the token after every error, and
 * then repeats the request, even a POST.
 */
const isForced = (credentials: ICredentialDataDecryptedObject): boolean => {
	const last = signInStates.get(identityOf(credentials));
	return (
		last?.session !== undefined &&
		last.session.sessionToken === credentials.sessionToken &&
		ageOf(last.at) < FRESH_MILLISECONDS &&
		!isDue(last.session.renewAt)
	);
};

/** Credential objects that are waiting for a sign-in. */
const pendingCredentials = new WeakSet<ICredentialDataDecryptedObject>();

/** Whether a request with this credential is still waiting for its token and therefore cannot have been sent. */
export const isSigningIn = (credentials: ICredentialDataDecryptedObject): boolean => pendingCredentials.has(credentials);

/** The cached session if it is newer than the caller's token. */
const newerSession = (credentials: ICredentialDataDecryptedObject, { session, at }: SignInState): Session | undefined => {
	if (session === undefined || isDue(session.renewAt)) return undefined;
	const { renewAt } = credentials;
	const token = tokenOf(credentials);
	const isNewer = token
		? token !== session.sessionToken
		: ageOf(at) < FRESH_MILLISECONDS || (renewAt !== undefined && renewAt !== '' && renewAt !== session.renewAt);
	return isNewer ? session : undefined;
};

/**
 * Signs in and returns the token (specification: Authentication, JWT token). Concurrent callers share one sign-in. If another caller has
 * already renewed the token, the caller gets the new token. Two errors are cached for {@link REFUSAL_TTL}: a refusal, and the error for a
 * site that rejects the tokens it issues.
 *
 * @returns undefined if the token does not need to be replaced.
 * @throws {SignInError} if there is no token.
 */
export const signIn = async (http: IHttpRequestHelper, credentials: ICredentialDataDecryptedObject): Promise<Session | undefined> => {
	if (isForced(credentials)) return undefined;
	pendingCredentials.add(credentials);
	try {
		return await sharedSession(http, credentials);
	} finally {
		pendingCredentials.delete(credentials);
	}
};

const sharedSession = async (http: IHttpRequestHelper, credentials: ICredentialDataDecryptedObject): Promise<Session> => {
	const identity = identityOf(credentials);
	const last = signInStates.get(identity);
	if (last?.running) return await last.running;
	const age = ageOf(last?.at ?? 0);
	if (last?.refusal && age < REFUSAL_TTL) throw last.refusal;
	const newer = last && newerSession(credentials, last);
	if (newer) return newer;

	const isRejected =
		last?.session !== undefined && last.session.sessionToken === tokenOf(credentials) && !last.accepted && age < FRESH_MILLISECONDS;
	const consecutiveRejections = isRejected ? last.consecutiveRejections + 1 : 0;
	const running =
		consecutiveRejections > MAX_CONSECUTIVE_REJECTIONS
			? Promise.reject<Session>(rejectedTokens(credentials))
			: requestSession(http, credentials);
	remember(identity, { running, at: Date.now(), consecutiveRejections });
	running.then(
		(session) => remember(identity, { session, at: Date.now(), consecutiveRejections }),
		(error: unknown) => {
			if (error instanceof SignInError && error.reason === 'refused')
				remember(identity, { refusal: error, at: Date.now(), consecutiveRejections: 0 });
			else signInStates.delete(identity);
		},
	);
	return await running;
};

const rejectedTokens = (credentials: ICredentialDataDecryptedObject): SignInError =>
	new SignInError(
		'The site issues tokens, but does not accept them',
		`Check 'Header Name', 'Header Prefix' and 'Token Path' in the credential, and whether ${textWithoutSecretsOf(credentials, shownUrl(String(credentials.baseUrl)))} accepts tokens issued by this sign-in.`,
		'refused',
	);

/** Why there was no response to the sign-in, and how to fix the problem. */
const noResponseHint = (code: string): string => {
	if (/^(ENOTFOUND|EAI_)/.test(code)) return "The host name could not be resolved. Check 'Sign-In URL' and 'Base URL' for typos";
	if (code === 'ECONNREFUSED')
		return "Nothing is listening at this address. Check the port in 'Sign-In URL' and 'Base URL', and make sure that the site is up";
	if (/^EPROTO|WRONG_VERSION/.test(code))
		return "The server does not use encryption. Change https:// to http:// in 'Base URL' or 'Sign-In URL'";
	if (isTlsSetupCode(code))
		return "The certificate could not be verified. Have it renewed, or turn on 'Ignore SSL Issues' if you trust the site";
	return "Check 'Sign-In URL' and 'Base URL', and make sure that the site is up";
};

const requestSession = async (http: IHttpRequestHelper, credentials: ICredentialDataDecryptedObject): Promise<Session> => {
	const { url } = orThrow(signInUrlOf(credentials));
	const address = textWithoutSecretsOf(credentials, shownUrl(url));
	const request = orThrow(signInRequest(url, credentials));
	const response = await sendSignIn(http, request).catch((cause: unknown): never => {
		// An error without a network error code is n8n's own refusal. Its class is not checked, because n8n may use another copy of that class.
		if (cause instanceof Error && (cause as { code?: unknown }).code === undefined) {
			throw new SignInError(
				textWithoutSecretsOf(credentials, cause.message.split(url).join(address)),
				`n8n did not send the sign-in to ${address}. Check 'Allowed Domains' in the credential, and which addresses this n8n instance may call.`,
				'refused',
			);
		}
		const code = (cause as { code?: unknown } | undefined)?.code;
		if (code === TOO_LARGE)
			throw new SignInError(
				(cause as Error).message,
				`${address} did not respond with a token. Check 'Sign-In URL' and 'Base URL' in the credential.`,
				'refused',
			);
		throw new SignInError(
			// The connection test shows only the message, so the message contains the fix. The code is in the description, because n8n
			// replaces a message that contains a network error code.
			`The sign-in got no response from ${address}. ${noResponseHint(String(code))}`,
			`${typeof code === 'string' ? code : 'No response'} on POST ${address}. The request itself was not sent.`,
			'unavailable',
		);
	});
	if (response.statusCode >= 300) throw refusal(response, address, credentials);
	const session = readSession(response.body, credentials, Date.now());
	// A refusal with a 2xx status: `{"error": "…"}`.
	if ('message' in session && reasonIn(response.body) !== undefined) throw refusal(response, address, credentials);
	if ('message' in session)
		throw new SignInError(session.message, `${response.statusCode} on POST ${address}. ${session.description}`, 'refused');
	return session;
};

/**
 * Sends the sign-in and reads its response. The size is limited, because the URL can belong to any server. The total duration is limited,
 * because n8n's own timeout limits only idle time.
 */
export const sendSignIn = async (http: IHttpRequestHelper, request: IHttpRequestOptions): Promise<IN8nHttpFullResponse> => {
	const deadline = AbortSignal.timeout(SIGN_IN_TIMEOUT);
	const tooLate = new Promise<never>((_resolve, reject) => {
		deadline.addEventListener('abort', () => reject(Object.assign(new Error('The sign-in took too long'), { code: 'ETIMEDOUT' })));
	});
	const send = async (): Promise<IN8nHttpFullResponse> => {
		const response = (await http.helpers.httpRequest({ ...request, abortSignal: deadline })) as IN8nHttpFullResponse;
		const body = await readBody(response.body, response.headers['content-type'], MAX_SIGN_IN_RESPONSE_BYTES);
		return { ...response, body: body as IN8nHttpFullResponse['body'] };
	};
	return await Promise.race([send(), tooLate]);
};

const orThrow = <T extends object>(found: T | SignInProblem): T => {
	if ('message' in found) throw new SignInError(found.message, found.description, 'refused');
	return found;
};

/** Why the site issued no token: its own error message first, without any secrets that the message repeats. */
const refusal = (
	{ statusCode, headers, body }: IN8nHttpFullResponse,
	address: string,
	credentials: ICredentialDataDecryptedObject,
): SignInError => {
	const { error_description: description } = (typeof body === 'object' && body !== null ? body : {}) as {
		readonly error_description?: unknown;
	};
	const message = messageOf(withoutSecretsOf(credentials, typeof description === 'string' ? description : body));
	const facts = `${statusCode} on POST ${address}.`;
	if (statusCode === 408 || statusCode === 429 || statusCode >= 500) {
		return new SignInError(
			message ?? 'The sign-in is not available',
			`${facts} Try again later.`,
			'unavailable',
			retryAfterHeaders(headers),
		);
	}
	const isRefusedUser = statusCode < 300 || statusCode === 400 || statusCode === 401 || statusCode === 403;
	const hint = isRefusedUser
		? 'Check the user name and password in the credential. The sign-in is not retried for half a minute, because sites can lock users out after failed attempts.'
		: "Check 'Sign-In URL' in the credential.";
	return new SignInError(message ?? 'The site did not accept the sign-in', `${facts} ${hint}`, 'refused');
};
