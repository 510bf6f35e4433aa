/**
 * Limits the concurrent requests that all runs of a process send to one site. The limit adapts to the site, and the runs share it fairly. A
 * pause applies to all of them.
 */
import type { CancelSignal } from '../model/port';
import { AdaptiveLimit } from './adaptiveLimit';
import { SendRate } from './sendRate';

/** The clock is passed in, so that tests can run in virtual time. */
export interface Clock {
	/** Milliseconds since 1970. */
	now(): number;
	/** Resolves after the given number of milliseconds. */
	sleep(milliseconds: number): Promise<void>;
	/** The milliseconds by which timers are currently late, because the process or its machine is busy. */
	timerDelay?(): number;
	/** How long (ms) this process has been busy since it started. */
	busyTime?(): number;
}

/** Determines how much of a budget one run may use. */
export interface ShareParts {
	/** The number of concurrent requests that the user set. Without it, the limit adapts to the site. */
	readonly fixed?: number | undefined;
	/** The maximum number of concurrent requests to the site, regardless of all other settings. */
	readonly siteMaximum?: number | undefined;
	readonly signal?: CancelSignal | undefined;
}

/**
 * How a request ended: `responded`; `limited` (429); `overloaded` (503, 504, a timeout, a refused connection); `broken` (a connection that
 * broke); `ignored` for everything that says nothing about the load. `pause`: milliseconds for which the site asked all clients to wait.
 */
export interface Ending {
	readonly how: 'responded' | 'limited' | 'overloaded' | 'broken' | 'ignored';
	readonly pause?: number;
}

/** Releases the slot of a request. Must be called once, when the request has ended. */
export type Release = (ending: Ending) => void;

/** A limit that the site imposed on a run. */
export interface Throttling {
	readonly requests?: number | undefined;
	readonly perSecond?: number | undefined;
}

/** The share of one run in a budget. */
export interface Share {
	/** The number of requests that are worth preparing now. */
	readonly limit: number;
	/** The limit that the site imposed on the run; undefined if there was none, or if the run had few requests. */
	readonly throttling: Throttling | undefined;
	/** Waits for a free slot to send a request; undefined if the run was canceled. */
	acquire(request: BudgetedRequest): Promise<Release | undefined>;
}

/** The properties of a request that matter for the budget. */
export interface BudgetedRequest {
	/** Requests of one kind have similar latencies. */
	readonly kind: string;
	/** Whether the request can be sent twice. */
	readonly isRepeatable: boolean;
}

interface Waiting {
	readonly request: BudgetedRequest;
	resolve(release: Release | undefined): void;
}

/** A request that has ended. */
interface Ended extends BudgetedRequest {
	readonly sentAt: number;
	/** How long (ms) this process was busy while the request was in flight. */
	readonly busy: number;
	/** The number of requests in flight when the request was sent, including the request itself. */
	readonly inFlight: number;
	/** Whether no other request was in flight from the start to the end of this one. */
	readonly wasAlone: boolean;
}

/** A run with fewer requests reports no limit: one refusal among a few requests does not show how many the site accepts. */
const MIN_REQUESTS_TO_REPORT = 20;

interface ShareState extends ShareParts {
	inFlight: number;
	ended: number;
	/** When the run last got a slot, expressed as the number of slots that all runs had received by then. */
	servedAt: number;
	lowest?: number;
	slowest?: number;
	readonly waiting: Set<Waiting>;
}

/** The budget of one site in one process. */
export class SiteBudget {
	private readonly limit = new AdaptiveLimit();
	private readonly rate = new SendRate();
	private readonly queues = new Set<ShareState>();
	private inFlight = 0;
	private served = 0;
	private pausedUntil = -Infinity;
	private wakesAt = Infinity;

	constructor(private readonly clock: Clock) {}

	/** Whether no request is in progress or waiting. */
	get isIdle(): boolean {
		return this.inFlight === 0 && this.queues.size === 0;
	}

	/** The state for the debug log. It contains no confidential values. */
	get state(): string {
		const rate = this.rate.value(this.clock.now());
		return `limit ${this.limit.value}, in flight ${this.inFlight}, rate ${rate === undefined ? 'unlimited' : `${rate.toFixed(1)} per second`}`;
	}

	share(parts: ShareParts): Share {
		const state: ShareState = { ...parts, inFlight: 0, ended: 0, servedAt: 0, waiting: new Set() };
		const limit = (): number => Math.min(parts.fixed ?? this.limit.value, parts.siteMaximum ?? Infinity);
		const cancel = (): void => {
			const all = [...state.waiting];
			this.leave(state, all);
			for (const { resolve } of all) resolve(undefined);
		};
		let isListening = false;
		/** Listens for a cancellation only while requests wait. Most requests get a slot immediately and need no listener. */
		const listen = (): void => {
			if (isListening === state.waiting.size > 0) return;
			isListening = !isListening;
			if (isListening) parts.signal?.addEventListener('abort', cancel);
			else parts.signal?.removeEventListener('abort', cancel);
		};
		return {
			get limit() {
				return Math.max(1, limit());
			},
			get throttling() {
				const { ended, lowest, slowest } = state;
				return ended < MIN_REQUESTS_TO_REPORT || (lowest === undefined && slowest === undefined)
					? undefined
					: { requests: lowest, perSecond: slowest };
			},
			acquire: (request) =>
				new Promise((resolve) => {
					state.waiting.add({
						request,
						resolve: (release) => {
							listen();
							resolve(release);
						},
					});
					this.queues.add(state);
					if (parts.signal?.aborted) return cancel();
					this.fill();
					listen();
				}),
		};
	}

	private leave(state: ShareState, entries: readonly Waiting[]): void {
		for (const entry of entries) state.waiting.delete(entry);
		if (state.waiting.size === 0) this.queues.delete(state);
	}

	private fill(): void {
		while (this.queues.size > 0) {
			const now = this.clock.now();
			const wait = Math.max(this.pausedUntil - now, this.rate.wait(now));
			if (wait > 0) return this.wake(now + wait, wait);
			const next = this.next(now);
			if (next === undefined) return;
			this.start(next, now);
		}
	}

	/** The run with the fewest requests in flight among those that may send, so that a long list does not delay a single read. */
	private next(now: number): ShareState | undefined {
		let best: ShareState | undefined;
		for (const state of this.queues) {
			if (!this.hasRoom(state, now)) continue;
			if (best === undefined || state.inFlight < best.inFlight || (state.inFlight === best.inFlight && state.servedAt < best.servedAt))
				best = state;
		}
		return best;
	}

	/** A run with no request in flight may exceed the adaptive limit, so that runs with a fixed concurrency cannot block it. */
	private hasRoom({ fixed, inFlight, siteMaximum = Infinity, waiting }: ShareState, now: number): boolean {
		if (this.inFlight >= siteMaximum) return false;
		if (fixed !== undefined) return inFlight < fixed;
		const [first] = waiting;
		return inFlight === 0 || this.inFlight < this.limit.valueFor(first?.request.isRepeatable ?? true, now);
	}

	private start(state: ShareState, sentAt: number): void {
		const [entry] = state.waiting;
		if (entry === undefined) return;
		this.leave(state, [entry]);
		this.inFlight += 1;
		this.served += 1;
		state.inFlight += 1;
		state.servedAt = this.served;
		const { request } = entry;
		this.limit.sent({ inFlight: this.inFlight, isRepeatable: request.isRepeatable, now: sentAt });
		const { inFlight, served, busyTime: busyBefore } = this;
		this.rate.sent(sentAt);
		entry.resolve((ending) => {
			this.inFlight -= 1;
			state.inFlight -= 1;
			state.ended += 1;
			const busy = this.busyTime - busyBefore;
			this.learn({ ...request, sentAt, busy, inFlight, wasAlone: inFlight === 1 && this.served === served }, ending, state);
			this.fill();
		});
	}

	private get busyTime(): number {
		return this.clock.busyTime?.() ?? 0;
	}

	private learn({ kind, isRepeatable, sentAt, busy, inFlight, wasAlone }: Ended, { how, pause }: Ending, state: ShareState): void {
		const now = this.clock.now();
		if (pause !== undefined) this.pausedUntil = Math.max(this.pausedUntil, now + pause);
		switch (how) {
			case 'responded':
				this.limit.responded(kind, { latency: now - sentAt, now, timerDelay: this.clock.timerDelay?.() ?? 0, busy, wasAlone, inFlight });
				this.rate.responded(sentAt, now);
				return;
			case 'limited':
				this.rate.limited(sentAt, now);
				state.slowest = Math.min(state.slowest ?? Infinity, this.rate.value(now) ?? Infinity);
				return;
			case 'overloaded':
			case 'broken': {
				const before = this.limit.value;
				this.limit.refused({ sentAt, now, inFlight, isRepeatable, isBroken: how === 'broken' });
				const { value } = this.limit;
				if (state.fixed === undefined && value < before) state.lowest = Math.min(state.lowest ?? Infinity, value);
				return;
			}
			case 'ignored':
				return;
		}
	}

	/** Sets a timer that fills free slots at `at`, `wait` milliseconds from now. An earlier time replaces a later one. */
	private wake(at: number, wait: number): void {
		if (this.wakesAt <= at) return;
		this.wakesAt = at;
		void this.clock.sleep(wait).then(() => {
			if (this.wakesAt !== at) return;
			this.wakesAt = Infinity;
			this.fill();
		});
	}
}
