import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { checkout, stateFolder } from './paths';

const folder = path.join(stateFolder, 'cache', 'sandbox-bundle');
const KEPT_MS = 24 * 60 * 60 * 1000;

const removeOld = (): void => {
	for (const name of readdirSync(folder))
		if (Date.now() - statSync(path.join(folder, name)).mtimeMs > KEPT_MS) rmSync(path.join(folder, name), { force: true });
};

/**
 * Bundles the sandbox, without its packages, into one JavaScript file, which starts in half the time that tsx needs to load the sources.
 * The file is named by its content, so that runs with different sources do not disturb each other.
 * @returns the file
 */
export async function bundleSandbox(): Promise<string> {
	const { outputFiles } = await build({
		entryPoints: [path.join(checkout, 'sandbox/main.ts')],
		bundle: true,
		platform: 'node',
		target: 'node24',
		packages: 'external',
		sourcemap: 'inline',
		outdir: folder,
		write: false,
	});
	const content = outputFiles[0]!.contents;
	const file = path.join(folder, `${createHash('sha256').update(content).digest('hex').slice(0, 16)}.js`);
	mkdirSync(folder, { recursive: true });
	removeOld();
	// Renamed into place, since another run may be starting the same file.
	const written = `${file}.${process.pid}`;
	writeFileSync(written, content);
	renameSync(written, file);
	return file;
}
