import type { INodeProperties } from 'n8n-workflow';

/** How the node signs in; each value has its credential in the description of the node. */
export const authenticationProperty: INodeProperties = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	noDataExpression: true,
	description: 'How the node signs in; your administrator knows which ways the site allows',
	options: [
		{ name: 'Basic Auth', value: 'basic' },
		{ name: 'JWT', value: 'jwt' },
		{ name: 'OAuth2', value: 'oAuth2' },
	],
	default: 'basic',
};
