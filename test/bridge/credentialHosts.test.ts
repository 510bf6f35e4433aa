import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import type { ICredentialDataDecryptedObject, IExecuteFunctions, IHttpRequestHelper } from 'n8n-workflow';

import { getMappedFields } from '../../bridge/panel/mappedFields';
import { connect } from '../../bridge/site/connection';
import { MediaOperationsBasicApi } from '../../credentials/MediaOperationsBasicApi.credentials';
import { MediaOperationsJwtApi } from '../../credentials/MediaOperationsJwtApi.credentials';
import { testCredential } from '../../workshop/engine/credentialTest';
import type { NodeOutcome } from '../../workshop/engine/engine';
import { panelContext } from '../../workshop/engine/panel';
import { siteForTests } from '../engine/recordingSite';
import { selfSigned } from '../../workshop/certificate';
import { engineForTests } from '../support/engineForTests';
import { engineProgram } from '../support/engineProgram';
import { SIGN_INS, SIGN_IN_TYPES as TYPES, type SignIn } from '../support/signInTypes';

const ROOT = resolve(__dirname, '../..');

const engine = engineForTests();
const site = siteForTests();
const other = siteForTests();
let number = 0;

beforeEach(() => {
	site.logIn = (_request, count) => {
		site.tokens.add(`token-${count}`);
		return { body: { token: `token-${count}`, access_token: `token-${count}`, token_type: 'Bearer', expires_in: 3600 } };
	};
	site.respond = () => ({ body: { jm_job: [{ job_no: 12 }] } });
});

const credential = (signIn: SignIn, changes: ICredentialDataDecryptedObject = {}): ICredentialDataDecryptedObject => ({
	baseUrl: site.url,
	...(signIn === 'oAuth2'
		? { grantType: 'clientCredentials', accessTokenUrl: `${site.origin}/oauth/token`, clientId: 'client', clientSecret: 'secret' }
		: { username: 'demo', password: signIn === 'jwt' ? `demo-${(number += 1)}` : 'demo' }),
	...changes,
});
const run = async (signIn: SignIn, data: ICredentialDataDecryptedObject, operation = 'get'): Promise<NodeOutcome> =>
	await engine.run({
		node: 'mediaOperations',
		parameters: {
			authentication: signIn,
			resource: 'job',
			operation,
			record: { __rl: true, mode: 'job_no', value: '12' } as never,
			fieldsMode: 'json',
			fieldsJson: '{"job_desc": "A"}',
			options: { maxAttempts: 2 },
		},
		credentials: { [TYPES[signIn]]: data },
	});

describe.each(SIGN_INS)('A request with "%s" authentication', (signIn) => {
	it.each([301, 302, 303, 307, 308].flatMap((status) => (['get', 'create'] as const).map((operation) => [status, operation] as const)))(
		'does not follow a redirect to another host: status %i, operation "%s"',
		async (status, operation) => {
			site.respond = () => ({ status, headers: { Location: `${other.url}/JmJob/job_no=12` } });
			expect((await run(signIn, credential(signIn), operation)).error).toMatchObject({
				httpCode: String(status),
				message: expect.stringContaining('The site redirected the request to another URL'),
			});
			expect([other.requests, other.logIns]).toEqual([[], []]);
			expect(site.requests).toHaveLength(1);
		},
	);

	it.each(['//evil.example/x', 'http:/\\evil.example', '/api/v2/database/DEMO/JmJob/job_no=13', 'javascript:alert(1)', ''])(
		'does not follow a redirect to %j',
		async (location) => {
			site.respond = (_request, count) =>
				count > 1 ? { body: { jm_job: [{ job_no: 13 }] } } : { status: 302, headers: { Location: location } };
			expect((await run(signIn, credential(signIn))).error?.httpCode).toBe('302');
			expect(site.requests).toHaveLength(1);
		},
	);
});

describe.each(SIGN_INS)('A definition URL on another host, with "%s" authentication,', (signIn) => {
	const elsewhere = (): ICredentialDataDecryptedObject =>
		credential(signIn, { advancedSettings: true, definitionPattern: `${other.origin}/spec/{document}` });

	it('receives no sign-in from the field list in the editor, which shows the reason', async () => {
		const context = await panelContext(engine, {
			node: 'mediaOperations',
			parameters: { authentication: signIn, resource: 'job', operation: 'create', fieldsMode: 'mapper' },
			credentials: { [TYPES[signIn]]: elsewhere() },
		});
		const { fields } = await getMappedFields.call(context);
		expect(fields[0]?.defaultValue).toContain(`This credential signs in to ${site.origin} only, but the request goes to another host`);
		expect([other.requests, other.logIns]).toEqual([[], []]);
	});

	it('receives no sign-in from the site check', async () => {
		await engine.run({
			node: 'mediaOperations',
			parameters: { authentication: signIn, resource: 'site', operation: 'check', options: { checkedDocuments: ['job'] } },
			credentials: { [TYPES[signIn]]: elsewhere() },
		});
		expect(site.requests).not.toEqual([]);
		expect([other.requests, other.logIns]).toEqual([[], []]);
	});
});

describe('A redirected sign-in', () => {
	it('with JWT does not send the password to another host', async () => {
		site.logIn = () => ({ status: 307, headers: { Location: `${other.origin}/login` } });
		expect((await run('jwt', credential('jwt'))).error).not.toBeNull();
		expect([other.requests, other.logIns]).toEqual([[], []]);
	});

	// n8n itself requests the token, and follows redirects. This test checks that n8n sends what SECURITY.md describes.
	it.each([301, 302, 303, 307, 308])(
		'with OAuth 2 and status %i sends the client secret to another host only if the secret is in the body and n8n sends the body again',
		async (status) => {
			site.logIn = () => ({ status, headers: { Location: `${other.origin.replace('127.0.0.1', 'localhost')}/oauth/token` } });
			for (const authentication of ['header', 'body']) {
				await run('oAuth2', credential('oAuth2', { authentication, clientSecret: 'kept-to-itself' }));
				const sent = JSON.stringify([other.requests, other.logIns]);
				const isLed = ['kept-to-itself', Buffer.from('client:kept-to-itself').toString('base64')].some((secret) => sent.includes(secret));
				expect([authentication, isLed]).toEqual([authentication, authentication === 'body' && status >= 307]);
				other.forget();
			}
		},
	);
});

describe('A node that gets a redirect from https to http', () => {
	const secure = siteForTests(selfSigned);
	const securely = (signIn: SignIn): ICredentialDataDecryptedObject =>
		credential(signIn, {
			baseUrl: secure.url,
			ignoreSSLIssues: true,
			...(signIn === 'oAuth2' ? { accessTokenUrl: `${secure.origin}/oauth/token` } : {}),
		});

	it.each(SIGN_INS)('does not follow it if the authentication is "%s"', async (signIn) => {
		secure.logIn = (_request, count) => {
			secure.tokens.add(`secure-${count}`);
			return { body: { token: `secure-${count}`, access_token: `secure-${count}`, token_type: 'Bearer' } };
		};
		secure.respond = () => ({ status: 302, headers: { Location: `${site.url}/JmJob/job_no=12` } });
		expect((await run(signIn, securely(signIn))).error?.httpCode).toBe('302');
		expect([site.requests, site.logIns, secure.requests.length]).toEqual([[], [], 1]);
	});

	it('does not follow it during the sign-in', async () => {
		secure.logIn = () => ({ status: 308, headers: { Location: `${site.origin}/login` } });
		expect((await run('jwt', securely('jwt'))).error).not.toBeNull();
		expect([site.requests, site.logIns, secure.logIns.length]).toEqual([[], [], 1]);
	});
});

describe('The allowed domains of a credential', () => {
	const here = '127.0.0.1';
	it.each(SIGN_INS)('allow a listed host if the authentication is "%s"', async (signIn) => {
		expect(
			(await run(signIn, credential(signIn, { allowedHttpRequestDomains: 'domains', allowedDomains: `example.com, ${here}` }))).error,
		).toBeNull();
	});

	it.each(SIGN_INS)('reject any other host before the request is sent if the authentication is "%s"', async (signIn) => {
		const { error } = await run(signIn, credential(signIn, { allowedHttpRequestDomains: 'domains', allowedDomains: 'example.com' }));
		expect(error?.message).toContain('Only the following domains are allowed: example.com');
		expect(site.requests).toEqual([]);
		// The OAuth 2 token comes from a separate URL, which n8n requests regardless of the credential's allowed domains.
		if (signIn !== 'oAuth2') expect(site.logIns).toEqual([]);
	});

	it('reject a sign-in host that is not listed, and allow a listed one', async () => {
		const away = { signInUrl: `${other.origin.replace('127.0.0.1', 'localhost')}/login`, allowedHttpRequestDomains: 'domains' };
		const { error } = await run('jwt', credential('jwt', { ...away, allowedDomains: here }));
		expect(`${error?.message} ${error?.description}`).toMatch(
			/allowed: 127\.0\.0\.1.*The sign-in to http:\/\/localhost:\d+\/login was not sent\. Check 'Allowed Domains'/s,
		);
		expect([other.logIns, site.requests]).toEqual([[], []]);
		other.logIn = () => site.logIn({} as never, 1);
		expect((await run('jwt', credential('jwt', { ...away, allowedDomains: `${here}, localhost` }))).error).toBeNull();
		expect(other.logIns).toHaveLength(1);
	});

	it.each(SIGN_INS)('also apply to the connection test if the authentication is "%s"', async (signIn) => {
		const restricted = { allowedHttpRequestDomains: 'domains', allowedDomains: 'example.com' };
		expect(await testCredential(engine, TYPES[signIn], credential(signIn, restricted))).toMatchObject({ status: 'Error' });
		expect(site.requests).toEqual([]);
		if (signIn !== 'oAuth2') expect(site.logIns).toEqual([]);
	});

	it.each(SIGN_INS)('are reported as empty if they contain only spaces and the authentication is "%s"', async (signIn) => {
		const { error } = await run(signIn, credential(signIn, { allowedHttpRequestDomains: 'domains', allowedDomains: ' ' }));
		expect(error?.message).toBe("The credential is restricted to specific domains, and 'Allowed Domains' is empty");
		expect([site.requests, site.logIns]).toEqual([[], []]);
	});

	// n8n 1 does not check the allowed domains.
	describe('are checked by the package', () => {
		const restricted = (allowedDomains: string): ICredentialDataDecryptedObject => ({
			baseUrl: 'https://media.example.com/api/v2/database/DEMO',
			username: 'demo',
			password: 'demo',
			grantType: 'clientCredentials',
			allowedHttpRequestDomains: 'domains',
			allowedDomains,
		});
		const httpRequest = jest.fn();
		const http = { helpers: { httpRequest } } as unknown as IHttpRequestHelper;
		beforeEach(() => httpRequest.mockReset());

		it.each(SIGN_INS)('before a run of a node whose authentication is "%s"', async (signIn) => {
			const connecting = async (list: string): Promise<string> =>
				(
					await connect({
						getNodeParameter: () => signIn,
						getCredentials: async () => restricted(list),
						getNode: () => ({ name: 'Node', type: 'node' }),
					} as unknown as IExecuteFunctions)
				).baseUrl;
			for (const list of ['media.example.com', 'a.test, MEDIA.example.com.', '*.example.com'])
				expect(await connecting(list)).toBe('https://media.example.com/api/v2/database/DEMO');
			for (const list of ['example.com', '*.media.example.com', 'https://media.example.com', 'media.example.com:443', '*.', ','])
				await expect(connecting(list)).rejects.toThrow(`Only the following domains are allowed: ${list}`);
		});

		it('when n8n signs a request with a credential', async () => {
			const request = { url: 'https://media.example.com/api/v2/database/DEMO/JmJob' };
			for (const type of [new MediaOperationsBasicApi(), new MediaOperationsJwtApi()]) {
				await expect(type.authenticate(restricted('example.com'), request)).rejects.toThrow('Only the following domains are allowed');
				await expect(type.authenticate(restricted('media.example.com'), request)).resolves.toMatchObject(request);
			}
		});

		it('before a sign-in or a connection check is sent', async () => {
			await expect(
				new MediaOperationsJwtApi().preAuthentication.call(http, {
					...restricted('media.example.com'),
					signInUrl: 'https://media.example.com@login.example.org/login',
				}),
			).rejects.toThrow('does not allow requests to login.example.org');
			await expect(new MediaOperationsBasicApi().preAuthentication.call(http, restricted('example.com'))).rejects.toThrow(
				'does not allow requests to media.example.com',
			);
			expect(httpRequest).not.toHaveBeenCalled();
		});

		it.each(['bücher.example', '[0:0:0:0:0:0:0:1]', '127.1'])('even if the host name is sent in a different form: %s', async (host) => {
			const international = { ...restricted(host), baseUrl: `https://${host}/api/v2/database/DEMO` };
			const request = { url: `${international.baseUrl}/JmJob` };
			await expect(new MediaOperationsBasicApi().authenticate(international, request)).resolves.toMatchObject(request);
		});
	});

	it('do not restrict the nodes of this package if they are set to "none"', async () => {
		expect((await run('basic', credential('basic', { allowedHttpRequestDomains: 'none' }))).error).toBeNull();
	});
});

describe("n8n's protection of internal addresses", () => {
	it('blocks requests to such addresses, regardless of the credential', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'protected-'));
		const file = join(folder, 'run.json');
		writeFileSync(
			file,
			JSON.stringify({
				node: 'mediaOperations',
				parameters: {
					authentication: 'basic',
					resource: 'job',
					operation: 'get',
					record: { __rl: true, mode: 'job_no', value: '12' },
					options: { maxAttempts: 1 },
				},
				credentials: { [TYPES.basic]: credential('basic') },
			}),
		);
		const runFile = async (isProtected: boolean): Promise<{ output: unknown[]; error: { message: string } | null }> =>
			JSON.parse(
				await new Promise<string>((ended) => {
					execFile(
						join(ROOT, 'node_modules/.bin/node'),
						[...engineProgram('workshop/engine/runNode.ts'), file],
						{ cwd: ROOT, env: { ...process.env, N8N_SSRF_PROTECTION_ENABLED: String(isProtected) } },
						(_status, stdout) => ended(stdout),
					);
				}),
			);
		try {
			expect((await runFile(true)).error?.message).toMatch(/blocked|not allowed|restricted/i);
			expect(site.requests).toEqual([]);
			expect((await runFile(false)).error).toBeNull();
			expect(site.requests).toHaveLength(1);
		} finally {
			rmSync(folder, { recursive: true });
		}
	});
});
