/** The conditions that test the query operators, by field type. The records that a condition returns show whether the operator works. */
import { NULL_TEXT, WILDCARD, type FieldType } from '../catalog';

/** The tolerance for times in milliseconds: a site may store them without seconds. */
const TIME_TOLERANCE = 60_000;

/** A condition on an existing value of a field, and the result to expect. */
export interface Probe {
	/** The operator on the wire, or the form of the value. */
	readonly label: string;
	/** The operator on the wire, if the result of the probe shows whether the site supports this operator at all. */
	readonly wire?: string;
	readonly condition: (value: unknown) => unknown;
	/** Whether a record whose value is `found` can match the condition on `value`. */
	readonly matches: (found: unknown, value: unknown) => boolean;
	/** Whether the result must include the record that supplied the condition's value. */
	readonly includes: boolean;
}

export interface Kind {
	readonly label: string;
	readonly type: FieldType;
	/** The probe that finds a field by which a list can be searched. The records that it returns are checked too. */
	readonly search: Probe;
	readonly probes: readonly Probe[];
}

const numberOf = (value: unknown): number => (typeof value === 'string' && /[T:]/.test(value) ? Date.parse(value) : Number(value));
const lower = (value: unknown): string => String(value ?? '').toLowerCase();
const isSame = (one: unknown, other: unknown): boolean => lower(one) === lower(other);
const isSameNumber = (one: unknown, other: unknown): boolean => numberOf(one) === numberOf(other);

type Matches = Probe['matches'];
const operator = (wire: string, operand: (value: unknown) => unknown, matches: Matches, includes: boolean): Probe => ({
	label: wire,
	wire,
	condition: (value) => ({ [wire]: operand(value) }),
	matches,
	includes,
});
const plain = (label: string, condition: (value: unknown) => unknown, matches: Matches, includes = true): Probe => ({
	label,
	condition,
	matches,
	includes,
});

const same = (value: unknown): unknown => value;

const equality = (matches: Matches): Probe => plain('equality', same, matches);
const choices = (matches: Matches): readonly Probe[] => [
	operator('$in', (value) => [value], matches, true),
	operator('$ne', same, (found, value) => !matches(found, value), false),
	operator(
		'$notin',
		(value) => [value],
		(found, value) => !matches(found, value),
		false,
	),
];

const range = (tolerance: number, margin = 0): Probe =>
	operator(
		'$range',
		(value) => (margin === 0 ? [value, value] : [numberOf(value) - margin, numberOf(value) + margin]),
		(found, value) => Math.abs(numberOf(found) - numberOf(value)) <= tolerance + margin,
		true,
	);
/** With a tolerance, `$gt` and `$lt` also accept an equal value. */
const comparisons = (tolerance: number): readonly Probe[] => [
	operator('$gte', same, (found, value) => numberOf(found) >= numberOf(value) - tolerance, true),
	operator('$lte', same, (found, value) => numberOf(found) <= numberOf(value) + tolerance, true),
	operator('$gt', same, (found, value) => numberOf(found) > numberOf(value) - tolerance, false),
	operator('$lt', same, (found, value) => numberOf(found) < numberOf(value) + tolerance, false),
];

const prefix = (value: unknown): string => String(value).slice(0, 4);
const suffix = (value: unknown): string => String(value).slice(-4);
const patterns: readonly Probe[] = [
	operator(
		'$LIKEAND',
		(value) => [`${prefix(value)}${WILDCARD}`, `${WILDCARD}${suffix(value)}`],
		(found, value) => lower(found).startsWith(lower(prefix(value))) && lower(found).endsWith(lower(suffix(value))),
		true,
	),
	plain(
		'text%',
		(value) => `${prefix(value)}${WILDCARD}`,
		(found, value) => lower(found).startsWith(lower(prefix(value))),
	),
	plain(
		'%text',
		(value) => `${WILDCARD}${suffix(value)}`,
		(found, value) => lower(found).endsWith(lower(suffix(value))),
	),
	plain(
		'%text%',
		(value) => `${WILDCARD}${prefix(value)}${WILDCARD}`,
		(found, value) => lower(found).includes(lower(prefix(value))),
	),
];

const isEmpty = (value: unknown): boolean =>
	value === null || value === undefined || value === '' || (typeof value === 'string' && value.startsWith('0001-01-01'));
const emptiness: readonly Probe[] = [
	plain(NULL_TEXT, () => NULL_TEXT, isEmpty, false),
	// Has no `wire`: if this probe fails, the site may still support `$ne` for other values.
	plain(
		`$ne ${NULL_TEXT}`,
		() => ({ $ne: NULL_TEXT }),
		(found) => !isEmpty(found),
	),
];

/** Integers have no probe for empty values, because the probes for integers use keys, which are never empty. */
export const KINDS: readonly Kind[] = [
	{
		label: 'numbers',
		type: 'integer',
		search: equality(isSameNumber),
		probes: [...choices(isSameNumber), range(0), ...comparisons(0)],
	},
	{ label: 'text', type: 'text', search: equality(isSame), probes: [...choices(isSame), ...patterns, ...emptiness] },
	{ label: 'dates', type: 'dateTime', search: range(TIME_TOLERANCE), probes: [...comparisons(TIME_TOLERANCE), ...emptiness] },
	{
		label: 'decimal numbers',
		type: 'decimal',
		// A search for the exact value could miss the record, because a site can store more digits than it returns.
		search: range(0, 1),
		probes: [equality(isSameNumber), ...choices(isSameNumber), range(0), ...comparisons(0), ...emptiness],
	},
	{ label: 'yes/no fields', type: 'flag', search: equality(isSame), probes: [...choices(isSame), ...emptiness] },
];
