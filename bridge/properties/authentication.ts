import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

const METHODS: INodePropertyOptions[] = [
	{ name: 'Basic Auth', value: 'basic' },
	{ name: 'JWT', value: 'jwt' },
	{ name: 'OAuth2', value: 'oAuth2' },
];

/**
 * How the node signs in. The node's description assigns a credential to each value. The empty default works like Basic Auth: n8n sets the
 * parameter when a credential is selected, and the mapper needs that change to load the site's fields (`credentialChosen`).
 */
export const authenticationProperty: INodeProperties = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	noDataExpression: true,
	description: 'How the node signs in to the site. Ask your administrator which methods it allows.',
	options: METHODS,
	default: '',
};
