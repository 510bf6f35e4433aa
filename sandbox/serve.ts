import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { buildSandbox, DATABASE } from './app';
import { type CommandLine, DEFAULT_PASSWORD } from './commandLine';
import type { ApiUser } from './documents/user';
import { triggersFrom } from './events/settings';
import type { EventTrigger } from './events/trigger';
import { Clock } from './plugins/clock';
import { SERVICE_CLIENT } from './plugins/oauth/clients';
import { Accounts } from './plugins/signIn/accounts';
import { userOfAllDivisions } from './plugins/signIn/divisions';
import { seedFolder, shippedSeeds } from './storage/seedCache';
import { readStateExport, type StateExport } from './storage/stateExport';
import { openStore, type Store } from './storage/store';

/** How long requests in progress can take after a stop signal before their connections are reset. */
const CLOSE_TIMEOUT_MS = 3_000;

/** A user with access to one division, for testing requests to other divisions. The password is the same as the name. */
const LIMITED_USER: ApiUser = { name: 'limited', divisions: [2], defaultDivision: 2 };

/** The reason why the sandbox cannot start, as a message for the user. */
export class CannotStart extends Error {}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127\./.test(host);

const accountsOf = (options: CommandLine, store: Store): Accounts =>
	new Accounts([
		{ password: options.password, user: userOfAllDivisions(options.user, store) },
		...(options.user === LIMITED_USER.name ? [] : [{ password: LIMITED_USER.name, user: LIMITED_USER }]),
	]);

const readInitialData = ({ seed }: CommandLine): StateExport | undefined => {
	if (seed === undefined) {
		return undefined;
	}
	try {
		return readStateExport(JSON.parse(readFileSync(seed, 'utf8')));
	} catch (error) {
		throw new CannotStart(`The seed file '${seed}' cannot be used: ${(error as Error).message}`);
	}
};

const openData = (options: CommandLine, clock: Clock): Store => {
	const initialData = readInitialData(options);
	try {
		const store = openStore(options.data, {
			release: options.release,
			now: () => new Date(clock.now()),
			...(Object.keys(options.volume).length === 0 ? {} : { volume: options.volume }),
			seeds: options.cache === undefined ? shippedSeeds : seedFolder(options.cache),
			...(initialData ? { initialData } : {}),
		});
		store.seedIfEmpty();
		return store;
	} catch (error) {
		throw new CannotStart(`The data file '${options.data}' cannot be used: ${(error as Error).message}`);
	}
};

const readTriggers = ({ events, release }: CommandLine): readonly EventTrigger[] => {
	if (events === undefined) {
		return [];
	}
	try {
		return triggersFrom(JSON.parse(readFileSync(events, 'utf8')), release);
	} catch (error) {
		throw new CannotStart(`The events file '${events}' cannot be used: ${(error as Error).message}`);
	}
};

/** Error codes for a name that cannot be resolved, or an address of another machine. */
const NO_ADDRESS_HERE = ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EAFNOSUPPORT'];

const listen = async (app: FastifyInstance, { host, port }: CommandLine): Promise<string> => {
	try {
		await app.listen({ host, port });
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === 'EADDRINUSE') {
			throw new CannotStart(`Port ${port} is already in use. Choose another with --port, or use --port 0 for a free port`);
		}
		if (code === 'EACCES') {
			throw new CannotStart(`You do not have permission to use port ${port}. Choose a port above 1023 with --port`);
		}
		if (NO_ADDRESS_HERE.includes(code ?? '')) {
			throw new CannotStart(`'--host ${host}' is not an address of this machine`);
		}
		throw error;
	}
	const address = app.server.address() as AddressInfo;
	return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
};

const welcome = (url: string, { user, password, host, data, release }: CommandLine): string =>
	[
		`sandbox listening on ${url}`,
		`  release ${release}, data ${data === ':memory:' ? 'in memory (lost when the sandbox stops)' : `in ${data}`}`,
		`  sign in:   user '${user}', ${password === DEFAULT_PASSWORD ? `password '${password}'` : 'the password from --password'} (only for testing on this machine)`,
		`  records:   ${url}/api/v2/database/${DATABASE}/JmJobList?Query={}`,
		`  console:   ${url}/`,
		`  documents: ${url}/ApiDocs   controls: ${url}/_sandbox/`,
		...(isLoopback(host)
			? []
			: [`  WARNING: '--host ${host}' exposes the sandbox to the network; its passwords are public and nothing is encrypted`]),
		'',
	].join('\n');

/** On a stop signal, finishes the requests in progress, closes the data file, and ends the process. Returns the function that does this. */
const closeOnSignal = (app: FastifyInstance, store: Store): (() => Promise<void>) => {
	let closing = false;
	const close = async (): Promise<void> => {
		if (closing) {
			return;
		}
		closing = true;
		setTimeout(() => app.server.closeAllConnections(), CLOSE_TIMEOUT_MS).unref();
		await app.close();
		store.close();
		// Ctrl+C sends several signals: the terminal sends one, and programs that started the sandbox, such as npm, forward it. At a normal
		// end, Node removes the signal handlers some milliseconds before the process is gone, and a signal then ends it with another status.
		process.exit(0);
	};
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(signal, () => void close());
	}
	return close;
};

/** Calls `close` at the end of standard input. */
const closeWithStdin = (close: () => Promise<void>): void => {
	for (const event of ['end', 'error'] as const) {
		process.stdin.once(event, () => void close());
	}
	process.stdin.resume();
};

/** Opens the data, listens, and prints the URLs. Throws {@link CannotStart} for errors that the user can fix. */
export async function serve(options: CommandLine): Promise<void> {
	const clock = new Clock();
	const triggers = readTriggers(options);
	const store = openData(options, clock);
	try {
		const app = await buildSandbox({
			store,
			clock,
			release: options.release,
			choices: options.choices,
			...(options.profile === undefined ? {} : { profile: options.profile }),
			accounts: accountsOf(options, store),
			serviceUser: userOfAllDivisions(SERVICE_CLIENT.id, store),
			lifetimes: options.lifetimes,
			redirectUris: options.redirectUris,
			triggers,
			corsOrigins: options.corsOrigins,
			controlAccess: options.controlAccess,
			consoleSignIn: { user: options.user, password: options.password },
			clientTimeoutMs: options.clientTimeoutSeconds * 1000,
			shownSignIn: { user: options.user, password: options.password === DEFAULT_PASSWORD ? options.password : undefined },
		});
		const close = closeOnSignal(app, store);
		process.stdout.write(welcome(await listen(app, options), options));
		if (options.stopWithStdin) {
			closeWithStdin(close);
		}
	} catch (error) {
		store.close();
		throw error;
	}
}
