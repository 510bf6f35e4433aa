/** Reruns programs that a user starts directly, without the npm script that provides the project's Node. */
'use strict';

const path = require('node:path');
const { spawnSync } = require('node:child_process');

const MIN_MAJOR = 24;

/**
 * On an older Node than the tests need, runs the program through `workshop/run.js`, which installs and uses the project's Node, and ends
 * this process with its exit status. Does nothing on a Node that is new enough.
 * @param commandLine a program of `node_modules/.bin` and its arguments
 */
function rerunOnProjectNode(commandLine) {
	if (Number(process.versions.node.split('.')[0]) >= MIN_MAJOR) return;
	const { status, error } = spawnSync(process.execPath, [path.join(__dirname, '..', 'run.js'), ...commandLine], { stdio: 'inherit' });
	if (error) throw error;
	process.exit(status ?? 1);
}

module.exports = { rerunOnProjectNode };
