import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { digestOfToken } from '../../bridge/signIn/tokenDigest';

/** A JWT credential that has signed in: with a token and the digest of its sign-in. */
export const withToken = (credentials: ICredentialDataDecryptedObject, sessionToken: string): ICredentialDataDecryptedObject => ({
	...credentials,
	sessionToken,
	tokenDigest: digestOfToken(sessionToken, credentials),
});
