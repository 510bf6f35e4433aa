import { readFileSync, writeFileSync } from 'node:fs';

import type { NotApplicable, Reported } from './policy';

const BEGIN = '<!-- matrix: begin, written by npm run matrix -->';
const END = '<!-- matrix: end -->';

const SIGNS: Readonly<Record<Reported, string>> = { done: '✓', doneWithHint: '✓!', refused: '✗', uncertain: '?', asReported: '✓✗?' };
const MARKS = ['¹', '²', '³', '⁴', '⁵'];

export interface MatrixRow {
	readonly fault: string;
	readonly times: string;
	/** For each operation: the reported outcome, or the reason why the fault does not apply. */
	readonly cells: ReadonlyArray<Reported | NotApplicable>;
}

/** Writes the table between its markers, from cells that were run and passed. */
export const writeMatrix = (file: string, operations: readonly string[], rows: readonly MatrixRow[]): void => {
	const text = readFileSync(file, 'utf8');
	const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
	if (begin < 0 || end < begin) throw new Error(`${file} has no place for the matrix: add the lines '${BEGIN}' and '${END}'`);
	const all = rows.flatMap(({ cells }) => cells);
	const reasons = [...new Set(all.flatMap((cell) => (typeof cell === 'string' ? [] : [cell.because])))];
	const signOf = (cell: Reported | NotApplicable): string =>
		typeof cell === 'string' ? SIGNS[cell] : `–${MARKS[reasons.indexOf(cell.because)]}`;
	const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
	const count = all.filter((cell) => typeof cell === 'string').length;
	const table = [
		`${count} cells, each run in n8n's engine against the sandbox: ${rows.length} combinations of fault and timing, on ${operations.length} operations. The other ${all.length - count} cells do not apply.`,
		'',
		line(['fault', 'when', ...operations]),
		line(['---', '---', ...operations.map(() => ':-:')]),
		...rows.map(({ fault, times, cells }) => line([fault, times, ...cells.map(signOf)])),
		'',
		...reasons.map((because, index) => `${MARKS[index]} ${because[0]!.toUpperCase()}${because.slice(1)}.  `),
	];
	writeFileSync(file, `${text.slice(0, begin)}${BEGIN}\n\n${table.join('\n').trimEnd()}\n\n${text.slice(end)}`);
};
