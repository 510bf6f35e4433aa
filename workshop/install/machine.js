/** What the machine must have before anything can be installed, and how to get it. */
'use strict';

const { spawnSync } = require('node:child_process');

const leastNode = [20, 15];

/** Runs a program to see whether it is there; returns the first line it prints, or null. */
function versionOf(program) {
	const run = spawnSync(program, ['--version'], { encoding: 'utf8', shell: process.platform === 'win32' });
	return run.status === 0 ? run.stdout.split('\n')[0].trim() : null;
}

/**
 * Throws with one line per thing that is missing and how to get it: git, npm, and a Node that is new enough.
 * (The scripts themselves run on the Node that the lock file brings.)
 */
function checkMachine({ nodeVersion = process.versions.node, version = versionOf } = {}) {
	const missing = [];
	const [major = 0, minor = 0] = nodeVersion.split('.').map(Number);
	if (major < leastNode[0] || (major === leastNode[0] && minor < leastNode[1])) {
		missing.push(`Node ${leastNode.join('.')} or newer (this is ${nodeVersion}): see https://nodejs.org or your system's packages`);
	}
	if (!version('git')) missing.push('git: on Debian «apt-get install -y git»');
	if (!version('npm')) missing.push('npm: it comes with Node from https://nodejs.org; on Debian «apt-get install -y npm»');
	if (missing.length > 0)
		throw new Error(`This machine lacks:\n${missing.map((line) => `  - ${line}`).join('\n')}\nInstall that, then run the command again.`);
}

/** Compilers that a native part needs when no ready-made binary can be downloaded; the ones that are absent. */
function missingCompilers(version = versionOf) {
	return ['make', 'g++', 'python3'].filter((program) => !version(program));
}

module.exports = { checkMachine, missingCompilers };
