import type { FieldType, Release, Source } from './types';

/**
 * - `single`: one value. `list`: an array. `pair`: an array of two.
 * - `none`: no value; {@link QueryOperator.fixed} is sent.
 */
export type OperandShape = 'single' | 'list' | 'pair' | 'none';

/** The first or the last moment of a day, for a date without a time. */
export type DayEdge = 'start' | 'end';

/** One operator of the `Query` parameter (specification: GET list). */
export interface QueryOperator {
	/** The value of the node's Operator parameter. */
	readonly name: string;
	/** The operator on the wire; `null` if the plain value is sent. */
	readonly wire: string | null;
	readonly operand: OperandShape;
	/** The value that is sent for an operator without an operand. */
	readonly fixed?: string;
	/** The position of the wildcards that are added to a string. */
	readonly pattern?: 'contains' | 'startsWith' | 'endsWith';
	readonly label: string;
	/** The label of the operator for dates, if it differs from {@link label}. */
	readonly dateLabel?: string;
	/**
	 * Whether whole values are compared. If so, an operand that no record can have is rejected, such as an order number without its
	 * sequence.
	 */
	readonly exact?: true;
	/** The moment that is sent for a date without a time; `start` if omitted. A pair always sends the start and the end of its days. */
	readonly dayEdge?: DayEdge;
	/** Whether a date without a time is sent as a range that covers the whole day. */
	readonly dayAsRange?: true;
	/** The types of fields for which the node offers the operator. */
	readonly types: readonly FieldType[];
	readonly since: Release;
	readonly source: Source;
}

/** The value that means "no value" in a query (public material). */
export const NULL_TEXT = '|NULL|';
/** Matches any characters in a string value of a query (specification: GET list). */
export const WILDCARD = '%';

const all = ['integer', 'decimal', 'text', 'dateTime', 'flag'] as const;
const ordered = ['integer', 'decimal', 'dateTime'] as const;
const texts = ['text'] as const;
const values = ['integer', 'decimal', 'text'] as const;

/** Every operator of a query. */
export const OPERATORS = [
	{
		name: 'equals',
		wire: null,
		operand: 'single',
		label: 'Is',
		dateLabel: 'Is On',
		exact: true,
		dayAsRange: true,
		types: all,
		since: '10.6',
		source: 'interface',
	},
	{ name: 'notEquals', wire: '$ne', operand: 'single', label: 'Is Not', types: values, since: '10.6', source: 'public' },
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
	{ name: 'in', wire: '$in', operand: 'list', label: 'Is Any Of', exact: true, types: values, since: '10.6', source: 'public' },
	{ name: 'notIn', wire: '$notin', operand: 'list', label: 'Is None Of', types: values, since: '11.1', source: 'interface' },
	{ name: 'between', wire: '$range', operand: 'pair', label: 'Is Between', types: ordered, since: '10.6', source: 'interface' },
	{
		name: 'greater',
		wire: '$gt',
		operand: 'single',
		label: 'Is Greater Than',
		dateLabel: 'Is After',
		dayEdge: 'end',
		types: ordered,
		since: '11.0',
		source: 'interface',
	},
	{
		name: 'greaterOrEqual',
		wire: '$gte',
		operand: 'single',
		label: 'Is Greater Than or Equal To',
		dateLabel: 'Is On or After',
		types: ordered,
		since: '11.0',
		source: 'interface',
	},
	{
		name: 'less',
		wire: '$lt',
		operand: 'single',
		label: 'Is Less Than',
		dateLabel: 'Is Before',
		types: ordered,
		since: '11.0',
		source: 'interface',
	},
	{
		name: 'lessOrEqual',
		wire: '$lte',
		operand: 'single',
		label: 'Is Less Than or Equal To',
		dateLabel: 'Is On or Before',
		dayEdge: 'end',
		types: ordered,
		since: '11.0',
		source: 'interface',
	},
	{ name: 'empty', wire: null, operand: 'none', fixed: NULL_TEXT, label: 'Is Empty', types: all, since: '10.6', source: 'public' },
	{ name: 'notEmpty', wire: '$ne', operand: 'none', fixed: NULL_TEXT, label: 'Is Not Empty', types: all, since: '10.6', source: 'public' },
] as const satisfies readonly QueryOperator[];
export type OperatorName = (typeof OPERATORS)[number]['name'];
/** The operators that a query object can contain. The sandbox implements each of them. */
export type WireOperator = Exclude<(typeof OPERATORS)[number]['wire'], null>;

/** A range of whole days, relative to the day on which the query runs. It is sent as {@link DAY_RANGE_OPERATOR}. */
export interface RelativeDays {
	readonly name: string;
	readonly label: string;
	/** Whether the range covers upcoming days or past days; `none` if the range is only the current day. */
	readonly direction: 'next' | 'last' | 'none';
}

/** The operator with which a range of days is sent. */
export const DAY_RANGE_OPERATOR = 'between' satisfies OperatorName;

/** Ranges of whole days relative to the current day. They are our own addition, because the API has only fixed bounds. */
export const RELATIVE_DAYS = [
	{ name: 'today', label: 'Is Today', direction: 'none' },
	{ name: 'nextDays', label: 'Is in the Next … Days', direction: 'next' },
	{ name: 'lastDays', label: 'Is in the Last … Days', direction: 'last' },
] as const satisfies readonly RelativeDays[];
