import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The real PostgreSQL and Redis of this machine. */
export interface Programs {
	/** The folder with `initdb`, `postgres` and `psql`. */
	postgresFolder: string;
	redisServer: string;
	/** The words before a program of PostgreSQL that make it run as its own user: it refuses to run as root. */
	asPostgres: string[];
}

/** What of the machine decides whether the programs can be had; handed in by tests. */
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

/** Debian keeps the servers of each release in a folder of its own, outside of the path. */
const debianFolder = '/usr/lib/postgresql';

/** A folder that holds all three programs, the newest release first. */
function findPostgres(): string | undefined {
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
		return false; // «id» ends with status 1 for a user that does not exist
	}
}

const thisMachine: Machine = {
	isRoot: process.getuid?.() === 0,
	isDebian: existsSync('/etc/debian_version') && inPath('apt-get') !== undefined,
	postgresFolder: findPostgres,
	redisServer: () => inPath('redis-server'),
	hasPostgresUser: () => userExists('postgres'),
};

/** The packages of Debian that are not there yet. */
const missingPackages = (machine: Machine): string[] => [
	...(machine.postgresFolder() ? [] : ['postgresql']),
	...(machine.redisServer() ? [] : ['redis-server']),
];

/** Debian asks this file whether a package may start its service; 101 says no. */
const servicePolicy = '/usr/sbin/policy-rc.d';

/** Installs packages of Debian without starting, or leaving switched on, a service of theirs: we start our own instances. */
async function installFromDebian(packages: string[], tell: (doing: string) => void): Promise<void> {
	tell(`installing ${packages.join(' and ')} from Debian's packages`);
	const noPolicy = !existsSync(servicePolicy);
	if (noPolicy) writeFileSync(servicePolicy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	try {
		await run('apt-get', ['update', '-qq'], { env, maxBuffer: 1e7 });
		await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env, maxBuffer: 1e7 });
	} catch (cause) {
		const { stderr = '' } = cause as { stderr?: string };
		throw new Error(
			`Debian's packages ${packages.join(' and ')} could not be installed. The words of apt-get:\n\n${stderr.trim().slice(-2000)}`,
		);
	} finally {
		if (noPolicy) rmSync(servicePolicy, { force: true });
	}
}

/**
 * Finds PostgreSQL and Redis, and installs what is not there from Debian's packages. On a machine where that cannot be done,
 * it throws with each thing that is missing and how to get it.
 * @param tell hears what is being done
 */
export async function findPrograms(
	tell: (doing: string) => void,
	machine: Machine = thisMachine,
	install: typeof installFromDebian = installFromDebian,
): Promise<Programs> {
	const packages = missingPackages(machine);
	if (packages.length > 0) {
		if (!machine.isDebian)
			throw new Error(
				`This machine lacks:\n${lines(packages)}\nInstall that so that its programs stand in the path, then run the command again.`,
			);
		if (!machine.isRoot)
			throw new Error(
				`This machine lacks:\n${lines(packages)}\nOnly root can install it: run «apt-get install -y --no-install-recommends ${packages.join(' ')}» as root, then the command again.`,
			);
		await install(packages, tell);
	}
	const [postgresFolder, redisServer] = [machine.postgresFolder(), machine.redisServer()];
	if (!postgresFolder || !redisServer)
		throw new Error(
			`Its packages are installed, yet ${postgresFolder ? 'redis-server is not in the path' : `no initdb, postgres and psql are in ${debianFolder}`}.`,
		);
	if (machine.isRoot && !machine.hasPostgresUser()) {
		throw new Error(
			'PostgreSQL refuses to run as root, and this machine has no user «postgres». Run the command as another user, or add that one: «useradd --system postgres».',
		);
	}
	// setpriv becomes the program, so that its process id is that of the server.
	return {
		postgresFolder,
		redisServer,
		asPostgres: machine.isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'] : [],
	};
}

const origins: Record<string, string> = { postgresql: 'PostgreSQL (initdb, postgres, psql)', 'redis-server': 'Redis (redis-server)' };
const lines = (packages: string[]) => packages.map((name) => `  - ${origins[name] ?? name}: on Debian the package «${name}»`).join('\n');
