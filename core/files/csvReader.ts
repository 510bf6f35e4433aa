/** Reads CSV: the separator is detected from the header, and each row becomes an object with the header's names. */
import { InputError } from '../model/inputError';
import type { Row } from '../model/terms';
import { CsvSplitter, type CsvRecord } from './csvSplitter';
import { MAX_ROW_LENGTH, type SourceFile, type SourceRow } from './sourceRow';

/** The separators, in order of preference if two occur equally often. */
const SEPARATORS = [',', ';', '\t', '|'];

/** A first line that names the separator for Excel: `sep=;`. */
const DECLARATION = /^sep=(.)\r?\n/;

/** The text outside quotation marks, without blank lines at its start. */
const outsideQuotes = (text: string): string =>
	text
		.trimStart()
		.split('"')
		.filter((_, index) => index % 2 === 0)
		.join('');

/** The separator that occurs most often in the header. */
const recognized = (text: string): string => {
	const [header = ''] = outsideQuotes(text).split(/[\r\n]/, 1);
	const counts = SEPARATORS.map((separator) => header.split(separator).length);
	return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
};

/** Returns a function that reads a text piece by piece, and returns whether the header has ended. */
const headerEnd = (): ((piece: string) => boolean) => {
	let isQuoted = false;
	let hasText = false;
	return (piece) =>
		piece.split('"').some((part, index) => {
			if (index > 0) [isQuoted, hasText] = [!isQuoted, true];
			if (isQuoted) return false;
			const text = hasText ? part : part.trimStart();
			hasText ||= text !== '';
			return /[\r\n]/.test(text);
		});
};

const refuse = (message: string, hint: string): InputError => new InputError({ field: 'inputBinaryField', message, hint });

const columnsOf = ({ cells, problem }: CsvRecord): string[] => {
	const hint = 'The first line must contain one name per column';
	if (problem !== undefined) throw refuse(`The header cannot be read: ${problem}`, hint);
	const columns = cells.map((cell) => cell.trim());
	// A spreadsheet can end each line with the separators of empty columns.
	while (columns.at(-1) === '') columns.pop();
	const empty = columns.indexOf('');
	if (empty >= 0) throw refuse(`Column ${empty + 1} has no name in the header`, hint);
	const duplicate = columns.find((name, index) => columns.indexOf(name) < index);
	if (duplicate !== undefined) throw refuse(`The header contains '${duplicate}' twice`, 'Give each column a unique name');
	return columns;
};

/** The note after the cells of a row with invalid quotation marks, whose cells may not be those of the imported file. */
const UNREADABLE = 'Compare this row with the imported file, and then remove this text';

const rowOf = ({ cells, line, problem }: CsvRecord, columns: readonly string[], skipped: number): SourceRow => {
	const values: Row = {};
	const count = Math.min(columns.length, cells.length);
	for (let index = 0; index < count; index += 1) values[columns[index] as string] = cells[index];
	const extra = cells.length > columns.length && cells.slice(columns.length).some((cell) => cell.trim() !== '');
	const text = problem ?? (extra ? `The row has ${cells.length} cells, but the header has ${columns.length}` : undefined);
	const ownLine = line + skipped;
	if (text === undefined) return { line: ownLine, values };
	return { line: ownLine, values, problem: text, extra: extra ? cells.slice(columns.length) : [UNREADABLE] };
};

const isBlank = ({ cells }: CsvRecord): boolean => cells.every((cell) => cell.trim() === '');

/** Reads the header, and then the rows in chunks. If `separator` is omitted, it is detected. Throws {@link InputError}. */
export const readCsv = async (texts: AsyncIterator<string>, separator?: string): Promise<SourceFile> => {
	let first = '';
	let isOver = false;
	const hasEnded = headerEnd();
	for (let hasHeader = false; !isOver && !hasHeader && first.length < MAX_ROW_LENGTH;) {
		const next = await texts.next();
		if (next.done) isOver = true;
		else {
			first += next.value;
			hasHeader = hasEnded(next.value);
		}
	}
	const declared = DECLARATION.exec(first);
	const chosen = separator ?? declared?.[1] ?? recognized(first);
	const splitter = new CsvSplitter(chosen);
	const skipped = declared === null ? 0 : 1;
	const filled = (records: readonly CsvRecord[]): CsvRecord[] => records.filter((record) => !isBlank(record));
	let found = filled(splitter.push(first.slice(declared?.[0].length ?? 0)));
	while (found.length === 0 && !isOver) {
		const next = await texts.next();
		if (next.done) isOver = true;
		found = filled(next.done ? splitter.end() : splitter.push(next.value));
	}
	const [start, ...rest] = found.length === 0 ? filled(splitter.end()) : found;
	if (start === undefined) throw refuse('The file is empty', 'Its first line must contain the names of the columns');
	const columns = columnsOf(start);
	const rowsOf = (records: readonly CsvRecord[]): SourceRow[] => filled(records).map((record) => rowOf(record, columns, skipped));
	return {
		format: 'csv',
		columns,
		separator: chosen,
		rows: (async function* () {
			yield rowsOf(rest);
			for (let next = await texts.next(); !next.done; next = await texts.next()) yield rowsOf(splitter.push(next.value));
			yield rowsOf(splitter.end());
		})(),
	};
};
