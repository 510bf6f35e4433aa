import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { withLock } from '../install/lock';
import { checkout, stateFolder } from '../paths';

const run = promisify(execFile);

/** The inputs of the published package; if none of them changed, `dist` and the tarball are reused. */
const sources = [
	'core',
	'bridge',
	'nodes',
	'credentials',
	'icons',
	'package.json',
	'package-lock.json',
	'tsconfig.json',
	'gulpfile.js',
	'workshop/package/outputSchemas.js',
	'README.md',
	'LICENSE.md',
	'CHANGELOG.md',
];

export interface Tarball {
	file: string;
	/** SHA-256 of the tarball. Packing the same content always produces the same bytes. */
	hash: string;
}

function* filesBelow(entry: string): Generator<string> {
	if (!existsSync(entry)) return;
	if (!statSync(entry).isDirectory()) {
		yield entry;
		return;
	}
	for (const name of readdirSync(entry).sort()) yield* filesBelow(path.join(entry, name));
}

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');

function sourcesHash(): string {
	const lines = sources
		.flatMap((entry) => [...filesBelow(path.join(checkout, entry))])
		.map((file) => `${path.relative(checkout, file)} ${sha256(readFileSync(file))}`);
	return sha256(lines.join('\n'));
}

/** Runs one of the project's own programs. If it fails, its output is part of the error message. */
async function runTool(program: string, args: string[]): Promise<string> {
	try {
		return (await run(program, args, { cwd: checkout, maxBuffer: 1e7 })).stdout;
	} catch (cause) {
		const { stdout, stderr } = cause as { stdout: string; stderr: string };
		throw new Error(`"${[path.basename(program), ...args].join(' ')}" failed:\n\n${`${stdout}${stderr}`.trim()}`);
	}
}

const packFolder = path.join(stateFolder, 'package');
const recordFile = path.join(packFolder, 'packed.json');

function packedBefore(sourceHash: string): Tarball | null {
	if (!existsSync(recordFile)) return null;
	const record = JSON.parse(readFileSync(recordFile, 'utf8')) as Tarball & { sourceHash: string };
	const file = path.join(packFolder, record.file);
	return record.sourceHash === sourceHash && existsSync(file) ? { file, hash: record.hash } : null;
}

/**
 * Builds and packs the package as it would be published, unless its inputs are unchanged since the last time.
 * The name of the tarball contains its hash, so that npm never uses an older tarball of the same version.
 * @param onProgress receives the progress
 */
export async function packPackage(onProgress: (doing: string) => void): Promise<Tarball> {
	return await withLock(path.join(stateFolder, 'package.lock'), 'another run is packing; waiting for it', async () => {
		const sourceHash = sourcesHash();
		const before = packedBefore(sourceHash);
		if (before) return before;
		rmSync(packFolder, { recursive: true, force: true });
		mkdirSync(packFolder, { recursive: true });
		onProgress('building the package');
		await runTool(process.execPath, [path.join(checkout, 'node_modules/gulp/bin/gulp.js'), 'build']);
		onProgress('packing it');
		const [packed] = JSON.parse(
			await runTool('npm', ['pack', '--json', '--ignore-scripts', '--loglevel=error', '--pack-destination', packFolder]),
		) as Array<{ filename: string }>;
		if (!packed) throw new Error('npm packed nothing.');
		const plain = path.join(packFolder, packed.filename);
		const hash = sha256(readFileSync(plain));
		const name = packed.filename.replace(/\.tgz$/, `-${hash.slice(0, 12)}.tgz`);
		renameSync(plain, path.join(packFolder, name));
		writeFileSync(recordFile, JSON.stringify({ file: name, hash, sourceHash }));
		return { file: path.join(packFolder, name), hash };
	});
}
