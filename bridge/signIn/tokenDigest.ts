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
 * Binds a token to the sign-in that returned it: n8n keeps the token when the user name or the password in a credential changes. The token
 * is the key of the hash, so the digest cannot be used to guess passwords without the token; n8n stores both encrypted, together with the
 * password.
 */
export const digestOfToken = (token: string, credentials: ICredentialDataDecryptedObject): string =>
	createHmac('sha256', token)
		.update(JSON.stringify(TOKEN_FIELDS.map((name) => credentials[name] ?? null)), 'utf8')
		.digest('hex');

/** Whether the token of a credential was issued for another sign-in, such as one with a former user or password. */
export const hasForeignToken = (credentials: ICredentialDataDecryptedObject): boolean => {
	const { sessionToken, tokenDigest } = credentials;
	return typeof sessionToken === 'string' && sessionToken !== '' && tokenDigest !== digestOfToken(sessionToken, credentials);
};

/**
 * An error that makes n8n sign in before it sends the request: n8n treats it like a 401 from the site. Sending the request without a token
 * would not work, because a site can respond to it with another status, and a streamed body can be sent only once.
 */
export const foreignToken = (): UserError =>
	Object.assign(
		new UserError('The stored token was issued for a different user or password', {
			description: 'Save the credential again, so that n8n signs in with the new values.',
		}),
		{ response: { status: 401 } },
	);
