import { createServer, request as forward, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { duringTests } from '../support/duringTests';

/**
 * A site and a proxy in front of it, both written for these tests: the site counts what it actually did, and the proxy decides what the
 * client sees.
 */
export interface ProxiedSite {
	/** The base URL of the proxy. */
	readonly baseUrl: string;
	/** The method of each request that reached the site. */
	readonly received: string[];
	/**
	 * Decides how the proxy handles the request with this number, counted from 1. `pass`: the proxy forwards the request and returns the
	 * site's response. Otherwise, the proxy returns the given response; if `forward` is true, it forwards the request first.
	 */
	behavior: (number: number) =>
		| 'pass'
		| {
				readonly forward: boolean;
				readonly status: number;
				readonly headers?: Readonly<Record<string, string>> | undefined;
				readonly body: string;
		  };
	/** Handles the requests that reach the site. */
	respond: RequestListener;
}

const bodyOf = async (message: IncomingMessage): Promise<Buffer> => {
	const chunks: Buffer[] = [];
	for await (const chunk of message) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks);
};
const listen = async (listener: RequestListener): Promise<{ server: Server; port: number }> => {
	const server = createServer(listener);
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	return { server, port: (server.address() as AddressInfo).port };
};

/** Responds to a POST with the documented response of a create, and to other methods with 204. */
const createJobs: RequestListener = (request, response) => {
	response.writeHead(request.method === 'POST' ? 200 : 204, { 'Content-Type': 'application/json' });
	response.end(
		request.method === 'POST'
			? JSON.stringify({ message: null, tables: ['jm_job'], jm_job: { record_identifiers: ['job_no'], records: [{ job_no: 12 }] } })
			: undefined,
	);
};

const start = async (): Promise<ProxiedSite & { close(): Promise<void> }> => {
	const received: string[] = [];
	const site = await listen(async (request, response) => {
		await bodyOf(request);
		received.push(request.method!);
		proxied.respond(request, response);
	});
	let number = 0;
	const proxy = await listen(async (request, response) => {
		const body = await bodyOf(request);
		const behavior = proxied.behavior((number += 1));
		const pass = async (): Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }> =>
			await new Promise((resolve, reject) => {
				const passed = forward(
					{ port: site.port, host: '127.0.0.1', method: request.method, path: request.url, headers: request.headers, agent: false },
					(response) =>
						void bodyOf(response).then((read) => resolve({ status: response.statusCode!, headers: response.headers, body: read }), reject),
				);
				passed.once('error', reject).end(body);
			});
		const responded = behavior === 'pass' || behavior.forward ? await pass() : undefined;
		const shown = behavior === 'pass' ? responded! : behavior;
		response.writeHead(shown.status, { ...shown.headers });
		response.end(shown.body);
	});
	const proxied: ProxiedSite & { close(): Promise<void> } = {
		baseUrl: `http://127.0.0.1:${proxy.port}/api/v2/database/DEMO`,
		received,
		get behavior() {
			return behaviorOf;
		},
		set behavior(next) {
			behaviorOf = next;
			number = 0;
			received.length = 0;
		},
		respond: createJobs,
		close: async () => {
			for (const { server } of [site, proxy]) {
				server.closeAllConnections();
				await new Promise((closed) => server.close(closed));
			}
		},
	};
	let behaviorOf: ProxiedSite['behavior'] = () => 'pass';
	return proxied;
};

/** The site and the proxy run during the tests of a file; each test sets their behavior. */
export const proxiedSiteForTests = (): ProxiedSite => duringTests(start, async ({ close }) => await close());
