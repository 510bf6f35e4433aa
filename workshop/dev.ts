/**
 * `npm run dev`: runs the nodes in a real n8n against the sandbox. After a change to the published code, n8n reloads the nodes
 * (`N8N_DEV_RELOAD`). After a change to the sandbox or the catalog, the sandbox restarts with new demo data. Runs until you press Ctrl+C.
 */
import { type FSWatcher, cpSync, globSync, watch } from 'node:fs';
import path from 'node:path';
import { N8N_PORT, startN8n } from './editor/n8n';
import type { RunningN8n } from './editor/n8n';
import { preparePackageFolder } from './editor/nodesFolder';
import { N8nRest } from './editor/rest';
import { prepareCredentials, prepareExamples } from './examples';
import { checkout, shown, stateFolder } from './paths';
import { freePort } from './ports';
import { RestartingSandbox } from './restartingSandbox';
import { Session } from './session';
import { step } from './steps';
import { watchCompiler } from './watchCompiler';

const home = path.join(stateFolder, 'dev');
const logFile = path.join(stateFolder, 'logs', 'dev-n8n.log');
const INSPECTOR_PORT = 9229;
const SETTLE_MS = 100;

const copyAssets = (packageFolder: string): void => {
	for (const file of globSync(['icons/*.svg', 'nodes/**/*.node.json'], { cwd: checkout }))
		cpSync(path.join(checkout, file), path.join(packageFolder, 'dist', file), { preserveTimestamps: true });
};

/** Calls `changed` once after each burst of changes in the folders. */
function watchFolders(folders: readonly string[], isRelevant: (file: string) => boolean, changed: () => void): { stop(): Promise<void> } {
	let timer: NodeJS.Timeout | undefined;
	const watchers: FSWatcher[] = folders.map((folder) =>
		watch(path.join(checkout, folder), { recursive: true }, (_event, file) => {
			if (file === null || !isRelevant(file)) return;
			clearTimeout(timer);
			timer = setTimeout(changed, SETTLE_MS);
		}),
	);
	return {
		stop: async () => {
			clearTimeout(timer);
			for (const watcher of watchers) watcher.close();
			await Promise.resolve();
		},
	};
}

async function startEditor(session: Session, inspectorPort: number): Promise<RunningN8n> {
	return await step(
		'start n8n, which reloads the nodes',
		`read ${shown(logFile)}; if you remove ${shown(home)}, the next start creates a new n8n.`,
		async () =>
			session.add(
				await startN8n({
					home,
					logFile,
					preferredPort: N8N_PORT,
					inspectorPort,
					env: { N8N_DEV_RELOAD: 'true', GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone },
				}),
			),
		({ url }) => url,
	);
}

async function main(session: Session): Promise<number> {
	process.stdout.write('\nMedia Operations in a real n8n, reloaded after each change\n\n');
	const say = (line: string) => process.stdout.write(`  ${line}\n`);
	const packageFolder = preparePackageFolder(home);
	copyAssets(packageFolder);
	const compiler = await step('compile the nodes', 'fix the errors above, then run npm run dev again.', async () =>
		session.add(await watchCompiler(path.join(packageFolder, 'dist'), path.join(home, 'tsconfig.tsbuildinfo'), say)),
	);
	session.add(
		watchFolders(
			['icons', 'nodes'],
			(file) => /\.(svg|json)$/.test(file),
			() => copyAssets(packageFolder),
		),
	);
	const sandbox = await step(
		'start the sandbox',
		'npm run sandbox shows the same error.',
		async () => session.add(await RestartingSandbox.start(await freePort(4010), say)),
		({ url }) => url,
	);
	session.add(
		watchFolders(
			['sandbox', 'core/catalog'],
			(file) => file.endsWith('.ts'),
			() => sandbox.restart(),
		),
	);
	const inspectorPort = await freePort(INSPECTOR_PORT);
	const n8n = await startEditor(session, inspectorPort);
	const rest = new N8nRest(n8n.url, n8n.owner);
	await step(
		'create the credentials and import the examples',
		`read the message above, ${shown(logFile)} and ${sandbox.url}/_sandbox/journal.`,
		async () => {
			await rest.login();
			const { sendEvents } = await prepareExamples(rest, await prepareCredentials(rest, sandbox.url));
			await sandbox.prepareWith(sendEvents);
		},
	);
	process.stdout.write(
		[
			'',
			`  Editor     ${n8n.url}`,
			`  Sign in    ${n8n.owner.email}   ${n8n.owner.password}   (this machine only)`,
			`  Sandbox    ${sandbox.url}/   documents: ${sandbox.url}/ApiDocs`,
			`  Debugger   ${inspectorPort}`,
			`  Log        ${shown(logFile)}`,
			'',
			'  Save a file in core/, bridge/, nodes/ or credentials/: n8n reloads the nodes. The sandbox restarts after a change in',
			'  sandbox/ or core/catalog/. A published workflow keeps the old code of its trigger until you publish it again.',
			'  Runs until you press Ctrl+C.',
			'',
			'',
		].join('\n'),
	);
	const ended = async (program: Promise<unknown>, title: string): Promise<never> => {
		await program;
		throw new Error(`${title} exited; n8n's log: ${shown(logFile)}`);
	};
	await session.untilStopped(Promise.race([ended(n8n.ended, 'n8n'), ended(compiler.ended, 'The compiler')]));
	return 0;
}

void Session.run(
	path.join(stateFolder, 'dev.lock'),
	'npm run dev is already running in this checkout. Stop it with Ctrl+C, or use another clone.',
	main,
).then((status) => process.exit(status));
