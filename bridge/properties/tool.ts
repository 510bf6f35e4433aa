import type { INodeProperties } from 'n8n-workflow';

import { TOOL_LIMIT } from '../settings';
import { definedChoices } from './choices';

/** What differs where a model uses the node: fewer records, and answers that leave room for its thoughts. */
export const toolProperties: INodeProperties[] = [
	{
		displayName: 'Highest Number of Results',
		name: 'toolLimit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: TOOL_LIMIT,
		description: 'No more records than this are returned; a model pays for each',
		displayOptions: { show: { operation: ['getMany'], '@tool': [true] } },
	},
	{
		displayName: 'Output',
		name: 'toolOutput',
		type: 'options',
		description: 'How much of each record is returned',
		options: [
			{ name: 'Raw', value: 'raw', description: 'The answer as it came, with empty fields, alternate keys and rows of sub-tables' },
			{ name: 'Selected Fields', value: 'selected', description: 'The key and the fields that are chosen' },
			{ name: 'Simplified', value: 'simplified', description: 'The fields that have a value, codes with their words; rows of sub-tables are left out' },
		],
		default: 'simplified',
		displayOptions: { show: { operation: ['get', 'getMany', 'lookUp'], '@tool': [true] } },
	},
	definedChoices('Output Field Names or IDs', 'toolFields', 'getFieldsToReturn', {
		hint: 'The key is always returned',
		displayOptions: { show: { operation: ['get', 'getMany', 'lookUp'], toolOutput: ['selected'], '@tool': [true] } },
	}),
];
