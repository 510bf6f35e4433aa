/** The sandbox's own `startSandbox`, run from source or from the bundle of a test run, on the project's Node. */
import path from 'node:path';
import * as sandbox from '../sandbox/start';

export type { JournalEntry as JournalLine, JournalView, RunningSandbox as SandboxProcess, SandboxControl } from '../sandbox/start';

const ROOT = path.resolve(__dirname, '..');

/** On a busy machine, startup takes several seconds. */
const START_TIMEOUT_MS = 60_000;
/** The environment variable with the path of the bundle from `bundleSandbox`. If it is set, sandboxes start from the bundle. */
export const SANDBOX_BUNDLE = 'SANDBOX_BUNDLE';

const command = (): sandbox.Command => {
	const bundle = process.env[SANDBOX_BUNDLE];
	return {
		program: path.join(ROOT, 'node_modules/.bin/node'),
		args: bundle === undefined ? ['--import', 'tsx', 'sandbox/main.ts'] : [bundle],
		cwd: ROOT,
	};
};

/**
 * The arguments for the cache: a folder that contains the demo data of each release as a database. All test runs share it; a change to the
 * sandbox's sources renews it.
 */
const CACHE = ['--cache', path.join(ROOT, '.workshop/cache/sandbox')];

export type SandboxSettings = sandbox.SandboxOptions;

/** Starts the sandbox of this checkout; see `startSandbox` in sandbox/start.ts. */
export const startSandbox = async ({
	startTimeoutMs = START_TIMEOUT_MS,
	args = [],
	...options
}: SandboxSettings = {}): Promise<sandbox.RunningSandbox> =>
	await sandbox.startSandbox({ ...options, startTimeoutMs, args: [...CACHE, ...args] }, command());

/** Runs the sandbox command of this checkout; see `runSandboxCommand` in sandbox/start.ts. */
export const runSandboxCommand = async (args: readonly string[]): ReturnType<typeof sandbox.runSandboxCommand> =>
	await sandbox.runSandboxCommand(args, command());
