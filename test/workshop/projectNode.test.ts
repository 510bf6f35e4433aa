/** A program that is run directly also uses the Node version in the lock file. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkout } from '../../workshop/paths';

const lockedNode = (JSON.parse(readFileSync(path.join(checkout, 'package.json'), 'utf8')) as { devDependencies: Record<string, string> })
	.devDependencies.node;

it('.nvmrc names the Node version in the lock file', () => {
	expect(readFileSync(path.join(checkout, '.nvmrc'), 'utf8').trim()).toBe(lockedNode);
});

it('npx jest with an older Node switches to the Node version in the lock file', () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'probe-'));
	try {
		const olderNode = path.join(folder, 'olderNode.js');
		writeFileSync(olderNode, "Object.defineProperty(process.versions, 'node', { value: '20.15.0' });");
		writeFileSync(path.join(folder, 'probe.test.js'), "it('runs', () => expect(process.versions.node).toBe('none'));");
		const { stderr, status } = spawnSync(
			process.execPath,
			[
				...['--require', olderNode, 'node_modules/jest/bin/jest.js'],
				// By default, the project's configuration ignores tests in the temporary folder.
				...['--roots', folder, '--testMatch', '**/probe.test.js', '--modulePathIgnorePatterns', '/dist/'],
			],
			{ cwd: checkout, encoding: 'utf8' },
		);
		// The probe's test fails, and its message contains the Node version on which it ran.
		expect(stderr).toContain(`Received: "${lockedNode}"`);
		expect(status).toBe(1);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});
