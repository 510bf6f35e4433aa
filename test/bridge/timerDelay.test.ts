import { timerDelay } from '../../bridge/http/timerDelay';

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
	jest.restoreAllMocks();
	jest.useRealTimers();
});

it('timerDelay starts timers only while requests are sent, so that it does not keep the process running', async () => {
	let isSending = true;
	timerDelay(() => isSending);
	await jest.advanceTimersByTimeAsync(50);
	expect(jest.getTimerCount()).toBe(1);
	isSending = false;
	await jest.advanceTimersByTimeAsync(50);
	expect(jest.getTimerCount()).toBe(0);
});

it('timerDelay returns how late timers are, and 0 if nothing has been measured for half a second', async () => {
	let blockedFor = 0;
	const now = performance.now.bind(performance);
	jest.spyOn(performance, 'now').mockImplementation(() => now() + blockedFor);
	timerDelay(() => true);
	await jest.advanceTimersByTimeAsync(20);
	expect(timerDelay(() => true)).toBe(0);
	blockedFor = 100;
	await jest.advanceTimersByTimeAsync(20);
	expect(timerDelay(() => false)).toBeGreaterThan(1);
	await jest.advanceTimersByTimeAsync(700);
	expect(timerDelay(() => false)).toBe(0);
});
