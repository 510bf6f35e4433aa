import { BROWSER_CLIENT, BROWSER_CLIENT_WITHOUT_PKCE, SERVICE_CLIENT } from '../../sandbox/plugins/oauth/clients';

/** By what the trigger for events knows its sender: the same user and password stand in the outbound connection of the system. */
export const eventsSignIn = {
	name: 'Sandbox (Events)',
	type: 'mediaOperationsEventsApi',
	data: { method: 'basic', user: 'events', password: 'events' },
};

/** One way to sign in to the sandbox, as n8n keeps it. */
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

/** The three credentials for a sandbox, none of which needs a person: OAuth2 signs in as a system. */
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

/** The OAuth2 credential with which a person signs in with the browser. */
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
