/** One set of npm packages, installed exactly as in its lock file. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { createHash } = require('node:crypto');
const { downloadWithBun } = require('./bun.js');
const { missingCompilers } = require('./machine.js');
const { npm } = require('./programs.js');

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

const hintFor = (words) =>
	words.includes('package-lock.json')
		? 'package.json and its lock file must come from the same version of the project: restore both from git.'
		: 'Usually, the registry cannot be reached. Check "npm config get registry" and your proxy settings, then run the command again.';

/**
 * Downloads the set as in its lock file, unless npm has already installed the same packages. If Bun fails, says why and uses npm, because Bun
 * supports fewer processors, and does not read all of npm's settings.
 * @param bun the set that contains Bun, if Bun downloads this set
 */
async function download(set, stateFolder, bun) {
	if (agreesWithLock(set)) return;
	if (bun) {
		try {
			if (!isInPlace(bun)) await install(bun, stateFolder);
			await downloadWithBun(set, stateFolder, bun);
			return;
		} catch (cause) {
			process.stderr.write(`Bun could not install ${set.title}, so npm does, which is slower. The reason:\n\n${cause.message}\n\n`);
		}
	}
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

/**
 * Installs the set, native parts included.
 * @param bun the set that contains Bun, if Bun downloads this set
 * @param others the sets from which native parts can be copied, if they are in place
 */
async function install(set, stateFolder, { bun, others = [] } = {}) {
	await download(set, stateFolder, bun);
	await build(set, stateFolder, others.filter(isInPlace));
}

module.exports = { isInPlace, install };
