import type { ICredentialDataDecryptedObject, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import type { Authentication, Connection, NodeContext } from '../site/connection';
import { withoutConnectionCheck } from '../site/credentialProperties';
import { oAuth2Authenticator } from './oAuth2Authenticator';
import { isExpired, discard, withSignal, type Authenticator } from './authenticator';
import { isDue, isSigningIn, isUnproven, noteAccepted, retireToken } from './signIn';
import { hasForeignToken } from './tokenDigest';

export type { SignInProgress as Progress } from './authenticator';

/**
 * The maximum number of times that one request renews its token: a new token can stop working before this request uses it, even though the
 * site accepted it for other requests.
 */
const MAX_RENEWALS = 5;
/** A request fails after the site rejects this many new tokens, that is, tokens issued since the request started and never accepted. */
const MAX_UNPROVEN_TOKENS = 2;

/** The form of a credential that n8n accepts without reading it again. */
const decryptedCredential = ({ type }: Connection, data: ICredentialDataDecryptedObject) => ({ id: '', name: type, type, data });

const request = async (
	context: NodeContext,
	connection: Connection,
	data: ICredentialDataDecryptedObject,
	options: IHttpRequestOptions,
	signal: AbortSignal,
): Promise<IN8nHttpFullResponse> =>
	await context.helpers.httpRequestWithAuthentication.call(
		withSignal(context, signal) as never,
		connection.type,
		{ ...options },
		{ credentialsDecrypted: decryptedCredential(connection, data) },
	);

const basicAuthenticator: Authenticator = (context, connection) => async (options, signal) => {
	const { data } = connection;
	return { response: await request(context, connection, withoutConnectionCheck(data), options, signal), data };
};

/**
 * Each request uses its own copy of the credential, because a new sign-in must know which token the site rejected. A new token is also
 * stored in the connection for later requests.
 */
const jwtAuthenticator: Authenticator = (context, connection) => async (options, signal, progress) => {
	const { data } = connection;
	const before = data.sessionToken;
	const startedAt = Date.now();
	let own: ICredentialDataDecryptedObject = { ...data };
	let isReading = false;
	progress.isSigningIn = () => isReading || isSigningIn(own);
	/**
	 * Reads the credential again before a sign-in, because a user can edit it during a run, and another process can renew its token. After a
	 * sign-in, n8n 1 stores the complete credential that it received, so an outdated copy would overwrite such an edit.
	 */
	const renew = async (): Promise<void> => {
		const { sessionToken } = own;
		isReading = true;
		own = { ...(await context.getCredentials(connection.type)) };
		isReading = false;
		if (!own.sessionToken || own.sessionToken === sessionToken || isUnusable(own)) retireToken(Object.assign(own, { sessionToken }));
	};
	try {
		if (isUnusable(own)) await renew();
		let response = await request(context, connection, own, options, signal);
		for (let renewals = 0, unproven = 0; renewals < MAX_RENEWALS && isExpired(response, connection, options.method); renewals += 1) {
			if (isUnproven(own, startedAt)) unproven += 1;
			if (unproven === MAX_UNPROVEN_TOKENS) break;
			discard(response);
			await renew();
			response = await request(context, connection, own, options, signal);
		}
		if (!isExpired(response, connection, options.method)) noteAccepted(own);
		return { response, data: own };
	} finally {
		if (own.sessionToken && own.sessionToken !== before) Object.assign(data, own);
	}
};

/** Whether the token of a credential must be replaced before it is used. */
const isUnusable = (data: ICredentialDataDecryptedObject): boolean => isDue(data.renewAt) || hasForeignToken(data);

export const authenticators: Record<Authentication, Authenticator> = {
	basic: basicAuthenticator,
	jwt: jwtAuthenticator,
	oAuth2: oAuth2Authenticator,
};
