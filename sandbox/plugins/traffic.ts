import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FaultGate } from './faults/gate';
import type { Journal } from './journal/journal';

/** Requests under it are not recorded, delayed or broken; connections that carry nothing else are not counted. */
export const CONTROL_PREFIX = '/_sandbox';
/** Longer than the idle time that clients usually allow themselves, so that the client closes first. */
const KEEP_ALIVE_MS = 72_000;

/** Of the patience with a client: how often those who have used it up are looked for. */
const LOOKS = 4;

const answers = new WeakMap<Socket, ServerResponse>();

/** The answer to the newest request of a connection, be it begun or not. */
export const newestAnswer = (socket: Socket): ServerResponse | undefined => answers.get(socket);

/**
 * Breaks connections on which nothing moves: those without a request, and those whose client takes none of its answer. A request
 * that has no answer yet is left alone, since silence can be a fault that was asked for.
 */
const breakIdle = (server: Server): void => {
	server.on('timeout', (socket) => {
		const response = newestAnswer(socket);
		if (response === undefined || response.headersSent || response.destroyed) {
			socket.destroy();
		}
	});
};

/**
 * The HTTP server below the framework: it sees every request first and every answer last, whoever gives it,
 * so journal and faults cover documents, log-in, OAuth and definition alike. A client may take `patienceMs` to send a whole
 * request, and as long to take the next piece of its answer; then its connection is ended.
 */
export function trafficServer(handler: RequestListener, journal: Journal, faults: FaultGate, patienceMs: number): Server {
	const met = new WeakSet<Socket>();
	const meet = (socket: Socket): void => {
		if (!met.has(socket)) {
			met.add(socket);
			journal.connected();
			socket.once('close', () => journal.disconnected());
		}
	};
	const server = createServer(
		{
			keepAliveTimeout: KEEP_ALIVE_MS,
			requestTimeout: patienceMs,
			headersTimeout: patienceMs,
			connectionsCheckingInterval: patienceMs / LOOKS,
		},
		(request, response) => {
			answers.set(request.socket, response);
			if ((request.url as string).startsWith(CONTROL_PREFIX)) {
				return handler(request, response);
			}
			meet(request.socket);
			const entry = journal.begin(request);
			response.once('close', () => journal.end(entry, response));
			if (faults.idle) {
				return handler(request, response);
			}
			return faults.pass(request, response, entry, handler);
		},
	);
	server.timeout = patienceMs;
	breakIdle(server);
	return server;
}
