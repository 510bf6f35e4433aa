import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const workshop = path.resolve(__dirname, '../../workshop');

interface Ended {
	status: number;
	expectedMessage: string;
}

/** Packs a package that has one command, named after the package, and optionally an install step. Returns the tarball. */
function packed(checkout: string, name: string, version: string, preinstall?: string): string {
	const folder = path.join(checkout, 'packages', `${name}-${version}`);
	mkdirSync(path.join(folder, 'bin'), { recursive: true });
	writeFileSync(path.join(folder, 'bin', name), '#!/bin/sh\n');
	chmodSync(path.join(folder, 'bin', name), 0o755);
	writeFileSync(
		path.join(folder, 'package.json'),
		JSON.stringify({ name, version, bin: { [name]: `bin/${name}` }, ...(preinstall ? { scripts: { preinstall } } : {}) }),
	);
	execFileSync('npm', ['pack', folder, '--pack-destination', checkout, '--loglevel=error'], { cwd: checkout });
	return path.join(checkout, `${name}-${version}.tgz`);
}

/** Creates the package.json and the lock file of a set that consists of these tarballs. */
function makeSet(folder: string, tarballs: Readonly<Record<string, string>>): void {
	mkdirSync(folder, { recursive: true });
	const devDependencies = Object.fromEntries(
		Object.entries(tarballs).map(([name, tarball]) => [name, `file:${path.relative(folder, tarball)}`]),
	);
	writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: 'small', version: '1.0.0', devDependencies }));
	execFileSync('npm', ['install', '--package-lock-only', '--offline', '--loglevel=error'], { cwd: folder });
}

/**
 * A minimal checkout: its lock file contains one package, `node`, from a tarball whose install step counts its runs. Nothing is downloaded.
 */
function makeCheckout(): string {
	const checkout = mkdtempSync(path.join(tmpdir(), 'checkout-'));
	mkdirSync(path.join(checkout, 'workshop'));
	for (const part of ['install.js', 'install'])
		cpSync(path.join(workshop, part), path.join(checkout, 'workshop', part), { recursive: true });
	makeSet(checkout, { node: packed(checkout, 'node', '1.0.0', 'printf x >> "$RUNS_FILE"') });
	return checkout;
}

async function install(checkout: string, env: NodeJS.ProcessEnv = {}, flags: readonly string[] = []): Promise<Ended> {
	return await new Promise((resolve) => {
		execFile(
			process.execPath,
			['workshop/install.js', ...flags],
			{ cwd: checkout, env: { ...process.env, npm_config_offline: 'true', RUNS_FILE: runsFile(checkout), ...env } },
			(cause, stdout, stderr) => {
				resolve({ status: cause ? Number(cause.code) : 0, expectedMessage: stdout + stderr });
			},
		);
	});
}

const runsFile = (checkout: string) => path.join(checkout, 'runs');
const runsOf = (checkout: string) => readFileSync(runsFile(checkout), 'utf8').length;

describe('The installation', () => {
	let checkout: string;

	beforeEach(() => {
		checkout = makeCheckout();
	});
	afterEach(() => rmSync(checkout, { recursive: true, force: true }));

	it('covers everything in the lock file, including native modules, and does nothing the second time', async () => {
		const first = await install(checkout);
		expect(first).toMatchObject({
			status: 0,
			expectedMessage: expect.stringContaining("installing the project's tools from the lock file: done"),
		});
		expect(existsSync(path.join(checkout, 'node_modules/.bin/node'))).toBe(true);
		expect(runsOf(checkout)).toBe(1);
		expect(await install(checkout)).toEqual({ status: 0, expectedMessage: '' });
		expect(runsOf(checkout)).toBe(1);
	});

	it('runs once if two processes start it at the same time', async () => {
		const both = await Promise.all([install(checkout), install(checkout)]);
		expect(both.map(({ status }) => status)).toEqual([0, 0]);
		expect(runsOf(checkout)).toBe(1);
	});

	it('starts over if an earlier one was interrupted', async () => {
		await install(checkout);
		rmSync(path.join(checkout, 'node_modules/.workshop-stamp'));
		rmSync(path.join(checkout, 'node_modules/.package-lock.json'));
		expect((await install(checkout)).expectedMessage).toContain('installing');
		expect(runsOf(checkout)).toBe(2);
	});

	it('downloads nothing if the installed packages already match a changed lock file', async () => {
		await install(checkout);
		const lockFile = path.join(checkout, 'package-lock.json');
		writeFileSync(lockFile, readFileSync(lockFile, 'utf8') + '\n');
		const { status, expectedMessage } = await install(checkout);
		expect(status).toBe(0);
		expect(expectedMessage).not.toContain('installing');
		expect(expectedMessage).toContain('building the native parts');
	});

	it.each([
		['builds SQLite once if both versions of n8n need the same version of it', ['5.1.7', '5.1.7'], 1],
		['builds SQLite twice if the versions of n8n need different versions of it', ['5.1.7', '6.0.0'], 2],
	])('%s', async (_title, versions, builds) => {
		const buildsFile = path.join(checkout, 'builds');
		const build = `printf x >> "${buildsFile}"; mkdir -p build/Release; pwd > build/Release/node_sqlite3.node`;
		for (const [index, folder] of ['n8n', 'n8n-oldest'].entries())
			makeSet(path.join(checkout, 'workshop', folder), {
				node: path.join(checkout, 'node-1.0.0.tgz'),
				n8n: packed(checkout, 'n8n', '1.0.0'),
				sqlite3: packed(checkout, 'sqlite3', versions[index]!, build),
			});
		expect(await install(checkout, {}, ['--n8n', '--n8n-oldest'])).toMatchObject({ status: 0 });
		expect(readFileSync(buildsFile, 'utf8')).toHaveLength(builds);
		for (const folder of ['n8n', 'n8n-oldest'])
			expect(existsSync(path.join(checkout, 'workshop', folder, 'node_modules/sqlite3/build/Release/node_sqlite3.node'))).toBe(true);
	});

	it('works without a writable home folder', async () => {
		expect((await install(checkout, { HOME: '/nonexistent' })).status).toBe(0);
	});

	it("reports npm's own message and a solution if it fails", async () => {
		writeFileSync(
			path.join(checkout, 'package.json'),
			JSON.stringify({ name: 'small', version: '1.0.0', devDependencies: { node: 'file:node-1.0.0.tgz', another: '1.0.0' } }),
		);
		const { status, expectedMessage } = await install(checkout);
		expect(status).toBe(1);
		expect(expectedMessage).toContain('registry.npmjs.org/another');
		expect(expectedMessage).toContain('npm config get registry');
		expect(existsSync(path.join(checkout, '.workshop/install.lock'))).toBe(false);
	});
});
