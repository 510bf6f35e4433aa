import { BROWSER_CLIENT, BROWSER_CLIENT_WITHOUT_PKCE, SERVICE_CLIENT } from '../../sandbox/plugins/oauth/clients';

/** The credential for the event trigger: the system's outbound connection has the same user and password. */
export const eventsSignIn = {
	name: 'Sandbox (Events)',
	type: 'mediaOperationsEventsApi',
	data: { method: 'basic', user: 'events', password: 'events' },
};

/** A credential for the sandbox, as n8n stores it. */
export interface SignIn {
	name: string;
	type: 'mediaOperationsBasicApi' | 'mediaOperationsJwtApi' | 'mediaOperationsOAuth2Api';
	data: Record<string, unknown>;
}

const account = { username: 'demo', password: 'demo' };

const oAuth2 = (sandboxUrl: string, client: { id: string; secret: string }) => ({
	clientId: client.id,
	clientSecret: client.secret,
	accessTokenUrl: `${sandboxUrl}/oauth/token`,
	authUrl: `${sandboxUrl}/oauth/auth`,
	authentication: 'header',
});

/** The three credentials for a sandbox. None requires user interaction: OAuth 2 uses client credentials. */
export function signInsFor(sandboxUrl: string): SignIn[] {
	const baseUrl = `${sandboxUrl}/api/v2/database/DEMO`;
	return [
		{ name: 'Sandbox (Basic)', type: 'mediaOperationsBasicApi', data: { baseUrl, ...account } },
		{ name: 'Sandbox (JWT)', type: 'mediaOperationsJwtApi', data: { baseUrl, ...account } },
		{
			name: 'Sandbox (OAuth2)',
			type: 'mediaOperationsOAuth2Api',
			data: { baseUrl, grantType: 'clientCredentials', requestedScope: 'api', ...oAuth2(sandboxUrl, SERVICE_CLIENT) },
		},
	];
}

/** The OAuth 2 credential for browser sign-in. */
export function browserSignInFor(sandboxUrl: string, grantType: 'pkce' | 'authorizationCode' = 'pkce'): SignIn {
	return {
		name: 'Sandbox (OAuth2, browser)',
		type: 'mediaOperationsOAuth2Api',
		data: {
			baseUrl: `${sandboxUrl}/api/v2/database/DEMO`,
			grantType,
			requestedScope: 'openid offline_access api',
			...oAuth2(sandboxUrl, grantType === 'pkce' ? BROWSER_CLIENT : BROWSER_CLIENT_WITHOUT_PKCE),
		},
	};
}
