import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FaultGate } from './faults/gate';
import type { Journal } from './journal/journal';

export const CONTROL_PREFIX = '/_sandbox';

/**
 * Whether an address belongs to the controls or the console. Their requests and connections are not recorded, delayed or counted, and
 * faults do not apply to them.
 */
export const isOwnAddress = (url: string): boolean => url === '/' || url.startsWith(CONTROL_PREFIX) || /^\/console(?:[/?]|$)/.test(url);

/** The path and query of a request target, which can be an absolute URL (RFC 9112, 3.2.2). */
const pathIn = (target: string): string => target.replace(/^https?:\/\/[^/?#]*\/?/i, '/');

/** Longer than the idle timeout of most clients, so that the client closes the connection first. */
const KEEP_ALIVE_MS = 72_000;

/** The number of checks for incomplete requests within one timeout. */
const CHECKS_PER_TIMEOUT = 4;

const responses = new WeakMap<Socket, ServerResponse>();

/** The response to the newest request on a connection, even if the response has not started. */
export const latestResponse = (socket: Socket): ServerResponse | undefined => responses.get(socket);

/**
 * Closes idle connections: those without a request, and those whose client does not read the response. Keeps a connection
 * whose request has no response yet, because a configured fault can withhold the response.
 */
const closeIdleConnections = (server: Server): void => {
	server.on('timeout', (socket) => {
		const response = latestResponse(socket);
		if (response === undefined || response.headersSent || response.destroyed) {
			socket.destroy();
		}
	});
};

/**
 * The HTTP server below the framework. It sees every request first and every response last, so the journal and the faults cover documents,
 * sign-in, OAuth and definitions. A client has `clientTimeoutMs` to send a whole request, and the same time to read each part of the
 * response; otherwise its connection is closed.
 */
export function trafficServer(handler: RequestListener, journal: Journal, faults: FaultGate, clientTimeoutMs: number): Server {
	const counted = new WeakSet<Socket>();
	const countConnection = (socket: Socket): void => {
		if (!counted.has(socket)) {
			counted.add(socket);
			journal.connected();
			socket.once('close', () => journal.disconnected());
		}
	};
	const server = createServer(
		{
			keepAliveTimeout: KEEP_ALIVE_MS,
			requestTimeout: clientTimeoutMs,
			headersTimeout: clientTimeoutMs,
			connectionsCheckingInterval: clientTimeoutMs / CHECKS_PER_TIMEOUT,
		},
		(request, response) => {
			responses.set(request.socket, response);
			request.url = pathIn(request.url as string);
			if (isOwnAddress(request.url as string)) {
				return handler(request, response);
			}
			countConnection(request.socket);
			const entry = journal.begin(request);
			response.once('close', () => journal.end(entry, response));
			if (faults.idle) {
				return handler(request, response);
			}
			return faults.pass(request, response, entry, handler);
		},
	);
	server.timeout = clientTimeoutMs;
	closeIdleConnections(server);
	return server;
}
