/** How busy this process is. */
import { sleep } from 'n8n-workflow';

const INTERVAL_MS = 10;
/** Also the resolution of a timer. */
const ON_TIME_MS = 1;
/** The weight of one measurement in the average. */
const WEIGHT = 0.1;
/** The measurement ends after nothing has requested it for this long (ms). */
const IDLE_MS = 500;

let average = 0;
let askedAt = -Infinity;
let isMeasuring = false;

const measure = async (): Promise<void> => {
	isMeasuring = true;
	while (performance.now() - askedAt < IDLE_MS) {
		const began = performance.now();
		await sleep(INTERVAL_MS);
		const late = Math.max(0, performance.now() - began - INTERVAL_MS - ON_TIME_MS);
		average += WEIGHT * (late - average);
	}
	average = 0;
	isMeasuring = false;
};

/** The milliseconds by which timers of this process are currently late: everything that it waits for is late by that much. */
export const timerDelay = (): number => {
	askedAt = performance.now();
	if (!isMeasuring) void measure();
	return average;
};
