import { hasSince, NULL_TEXT, OPERATORS, type Release, WILDCARD, type WireOperator } from '../../core/catalog';
import type { DateReading } from '../documents/dates';
import { badRequest, HttpError } from '../documents/httpError';
import { readPlain } from '../documents/values';
import { folded, foldedColumn, quoted } from '../storage/schema';
import type { FieldView, TableView, Value } from '../storage/tables';

/** A condition with its bound values; `sql` refers to the row as `listed`. */
export interface Condition {
	readonly sql: string;
	readonly values: readonly Value[];
}

/** The settings for reading the conditions of a request. */
export interface ConditionReading {
	readonly release: Release;
	readonly dates: DateReading;
	/** Whether conditions on undefined fields are rejected; otherwise they are ignored. */
	readonly refuseUndefined: boolean;
}

const EVERY: Condition = { sql: 'TRUE', values: [] };
const NONE: Condition = { sql: 'FALSE', values: [] };

/** A condition that requires all of the given ones; without any, it matches every record. */
export const every = (conditions: readonly Condition[]): Condition =>
	conditions.length === 0
		? EVERY
		: { sql: conditions.map(({ sql }) => `(${sql})`).join(' AND '), values: conditions.flatMap(({ values }) => values) };

const some = (conditions: readonly Condition[]): Condition =>
	conditions.length === 0
		? NONE
		: { sql: conditions.map(({ sql }) => `(${sql})`).join(' OR '), values: conditions.flatMap(({ values }) => values) };

/** SQLite rejects patterns of more than 50,000 bytes with an obscure message. The sandbox rejects them earlier, with its own. */
const MAX_PATTERN_BYTES = 40_000;

/** The column of a field in `listed`. */
export const listedColumn = (view: TableView, field: FieldView): string =>
	field.name === view.key && view.stored.rowId === 'key'
		? 'listed.row_id'
		: `listed.${quoted(field.type === 'text' ? foldedColumn(field.name) : field.name)}`;

/** Reads and compiles the conditions on one field. */
class FieldConditions {
	private readonly column: string;

	constructor(
		view: TableView,
		private readonly field: FieldView,
		private readonly reading: ConditionReading,
	) {
		this.column = listedColumn(view, field);
	}

	/** Reads a plain value, or an object of operators, which must all match. */
	read(raw: unknown): Condition {
		if (typeof raw !== 'object' || raw === null) {
			return this.equals(raw);
		}
		if (Array.isArray(raw)) {
			throw badRequest(`The query on '${this.field.name}' must be a value or an object such as {"$in":[…]}, got an array`);
		}
		const operators = Object.entries(raw);
		if (operators.length === 0) {
			throw badRequest(`The query on '${this.field.name}' is an empty object`);
		}
		return every(operators.map(([operator, operand]) => this.operator(operator, operand)));
	}

	private operator(wire: string, operand: unknown): Condition {
		const known = OPERATORS.find((operator) => operator.wire?.toLowerCase() === wire.toLowerCase());
		if (!known?.wire || !hasSince(this.reading.release, known.since)) {
			throw badRequest(`The query on '${this.field.name}' uses the unknown operator '${wire}'`);
		}
		return COMPILERS[known.wire](this, wire, operand);
	}

	list(wire: string, operand: unknown): readonly unknown[] {
		if (!Array.isArray(operand)) {
			throw badRequest(`The query on '${this.field.name}': '${wire}' must be an array`);
		}
		return operand;
	}

	/** Negates a condition. Records without a value match too. */
	not({ sql, values }: Condition): Condition {
		return { sql: `(${sql}) IS NOT TRUE`, values };
	}

	private isNull(raw: unknown): boolean {
		return raw === null || raw === NULL_TEXT;
	}

	private isPattern(raw: unknown): raw is string {
		return typeof raw === 'string' && raw.includes(WILDCARD) && this.field.type !== 'dateTime';
	}

	equals(raw: unknown): Condition {
		if (this.isNull(raw)) {
			return { sql: `${this.column} IS NULL`, values: [] };
		}
		return this.isPattern(raw) ? this.like(raw) : { sql: `${this.column} = ?`, values: [this.value(raw)] };
	}

	private like(pattern: string): Condition {
		return { sql: `${this.text()} LIKE ? ESCAPE '\\'`, values: [this.escaped(pattern)] };
	}

	/** The SQL expression for the text that patterns are compared with. */
	private text(): string {
		return this.field.type === 'text' ? this.column : `CAST(${this.column} AS TEXT)`;
	}

	private escaped(pattern: string): string {
		const escaped = folded(pattern).replace(/[\\_]/g, '\\$&');
		if (Buffer.byteLength(escaped) > MAX_PATTERN_BYTES) {
			throw badRequest(`The query on '${this.field.name}' contains a pattern of more than ${MAX_PATTERN_BYTES} bytes; use a shorter one`);
		}
		return escaped;
	}

	/** Splits an array into nulls, patterns and plain values, so that each kind can be bound as one JSON string. */
	private sorted(raw: readonly unknown[]): { hasNull: boolean; patterns: string[]; plain: (string | number)[] } {
		const given = raw.filter((one) => !this.isNull(one));
		return {
			hasNull: given.length < raw.length,
			patterns: given.filter((one): one is string => this.isPattern(one)).map((pattern) => this.escaped(pattern)),
			plain: given.filter((one) => !this.isPattern(one)).map((one) => this.value(one)),
		};
	}

	oneOf(raw: readonly unknown[]): Condition {
		const { hasNull, patterns, plain } = this.sorted(raw);
		const { column } = this;
		return some([
			...(plain.length > 0 ? [{ sql: `${column} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(plain)] }] : []),
			...(patterns.length > 0
				? [
						{
							sql: `EXISTS (SELECT 1 FROM json_each(?) WHERE ${this.text()} LIKE value ESCAPE '\\')`,
							values: [JSON.stringify(patterns)],
						},
					]
				: []),
			...(hasNull ? [this.equals(null)] : []),
		]);
	}

	allOf(raw: readonly unknown[]): Condition {
		const { hasNull, patterns, plain } = this.sorted(raw);
		const { column } = this;
		const missed = `SELECT 1 FROM json_each(?) WHERE ${this.text()} NOT LIKE value ESCAPE '\\'`;
		return every([
			...(patterns.length > 0 ? [{ sql: `${column} IS NOT NULL AND NOT EXISTS (${missed})`, values: [JSON.stringify(patterns)] }] : []),
			...(plain.length > 0 ? [new Set(plain).size > 1 ? NONE : { sql: `${column} = ?`, values: plain.slice(0, 1) }] : []),
			...(hasNull ? [this.equals(null)] : []),
		]);
	}

	range(raw: readonly unknown[]): Condition {
		if (raw.length !== 2) {
			throw badRequest(`The query on '${this.field.name}': '$range' must be an array of two values`);
		}
		return { sql: `${this.column} BETWEEN ? AND ?`, values: raw.map((one) => this.value(one)) };
	}

	compare(sign: string, raw: unknown): Condition {
		return { sql: `${this.column} ${sign} ?`, values: [this.value(raw)] };
	}

	private value(raw: unknown): string | number {
		if (typeof raw === 'object' && raw !== null) {
			throw badRequest(`The query on '${this.field.name}' must contain a plain value, got ${JSON.stringify(raw).slice(0, 100)}`);
		}
		const value = this.plain(raw);
		return typeof value === 'string' && this.field.type === 'text' ? folded(value) : value;
	}

	/** A value of the wrong type returns 400, because the query is part of the URL. In a request body, it returns 500. */
	private plain(raw: unknown): string | number {
		try {
			return readPlain(this.field, raw, this.reading.dates);
		} catch (error) {
			throw error instanceof HttpError ? badRequest(`The 'Query' parameter: ${error.message}`) : error;
		}
	}
}

/** How each operator is compiled. A new operator in the catalog requires a line here; otherwise TypeScript reports an error. */
const COMPILERS: Readonly<Record<WireOperator, (conditions: FieldConditions, wire: string, operand: unknown) => Condition>> = {
	$ne: (conditions, _, operand) => conditions.not(conditions.equals(operand)),
	$in: (conditions, wire, operand) => conditions.oneOf(conditions.list(wire, operand)),
	$notin: (conditions, wire, operand) => conditions.not(conditions.oneOf(conditions.list(wire, operand))),
	$LIKEAND: (conditions, wire, operand) => conditions.allOf(conditions.list(wire, operand)),
	$range: (conditions, wire, operand) => conditions.range(conditions.list(wire, operand)),
	$gt: (conditions, _, operand) => conditions.compare('>', operand),
	$gte: (conditions, _, operand) => conditions.compare('>=', operand),
	$lt: (conditions, _, operand) => conditions.compare('<', operand),
	$lte: (conditions, _, operand) => conditions.compare('<=', operand),
};

/** The system's message for an undefined field (public material: Lists). */
const undefinedParameter = (name: string): string =>
	`Undefined Parameter '${name}'. To allow undefined parameters pass validateQueryParameters = false`;

/**
 * Compiles the parsed `Query` parameter; all conditions must match (specification: GET list). Values are always bound.
 * Text comparisons ignore case, and dates are compared as instants.
 */
export const readConditions = (view: TableView, query: unknown, reading: ConditionReading): Condition => {
	if (typeof query !== 'object' || query === null || Array.isArray(query)) {
		throw badRequest("The 'Query' parameter must be a JSON object of field names and conditions; {} matches every record");
	}
	const conditions: Condition[] = [];
	for (const [name, raw] of Object.entries(query)) {
		const field = view.byName.get(name);
		if (field?.dropDown?.isMultiSelect) {
			throw badRequest(`'${name}' is a multi-select field and cannot be queried`);
		}
		if (field && !field.shownFrom) {
			conditions.push(new FieldConditions(view, field, reading).read(raw));
		} else if (reading.refuseUndefined) {
			throw badRequest(undefinedParameter(name));
		}
	}
	return every(conditions);
};
