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
import { baseUrlProperty, credentialTest, siteProperties } from '../bridge/site/credentialProperties';
import { tokenHeader } from '../bridge/signIn/session';
import { signIn } from '../bridge/signIn/signIn';

const adapted = { show: { adaptLogIn: [true] } };

/** Signs in with a user of the database and sends the token it gets (specification: Authentication, JWT token; since 11.3). */
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
			description: 'A user of the database that may sign in to the API («Allow API login»)',
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
			displayName: 'Log-In URL',
			name: 'logInUrl',
			type: 'string',
			default: 'login',
			required: true,
			placeholder: 'e.g. https://media.example.com/login',
			description:
				'Where user and password are exchanged for a token. A full address, one that starts with / at the host of the Base URL, or one below the Base URL. Your administrator knows it.',
		},
		{
			displayName: 'Adapt the Log-In',
			name: 'adaptLogIn',
			type: 'boolean',
			default: false,
			description: 'Whether your site wants the log-in in another form than usual: other names, another header, another lifetime',
		},
		{
			displayName: 'Name of the User Field',
			name: 'nameField',
			type: 'string',
			default: 'username',
			displayOptions: adapted,
			description: 'What the field with the user is called in the body of the log-in',
		},
		{
			displayName: 'Name of the Password Field',
			name: 'wordField',
			type: 'string',
			default: 'password',
			displayOptions: adapted,
			description: 'What the field with the password is called in the body of the log-in',
		},
		{
			displayName: 'Further Body Fields',
			name: 'extraBody',
			type: 'json',
			default: '{}',
			displayOptions: adapted,
			description: 'What else the body of the log-in has to hold, as a JSON object',
		},
		{
			displayName: 'Token Place',
			name: 'answerPath',
			type: 'string',
			default: '',
			placeholder: 'e.g. data.token',
			displayOptions: adapted,
			description: 'Where the token stands in the answer, with dots between the names. Leave it empty to look in the usual places.',
		},
		{
			displayName: 'Header Name',
			name: 'headerName',
			type: 'string',
			default: 'Authorization',
			displayOptions: adapted,
			description: 'The header that carries the token',
		},
		{
			displayName: 'Header Prefix',
			name: 'headerPrefix',
			type: 'string',
			default: 'Bearer',
			displayOptions: adapted,
			description: 'The word before the token. Leave it empty where the site wants the token alone.',
		},
		{
			displayName: 'Lifetime in Minutes',
			name: 'lifeMinutes',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			displayOptions: adapted,
			description:
				'How long a token can be used. 0 takes it from the token itself. It is renewed a little earlier, and whenever the site says that it is no longer valid.',
		},
		...siteProperties,
	];

	async preAuthentication(this: IHttpRequestHelper, credentials: ICredentialDataDecryptedObject): Promise<IDataObject> {
		return { ...(await signIn(this, credentials)) };
	}

	async authenticate(credentials: ICredentialDataDecryptedObject, request: IHttpRequestOptions): Promise<IHttpRequestOptions> {
		const header = tokenHeader(credentials);
		if ('message' in header) throw new UserError(header.message, { description: header.description });
		return signedRequest(credentials, request, header.name, header.value);
	}

	test: ICredentialTestRequest = credentialTest;
}
