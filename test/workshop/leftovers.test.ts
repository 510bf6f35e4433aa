/** The scripts leave nothing outside the checkout, however they end. `npm start` is tested in test/start/leftovers.test.ts. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stateFolder } from '../../workshop/paths';
import { freshSurroundings, runScript, until, writeNodeFile, type RunningScript, type Surroundings } from './support/scripts';

const ENDINGS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const READY = 'sandbox listening on';
const sandboxArgs = ['--port', '0'];

/** Whether the folder of the run contains a file or folder whose name starts with `beginning`. */
const hasTemporary = (script: RunningScript, beginning: string): boolean => {
	const folder = script.temporary();
	return folder !== undefined && readdirSync(folder).some((name) => name.startsWith(beginning));
};

/** Uploads a file to a sandbox, which keeps it in a temporary folder. */
const upload = async (script: RunningScript): Promise<void> => {
	const url = new RegExp(`${READY} (\\S+)`).exec(script.written())?.[1] ?? '';
	const form = new FormData();
	form.append('file', new Blob(['content']), 'notes.txt');
	const headers = { Authorization: `Basic ${Buffer.from('demo:demo').toString('base64')}` };
	const address = `${url}/api/v2/database/DEMO/SysAttachment/attachment_keystring=10315:342`;
	expect((await fetch(address, { method: 'POST', headers, body: form })).status).toBe(200);
};

const isAlive = (pid: number): boolean => {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false; // No such process.
	}
};

describe('Scripts in package.json:', () => {
	let fresh: Surroundings;
	let files: string;
	const started: RunningScript[] = [];
	const run = (name: string, args: readonly string[]): RunningScript => {
		const script = runScript(name, args, fresh);
		started.push(script);
		return script;
	};

	beforeEach(() => {
		fresh = freshSurroundings();
		files = mkdtempSync(path.join(tmpdir(), 'files-'));
	});
	afterEach(async () => {
		for (const script of started.splice(0)) {
			if (script.child.exitCode === null && script.child.signalCode === null) process.kill(-script.pid, 'SIGKILL');
			await script.ended;
		}
		fresh.remove();
		rmSync(files, { recursive: true, force: true });
	});

	const expectNothingLeft = (script: RunningScript): void => {
		expect({ leftovers: fresh.leftovers(), temporary: script.temporary() }).toEqual({ leftovers: [], temporary: undefined });
	};

	describe('npm run -s node', () => {
		let site: Server;
		let isAsked: Promise<unknown>;
		let baseUrl: string;

		beforeEach(async () => {
			site = createServer();
			isAsked = new Promise((resolve) => site.once('request', resolve));
			await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
			baseUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/api/v2/database/DEMO`;
		});
		afterEach(async () => {
			site.closeAllConnections();
			await new Promise((resolve) => site.close(resolve));
		});

		it('leaves nothing outside the checkout after it ends normally', async () => {
			site.on('request', (_request, response) => response.end('{"jm_job":[{"job_no":342}]}'));
			const script = run('node', [writeNodeFile(files, baseUrl)]);
			expect([await script.ended, script.written()]).toEqual([0, expect.stringContaining('342')]);
			expectNothingLeft(script);
		});

		it.each(ENDINGS)('leaves nothing outside the checkout after %s during a request', async (signal) => {
			const script = run('node', [writeNodeFile(files, baseUrl)]);
			await isAsked;
			expect(hasTemporary(script, 'media-operations-engine-')).toBe(true);
			process.kill(script.pid, signal);
			expect(await script.ended).not.toBe(0);
			expectNothingLeft(script);
		});
	});

	it.each(ENDINGS)('npm run sandbox leaves nothing outside the checkout after %s', async (signal) => {
		const script = run('sandbox', sandboxArgs);
		await until(() => script.written().includes(READY), script);
		await upload(script);
		expect(hasTemporary(script, 'sandbox-attachments-')).toBe(true);
		process.kill(script.pid, signal);
		expect(await script.ended).toBe(0);
		expectNothingLeft(script);
	});

	/** Like Ctrl+C in a terminal, which signals the whole process group. */
	it('npm run sandbox ends normally when the launcher and the program receive SIGINT at the same time', async () => {
		const script = run('sandbox', sandboxArgs);
		await until(() => script.written().includes(READY), script);
		process.kill(-script.pid, 'SIGINT');
		expect(await script.ended).toBe(0);
		expectNothingLeft(script);
	});

	/** This test starts an engine and a sandbox, and waits for the sandbox. */
	const longTest = 'test/engine/cancelled';

	it('npm test leaves nothing outside the checkout after it ends normally', async () => {
		const script = run('test', ['-w', '1', 'test/engine/fieldLists']);
		expect([await script.ended, script.written()]).toEqual([0, expect.stringContaining('1 passed')]);
		expectNothingLeft(script);
	});

	it.each(ENDINGS)(
		'npm test leaves nothing outside the checkout, and no process, after %s during a test',
		async (signal) => {
			const script = run('test', ['-w', '1', longTest]);
			await until(() => hasTemporary(script, 'media-operations-engine-'), script);
			process.kill(script.pid, signal);
			expect(await script.ended).not.toBe(0);
			expectNothingLeft(script);
		},
		120_000,
	);

	it('npm run sandbox removes the files and processes of a killed run, but not those of a live one', async () => {
		const [killed, alive] = [run('sandbox', sandboxArgs), run('sandbox', sandboxArgs)];
		for (const script of [killed, alive]) {
			await until(() => script.written().includes(READY), script);
			await upload(script);
		}
		const [folder, kept] = [killed.temporary() as string, alive.temporary() as string];
		process.kill(killed.pid, 'SIGKILL');
		const next = run('sandbox', ['--help']);
		expect(await next.ended).toBe(0);
		await killed.ended;
		expect({
			removed: existsSync(folder),
			alive: isAlive(alive.pid),
			kept: readdirSync(kept).some((name) => name.startsWith('sandbox-attachments-')),
		}).toEqual({ removed: false, alive: true, kept: true });
	});

	it('npm run sandbox removes the folder of a finished run even if the process ID of the run has been reused', async () => {
		const abandoned = path.join(stateFolder, 'tmp', `${process.pid}-1`);
		mkdirSync(abandoned, { recursive: true });
		writeFileSync(path.join(abandoned, 'file'), '');
		expect(await run('sandbox', ['--help']).ended).toBe(0);
		expect(existsSync(abandoned)).toBe(false);
	});

	it('npm run sandbox exits with the status of its program', async () => {
		expect(await run('sandbox', ['--port', 'none']).ended).toBe(2);
	});
});
