/** `npm start` leaves nothing outside the checkout, however it ends. The other scripts are tested in test/workshop/leftovers.test.ts. */
import { existsSync } from 'node:fs';
import { freshSurroundings, runScript, until, type RunningScript, type Surroundings } from '../workshop/support/scripts';

const READY = 'until you press Ctrl+C';
/** On a busy machine, n8n can take a minute to start. */
const LIMIT_MS = 300_000;
const SETTING_UP = '✓ start the sandbox';

describe('npm start', () => {
	let fresh: Surroundings;
	let script: RunningScript;

	beforeEach(() => {
		fresh = freshSurroundings();
		script = runScript('start', [], fresh);
	});
	afterEach(async () => {
		if (script.child.exitCode === null && script.child.signalCode === null) process.kill(-script.pid, 'SIGKILL');
		await script.ended;
		fresh.remove();
	});

	it.each([
		{
			title: 'Ctrl+C, which every process receives and npm also forwards',
			output: READY,
			signal: 'SIGINT',
			sender: (pid: number) => [-pid, pid],
		},
		{ title: 'SIGTERM', output: READY, signal: 'SIGTERM', sender: (pid: number) => [pid] },
		{ title: 'SIGHUP', output: READY, signal: 'SIGHUP', sender: (pid: number) => [pid] },
		{ title: 'SIGTERM while it is setting up', output: SETTING_UP, signal: 'SIGTERM', sender: (pid: number) => [pid] },
	] as const)(
		'leaves no files outside the checkout and no running processes after $title',
		async ({ output, signal, sender }) => {
			await until(() => script.written().includes(output) || script.child.exitCode !== null, script);
			expect(script.written()).toContain(output);
			expect(script.temporary()).toBeDefined();
			for (const receiver of sender(script.pid)) process.kill(receiver, signal);
			expect(await script.ended).toBe(output === READY ? 0 : 130);
			// The launcher removes the folder once no process uses it.
			expect({ leftovers: fresh.leftovers(), temporary: script.temporary() }).toEqual({ leftovers: [], temporary: undefined });
		},
		LIMIT_MS,
	);

	it(
		'starts again after SIGKILL, and removes what the killed run left behind',
		async () => {
			await until(() => script.written().includes(SETTING_UP) || script.child.exitCode !== null, script);
			const left = script.temporary() as string;
			process.kill(-script.pid, 'SIGKILL');
			await script.ended;
			expect(existsSync(left)).toBe(true);
			const next = runScript('start', ['--once'], fresh);
			try {
				expect([await next.ended, next.written()]).toEqual([0, expect.stringContaining('✓ run the example')]);
			} finally {
				if (next.child.exitCode === null) process.kill(-next.pid, 'SIGKILL');
			}
			expect({ leftovers: fresh.leftovers(), killed: existsSync(left), temporary: next.temporary() }).toEqual({
				leftovers: [],
				killed: false,
				temporary: undefined,
			});
		},
		LIMIT_MS,
	);
});
