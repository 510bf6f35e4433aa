import { createHmac } from 'node:crypto';

import { UserError, type ICredentialDataDecryptedObject } from 'n8n-workflow';

/** The fields of a credential on which its token depends. */
export const TOKEN_FIELDS = [
	'baseUrl',
	'username',
	'password',
	'signInUrl',
	'usernameField',
	'passField',
	'extraBody',
	'responsePath',
	'lifeMinutes',
	'siteProfile',
] as const;

/**
 * Binds a token to the sign-in that returned it, because n8n keeps the token when the user name or the password in a credential changes.
 * The token is the key of the hash, so nobody can guess the password from the digest without the token.
 */
export const digestOfToken = (token: string, credentials: ICredentialDataDecryptedObject): string =>
	createHmac('sha256', token)
		.update(JSON.stringify(TOKEN_FIELDS.map((name) => credentials[name] ?? null)), 'utf8')
		.digest('hex');

/** Whether the token of a credential was issued for other sign-in values, such as a previous user name or password. */
export const hasForeignToken = (credentials: ICredentialDataDecryptedObject): boolean => {
	const { sessionToken, tokenDigest } = credentials;
	return typeof sessionToken === 'string' && sessionToken !== '' && tokenDigest !== digestOfToken(sessionToken, credentials);
};

/**
 * An error that n8n treats like a 401 from the site, so that n8n signs in before it sends the request. The request is not sent without a
 * token, because the site may return a status other than 401, and a streamed body can be sent only once.
 */
export const foreignToken = (): UserError =>
	Object.assign(
		new UserError('The stored token was issued for a different user or password', {
			description: 'Save the credential again, so that n8n signs in with the new values.',
		}),
		{ response: { status: 401 } },
	);
