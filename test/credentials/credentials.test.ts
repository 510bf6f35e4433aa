import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { testCredential } from '../../workshop/engine/credentialTest';
import { giveToken, siteForTests, startRecordingSite } from '../engine/recordingSite';
import { engineForTests } from '../support/engineForTests';
import { withToken } from '../support/withToken';

const engine = engineForTests();
const site = siteForTests();
let number = 0;

const basic = (changes: ICredentialDataDecryptedObject = {}): ICredentialDataDecryptedObject => ({
	baseUrl: site.url,
	username: 'demo',
	password: 'demo',
	...changes,
});
/** A separate password for each test, because a refusal is cached. */
const jwt = (changes: ICredentialDataDecryptedObject = {}): ICredentialDataDecryptedObject => ({
	baseUrl: site.url,
	username: 'demo',
	password: `secret-${(number += 1)}`,
	...changes,
});
const oAuth2 = (changes: ICredentialDataDecryptedObject = {}): ICredentialDataDecryptedObject => ({
	baseUrl: site.url,
	grantType: 'clientCredentials',
	accessTokenUrl: `${site.origin}/oauth/token`,
	clientId: 'client',
	clientSecret: 'secret',
	requestedScope: 'api',
	...changes,
});
const giveOAuthToken = (): void => {
	site.logIn = (_request, count) =>
		giveToken(site, `oauth-${count}`, { access_token: `oauth-${count}`, token_type: 'Bearer', expires_in: 3600 });
};

describe('The connection test', () => {
	const pasted = (): string[] =>
		['', '/', '/JmWorkOrderList', '/JmJob/job_no=12?nullvaluehandling=ignore', '?Query={}', '/spec/JmJob', '  '].map(
			(end) => `${site.url}${end}`,
		);

	it('accepts every form in which users paste a base URL', async () => {
		for (const baseUrl of [...pasted(), ` ${site.url}/ `])
			expect(await testCredential(engine, 'mediaOperationsBasicApi', basic({ baseUrl }))).toEqual({
				status: 'OK',
				message: 'Connection successful!',
			});
		expect(new Set(site.requests.filter(({ method }) => method === 'GET').map(({ address }) => address))).toEqual(
			new Set(['/api/v2/database/DEMO/JmWorkOrderList?Query=%7B%7D&pageSize=1&resultColumns=%7B%22L%22%3A%5B%22wo_no_seq%22%5D%7D']),
		);
	});

	it('signs in with Basic, JWT and OAuth 2', async () => {
		expect(await testCredential(engine, 'mediaOperationsBasicApi', basic())).toMatchObject({ status: 'OK' });
		expect(site.requests.at(-1)?.headers.authorization).toBe(`Basic ${Buffer.from('demo:demo').toString('base64')}`);
		expect(await testCredential(engine, 'mediaOperationsJwtApi', jwt())).toMatchObject({ status: 'OK' });
		expect(site.requests.at(-1)?.headers.authorization).toBe('Bearer token-1');
		giveOAuthToken();
		expect(await testCredential(engine, 'mediaOperationsOAuth2Api', oAuth2())).toMatchObject({ status: 'OK' });
		expect(site.requests.at(-1)?.headers.authorization).toBe('Bearer oauth-2');
	});

	it.each([
		[401, /did not accept this sign-in/],
		[403, /no permission to read work orders/],
		[404, /has no API at this URL/],
		[302, /redirects to another URL/],
	])('explains status %i', async (status, words) => {
		site.respond = () => ({ status, headers: { Location: `${site.origin}/elsewhere` }, body: {} });
		expect((await testCredential(engine, 'mediaOperationsBasicApi', basic())).message).toMatch(words);
		expect(site.requests.every(({ address }) => !address.includes('elsewhere'))).toBe(true);
	});

	it.each([
		['mediaOperationsJwtApi', 401, /Check 'Header Name', 'Header Prefix' and 'Token Path'/],
		['mediaOperationsOAuth2Api', 401, /does not accept the token. Check 'Scope'/],
		['mediaOperationsOAuth2Api', 403, /Check 'Scope' first/],
	])('with the credential %s explains what to check after status %i', async (type, status, words) => {
		giveOAuthToken();
		site.respond = () => ({ status, body: {} });
		const data = type === 'mediaOperationsJwtApi' ? jwt() : oAuth2();
		expect((await testCredential(engine, type, data)).message).toMatch(words);
	});

	it.each([
		['http://no-such-host.invalid/login', /got no response from http:\/\/no-such-host.invalid\/login. The host name could not be resolved/],
		['http://127.0.0.1:9/login', /got no response from http:\/\/127.0.0.1:9\/login. Nothing is listening at this address/],
	])('explains why the sign-in at %s got no response', async (signInUrl, words) => {
		expect((await testCredential(engine, 'mediaOperationsJwtApi', jwt({ signInUrl }))).message).toMatch(words);
	});

	it.each([
		['http://no-such-host.invalid', 'The site could not be reached. The host name could not be resolved.'],
		['http://127.0.0.1:9', 'The site could not be reached. The host exists, but nothing is listening on that port.'],
	])('with Basic explains why %s cannot be reached', async (origin, message) => {
		const baseUrl = `${origin}/api/v2/database/DEMO`;
		const outcome = await testCredential(engine, 'mediaOperationsBasicApi', basic({ baseUrl }));
		expect(outcome).toEqual({ status: 'Error', message: expect.stringContaining(message) });
		expect(outcome.message).toContain("'Base URL'");
	});

	it('with Basic explains that the Base URL must start with http:// if the server does not support https', async () => {
		const baseUrl = site.url.replace('http:', 'https:');
		expect((await testCredential(engine, 'mediaOperationsBasicApi', basic({ baseUrl }))).message).toMatch(
			/Start 'Base URL' in the credential with http:\/\//,
		);
	});

	it('with Basic first sends an unauthenticated request to check the connection, but not when the test is repeated', async () => {
		const other = await startRecordingSite();
		try {
			for (let test = 0; test < 2; test += 1) await testCredential(engine, 'mediaOperationsBasicApi', basic({ baseUrl: other.url }));
			expect(other.requests.map(({ method, headers }) => [method, headers.authorization === undefined])).toEqual([
				['HEAD', true],
				['GET', false],
				['GET', false],
			]);
		} finally {
			await other.close();
		}
	});

	it('explains that the sign-in URL must start with http:// if its server does not support https', async () => {
		const signInUrl = `${site.origin.replace('http:', 'https:')}/login`;
		expect((await testCredential(engine, 'mediaOperationsJwtApi', jwt({ signInUrl }))).message).toMatch(/Change https:\/\/ to http:\/\//);
	});

	it('does not accept a web page as the API', async () => {
		site.respond = () => ({ headers: { 'Content-Type': 'text/html' }, body: '<html>Welcome</html>' });
		expect(await testCredential(engine, 'mediaOperationsBasicApi', basic())).toMatchObject({
			status: 'Error',
			message: expect.stringContaining('does not come from the API'),
		});
	});

	it.each([
		'',
		'media.example.com/api/v2/database/LIVE',
		'https://user:word@media.example.com/api/v2/database/LIVE',
		'https://media.example.com/api/v2/database/',
	])('rejects the base URL "%s" before anything is sent', async (baseUrl) => {
		expect(await testCredential(engine, 'mediaOperationsBasicApi', basic({ baseUrl }))).toMatchObject({
			status: 'Error',
			message: expect.stringContaining("'Base URL'"),
		});
		expect(site.requests).toHaveLength(0);
	});

	it.each(['a secret of many letters', 'sesame'])('shows the message of a refused sign-in without the password "%s"', async (password) => {
		site.logIn = () => ({ status: 401, body: { error: `No user with the password ${password}` } });
		const { status, message } = await testCredential(engine, 'mediaOperationsJwtApi', jwt({ password }));
		expect(status).toBe('Error');
		expect(message).toBe('No user with the password …');
		expect(site.logIns).toHaveLength(1);
	});
});

describe('A sign-in', () => {
	const elsewhere = [
		'http://127.0.0.1:1/api/v2/database/DEMO/JmJob',
		'https://127.0.0.1/api',
		'http://127.0.0.1.evil.example/',
		'http://demo@evil.example/',
		'//evil.example/x',
		'http:\\\\evil.example',
	];

	it.each(['mediaOperationsBasicApi', 'mediaOperationsJwtApi'])('with the credential %s is not sent to another host', async (type) => {
		const { authenticate } = engine.types.credentials.get(type) ?? {};
		if (typeof authenticate !== 'function') throw new Error('It signs in by a function');
		const data = withToken(basic(), 'token');
		for (const url of elsewhere) {
			await expect(authenticate(data, { url })).rejects.toThrow('to another host');
			await expect(authenticate(data, { url, baseURL: site.url })).rejects.toThrow('to another host');
			await expect(authenticate(data, { uri: url } as never)).rejects.toThrow('to another host');
			await expect(authenticate(data, { url: `${site.url}/JmJob`, uri: url } as never)).rejects.toThrow('to another host');
		}
		await expect(authenticate(data, {} as never)).rejects.toThrow('to another host');
		await expect(authenticate(data, { url: `${site.url}/JmJob` })).resolves.toMatchObject({
			headers: { Authorization: expect.any(String) },
		});
		await expect(authenticate(data, { baseURL: site.url, url: '/JmJob' })).resolves.toMatchObject({
			headers: { Authorization: expect.any(String) },
		});
		await expect(
			authenticate(withToken({ ...data, baseUrl: 'https://media.example.com:443/api/v2/database/LIVE' }, 'token'), {
				uri: 'https://Media.example.com/api/v2/database/LIVE/JmJob',
			} as never),
		).resolves.toMatchObject({ headers: { Authorization: expect.any(String) } });
	});

	it.each(['mediaOperationsBasicApi', 'mediaOperationsJwtApi'])(
		"with the credential %s follows no redirect in either of n8n's request formats",
		async (type) => {
			const { authenticate } = engine.types.credentials.get(type) ?? {};
			if (typeof authenticate !== 'function') throw new Error('It signs in by a function');
			const redirecting = { followRedirect: true, followAllRedirects: true, disableFollowRedirect: false };
			await expect(authenticate(withToken(basic(), 'token'), { uri: `${site.url}/JmJob`, ...redirecting } as never)).resolves.toMatchObject(
				{ followRedirect: false, followAllRedirects: false, disableFollowRedirect: true },
			);
		},
	);

	it('with Basic sends letters of every alphabet as UTF-8', async () => {
		const { authenticate } = engine.types.credentials.get('mediaOperationsBasicApi') ?? {};
		if (typeof authenticate !== 'function') throw new Error('It signs in by a function');
		const { headers } = await authenticate(basic({ username: 'Jürgen', password: 'pässwörd:東京' }), { url: `${site.url}/JmJob` });
		expect(Buffer.from(String(headers?.Authorization).slice('Basic '.length), 'base64').toString('utf8')).toBe('Jürgen:pässwörd:東京');
	});
});
