import { rmSync } from 'node:fs';
import path from 'node:path';
import { startN8n, stopLeftover } from '../../../workshop/editor/n8n';
import { installPackage } from '../../../workshop/editor/nodesFolder';
import { tryLock } from '../../../workshop/install/lock';
import { packPackage } from '../../../workshop/package/tarball';
import { stateFolder } from '../../../workshop/paths';
import { remember } from './site';

/** Once for all end-to-end tests: the packed package in a new, real n8n. */
export default async function start(): Promise<void> {
	const say = (line: string) => process.stdout.write(`  … ${line}\n`);
	const home = path.join(stateFolder, 'e2e', 'home');
	const release = tryLock(path.join(stateFolder, 'e2e.lock'));
	if (!release) throw new Error('The end-to-end tests run already in this checkout.');
	await stopLeftover(home);
	rmSync(home, { recursive: true, force: true });
	const tarball = await packPackage(say);
	say(`installing ${path.basename(tarball.file)} into a new n8n`);
	await installPackage(home, tarball);
	say('starting n8n');
	const n8n = await startN8n({ home, logFile: path.join(stateFolder, 'logs', 'e2e.log') });
	say(`n8n runs at ${n8n.url}`);
	remember(n8n, release);
}
