/**
 * Decodes the records in responses to reads, in all formats (specification: Response envelopes; public material for lists, sub-tables and
 * older releases). Records are not copied.
 */
import { DOCUMENTED_TABLES, ENVELOPE_STATUSES, type ListNames } from '../catalog';
import type { SiteResponse } from '../model/port';
import type { DocumentRef } from '../model/documentRef';
import type { KeyValue, Row, SubTableStep } from '../model/terms';
import { isErrorOnly, markupOf, markupText } from './reason';
import { isRow } from './values';

export interface DecodeErrorParts {
	/** Whether the body is empty, or starts like JSON but is incomplete. A retry can return the complete body. */
	readonly broken?: boolean;
	/** Whether the user can choose in the credential to accept this response as a success. */
	readonly isAcceptable?: boolean;
	/** Whether the body contains both an error and the contents of a successful response. */
	readonly isContradictory?: boolean;
}

/** A response that proves nothing: it is in none of the formats of the API, or does not match the request. */
export class DecodeError extends Error {
	override readonly name = 'DecodeError';
	constructor(
		message: string,
		readonly parts: DecodeErrorParts = {},
	) {
		super(message);
	}
}

/** Whether a body is empty or truncated JSON. */
export const isIncomplete = (body: unknown): boolean => body === '' || (typeof body === 'string' && /^\s*[[{]/.test(body));

/** Describes the format of a body. Quotes nothing from it except the title of a page or the text of an XML fault. */
export const formOf = (body: unknown): string => {
	if (body === '' || body === undefined) return 'an empty body';
	if (body === null) return 'null';
	if (Array.isArray(body)) return 'a JSON array';
	if (typeof body !== 'string') return typeof body === 'object' ? 'an unrecognized JSON object' : `a JSON ${typeof body}`;
	const markup = markupOf(body);
	if (markup === undefined) return isIncomplete(body) ? 'incomplete JSON' : 'plain text';
	const title = markupText(body);
	return `${markup === 'HTML' ? 'an HTML page' : 'an XML document'}${title === undefined ? '' : ` ('${title}')`}`;
};

/** The error for a response that should contain records and does not. */
export const unexpectedFormat = ({ body, status }: SiteResponse): DecodeError =>
	new DecodeError(`Unexpected response format: got ${formOf(body)}${status === 200 ? '' : ` with status ${status}`} instead of records`, {
		broken: isIncomplete(body),
	});

const isRecords = (value: unknown): value is Row[] => Array.isArray(value) && value.every(isRow) && !value.slice(0, 1).some(isErrorOnly);

const rowsIn = (value: unknown, response: SiteResponse): Row[] => {
	if (ENVELOPE_STATUSES.includes(response.status) && isRecords(value)) return value;
	throw unexpectedFormat(response);
};

/** The number of all matching records; undefined if the header is missing or is not a number. */
export const listCount = (response: SiteResponse, { count }: ListNames): number | undefined => {
	const text = response.headers[count.toLowerCase()]?.trim() ?? '';
	return /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined;
};

/** Records of a list: `{"L": […]}`, the bare array of older releases, or 204 with a count of 0. Throws {@link DecodeError}. */
export const listRecords = (response: SiteResponse, names: ListNames): Row[] => {
	const { body, status } = response;
	if (status === 204 && listCount(response, names) === 0) return [];
	return rowsIn(isRow(body) ? body[names.records] : body, response);
};

/** Arrays with these names do not contain records. */
const NOT_A_TABLE =
	/^(errors?|faults?|exceptions?|problems?|messages?|warnings?|details?|issues?|violations?|reasons?|tables|modelstate)$/i;

/** Whether a property of a body can contain the records of a list or document, whatever its table is called. */
export const isTable = (name: string, value: unknown): boolean => !NOT_A_TABLE.test(name) && isRecords(value);

/** Whether a body can contain the records of a list or document. */
export const containsRecords = (body: unknown): boolean =>
	isRow(body) ? Object.entries(body).some(([name, value]) => isTable(name, value)) : isRecords(body);

/**
 * Records of a document: `{"jm_job": […]}`. If the specification does not show the table's name, a single array under any other name
 * is accepted, unless that name is typical of errors. Throws {@link DecodeError}.
 */
export const documentRecords = (response: SiteResponse, { name, table }: Pick<DocumentRef, 'name' | 'table'>): Row[] => {
	const { body } = response;
	if (!isRow(body)) throw unexpectedFormat(response);
	const names = [table.name, DOCUMENTED_TABLES.get(name)].map((each) => each?.toLowerCase());
	const own = Object.keys(body).find((each) => names.includes(each.toLowerCase()));
	if (own !== undefined) return rowsIn(body[own], response);
	const filled = Object.entries(body).filter(([, value]) => value !== null);
	const [only, ...others] = filled;
	if (DOCUMENTED_TABLES.has(name) || only === undefined || others.length > 0 || NOT_A_TABLE.test(only[0])) throw unexpectedFormat(response);
	return rowsIn(only[1], response);
};

const DATE = /^[0-9]{4}-[0-9]{2}-[0-9]{2}/;
const isSameKey = (actual: string | number, requested: KeyValue): boolean =>
	typeof actual === 'number'
		? Number(requested) === actual
		: actual.trim().toLowerCase() === String(requested).trim().toLowerCase() || DATE.test(actual);

/**
 * Returns the records. Throws {@link DecodeError} if a record has a different value for the requested key, because a cache or a proxy can
 * mix up two responses. A record without that key is accepted. A key that is a date is not compared, because dates have several formats.
 */
export const withKey = (records: Row[], key: string, value: KeyValue): Row[] => {
	const isOther = (record: Row): boolean => {
		const actual = isRow(record[key]) ? record[key][key] : record[key];
		return (typeof actual === 'string' || typeof actual === 'number') && !isSameKey(actual, value);
	};
	if (records.some(isOther)) throw new DecodeError(`Unexpected response format: got a record with a different '${key}' than requested`);
	return records;
};

/** Whether an object is the addressed row: it contains the value of the key, plain or in a key object. */
const isAddressed = (row: Row, key: string, value: KeyValue): boolean => {
	const actual = isRow(row[key]) ? row[key][key] : row[key];
	return (typeof actual === 'string' || typeof actual === 'number') && String(actual) === String(value);
};

/**
 * Rows of a sub-table: a bare array, or an array under the sub-table's name, as the definition shows it. A row that is addressed by its key
 * can also be returned without an array. Throws {@link DecodeError}.
 */
export const subTableRows = (response: SiteResponse, { key, table, value }: SubTableStep): Row[] => {
	const { body } = response;
	if (!isRow(body)) return rowsIn(body, response);
	if (Array.isArray(body[table])) return rowsIn(body[table], response);
	const isRowItself = key !== undefined && value !== undefined && isAddressed(body, key, value);
	return rowsIn(isRowItself ? [body] : undefined, response);
};
