/** One set of npm packages, installed exactly as in its lock file. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { createHash } = require('node:crypto');
const { spawn } = require('node:child_process');
const { missingCompilers } = require('./machine.js');
const { startReport } = require('./progress.js');

/** The stamp file of an installed set. `build` writes it last. It is in node_modules, so removing node_modules also removes the stamp. */
const stampOf = (set) => path.join(set.folder, 'node_modules', '.workshop-stamp');

const lockHash = (set) =>
	createHash('sha256')
		.update(fs.readFileSync(path.join(set.folder, 'package-lock.json')))
		.digest('hex');

const proofsExist = (set) => set.proofs.every((file) => fs.existsSync(path.join(set.folder, file)));

/** Whether the set is installed as in its lock file, native parts included. */
function isInPlace(set) {
	try {
		return fs.readFileSync(stampOf(set), 'utf8') === lockHash(set) && proofsExist(set);
	} catch (cause) {
		if (cause.code === 'ENOENT') return false;
		throw cause;
	}
}

const readPackages = (file) => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')).packages : null);

/**
 * Whether npm's own record of node_modules agrees with the lock file, for example after a plain `npm install`. A clean install would then
 * download the same packages again. npm writes the record last, so an interrupted install has no record.
 */
function agreesWithLock(set) {
	const installed = readPackages(path.join(set.folder, 'node_modules', '.package-lock.json'));
	const locked = readPackages(path.join(set.folder, 'package-lock.json'));
	if (!installed || !locked) return false;
	// The scripts run workspaces from their folders, so neither the workspaces nor the links to them have to be installed.
	const wanted = Object.entries(locked).filter(([where, { link }]) => where.startsWith('node_modules/') && !link);
	return (
		wanted.every(([where, entry]) =>
			installed[where] ? installed[where].version === entry.version : entry.optional || entry.devOptional || entry.peer,
		) && Object.keys(installed).every((where) => locked[where])
	);
}

/** The environment for npm: the user's own settings, without the settings of the npm script that runs this program. */
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
		return 0; // npm has just removed the folder, or has not created it yet.
	}
}

/** npm's last message, without its prefix and without the help text that it sometimes adds. */
const lastMessage = (words) =>
	words
		.split(/\n(?:npm error )?Clean install a project/)[0]
		.replace(/^npm error ?/gm, '')
		.trim()
		.slice(-4000);

/** Runs npm and reports progress. Rejects with npm's last message. */
function npm(set, stateFolder, args, doing) {
	return new Promise((resolve, reject) => {
		const ended = startReport(doing, () => `${packagesIn(set.folder)} folders in node_modules`);
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
			else reject(new Error(lastMessage(words)));
		});
	});
}

const hintFor = (words) =>
	words.includes('package-lock.json')
		? 'package.json and its lock file must come from the same version of the project: restore both from git.'
		: 'Usually, the registry cannot be reached. Check "npm config get registry" and your proxy settings, then run the command again.';

/** Downloads the set as in its lock file, unless npm has already installed the same packages. */
async function download(set, stateFolder) {
	if (agreesWithLock(set)) return;
	try {
		await npm(
			set,
			stateFolder,
			['ci', '--ignore-scripts', '--include=dev', '--include=optional', ...set.flags],
			`installing ${set.title} from the lock file`,
		);
	} catch (cause) {
		throw new Error(`npm could not install ${set.title}. Its message:\n\n${cause.message}\n\n${hintFor(cause.message)}`);
	}
}

const versionOf = (set, name) => readPackages(path.join(set.folder, 'package-lock.json'))?.[`node_modules/${name}`]?.version;

/** Copies the native part of a package from another set with the same version of the package. Returns whether this was possible. */
function copiedFrom(other, set, name) {
	const part = set.native?.[name];
	if (!part || other.native?.[name] !== part || versionOf(other, name) !== versionOf(set, name)) return false;
	const [from, to] = [other, set].map(({ folder }) => path.join(folder, 'node_modules', name, part));
	fs.mkdirSync(path.dirname(to), { recursive: true });
	fs.copyFileSync(from, to);
	return true;
}

/**
 * Builds the native parts of a downloaded set, and writes the stamp. Copies a native part from another set if possible, because SQLite
 * takes minutes to compile without internet access. The copy is safe, because native parts use the stable N-API.
 * @param others sets that are in place
 */
async function build(set, stateFolder, others) {
	const names = set.rebuild.filter((name) => !others.some((other) => copiedFrom(other, set, name)));
	try {
		if (names.length > 0)
			await npm(
				set,
				stateFolder,
				['rebuild', '--ignore-scripts=false', ...names],
				`building the native parts of ${set.title} (${names.join(', ')})`,
			);
	} catch (cause) {
		const compilers = missingCompilers();
		const hint =
			compilers.length > 0
				? `A build tool is missing: ${compilers.join(', ')}. On Debian, run "apt-get install -y build-essential python3", then run the command again.`
				: 'Run the command again. If it fails again, remove node_modules there and run it once more.';
		throw new Error(`The native parts of ${set.title} could not be built. npm's message:\n\n${cause.message}\n\n${hint}`);
	}
	const absent = set.proofs.filter((file) => !fs.existsSync(path.join(set.folder, file)));
	if (absent.length > 0)
		throw new Error(
			`${set.title} was installed, but ${absent.join(', ')} is missing from ${set.folder}. Remove node_modules there and run the command again.`,
		);
	fs.writeFileSync(stampOf(set), lockHash(set));
}

module.exports = { isInPlace, download, build };
