import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
	readonly method: string;
	readonly url: string;
	readonly headers: http.IncomingHttpHeaders;
	readonly body: string;
}

/** The response: a status with a body, sent after `afterMs` milliseconds, or a reset connection. */
export type Reply = { readonly status?: number; readonly body?: unknown; readonly afterMs?: number } | 'reset';

export interface Receiver {
	readonly url: string;
	readonly received: Received[];
	/** Waits until N requests have arrived; fails after one minute. */
	until(count: number): Promise<readonly Received[]>;
	close(): Promise<void>;
}

const TIMEOUT_MS = 60_000;

/** A real HTTP server on this machine that records every request. */
export const startReceiver = async (
	reply: (request: Received, number: number) => Reply | Promise<Reply> = () => ({}),
): Promise<Receiver> => {
	const received: Received[] = [];
	const waiting = new Set<() => void>();
	const server = http.createServer((request, response) => {
		const pieces: Buffer[] = [];
		request.on('data', (piece: Buffer) => pieces.push(piece));
		request.on('error', () => undefined);
		request.on('end', () => {
			const one: Received = {
				method: request.method ?? '',
				url: request.url ?? '',
				headers: request.headers,
				body: Buffer.concat(pieces).toString('utf8'),
			};
			received.push(one);
			waiting.forEach((look) => look());
			void Promise.resolve(reply(one, received.length)).then((given) => {
				if (given === 'reset') {
					request.socket.destroy();
					return;
				}
				const { status = 200, body = { received: true }, afterMs = 0 } = given;
				const timer = setTimeout(
					() =>
						response.writeHead(status, { 'Content-Type': 'application/json' }).end(typeof body === 'string' ? body : JSON.stringify(body)),
					afterMs,
				);
				response.once('close', () => clearTimeout(timer));
			});
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		received,
		until: async (count) =>
			await new Promise((resolve, reject) => {
				const look = (): void => {
					if (received.length < count) return;
					clearTimeout(timer);
					waiting.delete(look);
					resolve(received);
				};
				const timer = setTimeout(() => {
					waiting.delete(look);
					reject(new Error(`received ${received.length} of ${count} requests within ${TIMEOUT_MS} ms`));
				}, TIMEOUT_MS);
				waiting.add(look);
				look();
			}),
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
};

/** An address of this machine with no listener. */
export const deadAddress = async (): Promise<string> => {
	const { url, close } = await startReceiver();
	await close();
	return url;
};
