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

/** Replaces the file by renaming, because another run may be reading it. */
const replace = (file: string, content: Uint8Array): void => {
	const written = `${file}.${process.pid}`;
	writeFileSync(written, content);
	renameSync(written, file);
};

/** Some sandbox packages are ECMAScript modules and read `import.meta.url`. In the bundle, that is the URL of the bundle. */
const ADDRESS_OF_BUNDLE = "const addressOfBundle = require('node:url').pathToFileURL(__filename).href;";

/**
 * Bundles the sandbox and its packages into one JavaScript file. Starting it takes half as much processor time as starting the
 * sources with tsx.
 * The name of the file depends on its content, so that runs with different sources do not interfere with each other, and the sandbox
 * notices that its cached demo data is outdated.
 * @returns the file
 */
export async function bundleSandbox(): Promise<string> {
	const { outputFiles } = await build({
		entryPoints: [path.join(checkout, 'sandbox/main.ts')],
		bundle: true,
		platform: 'node',
		target: 'node24',
		// A shorter file is read and compiled faster. With `minifySyntax`, the tokens of oidc-provider would never expire.
		minifyWhitespace: true,
		// The first package is a folder of files that the sandbox serves, so it cannot be bundled. `app.ts` never loads the other two.
		external: ['swagger-ui-dist', '@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler'],
		banner: { js: ADDRESS_OF_BUNDLE },
		define: { 'import.meta.url': 'addressOfBundle' },
		// The source map is in a separate file, which only a debugger reads.
		sourcemap: 'external',
		logLevel: 'error',
		outdir: folder,
		write: false,
	});
	const contentOf = (ending: string): Uint8Array => outputFiles.find(({ path: name }) => name.endsWith(ending))!.contents;
	const code = contentOf('.js');
	const file = path.join(folder, `${createHash('sha256').update(code).digest('hex').slice(0, 16)}.js`);
	mkdirSync(folder, { recursive: true });
	removeOld();
	replace(`${file}.map`, contentOf('.map'));
	replace(file, Buffer.concat([code, Buffer.from(`//# sourceMappingURL=${path.basename(file)}.map\n`)]));
	return file;
}
