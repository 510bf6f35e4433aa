import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FaultGate } from './faults/gate';
import type { Journal } from './journal/journal';

/** Requests under it are not journalled, delayed or broken; connections that carry nothing else are not counted. */
export const CONTROL_PREFIX = '/_sandbox';
/** Longer than the idle time that clients usually allow themselves, so that the client closes first. */
const KEEP_ALIVE_MS = 72_000;

/**
 * The HTTP server below the framework: it sees every request first and every answer last, whoever gives it,
 * so journal and faults cover documents, log-in, OAuth and definition alike.
 */
export function trafficServer(handler: RequestListener, journal: Journal, faults: FaultGate): Server {
	const met = new WeakSet<Socket>();
	const meet = (socket: Socket): void => {
		if (!met.has(socket)) {
			met.add(socket);
			journal.connected();
			socket.once('close', () => journal.disconnected());
		}
	};
	return createServer({ keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: 0 }, (request, response) => {
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
	});
}
