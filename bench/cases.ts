import { DEFAULT_PAGE_SIZE } from '../core/model/defaults';
import type { LimitSettings } from './siteLimits';

/** A measured case: the workflows in `workflows/` for our node and the HTTP Request node, and the same requests for the baselines. */
export interface Case {
	readonly name: string;
	/** The title in the table and the chart. */
	readonly title: string;
	readonly latencies: readonly number[];
	readonly server: 'stand-in' | 'stand-in, TLS' | 'sandbox' | 'large sandbox';
	readonly ours: string;
	readonly peer?: string;
	/** The requests of the platform baseline, from `probe/nodes/requestPlans.js`. The bare script also sends them if `bare` is set. */
	readonly baseline?: { readonly kind: string; readonly [figure: string]: string | number };
	readonly bare?: boolean;
	/** The import baseline: its workflow also does the case's other work, such as reading a file. The sweep uses this baseline. */
	readonly importBaseline?: { readonly workflow: string; readonly kind: string; readonly [figure: string]: string | number };
	readonly refused?: number;
	readonly connections?: number;
	/** The site's limits for creates. */
	readonly limits?: Partial<LimitSettings>;
	/**
	 * The fixed concurrency levels at which our node, and the baseline if there is one, also send the requests of the case. A site that
	 * refuses requests has no baseline: the baseline does not retry, so it would lose records.
	 */
	readonly sweep?: readonly number[];
	/** The number of runs of our workflow that start at the same time, 1 by default. */
	readonly runs?: number;
	/** The number of items that our node must return for the measurement to be valid. */
	readonly items: number;
	/** The number of records that must exist afterwards, each once. */
	readonly records?: number;
	/** Whether the case measures memory. If so, each contestant gets a new n8n process. */
	readonly memory?: boolean;
	/** The size of the file to upload, in bytes. */
	readonly bytes?: number;
	/**
	 * The number of rows of the file to import. The times of our node and of the HTTP Request node cover the whole workflow, because
	 * the HTTP Request node requires additional nodes. The baselines are compared with the time inside our node.
	 */
	readonly rows?: number;
	/** The maximum number of rounds for the HTTP Request node, set if running it in every round would take too long. */
	readonly peerRounds?: number;
	/** The latencies of a quick run; a quick run skips the case if this is undefined. */
	readonly quick?: readonly number[];
}

const LIST = { kind: 'list', records: 100_000, pageSize: DEFAULT_PAGE_SIZE };
const CREATE = { kind: 'create', records: 2000, perRequest: 1 };
const SWEEP = [8, 16, 32, 64, 128];
const SWEEP_WITHIN_100 = [8, 16, 32, 64, 90];
const WORKERS = { workers: 8, serviceMs: 25 };

const importCase = ({ rows, perRequest = 50, ...rest }: { rows: number; perRequest?: number } & Partial<Case>): Case => ({
	name: 'import',
	title: `Import a CSV file of ${rows.toLocaleString('en-US')} rows, ${perRequest === 1 ? 'one' : perRequest} per request`,
	latencies: [50],
	server: 'stand-in',
	ours: 'import-ours',
	baseline: { kind: 'create', records: rows, perRequest },
	importBaseline: { workflow: 'import-baseline', kind: 'import', perRequest },
	bare: true,
	sweep: [32, 64, 128],
	rows,
	items: 1,
	records: rows,
	...rest,
});

export const CASES: readonly Case[] = [
	{
		name: 'list',
		title: `List 100,000 records, pages of ${DEFAULT_PAGE_SIZE}`,
		latencies: [0, 50, 200],
		quick: [50],
		server: 'stand-in',
		ours: 'list-ours',
		peer: 'list-peer',
		baseline: LIST,
		bare: true,
		items: 100_000,
		sweep: SWEEP,
	},
	{
		name: 'list, simplified',
		title: 'The same with Simplify',
		latencies: [0],
		quick: [],
		server: 'stand-in',
		ours: 'list-simplified-ours',
		baseline: LIST,
		items: 100_000,
	},
	{
		name: 'create',
		title: 'Create 2,000 records, one per request',
		latencies: [0, 50],
		quick: [50],
		server: 'stand-in',
		ours: 'create-ours',
		peer: 'create-peer',
		baseline: CREATE,
		bare: true,
		items: 2000,
		records: 2000,
		sweep: SWEEP,
	},
	{
		name: 'create, 2% of 503',
		title: 'Create 2,000 records, 503 for 2% of the requests',
		latencies: [50],
		server: 'sandbox',
		ours: 'create-ours',
		peer: 'create-peer',
		refused: 0.02,
		items: 2000,
		records: 2000,
	},
	{
		name: 'create, 100 connections',
		title: 'Create 2,000 records on a server that accepts 100 connections, with Max Concurrent Requests 90',
		latencies: [50],
		server: 'sandbox',
		ours: 'create-90-ours',
		peer: 'create-peer',
		connections: 100,
		sweep: SWEEP_WITHIN_100,
		items: 2000,
		records: 2000,
	},
	{
		name: 'create, 100 connections, HTTPS',
		title: 'Create 2,000 records on an HTTPS server that accepts 100 connections',
		latencies: [50],
		server: 'stand-in, TLS',
		ours: 'create-ours',
		peer: 'create-peer',
		peerRounds: 1,
		connections: 100,
		sweep: SWEEP_WITHIN_100,
		items: 2000,
		records: 2000,
	},
	{
		name: 'create, 8 workers',
		title: 'Create 2,000 records on a site with 8 workers that take 25 ms per request',
		latencies: [0],
		server: 'stand-in',
		ours: 'create-ours',
		peer: 'create-peer',
		baseline: CREATE,
		limits: WORKERS,
		sweep: SWEEP,
		items: 2000,
		records: 2000,
	},
	{
		name: 'create, two runs, 8 workers',
		title: 'Two runs that create 2,000 records each on the same site',
		latencies: [0],
		server: 'stand-in',
		ours: 'create-ours',
		limits: WORKERS,
		runs: 2,
		items: 2000,
		records: 4000,
	},
	{
		name: 'create, 20 per second',
		title: 'Create 600 records on a site that returns 429 above 20 per second',
		latencies: [0],
		server: 'stand-in',
		ours: 'create-ours',
		peer: 'create-peer',
		limits: { perSecond: 20 },
		sweep: SWEEP,
		items: 600,
		records: 600,
	},
	{
		name: 'create, 50 per request',
		title: 'Create 2,000 records, 50 per request',
		latencies: [50],
		quick: [50],
		server: 'stand-in',
		ours: 'create-together-ours',
		peer: 'create-peer',
		baseline: { ...CREATE, perRequest: 50 },
		bare: true,
		items: 2000,
		records: 2000,
	},
	{
		name: 'look up',
		title: 'Look up 5,000 keys',
		latencies: [50],
		quick: [],
		server: 'stand-in',
		ours: 'look-up-ours',
		peer: 'look-up-peer',
		baseline: { kind: 'lookUp', records: 5000, perRequest: 250 },
		bare: true,
		items: 5000,
	},
	{
		name: 'create or update',
		title: 'Create or update 2,000 records',
		latencies: [50],
		quick: [],
		server: 'stand-in',
		ours: 'upsert-ours',
		peer: 'upsert-peer',
		baseline: { kind: 'upsert', records: 2000 },
		bare: true,
		items: 2000,
		sweep: SWEEP,
	},
	importCase({ rows: 100_000, peer: 'import-peer', peerRounds: 1 }),
	importCase({ rows: 5000, peer: 'import-peer', peerRounds: 1, latencies: [], quick: [50] }),
	importCase({ name: 'import, one per request', rows: 5000, perRequest: 1 }),
	importCase({
		name: 'import, 8 workers',
		title: 'Import a CSV file of 100,000 rows, 50 per request, to a site with 8 workers that take 25 ms per request',
		rows: 100_000,
		latencies: [0],
		limits: WORKERS,
		sweep: [8, 16, 32],
	}),
	{
		name: 'import, memory',
		title: 'Import a CSV file of 1,000,000 rows, 50 per request',
		latencies: [50],
		server: 'stand-in',
		ours: 'import-ours',
		importBaseline: { workflow: 'import-baseline', kind: 'import', perRequest: 50 },
		rows: 1_000_000,
		items: 1,
		records: 1_000_000,
		memory: true,
	},
	{
		name: 'import, memory, 8 workers',
		title: 'Import a CSV file of 1,000,000 rows, 50 per request, to a site with 8 workers that take 25 ms per request',
		latencies: [0],
		server: 'stand-in',
		ours: 'import-ours',
		importBaseline: { workflow: 'import-baseline', kind: 'import', perRequest: 50 },
		limits: WORKERS,
		rows: 1_000_000,
		items: 1,
		records: 1_000_000,
		memory: true,
	},
	{
		name: 'upload',
		title: "Upload 1 GiB from n8n's file store",
		latencies: [0],
		server: 'stand-in',
		ours: 'upload-ours',
		peer: 'upload-peer',
		items: 1,
		memory: true,
		bytes: 2 ** 30,
	},
	{
		name: 'export, NDJSON',
		title: 'Export 1,000,000 records to a file, NDJSON',
		latencies: [0],
		server: 'large sandbox',
		ours: 'export-ndjson-ours',
		items: 1,
		memory: true,
	},
	{
		name: 'export, CSV',
		title: 'Export 1,000,000 records to a file, CSV',
		latencies: [0],
		server: 'large sandbox',
		ours: 'export-csv-ours',
		items: 1,
		memory: true,
	},
];

const REQUESTS = 5000;
const GET = { kind: 'get', concurrency: 8, records: REQUESTS, keys: 200 };

/**
 * Processor time per request, by type of authentication. Each request reads one record from the sandbox. The time that n8n needs for the
 * items without any request is subtracted from our time.
 */
export const REQUEST_COSTS = {
	requests: REQUESTS,
	baseline: GET,
	alone: 'items-alone',
	usual: 'probe-expressions',
	cases: [
		{ name: 'processor time per request, Basic', title: 'Processor time of a request, Basic', ours: 'get-basic-ours', quick: true },
		{ name: 'processor time per request, JWT', title: 'Processor time of a request, JWT', ours: 'get-jwt-ours', quick: false },
		{ name: 'processor time per request, OAuth2', title: 'Processor time of a request, OAuth2', ours: 'get-oauth2-ours', quick: false },
	],
} as const;
