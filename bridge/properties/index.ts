import type { INodeProperties } from 'n8n-workflow';

import { fieldProperties } from './fields';
import { optionsProperty } from './options';
import { queryProperties } from './query';
import { recordProperties, requiredParameterProperties, subTablesProperty } from './record';
import { anyDocumentProperties, operationProperties, resourceProperty } from './resource';
import { saveArgumentProperties } from './saveArguments';

/** How the node signs in; each value has its credential in the description of the node. */
export const authenticationProperty: INodeProperties = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'Basic Auth', value: 'basic' },
		{ name: 'JWT', value: 'jwt' },
		{ name: 'OAuth2', value: 'oAuth2' },
	],
	default: 'basic',
};

/** The panel of the generic node, from top to bottom. */
export const genericProperties: INodeProperties[] = [
	authenticationProperty,
	resourceProperty,
	...operationProperties,
	...anyDocumentProperties,
	...recordProperties,
	...requiredParameterProperties,
	subTablesProperty,
	...queryProperties,
	...fieldProperties,
	...saveArgumentProperties,
	optionsProperty,
];
