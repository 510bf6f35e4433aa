/**
 * One temporary folder per run, `.workshop/tmp/<run>`. Every child process gets it as TMPDIR, so everything that n8n, its engine, the
 * sandbox, tsx and the tests put into the system's temporary folder is inside the checkout and can be removed when the run ends.
 */
'use strict';

const fs = require('node:fs');
const path = require('node:path');

/** The time, in ms, after which a process that still uses the folder of a finished run is killed. */
const GRACE_MS = 5000;

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The start time of a process from the kernel, to distinguish it from a later one with the same id. Empty without /proc. */
function startTimeOf(pid) {
	try {
		// The second field is the program's name in parentheses and can contain spaces; the start time is field 22.
		return fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(')').pop().trim().split(' ')[19];
	} catch {
		return '';
	}
}

/** The folder name of a run. It is short, because sockets are created in it and their paths are limited to about 100 bytes. */
const runName = (pid) => `${pid}-${startTimeOf(pid)}`;

function isRunning(name) {
	const pid = Number(name.split('-')[0]);
	try {
		process.kill(pid, 0);
	} catch (cause) {
		if (cause.code === 'ESRCH') return false;
	}
	return runName(pid) === name;
}

/** The ids of the processes whose TMPDIR is this folder: everything that the run has started. Empty on systems without /proc. */
function processesUsing(folder) {
	const ids = fs.existsSync('/proc/self/environ') ? fs.readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name)) : [];
	return ids.map(Number).filter((pid) => {
		if (pid === process.pid) return false;
		try {
			return fs.readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`TMPDIR=${folder}`);
		} catch {
			return false; // The process has exited, or belongs to another user.
		}
	});
}

function signalAll(pids, signal) {
	for (const pid of pids) {
		try {
			process.kill(pid, signal);
		} catch (cause) {
			if (cause.code !== 'ESRCH') throw cause;
		}
	}
}

/** Ends the processes that a run left behind, first with SIGTERM, then with SIGKILL, and removes the folder of the run. */
async function removeTemporary(folder) {
	const end = Date.now() + GRACE_MS;
	signalAll(processesUsing(folder), 'SIGTERM');
	while (processesUsing(folder).length > 0) {
		if (Date.now() > end) signalAll(processesUsing(folder), 'SIGKILL');
		await sleep(50);
	}
	fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Removes what killed runs left behind; the folders of current runs are not touched. */
async function removeAbandoned(root) {
	const abandoned = fs.existsSync(root) ? fs.readdirSync(root).filter((name) => !isRunning(name)) : [];
	await Promise.all(abandoned.map((name) => removeTemporary(path.join(root, name))));
}

/**
 * Creates the temporary folder of this process, after removing the folders of killed runs.
 * @param stateFolder `.workshop` of the checkout
 * @returns the folder
 */
async function makeTemporary(stateFolder) {
	const root = path.join(stateFolder, 'tmp');
	await removeAbandoned(root);
	const folder = path.join(root, runName(process.pid));
	fs.mkdirSync(folder, { recursive: true });
	keepTsxCache(folder, path.join(stateFolder, 'cache', 'tsx'));
	return folder;
}

/** tsx stores its compiled files in TMPDIR. Its folder there is a link to a permanent cache, so later runs can reuse the files. */
function keepTsxCache(folder, cache) {
	fs.mkdirSync(cache, { recursive: true });
	const user = process.geteuid ? process.geteuid() : require('node:os').userInfo().username;
	fs.symlinkSync(cache, path.join(folder, `tsx-${user}`), 'junction');
}

/** The environment variables for the temporary folder, on every system. */
const temporaryEnvironment = (folder) => ({ TMPDIR: folder, TMP: folder, TEMP: folder });

module.exports = { makeTemporary, removeTemporary, temporaryEnvironment };
