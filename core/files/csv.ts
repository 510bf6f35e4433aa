/**
 * Comma-separated values (RFC 4180): a byte order mark unless it is excluded, a header line, CR LF at the end of each line, and quotes only
 * around values that need them.
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

const header = (columns: readonly string[], mark: string): string => mark + columns.map(quoted).join(',') + LINE_END;

/** One line with these cells. */
export const csvLine = (values: readonly unknown[], separator = ','): string => {
	let line = '';
	let before = '';
	for (const value of values) {
		const text = cell(value);
		const isSafe = separator === ',' || text.startsWith('"') || !text.includes(separator);
		line += before + (isSafe ? text : `"${text}"`);
		before = separator;
	}
	return line + LINE_END;
};

const lines = (rows: readonly Row[], columns: readonly string[]): string =>
	rows.map((row) => columns.map((name) => cell(fieldOf(row, name))).join(',') + LINE_END).join('');

/** The columns that are known before the first record. */
export interface Columns {
	/** The first columns, in this order. */
	readonly first: readonly string[];
	/** For each column, the column that follows it in some records, such as the description of a look-up. */
	readonly companions?: ReadonlyMap<string, string>;
	/** Columns that a site returns for all look-ups or for none. They are added if the first chunk has one of them. */
	readonly optionalCompanions?: ReadonlyMap<string, readonly string[]>;
	/** Whether the file starts without a byte order mark, for programs that would read it as part of the first column name. */
	readonly withoutMark?: boolean;
}

/**
 * The text of a file, in pieces. Its columns are the known ones and those of the first chunk. If a later record has other columns,
 * nothing more is written, the remaining records are read to find all columns, and {@link AdditionalColumnsError} is thrown at the end.
 */
export async function* csv(
	chunks: AsyncIterable<readonly Row[]>,
	{ first, companions, optionalCompanions = new Map<string, readonly string[]>(), withoutMark = false }: Columns,
): AsyncGenerator<string> {
	const mark = withoutMark ? '' : UTF8_MARK;
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
			yield header(written, mark);
		}
		if (columns.size === written.length) for (const some of slices(rows)) yield lines(some, written);
	}
	if (written === undefined && columns.size > 0) yield header([...columns], mark);
	if (written !== undefined && columns.size > written.length) throw new AdditionalColumnsError([...columns]);
}
