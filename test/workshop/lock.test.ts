import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { tryLock, tryLockAfterKill, withLock } from '../../workshop/install/lock';

const run = promisify(execFile);
const lockModule = path.resolve(__dirname, '../../workshop/install/lock.js');

/** A program that adds one to a number in a file. The pause ensures that concurrent programs would lose increments without the lock. */
const addOne = (lock: string, counter: string) => `
	const fs = require('node:fs');
	const { withLock } = require(${JSON.stringify(lockModule)});
	withLock(${JSON.stringify(lock)}, 'waiting', async () => {
		const before = Number(fs.readFileSync(${JSON.stringify(counter)}, 'utf8'));
		await new Promise((resolve) => setTimeout(resolve, 50));
		fs.writeFileSync(${JSON.stringify(counter)}, String(before + 1));
	});`;

describe('The lock between processes', () => {
	let folder: string;
	let file: string;

	beforeEach(() => {
		folder = mkdtempSync(path.join(tmpdir(), 'lock-'));
		file = path.join(folder, 'deep', 'install.lock');
	});
	afterEach(() => rmSync(folder, { recursive: true, force: true }));

	it('lets one process at a time do the work', async () => {
		const counter = path.join(folder, 'counter');
		writeFileSync(counter, '0');
		await Promise.all(Array.from({ length: 6 }, async () => await run(process.execPath, ['-e', addOne(file, counter)])));
		expect(readFileSync(counter, 'utf8')).toBe('6');
		expect(existsSync(file)).toBe(false);
	});

	it('cannot be taken twice, and can be taken again after its release', () => {
		const release = tryLock(file);
		expect(release).not.toBeNull();
		expect(tryLock(file)).toBeNull();
		release?.();
		const again = tryLock(file);
		expect(again).not.toBeNull();
		again?.();
	});

	it('is taken over if its owner has had no heartbeat for ten seconds', () => {
		const dead = tryLock(file);
		const longAgo = new Date(Date.now() - 11_000);
		utimesSync(file, longAgo, longAgo);
		const taken = tryLock(file);
		expect(taken).not.toBeNull();
		dead?.();
		expect(existsSync(file)).toBe(true);
		taken?.();
		expect(existsSync(file)).toBe(false);
	});

	it('is taken over from a killed process within a few seconds, but not from a live one', async () => {
		const owner = (then: string) => `require(${JSON.stringify(lockModule)}).tryLock(${JSON.stringify(file)}); ${then}`;
		await expect(run(process.execPath, ['-e', owner("process.kill(process.pid, 'SIGKILL')")])).rejects.toMatchObject({ signal: 'SIGKILL' });
		expect(tryLock(file)).toBeNull();
		const release = await tryLockAfterKill(file);
		expect(release).not.toBeNull();
		expect(await tryLockAfterKill(file)).toBeNull();
		release?.();
	});

	it('is released if the work throws', async () => {
		await expect(withLock(file, 'waiting', () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk');
		expect(existsSync(file)).toBe(false);
	});
});
