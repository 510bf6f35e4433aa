import { existsSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Case } from './cases';
import { certificateFiles, filesFolder, startPlatform, type Changes, type Platform, type Run } from './platform';
import { startBenchSandbox, startStandIn, type Conditions, type Counts, type Site } from './sites';

interface Stoppable {
	stop(): Promise<unknown>;
}

/** One run of a workflow, and the site's counters for it. */
export interface Measured {
	readonly run: Run;
	readonly counts: Counts;
}

export const assertValid = (isValid: boolean, reason: string): void => {
	if (!isValid) throw new Error(`Invalid measurement: ${reason}`);
};

/** The file that a case uploads; it contains only null bytes. */
export const uploadFile = (bytes: number): string => {
	const file = path.join(filesFolder, `upload-${bytes}.mp4`);
	if (!existsSync(file) || statSync(file).size !== bytes) {
		writeFileSync(file, '');
		truncateSync(file, bytes);
	}
	return file;
};

/** The CSV file that a case imports. */
export const importFile = (rows: number): string => {
	const file = path.join(filesFolder, `import-${rows}.csv`);
	const lines = Array.from({ length: rows }, (_, index) => `BENCH-import-${index},Bench Production ${index},27,1\n`);
	writeFileSync(file, `external_key,job_desc,cust_id,job_type_no\n${lines.join('')}`);
	return file;
};

/** The resident memory of n8n may grow by this much during a run after {@link Stage.settle}. */
const SETTLED_GROWTH_MIB = 8;
const MAX_SETTLING_RUNS = 15;

const starters: Readonly<Record<Case['server'], () => Promise<Site>>> = {
	'stand-in': startStandIn,
	'stand-in, TLS': async () => await startStandIn(certificateFiles),
	sandbox: async () => await startBenchSandbox(0),
	'large sandbox': async () => await startBenchSandbox(1_000_000),
};

/** The real n8n and the servers of the benchmark, each started when it is first needed. */
export class Stage {
	private readonly running: Stoppable[] = [];
	private readonly sites = new Map<Case['server'], Promise<Site>>();
	private platform?: Platform;

	/** Registers a program that is stopped together with the stage. */
	own(one: Stoppable): void {
		this.running.push(one);
	}

	async siteOf(server: Case['server']): Promise<Site> {
		const known = this.sites.get(server) ?? this.started(starters[server]());
		this.sites.set(server, known);
		return await known;
	}

	async freshPlatform(): Promise<Platform> {
		await this.stopped(this.platform);
		this.platform = await this.started(startPlatform());
		return this.platform;
	}

	/** Starts a new n8n and runs the workflow once with almost no data, so that what n8n loads for its first execution is not measured. */
	async freshPlatformFor(file: string, texts: Changes['texts'] = {}): Promise<void> {
		const site = await this.siteOf('stand-in');
		await site.prepare({ delay: 0, records: 500 });
		const { status, message } = await (
			await this.freshPlatform()
		).run(file, site.apiUrl, { texts: { ...texts, UPLOAD_FILE: uploadFile(1000), IMPORT_FILE: importFile(1000) } });
		assertValid(status === 'success', `the warm-up of '${file}' ended with status '${status}': ${message}`);
	}

	/** The server of a case. A stand-in is always new, because our node reuses what it has learned about a base URL. */
	async siteFor({ server }: Case): Promise<Site> {
		return server.startsWith('stand-in') ? await this.started(starters[server]()) : await this.siteOf(server);
	}

	/** Stops the server of a case, unless other cases use it. */
	async release(site: Site): Promise<void> {
		if (site.name === 'stand-in') await this.stopped(site);
	}

	/**
	 * Runs the workflow, or several copies at the same time, each with its own changes. Returns a failed run if there is one, otherwise
	 * the slowest run.
	 */
	async measure(file: string, site: Site, conditions: Conditions, ...changes: readonly Changes[]): Promise<Measured> {
		const platform = this.platform ?? (await this.freshPlatform());
		await site.prepare(conditions);
		const copies = changes.length > 0 ? changes : [{}];
		const runs = await Promise.all(copies.map(async (each) => await platform.run(file, site.apiUrl, each)));
		const [run] = runs.sort(
			(one, other) => Number(one.status === 'success') - Number(other.status === 'success') || other.seconds - one.seconds,
		);
		return { run: run!, counts: await site.counts() };
	}

	/**
	 * Repeats a measurement until n8n's memory no longer grows. The first runs of a process, and of a process that was idle, also pay for
	 * the memory that it requests from the system, so whoever runs later would appear faster.
	 */
	async settle(...measurement: Parameters<Stage['measure']>): Promise<void> {
		for (let repeat = 0; repeat < MAX_SETTLING_RUNS; repeat += 1) {
			const { run } = await this.measure(...measurement);
			if (run.grownMiB < SETTLED_GROWTH_MIB) return;
		}
	}

	async stop(): Promise<void> {
		for (const one of [...this.running].reverse()) await this.stopped(one);
		rmSync(filesFolder, { recursive: true, force: true });
	}

	private async started<T extends Stoppable>(starting: Promise<T>): Promise<T> {
		const one = await starting;
		this.running.push(one);
		return one;
	}

	private async stopped(one: Stoppable | undefined): Promise<void> {
		if (one === undefined) return;
		this.running.splice(this.running.indexOf(one), 1);
		await one.stop();
	}
}
