import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import MODULES from './engineModules.json';
import { checkout, stateFolder } from './paths';

/**
 * The folder to which `jest.config.js` and `bundledEngine.js` map the names of {@link MODULES}, which share classes.
 * It is named `node_modules`, because Node does not report deprecation warnings for code in a folder with this name.
 */
const folder = path.join(stateFolder, 'cache', 'engine', 'node_modules');

const replace = (name: string, content: string): void => {
	const file = path.join(folder, name);
	// Replaces the file by renaming, because another run may be reading it.
	const written = `${file}.${process.pid}`;
	writeFileSync(written, content);
	renameSync(written, file);
};

/**
 * Bundles n8n's engine into one JavaScript file. Each test file loads the engine again, and one file loads several times as fast as
 * the engine's thousands of files. Bundles again only if the lock file or this file has changed.
 */
export async function bundleEngine(): Promise<void> {
	const sources = ['package-lock.json', 'workshop/bundleEngine.ts', 'workshop/engineModules.json'].map((name) =>
		readFileSync(path.join(checkout, name)),
	);
	const version = createHash('sha256').update(Buffer.concat(sources)).digest('hex');
	const versionFile = path.join(folder, 'version');
	if (existsSync(versionFile) && readFileSync(versionFile, 'utf8') === version) return;
	const { outputFiles } = await build({
		// These are getters, so that a module is loaded only if it is used.
		stdin: {
			contents: `module.exports = { ${MODULES.map((name) => `get '${name}'() { return require('${name}'); }`).join(', ')} };`,
			resolveDir: checkout,
		},
		bundle: true,
		platform: 'node',
		target: 'node24',
		external: ['*.node'],
		keepNames: true,
		// A shorter file is read and compiled faster.
		minifyWhitespace: true,
		logLevel: 'error',
		write: false,
	});
	mkdirSync(folder, { recursive: true });
	replace('engine.js', outputFiles[0]!.text);
	for (const name of MODULES) {
		mkdirSync(path.join(folder, name), { recursive: true });
		const engine = path.posix.relative(name, 'engine.js');
		replace(path.join(name, 'index.js'), `module.exports = require('${engine}')['${name}'];\n`);
	}
	replace('version', version);
}
