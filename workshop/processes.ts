import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface Command {
	/** The name of the program in messages: "n8n". */
	title: string;
	program: string;
	args: string[];
	cwd: string;
	env: NodeJS.ProcessEnv;
	logFile: string;
}

/** A program that runs in a separate process group and writes to its log. */
export interface RunningProgram {
	pid: number;
	/** Resolves when the program has ended, for whatever reason. */
	ended: Promise<number | null>;
	/** Sends SIGTERM to the whole group, and SIGKILL if the group still exists after `graceMs` ms. */
	stop(graceMs?: number): Promise<void>;
}

/** The running groups. If this process exits before they are stopped, it sends them SIGTERM. */
const groups = new Set<number>();
process.on('exit', () => {
	for (const pid of groups) signalGroup(pid, 'SIGTERM');
});

const sleep = async (milliseconds: number) => await new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Sends a signal to a process group; returns whether it exists. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
	try {
		process.kill(-pid, signal);
		return true;
	} catch (cause) {
		if ((cause as NodeJS.ErrnoException).code === 'ESRCH') return false;
		throw cause;
	}
}

/** Sends SIGTERM to a process group, and SIGKILL if the group still exists after `graceMs` ms. */
export async function stopGroup(pid: number, graceMs = 15_000): Promise<void> {
	if (!signalGroup(pid, 'SIGTERM')) return;
	const end = Date.now() + graceMs;
	while (signalGroup(pid, 0)) {
		if (Date.now() > end) {
			signalGroup(pid, 'SIGKILL');
			return;
		}
		await sleep(50);
	}
}

/** Starts a program with its output in a new log file. */
export function startProgram({ title, program, args, cwd, env, logFile }: Command): RunningProgram {
	mkdirSync(path.dirname(logFile), { recursive: true });
	const log = openSync(logFile, 'w');
	const child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', log, log] });
	closeSync(log);
	const ended = new Promise<number | null>((resolve, reject) => {
		child.once('exit', resolve);
		child.once('error', reject);
	});
	const { pid } = child;
	if (pid === undefined) throw new Error(`${title} could not be started: is ${program} installed?`);
	groups.add(pid);
	child.once('exit', () => groups.delete(pid));
	return {
		pid,
		ended,
		stop: async (graceMs) => {
			await stopGroup(pid, graceMs);
			await ended;
		},
	};
}

/**
 * Runs `work`, the last step of starting a program, and returns its result. If `work` fails, calls `stop` to stop what was started, and
 * rethrows the error.
 */
export async function stoppingOnFailure<Result>(stop: () => Promise<unknown>, work: () => Promise<Result>): Promise<Result> {
	try {
		return await work();
	} catch (cause) {
		await stop();
		throw cause;
	}
}

/** The last lines of a log, for a message. */
function lastLines(logFile: string): string {
	return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-25).join('\n');
}

/**
 * Waits until the program responds. If the program ends first or is not ready in time, throws an error that contains the end of its log.
 * @param isReady checks once; returns true if the program is ready
 */
export async function waitUntilReady(
	title: string,
	program: RunningProgram,
	logFile: string,
	isReady: () => Promise<boolean>,
	limit: number,
): Promise<void> {
	const began = Date.now();
	let over = false;
	void program.ended.then(
		() => (over = true),
		() => (over = true),
	);
	while (!(await isReady())) {
		if (over) throw new Error(`${title} ended while it was starting. The end of its log (${logFile}):\n\n${lastLines(logFile)}`);
		if (Date.now() - began > limit) {
			await program.stop();
			throw new Error(
				`${title} was not ready after ${Math.round(limit / 1000)} s. The end of its log (${logFile}):\n\n${lastLines(logFile)}`,
			);
		}
		await sleep(200);
	}
}
