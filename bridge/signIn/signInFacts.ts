/** The steps of a sign-in, for the site check. */
import type { ICredentialDataDecryptedObject, IHttpRequestHelper } from 'n8n-workflow';

import type { SignInFacts } from '../../core/check';
import { isRow } from '../../core/wire/values';
import { codeOf, chainOf } from '../site/errorChain';
import { isToken, locateToken, readSession, signInUrlOf, signInRequest } from './session';
import { sendSignIn } from './signIn';

const TOKEN_NAME = /token|jwt|bearer|session|ticket/i;
const JWT = /^[\w-]{8,}\.[\w-]{8,}\.[\w-]+$/;
const MAX_DEPTH = 5;

/** The path of a value that looks like a token, anywhere in a response. */
const searchToken = (value: unknown, path: readonly string[] = []): string | undefined => {
	if (path.length > MAX_DEPTH) return undefined;
	if (typeof value === 'string') {
		const isNamed = path.some((name) => TOKEN_NAME.test(name)) && value.length >= 16;
		return isToken(value) && (JWT.test(value) || isNamed) ? path.join('.') : undefined;
	}
	if (!isRow(value)) return undefined;
	for (const [name, inner] of Object.entries(value)) {
		const found = name.includes('.') ? undefined : searchToken(inner, [...path, name]);
		if (found !== undefined) return found;
	}
	return undefined;
};

/** Signs in once to get a token, and reports what the site returned. Never throws. */
export const signInFactsOf = async (http: IHttpRequestHelper, credentials: ICredentialDataDecryptedObject): Promise<SignInFacts> => {
	const address = signInUrlOf(credentials);
	const request = 'message' in address ? address : signInRequest(address.url, credentials);
	if ('message' in request) return { method: 'jwt', code: 'not sent, because the credential is invalid' };
	try {
		const { statusCode: status, body } = await sendSignIn(http, request);
		const facts = { method: 'jwt', status } as const;
		if (status >= 300) return facts;
		const located = locateToken(body, credentials);
		const tokenPath = located ?? searchToken(body);
		if (tokenPath === undefined) return { ...facts, properties: isRow(body) ? Object.keys(body) : [] };
		const now = Date.now();
		const session = readSession(body, { ...credentials, responsePath: tokenPath }, now);
		const renewAt = 'renewAt' in session ? Number(session.renewAt || NaN) : NaN;
		return {
			...facts,
			tokenPath,
			isLocated: located !== undefined,
			// The token expires up to a minute after `renewAt`, so a minute is added.
			...(Number.isNaN(renewAt) ? {} : { lifetime: Math.round((renewAt - now) / 60_000) + 1 }),
		};
	} catch (cause) {
		return { method: 'jwt', code: codeOf(chainOf(cause)) };
	}
};
