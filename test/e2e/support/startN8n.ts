import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ContainerImage } from '../../../workshop/container/container';
import { startN8n, stopLeftover } from '../../../workshop/editor/n8n';
import { installPackage } from '../../../workshop/editor/nodesFolder';
import { tryLock } from '../../../workshop/install/lock';
import { packPackage } from '../../../workshop/package/tarball';
import { checkout, stateFolder } from '../../../workshop/paths';
import { useSandboxBundle } from '../../support/sandboxBundle';
import { folderFor, outboundLogFor, remember } from './site';

/** The image in the environment of `npm run test:container`. */
function containerOfTests(): ContainerImage {
	const { CONTAINER_ENGINE: engine, CONTAINER_IMAGE: image } = process.env;
	if (!engine || !image) throw new Error('Run these tests with "npm run test:container -- <image>".');
	return { engine, image };
}

/** Runs once for all end-to-end tests: starts a new n8n of the configured version with the packed package. */
export default async function start(_: unknown, { globals }: { globals: { n8n: string } }): Promise<void> {
	const say = (line: string) => process.stdout.write(`  … ${line}\n`);
	const which = globals.n8n;
	const folder = folderFor(which);
	const home = path.join(folder, 'home');
	const release = tryLock(`${folder}.lock`);
	if (!release) throw new Error('These end-to-end tests are already running in this checkout.');
	await useSandboxBundle();
	await stopLeftover(home);
	rmSync(home, { recursive: true, force: true });
	const tarball = await packPackage(say);
	say(`installing ${path.basename(tarball.file)} into a new n8n`);
	const container = which === 'container' ? containerOfTests() : undefined;
	const from = path.join(checkout, 'workshop', which);
	await installPackage(home, tarball, container ? null : from);
	say(container ? `starting ${container.image} with ${container.engine}` : 'starting n8n');
	const outboundLog = outboundLogFor(which);
	writeFileSync(outboundLog, '');
	const env = { NODE_OPTIONS: `--require=${path.join(__dirname, 'outboundLog.js')}`, OUTBOUND_LOG: outboundLog };
	const logFile = path.join(stateFolder, 'logs', `${path.basename(folder)}.log`);
	const running = await startN8n({ home, logFile, ...(container ? { container } : { env, from }) });
	say(`n8n runs at ${running.url}`);
	await remember(which, running, release);
}
