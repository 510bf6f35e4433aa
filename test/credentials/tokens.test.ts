import type { ICredentialDataDecryptedObject, INodeExecutionData } from 'n8n-workflow';

import type { NodeOutcome } from '../../workshop/engine/engine';
import { giveToken, siteForTests, type Reply } from '../engine/recordingSite';
import { engineForTests } from '../support/engineForTests';
import { withToken } from '../support/withToken';

const JWT = 'mediaOperationsJwtApi';
const OAUTH2 = 'mediaOperationsOAuth2Api';
const BASIC = 'mediaOperationsBasicApi';

const engine = engineForTests();
const site = siteForTests();
let number = 0;

beforeEach(() => {
	site.respond = ({ address }) => ({ body: { jm_job: [{ job_no: Number(address.split('=')[1]) }] } });
});

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
	clientSecret: `secret-${(number += 1)}`,
	...changes,
});
const giveOAuthTokens = (): void => {
	site.logIn = (_request, count) =>
		giveToken(site, `oauth-${count}`, { access_token: `oauth-${count}`, token_type: 'Bearer', expires_in: 3600 });
};
const items = (count: number): INodeExecutionData[] => Array.from({ length: count }, (_, index) => ({ json: { job: index + 1 } }));
const authentication: Record<string, string> = { [BASIC]: 'basic', [JWT]: 'jwt', [OAUTH2]: 'oAuth2' };

/** Reads one job for each item. */
const getJobs = async (
	type: string,
	credential: ICredentialDataDecryptedObject | string,
	count: number,
	more: { readonly continuesOnFail?: boolean; readonly options?: Record<string, unknown> } = {},
): Promise<NodeOutcome> =>
	await engine.run({
		node: 'mediaOperations',
		parameters: {
			authentication: authentication[type] as string,
			resource: 'job',
			operation: 'get',
			record: { __rl: true, mode: 'job_no', value: '={{ $json.job }}' },
			options: { concurrency: 16, maxAttempts: 1, ...more.options } as never,
		},
		credentials: { [type]: credential },
		input: items(count),
		...(more.continuesOnFail ? { onError: 'continueRegularOutput' as const } : {}),
	});
const numbers = ({ output, error }: NodeOutcome): unknown[] => {
	expect(error).toBeNull();
	return output[0]!.map(({ json }) => json.job_no);
};
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

describe('A JWT', () => {
	it('is requested once for 20 requests without a token', async () => {
		site.respond = ({ address }) => ({ body: { jm_job: [{ job_no: Number(address.split('=')[1]) }] }, after: 100 });
		expect(numbers(await getJobs(JWT, jwt(), 20))).toEqual(upTo(20));
		expect(site.logIns).toHaveLength(1);
		expect(site.requests).toHaveLength(20);
		expect(site.maxConcurrent).toBeGreaterThan(4);
	});

	it('is requested once for five executions that start at the same time', async () => {
		const data = jwt();
		site.logIn = (_request, count) => ({ ...giveToken(site, `token-${count}`), after: 50 });
		await Promise.all(upTo(5).map(async () => expect(numbers(await getJobs(JWT, data, 3))).toEqual(upTo(3))));
		expect(site.logIns).toHaveLength(1);
	});

	it('that was revoked is renewed once for 20 requests in progress, and no item fails', async () => {
		const data = withToken(engine.credentials.withDefaults(JWT, jwt()), 'revoked');
		site.logIn = (_request, count) => ({ ...giveToken(site, `token-${count}`), after: 30 });
		expect(numbers(await getJobs(JWT, data, 20))).toEqual(upTo(20));
		expect(site.requests[0]?.headers.authorization).toBe('Bearer revoked');
		expect(site.logIns).toHaveLength(1);
	});

	it('that expires during the run is renewed once, and the new one is used for the remaining requests and stored in the credential', async () => {
		await engine.credentials.put('stored', JWT, jwt());
		site.respond = (request, count): Reply => {
			if (count === 10) site.tokens.clear();
			return { body: { jm_job: [{ job_no: Number(request.address.split('=')[1]) }] }, after: 5 };
		};
		expect(numbers(await getJobs(JWT, 'stored', 40))).toEqual(upTo(40));
		expect(site.logIns).toHaveLength(2);
		expect(site.requests.slice(-5).every(({ headers }) => headers.authorization === 'Bearer token-2')).toBe(true);
		expect(await engine.credentials.read('stored', JWT)).toMatchObject({ sessionToken: 'token-2' });
	});

	it('is renewed before it expires, according to its exp claim or the lifetime in the credential', async () => {
		const now = Date.now() / 1000;
		const token = (life: number): string => `h.${Buffer.from(JSON.stringify({ iat: now, exp: now + life })).toString('base64url')}.s`;
		site.logIn = (_request, count) => giveToken(site, token(count === 1 ? 2 : 3600));
		await engine.credentials.put('short', JWT, jwt());
		expect(numbers(await getJobs(JWT, 'short', 1))).toEqual([1]);
		await new Promise((passed) => setTimeout(passed, 1_700));
		expect(numbers(await getJobs(JWT, 'short', 20))).toEqual(upTo(20));
		expect(site.logIns).toHaveLength(2);
		expect(site.requests.filter(({ headers }) => headers.authorization === `Bearer ${token(2)}`)).toHaveLength(1);
		await engine.credentials.put('minutes', JWT, jwt({ customizeSignIn: true, lifeMinutes: 30 }));
		const before = Date.now();
		await getJobs(JWT, 'minutes', 1);
		const renewIn = (Number((await engine.credentials.read('minutes', JWT)).renewAt) - before) / 60_000;
		expect(renewIn).toBeGreaterThan(28.9);
		expect(renewIn).toBeLessThan(29.1);
	});

	it('is found in the usual places, at a configured path, and as plain text', async () => {
		const responses: [unknown, string?][] = [
			[{ access_token: 'abc' }],
			[{ data: { token: 'abc' } }],
			[{ jwt: 'abc' }],
			['abc'],
			['  abc\n'],
			[JSON.stringify('abc')],
			[{ session: { value: 'abc' } }, 'session.value'],
			[{ id_token: 'abc', count: 3 }],
		];
		for (const [body, responsePath = ''] of responses) {
			site.logIn = () => giveToken(site, 'abc', body);
			expect(numbers(await getJobs(JWT, jwt({ customizeSignIn: true, responsePath }), 1))).toEqual([1]);
		}
	});

	it('is requested in the format configured in the credential', async () => {
		const data = jwt({
			signInUrl: '/sign-in',
			customizeSignIn: true,
			usernameField: 'user',
			passField: 'pass',
			extraBody: '{"client": "n8n", "tags": [1]}',
			headerName: 'X-Session',
			headerPrefix: '',
		});
		expect(numbers(await getJobs(JWT, data, 1))).toEqual([1]);
		expect(site.logIns[0]).toMatchObject({
			method: 'POST',
			address: '/sign-in',
			body: JSON.stringify({ client: 'n8n', tags: [1], user: 'demo', pass: data.password }),
		});
		expect(site.requests[0]?.headers).toMatchObject({ 'x-session': 'token-1' });
		expect(site.requests[0]?.headers.authorization).toBeUndefined();
	});

	it("that the site refuses to issue is not requested again for the other items, and the site's message comes first", async () => {
		site.logIn = () => ({ status: 401, body: { error: 'This user is &#39;locked&#39;' } });
		const { output } = await getJobs(JWT, jwt(), 20, { continuesOnFail: true });
		expect(site.logIns).toHaveLength(1);
		expect(site.requests).toHaveLength(0);
		expect(output[0]).toHaveLength(20);
		expect(output[0]?.[7]).toMatchObject({
			json: { error: "This user is 'locked' [Item 7]", message: expect.stringContaining('Check the user name and password') },
			pairedItem: { item: 7 },
		});
	});

	it.each<readonly [string, unknown, string]>([
		['a property with entities', { Message: 'Not &#39;demo&#39;' }, "Not 'demo'"],
		['plain text', 'No such user', 'No such user'],
		['the title of a page', '<html><title>Sign in elsewhere</title></html>', 'Sign in elsewhere'],
		['100,000 characters, truncated to 1,000', { message: 'x'.repeat(100_000) }, 'x'.repeat(1_000)],
	])("that the site refuses to issue ends the run with the site's message (%s)", async (_where, body, words) => {
		site.logIn = () => ({ status: 403, body });
		expect((await getJobs(JWT, jwt(), 1)).error?.message).toBe(`${words} [Item 0]`);
	});

	it('is requested again if the sign-in was temporarily unavailable', async () => {
		site.logIn = (_request, count) => (count === 1 ? { status: 503 } : giveToken(site, 'late'));
		expect(numbers(await getJobs(JWT, jwt(), 3, { options: { maxAttempts: 3 } }))).toEqual([1, 2, 3]);
		expect(site.logIns).toHaveLength(2);
	});

	it('that the site issues but does not accept ends the run after a few sign-ins', async () => {
		site.logIn = (_request, count) => ({ body: { token: `useless-${count}` } });
		const { output } = await getJobs(JWT, jwt(), 30, { continuesOnFail: true });
		expect(output[0]).toHaveLength(30);
		expect(site.logIns.length).toBeLessThanOrEqual(7);
		expect(site.requests.length).toBeLessThanOrEqual(14);
	});

	it('that the site does not accept is reported without the secrets in the Base URL', async () => {
		site.logIn = (_request, count) => ({ body: { token: `useless-${count}` } });
		const credential = jwt({ baseUrl: `${site.url}?api_key=kept-to-itself` });
		const descriptions: (string | null | undefined)[] = [];
		for (let runs = 0; runs < 5; runs += 1) descriptions.push((await getJobs(JWT, credential, 1)).error?.description);
		expect(descriptions.join()).toContain(`whether ${site.url} accepts tokens issued by this sign-in`);
		expect(descriptions.join()).not.toContain('kept-to-itself');
	});

	it('that is missing from the sign-in response is reported with the names of the fields in the response, but without their values', async () => {
		site.logIn = () => ({ body: { session: 'very-secret', user: 'demo' } });
		const { error } = await getJobs(JWT, jwt(), 1);
		expect(error?.message).toBe('The sign-in succeeded, but its response contains no token [Item 0]');
		expect(error?.description).toContain('session, user');
		expect(JSON.stringify(error)).not.toContain('very-secret');
	});

	it('sign-in does not send the password to the target of a redirect', async () => {
		site.logIn = () => ({ status: 307, headers: { Location: `${site.url}/JmJob/job_no=1` } });
		const { error } = await getJobs(JWT, jwt(), 1);
		expect(error?.description).toContain("Check 'Sign-In URL'");
		expect(site.requests).toHaveLength(0);
	});
});

describe('An OAuth 2 token', () => {
	beforeEach(giveOAuthTokens);

	it('is requested once for 20 requests without a token', async () => {
		expect(numbers(await getJobs(OAUTH2, oAuth2(), 20))).toEqual(upTo(20));
		expect(site.logIns).toHaveLength(1);
		expect(site.logIns[0]?.body).toContain('grant_type=client_credentials');
	});

	it('is requested once for five executions that start at the same time', async () => {
		await engine.credentials.put('begin', OAUTH2, oAuth2());
		site.logIn = (_request, count) => ({
			...giveToken(site, `oauth-${count}`, { access_token: `oauth-${count}`, token_type: 'Bearer', expires_in: 3600 }),
			after: 50,
		});
		await Promise.all(upTo(5).map(async () => expect(numbers(await getJobs(OAUTH2, 'begin', 3))).toEqual(upTo(3))));
		expect(site.logIns).toHaveLength(1);
	});

	it('is requested again by the waiting executions if the first request for it failed', async () => {
		await engine.credentials.put('away', OAUTH2, oAuth2());
		const give = site.logIn;
		site.logIn = (request, count) =>
			count === 1 ? { status: 503, body: { error: 'temporarily_unavailable' }, after: 50 } : give(request, count);
		const outcomes = await Promise.all(upTo(3).map(async () => await getJobs(OAUTH2, 'away', 1)));
		expect(outcomes.filter(({ error }) => error === null)).toHaveLength(2);
		expect(site.logIns).toHaveLength(2);
	});

	it('that expires during the run is renewed once, and the new one is used for the remaining requests and stored in the credential', async () => {
		await engine.credentials.put('oauth', OAUTH2, oAuth2());
		site.respond = (request, count): Reply => {
			if (count === 10) site.tokens.clear();
			return { body: { jm_job: [{ job_no: Number(request.address.split('=')[1]) }] }, after: 5 };
		};
		expect(numbers(await getJobs(OAUTH2, 'oauth', 40))).toEqual(upTo(40));
		expect(site.logIns).toHaveLength(2);
		expect(site.requests.filter(({ headers }) => headers.authorization === 'Bearer oauth-1').length).toBeLessThanOrEqual(10 + 16);
		expect(await engine.credentials.read('oauth', OAUTH2)).toMatchObject({ oauthTokenData: { access_token: 'oauth-2' } });
	});

	it('is also renewed after a status code listed in the credential, and a listed code that is not a number is rejected', async () => {
		site.respond = ({ headers, address }) =>
			headers.authorization === 'Bearer oauth-1'
				? { status: 419, body: { error: 'Expired' } }
				: { body: { jm_job: [{ job_no: Number(address.split('=')[1]) }] } };
		expect(numbers(await getJobs(OAUTH2, oAuth2({ advancedSettings: true, expiredStatuses: '419, 440' }), 2))).toEqual([1, 2]);
		const { error } = await getJobs(OAUTH2, oAuth2({ advancedSettings: true, expiredStatuses: 'soon' }), 1);
		expect(error?.message).toContain("'Expired-Token Status Codes'");
	});

	it.each([
		[403, '<html><title>Blocked</title></html>'],
		[504, '{"error": "Expired"}'],
	])(
		'is not renewed after a create whose outcome is uncertain because a gateway returned the listed status %i: %s',
		async (status, body) => {
			site.respond = () => ({ status, body, headers: { 'Content-Type': body.startsWith('<') ? 'text/html' : 'application/json' } });
			const { error } = await engine.run({
				node: 'mediaOperations',
				parameters: {
					authentication: authentication[OAUTH2] as string,
					resource: 'job',
					operation: 'create',
					fieldsMode: 'json',
					fieldsJson: '{"job_desc": "New"}',
				},
				credentials: { [OAUTH2]: oAuth2({ advancedSettings: true, expiredStatuses: '403, 504' }) },
				input: items(1),
			});
			expect(error?.description).toContain('The request may have succeeded');
			expect(site.requests).toHaveLength(1);
		},
	);

	it.each(['BearerToken', 'jwt'])('of the type "%s" is sent as a bearer token in the header, not in the URL', async (type) => {
		site.logIn = (_request, count) => giveToken(site, `typed-${count}`, { access_token: `typed-${count}`, token_type: type });
		const { error } = await getJobs(OAUTH2, oAuth2(), 1);
		expect(error).toBeNull();
		expect(site.requests.map(({ address }) => address)).toEqual([expect.not.stringContaining('access_token')]);
		expect(site.requests[0]?.headers.authorization).toBe('Bearer typed-1');
	});

	it('of an unusual type does not hide that a create may have succeeded if the connection breaks', async () => {
		site.logIn = (_request, count) => giveToken(site, `typed-${count}`, { access_token: `typed-${count}`, token_type: 'BearerToken' });
		site.respond = () => ({ reset: true });
		const { error } = await engine.run({
			node: 'mediaOperations',
			parameters: { authentication: 'oAuth2', resource: 'job', operation: 'create', fieldsMode: 'json', fieldsJson: '{"job_desc": "A"}' },
			credentials: { [OAUTH2]: oAuth2() },
		});
		expect(error?.description).toContain('may have succeeded');
		expect(site.requests).toHaveLength(1);
	});

	it('is requested only once if the token URL returns 404, and the error names the settings to check', async () => {
		site.logIn = () => ({ status: 404, body: 'Not found' as never });
		const { error } = await getJobs(OAUTH2, oAuth2(), 1);
		expect(error?.description).toContain(
			`404 on POST ${site.origin}/oauth/token. Check 'Access Token URL', 'Client ID' and 'Client Secret' in the credential.`,
		);
		expect(site.logIns).toHaveLength(1);
	});

	it("that the provider refuses to issue ends the run with the provider's message, before anything is sent", async () => {
		site.logIn = () => ({ status: 401, body: { error: 'invalid_client', error_description: 'Unknown client' } });
		const { error } = await getJobs(OAUTH2, oAuth2(), 1);
		expect(error?.message).toBe('Unknown client [Item 0]');
		expect(error?.description).toContain(
			"Check 'Client ID' and 'Client Secret' in the credential, and try the other value of 'Authentication'.",
		);
		expect(site.requests).toHaveLength(0);
		expect(site.logIns).toHaveLength(1);
		expect(JSON.stringify(error)).not.toContain('secret');
	});
});

describe('A run with Basic', () => {
	it('tries a wrong password only once, regardless of the number of items', async () => {
		const { output } = await getJobs(BASIC, { baseUrl: site.url, username: 'demo', password: 'wrong' }, 20, { continuesOnFail: true });
		expect(site.requests).toHaveLength(1);
		expect(output[0]).toHaveLength(20);
		expect(output[0]?.[19]?.json.error).toBe('The user name or password is incorrect [Item 19]');
	});

	it.each([
		['an error page', 502, '<html>Bad gateway</html>'],
		['an error in text', 503, 'no healthy upstream'],
		['a sign-in page', 200, '<html><form action="/login"></form></html>'],
	])('tries a wrong password only once after a gateway responds with %s to the first item', async (_what, status, body) => {
		site.respond = (_request, count) => (count === 1 ? { status, body } : { status: 401, body: { error: 'Unknown user' } });
		await getJobs(BASIC, { baseUrl: site.url, username: 'demo', password: 'demo' }, 20, { continuesOnFail: true });
		expect(site.requests).toHaveLength(2);
	});

	it('tries a wrong password only once after the connection of the first item breaks', async () => {
		site.respond = (_request, count) => (count === 1 ? { reset: true } : { status: 401, body: { error: 'Unknown user' }, after: 20 });
		await getJobs(BASIC, { baseUrl: site.url, username: 'demo', password: 'demo' }, 20, {
			continuesOnFail: true,
			options: { maxAttempts: 2 },
		});
		expect(site.requests).toHaveLength(2);
	});

	it('sends requests concurrently as soon as the site has accepted the sign-in', async () => {
		site.respond = ({ address }, count) =>
			count < 3 ? { status: 502, body: 'Bad gateway' } : { body: { jm_job: [{ job_no: Number(address.split('=')[1]) }] }, after: 50 };
		await getJobs(BASIC, { baseUrl: site.url, username: 'demo', password: 'demo' }, 20, { continuesOnFail: true });
		expect(site.requests).toHaveLength(20);
		expect(site.maxConcurrent).toBeGreaterThan(4);
	});

	it('continues after a single 401 during the run', async () => {
		site.respond = ({ address }, count) =>
			count === 3 ? { status: 401, body: { error: 'Not now' } } : { body: { jm_job: [{ job_no: Number(address.split('=')[1]) }] } };
		const { output } = await getJobs(BASIC, { baseUrl: site.url, username: 'demo', password: 'demo' }, 6, {
			continuesOnFail: true,
			options: { concurrency: 1 },
		});
		expect(output[0]?.map(({ json }) => json.job_no ?? json.error)).toEqual([1, 2, 'Not now [Item 2]', 4, 5, 6]);
	});
});
