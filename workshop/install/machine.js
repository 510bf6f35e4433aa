/** The programs that must be installed on the machine before anything else, and how to install them. */
'use strict';

const { spawnSync } = require('node:child_process');

const minNode = [20, 15];

/** Runs a program to check whether it is installed; returns the first line of its output, or null. */
function versionOf(program) {
	const run = spawnSync(program, ['--version'], { encoding: 'utf8', shell: process.platform === 'win32' });
	return run.status === 0 ? run.stdout.split('\n')[0].trim() : null;
}

/**
 * Throws an error if git, npm or a recent Node is missing. Its message explains in one line per program how to install it.
 * (The scripts themselves run on the Node in the lock file.)
 */
function checkMachine({ nodeVersion = process.versions.node, version = versionOf } = {}) {
	const missing = [];
	const [major = 0, minor = 0] = nodeVersion.split('.').map(Number);
	if (major < minNode[0] || (major === minNode[0] && minor < minNode[1])) {
		missing.push(`Node ${minNode.join('.')} or newer (this is ${nodeVersion}): see https://nodejs.org or your system's packages`);
	}
	if (!version('git')) missing.push('git: on Debian, run "apt-get install -y git"');
	if (!version('npm')) missing.push('npm: included in Node from https://nodejs.org; on Debian, run "apt-get install -y npm"');
	if (missing.length > 0)
		throw new Error(
			`Missing on this machine:\n${missing.map((line) => `  - ${line}`).join('\n')}\nInstall these, then run the command again.`,
		);
}

/** The missing build tools, which a native module requires if no prebuilt binary can be downloaded. */
function missingCompilers(version = versionOf) {
	return ['make', 'g++', 'python3'].filter((program) => !version(program));
}

module.exports = { checkMachine, missingCompilers };
