import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { createEngine, type Engine, type NodeOutcome } from '../../workshop/engine/engine';
import { loadPackage } from '../../workshop/engine/packageTypes';
import { startRecordingSite, type RecordingSite } from '../engine/recordingSite';

const ROOT = resolve(__dirname, '../..');
/** Each way to sign in, with all that it can be led astray by. */
const SIGN_INS = ['basic', 'jwt', 'oAuth2'] as const;
type SignIn = (typeof SIGN_INS)[number];
const TYPES: Record<SignIn, string> = { basic: 'mediaOperationsBasicApi', jwt: 'mediaOperationsJwtApi', oAuth2: 'mediaOperationsOAuth2Api' };

let engine: Engine;
let site: RecordingSite;
let other: RecordingSite;
let number = 0;

beforeAll(async () => {
	engine = await createEngine(loadPackage('sources'));
	[site, other] = [await startRecordingSite(), await startRecordingSite()];
});
beforeEach(() => {
	site.forget();
	other.forget();
	site.logIn = (_request, count) => {
		site.tokens.add(`token-${count}`);
		return { body: { token: `token-${count}`, access_token: `token-${count}`, token_type: 'Bearer', expires_in: 3600 } };
	};
	site.answer = () => ({ body: { jm_job: [{ job_no: 12 }] } });
});
afterAll(async () => {
	await site.close();
	await other.close();
});

const credential = (signIn: SignIn, changes: ICredentialDataDecryptedObject = {}): ICredentialDataDecryptedObject => ({
	baseUrl: site.url,
	...(signIn === 'oAuth2' ? { grantType: 'clientCredentials', accessTokenUrl: `${site.origin}/oauth/token`, clientId: 'client', clientSecret: 'secret' } : { username: 'demo', password: signIn === 'jwt' ? `demo-${(number += 1)}` : 'demo' }),
	...changes,
});
const run = async (signIn: SignIn, data: ICredentialDataDecryptedObject, operation = 'get'): Promise<NodeOutcome> =>
	await engine.run({
		node: 'mediaOperations',
		parameters: { authentication: signIn, resource: 'job', operation, record: { __rl: true, mode: 'job_no', value: '12' } as never, fieldsMode: 'json', fieldsJson: '{"job_desc": "A"}', options: { tries: 2 } },
		credentials: { [TYPES[signIn]]: data },
	});

describe.each(SIGN_INS)('A redirect of a call signed in with %s', (signIn) => {
	it.each([301, 302, 303, 307, 308].flatMap((status) => (['get', 'create'] as const).map((operation) => [status, operation] as const)))('with %i is not followed to another host (%s)', async (status, operation) => {
		site.answer = () => ({ status, headers: { Location: `${other.url}/JmJob/job_no=12` } });
		expect((await run(signIn, credential(signIn), operation)).error).toMatchObject({ httpCode: String(status), message: expect.stringContaining('The site sent the call on to another address') });
		expect([other.requests, other.logIns]).toEqual([[], []]);
		expect(site.requests).toHaveLength(1);
	});

	it.each(['//evil.example/x', 'http:/\\evil.example', '/api/v2/database/DEMO/JmJob/job_no=13', 'javascript:alert(1)', ''])('to %j is not followed either', async (location) => {
		site.answer = (_request, count) => (count > 1 ? { body: { jm_job: [{ job_no: 13 }] } } : { status: 302, headers: { Location: location } });
		expect((await run(signIn, credential(signIn))).error?.httpCode).toBe('302');
		expect(site.requests).toHaveLength(1);
	});
});

describe('A redirect of the sign-in', () => {
	it('leads no password of a JWT log-in to another host', async () => {
		site.logIn = () => ({ status: 307, headers: { Location: `${other.origin}/login` } });
		expect((await run('jwt', credential('jwt'))).error).not.toBeNull();
		expect([other.requests, other.logIns]).toEqual([[], []]);
	});
});

describe('The allowed domains of a credential', () => {
	const here = '127.0.0.1';
	it.each(SIGN_INS)('let it be sent to a host that they name (%s)', async (signIn) => {
		expect((await run(signIn, credential(signIn, { allowedHttpRequestDomains: 'domains', allowedDomains: `example.com, ${here}` }))).error).toBeNull();
	});

	it.each(SIGN_INS)('keep it from any other, before anything is sent (%s)', async (signIn) => {
		const { error } = await run(signIn, credential(signIn, { allowedHttpRequestDomains: 'domains', allowedDomains: 'example.com' }));
		expect(error?.message).toContain('Only the following domains are allowed: example.com');
		expect(site.requests).toEqual([]);
	});

	it.each(SIGN_INS)('that name none are told as such (%s)', async (signIn) => {
		const { error } = await run(signIn, credential(signIn, { allowedHttpRequestDomains: 'domains', allowedDomains: ' ' }));
		expect(error?.message).toBe("The credential is restricted to specific domains, and 'Allowed Domains' names none");
		expect([site.requests, site.logIns]).toEqual([[], []]);
	});

	it('of «none» are about other nodes: it still works in its own', async () => {
		expect((await run('basic', credential('basic', { allowedHttpRequestDomains: 'none' }))).error).toBeNull();
	});
});

describe("n8n's protection of its own network", () => {
	it('stops calls to it, whatever the credential says', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'protected-'));
		const file = join(folder, 'run.json');
		writeFileSync(file, JSON.stringify({
			node: 'mediaOperations',
			parameters: { authentication: 'basic', resource: 'job', operation: 'get', record: { __rl: true, mode: 'job_no', value: '12' }, options: { tries: 1 } },
			credentials: { [TYPES.basic]: credential('basic') },
		}));
		const runFile = async (isProtected: boolean): Promise<{ output: unknown[]; error: { message: string } | null }> =>
			JSON.parse(await new Promise<string>((ended) => {
				execFile(join(ROOT, 'node_modules/.bin/node'), ['--import', 'tsx', 'workshop/engine/runNode.ts', file], { cwd: ROOT, env: { ...process.env, N8N_SSRF_PROTECTION_ENABLED: String(isProtected) } }, (_status, stdout) => ended(stdout));
			}));
		expect((await runFile(true)).error?.message).toMatch(/blocked|not allowed|restricted/i);
		expect(site.requests).toEqual([]);
		expect((await runFile(false)).error).toBeNull();
		expect(site.requests).toHaveLength(1);
		rmSync(folder, { recursive: true });
	}, 60_000);
});
