import { createHash, randomBytes } from 'node:crypto';

import type { ICredentialDataDecryptedObject, INodeExecutionData } from 'n8n-workflow';

import type { NodeOutcome } from '../../workshop/engine/engine';
import { Browser } from '../support/browser';
import { engineForTests } from '../support/engineForTests';
import { DEMO_USER } from '../support/plainCall';
import { sandboxForTests } from '../support/sandboxForTests';

const JWT = 'mediaOperationsJwtApi';
const OAUTH2 = 'mediaOperationsOAuth2Api';
const REQUESTS = 50;

const engine = engineForTests();
const sandbox = sandboxForTests();
let number = 0;

beforeEach(() => sandbox.control.reset());

const CLIENT = { clientId: 'media-operations-browser', clientSecret: 'media-operations-browser-secret' };
const CALLBACK = 'http://localhost:5678/rest/oauth2-credential/callback';
const form = (values: Readonly<Record<string, string>>): string => new URLSearchParams(values).toString();

/** Signs in as a person does in the browser, and returns the data that n8n would store afterwards. */
const authorized = async (): Promise<ICredentialDataDecryptedObject> => {
	const browser = new Browser(sandbox.url);
	const verifier = randomBytes(32).toString('base64url');
	const challenge = createHash('sha256').update(verifier).digest('base64url');
	const page = await browser.go(
		`${sandbox.url}/oauth/auth?${form({ client_id: CLIENT.clientId, response_type: 'code', redirect_uri: CALLBACK, scope: 'api offline_access', code_challenge: challenge, code_challenge_method: 'S256' })}`,
	);
	const consent = await browser.go(page.at, form({ action: 'signIn', username: 'demo', password: 'demo' }));
	const code = new URL((await browser.go(consent.at, form({ action: 'allow' }))).at).searchParams.get('code')!;
	const result = await fetch(`${sandbox.url}/oauth/token`, {
		method: 'POST',
		headers: {
			Authorization: `Basic ${Buffer.from(`${CLIENT.clientId}:${CLIENT.clientSecret}`).toString('base64')}`,
			'Content-Type': 'application/x-www-form-urlencoded',
		},
		body: form({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: verifier }),
	});
	expect(result.status).toBe(200);
	return {
		grantType: 'authorizationCode',
		requestedScope: 'api offline_access',
		...CLIENT,
		oauthTokenData: (await result.json()) as never,
	};
};

interface Way {
	readonly name: string;
	readonly authentication: string;
	readonly type: string;
	readonly kind: 'jwt' | 'access';
	readonly data: () => Promise<ICredentialDataDecryptedObject>;
	/** Whether someone has to connect the account in the browser first. */
	readonly byHand?: true;
}
const WAYS: readonly Way[] = [
	{
		name: 'JWT',
		authentication: 'jwt',
		type: JWT,
		kind: 'jwt',
		data: async () => ({ username: 'demo', password: 'demo', customizeSignIn: true, lifeMinutes: 20 + (number += 1) / 1000 }),
	},
	{
		name: 'OAuth 2 client credentials',
		authentication: 'oAuth2',
		type: OAUTH2,
		kind: 'access',
		data: async () => ({
			grantType: 'clientCredentials',
			clientId: 'media-operations-service',
			clientSecret: 'media-operations-service-secret',
			requestedScope: 'api',
		}),
	},
	{
		name: 'an OAuth 2 account connected in the browser',
		authentication: 'oAuth2',
		type: OAUTH2,
		kind: 'access',
		byHand: true,
		data: authorized,
	},
];

describe.each(WAYS)('With $name,', ({ authentication, byHand, data, kind, type }) => {
	const stored = async (): Promise<string> => {
		const id = `fifty-${(number += 1)}`;
		await engine.credentials.put(id, type, {
			baseUrl: sandbox.apiUrl,
			authUrl: `${sandbox.url}/oauth/auth`,
			accessTokenUrl: `${sandbox.url}/oauth/token`,
			...(await data()),
		});
		return id;
	};
	const run = async (
		id: string,
		node = 'mediaOperations',
		parameters: object = { resource: 'job', operation: 'get', record: { __rl: true, mode: 'job_no', value: '={{ $json.job }}' } },
		input?: INodeExecutionData[],
	): Promise<NodeOutcome> =>
		await engine.run({
			node,
			parameters: { authentication, ...parameters, options: { concurrency: REQUESTS, maxAttempts: 1 } } as never,
			credentials: { [type]: id },
			input: input ?? Array.from({ length: REQUESTS }, (_, index) => ({ json: { job: index + 1 } })),
		});
	const expectAll = async (outcome: NodeOutcome, most: number): Promise<void> => {
		expect(outcome.error).toBeNull();
		expect(outcome.output[0]!.map(({ json }) => json.job_no)).toEqual(Array.from({ length: REQUESTS }, (_, index) => index + 1));
		const { logins, tokenRequests, maxConcurrent } = await sandbox.control.journal({ limit: 1 });
		expect(logins + tokenRequests).toBeGreaterThan(0);
		expect(logins + tokenRequests).toBeLessThanOrEqual(most);
		expect(maxConcurrent).toBeGreaterThan(5);
	};
	const forget = async (): Promise<void> => {
		await sandbox.control.clearJournal();
		await sandbox.control.delay(20);
	};

	if (byHand === undefined) {
		it('fifty concurrent requests without a token cause only one sign-in', async () => {
			const id = await stored();
			await forget();
			await expectAll(await run(id), 1);
		});
	}

	it('fifty concurrent requests with a revoked token cause at most two sign-ins, and no item fails', async () => {
		const id = await stored();
		expect((await run(id)).error).toBeNull();
		await sandbox.control.call('DELETE', `tokens?kind=${kind}`);
		await forget();
		await expectAll(await run(id), 2);
	});

	it('fifty concurrent requests with a token that has just expired cause at most two sign-ins, and no item fails', async () => {
		await sandbox.control.call('PUT', 'tokens', { jwtSeconds: 5, accessSeconds: 5 });
		const id = await stored();
		// A single request: on a busy machine, the token could expire before all fifty have been sent.
		expect((await run(id, undefined, undefined, [{ json: { job: 1 } }])).error).toBeNull();
		await sandbox.control.call('PUT', 'tokens', { jwtSeconds: 1200, accessSeconds: 1200 });
		await new Promise((passed) => setTimeout(passed, 5_100));
		await forget();
		await expectAll(await run(id), 2);
	});

	it('fifty requests in each of five concurrent executions cause at most two sign-ins if the token has been revoked', async () => {
		const id = await stored();
		expect((await run(id)).error).toBeNull();
		await sandbox.control.call('DELETE', `tokens?kind=${kind}`);
		await forget();
		const outcomes = await Promise.all(Array.from({ length: 5 }, async () => await run(id)));
		for (const outcome of outcomes) await expectAll(outcome, 2);
	});

	/**
	 * The sandbox waits this long before it checks a token. On a slow machine, 50 executions need several seconds to send their requests.
	 */
	const CHECK_DELAY_MS = 6_000;
	/** Repeated requests and sign-ins also take a while, so that a sign-in is in progress while more requests are rejected. */
	const REPEAT_DELAY_MS = 1_500;
	/** Revokes the tokens once `calls` requests are waiting at the site. Returns the result of the run. */
	const revokedDuring = async <Result>(calls: number, running: Promise<Result>): Promise<Result> => {
		while ((await sandbox.control.journal({ kind: 'request', limit: 1 })).matching < calls)
			await new Promise((passed) => setTimeout(passed, 20));
		await sandbox.control.call('DELETE', `tokens?kind=${kind}`);
		await sandbox.control.delay(REPEAT_DELAY_MS);
		return await running;
	};
	const signIns = async (): Promise<number> => {
		const { logins, tokenRequests } = await sandbox.control.journal({ limit: 1 });
		return logins + tokenRequests;
	};
	const newJobs = {
		resource: 'job',
		operation: 'create',
		fieldsMode: 'json',
		fieldsJson: '={{ { job_desc: $json.name, cust_id: "32" } }}',
	};
	const names = (tag: string): INodeExecutionData[] =>
		Array.from({ length: REQUESTS }, (_, index) => ({ json: { name: `${tag}-${index}` } }));

	it('fifty concurrent requests whose token is revoked while they are in progress create each record once, and cause at most two sign-ins', async () => {
		const id = await stored();
		expect((await run(id)).error).toBeNull();
		await sandbox.control.clearJournal();
		await sandbox.control.delay(CHECK_DELAY_MS);
		const { error, output } = await revokedDuring(REQUESTS, run(id, 'mediaOperations', newJobs, names(`under-${number}`)));
		await sandbox.control.delay(0);
		expect(error).toBeNull();
		const keys = output[0]!.map(({ json }) => json.job_no as number);
		expect(new Set(keys).size).toBe(REQUESTS);
		const { entries } = await sandbox.control.journal({ kind: 'request', limit: 1_000 });
		expect(entries.filter(({ status }) => status === 401).length).toBeGreaterThanOrEqual(REQUESTS - 1);
		expect(entries.filter(({ status }) => status === 200)).toHaveLength(REQUESTS);
		expect(await signIns()).toBeGreaterThan(0);
		expect(await signIns()).toBeLessThanOrEqual(2);
	});

	it('fifty concurrent requests in separate executions cause at most two sign-ins, and no item fails', async () => {
		const id = await stored();
		if (byHand) await sandbox.control.call('DELETE', `tokens?kind=${kind}`);
		await forget();
		const outcomes = await Promise.all(
			Array.from({ length: REQUESTS }, async (_, index) => await run(id, undefined, undefined, [{ json: { job: index + 1 } }])),
		);
		expect(outcomes.map(({ error, output }) => error ?? output[0]![0]!.json.job_no)).toEqual(
			Array.from({ length: REQUESTS }, (_, index) => index + 1),
		);
		expect(await signIns()).toBeGreaterThan(0);
		expect(await signIns()).toBeLessThanOrEqual(2);
	});

	it('fifty concurrent requests in separate executions whose token is revoked while they are in progress cause at most two sign-ins, and no item fails', async () => {
		const id = await stored();
		expect((await run(id)).error).toBeNull();
		await sandbox.control.clearJournal();
		await sandbox.control.delay(CHECK_DELAY_MS);
		const outcomes = await revokedDuring(
			REQUESTS,
			Promise.all(
				Array.from({ length: REQUESTS }, async (_, index) => await run(id, undefined, undefined, [{ json: { job: index + 1 } }])),
			),
		);
		expect(outcomes.map(({ error, output }) => error ?? output[0]![0]!.json.job_no)).toEqual(
			Array.from({ length: REQUESTS }, (_, index) => index + 1),
		);
		expect(await signIns()).toBeGreaterThan(0);
		expect(await signIns()).toBeLessThanOrEqual(2);
	});

	if (byHand) {
		it('fifty requests in each of five concurrent executions cause only one sign-in if the provider accepts each refresh token only once', async () => {
			await sandbox.control.call('PUT', 'tokens', { rotateRefresh: true });
			const id = await stored();
			// Twice, because the second refresh token comes from a renewal.
			for (let round = 1; round <= 2; round += 1) {
				await sandbox.control.call('DELETE', `tokens?kind=${kind}`);
				await forget();
				const outcomes = await Promise.all(Array.from({ length: 5 }, async () => await run(id)));
				for (const outcome of outcomes) await expectAll(outcome, 1);
			}
		});
	}

	it('eight concurrent uploads whose token is revoked while they are in progress send each file again in full', async () => {
		const id = await stored();
		expect((await run(id)).error).toBeNull();
		await sandbox.control.clearJournal();
		await sandbox.control.delay(1_000);
		const files = 8;
		const content = (index: number): string => `File ${index}. `.repeat(20_000);
		const items = Array.from({ length: files }, (_, index) => ({
			json: {},
			binary: { data: { data: Buffer.from(content(index)).toString('base64'), mimeType: 'text/plain', fileName: `file-${index}.txt` } },
		}));
		const { error, output } = await revokedDuring(
			files,
			run(
				id,
				'mediaOperationsUploadAttachment',
				{ resource: 'workOrder', operation: 'upload', record: { __rl: true, mode: 'wo_no_seq', value: '101-1' } },
				items as never,
			),
		);
		await sandbox.control.delay(0);
		expect(error).toBeNull();
		expect(await signIns()).toBeLessThanOrEqual(2);
		expect(
			(await sandbox.control.journal({ kind: 'request', method: 'POST', limit: 100 })).entries.filter(({ status }) => status === 200),
		).toHaveLength(files);
		for (const [index, { json }] of output[0]!.entries()) {
			const response = await fetch(
				`${sandbox.apiUrl}/SysAttachment/attachment_keystring=10339:101-1/sys_attachment/attachment_no=${String(json.attachment_no)}/content`,
				{ headers: { Authorization: DEMO_USER } },
			);
			expect((await response.text()) === content(index)).toBe(true);
		}
	});

	it('an upload sends its file again in full if its token has been revoked', async () => {
		const id = await stored();
		expect((await run(id)).error).toBeNull();
		await sandbox.control.call('DELETE', `tokens?kind=${kind}`);
		await forget();
		const bytes = Buffer.from(Uint8Array.from({ length: 500_000 }, (_, index) => (index * 31) % 256));
		const { error, output } = await run(
			id,
			'mediaOperationsUploadAttachment',
			{ resource: 'workOrder', operation: 'upload', record: { __rl: true, mode: 'wo_no_seq', value: '100-1' } },
			[{ json: {}, binary: { data: { data: bytes.toString('base64'), mimeType: 'application/pdf', fileName: 'whole.pdf' } } }],
		);
		expect(error).toBeNull();
		const address = `${sandbox.apiUrl}/SysAttachment/attachment_keystring=10339:100-1/sys_attachment/attachment_no=${String(output[0]![0]!.json.attachment_no)}/content`;
		const content = await fetch(address, { headers: { Authorization: DEMO_USER } });
		expect(Buffer.from(await content.arrayBuffer()).equals(bytes)).toBe(true);
		const { entries } = await sandbox.control.journal({ kind: 'request', method: 'POST' });
		expect(entries.map(({ status }) => status)).toEqual([401, 200]);
	});
});

describe('A connected account with an expired refresh token', () => {
	it('is reported with a hint to connect the account again', async () => {
		const id = 'ended';
		await engine.credentials.put(id, OAUTH2, {
			baseUrl: sandbox.apiUrl,
			authUrl: `${sandbox.url}/oauth/auth`,
			accessTokenUrl: `${sandbox.url}/oauth/token`,
			...(await authorized()),
		});
		await sandbox.control.call('DELETE', 'tokens');
		const { error } = await engine.run({
			node: 'mediaOperations',
			parameters: {
				authentication: 'oAuth2',
				resource: 'job',
				operation: 'get',
				record: { __rl: true, mode: 'job_no', value: '1' } as never,
				options: { maxAttempts: 1 },
			},
			credentials: { [OAUTH2]: id },
		});
		expect(`${error?.message} ${error?.description}`).toMatch(/connect the account again/);
	});
});
