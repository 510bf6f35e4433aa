import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { digestOfToken } from '../../bridge/signIn/tokenDigest';

/** A JWT credential after a sign-in. It contains the token, and the digest that binds the token to the sign-in values. */
export const withToken = (credentials: ICredentialDataDecryptedObject, sessionToken: string): ICredentialDataDecryptedObject => ({
	...credentials,
	sessionToken,
	tokenDigest: digestOfToken(sessionToken, credentials),
});
