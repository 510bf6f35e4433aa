/**
 * Every npm script starts here: it installs what the program needs, runs it with a temporary folder inside the checkout, and removes that
 * folder when the program ends, even after SIGINT, SIGTERM or SIGHUP. The next run removes what a killed run (SIGKILL) left behind. Plain
 * JavaScript without dependencies, like `install.js`.
 *
 *     node workshop/run.js [--n8n] [--n8n-oldest] [--node-cli] [--newman] <program> [arguments]
 *
 * `<program>` is in `node_modules/.bin`, or a TypeScript file, which Node runs with tsx.
 */
'use strict';

const path = require('node:path');
const os = require('node:os');
const { spawn } = require('node:child_process');
const { checkout, stateFolder, installNeeded, OPTIONAL_SETS } = require('./install/needed.js');
const { makeTemporary, removeTemporary, temporaryEnvironment } = require('./install/temporary.js');

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const PARENT_CHECK_MS = 1000;
const bin = path.join(checkout, 'node_modules', '.bin');

const words = process.argv.slice(2);
const first = words.findIndex((word) => !(word in OPTIONAL_SETS));
const flags = first < 0 ? words : words.slice(0, first);
const [program, ...args] = first < 0 ? [] : words.slice(first);

/** The command line of the program: `start.ts` becomes `node --import tsx start.ts`. */
const commandLine = program?.endsWith('.ts') ? ['node', '--import', 'tsx', program, ...args] : [program, ...args];

const environmentWith = (folder) => ({
	...process.env,
	...temporaryEnvironment(folder),
	PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}`,
	// npm processes that the scripts start, for example to pack the package, must not write to the user's home folder.
	npm_config_cache: path.join(stateFolder, 'npm-cache'),
	npm_config_logs_max: '0',
	npm_config_update_notifier: 'false',
});

/**
 * Calls `onGone` when npm has ended. npm forwards SIGINT and SIGTERM, but if npm ends in any other way, the program would
 * continue without a terminal.
 */
function watchParent(onGone) {
	const parent = process.ppid;
	if (process.env.npm_lifecycle_event === undefined) return;
	const timer = setInterval(() => {
		if (process.ppid === parent) return;
		clearInterval(timer);
		onGone();
	}, PARENT_CHECK_MS);
	timer.unref();
}

/** Runs the program to completion. Resolves with its exit status, which is 128 + the number of the signal if a signal ended the program. */
async function run(folder, onChild) {
	const [name, ...rest] = commandLine;
	const child = spawn(path.join(bin, name), rest, { stdio: 'inherit', env: environmentWith(folder), shell: process.platform === 'win32' });
	onChild(child);
	return await new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('exit', (status, signal) => resolve(signal === null ? status : 128 + os.constants.signals[signal]));
	});
}

async function main() {
	if (program === undefined)
		throw new Error('Specify a program: node workshop/run.js [--n8n] [--n8n-oldest] [--node-cli] [--newman] <program> [arguments]');
	await installNeeded(flags);
	let child;
	let early;
	const forward = (signal) => (child === undefined ? (early = signal) : child.kill(signal));
	for (const signal of SIGNALS) process.on(signal, forward);
	watchParent(() => forward('SIGHUP'));
	const folder = await makeTemporary(stateFolder);
	try {
		if (early !== undefined) return 128 + os.constants.signals[early];
		return await run(folder, (started) => (child = started));
	} finally {
		await removeTemporary(folder);
	}
}

main().then(
	(status) => process.exit(status),
	(cause) => {
		process.stderr.write(`\n${cause.message}\n`);
		process.exit(1);
	},
);
