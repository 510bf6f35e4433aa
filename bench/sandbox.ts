/**
 * `npm run bench:sandbox`: measures the throughput of one sandbox process with autocannon. Prints a table, and writes
 * `bench/results/sandbox.json` and the table of `docs/performance.md`. `-- --quick` measures briefly and writes nothing.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { startSandbox, type SandboxProcess } from '../workshop/sandboxProcess';
import { median } from '../workshop/queue/figures';
import { table } from '../workshop/steps';
import { drawSandbox } from './chart';
import { rounded, writeResults, type SandboxResults, type SandboxRow } from './results';

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const rounds = values.quick ? 1 : 3;
const seconds = values.quick ? 2 : 10;
const CONNECTIONS = 32;
const LARGE = 1_000_000;
const PAGE = 500;
const RESTORES = 10;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const authorization = `Basic ${Buffer.from('demo:demo').toString('base64')}`;

const pageOf = (page: number): string =>
	`/JmJobList?Query=%7B%7D&pageSize=${PAGE}&page=${page}&sort=${encodeURIComponent('["job_no asc"]')}`;

/** Requests `paths` in order and returns the number of responses per second. Throws if a request fails or its status is not 2xx. */
const responsesPerSecond = async ({ apiUrl }: SandboxProcess, paths: readonly string[], isCompressed: boolean): Promise<number> => {
	const { pathname, origin } = new URL(apiUrl);
	const result = await autocannon({
		url: origin,
		connections: CONNECTIONS,
		duration: seconds,
		headers: { authorization, ...(isCompressed ? { 'accept-encoding': 'gzip' } : {}) },
		requests: paths.map((each) => ({ method: 'GET' as const, path: pathname + each })),
	});
	if (result.non2xx > 0 || result.errors > 0)
		throw new Error(`Invalid measurement: ${result.non2xx} responses with another status, ${result.errors} requests without a response`);
	return result['2xx'] / result.duration;
};

const rowOf = async (title: string, unit: SandboxRow['unit'], figure: () => Promise<number>): Promise<SandboxRow> => {
	const figures: number[] = [];
	for (let round = 0; round < rounds; round += 1) figures.push(await figure());
	const row = {
		title,
		unit,
		figure: rounded(median(figures), unit === 's' ? 2 : 0),
		lowest: rounded(Math.min(...figures), unit === 's' ? 2 : 0),
		highest: rounded(Math.max(...figures), unit === 's' ? 2 : 0),
	};
	say(`  ${title}: ${row.figure} ${unit}`);
	return row;
};

const startTime = async (): Promise<number> => {
	const began = performance.now();
	const sandbox = await startSandbox();
	const took = (performance.now() - began) / 1000;
	await sandbox.stop();
	return took;
};

/** The time to restore a snapshot of the demo data, in seconds: the longest of several measurements. */
const restoreTime = async (args: readonly string[]): Promise<number> => {
	const sandbox = await startSandbox({ args: [...args] });
	try {
		await sandbox.control.save('before');
		const times: number[] = [];
		for (let time = 0; time < RESTORES; time += 1) {
			const began = performance.now();
			await sandbox.control.restore('before');
			times.push((performance.now() - began) / 1000);
		}
		return Math.max(...times);
	} finally {
		await sandbox.stop();
	}
};

const restoreTimeInFile = async (): Promise<number> => {
	const folder = await mkdtemp(path.join(os.tmpdir(), 'sandbox-bench-'));
	try {
		return await restoreTime(['--data', path.join(folder, 'data.sqlite')]);
	} finally {
		await rm(folder, { recursive: true });
	}
};

const upTo = (count: number, first = 1): number[] => Array.from({ length: count }, (_, index) => first + index);

const bench = async (): Promise<void> => {
	const rows = [
		await rowOf('From start to first response, with demo data', 's', startTime),
		await rowOf('Restore a snapshot of the demo data', 's', async () => await restoreTime([])),
		await rowOf('Restore a snapshot of the demo data, with a data file', 's', restoreTimeInFile),
	];
	const sandbox = await startSandbox({ args: ['--jobs', String(LARGE)], startTimeoutMs: 300_000 });
	try {
		const reads = upTo(200).map((number) => `/JmJob/job_no=${number}`);
		const last = LARGE / PAGE;
		const pages = `${last.toLocaleString('en-US')} pages`;
		rows.push(
			await rowOf('Single reads', '/s', async () => await responsesPerSecond(sandbox, reads, false)),
			await rowOf(
				`First 20 of ${pages}, ${PAGE} records each`,
				'/s',
				async () => await responsesPerSecond(sandbox, upTo(20).map(pageOf), false),
			),
			await rowOf(
				`Last 20 of ${pages}, ${PAGE} records each`,
				'/s',
				async () => await responsesPerSecond(sandbox, upTo(20, last - 19).map(pageOf), false),
			),
			await rowOf(
				`All ${pages} in order, ${PAGE} records each`,
				'/s',
				async () => await responsesPerSecond(sandbox, upTo(last).map(pageOf), false),
			),
			await rowOf(
				`All ${pages} in order, ${PAGE} records each, compressed`,
				'/s',
				async () => await responsesPerSecond(sandbox, upTo(last).map(pageOf), true),
			),
		);
	} finally {
		await sandbox.stop();
	}
	say(
		`\n${table(
			['', 'median', 'lowest', 'highest', ''],
			rows.map(({ title, figure, lowest, highest, unit }) => [title, String(figure), String(lowest), String(highest), unit]),
		)}\n`,
	);
	if (values.quick) return;
	const results: SandboxResults = {
		at: new Date().toISOString(),
		machine: `${os.cpus().length} × ${os.cpus()[0]?.model ?? 'processor'}`,
		node: process.version,
		connections: CONNECTIONS,
		rounds,
		seconds,
		rows,
	};
	writeResults(path.join(__dirname, 'results/sandbox.json'), results);
	drawSandbox(results);
};

bench().catch((cause: unknown) => {
	say(String(cause));
	process.exitCode = 1;
});
