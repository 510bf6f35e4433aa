import { timerDelay } from '../../bridge/http/timerDelay';

const wait = async (milliseconds: number): Promise<void> => await new Promise((passed) => setTimeout(passed, milliseconds));

it('timerDelay starts timers only while requests are sent, so that it does not keep the process running', async () => {
	let isSending = true;
	const started = jest.spyOn(globalThis, 'setTimeout');
	/** The number of timers that `timerDelay` starts within 50 ms, not counting the one that `wait` starts. */
	const timers = async (): Promise<number> => {
		started.mockClear();
		await wait(50);
		return started.mock.calls.length - 1;
	};
	timerDelay(() => isSending);
	expect(await timers()).toBeGreaterThan(0);
	isSending = false;
	await wait(50);
	expect(await timers()).toBe(0);
	started.mockRestore();
});

it('timerDelay returns how late timers are, and 0 if nothing has been measured for half a second', async () => {
	timerDelay(() => true);
	await wait(20);
	const blockedAt = performance.now();
	while (performance.now() - blockedAt < 100);
	await wait(20);
	expect(timerDelay(() => false)).toBeGreaterThan(1);
	await wait(700);
	expect(timerDelay(() => false)).toBe(0);
});
