import compress from '@fastify/compress';
import Fastify, { type FastifyInstance } from 'fastify';
import { hasSince, HEADERS, type Release, type SiteProfile } from '../core/catalog';
import type { SiteChoices } from './choices';
import { consoleRoutes } from './console/routes';
import { documentRoutes } from './documents/plugin';
import type { ApiUser } from './documents/user';
import { EventSender } from './events/sender';
import type { EventTrigger } from './events/trigger';
import { handleBrokenAddress, handleErrors, errorBody, isForm } from './plugins/responses';
import { readBodiesAsText } from './plugins/bodies';
import { decodeBodies } from './plugins/encodedBodies';
import { handleParseErrors } from './plugins/parseErrors';
import type { Clock } from './plugins/clock';
import { Snapshots } from './plugins/control/dataRoutes';
import type { ControlAccess } from './plugins/control/localClient';
import { controlRoutes } from './plugins/control/routes';
import { allowOrigins } from './plugins/cors';
import { combinedRoutes } from './plugins/definition/combined';
import { Definitions } from './plugins/definition/definition';
import { definitionRoutes, indexRoute } from './plugins/definition/routes';
import { BODY_CHECK, FaultGate } from './plugins/faults/gate';
import { ENTRY, Journal } from './plugins/journal/journal';
import { registerAllMethods } from './plugins/otherMethods';
import { OAuth } from './plugins/oauth/provider';
import { oauthRoutes } from './plugins/oauth/routes';
import type { Accounts } from './plugins/signIn/accounts';
import { JwtTokens, signInRoute } from './plugins/signIn/jwt';
import { TokenCache, requireSignIn } from './plugins/signIn/signIn';
import type { Lifetimes } from './plugins/lifetimes';
import { behaveLike, rewriteAddress, sentBody } from './profile/plugin';
import { Tokens } from './plugins/tokens';
import { CONTROL_PREFIX, trafficServer } from './plugins/traffic';
import type { Store } from './storage/store';

/** The name of the only database. Every API address contains it, in any letter case. */
export const DATABASE = 'DEMO';
/** The path between the host and the name of the database in a base URL (public material). */
const API_PREFIX = '/api/v2/database/';
/** The spelling of this prefix in the URLs of definitions. */
const DEFINITION_PREFIX = '/API/v2/database/';
/** A limit above the length of any address that the server accepts. */
const MAX_PARAMETER_CHARACTERS = 65_536;

/** Fastify's compilers for schemas take almost as long to load as Fastify itself. No route has a schema, so they are not loaded. */
const refuseSchemas = (): never => {
	throw new Error('A route has a schema. Remove `schemaController` from the options of Fastify');
};

export interface SandboxParts {
	/** The store must be open; the caller closes it. */
	readonly store: Store;
	readonly release: Release;
	readonly choices: SiteChoices;
	/** How the site differs from public material. */
	readonly profile?: SiteProfile;
	readonly accounts: Accounts;
	/** The user for requests with an OAuth 2 token from client credentials. */
	readonly serviceUser: ApiUser;
	readonly clock: Clock;
	readonly lifetimes: Lifetimes;
	/** The redirect URIs that browser sign-in allows in addition to those of n8n on this machine. */
	readonly redirectUris: readonly string[];
	/** The initial event triggers; the controls can change them. */
	readonly triggers: readonly EventTrigger[];
	/** Origins of web pages that can call the API; `*` for all. */
	readonly corsOrigins: readonly string[];
	readonly controlAccess: ControlAccess;
	/** How long to wait for a client to send its request, and to read each part of the response. */
	readonly clientTimeoutMs: number;
	/** The sign-in that the console shows. The password is undefined if it was set on the command line. */
	readonly shownSignIn: { readonly user: string; readonly password: string | undefined };
	/** The user name and password that the console uses to change records. */
	readonly consoleSignIn: { readonly user: string; readonly password: string };
}

/** Lower-cases the prefix of API addresses, which is case-insensitive; the rest of the address is unchanged. */
const apiPathInLowerCase = (url: string): string =>
	url.startsWith(API_PREFIX) || url.slice(0, API_PREFIX.length).toLowerCase() !== API_PREFIX
		? url
		: API_PREFIX + url.slice(API_PREFIX.length);

const requireDatabase = (app: FastifyInstance): void => {
	app.addHook('onRequest', (request, reply, done) => {
		const { database } = request.params as { database: string };
		if (database.toUpperCase() !== DATABASE) {
			return void reply.code(404).send(errorBody(`Unknown database '${database}'; the database is '${DATABASE}'`));
		}
		return done();
	});
};

/** Before a request is processed, passes its user and body to the journal, and its body to the fault rules. */
const recordBodies = (app: FastifyInstance, journal: Journal): void => {
	app.addHook('preHandler', (request, reply, done) => {
		const { raw, body } = request;
		const text = sentBody(raw) ?? (typeof body === 'string' ? body : '');
		const entry = raw[ENTRY];
		if (entry !== undefined) {
			entry.user = (request.user as ApiUser | null | undefined)?.name;
			if (text !== '') {
				journal.keepBody(entry, text);
			}
		}
		const check = raw[BODY_CHECK];
		// An upload calls the check itself, after it has read the files. If the check ran here, a fault would read and discard the files.
		if (check === undefined || (raw.method === 'POST' && isForm(raw))) {
			return done();
		}
		check(text).then((proceed) => (proceed ? done() : void reply.hijack()), done);
	});
};

/** Creates the server without listening; call `listen` to start it. */
export async function buildSandbox({
	store,
	release,
	choices,
	profile,
	accounts,
	serviceUser,
	clock,
	lifetimes,
	redirectUris,
	triggers,
	corsOrigins,
	controlAccess,
	clientTimeoutMs,
	shownSignIn,
	consoleSignIn,
}: SandboxParts): Promise<FastifyInstance> {
	const journal = new Journal();
	const faults = new FaultGate(profile?.lists?.count ?? HEADERS.count.name);
	const events = new EventSender(store, triggers);
	const app = Fastify({
		serverFactory: (handler) => trafficServer(handler, journal, faults, clientTimeoutMs),
		clientErrorHandler: handleParseErrors,
		frameworkErrors: handleBrokenAddress,
		rewriteUrl: (request) =>
			apiPathInLowerCase(profile === undefined ? (request.url as string) : rewriteAddress(request, profile, `${API_PREFIX}${DATABASE}`)),
		schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
		routerOptions: { maxParamLength: MAX_PARAMETER_CHARACTERS },
		forceCloseConnections: 'idle',
		return503OnClosing: false,
	});
	app.addHook('onClose', async () => events.close());
	registerAllMethods(app);
	readBodiesAsText(app);
	decodeBodies(app);
	handleErrors(app);
	allowOrigins(app, corsOrigins);
	if (profile !== undefined) {
		behaveLike(app, profile);
	}
	if (hasSince(release, '11.0')) {
		await app.register(compress, { encodings: ['gzip', 'deflate'], threshold: 0, zlibOptions: { level: 1 }, globalDecompression: false });
	}

	const jwt = new JwtTokens(accounts, lifetimes, clock);
	const oauth = new OAuth({ accounts, serviceUser, lifetimes, clock, redirectUris, onRevoked: () => tokenCache.clear() });
	const tokenCache = new TokenCache([jwt.read, oauth.read], clock.now);
	const withTokens = hasSince(release, '11.3');

	const definitions = new Definitions(release, choices, `${API_PREFIX}${DATABASE}`);
	indexRoute(app, definitions, release, `${DEFINITION_PREFIX}${DATABASE}`);
	combinedRoutes(app, definitions, profile);
	if (withTokens) {
		await app.register(oauthRoutes, { oauth, accounts, journal });
	}
	await app.register(controlRoutes, {
		prefix: CONTROL_PREFIX,
		database: DATABASE,
		store,
		snapshots: new Snapshots(store),
		journal,
		faults,
		events,
		clock,
		tokens: new Tokens(lifetimes, jwt, oauth, tokenCache),
		userNames: accounts.names,
		controlAccess,
	});
	await app.register(consoleRoutes, {
		store,
		journal,
		apiPath: `${API_PREFIX}${DATABASE}`,
		...shownSignIn,
		signIn: consoleSignIn,
		definitions,
		profile,
		controlAccess,
	});
	await app.register(
		async (database) => {
			requireDatabase(database);
			recordBodies(database, journal);
			if (withTokens) {
				signInRoute(database, accounts, jwt, journal);
			}
			await database.register(async (signedIn) => {
				requireSignIn(signedIn, accounts, withTokens ? tokenCache : undefined);
				definitionRoutes(signedIn, definitions, release);
				await signedIn.register(documentRoutes, { store, release, choices });
			});
		},
		{ prefix: `${API_PREFIX}:database` },
	);
	return app;
}
