/**
 * Comma-separated values (RFC 4180): a byte order mark unless it is excluded, a header line, CR LF at the end of each line, and quotes
 * around values that need them. Another separator, and decimal commas, are for spreadsheets in other languages.
 */
import { fieldOf } from '../model/fieldOf';
import type { Row } from '../model/terms';
import { slices } from './slices';

/** Thrown if records have columns that are missing from the header, which was already written. `columns` contains all columns. */
export class AdditionalColumnsError extends Error {
	override readonly name = 'AdditionalColumnsError';
	constructor(readonly columns: readonly string[]) {
		super(`There are ${columns.length} columns`);
	}
}

const NEEDS_QUOTES = /[",\r\n]/;

const quoted = (text: string): string => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The text of a cell. `null` becomes an empty cell; objects and rows of sub-tables become JSON. */
export const cell = (value: unknown): string => {
	switch (typeof value) {
		case 'string':
			return quoted(value);
		case 'object':
			return value === null ? '' : quoted(JSON.stringify(value));
		case 'undefined':
			return '';
		default:
			return String(value);
	}
};

export const LINE_END = '\r\n';

/** A byte order mark at the start of a CSV file, so that spreadsheets and a later import read it as UTF-8. */
export const UTF8_MARK = '\uFEFF';

/** How the cells of a file are written. */
export interface CsvStyle {
	/** Whether the file starts without a byte order mark, for programs that would read it as part of the first column name. */
	readonly withoutMark?: boolean;
	/** The character between the cells; a comma if omitted. */
	readonly separator?: string;
	/** The decimal separator; a point if omitted. */
	readonly decimal?: 'comma' | 'point';
}

/** One line with these cells. */
export const csvLine = (values: readonly unknown[], separator = ',', decimal: CsvStyle['decimal'] = 'point'): string => {
	let line = '';
	let before = '';
	for (const value of values) {
		const isComma = decimal === 'comma' && typeof value === 'number';
		const text = isComma ? String(value).replace('.', ',') : cell(value);
		const isSafe = (separator === ',' && !isComma) || text.startsWith('"') || !text.includes(separator);
		line += before + (isSafe ? text : `"${text}"`);
		before = separator;
	}
	return line + LINE_END;
};

const lines = (rows: readonly Row[], columns: readonly string[], { separator = ',', decimal = 'point' }: CsvStyle): string =>
	separator === ',' && decimal === 'point'
		? rows.map((row) => columns.map((name) => cell(fieldOf(row, name))).join(',') + LINE_END).join('')
		: rows
				.map((row) =>
					csvLine(
						columns.map((name) => fieldOf(row, name)),
						separator,
						decimal,
					),
				)
				.join('');

/** The columns that are known before the first record. */
export interface Columns {
	/** The first columns, in this order. */
	readonly first: readonly string[];
	/** For each column, the column that follows it in some records, such as the description of a look-up. */
	readonly companions?: ReadonlyMap<string, string> | undefined;
	/** Columns that a site returns for all look-ups or for none. They are added if the first chunk has one of them. */
	readonly optionalCompanions?: ReadonlyMap<string, readonly string[]>;
	readonly style?: CsvStyle | undefined;
}

/**
 * The text of a file, in pieces. Its columns are the known ones and those of the first chunk. If a later record has other columns,
 * nothing more is written, the remaining records are read to find all columns, and {@link AdditionalColumnsError} is thrown at the end.
 */
export async function* csv(
	chunks: AsyncIterable<readonly Row[]>,
	{ first, companions, optionalCompanions = new Map<string, readonly string[]>(), style = {} }: Columns,
): AsyncGenerator<string> {
	const header = (names: readonly string[]): string => (style.withoutMark ? '' : UTF8_MARK) + csvLine(names, style.separator);
	const columns = new Set(first);
	const addCompanion = (name: string): void => {
		const companion = companions?.get(name);
		if (companion !== undefined) columns.add(companion);
	};
	first.forEach(addCompanion);
	const add = (name: string): void => {
		if (columns.has(name)) return;
		columns.add(name);
		addCompanion(name);
	};
	let written: readonly string[] | undefined;
	for await (const rows of chunks) {
		for (const row of rows) for (const name in row) add(name);
		if (written === undefined) {
			const possible = [...columns].flatMap((name) => optionalCompanions.get(name) ?? []);
			if (possible.some((name) => columns.has(name))) for (const name of possible) columns.add(name);
			written = [...columns];
			yield header(written);
		}
		if (columns.size === written.length) for (const some of slices(rows)) yield lines(some, written, style);
	}
	if (written === undefined && columns.size > 0) yield header([...columns]);
	if (written !== undefined && columns.size > written.length) throw new AdditionalColumnsError([...columns]);
}
