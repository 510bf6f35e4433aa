import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SANDBOX_BUNDLE } from '../../../workshop/sandboxProcess';

const ROOT = path.resolve(__dirname, '../../..');
const PARENT = `
	import('./workshop/sandboxProcess.ts').then(async ({ startSandbox }) => {
		const sandbox = await startSandbox();
		const form = new FormData();
		form.append('file', new Blob(['content']), 'notes.txt');
		const headers = { Authorization: 'Basic ' + btoa('demo:demo') };
		await fetch(sandbox.apiUrl + '/SysAttachment/attachment_keystring=10315:342', { method: 'POST', headers, body: form });
		console.log('child', sandbox.pid);
		process.stdin.once('data', () => process.exit(0));
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

const attachmentFolders = (folder: string): string[] => readdirSync(folder).filter((name) => name.startsWith('sandbox-attachments-'));

test.each(['SIGKILL', 'SIGTERM', 'process.exit'] as const)(
	'a sandbox ends with the process that started it, even after %s, and removes its temporary files',
	async (ending) => {
		const folder = mkdtempSync(path.join(tmpdir(), 'ended-'));
		const parent = spawn(path.join(ROOT, 'node_modules/.bin/node'), ['--import', 'tsx', '-e', PARENT], {
			cwd: ROOT,
			stdio: ['pipe', 'pipe', 'inherit'],
			env: { ...process.env, TMPDIR: folder },
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
		expect([isAlive(pid), attachmentFolders(folder).length]).toEqual([true, 1]);
		if (ending === 'process.exit') {
			parent.stdin.write('end\n');
		} else {
			parent.kill(ending);
		}
		const deadline = Date.now() + 5_000;
		while (isAlive(pid) && Date.now() < deadline) {
			await new Promise((resolve) => setTimeout(resolve, 50));
		}
		expect([isAlive(pid), attachmentFolders(folder)]).toEqual([false, []]);
		rmSync(folder, { recursive: true });
	},
);

test('a sandbox with --stop-with-stdin stops normally if its standard input has already ended when it starts', async () => {
	const sandbox = spawn(path.join(ROOT, 'node_modules/.bin/node'), [process.env[SANDBOX_BUNDLE]!, '--port', '0', '--stop-with-stdin'], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	let output = '';
	sandbox.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
	const [status] = (await once(sandbox, 'close')) as [number | null];
	expect(output).toContain('sandbox listening on ');
	expect(status).toBe(0);
});
