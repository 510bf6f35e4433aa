/** Reruns programs on the project's Node if a user starts them directly instead of with an npm script. */
'use strict';

const path = require('node:path');
const { spawnSync } = require('node:child_process');

const MIN_MAJOR = 24;

/**
 * If the current Node is older than the tests require, runs the program through `workshop/run.js`, which installs and uses the project's
 * Node. Then ends this process with the exit status of the program. Does nothing on a Node that is new enough.
 * @param commandLine a program of `node_modules/.bin` and its arguments
 */
function rerunOnProjectNode(commandLine) {
	if (Number(process.versions.node.split('.')[0]) >= MIN_MAJOR) return;
	const { status, error } = spawnSync(process.execPath, [path.join(__dirname, '..', 'run.js'), ...commandLine], { stdio: 'inherit' });
	if (error) throw error;
	process.exit(status ?? 1);
}

module.exports = { rerunOnProjectNode };
