import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Tarball } from '../package/tarball';

const run = promisify(execFile);

/** Where an n8n with this home keeps its community nodes. */
const folderOf = (home: string) => path.join(home, '.n8n', 'nodes');

/**
 * Installs the packed package into an n8n as its community-node installer does, unless that very tarball is there already.
 * Legacy peer dependencies keep npm from adding a second copy of n8n-workflow.
 * @returns whether anything was done
 */
export async function installPackage(home: string, tarball: Tarball): Promise<boolean> {
	const folder = folderOf(home);
	const stamp = path.join(folder, '.installed-tarball');
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === tarball.hash) return false;
	mkdirSync(folder, { recursive: true });
	const manifest = path.join(folder, 'package.json');
	if (!existsSync(manifest)) writeFileSync(manifest, JSON.stringify({ name: 'installed-nodes', private: true, dependencies: {} }));
	await run('npm', ['install', tarball.file, '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder });
	writeFileSync(stamp, tarball.hash);
	return true;
}
