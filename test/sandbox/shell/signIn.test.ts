import { createHmac } from 'node:crypto';
import { startSandbox } from '../../../workshop/sandboxProcess';
import { sandboxForTests } from '../../support/sandboxForTests';
import { basic, DEMO, errorIn, type Outcome, send } from './wire';

const sandbox = sandboxForTests();

const list = async (authorization?: string): Promise<Outcome> =>
	await send(`${sandbox.apiUrl}/JmPhaseList?Query={}`, { headers: authorization === undefined ? {} : { Authorization: authorization } });

const logIn = async (body: string): Promise<Outcome> =>
	await send(`${sandbox.apiUrl}/login`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
const newToken = async (): Promise<string> =>
	(JSON.parse((await logIn('{"username":"demo","password":"demo"}')).text) as { token: string }).token;

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('Basic authentication', () => {
	test('accepts the demo user', async () => {
		expect((await list(DEMO.Authorization)).status).toBe(200);
	});

	test('accepts the scheme regardless of case', async () => {
		expect((await list(DEMO.Authorization.replace('Basic', 'bASIC'))).status).toBe(200);
	});

	test.each([
		['no credentials are sent', undefined],
		['the password is wrong', basic('demo', 'demo2')],
		['the password is empty', basic('demo', '')],
		['the user is unknown', basic('nobody', 'demo')],
		['the user name is in a different case', basic('DEMO', 'demo')],
		['the value is not base64', 'Basic ???'],
		['the scheme is unknown', 'Digest abc'],
		['only the scheme is sent', 'Basic'],
	])('rejects a request if %s, and returns the supported schemes', async (_when, authorization) => {
		const refused = await list(authorization);
		expect(refused.status).toBe(401);
		expect(errorIn(refused)).toMatch(/\S/);
		expect(refused.headers['www-authenticate']).toMatch(/^Basic realm=".+", charset="UTF-8", Bearer realm="/);
	});

	test('returns errors with HTML entities, as the real system does', async () => {
		expect((await list()).text).toContain('&#39;Authorization&#39;');
	});
});

describe('The JWT sign-in', () => {
	test('returns a token that gives access to the documents', async () => {
		expect((await list(`Bearer ${await newToken()}`)).status).toBe(200);
	});

	test.each([
		['a wrong password', '{"username":"demo","password":"wrong"}', 401],
		['an unknown user', '{"username":"nobody","password":"demo"}', 401],
		['no password', '{"username":"demo"}', 400],
		['a number as the password', '{"username":"demo","password":1}', 400],
		['broken JSON', '{"username":"demo",', 400],
		['an array', '[]', 400],
		['null', 'null', 400],
		['an empty body', '', 400],
	])('rejects a sign-in with %s', async (_what, body, status) => {
		const refused = await logIn(body);
		expect(refused.status).toBe(status);
		expect(errorIn(refused)).toMatch(/\S/);
	});

	test('rejects an expired token with a message', async () => {
		await sandbox.control.call('PUT', 'tokens', { jwtSeconds: 60 });
		const token = await newToken();
		expect((await list(`Bearer ${token}`)).status).toBe(200);
		await sandbox.control.call('PUT', 'clock', { offsetSeconds: 61 });
		const refused = await list(`Bearer ${token}`);
		await sandbox.control.call('POST', 'reset', { only: ['clock', 'tokens'] });
		expect(refused.status).toBe(401);
		expect(errorIn(refused)).toContain('expired');
		expect(refused.headers['www-authenticate']).toContain('error="invalid_token"');
	});

	test('rejects a one-second token once it has expired, without shifting the clock', async () => {
		await sandbox.control.call('PUT', 'tokens', { jwtSeconds: 1 });
		const token = await newToken();
		await sandbox.control.call('POST', 'reset', { only: ['tokens'] });
		await new Promise((resolve) => setTimeout(resolve, 1100));
		expect((await list(`Bearer ${token}`)).status).toBe(401);
	});

	test('rejects all tokens after they are revoked, even one that was accepted before', async () => {
		const token = await newToken();
		expect((await list(`Bearer ${token}`)).status).toBe(200);
		await sandbox.control.call('DELETE', 'tokens?kind=jwt');
		expect((await list(`Bearer ${token}`)).status).toBe(401);
		expect((await list(`Bearer ${await newToken()}`)).status).toBe(200);
	});

	test('rejects forged tokens', async () => {
		const [head, payload, signature] = (await newToken()).split('.') as [string, string, string];
		const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
		const forged = [
			`${head}.${base64url({ ...claims, sub: 'limited' })}.${signature}`,
			`${head}.${payload}.${signature.slice(0, -2)}AA`,
			`${head}.${payload}.`,
			`${head}.${payload}`,
			`${base64url({ alg: 'none' })}.${payload}.`,
			`${base64url({ alg: 'none', typ: 'JWT' })}.${payload}.${signature}`,
			`${base64url({ alg: 'HS512' })}.${payload}.${signature}`,
		];
		const unsigned = `${head}.${base64url({ ...claims, exp: 4_000_000_000 })}`;
		forged.push(`${unsigned}.${createHmac('sha256', 'secret').update(unsigned).digest('base64url')}`);
		for (const token of forged) {
			expect([token, (await list(`Bearer ${token}`)).status]).toEqual([token, 401]);
		}
	});

	test('appears in the journal each time, even if it is rejected, but without bodies', async () => {
		await sandbox.control.clearJournal();
		await newToken();
		await logIn('{"username":"demo","password":"not-the-password"}');
		const journal = await sandbox.control.journal();
		expect(journal.logins).toBe(2);
		expect(journal.entries.map(({ kind, status, body }) => ({ kind, status, body }))).toEqual([
			{ kind: 'login', status: 200, body: null },
			{ kind: 'login', status: 401, body: null },
		]);
	});
});

describe('Tokens before release 11.3', () => {
	test('do not exist: no JWT sign-in, no OAuth, and Bearer is rejected', async () => {
		const token = await newToken();
		const older = await startSandbox({ release: '11.2' });
		try {
			const logInThere = await send(`${older.apiUrl}/login`, {
				method: 'POST',
				headers: { ...DEMO, 'Content-Type': 'application/json' },
				body: '{"username":"demo","password":"demo"}',
			});
			expect(logInThere.text).not.toContain('"token"');
			expect(logInThere.status).toBeGreaterThanOrEqual(400);
			expect((await send(`${older.url}/oauth/token`, { method: 'POST' })).status).toBe(404);
			const refused = await send(`${older.apiUrl}/JmPhaseList?Query={}`, { headers: { Authorization: `Bearer ${token}` } });
			expect(refused.status).toBe(401);
			expect(errorIn(refused)).toContain('Basic');
			const unsigned = await send(`${older.apiUrl}/JmPhaseList?Query={}`);
			expect(unsigned.headers['www-authenticate']).toMatch(/^Basic realm="[^"]+", charset="UTF-8"$/);
			expect(errorIn(unsigned)).not.toContain('Bearer');
			expect((await send(`${older.apiUrl}/JmPhaseList?Query={}`, { headers: DEMO })).status).toBe(200);
		} finally {
			await older.stop();
		}
	});
});

describe('The options --user and --password', () => {
	test('replace the credentials of the demo user', async () => {
		const other = await startSandbox({ args: ['--user', 'ada', '--password', 'löve:lace'] });
		try {
			const at = `${other.apiUrl}/JmPhaseList?Query={}`;
			expect((await send(at, { headers: { Authorization: basic('ada', 'löve:lace') } })).status).toBe(200);
			expect((await send(at, { headers: DEMO })).status).toBe(401);
			expect((await send(at, { headers: { Authorization: basic('limited', 'limited') } })).status).toBe(200);
			expect(other.output()).not.toContain('lace');
			const logIn = async (username: string, password: string): Promise<number> =>
				(
					await send(`${other.apiUrl}/login`, {
						method: 'POST',
						headers: { 'Content-Type': 'application/json' },
						body: JSON.stringify({ username, password }),
					})
				).status;
			expect([await logIn('ada', 'löve:lace'), await logIn('ada:löve', 'lace')]).toEqual([200, 401]);
		} finally {
			await other.stop();
		}
	});
});
