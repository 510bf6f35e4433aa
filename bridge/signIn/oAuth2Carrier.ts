import type { ICredentialDataDecryptedObject, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { isExpired, letGo, withSignal, type Carried, type Carrier, type Progress } from './carrying';
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
import { SignInFault } from './signInFault';
import { notConnected, sameToken, tokenFault } from './tokenFault';

/** How long (ms) an OAuth 2 credential is used before it is read again: another execution can renew its token meanwhile. */
const READ_AGAIN = 10_000;

/** n8n reads the credential for each call and fetches its tokens; here it gets the same object for a while, and its errors become {@link SignInFault}. */
export const oAuth2Carrier: Carrier = (context, connection) => {
	// A copy: the credential of a call must not change when another call renews the token.
	let held: { readonly data: ICredentialDataDecryptedObject; readonly at: number } = { data: { ...connection.data }, at: Date.now() };
	const keep = ({ oauthTokenData }: ICredentialDataDecryptedObject): unknown => Object.assign(connection.data, { oauthTokenData });
	const read = async (again: boolean): Promise<ICredentialDataDecryptedObject> => {
		if (again) {
			held = { data: await context.getCredentials(connection.type), at: Date.now() };
			keep(held.data);
		}
		return held.data;
	};
	const credentialId = context.getNode().credentials?.[connection.type]?.id ?? '';

	/** Fetches a token, unless the identity provider has just refused one for the same credential. */
	const fetching = async <Result>(
		progress: Progress,
		fetch: () => Promise<Result>,
		isSent: () => boolean = () => false,
	): Promise<Result> => {
		const known = refusalFor(held.data);
		if (known !== undefined) throw known;
		progress.isSigningIn = () => !isSent();
		return await fetch().catch(async (cause: Error) => await Promise.reject<Result>(isSent() ? cause : await faultOf(cause)));
	};
	const faultOf = async (cause: unknown): Promise<SignInFault> => {
		const asked = held.data;
		// The provider can repeat a token that has been replaced meanwhile.
		const fault = tokenFault(cause, { ...(await read(true)), replacedTokens: asked.oauthTokenData ?? {} });
		if (fault.reason === 'refused') for (const data of [asked, held.data]) rememberRefusal(data, fault);
		return fault;
	};

	/** Returns the answer and the credential as it was read for it. */
	const send = async (options: IHttpRequestOptions, signal: AbortSignal, progress: Progress): Promise<Carried> => {
		let given = held.data;
		const answer = await withFirstToken(credentialId, read, async () => {
			let isSent = false;
			const helpers = Object.create(context.helpers, {
				httpRequest: {
					value: async (request: IHttpRequestOptions) => {
						if (signal.aborted) throw new SignInFault('The sign-in took too long', 'Nothing was sent to the site.', 'unavailable');
						isSent = true;
						return (await context.helpers.httpRequest(request)) as unknown;
					},
				},
			}) as NodeContext['helpers'];
			const getCredentials = async (): Promise<ICredentialDataDecryptedObject> =>
				(given = await read(Math.abs(Date.now() - held.at) > READ_AGAIN));
			const reading = Object.create(context, { getCredentials: { value: getCredentials }, helpers: { value: helpers } }) as NodeContext;
			return await fetching(
				progress,
				async () =>
					(await context.helpers.httpRequestWithAuthentication.call(withSignal(reading, signal) as never, connection.type, {
						...options,
					})) as IN8nHttpFullResponse,
				() => isSent,
			);
		});
		if (accessTokenOf(connection.data) === undefined) keep(given);
		return { answer, data: given };
	};

	/** Replaces a stored token that is of no use; returns whether the new one was issued just now. */
	const renew = async (failed: unknown, progress: Progress): Promise<boolean> => {
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
		if (isNew && failed !== undefined && accessTokenOf(held.data) === failed) {
			const fault = sameToken(held.data);
			rememberRefusal(held.data, fault);
			throw fault;
		}
		return isNew;
	};

	return async (options, signal, progress) => {
		if (needsConnecting(held.data)) throw notConnected();
		if (withoutUsableToken(held.data)) await renew(undefined, progress);
		let carried = await send(options, signal, progress);
		// Twice at most: the stored token can have expired together with the one that was used.
		for (let tries = 0, isNew = false; tries < 2 && isExpired(carried.answer, connection) && !isNew; tries++) {
			letGo(carried.answer);
			isNew = await renew(accessTokenOf(carried.data), progress);
			carried = await send(options, signal, progress);
		}
		return carried;
	};
};
