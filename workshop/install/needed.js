/** The sets of npm packages that the scripts need, and how they are installed from their lock files. */
'use strict';

const path = require('node:path');
const { checkMachine } = require('./machine.js');
const { withLock } = require('./lock.js');
const { isInPlace, install } = require('./packages.js');

const checkout = path.resolve(__dirname, '../..');
const stateFolder = path.join(checkout, '.workshop');

/**
 * The packages of a set are in `folder`. The files in `proofs` exist only in a complete installation. `native` maps a package to its native
 * file, which can be copied to another set that has the same version of the package.
 */
const tools = {
	title: "the project's tools",
	folder: checkout,
	flags: [],
	rebuild: ['node'],
	proofs: ['node_modules/.bin/node', 'node_modules/node/bin/node'],
};
const SQLITE = 'build/Release/node_sqlite3.node';
const n8n = {
	title: 'the real n8n',
	folder: path.join(checkout, 'workshop', 'n8n'),
	flags: ['--legacy-peer-deps'],
	rebuild: ['node', 'sqlite3'],
	native: { sqlite3: SQLITE },
	proofs: ['node_modules/.bin/n8n', 'node_modules/.bin/node', `node_modules/sqlite3/${SQLITE}`],
};
const n8nOldest = { ...n8n, title: 'the oldest supported n8n', folder: path.join(checkout, 'workshop', 'n8n-oldest') };
const nodeCli = {
	title: "n8n's tool for community nodes",
	folder: path.join(checkout, 'workshop', 'node-cli'),
	flags: ['--legacy-peer-deps'],
	rebuild: [],
	proofs: ['node_modules/@n8n/node-cli/package.json'],
};

const newman = {
	title: "Postman's collection runner",
	folder: path.join(checkout, 'workshop', 'newman'),
	flags: [],
	rebuild: [],
	proofs: ['node_modules/newman/package.json'],
};

/** Bun, which downloads the optional sets. npm downloads the tools, because contributors change them with npm. */
const bun = {
	title: 'Bun',
	folder: path.join(checkout, 'workshop', 'bun'),
	flags: [],
	rebuild: ['bun'],
	proofs: ['node_modules/bun/bin/bun.exe'],
};

/** The sets that a command line can request in addition to the tools. */
const OPTIONAL_SETS = { '--n8n': n8n, '--n8n-oldest': n8nOldest, '--node-cli': nodeCli, '--newman': newman };

/**
 * Installs the tools and the sets named by `flags` unless they are in place. If npm fails, throws an error with npm's message.
 * @param flags keys of `OPTIONAL_SETS`
 */
async function installNeeded(flags) {
	const wanted = [
		tools,
		...Object.entries(OPTIONAL_SETS)
			.filter(([flag]) => flags.includes(flag))
			.map(([, set]) => set),
	];
	if (wanted.every(isInPlace)) return;
	checkMachine();
	await withLock(path.join(stateFolder, 'install.lock'), 'another run is installing; waiting for it', async () => {
		// A failure does not stop the other sets.
		const failures = [];
		for (const set of wanted) {
			try {
				if (!isInPlace(set)) await install(set, stateFolder, set === tools ? {} : { bun, others: Object.values(OPTIONAL_SETS) });
			} catch (cause) {
				failures.push(cause.message);
			}
		}
		if (failures.length > 0) throw new Error(failures.join('\n\n'));
	});
}

module.exports = { checkout, stateFolder, OPTIONAL_SETS, installNeeded };
