/** Preload this file with `--require`, so that the program loads n8n's engine from the bundle in workshop/bundleEngine.ts. */
'use strict';

const path = require('node:path');
const { registerHooks } = require('node:module');
const engineModules = require('../../workshop/engineModules.json');

const folder = path.resolve(__dirname, '../../.workshop/cache/engine/node_modules');

registerHooks({
	resolve: (specifier, context, nextResolve) =>
		nextResolve(engineModules.includes(specifier) ? path.join(folder, specifier, 'index.js') : specifier, context),
});
