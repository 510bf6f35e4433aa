import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import type { Release } from '../core/catalog';
import type { EntryView as JournalLine, JournalView } from '../sandbox/plugins/journal/view';

const ROOT = path.resolve(__dirname, '..');
const NODE = path.join(ROOT, 'node_modules/.bin/node');
const READY = /^sandbox listening on (http:\/\/\S+)$/m;
/** On a machine that does ten things at the same time, a start takes several seconds. */
const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 10_000;

/** The environment variable with the file of `bundleSandbox`, which sandboxes then start from. */
export const SANDBOX_BUNDLE = 'SANDBOX_BUNDLE';

export interface SandboxSettings {
	readonly release?: Release;
	/** A file, or `:memory:`. */
	readonly data?: string;
	/** Further words of the command line. */
	readonly args?: readonly string[];
	/** Milliseconds until it has to listen; large data take their time. */
	readonly patience?: number;
}

export type { JournalLine, JournalView };

/** The controls under `/_sandbox/` (see `sandbox/README.md`). */
export interface SandboxControl {
	/** The journal, narrowed by `document`, `method`, `kind`, `since` (a number, exclusive) and `limit`. */
	journal(filter?: Readonly<Record<string, string | number>>): Promise<JournalView>;
	clearJournal(): Promise<void>;
	/** Adds fault rules and gives their numbers. */
	addFaults(...rules: readonly object[]): Promise<number[]>;
	clearFaults(): Promise<void>;
	/** Delays every request by so many milliseconds. */
	delay(ms: number): Promise<void>;
	/** Data, journal, faults, delays, tokens and settings as at the start. */
	reset(): Promise<void>;
	/** Any other control: the JSON of its answer. */
	call(method: string, address: string, body?: unknown): Promise<unknown>;
}

export interface SandboxProcess {
	/** `http://127.0.0.1:<port>` */
	readonly url: string;
	/** `…/api/v2/database/DEMO` */
	readonly apiUrl: string;
	readonly control: SandboxControl;
	readonly pid: number;
	/** What it has written so far. */
	output(): string;
	/** Ends it as a user would (SIGTERM) and gives its exit status. */
	stop(): Promise<number | null>;
	/** Ends it at once (SIGKILL), as a fallen machine would. */
	kill(): Promise<void>;
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
	for (const child of running) {
		child.kill('SIGKILL');
	}
});

/** Runs the sandbox's command line to its end; for the words that do not start it. */
export const runSandboxCommand = async (args: readonly string[]): Promise<{ status: number | null; stdout: string; stderr: string }> => {
	const child = spawnSandbox(args);
	const written = collect(child);
	const status = await exitOf(child);
	return { status, ...written };
};

/** Ends the sandbox once the pipe to this process breaks, so that it does not outlive a test run that was killed. */
const ENDS_WITH_ITS_PARENT = "data:text/javascript,process.stdin.on('close',()=>process.exit(1)).resume().unref()";

const spawnSandbox = (args: readonly string[]): ChildProcess => {
	const bundle = process.env[SANDBOX_BUNDLE];
	const program = bundle === undefined ? ['--import', 'tsx', 'sandbox/main.ts'] : [bundle];
	const child = spawn(NODE, ['--import', ENDS_WITH_ITS_PARENT, ...program, ...args], {
		cwd: ROOT,
		stdio: ['pipe', 'pipe', 'pipe'],
	});
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

const within = async <Value>(ms: number, waitedFor: Promise<Value>, late: () => Error): Promise<Value> => {
	let timer: NodeJS.Timeout | undefined;
	const limit = new Promise<never>((_resolve, reject) => {
		timer = setTimeout(() => reject(late()), ms);
	});
	try {
		return await Promise.race([waitedFor, limit]);
	} finally {
		clearTimeout(timer);
	}
};

const controlOf = (url: string): SandboxControl => {
	const call = async (method: string, address: string, body?: unknown): Promise<unknown> => {
		const answer = await fetch(`${url}/_sandbox/${address}`, {
			method,
			...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
		});
		const text = await answer.text();
		if (!answer.ok) {
			throw new Error(`${method} /_sandbox/${address} answered ${answer.status}: ${text}`);
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
	};
};

/**
 * Starts the sandbox in a process of its own on a free port, as its users do, and waits until it listens.
 * Fails with what it wrote to its output where it does not start. The caller ends it with `stop` or `kill`;
 * whatever happens, it does not outlive this process.
 */
export async function startSandbox({ release, data, args = [], patience = START_LIMIT_MS }: SandboxSettings = {}): Promise<SandboxProcess> {
	const words = [
		'--port',
		'0',
		...(release === undefined ? [] : ['--release', release]),
		...(data === undefined ? [] : ['--data', data]),
		...args,
	];
	const child = spawnSandbox(words);
	const written = collect(child);
	const ended = exitOf(child);

	const listening = new Promise<string>((resolve, reject) => {
		child.stdout?.on('data', () => {
			const ready = READY.exec(written.stdout);
			if (ready !== null) {
				resolve(ready[1] as string);
			}
		});
		ended.then(
			(status) => reject(new Error(`The sandbox ended with status ${status} before it listened:\n${written.stderr}${written.stdout}`)),
			reject,
		);
	});
	let url: string;
	try {
		url = await within(
			patience,
			listening,
			() => new Error(`The sandbox did not listen within ${patience} ms:\n${written.stderr}${written.stdout}`),
		);
	} catch (refusal) {
		child.kill('SIGKILL');
		throw refusal;
	}
	return {
		url,
		apiUrl: `${url}/api/v2/database/DEMO`,
		control: controlOf(url),
		pid: child.pid as number,
		output: () => written.stdout + written.stderr,
		stop: async () => {
			child.kill('SIGTERM');
			return await within(STOP_LIMIT_MS, ended, () => {
				child.kill('SIGKILL');
				return new Error(`The sandbox did not end within ${STOP_LIMIT_MS} ms of SIGTERM`);
			});
		},
		kill: async () => {
			child.kill('SIGKILL');
			await ended;
		},
	};
}
