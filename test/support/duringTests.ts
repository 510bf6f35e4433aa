/** Longer than the timeouts of the started programs, so that their error messages appear instead of Jest's timeout. */
const START_LIMIT_MS = 90_000;

/**
 * Starts something before the tests of a file or block, and ends it afterwards.
 * The result is a proxy: from the first test to the last, it reads from and writes to the started object.
 */
export const duringTests = <Started extends object>(
	start: () => Promise<Started>,
	end: (started: Started) => unknown = () => undefined,
): Started => {
	let started: Started | undefined;
	beforeAll(async () => {
		started = await start();
	}, START_LIMIT_MS);
	afterAll(async () => {
		if (started !== undefined) await end(started);
	});
	const now = (): Started => {
		if (started === undefined)
			throw new Error('This starts right before the tests: use it in a test or a hook, not while tests are being defined');
		return started;
	};
	return new Proxy({} as Started, {
		get: (_none, name) => Reflect.get(now(), name) as unknown,
		set: (_none, name, value) => Reflect.set(now(), name, value),
	});
};
