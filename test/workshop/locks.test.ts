import { readFileSync } from 'node:fs';
import path from 'node:path';

interface Locked {
	packages: Record<
		string,
		{
			version?: string;
			resolved?: string;
			integrity?: string;
			link?: boolean;
			dependencies?: Record<string, string>;
			optionalDependencies?: Record<string, string>;
		}
	>;
}

const checkout = path.resolve(__dirname, '../..');
const read = (file: string): Locked => JSON.parse(readFileSync(path.join(checkout, file), 'utf8')) as Locked;

/** Whether the lock file has the package where Node looks for it: next to the requiring package, then in each parent folder. */
function isLocked({ packages }: Locked, asking: string, name: string): boolean {
	for (let folder = asking; ;) {
		if (packages[path.posix.join(folder, 'node_modules', name)]) return true;
		if (folder === '') return false;
		folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0));
	}
}

/** The package's address in npm's registry, which npm replaces with the address of the user's own registry. */
const isInRegistry = ({ resolved = '' }: { resolved?: string }) =>
	/^https:\/\/registry\.npmjs\.org\/(@[^/]+\/)?[^/]+\/-\/[^/]+\.tgz$/.test(resolved);

/**
 * With an outdated registry, npm omits packages for other platforms from a new lock file. Such a file works on the machine on which it was
 * written, but `npm ci` refuses it on machines with another platform.
 */
describe.each([
	'package-lock.json',
	'workshop/n8n/package-lock.json',
	'workshop/n8n-oldest/package-lock.json',
	'workshop/node-cli/package-lock.json',
	'workshop/newman/package-lock.json',
	'workshop/bun/package-lock.json',
])('%s', (file) => {
	it('contains all dependencies of its packages, including those for other platforms', () => {
		const lock = read(file);
		const missing = Object.entries(lock.packages).flatMap(([asking, { dependencies, optionalDependencies }]) =>
			Object.keys({ ...dependencies, ...optionalDependencies })
				.filter((name) => !isLocked(lock, asking, name))
				.map((name) => `${asking} asks for ${name}`),
		);
		expect(Object.keys(lock.packages).length).toBeGreaterThan(10);
		expect(missing).toEqual([]);
	});

	// Without the address, npm requests the description of each package first, which takes a quarter of the time of an installation.
	// npm's setting omit-lockfile-registry-resolved omits the addresses.
	it('contains the address and the checksum of each package', () => {
		const incomplete = Object.entries(read(file).packages)
			.filter(([where, { link }]) => where.includes('node_modules/') && !link)
			.filter(([, entry]) => !isInRegistry(entry) || !entry.integrity);
		expect(incomplete.map(([where]) => where)).toEqual([]);
	});
});
