/**
 * A proxy that rewrites requests and responses, so that the sandbox behind it looks like a site with another version of the system. The
 * proxy does not share code with the nodes, the check or the sandbox's profiles.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request on its way to the sandbox. A dialect changes it in place. */
export interface Exchange {
	readonly method: string;
	/** The path without the query. */
	path: string;
	parameters: [name: string, value: string][];
	readonly headers: Record<string, string>;
	body: Buffer;
}

export interface ProxyReply {
	status: number;
	headers: Record<string, string>;
	body: Buffer | string;
}

export interface Dialect {
	/** Changes a request, or returns a response in place of the sandbox. */
	readonly request?: (exchange: Exchange, address: string) => ProxyReply | undefined;
	/** Changes the sandbox's response. */
	readonly response?: (reply: ProxyReply, exchange: Exchange) => void;
}

export interface Proxy {
	/** The base URL of the API. */
	readonly apiUrl: string;
	readonly seen: { readonly methods: string[]; maxConcurrent: number };
	close(): Promise<void>;
}

export const isDefinition = ({ path }: Exchange): boolean => /\/spec\//i.test(path);
export const isLogin = ({ path }: Exchange): boolean => path.endsWith('/login');
export const isList = ({ path, method }: Exchange): boolean =>
	method === 'GET' && /\/database\/[^/]+\/[^/=]+$/i.test(path) && !isLogin({ path } as Exchange);

export const refuse = (status: number, error: string, headers: Record<string, string> = {}): ProxyReply => ({
	status,
	headers: { 'content-type': 'application/json', ...headers },
	body: JSON.stringify({ error }),
});

/** Changes the JSON of a response; other responses stay unchanged. */
export const changeJson = (reply: ProxyReply, change: (body: unknown) => unknown): void => {
	if (!/json/.test(reply.headers['content-type'] ?? '')) return;
	reply.body = JSON.stringify(change(JSON.parse(String(reply.body))));
};

/** Changes every value in JSON, innermost first; `name` is the property that contains the value. */
export const mapValues = (value: unknown, change: (value: unknown, name: string) => unknown, name = ''): unknown => {
	if (Array.isArray(value)) return value.map((each: unknown) => mapValues(each, change, name));
	if (typeof value !== 'object' || value === null) return change(value, name);
	return change(Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapValues(each, change, key)])), name);
};

/** Changes the JSON that a request contains: its body and its query. */
export const changeSent = (exchange: Exchange, change: (value: unknown, name: string) => unknown): void => {
	const changed = (text: string): string => {
		try {
			return JSON.stringify(mapValues(JSON.parse(text), change));
		} catch (error) {
			if (error instanceof SyntaxError) return text;
			throw error;
		}
	};
	exchange.parameters = exchange.parameters.map(([name, value]) => [name, name.toLowerCase() === 'query' ? changed(value) : value]);
	if (/json/.test(exchange.headers['content-type'] ?? '') && exchange.body.length > 0)
		exchange.body = Buffer.from(changed(exchange.body.toString('utf8')));
};

/** Thrown in {@link changeSent} for a value that the site does not accept. */
export class NotAccepted extends Error {}

const exchangeOf = async (request: IncomingMessage): Promise<Exchange> => {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	const [path = '', query = ''] = String(request.url).split('?');
	const {
		host: _host,
		connection: _connection,
		'content-length': _length,
		'transfer-encoding': _coding,
		...headers
	} = request.headers as Record<string, string>;
	return {
		method: String(request.method),
		path,
		parameters: query === '' ? [] : query.split('&').map((pair) => pair.split('=', 2).map(decodeURIComponent) as [string, string]),
		headers: { ...headers, 'accept-encoding': 'identity' },
		body: Buffer.concat(chunks),
	};
};

const addressOf = ({ parameters, path }: Exchange): string =>
	parameters.length === 0 ? path : `${path}?${parameters.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')}`;

/** Starts a proxy in front of the sandbox at `origin`. */
export const startProxy = async (origin: string, dialect: Dialect): Promise<Proxy> => {
	const seen = { methods: [] as string[], maxConcurrent: 0 };
	let concurrent = 0;
	const replyTo = async (request: IncomingMessage): Promise<ProxyReply> => {
		const exchange = await exchangeOf(request);
		seen.methods.push(exchange.method);
		try {
			const own = dialect.request?.(exchange, `http://${request.headers.host ?? ''}${request.url ?? ''}`);
			if (own !== undefined) return own;
		} catch (error) {
			if (error instanceof NotAccepted) return refuse(400, error.message);
			throw error;
		}
		const response = await fetch(`${origin}${addressOf(exchange)}`, {
			method: exchange.method,
			headers: exchange.headers,
			redirect: 'manual',
			...(exchange.body.length === 0 ? {} : { body: new Uint8Array(exchange.body) }),
		});
		const {
			connection: _connection,
			'content-length': _length,
			'transfer-encoding': _coding,
			...headers
		} = Object.fromEntries(response.headers);
		const reply: ProxyReply = {
			status: response.status,
			headers: headers as Record<string, string>,
			body: Buffer.from(await response.arrayBuffer()),
		};
		dialect.response?.(reply, exchange);
		return reply;
	};
	const server = createServer((request: IncomingMessage, response: ServerResponse) => {
		concurrent += 1;
		seen.maxConcurrent = Math.max(seen.maxConcurrent, concurrent);
		response.once('close', () => (concurrent -= 1));
		replyTo(request).then(
			({ body, headers, status }) => {
				response.writeHead(status, headers);
				response.end(body);
			},
			(error: Error) => {
				response.writeHead(502);
				response.end(`The proxy failed: ${error.message}`);
			},
		);
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	return {
		apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v2/database/DEMO`,
		seen,
		close: async () => {
			server.closeAllConnections();
			await new Promise((closed) => server.close(closed));
		},
	};
};
