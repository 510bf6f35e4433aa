import type { Socket } from 'node:net';
import { refusalBody } from './answers';

const REASONS: Readonly<Record<string, readonly [status: string, text: string]>> = {
	HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The address and the headers together are longer than the server takes; send fewer values in one query'],
	ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time'],
};
const UNKNOWN_REASON = ['400 Bad Request', 'This is no HTTP request that the server can read'] as const;

/** Answers what never became a request: too long a head, or no HTTP at all. */
export function answerUnreadable(reason: NodeJS.ErrnoException, socket: Socket): void {
	if (socket.writable && reason.code !== 'ECONNRESET') {
		const [status, text] = REASONS[reason.code ?? ''] ?? UNKNOWN_REASON;
		const body = JSON.stringify(refusalBody(text));
		socket.write(`HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`);
	}
	socket.destroySoon();
}
