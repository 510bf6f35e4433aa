/**
 * The reason that a server states for a refusal, in the usual error formats (public material: Errors; RFC 9457; ASP.NET; SOAP). The search
 * is limited, so that a body of any size or depth takes little time.
 */
import { decodeEntities } from './entities';
import type { Row } from '../model/terms';
import { isRow } from './values';

const MAX_TEXT = 1000;
/** The maximum number of characters to search. */
const MAX_SEARCH = 20_000;
/** No known server nests errors more deeply. Deeper values are not read, so that they cannot exhaust the call stack. */
const MAX_DEPTH = 32;
/** The number of levels that are shown as JSON for an error whose text cannot be found. */
const OUTLINE_DEPTH = 4;
/** The maximum number of entries to search in one array or object. */
const MAX_ENTRIES = 100;
/** The maximum number of values to search at each level. */
const MAX_WIDTH = 10_000;

/** The text on one line, with HTML entities decoded, cut to 1,000 characters; undefined if it is blank. */
export const trimmed = (text: string): string | undefined => {
	const line = decodeEntities(text.slice(0, MAX_SEARCH)).replace(/\s+/g, ' ').trim();
	return line === '' ? undefined : line.slice(0, MAX_TEXT);
};

const isPage = (text: string): boolean => /^\s*<(?:!doctype|html|head|body)/i.test(text);
const isXml = (text: string): boolean => /^\s*<\?xml|^\s*<(?:\w+:)?(?:envelope|fault|error)\b/i.test(text);

/** The kind of markup; undefined for any other text. */
export const markupOf = (text: string): 'HTML' | 'XML' | undefined =>
	isPage(text) || (isXml(text) && /<html[\s>]/i.test(text.slice(0, MAX_TEXT))) ? 'HTML' : isXml(text) ? 'XML' : undefined;

/** The title of a page, or the text of a fault in XML. */
export const markupText = (markup: string): string | undefined => {
	const text = markup.slice(0, MAX_SEARCH);
	const found =
		/<title[^>]*>([^<]*)<\/title>/i.exec(text) ??
		/<(?:\w+:)?(?:faultstring|text|message|reason|error|description)(?:\s[^>]*)?>([^<]+)</i.exec(text);
	return trimmed(found?.[1] ?? '');
};

/** Whether a value is nested more than {@link MAX_DEPTH} levels deep. */
const isTooDeep = (value: unknown): boolean => {
	let level: unknown[] = [value];
	for (let depth = 0; depth <= MAX_DEPTH; depth += 1) {
		level = level
			.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each).slice(0, MAX_ENTRIES) : []))
			.slice(0, MAX_WIDTH);
		if (level.length === 0) return false;
	}
	return true;
};

/** JSON of the outer levels of a value and of the first entries in each. */
const outlineOf = (value: unknown): string => {
	const outer = (each: unknown, depth: number): unknown => {
		if (typeof each !== 'object' || each === null) return each;
		if (depth === 0) return null;
		if (Array.isArray(each)) return each.slice(0, MAX_ENTRIES).map((inner) => outer(inner, depth - 1));
		return Object.fromEntries(
			Object.entries(each)
				.slice(0, MAX_ENTRIES)
				.map(([name, inner]) => [name, outer(inner, depth - 1)]),
		);
	};
	return JSON.stringify(outer(value, OUTLINE_DEPTH)) ?? '';
};

/** Properties with the text of an error, best first; in lower case. */
const TEXTS = [
	'message',
	'error_description',
	'errordescription',
	'errormessage',
	'error_message',
	'faultstring',
	'detail',
	'details',
	'description',
	'reason',
	'text',
	'error',
	'errors',
	'title',
	'exceptionmessage',
];
/** Properties that mark a response as an error if they are not empty; in lower case. */
const ERRORS = [
	'error',
	'errors',
	'errormessage',
	'error_message',
	'error_description',
	'errordescription',
	'exception',
	'exceptionmessage',
	'fault',
	'faults',
	'faultstring',
	'modelstate',
];
const FLAGS = ['success', 'issuccess', 'succeeded', 'successful', 'ok'];
const OUTCOMES = ['status', 'result', 'outcome'];
/**
 * Properties that can contain an error code. An object with a message counts as an error if one of these properties contains an error code.
 */
const CODES = ['code', 'errorcode', 'error_code', 'statuscode', 'status'];
const TRACES = ['exceptiontype', 'stacktrace', 'messagedetail'];

/** The first entries of an object, with names in lower case. Most objects have such names already, and are not copied. */
const byLowerCase = (row: Row): Row => {
	const names = Object.keys(row);
	if (names.length <= MAX_ENTRIES && names.every((name) => name === name.toLowerCase())) return row;
	return Object.fromEntries(names.slice(0, MAX_ENTRIES).map((name) => [name.toLowerCase(), row[name]]));
};

const isEmpty = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	value === false ||
	value === 0 ||
	(typeof value === 'string' && value.trim() === '') ||
	(typeof value === 'object' && Object.keys(value).length === 0);

/** The text of an error value of any format; undefined if it has none. */
const textOf = (value: unknown, depth = MAX_DEPTH): string | undefined => {
	if (depth === 0) return undefined;
	if (typeof value === 'string') return trimmed(value);
	if (typeof value === 'number') return `Error ${value}`;
	if (Array.isArray(value))
		return trimmed(
			value
				.slice(0, 3)
				.map((each) => textOf(each, depth - 1))
				.filter((text) => text !== undefined)
				.join('; '),
		);
	if (!isRow(value)) return undefined;
	const row = byLowerCase(value);
	for (const name of TEXTS) {
		const text = isEmpty(row[name]) || typeof row[name] === 'number' ? undefined : textOf(row[name], depth - 1);
		if (text !== undefined) return text;
	}
	return trimmed(outlineOf(value));
};

const isErrorCode = (code: unknown): boolean =>
	typeof code === 'number' ? code >= 400 : typeof code === 'string' && code.trim() !== '' && !/^(0|2\d\d|ok|success)$/i.test(code.trim());

/** The error value of an object; undefined if the object is not marked as an error. */
const errorIn = (body: Row): unknown => {
	const row = byLowerCase(body);
	const named = ERRORS.find((name) => !isEmpty(row[name]));
	if (named !== undefined) return row[named] === true ? body : row[named];
	if (FLAGS.some((name) => row[name] === false || row[name] === 'false')) return body;
	if (OUTCOMES.some((name) => typeof row[name] === 'string' && /^(error|fail|failed|failure)$/i.test(row[name]))) return body;
	if (Array.isArray(row.tables)) return undefined;
	const isProblem = typeof (row.detail ?? row.title) === 'string' && (typeof row.type === 'string' || isErrorCode(row.status));
	const isMessage = typeof row.message === 'string' && (CODES.some((name) => isErrorCode(row[name])) || TRACES.some((name) => name in row));
	return isProblem || isMessage ? body : undefined;
};

/**
 * The reason in a body that is marked as an error, regardless of the HTTP status. Reads `{"error": "…"}` (public material) and the formats
 * of other servers. Undefined if nothing marks the body as an error, or if the body is nested too deeply to be one.
 */
export const reasonIn = (body: unknown): string | undefined => {
	const marked = Array.isArray(body) ? body[0] : body;
	if (!isRow(marked)) return undefined;
	const error = errorIn(marked);
	// The depth is measured last, because most responses are not errors and can be large.
	if (error === undefined || isTooDeep(marked)) return undefined;
	return textOf(error) ?? 'An error without a message';
};

/** Whether an object has a property that marks it as an error, such as `error`, regardless of its other properties. */
export const hasErrorProperty = (body: unknown): boolean => {
	if (!isRow(body)) return false;
	const row = byLowerCase(body);
	return ERRORS.some((name) => !isEmpty(row[name]));
};

const VOCABULARY = new Set([
	...TEXTS,
	...ERRORS,
	...FLAGS,
	...OUTCOMES,
	...CODES,
	...TRACES,
	'type',
	'instance',
	'traceid',
	'fields',
	'timestamp',
	'path',
]);

/** Whether an object consists only of an error, and is therefore not a record. */
export const isErrorOnly = (row: Row): boolean =>
	reasonIn(row) !== undefined && Object.keys(row).every((name) => VOCABULARY.has(name.toLowerCase()));

/** The beginning of a body as text, to search it for known phrases. */
export const bodyText = (body: unknown): string => (typeof body === 'string' ? body : outlineOf(body)).slice(0, MAX_SEARCH);

/** The server's text in a failed response, even if nothing marks the text as an error; undefined if there is none. */
export const messageOf = (body: unknown): string | undefined => {
	if (typeof body === 'string') return markupOf(body) === undefined ? trimmed(body) : markupText(body);
	if (typeof body !== 'object' || body === null || isTooDeep(body)) return undefined;
	const reason = reasonIn(body);
	if (reason !== undefined) return reason;
	const row = isRow(body) ? byLowerCase(body) : {};
	const name = TEXTS.find((each) => typeof row[each] === 'string' && trimmed(row[each]) !== undefined);
	return name === undefined ? undefined : textOf(row[name]);
};
