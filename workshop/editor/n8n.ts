import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hashSync } from 'bcryptjs';
import { containerCommand, type ContainerImage } from '../container/container';
import { checkout, n8nPackage, shown } from '../paths';
import { freePort, loopback } from '../ports';
import { startProgram, stopGroup, stoppingOnFailure, waitUntilReady } from '../processes';

/** The user who signs in to the editor. */
export interface Owner {
	email: string;
	password: string;
}

/** A running n8n server. */
export interface RunningN8n {
	url: string;
	pid: number;
	owner: Owner;
	logFile: string;
	/** Resolves when n8n has exited, for whatever reason. */
	ended: Promise<number | null>;
	stop(): Promise<void>;
}

export interface N8nSettings {
	/** The folder with the database, the encryption key and the community nodes of this n8n instance. */
	home: string;
	logFile: string;
	/** The private package that contains the version of n8n to run; the newest by default. */
	from?: string;
	/**
	 * The port to use. If it is missing or not free, n8n gets a different one. Commands that run at the same time must not prefer
	 * the same port, because n8n does not bind the port until a few seconds after the check that it is free.
	 */
	preferredPort?: number | undefined;
	/** Additional environment variables, e.g. a time zone. */
	env?: NodeJS.ProcessEnv;
	/** Opens Node's inspector on this port, for a debugger. */
	inspectorPort?: number;
	/** Runs this image instead of the version of n8n in `from`. */
	container?: ContainerImage;
}

/** The port that users expect: n8n's own default. */
export const N8N_PORT = 5678;

const startLimit = 180_000;

/** The owner of the n8n instance in a home folder. The password is created once, and only the current user can read it. */
function ownerOf(home: string): Owner {
	const file = path.join(home, 'owner.json');
	if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Owner;
	// n8n requires a capital letter and a digit.
	const owner = { email: 'owner@example.com', password: `Media-${randomBytes(6).toString('hex')}-1` };
	writeFileSync(file, JSON.stringify(owner), { mode: 0o600 });
	return owner;
}

/** The hash of the owner's password. Its salt is derived from the owner, so n8n detects no change the next time it starts. */
function passwordHash({ email, password }: Owner): string {
	const salt = createHash('sha256').update(`${email} ${password}`).digest('hex').slice(0, 21);
	return hashSync(password, `$2b$10$${salt}u`);
}

/** Whether this process ID still belongs to one of this project's n8n processes. The system may have reassigned the ID. */
function isOurN8n(pid: number): boolean {
	try {
		return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).includes(path.join(checkout, 'workshop/n8n'));
	} catch {
		return false; // ps exits with status 1 if there is no such process.
	}
}

const pidFileOf = (home: string) => path.join(home, 'n8n.pid');

/** Ends the n8n process that a killed run left behind in this home folder. */
export async function stopLeftover(home: string): Promise<void> {
	const pidFile = pidFileOf(home);
	if (!existsSync(pidFile)) return;
	const pid = Number(readFileSync(pidFile, 'utf8'));
	if (pid > 1 && isOurN8n(pid)) await stopGroup(pid);
	rmSync(pidFile, { force: true });
}

/**
 * The settings that keep n8n from calling hosts on the internet. n8n 2.41 refreshes its list of MCP servers every time it starts.
 * No setting prevents this, so the module is disabled if n8n has it. A version of n8n without the module would reject its name.
 */
function withoutInternet(from: string): NodeJS.ProcessEnv {
	const hasMcpRegistry = existsSync(path.join(from, 'node_modules/n8n/dist/modules/mcp-registry'));
	return {
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		// The list of verified community nodes, which the editor requests. Installed packages still load.
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
		...(hasMcpRegistry ? { N8N_DISABLED_MODULES: 'mcp-registry' } : {}),
	};
}

/**
 * The environment of every n8n process that the project starts, editor or worker: its home folder, its Node, a separate port for its task
 * runner, and no requests to the internet.
 */
export async function processEnvironment(home: string, from = n8nPackage): Promise<NodeJS.ProcessEnv> {
	const inherited = Object.fromEntries(
		Object.entries(process.env).filter(([name]) => !/^(npm_|N8N_|NODE_OPTIONS$|NODE_ENV$|JEST_)/i.test(name)),
	);
	return {
		...inherited,
		PATH: `${path.join(from, 'node_modules/.bin')}${path.delimiter}${process.env.PATH ?? ''}`,
		N8N_USER_FOLDER: home,
		N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		...withoutInternet(from),
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		// The default in n8n 2; n8n 1 would keep files in memory.
		N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
	};
}

/** The program and the arguments that run one of n8n's commands: "start", "worker". */
export const n8nCommand = (words: string[], from = n8nPackage, nodeArgs: string[] = []): { program: string; args: string[] } => ({
	program: path.join(from, 'node_modules/.bin/node'),
	args: [...nodeArgs, path.join(from, 'node_modules/n8n/bin/n8n'), ...words],
});

async function environment({ home, env, from }: N8nSettings, port: number, owner: Owner): Promise<NodeJS.ProcessEnv> {
	return {
		...(await processEnvironment(home, from)),
		N8N_HOST: loopback,
		N8N_PORT: String(port),
		N8N_LISTEN_ADDRESS: loopback,
		N8N_EDITOR_BASE_URL: `http://${loopback}:${port}`,
		WEBHOOK_URL: `http://${loopback}:${port}/`,
		N8N_SECURE_COOKIE: 'false',
		N8N_INSTANCE_OWNER_MANAGED_BY_ENV: 'true',
		N8N_INSTANCE_OWNER_EMAIL: owner.email,
		N8N_INSTANCE_OWNER_FIRST_NAME: 'Media',
		N8N_INSTANCE_OWNER_LAST_NAME: 'Operations',
		N8N_INSTANCE_OWNER_PASSWORD_HASH: passwordHash(owner),
		...env,
	};
}

/** Opens a new connection for each request. A request on an idle connection would fail if n8n closed the connection at that moment. */
const ONE_REQUEST = { headers: { connection: 'close' } };

async function responds(url: string): Promise<boolean> {
	try {
		const ready = await fetch(`${url}/healthz/readiness`, ONE_REQUEST);
		// The REST API becomes available only after the health check succeeds.
		return ready.ok && (await fetch(`${url}/rest/settings`, ONE_REQUEST)).ok;
	} catch {
		return false; // Nothing is listening yet.
	}
}

/** Creates the owner if n8n still asks for one: before 2.0, n8n does not read the owner from its environment. */
async function setUpOwner(url: string, { email, password }: Owner): Promise<void> {
	const { data } = (await (await fetch(`${url}/rest/settings`, ONE_REQUEST)).json()) as {
		data: { userManagement: { showSetupOnFirstLoad?: boolean } };
	};
	if (data.userManagement.showSetupOnFirstLoad !== true) return;
	const response = await fetch(`${url}/rest/owner/setup`, {
		method: 'POST',
		headers: { ...ONE_REQUEST.headers, 'content-type': 'application/json' },
		body: JSON.stringify({ email, password, firstName: 'Media', lastName: 'Operations' }),
	});
	if (!response.ok) throw new Error(`n8n could not set up its owner: ${response.status} ${await response.text()}`);
}

/** Starts n8n in its home folder and waits until its editor responds. */
export async function startN8n(settings: N8nSettings): Promise<RunningN8n> {
	const { home, logFile, from, inspectorPort, container } = settings;
	mkdirSync(home, { recursive: true });
	await stopLeftover(home);
	const owner = ownerOf(home);
	const port = await freePort(settings.preferredPort);
	const url = `http://${loopback}:${port}`;
	const env = await environment(settings, port, owner);
	const command = container
		? containerCommand(container, home, env)
		: { ...n8nCommand(['start'], from, inspectorPort === undefined ? [] : [`--inspect=${loopback}:${inspectorPort}`]), env };
	const program = startProgram({ title: 'n8n', ...command, cwd: home, logFile });
	writeFileSync(pidFileOf(home), String(program.pid));
	await waitUntilReady('n8n', program, shown(logFile), async () => await responds(url), startLimit);
	await stoppingOnFailure(program.stop, async () => await setUpOwner(url, owner));
	return {
		url,
		pid: program.pid,
		owner,
		logFile,
		ended: program.ended,
		stop: async () => {
			await program.stop();
			rmSync(pidFileOf(home), { force: true });
		},
	};
}
