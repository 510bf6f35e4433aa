import { Deadlines } from '../../bridge/http/deadlines';

/** A request that ends when its signal is aborted, as n8n's requests do. */
const untilAborted = async (signal: AbortSignal): Promise<string> =>
	await new Promise((resolve) => {
		if (signal.aborted) resolve('aborted');
		signal.addEventListener('abort', () => resolve('aborted'));
	});
/** A request that ignores its signal, like one that waits for a sign-in. */
const endless = async (): Promise<string> => await new Promise(() => undefined);
const abandoned = (): string => 'abandoned';
const after = async (milliseconds: number, result = 'done'): Promise<string> =>
	await new Promise((resolve) => setTimeout(() => resolve(result), milliseconds));

const countListeners = (signal: AbortSignal): { readonly count: number } => {
	const counter = { count: 0 };
	const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
	signal.addEventListener = (...given: Parameters<AbortSignal['addEventListener']>) => {
		counter.count += 1;
		add(...given);
	};
	signal.removeEventListener = (...given: Parameters<AbortSignal['removeEventListener']>) => {
		counter.count -= 1;
		remove(...given);
	};
	return counter;
};

describe('The deadlines of a run', () => {
	it('abort only the request whose time is up, regardless of which started first', async () => {
		const deadlines = new Deadlines(undefined);
		const long = deadlines.run(400, async () => await after(150), abandoned);
		const short = deadlines.run(50, untilAborted, abandoned);
		expect(await short).toEqual({ result: 'aborted', isLate: true });
		expect(await long).toEqual({ result: 'done', isLate: false });
	});

	it("give each request its full time, even if an earlier request's timer is still running", async () => {
		const deadlines = new Deadlines(undefined);
		await deadlines.run(60, async () => await after(1), abandoned);
		await after(30);
		const began = performance.now();
		expect(await deadlines.run(100, untilAborted, abandoned)).toEqual({ result: 'aborted', isLate: true });
		expect(performance.now() - began).toBeGreaterThan(95);
	});

	it('provide the fallback result for a request that ignores its abort signal', async () => {
		expect(await new Deadlines(undefined).run(20, endless, abandoned)).toEqual({ result: 'abandoned', isLate: true });
	});

	it('propagate the error of a failed request', async () => {
		const failing = async (): Promise<string> => await Promise.reject(new Error('refused'));
		await expect(new Deadlines(undefined).run(1_000, failing, abandoned)).rejects.toThrow('refused');
	});

	it('abort all requests when the run is canceled, including those that start afterwards', async () => {
		const run = new AbortController();
		const deadlines = new Deadlines(run.signal);
		const running = [1, 2, 3].map(async () => await deadlines.run(10_000, untilAborted, abandoned));
		run.abort();
		expect(await Promise.all(running)).toEqual(Array(3).fill({ result: 'aborted', isLate: false }));
		expect(await deadlines.run(10_000, untilAborted, abandoned)).toEqual({ result: 'aborted', isLate: false });
	});

	it('add a single abort listener to the run, and only while requests are in progress', async () => {
		const run = new AbortController();
		const listeners = countListeners(run.signal);
		const deadlines = new Deadlines(run.signal);
		const running = [20, 40].map(async (time) => await deadlines.run(10_000, async () => await after(time), abandoned));
		expect(listeners.count).toBe(1);
		await Promise.all(running);
		expect(listeners.count).toBe(0);
	});
});
