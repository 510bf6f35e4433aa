import { spawn } from 'node:child_process';
import path from 'node:path';
import { startSandbox, type SandboxProcess } from '../workshop/sandboxProcess';
import { checkout } from '../workshop/paths';
import type { LimitCounts, LimitSettings } from './siteLimits';

/** The paths of a private key and its certificate in PEM format. */
export interface CertificateFiles {
	readonly key: string;
	readonly cert: string;
}

/** The counters of a server since its last setup. */
export interface Counts extends Partial<LimitCounts> {
	readonly requests: number;
	readonly maxConcurrent: number;
	/** The number of created records. */
	readonly made: number;
	/** The number of records that were created more than once. */
	readonly twice: number;
}

/** The server settings for a case. */
export interface Conditions {
	/** The delay of every request in ms. */
	readonly delay: number;
	/** The share of creates that get 503. */
	readonly refused?: number | undefined;
	/** The maximum number of connections; the stand-in drops others only with TLS. */
	readonly connections?: number | undefined;
	/** The number of records in the stand-in's list, 100,000 by default. */
	readonly records?: number;
	/** The stand-in's limits for creates. */
	readonly limits?: Partial<LimitSettings> | undefined;
}

/** A server to measure against. */
export interface Site {
	readonly name: 'stand-in' | 'sandbox';
	/** The base URL of the API for n8n: `http://127.0.0.1:<port>/api/v2/database/DEMO`, or the same with `https` and another port. */
	readonly apiUrl: string;
	/** The base URL of the API without TLS. */
	readonly plainApiUrl: string;
	readonly url: string;
	/** Sets up the server, and resets its counters. */
	prepare(conditions: Conditions): Promise<void>;
	counts(): Promise<Counts>;
	stop(): Promise<unknown>;
}

const API = '/api/v2/database/DEMO';

/** Starts the server in `standIn.ts`. With `tls`, n8n connects to it over HTTPS. */
export const startStandIn = async (tls?: CertificateFiles): Promise<Site> => {
	const options = tls === undefined ? [] : ['--tls', tls.key, tls.cert];
	const child = spawn(path.join(checkout, 'node_modules/.bin/node'), ['--import', 'tsx', 'bench/standIn.ts', ...options], {
		cwd: checkout,
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	const { url, tlsUrl } = await new Promise<{ url: string; tlsUrl: string | undefined }>((resolve, reject) => {
		child.stdout.setEncoding('utf8').on('data', (text: string) => {
			const found = /listening on (\S+)(?: and (\S+))?/.exec(text);
			if (found) resolve({ url: found[1]!, tlsUrl: found[2] });
		});
		child.once('exit', (status) => reject(new Error(`The stand-in ended with status ${status} before it listened`)));
	});
	return {
		name: 'stand-in',
		url,
		apiUrl: (tlsUrl ?? url) + API,
		plainApiUrl: url + API,
		prepare: async ({ delay, records = 100_000, limits, connections }) =>
			void (await fetch(`${url}/_settings`, { method: 'PUT', body: JSON.stringify({ delay, records, limits, connections }) })),
		counts: async () => (await (await fetch(`${url}/_counts`)).json()) as Counts,
		stop: async () => {
			child.kill('SIGTERM');
			await new Promise((resolve) => child.once('exit', resolve));
		},
	};
};

const createdIn = async ({ apiUrl }: SandboxProcess): Promise<Pick<Counts, 'made' | 'twice'>> => {
	const query = encodeURIComponent('{"external_key":"BENCH-%"}');
	const columns = encodeURIComponent('{"L":["external_key"]}');
	const response = await fetch(`${apiUrl}/JmJobList?Query=${query}&resultColumns=${columns}`, {
		headers: { Authorization: `Basic ${btoa('demo:demo')}` },
	});
	const keys = ((await response.json()) as { L: { external_key: string }[] }).L.map((record) => record.external_key);
	const distinct = new Set(keys).size;
	return { made: distinct, twice: keys.length - distinct };
};

/** Starts the sandbox with the given number of generated jobs. If `jobs` is 0, `prepare` also resets all data. */
export const startBenchSandbox = async (jobs: number): Promise<Site> => {
	const sandbox = await startSandbox({ args: ['--jobs', String(jobs)], startTimeoutMs: 120_000 });
	const { control } = sandbox;
	return {
		name: 'sandbox',
		url: sandbox.url,
		apiUrl: sandbox.apiUrl,
		plainApiUrl: sandbox.apiUrl,
		prepare: async ({ delay, refused, connections }) => {
			if (jobs === 0) await control.reset();
			await control.clearFaults();
			await control.delay(delay);
			if (refused !== undefined)
				await control.addFaults({
					match: { method: 'POST', path: '/JmJob', probability: refused, seed: 1 },
					fault: { type: 'status', status: 503 },
				});
			await control.call('PUT', 'connections', { limit: connections ?? null });
			await control.clearJournal();
		},
		counts: async () => {
			const { total, maxConcurrent } = await control.journal({ limit: 0 });
			await control.delay(0);
			await control.call('PUT', 'connections', { limit: null });
			return { requests: total, maxConcurrent, ...(jobs === 0 ? await createdIn(sandbox) : { made: 0, twice: 0 }) };
		},
		stop: async () => await sandbox.stop(),
	};
};
