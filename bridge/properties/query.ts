import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { definedChoice } from './choices';
import { conditionValues } from './conditions';
import { limitProperties } from './limit';
import { HIDDEN_FOR_ONE, WITHOUT_RECORDS } from './modes';

const OPERATIONS = ['getChanged', 'getMany', 'update'];
const shown: IDisplayOptions = { show: { operation: OPERATIONS }, hide: HIDDEN_FOR_ONE };
const withMode = (mode: string): IDisplayOptions => ({ show: { operation: OPERATIONS, queryMode: [mode] }, hide: HIDDEN_FOR_ONE });
const counted = { output: WITHOUT_RECORDS, toolOutput: WITHOUT_RECORDS };

/** Which records to find: conditions, or the raw Query object (specification: GET list). */
export const queryProperties: INodeProperties[] = [
	{
		displayName: 'Find Records By',
		name: 'queryMode',
		type: 'options',
		description: 'How to specify which records to find',
		options: [
			{ name: 'Conditions', value: 'conditions' },
			{ name: 'Query as JSON', value: 'json' },
		],
		default: 'conditions',
		displayOptions: shown,
	},
	{
		displayName: 'All conditions must match. Use different operators if you filter the same field twice.',
		name: 'allMustMatch',
		type: 'notice',
		default: '',
		displayOptions: withMode('conditions'),
	},
	{
		displayName: 'Conditions',
		name: 'conditions',
		type: 'fixedCollection',
		description: 'Which records to find. Without a condition, all records match.',
		typeOptions: { multipleValues: true, sortable: true },
		default: {},
		placeholder: 'Add Condition',
		displayOptions: withMode('conditions'),
		options: [
			{
				displayName: 'Condition',
				name: 'condition',
				values: conditionValues,
			},
		],
	},
	{
		displayName: 'Query',
		name: 'queryJson',
		type: 'json',
		default: '{}',
		description: 'An object of field names and values, such as {"wo_type_no": 5, "wo_begin_dt": {"$gte": "2026-01-01T00:00:00Z"}}',
		displayOptions: withMode('json'),
	},
	...limitProperties({ operation: ['getMany'], output: ['items'], '@tool': [false] }),
	{
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: true,
		description: 'Whether to return a simplified version of the response instead of the raw data',
		displayOptions: { show: { operation: ['get', 'getChanged', 'getMany'], '@tool': [false] }, hide: { output: WITHOUT_RECORDS } },
	},
	{
		displayName: 'Sort',
		name: 'sort',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		default: {},
		placeholder: 'Add Sort Rule',
		description: 'The order of the records. Without a rule, they are sorted by key.',
		displayOptions: { show: { operation: ['getMany'] }, hide: counted },
		options: [
			{
				displayName: 'Sort Rule',
				name: 'by',
				values: [
					definedChoice('Field Name or ID', 'fieldName', 'getFieldsToFind'),
					{
						displayName: 'Direction',
						name: 'direction',
						type: 'options',
						description: 'Whether the lowest or the highest value comes first',
						options: [
							{ name: 'Ascending', value: 'asc' },
							{ name: 'Descending', value: 'desc' },
						],
						default: 'asc',
					},
				],
			},
		],
	},
];
