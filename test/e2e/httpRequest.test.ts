import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { itemsOf, type Execution, type N8nRest } from '../../workshop/editor/rest';
import { SIGN_IN_TYPES } from '../support/signInTypes';
import { knownVersions, signedIn, siteOfTests } from './support/site';

const TYPES = { ...SIGN_IN_TYPES, jwtHeader: SIGN_IN_TYPES.jwt } as const;
const SIGN_INS = ['basic', 'jwt', 'jwtHeader', 'oAuth2'] as const;
type SignIn = (typeof SIGN_INS)[number];
/** Two older versions and the newest one. Before 4.4, the node passes credentials on to other hosts by default. */
const VERSIONS = [3, 4.2, Math.max(...knownVersions('n8n-nodes-base.httpRequest'))];
const PASSWORD = `Pa55-w0rd-${randomUUID()}`;
const TOKEN = `token-${randomUUID()}`;
const EXPECTED: Record<SignIn, readonly [string, string]> = {
	basic: ['authorization', `Basic ${Buffer.from(`keeper:${PASSWORD}`).toString('base64')}`],
	jwt: ['authorization', `Bearer ${TOKEN}`],
	jwtHeader: ['x-session', TOKEN],
	oAuth2: ['authorization', `Bearer ${TOKEN}`],
};
/**
 * n8n 1 does not check redirects and next-page URLs for an OAuth 2 credential. In n8n 1, the HTTP Request node can therefore use the
 * credential only if the user allows this use.
 */
const CHECKS_EACH_REQUEST = !siteOfTests().version.startsWith('1.');
const BASE = '/api/v2/database/LIVE';

interface Server {
	readonly origin: string;
	readonly requests: http.IncomingMessage[];
	close(): void;
}
const serve = async (host: string, respond: (url: string, response: http.ServerResponse) => void): Promise<Server> => {
	const requests: http.IncomingMessage[] = [];
	const server = http.createServer((request, response) => {
		requests.push(request);
		request.resume();
		respond(String(request.url), response);
	});
	await new Promise<void>((listening) => server.listen(0, host, listening));
	return {
		origin: `http://${host}:${(server.address() as AddressInfo).port}`,
		requests,
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
};

let rest: N8nRest;
let site: Server;
/** Another host, to which the site or the user directs n8n. */
let other: Server;

beforeAll(async () => {
	const json = (response: http.ServerResponse, body: unknown): void =>
		void response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
	rest = await signedIn();
	other = await serve('127.0.0.2', (_url, response) => json(response, { page: 'other' }));
	site = await serve('127.0.0.1', (url, response) => {
		if (url.endsWith('/login')) return json(response, { token: TOKEN });
		if (url === '/oauth/token') return json(response, { access_token: TOKEN, token_type: 'Bearer', expires_in: 3600 });
		const redirect = /redirect=(\d+)/.exec(url)?.[1];
		if (redirect) return void response.writeHead(Number(redirect), { Location: `${other.origin}${BASE}/JmJob` }).end();
		const page = Number(/page=(\d+)/.exec(url)?.[1] ?? 1);
		const next = url.includes('away') ? `${other.origin}${BASE}/JmJobList` : `${site.origin}${BASE}/JmJobList?page=${page + 1}`;
		return json(response, { page, ...(page < 3 ? { next } : {}) });
	});
});
beforeEach(() => {
	site.requests.length = 0;
	other.requests.length = 0;
});
afterAll(() => {
	site?.close();
	other?.close();
});

const dataOf = (signIn: SignIn, more: IDataObject = {}): IDataObject => ({
	baseUrl: `${site.origin}${BASE}`,
	...(signIn === 'oAuth2'
		? {
				grantType: 'clientCredentials',
				accessTokenUrl: `${site.origin}/oauth/token`,
				clientId: 'client',
				clientSecret: PASSWORD,
				authentication: 'header',
			}
		: { username: 'keeper', password: PASSWORD }),
	// Each JWT credential has a different token lifetime, so that no sign-in is skipped because of an earlier one.
	...(signIn.startsWith('jwt') ? { customizeSignIn: true, lifeMinutes: 60 + Math.random() } : {}),
	...(signIn === 'jwtHeader' ? { headerName: 'X-Session', headerPrefix: '' } : {}),
	...more,
});

/** Sends one request with n8n's HTTP Request node. */
const request = async (
	signIn: SignIn,
	typeVersion: number,
	url: string,
	options: INodeParameters = {},
	more: IDataObject = {},
): Promise<Execution> => {
	const credential = await rest.putCredential({ name: `HTTP ${randomUUID()}`, type: TYPES[signIn], data: dataOf(signIn, more) });
	const nodes: INode[] = [
		{ id: 'start', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} },
		{
			id: 'http',
			name: 'HTTP',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion,
			position: [220, 0],
			parameters: { url, authentication: 'predefinedCredentialType', nodeCredentialType: TYPES[signIn], options },
			credentials: { [TYPES[signIn]]: { id: credential.id, name: credential.name } },
		},
	];
	const workflow = await rest.putWorkflow({
		name: `HTTP ${randomUUID()}`,
		nodes,
		connections: { Start: { main: [[{ node: 'HTTP', type: 'main', index: 0 }]] } },
		settings: {},
	});
	return await rest.run(workflow, 'Start');
};
const PAGES: INodeParameters = {
	pagination: {
		pagination: {
			paginationMode: 'responseContainsNextURL',
			nextURL: '={{ $response.body.next }}',
			paginationCompleteWhen: 'other',
			completeExpression: '={{ !$response.body.next }}',
		},
	},
};
const REDIRECTS: INodeParameters = { redirect: { redirect: { followRedirects: true, maxRedirects: 5 } } };
const outputOf = (execution: Execution): unknown[] => {
	expect(execution.data.resultData.error).toBeUndefined();
	return itemsOf(execution, 'HTTP').map(({ json }) => json.page);
};
/** The requests that the site received, except sign-ins and the HEAD request with which a Basic credential checks the connection. */
const callsOfSite = (): http.IncomingMessage[] =>
	site.requests.filter(({ method, url }) => method !== 'HEAD' && !/login|oauth/.test(String(url)));
const expectSigned = (signIn: SignIn, count: number): void => {
	const [name, value] = EXPECTED[signIn];
	expect(callsOfSite().map(({ headers }) => headers[name])).toEqual(Array.from({ length: count }, () => value));
	expect(site.requests.filter(({ method, headers }) => method === 'HEAD' && name in headers)).toEqual([]);
};
const expectNoSecretElsewhere = (): void => {
	const received = JSON.stringify(other.requests.map(({ headers, url }) => [headers, url]));
	for (const secret of [PASSWORD, TOKEN, EXPECTED.basic[1].slice('Basic '.length)]) expect(received).not.toContain(secret);
};

describe.each(SIGN_INS)("n8n's HTTP Request node with a credential (%s)", (signIn) => {
	const isSafe = signIn !== 'oAuth2' || CHECKS_EACH_REQUEST;
	const allowed: IDataObject = isSafe ? {} : { useInHttpRequest: true };

	describe.each(VERSIONS)('in version %s', (version) => {
		it("reads from the credential's site", async () => {
			expect(outputOf(await request(signIn, version, `${site.origin}${BASE}/JmJob/job_no=3`, {}, allowed))).toEqual([1]);
			expectSigned(signIn, 1);
		});

		it('refuses a request to a different host, and sends nothing to that host', async () => {
			const { data } = await request(signIn, version, `${other.origin}${BASE}/JmJob`, {}, allowed);
			expect(`${data.resultData.error?.message} ${data.resultData.error?.description}`).toMatch(/another host|Domain not allowed/);
			expect(other.requests).toHaveLength(0);
		});

		if (isSafe) {
			it.each([301, 302, 307, 308])('sends no secret to the host to which the site redirects with %i', async (status) => {
				const { status: end } = await request(signIn, version, `${site.origin}${BASE}/JmJob?redirect=${status}`, REDIRECTS);
				expect(end).toBe('error');
				expectSigned(signIn, 1);
				expectNoSecretElsewhere();
			});
		}
	});

	describe.each(VERSIONS.filter((version) => version >= 4))('in version %s, with pagination,', (version) => {
		it('reads all pages', async () => {
			expect(outputOf(await request(signIn, version, `${site.origin}${BASE}/JmJobList`, PAGES, allowed))).toEqual([1, 2, 3]);
			expectSigned(signIn, 3);
		});

		if (isSafe) {
			it('refuses a link to a next page on a different host, and sends nothing to that host', async () => {
				const { data, status } = await request(signIn, version, `${site.origin}${BASE}/JmJobList?away`, PAGES);
				expect(status).toBe('error');
				expect(`${data.resultData.error?.message} ${data.resultData.error?.description}`).toMatch(/another host|Domain not allowed/);
				expect(other.requests).toHaveLength(0);
			});
		}
	});
});

if (!CHECKS_EACH_REQUEST) {
	describe("n8n's HTTP Request node with an OAuth 2 credential, in a version of n8n that checks only the first address", () => {
		it('sends nothing, and reports an error, unless the credential allows this use', async () => {
			const { data } = await request('oAuth2', VERSIONS[1]!, `${site.origin}${BASE}/JmJob/job_no=3`);
			expect(data.resultData.error?.message).toContain('configured to prevent use within an HTTP Request node');
			expect([...site.requests, ...other.requests]).toHaveLength(0);
		});
	});
}
