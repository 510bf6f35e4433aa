import type { INodeProperties } from 'n8n-workflow';

import { TOOL_LIMIT } from '../settings';
import { definedChoices } from './choices';

type Shown = Readonly<Record<string, string[]>>;

/** How much a model gets of each record; `method` lists the fields to choose from, `shown` says when records are answered. */
export const toolOutputProperties = (method: string, shown: Shown = {}): INodeProperties[] => [
	{
		displayName: 'Output',
		name: 'toolOutput',
		type: 'options',
		description: 'How much of each record is returned',
		options: [
			{ name: 'Raw', value: 'raw', description: 'The answer as it came, with empty fields, alternate keys and rows of sub-tables' },
			{ name: 'Selected Fields', value: 'selected', description: 'The key and the fields that are chosen' },
			{
				name: 'Simplified',
				value: 'simplified',
				description: 'The fields that have a value, codes with their words; rows of sub-tables are left out',
			},
		],
		default: 'simplified',
		displayOptions: { show: { ...shown, '@tool': [true] } },
	},
	definedChoices('Output Field Names or IDs', 'toolFields', method, {
		hint: 'The key is always returned',
		displayOptions: { show: { ...shown, toolOutput: ['selected'], '@tool': [true] } },
	}),
];

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
	...toolOutputProperties('getFieldsToReturn', { operation: ['get', 'getMany', 'lookUp'] }),
];
