import compress from '@fastify/compress';
import Fastify, { type FastifyInstance } from 'fastify';
import { hasSince, type Release } from '../core/catalog';
import { documentRoutes } from './documents/plugin';
import { answerRefusals, refusalBody } from './plugins/answers';
import { readBodiesAsText } from './plugins/bodies';
import type { Clock } from './plugins/clock';
import { ENTRY, Journal } from './plugins/journal/journal';
import type { Accounts } from './plugins/signIn/accounts';
import { JwtTokens, logInRoute } from './plugins/signIn/jwt';
import { KnownTokens, requireSignIn } from './plugins/signIn/signIn';
import type { Lifetimes } from './plugins/tokens';
import { trafficServer } from './plugins/traffic';
import type { Store } from './storage/store';

/** The one database of the sandbox; its name stands in every address and is compared without case. */
export const DATABASE = 'DEMO';
const API_PREFIX = '/api/v2/database/';

export interface SandboxParts {
	readonly store: Store;
	readonly release: Release;
	readonly accounts: Accounts;
	readonly clock: Clock;
	readonly lifetimes: Lifetimes;
}

/** The sandbox as one object: `app.listen` makes a server of it. */
export interface Sandbox {
	readonly app: FastifyInstance;
	readonly journal: Journal;
}

/** `/API/V2/Database/x` reaches what `/api/v2/database/x` reaches; the rest of an address keeps its letters. */
const apiPathInLowerCase = (url: string): string =>
	url.startsWith(API_PREFIX) || url.slice(0, API_PREFIX.length).toLowerCase() !== API_PREFIX ? url : API_PREFIX + url.slice(API_PREFIX.length);

/** Builds the sandbox apart from listening. The store is handed in and stays the caller's to close. */
export async function buildSandbox({ store, release, accounts, clock, lifetimes }: SandboxParts): Promise<Sandbox> {
	const journal = new Journal();
	const app = Fastify({
		serverFactory: (handler) => trafficServer(handler, journal),
		rewriteUrl: (request) => apiPathInLowerCase(request.url as string),
		routerOptions: { maxParamLength: 16_384 },
		forceCloseConnections: true,
		clientErrorHandler: (refused, socket) => {
			const tooLong = (refused as NodeJS.ErrnoException).code === 'HPE_HEADER_OVERFLOW';
			const body = JSON.stringify(refusalBody(tooLong ? 'The address and the headers are longer than the server takes' : 'This is no HTTP request that the server can read'));
			if (socket.writable) {
				const status = tooLong ? '431 Request Header Fields Too Large' : '400 Bad Request';
				socket.write(`HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`);
			}
			socket.destroy();
		},
	});
	readBodiesAsText(app);
	answerRefusals(app);
	if (hasSince(release, '11.0')) {
		await app.register(compress, { encodings: ['gzip', 'deflate'], zlibOptions: { level: 1 }, globalDecompression: false });
	}

	const jwt = new JwtTokens(accounts, lifetimes, clock);
	const withTokens = hasSince(release, '11.3');
	const tokens = withTokens ? new KnownTokens([jwt.read], clock.now) : undefined;

	await app.register(
		async (database) => {
			database.addHook('onRequest', (request, reply, done) => {
				const { database: name } = request.params as { database: string };
				if (name.toUpperCase() !== DATABASE) {
					return void reply.code(404).send(refusalBody(`There is no database '${name}' here; its name is '${DATABASE}'`));
				}
				return done();
			});
			database.addHook('preHandler', (request, _reply, done) => {
				const entry = request.raw[ENTRY];
				if (entry !== undefined && typeof request.body === 'string') {
					journal.keepBody(entry, request.body);
				}
				done();
			});
			if (withTokens) {
				logInRoute(database, accounts, jwt, journal);
			}
			await database.register(async (signedIn) => {
				requireSignIn(signedIn, accounts, tokens);
				await signedIn.register(documentRoutes, { store, release });
			});
		},
		{ prefix: `${API_PREFIX}:database` },
	);
	return { app, journal };
}
