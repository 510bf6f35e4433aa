import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Recorded } from '../interface/recorder';
import type { ExpectedResponse } from '../interface/row';

/** A server that does not implement the API: it records each request and returns the next response of the row. */
export interface StubSite {
	/** The origin of the server: `http://127.0.0.1:<port>`. */
	readonly origin: string;
	readonly recorded: Recorded[];
	responses: ExpectedResponse[];
	close(): Promise<void>;
}

const NO_RESPONSE_LEFT: ExpectedResponse = { status: 400, body: { error: 'The row has no response to this request' } };

const textOf = async (message: IncomingMessage): Promise<string> => {
	const chunks: Buffer[] = [];
	for await (const chunk of message) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString('utf8');
};

const pairs = (raw: readonly string[]): [string, string][] =>
	Array.from({ length: raw.length / 2 }, (_none, at) => [raw[at * 2]!, raw[at * 2 + 1]!]);

export const startStubSite = async (): Promise<StubSite> => {
	const server = createServer(async (message, response) => {
		const body = await textOf(message);
		site.recorded.push({ method: message.method!, address: message.url!, headers: pairs(message.rawHeaders), body });
		const { status, headers = {}, body: given } = site.responses.shift() ?? NO_RESPONSE_LEFT;
		for (const [name, value] of Object.entries(headers)) if (typeof value === 'string') response.setHeader(name, value);
		response.statusCode = status;
		if (typeof given === 'string') response.end(given);
		else response.setHeader('Content-Type', 'application/json; charset=utf-8').end(JSON.stringify(given));
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const site: StubSite = {
		origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		recorded: [],
		responses: [],
		close: async () => {
			server.closeAllConnections();
			await new Promise((closed) => server.close(closed));
		},
	};
	return site;
};
