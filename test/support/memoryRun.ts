/** Helpers for programs that run one large task in a separate process, so that a test can measure its memory. */

const MEGABYTE = 1024 * 1024;

/** Runs a task, and adds the growth of this process's memory to its result. */
export const withRise = async <Result extends object>(task: () => Promise<Result>): Promise<Result & { riseInMegabytes: number }> => {
	const before = process.memoryUsage().rss;
	let highest = before;
	const measure = (): void => void (highest = Math.max(highest, process.memoryUsage().rss));
	const watch = setInterval(measure, 5);
	const result = await task();
	clearInterval(watch);
	measure();
	return { ...result, riseInMegabytes: Math.round((highest - before) / MEGABYTE) };
};

/** Prints the result of a program as JSON, then exits without waiting for open connections. */
export const printAndExit = (main: () => Promise<object>): void => {
	const print = async (): Promise<void> => {
		const result = JSON.stringify(await main());
		await new Promise((written) => process.stdout.write(result, written));
	};
	print().then(
		() => process.exit(0),
		(cause: unknown) => {
			process.stderr.write(String(cause instanceof Error ? cause.stack : cause));
			process.exit(1);
		},
	);
};
