import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface Pair {
	readonly ours: number;
	readonly peer: number | null;
}

/** The time of a baseline in seconds, and that time divided by the time of our node with Automatic. */
export interface BaselineTime {
	readonly seconds: number;
	readonly ratio: number;
}

/** The fastest fixed number of concurrent requests, and its time. */
export interface BestFixed extends BaselineTime {
	readonly concurrency: number;
}

/** The comparison with fixed concurrency, and the behavior on a site with limits. A figure is `undefined` if it is not measured. */
export interface LimitResult {
	/** The best fixed number for the baseline: the import baseline for imports, otherwise the platform baseline. */
	readonly bestFixed?: BestFixed;
	/** The best fixed number for our node. */
	readonly ownBestFixed?: BestFixed;
	/** The baseline with the adaptive limit of our node. */
	readonly adaptiveBaseline?: BaselineTime;
	/** The mean number of requests waiting at the site. */
	readonly meanQueue?: number;
	/** The share of requests that got 429 after the first five seconds. */
	readonly refusedPart?: number;
	/** The smallest share of all accepted requests that any single run sent, counted while all runs were active. */
	readonly smallestShare?: number;
}

/** The result of the import baseline, which also does a case's other work, such as reading a file. */
export interface ImportBaseline {
	readonly seconds: number;
	/** The time of our node in seconds, excluding the other nodes in its workflow. */
	readonly ours: number;
	/** The baseline's time divided by ours. */
	readonly ratio: number;
}

/** One row of the results. The figures are medians of the rounds. A figure is `null` if the case does not measure it. */
export interface Row {
	readonly case: string;
	readonly title: string;
	readonly server: string;
	readonly latencyMs: number;
	readonly ours: number;
	readonly peer: number | null;
	/** The time of the platform baseline: the same requests through n8n's own request function. */
	readonly baseline: number | null;
	readonly importBaseline?: ImportBaseline;
	/** The time of the bare script, which sends the same requests without n8n. */
	readonly bare: number | null;
	readonly unit: 's' | 'ms';
	/**
	 * The HTTP Request node's time divided by our node's time. For processor time, our node's time divided by that of the probe
	 * whose credential uses expressions.
	 */
	readonly ratioToPeer: number | null;
	/** The platform baseline's time divided by the time of our node: 1 is the maximum that the platform allows. */
	readonly ratioToBaseline: number | null;
	/** The peak memory of n8n, minus the memory that n8n used before the run. */
	readonly peakRssMiB: Pair;
	/** The peak memory of the import baseline. Set only for cases that measure memory. */
	readonly baselinePeakRssMiB?: number;
	readonly requests: Pair;
	/** Peak concurrent requests at the server. */
	readonly concurrency: Pair;
	/** The number of created records. Undefined if the case creates none. */
	readonly made?: Pair;
	/** The number of records that were created more than once. */
	readonly createdTwice?: Pair;
	/** The comparison with fixed concurrency, and the behavior on a site with limits. */
	readonly limits?: LimitResult;
	readonly rounds: number;
	/** When the row was measured, if not all rows were measured in one session. */
	readonly at?: string;
	/** n8n's message if the HTTP Request node failed. */
	readonly peerMessage?: string;
}

export interface Results {
	readonly at: string;
	readonly machine: string;
	readonly n8n: string;
	readonly node: string;
	readonly quick: boolean;
	readonly rows: readonly Row[];
}

/** One row of the sandbox benchmark: lower is better for `s`, higher for `/s`. */
export interface SandboxRow {
	readonly title: string;
	readonly unit: 's' | '/s';
	/** The median of the rounds. */
	readonly figure: number;
	readonly lowest: number;
	readonly highest: number;
}

export interface SandboxResults {
	readonly at: string;
	readonly machine: string;
	readonly node: string;
	readonly connections: number;
	readonly rounds: number;
	/** Duration of each measurement. */
	readonly seconds: number;
	readonly rows: readonly SandboxRow[];
}

export const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits));

const number = (value: number | null | undefined, digits = 2): string =>
	value === null || value === undefined || Number.isNaN(value) ? '–' : value.toFixed(digits);
const times = (value: number | null): string => (value === null ? '–' : `${value.toFixed(value < 10 ? 2 : 1)}`);

export const HEAD = [
	'case',
	'latency',
	'ours',
	'HTTP Request',
	'baseline',
	'bare',
	'× peer',
	'÷ baseline',
	'peak MiB',
	'peer',
	'requests',
	'peer',
	'made',
	'peer',
	'best fixed',
	'÷ best',
	'own fixed',
	'÷ own',
	'÷ adaptive',
	'queue',
	'429',
	'share',
];

/**
 * The table cells: two for the baseline, two for our node, one for the baseline with our adaptive limit, then the mean queue, the share of
 * 429 responses after five seconds, and the smallest share of one run. The first cell of each pair is the best fixed concurrency. The other
 * one, like the cell for the adaptive limit, is a time divided by the time of our node with its default.
 */
export const limitCellsOf = ({ limits }: Row): string[] => [
	number(limits?.bestFixed?.concurrency, 0),
	number(limits?.bestFixed?.ratio),
	number(limits?.ownBestFixed?.concurrency, 0),
	number(limits?.ownBestFixed?.ratio),
	number(limits?.adaptiveBaseline?.ratio),
	number(limits?.meanQueue, 1),
	limits?.refusedPart === undefined ? '–' : `${number(limits.refusedPart * 100, 1)}%`,
	limits?.smallestShare === undefined ? '–' : `${number(limits.smallestShare * 100, 0)}%`,
];

export const cellsOf = (row: Row): string[] => [
	row.case,
	`${row.latencyMs} ms`,
	`${number(row.ours)} ${row.unit}`,
	number(row.peer),
	number(row.baseline),
	number(row.bare),
	times(row.ratioToPeer),
	times(row.ratioToBaseline),
	number(row.peakRssMiB.ours, 0),
	number(row.peakRssMiB.peer, 0),
	number(row.requests.ours, 0),
	number(row.requests.peer, 0),
	number(row.made?.ours, 0),
	number(row.made?.peer, 0),
	...limitCellsOf(row),
];

/** The earlier results, with the newly measured rows in place of the old ones and additional rows at the end. */
export const merged = (earlier: Results, measured: Results): Results => {
	const keyOf = (row: Row): string => `${row.case}, ${row.latencyMs}`;
	const dated = ({ at, rows }: Results): Row[] => rows.map((row) => ({ at, ...row }));
	const again = new Map(dated(measured).map((row) => [keyOf(row), row]));
	const rows = dated(earlier).map((row) => {
		const key = keyOf(row);
		const newer = again.get(key);
		again.delete(key);
		return newer ?? row;
	});
	return { ...measured, rows: [...rows, ...again.values()] };
};

/** The day or days on which the rows were measured. */
export const daysOf = ({ at, rows }: Results): string => {
	const days = rows.map((row) => (row.at ?? at).slice(0, 10)).sort();
	return days[0] === days.at(-1) ? days[0]! : `${days[0]} to ${days.at(-1)}`;
};

export const writeResults = (file: string, results: Results | SandboxResults): void => {
	mkdirSync(path.dirname(file), { recursive: true });
	writeFileSync(file, `${JSON.stringify(results, null, '\t')}\n`);
};
