/**
 * `npm run bench`: measures our node, n8n's HTTP Request node and the platform baseline in the real n8n, and the bare script outside n8n.
 * Prints a table and writes `bench/results/latest.json`. Options after `--`:
 * - `--quick`: measures fewer cases in one round, and overwrites no committed file.
 * - `--only <regular expression>`: measures only the cases with a matching name. With `--publish`, replaces their rows in `latest.json`.
 * - `--rounds <number>`: the number of rounds.
 * - `--to <file>`: writes the results to another file.
 * - `--draw`: measures nothing; renders the chart and the tables of `docs/performance.md` from the last results.
 */
import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { tryLock } from '../workshop/install/lock';
import { n8nPackage, shown, stateFolder } from '../workshop/paths';
import { table } from '../workshop/steps';
import { requestCosts } from './requestCosts';
import { REQUEST_COSTS, CASES, type Case } from './cases';
import { drawResults } from './chart';
import { benchFolder, prepareHome } from './platform';
import { cellsOf, HEAD, merged, writeResults, type Results, type Row } from './results';
import { rowOf, textsOf } from './rows';
import { Stage } from './stage';

const { values } = parseArgs({
	options: {
		quick: { type: 'boolean', default: false },
		only: { type: 'string', default: '' },
		rounds: { type: 'string' },
		to: { type: 'string' },
		publish: { type: 'boolean', default: false },
		draw: { type: 'boolean', default: false },
	},
});
const quick = values.quick;
const rounds = Number(values.rounds ?? (quick ? 1 : 3));
/** Whether the results are published in the chart and on the page. */
const isComplete = !quick && (values.only === '' || values.publish) && values.to === undefined;
const resultsFile = path.resolve(
	values.to ??
		(isComplete || values.draw ? path.join(__dirname, 'results/latest.json') : path.join(benchFolder, quick ? 'quick.json' : 'part.json')),
);

const stage = new Stage();
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const n8nVersion = (): string =>
	(JSON.parse(readFileSync(path.join(n8nPackage, 'node_modules/n8n/package.json'), 'utf8')) as { version: string }).version;

const isWanted = ({ name }: { name: string }): boolean => new RegExp(values.only).test(name);
const latenciesOf = (one: Case): readonly number[] => (quick ? (one.quick ?? []) : one.latencies);

/** Runs the code of the contestants in n8n once without measuring, so that V8 has compiled it before the first measurement. */
const warmUp = async (cases: readonly Case[]): Promise<void> => {
	const site = await stage.siteOf('stand-in');
	for (const one of cases.filter(({ memory, server }) => !memory && server === 'stand-in')) {
		const { ours, baseline, importBaseline } = one;
		const texts = textsOf(one);
		const plan = (of: object): string => JSON.stringify({ ...of, concurrency: 32 });
		await stage.measure(ours, site, { delay: 0 }, { texts });
		await stage.measure('probe', site, { delay: 0 }, { texts: { PROBE_REQUESTS: plan({ ...baseline }) } });
		if (importBaseline)
			await stage.measure(importBaseline.workflow, site, { delay: 0 }, { texts: { ...texts, PROBE_REQUESTS: plan(importBaseline) } });
	}
	// The HTTP Request node runs the same code in all cases, so two cases are enough to warm it up.
	for (const { peer } of CASES.filter(({ name }) => name === 'list' || name === 'create')) await stage.measure(peer!, site, { delay: 0 });
};

const readResults = (): Results => JSON.parse(readFileSync(resultsFile, 'utf8')) as Results;

const bench = async (): Promise<void> => {
	const release = tryLock(path.join(stateFolder, 'bench.lock'));
	if (!release) throw new Error('Another benchmark is running in this checkout.');
	stage.own({ stop: async () => release() });
	await prepareHome((line) => say(`  … ${line}`));
	await stage.freshPlatform();
	const cases = CASES.filter((one) => isWanted(one) && latenciesOf(one).length > 0);
	await warmUp(cases);
	const rows: Row[] = [];
	const earlier = existsSync(resultsFile) ? readResults() : undefined;
	/** Writes the rows that have been measured, so that a case that fails later does not lose them. */
	const save = (isEnd: boolean): Results => {
		const measured: Results = {
			at: new Date().toISOString(),
			machine: `${os.cpus().length} × ${os.cpus()[0]?.model ?? 'processor'}`,
			n8n: n8nVersion(),
			node: process.version,
			quick,
			rows,
		};
		const results = earlier !== undefined && isComplete && (values.only !== '' || !isEnd) ? merged(earlier, measured) : measured;
		writeResults(resultsFile, results);
		return results;
	};
	const add = (more: readonly Row[]): void => {
		rows.push(...more);
		save(false);
		for (const row of more)
			say(`  ${cellsOf(row).join(' | ')}${row.peerMessage ? `\n    the HTTP Request node reports: ${row.peerMessage}` : ''}`);
	};
	for (const one of cases) for (const latency of latenciesOf(one)) add([await rowOf(stage, one, latency, rounds)]);
	const costs = REQUEST_COSTS.cases.filter((one) => isWanted(one) && (!quick || one.quick));
	if (costs.length > 0) add(await requestCosts(stage, costs, { quick, rounds }));
	say(`\n${table(HEAD, rows.map(cellsOf))}\n`);
	const results = save(true);
	if (isComplete) drawResults(results);
	say(`Written to ${shown(resultsFile)}`);
};

const draw = async (): Promise<void> => drawResults(readResults());

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stage.stop().finally(() => process.exit(130)));
(values.draw ? draw() : bench()).then(
	async () => await stage.stop(),
	async (cause: unknown) => {
		process.stderr.write(`\n${cause instanceof Error ? cause.stack : String(cause)}\n`);
		process.exitCode = 1;
		await stage.stop();
	},
);
