import type { ClientMetadata } from 'oidc-provider';

/** The client for system-to-system requests (specification: Authentication, client credentials). */
export const SERVICE_CLIENT = { id: 'media-operations-service', secret: 'media-operations-service-secret' } as const;
/** The client for browser sign-in (specification: Authentication, browser sign-in). Requires PKCE. */
export const BROWSER_CLIENT = { id: 'media-operations-browser', secret: 'media-operations-browser-secret' } as const;
/** The client for browser sign-in without PKCE (grant type Authorization Code). Some identity providers do not support PKCE. */
export const BROWSER_CLIENT_WITHOUT_PKCE = {
	id: 'media-operations-browser-no-pkce',
	secret: 'media-operations-browser-no-pkce-secret',
} as const;

export const isBrowserClient = (id: string): boolean => id === BROWSER_CLIENT.id || id === BROWSER_CLIENT_WITHOUT_PKCE.id;
/** Whether this client must send a code challenge. */
export const needsPkce = (id: string): boolean => id === BROWSER_CLIENT.id;

/** The scope that the API requires in a token. */
export const API_SCOPE = 'api';
/** All scopes of this identity provider. */
export const SCOPES: readonly string[] = [API_SCOPE, 'openid', 'offline_access'];

/** The path of n8n's redirect URI, whose port varies. */
const CALLBACK_PATH = '/rest/oauth2-credential/callback';
const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** Whether browser sign-in can redirect to `address`: n8n on this machine on any port, or a redirect URI from the command line. */
export function isRedirectAllowed(address: string, given: readonly string[]): boolean {
	if (given.includes(address)) {
		return true;
	}
	const url = URL.canParse(address) ? new URL(address) : undefined;
	return (
		url !== undefined &&
		url.protocol === 'http:' &&
		LOOPBACK_HOSTS.includes(url.hostname) &&
		url.pathname === CALLBACK_PATH &&
		url.username === '' &&
		url.hash === ''
	);
}

/** The clients of the identity provider. Each can send its secret in the header or in the body. */
export const clientsFor = (redirectUris: readonly string[]): ClientMetadata[] => [
	{
		client_id: SERVICE_CLIENT.id,
		client_secret: SERVICE_CLIENT.secret,
		client_name: 'Media Operations service',
		grant_types: ['client_credentials'],
		response_types: [],
		redirect_uris: [],
		scope: API_SCOPE,
	},
	...[BROWSER_CLIENT, BROWSER_CLIENT_WITHOUT_PKCE].map(({ id, secret }): ClientMetadata => ({
		client_id: id,
		client_secret: secret,
		client_name: 'n8n',
		grant_types: ['authorization_code', 'refresh_token'],
		response_types: ['code'],
		redirect_uris: [`http://localhost${CALLBACK_PATH}`, `http://127.0.0.1${CALLBACK_PATH}`, ...redirectUris],
		scope: SCOPES.join(' '),
	})),
];
