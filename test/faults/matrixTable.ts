import { readFileSync, writeFileSync } from 'node:fs';

import type { Told } from './policy';

const BEGIN = '<!-- matrix: begin, written by npm run matrix -->';
const END = '<!-- matrix: end -->';

const SIGNS: Readonly<Record<Told, string>> = { done: '✓', told: '✓!', refused: '✗', uncertain: '?', asTold: '✓✗?' };

export interface MatrixRow {
	readonly fault: string;
	readonly times: string;
	/** By operation; undefined where the fault cannot meet it. */
	readonly cells: ReadonlyArray<Told | undefined>;
}

/** The table between its markers, from cells that were run and found as they should be. */
export const writeMatrix = (file: string, operations: readonly string[], rows: readonly MatrixRow[]): void => {
	const text = readFileSync(file, 'utf8');
	const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
	if (begin < 0 || end < begin) throw new Error(`${file} has no place for the matrix: it stands between '${BEGIN}' and '${END}'`);
	const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
	const count = rows.flatMap(({ cells }) => cells).filter((cell) => cell !== undefined).length;
	const table = [
		`${count} cells, each run against the sandbox:`,
		'',
		line(['fault', 'when', ...operations]),
		line(['---', '---', ...operations.map(() => ':-:')]),
		...rows.map(({ fault, times, cells }) => line([fault, times, ...cells.map((cell) => (cell === undefined ? '' : SIGNS[cell]))])),
	];
	writeFileSync(file, `${text.slice(0, begin)}${BEGIN}\n\n${table.join('\n')}\n\n${text.slice(end)}`);
};
