/** The limits of a site: a fixed number of workers with a queue in front of them, or a maximum number of requests per second. */

export interface LimitSettings {
	/** The number of requests that the site works on at a time, each for `serviceMs`; the others wait. 0 means unlimited. */
	readonly workers: number;
	readonly serviceMs: number;
	/** The number of requests per second above which the site returns 429 with `Retry-After: 1`. 0 means unlimited. */
	readonly perSecond: number;
}

/** The figures that the benchmark reads from a site with limits. */
export interface LimitCounts {
	/** The mean number of requests that waited for a worker, over the time from the first request to the last response. */
	readonly meanQueue: number;
	/** The number of requests that arrived after {@link SETTLING_MS}, and how many of them got 429. */
	readonly settledRequests: number;
	readonly settledRefusals: number;
	/** The share of requests from the run that sent the fewest, counted while all runs were active. 1 for a single run. */
	readonly smallestShare: number;
}

export const UNLIMITED: LimitSettings = { workers: 0, serviceMs: 0, perSecond: 0 };
const SETTLING_MS = 5_000;

export class SiteLimits {
	private readonly waiting: (() => void)[] = [];
	private working = 0;
	private beganAt?: number;
	private changedAt = 0;
	/** The total time that requests have waited, in ms. */
	private queuedMs = 0;
	private readonly sent: number[] = [];
	private settledRequests = 0;
	private settledRefusals = 0;
	/** The run that sent each accepted request, in the order of arrival. */
	private readonly runs: string[] = [];

	constructor(private readonly settings: LimitSettings) {}

	/** Counts a request. Returns whether the site accepts it. */
	accept(run: string, now: number): boolean {
		this.beganAt ??= this.changedAt = now;
		const { perSecond } = this.settings;
		while (this.sent.length > 0 && this.sent[0]! <= now - 1_000) this.sent.shift();
		const isAccepted = perSecond === 0 || this.sent.length < perSecond;
		if (isAccepted) {
			this.sent.push(now);
			this.runs.push(run);
		}
		if (now - this.beganAt > SETTLING_MS) {
			this.settledRequests += 1;
			if (!isAccepted) this.settledRefusals += 1;
		}
		return isAccepted;
	}

	/** Waits until a worker is free and has processed the request. */
	async work(): Promise<void> {
		const { serviceMs, workers } = this.settings;
		if (workers === 0) return;
		if (this.working >= workers) {
			this.measureQueue();
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		} else this.working += 1;
		await new Promise((resolve) => setTimeout(resolve, serviceMs));
		this.measureQueue();
		const next = this.waiting.shift();
		if (next) next();
		else this.working -= 1;
	}

	get counts(): LimitCounts {
		const duration = this.changedAt - (this.beganAt ?? this.changedAt);
		return {
			meanQueue: duration > 0 ? this.queuedMs / duration : 0,
			settledRequests: this.settledRequests,
			settledRefusals: this.settledRefusals,
			smallestShare: smallestShare(this.runs),
		};
	}

	private measureQueue(): void {
		const now = performance.now();
		this.queuedMs += this.waiting.length * (now - this.changedAt);
		this.changedAt = now;
	}
}

const smallestShare = (runs: readonly string[]): number => {
	const names = [...new Set(runs)];
	const together = runs.slice(
		Math.max(0, ...names.map((name) => runs.indexOf(name))),
		Math.min(...names.map((name) => runs.lastIndexOf(name))) + 1,
	);
	return Math.min(...names.map((name) => together.filter((run) => run === name).length / together.length), 1);
};
