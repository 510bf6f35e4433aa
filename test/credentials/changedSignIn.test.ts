import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { digestOfToken } from '../../bridge/signIn/tokenDigest';
import { testCredential } from '../../workshop/engine/credentialTest';
import type { NodeOutcome } from '../../workshop/engine/engine';
import { giveToken, siteForTests } from '../engine/recordingSite';
import { engineForTests } from '../support/engineForTests';

const JWT = 'mediaOperationsJwtApi';
const ID = 'changed';

const engine = engineForTests();
const site = siteForTests();
let number = 0;
let password: string;
/** The credential as n8n stores it after a sign-in. */
let stored: ICredentialDataDecryptedObject;

const getJob = async (jobs = 1): Promise<NodeOutcome> =>
	await engine.run({
		node: 'mediaOperations',
		parameters: {
			authentication: 'jwt',
			resource: 'job',
			operation: 'get',
			record: { __rl: true, mode: 'job_no', value: '1' },
			options: { maxAttempts: 1, concurrency: 1 },
		},
		credentials: { [JWT]: ID },
		input: Array.from({ length: jobs }, () => ({ json: {} })),
	});
/** The token that the site received with each request, and the user of each sign-in. */
const received = () => ({
	tokens: site.requests.map(({ headers }) => headers.authorization),
	users: site.logIns.map(({ body }) => (JSON.parse(body) as { username: string }).username),
});

beforeEach(async () => {
	// A different password for each test, because a refusal is cached.
	password = `secret-${(number += 1)}`;
	site.respond = ({ address }) => ({ body: address.includes('List') ? { L: [] } : { jm_job: [{ job_no: 1 }] } });
	site.logIn = ({ body }) => {
		const given = JSON.parse(body) as { username: string; password: string };
		return given.password === password
			? giveToken(site, `token-of-${given.username}`)
			: { status: 401, body: { error: 'The password is incorrect' } };
	};
	await engine.credentials.put(ID, JWT, { baseUrl: site.url, username: 'anna', password });
	expect((await getJob()).error).toBeNull();
	expect(received()).toEqual({ tokens: ['Bearer token-of-anna'], users: ['anna'] });
	stored = await engine.credentials.read(ID, JWT);
	site.requests.length = 0;
	site.logIns.length = 0;
});

const WRONG: ReadonlyArray<readonly [string, ICredentialDataDecryptedObject]> = [
	['a different password', { password: 'wrong' }],
	['a different user and a different password', { username: 'ben', password: 'wrong' }],
	['a different field name for the password', { customizeSignIn: true, passField: 'secret' }],
];

describe('A JWT credential with a stored token', () => {
	it('is used without a new sign-in in a run and in the connection test if nothing has changed', async () => {
		expect((await getJob()).error).toBeNull();
		expect(await testCredential(engine, JWT, stored)).toMatchObject({ status: 'OK' });
		expect(received()).toEqual({ tokens: ['Bearer token-of-anna', 'Bearer token-of-anna'], users: [] });
	});

	it('is used without a new sign-in if only a setting that does not affect the sign-in has changed', async () => {
		await engine.credentials.put(ID, JWT, { ...stored, ignoreSSLIssues: true });
		expect((await getJob()).error).toBeNull();
		expect(received()).toEqual({ tokens: ['Bearer token-of-anna'], users: [] });
	});

	it.each(WRONG)('is rejected by the connection test if it now has %s, and nothing is sent after the sign-in', async (_change, changes) => {
		const { status, message } = await testCredential(engine, JWT, { ...stored, ...changes });
		expect([status, message]).toEqual(['Error', 'The password is incorrect']);
		expect(received().tokens).toEqual([]);
	});

	it.each(WRONG)('is rejected in a run if it now has %s, and nothing is sent after the sign-in', async (_change, changes) => {
		await engine.credentials.put(ID, JWT, { ...stored, ...changes });
		expect((await getJob()).error?.message).toBe('The password is incorrect [Item 0]');
		expect(received().tokens).toEqual([]);
	});

	it('signs in once if its user name has changed, and then contains the new token', async () => {
		await engine.credentials.put(ID, JWT, { ...stored, username: 'ben' });
		expect(await testCredential(engine, JWT, { ...stored, username: 'ben' })).toMatchObject({ status: 'OK' });
		expect((await getJob()).error).toBeNull();
		expect((await getJob()).error).toBeNull();
		const { tokens, users } = received();
		expect(new Set(tokens)).toEqual(new Set(['Bearer token-of-ben']));
		expect(users).toEqual(['ben']);
		expect(await engine.credentials.read(ID, JWT)).toMatchObject({ username: 'ben', sessionToken: 'token-of-ben' });
	});

	it('signs in with the new password if it is edited during a run and the token is revoked, and keeps the other edits', async () => {
		site.respond = (_request, count) => {
			if (count === 1) {
				site.tokens.clear();
				password = `edited-${number}`;
				void engine.credentials.put(ID, JWT, { ...stored, password, divisionCode: 'LON' });
			}
			return { body: { jm_job: [{ job_no: 1 }] }, after: 100 };
		};
		const { error, output } = await getJob(4);
		expect(error).toBeNull();
		expect(output[0]).toHaveLength(4);
		expect(site.logIns).toHaveLength(1);
		expect(await engine.credentials.read(ID, JWT)).toMatchObject({ password, divisionCode: 'LON', sessionToken: 'token-of-anna' });
	});

	it('is used without a sign-in if another process renewed the token during the run', async () => {
		site.respond = (_request, count) => {
			if (count === 1) {
				site.tokens.clear();
				giveToken(site, 'renewed-elsewhere');
				const renewed = {
					...stored,
					sessionToken: 'renewed-elsewhere',
					tokenDigest: digestOfToken('renewed-elsewhere', engine.credentials.withDefaults(JWT, stored)),
				};
				void engine.credentials.put(ID, JWT, renewed);
			}
			return { body: { jm_job: [{ job_no: 1 }] }, after: 100 };
		};
		expect((await getJob(4)).error).toBeNull();
		expect(received().users).toEqual([]);
		expect(new Set(received().tokens.slice(2))).toEqual(new Set(['Bearer renewed-elsewhere']));
	});

	it('signs in again if an older version of the package stored the token without a digest', async () => {
		site.tokens.add('older');
		await engine.credentials.put(ID, JWT, { ...stored, sessionToken: 'older', tokenDigest: '' });
		expect((await getJob()).error).toBeNull();
		expect(received().tokens).toEqual(['Bearer token-of-anna']);
	});

	it('has a digest that depends on the token, so that nobody can use the digest to guess passwords', async () => {
		site.logIn = () => giveToken(site, 'another-token');
		await engine.credentials.put(ID, JWT, { baseUrl: site.url, username: 'anna', password, customizeSignIn: true, lifeMinutes: 0 });
		expect((await getJob()).error).toBeNull();
		const { tokenDigest } = await engine.credentials.read(ID, JWT);
		expect(tokenDigest).toMatch(/^[0-9a-f]{64}$/);
		expect(tokenDigest).not.toBe(stored.tokenDigest);
		const { typeOptions } = engine.types.credentials.get(JWT)!.properties.find(({ name }) => name === 'tokenDigest')!;
		expect(typeOptions).toEqual({ password: true });
	});
});
