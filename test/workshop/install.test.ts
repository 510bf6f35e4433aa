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

	describe('of an optional set', () => {
		const newman = (): string => path.join(checkout, 'workshop/newman');
		const argumentsFile = (): string => path.join(checkout, 'arguments');

		/** Adds a `bun` that runs this script, and an optional set with one package. The script can use `$OUT`, a file in the checkout. */
		const addBun = (script: string): void => {
			const install = `printf '#!/bin/sh\\nOUT="${argumentsFile()}"\\n%s\\n' '${script}' > bin/bun.exe; chmod +x bin/bun.exe`;
			makeSet(path.join(checkout, 'workshop/bun'), { bun: packed(checkout, 'bun', '1.0.0', install) });
			makeSet(newman(), { newman: packed(checkout, 'newman', '1.0.0') });
		};

		it('uses Bun, with npm settings and a cache inside the checkout, and does nothing the second time', async () => {
			addBun(
				'echo "$@" "$BUN_INSTALL_CACHE_DIR" "$HTTPS_PROXY" "$NO_PROXY" > "$OUT"; mkdir -p node_modules/newman; cp package-lock.json node_modules/newman/package.json',
			);
			const lockFile = path.join(newman(), 'package-lock.json');
			const lock = JSON.parse(readFileSync(lockFile, 'utf8')) as { packages: Record<string, { resolved?: string }> };
			lock.packages['node_modules/public'] = { resolved: 'https://registry.npmjs.org/public/-/public-1.0.0.tgz' };
			writeFileSync(lockFile, JSON.stringify(lock));
			const settings = {
				npm_config_registry: 'https://registry.example/',
				npm_config_cafile: '/certificates.pem',
				npm_config_https_proxy: 'http://proxy.example:8080/',
				npm_config_noproxy: 'a.example,b.example',
			};
			expect(await install(checkout, settings, ['--newman'])).toMatchObject({ status: 0 });
			expect(readFileSync(argumentsFile(), 'utf8').trim()).toBe(
				'install --frozen-lockfile --ignore-scripts --no-progress --no-summary --registry=https://registry.example/ --cafile=/certificates.pem ' +
					`${path.join(checkout, '.workshop/bun/cache')} http://proxy.example:8080/ a.example,b.example`,
			);
			// Bun would use the addresses in the lock file instead of the user's registry.
			const { packages } = JSON.parse(readFileSync(path.join(newman(), 'node_modules/newman/package.json'), 'utf8')) as typeof lock;
			expect(packages['node_modules/public']).toEqual({});
			expect(packages['node_modules/newman']).toEqual(lock.packages['node_modules/newman']);
			expect(await install(checkout, {}, ['--newman'])).toEqual({ status: 0, expectedMessage: '' });
		});

		it.each([
			['fails', 'echo "error: no route to the registry" >&2; exit 1', 'error: no route to the registry'],
			['cannot be installed', undefined, 'npm could not install Bun'],
		])('uses npm if Bun %s, and says why', async (_what, script, message) => {
			addBun(script ?? '');
			if (script === undefined) rmSync(path.join(checkout, 'workshop/bun'), { recursive: true });
			const { status, expectedMessage } = await install(checkout, {}, ['--newman']);
			expect(status).toBe(0);
			expect(expectedMessage).toContain("Bun could not install Postman's collection runner, so npm does, which is slower. The reason:");
			expect(expectedMessage).toContain(message);
			expect(existsSync(path.join(newman(), 'node_modules/.bin/newman'))).toBe(true);
		});
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
