/** The `Query` parameter (specification: GET list; additional operators from public material). */
import {
	CORRECT_RELEASE,
	DAY_RANGE_OPERATOR,
	OPERATORS,
	WILDCARD,
	hasSince,
	type DayEdge,
	type Field,
	type OperatorName,
	type QueryOperator,
	type Release,
} from '../catalog';
import { InputError } from '../model/inputError';
import type { Condition, Selection, Row } from '../model/terms';
import type { Site } from '../model/site';
import { isDay, wireDayEdge } from './dates';
import { isRow, queryDates, requireJson, typesOf, wireValue } from './values';

const operators = Object.fromEntries(OPERATORS.map((operator): [string, QueryOperator] => [operator.name, operator])) as Readonly<
	Record<OperatorName, QueryOperator>
>;
const sinceByWire = new Map<string, Release>(OPERATORS.flatMap(({ wire, since }) => (wire === null ? [] : [[wire, since]])));

const tooNew = (field: string, subject: string, since: Release, release: Release): InputError =>
	new InputError({
		field,
		message: `${subject} requires release ${since}, but the site is on ${release}`,
		hint: `Choose another operator. ${CORRECT_RELEASE}`,
	});

/** Whether the site's profile marks an operator as unsupported. */
const isUnsupported = (wire: string | null, { profile }: Site): boolean =>
	wire !== null && profile?.unsupportedOperators?.includes(wire) === true;

/** Whether the site's release and profile support an operator. */
export const supportsOperator = (name: OperatorName, site: Site): boolean =>
	hasSince(site.release, operators[name].since) && !isUnsupported(operators[name].wire, site);

/** Throws for an operator that the site's profile marks as unsupported. `subject` names the operator in the message. */
const requireSupported = (wire: string | null, field: string, subject: string, site: Site): void => {
	if (!isUnsupported(wire, site)) return;
	throw new InputError({
		field,
		message: `${subject} is not supported by the site`,
		hint: "Choose another operator, or remove this operator from 'unsupportedOperators' in the site profile of the credential",
	});
};

const isScalar = (value: unknown): value is string | number | boolean => ['string', 'number', 'boolean'].includes(typeof value);
const isGiven = (value: unknown): boolean => isScalar(value) && value !== '';

const patternOf = (value: unknown, pattern: QueryOperator['pattern']): unknown => {
	switch (pattern) {
		case 'contains':
			return `${WILDCARD}${value}${WILDCARD}`;
		case 'startsWith':
			return `${value}${WILDCARD}`;
		case 'endsWith':
			return `${WILDCARD}${value}`;
		default:
			return value;
	}
};

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Converts a value of a condition. For a date without a time, `edge` selects the start or the end of the day. */
type ToWire = (value: unknown, edge?: DayEdge) => unknown;

/** The operand of a condition in the shape that its operator requires. */
const operandOf = ({ field, value }: Condition, operator: QueryOperator, place: string, wire: ToWire): unknown => {
	const refusal = (message: string, hint: string) => new InputError({ field: `${place}.value`, message, hint });
	switch (operator.operand) {
		case 'none':
			return operator.fixed;
		case 'single': {
			const given = isMissing(value) ? value : wire(value, operator.dayEdge);
			if (isGiven(given)) return patternOf(given, operator.pattern);
			throw refusal(`The condition on '${field}' has no value`, "Enter one, or choose 'Is Empty' to find records without a value");
		}
		case 'list': {
			const given = (Array.isArray(value) ? value : [value]).map((each: unknown) => (isMissing(each) ? each : wire(each)));
			if (given.length > 0 && given.every(isGiven)) return given;
			throw refusal(
				`The condition on '${field}' ('${operator.label}') ${given.length === 0 ? 'has no values' : 'contains an empty value'}`,
				'Enter at least one value, and remove empty ones',
			);
		}
		case 'pair': {
			const [from, to, ...more] = Array.isArray(value) ? (value as unknown[]) : [value];
			const missing = isMissing(from) ? 'lower' : isMissing(to) ? 'upper' : undefined;
			if (missing !== undefined || more.length > 0)
				throw refusal(
					`The condition on '${field}' ('${operator.label}') ${missing === undefined ? 'has more than two values' : `has no ${missing} value`}`,
					"Enter the lower and the upper value. For a single bound, choose an operator such as 'Is Before' or 'Is Less Than'",
				);
			const given = [wire(from, 'start'), wire(to, 'end')];
			if (given.every(isGiven)) return given;
			throw refusal(`The condition on '${field}' ('${operator.label}') contains an empty value`, 'Enter the lower and the upper value');
		}
	}
};

interface Part {
	readonly label: string;
	readonly value: unknown;
}

/** Two conditions on one field become one object of operators, if the operators differ (specification: GET list). */
const joined = (field: string, place: string, before: Part, next: Part): Part => {
	if (isRow(before.value) && isRow(next.value)) {
		const [name] = Object.keys(next.value);
		if (name !== undefined && !Object.hasOwn(before.value, name))
			return { label: `${before.label}' and '${next.label}`, value: { ...before.value, ...next.value } };
	}
	throw new InputError({
		field: place,
		message: `Two conditions on '${field}' cannot be combined: '${before.label}' and '${next.label}'`,
		hint: `Use different operators if you filter the same field twice, or one that accepts several values, such as '${operators.in.label}'`,
	});
};

const composed = (conditions: readonly Condition[], fields: readonly Field[], site: Site): Map<string, Part> => {
	const types = typesOf(fields);
	const texts = new Set(fields.flatMap(({ name, queriedAsText }) => (queriedAsText === true ? [name] : [])));
	const dates = queryDates(site);
	const parts = new Map<string, Part>();
	conditions.forEach((condition, index) => {
		const place = `conditions[${index}]`;
		const { field } = condition;
		if (field.trim() === '')
			throw new InputError({
				field: `${place}.field`,
				message: `Condition ${index + 1} has no field`,
				hint: 'Choose a field, or remove the condition',
			});
		if (!Object.hasOwn(operators, condition.operator))
			throw new InputError({
				field: `${place}.operator`,
				message: `Unknown operator '${String(condition.operator)}' in the condition on '${field}'`,
				hint: `Use one of ${Object.keys(operators).join(', ')}`,
			});
		const operator = operators[condition.operator];
		if (!hasSince(site.release, operator.since))
			throw tooNew(`${place}.operator`, `The operator '${operator.label}' on '${field}'`, operator.since, site.release);
		const type = condition.type ?? types.get(field);
		const wire: ToWire = (value, edge = 'start') => {
			if (type === 'dateTime' && isDay(value)) return wireDayEdge(value, field, edge, dates);
			const sent = wireValue(value, field, type, dates);
			return typeof sent === 'number' && texts.has(field) ? String(sent) : sent;
		};
		// A condition on a whole day is sent as a range.
		const isWholeDay = operator.dayAsRange === true && type === 'dateTime' && isDay(condition.value);
		const sent = isWholeDay ? operators[DAY_RANGE_OPERATOR] : operator;
		requireSupported(sent.wire, `${place}.operator`, `The operator '${operator.label}' on '${field}'`, site);
		const operand = operandOf(isWholeDay ? { ...condition, value: [condition.value, condition.value] } : condition, sent, place, wire);
		const label = type === 'dateTime' ? (operator.dateLabel ?? operator.label) : operator.label;
		const part: Part = { label, value: sent.wire === null ? operand : { [sent.wire]: operand } };
		const before = parts.get(field);
		parts.set(field, before ? joined(field, place, before, part) : part);
	});
	return parts;
};

/** JSON omits an undefined value, so a query with one would match more records than intended. Throws {@link InputError}. */
const requireDefined = (value: unknown, field: string): void => {
	if (value === undefined)
		throw new InputError({
			field: 'queryJson',
			message: `'${field}' in 'Query' contains an undefined value`,
			hint: 'Check the expression that it comes from, or remove the field',
		});
	// A date has its own JSON form.
	if (Array.isArray(value) || (isRow(value) && !('toJSON' in value))) for (const each of Object.values(value)) requireDefined(each, field);
};

/**
 * The object of the `Query` parameter; `{}` without a condition. The types of `fields` determine which values are sent as dates
 * and flags. Throws {@link InputError}.
 */
export const queryOf = (selection: Selection, fields: readonly Field[], site: Site): Row => {
	const parts = composed(selection.conditions ?? [], fields, site);
	const { queryJson = {} } = selection;
	if (!isRow(queryJson))
		throw new InputError({
			field: 'queryJson',
			message: "'Query' must be a JSON object",
			hint: 'Enter field names and values, such as {"job_no": 12}',
		});
	for (const [field, value] of Object.entries(queryJson)) {
		if (parts.has(field)) {
			throw new InputError({
				field: 'queryJson',
				message: `'${field}' is in both the conditions and the JSON query`,
				hint: 'Remove it from one of them',
			});
		}
		requireDefined(value, field);
		requireJson(value, field, 'queryJson');
		for (const wire of isRow(value) ? Object.keys(value) : []) {
			const since = sinceByWire.get(wire);
			requireSupported(wire, 'queryJson', `The operator '${wire}' on '${field}'`, site);
			if (since && !hasSince(site.release, since)) throw tooNew('queryJson', `The operator '${wire}' on '${field}'`, since, site.release);
		}
	}
	return Object.fromEntries([...[...parts].map(([field, { value }]) => [field, value] as const), ...Object.entries(queryJson)]);
};

/** The form of a value for comparisons, so that no value is sent twice. Case and quotes around numbers are ignored, as on the server. */
const comparable = (value: unknown): string => String(value).toLowerCase();

const encodedLength = (value: unknown): number => encodeURIComponent(JSON.stringify(value)).length;

/**
 * Splits a query that is too long for a URL into several queries that together find the same records. Splits its longest `$in` list.
 * `maxLength` is the maximum number of encoded characters. Throws {@link InputError} if the query cannot be split.
 */
export const splitQuery = (query: Row, maxLength: number): Row[] => {
	if (encodedLength(query) <= maxLength) return [query];
	const lists = Object.entries(query).flatMap(([field, value]) =>
		isRow(value) && Array.isArray(value.$in)
			? [{ field, operators: value, values: value.$in as unknown[], length: encodedLength(value.$in) }]
			: [],
	);
	const longest = lists.sort((one, other) => other.length - one.length)[0];
	const withList = (values: unknown[]): Row =>
		longest === undefined ? query : { ...query, [longest.field]: { ...longest.operators, $in: values } };
	const spare = maxLength - encodedLength(withList([]));
	if (longest === undefined || spare <= 0) {
		throw new InputError({
			field: 'conditions',
			message: `The query is too long for one request: ${encodedLength(query)} characters; the maximum is ${maxLength}`,
			hint: `Use fewer values. Only the values of '${operators.in.label}' can be split into several requests`,
		});
	}
	let chunk: unknown[] = [];
	const chunks = [chunk];
	let used = 0;
	const seen = new Set<string>();
	for (const value of longest.values) {
		if (seen.has(comparable(value))) continue;
		seen.add(comparable(value));
		const length = encodedLength(value) + '%2C'.length;
		if (length > spare)
			throw new InputError({
				field: 'conditions',
				message: `A value of '${longest.field}' is too long for one request: ${length} characters`,
				hint: 'Shorten or remove that value',
			});
		if (used + length > spare) {
			chunk = [];
			chunks.push(chunk);
			used = 0;
		}
		chunk.push(value);
		used += length;
	}
	return chunks.map(withList);
};
