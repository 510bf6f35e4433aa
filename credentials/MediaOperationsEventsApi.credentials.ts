import type { Icon, ICredentialType, INodeProperties } from 'n8n-workflow';

/** Authenticates the system that sends events to the trigger (public material: authentication of an outbound connection). */
export class MediaOperationsEventsApi implements ICredentialType {
	name = 'mediaOperationsEventsApi';

	displayName = 'Media Operations Events API';

	icon: Icon = { light: 'file:../icons/mediaOperations.svg', dark: 'file:../icons/mediaOperations.dark.svg' };

	documentationUrl = 'https://github.com/media-operations/n8n-nodes-media-operations/blob/main/docs/guides/sign-in-events.md';

	properties: INodeProperties[] = [
		{
			displayName: 'Choose a user name and password, or a key, and enter the same values in the outbound connection of your system.',
			name: 'makeUp',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Authentication',
			name: 'method',
			type: 'options',
			options: [
				{ name: 'Basic Auth', value: 'basic', description: 'A user name and password' },
				{ name: 'Header Auth', value: 'headerKey', description: 'A key in a header, called API Key in the outbound connection' },
			],
			default: 'basic',
		},
		{
			displayName: 'User',
			name: 'user',
			type: 'string',
			default: '',
			required: true,
			displayOptions: { show: { method: ['basic'] } },
		},
		{
			displayName: 'Password',
			name: 'password',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			displayOptions: { show: { method: ['basic'] } },
		},
		{
			displayName: 'Header Name',
			name: 'headerName',
			type: 'string',
			default: 'X-Api-Key',
			required: true,
			displayOptions: { show: { method: ['headerKey'] } },
		},
		{
			displayName: 'Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'A long random string',
			displayOptions: { show: { method: ['headerKey'] } },
		},
	];
}
