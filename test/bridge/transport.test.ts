import { createServer } from 'node:net';

import type { INodeExecutionData } from 'n8n-workflow';

import type { NodeOutcome } from '../../workshop/engine/engine';
import { siteForTests, startRecordingSite } from '../engine/recordingSite';
import { selfSigned } from '../../workshop/certificate';
import { engineForTests } from '../support/engineForTests';

const BASIC = 'mediaOperationsBasicApi';

const engine = engineForTests();
const site = siteForTests();

interface Call {
	readonly baseUrl?: string;
	readonly operation?: 'get' | 'create';
	readonly options?: Record<string, string | number | boolean>;
	readonly ignoreSSLIssues?: boolean;
	readonly input?: readonly INodeExecutionData[];
	readonly signal?: AbortSignal;
}
const call = async ({
	baseUrl = site.url,
	operation = 'get',
	options = {},
	ignoreSSLIssues = false,
	input,
	signal,
}: Call = {}): Promise<NodeOutcome> =>
	await engine.run({
		node: 'mediaOperations',
		parameters: {
			authentication: 'basic',
			resource: 'job',
			operation,
			...(operation === 'get'
				? { record: { __rl: true, mode: 'job_no', value: '12' } }
				: { fieldsMode: 'json', fieldsJson: '{"job_desc": "A"}' }),
			options: { maxAttempts: 1, ...options },
		},
		credentials: { [BASIC]: { baseUrl, username: 'demo', password: 'demo', ignoreSSLIssues } },
		...(input ? { input } : {}),
		...(signal ? { signal } : {}),
	});

describe('A request', () => {
	it('is reported as never sent if nothing is listening at the address', async () => {
		const { error } = await call({ baseUrl: 'http://127.0.0.1:1/api/v2/database/DEMO', operation: 'create' });
		expect(error).toMatchObject({
			message: 'The site could not be reached (ECONNREFUSED) [Item 0]',
			httpCode: 'ECONNREFUSED',
			itemIndex: 0,
		});
		expect(error?.description).not.toContain('may have succeeded');
	});

	it('is reported with a hint to check the Base URL if the host does not exist', async () => {
		const { error } = await call({ baseUrl: 'http://no-such-host.invalid/api/v2/database/DEMO' });
		expect(error?.message).toMatch(/could not be reached \((ENOTFOUND|EAI_AGAIN)\)/);
		expect(error?.description).toContain("'Base URL'");
	});

	it('has an uncertain outcome if the connection breaks', async () => {
		site.respond = () => ({ reset: true });
		const { error } = await call({ operation: 'create' });
		expect(error).toMatchObject({
			message: expect.stringContaining('(ECONNRESET)'),
			description: expect.stringContaining('may have succeeded'),
		});
		expect(site.requests).toHaveLength(1);
	});

	it('has an uncertain outcome, and is reported as ETIMEDOUT, if the site does not respond in time', async () => {
		site.respond = () => ({ after: 3000 });
		const { error } = await call({ operation: 'create', options: { timeout: 1 } });
		expect(error).toMatchObject({
			message: expect.stringContaining('(ETIMEDOUT)'),
			description: expect.stringContaining('may have succeeded'),
		});
	});

	it('fails, and returns no records, if the connection ends in the middle of the body', async () => {
		const broken = createServer((socket) =>
			socket.once('data', () =>
				socket.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"jm_job": [{"job_no"'),
			),
		);
		await new Promise<void>((listening) => broken.listen(0, '127.0.0.1', listening));
		const { port } = broken.address() as { port: number };
		try {
			const { error, output } = await call({ baseUrl: `http://127.0.0.1:${port}/api/v2/database/DEMO` });
			expect(output.flat()).toHaveLength(0);
			expect(error?.message).toMatch(/connection ended before the response was complete|unexpected response format/i);
		} finally {
			await new Promise((closed) => broken.close(closed));
		}
	});

	it('does not follow a redirect, so that the credentials stay with the site', async () => {
		const other = await startRecordingSite();
		try {
			site.respond = () => ({ status: 307, headers: { Location: `${other.url}/JmJob/job_no=12` } });
			const { error } = await call();
			expect(error).toMatchObject({ httpCode: '307' });
			expect(other.requests).toHaveLength(0);
		} finally {
			await other.close();
		}
	});

	it('ends immediately when the run is canceled, and no other request is sent', async () => {
		const stop = new AbortController();
		site.respond = (_request, number) => {
			if (number === 2) setTimeout(() => stop.abort(), 20);
			// The second and later responses arrive only after the test.
			return { body: { jm_job: [{ job_no: 12 }] }, after: number < 2 ? 0 : 60_000 };
		};
		const { error } = await call({
			signal: stop.signal,
			options: { concurrency: 2 },
			input: Array.from({ length: 50 }, () => ({ json: {} })),
		});
		expect(error?.message).toMatch(/cancel/i);
		expect(site.requests.length).toBeLessThanOrEqual(3);
	});
});

describe('While the site only returns 502', () => {
	it.each([
		['basic', BASIC, 'one at a time, so that it receives a wrong password only once', 1],
		['jwt', 'mediaOperationsJwtApi', 'concurrently after the first', 3],
	] as const)('requests with %s (%s) are sent %s', async (authentication, type, _how, concurrent) => {
		site.respond = () => ({ status: 502, after: 300 });
		await engine.run({
			node: 'mediaOperations',
			parameters: {
				authentication,
				resource: 'job',
				operation: 'get',
				record: { __rl: true, mode: 'job_no', value: '12' } as never,
				options: { maxAttempts: 1, concurrency: 4 },
			},
			credentials: { [type]: { baseUrl: site.url, username: 'demo', password: 'demo' } },
			input: Array.from({ length: 4 }, () => ({ json: {} })),
			onError: 'continueRegularOutput',
		});
		expect([site.requests.length, site.maxConcurrent]).toEqual([4, concurrent]);
	});
});

describe('A response', () => {
	it("with an error status is reported with the server's message first, then the status, the address and how to fix it", async () => {
		site.respond = () => ({ status: 404, body: { error: 'Alternate key not found: &#39;12&#39;' } });
		const { error } = await call();
		expect(error).toEqual({
			message: "Alternate key not found: '12' [Item 0]",
			description:
				"404 on GET /JmJob/job_no=12. No record has this key, or the user in the credential has no access to it. Check the value and the key field. 'Create or Update' creates a missing record.",
			itemIndex: 0,
			httpCode: '404',
		});
	});

	it('with status 200 and an error in its body is reported as a refusal', async () => {
		site.respond = () => ({ body: { error: 'You have no access to division LON' } });
		expect((await call()).error?.message).toBe('You have no access to division LON [Item 0]');
	});

	it.each([
		['a web page', '<html>Sign in</html>'],
		['broken JSON', '{"jm_job": ['],
	])('that is %s is not accepted as a record', async (_kind, body) => {
		site.respond = () => ({ body, headers: { 'Content-Type': 'application/json' } });
		const { error, output } = await call();
		expect(error).not.toBeNull();
		expect(output.flat()).toHaveLength(0);
	});

	it('with a message that looks like a network error code is reported with that message unchanged', async () => {
		site.respond = () => ({ status: 400, body: { error: 'EPERM: this job is closed' } });
		expect((await call()).error?.message).toBe('EPERM: this job is closed [Item 0]');
	});

	it('with an error status leaves no part of the sign-in data in the execution that n8n saves', async () => {
		site.respond = () => ({ status: 500, body: { error: 'No' } });
		const { run } = await call();
		const saved = JSON.stringify(run.data.resultData);
		expect(saved).not.toContain(Buffer.from('demo:demo').toString('base64'));
		expect(saved).not.toContain('Authorization');
	});
});

describe('A certificate from an unknown authority', () => {
	const secure = siteForTests(selfSigned);
	beforeEach(() => {
		secure.respond = () => ({ body: { jm_job: [{ job_no: 12 }] } });
	});

	it('ends the request before anything is sent', async () => {
		const { error } = await call({ baseUrl: secure.url });
		expect(error?.message).toMatch(/^The site's certificate was not accepted \(\w+\) \[Item 0\]$/);
		expect(error?.description).toContain("'Ignore SSL Issues'");
		expect(secure.requests).toHaveLength(0);
	});

	it('is accepted if the credential allows it', async () => {
		const { error, output } = await call({ baseUrl: secure.url, ignoreSSLIssues: true });
		expect(error).toBeNull();
		expect(output[0]?.[0]?.json).toEqual({ job_no: 12 });
	});
});
