import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Release } from '../../core/catalog';

/** Stores the demo data as SQLite database files, so that startup does not have to create 20,000 rows one by one. */
export interface SeedCache {
	/** The database of a release; undefined if it has not been built. */
	read(release: Release): Uint8Array | undefined;
	write(release: Release, database: Uint8Array): void;
}

/** The databases in the package, one for each release; `build.js` creates them. */
const SHIPPED = path.join(__dirname, '../../seeds');
const FAST = { level: 1 };

/** Decompresses a gzip file of less than 4 GiB into one buffer, because joining zlib's usual chunks takes as long as decompressing them. */
const decompressed = (file: string): Uint8Array => {
	const compressed = readFileSync(file);
	// A gzip file ends with the size of its content. The buffer is larger, because zlib allocates another one when it is full.
	return gunzipSync(compressed, { chunkSize: compressed.readUInt32LE(compressed.length - 4) + 1 });
};

const fileOf = (folder: string, release: Release): string => path.join(folder, `${release}.sqlite.gz`);

/** Shipped databases are read and never written. */
export const shippedSeeds: SeedCache = {
	read: (release) => (existsSync(fileOf(SHIPPED, release)) ? decompressed(fileOf(SHIPPED, release)) : undefined),
	write: () => undefined,
};

const filesIn = (folder: string): string[] =>
	readdirSync(folder, { withFileTypes: true, recursive: true })
		.filter((entry) => entry.isFile() && /\.[jt]s$/.test(entry.name))
		.map((entry) => path.join(entry.parentPath, entry.name))
		.sort();

/** A hash that changes if any source file that the demo data depends on changes. */
const sourceHash = (): string => {
	const hash = createHash('sha256');
	const folders = ['../seed', '../storage', '../../core/catalog'].map((folder) => path.join(__dirname, folder));
	if (!folders.every((folder) => existsSync(folder))) {
		// In a bundle, all sources are in this file, and its name changes with its content (see workshop/bundleSandbox.ts).
		return hash.update(__filename).digest('hex').slice(0, 16);
	}
	for (const file of folders.flatMap(filesIn)) {
		const { size, mtimeMs } = statSync(file);
		hash.update(`${file} ${size} ${mtimeMs}\n`);
	}
	return hash.digest('hex').slice(0, 16);
};

/**
 * A folder that keeps the database of each release for the next startup. After a change to the sources, a new database replaces
 * the old one. Several processes can use the folder at the same time.
 */
export const seedFolder = (folder: string): SeedCache => {
	const mark = sourceHash();
	const file = (release: Release): string => fileOf(folder, `${release}-${mark}` as Release);
	return {
		read: (release) => {
			try {
				return decompressed(file(release));
			} catch (cause) {
				if ((cause as NodeJS.ErrnoException).code === 'ENOENT') {
					return undefined;
				}
				throw cause;
			}
		},
		write: (release, database) => {
			mkdirSync(folder, { recursive: true });
			// Another process may read the file at the same time, so it is written under a temporary name and then renamed.
			const unfinished = `${file(release)}.${process.pid}`;
			writeFileSync(unfinished, gzipSync(database, FAST));
			renameSync(unfinished, file(release));
			for (const name of readdirSync(folder)) {
				if (name.startsWith(`${release}-`) && name.endsWith('.sqlite.gz') && !name.includes(mark)) {
					rmSync(path.join(folder, name), { force: true });
				}
			}
		},
	};
};
