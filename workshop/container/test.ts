/**
 * `npm run test:container -- <image> [Jest arguments]`: runs the end-to-end tests of the package in a container image of n8n. Without a
 * container engine, prints that the tests were skipped, writes that to `--outputFile=<file>`, and exits with status 0.
 */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { findEngine } from './container';

/** Runs a program to completion, and passes signals on to it. */
async function run(program: string, args: string[], env = process.env): Promise<number> {
	const child = spawn(program, args, { stdio: 'inherit', env });
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
	return await new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('exit', (status) => resolve(status ?? 1));
	});
}

async function main([image, ...args]: string[]): Promise<number> {
	if (image === undefined || image.startsWith('-')) {
		process.stderr.write('Specify an image: npm run test:container -- n8nio/n8n:2.41.1\n');
		return 2;
	}
	const engine = findEngine();
	if (engine === undefined) {
		process.stdout.write('skipped: no container engine\n');
		const report = args.find((arg) => arg.startsWith('--outputFile='))?.slice('--outputFile='.length);
		if (report) writeFileSync(report, JSON.stringify({ passed: 0, failed: 0, skipped: 1 }));
		return 0;
	}
	if ((await run(engine, ['pull', image])) !== 0) return 1;
	return await run('jest', ['-c', 'jest.e2e.container.config.js', ...args], {
		...process.env,
		CONTAINER_ENGINE: engine,
		CONTAINER_IMAGE: image,
	});
}

void main(process.argv.slice(2)).then((status) => process.exit(status));
