import type { ICredentialDataDecryptedObject, INodeExecutionData } from 'n8n-workflow';

import type { NodeOutcome } from '../../workshop/engine/engine';
import { giveToken, siteForTests, type Reply } from '../engine/recordingSite';
import { engineForTests } from '../support/engineForTests';
import { SIGN_IN_TYPES as TYPES } from '../support/signInTypes';

const engine = engineForTests();
const site = siteForTests();
let number = 0;

beforeEach(() => {
	site.respond = ({ method, address }) =>
		method === 'GET' ? { body: { jm_job: [{ job_no: Number(address.split('=')[1]) }] } } : { status: 204 };
});

/** Each test has its own secret, so that no refusal comes from the cache. */
const credentials = {
	basic: (): ICredentialDataDecryptedObject => ({ baseUrl: site.url, username: 'demo', password: `wrong-${(number += 1)}` }),
	jwt: (): ICredentialDataDecryptedObject => ({ baseUrl: site.url, username: 'demo', password: `secret-${(number += 1)}` }),
	oAuth2: (): ICredentialDataDecryptedObject => ({
		baseUrl: site.url,
		grantType: 'clientCredentials',
		accessTokenUrl: `${site.origin}/oauth/token`,
		clientId: 'client',
		clientSecret: `secret-${(number += 1)}`,
	}),
	browser: (): ICredentialDataDecryptedObject => ({
		...credentials.oAuth2(),
		grantType: 'authorizationCode',
		authUrl: `${site.origin}/oauth/auth`,
		oauthTokenData: { access_token: `ended-${number}`, refresh_token: `refresh-${number}`, token_type: 'Bearer' },
	}),
};
type Kind = keyof typeof credentials;
const authenticationOf = (kind: Kind): keyof typeof TYPES => (kind === 'browser' ? 'oAuth2' : kind);

interface Settings {
	readonly items?: number;
	readonly continuesOnFail?: boolean;
	readonly options?: Record<string, unknown>;
	readonly parameters?: object;
}
const run = async (
	kind: Kind,
	credential: ICredentialDataDecryptedObject | string,
	{ items = 1, continuesOnFail = false, options, parameters = {} }: Settings = {},
): Promise<NodeOutcome> =>
	await engine.run({
		node: 'mediaOperations',
		parameters: {
			authentication: authenticationOf(kind),
			resource: 'job',
			operation: 'get',
			record: { __rl: true, mode: 'job_no', value: '={{ $json.job }}' },
			...parameters,
			options: { concurrency: 16, maxAttempts: 3, ...options },
		} as never,
		credentials: { [TYPES[authenticationOf(kind)]]: credential },
		input: Array.from({ length: items }, (_, index): INodeExecutionData => ({ json: { job: index + 1 } })),
		...(continuesOnFail ? { onError: 'continueRegularOutput' as const } : {}),
	});
const goodToken = (request: unknown, count: number): Reply =>
	giveToken(site, `token-${number}-${count}`, {
		access_token: `token-${number}-${count}`,
		token: `token-${number}-${count}`,
		token_type: 'Bearer',
	});
const text = ({ error }: NodeOutcome): string => `${error?.message} ${error?.description}`;
const endpoint = (kind: Kind): string => (kind === 'jwt' ? `${site.url}/login` : `${site.origin}/oauth/token`);

describe('A refused sign-in', () => {
	it.each<readonly [string, number, Kind]>([
		['a Basic credential', 401, 'basic'],
		['a JWT credential', 401, 'jwt'],
		['an OAuth 2 credential', 401, 'oAuth2'],
		['an OAuth 2 credential', 400, 'oAuth2'],
		['a connected OAuth 2 account', 400, 'browser'],
	])(
		'with %s and status %i is tried only once for 50 items, and no token is requested again in the next half minute',
		async (_name, status, kind) => {
			site.logIn = () => ({
				status,
				body: { error: kind === 'browser' ? 'invalid_grant' : 'invalid_client', error_description: 'Not known here' },
			});
			const id = `refused-${kind}-${status}`;
			await engine.credentials.put(id, TYPES[authenticationOf(kind)], credentials[kind]());
			const { output } = await run(kind, id, { items: 50, continuesOnFail: true });
			expect(output[0]).toHaveLength(50);
			expect(output[0]!.every(({ json }) => typeof json.error === 'string')).toBe(true);
			const tries = kind === 'basic' ? site.requests : site.logIns;
			expect(tries).toHaveLength(1);
			// Basic has no token to wait for: each run has to try the password.
			await run(kind, id, { items: 50, continuesOnFail: true });
			expect(tries).toHaveLength(kind === 'basic' ? 2 : 1);
		},
	);

	it('with OAuth 2 is tried only once for five executions that start at the same time', async () => {
		site.logIn = () => ({ status: 401, body: { error: 'invalid_client' }, after: 100 });
		await engine.credentials.put('together', TYPES.oAuth2, credentials.oAuth2());
		const outcomes = await Promise.all(Array.from({ length: 5 }, async () => await run('oAuth2', 'together', { items: 3 })));
		expect(outcomes.every(({ error }) => error !== null)).toBe(true);
		expect(site.logIns).toHaveLength(1);
	});

	it('with OAuth 2 is tried again as soon as the secret is corrected', async () => {
		site.logIn = () => ({ status: 401, body: { error: 'invalid_client' } });
		const data = credentials.oAuth2();
		await engine.credentials.put('corrected', TYPES.oAuth2, data);
		expect((await run('oAuth2', 'corrected')).error).not.toBeNull();
		site.logIn = goodToken;
		await engine.credentials.put('corrected', TYPES.oAuth2, { ...data, clientSecret: 'corrected-secret' });
		expect((await run('oAuth2', 'corrected')).error).toBeNull();
	});
});

describe.each<readonly [string, Kind]>([
	['a JWT credential', 'jwt'],
	['an OAuth 2 credential with client credentials', 'oAuth2'],
	['a connected OAuth 2 account', 'browser'],
])('A token endpoint for %s', (_name, kind) => {
	it.each<readonly [string, Reply]>([
		['503', { status: 503, body: 'Service Unavailable' }],
		['503 with HTML', { status: 503, headers: { 'Content-Type': 'text/html' }, body: '<html><title>Down</title></html>' }],
		['500', { status: 500, body: { message: 'Oops' } }],
		['502', { status: 502 }],
		['429', { status: 429, body: { message: 'Slow down' } }],
		['a connection reset', { reset: true }],
	])('is called again after %s, and each record is created', async (_name, reply) => {
		site.logIn = (request, count) => (count === 1 ? reply : goodToken(request, count));
		const { error, output } = await run(kind, credentials[kind](), {
			items: 3,
			parameters: { operation: 'create', fieldsMode: 'json', fieldsJson: '={{ { job_desc: "New" } }}' },
		});
		expect(error).toBeNull();
		expect(output[0]).toHaveLength(3);
		expect(site.logIns).toHaveLength(2);
	});

	it.each<readonly [string, Reply, RegExp]>([
		[
			'503',
			{ status: 503, body: { error: 'temporarily_unavailable', error_description: 'Maintenance until six' } },
			/Maintenance until six.*Try again later/,
		],
		['500 without a body', { status: 500 }, /is not available.*500 on POST .*Try again later/],
		['429', { status: 429, body: { message: 'Slow down' } }, /Slow down.*Try again later/],
		[
			'HTML with 200',
			{ headers: { 'Content-Type': 'text/html' }, body: '<html><title>Welcome</title></html>' },
			/token.*(Access Token URL|Token Path)/,
		],
		['no token with 200', { body: { session: 'not-to-be-shown' } }, /token.*session/s],
		['an error with 200', { body: { error: 'invalid_client', error_description: 'Not known here' } }, /invalid_client|Not known here/],
		['"invalid_client" with 400', { status: 400, body: { error: 'invalid_client' } }, /client.*Check/i],
		[
			'"invalid_client" with 401',
			{ status: 401, body: { error: 'invalid_client', error_description: 'Not known here' } },
			/Not known here.*Check/,
		],
		['404', { status: 404, body: 'Not found' }, /404 on POST .*(Access Token URL|Sign-In URL)/],
		['a redirect', { status: 307, headers: { Location: '/api/v2/database/DEMO/nowhere' } }, /(Access Token URL|Sign-In URL)/],
	])('is named in the message if it returns %s, and nothing is sent afterwards', async (_name, reply, words) => {
		site.logIn = () => reply;
		const outcome = await run(kind, credentials[kind](), { options: { maxAttempts: 1 } });
		expect(text(outcome)).toMatch(words);
		expect(text(outcome)).toContain(endpoint(kind));
		expect(text(outcome)).not.toMatch(/may have|not-to-be-shown/);
		// With a browser sign-in, the site receives one request: the one with the expired token.
		expect(site.requests.filter(({ address }) => !address.endsWith('/nowhere'))).toHaveLength(kind === 'browser' ? 1 : 0);
	});

	it('is named in the message if it cannot be reached', async () => {
		const gone = { accessTokenUrl: 'http://127.0.0.1:1/oauth/token', signInUrl: 'http://127.0.0.1:1/login' };
		const outcome = await run(kind, { ...credentials[kind](), ...gone }, { options: { maxAttempts: 1 } });
		expect(text(outcome)).toMatch(/http:\/\/127\.0\.0\.1:1\/(oauth\/token|login).*ECONNREFUSED|ECONNREFUSED.*http:\/\/127\.0\.0\.1:1/);
	});

	it('makes the sign-in fail with "no response" if it never responds, and the create is not sent later', async () => {
		site.logIn = (request, count) => ({ ...goodToken(request, count), after: 2_500 });
		const outcome = await run(kind, credentials[kind](), {
			options: { maxAttempts: 1, timeout: 1 },
			parameters: { operation: 'create', fieldsMode: 'json', fieldsJson: '={{ { job_desc: "New" } }}' },
		});
		expect(outcome.error?.message).toBe('The sign-in got no response [Item 0]');
		expect(text(outcome)).toContain(`${endpoint(kind)} did not issue a token within 1 second. The request itself was not sent.`);
		expect(text(outcome)).not.toContain('may have');
		await new Promise((passed) => setTimeout(passed, 1_500));
		expect(site.requests).toHaveLength(kind === 'browser' ? 1 : 0);
	});
});

it('A sign-in that waits for the OAuth 2 token of another execution fails with "no response" after the timeout', async () => {
	site.logIn = (request, count) => ({ ...goodToken(request, count), after: 4_000 });
	await engine.credentials.put('awaited', TYPES.oAuth2, credentials.oAuth2());
	const create = { operation: 'create', fieldsMode: 'json', fieldsJson: '={{ { job_desc: "New" } }}' };
	const first = run('oAuth2', 'awaited', { options: { maxAttempts: 1 } });
	await new Promise((passed) => setTimeout(passed, 500));
	const outcome = await run('oAuth2', 'awaited', { options: { maxAttempts: 1, timeout: 1 }, parameters: create });
	expect(outcome.error?.message).toBe('The sign-in got no response [Item 0]');
	expect(text(outcome)).not.toContain('may have');
	expect((await first).error).toBeNull();
	expect(site.requests).toHaveLength(1);
});

describe('A token endpoint that sends Retry-After', () => {
	it.each<readonly [Kind, number]>([
		['jwt', 429],
		['jwt', 503],
		['oAuth2', 503],
	])('receives the next request only after that pause (%s, status %i)', async (kind, status) => {
		const times: number[] = [];
		site.logIn = (request, count) => {
			times.push(Date.now());
			return count === 1 ? { status, headers: { 'Retry-After': '2' } } : goodToken(request, count);
		};
		expect((await run(kind, credentials[kind]())).error).toBeNull();
		expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(1_990);
	});
});

describe('An OAuth 2 credential', () => {
	it('requests a token again if n8n has stored a response without one', async () => {
		await engine.credentials.put('junk', TYPES.oAuth2, { ...credentials.oAuth2(), oauthTokenData: { session: 'of no use' } });
		site.logIn = goodToken;
		expect((await run('oAuth2', 'junk', { items: 5 })).error).toBeNull();
		expect(site.logIns).toHaveLength(1);
	});

	it.each(['authorizationCode', 'pkce'])(
		'that was never connected is reported as not connected, and nothing is sent (grant type %s)',
		async (grantType) => {
			const { oauthTokenData: _token, ...data } = credentials.browser();
			const outcome = await run('browser', { ...data, grantType });
			expect(text(outcome)).toContain("The credential's account is not connected");
			expect([...site.requests, ...site.logIns]).toHaveLength(0);
		},
	);

	it('with an expired refresh token is reported with a hint to connect the account again', async () => {
		site.logIn = () => ({ status: 400, body: { error: 'invalid_grant' } });
		expect(text(await run('browser', credentials.browser()))).toContain('connect the account again');
	});
});

describe('Tokens that the site revokes every 100 requests', () => {
	it.each<Kind>(['jwt', 'oAuth2'])('do not cause any of 600 creates to fail (%s)', async (kind) => {
		site.logIn = goodToken;
		let created = 0;
		site.respond = () => {
			created += 1;
			if (created % 100 === 0) site.tokens.clear();
			return { body: { message: null, tables: ['jm_job'], jm_job: { record_identifiers: ['job_no'], records: [{ job_no: created }] } } };
		};
		const { error, output } = await run(kind, credentials[kind](), {
			items: 600,
			options: { concurrency: 32 },
			parameters: { operation: 'create', fieldsMode: 'json', fieldsJson: '={{ { job_desc: "New" } }}' },
		});
		expect(error).toBeNull();
		expect(new Set(output[0]!.map(({ json }) => json.job_no)).size).toBe(600);
		expect(created).toBe(600);
		expect(site.logIns.length).toBeLessThanOrEqual(12);
	});
});
