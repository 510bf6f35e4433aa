import type { Socket } from 'node:net';
import { refusalBody } from './answers';
import { newestAnswer } from './traffic';

const REASONS: Readonly<Record<string, readonly [status: string, text: string]>> = {
	HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The address and headers are too long; send fewer values in one query'],
	ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time'],
	HPE_INVALID_CHUNK_SIZE: ['400 Bad Request', 'The length of a chunk of the body cannot be read'],
};
const UNKNOWN_REASON = ['400 Bad Request', 'The server cannot read this as an HTTP request'] as const;

/** Answers what never became a request: too long a head, a body that cannot be read, or no HTTP at all. */
export function answerUnreadable(reason: NodeJS.ErrnoException, socket: Socket): void {
	const answer = newestAnswer(socket);
	if (answer !== undefined && answer.req.complete && !answer.writableFinished) {
		// A request before it on the same connection still gets its answer.
		answer.once('finish', () => socket.destroySoon());
		return;
	}
	const answered = answer?.headersSent && !answer.req.complete;
	if (socket.writable && reason.code !== 'ECONNRESET' && !answered) {
		const [status, text] = REASONS[reason.code ?? ''] ?? UNKNOWN_REASON;
		const body = JSON.stringify(refusalBody(text));
		socket.write(
			`HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
		);
	}
	socket.destroySoon();
}
