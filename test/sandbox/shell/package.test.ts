/** The published package: compiled, without tsx, with the demo data as databases. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { JournalView } from '../../../sandbox/start';

const run = promisify(execFile);
const ROOT = path.resolve(__dirname, '../../..');
const NODE = path.join(ROOT, 'node_modules/.bin/node');

/** A client in plain JavaScript: starts two releases, reads a record, adds a fault, and restores a snapshot. */
const CLIENT = `
const { startSandbox } = require('./sandbox/dist/sandbox/start.js');
(async () => {
	const sandbox = await startSandbox({ profile: { names: { omitNulls: 'header:X-Null-Handling' } } });
	const old = await startSandbox({ release: '10.6' });
	const headers = { Authorization: 'Basic ' + btoa('demo:demo') };
	const read = async ({ apiUrl }, more = {}) => await fetch(apiUrl + '/JmJob/job_no=342', { headers: { ...headers, ...more } });
	const all = (await (await read(sandbox)).json()).jm_job[0];
	const some = (await (await read(sandbox, { 'X-Null-Handling': 'ignore' })).json()).jm_job[0];
	await sandbox.control.addFaults({ match: { path: '/JmJob' }, fault: { type: 'status', status: 503 } });
	const fault = (await read(sandbox)).status;
	await sandbox.control.save('now');
	await sandbox.control.restore('now');
	const { release } = await old.control.call('GET', 'state');
	process.stdout.write(JSON.stringify({ fault, release, nulls: Object.values(all).includes(null), omitted: !Object.values(some).includes(null) }));
	await Promise.all([sandbox.stop(), old.stop()]);
})();
`;

test('the built package exports startSandbox, which starts sandboxes without tsx', async () => {
	await run(NODE, ['sandbox/build.js'], { cwd: ROOT });
	expect(readdirSync(path.join(ROOT, 'sandbox/dist/seeds'))).toHaveLength(7);
	const { stdout } = await run(NODE, ['-e', CLIENT], { cwd: ROOT });
	expect(JSON.parse(stdout)).toEqual({ fault: 503, release: '10.6', nulls: true, omitted: true });
}, 240_000);

test('the tarball contains the files that the sandbox needs, and no source', async () => {
	const { stdout } = await run('npm', ['pack', '-w', 'sandbox', '--dry-run', '--ignore-scripts', '--json'], { cwd: ROOT });
	const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
	const paths = files.map(({ path: file }) => file);
	expect(paths).toEqual(
		expect.arrayContaining([
			'README.md',
			'DECISIONS.md',
			'LICENSE.md',
			'dist/sandbox/main.js',
			'dist/sandbox/start.d.ts',
			'dist/core/catalog/index.js',
		]),
	);
	expect(paths.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))).toEqual([]);
});

const env = { ...process.env, PATH: `${path.join(ROOT, 'node_modules/.bin')}${path.delimiter}${process.env.PATH ?? ''}` };

const firstMatch = (text: string, pattern: RegExp): string => {
	const [, found] = pattern.exec(text) ?? [];
	if (found === undefined) {
		throw new Error(`The README does not contain ${String(pattern)}`);
	}
	return found;
};

/** Starts `npx` and returns the printed URL. */
const startNpx = async (tarball: string, cwd: string): Promise<{ url: string; child: ChildProcess }> => {
	const child = spawn('npx', ['--yes', '--package', tarball, '--', 'media-operations-sandbox', '--port', '0'], {
		cwd,
		env,
		detached: true,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let printed = '';
	return await new Promise((resolve, reject) => {
		const read = (chunk: Buffer): void => {
			printed += chunk.toString();
			const url = /^sandbox listening on (\S+)$/m.exec(printed)?.[1];
			if (url !== undefined) resolve({ url, child });
		};
		child.stdout.on('data', read);
		child.stderr.on('data', read);
		child.once('error', reject);
		child.once('exit', (status) => reject(new Error(`npx ended with status ${status}: ${printed}`)));
	});
};

// The first steps of a new user. This test is in this file because it packs what the first test builds.
test('npx starts the sandbox from the tarball, the Python example of its README creates a work order after faults, and the console explains the faults', async () => {
	const [packed, empty] = [mkdtempSync(path.join(tmpdir(), 'packed-')), mkdtempSync(path.join(tmpdir(), 'empty-'))];
	await run('npm', ['pack', '-w', 'sandbox', '--ignore-scripts', '--pack-destination', packed], { cwd: ROOT, env });
	const tarball = path.join(packed, readdirSync(packed)[0] as string);
	const { stdout: readme } = await run('tar', ['-xzOf', tarball, 'package/README.md']);
	const { url, child } = await startNpx(tarball, empty);
	const ended = new Promise((resolve) => child.once('exit', resolve));
	try {
		const fault = firstMatch(readme, /^ {4}(curl -X POST \S+\/_sandbox\/faults[^]*?'\n)/m).replaceAll('http://127.0.0.1:4010', url);
		await run('sh', ['-c', fault]);
		const program = path.join(empty, 'create_order.py');
		writeFileSync(program, firstMatch(readme, /```python\n([^]*?)```/));
		const { stdout } = await run('python3', [program], { env: { ...env, SITE: url } });
		expect(stdout).toMatch(/^503: retrying in 1 s\n503: retrying in 1 s\n\d+-1 Night shoot\n$/);

		const { entries } = (await (await fetch(`${url}/_sandbox/journal?method=POST`)).json()) as JournalView;
		expect(entries.map(({ status }) => status)).toEqual([503, 503, 200]);
		const explained = await Promise.all(entries.map(async ({ seq }) => await (await fetch(`${url}/console/journal/${seq}`)).text()));
		expect(explained[0]).toContain('Fault rule 1 (status) applied, request not processed');
		expect(explained[2]).toMatch(/Created JmWorkOrder \d+-1/);
	} finally {
		process.kill(-(child.pid as number), 'SIGTERM');
		await ended;
		rmSync(packed, { recursive: true });
		rmSync(empty, { recursive: true, force: true });
	}
}, 300_000);
