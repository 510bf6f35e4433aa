import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runSandboxCommand, type SandboxProcess, startSandbox } from '../../../workshop/sandboxProcess';
import { createPhase, DEMO, errorIn, JSON_BODY, newCode, type Outcome, phaseExists, send, untilInProgress } from '../shell/wire';
import { inspectDatabase } from './database';

const ROOT = path.resolve(__dirname, '../../..');
const NO_ROOM = /^(The disk is full|The data file could not be read or written): nothing from this request was stored$/;

let folder: string;
let sandbox: SandboxProcess | undefined;
beforeAll(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'sandbox-disk-'));
});
afterEach(async () => {
	await sandbox?.stop();
	sandbox = undefined;
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Limits the size of the files that the process can write, so that writes fail as on a full disk. */
const limitFiles = ({ pid }: SandboxProcess, bytes: number | 'unlimited'): void =>
	void execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);
const upload = async (bytes: number): Promise<Outcome> => {
	const boundary = 'the-boundary-of-the-test';
	const body = `--${boundary}\r\nContent-Disposition: form-data; name=""; filename="large.pdf"\r\nContent-Type: application/pdf\r\n\r\n${'x'.repeat(bytes)}\r\n--${boundary}--\r\n`;
	return await send(`${sandbox!.apiUrl}/SysAttachment/attachment_keystring=10339:100-1`, {
		method: 'POST',
		headers: { ...DEMO, 'Content-Type': `multipart/form-data; boundary=${boundary}` },
		body,
	});
};

describe('A full disk', () => {
	it('is reported in the response; no part of the request is stored, reads continue, and writes succeed again once there is space', async () => {
		const data = path.join(folder, 'full.db');
		sandbox = await startSandbox({ data });
		const before = newCode();
		expect((await createPhase(sandbox, before)).status).toBe(200);
		limitFiles(sandbox, statSync(`${data}-wal`).size + 32_768);

		const response: Outcome[] = [];
		const tried: string[] = [];
		while (response.every(({ status }) => status === 200) && response.length < 200) {
			tried.push(newCode());
			response.push(
				await createPhase(sandbox, tried.at(-1)!, {
					body: JSON.stringify({ jm_phase: [{ phase_code: tried.at(-1), phase_desc: 'x'.repeat(5_000) }] }),
				}),
			);
		}
		const [refused] = response.slice(-1) as [Outcome];
		expect(refused.status).toBe(500);
		expect(errorIn(refused)).toMatch(NO_ROOM);
		// Only the confirmed phases exist, and the next request gets the same error.
		for (const [at, code] of tried.entries()) {
			expect(await phaseExists(sandbox, code)).toBe(response[at]!.status === 200);
		}
		expect(
			errorIn(
				await createPhase(sandbox, newCode(), {
					body: JSON.stringify({ jm_phase: [{ phase_code: newCode(), phase_desc: 'x'.repeat(100_000) }] }),
				}),
			),
		).toMatch(NO_ROOM);
		expect(await phaseExists(sandbox, before)).toBe(true);

		limitFiles(sandbox, 'unlimited');
		const after = newCode();
		expect((await createPhase(sandbox, after)).status).toBe(200);
		expect(await phaseExists(sandbox, after)).toBe(true);
		await sandbox.stop();
		expect(await inspectDatabase(data)).toMatchObject({ integrity: ['ok'], orphanRows: 0 });
	});

	it('is reported in the response to an upload, and the partial file is not kept', async () => {
		const data = path.join(folder, 'files.db');
		sandbox = await startSandbox({ data });
		limitFiles(sandbox, 500_000 + statSync(`${data}-wal`).size);
		const refused = await upload(8_000_000);
		expect([refused.status, errorIn(refused)]).toEqual([500, expect.stringMatching(NO_ROOM)]);
		expect(readdirSync(`${data}.attachments`)).toEqual([]);
		limitFiles(sandbox, 'unlimited');
		expect((await upload(8_000_000)).status).toBe(200);
		expect(readdirSync(`${data}.attachments`)).toHaveLength(1);
	});
});

describe('A data file', () => {
	/** Runs the sandbox without the capabilities that let root ignore file permissions. */
	const withoutRootPrivileges = (args: readonly string[]): { status: number | null; stdout: string; stderr: string } => {
		const command = [path.join(ROOT, 'node_modules/.bin/node'), '--import', 'tsx', 'sandbox/main.ts', '--port', '0', ...args];
		const [program, ...words] =
			process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search', ...command] : command;
		return spawnSync(program!, words, { cwd: ROOT, encoding: 'utf8', timeout: 20_000 });
	};

	it.each([
		['the file', (data: string): void => chmodSync(data, 0o444)],
		['its folder', (data: string): void => chmodSync(path.dirname(data), 0o555)],
	])(
		'stops the sandbox from starting, with a one-line message, if %s is read-only',
		async (what, lock) => {
			const own = path.join(folder, what.replace(' ', '-'));
			mkdirSync(own);
			const data = path.join(own, 'records.db');
			sandbox = await startSandbox({ data });
			await sandbox.stop();
			const before = readFileSync(data);
			lock(data);
			const { status, stdout, stderr } = withoutRootPrivileges(['--data', data]);
			expect([status, stdout]).toEqual([1, '']);
			expect(stderr.trim().split('\n')).toEqual([`The data file '${data}' cannot be used: it is read-only`]);
			chmodSync(own, 0o755);
			expect(readFileSync(data).equals(before)).toBe(true);
		},
		60_000,
	);
});

it('A folder instead of a data file stops the sandbox from starting, with a one-line message', async () => {
	const { status, stdout, stderr } = await runSandboxCommand(['--port', '0', '--data', folder]);
	expect([status, stdout]).toEqual([1, '']);
	expect(stderr.trim().split('\n')).toEqual([
		`The data file '${folder}' cannot be used: it must be a file, and its folder must exist and be writable`,
	]);
});

describe('SIGTERM', () => {
	it('in the middle of a body ends the sandbox in time, without storing any part of the body', async () => {
		const data = path.join(folder, 'middle.db');
		sandbox = await startSandbox({ data });
		const code = newCode();
		const whole = JSON.stringify({ jm_phase: [{ phase_code: code, phase_desc: 'Half' }] });
		// The request announces more data, which never arrives.
		const half = send(`${sandbox.apiUrl}/JmPhase`, {
			method: 'POST',
			headers: { ...JSON_BODY, 'Content-Length': String(whole.length + 1000) },
			body: whole,
			timeoutMs: 20_000,
		});
		await untilInProgress(sandbox, 1);
		expect(await sandbox.stop()).toBe(0);
		expect((await half).status).toBe(0);
		expect((await half).broken).not.toBe('LATE');
		sandbox = await startSandbox({ data });
		expect(await phaseExists(sandbox, code)).toBe(false);
	});

	it('under load ends the sandbox with every request completed or aborted, and every confirmed write stored', async () => {
		const data = path.join(folder, 'load.db');
		sandbox = await startSandbox({ data });
		const calls = Array.from({ length: 400 }, newCode).map(async (code) => ({ code, outcome: await createPhase(sandbox!, code) }));
		await Promise.race(calls);
		expect(await sandbox.stop()).toBe(0);
		const ended = await Promise.all(calls);
		expect(ended.filter(({ outcome: { status, broken } }) => status !== 200 && broken === '')).toEqual([]);
		sandbox = await startSandbox({ data });
		for (const { code, outcome } of ended) {
			if (outcome.status === 200) expect(await phaseExists(sandbox, code)).toBe(true);
		}
		expect(ended.filter(({ outcome }) => outcome.status === 200).length).toBeGreaterThan(0);
	});
});
