import type { INodeProperties } from 'n8n-workflow';

import { definedChoice } from './choices';
import { BY_KEYS, BY_RECORD, FIND_BY } from './modes';
import { ANY_DOCUMENT, PANEL_DOCUMENTS, placesOf } from './panelResources';

const show = { operation: ['get'], [FIND_BY]: [BY_KEYS] };
const displayOptions = { show };

/** Documents without a list: their records cannot be looked up. */
const withoutList = placesOf(PANEL_DOCUMENTS.filter(({ verbs }) => verbs.includes('get') && !verbs.includes('list')));

/** How Get finds records. */
export const findByProperties: INodeProperties[] = [
	{
		displayName: 'Find By',
		name: FIND_BY,
		type: 'options',
		description: 'How to find the records to get',
		options: [
			{ name: 'Keys of All Items', value: BY_KEYS, description: 'Look up the keys of all items together, several hundred in one request' },
			{ name: 'Record', value: BY_RECORD, description: 'Get one record per item, from a list, by key or by URL' },
		],
		default: BY_RECORD,
		displayOptions: { show: { operation: ['get'] }, hide: withoutList },
	},
	...Object.entries(withoutList).map(([name, values]): INodeProperties => ({
		displayName: 'Find By',
		name: FIND_BY,
		type: 'hidden',
		default: BY_RECORD,
		displayOptions: { show: { operation: ['get'], [name]: values } },
	})),
];

/** The keys to look up. The keys of all items are sent together, so that a few requests are enough for thousands of keys. */
export const lookUpProperties: INodeProperties[] = [
	{
		displayName:
			'The keys of all items are sent together, several hundred in one request. For each item, the output contains the records that have its key.',
		name: 'lookUpTogether',
		type: 'notice',
		default: '',
		displayOptions,
	},
	definedChoice('Key Field Name or ID', 'lookUpField', 'getFieldsToLookUp', {
		displayOptions: { show, hide: { resource: [ANY_DOCUMENT] } },
	}),
	definedChoice('Key Field Name or ID', 'lookUpField', 'getFieldsToLookUp', {
		required: true,
		hint: 'The field that contains the key',
		displayOptions: { show: { ...show, resource: [ANY_DOCUMENT] } },
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
