/** How to run jobs. */
export interface Schedule<Job> {
	run(job: Job): Promise<void>;
	/** The maximum number of jobs to run at the same time. It can change while they run. */
	max(): number;
	/** Whether to start no more jobs. */
	isOver(): boolean;
	/** The records that a job changes. A job starts only after all earlier jobs for these records have ended. */
	targetsOf(job: Job): readonly string[];
}

/** A job and the jobs that wait for it. */
interface Queued<Job> {
	readonly job: Job;
	readonly followers: Queued<Job>[];
	/** The number of earlier jobs for the same records that have not ended. */
	pending: number;
	/** Whether the job was skipped because it still had to wait. It then starts as soon as possible, before later jobs. */
	isLate: boolean;
}

const queued = <Job>(jobs: readonly Job[], targetsOf: Schedule<Job>['targetsOf']): readonly Queued<Job>[] => {
	const last = new Map<string, Queued<Job>>();
	return jobs.map((job) => {
		const own: Queued<Job> = { job, followers: [], pending: 0, isLate: false };
		for (const target of new Set(targetsOf(job))) {
			const before = last.get(target);
			if (before) {
				before.followers.push(own);
				own.pending += 1;
			}
			last.set(target, own);
		}
		return own;
	});
};

/** Starts jobs in order, up to `max()` at a time, until `isOver()` returns true. Jobs for the same record run one after the other. */
export const inParallel = <Job>(jobs: readonly Job[], { run, max, isOver, targetsOf }: Schedule<Job>): Promise<void> =>
	new Promise((resolve, reject) => {
		const all = queued(jobs, targetsOf).values();
		const late: Queued<Job>[] = [];
		let running = 0;
		const next = (): Queued<Job> | undefined => {
			const first = late.shift();
			if (first !== undefined) return first;
			for (let { value } = all.next(); value !== undefined; { value } = all.next()) {
				if (value.pending === 0) return value;
				value.isLate = true;
			}
			return undefined;
		};
		const end = ({ followers }: Queued<Job>): void => {
			running -= 1;
			for (const follower of followers) {
				follower.pending -= 1;
				if (follower.pending === 0 && follower.isLate) late.push(follower);
			}
			fill();
		};
		const fill = (): void => {
			while (running < max() && !isOver()) {
				const started = next();
				if (started === undefined) break;
				running += 1;
				run(started.job).then(() => end(started), reject);
			}
			if (running === 0) resolve();
		};
		fill();
	});
