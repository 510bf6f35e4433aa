import { spawn } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../../..');
const PARENT = `
	import('./workshop/sandboxProcess.ts').then(async ({ startSandbox }) => {
		const sandbox = await startSandbox();
		console.log('child', sandbox.pid);
	});
`;

const isAlive = (pid: number): boolean => {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
};

test.each(['SIGKILL', 'SIGTERM'] as const)(
	'a sandbox of the tests ends with the process that started it, also after %s',
	async (signal) => {
		const parent = spawn(path.join(ROOT, 'node_modules/.bin/node'), ['--import', 'tsx', '-e', PARENT], {
			cwd: ROOT,
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		const pid = await new Promise<number>((resolve) => {
			let text = '';
			parent.stdout.on('data', (chunk: Buffer) => {
				text += chunk.toString();
				const response = /child (\d+)/.exec(text);
				if (response !== null) {
					resolve(Number(response[1]));
				}
			});
		});
		expect(isAlive(pid)).toBe(true);
		parent.kill(signal);
		const deadline = Date.now() + 5_000;
		while (isAlive(pid) && Date.now() < deadline) {
			await new Promise((resolve) => setTimeout(resolve, 50));
		}
		expect(isAlive(pid)).toBe(false);
	},
);
