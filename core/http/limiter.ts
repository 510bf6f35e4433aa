/** One limit for all concurrent requests of a run, across its items and their pages. */
import type { CancelSignal } from '../model/port';

export interface Limiter {
	/**
	 * Runs a task as soon as the limit allows, in the order of the calls. Rejects with `cancelled()` if the run is canceled while the task
	 * waits.
	 */
	run<T>(task: () => Promise<T>, cancelled: () => Error): Promise<T>;
}

interface QueuedTask {
	start(): void;
	cancel(): void;
}

/** Runs up to `max` tasks concurrently. */
export const createLimiter = (max: number, signal?: CancelSignal): Limiter => {
	let running = 0;
	let isListening = false;
	const queue = new Set<QueuedTask>();

	const listen = (): void => {
		if (!signal || isListening === queue.size > 0) return;
		isListening = !isListening;
		if (isListening) signal.addEventListener('abort', cancelAll);
		else signal.removeEventListener('abort', cancelAll);
	};
	const cancelAll = (): void => {
		const waiting = [...queue];
		queue.clear();
		listen();
		for (const each of waiting) each.cancel();
	};
	const fill = (): void => {
		for (const each of queue) {
			if (running >= max) break;
			queue.delete(each);
			each.start();
		}
		listen();
	};

	return {
		run<T>(task: () => Promise<T>, cancelled: () => Error): Promise<T> {
			return new Promise<T>((resolve, reject) => {
				const start = (): void => {
					running += 1;
					task()
						.then(resolve, reject)
						.finally(() => {
							running -= 1;
							fill();
						});
				};
				queue.add({ start, cancel: () => reject(cancelled()) });
				if (signal?.aborted) cancelAll();
				else fill();
			});
		},
	};
};
