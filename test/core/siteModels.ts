/** Simulated sites in virtual time, for measuring the adaptive concurrency. */
import type { Send, SendResult } from '../../core/model/port';
import { reply, lost } from './fakeSite';

/** Virtual time, which advances to the next timer when all other work is done. */
export class VirtualTime {
	private current = Date.UTC(2026, 0, 1);
	private readonly due: { at: number; order: number; resolve: () => void }[] = [];
	private isTurning = false;
	private order = 0;

	readonly now = (): number => this.current;

	readonly sleep = (milliseconds: number): Promise<void> =>
		new Promise((resolve) => {
			this.due.push({ at: this.current + Math.max(0, milliseconds), order: this.order++, resolve });
			this.turn();
		});

	private turn(): void {
		if (this.isTurning) return;
		this.isTurning = true;
		setImmediate(() => {
			this.isTurning = false;
			const [next] = this.due.sort((one, other) => one.at - other.at || one.order - other.order);
			if (next === undefined) return;
			this.current = Math.max(this.current, next.at);
			const later = this.due.findIndex(({ at }) => at > next.at);
			for (const { resolve } of this.due.splice(0, later === -1 ? this.due.length : later)) resolve();
			if (this.due.length > 0) this.turn();
		});
	}
}

/** The counters of a site. */
export interface SiteCounts {
	/** The status of each response, or 0 if there was no response, and the time from the first request to the response. */
	readonly responses: { readonly at: number; readonly status: number }[];
	/** The number of requests that were waiting for a worker at each arrival, summed over all arrivals. */
	queued: number;
	/** Sum of the milliseconds for which requests waited for a worker. */
	waitedMs: number;
	/** For each request, the time from the first request to its arrival, and the number of requests without a response at that time. */
	readonly arrivals: { readonly at: number; readonly inFlight: number }[];
	inFlight: number;
	highest: number;
}

/** Returns the result of a request and the milliseconds that it takes. `since` counts from the first request. */
type Serve = (state: { readonly since: number; readonly inFlight: number; readonly random: () => number }) => {
	readonly result: SendResult;
	readonly takes: number;
};

export interface SiteModel {
	readonly name: string;
	/** Starts a measurement and resets the site. */
	begin(): Serve;
	/** The maximum number of concurrent requests; unlimited if omitted. */
	readonly workers?: number | undefined;
	/** The number of requests in a measurement, if the model needs fewer than the default. */
	readonly requests?: number;
}

const GOOD = reply(200, { ok: true });

/** A fixed sequence of numbers from 0 to 1. */
const seeded = (seed: number): (() => number) => {
	let state = seed;
	return () => {
		state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
		return state / 2 ** 32;
	};
};

/** A site that responds after `takes` ms, with up to `workers` concurrent requests. */
export const constant = (name: string, takes: number, workers?: number): SiteModel => ({
	name,
	workers,
	begin: () => () => ({ result: GOOD, takes }),
});

/** A site that responds in `before` ms. After `from` ms, only `workers` workers remain, and each needs `takes` ms for a request. */
export const slowFrom = (from: number, before: number, workers: number, takes: number): SiteModel => ({
	name: `${workers} workers of ${takes} ms after ${from} ms`,
	begin: () => {
		const free = Array.from({ length: workers }, () => 0);
		return ({ since }) => {
			if (since < from) return { result: GOOD, takes: before };
			const first = free.indexOf(Math.min(...free));
			free[first] = Math.max(since, free[first]!) + takes;
			return { result: GOOD, takes: free[first] - since };
		};
	},
});

/** A site that serves `connections` concurrent requests in 40 to 60 ms each. It resets each additional request after `after` ms. */
export const breakingAbove = (connections: number, after: number): SiteModel => ({
	name: `broken above ${connections} connections`,
	begin:
		() =>
		({ inFlight, random }) =>
			inFlight > connections ? { result: lost('ECONNRESET', 'maybe'), takes: after } : { result: GOOD, takes: 40 + 20 * random() },
});

/** A site that serves `connections` concurrent requests in 50 ms each. It closes each additional connection during the TLS handshake. */
export const refusingAbove = (connections: number): SiteModel => ({
	name: `closed above ${connections} connections`,
	begin:
		() =>
		({ inFlight }) =>
			inFlight > connections ? { result: lost('ECONNRESET', 'no'), takes: 5 } : { result: GOOD, takes: 50 },
});

/** A site that accepts `perSecond` requests per second, and returns 429 with `Retry-After: 1` to all others. */
const rateLimited = (perSecond: number): SiteModel => ({
	name: `429 above ${perSecond} per second`,
	requests: 600,
	begin: () => {
		let accepted: number[] = [];
		return ({ since }) => {
			accepted = accepted.filter((at) => since - at < 1000);
			if (accepted.length >= perSecond) return { result: reply(429, '', { 'retry-after': '1' }), takes: 5 };
			accepted.push(since);
			return { result: GOOD, takes: 50 };
		};
	},
});

export const SITE_MODELS: readonly SiteModel[] = [
	constant('fixed latency of 50 ms', 50),
	constant('fixed latency of 200 ms', 200),
	constant('8 workers (50 ms each)', 50, 8),
	constant('2 workers (100 ms each)', 100, 2),
	{
		name: '100 connections',
		begin:
			() =>
			({ inFlight }) =>
				inFlight > 100 ? { result: lost('ECONNREFUSED', 'no'), takes: 1 } : { result: GOOD, takes: 50 },
	},
	rateLimited(20),
	{
		name: '503 above 30 concurrent requests',
		begin:
			() =>
			({ inFlight }) =>
				inFlight > 30 ? { result: reply(503, { error: 'Busy' }), takes: 5 } : { result: GOOD, takes: 50 },
	},
	{
		name: '503 for 2% of the requests, regardless of the load',
		begin:
			() =>
			({ random }) =>
				random() < 0.02 ? { result: reply(503, { error: 'Busy' }), takes: 5 } : { result: GOOD, takes: 50 },
	},
	{
		name: 'uniform jitter from 20 to 80 ms',
		begin:
			() =>
			({ random }) => ({ result: GOOD, takes: 20 + 60 * random() }),
	},
	{
		name: 'exponential jitter around 50 ms',
		begin:
			() =>
			({ random }) => ({ result: GOOD, takes: 5 - 45 * Math.log(1 - random()) }),
	},
	{
		name: 'stalls of up to 300 ms every 400 ms, as on a busy n8n',
		begin: () => {
			let stall = 0;
			let period = -1;
			return ({ since, random }) => {
				if (Math.floor(since / 400) !== period) {
					period = Math.floor(since / 400);
					stall = 300 * random();
				}
				return { result: GOOD, takes: 50 + Math.max(0, stall - (since % 400)) };
			};
		},
	},
	{
		name: 'a first response after 3 seconds',
		begin:
			() =>
			({ since }) => ({ result: GOOD, takes: since === 0 ? 3000 : 50 }),
	},
	{
		name: 'a pause of 2 seconds in the middle',
		begin:
			() =>
			({ since }) => ({ result: GOOD, takes: since > 1000 && since < 3000 ? 3050 - since : 50 }),
	},
	{
		name: 'a site that is four times as slow for 3 seconds',
		begin:
			() =>
			({ since }) => ({ result: GOOD, takes: since > 1000 && since < 4000 ? 200 : 50 }),
	},
];

/** Sends requests to a model. If all its workers are busy, requests wait in the order of their arrival. */
export const serving = (model: SiteModel, time: VirtualTime, seed = 1): { readonly send: Send; readonly counts: SiteCounts } => {
	const counts: SiteCounts = { responses: [], arrivals: [], queued: 0, waitedMs: 0, inFlight: 0, highest: 0 };
	const serve = model.begin();
	const random = seeded(seed);
	const free = Array.from({ length: model.workers ?? 0 }, () => 0);
	let began: number | undefined;
	const send: Send = async () => {
		began ??= time.now();
		counts.inFlight += 1;
		counts.highest = Math.max(counts.highest, counts.inFlight);
		const now = time.now();
		counts.arrivals.push({ at: now - began, inFlight: counts.inFlight });
		counts.queued += Math.max(0, counts.inFlight - (model.workers ?? Infinity));
		const { result, takes } = serve({ since: now - began, inFlight: counts.inFlight, random });
		let starts = now;
		if (free.length > 0) {
			const first = free.indexOf(Math.min(...free));
			starts = Math.max(now, free[first]!);
			free[first] = starts + takes;
			counts.waitedMs += starts - now;
		}
		await time.sleep(starts + takes - now);
		counts.inFlight -= 1;
		counts.responses.push({ at: time.now() - began, status: result.kind === 'response' ? result.status : 0 });
		return result;
	};
	return { send, counts };
};
