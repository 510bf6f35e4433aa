import type { INodeProperties } from 'n8n-workflow';

const text = (displayName: string, name: string, initial = ''): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: initial,
});

/**
 * The fields that a credential inherits from n8n's `oAuth2Api`, which is part of n8n itself and not of n8n-core. The names and
 * defaults are from n8n 2.41. The list omits the server URL, the hidden certificate fields and the fields with `doNotInherit`, and includes
 * the token that n8n adds.
 */
export const OAUTH2_BASE: INodeProperties[] = [
	{ displayName: 'Use Dynamic Client Registration', name: 'useDynamicClientRegistration', type: 'hidden', default: false },
	text('Grant Type', 'grantType', 'authorizationCode'),
	text('Authorization URL', 'authUrl'),
	text('Access Token URL', 'accessTokenUrl'),
	text('Client ID', 'clientId'),
	{ displayName: 'Authentication', name: 'clientCredentialType', type: 'hidden', default: 'clientSecret' },
	{ ...text('Client Secret', 'clientSecret'), typeOptions: { password: true } },
	text('Scope', 'scope'),
	text('Auth URI Query Parameters', 'authQueryParameters'),
	text('Authentication', 'authentication', 'header'),
	{ displayName: 'Send Additional Body Properties', name: 'sendAdditionalBodyProperties', type: 'boolean', default: false },
	{ displayName: 'Additional Body Properties', name: 'additionalBodyProperties', type: 'json', default: '' },
	{ displayName: 'Token', name: 'oauthTokenData', type: 'json', default: {} },
];
