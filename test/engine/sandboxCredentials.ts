import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { SandboxProcess } from '../../workshop/sandboxProcess';

/** The sandbox's client for the Client Credentials grant, as its README documents it. */
const SERVICE = { clientId: 'media-operations-service', clientSecret: 'media-operations-service-secret' };

export interface SignIn {
	/** The value of the node's Authentication parameter. */
	readonly authentication: 'basic' | 'jwt' | 'oAuth2';
	readonly type: string;
	readonly data: (sandbox: SandboxProcess) => ICredentialDataDecryptedObject;
}

/** The three credentials for the sandbox. */
export const SIGN_INS: readonly SignIn[] = [
	{
		authentication: 'basic',
		type: 'mediaOperationsBasicApi',
		data: ({ apiUrl }) => ({ baseUrl: apiUrl, username: 'demo', password: 'demo' }),
	},
	{ authentication: 'jwt', type: 'mediaOperationsJwtApi', data: ({ apiUrl }) => ({ baseUrl: apiUrl, username: 'demo', password: 'demo' }) },
	{
		authentication: 'oAuth2',
		type: 'mediaOperationsOAuth2Api',
		data: ({ apiUrl, url }) => ({
			baseUrl: apiUrl,
			grantType: 'clientCredentials',
			accessTokenUrl: `${url}/oauth/token`,
			...SERVICE,
			scope: 'api',
		}),
	},
];
