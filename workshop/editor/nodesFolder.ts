import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Tarball } from '../package/tarball';
import { PACKAGE_NAME } from '../engine/packageTypes';
import { checkout, n8nPackage } from '../paths';

const run = promisify(execFile);

/** The folder in which the n8n instance with this home folder keeps its community nodes. */
const folderOf = (home: string) => path.join(home, '.n8n', 'nodes');

/**
 * Makes the installed package load the copy of n8n-workflow that belongs to the version of n8n in `from`. n8n provides this copy
 * through NODE_PATH, which Node.js searches last. If the home folder is inside the checkout, Node.js would find the checkout's
 * copy first.
 */
function linkWorkflow(folder: string, from: string): void {
	const link = path.join(folder, 'node_modules/n8n-workflow');
	const n8n = realpathSync(path.join(from, 'node_modules/n8n'));
	rmSync(link, { recursive: true, force: true });
	symlinkSync(path.dirname(require.resolve('n8n-workflow/package.json', { paths: [n8n] })), link, 'dir');
}

/** Creates the package.json from which npm, and therefore n8n, reads the installed packages. */
function writeManifest(folder: string): void {
	mkdirSync(folder, { recursive: true });
	const manifest = path.join(folder, 'package.json');
	if (!existsSync(manifest)) writeFileSync(manifest, JSON.stringify({ name: 'installed-nodes', private: true, dependencies: {} }));
}

/**
 * Creates the package's folder in the home folder of an n8n instance, and copies package.json there. A compiler then writes
 * `dist` there. The folder is not a link to the checkout, because n8n compares the watched folder with the real paths of the
 * loaded modules.
 * @returns the folder of the package
 */
export function preparePackageFolder(home: string): string {
	const folder = folderOf(home);
	const packageFolder = path.join(folder, 'node_modules', PACKAGE_NAME);
	writeManifest(folder);
	mkdirSync(packageFolder, { recursive: true });
	cpSync(path.join(checkout, 'package.json'), path.join(packageFolder, 'package.json'));
	linkWorkflow(folder, n8nPackage);
	return packageFolder;
}

/**
 * Installs the packed package into an n8n instance like n8n's community-node installer, unless this tarball is already installed.
 * The `--legacy-peer-deps` option keeps npm from adding a second copy of n8n-workflow.
 * @param from the private package that contains this version of n8n; the newest by default, and null if n8n runs in a container
 * @returns whether the tarball was installed
 */
export async function installPackage(home: string, tarball: Tarball, from: string | null = n8nPackage): Promise<boolean> {
	const folder = folderOf(home);
	const stamp = path.join(folder, '.installed-tarball');
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === tarball.hash) {
		if (from !== null) linkWorkflow(folder, from);
		return false;
	}
	writeManifest(folder);
	await run('npm', ['install', tarball.file, '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
		cwd: folder,
	});
	if (from !== null) linkWorkflow(folder, from);
	writeFileSync(stamp, tarball.hash);
	return true;
}
