import { runBare } from './bare';
import type { Case } from './cases';
import { median } from '../workshop/queue/figures';
import { rounded, type BaselineTime, type BestFixed, type LimitResult, type Pair, type Row, type ImportBaseline } from './results';
import type { Conditions, Site } from './sites';
import { assertValid, importFile, uploadFile, type Measured, type Stage } from './stage';

const checkOurs = ({ name, items, records }: Case, { run, counts }: Measured): void => {
	assertValid(run.status === 'success', `'${name}' ended with status '${run.status}': ${run.message}`);
	assertValid(run.items === items, `'${name}' returned ${run.items} items instead of ${items}`);
	if (records !== undefined)
		assertValid(
			counts.made === records && counts.twice === 0,
			`'${name}' created ${counts.made} of ${records} records, ${counts.twice} of them twice`,
		);
};

const pair = (ours: readonly number[], peer: readonly number[]): Pair => ({
	ours: rounded(median(ours), 0),
	peer: peer.length === 0 ? null : rounded(median(peer), 0),
});

/** The seconds of each round, by the fixed number of concurrent requests. */
type Sweep = ReadonlyMap<number, readonly number[]>;

const bestOf = (sweep: Sweep, oursSeconds: number): BestFixed | undefined =>
	[...sweep]
		.map(([concurrency, seconds]) => ({ concurrency, seconds: rounded(median(seconds)) }))
		.sort((one, other) => one.seconds - other.seconds)
		.map((best) => ({ ...best, ratio: rounded(best.seconds / oursSeconds) }))[0];

const timeOf = (seconds: number, oursSeconds: number): BaselineTime => ({
	seconds: rounded(seconds),
	ratio: rounded(seconds / oursSeconds),
});

const limitsOf = (
	{ limits, runs = 1 }: Case,
	ours: readonly Measured[],
	oursSeconds: number,
	sweep: Sweep,
	ownSweep: Sweep,
	adaptiveBaseline: readonly number[],
): { limits?: LimitResult } => {
	const [bestFixed, ownBestFixed] = [bestOf(sweep, oursSeconds), bestOf(ownSweep, oursSeconds)];
	const of = (read: (counts: Measured['counts']) => number | undefined): number =>
		rounded(median(ours.map(({ counts }) => read(counts) ?? Number.NaN)), 3);
	const result: LimitResult = {
		...(bestFixed ? { bestFixed } : {}),
		...(ownBestFixed ? { ownBestFixed } : {}),
		...(adaptiveBaseline.length > 0 ? { adaptiveBaseline: timeOf(median(adaptiveBaseline), oursSeconds) } : {}),
		...(limits?.workers ? { meanQueue: of(({ meanQueue }) => meanQueue) } : {}),
		...(limits?.perSecond
			? { refusedPart: of(({ settledRequests = 0, settledRefusals = 0 }) => settledRefusals / Math.max(1, settledRequests)) }
			: {}),
		...(runs > 1 ? { smallestShare: of(({ smallestShare }) => smallestShare) } : {}),
	};
	return Object.keys(result).length > 0 ? { limits: result } : {};
};

const importBaselineOf = (baselineSeconds: number, nodeSeconds: number): ImportBaseline => ({
	seconds: rounded(baselineSeconds),
	ours: rounded(nodeSeconds),
	ratio: rounded(baselineSeconds / nodeSeconds),
});

/** The workflows create this number of records. */
const RECORDS_IN_FILES = 2000;
/** The name of the workflow that runs several times concurrently. Each additional copy gets its own name. */
const NAME_IN_FILES = 'Bench: create, Media Operations';

/** The values in random order. */
const shuffled = <Value>(values: readonly Value[]): Value[] =>
	values
		.map((value) => ({ value, rank: Math.random() }))
		.sort((one, other) => one.rank - other.rank)
		.map(({ value }) => value);

/** The strings to replace in the workflow files of a case, with their replacements. */
export const textsOf = ({ bytes, rows, importBaseline, items }: Case): Record<string, string> => ({
	...(bytes === undefined ? {} : { UPLOAD_FILE: uploadFile(bytes) }),
	...(rows === undefined ? {} : { IMPORT_FILE: importFile(rows) }),
	...(importBaseline === undefined ? {} : { RECORDS_PER_REQUEST: String(importBaseline.perRequest) }),
	...(items < RECORDS_IN_FILES ? { [`length: ${RECORDS_IN_FILES}`]: `length: ${items}` } : {}),
});

/** The number of concurrent requests that warm up a mock server. */
const WARM_UP_CONCURRENCY = 32;
/** The requests that warm up a mock server if the case has no baseline. */
const WARM_UP_PLAN = { kind: 'create', records: RECORDS_IN_FILES, perRequest: 1 };

/**
 * Sends the requests of a case to a new mock server once before the first measurement: the server compresses a page when it is first
 * requested. Otherwise our node, which is first in the first round, would wait for that. The requests come from the bare script, so our
 * node learns nothing about the server.
 */
const warmUpServer = async (site: Site, { baseline = WARM_UP_PLAN }: Case): Promise<void> => {
	await site.prepare({ delay: 0 });
	await runBare(site.plainApiUrl, { ...baseline, concurrency: WARM_UP_CONCURRENCY }, 'warm-up');
};

/** Measures one case at one latency. */
export const rowOf = async (stage: Stage, one: Case, latencyMs: number, rounds: number): Promise<Row> => {
	const site = await stage.siteFor(one);
	// Our node reuses what it has learned about a site, so its runs with a fixed 'Max Concurrent Requests' use a separate site.
	const ownSweepSite = one.sweep ? await stage.siteFor(one) : site;
	try {
		for (const each of new Set([site, ownSweepSite])) if (each.name === 'stand-in') await warmUpServer(each, one);
		if (!one.memory) await stage.settle(one.ours, await stage.siteOf(one.server), { delay: latencyMs }, { texts: textsOf(one) });
		return await measuredRow(stage, one, { latencyMs, rounds, site, ownSweepSite });
	} finally {
		for (const each of new Set([site, ownSweepSite])) await stage.release(each);
	}
};

/** The number of concurrent requests of a baseline; with `adaptive`, the baseline uses the adaptive limit of our node. */
type BaselineConcurrency = number | 'adaptive';

interface Measurement {
	readonly latencyMs: number;
	readonly rounds: number;
	readonly site: Site;
	/** The site for the runs of our node with a fixed 'Max Concurrent Requests'. */
	readonly ownSweepSite: Site;
}

const measuredRow = async (stage: Stage, one: Case, { latencyMs, rounds, site, ownSweepSite }: Measurement): Promise<Row> => {
	const conditions: Conditions = { delay: latencyMs, refused: one.refused, connections: one.connections, limits: one.limits };
	const texts = textsOf(one);
	const copies = Array.from({ length: one.runs ?? 1 }, (_, copy) => ({
		texts: { ...texts, ...(copy > 0 ? { [NAME_IN_FILES]: `Copy ${copy}` } : {}) },
	}));
	const ours: Measured[] = [];
	const peer: Measured[] = [];
	const baseline: number[] = [];
	const importBaseline: number[] = [];
	const bare: number[] = [];
	const sweep = new Map<number, number[]>();
	const ownSweep = new Map<number, number[]>();
	const adaptiveBaseline: number[] = [];
	const baselinePeaks: number[] = [];
	const baselineSeconds = async (
		concurrency: BaselineConcurrency,
		plan: Case['baseline'] = one.baseline,
		workflow = 'probe',
	): Promise<number> => {
		const own = { ...texts, PROBE_REQUESTS: JSON.stringify({ ...plan, concurrency }) };
		if (one.memory) await stage.freshPlatformFor(workflow, own);
		const { run, counts } = await stage.measure(workflow, site, conditions, { texts: own });
		baselinePeaks.push(run.peakRssMiB);
		assertValid(run.status === 'success', `the baseline of '${one.name}' ended with status '${run.status}': ${run.message}`);
		assertValid(one.records === undefined || counts.made === one.records, `the baseline of '${one.name}' created ${counts.made} records`);
		return run.seconds;
	};
	const importBaselineSeconds = async (concurrency: BaselineConcurrency): Promise<number> =>
		one.importBaseline === undefined
			? await baselineSeconds(concurrency)
			: await baselineSeconds(concurrency, one.importBaseline, one.importBaseline.workflow);
	const hasBaseline = one.baseline !== undefined || one.importBaseline !== undefined;
	/** The concurrency that our node last reached. The baselines use the same concurrency, so our node runs first in the first round. */
	const reached = (): number => Math.max(1, ours.at(-1)?.counts.maxConcurrent ?? 1);
	for (let round = 0; round < rounds; round += 1) {
		const contestants = [
			async () => {
				if (one.peer === undefined || peer.length === one.peerRounds) return;
				if (one.memory) await stage.freshPlatformFor(one.peer, texts);
				peer.push(await stage.measure(one.peer, site, conditions, { texts }));
			},
			async () => {
				if (one.baseline !== undefined) baseline.push(await baselineSeconds(reached()));
			},
			async () => {
				if (one.importBaseline !== undefined) importBaseline.push(await importBaselineSeconds(reached()));
			},
			async () => {
				if (one.sweep && hasBaseline) adaptiveBaseline.push(await importBaselineSeconds('adaptive'));
			},
			...(one.sweep ?? []).flatMap((concurrency) => [
				async () => {
					if (hasBaseline) sweep.set(concurrency, [...(sweep.get(concurrency) ?? []), await importBaselineSeconds(concurrency)]);
				},
				async () => {
					const measured = await stage.measure(one.ours, ownSweepSite, conditions, { texts, concurrency });
					checkOurs(one, measured);
					ownSweep.set(concurrency, [...(ownSweep.get(concurrency) ?? []), measured.run.seconds]);
				},
			]),
		];
		const runOurs = async (): Promise<void> => {
			if (one.memory) await stage.freshPlatformFor(one.ours, texts);
			const measured = await stage.measure(one.ours, site, conditions, ...copies);
			checkOurs(one, measured);
			ours.push(measured);
		};
		// The order is random, because the run before affects the time of a run. Our node is first in the first round: see `reached`.
		for (const run of round === 0 ? [runOurs, ...shuffled(contestants)] : shuffled([runOurs, ...contestants])) await run();
	}
	// The bare script runs last, because n8n releases memory while it is idle, and would need time to allocate it again in the next run.
	for (let round = 0; one.baseline !== undefined && one.bare && round < rounds; round += 1) {
		await site.prepare(conditions);
		bare.push(await runBare(site.apiUrl, { ...one.baseline, concurrency: reached() }, `bare-${round}`));
	}
	const seconds = (all: readonly Measured[]): number[] =>
		all.map(({ run }) => (one.rows === undefined ? run.seconds : run.workflowSeconds));
	const of = (all: readonly Measured[], read: (measured: Measured) => number): number[] => all.map(read);
	const nodeMedian = median(ours.map(({ run }) => run.seconds));
	const [oursMedian, peerMedian, baselineMedian] = [
		median(seconds(ours)),
		peer.length > 0 ? median(seconds(peer)) : null,
		baseline.length > 0 ? median(baseline) : null,
	];
	const peerFailure = peer.find(({ run }) => run.status !== 'success')?.run.message;
	return {
		case: one.name,
		title: one.title,
		server: site.name,
		latencyMs,
		ours: rounded(oursMedian),
		peer: peerMedian && rounded(peerMedian),
		baseline: baselineMedian && rounded(baselineMedian),
		bare: bare.length > 0 ? rounded(median(bare)) : null,
		unit: 's',
		ratioToPeer: peerMedian && rounded(peerMedian / oursMedian),
		ratioToBaseline: baselineMedian && rounded(baselineMedian / nodeMedian),
		...(importBaseline.length > 0 ? { importBaseline: importBaselineOf(median(importBaseline), nodeMedian) } : {}),
		peakRssMiB: pair(
			of(ours, ({ run }) => run.peakRssMiB),
			of(peer, ({ run }) => run.peakRssMiB),
		),
		...(one.memory && baselinePeaks.length > 0 ? { baselinePeakRssMiB: rounded(median(baselinePeaks)) } : {}),
		requests: pair(
			of(ours, ({ counts }) => counts.requests),
			of(peer, ({ counts }) => counts.requests),
		),
		concurrency: pair(
			of(ours, ({ counts }) => counts.maxConcurrent),
			of(peer, ({ counts }) => counts.maxConcurrent),
		),
		...(one.records === undefined
			? {}
			: {
					made: pair(
						of(ours, ({ counts }) => counts.made),
						of(peer, ({ counts }) => counts.made),
					),
					createdTwice: pair(
						of(ours, ({ counts }) => counts.twice),
						of(peer, ({ counts }) => counts.twice),
					),
				}),
		...limitsOf(one, ours, nodeMedian, sweep, ownSweep, adaptiveBaseline),
		rounds,
		...(peerFailure ? { peerMessage: peerFailure } : {}),
	};
};
