import { readFileSync } from 'node:fs';
import path from 'node:path';

interface Locked {
	packages: Record<string, { version?: string; dependencies?: Record<string, string>; optionalDependencies?: Record<string, string> }>;
}

const checkout = path.resolve(__dirname, '../..');

/** Looks a package up as Node does: beside the one that asks, then further and further out. */
function isLocked({ packages }: Locked, asking: string, name: string): boolean {
	for (let folder = asking; ;) {
		if (packages[path.posix.join(folder, 'node_modules', name)]) return true;
		if (folder === '') return false;
		folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0));
	}
}

/**
 * A registry that lags behind leaves packages for other platforms out of a new lock file. An install from it works where
 * it was made, and «npm ci» refuses it on the next machine.
 */
describe.each([
	'package-lock.json',
	'workshop/n8n/package-lock.json',
	'workshop/n8n-oldest/package-lock.json',
	'workshop/node-cli/package-lock.json',
])('%s', (file) => {
	it('holds every package that a package in it asks for, those of other platforms too', () => {
		const lock = JSON.parse(readFileSync(path.join(checkout, file), 'utf8')) as Locked;
		const missing = Object.entries(lock.packages).flatMap(([asking, { dependencies, optionalDependencies }]) =>
			Object.keys({ ...dependencies, ...optionalDependencies })
				.filter((name) => !isLocked(lock, asking, name))
				.map((name) => `${asking} asks for ${name}`),
		);
		expect(Object.keys(lock.packages).length).toBeGreaterThan(300);
		expect(missing).toEqual([]);
	});
});
