/** Values of fields on their way to the server, by the type of the field. */
import { hasSince, type Field, type FieldType } from '../catalog';
import { InputError } from '../model/inputError';
import type { Site } from '../model/site';
import type { Row } from '../model/terms';
import { wireDate, type DateReading } from './dates';

/** How the site reads date-times in bodies: before 11.3 offsets are overlooked, so that only UTC is right. */
export const bodyDates = (site: Site): DateReading => ({
	zone: site.zone,
	overridingZone: site.timeZoneName,
	offsetsToUtc: !hasSince(site.release, '11.3'),
});

/** How the site reads date-times in queries: offsets on every release, but not beside Source-Time-Zone-Name. */
export const queryDates = (site: Site): DateReading => ({ zone: site.zone, overridingZone: site.timeZoneName });

const typesByFields = new WeakMap<readonly Field[], ReadonlyMap<string, FieldType>>();

/** The types of fields by name; kept with the list of fields, which is read for every record. */
export const typesOf = (fields: readonly Field[]): ReadonlyMap<string, FieldType> => {
	const known = typesByFields.get(fields);
	if (known) return known;
	const types = new Map(fields.map(({ name, type }) => [name, type]));
	typesByFields.set(fields, types);
	return types;
};

/** What JSON would make of it: date objects of any library become texts. */
const plain = (value: unknown): unknown => {
	const { toJSON } = (value ?? {}) as { toJSON?: unknown };
	return typeof toJSON === 'function' ? toJSON.call(value) : value;
};

/**
 * Refuses what JSON would make null of in silence, at any depth: a null empties a field, or finds the records without a value.
 * `place` is that of the value in the input. Throws {@link InputError}.
 */
export const requireJson = (value: unknown, field: string, place = field): void => {
	if (typeof value === 'number' && !Number.isFinite(value)) {
		throw new InputError({
			field: place,
			message: `'${field}' must be a number, got ${value}`,
			hint: 'Check the expression or the item that it comes from',
		});
	}
	if (typeof value !== 'object' || value === null) return;
	const shown = plain(value);
	if (shown === null)
		throw new InputError({
			field: place,
			message: `'${field}' contains an invalid date`,
			hint: 'Check the expression that creates it. Parsing a date from text requires the format of the text',
		});
	if (shown === value) for (const each of Object.values(value)) requireJson(each, field, place);
};

/**
 * A value as it is sent: date-times by {@link wireDate}, true and false of a flag as `Y` and `N`, all else as it is. Throws
 * {@link InputError} for what JSON cannot say.
 */
export const wireValue = (given: unknown, field: string, type: FieldType | undefined, reading: DateReading): unknown => {
	requireJson(given, field);
	const value = typeof given === 'object' ? plain(given) : given;
	if (type === 'dateTime' && typeof value === 'string') return wireDate(value, field, reading);
	if (type === 'flag' && typeof value === 'boolean') return value ? 'Y' : 'N';
	return value;
};

/**
 * The number that a text spells, and undefined if the text would not survive the round trip: `0004`, `1e3` and numbers of more digits than
 * a program counts exactly are codes or texts (public material: Codes are text). Spaces at the ends do not matter.
 */
export const exactNumber = (text: string): number | undefined => {
	const digits = text.trim();
	const number = Number(digits);
	return /^-?[0-9]+(\.[0-9]+)?$/.test(digits) && String(number) === digits ? number : undefined;
};

/** Whether both are whole numbers of the same value: `'0015'` and 15. For numbers only, since codes that differ in their zeros differ. */
export const isSameNumber = (one: unknown, other: unknown): boolean => {
	const [first, second] = [one, other].map((value) => String(value).trim());
	return [first, second].every((text) => /^-?[0-9]{1,15}$/.test(text!)) && Number(first) === Number(second);
};

/** No half of a character (a lone surrogate) in it: what has one is changed or refused on its way. */
export const isWhole = (text: string): boolean => !/\p{Surrogate}/u.test(text);

/** A JSON object, no array, no null. */
export const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);
