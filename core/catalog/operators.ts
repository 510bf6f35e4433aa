import type { FieldType, Release, Source } from './types';

/**
 * - `single`: one value. `list`: an array. `pair`: an array of two.
 * - `none`: no value; the wire carries {@link QueryOperator.fixed}.
 */
export type OperandShape = 'single' | 'list' | 'pair' | 'none';

/** One condition of the `Query` parameter (specification: GET list). */
export interface QueryOperator {
	/** Our name for it: the value of the node's Condition parameter. */
	readonly name: string;
	/** The operator on the wire; `null` where the plain value stands. */
	readonly wire: string | null;
	readonly operand: OperandShape;
	/** The value itself, for operators without an operand of the user. */
	readonly fixed?: string;
	/** How a text operand is dressed in wildcards. */
	readonly pattern?: 'contains' | 'startsWith' | 'endsWith';
	/** In the words of a user: «is one of». */
	readonly label: string;
	readonly types: readonly FieldType[];
	readonly since: Release;
	readonly source: Source;
}

/** The value that stands for «no value» in a query (public material). */
export const NULL_TEXT = '|NULL|';
/** Any run of characters in a text value of a query (specification: GET list). */
export const WILDCARD = '%';

const all = ['integer', 'decimal', 'text', 'dateTime', 'flag'] as const;
const ordered = ['integer', 'decimal', 'text', 'dateTime'] as const;
const texts = ['text'] as const;

/** Every condition that a query can carry. */
export const OPERATORS = [
	{ name: 'equals', wire: null, operand: 'single', label: 'Is', types: all, since: '10.6', source: 'interface' },
	{ name: 'notEquals', wire: '$ne', operand: 'single', label: 'Is Not', types: all, since: '10.6', source: 'public' },
	{
		name: 'contains',
		wire: null,
		operand: 'single',
		pattern: 'contains',
		label: 'Contains',
		types: texts,
		since: '10.6',
		source: 'interface',
	},
	{
		name: 'notContains',
		wire: '$ne',
		operand: 'single',
		pattern: 'contains',
		label: 'Does Not Contain',
		types: texts,
		since: '10.6',
		source: 'public',
	},
	{
		name: 'startsWith',
		wire: null,
		operand: 'single',
		pattern: 'startsWith',
		label: 'Starts With',
		types: texts,
		since: '10.6',
		source: 'interface',
	},
	{
		name: 'endsWith',
		wire: null,
		operand: 'single',
		pattern: 'endsWith',
		label: 'Ends With',
		types: texts,
		since: '10.6',
		source: 'interface',
	},
	{ name: 'matches', wire: null, operand: 'single', label: 'Matches Pattern', types: texts, since: '10.6', source: 'interface' },
	{
		name: 'matchesAll',
		wire: '$LIKEAND',
		operand: 'list',
		label: 'Matches All Patterns',
		types: texts,
		since: '11.1',
		source: 'interface',
	},
	{ name: 'in', wire: '$in', operand: 'list', label: 'Is One Of', types: all, since: '10.6', source: 'public' },
	{ name: 'notIn', wire: '$notin', operand: 'list', label: 'Is None Of', types: all, since: '11.1', source: 'interface' },
	{
		name: 'between',
		wire: '$range',
		operand: 'pair',
		label: 'Is Between',
		types: ['integer', 'decimal', 'dateTime'],
		since: '10.6',
		source: 'interface',
	},
	{ name: 'greater', wire: '$gt', operand: 'single', label: 'Is Greater Than', types: ordered, since: '11.0', source: 'interface' },
	{
		name: 'greaterOrEqual',
		wire: '$gte',
		operand: 'single',
		label: 'Is Greater Than or Equal To',
		types: ordered,
		since: '11.0',
		source: 'interface',
	},
	{ name: 'less', wire: '$lt', operand: 'single', label: 'Is Less Than', types: ordered, since: '11.0', source: 'interface' },
	{
		name: 'lessOrEqual',
		wire: '$lte',
		operand: 'single',
		label: 'Is Less Than or Equal To',
		types: ordered,
		since: '11.0',
		source: 'interface',
	},
	{ name: 'empty', wire: null, operand: 'none', fixed: NULL_TEXT, label: 'Is Empty', types: all, since: '10.6', source: 'public' },
	{ name: 'notEmpty', wire: '$ne', operand: 'none', fixed: NULL_TEXT, label: 'Is Not Empty', types: all, since: '10.6', source: 'public' },
] as const satisfies readonly QueryOperator[];
export type OperatorName = (typeof OPERATORS)[number]['name'];
