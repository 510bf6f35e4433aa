import compress from '@fastify/compress';
import Fastify, { type FastifyInstance } from 'fastify';
import { DEFAULT_API_PATH, hasSince, type Release } from '../core/catalog';
import type { SiteChoices } from './choices';
import { documentRoutes } from './documents/plugin';
import type { ApiUser } from './documents/user';
import { EventSender } from './events/sender';
import type { EventTrigger } from './events/trigger';
import { answerBrokenAddress, answerRefusals, refusalBody } from './plugins/answers';
import { readBodiesAsText } from './plugins/bodies';
import { decodeBodies } from './plugins/encodedBodies';
import { answerUnreadable } from './plugins/unreadable';
import type { Clock } from './plugins/clock';
import { Snapshots } from './plugins/control/dataRoutes';
import { controlRoutes } from './plugins/control/routes';
import { allowOrigins } from './plugins/cors';
import { combinedRoutes } from './plugins/definition/combined';
import { Definitions } from './plugins/definition/definition';
import { definitionRoutes, indexRoute } from './plugins/definition/routes';
import { BODY_CHECK, FaultGate } from './plugins/faults/gate';
import { ENTRY, Journal } from './plugins/journal/journal';
import { knowEveryMethod } from './plugins/otherMethods';
import { OAuth } from './plugins/oauth/provider';
import { oauthRoutes } from './plugins/oauth/routes';
import type { Accounts } from './plugins/signIn/accounts';
import { JwtTokens, logInRoute } from './plugins/signIn/jwt';
import { KnownTokens, requireSignIn } from './plugins/signIn/signIn';
import type { Lifetimes } from './plugins/lifetimes';
import { Tokens } from './plugins/tokens';
import { CONTROL_PREFIX, trafficServer } from './plugins/traffic';
import type { Store } from './storage/store';

/** The one database of the sandbox; its name stands in every address and is compared without case. */
export const DATABASE = 'DEMO';
const API_PREFIX = DEFAULT_API_PATH;
/** The same addresses, spelled as definitions are asked for. */
const DEFINITION_PREFIX = '/API/v2/database/';
/** Longer than any address that the server takes. */
const MOST_PARAMETER_CHARACTERS = 65_536;

export interface SandboxParts {
	/** Handed in open, and stays the caller's to close. */
	readonly store: Store;
	readonly release: Release;
	readonly choices: SiteChoices;
	readonly accounts: Accounts;
	/** Whom a token of client credentials stands for. */
	readonly serviceUser: ApiUser;
	readonly clock: Clock;
	readonly lifetimes: Lifetimes;
	/** Where browser sign-in may lead back to, beside n8n on this machine. */
	readonly redirectUris: readonly string[];
	/** What it sends events of, until the controls say otherwise. */
	readonly triggers: readonly EventTrigger[];
	/** Origins of web pages that may call the API; `*` for all. */
	readonly corsOrigins: readonly string[];
	/** How long a client may take to send its request, and to read each part of the response. */
	readonly patienceMs: number;
}

/** `/API/V2/Database/x` reaches what `/api/v2/database/x` reaches; the rest of an address keeps its letters. */
const apiPathInLowerCase = (url: string): string =>
	url.startsWith(API_PREFIX) || url.slice(0, API_PREFIX.length).toLowerCase() !== API_PREFIX
		? url
		: API_PREFIX + url.slice(API_PREFIX.length);

const onlyKnownDatabase = (app: FastifyInstance): void => {
	app.addHook('onRequest', (request, reply, done) => {
		const { database } = request.params as { database: string };
		if (database.toUpperCase() !== DATABASE) {
			return void reply.code(404).send(refusalBody(`Unknown database '${database}'; the database is '${DATABASE}'`));
		}
		return done();
	});
};

/** Gives the body to the journal, and to a fault that waits for it, before the request is carried out. */
const showBodies = (app: FastifyInstance, journal: Journal): void => {
	app.addHook('preHandler', (request, reply, done) => {
		const { raw, body } = request;
		const text = typeof body === 'string' ? body : '';
		const entry = raw[ENTRY];
		if (entry !== undefined) {
			entry.user = (request.user as ApiUser | null | undefined)?.name;
			if (text !== '') {
				journal.keepBody(entry, text);
			}
		}
		const check = raw[BODY_CHECK];
		if (check === undefined) {
			return done();
		}
		check(text).then((goOn) => (goOn ? done() : void reply.hijack()), done);
	});
};

/** Builds the sandbox apart from listening; `listen` makes a server of it. */
export async function buildSandbox({
	store,
	release,
	choices,
	accounts,
	serviceUser,
	clock,
	lifetimes,
	redirectUris,
	triggers,
	corsOrigins,
	patienceMs,
}: SandboxParts): Promise<FastifyInstance> {
	const journal = new Journal();
	const faults = new FaultGate();
	const events = new EventSender(store, triggers);
	const app = Fastify({
		serverFactory: (handler) => trafficServer(handler, journal, faults, patienceMs),
		clientErrorHandler: answerUnreadable,
		frameworkErrors: answerBrokenAddress,
		rewriteUrl: (request) => apiPathInLowerCase(request.url as string),
		routerOptions: { maxParamLength: MOST_PARAMETER_CHARACTERS },
		forceCloseConnections: 'idle',
		return503OnClosing: false,
	});
	app.addHook('onClose', async () => events.close());
	knowEveryMethod(app);
	readBodiesAsText(app);
	decodeBodies(app);
	answerRefusals(app);
	allowOrigins(app, corsOrigins);
	if (hasSince(release, '11.0')) {
		await app.register(compress, { encodings: ['gzip', 'deflate'], threshold: 0, zlibOptions: { level: 1 }, globalDecompression: false });
	}

	const jwt = new JwtTokens(accounts, lifetimes, clock);
	const oauth = new OAuth({ accounts, serviceUser, lifetimes, clock, redirectUris, onRevoked: () => known.forget() });
	const known = new KnownTokens([jwt.read, oauth.read], clock.now);
	const withTokens = hasSince(release, '11.3');

	const definitions = new Definitions(release, choices, `${API_PREFIX}${DATABASE}`);
	indexRoute(app, definitions, release, `${DEFINITION_PREFIX}${DATABASE}`);
	combinedRoutes(app, definitions, release);
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
		tokens: new Tokens(lifetimes, jwt, oauth, known),
		userNames: accounts.names,
	});
	await app.register(
		async (database) => {
			onlyKnownDatabase(database);
			showBodies(database, journal);
			if (withTokens) {
				logInRoute(database, accounts, jwt, journal);
			}
			await database.register(async (signedIn) => {
				requireSignIn(signedIn, accounts, withTokens ? known : undefined);
				definitionRoutes(signedIn, definitions, release);
				await signedIn.register(documentRoutes, { store, release, choices });
			});
		},
		{ prefix: `${API_PREFIX}:database` },
	);
	return app;
}
