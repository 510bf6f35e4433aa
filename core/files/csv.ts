/** Comma-separated values as RFC 4180 has them: a head, lines that end with CR LF, quotes where they are needed. */
import type { Row } from '../model/terms';
import { slices } from './slices';

/** Records of a list have columns that are not in the head, which stands already. `columns` are all of them. */
export class FurtherColumns extends Error {
	override readonly name = 'FurtherColumns';
	constructor(readonly columns: readonly string[]) {
		super(`There are ${columns.length} columns`);
	}
}

const NEEDS_QUOTES = /[",\r\n]/;

const quoted = (text: string): string => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A value in its cell: texts as they are, nothing for `null`, objects and rows of sub-tables as JSON. */
const cell = (value: unknown): string => {
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

const END = '\r\n';

const head = (columns: readonly string[]): string => columns.map(quoted).join(',') + END;

const lines = (rows: readonly Row[], columns: readonly string[]): string =>
	rows.map((row) => columns.map((name) => cell(row[name])).join(',') + END).join('');

/** What is known of the columns before the first record. */
export interface Columns {
	/** Those that go first, in their order. */
	readonly first: readonly string[];
	/** By column: the column that some records have in addition, such as the description of a look-up. */
	readonly beside?: ReadonlyMap<string, string>;
	/** The same for what a site sends for every look-up or for none: added only if the first portion has one of them. */
	readonly besideIfAny?: ReadonlyMap<string, readonly string[]>;
}

/**
 * The text of a file, in pieces. Its columns are those known before and whatever else the first portion has.
 * If a later record has others, the rest is searched for all columns, and {@link FurtherColumns} is thrown at the end.
 */
export async function* csv(
	portions: AsyncIterable<readonly Row[]>,
	{ first, beside, besideIfAny = new Map<string, readonly string[]>() }: Columns,
): AsyncGenerator<string> {
	const columns = new Set(first);
	const addCompanion = (name: string): void => {
		const companion = beside?.get(name);
		if (companion !== undefined) columns.add(companion);
	};
	first.forEach(addCompanion);
	const add = (name: string): void => {
		if (columns.has(name)) return;
		columns.add(name);
		addCompanion(name);
	};
	let shown: readonly string[] | undefined;
	for await (const rows of portions) {
		for (const row of rows) for (const name in row) add(name);
		if (shown === undefined) {
			const possible = [...columns].flatMap((name) => besideIfAny.get(name) ?? []);
			if (possible.some((name) => columns.has(name))) for (const name of possible) columns.add(name);
			shown = [...columns];
			yield head(shown);
		}
		if (columns.size === shown.length) for (const some of slices(rows)) yield lines(some, shown);
	}
	if (shown === undefined && columns.size > 0) yield head([...columns]);
	if (shown !== undefined && columns.size > shown.length) throw new FurtherColumns([...columns]);
}
