/**
 * Runs a task for each input, up to `ahead` concurrently, and yields the results in the order of the inputs. Inputs are read only as they
 * are needed. At the end, closes the source, and waits for the tasks that have started, so that nothing continues after an error.
 */
export async function* inOrder<Input, Result>(
	inputs: AsyncIterable<Input>,
	ahead: () => number,
	task: (input: Input) => Promise<Result>,
): AsyncGenerator<Result> {
	const source = inputs[Symbol.asyncIterator]();
	const started: Promise<Result>[] = [];
	let isOver = false;
	try {
		for (;;) {
			while (!isOver && started.length < ahead()) {
				const next = await source.next();
				if (next.done) isOver = true;
				else {
					const result = task(next.value);
					// The consumer gets an error when it reads the result. Without this handler, the error of a result that is never read would be an
					// unhandled rejection.
					result.catch(() => undefined);
					started.push(result);
				}
			}
			const first = started.shift();
			if (first === undefined) return;
			yield await first;
		}
	} finally {
		await Promise.allSettled(started);
		await source.return?.();
	}
}
