/** Reads NDJSON and JSON arrays of objects, one object at a time. */
import { InputError } from '../model/inputError';
import type { Row } from '../model/terms';
import { MAX_ROW_LENGTH, type SourceFile, type SourceRow } from './sourceRow';

const isObject = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

const rowOf = (text: string, line: number): SourceRow => {
	const unreadable = (problem: string): SourceRow => ({ line, values: {}, problem, extra: [text.trim()] });
	try {
		const value: unknown = JSON.parse(text);
		return isObject(value) ? { line, values: value } : unreadable('The value is not an object of columns and values');
	} catch (cause) {
		return unreadable(`The row is not valid JSON: ${cause instanceof Error ? cause.message : String(cause)}`);
	}
};

const requireShort = (length: number, line: number): void => {
	if (length <= MAX_ROW_LENGTH) return;
	throw new InputError({
		field: 'inputBinaryField',
		message: `The row that starts on line ${line} has more than ${MAX_ROW_LENGTH} characters`,
		hint: 'Check for an unclosed bracket or quotation mark before it',
	});
};

async function* ndjsonRows(texts: AsyncIterator<string>, first: string): AsyncGenerator<readonly SourceRow[]> {
	let line = 1;
	let rest = '';
	for (let text: string | undefined = first; text !== undefined;) {
		const lines = (rest + text).split('\n');
		rest = lines.pop() ?? '';
		requireShort(rest.length, line + lines.length);
		yield lines.flatMap((each, index) => (each.trim() === '' ? [] : [rowOf(each, line + index)]));
		line += lines.length;
		const next = await texts.next();
		text = next.done ? undefined : next.value;
	}
	if (rest.trim() !== '') yield [rowOf(rest, line)];
}

const [QUOTE, BACKSLASH, LF, COMMA] = [34, 92, 10, 44];
const OPENING = new Set([91, 123]);
const CLOSING = new Set([93, 125]);

/** Splits a JSON array into the text of its elements, piece by piece. */
class ArraySplitter {
	private depth = 0;
	private inText = false;
	private escaped = false;
	private line = 1;
	private element = '';
	private startLine = 1;
	private elements = 0;
	private isOver = false;

	push(text: string): SourceRow[] {
		const rows: SourceRow[] = [];
		let from = 0;
		for (let at = 0; at < text.length; at += 1) {
			const code = text.charCodeAt(at);
			if (code === LF) this.line += 1;
			if (this.inText) {
				if (this.escaped) this.escaped = false;
				else if (code === BACKSLASH) this.escaped = true;
				else if (code === QUOTE) this.inText = false;
			} else if (this.isOver) {
				if (text[at]?.trim() !== '') throw this.invalid('There is text after the end of the array');
			} else if (code === QUOTE) this.inText = true;
			else if (OPENING.has(code)) {
				this.depth += 1;
				if (this.depth === 1) from = at + 1;
				if (this.depth === 2) this.startLine = this.line;
			} else if (CLOSING.has(code)) {
				this.depth -= 1;
				if (this.depth === 0) {
					this.endElement(text.slice(from, at), rows, true);
					this.isOver = true;
				}
			} else if (code === COMMA && this.depth === 1) {
				this.endElement(text.slice(from, at), rows, false);
				from = at + 1;
			}
		}
		if (!this.isOver) this.element += text.slice(from);
		requireShort(this.element.length, this.startLine);
		return rows;
	}

	end(): void {
		if (!this.isOver) throw this.invalid('The array is not closed, so the file is not complete');
	}

	private endElement(text: string, rows: SourceRow[], isLast: boolean): void {
		const element = this.element + text;
		this.element = '';
		// An empty array, or a comma after the last element.
		if (isLast && element.trim() === '') return;
		this.elements += 1;
		rows.push(rowOf(element, this.elements));
	}

	private invalid(message: string): InputError {
		return new InputError({
			field: 'inputBinaryField',
			message: `Line ${this.line} of the file: ${message}`,
			hint: 'The file must contain one JSON array of objects, or one object per line',
		});
	}
}

async function* arrayRows(texts: AsyncIterator<string>, first: string): AsyncGenerator<readonly SourceRow[]> {
	const splitter = new ArraySplitter();
	yield splitter.push(first);
	for (let next = await texts.next(); !next.done; next = await texts.next()) yield splitter.push(next.value);
	splitter.end();
}

/** Reads one object per line. `first` is the beginning of the text. */
export const readNdjson = (texts: AsyncIterator<string>, first: string): SourceFile => ({
	format: 'ndjson',
	columns: [],
	rows: ndjsonRows(texts, first),
});

/** Reads an array of objects. `first` is the beginning of the text. */
export const readJson = (texts: AsyncIterator<string>, first: string): SourceFile => ({
	format: 'json',
	columns: [],
	rows: arrayRows(texts, first),
});
