import type { Icon, ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow';

import { credentialTest, OAUTH2_HINTS } from '../bridge/site/connectionTest';
import { ADVANCED, baseUrlProperty, siteProperties } from '../bridge/site/credentialProperties';
import { ownHostProperties } from '../bridge/site/ownHost';

/**
 * Signs in at an identity provider (specification: Authentication, OAuth 2.0 / OpenID; since 11.3): as an application with client
 * credentials, or as a person in the browser, with or without PKCE. Fields that are not defined here come from n8n's own OAuth2 credential.
 * That credential does not pass on 'Ignore SSL Issues' or the status codes for an expired token, so this credential defines them.
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
				{ name: 'Authorization Code', value: 'authorizationCode', description: 'A person signs in through the browser' },
				{
					name: 'Client Credentials',
					value: 'clientCredentials',
					description: 'The workflow signs in as an application, without a person',
				},
				{ name: 'PKCE', value: 'pkce', description: 'A person signs in through the browser, and a proof key secures the sign-in' },
			],
			default: 'clientCredentials',
		},
		{
			displayName: 'Authorization URL',
			name: 'authUrl',
			type: 'string',
			displayOptions: { show: { grantType: ['authorizationCode', 'pkce'], useDynamicClientRegistration: [false] } },
			default: '',
			required: true,
			placeholder: 'e.g. https://login.microsoftonline.com/<tenant>/oauth2/v2.0/authorize',
			description:
				'The page where a person signs in, such as https://login.microsoftonline.com/&lt;tenant&gt;/oauth2/v2.0/authorize (Entra ID), https://&lt;company&gt;.okta.com/oauth2/default/v1/authorize (Okta) or https://&lt;company&gt;.auth0.com/authorize (Auth0)',
		},
		{
			displayName: 'Access Token URL',
			name: 'accessTokenUrl',
			type: 'string',
			displayOptions: { show: { useDynamicClientRegistration: [false] } },
			default: '',
			required: true,
			placeholder: 'e.g. https://login.microsoftonline.com/<tenant>/oauth2/v2.0/token',
			description:
				'The URL that issues tokens, such as https://login.microsoftonline.com/&lt;tenant&gt;/oauth2/v2.0/token (Entra ID), https://&lt;company&gt;.okta.com/oauth2/default/v1/token (Okta) or https://&lt;company&gt;.auth0.com/oauth/token (Auth0)',
		},
		baseUrlProperty,
		{
			displayName: 'Scope',
			name: 'requestedScope',
			type: 'string',
			default: '',
			placeholder: 'e.g. openid offline_access api',
			description:
				'The scopes to request from the identity provider, separated by spaces. A browser sign-in requires a scope that returns a refresh token, often offline_access.',
		},
		{
			// When n8n 1 opens the browser, it loses a scope that the user entered in n8n's own field. It keeps the default of that field, so the
			// default here reads the user's scope.
			displayName: 'Scope Sent',
			name: 'scope',
			type: 'hidden',
			default: '={{ $self["requestedScope"] }}',
		},
		...siteProperties,
		{
			displayName: 'Expired-Token Status Codes',
			name: 'expiredStatuses',
			displayOptions: ADVANCED,
			type: 'string',
			default: '',
			placeholder: 'e.g. 403, 419',
			description:
				'Status codes other than 401 that your site returns for an expired token. The node then signs in again and repeats the request.',
		},
		...ownHostProperties(),
	];

	test: ICredentialTestRequest = credentialTest(OAUTH2_HINTS);
}
