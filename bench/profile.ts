/**
 * `npm run bench:profile`: shows where the processor time of a request is spent, using V8's profiler in the real n8n. Runs the cases in
 * which requests dominate, groups the samples by the code that ran, prints a table, and writes it to `docs/performance.md`. `-- --keep`
 * keeps the profiles in `.workshop/bench/profiles`, which Chrome DevTools can open.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULT_PAGE_SIZE } from '../core/model/defaults';
import { table } from '../workshop/steps';
import { drawProfile } from './chart';
import { benchFolder, prepareHome, startPlatform } from './platform';
import { rounded } from './results';
import { startBenchSandbox, startStandIn } from './sites';
import { importFile } from './stage';

const { values } = parseArgs({ options: { keep: { type: 'boolean', default: false } } });
const folder = path.join(benchFolder, 'profiles');
const say = (line: string): void => void process.stdout.write(`${line}\n`);

interface Profile {
	readonly nodes: readonly { readonly id: number; readonly callFrame: { readonly functionName: string; readonly url: string } }[];
	readonly samples: readonly number[];
	/** The time since the previous sample, in microseconds. */
	readonly timeDeltas: readonly number[];
}

/** The groups of samples, by the code that ran; the first match counts. A sample without a file belongs to V8 or Node.js. */
const GROUPS = [
	{ name: 'parsing JSON', is: (frame: string) => /\/(site\/responseBody|site\/listBody|wire\/json)\.js#/.test(frame) },
	{ name: 'the measured node', is: (frame: string) => /n8n-nodes-(media-operations\/dist|bench-probe)\//.test(frame) },
	{ name: 'garbage collection', is: (frame: string) => frame === '#(garbage collector)' },
	{
		name: "n8n's request function",
		is: (frame: string) => /node_modules\/(axios|@n8n\/backend-network|n8n-core|follow-redirects|proxy-from-env|form-data)\//.test(frame),
	},
	{ name: "Node's HTTP and connections", is: (frame: string) => /^(node:|#)/.test(frame) },
	{ name: 'everything else', is: () => true },
] as const;

/** Excludes idle time, native code outside JavaScript, and the profiler itself. */
const isWork = (frame: string): boolean => !/^#\((idle|program|root)\)$|^node:inspector/.test(frame);

/** The milliseconds that were spent in each group. */
const groupsOf = ({ nodes, samples, timeDeltas }: Profile): ReadonlyMap<string, number> => {
	const frames = new Map(nodes.map(({ id, callFrame: { functionName, url } }) => [id, `${url}#${functionName}`]));
	const spent = new Map<string, number>(GROUPS.map(({ name }) => [name, 0]));
	samples.forEach((id, index) => {
		const frame = frames.get(id)!;
		if (!isWork(frame)) return;
		const { name } = GROUPS.find(({ is }) => is(frame))!;
		spent.set(name, spent.get(name)! + timeDeltas[index]! / 1000);
	});
	return spent;
};

interface ProfileCase {
	readonly title: string;
	readonly file: string;
	readonly server: 'stand-in' | 'sandbox';
	readonly delay: number;
	readonly requests: number;
	/** The CSV file to import. */
	readonly rows?: number;
}

const IMPORT = { server: 'stand-in', delay: 50, requests: 2000, rows: 100_000 } as const;
const ROWS_PER_REQUEST = IMPORT.rows / IMPORT.requests;
const IMPORT_PLAN = JSON.stringify({ kind: 'import', perRequest: ROWS_PER_REQUEST, concurrency: 128 });

/** The strings to replace in the workflow of an import. */
const textsFor = ({ rows }: ProfileCase): Record<string, string> =>
	rows === undefined ? {} : { IMPORT_FILE: importFile(rows), RECORDS_PER_REQUEST: String(ROWS_PER_REQUEST), PROBE_REQUESTS: IMPORT_PLAN };

const CASES: readonly ProfileCase[] = [
	{ title: 'Create, one per request, 50 ms', file: 'create-ours', server: 'stand-in', delay: 50, requests: 2000 },
	{ title: 'Read one record, Basic', file: 'get-basic-ours', server: 'sandbox', delay: 0, requests: 2000 },
	{ title: `A page of ${DEFAULT_PAGE_SIZE} records`, file: 'list-ours', server: 'stand-in', delay: 0, requests: 200 },
	{ title: 'Create, 50 per request, 50 ms', file: 'create-together-ours', server: 'stand-in', delay: 50, requests: 40 },
	{ title: 'Look up, 250 keys per request, 50 ms', file: 'look-up-ours', server: 'stand-in', delay: 50, requests: 20 },
	{ title: `Import, ${ROWS_PER_REQUEST} rows per request, 50 ms`, file: 'import-ours', ...IMPORT },
	{ title: 'Import baseline, the same', file: 'import-baseline', ...IMPORT },
];

const bench = async (): Promise<void> => {
	process.env.BENCH_PROFILES = folder;
	await prepareHome((line) => say(`  … ${line}`));
	const sites = { 'stand-in': await startStandIn(), sandbox: await startBenchSandbox(0) };
	const platform = await startPlatform();
	try {
		const rows: string[][] = [];
		for (const one of CASES) {
			const { title, file, server, delay, requests } = one;
			const site = sites[server];
			const texts = textsFor(one);
			const run = async (): Promise<void> => {
				rmSync(folder, { recursive: true, force: true });
				await site.prepare({ delay });
				const { status, message } = await platform.run(file, site.apiUrl, { texts });
				if (status !== 'success') throw new Error(`'${file}' ended with status '${status}': ${message}`);
			};
			// V8 compiles the code during the first runs; only the last one counts.
			for (let times = 0; times < 4; times += 1) await run();
			const [name] = readdirSync(folder);
			const spent = groupsOf(JSON.parse(readFileSync(path.join(folder, name!), 'utf8')) as Profile);
			const all = [...spent.values()].reduce((sum, each) => sum + each, 0);
			rows.push([title, `${rounded(all / requests)} ms`, ...[...spent.values()].map((each) => `${Math.round((each / all) * 100)}%`)]);
			say(`  ${rows.at(-1)!.join(' | ')}`);
		}
		const head = ['Request', 'Time', ...GROUPS.map(({ name }) => name)];
		say(`\n${table(head, rows)}\n`);
		drawProfile(head, rows);
	} finally {
		await platform.stop();
		for (const site of Object.values(sites)) await site.stop();
		if (!values.keep) rmSync(folder, { recursive: true, force: true });
	}
};

bench().catch((cause: unknown) => {
	say(String(cause));
	process.exitCode = 1;
});
