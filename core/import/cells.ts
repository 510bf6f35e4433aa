/** Converts the cells of a file to the values of fields. */
import type { Field } from '../catalog';
import { attempt } from '../wire/attempt';
import { wireDate } from '../wire/dates';
import { exactNumber, isRow } from '../wire/values';

/** How numbers and dates are written in a file. */
export interface CellSettings {
	/** The decimal separator. `auto` accepts a point, or a comma unless exactly three digits follow it. */
	readonly decimal: 'auto' | 'point' | 'comma';
	/** The order of day and month in dates such as 03/04/2026. ISO 8601 and 03.04.2026 are always accepted. */
	readonly dateOrder: 'iso' | 'dayFirst' | 'monthFirst';
}

/** The error for a cell with a value that its field does not accept. */
export class CellError extends Error {
	override readonly name = 'CellError';
}

const YES = /^(y|yes|true|on|1)$/i;
const NO = /^(n|no|false|off|0)$/i;

const quoted = (value: unknown): string => JSON.stringify(typeof value === 'string' ? value.slice(0, 60) : value);

const PLAIN = /^[-+]?[0-9]+([.,][0-9]+)?$/;
const GROUPED = {
	point: /^[-+]?[1-9][0-9]{0,2}(,[0-9]{3})+(\.[0-9]+)?$/,
	comma: /^[-+]?[1-9][0-9]{0,2}(\.[0-9]{3})+(,[0-9]+)?$/,
};

/** A number with a space or an apostrophe between its thousands, which has only one meaning: 1 234,5 or 1'234.5. */
const SPACED = /^[-+]?[1-9][0-9]{0,2}([ \u00a0\u202f'\u2019])[0-9]{3}(?:\1[0-9]{3})*(?:[.,][0-9]+)?$/;

/** The number with a decimal point and without thousands separators. */
const withPoint = (given: string, field: Field, { decimal }: CellSettings): string => {
	const refuse = (hint: string): CellError => new CellError(`'${field.label}' must be a number, got ${quoted(given)}. ${hint}`);
	const text = SPACED.test(given) ? given.replace(/[^-+0-9.,]/g, '') : given;
	if (decimal === 'auto') {
		if (!PLAIN.test(text)) throw refuse("Remove units and thousands separators, or set 'Decimal Separator'");
		// 1,234 can mean 1234 or 1.234. In a country with decimal commas, 1.234 can also mean 1234. A decimal field accepts 1.234 as a decimal
		// number, because JSON writes decimal numbers in this way. An integer field rejects it, because 1.000 would otherwise become 1.
		const mark = field.type === 'integer' ? /[,.][0-9]{3}$/ : /,[0-9]{3}$/;
		if (mark.test(text))
			throw refuse(`Set 'Decimal Separator', because the ${text.includes(',') ? 'comma' : 'point'} can also be a thousands separator`);
		return text.replace(',', '.');
	}
	const [mark, other] = decimal === 'comma' ? [',', '.'] : ['.', ','];
	if (GROUPED[decimal].test(text)) return text.replaceAll(other, '').replace(mark, '.');
	if (!PLAIN.test(text) || text.includes(other)) throw refuse(`Use '${mark}' as the decimal separator, or change 'Decimal Separator'`);
	return text.replace(mark, '.');
};

/** A positive whole number without leading zeros that JavaScript stores exactly. Most numbers in a file have this form. */
const SIMPLE_NUMBER = /^[1-9][0-9]{0,14}$/;

/** Digits with leading zeros, which can be a code: 007 and 7 are different codes (public material: Codes are text). */
const LEADING_ZEROS = /^-?0[0-9]/;

const numberOf = (given: string, field: Field, settings: CellSettings): number | string => {
	const text = withPoint(given.trim(), field, settings).replace(/^\+/, '');
	const number = Number(text);
	if (field.type === 'integer' && !Number.isInteger(number))
		throw new CellError(`'${field.label}' must be a whole number, got ${quoted(given)}`);
	if (LEADING_ZEROS.test(text)) return text;
	if (field.type === 'integer') return exactNumber(text) ?? (Number.isSafeInteger(number) ? number : text);
	return Number.isFinite(number) && text.replace(/[-.]/g, '').length <= 15 ? number : text;
};

/** A date as spreadsheets write it: 31.12.2026, 12/31/2026 18:00, or 12/31/2026, 6:00 PM. */
const LOCAL_DATE = /^([0-9]{1,2})([./-])([0-9]{1,2})\2([0-9]{4})(?:(?:,? |T)([0-9]{1,2}):([0-9]{2}(?::[0-9]{2})?)(?:\s?([ap])\.?m\.?)?)?$/i;
const padded = (text = ''): string => text.padStart(2, '0');

/** The time on a 24-hour clock, as in ISO 8601: 12 AM is 00, and 12 PM is 12. Undefined for an hour that does not exist with AM or PM. */
const clockOf = (hour: string, minutes: string, half: string | undefined): string | undefined => {
	if (half === undefined) return `T${padded(hour)}:${minutes}`;
	const number = Number(hour);
	if (number < 1 || number > 12) return undefined;
	return `T${padded(String((number % 12) + (half.toLowerCase() === 'p' ? 12 : 0)))}:${minutes}`;
};

const dateOf = (given: string, field: Field, { dateOrder }: CellSettings): string => {
	const text = given.trim();
	const [, first, mark, second, year, hour, minutes = '', half] = LOCAL_DATE.exec(text) ?? [];
	if (year !== undefined && mark !== '.' && dateOrder === 'iso')
		throw new CellError(`'${field.label}' is ${quoted(given)}, which can be day first or month first. Set 'Date Format'`);
	const [day, month] = mark !== '.' && dateOrder === 'monthFirst' ? [second, first] : [first, second];
	const clock = hour === undefined ? '' : clockOf(hour, minutes, half);
	const iso = year === undefined || clock === undefined ? text : `${year}-${padded(month)}-${padded(day)}${clock}`;
	if ('thrown' in attempt(() => wireDate(iso, field.name, {})))
		throw new CellError(`'${field.label}' must be a date, got ${quoted(given)}. Use a format such as 2026-08-22 or 2026-08-22T10:00`);
	return iso;
};

const flagOf = (given: string, field: Field): string => {
	const text = given.trim();
	if (YES.test(text)) return 'Y';
	if (NO.test(text)) return 'N';
	if (text.length === 1) return text;
	throw new CellError(`'${field.label}' must be yes or no, got ${quoted(given)}`);
};

/**
 * Throws {@link CellError} if a value contains, at any depth, a whole number that JavaScript does not store exactly: it is no longer the
 * number in the file, and could be the key of another record.
 */
export const requireExact = (value: unknown, label: string): void => {
	if (Number.isInteger(value) && !Number.isSafeInteger(value))
		throw new CellError(
			`'${label}' contains a number with too many digits, which JSON rounds to ${String(value)}. Put the original number in quotes`,
		);
	if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) requireExact(each, label);
};

/** An object in a cell, such as the alternate key of a look-up: `{"external_key": "A1"}`. */
const objectIn = (text: string, field: Field): unknown => {
	if ((field.type === 'text' && field.lookup === undefined && field.keyObject !== true) || !/^\s*\{/.test(text)) return undefined;
	try {
		const value: unknown = JSON.parse(text);
		return isRow(value) ? value : undefined;
	} catch {
		return undefined;
	}
};

/** The options of a multi-select drop-down: a JSON list, or the text of a single option. Throws {@link CellError}. */
const optionsIn = (text: string, { label }: Field): unknown[] => {
	if (!text.trimStart().startsWith('[')) return [text];
	const parsed = attempt((): unknown => JSON.parse(text));
	if ('value' in parsed && Array.isArray(parsed.value) && parsed.value.every((each) => typeof each !== 'object')) return parsed.value;
	throw new CellError(`'${label}' must be one option, or a JSON list of options such as ["HD", "UHD"]`);
};

/** The value of a cell for its field; text is converted according to the type of the field. Throws {@link CellError}. */
export const cellValue = (given: unknown, field: Field, settings: CellSettings): unknown => {
	if (typeof given === 'boolean') {
		if (field.type === 'flag') return given ? 'Y' : 'N';
		throw new CellError(
			`'${field.label}' must be ${field.type === 'dateTime' ? 'a date' : field.type === 'text' ? 'text' : 'a number'}, got ${given}`,
		);
	}
	if (typeof given !== 'string') {
		requireExact(given, field.label);
		if (typeof given === 'number' && field.type === 'text') return String(given);
		if (typeof given === 'number' && field.type === 'dateTime') throw new CellError(`'${field.label}' must be a date, got ${given}`);
		return given;
	}
	if (field.multiSelect) return optionsIn(given, field);
	if (SIMPLE_NUMBER.test(given) && (field.type === 'integer' || field.type === 'decimal')) return Number(given);
	const object = objectIn(given, field);
	if (object !== undefined) {
		requireExact(object, field.label);
		return object;
	}
	switch (field.type) {
		case 'integer':
		case 'decimal':
			return numberOf(given, field, settings);
		case 'dateTime':
			return dateOf(given, field, settings);
		case 'flag':
			return flagOf(given, field);
		case 'text':
			return given;
	}
};

/** The rows of a sub-table in a cell, as JSON. Throws {@link CellError}. */
export const rowsIn = (given: unknown, label: string): unknown => {
	const refuse = (): CellError => new CellError(`'${label}' must be a JSON list of rows such as [{"field": "value"}]`);
	const parsed = attempt((): unknown => (typeof given === 'string' ? JSON.parse(given) : given));
	const value = 'value' in parsed ? parsed.value : undefined;
	if (!Array.isArray(value) || !value.every(isRow)) throw refuse();
	requireExact(value, label);
	return value;
};

/** Whether a cell contains the name of the record that a numeric look-up field refers to: text that is neither a number nor an object. */
export const isName = (given: unknown, { type, lookup }: Field): given is string =>
	lookup !== undefined && type === 'integer' && typeof given === 'string' && !/^\s*([-+]?[0-9][0-9.,]*|\{.*\})\s*$/s.test(given);
