import type { INodeProperties } from 'n8n-workflow';

import { definedChoice } from './choices';
import { ANY_DOCUMENT } from './resource';

const displayOptions = { show: { operation: ['lookUp'] } };

/** The keys to look up. The keys of all items are sent together: a few requests for thousands of keys. */
export const lookUpProperties: INodeProperties[] = [
	{
		displayName:
			'Look Up sends the keys of all items together, several hundred in one request, and outputs for each item the records that have its key.',
		name: 'lookUpTogether',
		type: 'notice',
		default: '',
		displayOptions,
	},
	definedChoice('Key Field Name or ID', 'lookUpField', 'getFieldsToLookUp', {
		displayOptions: { show: { operation: ['lookUp'] }, hide: { resource: [ANY_DOCUMENT] } },
	}),
	definedChoice('Key Field Name or ID', 'lookUpField', 'getFieldsToLookUp', {
		required: true,
		hint: 'The field that contains the key',
		displayOptions: { show: { operation: ['lookUp'], resource: [ANY_DOCUMENT] } },
	}),
	{
		displayName: 'Key',
		name: 'lookUpKey',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. {{ $json.external_key }}',
		description: 'The key to find, usually an expression that reads it from the item. An expression can also return a list of keys.',
		displayOptions,
	},
	{
		displayName: 'If No Match',
		name: 'ifNoMatch',
		type: 'options',
		description: 'What to output for an item whose key matches no record',
		options: [
			{ name: 'Output as Not Found', value: 'report', description: 'Output the key with found: false' },
			{ name: 'Output Nothing', value: 'omit', description: 'Output no record for the item' },
		],
		default: 'omit',
		displayOptions,
	},
];
