import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { TOOL_LIMIT } from '../settings';
import { definedChoices } from './choices';
import { COUNT } from './modes';

type Shown = Readonly<Record<string, string[]>>;

/**
 * The parameters that set how much of each record a model gets. `method` is the method that lists the fields to choose from, `shown` is the
 * condition that shows the parameters, and `additional` contains more options of 'Output'.
 */
export const toolOutputProperties = (
	method: string,
	shown: Shown = {},
	additional: readonly INodePropertyOptions[] = [],
): INodeProperties[] => [
	{
		displayName: 'Output',
		name: 'toolOutput',
		type: 'options',
		description: 'How much of each record to return',
		options: [
			...additional,
			{ name: 'Raw', value: 'raw', description: 'The unchanged response, with empty fields, alternate keys and sub-table rows' },
			{ name: 'Selected Fields', value: 'selected', description: 'The key and the fields you choose' },
			{
				name: 'Simplified',
				value: 'simplified',
				description: 'The fields that have a value, and codes with their descriptions, without sub-table rows',
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

/** Parameters that n8n shows only for a tool. They limit the number of records and the size of each record. */
export const toolProperties: INodeProperties[] = [
	{
		displayName: 'Max Results',
		name: 'toolLimit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: TOOL_LIMIT,
		description: 'The maximum number of records to return. Each record adds to the context of the model.',
		displayOptions: { show: { operation: ['getChanged', 'getMany'], '@tool': [true] }, hide: { toolOutput: [COUNT] } },
	},
	...toolOutputProperties('getFieldsToReturn', { operation: ['get', 'getChanged'] }),
	...toolOutputProperties('getFieldsToReturn', { operation: ['getMany'] }, [
		{ name: 'Count', value: COUNT, description: 'Only the number of matching records' },
	]),
];
