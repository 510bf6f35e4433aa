/**
 * Installs everything the project's scripts run on, from the lock files: the tools (`npm ci` in the checkout) and,
 * on request, the real n8n (`workshop/n8n`), the oldest supported n8n (`workshop/n8n-oldest`) and n8n's tool for
 * community nodes (`workshop/node-cli`). Plain JavaScript without dependencies, since it runs before any are installed, on
 * whatever Node the machine has. Does nothing, quickly, when all is in place; safe to run repeatedly and concurrently.
 *
 *     node workshop/install.js [--n8n] [--n8n-oldest] [--node-cli]
 */
'use strict';

const { installNeeded } = require('./install/needed.js');

installNeeded(process.argv.slice(2)).catch((cause) => {
	process.stderr.write(`\n${cause.message}\n`);
	process.exitCode = 1;
});
