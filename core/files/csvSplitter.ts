import { InputError } from '../model/inputError';
import { MAX_ROW_LENGTH } from './sourceRow';

/** The cells of one record of a CSV file. */
export interface CsvRecord {
	readonly line: number;
	readonly cells: readonly string[];
	readonly problem?: string;
}

const [QUOTE, LF, CR, SPACE, TAB] = [34, 10, 13, 32, 9];

/**
 * Splits CSV (RFC 4180) into records, chunk by chunk. A line ends with CR LF, LF or CR. A quotation mark inside a cell that does
 * not start with one is text. Lines without any text are skipped.
 */
export class CsvSplitter {
	private line = 1;
	private startLine = 1;
	private cells: string[] = [];
	private cell = '';
	private length = 0;
	private state: 'start' | 'plain' | 'quoted' | 'closed' = 'start';
	private quoteLine = 1;
	private afterCr = false;
	/** Whether the last character inside quotation marks was a CR. */
	private quotedCr = false;
	private problem: string | undefined;
	private readonly separator: number;

	constructor(separator: string) {
		this.separator = separator.charCodeAt(0);
	}

	/** The records that end in this chunk. Throws {@link InputError} for a row that is too long. */
	push(text: string): CsvRecord[] {
		const records: CsvRecord[] = [];
		let from = 0;
		let at = 0;
		let rowFrom = 0;
		if (this.afterCr && text.charCodeAt(0) === LF) from = at = 1;
		if (text.length > 0) this.afterCr = false;
		const take = (to: number): void => {
			if (to > from) this.cell += text.slice(from, to);
		};
		const { length } = text;
		const { separator } = this;
		for (; at < length; at += 1) {
			let code = text.charCodeAt(at);
			// Most characters are plain text, so this loop decides how long an import takes to read its file.
			if (this.state === 'plain')
				while (code !== separator && code !== LF && code !== CR && at < length - 1) code = text.charCodeAt((at += 1));
			if (this.state === 'quoted') {
				// CR LF is a single line ending, even if a chunk ends between the two.
				if (code === CR || (code === LF && !this.quotedCr)) this.line += 1;
				this.quotedCr = code === CR;
				if (code !== QUOTE) continue;
				take(at);
				this.state = 'closed';
				from = at + 1;
			} else if (code === separator) {
				take(at);
				this.endCell();
				from = at + 1;
			} else if (code === LF || code === CR) {
				take(at);
				this.endRecord(records);
				if (code === CR && text.charCodeAt(at + 1) === LF) at += 1;
				else if (code === CR && at === text.length - 1) this.afterCr = true;
				from = rowFrom = at + 1;
			} else if (code === QUOTE && this.state === 'start') {
				this.state = 'quoted';
				this.quoteLine = this.line;
				from = at + 1;
			} else if (this.state === 'closed') {
				if (code === QUOTE) {
					// A doubled quotation mark: the second one is the first character of the text that starts here.
					this.state = 'quoted';
					from = at;
					continue;
				}
				if (code === SPACE || code === TAB) {
					from = at + 1;
					continue;
				}
				this.problem ??= `Cell ${this.cells.length + 1} has text after its closing quotation mark. Double the quotation marks inside a cell`;
				this.state = 'plain';
			} else if (this.state === 'start') this.state = 'plain';
		}
		take(text.length);
		this.length += text.length - rowFrom;
		if (this.length > MAX_ROW_LENGTH)
			throw new InputError({
				field: 'inputBinaryField',
				message: `The row that starts on line ${this.startLine} has more than ${MAX_ROW_LENGTH} characters`,
				hint: `Check for an unclosed quotation mark on line ${this.quoteLine}, and whether 'Separator' is correct`,
			});
		return records;
	}

	/** The last record, if the file does not end with a line break. */
	end(): CsvRecord[] {
		const records: CsvRecord[] = [];
		if (this.state === 'quoted') this.problem = `The quotation mark on line ${this.quoteLine} is never closed`;
		if (this.state !== 'start' || this.cells.length > 0) this.endRecord(records);
		return records;
	}

	private endCell(): void {
		this.cells.push(this.cell);
		this.cell = '';
		this.state = 'start';
	}

	private endRecord(records: CsvRecord[]): void {
		this.endCell();
		const { cells, problem, startLine } = this;
		if (cells.some((cell) => cell !== '') || problem !== undefined)
			records.push({ line: startLine, cells, ...(problem === undefined ? {} : { problem }) });
		this.cells = [];
		this.problem = undefined;
		this.length = 0;
		this.line += 1;
		this.startLine = this.line;
	}
}
