/** n8n in queue mode on this machine: PostgreSQL, Redis, a main process, and any number of workers. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { n8nCommand, processEnvironment, startN8n } from '../editor/n8n';
import type { RunningN8n } from '../editor/n8n';
import { installPackage } from '../editor/nodesFolder';
import { N8nRest } from '../editor/rest';
import { tryLock } from '../install/lock';
import type { Tarball } from '../package/tarball';
import { shown } from '../paths';
import { freePort, loopback } from '../ports';
import { startProgram, stopGroup, stoppingOnFailure, waitUntilReady, type RunningProgram } from '../processes';
import { findPrograms } from './programs';
import { startRunner } from './runner';
import { openFolder, startDatabase, startQueue } from './servers';
import type { Database } from './servers';

const startLimit = 180_000;

/** A running worker: an n8n process that takes executions from the queue. */
export interface Worker {
	name: string;
	pid: number;
	/** The port on which the worker accepts connections from its task runners. */
	brokerPort: number;
	/** Lets the worker finish its executions, and ends it. */
	stop(): Promise<void>;
	/** Kills the worker and its child processes with SIGKILL. A task runner from `startRunner` is not killed. */
	kill(): Promise<void>;
	/** The identifiers of the executions that the worker has started (`begun`) and finished (`finished`), according to its log. */
	begun(): Set<string>;
	finished(): Set<string>;
}

/** An n8n process that only receives webhook requests and adds the executions that they start to the queue. */
export interface WebhookProcess {
	url: string;
}

export interface EngineSettings {
	/** In `queue` mode, workers run the workflows; in `regular` mode, the main process does. */
	mode: 'queue' | 'regular';
	tarball: Tarball;
	/** Additional environment variables for every n8n process. */
	env?: NodeJS.ProcessEnv;
	/** Receives the progress. */
	onProgress(doing: string): void;
}

export interface Engine {
	/** The main process; a different one after `restartMain`. */
	readonly main: RunningN8n;
	readonly rest: N8nRest;
	database: Database;
	/** Starts a worker with its own home folder and the package in it, as on a separate machine. */
	startWorker(name: string, concurrency: number): Promise<Worker>;
	/** Starts a task runner for a worker; requires `N8N_RUNNERS_MODE: 'external'` and the token in `env`. */
	startRunner(worker: Worker): Promise<void>;
	/** Starts a webhook process with its own home folder. */
	startWebhookProcess(name: string): Promise<WebhookProcess>;
	/** Stops the main process with SIGTERM, or kills it with SIGKILL, and starts it again on the same port. */
	restartMain(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
	/** Stops everything that was started, in reverse order. */
	stop(): Promise<void>;
}

/** The folder for all files of the engine. */
export const queueFolder = path.join(openFolder, 'queue');

/** The working folder of a process; empty if it has exited or belongs to another user. */
function folderOf(pid: string): string {
	try {
		return readlinkSync(`/proc/${pid}/cwd`);
	} catch {
		return '';
	}
}

/** Ends what a killed run left behind: each process group whose leader runs in a folder inside `queueFolder`. */
async function stopLeftovers(): Promise<void> {
	const processes = readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name) && Number(name) !== process.pid);
	const ours = processes.filter((pid) => folderOf(pid).startsWith(`${queueFolder}${path.sep}`));
	for (const pid of ours) await stopGroup(Number(pid), 5_000);
}

/** The identifiers of the executions that a worker has started or finished, from the lines that n8n writes to the log by default. */
function named(logFile: string, verb: 'started' | 'finished'): Set<string> {
	return new Set(
		[...readFileSync(logFile, 'utf8').matchAll(new RegExp(`Worker ${verb} execution (\\d+)`, 'g'))].map(([, id]) => id as string),
	);
}

async function isHealthy(port: number): Promise<boolean> {
	try {
		return (await fetch(`http://${loopback}:${port}/healthz/readiness`)).ok;
	} catch {
		return false; // Nothing is listening yet.
	}
}

/** Runs one of n8n's commands with its own home folder and the package in it, and waits until it responds on `port`. */
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
	const brokerPort = await freePort();
	const health = { QUEUE_HEALTH_CHECK_ACTIVE: 'true', QUEUE_HEALTH_CHECK_PORT: String(port), N8N_WORKER_SERVER_ADDRESS: loopback };
	const program = await startCommand(
		name,
		['worker', `--concurrency=${concurrency}`],
		port,
		{ ...health, ...env, N8N_RUNNERS_BROKER_PORT: String(brokerPort) },
		tarball,
	);
	const { logFile } = program;
	let isOver = false;
	void program.ended.then(() => (isOver = true));
	return {
		name,
		pid: program.pid,
		brokerPort,
		// Process ids are reused, so a process that has exited is not signaled.
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
 * Starts a new, empty engine on free ports on this machine; installs PostgreSQL and Redis from Debian's packages if they are
 * missing. Only one engine runs in a checkout at a time.
 */
export async function startEngine({ mode, tarball: packed, env = {}, onProgress }: EngineSettings): Promise<Engine> {
	// The engine uses its own copy of the tarball, because workers are added later, and another run may have packed again by then.
	const content = readFileSync(packed.file);
	const programs = await findPrograms(onProgress);
	const release = tryLock(`${queueFolder}.lock`);
	if (!release) throw new Error(`An engine of this checkout is already running (${shown(queueFolder)}).`);
	/** The running programs, to be stopped in reverse order. */
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
		onProgress('starting PostgreSQL and Redis');
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
		onProgress(`starting n8n (${mode} mode)`);
		const startMain = async (preferredPort?: number): Promise<{ main: RunningN8n; rest: N8nRest }> => {
			const main = await startN8n({
				home,
				logFile: path.join(queueFolder, 'logs', 'main.log'),
				env: common,
				preferredPort,
			});
			const rest = new N8nRest(main.url, main.owner);
			await stoppingOnFailure(main.stop, async () => await rest.login());
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
				onProgress(`starting ${name}`);
				const worker = await startWorker(name, concurrency, common, tarball);
				running.push(async () => await worker.stop());
				return worker;
			},
			startRunner: async ({ name, brokerPort }) => {
				onProgress(`starting the task runner of ${name}`);
				const program = await startRunner(`${name}-runner`, brokerPort, String(env.N8N_RUNNERS_AUTH_TOKEN), queueFolder);
				running.push(async () => await program.stop());
			},
			startWebhookProcess: async (name) => {
				onProgress(`starting ${name}`);
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
				onProgress(`restarting main (${signal})`);
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
