import type { Icon, ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow';

import { baseUrlProperty, credentialTest, siteProperties } from '../bridge/site/credentialProperties';
import { ownHostProperties } from '../bridge/site/ownHost';

/**
 * Signs in at an identity provider (specification: Authentication, OAuth 2.0 / OpenID; since 11.3): as a system with
 * client credentials, or as a person in the browser, with or without PKCE. What is not named here comes from n8n's own OAuth2 credential,
 * but for the two fields that it does not pass on: «Ignore SSL Issues» and the statuses that mean «expired».
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
				{ name: 'Authorization Code', value: 'authorizationCode', description: 'A person signs in in the browser' },
				{ name: 'Client Credentials', value: 'clientCredentials', description: 'The workflow signs in as a system, without a person' },
				{ name: 'PKCE', value: 'pkce', description: 'A person signs in in the browser, with a proof key' },
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
				'What to ask the identity provider for, with spaces between. A sign-in in the browser needs one that brings a refresh token, often offline_access.',
		},
		{
			// Older versions of n8n forget a scope that was typed in when they open the browser, but never the default.
			displayName: 'Scope Sent',
			name: 'scope',
			type: 'hidden',
			default: '={{ $self["requestedScope"] }}',
		},
		{
			displayName: 'Further Statuses for an Expired Sign-In',
			name: 'expiredStatuses',
			type: 'string',
			default: '',
			placeholder: 'e.g. 403, 419',
			description:
				'Statuses beside 401 by which your site says that the sign-in has run out. Each of them makes the node sign in anew and send the request once more.',
		},
		...siteProperties,
		...ownHostProperties(),
	];

	test: ICredentialTestRequest = credentialTest;
}
