/** n8n's distributed engine on this machine: PostgreSQL, Redis, a main process, and as many workers as one likes. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { n8nCommand, processEnvironment, startN8n } from '../editor/n8n';
import type { RunningN8n } from '../editor/n8n';
import { installPackage } from '../editor/nodesFolder';
import { N8nRest } from '../editor/rest';
import { tryLock } from '../install/lock';
import type { Tarball } from '../package/tarball';
import { shown, stateFolder } from '../paths';
import { freePort, loopback } from '../ports';
import { startProgram, stopGroup, waitUntilReady, type RunningProgram } from '../processes';
import { findPrograms } from './programs';
import { startDatabase, startQueue } from './servers';
import type { Database } from './servers';

const startLimit = 180_000;

/** A worker that runs: a process of n8n that takes executions from the queue. */
export interface Worker {
	name: string;
	pid: number;
	/** Lets it finish what it has begun, and ends it. */
	stop(): Promise<void>;
	/** Ends it and its task runner at once (SIGKILL), as a fallen machine would. */
	kill(): Promise<void>;
	/** The identifiers of the executions that it has begun, and of those that it has finished, as its log tells. */
	begun(): Set<string>;
	finished(): Set<string>;
}

/** A process of n8n that only receives calls to webhooks and puts their executions into the queue. */
export interface WebhookProcess {
	url: string;
}

export interface EngineSettings {
	/** In `queue` mode workers run the workflows, in `regular` mode the one process does. */
	mode: 'queue' | 'regular';
	tarball: Tarball;
	/** Further environment variables of every process. */
	env?: NodeJS.ProcessEnv;
	/** Hears what is being done. */
	tell(doing: string): void;
}

export interface Engine {
	/** The main process; another one after `restartMain`. */
	readonly main: RunningN8n;
	readonly rest: N8nRest;
	database: Database;
	/** Starts a worker with a home of its own, the package in it, as on a machine of its own. */
	startWorker(name: string, concurrency: number): Promise<Worker>;
	/** Starts a webhook process with its own home. */
	startWebhookProcess(name: string): Promise<WebhookProcess>;
	/** Stops the main process with SIGTERM, or kills it with SIGKILL, and starts it again on the same port. */
	restartMain(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
	/** Ends everything that was started, the last first. */
	stop(): Promise<void>;
}

/** Everything lies below it. PostgreSQL's user has to get there. */
export const queueFolder = process.env.QUEUE_FOLDER ? path.resolve(process.env.QUEUE_FOLDER) : path.join(stateFolder, 'queue');

/** Where a process stands; empty where it is gone or not ours to see. */
function folderOf(pid: string): string {
	try {
		return readlinkSync(`/proc/${pid}/cwd`);
	} catch {
		return '';
	}
}

/** Ends what an earlier run left behind because it was killed itself: the leaders of process groups that stand in our folder. */
async function stopLeftovers(): Promise<void> {
	const processes = readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name) && Number(name) !== process.pid);
	const ours = processes.filter((pid) => folderOf(pid).startsWith(`${queueFolder}${path.sep}`));
	for (const pid of ours) await stopGroup(Number(pid), 5_000);
}

/** The lines of a worker's log that name executions; n8n writes them by itself. */
function named(logFile: string, verb: 'started' | 'finished'): Set<string> {
	return new Set(
		[...readFileSync(logFile, 'utf8').matchAll(new RegExp(`Worker ${verb} execution (\\d+)`, 'g'))].map(([, id]) => id as string),
	);
}

async function isHealthy(port: number): Promise<boolean> {
	try {
		return (await fetch(`http://${loopback}:${port}/healthz/readiness`)).ok;
	} catch {
		return false; // nobody listens yet
	}
}

/** Starts one of n8n's commands with its own home and the package in it, and waits until it answers on `port`. */
async function startCommand(
	name: string,
	words: string[],
	port: number,
	env: NodeJS.ProcessEnv,
	tarball: Tarball,
): Promise<RunningProgram & { logFile: string }> {
	const home = path.join(queueFolder, name);
	const logFile = path.join(queueFolder, 'logs', `${name}.log`);
	mkdirSync(home, { recursive: true });
	await installPackage(home, tarball);
	const program = startProgram({
		title: name,
		...n8nCommand(words),
		cwd: home,
		env: { ...(await processEnvironment(home)), ...env },
		logFile,
	});
	await waitUntilReady(name, program, shown(logFile), async () => await isHealthy(port), startLimit);
	return { ...program, logFile };
}

async function startWorker(name: string, concurrency: number, env: NodeJS.ProcessEnv, tarball: Tarball): Promise<Worker> {
	const port = await freePort();
	const health = { QUEUE_HEALTH_CHECK_ACTIVE: 'true', QUEUE_HEALTH_CHECK_PORT: String(port), N8N_WORKER_SERVER_ADDRESS: loopback };
	const program = await startCommand(name, ['worker', `--concurrency=${concurrency}`], port, { ...health, ...env }, tarball);
	const { logFile } = program;
	let isOver = false;
	void program.ended.then(() => (isOver = true));
	return {
		name,
		pid: program.pid,
		// A process id is used again, so who has ended is left alone.
		stop: async () => (isOver ? undefined : await program.stop(60_000)),
		kill: async () => {
			process.kill(-program.pid, 'SIGKILL');
			await program.ended;
		},
		begun: () => named(logFile, 'started'),
		finished: () => named(logFile, 'finished'),
	};
}

/**
 * Starts the engine, new and empty, on free ports of this machine; PostgreSQL and Redis are installed from Debian's packages
 * where they are not there. Only one engine runs in a checkout at a time.
 */
export async function startEngine({ mode, tarball: packed, env = {}, tell }: EngineSettings): Promise<Engine> {
	// A copy of its own: workers are added later, and by then another run may have packed anew.
	const content = readFileSync(packed.file);
	const programs = await findPrograms(tell);
	const release = tryLock(`${queueFolder}.lock`);
	if (!release) throw new Error(`An engine of this checkout runs already (${shown(queueFolder)}).`);
	/** What runs, to be stopped in reverse. */
	const running: Array<() => Promise<void>> = [];
	const stop = async () => {
		for (const end of running.splice(0).reverse()) await end();
		release();
	};
	try {
		await stopLeftovers();
		rmSync(queueFolder, { recursive: true, force: true });
		mkdirSync(queueFolder, { recursive: true });
		const tarball = { ...packed, file: path.join(queueFolder, path.basename(packed.file)) };
		writeFileSync(tarball.file, content);
		tell('starting PostgreSQL and Redis');
		const database = await startDatabase(queueFolder, programs);
		running.push(async () => await database.stop());
		const queue = mode === 'queue' ? await startQueue(queueFolder, programs) : undefined;
		if (queue) running.push(async () => await queue.stop());

		const common = {
			...database.env,
			...queue?.env,
			N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
			N8N_DEFAULT_BINARY_DATA_MODE: 'database',
			EXECUTIONS_DATA_PRUNE: 'false',
			...env,
		};
		const home = path.join(queueFolder, 'main');
		await installPackage(home, tarball);
		tell(`starting n8n (${mode} mode)`);
		const startMain = async (preferredPort?: number): Promise<{ main: RunningN8n; rest: N8nRest }> => {
			const main = await startN8n({
				home,
				logFile: path.join(queueFolder, 'logs', 'main.log'),
				env: common,
				...(preferredPort === undefined ? {} : { preferredPort }),
			});
			const rest = new N8nRest(main.url, main.owner);
			await rest.login();
			return { main, rest };
		};
		let current = await startMain();
		running.push(async () => await current.main.stop());
		return {
			get main() {
				return current.main;
			},
			get rest() {
				return current.rest;
			},
			database,
			stop,
			startWorker: async (name, concurrency) => {
				tell(`starting ${name}`);
				const worker = await startWorker(name, concurrency, common, tarball);
				running.push(async () => await worker.stop());
				return worker;
			},
			startWebhookProcess: async (name) => {
				tell(`starting ${name}`);
				const port = await freePort();
				const program = await startCommand(
					name,
					['webhook'],
					port,
					{ N8N_PORT: String(port), N8N_LISTEN_ADDRESS: loopback, ...common },
					tarball,
				);
				running.push(async () => await program.stop(60_000));
				return { url: `http://${loopback}:${port}` };
			},
			restartMain: async (signal) => {
				tell(`restarting main (${signal})`);
				const { main } = current;
				if (signal === 'SIGTERM') await main.stop();
				else {
					process.kill(-main.pid, 'SIGKILL');
					await main.ended;
				}
				current = await startMain(Number(new URL(main.url).port));
			},
		};
	} catch (cause) {
		await stop();
		throw cause;
	}
}
