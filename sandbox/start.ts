/** Starts the sandbox in its own process, for tests in Jest, Vitest or node:test and for other programs. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Release, SiteProfile as ProfileFile } from '../core/catalog';
import type { EntryView, JournalView } from './plugins/journal/view';

export type { EntryView as JournalEntry, JournalView, Release };

const LISTENING = /^sandbox listening on (http:\/\/\S+)$/m;
const START_TIMEOUT_MS = 20_000;
const STOP_TIMEOUT_MS = 10_000;

/** Settings that differ between sites of the same release. */
export interface SiteProfile {
	/** The documents that support TrxTimeOptionMove and TrxTimeOptionAdjust. */
	readonly timeOptionDocuments?: readonly string[];
	/** The parameters or headers (`header:Name`, `header:Name=value`) that make the site omit nulls and alternate keys. */
	readonly names?: { readonly omitNulls?: string; readonly omitAlternateKeys?: string };
}

export interface SandboxOptions {
	/** The port to listen on. The default is 0, which selects any free port. */
	readonly port?: number;
	/** The release to simulate; the newest one by default. */
	readonly release?: Release | undefined;
	/** The SQLite file for the records; `:memory:` by default. */
	readonly data?: string;
	readonly profile?: SiteProfile;
	/** A site profile from the *Check* operation of the Media Operations node; see `--profile`. */
	readonly siteProfile?: ProfileFile;
	/** Additional command-line arguments. */
	readonly args?: readonly string[];
	/** How long to wait for the sandbox to listen, in ms. */
	readonly startTimeoutMs?: number;
}

/** The controls under `/_sandbox/`. */
export interface SandboxControl {
	/** The journal, filtered by `document`, `method`, `kind`, `since` (the number of an entry, exclusive) and `limit`. */
	journal(filter?: Readonly<Record<string, string | number>>): Promise<JournalView>;
	clearJournal(): Promise<void>;
	/** Adds fault rules and returns their numbers. */
	addFaults(...rules: readonly object[]): Promise<number[]>;
	clearFaults(): Promise<void>;
	/** Delays the processing of every request by `ms`. */
	delay(ms: number): Promise<void>;
	/** Resets data, journal, faults, delays, tokens and settings to the state at startup. */
	reset(): Promise<void>;
	/** Saves all records under a name, for {@link SandboxControl.restore}. */
	save(name: string): Promise<void>;
	restore(name: string): Promise<void>;
	/** Calls any other control, and returns the JSON of its response. */
	call(method: string, address: string, body?: unknown): Promise<unknown>;
}

export interface RunningSandbox {
	/** The sandbox's origin: `http://127.0.0.1:<port>`. */
	readonly url: string;
	/** The base URL of the API: `…/api/v2/database/DEMO`. */
	readonly apiUrl: string;
	readonly control: SandboxControl;
	readonly pid: number;
	/** Everything that the sandbox has printed so far. */
	output(): string;
	/** Stops the sandbox with SIGTERM, and returns its exit status. */
	stop(): Promise<number | null>;
	/** Kills the sandbox with SIGKILL. */
	kill(): Promise<void>;
}

/** A program and its first arguments. */
export interface Command {
	readonly program: string;
	readonly args: readonly string[];
	readonly cwd?: string;
}

/** The compiled command of the package. Callers that run from source pass their own command. */
const packagedCommand = (): Command => {
	const main = path.join(__dirname, 'main.js');
	if (!existsSync(main)) {
		throw new Error(`${main} does not exist. Build the package first: npm run build -w sandbox`);
	}
	return { program: process.execPath, args: [main] };
};

const running = new Set<ChildProcess>();
let isWatchingExit = false;

const spawnSandbox = ({ program, args: first, cwd }: Command, args: readonly string[]): ChildProcess => {
	// If this process is killed, the pipe to the sandbox breaks, and the sandbox stops too.
	const child = spawn(program, [...first, '--stop-with-stdin', ...args], { cwd, stdio: ['pipe', 'pipe', 'pipe'] });
	if (!isWatchingExit) {
		isWatchingExit = true;
		process.on('exit', () => running.forEach((each) => each.kill('SIGTERM')));
	}
	running.add(child);
	child.once('exit', () => running.delete(child));
	return child;
};

const collect = (child: ChildProcess): { stdout: string; stderr: string } => {
	const written = { stdout: '', stderr: '' };
	child.stdout?.setEncoding('utf8').on('data', (text: string) => (written.stdout += text));
	child.stderr?.setEncoding('utf8').on('data', (text: string) => (written.stderr += text));
	return written;
};

const exitOf = async (child: ChildProcess): Promise<number | null> =>
	await new Promise((resolve, reject) => {
		child.once('close', (status) => resolve(status));
		child.once('error', reject);
	});

/** Runs the command line until the process ends, for arguments that do not start a server. */
export const runSandboxCommand = async (
	args: readonly string[],
	command: Command = packagedCommand(),
): Promise<{ status: number | null; stdout: string; stderr: string }> => {
	const child = spawnSandbox(command, args);
	const written = collect(child);
	const status = await exitOf(child);
	return { status, ...written };
};

const within = async <Value>(ms: number, awaited: Promise<Value>, late: () => Error): Promise<Value> => {
	let timer: NodeJS.Timeout | undefined;
	const limit = new Promise<never>((_resolve, reject) => {
		timer = setTimeout(() => reject(late()), ms);
	});
	try {
		return await Promise.race([awaited, limit]);
	} finally {
		clearTimeout(timer);
	}
};

const controlOf = (url: string): SandboxControl => {
	const call = async (method: string, address: string, body?: unknown): Promise<unknown> => {
		const response = await fetch(`${url}/_sandbox/${address}`, {
			method,
			// Connections are not reused: while a test blocks this process, the server can close an idle connection.
			headers: { Connection: 'close', ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		const text = await response.text();
		if (!response.ok) {
			throw new Error(`${method} /_sandbox/${address} returned ${response.status}: ${text}`);
		}
		return text === '' ? undefined : JSON.parse(text);
	};
	return {
		call,
		journal: async (filter = {}) => {
			const query = new URLSearchParams(Object.entries(filter).map(([name, value]): [string, string] => [name, String(value)]));
			return (await call('GET', `journal?${query.toString()}`)) as JournalView;
		},
		clearJournal: async () => void (await call('DELETE', 'journal')),
		addFaults: async (...rules) => ((await call('POST', 'faults', rules)) as { id: number }[]).map(({ id }) => id),
		clearFaults: async () => void (await call('DELETE', 'faults')),
		delay: async (ms) => void (await call('PUT', 'delay', { ms })),
		reset: async () => void (await call('POST', 'reset')),
		save: async (name) => void (await call('PUT', `snapshots/${encodeURIComponent(name)}`)),
		restore: async (name) => void (await call('POST', `snapshots/${encodeURIComponent(name)}/restore`)),
	};
};

const argumentsFor = ({ port = 0, release, data, profile, siteProfile, args = [] }: SandboxOptions): string[] => [
	'--port',
	String(port),
	...(release === undefined ? [] : ['--release', release]),
	...(data === undefined ? [] : ['--data', data]),
	...(profile?.timeOptionDocuments === undefined ? [] : ['--time-options', profile.timeOptionDocuments.join(',')]),
	...(profile?.names === undefined ? [] : ['--names', JSON.stringify(profile.names)]),
	...(siteProfile === undefined ? [] : ['--profile', JSON.stringify(siteProfile)]),
	...args,
];

/**
 * Starts the sandbox and waits until it listens. Rejects with the sandbox's output if the sandbox does not start. Call `stop`
 * or `kill` to end the sandbox. It also ends when the calling process ends.
 */
export async function startSandbox(options: SandboxOptions = {}, command: Command = packagedCommand()): Promise<RunningSandbox> {
	const { startTimeoutMs = START_TIMEOUT_MS } = options;
	const child = spawnSandbox(command, argumentsFor(options));
	const written = collect(child);
	const ended = exitOf(child);
	const listening = new Promise<string>((resolve, reject) => {
		child.stdout?.on('data', () => {
			const ready = LISTENING.exec(written.stdout);
			if (ready !== null) {
				resolve(ready[1] as string);
			}
		});
		ended.then(
			(status) => reject(new Error(`The sandbox exited with status ${status} before listening:\n${written.stderr}${written.stdout}`)),
			reject,
		);
	});
	let url: string;
	try {
		url = await within(
			startTimeoutMs,
			listening,
			() => new Error(`The sandbox did not start listening within ${startTimeoutMs} ms:\n${written.stderr}${written.stdout}`),
		);
	} catch (cause) {
		child.kill('SIGKILL');
		throw cause;
	}
	return {
		url,
		apiUrl: `${url}/api/v2/database/DEMO`,
		control: controlOf(url),
		pid: child.pid as number,
		output: () => written.stdout + written.stderr,
		stop: async () => {
			child.kill('SIGTERM');
			return await within(STOP_TIMEOUT_MS, ended, () => {
				child.kill('SIGKILL');
				return new Error(`The sandbox did not stop within ${STOP_TIMEOUT_MS} ms of SIGTERM`);
			});
		},
		kill: async () => {
			child.kill('SIGKILL');
			await ended;
		},
	};
}
