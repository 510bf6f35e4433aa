/**
 * `npm run bench`: measures our node, n8n's HTTP Request node and two floors in turn, in one real n8n process. Prints a table and writes
 * `bench/results/latest.json`. Options after `--`: `--quick` (fewer cases, one round, overwrites no committed file),
 * `--only <part of a name>`, `--rounds <number>`, `--to <file>`. `--draw` renders the chart and the tables of `docs/performance.md` from the last results.
 */
import { existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { tryLock } from '../workshop/install/lock';
import { n8nPackage, shown, stateFolder } from '../workshop/paths';
import { median } from '../workshop/queue/figures';
import { table } from '../workshop/steps';
import { runBare } from './bare';
import { CALL_COSTS, CASES, type Case } from './cases';
import { drawResults } from './chart';
import { benchFolder, filesFolder, prepareHome, startPlatform, type Platform, type Run } from './platform';
import { cellsOf, HEAD, rounded, writeResults, type Pair, type Results, type Row } from './results';
import { startBenchSandbox, startStandIn, type Conditions, type Counts, type Site } from './sites';

const { values } = parseArgs({
	options: {
		quick: { type: 'boolean', default: false },
		only: { type: 'string', default: '' },
		rounds: { type: 'string' },
		to: { type: 'string' },
		draw: { type: 'boolean', default: false },
	},
});
const quick = values.quick;
const rounds = Number(values.rounds ?? (quick ? 1 : 3));
/** Whether the results are published in the chart and on the page. */
const isComplete = !quick && values.only === '' && values.to === undefined;
const resultsFile = path.resolve(
	values.to ??
		(isComplete || values.draw ? path.join(__dirname, 'results/latest.json') : path.join(benchFolder, quick ? 'quick.json' : 'part.json')),
);

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const running: { stop(): Promise<unknown> }[] = [];
const started = async <T extends { stop(): Promise<unknown> }>(starting: Promise<T>): Promise<T> => {
	const one = await starting;
	running.push(one);
	return one;
};
const stopped = async (one: { stop(): Promise<unknown> } | undefined): Promise<void> => {
	if (one === undefined) return;
	running.splice(running.indexOf(one), 1);
	await one.stop();
};

const sites = new Map<Case['server'], Promise<Site>>();
const starters: Readonly<Record<Case['server'], () => Promise<Site>>> = {
	'stand-in': startStandIn,
	sandbox: async () => await startBenchSandbox(0),
	'large sandbox': async () => await startBenchSandbox(1_000_000),
};
const siteOf = async (server: Case['server']): Promise<Site> => {
	const known = sites.get(server) ?? started(starters[server]());
	sites.set(server, known);
	return await known;
};

let platform: Platform | undefined;
const freshPlatform = async (): Promise<Platform> => {
	await stopped(platform);
	platform = await started(startPlatform());
	return platform;
};

/** Starts a new n8n and runs the workflow once with almost no data, so that what n8n loads for its first execution is not measured. */
const freshPlatformFor = async (file: string): Promise<void> => {
	const site = await siteOf('stand-in');
	await site.prepare({ delay: 0, records: 500 });
	const { status, message } = await (await freshPlatform()).run(file, site.apiUrl, { UPLOAD_FILE: uploadFile(1000) });
	assertValid(status === 'success', `the warm-up of '${file}' ended with status '${status}': ${message}`);
};

const uploadFile = (bytes: number): string => {
	const file = path.join(filesFolder, `upload-${bytes}.mp4`);
	if (!existsSync(file) || statSync(file).size !== bytes) {
		writeFileSync(file, '');
		truncateSync(file, bytes);
	}
	return file;
};

interface Measured {
	readonly run: Run;
	readonly counts: Counts;
}

const measure = async (
	file: string,
	site: Site,
	conditions: Conditions,
	texts: Readonly<Record<string, string>> = {},
): Promise<Measured> => {
	await site.prepare(conditions);
	const run = await platform!.run(file, site.apiUrl, texts);
	return { run, counts: await site.counts() };
};

const assertValid = (isValid: boolean, reason: string): void => {
	if (!isValid) throw new Error(`Invalid measurement: ${reason}`);
};

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

const rowOf = async (one: Case, latencyMs: number): Promise<Row> => {
	const site = await siteOf(one.server);
	const conditions: Conditions = { delay: latencyMs, refused: one.refused, connections: one.connections };
	const texts: Record<string, string> = one.bytes === undefined ? {} : { UPLOAD_FILE: uploadFile(one.bytes) };
	const ours: Measured[] = [];
	const peer: Measured[] = [];
	const floor: number[] = [];
	const bare: number[] = [];
	/** The floors send with the concurrency that our node reached. It runs first in the first round. */
	const floorCalls = () => ({ ...one.floor!, atOnce: Math.max(1, ours.at(-1)?.counts.highestAtOnce ?? 1) });
	for (let round = 0; round < rounds; round += 1) {
		const contestants = [
			async () => {
				if (one.memory) await freshPlatformFor(one.ours);
				const measured = await measure(one.ours, site, conditions, texts);
				checkOurs(one, measured);
				ours.push(measured);
			},
			async () => {
				if (one.peer === undefined) return;
				if (one.memory) await freshPlatformFor(one.peer);
				peer.push(await measure(one.peer, site, conditions, texts));
			},
			async () => {
				if (one.floor === undefined) return;
				const { run } = await measure('probe', site, conditions, { PROBE_CALLS: JSON.stringify(floorCalls()) });
				assertValid(run.status === 'success', `the floor of '${one.name}' ended with status '${run.status}': ${run.message}`);
				floor.push(run.seconds);
			},
			async () => {
				if (one.floor === undefined || !one.bare) return;
				await site.prepare(conditions);
				bare.push(await runBare(site.apiUrl, floorCalls(), `bare-${round}`));
			},
		];
		// Rotate the order, so that no contestant always runs first.
		for (let turn = 0; turn < contestants.length; turn += 1) await contestants[(turn + round) % contestants.length]!();
	}
	const seconds = (all: readonly Measured[]): number[] => all.map(({ run }) => run.seconds);
	const of = (all: readonly Measured[], read: (measured: Measured) => number): number[] => all.map(read);
	const [oursMedian, peerMedian, floorMedian] = [
		median(seconds(ours)),
		peer.length > 0 ? median(seconds(peer)) : null,
		floor.length > 0 ? median(floor) : null,
	];
	const peerFailure = peer.find(({ run }) => run.status !== 'success')?.run.message;
	return {
		case: one.name,
		title: one.title,
		server: site.name,
		latencyMs,
		ours: rounded(oursMedian),
		peer: peerMedian && rounded(peerMedian),
		floor: floorMedian && rounded(floorMedian),
		bare: bare.length > 0 ? rounded(median(bare)) : null,
		unit: 's',
		ratioToPeer: peerMedian && rounded(peerMedian / oursMedian),
		ratioToFloor: floorMedian && rounded(floorMedian / oursMedian),
		peakRssMiB: pair(
			of(ours, ({ run }) => run.peakRssMiB),
			of(peer, ({ run }) => run.peakRssMiB),
		),
		requests: pair(
			of(ours, ({ counts }) => counts.requests),
			of(peer, ({ counts }) => counts.requests),
		),
		atOnce: pair(
			of(ours, ({ counts }) => counts.highestAtOnce),
			of(peer, ({ counts }) => counts.highestAtOnce),
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
		rounds,
		...(peerFailure ? { peerMessage: peerFailure } : {}),
	};
};

/** Processor time per call in n8n's process in milliseconds, by authentication. */
const callCosts = async (wanted: (one: { name: string; quick: boolean }) => boolean): Promise<Row[]> => {
	const chosen = CALL_COSTS.cases.filter(wanted);
	if (chosen.length === 0) return [];
	const site = await siteOf('sandbox');
	const texts = { PROBE_CALLS: JSON.stringify(CALL_COSTS.floor) };
	const figures = new Map<string, number[]>();
	const cost = async (file: string, more: Readonly<Record<string, string>> = {}): Promise<void> => {
		const { run } = await measure(file, site, { delay: 0 }, more);
		assertValid(
			run.status === 'success' && run.items === CALL_COSTS.calls,
			`'${file}' ended with status '${run.status}' and ${run.items} items: ${run.message}`,
		);
		figures.set(file, [...(figures.get(file) ?? []), run.processorMs]);
	};
	const contestants = [
		async () => await cost(CALL_COSTS.alone),
		...chosen.map(
			({ ours }) =>
				async () =>
					await cost(ours),
		),
		async () => await cost('probe', texts),
		async () => await cost(CALL_COSTS.usual, texts),
	];
	// One warm-up round first, as in `warmUp`; a quick run skips it.
	for (let round = quick ? 0 : -1; round < rounds; round += 1) {
		if (round === 0) figures.clear();
		// Rotate the order: garbage of one contestant costs the next one.
		for (let turn = 0; turn < contestants.length; turn += 1) await contestants[(turn + round + contestants.length) % contestants.length]!();
	}
	const items = median(figures.get(CALL_COSTS.alone)!);
	// The probe receives one item, so no cost of items is subtracted.
	const usual = median(figures.get(CALL_COSTS.usual)!) / CALL_COSTS.calls;
	const floor = median(figures.get('probe')!) / CALL_COSTS.calls;
	const nothing: Pair = { ours: 0, peer: null };
	return chosen.map(({ name, title, ours: file }) => {
		const ours = (median(figures.get(file)!) - items) / CALL_COSTS.calls;
		return {
			case: name,
			title,
			server: site.name,
			latencyMs: 0,
			ours: rounded(ours, 3),
			peer: rounded(usual, 3),
			floor: rounded(floor, 3),
			bare: null,
			unit: 'ms',
			ratioToPeer: rounded(ours / usual, 3),
			ratioToFloor: rounded(floor / ours),
			peakRssMiB: nothing,
			requests: { ours: CALL_COSTS.calls, peer: CALL_COSTS.calls },
			atOnce: nothing,
			rounds,
		};
	});
};

const n8nVersion = (): string =>
	(JSON.parse(readFileSync(path.join(n8nPackage, 'node_modules/n8n/package.json'), 'utf8')) as { version: string }).version;

const isWanted = ({ name }: { name: string }): boolean => name.includes(values.only);
const latenciesOf = (one: Case): readonly number[] => (quick ? (one.quick ?? []) : one.latencies);

/** Runs everything once without measuring: V8 has then compiled the code for every contestant. */
const warmUp = async (cases: readonly Case[]): Promise<void> => {
	const site = await siteOf('stand-in');
	for (const { ours, floor } of cases.filter(({ memory, server }) => !memory && server === 'stand-in')) {
		await measure(ours, site, { delay: 0 });
		await measure('probe', site, { delay: 0 }, { PROBE_CALLS: JSON.stringify({ ...floor, atOnce: 32 }) });
	}
	// All cases of the HTTP Request node run the same code.
	for (const { peer } of CASES.filter(({ name }) => name === 'list' || name === 'create')) await measure(peer!, site, { delay: 0 });
};

const bench = async (): Promise<void> => {
	const release = tryLock(path.join(stateFolder, 'bench.lock'));
	if (!release) throw new Error('Another benchmark is running in this checkout.');
	running.push({ stop: async () => release() });
	await prepareHome((line) => say(`  … ${line}`));
	await freshPlatform();
	const cases = CASES.filter((one) => isWanted(one) && latenciesOf(one).length > 0);
	await warmUp(cases);
	const rows: Row[] = [];
	const add = (more: readonly Row[]): void => {
		rows.push(...more);
		for (const row of more)
			say(`  ${cellsOf(row).join(' | ')}${row.peerMessage ? `\n    the HTTP Request node reports: ${row.peerMessage}` : ''}`);
	};
	for (const one of cases) for (const latency of latenciesOf(one)) add([await rowOf(one, latency)]);
	add(await callCosts((one) => isWanted(one) && (!quick || one.quick)));
	say(`\n${table(HEAD, rows.map(cellsOf))}\n`);
	const results: Results = {
		at: new Date().toISOString(),
		machine: `${os.cpus().length} × ${os.cpus()[0]?.model ?? 'processor'}`,
		n8n: n8nVersion(),
		node: process.version,
		quick,
		rows,
	};
	writeResults(resultsFile, results);
	if (isComplete) drawResults(results);
	say(`Written to ${shown(resultsFile)}`);
};

const stopAll = async (): Promise<void> => {
	for (const one of [...running].reverse()) await stopped(one);
	rmSync(filesFolder, { recursive: true, force: true });
};

const draw = async (): Promise<void> => drawResults(JSON.parse(readFileSync(resultsFile, 'utf8')) as Results);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stopAll().finally(() => process.exit(130)));
(values.draw ? draw() : bench()).then(
	async () => await stopAll(),
	async (cause: unknown) => {
		process.stderr.write(`\n${cause instanceof Error ? cause.stack : String(cause)}\n`);
		process.exitCode = 1;
		await stopAll();
	},
);
