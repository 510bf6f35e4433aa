/** The conditions of a query: a field, an operator that fits its type, and an input for its values (specification: GET list). */
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { OPERATORS, RELATIVE_DAYS, type OperandShape, type QueryOperator, type RelativeDays } from '../../core/catalog';
import { DOCUMENT_NAME, definedChoice, fieldRecord } from './choices';
import { TYPES_OF_KIND, forFieldKinds, type FieldKind } from './fieldKinds';

const operators: readonly QueryOperator[] = OPERATORS;
const relative: readonly RelativeDays[] = RELATIVE_DAYS;

const operatorOption = ({ name, label, since }: QueryOperator): INodePropertyOptions => ({
	name: label,
	value: name,
	...(since === '10.6' ? {} : { description: `Requires release ${since}` }),
});
const relativeOptions = relative.map(({ name, label }) => ({ name: label, value: name }));

/** The operators that fit every type of the kind. */
const operatorsFor = (kind: FieldKind): readonly QueryOperator[] =>
	operators.filter(({ types }) => TYPES_OF_KIND[kind].every((type) => types.includes(type)));

const OPTIONS: Readonly<Record<FieldKind | 'any', INodePropertyOptions[]>> = {
	any: [...operators.map(operatorOption), ...relativeOptions],
	text: operatorsFor('text').map(operatorOption),
	number: operatorsFor('number').map(operatorOption),
	date: [
		...operatorsFor('date').map((operator) => operatorOption({ ...operator, label: operator.dateLabel ?? operator.label })),
		...relativeOptions,
	],
	flag: operatorsFor('flag').map(operatorOption),
	lookUp: operatorsFor('lookUp').map(operatorOption),
};

/** One Operator parameter for each kind of field. `equals` fits all kinds, so it stays valid when another field is chosen. */
const operatorProperties: INodeProperties[] = Object.entries(OPTIONS).map(([kind, options]) => ({
	displayName: 'Operator',
	name: 'operator',
	type: 'options',
	description: 'How to compare the field with the value',
	options,
	default: 'equals',
	displayOptions: forFieldKinds([kind as FieldKind | 'any']),
}));

/** Hides an input for every operator whose operand has none of these shapes. */
const exceptFor = (...shapes: readonly OperandShape[]): { operator: string[] } => ({
	operator: [...operators.filter(({ operand }) => !shapes.includes(operand)), ...relative].map(({ name }) => name),
});
const exceptForDays = { operator: [...operators, ...relative.filter(({ direction }) => direction === 'none')].map(({ name }) => name) };

const typed: ReadonlyArray<FieldKind | 'any'> = ['any', 'text', 'number'];

const values: INodeProperties[] = [
	{
		displayName: 'Value',
		name: 'value',
		type: 'string',
		default: '',
		description: "The comparison is not case-sensitive. With the operators 'Is' and 'Is Not', % matches any text.",
		displayOptions: forFieldKinds(typed, exceptFor('single', 'pair')),
	},
	{
		displayName: 'Value To',
		name: 'valueTo',
		type: 'string',
		default: '',
		description: 'The upper bound (inclusive)',
		displayOptions: forFieldKinds(typed, exceptFor('pair')),
	},
	{
		displayName: 'Values',
		name: 'values',
		type: 'string',
		default: '',
		placeholder: 'e.g. BOOKED, DONE',
		description: 'Several values separated by commas, or an expression that returns a list',
		displayOptions: forFieldKinds(typed, exceptFor('list')),
	},
	{
		displayName: 'Date',
		name: 'date',
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		default: '',
		description: 'The whole day in the time zone of the workflow. An expression can also return a date with a time.',
		displayOptions: forFieldKinds(['date'], exceptFor('single', 'pair')),
	},
	{
		displayName: 'Date To',
		name: 'dateTo',
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		default: '',
		description: 'The last day (inclusive)',
		displayOptions: forFieldKinds(['date'], exceptFor('pair')),
	},
	{
		displayName: 'Days',
		name: 'days',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 7,
		description: 'Whole days in the time zone of the workflow, in addition to today',
		displayOptions: forFieldKinds(['any', 'date'], exceptForDays),
	},
	{
		displayName: 'Flag',
		name: 'flag',
		type: 'options',
		options: [
			{ name: 'No', value: 'N' },
			{ name: 'Yes', value: 'Y' },
		],
		default: 'Y',
		description: 'The value of the flag',
		displayOptions: forFieldKinds(['flag'], exceptFor('single')),
	},
	{ ...fieldRecord('The record that the field refers to'), displayOptions: forFieldKinds(['lookUp'], exceptFor('single')) },
	{
		displayName: 'Record Names or IDs',
		name: 'records',
		type: 'multiOptions',
		typeOptions: {
			loadOptionsMethod: 'getFieldRecords',
			loadOptionsDependsOn: ['resource', DOCUMENT_NAME, '&fieldName', 'options.divisionCode'],
		},
		default: [],
		description: 'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
		displayOptions: forFieldKinds(['lookUp'], exceptFor('list')),
	},
];

/** The rows of the Conditions parameter. */
export const conditionValues: INodeProperties[] = [
	definedChoice('Field Name or ID', 'fieldName', 'getFieldsToMatch'),
	...operatorProperties,
	...values,
];
