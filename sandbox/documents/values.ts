import { hasSince } from '../../core/catalog';
import { YEAR_ONE, keyMatch } from '../storage/render';
import { quoted } from '../storage/schema';
import type { Records } from '../storage/records';
import { type FieldView, lookupKeys, lookupTarget, type Value } from '../storage/tables';
import { rowIdOfKey } from '../storage/keys';
import { type DateReading, readDateTime } from './dates';
import { ruleViolation } from './httpError';

/** The context in which a value is read. */
export interface ValueReading {
	readonly store: Records;
	readonly dates: DateReading;
	/** The key of the new row that a negative number in the key field `name` refers to; undefined if there is no such row. */
	newKey(name: string, negative: number): Value | undefined;
	/** The key fields of the document: a negative number in one of them refers to a new row. */
	readonly keyNames: ReadonlySet<string>;
}

const LONE_SURROGATE = /\p{Surrogate}/u;
const MAX_SHOWN = 100;

/** A value for an error message, shortened if it is long. JSON nested too deeply to be serialized is only described. */
export const shown = (raw: unknown): string => {
	let text: string;
	try {
		text = typeof raw === 'string' ? raw : (JSON.stringify(raw) ?? 'undefined');
	} catch {
		text = Array.isArray(raw) ? 'a deeply nested array' : 'a deeply nested object';
	}
	return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
};

const refuse = (field: FieldView, expected: string, raw: unknown): never => {
	throw ruleViolation(`'${field.name}' must be ${expected}, got '${shown(raw)}'`);
};

const readNumber = (field: FieldView, raw: unknown): number => {
	const isWhole = field.type === 'integer';
	const form = isWhole ? /^\s*[+-]?\d+\s*$/ : /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i;
	const number = typeof raw === 'number' ? raw : typeof raw === 'string' && form.test(raw) ? Number(raw) : Number.NaN;
	if (!(isWhole ? Number.isSafeInteger(number) : Number.isFinite(number))) {
		return refuse(field, isWhole ? 'a whole number' : 'a number', raw);
	}
	return number === 0 ? 0 : number;
};

const readText = (field: FieldView, raw: unknown): string => {
	if (typeof raw === 'number') {
		return Number.isInteger(raw) && !Number.isSafeInteger(raw)
			? refuse(field, 'a string in quotes, because the number is too long', raw)
			: String(raw);
	}
	if (typeof raw !== 'string') {
		return refuse(field, 'a string', raw);
	}
	return LONE_SURROGATE.test(raw) ? refuse(field, 'a valid Unicode string', JSON.stringify(raw)) : raw;
};

/** Converts a plain value to the type of its field. Numbers can be in quotes (public material). Throws for any other type. */
export const readPlain = (field: FieldView, raw: unknown, dates: DateReading): string | number => {
	switch (field.type) {
		case 'integer':
		case 'decimal':
			return readNumber(field, raw);
		case 'flag':
			return typeof raw === 'string' && /^[yn]$/i.test(raw) ? raw.toUpperCase() : refuse(field, "'Y' or 'N'", raw);
		case 'dateTime': {
			const read = typeof raw === 'string' ? readDateTime(raw, dates) : refuse(field, 'a date and time in quotes', raw);
			if (typeof read !== 'string') {
				throw ruleViolation(`'${field.name}' ${read.refused}`);
			}
			return read;
		}
		case 'text':
			return readText(field, raw);
	}
};

const isObject = (raw: unknown): raw is Record<string, unknown> => typeof raw === 'object' && raw !== null && !Array.isArray(raw);

/** The fields of a key object that identify a record, the primary key first. */
export const keyPairs = (
	raw: Record<string, unknown>,
	primary: readonly string[],
	alternates: readonly string[],
): readonly (readonly [string, unknown])[] =>
	[...primary, ...alternates].filter((name) => Object.hasOwn(raw, name) && raw[name] !== null).map((name) => [name, raw[name]] as const);

const negative = (raw: unknown): number | undefined => {
	const number = typeof raw === 'number' ? raw : typeof raw === 'string' && /^-\d{1,9}$/.test(raw) ? Number(raw) : Number.NaN;
	return Number.isInteger(number) && number < 0 ? number : undefined;
};

const newRowKey = (field: FieldView, raw: unknown, { newKey, keyNames }: ValueReading): Value | undefined => {
	const number = negative(raw);
	const name = field.lookup?.key ?? field.name;
	if (number === undefined || !(keyNames.has(name) || field.lookup)) {
		return undefined;
	}
	const key = newKey(name, number);
	if (key === undefined) {
		throw ruleViolation(`'${field.name}' ${number} does not refer to a new row in this request`);
	}
	return key;
};

const existing = (field: FieldView, key: string | number, store: Records): Value => {
	const target = lookupTarget(field.lookup as NonNullable<FieldView['lookup']>);
	const { root } = target;
	const bound = root.stored.rowId === 'key' ? (rowIdOfKey(root.stored, key) ?? null) : String(key);
	const found = store.get(`SELECT 1 AS found FROM ${quoted(root.stored.name)} looked_up WHERE ${keyMatch(root, 'looked_up', '?')}`, [
		bound,
	]);
	if (!found) {
		throw ruleViolation(`'${field.name}' refers to a record that does not exist: ${target.name} ${root.key} '${key}'`);
	}
	return key;
};

/** Rejects codes with leading zeros in a number field: as a number, such a code would identify another record. */
const requireWholeCode = (field: FieldView, raw: unknown, value: string | number): void => {
	const { name, root } = lookupTarget(field.lookup as NonNullable<FieldView['lookup']>);
	if (
		typeof value === 'number' &&
		typeof raw === 'string' &&
		root.stored.fields.get(root.key)?.type === 'text' &&
		String(value) !== raw.trim()
	) {
		throw ruleViolation(`'${field.name}' is a number field and cannot refer to ${name} ${root.key} '${shown(raw)}'`);
	}
};

const byAlternateKey = (field: FieldView, name: string, raw: unknown, { store, dates }: ValueReading): Value => {
	const target = lookupTarget(field.lookup as NonNullable<FieldView['lookup']>);
	const key = readPlain(target.root.byName.get(name) as FieldView, raw, dates);
	const found =
		key === ''
			? []
			: store.all(`SELECT ${quoted(target.root.key)} AS key FROM ${quoted(target.root.stored.name)} WHERE ${quoted(name)} = ? LIMIT 2`, [
					key,
				]);
	if (found.length !== 1) {
		throw ruleViolation(
			`'${field.name}' refers to ${found.length === 0 ? 'a record that does not exist' : 'more than one record'}: ${target.name} ${name} '${shown(raw)}'`,
		);
	}
	return existing(field, readPlain(field, found[0]?.key, dates), store);
};

/** The values of a key object must be plain; otherwise, objects could be nested without limit. */
const plainIn = (field: FieldView, raw: unknown): unknown => (isObject(raw) ? refuse(field, 'a plain value inside its object', raw) : raw);

const fromObject = (field: FieldView, raw: Record<string, unknown>, reading: ValueReading): Value => {
	if (field.dropDown) {
		const pair = keyPairs(raw, [field.name, 'option_text'], [])[0];
		return pair
			? readValue(field, plainIn(field, pair[1]), reading)
			: Object.keys(raw).length === 0
				? null
				: refuse(field, `an object with '${field.name}'`, raw);
	}
	if (!field.lookup && !field.keyObject) {
		return refuse(field, 'a plain value', raw);
	}
	const primary = [field.name, ...(field.lookup?.key ? [field.lookup.key] : [])];
	const alternates = field.lookup ? lookupKeys(field.lookup) : [];
	const [pair] = keyPairs(raw, primary, alternates);
	if (!pair) {
		const known = [...primary, ...alternates];
		return Object.keys(raw).length === 0 || known.some((name) => Object.hasOwn(raw, name))
			? null
			: refuse(field, `an object with ${known.map((name) => `'${name}'`).join(' or ')}`, raw);
	}
	return primary.includes(pair[0]) ? readValue(field, plainIn(field, pair[1]), reading) : byAlternateKey(field, pair[0], pair[1], reading);
};

const requireOption = (field: FieldView, option: string, store: Records): void => {
	if (!store.get('SELECT 1 AS found FROM sys_drop_down WHERE drop_down_name = ? AND drop_down_desc = ?', [field.name, option])) {
		throw ruleViolation(`'${field.name}' must be an option of its drop-down, got '${option}'`);
	}
};

/** The options of a multi-select drop-down as stored: a JSON array of unique strings, or null if there are none. */
const readOptions = (field: FieldView, raw: unknown, reading: ValueReading): Value => {
	const single: FieldView = { ...field, dropDown: { details: false } };
	const texts = (Array.isArray(raw) ? raw : [raw]).map((option) => readValue(single, plainOrObject(field, option), reading));
	const chosen = [...new Set(texts.filter((text) => text !== null))];
	return chosen.length === 0 ? null : JSON.stringify(chosen);
};

const plainOrObject = (field: FieldView, option: unknown): unknown =>
	Array.isArray(option) ? refuse(field, 'an array of strings or objects', [option]) : option;

/**
 * Converts a value of a body to the stored value. An object of key fields is resolved to the key of its record (specification:
 * Conventions; public material: Records and keys). Throws if the field does not accept the value.
 */
export const readValue = (field: FieldView, raw: unknown, reading: ValueReading): Value => {
	if (raw === null || raw === undefined) {
		return field.type === 'dateTime' && !hasSince(reading.store.release, '11.0') ? YEAR_ONE : null;
	}
	if (field.dropDown?.isMultiSelect) {
		return readOptions(field, raw, reading);
	}
	if (isObject(raw)) {
		return fromObject(field, raw, reading);
	}
	const created = newRowKey(field, raw, reading);
	if (created !== undefined) {
		return created;
	}
	const value = readPlain(field, raw, reading.dates);
	if (field.dropDown) {
		requireOption(field, value as string, reading.store);
	}
	if (!field.lookup) {
		return value;
	}
	requireWholeCode(field, raw, value);
	return existing(field, value, reading.store);
};
