import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { withLock } from '../install/lock';
import { stateFolder } from '../paths';

const run = promisify(execFile);

/** The PostgreSQL programs on this machine. */
export interface PostgresPrograms {
	/** The folder with `initdb`, `postgres` and `psql`. */
	postgresFolder: string;
	/** The command prefix that runs a PostgreSQL program as PostgreSQL's own user, because PostgreSQL refuses to run as root. */
	asPostgres: string[];
}

/** The programs of PostgreSQL and Redis on this machine. */
export interface Programs extends PostgresPrograms {
	redisServer: string;
}

/** The properties of the machine that decide whether the programs are available; tests pass their own. */
export interface Machine {
	isRoot: boolean;
	isDebian: boolean;
	postgresFolder(): string | undefined;
	redisServer(): string | undefined;
	hasPostgresUser(): boolean;
}

const inPath = (program: string): string | undefined =>
	(process.env.PATH ?? '')
		.split(path.delimiter)
		.map((folder) => path.join(folder, program))
		.find((file) => existsSync(file));

/** Debian installs the servers of each release into a separate folder outside of `PATH`. */
const debianFolder = '/usr/lib/postgresql';

/** A folder that contains all three programs. The newest release is preferred. */
function findPostgresFolder(): string | undefined {
	const releases = existsSync(debianFolder) ? readdirSync(debianFolder).sort((one, other) => Number(other) - Number(one)) : [];
	const initdb = inPath('initdb');
	const folders = [...releases.map((release) => path.join(debianFolder, release, 'bin')), ...(initdb ? [path.dirname(initdb)] : [])];
	return folders.find((folder) => ['initdb', 'postgres', 'psql'].every((program) => existsSync(path.join(folder, program))));
}

function userExists(name: string): boolean {
	try {
		execFileSync('id', ['-u', name], { stdio: 'ignore' });
		return true;
	} catch {
		return false; // "id" exits with status 1 for a user that does not exist.
	}
}

const thisMachine: Machine = {
	isRoot: process.getuid?.() === 0,
	isDebian: existsSync('/etc/debian_version') && inPath('apt-get') !== undefined,
	postgresFolder: findPostgresFolder,
	redisServer: () => inPath('redis-server'),
	hasPostgresUser: () => userExists('postgres'),
};

/** The program of each Debian package. */
const FINDERS = {
	postgresql: (machine: Machine) => machine.postgresFolder(),
	'redis-server': (machine: Machine) => machine.redisServer(),
};
type DebianPackage = keyof typeof FINDERS;

/** Debian runs this script before a package starts its service. Exit status 101 prevents the service from starting. */
const servicePolicy = '/usr/sbin/policy-rc.d';

/** Installs Debian packages without starting or enabling their services: this project starts its own instances. */
async function installFromDebian(packages: string[], onProgress: (doing: string) => void): Promise<void> {
	onProgress(`installing ${packages.join(' and ')} from Debian's packages`);
	const noPolicy = !existsSync(servicePolicy);
	if (noPolicy) writeFileSync(servicePolicy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	try {
		await run('apt-get', ['update', '-qq'], { env, maxBuffer: 1e7 });
		await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env, maxBuffer: 1e7 });
	} catch (cause) {
		const { stderr = '' } = cause as { stderr?: string };
		throw new Error(
			`Debian's packages ${packages.join(' and ')} could not be installed. apt-get's message:\n\n${stderr.trim().slice(-2000)}`,
		);
	} finally {
		if (noPolicy) rmSync(servicePolicy, { force: true });
	}
}

/**
 * Installs the packages whose programs are missing, or throws an error that explains how to install each of them.
 * The end-to-end tests and the queue mode tests run at the same time. The lock makes one wait until the other has finished
 * installing packages: during an installation, a program can exist before the system user that runs it.
 */
async function requirePackages(
	needed: readonly DebianPackage[],
	onProgress: (doing: string) => void,
	machine: Machine,
	install: typeof installFromDebian,
): Promise<void> {
	await withLock(path.join(stateFolder, 'apt.lock'), 'waiting for another installation', async () => {
		await installMissing(needed, onProgress, machine, install);
	});
}

async function installMissing(
	needed: readonly DebianPackage[],
	onProgress: (doing: string) => void,
	machine: Machine,
	install: typeof installFromDebian,
): Promise<void> {
	const packages = needed.filter((name) => FINDERS[name](machine) === undefined);
	if (packages.length === 0) return;
	if (!machine.isDebian)
		throw new Error(
			`Missing on this machine:\n${lines(packages)}\nInstall these so that their programs are in PATH, then run the command again.`,
		);
	if (!machine.isRoot)
		throw new Error(
			`Missing on this machine:\n${lines(packages)}\nOnly root can install these: run "apt-get install -y --no-install-recommends ${packages.join(' ')}" as root, then run the command again.`,
		);
	await install(packages, onProgress);
}

/**
 * Finds PostgreSQL, and installs it from Debian's packages if it is missing. If that is not possible, throws an error that explains how to
 * install it.
 * @param onProgress receives the progress
 */
export async function findPostgres(
	onProgress: (doing: string) => void,
	machine: Machine = thisMachine,
	install: typeof installFromDebian = installFromDebian,
): Promise<PostgresPrograms> {
	await requirePackages(['postgresql'], onProgress, machine, install);
	const postgresFolder = machine.postgresFolder();
	if (!postgresFolder) throw new Error(`The packages are installed, but initdb, postgres and psql are not in ${debianFolder}.`);
	if (machine.isRoot && !machine.hasPostgresUser()) {
		throw new Error(
			'PostgreSQL refuses to run as root, and this machine has no user "postgres". Run the command as another user, or add that user: "useradd --system postgres".',
		);
	}
	// setpriv replaces itself with the server, so the id of the started process is the server's.
	return {
		postgresFolder,
		asPostgres: machine.isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'] : [],
	};
}

/** Finds PostgreSQL and Redis, like {@link findPostgres}. */
export async function findPrograms(
	onProgress: (doing: string) => void,
	machine: Machine = thisMachine,
	install: typeof installFromDebian = installFromDebian,
): Promise<Programs> {
	await requirePackages(['postgresql', 'redis-server'], onProgress, machine, install);
	const redisServer = machine.redisServer();
	if (!redisServer) throw new Error('The packages are installed, but redis-server is not in PATH.');
	return { ...(await findPostgres(onProgress, machine, install)), redisServer };
}

const origins: Record<DebianPackage, string> = {
	postgresql: 'PostgreSQL (initdb, postgres, psql)',
	'redis-server': 'Redis (redis-server)',
};
const lines = (packages: readonly DebianPackage[]) =>
	packages.map((name) => `  - ${origins[name]}: on Debian, the package "${name}"`).join('\n');
