import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { checkConnection } from '../bridge/http/connectionCheck';
import { signedRequest } from '../bridge/site/authentication';
import { credentialTest, BASIC_HINTS } from '../bridge/site/connectionTest';
import { baseUrlProperty, connectionCheckProperty, siteProperties } from '../bridge/site/credentialProperties';

/** Signs in with a user name and a password on every request (specification: Authentication, Basic). */
export class MediaOperationsBasicApi implements ICredentialType {
	name = 'mediaOperationsBasicApi';

	displayName = 'Media Operations Basic API';

	icon: Icon = { light: 'file:../icons/mediaOperations.svg', dark: 'file:../icons/mediaOperations.dark.svg' };

	documentationUrl = 'https://github.com/media-operations/n8n-nodes-media-operations/blob/main/docs/guides/sign-in-basic.md';

	properties: INodeProperties[] = [
		baseUrlProperty,
		{
			displayName: 'User',
			name: 'username',
			type: 'string',
			default: '',
			required: true,
			description: "A user with 'Allow API login' turned on",
		},
		{
			displayName: 'Password',
			name: 'password',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
		},
		...siteProperties,
		connectionCheckProperty,
	];

	async preAuthentication(this: IHttpRequestHelper, credentials: ICredentialDataDecryptedObject): Promise<IDataObject> {
		return await checkConnection(this, credentials);
	}

	async authenticate(credentials: ICredentialDataDecryptedObject, request: IHttpRequestOptions): Promise<IHttpRequestOptions> {
		const pair = Buffer.from(`${String(credentials.username)}:${String(credentials.password)}`, 'utf8').toString('base64');
		return signedRequest(credentials, request, 'Authorization', `Basic ${pair}`);
	}

	test: ICredentialTestRequest = credentialTest(BASIC_HINTS);
}
