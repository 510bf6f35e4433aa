/** The `Query` parameter (specification: GET list; further operators from public material). */
import { OPERATORS, WILDCARD, hasSince, type Field, type OperatorName, type QueryOperator, type Release } from '../catalog';
import { InputError } from '../model/inputError';
import type { Condition, Selection, Row } from '../model/terms';
import type { Site } from '../model/site';
import { isRow, queryDates, requireJson, typesOf, wireValue } from './values';

const byName = new Map<string, QueryOperator>(OPERATORS.map((operator) => [operator.name, operator]));
const sinceByWire = new Map<string, Release>(OPERATORS.flatMap(({ wire, since }) => (wire === null ? [] : [[wire, since]])));

const tooYoung = (field: string, what: string, since: Release, release: Release): InputError =>
	new InputError({
		field,
		message: `${what} came with release ${since}, and this site is on ${release}`,
		hint: "Choose another condition, or set 'Release' in the credential if the site is newer",
	});

const isScalar = (value: unknown): value is string | number | boolean => ['string', 'number', 'boolean'].includes(typeof value);
const isGiven = (value: unknown): boolean => isScalar(value) && value !== '';

const dressed = (value: unknown, pattern: QueryOperator['pattern']): unknown => {
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

/** The operand of a condition in the shape that its operator wants. */
const operandOf = ({ field, value }: Condition, operator: QueryOperator, place: string, wire: (value: unknown) => unknown): unknown => {
	const refuse = (what: string, how: string) => new InputError({ field: `${place}.value`, message: what, hint: how });
	switch (operator.operand) {
		case 'none':
			return operator.fixed;
		case 'single': {
			const given = wire(value);
			if (isGiven(given)) return dressed(given, operator.pattern);
			throw refuse(`The condition on '${field}' has no value`, "Give one, or choose 'Is Empty' to find records without a value");
		}
		case 'list': {
			const given = (Array.isArray(value) ? value : [value]).map(wire);
			if (given.length > 0 && given.every(isGiven)) return given;
			throw refuse(
				`The condition on '${field}' ('${operator.label}') ${given.length === 0 ? 'has no values' : 'holds an empty value'}`,
				'Give at least one value, and none that is empty',
			);
		}
		case 'pair': {
			const given = (Array.isArray(value) ? value : [value]).map(wire);
			if (given.length === 2 && given.every(isGiven)) return given;
			throw refuse(`The condition on '${field}' ('${operator.label}') does not hold two values`, 'Give the lower and the upper one');
		}
	}
};

interface Part {
	readonly label: string;
	readonly value: unknown;
}

/** Two conditions on one field become one object of operators, where the interface can say both. */
const joined = (field: string, place: string, before: Part, next: Part): Part => {
	if (isRow(before.value) && isRow(next.value)) {
		const [name] = Object.keys(next.value);
		if (name !== undefined && !(name in before.value))
			return { label: `${before.label}' and '${next.label}`, value: { ...before.value, ...next.value } };
	}
	throw new InputError({
		field: place,
		message: `Two conditions on '${field}' cannot stand in one query: '${before.label}' and '${next.label}'`,
		hint: "Keep one of them; 'Is One Of', 'Is None Of', 'Is Between' and 'Matches All Patterns' take several values",
	});
};

const composed = (conditions: readonly Condition[], fields: readonly Field[], site: Site): Map<string, Part> => {
	const types = typesOf(fields);
	const dates = queryDates(site);
	const parts = new Map<string, Part>();
	conditions.forEach((condition, index) => {
		const place = `conditions[${index}]`;
		const { field } = condition;
		if (field.trim() === '')
			throw new InputError({
				field: `${place}.field`,
				message: `Condition ${index + 1} names no field`,
				hint: 'Choose the field that it is about',
			});
		const operator = byName.get(condition.operator satisfies OperatorName);
		if (!operator)
			throw new InputError({
				field: `${place}.operator`,
				message: `'${String(condition.operator)}' is no condition`,
				hint: `Choose one of ${[...byName.keys()].join(', ')}`,
			});
		if (!hasSince(site.release, operator.since))
			throw tooYoung(`${place}.operator`, `The condition '${operator.label}' on '${field}'`, operator.since, site.release);
		const operand = operandOf(condition, operator, place, (value) => wireValue(value, field, types.get(field), dates));
		const part: Part = { label: operator.label, value: operator.wire === null ? operand : { [operator.wire]: operand } };
		const before = parts.get(field);
		parts.set(field, before ? joined(field, place, before, part) : part);
	});
	return parts;
};

/** The object of the `Query` parameter; `{}` where there is no condition. `fields` tell dates and flags apart. */
export const queryOf = (selection: Selection, fields: readonly Field[], site: Site): Row => {
	const parts = composed(selection.conditions ?? [], fields, site);
	const { queryJson = {} } = selection;
	if (!isRow(queryJson))
		throw new InputError({
			field: 'queryJson',
			message: "'Query' is no object",
			hint: 'Give an object of field names and values, such as {"job_no": 12}',
		});
	for (const [field, value] of Object.entries(queryJson)) {
		if (parts.has(field)) {
			throw new InputError({
				field: 'queryJson',
				message: `'${field}' stands in the conditions and in the JSON of the query`,
				hint: 'Keep it in one of the two',
			});
		}
		requireJson(value, field, 'queryJson');
		for (const wire of isRow(value) ? Object.keys(value) : []) {
			const since = sinceByWire.get(wire);
			if (since && !hasSince(site.release, since)) throw tooYoung('queryJson', `The operator '${wire}' on '${field}'`, since, site.release);
		}
	}
	return Object.fromEntries([...[...parts].map(([field, { value }]) => [field, value] as const), ...Object.entries(queryJson)]);
};

/** The same text by whatever case and quotes: how the server compares, so that no value is asked for twice. */
const sameness = (value: unknown): string => String(value).toLowerCase();

const encodedLength = (value: unknown): number => encodeURIComponent(JSON.stringify(value)).length;

/**
 * Cuts a query whose URL would be too long into several that find the same records together, by its longest `$in` list.
 * `room` is how many characters the encoded query may have. Throws {@link InputError} where nothing can be cut.
 */
export const cutQuery = (query: Row, room: number): Row[] => {
	if (encodedLength(query) <= room) return [query];
	const lists = Object.entries(query).flatMap(([field, value]) =>
		isRow(value) && Array.isArray(value.$in)
			? [{ field, operators: value, values: value.$in as unknown[], length: encodedLength(value.$in) }]
			: [],
	);
	const longest = lists.sort((one, other) => other.length - one.length)[0];
	const withList = (values: unknown[]): Row => ({ ...query, [longest!.field]: { ...longest!.operators, $in: values } });
	const spare = longest ? room - encodedLength(withList([])) : 0;
	if (!longest || spare <= 0) {
		throw new InputError({
			field: 'conditions',
			message: `The query is too long for an address: ${encodedLength(query)} of ${room} characters`,
			hint: "Ask with fewer values; only a list of 'Is One Of' can be cut into several calls",
		});
	}
	const chunks: unknown[][] = [[]];
	let used = 0;
	const seen = new Set<string>();
	for (const value of longest.values) {
		if (seen.has(sameness(value))) continue;
		seen.add(sameness(value));
		const length = encodedLength(value) + '%2C'.length;
		if (length > spare)
			throw new InputError({
				field: 'conditions',
				message: `A value of '${longest.field}' is too long for an address: ${length} characters`,
				hint: 'Shorten or leave out that value',
			});
		if (used + length > spare) {
			chunks.push([]);
			used = 0;
		}
		chunks[chunks.length - 1]!.push(value);
		used += length;
	}
	return chunks.map(withList);
};
