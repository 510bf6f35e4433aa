import { createServer, request as send, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received request. */
export interface Recorded {
	readonly method: string;
	/** Path and query, undecoded. */
	readonly address: string;
	/** Names and values with their original spelling, in order. */
	readonly headers: readonly (readonly [name: string, value: string])[];
	readonly body: string;
}

/** A proxy between a client and a server: records every request and forwards it byte for byte. */
export interface Recorder {
	/** The origin of the proxy: `http://127.0.0.1:<port>`. */
	readonly origin: string;
	readonly recorded: Recorded[];
	close(): Promise<void>;
}

const bodyOf = async (message: IncomingMessage): Promise<Buffer> => {
	const chunks: Buffer[] = [];
	for await (const chunk of message) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks);
};

const pairs = (raw: readonly string[]): [string, string][] =>
	Array.from({ length: raw.length / 2 }, (_none, at) => [raw[at * 2]!, raw[at * 2 + 1]!]);

/** `target` is the origin of the server to which the proxy forwards the requests. */
export const startRecorder = async (target: string): Promise<Recorder> => {
	const recorded: Recorded[] = [];
	const server = createServer(async (message, response) => {
		const body = await bodyOf(message);
		recorded.push({ method: message.method!, address: message.url!, headers: pairs(message.rawHeaders), body: body.toString('utf8') });
		const passedOn = send(`${target}${message.url}`, { method: message.method, headers: message.rawHeaders as never }, (incoming) => {
			response.writeHead(incoming.statusCode!, incoming.rawHeaders);
			incoming.pipe(response);
		});
		passedOn.once('error', () => response.destroy());
		passedOn.end(body);
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	return {
		origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		recorded,
		close: async () => {
			server.closeAllConnections();
			await new Promise((closed) => server.close(closed));
		},
	};
};
