/** One limit for everything that a run has under way, its items and their pages alike. */
import type { CancelSignal } from '../model/port';

export interface Limiter {
	/**
	 * Runs a task as soon as there is room, in the order of the calls. `answered` is to be called when its first answer
	 * is there. Rejects with `cancelled()` where the run is cancelled while the task waits.
	 */
	run<T>(task: (answered: () => void) => Promise<T>, cancelled: () => Error): Promise<T>;
}

interface QueuedTask {
	start(): void;
	cancel(): void;
}

/**
 * The first task goes alone until its first answer, so that whatever it needs (a token, a name look-up) is fetched once;
 * then up to `highest` run at once.
 */
export const createLimiter = (highest: number, signal?: CancelSignal): Limiter => {
	let running = 0;
	let room = 1;
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
			if (running >= room) break;
			queue.delete(each);
			each.start();
		}
		listen();
	};
	const open = (): void => {
		if (room === highest) return;
		room = highest;
		fill();
	};

	return {
		run<T>(task: (answered: () => void) => Promise<T>, cancelled: () => Error): Promise<T> {
			return new Promise<T>((resolve, reject) => {
				const start = (): void => {
					running += 1;
					task(open)
						.then(resolve, reject)
						.finally(() => {
							running -= 1;
							room = highest;
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
