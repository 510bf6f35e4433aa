import { readCsv } from '../files/csvReader';
import type { SourceRow } from '../files/sourceRow';
import { InputError } from '../model/inputError';
import { RESULT_COLUMNS, type OutcomeName } from './outcomes';
import { fingerprint } from './fingerprint';

const DONE: ReadonlySet<string> = new Set<OutcomeName>(['created', 'updated', 'deleted', 'skipped']);
const UNCERTAIN: OutcomeName = 'uncertain';

const refuse = (message: string, hint: string): InputError => new InputError({ field: 'resultField', message, hint });

/** The rows that an earlier run completed, and those whose outcome it left uncertain. Uses five bytes of memory per line. */
export class EarlierRun {
	private states = new Uint8Array(1024);
	private checksums = new Uint32Array(1024);

	/** Reads the result file of the earlier run. Throws {@link InputError} if the file is not a result file. */
	static async read(texts: AsyncIterable<string>): Promise<EarlierRun> {
		const { columns, rows } = await readCsv(texts[Symbol.asyncIterator](), ',');
		const missing = RESULT_COLUMNS.filter((name) => !columns.includes(name));
		if (missing.length > 0)
			throw refuse(
				`The file in 'Skip Completed Rows In' is not the result file of an import: it has no column ${missing.map((name) => `'${name}'`).join(', ')}`,
				'Use the result file of the earlier run, unchanged',
			);
		const run = new EarlierRun();
		for await (const chunk of rows) chunk.forEach((row) => run.add(row));
		return run;
	}

	/** The outcome of a row in the earlier run. Throws {@link InputError} if that run had a different row on this line. */
	stateOf(row: SourceRow): 'done' | 'uncertain' | 'open' {
		const state = this.states[row.line];
		if (!state) return 'open';
		if (this.checksums[row.line] !== fingerprint(row))
			throw refuse(
				`Line ${row.line} is not the row that the earlier run sent`,
				"Import the same file as the earlier run. To import a corrected file of rejected rows, leave 'Skip Completed Rows In' empty",
			);
		return state === 1 ? 'done' : 'uncertain';
	}

	private add({ line: ownLine, values, problem }: SourceRow): void {
		const [line, outcome] = [Number(values.line), String(values.outcome)];
		// A run that was killed can leave an incomplete line.
		if (problem !== undefined || !Number.isSafeInteger(line) || line < 1 || !/^[0-9a-f]{8}$/.test(String(values.row)))
			throw refuse(
				`Line ${ownLine} of the file in 'Skip Completed Rows In' is not complete`,
				'Use the result file of the earlier run, unchanged',
			);
		const state = DONE.has(outcome) ? 1 : outcome === UNCERTAIN ? 2 : 0;
		if (state === 0) return;
		if (line >= this.states.length) this.grow(line);
		this.states[line] = state;
		this.checksums[line] = parseInt(String(values.row), 16);
	}

	private grow(line: number): void {
		const size = Math.max(line + 1, this.states.length * 2);
		const { states, checksums } = this;
		this.states = new Uint8Array(size);
		this.states.set(states);
		this.checksums = new Uint32Array(size);
		this.checksums.set(checksums);
	}
}
