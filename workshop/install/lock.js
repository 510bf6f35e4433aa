/** A lock between processes. It has a heartbeat, so that a killed owner never blocks the next one for long. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { randomUUID } = require('node:crypto');

/** How often the owner touches the file, in ms. */
const heartbeatMs = 1000;
/** The age, in ms, at which a lock file is stale. */
const staleAfter = 10000;
/**
 * The age, in ms, at which a lock file is stale if no local process has the owner's id. It is not 0, because the owner can run in
 * another container.
 */
const staleAfterKill = 3000;

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Creates the lock file, which contains the token. Returns false if the file exists. */
function take(file, token) {
	try {
		fs.writeFileSync(file, token, { flag: 'wx' });
		return true;
	} catch (cause) {
		if (cause.code === 'EEXIST') return false;
		throw cause;
	}
}

/** Whether the heartbeat of the owner is too old. Throws ENOENT if the file is gone. */
function isStale(file) {
	const age = Date.now() - fs.statSync(file).mtimeMs;
	if (age < staleAfterKill) return false;
	return age >= staleAfter || !exists(Number(fs.readFileSync(file, 'utf8').split(' ')[0]));
}

function exists(pid) {
	try {
		process.kill(pid, 0);
		return true;
	} catch (cause) {
		return cause.code !== 'ESRCH';
	}
}

/**
 * Removes a stale lock. Each process first renames the file, which is atomic, so only one of several waiting processes succeeds.
 * If another process has replaced the stale lock in the meantime, the renamed file is the newer lock, and is put back.
 */
function clearStale(file) {
	const aside = `${file}.${randomUUID()}`;
	try {
		if (!isStale(file)) return;
		fs.renameSync(file, aside);
		if (!isStale(aside)) fs.linkSync(aside, file);
		fs.unlinkSync(aside);
	} catch (cause) {
		if (cause.code !== 'ENOENT' && cause.code !== 'EEXIST') throw cause;
	}
}

/**
 * Takes the lock without waiting.
 * @returns a function that releases it, or null if another process holds it
 */
function tryLock(file) {
	fs.mkdirSync(path.dirname(file), { recursive: true });
	const token = `${process.pid} ${randomUUID()}`;
	clearStale(file);
	if (!take(file, token)) return null;
	const timer = setInterval(() => {
		try {
			fs.utimesSync(file, new Date(), new Date());
		} catch {
			// The lock file is gone, for example with its folder. The release function below ignores a missing file.
			clearInterval(timer);
		}
	}, heartbeatMs);
	timer.unref();
	return () => {
		clearInterval(timer);
		try {
			if (fs.readFileSync(file, 'utf8') === token) fs.unlinkSync(file);
		} catch (cause) {
			if (cause.code !== 'ENOENT') throw cause;
		}
	};
}

/**
 * Takes the lock, waiting just long enough for the lock of a killed process to become stale.
 * @returns the same as `tryLock`
 */
async function tryLockAfterKill(file) {
	const end = Date.now() + staleAfterKill + heartbeatMs;
	for (;;) {
		const release = tryLock(file);
		if (release || Date.now() > end) return release;
		await sleep(250);
	}
}

/**
 * Runs the work while this process has the lock, so only one of the processes that use the same file runs it at a time. If it has
 * to wait, prints `waiting` to standard error.
 */
async function withLock(file, waiting, work) {
	let release = tryLock(file);
	if (!release) process.stderr.write(`${waiting} …\n`);
	while (!release) {
		await sleep(250);
		release = tryLock(file);
	}
	try {
		return await work();
	} finally {
		release();
	}
}

module.exports = { tryLock, tryLockAfterKill, withLock };
