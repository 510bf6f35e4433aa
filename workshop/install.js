/**
 * Brings everything the project's scripts run on, from the lock files: the tools (`npm ci` in the checkout) and,
 * when asked, the real n8n (`workshop/n8n`), the oldest n8n that is promised (`workshop/n8n-oldest`) and n8n's tool for
 * community nodes (`workshop/node-cli`). Plain JavaScript without any dependency, since it runs before there is one, on
 * whatever Node the machine has. Does nothing, quickly, when all is in place; safe to run again and twice at once.
 *
 *     node workshop/install.js [--n8n] [--n8n-oldest] [--node-cli]
 */
'use strict';

const path = require('node:path');
const { checkMachine } = require('./install/machine.js');
const { withLock } = require('./install/lock.js');
const { isInPlace, install } = require('./install/packages.js');

const checkout = path.resolve(__dirname, '..');

/** What is installed where, and which files prove that the native parts were made. */
const tools = {
	title: 'the project\'s tools',
	folder: checkout,
	flags: [],
	rebuild: ['node'],
	proofs: ['node_modules/.bin/node', 'node_modules/node/bin/node'],
};
const n8n = {
	title: 'the real n8n',
	folder: path.join(__dirname, 'n8n'),
	flags: ['--legacy-peer-deps'],
	rebuild: ['node', 'sqlite3'],
	proofs: ['node_modules/.bin/n8n', 'node_modules/.bin/node', 'node_modules/sqlite3/build/Release/node_sqlite3.node'],
};
const n8nOldest = { ...n8n, title: 'the oldest n8n that is promised', folder: path.join(__dirname, 'n8n-oldest') };
const nodeCli = {
	title: 'n8n\'s tool for community nodes',
	folder: path.join(__dirname, 'node-cli'),
	flags: ['--legacy-peer-deps'],
	rebuild: [],
	proofs: ['node_modules/@n8n/node-cli/package.json'],
};

async function main() {
	const asked = (flag) => process.argv.includes(flag);
	const wanted = [tools, ...(asked('--n8n') ? [n8n] : []), ...(asked('--n8n-oldest') ? [n8nOldest] : []), ...(asked('--node-cli') ? [nodeCli] : [])];
	if (wanted.every(isInPlace)) return;
	checkMachine();
	await withLock(path.join(checkout, '.workshop', 'install.lock'), 'another run is installing; waiting for it', async () => {
		// Side by side: one waits for the registry or its disk while another compiles. Each comes to its end, whatever becomes of the others.
		const missing = wanted.filter((set) => !isInPlace(set));
		const ends = await Promise.allSettled(missing.map((set) => install(set, path.join(checkout, '.workshop'))));
		const failures = ends.filter(({ status }) => status === 'rejected');
		if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason.message).join('\n\n'));
	});
}

main().catch((cause) => {
	process.stderr.write(`\n${cause.message}\n`);
	process.exitCode = 1;
});
