import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { OPERATORS, type QueryOperator } from '../../core/catalog';
import { definedChoice } from './choices';
import { limitProperties } from './limit';

const operators: readonly QueryOperator[] = OPERATORS;
const named = (fits: (operator: QueryOperator) => boolean): string[] => operators.filter(fits).map(({ name }) => name);

const OPERATIONS = ['count', 'getMany', 'updateMany'];
const shown: IDisplayOptions = { show: { operation: OPERATIONS } };
const withMode = (mode: string): IDisplayOptions => ({ show: { operation: OPERATIONS, queryMode: [mode] } });

/** Which records: conditions in words, or the Query object as it is sent (specification: GET list). */
export const queryProperties: INodeProperties[] = [
	{
		displayName: 'Find Records By',
		name: 'queryMode',
		type: 'options',
		description: 'How to say which records are meant: condition by condition, or as the object that is sent',
		options: [
			{ name: 'Conditions', value: 'conditions' },
			{ name: 'Query as JSON', value: 'json' },
		],
		default: 'conditions',
		displayOptions: shown,
	},
	{
		displayName: 'All conditions must match. Two conditions on one field have to be of different kinds.',
		name: 'allMustMatch',
		type: 'notice',
		default: '',
		displayOptions: withMode('conditions'),
	},
	{
		displayName: 'Conditions',
		name: 'conditions',
		type: 'fixedCollection',
		description: 'Only records that match all of them are found. Without a condition all records are.',
		typeOptions: { multipleValues: true, sortable: true },
		default: {},
		placeholder: 'Add Condition',
		displayOptions: withMode('conditions'),
		options: [
			{
				displayName: 'Condition',
				name: 'condition',
				values: [
					definedChoice('Field Name or ID', 'fieldName', 'getFieldsToFind'),
					{
						displayName: 'How It Matches',
						name: 'operator',
						type: 'options',
						description:
							'How the value of the field is compared; Is One Of, Is None Of and Matches All Patterns take several values, Is Between takes two',
						options: operators.map(({ name, label, since }) => ({
							name: label,
							value: name,
							...(since === '10.6' ? {} : { description: `Needs release ${since}` }),
						})),
						default: 'equals',
					},
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						description: 'Capital and small letters are the same. In Is and Is Not, % stands for any text.',
						displayOptions: { show: { operator: named(({ operand }) => operand === 'single' || operand === 'pair') } },
					},
					{
						displayName: 'Value Up To',
						name: 'valueTo',
						type: 'string',
						default: '',
						description: 'The upper end; it belongs to the range',
						displayOptions: { show: { operator: named(({ operand }) => operand === 'pair') } },
					},
					{
						displayName: 'Values',
						name: 'values',
						type: 'string',
						default: '',
						placeholder: 'e.g. BOOKED, DONE',
						description: 'Several values with commas between them, or an expression that gives a list',
						displayOptions: { show: { operator: named(({ operand }) => operand === 'list') } },
					},
				],
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
		displayOptions: { show: { operation: ['get', 'getMany', 'lookUp'], '@tool': [false] } },
	},
	{
		displayName: 'Sort',
		name: 'sort',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		default: {},
		placeholder: 'Add Sort Rule',
		description: 'Without a rule the records come by their key',
		displayOptions: { show: { operation: ['getMany'] } },
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
