import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';

import { duringTests } from '../support/duringTests';

/** One request as it came over the wire. */
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
	/** An object is sent as JSON, a text as it is. */
	readonly body?: unknown;
	/** Milliseconds before it answers. */
	readonly after?: number;
	/** Breaks the connection off instead of answering. */
	readonly reset?: boolean;
}

/**
 * A server that records what it gets and answers what its test tells it to: for what the sandbox, which obeys the interface,
 * would not do. It signs in with Basic `demo`/`demo`, or with a token of its log-in.
 */
export interface RecordingSite {
	/** `http://127.0.0.1:<port>/api/v2/database/DEMO` */
	readonly url: string;
	readonly origin: string;
	/** Everything but log-ins and token requests, also what was answered 401. */
	readonly requests: Recorded[];
	/** Bodies of the log-ins. */
	readonly logIns: Recorded[];
	/** Answers a request that signed in well. */
	answer: (request: Recorded, number: number) => Reply;
	/** Answers a log-in; the token that it gives is valid from then on. */
	logIn: (request: Recorded, number: number) => Reply;
	/** Tokens that are accepted. */
	readonly tokens: Set<string>;
	highestAtOnce: number;
	forget(): void;
	close(): Promise<void>;
}

/** An empty list for a read, and the documented answer without a body for a change. */
const plainAnswer = ({ method }: Recorded): Reply => (method === 'GET' ? { body: { L: [] } } : { status: 204 });

const BASIC = `Basic ${Buffer.from('demo:demo').toString('base64')}`;

export const startRecordingSite = async (secure?: ServerOptions): Promise<RecordingSite> => {
	let atOnce = 0;
	const listener: RequestListener = async (request, response) => {
		atOnce += 1;
		site.highestAtOnce = Math.max(site.highestAtOnce, atOnce);
		response.once('close', () => (atOnce -= 1));
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
			isKnown
				? site.answer(recorded, site.requests.length)
				: { status: 401, body: { error: 'The user name or the password is not right' } },
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
		answer: plainAnswer,
		logIn: (_request, number) => giveToken(site, `token-${number}`),
		tokens: new Set(),
		highestAtOnce: 0,
		forget: () => {
			site.requests.length = 0;
			site.logIns.length = 0;
			site.tokens.clear();
			site.highestAtOnce = 0;
			site.answer = plainAnswer;
			site.logIn = (_request, number) => giveToken(site, `token-${number}`);
		},
		close: async () => {
			server.closeAllConnections();
			await new Promise((closed) => server.close(closed));
		},
	};
	return site;
};

/** Such a server that runs during the tests of a file, or of a block; each test finds it as it was at the start. With a certificate it speaks https. */
export const siteForTests = (certificate?: () => ServerOptions): RecordingSite => {
	const site = duringTests(
		async () => await startRecordingSite(certificate?.()),
		async ({ close }) => await close(),
	);
	beforeEach(() => site.forget());
	return site;
};

/** The answer of a log-in that went well. */
export const giveToken = (site: RecordingSite, token: string, body: unknown = { token }): Reply => {
	site.tokens.add(token);
	return { body };
};

/** The answer of a create that succeeded: a key for each record of the body. */
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
