import type { Socket } from 'node:net';
import { errorBody } from './responses';
import { latestResponse } from './traffic';

const REASONS: Readonly<Record<string, readonly [status: string, text: string]>> = {
	HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The URL and headers are too long; send fewer values in one query'],
	ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time'],
	HPE_INVALID_CHUNK_SIZE: ['400 Bad Request', 'The body contains an invalid chunk length'],
};
const UNKNOWN_REASON = ['400 Bad Request', 'The server cannot read this as an HTTP request'] as const;

/** The connections that {@link endAfterResponse} is ending. */
const ending = new WeakSet<Socket>();

/** How long (ms) to read what a client still sends after its response. */
const LINGER_MS = 2_000;

/**
 * Ends a connection after its response, but reads on until the client also ends it. If a connection is closed with unread data, the system
 * discards the response, and the client receives only an error.
 */
const endAfterResponse = (socket: Socket): void => {
	ending.add(socket);
	socket.end();
	const late = setTimeout(() => socket.destroy(), LINGER_MS);
	socket.once('close', () => clearTimeout(late));
};

/** Responds to invalid HTTP: headers that are too long, an invalid body, or another protocol. */
export function handleParseErrors(reason: NodeJS.ErrnoException, socket: Socket): void {
	// The parser reports everything that arrives after the first error as another error.
	if (ending.has(socket)) return;
	// A connection without any request is idle. `closeIdleConnections` also closes such connections, and either check can be first.
	if (reason.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0) {
		socket.destroy();
		return;
	}
	const response = latestResponse(socket);
	if (response !== undefined && response.req.complete && !response.writableFinished) {
		// An earlier request on the same connection still receives its response.
		response.once('finish', () => endAfterResponse(socket));
		return;
	}
	const responded = response?.headersSent && !response.req.complete;
	if (socket.writable && reason.code !== 'ECONNRESET' && !responded) {
		const [status, text] = REASONS[reason.code ?? ''] ?? UNKNOWN_REASON;
		const body = JSON.stringify(errorBody(text));
		socket.write(
			`HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
		);
		endAfterResponse(socket);
		return;
	}
	socket.destroySoon();
}
