import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkout } from '../../../workshop/paths';

const SCRIPTS = (JSON.parse(readFileSync(path.join(checkout, 'package.json'), 'utf8')) as { scripts: Record<string, string> }).scripts;
const TIMEOUT_MS = 240_000;

/** A new temporary folder and an empty home folder. */
export interface Surroundings {
	readonly temporary: string;
	readonly home: string;
	/** All files and folders in them; empty if nothing was left behind. */
	leftovers(): string[];
	remove(): void;
}

export function freshSurroundings(): Surroundings {
	const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'fresh-')));
	const [temporary, home] = [path.join(root, 'tmp'), path.join(root, 'home')];
	for (const folder of [temporary, home]) mkdirSync(folder);
	return {
		temporary,
		home,
		leftovers: () => [temporary, home].flatMap((folder) => readdirSync(folder, { recursive: true }).map(String)),
		remove: () => rmSync(root, { recursive: true, force: true }),
	};
}

/** A script of package.json that is running. */
export interface RunningScript {
	readonly child: ChildProcess;
	/** The process ID of the launcher, which is also the ID of its process group. */
	readonly pid: number;
	/** The script's temporary folder in the checkout; undefined before it is created and after it is removed. */
	temporary(): string | undefined;
	written(): string;
	/** Resolves with the exit status, or the name of the signal that ended the script. */
	readonly ended: Promise<number | string>;
}

/**
 * Runs a script as npm does: `sh -c` with the arguments appended, with its own process group and environment.
 * @param folder the checkout, or a copy of it
 */
export function runScript(
	name: string,
	args: readonly string[],
	{ temporary, home }: Pick<Surroundings, 'temporary' | 'home'>,
	folder = checkout,
): RunningScript {
	const {
		TMP: _tmp,
		TEMP: _temp,
		...inherited
	} = Object.fromEntries(Object.entries(process.env).filter(([key]) => !/^(npm_|JEST_)/i.test(key)));
	const child = spawn('sh', ['-c', `exec ${SCRIPTS[name] as string} "$@"`, 'sh', ...args], {
		cwd: folder,
		detached: true,
		env: { ...inherited, TMPDIR: temporary, HOME: home, npm_lifecycle_event: name },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let written = '';
	for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (written += text));
	const pid = child.pid as number;
	const runs = path.join(folder, '.workshop', 'tmp');
	return {
		child,
		pid,
		temporary: () => {
			const run = existsSync(runs) ? readdirSync(runs).find((folder) => folder.startsWith(`${pid}-`)) : undefined;
			return run === undefined ? undefined : path.join(runs, run);
		},
		written: () => written,
		ended: new Promise((resolve) => child.once('close', (status, signal) => resolve(status ?? String(signal)))),
	};
}

/** Waits until `isTrue` returns true. After a timeout, throws an error that contains the output of the script. */
export async function until(isTrue: () => boolean, { written }: RunningScript): Promise<void> {
	const end = Date.now() + TIMEOUT_MS;
	while (!isTrue()) {
		if (Date.now() > end) throw new Error(`Waited ${TIMEOUT_MS} ms. The script wrote:\n${written()}`);
		await new Promise((resolve) => setTimeout(resolve, 25));
	}
}

/** A file for `npm run -s node`, in the given folder, that reads a job from a site. */
export function writeNodeFile(folder: string, baseUrl: string): string {
	const file = path.join(folder, 'run.json');
	const parameters = { resource: 'job', operation: 'get', record: { __rl: true, mode: 'job_no', value: '342' } };
	writeFileSync(
		file,
		JSON.stringify({
			node: 'mediaOperations',
			parameters,
			credentials: { mediaOperationsBasicApi: { baseUrl, username: 'demo', password: 'demo' } },
		}),
	);
	return file;
}
