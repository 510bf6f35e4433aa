import type { Icon, ICredentialType, INodeProperties } from 'n8n-workflow';

/** By what the trigger knows the system that sends events (public material: authentication of an outbound connection). */
export class MediaOperationsEventsApi implements ICredentialType {
	name = 'mediaOperationsEventsApi';

	displayName = 'Media Operations Events API';

	icon: Icon = { light: 'file:../icons/mediaOperations.svg', dark: 'file:../icons/mediaOperations.dark.svg' };

	documentationUrl = 'https://github.com/media-operations/n8n-nodes-media-operations/blob/main/docs/guides/sign-in-events.md';

	properties: INodeProperties[] = [
		{
			displayName: 'Make up a user and a password, or a key, and enter the same in the outbound connection of your system.',
			name: 'makeUp',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Sign-In',
			name: 'method',
			type: 'options',
			options: [
				{ name: 'Basic', value: 'basic', description: 'A user and a password' },
				{ name: 'Key in a Header', value: 'headerKey', description: 'Called API Key in the outbound connection' },
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
			description: 'A long text that nobody can guess',
			displayOptions: { show: { method: ['headerKey'] } },
		},
	];
}
