/** Tells people what is going on: one line per step, seconds at its end, a sign of life while it takes long. */

/** A step that did not succeed, with what to do about it. */
export class StepStopped extends Error {
	constructor(
		readonly step: string,
		override readonly cause: Error,
		readonly advice: string,
	) {
		super(`${step}: ${cause.message}\n\nWhat to do: ${advice}`);
	}
}

const signOfLife = 10_000;
const seconds = (since: number) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/**
 * Does one step and tells about it on standard output.
 * @param title what is done, in the present: «starting n8n»
 * @param advice what a person can do when it does not succeed
 * @param work gets `tell`, for what is worth a line on the way, and gives what stands at the end of the line
 */
export async function step<T>(
	title: string,
	advice: string,
	work: (tell: (line: string) => void) => Promise<T>,
	outcome: (result: T) => string = () => '',
): Promise<T> {
	const began = Date.now();
	const say = (line: string) => process.stdout.write(`${line}\n`);
	const timer = setInterval(() => say(`  … ${title}, ${seconds(began)}`), signOfLife);
	try {
		const result = await work((line) => say(`  … ${line}`));
		const end = outcome(result);
		say(`  ✓ ${title}${end ? `: ${end}` : ''} (${seconds(began)})`);
		return result;
	} catch (cause) {
		say(`  ✗ ${title} (${seconds(began)})`);
		throw new StepStopped(title, cause as Error, advice);
	} finally {
		clearInterval(timer);
	}
}

/** Columns of text, the first two to the left, the others (numbers) to the right. */
export function table(head: string[], rows: string[][]): string {
	const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)));
	const line = (cells: string[]) =>
		`  ${cells.map((cell, column) => (column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ')}`.trimEnd();
	return [line(head), `  ${widths.map((width) => '─'.repeat(width)).join('  ')}`, ...rows.map(line)].join('\n');
}
