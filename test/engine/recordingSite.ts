import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';

import { duringTests } from '../support/duringTests';

/** A received request. */
export interface Recorded {
	readonly method: string;
	/** Path and query, undecoded. */
	readonly address: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
}

export interface Reply {
	readonly status?: number;
	readonly headers?: Readonly<Record<string, string>>;
	/** An object is sent as JSON, a string unchanged. */
	readonly body?: unknown;
	/** Delay before the response in ms. */
	readonly after?: number;
	/** Resets the connection instead of responding. */
	readonly reset?: boolean;
}

/**
 * A server that records requests and returns the responses that its test sets, for behavior that the sandbox does not have.
 * It accepts Basic `demo`/`demo`, or a token from its sign-in.
 */
export interface RecordingSite {
	/** The base URL: `http://127.0.0.1:<port>/api/v2/database/DEMO`. */
	readonly url: string;
	readonly origin: string;
	/** Everything except sign-ins and token requests, including requests rejected with 401. */
	readonly requests: Recorded[];
	/** The sign-ins and token requests. */
	readonly logIns: Recorded[];
	/** Responds to an authenticated request. */
	respond: (request: Recorded, number: number) => Reply;
	/** Responds to a sign-in or token request. By default, returns a new token and accepts it from then on. */
	logIn: (request: Recorded, number: number) => Reply;
	/** Tokens that are accepted. */
	readonly tokens: Set<string>;
	maxConcurrent: number;
	forget(): void;
	close(): Promise<void>;
}

/** An empty list for a read, and the documented response without a body for a change. */
const plainResponse = ({ method }: Recorded): Reply => (method === 'GET' ? { body: { L: [] } } : { status: 204 });

const BASIC = `Basic ${Buffer.from('demo:demo').toString('base64')}`;

export const startRecordingSite = async (secure?: ServerOptions): Promise<RecordingSite> => {
	let inFlight = 0;
	const listener: RequestListener = async (request, response) => {
		inFlight += 1;
		site.maxConcurrent = Math.max(site.maxConcurrent, inFlight);
		response.once('close', () => (inFlight -= 1));
		const recorded = await record(request);
		if (/\/(login|sign-in)$|\/oauth\//.test(recorded.address)) {
			site.logIns.push(recorded);
			await reply(response, site.logIn(recorded, site.logIns.length));
			return;
		}
		site.requests.push(recorded);
		const { authorization = '' } = recorded.headers;
		const isKnown =
			authorization === BASIC ||
			site.tokens.has(authorization.replace(/^Bearer /, '')) ||
			site.tokens.has(recorded.headers['x-session'] ?? '');
		await reply(
			response,
			isKnown ? site.respond(recorded, site.requests.length) : { status: 401, body: { error: 'The user name or password is incorrect' } },
		);
	};
	const server: Server = secure ? createSecureServer(secure, listener) : createServer(listener);
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const origin = `${secure ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const site: RecordingSite = {
		url: `${origin}/api/v2/database/DEMO`,
		origin,
		requests: [],
		logIns: [],
		respond: plainResponse,
		logIn: (_request, number) => giveToken(site, `token-${number}`),
		tokens: new Set(),
		maxConcurrent: 0,
		forget: () => {
			site.requests.length = 0;
			site.logIns.length = 0;
			site.tokens.clear();
			site.maxConcurrent = 0;
			site.respond = plainResponse;
			site.logIn = (_request, number) => giveToken(site, `token-${number}`);
		},
		close: async () => {
			server.closeAllConnections();
			await new Promise((closed) => server.close(closed));
		},
	};
	return site;
};

/** A recording site for the tests of a file or block, reset before each test. It uses https if it has a certificate. */
export const siteForTests = (certificate?: () => ServerOptions): RecordingSite => {
	const site = duringTests(
		async () => await startRecordingSite(certificate?.()),
		async ({ close }) => await close(),
	);
	beforeEach(() => site.forget());
	return site;
};

/** The response of a successful sign-in. */
export const giveToken = (site: RecordingSite, token: string, body: unknown = { token }): Reply => {
	site.tokens.add(token);
	return { body };
};

/** The response of a successful create: a key for each record of the body. */
export const envelopeOf = (body: string): Reply => {
	const [[table, records]] = Object.entries(JSON.parse(body) as Record<string, unknown[]>) as [[string, unknown[]]];
	const key = KEYS[table] ?? 'wo_no_seq';
	return {
		body: {
			message: null,
			tables: [table],
			[table]: { record_identifiers: [key], records: records.map((_, index) => ({ [key]: index + 1 })) },
		},
	};
};
const KEYS: Readonly<Record<string, string>> = { jm_job: 'job_no', jm_actual_header: 'actual_hdr_no' };

const record = async (request: IncomingMessage): Promise<Recorded> => {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return {
		method: String(request.method),
		address: String(request.url),
		headers: request.headers as Record<string, string>,
		body: Buffer.concat(chunks).toString('utf8'),
	};
};

const reply = async (
	response: ServerResponse,
	{ status = 200, headers = {}, body = '', after = 0, reset = false }: Reply,
): Promise<void> => {
	if (after > 0) await new Promise((passed) => setTimeout(passed, after).unref());
	if (reset) {
		response.destroy();
		return;
	}
	const isText = typeof body === 'string';
	response.writeHead(status, { ...(isText ? {} : { 'Content-Type': 'application/json' }), ...headers });
	response.end(isText ? body : JSON.stringify(body));
};
