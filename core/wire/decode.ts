/**
 * Answers in all their forms (specification: Response envelopes, Errors; public material for lists, sub-tables and older
 * releases). Records are handed on as they were parsed, never copied.
 */
import { HEADERS, type ListNames, type Table } from '../catalog';
import type { Answer } from '../model/port';
import type { TableRef } from '../model/documentRef';
import type { Row } from '../model/terms';
import { decodeEntities } from './entities';
import { exactNumber, isRow } from './values';

/** An answer that is none of the forms of the interface: a page of HTML, text, JSON that broke off. */
export class Unreadable extends Error {
	override readonly name = 'Unreadable';
	/** `broken` where it began as JSON: another try can bring it whole. */
	constructor(message: string, readonly broken: boolean) {
		super(message);
	}
}

const LONGEST_WORDS = 1000;
/** How far into a text words are looked for, so that a large one costs no more than a small one. */
const LONGEST_LOOK = 20_000;
const trimmed = (text: string): string | undefined => {
	const words = decodeEntities(text.slice(0, LONGEST_LOOK)).replace(/\s+/g, ' ').trim();
	return words === '' ? undefined : words.slice(0, LONGEST_WORDS);
};

const isHtml = (text: string): boolean => /^\s*<(?:!doctype|html|head|body|\?xml)/i.test(text);
const titleOf = (html: string): string | undefined => trimmed(/<title[^>]*>([^<]*)<\/title>/i.exec(html.slice(0, LONGEST_LOOK))?.[1] ?? '');

/** What a body is, in words, where it is none of the forms. */
const formOf = (body: unknown): string => {
	if (body === '' || body === undefined || body === null) return 'nothing';
	if (typeof body !== 'string') return 'JSON of another form';
	if (isHtml(body)) return titleOf(body) === undefined ? 'an HTML page' : `an HTML page («${titleOf(body)}»)`;
	return /^\s*[[{]/.test(body) ? 'JSON that is not whole' : 'a text that is no JSON';
};

/** What is thrown for an answer where records were expected. A body that is empty or broke off may come whole with another try. */
export const unreadable = (answer: Answer): Unreadable =>
	new Unreadable(`The server answered ${formOf(answer.body)} where records were expected`, answer.body === '' || (typeof answer.body === 'string' && /^\s*[[{]/.test(answer.body)));

/** The words in one of the properties in which servers put them. */
const wordsIn = (body: Row, names: readonly string[]): string | undefined => {
	for (const name of names) {
		const value = body[name];
		if (typeof value === 'string' && trimmed(value) !== undefined) return trimmed(value);
		if (isRow(value)) return wordsIn(value, ['message', 'Message', 'error', 'description']) ?? trimmed(JSON.stringify(value));
	}
	return undefined;
};

/** The words of a refusal that comes with any status, a 2xx included: `{"error": "…"}`. */
export const refusalIn = (body: unknown): string | undefined => (isRow(body) ? wordsIn(body, ['error']) : undefined);

/** The server's own words in an answer with a status other than 2xx, whatever its form; undefined where it has none. */
export const wordsOf = (body: unknown): string | undefined => {
	if (typeof body === 'string') return isHtml(body) ? titleOf(body) : trimmed(body);
	return isRow(body) ? wordsIn(body, ['error', 'Error', 'error_description', 'message', 'Message', 'detail', 'title']) : undefined;
};

const rowsIn = (value: unknown, answer: Answer): Row[] => {
	if (Array.isArray(value) && value.every(isRow)) return value;
	throw unreadable(answer);
};

/** Records of a list: `{"L": […]}`, or the bare array of older releases. Throws {@link Unreadable}. */
export const listRecords = (answer: Answer, { records }: ListNames): Row[] => {
	if (answer.status === 204) return [];
	const { body } = answer;
	return rowsIn(isRow(body) ? body[records] : body, answer);
};

/** How many records match in all; undefined where the header is missing or is no number. */
export const listCount = (answer: Answer, { count }: ListNames): number | undefined => {
	const text = answer.headers[count.toLowerCase()]?.trim() ?? '';
	return /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined;
};

/** Records of a document: `{"jm_job": […]}`; by the only array in it where the table is not known. Throws {@link Unreadable}. */
export const documentRecords = (answer: Answer, table?: string): Row[] => {
	const { body } = answer;
	if (!isRow(body)) throw unreadable(answer);
	if (table !== undefined && table in body) return rowsIn(body[table], answer);
	const arrays = Object.values(body).filter(Array.isArray);
	if (arrays.length !== 1) throw unreadable(answer);
	return rowsIn(arrays[0], answer);
};

/** Rows of a sub-table: the bare array, or wrapped in its name as the definition has it. Throws {@link Unreadable}. */
export const subTableRows = (answer: Answer, table: string): Row[] => {
	const { body } = answer;
	if (answer.status === 204) return [];
	if (!isRow(body)) return rowsIn(body, answer);
	// A row addressed by its key can also come alone, without an array around it.
	return Array.isArray(body[table]) ? rowsIn(body[table], answer) : [body];
};

/** The keys of a new record out of the Location header of older releases: `…/JmJob/job_no=12`; numbers as a body would tell them. */
const locationKeys = (answer: Answer, { fields }: TableRef): Row | undefined => {
	const location = answer.headers[HEADERS.location.name.toLowerCase()];
	const segment = location?.split(/[?#]/)[0]!.replace(/\/+$/, '').split('/').pop();
	const [, key, value] = /^([^=]+)=(.+)$/.exec(segment ?? '') ?? [];
	if (key === undefined || value === undefined) return undefined;
	try {
		const name = decodeURIComponent(key);
		const text = decodeURIComponent(value);
		const isNumber = fields.some((field) => field.name === name && field.type === 'integer');
		return Object.fromEntries([[name, (isNumber ? exactNumber(text) : undefined) ?? text]]);
	} catch {
		return undefined;
	}
};

/** What a create or an upsert answers. */
export interface Created {
	/** The keys of the records made, in the order sent. Empty where none was made, or none was told. */
	readonly records: Row[];
	/** By sub-table, the keys of its rows made. Before 11.1 they can be missing or negative, and are left out then. */
	readonly subTables: ReadonlyMap<string, Row[]>;
}

const identifiersIn = (value: unknown): Row[] => (isRow(value) && Array.isArray(value.records) ? value.records.filter(isRow) : []);
const isReal = (row: Row): boolean => Object.values(row).every((value) => !String(value).startsWith('-'));

/** The names of sub-tables, at any depth. */
const namesBelow = (subTables: readonly Table[]): string[] => subTables.flatMap(({ name, subTables: below = [] }) => [name, ...namesBelow(below)]);
/** The names under which records bring rows along, at any depth: a site has sub-tables that the catalogue does not know. */
const namesOfRows = (records: readonly unknown[]): string[] =>
	records.filter(isRow).flatMap((record) => Object.entries(record).flatMap(([name, value]) => (Array.isArray(value) ? [name, ...namesOfRows(value)] : [])));

/**
 * The table of the envelope that holds the records themselves: that of the document; where the document is well known,
 * any that is none of its sub-tables (a facade answers with the tables it wrote to); where no name is known, the first.
 */
const mainTable = (names: readonly string[], table: TableRef, sent: readonly Row[]): string | undefined => {
	if (table.name === undefined) return names[0];
	if (names.includes(table.name)) return table.name;
	const below = new Set([...namesBelow(table.subTables), ...namesOfRows(sent)]);
	return table.fields.length > 0 ? names.find((name) => !below.has(name)) : undefined;
};

/**
 * The create envelope, or the Location header where the body tells no key. `sent` are the records that went out: what they
 * call their rows is no name of a record. Throws {@link Unreadable} for text and pages.
 */
export const createdRecords = (answer: Answer, table: TableRef, sent: readonly Row[] = []): Created => {
	const { body } = answer;
	const isEmpty = body === '' || body === null || body === undefined;
	if (!isEmpty && !isRow(body)) throw unreadable(answer);
	const tables: Row = isEmpty ? {} : body;
	const names = Object.keys(tables).filter((name) => isRow(tables[name]) && 'records' in tables[name]);
	const main = mainTable(names, table, sent);
	const told = main === undefined ? [] : identifiersIn(tables[main]);
	const located = told.length === 0 ? locationKeys(answer, table) : undefined;
	const subTables = names.filter((name) => name !== main).map((name) => [name, identifiersIn(tables[name]).filter(isReal)] as const);
	return { records: located ? [located] : told, subTables: new Map(subTables.filter(([, rows]) => rows.length > 0)) };
};

/** Makes sure that a change was answered as one: with nothing, or with JSON. Throws {@link Unreadable} for text and pages. */
export const changed = (answer: Answer): void => {
	if (typeof answer.body === 'string' && answer.body !== '') throw unreadable(answer);
};
