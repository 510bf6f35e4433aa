import type { INodeProperties } from 'n8n-workflow';

import { definedChoice } from './choices';
import { ANY_DOCUMENT } from './resource';

const displayOptions = { show: { operation: ['lookUp'] } };

/** By which keys records are looked up. All items go together: a few calls for thousands of keys. */
export const lookUpProperties: INodeProperties[] = [
	{
		displayName:
			'Look Up asks for the keys of all items together, some hundred in one call, and gives each item the records that have its key.',
		name: 'lookUpTogether',
		type: 'notice',
		default: '',
		displayOptions,
	},
	definedChoice('Key Field Name or ID', 'lookUpField', 'getFieldsToLookUp', {
		hint: 'The field that holds the key. Leave it empty for the key of the document.',
		displayOptions: { show: { operation: ['lookUp'] }, hide: { resource: [ANY_DOCUMENT] } },
	}),
	definedChoice('Key Field Name or ID', 'lookUpField', 'getFieldsToLookUp', {
		required: true,
		hint: 'The field that holds the key',
		displayOptions: { show: { operation: ['lookUp'], resource: [ANY_DOCUMENT] } },
	}),
	{
		displayName: 'Key',
		name: 'lookUpKey',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. {{ $json.external_key }}',
		description: 'The key to find, as a rule an expression that takes it from the item. An expression may also give a list of keys.',
		displayOptions,
	},
	{
		displayName: 'When a Key Has No Record',
		name: 'whenMissing',
		type: 'options',
		description: 'What an item gives whose key no record has',
		options: [
			{ name: 'Leave It Out', value: 'leaveOut', description: 'The item gives nothing' },
			{ name: 'Tell It', value: 'tell', description: 'The item gives the key with «found: false»' },
		],
		default: 'leaveOut',
		displayOptions,
	},
];
