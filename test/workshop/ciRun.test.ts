/** Runs `.ci/run` in a separate folder with programs that only wait. Checks which programs `.ci/run` stops, and which it never starts. */
import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkout } from '../../workshop/paths';

/**
 * A replacement for npm that appends its arguments to a log. One suite of each lane runs until it receives a signal, and takes a moment to
 * clean up. The log shows a command only when it can receive the signal.
 */
const NPM = `#!/usr/bin/env bash
trap 'sleep 0.3; echo "cleaned up: $*" >>"$FAKE_LOG"; exit 143' INT TERM
echo "$*" >>"$FAKE_LOG"
case "$*" in
*"run -s test --"* | *"test:e2e --"* | *test:queue* | *"$FAKE_WAITS"*)
	echo "pid $$ of $*" >>"$FAKE_LOG"
	while true; do sleep 0.05; done ;;
esac
`;
const INSTALLED = ['node', 'chromium-headless-shell', 'make', 'g++', 'python3', 'ps'];
const TIMEOUT_MS = 30_000;

describe('.ci/run', () => {
	let folder: string;
	let run: ChildProcess;
	let ended: Promise<number | null>;

	const log = (): string[] => {
		const file = path.join(folder, 'log');
		return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
	};
	const began = async (...commands: string[]): Promise<void> => {
		for (const end = Date.now() + TIMEOUT_MS; !commands.every((command) => log().some((line) => line.startsWith(command)));) {
			if (Date.now() > end) throw new Error(`Waited for ${commands.join(', ')}; began: ${log().join(', ')}`);
			await new Promise((resolve) => setTimeout(resolve, 20));
		}
	};
	const start = (waits: string): void => {
		run = spawn('bash', [path.join(folder, '.ci/run')], {
			env: { PATH: `${folder}:/usr/bin:/bin`, TMPDIR: path.join(folder, 'tmp'), FAKE_LOG: path.join(folder, 'log'), FAKE_WAITS: waits },
			stdio: 'ignore',
			detached: true,
		});
		ended = new Promise((resolve) => run.once('exit', resolve));
	};

	beforeEach(() => {
		folder = mkdtempSync(path.join(tmpdir(), 'ci-'));
		cpSync(path.join(checkout, '.ci'), path.join(folder, '.ci'), { recursive: true });
		mkdirSync(path.join(folder, 'tmp'));
		for (const program of ['npm', ...INSTALLED]) {
			writeFileSync(path.join(folder, program), program === 'npm' ? NPM : '#!/bin/sh\n');
			chmodSync(path.join(folder, program), 0o755);
		}
	});
	afterEach(async () => {
		if (run.exitCode === null && run.signalCode === null) run.kill('SIGTERM');
		await ended;
		rmSync(folder, { recursive: true, force: true });
	});

	const LANES = ['run -s test --', 'run -s test:e2e --', 'run -s test:queue'];
	const expectStopped = async (expected: readonly string[]): Promise<void> => {
		expect(await ended).toBe(130);
		const commands = log();
		expect(commands.filter((line) => line.startsWith('cleaned up'))).toHaveLength(expected.length);
		expect(commands.filter((line) => /test:hostile|test:e2e:oldest/.test(line))).toEqual([]);
		expect(readdirSync(path.join(folder, 'tmp'))).toEqual([]);
	};

	it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('stops all lanes after %s, and waits until they have cleaned up', async (signal) => {
		start('nothing else');
		await began(...LANES);
		run.kill(signal);
		await expectStopped(LANES);
	});

	it('stops when the whole process group receives SIGINT, as in a terminal', async () => {
		start('nothing else');
		await began(...LANES);
		process.kill(-(run.pid as number), 'SIGINT');
		await expectStopped(LANES);
	});

	it('stops after SIGINT during the checks that precede the suites', async () => {
		start('run -s build');
		await began('run -s build');
		run.kill('SIGINT');
		await expectStopped(['run -s build']);
		expect(log().some((line) => line.includes('check:package'))).toBe(false);
	});

	it('stops all lanes if a signal ends a suite in one of them', async () => {
		start('nothing else');
		await began(...LANES, 'pid');
		const ofLane = log().find((line) => line.startsWith('pid') && line.includes('test:queue')) ?? '';
		process.kill(Number(/\d+/.exec(ofLane)?.[0]), 'SIGINT');
		await expectStopped(LANES);
	});
});
