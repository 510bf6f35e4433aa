import {
	UserError,
	type Icon,
	type ICredentialDataDecryptedObject,
	type ICredentialTestRequest,
	type ICredentialType,
	type IDataObject,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
	type INodeProperties,
} from 'n8n-workflow';

import { signedRequest } from '../bridge/site/authentication';
import { credentialTest, JWT_HINTS } from '../bridge/site/connectionTest';
import { baseUrlProperty, siteProperties } from '../bridge/site/credentialProperties';
import { tokenHeader } from '../bridge/signIn/session';
import { signIn } from '../bridge/signIn/signIn';
import { foreignToken, hasForeignToken } from '../bridge/signIn/tokenDigest';

const customized = { show: { customizeSignIn: [true] } };

/** Signs in as a database user and sends the token (specification: Authentication, JWT token; since 11.3). */
export class MediaOperationsJwtApi implements ICredentialType {
	name = 'mediaOperationsJwtApi';

	displayName = 'Media Operations JWT API';

	icon: Icon = { light: 'file:../icons/mediaOperations.svg', dark: 'file:../icons/mediaOperations.dark.svg' };

	documentationUrl = 'https://github.com/media-operations/n8n-nodes-media-operations/blob/main/docs/guides/sign-in-jwt.md';

	properties: INodeProperties[] = [
		baseUrlProperty,
		{
			displayName: 'Session Token',
			name: 'sessionToken',
			type: 'hidden',
			typeOptions: { expirable: true, password: true },
			default: '',
		},
		{
			displayName: 'Token Digest',
			name: 'tokenDigest',
			type: 'hidden',
			typeOptions: { password: true },
			default: '',
		},
		{
			displayName: 'Renew At',
			name: 'renewAt',
			type: 'hidden',
			default: '',
		},
		{
			displayName: 'User',
			name: 'username',
			type: 'string',
			default: '',
			required: true,
			description: "A database user with 'Allow API login' turned on",
		},
		{
			displayName: 'Password',
			name: 'password',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
		},
		{
			displayName: 'Sign-In URL',
			name: 'signInUrl',
			type: 'string',
			default: 'login',
			required: true,
			placeholder: 'e.g. https://media.example.com/login',
			description:
				'The URL that returns a token for the user name and password: a full URL, a path that starts with / on the host of the Base URL, or a path below the Base URL. Ask your administrator for it.',
		},
		{
			displayName: 'Customize Sign-In Request',
			name: 'customizeSignIn',
			type: 'boolean',
			default: false,
			description: 'Whether your site requires different field names, a different header or a different token lifetime',
		},
		{
			displayName: 'User Field Name',
			name: 'usernameField',
			type: 'string',
			default: 'username',
			displayOptions: customized,
			description: 'The body field that contains the user name',
		},
		{
			displayName: 'Password Field Name',
			name: 'passField',
			type: 'string',
			default: 'password',
			displayOptions: customized,
			description: 'The body field that contains the password',
		},
		{
			displayName: 'Additional Body Fields (JSON)',
			name: 'extraBody',
			type: 'json',
			default: '{}',
			displayOptions: customized,
			description: 'Other fields of the body, as a JSON object',
		},
		{
			displayName: 'Token Path',
			name: 'responsePath',
			type: 'string',
			default: '',
			placeholder: 'e.g. data.token',
			displayOptions: customized,
			description: 'The path to the token in the response, with dots between the names. Leave empty to locate the token automatically.',
		},
		{
			displayName: 'Header Name',
			name: 'headerName',
			type: 'string',
			default: 'Authorization',
			displayOptions: customized,
			description: 'The header that contains the token',
		},
		{
			displayName: 'Header Prefix',
			name: 'headerPrefix',
			type: 'string',
			default: 'Bearer',
			displayOptions: customized,
			description: 'The word before the token. Leave empty if the site expects only the token.',
		},
		{
			displayName: 'Token Lifetime (Minutes)',
			name: 'lifeMinutes',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			displayOptions: customized,
			description:
				'How long a token is valid. If this is 0, the node reads the expiry from the token. The token is renewed shortly before it expires, and whenever the site rejects it.',
		},
		...siteProperties,
	];

	async preAuthentication(this: IHttpRequestHelper, credentials: ICredentialDataDecryptedObject): Promise<IDataObject> {
		return { ...(await signIn(this, credentials)) };
	}

	async authenticate(credentials: ICredentialDataDecryptedObject, request: IHttpRequestOptions): Promise<IHttpRequestOptions> {
		if (hasForeignToken(credentials)) throw foreignToken();
		const header = tokenHeader(credentials);
		if ('message' in header) throw new UserError(header.message, { description: header.description });
		return signedRequest(credentials, request, header.name, header.value);
	}

	test: ICredentialTestRequest = credentialTest(JWT_HINTS);
}
