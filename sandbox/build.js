/**
 * Builds the package into dist/: compiled JavaScript with types, the Swagger UI files for the explorer, and the demo data of each release
 * as a database. The catalog is compiled along with the sandbox (dist/core/catalog), so that the package needs nothing else from this
 * repository.
 */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const zlib = require('node:zlib');
const { execFileSync } = require('node:child_process');

const dist = path.join(__dirname, 'dist');
fs.rmSync(dist, { recursive: true, force: true });
execFileSync(process.execPath, [require.resolve('typescript/bin/tsc'), '-p', path.join(__dirname, 'tsconfig.build.json')], {
	stdio: 'inherit',
});

const main = path.join(dist, 'sandbox/main.js');
fs.writeFileSync(main, `#!/usr/bin/env node\n${fs.readFileSync(main, 'utf8')}`, { mode: 0o755 });
fs.chmodSync(main, 0o755);

// Copies only the files that the explorer loads and their licenses, because the whole package is 12 MB in size.
const explorer = path.dirname(require.resolve('swagger-ui-dist/package.json'));
fs.mkdirSync(path.join(dist, 'explorer'));
for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'LICENSE', 'NOTICE']) {
	fs.copyFileSync(path.join(explorer, name), path.join(dist, 'explorer', name));
}

const { RELEASES } = require('./dist/core/catalog/index.js');
const { openStore } = require('./dist/sandbox/storage/store.js');
fs.mkdirSync(path.join(dist, 'seeds'));
for (const release of RELEASES) {
	const store = openStore(':memory:', { release });
	store.seedIfEmpty();
	fs.writeFileSync(path.join(dist, 'seeds', `${release}.sqlite.gz`), zlib.gzipSync(store.serialize()));
	store.close();
}
