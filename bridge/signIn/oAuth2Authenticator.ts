import type { ICredentialDataDecryptedObject, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { isExpired, discard, withSignal, type AuthenticatedResponse, type Authenticator, type SignInProgress } from './authenticator';
import { requireSameSite } from '../site/authentication';
import type { NodeContext } from '../site/connection';
import {
	accessTokenOf,
	needsConnecting,
	refusalFor,
	rememberRefusal,
	renewToken,
	withFirstToken,
	withoutUsableToken,
} from './oAuth2Tokens';
import { SignInError } from './signInError';
import { notConnected, sameToken, tokenError } from './tokenError';

/** How long (ms) an OAuth 2 credential is used before it is read again: another execution can renew its token in the meantime. */
const CREDENTIAL_TTL = 10_000;

/** Without this setting, n8n sends a token in the URL if the provider calls its type anything other than "Bearer". */
const AS_BEARER = { oauth2: { tokenType: 'Bearer' } };

/**
 * n8n reads the credential for each request, and fetches the tokens. This code passes n8n a credential that is cached for
 * {@link CREDENTIAL_TTL}, and converts n8n's errors to {@link SignInError}.
 */
export const oAuth2Authenticator: Authenticator = (context, connection) => {
	// A copy: the credential of a request must not change when another request renews the token.
	let cached: { readonly data: ICredentialDataDecryptedObject; readonly at: number } = { data: { ...connection.data }, at: Date.now() };
	const keep = ({ oauthTokenData }: ICredentialDataDecryptedObject): unknown => Object.assign(connection.data, { oauthTokenData });
	const read = async (again: boolean): Promise<ICredentialDataDecryptedObject> => {
		if (again) {
			cached = { data: await context.getCredentials(connection.type), at: Date.now() };
			keep(cached.data);
		}
		return cached.data;
	};
	const credentialId = context.getNode().credentials?.[connection.type]?.id ?? '';

	/** Calls `fetch`, which may fetch a token, unless the identity provider has just refused one for the same credential. */
	const fetching = async <Result>(
		progress: SignInProgress,
		fetch: () => Promise<Result>,
		isSent: () => boolean = () => false,
	): Promise<Result> => {
		const known = refusalFor(cached.data);
		if (known !== undefined) throw known;
		progress.isSigningIn = () => !isSent();
		return await fetch().catch(async (cause: Error) => await Promise.reject<Result>(isSent() ? cause : await signInErrorOf(cause)));
	};
	const signInErrorOf = async (cause: unknown): Promise<SignInError> => {
		const asked = cached.data;
		// The message of the provider can contain a token that has been replaced in the meantime.
		const error = tokenError(cause, { ...(await read(true)), replacedTokens: asked.oauthTokenData ?? {} });
		if (error.reason === 'refused') for (const data of [asked, cached.data]) rememberRefusal(data, error);
		return error;
	};

	/** Returns the response and the credential as it was read for the request. */
	const send = async (options: IHttpRequestOptions, signal: AbortSignal, progress: SignInProgress): Promise<AuthenticatedResponse> => {
		let given = cached.data;
		const response = await withFirstToken(credentialId, read, async () => {
			let isSent = false;
			const helpers = Object.create(context.helpers, {
				httpRequest: {
					value: async (request: IHttpRequestOptions) => {
						if (signal.aborted) throw new SignInError('The sign-in took too long', 'The request itself was not sent.', 'unavailable');
						isSent = true;
						return (await context.helpers.httpRequest(request)) as unknown;
					},
				},
			}) as NodeContext['helpers'];
			const getCredentials = async (): Promise<ICredentialDataDecryptedObject> =>
				(given = await read(Math.abs(Date.now() - cached.at) > CREDENTIAL_TTL));
			const reading = Object.create(context, { getCredentials: { value: getCredentials }, helpers: { value: helpers } }) as NodeContext;
			return await fetching(
				progress,
				async () =>
					(await context.helpers.httpRequestWithAuthentication.call(
						withSignal(reading, signal) as never,
						connection.type,
						{ ...options },
						AS_BEARER,
					)) as IN8nHttpFullResponse,
				() => isSent,
			);
		});
		if (accessTokenOf(connection.data) === undefined) keep(given);
		return { response, data: given };
	};

	/** Replaces an unusable stored token. Returns whether the new token was issued just now. */
	const renew = async (failed: unknown, progress: SignInProgress): Promise<boolean> => {
		const isNew = await fetching(
			progress,
			async () =>
				await renewToken(
					credentialId,
					async () => accessTokenOf(await read(true)) === failed,
					async () => {
						await context.helpers.refreshOAuth2Token.call(context as never, connection.type);
					},
				),
		);
		await read(true);
		if (isNew && failed !== undefined && accessTokenOf(cached.data) === failed) {
			const error = sameToken(cached.data);
			rememberRefusal(cached.data, error);
			throw error;
		}
		return isNew;
	};

	return async (options, signal, progress) => {
		// n8n signs OAuth 2 requests without calling the credential, so the URL is checked here.
		requireSameSite(connection.data, options);
		// Also true while the request waits for a token that another request is fetching.
		progress.isSigningIn = () => true;
		if (needsConnecting(cached.data)) throw notConnected();
		if (withoutUsableToken(cached.data)) await renew(undefined, progress);
		let result = await send(options, signal, progress);
		// Renews at most twice, because the first renewal may only find a newer stored token that has also expired.
		for (let renewals = 0, isNew = false; renewals < 2 && isExpired(result.response, connection, options.method) && !isNew; renewals++) {
			discard(result.response);
			isNew = await renew(accessTokenOf(result.data), progress);
			result = await send(options, signal, progress);
		}
		return result;
	};
};
