/** Runs npm and Bun, and reports their progress. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { execFileSync, spawn } = require('node:child_process');
const { startReport } = require('./progress.js');

/** The environment for npm and Bun: the user's own settings, without the settings of the npm script that runs this program. */
function environment(stateFolder) {
	const inherited = Object.entries(process.env).filter(
		([name]) => !/^npm_(lifecycle|package)_|^npm_config_local_prefix$|^npm_config_omit$|^NODE_ENV$/i.test(name),
	);
	const env = Object.fromEntries(inherited);
	// Native parts use the stable N-API, so they can be built with the headers of the current Node, without downloading others.
	const headers = path.resolve(path.dirname(process.execPath), '..');
	if (!env.npm_config_nodedir && fs.existsSync(path.join(headers, 'include', 'node', 'node.h'))) env.npm_config_nodedir = headers;
	// Without a writable home folder, npm has no place for its cache.
	try {
		fs.accessSync(env.HOME || env.USERPROFILE || '', fs.constants.W_OK);
	} catch {
		env.npm_config_cache = path.join(stateFolder, 'npm-cache');
	}
	return env;
}

/** Counts the packages in node_modules, as an approximation of the progress. */
function packagesIn(folder) {
	try {
		return fs.readdirSync(path.join(folder, 'node_modules')).length;
	} catch {
		return 0; // The program has just removed the folder, or has not created it yet.
	}
}

/** The last message of the program, without npm's prefix and without the help text that npm sometimes adds. */
const lastMessage = (words) =>
	words
		.split(/\n(?:npm error )?Clean install a project/)[0]
		.replace(/^npm error ?/gm, '')
		.trim()
		.slice(-4000);

/**
 * Runs a program, and reports how many packages there are in the folder. Rejects with its last message.
 * @param folder the folder that contains, or will contain, node_modules
 * @param doing what the program does: "installing the real n8n"
 */
function run(program, args, { folder, env, doing }) {
	return new Promise((resolve, reject) => {
		const ended = startReport(doing, () => `${packagesIn(folder)} folders in node_modules`);
		const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' });
		let words = '';
		const keep = (chunk) => {
			words = (words + chunk).slice(-64000);
		};
		child.stdout.on('data', keep);
		child.stderr.on('data', keep);
		child.on('error', (cause) => keep(String(cause.message)));
		child.on('close', (status) => {
			ended(status === 0);
			if (status === 0) resolve();
			else reject(new Error(lastMessage(words)));
		});
	});
}

/** Runs npm in the folder of a set, and reports progress. Rejects with npm's last message. */
const npm = (set, stateFolder, args, doing) =>
	run('npm', [...args, '--loglevel=error', '--no-audit', '--no-fund', '--no-progress'], {
		folder: set.folder,
		env: environment(stateFolder),
		doing,
	});

/** npm's settings in a folder, by name: the user's registry, certificates and proxies. */
function npmSettings(folder, stateFolder) {
	return JSON.parse(
		execFileSync('npm', ['config', 'list', '--json'], {
			cwd: folder,
			env: environment(stateFolder),
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'ignore'],
			shell: process.platform === 'win32',
		}),
	);
}

module.exports = { environment, npm, npmSettings, run };
