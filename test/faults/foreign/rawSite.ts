/** A site on a bare socket: it can send responses that no HTTP library sends. */
import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface Received {
	readonly method: string;
	/** Path and query after the Base URL. */
	readonly address: string;
	readonly headers: http.IncomingHttpHeaders;
	readonly body: Buffer;
}

/** One step on a connection: send bytes, wait for a number of milliseconds, end the connection or reset it. */
export type Step = Buffer | string | number | 'end' | 'reset';

export interface RawSite {
	readonly url: string;
	readonly received: readonly Received[];
	close(): Promise<void>;
}

const BASE = '/api/v2/database/DEMO';

const isAction = (step: Step): step is 'end' | 'reset' => step === 'end' || step === 'reset';

const perform = async (socket: Socket, steps: readonly Step[]): Promise<void> => {
	for (const step of steps) {
		if (socket.destroyed) return;
		if (typeof step === 'number') await new Promise((passed) => setTimeout(passed, step).unref());
		else if (!isAction(step))
			await new Promise<void>((written) => socket.write(typeof step === 'string' ? Buffer.from(step, 'latin1') : step, () => written()));
		else if (step === 'end') socket.end();
		else socket.resetAndDestroy();
	}
};

/**
 * Starts the site on a free port. `respond` receives each request when its body is complete; only the steps that it returns are sent.
 * Node only parses the requests: the connection stays open unless a step ends it.
 */
export const startRawSite = async (respond: (request: Received, number: number) => readonly Step[]): Promise<RawSite> => {
	const received: Received[] = [];
	const server = http.createServer((request) => {
		const { socket } = request;
		const pieces: Buffer[] = [];
		socket.on('error', () => undefined); // The client may have disconnected, which is part of many cases.
		request.on('data', (piece: Buffer) => pieces.push(piece));
		request.on('end', () => {
			const one: Received = {
				method: String(request.method),
				address: String(request.url).replace(BASE, ''),
				headers: request.headers,
				body: Buffer.concat(pieces),
			};
			received.push(one);
			void perform(socket, respond(one, received.length));
		});
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${BASE}`,
		received,
		close: async () => {
			server.closeAllConnections();
			await new Promise((closed) => server.close(closed));
		},
	};
};

export interface ResponseParts {
	readonly status?: number | string;
	readonly headers?: Readonly<Record<string, string>> | readonly string[] | undefined;
	/** An object is sent as JSON. */
	readonly body?: object | string | Buffer;
	/** The value of Content-Length, by default the length of the body; null omits the header. */
	readonly length?: number | null | undefined;
	readonly version?: string;
}

/** The bytes of a response. Strings are sent as UTF-8. */
export const http1 = ({ status = 200, headers = {}, body = '', length, version = 'HTTP/1.1' }: ResponseParts): Buffer => {
	const content = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body), 'utf8');
	const given = Array.isArray(headers)
		? (headers as readonly string[])
		: Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
	const names = given.map((line) => line.split(':')[0]!.toLowerCase());
	const type = names.includes('content-type') || content.length === 0 || typeof body === 'string' ? [] : ['Content-Type: application/json'];
	const size =
		length === null || names.includes('transfer-encoding') || names.includes('content-length')
			? []
			: [`Content-Length: ${length ?? content.length}`];
	const head = [`${version} ${status}${typeof status === 'number' ? ' Foreign' : ''}`, ...type, ...size, ...given].join('\r\n');
	return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), content]);
};

/** A body in chunks, with the final chunk unless `isOpen`. */
export const chunked = (body: string | Buffer, isOpen = false): Buffer => {
	const content = Buffer.from(body as string);
	const half = Math.ceil(content.length / 2);
	const parts = [content.subarray(0, half), content.subarray(half)].filter((part) => part.length > 0);
	return Buffer.concat([
		...parts.flatMap((part) => [Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]),
		...(isOpen ? [] : [Buffer.from('0\r\n\r\n')]),
	]);
};
