/** Reports progress: one line per step with the elapsed seconds at the end, and regular updates during a long step. */

/** The error of a failed step, with advice on how to fix it. */
export class StepError extends Error {
	constructor(
		readonly step: string,
		override readonly cause: Error,
		readonly advice: string,
	) {
		super(`${step}: ${cause.message}\n\nWhat to do: ${advice}`);
	}
}

const HEARTBEAT_MS = 10_000;
const seconds = (since: number) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/**
 * Runs one step and reports it on standard output.
 * @param title the step in the imperative: "start n8n"
 * @param advice what to do if it fails
 * @param work does the step; it receives `onProgress`, for messages during the step
 * @param outcome returns the text at the end of the line, from the result of `work`
 */
export async function step<T>(
	title: string,
	advice: string,
	work: (onProgress: (line: string) => void) => Promise<T>,
	outcome: (result: T) => string = () => '',
): Promise<T> {
	const began = Date.now();
	const say = (line: string) => process.stdout.write(`${line}\n`);
	const timer = setInterval(() => say(`  … ${title}, ${seconds(began)}`), HEARTBEAT_MS);
	try {
		const result = await work((line) => say(`  … ${line}`));
		const end = outcome(result);
		say(`  ✓ ${title}${end ? `: ${end}` : ''} (${seconds(began)})`);
		return result;
	} catch (cause) {
		say(`  ✗ ${title} (${seconds(began)})`);
		throw new StepError(title, cause as Error, advice);
	} finally {
		clearInterval(timer);
	}
}

/** A table in plain text: the first two columns are aligned left, and the others, which contain numbers, are aligned right. */
export function table(head: string[], rows: string[][]): string {
	const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)));
	const line = (cells: string[]) =>
		`  ${cells.map((cell, column) => (column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ')}`.trimEnd();
	return [line(head), `  ${widths.map((width) => '─'.repeat(width)).join('  ')}`, ...rows.map(line)].join('\n');
}
