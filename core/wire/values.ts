/** Converts values for the server, according to the type of the field. */
import { FEATURES, hasSince, type Field, type FieldType } from '../catalog';
import { InputError } from '../model/inputError';
import type { Site } from '../model/site';
import type { Row } from '../model/terms';
import { wireDate, type DateReading } from './dates';

/** How the site reads date-times in bodies: before 11.3, it ignores offsets, so times must be sent in UTC. */
export const bodyDates = (site: Site): DateReading => ({
	zone: site.zone,
	overridingZone: site.timeZoneName,
	offsetsToUtc: !hasSince(site.release, FEATURES.postOffsets),
});

/** How the site reads date-times in queries: every release supports offsets, except together with Source-Time-Zone-Name. */
export const queryDates = (site: Site): DateReading => ({ zone: site.zone, overridingZone: site.timeZoneName });

const typesByFields = new WeakMap<readonly Field[], ReadonlyMap<string, FieldType>>();

/** The types of fields by name; cached, because they are needed for every record. */
export const typesOf = (fields: readonly Field[]): ReadonlyMap<string, FieldType> => {
	const known = typesByFields.get(fields);
	if (known) return known;
	const types = new Map(fields.map(({ name, type }) => [name, type]));
	typesByFields.set(fields, types);
	return types;
};

/** The JSON value of an object: date objects from any library become strings. */
export const plain = (value: unknown): unknown => {
	const { toJSON } = (value ?? {}) as { toJSON?: unknown };
	return typeof toJSON === 'function' ? toJSON.call(value) : value;
};

/**
 * Throws {@link InputError} if the input contains, at any depth, a value that JSON silently converts to null. A null would clear a field or
 * match records without a value. `place` is the path of the value in the input.
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
			hint: 'Check the expression that creates it. To parse a date from text, specify the format of the text',
		});
	if (shown === value) for (const each of Object.values(value)) requireJson(each, field, place);
};

/**
 * Converts a date-time with {@link wireDate}, and a Boolean flag to `Y` or `N`. Other values stay unchanged. Throws {@link InputError} for
 * values that JSON does not support.
 */
export const wireValue = (given: unknown, field: string, type: FieldType | undefined, reading: DateReading): unknown => {
	requireJson(given, field);
	const value = typeof given === 'object' ? plain(given) : given;
	if (type === 'dateTime' && typeof value === 'string') return wireDate(value, field, reading);
	if (type === 'flag' && typeof value === 'boolean') return value ? 'Y' : 'N';
	return value;
};

/**
 * The number in a string; undefined if JavaScript would write the number differently. Texts such as `0004`, `1e3` and numbers with more
 * digits than JavaScript stores exactly are codes (public material: Codes are text). Spaces at the ends are ignored.
 */
export const exactNumber = (text: string): number | undefined => {
	const digits = text.trim();
	const number = Number(digits);
	return /^-?[0-9]+(\.[0-9]+)?$/.test(digits) && String(number) === digits ? number : undefined;
};

/**
 * Whether both are whole numbers with the same value, such as `'0015'` and 15. Must not be used for codes, in which leading zeros matter.
 */
export const isSameNumber = (one: unknown, other: unknown): boolean => {
	const texts = [one, other].map((value) => String(value).trim());
	return texts.every((text) => /^-?[0-9]{1,15}$/.test(text)) && new Set(texts.map(Number)).size === 1;
};

/** Whether a key is temporary, such as -1 or +1: the site assigns the real key (public material: Records and keys). */
export const isTemporaryKey = (key: unknown): boolean => /^[-+][0-9]+$/.test(String(key));

/** Whether a string contains no lone surrogate, which cannot be sent. */
export const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);

/** Whether a value is a JSON object. */
export const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The plain value of a field: for a look-up object or a key object, its property with the field's name. */
export const plainValue = (value: unknown, name: string): unknown => (isRow(value) && Object.hasOwn(value, name) ? value[name] : value);
