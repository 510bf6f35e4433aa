/** Measures how busy this process is. */
import { sleep } from 'n8n-workflow';

const INTERVAL_MS = 10;
/** A timer that is late by up to this many milliseconds counts as on time, because timers have this resolution. */
const ON_TIME_MS = 1;
/** The weight of one measurement in the average. */
const WEIGHT = 0.1;
/** If {@link timerDelay} is not called for this long (ms), the measurement stops and the average is discarded. */
const IDLE_MS = 500;

let average = 0;
let askedAt = -Infinity;
let isMeasuring = false;

const measure = async (isSending: () => boolean): Promise<void> => {
	isMeasuring = true;
	do {
		const began = performance.now();
		await sleep(INTERVAL_MS);
		const late = Math.max(0, performance.now() - began - INTERVAL_MS - ON_TIME_MS);
		average += WEIGHT * (late - average);
	} while (isSending() && performance.now() - askedAt < IDLE_MS);
	isMeasuring = false;
};

/**
 * How late (ms) the timers of this process currently are. The process handles all other events with about the same delay. The delay is
 * measured only while `isSending` returns true: otherwise, the timer would keep the process running.
 */
export const timerDelay = (isSending: () => boolean): number => {
	const now = performance.now();
	if (now - askedAt > IDLE_MS) average = 0;
	askedAt = now;
	if (!isMeasuring) void measure(isSending);
	return average;
};
