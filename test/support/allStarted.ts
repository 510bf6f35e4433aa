/** Something with a function that ends it: `stop`, as in a sandbox, or `close`, as in a browser. */
type Running = Partial<Record<'stop' | 'close', () => unknown>>;

const end = async (started: unknown): Promise<void> => {
	const running = started as Running | null | undefined;
	await (running?.stop ?? running?.close)?.call(running);
};

/**
 * Waits until everything has started. If one start fails, ends everything else that has started, and rethrows the error.
 * Otherwise, a program that is still running would keep Jest from exiting.
 */
export async function allStarted<const Started extends readonly unknown[]>(starts: {
	readonly [Index in keyof Started]: Promise<Started[Index]>;
}): Promise<{ -readonly [Index in keyof Started]: Started[Index] }> {
	const outcomes = await Promise.allSettled(starts);
	const failed = outcomes.find((outcome) => outcome.status === 'rejected');
	if (failed === undefined) return await Promise.all(starts);
	await Promise.allSettled(outcomes.map(async (outcome) => (outcome.status === 'fulfilled' ? await end(outcome.value) : undefined)));
	throw failed.reason;
}
