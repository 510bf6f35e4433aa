/** The published package: compiled, without tsx, with the demo data as databases. */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = path.resolve(__dirname, '../../..');
const NODE = path.join(ROOT, 'node_modules/.bin/node');

/** A client in plain JavaScript: starts two releases, reads a record, sees a fault and a snapshot. */
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

test('the built package starts without tsx and offers startSandbox', async () => {
	await run(NODE, ['sandbox/build.js'], { cwd: ROOT });
	expect(readdirSync(path.join(ROOT, 'sandbox/dist/seeds'))).toHaveLength(7);
	const { stdout } = await run(NODE, ['-e', CLIENT], { cwd: ROOT });
	expect(JSON.parse(stdout)).toEqual({ fault: 503, release: '10.6', nulls: true, omitted: true });
}, 240_000);

test('the tarball contains what it needs and no source', async () => {
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
