import { createHash, randomBytes } from 'node:crypto';
import { Browser } from '../../support/browser';
import { sandboxForTests } from '../../support/sandboxForTests';
import { basic, errorIn, type Outcome, send } from './wire';

const SERVICE = ['media-operations-service', 'media-operations-service-secret'] as const;
const BROWSER = ['media-operations-browser', 'media-operations-browser-secret'] as const;
const CALLBACK = 'http://localhost:5678/rest/oauth2-credential/callback';

const sandbox = sandboxForTests({ args: ['--redirect-uri', 'https://n8n.example/rest/oauth2-credential/callback'] });

interface Tokens {
	readonly access_token: string;
	readonly refresh_token?: string;
	readonly expires_in: number;
	readonly token_type: string;
	readonly scope: string;
}

const form = (values: Readonly<Record<string, string>>): string => new URLSearchParams(values).toString();
const askToken = async (values: Readonly<Record<string, string>>, client?: readonly [string, string]): Promise<Outcome> =>
	await send(`${sandbox.url}/oauth/token`, {
		method: 'POST',
		headers: {
			'Content-Type': 'application/x-www-form-urlencoded',
			...(client === undefined ? {} : { Authorization: basic(client[0], client[1]) }),
		},
		body: form(values),
	});
const tokensIn = ({ text, status }: Outcome): Tokens => {
	expect([status, text]).toEqual([200, expect.stringContaining('access_token')]);
	return JSON.parse(text) as Tokens;
};
const list = async (token: string): Promise<Outcome> =>
	await send(`${sandbox.apiUrl}/JmPhaseList?Query={}`, { headers: { Authorization: `Bearer ${token}` } });
const serviceToken = async (): Promise<string> =>
	tokensIn(await askToken({ grant_type: 'client_credentials', scope: 'api' }, SERVICE)).access_token;

const verifier = randomBytes(32).toString('base64url');
const authorization = (more: Readonly<Record<string, string>> = {}): string =>
	`${sandbox.url}/oauth/auth?${form({
		client_id: BROWSER[0],
		response_type: 'code',
		redirect_uri: CALLBACK,
		scope: 'api offline_access',
		state: 'a-state',
		code_challenge: createHash('sha256').update(verifier).digest('base64url'),
		code_challenge_method: 'S256',
		...more,
	})}`;

/** Signs in like a browser, and returns the URL of the final redirect. */
const signIn = async (browser = new Browser(sandbox.url), more: Readonly<Record<string, string>> = {}): Promise<URL> => {
	const page = await browser.go(authorization(more));
	expect(page.outcome.text).toContain('<form method="post"');
	const consent = await browser.go(page.at, form({ action: 'signIn', username: 'demo', password: 'demo' }));
	expect(consent.outcome.text).toContain('Allow access?');
	return new URL((await browser.go(consent.at, form({ action: 'allow' }))).at);
};
const codeIn = (address: URL): string => {
	expect(`${address.origin}${address.pathname}`).toBe(CALLBACK);
	expect(address.searchParams.get('state')).toBe('a-state');
	return address.searchParams.get('code') as string;
};
const exchange = async (code: string, withVerifier: string = verifier): Promise<Outcome> =>
	await askToken({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: withVerifier }, BROWSER);

describe('The client credentials grant', () => {
	test.each([
		['in the header', {}, SERVICE],
		['in the body', { client_id: SERVICE[0], client_secret: SERVICE[1] }, undefined],
	] as const)('returns a token to a client that sends its secret %s', async (_where, values, client) => {
		const tokens = tokensIn(await askToken({ grant_type: 'client_credentials', scope: 'api', ...values }, client));
		expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 1200, scope: 'api' });
		expect((await list(tokens.access_token)).status).toBe(200);
	});

	test.each([
		['a wrong secret', { grant_type: 'client_credentials', scope: 'api' }, [SERVICE[0], 'wrong'] as const, 401],
		['an unknown client', { grant_type: 'client_credentials', scope: 'api' }, ['nobody', 'x'] as const, 401],
		['the browser client', { grant_type: 'client_credentials', scope: 'api' }, BROWSER, 400],
		['an unsupported grant type', { grant_type: 'password', username: 'demo', password: 'demo' }, SERVICE, 400],
	])('rejects %s', async (_what, values, client, status) => {
		const refused = await askToken(values as unknown as Record<string, string>, client);
		expect(refused.status).toBe(status);
		expect(JSON.parse(refused.text)).toHaveProperty('error');
	});

	test.each([
		[{}, "the scope 'api' is required"],
		[{ scope: '' }, "the scope 'api' is required"],
		[{ scope: 'everything' }, "unknown scope 'everything'; the scope of the API is 'api'"],
		[{ scope: 'api everything' }, "unknown scope 'everything'; the scope of the API is 'api'"],
		[{ scope: 'API' }, "unknown scope 'API'; the scope of the API is 'api'"],
		[{ scope: 'openid' }, 'requested scope is not allowed'],
	])('returns invalid_scope for a request with %j', async (scope, description) => {
		const refused = await askToken({ grant_type: 'client_credentials', ...scope }, SERVICE);
		expect([refused.status, JSON.parse(refused.text)]).toMatchObject([400, { error: 'invalid_scope', error_description: description }]);
	});

	test('adds an entry without secrets to the journal for every token request', async () => {
		await sandbox.control.clearJournal();
		await serviceToken();
		await askToken({ grant_type: 'client_credentials', client_id: SERVICE[0], client_secret: 'wrong-secret' });
		const journal = await sandbox.control.journal();
		expect(journal.tokenRequests).toBe(2);
		expect(journal.entries.map(({ kind, status }) => [kind, status])).toEqual([
			['token', 200],
			['token', 401],
		]);
		expect(JSON.stringify(journal)).not.toMatch(/wrong-secret|media-operations-service-secret/);
	});
});

describe('OAuth tokens', () => {
	afterEach(async () => void (await sandbox.control.call('POST', 'reset', { only: ['tokens', 'clock'] })));

	test('are rejected with a message after they expire', async () => {
		await sandbox.control.call('PUT', 'tokens', { accessSeconds: 4 });
		const token = await serviceToken();
		expect((await list(token)).status).toBe(200);
		await new Promise((resolve) => setTimeout(resolve, 5100));
		const refused = await list(token);
		expect(refused.status).toBe(401);
		expect(errorIn(refused)).toContain('expired');
	});

	test('are issued with the configured lifetime', async () => {
		await sandbox.control.call('PUT', 'tokens', { accessSeconds: 7 });
		expect(tokensIn(await askToken({ grant_type: 'client_credentials', scope: 'api' }, SERVICE)).expires_in).toBe(7);
	});

	test('are rejected once they are revoked, even if the previous request succeeded', async () => {
		const token = await serviceToken();
		expect((await list(token)).status).toBe(200);
		await sandbox.control.call('DELETE', 'tokens?kind=access');
		expect((await list(token)).status).toBe(401);
	});

	test('remain valid when tokens of another kind are revoked', async () => {
		const token = await serviceToken();
		await sandbox.control.call('DELETE', 'tokens?kind=jwt');
		expect((await list(token)).status).toBe(200);
	});
});

describe('The sign-in in the browser', () => {
	afterEach(async () => void (await sandbox.control.call('POST', 'reset', { only: ['tokens'] })));

	test.each([
		['requires PKCE from', 'media-operations-browser', 'invalid_request'],
		['does not require PKCE from', 'media-operations-browser-no-pkce', null],
	])('%s %s', async (_rule, client, error) => {
		const { at } = await new Browser(sandbox.url).go(
			`${sandbox.url}/oauth/auth?${form({ client_id: client, response_type: 'code', redirect_uri: CALLBACK, scope: 'api offline_access', state: 'a-state' })}`,
		);
		expect(new URL(at).searchParams.get('error')).toBe(error);
	});

	test('returns a code after sign-in and consent, and then tokens in exchange for the code and its verifier', async () => {
		const tokens = tokensIn(await exchange(codeIn(await signIn())));
		expect(tokens.refresh_token).toMatch(/\S/);
		expect((await list(tokens.access_token)).status).toBe(200);
		const { entries } = await sandbox.control.journal({ document: 'JmPhaseList' });
		expect(entries.at(-1)?.user).toBe('demo');
	});

	test('returns a refresh token that can request new access tokens', async () => {
		const first = tokensIn(await exchange(codeIn(await signIn())));
		await sandbox.control.call('DELETE', 'tokens?kind=access');
		expect((await list(first.access_token)).status).toBe(401);
		const second = tokensIn(await askToken({ grant_type: 'refresh_token', refresh_token: first.refresh_token as string }, BROWSER));
		expect(second.access_token).not.toBe(first.access_token);
		expect((await list(second.access_token)).status).toBe(200);
	});

	test('returns a refresh token that can be reused unless rotation is enabled', async () => {
		const { refresh_token: kept } = tokensIn(await exchange(codeIn(await signIn())));
		const refresh = async (token: string): Promise<Outcome> =>
			await askToken({ grant_type: 'refresh_token', refresh_token: token }, BROWSER);
		expect((await refresh(kept as string)).status).toBe(200);
		await sandbox.control.call('PUT', 'tokens', { rotateRefresh: true });
		const rotated = tokensIn(await refresh(kept as string));
		expect(rotated.refresh_token).not.toBe(kept);
		expect((await refresh(kept as string)).status).toBe(400);
	});

	test('returns a refresh token that is rejected after it is revoked', async () => {
		const { refresh_token: token } = tokensIn(await exchange(codeIn(await signIn())));
		await sandbox.control.call('DELETE', 'tokens?kind=refresh');
		expect((await askToken({ grant_type: 'refresh_token', refresh_token: token as string }, BROWSER)).status).toBe(400);
	});

	test('returns a code that is valid only once, and only with its verifier', async () => {
		const code = codeIn(await signIn());
		expect((await exchange(code, randomBytes(32).toString('base64url'))).status).toBe(400);
		const another = codeIn(await signIn());
		expect((await exchange(another)).status).toBe(200);
		expect((await exchange(another)).status).toBe(400);
	});

	test('shows the page again with an error after a wrong password, and accepts the correct one', async () => {
		const browser = new Browser(sandbox.url);
		const page = await browser.go(authorization());
		const again = await browser.go(page.at, form({ action: 'signIn', username: 'demo', password: '"><script>' }));
		expect(again.outcome.status).toBe(401);
		expect(again.outcome.text).toContain('role="alert"');
		const consent = await browser.go(again.at, form({ action: 'signIn', username: 'demo', password: 'demo' }));
		expect(consent.outcome.text).toContain('Allow access?');
	});

	test('redirects without a code if the user denies access', async () => {
		const browser = new Browser(sandbox.url);
		const page = await browser.go(authorization());
		const consent = await browser.go(page.at, form({ action: 'signIn', username: 'demo', password: 'demo' }));
		const back = new URL((await browser.go(consent.at, form({ action: 'deny' }))).at);
		expect(back.searchParams.get('error')).toBe('access_denied');
		expect(back.searchParams.get('code')).toBeNull();
	});

	test('rejects consent without a sign-in, and a sign-in from another browser', async () => {
		const browser = new Browser(sandbox.url);
		const page = await browser.go(authorization());
		expect((await browser.go(page.at, form({ action: 'allow' }))).outcome.status).toBe(400);
		const stranger = await new Browser(sandbox.url).go(page.at, form({ action: 'signIn', username: 'demo', password: 'demo' }));
		expect(stranger.outcome.status).toBe(400);
		expect(stranger.outcome.text).toContain('belongs to another browser');
	});

	test.each([
		['n8n on another port', 'http://localhost:12345/rest/oauth2-credential/callback'],
		['n8n at its IP address', 'http://127.0.0.1:5678/rest/oauth2-credential/callback'],
		['the address from the command line', 'https://n8n.example/rest/oauth2-credential/callback'],
	])('can redirect to %s', async (_where, address) => {
		const page = await new Browser(sandbox.url).go(authorization({ redirect_uri: address }));
		expect(page.outcome.text).toContain('Sign in to Media Operations');
	});

	test.each([
		['another host', 'http://n8n.evil.example/rest/oauth2-credential/callback'],
		['another path', 'http://localhost:5678/other'],
		['a host whose name only starts with localhost', 'http://localhost.evil.example:5678/rest/oauth2-credential/callback'],
		['a host with localhost as a user name', 'http://localhost@evil.example/rest/oauth2-credential/callback'],
		['another path on the host from the command line', 'https://n8n.example/elsewhere'],
	])('never redirects to %s', async (_where, address) => {
		const { at, outcome } = await new Browser(sandbox.url).go(authorization({ redirect_uri: address }));
		expect(at.startsWith(sandbox.url)).toBe(true);
		expect(outcome.status).toBe(400);
		expect(outcome.text).toContain('Sign-in failed');
	});

	test('redirects with invalid_scope if the scope does not exist', async () => {
		const { at } = await new Browser(sandbox.url).go(authorization({ scope: 'api everything' }));
		expect(new URL(at).searchParams.get('error')).toBe('invalid_scope');
		expect(new URL(at).searchParams.get('error_description')).toContain("unknown scope 'everything'");
	});

	test('shows only pages that cannot be framed and cannot run scripts or load resources', async () => {
		const browser = new Browser(sandbox.url);
		const page = await browser.go(authorization());
		const consent = await browser.go(page.at, form({ action: 'signIn', username: 'demo', password: 'demo' }));
		const refused = await new Browser(sandbox.url).go(
			authorization({ redirect_uri: 'http://evil.example/', scope: '<script>alert(1)</script>' }),
		);
		const over = await new Browser(sandbox.url).go(page.at);
		for (const { outcome } of [page, consent, refused, over]) {
			expect(outcome.headers['content-security-policy']).toMatch(/^default-src 'none'.*frame-ancestors 'none'/);
			expect(outcome.text).not.toContain('<script');
		}
	});
});

test('the OpenID discovery document contains the addresses of the token and authorization endpoints', async () => {
	const discovery = JSON.parse((await send(`${sandbox.url}/oauth/.well-known/openid-configuration`)).text) as Record<string, unknown>;
	expect(discovery).toMatchObject({
		issuer: `${sandbox.url}/oauth`,
		token_endpoint: `${sandbox.url}/oauth/token`,
		authorization_endpoint: `${sandbox.url}/oauth/auth`,
		code_challenge_methods_supported: ['S256'],
	});
});

test('the API rejects a token that was never issued', async () => {
	for (const token of [randomBytes(32).toString('base64url'), 'x', 'a.b.c', '.', '..']) {
		expect((await list(token)).status).toBe(401);
	}
});
