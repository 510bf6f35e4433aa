/**
 * Installs everything that the project's scripts need, from the lock files: the tools (`npm ci` in the checkout) and, on request, the real
 * n8n (`workshop/n8n`), the oldest supported n8n (`workshop/n8n-oldest`), n8n's tool for community nodes (`workshop/node-cli`) and
 * Postman's runner (`workshop/newman`). Plain JavaScript without dependencies, because it runs before any are installed, on whichever Node
 * version the machine has. Returns quickly if everything is installed; safe to run repeatedly and concurrently.
 *
 *     node workshop/install.js [--n8n] [--n8n-oldest] [--node-cli] [--newman]
 */
'use strict';

const { installNeeded } = require('./install/needed.js');

installNeeded(process.argv.slice(2)).catch((cause) => {
	process.stderr.write(`\n${cause.message}\n`);
	process.exitCode = 1;
});
