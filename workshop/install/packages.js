/** One set of npm packages, installed exactly as its lock file says. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { createHash } = require('node:crypto');
const { spawn } = require('node:child_process');
const { missingCompilers } = require('./machine.js');
const { tellOf } = require('./progress.js');

/** Written into node_modules when all is done, so that it goes when node_modules goes. */
const stampOf = (set) => path.join(set.folder, 'node_modules', '.workshop-stamp');

const lockHash = (set) =>
	createHash('sha256')
		.update(fs.readFileSync(path.join(set.folder, 'package-lock.json')))
		.digest('hex');

const proofsStand = (set) => set.proofs.every((file) => fs.existsSync(path.join(set.folder, file)));

/** Whether the set stands as its lock file says, native parts included. */
function isInPlace(set) {
	try {
		return fs.readFileSync(stampOf(set), 'utf8') === lockHash(set) && proofsStand(set);
	} catch (cause) {
		if (cause.code === 'ENOENT') return false;
		throw cause;
	}
}

const readPackages = (file) => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')).packages : null);

/**
 * Whether npm's own record of node_modules agrees with the lock file (as after a plain `npm install`), so that a clean
 * install would only fetch the same again. npm writes that record last: an install broken off leaves none.
 */
function agreesWithLock(set) {
	const installed = readPackages(path.join(set.folder, 'node_modules', '.package-lock.json'));
	const locked = readPackages(path.join(set.folder, 'package-lock.json'));
	if (!installed || !locked) return false;
	const wanted = Object.entries(locked).filter(([where]) => where !== '');
	return (
		wanted.every(([where, entry]) =>
			installed[where] ? installed[where].version === entry.version : entry.optional || entry.devOptional || entry.peer,
		) && Object.keys(installed).every((where) => locked[where])
	);
}

/** The environment for npm: the user's own settings, but nothing that belongs to the script this runs under. */
function environment(stateFolder) {
	const inherited = Object.entries(process.env).filter(
		([name]) => !/^npm_(lifecycle|package)_|^npm_config_local_prefix$|^npm_config_omit$|^NODE_ENV$/i.test(name),
	);
	const env = Object.fromEntries(inherited);
	// Headers of the Node at hand, so that native parts build without fetching any (they use the stable N-API).
	const headers = path.resolve(path.dirname(process.execPath), '..');
	if (!env.npm_config_nodedir && fs.existsSync(path.join(headers, 'include', 'node', 'node.h'))) env.npm_config_nodedir = headers;
	// Without a home that can be written to, npm has no place for its cache.
	try {
		fs.accessSync(env.HOME || env.USERPROFILE || '', fs.constants.W_OK);
	} catch {
		env.npm_config_cache = path.join(stateFolder, 'npm-cache');
	}
	return env;
}

/** Counts what has arrived in node_modules; good enough to see that something moves. */
function packagesIn(folder) {
	try {
		return fs.readdirSync(path.join(folder, 'node_modules')).length;
	} catch {
		return 0; // npm has just removed the folder, or has not made it yet
	}
}

/** npm's own last words, without its prefix and without the page of help that it adds to some of them. */
const spoken = (words) =>
	words
		.split(/\n(?:npm error )?Clean install a project/)[0]
		.replace(/^npm error ?/gm, '')
		.trim()
		.slice(-4000);

/** Runs npm, telling that it is alive. Rejects with npm's own last words. */
function npm(set, stateFolder, args, doing) {
	return new Promise((resolve, reject) => {
		const ended = tellOf(doing, () => `${packagesIn(set.folder)} folders in node_modules`);
		const child = spawn('npm', [...args, '--loglevel=error', '--no-audit', '--no-fund', '--no-progress'], {
			cwd: set.folder,
			env: environment(stateFolder),
			stdio: ['ignore', 'pipe', 'pipe'],
			shell: process.platform === 'win32',
		});
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
			else reject(new Error(spoken(words)));
		});
	});
}

const hintFor = (words) =>
	words.includes('package-lock.json')
		? 'package.json and its lock file have to come from the same version of the project: take both from git again.'
		: 'Most often the registry is out of reach: see «npm config get registry» and your proxy settings, then run the command again.';

/** Installs the set as its lock file says, makes its native parts, and leaves the stamp. */
async function install(set, stateFolder) {
	try {
		if (!agreesWithLock(set)) {
			await npm(
				set,
				stateFolder,
				['ci', '--ignore-scripts', '--include=dev', '--include=optional', ...set.flags],
				`installing ${set.title} as locked`,
			);
		}
	} catch (cause) {
		throw new Error(`npm could not install ${set.title}. Its own words:\n\n${cause.message}\n\n${hintFor(cause.message)}`);
	}
	try {
		if (set.rebuild.length > 0)
			await npm(set, stateFolder, ['rebuild', ...set.rebuild], `making the native parts of ${set.title} (${set.rebuild.join(', ')})`);
	} catch (cause) {
		const compilers = missingCompilers();
		const hint =
			compilers.length > 0
				? `A compiler is missing: ${compilers.join(', ')}. On Debian «apt-get install -y build-essential python3», then run the command again.`
				: 'Run the command again; if it stays so, remove node_modules there and run it once more.';
		throw new Error(`The native parts of ${set.title} could not be made. npm's own words:\n\n${cause.message}\n\n${hint}`);
	}
	const absent = set.proofs.filter((file) => !fs.existsSync(path.join(set.folder, file)));
	if (absent.length > 0)
		throw new Error(
			`${set.title} was installed, yet ${absent.join(', ')} is absent in ${set.folder}. Remove node_modules there and run the command again.`,
		);
	fs.writeFileSync(stampOf(set), lockHash(set));
}

module.exports = { isInPlace, install };
