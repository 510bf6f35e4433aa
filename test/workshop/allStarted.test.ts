import { allStarted } from '../support/allStarted';

const later = async <Value>(value: Value): Promise<Value> => {
	await new Promise((resolve) => setTimeout(resolve, 5));
	return value;
};
const failing = async (message: string): Promise<never> => {
	await Promise.resolve();
	throw new Error(message);
};

describe('The programs that a test starts', () => {
	it('are returned in order when all have started', async () => {
		expect(await allStarted([later('sandbox'), later(2)])).toEqual(['sandbox', 2]);
	});

	it('are stopped or closed if one does not start, including those that start later', async () => {
		const ended: string[] = [];
		const sandbox = { name: 'sandbox', stop: async () => void ended.push((await later(sandbox)).name) };
		const browser = { name: 'browser', close: async () => void ended.push((await later(browser)).name) };
		await expect(allStarted([later(sandbox), failing('n8n does not respond'), later(browser), later(undefined)])).rejects.toThrow(
			'n8n does not respond',
		);
		expect(ended.sort()).toEqual(['browser', 'sandbox']);
	});

	it('are all stopped even if stopping one of them fails, and the first error is thrown', async () => {
		let isStopped = false;
		const broken = { stop: async () => await failing('cannot stop') };
		const sound = { stop: async () => await Promise.resolve((isStopped = true)) };
		await expect(allStarted([later(broken), later(sound), failing('no sign-in')])).rejects.toThrow('no sign-in');
		expect(isStopped).toBe(true);
	});
});
