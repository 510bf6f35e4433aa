/**
 * Runs a task for each input, up to `ahead` concurrently, and yields the results in the order of the inputs. At most `ahead` results are
 * kept, so a slow consumer delays the next tasks. The first error in the order of the inputs ends the run, and no other task is started.
 */
export async function* mapConcurrently<Input, Result>(
	inputs: Iterable<Input>,
	ahead: () => number,
	task: (input: Input) => Promise<Result>,
): AsyncGenerator<Result> {
	const source = inputs[Symbol.iterator]();
	const started: Promise<Result>[] = [];
	const startTasks = (): void => {
		while (started.length < ahead()) {
			const next = source.next();
			if (next.done) return;
			const result = task(next.value);
			// The consumer gets an error when it reads the result. Without this handler, the error of a result that is never read would be an
			// unhandled rejection.
			result.catch(() => undefined);
			started.push(result);
		}
	};
	for (;;) {
		startTasks();
		const next = started.shift();
		if (next === undefined) return;
		yield await next;
	}
}
