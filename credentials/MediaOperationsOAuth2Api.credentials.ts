import type { Icon, ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow';

import { baseUrlProperty, credentialTest, siteProperties } from '../bridge/site/credentialProperties';
import { ownHostProperties } from '../bridge/site/ownHost';

/**
 * Signs in at an identity provider (specification: Authentication, OAuth 2.0 / OpenID; since 11.3): as a system with
 * client credentials, or as a person in the browser, with or without PKCE. All other fields come from n8n's own OAuth2 credential, except the
 * two that it does not pass on: 'Ignore SSL Issues' and the status codes of an expired token.
 */
export class MediaOperationsOAuth2Api implements ICredentialType {
	name = 'mediaOperationsOAuth2Api';

	extends = ['oAuth2Api'];

	displayName = 'Media Operations OAuth2 API';

	icon: Icon = { light: 'file:../icons/mediaOperations.svg', dark: 'file:../icons/mediaOperations.dark.svg' };

	documentationUrl = 'https://github.com/media-operations/n8n-nodes-media-operations/blob/main/docs/guides/sign-in.md';

	properties: INodeProperties[] = [
		{
			displayName: 'Grant Type',
			name: 'grantType',
			type: 'options',
			options: [
				{ name: 'Authorization Code', value: 'authorizationCode', description: 'A person signs in with the browser' },
				{ name: 'Client Credentials', value: 'clientCredentials', description: 'The workflow signs in as a system' },
				{ name: 'PKCE', value: 'pkce', description: 'A person signs in with the browser, with a proof key' },
			],
			default: 'clientCredentials',
		},
		baseUrlProperty,
		{
			displayName: 'Scope',
			name: 'requestedScope',
			type: 'string',
			default: '',
			placeholder: 'e.g. openid offline_access api',
			description:
				'The scopes to request from the identity provider, separated by spaces. A sign-in with the browser needs a scope that returns a refresh token, often offline_access.',
		},
		{
			// Older versions of n8n lose a typed scope when they open the browser, but never the default.
			displayName: 'Scope Sent',
			name: 'scope',
			type: 'hidden',
			default: '={{ $self["requestedScope"] }}',
		},
		{
			displayName: 'Additional Expired-Token Status Codes',
			name: 'expiredStatuses',
			type: 'string',
			default: '',
			placeholder: 'e.g. 403, 419',
			description:
				'Status codes other than 401 that your site returns for an expired token. The node then signs in again and repeats the request.',
		},
		...siteProperties,
		...ownHostProperties(),
	];

	test: ICredentialTestRequest = credentialTest;
}
