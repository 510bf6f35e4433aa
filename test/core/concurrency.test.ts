import { createClient, type ClientOptions } from '../../core/http/client';
import { SiteBudget } from '../../core/http/siteBudget';
import type { WireRequest } from '../../core/model/port';
import { reply, fakeSite } from './fakeSite';
import {
	SITE_MODELS,
	VirtualTime,
	breakingAbove,
	constant,
	refusingAbove,
	serving,
	slowFrom,
	type SiteCounts,
	type SiteModel,
} from './siteModels';

const READ: WireRequest = { method: 'GET', path: '/JmJob/job_no=1', headers: {}, effect: 'read' };
const CREATE: WireRequest = { method: 'POST', path: '/JmJob', headers: {}, effect: 'once' };
const modelNamed = (name: string): SiteModel => SITE_MODELS.find((model) => model.name === name)!;

interface Measured {
	/** Seconds of virtual time. */
	readonly seconds: number;
	readonly lost: number;
	/** Seconds until each run ended. */
	readonly runs: readonly number[];
	readonly counts: SiteCounts;
}

/** Other work of n8n, which delays responses. Both functions expect the milliseconds since the start of the run. */
interface Delays {
	/** How long (ms) a response that arrives at that time is delayed. */
	at(since: number): number;
	/** How long (ms) n8n has been busy with other work by then. */
	busyUntil(since: number): number;
}

/** The state that a process keeps for a site. */
interface SiteState {
	readonly time: VirtualTime;
	readonly budget: SiteBudget;
	/** The processor time (ms) that n8n needs for a request; none if omitted. */
	readonly requestMs?: number;
	/** How long (ms) n8n has been busy with requests, and with other work. */
	readonly busy: { ms: number; other: () => number };
	/** How long (ms) n8n is busy after the first request, for example because another workflow starts. */
	readonly stallMs?: number;
	readonly delays?: Delays;
}

/** n8n is busy for `length` ms in every `every` ms. */
const busyFor = (length: number, every: number): Delays => ({
	at: (since) => Math.max(0, length - (since % every)),
	busyUntil: (since) => length * Math.floor(since / every) + Math.min(length, since % every),
});

const siteState = (): SiteState => {
	const time = new VirtualTime();
	const busy = { ms: 0, other: () => 0 };
	return { time, busy, budget: new SiteBudget({ ...time, busyTime: () => busy.ms + busy.other() }) };
};
/** n8n needs about 0.5 ms of processor time for a request: half before it sends the request, and half after the response. */
const n8nState = (requestMs = 0.5): SiteState => ({ ...siteState(), requestMs });

/**
 * n8n handles all pending work in one batch, except work that takes long, such as parsing a page. Each batch needs this additional time,
 * regardless of the number of requests.
 */
const WAKE_UP_MS = 0.3;
const withProcessor = (send: ClientOptions['send'], requestMs: number, { time, busy }: SiteState): ClientOptions['send'] => {
	const waiting: (() => void)[] = [];
	let isBusy = false;
	const handleAll = async (): Promise<void> => {
		isBusy = true;
		while (waiting.length > 0) {
			const current = waiting.splice(0, requestMs < 1 ? waiting.length : 1);
			const takes = WAKE_UP_MS + (requestMs / 2) * current.length;
			await time.sleep(takes);
			busy.ms += takes;
			for (const handled of current) handled();
		}
		isBusy = false;
	};
	const work = async (): Promise<void> =>
		await new Promise((resolve) => {
			waiting.push(resolve);
			if (!isBusy) void handleAll();
		});
	return async (request) => {
		await work();
		const result = await send(request);
		await work();
		return result;
	};
};

/** Sends the requests of each run through a separate client. All clients share one budget. */
const measure = async (
	model: SiteModel,
	runs: readonly number[],
	more: Partial<ClientOptions> = {},
	request = READ,
	state = siteState(),
): Promise<Measured> => {
	const { time, budget, busy, requestMs, stallMs = 0, delays } = state;
	const { send: sendDirectly, counts } = serving(model, time);
	let stall = stallMs;
	const sendAndStall: ClientOptions['send'] = async (sent) => {
		const wait = stall;
		stall = 0;
		const result = await sendDirectly(sent);
		if (wait > 0) await time.sleep(wait);
		if (delays) await time.sleep(delays.at(time.now() - began));
		return result;
	};
	const send = requestMs === undefined ? sendAndStall : withProcessor(sendAndStall, requestMs, state);
	const began = time.now();
	if (delays) busy.other = () => delays.busyUntil(time.now() - began);
	let lost = 0;
	const ended = await Promise.all(
		runs.map(async (requests) => {
			const client = createClient({
				send,
				budget,
				sleep: time.sleep,
				now: time.now,
				random: () => 0.5,
				retry: { maxAttempts: 10 },
				...more,
			});
			const ends = await Promise.allSettled(Array.from({ length: requests }, () => client.send(request, () => 'done')));
			lost += ends.filter(({ status }) => status === 'rejected').length;
			return (time.now() - began) / 1000;
		}),
	);
	return { seconds: (time.now() - began) / 1000, lost, runs: ended, counts };
};

/** The mean number of waiting requests at the arrivals after `from` ms. */
const meanQueue = ({ arrivals }: SiteCounts, workers: number, from: number): number => {
	const later = arrivals.filter(({ at }) => at >= from);
	expect(later.length).toBeGreaterThan(500);
	return later.reduce((sum, { inFlight }) => sum + Math.max(0, inFlight - workers), 0) / later.length;
};

const FIXED = [8, 16, 32, 64, 128];

describe('Adaptive concurrency', () => {
	test.each(SITE_MODELS.map((model) => [model.name, model] as const))(
		'is at most 10% slower than the best fixed limit: %s',
		async (_name, model) => {
			const requests = model.requests ?? 6000;
			const ours = await measure(model, [requests]);
			const fixed = await Promise.all(FIXED.map(async (concurrency) => (await measure(model, [requests], { concurrency })).seconds));
			expect(ours.lost).toBe(0);
			expect(ours.seconds).toBeLessThanOrEqual(1.1 * Math.min(...fixed));
		},
	);

	test.each([
		['8 workers (50 ms each)', 8],
		['2 workers (100 ms each)', 2],
	])('limits the mean queue to twice the capacity of %s', async (name, capacity) => {
		const { counts } = await measure(modelNamed(name), [3000]);
		expect(counts.queued / 3000).toBeLessThanOrEqual(2 * capacity);
	});

	test.each([
		['200 ms', 200],
		['50 ms', 50],
		['5 ms', 5],
		['1 ms', 1],
		['0.5 ms', 0.5],
		['0 ms', 0],
	])('is at most 10%% slower than the best fixed limit for 2,000 creates at a latency of %s', async (_name, takes) => {
		const seconds = async (concurrency?: number): Promise<number> =>
			(await measure(constant('fixed', takes), [2000], concurrency ? { concurrency } : {}, CREATE, n8nState())).seconds;
		const fixed = await Promise.all(FIXED.map(seconds));
		expect(await seconds()).toBeLessThanOrEqual(1.1 * Math.min(...fixed));
	});

	test.each([
		['200 ms', 200],
		['50 ms', 50],
		['0 ms', 0],
	])('is at most 10%% slower than the best fixed limit for 200 pages that n8n parses for 8 ms each (latency %s)', async (_name, takes) => {
		const seconds = async (concurrency?: number): Promise<number> => {
			const state = n8nState(8);
			const run = async (): Promise<number> =>
				(await measure(constant('fixed', takes), [200], concurrency ? { concurrency } : {}, READ, state)).seconds;
			await run();
			await state.time.sleep(2000);
			return await run();
		};
		const fixed = await Promise.all(FIXED.map(seconds));
		expect(await seconds()).toBeLessThanOrEqual(1.1 * Math.min(...fixed));
	});

	test.each([[[2000]], [[2000, 2000]]])(
		'limits the mean queue to twice the capacity of 8 workers (25 ms each) from the start (creates per run: %j)',
		async (runs) => {
			const state = n8nState();
			for (const pause of [60_000, 0]) {
				const { counts } = await measure(constant('8 workers (25 ms each)', 25, 8), runs, {}, CREATE, state);
				expect(counts.waitedMs / counts.responses.at(-1)!.at).toBeLessThanOrEqual(16);
				await state.time.sleep(pause);
			}
		},
	);

	test.each([
		['its first run', [90, 0]],
		['a later run', [0, 90, 0]],
		['two runs in succession', [0, 90, 90, 0]],
	])('limits the mean queue to twice the capacity of 8 workers although n8n was busy at the start of %s', async (_when, stalls) => {
		const state = n8nState();
		const queues: number[] = [];
		for (const stallMs of stalls) {
			const { counts } = await measure(constant('8 workers (25 ms each)', 25, 8), [2000], {}, CREATE, { ...state, stallMs });
			queues.push(counts.waitedMs / counts.responses.at(-1)!.at);
			await state.time.sleep(100);
		}
		for (const queue of queues) expect(queue).toBeLessThanOrEqual(16);
	});

	test.each([
		[100, 500],
		[150, 500],
		[150, 700],
		[200, 1000],
		[300, 2300],
	])('limits the mean queue to twice the capacity of 8 workers although n8n is busy for %i ms in every %i ms', async (length, every) => {
		const state = { ...n8nState(), delays: busyFor(length, every) };
		const { counts } = await measure(constant('8 workers (25 ms each)', 25, 8), [6000], {}, CREATE, state);
		expect(counts.waitedMs / counts.responses.at(-1)!.at).toBeLessThanOrEqual(16);
	});

	test('limits the mean queue to twice the capacity of 8 workers for pages that n8n parses for 8 ms each', async () => {
		const { counts } = await measure(constant('8 workers (25 ms each)', 25, 8), [400], {}, READ, n8nState(8));
		expect(counts.waitedMs / counts.responses.at(-1)!.at).toBeLessThanOrEqual(16);
	});

	test.each([30, 60, 120, 240])(
		'limits the mean queue to twice the capacity of 8 workers after n8n was slower by %i ms at the start',
		async (latency) => {
			const delays: Delays = { at: (since) => (since < 5000 ? latency : 0), busyUntil: (since) => Math.min(5000, since) };
			const state = { ...n8nState(), delays };
			const { counts } = await measure(constant('8 workers (25 ms each)', 25, 8), [20_000], {}, CREATE, state);
			expect(meanQueue(counts, 8, 12_000)).toBeLessThanOrEqual(16);
		},
	);

	test.each([
		['in the middle of a run', 50, 1500],
		['in the middle of a run that was fast', 5, 150],
	])('limits the mean queue to twice the capacity if the site becomes slower %s', async (_when, before, from) => {
		const { counts } = await measure(slowFrom(from, before, 8, 50), [6000], {}, CREATE);
		expect(meanQueue(counts, 8, from)).toBeLessThanOrEqual(16);
	});

	test('reaches the maximum on a site that responds within the same millisecond', async () => {
		const state = siteState();
		await measure(constant('fixed latency of 0 ms', 0), [2000], {}, READ, state);
		expect(state.budget.state).toBe('limit 128, in flight 0, rate unlimited');
	});

	test.each([2_000, 60_000])(
		'limits the mean queue to twice the capacity if the site became slower in the %i ms since the last run',
		async (pause) => {
			const state = siteState();
			await measure(modelNamed('fixed latency of 50 ms'), [3000], {}, CREATE, state);
			await state.time.sleep(pause);
			const { counts } = await measure(modelNamed('8 workers (50 ms each)'), [2000], {}, CREATE, state);
			expect(counts.queued / 2000).toBeLessThanOrEqual(16);
		},
	);

	test('causes a 429 for at most 5% of the requests after the first 5 seconds', async () => {
		const { counts, lost } = await measure(modelNamed('429 above 20 per second'), [1500]);
		const later = counts.responses.filter(({ at }) => at > 5000);
		expect(later.length).toBeGreaterThan(1000);
		expect(later.filter(({ status }) => status === 429).length / later.length).toBeLessThanOrEqual(0.05);
		expect(lost).toBe(0);
	});

	test.each([2, 20, 150, 600])('uses the rate of the site again after a pause of %i seconds', async (pause) => {
		const model = modelNamed('429 above 20 per second');
		const fixed = await Promise.all(FIXED.map(async (concurrency) => (await measure(model, [600], { concurrency })).seconds));
		const state = siteState();
		for (let run = 0; run < 3; run += 1) {
			const { seconds, lost } = await measure(model, [600], {}, CREATE, state);
			expect(lost).toBe(0);
			expect(seconds).toBeLessThanOrEqual(1.1 * Math.min(...fixed));
			await state.time.sleep(pause * 1000);
		}
	});

	test('rarely exceeds the maximum of a site that closes connections before it reads the request', async () => {
		const model = refusingAbove(100);
		const fixed = (await measure(model, [2000], { concurrency: 90 }, CREATE)).seconds;
		const state = siteState();
		const unread: number[] = [];
		for (let run = 0; run < 3; run += 1) {
			const { seconds, lost, counts } = await measure(model, [2000], {}, CREATE, state);
			expect(lost).toBe(0);
			if (run > 0) expect(seconds).toBeLessThanOrEqual(1.1 * fixed);
			unread.push(counts.responses.filter(({ status }) => status === 0).length);
			await state.time.sleep(2000);
		}
		expect(unread[0]).toBeLessThanOrEqual(30);
		expect(unread.slice(1)).toEqual([0, 0]);
	});

	test.each([2, 5])('is shared evenly by %i runs', async (runs) => {
		for (const name of ['8 workers (50 ms each)', 'fixed latency of 50 ms']) {
			const ended = (
				await measure(
					modelNamed(name),
					Array.from({ length: runs }, () => 1000),
				)
			).runs;
			expect(Math.min(...ended)).toBeGreaterThanOrEqual(0.8 * Math.max(...ended));
		}
	});

	test('does not let a list of 2,000 pages delay a single read', async () => {
		const [, single] = (await measure(modelNamed('8 workers (50 ms each)'), [2000, 1])).runs;
		expect(single).toBeLessThan(0.5);
	});

	test('does not let a run with a fixed limit delay an adaptive run', async () => {
		const time = new VirtualTime();
		const { send } = serving(modelNamed('fixed latency of 50 ms'), time);
		const parts = { send, budget: new SiteBudget(time), sleep: time.sleep, now: time.now, random: () => 0.5 };
		const began = time.now();
		const fixed = createClient({ ...parts, concurrency: 128 });
		const all = Array.from({ length: 5000 }, () => fixed.send(READ, () => 'read'));
		await createClient(parts).send(READ, () => 'read');
		expect(time.now() - began).toBeLessThan(500);
		await Promise.all(all);
	});

	test("never exceeds the site's maximum, regardless of the limit of each run", async () => {
		const { counts, lost } = await measure(modelNamed('fixed latency of 50 ms'), [300, 300], { siteMaximum: 6, concurrency: 64 });
		expect([counts.highest, lost]).toEqual([6, 0]);
		expect((await measure(modelNamed('fixed latency of 50 ms'), [300, 300], { siteMaximum: 6 })).counts.highest).toBe(6);
	});

	test('measures each kind of request separately, so that slow lists do not slow down fast reads', async () => {
		const time = new VirtualTime();
		const slow: WireRequest = { ...READ, path: '/JmJobList?Query=%7B%7D' };
		const send: ClientOptions['send'] = async ({ path }) => {
			await time.sleep(path === slow.path ? 1000 : 20);
			return reply(200, {});
		};
		const client = createClient({ send, sleep: time.sleep, now: time.now, random: () => 0.5 });
		await Promise.all(Array.from({ length: 2000 }, (_, index) => client.send(index % 10 === 0 ? slow : READ, () => 'read')));
		expect(client.concurrency).toBe(128);
	});
});

describe('A site that closes connections above a maximum', () => {
	/** The number of creates that may have succeeded, in the first run of a process and in the next one. */
	const uncertain = async (connections: number, after: number): Promise<readonly number[]> => {
		const state = siteState();
		const model = breakingAbove(connections, after);
		const first = await measure(model, [2000], {}, CREATE, state);
		await state.time.sleep(60_000);
		return [first.lost, (await measure(model, [2000], {}, CREATE, state)).lost];
	};

	test.each([
		[10, 6],
		[30, 4],
		[50, 10],
		[100, 20],
	])('of %i interrupts only a few creates in the first run, and none in the next', async (connections, most) => {
		const [first, next] = await uncertain(connections, 1);
		expect(first).toBeGreaterThan(0);
		expect(first).toBeLessThanOrEqual(most);
		expect(next).toBe(0);
	});

	test('is detected by a run of reads, so that neither a read nor a later create is lost', async () => {
		const state = siteState();
		const read = await measure(breakingAbove(50, 1), [2000], {}, READ, state);
		expect(read.lost).toBe(0);
		expect((await measure(breakingAbove(50, 1), [2000], {}, CREATE, state)).lost).toBe(0);
	});

	test('gets more connections again after ten minutes', async () => {
		const state = siteState();
		await measure(breakingAbove(30, 1), [2000], {}, CREATE, state);
		const { counts: before } = await measure(modelNamed('fixed latency of 50 ms'), [2000], {}, CREATE, state);
		await state.time.sleep(600_000);
		const { counts: after } = await measure(modelNamed('fixed latency of 50 ms'), [6000], {}, CREATE, state);
		expect([before.highest <= 30, after.highest]).toEqual([true, 128]);
	});
});

describe('A busy machine', () => {
	/** Returns the lowest request limit while each timer is 40 ms late. Each request waits for four timers. */
	const lowestLimit = async (isMeasured: boolean): Promise<number> => {
		const time = new VirtualTime();
		let delay = 0;
		let lowest = Infinity;
		const budget = new SiteBudget({ ...time, ...(isMeasured ? { timerDelay: () => delay } : {}) });
		const client = createClient({
			send: async () => {
				await time.sleep(50 + 4 * delay);
				if (delay > 0) lowest = Math.min(lowest, client.concurrency);
				return reply(200, {});
			},
			budget,
			sleep: time.sleep,
			now: time.now,
			random: () => 0.5,
		});
		const read = async (count: number): Promise<unknown> =>
			await Promise.all(Array.from({ length: count }, () => client.send(READ, () => 'read')));
		await read(1000);
		delay = 40;
		await read(1000);
		return lowest;
	};

	test('is not mistaken for an overloaded site', async () => {
		expect(await lowestLimit(true)).toBe(128);
		expect(await lowestLimit(false)).toBeLessThan(128);
	});
});

describe("A site's budget", () => {
	test('pauses all runs for the time in Retry-After', async () => {
		const arrivals: number[] = [];
		const site = fakeSite((_request, number) => {
			arrivals.push(site.parts.now());
			return number === 1 ? reply(429, '', { 'retry-after': '7' }) : reply(200, {});
		});
		const budget = new SiteBudget(site.parts);
		const [one, other] = [createClient({ ...site.parts, budget }), createClient({ ...site.parts, budget })];
		const first = one.send(READ, () => 'read');
		await site.parts.sleep(5);
		await Promise.all([first, other.send(READ, () => 'read')]);
		expect(arrivals.map((at) => at - arrivals[0]!)).toEqual([0, expect.any(Number), expect.any(Number)]);
		expect(arrivals[1]! - arrivals[0]!).toBeGreaterThanOrEqual(7000);
	});

	test('is idle when no request is in progress or waiting', async () => {
		const site = fakeSite(() => reply(200, {}));
		const budget = new SiteBudget(site.parts);
		const sending = createClient({ ...site.parts, budget }).send(READ, () => 'read');
		expect(budget.isIdle).toBe(false);
		await sending;
		expect([budget.isIdle, budget.state]).toEqual([true, 'limit 16, in flight 0, rate unlimited']);
	});
});

test('A client reports the limit that the site imposed on its run', async () => {
	const time = new VirtualTime();
	const { send } = serving(modelNamed('503 above 30 concurrent requests'), time);
	const client = createClient({ send, sleep: time.sleep, now: time.now, random: () => 0.5, retry: { maxAttempts: 10 } });
	expect(client.throttling).toBeUndefined();
	await Promise.all(Array.from({ length: 500 }, () => client.send(READ, () => 'read')));
	expect(client.throttling?.requests).toBeGreaterThanOrEqual(20);
	expect(client.throttling?.requests).toBeLessThanOrEqual(30);
	expect(client.throttling?.perSecond).toBeUndefined();
});
