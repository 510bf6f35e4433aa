/**
 * Something that is started before the tests of a file, or of the block it is asked for in, and ended after them.
 * What this gives stands for it: from the first test to the last, whatever is read from it or set on it is that of the started one.
 */
export const duringTests = <Started extends object>(
	start: () => Promise<Started>,
	end: (started: Started) => unknown = () => undefined,
): Started => {
	let started: Started | undefined;
	beforeAll(async () => {
		started = await start();
	});
	afterAll(async () => {
		if (started !== undefined) await end(started);
	});
	const now = (): Started => {
		if (started === undefined)
			throw new Error('This is started right before the tests: it can be used in a test or a hook, not while they are being told');
		return started;
	};
	return new Proxy({} as Started, {
		get: (_none, name) => Reflect.get(now(), name) as unknown,
		set: (_none, name, value) => Reflect.set(now(), name, value),
	});
};
