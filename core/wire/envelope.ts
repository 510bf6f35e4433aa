/** Keys of created records: the create envelope, and the Location header of older releases (specification: Response envelopes). */
import { DOCUMENTED_TABLES, HEADERS, type Table } from '../catalog';
import type { DocumentRef } from '../model/documentRef';
import type { SiteResponse } from '../model/port';
import type { Row } from '../model/terms';
import { trimmed } from './reason';
import { exactNumber, isRow } from './values';

/** The records that a change created, according to the response. */
export interface Created {
	/** The keys of the created records, in the order in which they were sent. Empty if the response names none. */
	readonly records: Row[];
	/** The keys of the created rows, by sub-table. Before 11.1, they can be missing or negative; negative ones are omitted. */
	readonly subTables: ReadonlyMap<string, Row[]>;
	/** The `message` of the envelope, if it is a string that is not blank. */
	readonly message?: string;
}

/** {@link Created}, with the details that decide whether the response proves the change. */
export interface ReadCreated extends Created {
	/** Whether the records are in the document's own table, and not in a different one that the site wrote to. */
	readonly isOwnTable: boolean;
	/** The keys in the `Location` header, if it names a record of the document. */
	readonly located?: Row;
}

/** The names of sub-tables, at any depth. */
const namesBelow = (subTables: readonly Table[]): string[] =>
	subTables.flatMap(({ name, subTables: below = [] }) => [name, ...namesBelow(below)]);
/** The names under which records contain rows, at any depth: a site can have sub-tables that the catalog does not list. */
const namesOfRows = (records: readonly unknown[]): string[] =>
	records
		.filter(isRow)
		.flatMap((record) => Object.entries(record).flatMap(([name, value]) => (Array.isArray(value) ? [name, ...namesOfRows(value)] : [])));

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/**
 * The name of the table in the envelope that contains the records: the document's own table. If the specification does not show
 * its name, the first table that is neither a sub-table nor the documented table of another document is used. This applies to
 * facade documents, which return the tables that they wrote to.
 */
const mainTable = (names: readonly string[], { name: document, table, verbs }: DocumentRef, sent: readonly Row[]): string | undefined => {
	const { name: own, subTables } = table;
	const isAny = verbs === undefined;
	if (own === undefined) return isAny ? names[0] : undefined;
	const found = names.find((name) => isSame(name, own));
	if (found !== undefined || isAny || DOCUMENTED_TABLES.get(document) === own) return found;
	const others = new Set([...namesBelow(subTables), ...namesOfRows(sent), ...DOCUMENTED_TABLES.values()]);
	return names.find((name) => !others.has(name));
};

const isKey = (value: unknown): boolean =>
	(typeof value === 'number' && Number.isFinite(value) && value >= 0) ||
	(typeof value === 'string' && value.trim() !== '' && !/^[-+][0-9]+$/.test(value));
/**
 * Whether a row contains a key, as a plain value or in a key object. Temporary keys, which are negative or have a plus sign, do not count.
 */
const isIdentified = (row: Row, names: readonly string[]): boolean =>
	names.some((name) => {
		const value = row[name];
		return isRow(value) ? Object.values(value).some(isKey) : isKey(value);
	});

const identifiersIn = (value: unknown): Row[] => {
	if (!isRow(value) || !Array.isArray(value.records)) return [];
	const names = Array.isArray(value.record_identifiers) ? value.record_identifiers.filter((name) => typeof name === 'string') : [];
	return value.records.filter((row): row is Row => isRow(row) && isIdentified(row, names.length === 0 ? Object.keys(row) : names));
};
const isReal = (row: Row): boolean => Object.values(row).every((value) => !String(value).startsWith('-'));

/** The segments of a URL, without its query and trailing slashes. */
const segmentsOf = (location: string): string[] =>
	location
		.replace(/[?#].*$/s, '')
		.replace(/\/+$/, '')
		.split('/');
/** The last segment of the URL of a record: `job_no=12`. A segment with a path parameter, such as `login;jsessionid=0A`, is not one. */
const RECORD_SEGMENT = /^([^=;]+)=(.+)$/;

/** Whether a URL is the URL of a record, whatever its document. */
export const isRecordUrl = (location: string): boolean => RECORD_SEGMENT.test(segmentsOf(location).at(-1) ?? '');

/**
 * The keys of a new record in the Location header of older releases: `…/JmJob/job_no=12`. The key of an integer field becomes a number, as
 * in a body.
 */
const locationKeys = (response: SiteResponse, { name: document, table, verbs }: DocumentRef): Row | undefined => {
	const location = response.headers[HEADERS.location.name.toLowerCase()] ?? '';
	const segments = segmentsOf(location);
	const [, key, value] = RECORD_SEGMENT.exec(segments.pop() ?? '') ?? [];
	if (key === undefined || value === undefined) return undefined;
	const isOther = !isSame(segments.pop() ?? '', document) && (verbs === undefined || DOCUMENTED_TABLES.has(document));
	if (isOther) return undefined;
	try {
		const name = decodeURIComponent(key);
		const text = decodeURIComponent(value);
		const isNumber = table.fields.some((field) => field.name === name && field.type === 'integer');
		return { [name]: (isNumber ? exactNumber(text) : undefined) ?? text };
	} catch {
		return undefined;
	}
};

/** Whether a body is an envelope: a `tables` array of names, and a `message` that is a string or null if it exists. */
export const isEnvelope = (body: unknown): body is Row =>
	isRow(body) &&
	Array.isArray(body.tables) &&
	body.tables.every((name) => typeof name === 'string') &&
	(body.message === undefined || body.message === null || typeof body.message === 'string');

/**
 * Reads the created records from a response; `sent` are the records of the request. Does not check whether the response proves the change.
 * Never throws.
 */
export const readCreated = (response: SiteResponse, document: DocumentRef, sent: readonly Row[]): ReadCreated => {
	const body: Row = isRow(response.body) ? response.body : {};
	const names = Object.keys(body).filter((name) => isRow(body[name]) && 'records' in body[name]);
	const main = mainTable(names, document, sent);
	const records = main === undefined ? [] : identifiersIn(body[main]);
	const located = records.length === 0 ? locationKeys(response, document) : undefined;
	const subTables = names.filter((name) => name !== main).map((name) => [name, identifiersIn(body[name]).filter(isReal)] as const);
	const message = isEnvelope(body) && typeof body.message === 'string' ? trimmed(body.message) : undefined;
	return {
		records: located ? [located] : records,
		subTables: new Map(subTables.filter(([, rows]) => rows.length > 0)),
		isOwnTable: main !== undefined && document.table.name !== undefined && isSame(main, document.table.name),
		...(located === undefined ? {} : { located }),
		...(message === undefined ? {} : { message }),
	};
};
