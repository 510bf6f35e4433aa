/** How long (ms) an aborted request may take to end. A request that takes longer is waiting for a sign-in, which n8n does not abort. */
const ABORT_GRACE = 1_000;

/** The longest time (ms) that a Node.js timer can wait. */
const MAX_TIMER = 2 ** 31 - 1;

/** Calls a function after a delay (ms). Unlike n8n's `sleep`, this does not keep the process running. */
const afterTime = (milliseconds: number, then: () => void): void =>
	AbortSignal.timeout(Math.min(MAX_TIMER, Math.max(0, Math.ceil(milliseconds)))).addEventListener('abort', then);

/** A request in progress. */
interface Pending {
	/** On the clock of `performance.now()`. */
	readonly expiresAt: number;
	abort(isLate: boolean): void;
}

/** How a request ended. */
export interface Ended<Result> {
	readonly result: Result;
	/** Whether the request was aborted because it took too long. */
	readonly isLate: boolean;
}

/**
 * Aborts requests that take too long, or whose run is canceled. n8n's own timeout covers only the time in which no data arrives. All
 * requests of a run share one timer and one listener, because a timer and two listeners for each request take measurable time.
 */
export class Deadlines {
	private readonly pending = new Set<Pending>();
	private wakesAt = Infinity;

	constructor(private readonly cancelled: AbortSignal | undefined) {}

	/**
	 * Runs a request with its own signal, and aborts it after `milliseconds`. If it still does not end, returns the result of `abandoned`.
	 */
	async run<Result>(
		milliseconds: number,
		request: (signal: AbortSignal) => Promise<Result>,
		abandoned: () => Result,
	): Promise<Ended<Result>> {
		const controller = new AbortController();
		return await new Promise((resolve, reject) => {
			let isLate = false;
			const pending: Pending = {
				expiresAt: performance.now() + milliseconds,
				abort: (late) => {
					this.remove(pending);
					isLate = late;
					controller.abort();
					afterTime(ABORT_GRACE, () => resolve({ result: abandoned(), isLate }));
				},
			};
			if (this.cancelled?.aborted) pending.abort(false);
			else this.add(pending);
			request(controller.signal)
				.then((result) => resolve({ result, isLate }), reject)
				.finally(() => this.remove(pending));
		});
	}

	private add(pending: Pending): void {
		if (this.pending.size === 0) this.cancelled?.addEventListener('abort', this.cancel);
		this.pending.add(pending);
		if (pending.expiresAt < this.wakesAt) this.wakeAt(pending.expiresAt);
	}

	private remove(pending: Pending): void {
		if (this.pending.delete(pending) && this.pending.size === 0) this.cancelled?.removeEventListener('abort', this.cancel);
	}

	private readonly cancel = (): void => {
		for (const pending of this.pending) pending.abort(false);
	};

	private wakeAt(time: number): void {
		this.wakesAt = time;
		afterTime(time - performance.now(), () => {
			// If `wakesAt` has changed, another timer was set for an earlier time.
			if (this.wakesAt === time) this.abortLate();
		});
	}

	private abortLate(): void {
		const now = performance.now();
		let next = Infinity;
		for (const pending of this.pending) {
			if (pending.expiresAt <= now) pending.abort(true);
			else next = Math.min(next, pending.expiresAt);
		}
		this.wakesAt = Infinity;
		if (next < Infinity) this.wakeAt(next);
	}
}
