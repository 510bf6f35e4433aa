/**
 * `npm run dev` shows a change to a node in the running n8n. Uses a copy of the sources, because the checkout must not change during tests.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Owner } from '../../workshop/editor/n8n';
import { N8nRest } from '../../workshop/editor/rest';
import { checkout, stateFolder } from '../../workshop/paths';
import { freshSurroundings, runScript, until, type RunningScript, type Surroundings } from '../workshop/support/scripts';

const SOURCES = [
	'bridge',
	'core',
	'credentials',
	'examples',
	'icons',
	'nodes',
	'sandbox',
	'workshop',
	'package.json',
	'package-lock.json',
	'tsconfig.json',
];
const PACKAGES = ['node_modules', 'workshop/n8n/node_modules'];
const NODE_FILE = 'nodes/MediaOperations/MediaOperations.node.ts';
const CHANGED = "displayName: 'Media Operations, changed while n8n runs'";
/** On a busy machine, n8n can take a minute to start. */
const LIMIT_MS = 240_000;

/** The sources, with the installed packages of the checkout. */
const copyOfCheckout = (): string => {
	mkdirSync(stateFolder, { recursive: true });
	const copy = mkdtempSync(path.join(stateFolder, 'e2e-dev-'));
	for (const name of SOURCES)
		cpSync(path.join(checkout, name), path.join(copy, name), {
			recursive: true,
			filter: (file) => !/[\\/](node_modules|dist)$/.test(path.relative(checkout, file)),
		});
	for (const folder of PACKAGES) symlinkSync(path.join(checkout, folder), path.join(copy, folder), 'dir');
	return copy;
};

describe('npm run dev', () => {
	let copy: string;
	let fresh: Surroundings;
	let script: RunningScript;

	beforeAll(() => {
		copy = copyOfCheckout();
		fresh = freshSurroundings();
		script = runScript('dev', [], fresh, copy);
	});
	afterAll(async () => {
		if (script.child.exitCode === null && script.child.signalCode === null) process.kill(script.pid, 'SIGTERM');
		await script.ended;
		fresh.remove();
		rmSync(copy, { recursive: true, force: true });
	});

	it(
		'shows a change to a node in the running n8n within seconds',
		async () => {
			await until(() => script.written().includes('until you press Ctrl+C') || script.child.exitCode !== null, script);
			expect(script.written()).toContain('until you press Ctrl+C');
			const [, url] = /Editor\s+(\S+)/.exec(script.written()) as unknown as [string, string];
			const rest = new N8nRest(url, JSON.parse(readFileSync(path.join(copy, '.workshop/dev/owner.json'), 'utf8')) as Owner);
			await rest.login();
			const nodes = async (): Promise<string> => await (await rest.file('types/nodes.json')).text();
			expect(await nodes()).toContain('n8n-nodes-media-operations.mediaOperations');
			const file = path.join(copy, NODE_FILE);
			const source = readFileSync(file, 'utf8');
			const changed = source.replace("displayName: 'Media Operations'", CHANGED);
			expect(changed).not.toBe(source);
			writeFileSync(file, changed);
			const end = Date.now() + LIMIT_MS / 4;
			while (Date.now() < end && !(await nodes()).includes('changed while n8n runs'))
				await new Promise((resolve) => setTimeout(resolve, 250));
			expect(await nodes()).toContain('changed while n8n runs');
		},
		LIMIT_MS,
	);
});
