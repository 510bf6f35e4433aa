/**
 * `npm start`: runs the package as it would be published, in a real n8n against the sandbox. One example runs immediately, and the others
 * are ready to try.
 * n8n and the sandbox run until you press Ctrl+C. With `--once`, exits with status 0 if every step of the example succeeded.
 */
import path from 'node:path';
import { startSandbox } from './sandboxProcess';
import type { SandboxProcess } from './sandboxProcess';
import { N8N_PORT, startN8n } from './editor/n8n';
import type { RunningN8n } from './editor/n8n';
import { installPackage } from './editor/nodesFolder';
import { N8nRest } from './editor/rest';
import type { StoredWorkflow } from './editor/rest';
import { readExample, withCredentials } from './editor/workflows';
import { prepareCredentials, prepareExamples } from './examples';
import { head, idle, resultsOf, rowsOf } from './firstSteps';
import { packPackage } from './package/tarball';
import { shown, stateFolder } from './paths';
import { freePort } from './ports';
import { Session } from './session';
import { step, type StepError, table } from './steps';

const home = path.join(stateFolder, 'home');
const logFile = path.join(stateFolder, 'logs', 'n8n.log');
const dataFile = path.join(stateFolder, 'sandbox.sqlite');
const trigger = 'Start';

async function preparePackage(): Promise<void> {
	const tarball = await step(
		'build and pack the package',
		'fix what the compiler reports above, then run npm start again.',
		packPackage,
		({ file }) => shown(file),
	);
	await step(
		'install the package into n8n',
		`check that ${shown(home)} is writable; if you remove that folder, the next start creates a new n8n.`,
		async () => await installPackage(home, tarball),
		(done) => (done ? '' : 'already installed'),
	);
}

async function startServers(session: Session): Promise<{ sandbox: SandboxProcess; n8n: RunningN8n }> {
	const sandbox = await step(
		'start the sandbox',
		`npm run sandbox starts only the sandbox; if you remove ${shown(dataFile)}, the next start creates new data.`,
		async () => {
			return session.add(await startSandbox({ data: dataFile, args: ['--port', String(await freePort(4010))] }));
		},
		({ url }) => url,
	);
	const n8n = await step(
		'start n8n',
		`read ${shown(logFile)}; if you remove ${shown(home)}, the next start creates a new n8n.`,
		async (onProgress) => {
			onProgress('starting n8n (about 10 s)');
			// Times that are typed into the editor are in this machine's time zone.
			const env = { GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone };
			return session.add(await startN8n({ home, logFile, preferredPort: N8N_PORT, env }));
		},
		({ url }) => url,
	);
	return { sandbox, n8n };
}

async function runFirstSteps(rest: N8nRest, workflow: StoredWorkflow): Promise<void> {
	const execution = await rest.run(workflow, trigger);
	const results = resultsOf(workflow, execution);
	process.stdout.write(`\n${table(head, rowsOf(results))}\n\n`);
	const { error } = execution.data.resultData;
	if (error)
		throw new Error(`'${error.node?.name ?? 'The workflow'}' failed: ${error.message}${error.description ? `\n${error.description}` : ''}`);
	const without = idle(results);
	if (execution.status !== 'success' || without.length > 0)
		throw new Error(`The workflow ended with status '${execution.status}'; nodes that had no effect: ${without.join(', ') || 'none'}.`);
}

const longest = (workflows: StoredWorkflow[]): number => Math.max(...workflows.map(({ name }) => name.length));

/** Rejects if one of the programs ends unexpectedly. */
async function unexpectedEnd({ n8n, sandbox }: { n8n: RunningN8n; sandbox: SandboxProcess }): Promise<never> {
	return await new Promise<never>((_resolve, reject) => {
		void n8n.ended.then(() => reject(new Error(`n8n exited unexpectedly; its log: ${shown(logFile)}`)));
		const timer = setInterval(() => {
			try {
				process.kill(sandbox.pid, 0);
			} catch {
				clearInterval(timer);
				reject(new Error(`The sandbox exited unexpectedly:\n${sandbox.output()}`));
			}
		}, 1000);
		timer.unref();
	});
}

/** @returns the exit status */
async function main(session: Session, once: boolean): Promise<number> {
	process.stdout.write('\nMedia Operations in a real n8n, against the sandbox\n\n');
	await preparePackage();
	const { n8n, sandbox } = await startServers(session);
	const rest = new N8nRest(n8n.url, n8n.owner);
	const credentials = await step(
		'create the owner and three credentials, and test each connection',
		`read the message above, ${shown(logFile)} and ${sandbox.url}/_sandbox/journal.`,
		async () => {
			await rest.login();
			return await prepareCredentials(rest, sandbox.url);
		},
		(stored) => stored.map(({ name }) => name).join(', '),
	);
	const workflow = await step(
		'import the example "First steps"',
		'restore examples/first-steps.json from git.',
		async () => await rest.putWorkflow(withCredentials(readExample('first-steps'), credentials)),
	);
	const examples = await step('import the other examples', 'restore the files in examples/ from git.', async () => {
		const { examples, sendEvents } = await prepareExamples(rest, credentials);
		await sendEvents(sandbox.control);
		return examples;
	});
	const place = `${once ? 'start without --once, and open' : 'open'} ${n8n.url}/workflow/${workflow.id}`;
	const run = step(
		'run the example',
		`${place}; look at the node marked in red, and at ${sandbox.url}/_sandbox/journal.`,
		async () => await runFirstSteps(rest, workflow),
	);
	if (once) return await run.then(() => 0);
	// n8n keeps running, because the error is easiest to see in the editor.
	const stopped = await run.then(
		() => null,
		(cause: StepError) => cause,
	);
	if (stopped) process.stderr.write(`\n${stopped.message}\n`);
	process.stdout.write(
		[
			'',
			`  Editor    ${n8n.url}/workflow/${workflow.id}`,
			`  Sign in   ${n8n.owner.email}   ${n8n.owner.password}   (this machine only)`,
			`  Sandbox   ${sandbox.url}/   documents: ${sandbox.url}/ApiDocs`,
			`  Log       ${shown(logFile)}`,
			'',
			'  Examples, each with a note on its canvas:',
			...examples.map(({ id, name }) => `  ${name.padEnd(longest(examples))}   ${n8n.url}/workflow/${id}`),
			'',
			'  Both run until you press Ctrl+C.',
			'',
			'',
		].join('\n'),
	);
	await session.untilStopped(unexpectedEnd({ n8n, sandbox }));
	return stopped ? 1 : 0;
}

void Session.run(
	path.join(stateFolder, 'start.lock'),
	'npm start is already running in this checkout. Stop it there with Ctrl+C, or use another clone.',
	async (session) => await main(session, process.argv.includes('--once')),
).then((status) => process.exit(status));
