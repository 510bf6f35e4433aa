/**
 * Runs thousands of items through every operation except lists, with random faults, and optionally with restarts of the site:
 *
 *     npm run test:long -- [--items 10000] [--rate 0.05] [--kills 0] [--seed 1]
 *
 * Prints the reported outcomes, the contents of the store, and the seed that repeats the same faults. Exits with 1 if a record was lost,
 * duplicated or reported incorrectly.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { INodeExecutionData } from 'n8n-workflow';

import type { Engine } from '../../workshop/engine/engine';
import { startSandbox, type SandboxProcess } from '../../workshop/sandboxProcess';
import { byItem, reportedOf, withOptions, wrongInReport } from './comparing';
import { RANDOM_FAULTS, randomFaults } from './faults';
import type { Operation, Prepared } from './operation';
import { OPERATIONS } from './operations';
import { each, plainSite } from './site';

export interface LongRun {
	readonly items: number;
	/** The share of requests that a fault affects. */
	readonly rate: number;
	/** How many times the site is killed (SIGKILL) and restarted with its data file and port. */
	readonly kills: number;
	readonly seed: number;
}

export interface LongRunFigures {
	readonly seed: number;
	readonly items: number;
	readonly seconds: number;
	/**
	 * Faults that the sandbox produced, by kind. Those in the moments before a kill are missing, because the count is lost with the
	 * process.
	 */
	readonly faults: Readonly<Record<string, number>>;
	readonly kills: number;
	readonly reported: { readonly done: number; readonly refused: number; readonly uncertain: number };
	/** The number of items that were reported as uncertain but that the site had processed. */
	readonly uncertainButDone: number;
	/**
	 * The items of each kind. `lost`: reported as done, but missing or different. `twice`: exist more than once. `wronglyRefused`: reported
	 * as refused, but exist. `unlinked`: reported without an item link, without the request, or without instructions to check the outcome.
	 */
	readonly lost: readonly string[];
	readonly twice: readonly string[];
	readonly wronglyRefused: readonly string[];
	readonly unlinked: readonly string[];
}

/** The maximum number of concurrent requests of one node. */
const CONCURRENCY = 16;
const CONCURRENT_NODES = 4;
const SECONDS_PER_REQUEST = 3;
const CELL = 'long';
const BASIC = 'mediaOperationsBasicApi';

/** A random number generator (mulberry32) that returns the same numbers for the same seed. */
const randomOf = (seed: number) => (): number => {
	seed = (seed + 0x6d2b79f5) | 0;
	let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
	mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
	return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};

/** A sandbox that keeps its port across restarts, and sets the faults again. */
class CrashingSite {
	private readonly done = new Map<string, number>();

	private constructor(
		private sandbox: SandboxProcess,
		private readonly data: string | undefined,
		private readonly rules: readonly object[],
	) {}

	static async start({ rate, seed }: LongRun, data: string | undefined): Promise<CrashingSite> {
		const rules = randomFaults(CELL, rate, seed);
		const site = new CrashingSite(await startSandbox(data === undefined ? {} : { data }), data, rules);
		await site.sandbox.control.addFaults(...rules);
		return site;
	}

	get apiUrl(): string {
		return this.sandbox.apiUrl;
	}

	async fall(): Promise<void> {
		const { port } = new URL(this.sandbox.url);
		await this.countFaults();
		await this.sandbox.kill();
		this.sandbox = await startSandbox({ data: this.data!, args: ['--port', port] });
		await this.sandbox.control.addFaults(...this.rules);
	}

	private async countFaults(): Promise<void> {
		const rules = (await this.sandbox.control.call('GET', 'faults')) as { done: number }[];
		rules.forEach(({ done }, index) => this.done.set(RANDOM_FAULTS[index]!.name, (this.done.get(RANDOM_FAULTS[index]!.name) ?? 0) + done));
	}

	async faultsDone(): Promise<Record<string, number>> {
		await this.countFaults();
		return Object.fromEntries([...this.done].filter(([, done]) => done > 0));
	}

	async stop(): Promise<void> {
		await this.sandbox.stop();
	}
}

interface Share {
	readonly operation: Operation;
	readonly prepared: Prepared;
}

const prepare = async (apiUrl: string, items: number): Promise<Share[]> => {
	const operations = OPERATIONS.filter(({ readsList }) => !readsList);
	const share = Math.floor(items / operations.length);
	return await each(
		operations,
		async (operation, index) => ({
			operation,
			prepared: await operation.prepare(plainSite(apiUrl), `long${index}`, index === 0 ? items - share * (operations.length - 1) : share),
		}),
		2,
	);
};

/** Runs all items and compares the reported outcomes with the store. Lost and wrong records are in the result and cause no error. */
export const longRun = async (engine: Engine, settings: LongRun): Promise<LongRunFigures> => {
	const folder = await mkdtemp(join(tmpdir(), 'long-run-'));
	const site = await CrashingSite.start(settings, settings.kills > 0 ? join(folder, 'site.db') : undefined);
	try {
		const shares = await prepare(site.apiUrl, settings.items);
		const random = randomOf(settings.seed);
		const begun = Date.now();
		const [lost, twice, wronglyRefused, unlinked]: [string[], string[], string[], string[]] = [[], [], [], []];
		const reported = { done: 0, refused: 0, uncertain: 0 };
		let uncertainButDone = 0;
		let finished = 0;
		let isOver = false;

		const work = each(
			shares,
			async ({ operation, prepared }) => {
				const outcome = await engine.run({
					node: operation.node,
					parameters: {
						authentication: 'basic',
						...withOptions(prepared, { concurrency: CONCURRENCY, timeout: SECONDS_PER_REQUEST }, CELL),
					} as never,
					credentials: { [BASIC]: { baseUrl: site.apiUrl, username: 'demo', password: 'demo' } },
					input: prepared.input as unknown as INodeExecutionData[],
					onError: 'continueRegularOutput',
				});
				finished += 1;
				if (outcome.error) unlinked.push(`${operation.name}: the run ended: ${outcome.error.message}`);
				return byItem(outcome, prepared.input.length);
			},
			CONCURRENT_NODES,
		).finally(() => (isOver = true));
		let killed = 0;
		for (let kill = 1; kill <= settings.kills; kill += 1) {
			// The kills are spread over the run: each happens shortly after a certain number of nodes have finished.
			while (!isOver && finished < ((kill - 0.5) / settings.kills) * (shares.length - CONCURRENT_NODES))
				await new Promise((passed) => setTimeout(passed, 10));
			await new Promise((passed) => setTimeout(passed, 100 + 400 * random()));
			if (isOver) break;
			await site.fall();
			killed += 1;
		}
		const results = await work;
		const seconds = (Date.now() - begun) / 1000;

		for (const [index, { operation, prepared }] of shares.entries()) {
			const found = await prepared.look();
			results[index]!.forEach((result, item) => {
				const own = reportedOf(result);
				const what = `${operation.name}, item ${item}: ${result.fault ?? 'done'}`;
				if (own !== 'silent') reported[own] += 1;
				(own === 'done' ? lost : unlinked).push(
					...wrongInReport(result, item, found[item]!, true).map((wrong) => `${operation.name}: ${wrong}`),
				);
				const { times } = found[item]!;
				if (times === undefined) return;
				if (times > 1) twice.push(`${what}: ${times} times`);
				if (own === 'done' && times < 1) lost.push(what);
				if (own === 'refused' && times > 0) wronglyRefused.push(what);
				if (own === 'uncertain' && times > 0) uncertainButDone += 1;
			});
		}
		return {
			seed: settings.seed,
			items: settings.items,
			seconds,
			faults: await site.faultsDone(),
			kills: killed,
			reported,
			uncertainButDone,
			lost,
			twice,
			wronglyRefused,
			unlinked,
		};
	} finally {
		await site.stop();
		await rm(folder, { recursive: true, force: true });
	}
};
