/**
 * Runs a task for each input, up to `ahead` at a time, and returns the results in the order of the inputs. At most `ahead`
 * results are held: whoever reads slowly is waited for. Ends with the first fault in that order; nothing is begun after.
 */
export async function* mapConcurrently<Input, Result>(
	inputs: Iterable<Input>,
	ahead: () => number,
	task: (input: Input) => Promise<Result>,
): AsyncGenerator<Result> {
	const source = inputs[Symbol.iterator]();
	const begun: Promise<Result>[] = [];
	const begin = (): void => {
		while (begun.length < ahead()) {
			const next = source.next();
			if (next.done) return;
			const result = task(next.value);
			// Its fault is thrown when its turn comes; when that never comes, nobody is to miss it.
			result.catch(() => undefined);
			begun.push(result);
		}
	};
	for (begin(); begun.length > 0; begin()) yield await begun.shift()!;
}
