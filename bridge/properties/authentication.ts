import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

const METHODS: INodePropertyOptions[] = [
	{ name: 'Basic Auth', value: 'basic' },
	{ name: 'JWT', value: 'jwt' },
	{ name: 'OAuth2', value: 'oAuth2' },
];

/**
 * How the node signs in. The node's description assigns a credential to each value. The default is empty, and works like Basic Auth. It is
 * empty so that the value changes when a credential is selected: n8n then sets this parameter, the hidden parameter `credential` changes,
 * and the mapper loads the site's fields.
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
