import { sandboxForTests } from '../../support/sandboxForTests';
import { DEMO, errorIn, JSON_BODY, type Outcome, send } from './wire';

const sandbox = sandboxForTests();
const RECORD = '/JmJob/job_no=342';
const ORDER_FILES = '/SysAttachment/attachment_keystring=10339:100-1';
const at = async (method: string, path: string, body?: string, headers: Readonly<Record<string, string>> = JSON_BODY): Promise<Outcome> =>
	await send(`${sandbox.apiUrl}${path}`, { method, headers: body === undefined ? DEMO : headers, ...(body === undefined ? {} : { body }) });

describe('HEAD', () => {
	test.each([RECORD, `${RECORD}/jm_episode`, '/JmJobList?Query=%7B%7D&pageSize=3', ORDER_FILES, '/spec/JmJob'])(
		'responds to %s like GET, without the body',
		async (path) => {
			const get = await at('GET', path);
			const head = await at('HEAD', path);
			expect([get.status, head.status, head.text]).toEqual([200, 200, '']);
			for (const name of ['content-type', 'content-length', 'pagination-count']) {
				expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
			}
			expect(head.headers['content-length']).toBe(String(get.body.length));
		},
	);

	test('responds to a request for the index of documents, and rejects requests that GET rejects', async () => {
		expect((await send(`${sandbox.url}/ApiDocs`, { method: 'HEAD' })).status).toBe(200);
		expect((await at('HEAD', '/JmJob/job_no=99999999')).status).toBe(404);
		expect((await at('HEAD', '/JmJob')).status).toBe(400);
	});
});

/** Each kind of address with the methods that it supports. */
const ADDRESSES: readonly (readonly [path: string, allow: string])[] = [
	['/JmJob', 'POST, OPTIONS'],
	[RECORD, 'GET, HEAD, PATCH, PUT, DELETE, OPTIONS'],
	[`${RECORD}/jm_episode`, 'GET, HEAD, OPTIONS'],
	[`${RECORD}/jm_episode/episode_no=1`, 'GET, HEAD, PATCH, DELETE, OPTIONS'],
	['/JmJobList', 'GET, HEAD, PATCH, OPTIONS'],
	['/SysContactFacadeList', 'GET, HEAD, OPTIONS'],
	['/SysContactFacade/contact_no=1', 'GET, HEAD, PATCH, PUT, OPTIONS'],
	[ORDER_FILES, 'GET, HEAD, POST, OPTIONS'],
	[`${ORDER_FILES}/sys_attachment`, 'GET, HEAD, OPTIONS'],
	[`${ORDER_FILES}/sys_attachment/attachment_no=1`, 'GET, HEAD, DELETE, OPTIONS'],
	['/spec/JmJob', 'GET, HEAD, OPTIONS'],
	['/login', 'POST, OPTIONS'],
];

describe('The methods that a URL supports', () => {
	test.each(ADDRESSES)('are listed in the Allow header of the response to OPTIONS %s: %s', async (path, allow) => {
		const outcome = await at('OPTIONS', path);
		expect([outcome.status, outcome.headers.allow, outcome.text]).toEqual([204, allow, '']);
	});

	test.each(ADDRESSES)('are listed in the Allow header if %s returns 405 for an unsupported method: %s', async (path, allow) => {
		for (const method of ['TRACE', 'PROPFIND', 'QUERY']) {
			const outcome = await at(method, path, method === 'TRACE' ? undefined : '{}');
			expect([method, outcome.status, outcome.headers.allow]).toEqual([method, 405, allow]);
			expect(errorIn(outcome)).toContain(`does not support ${method}`);
			expect(errorIn(outcome)).toContain(allow);
		}
	});

	test.each([
		['POST', '/JmJobList', 'JmJobList does not support POST'],
		['DELETE', '/JmJobList', 'JmJobList does not support DELETE'],
		['PUT', '/JmJobList', 'JmJobList does not support PUT'],
		['POST', RECORD, 'JmJob does not support POST'],
		['DELETE', '/SysContactFacade/contact_no=1', 'SysContactFacade does not support DELETE'],
		['POST', '/JmTrxReport', 'JmTrxReport does not support POST'],
		['PATCH', '/SysContactFacadeList', 'SysContactFacadeList does not support PATCH'],
		['PUT', ORDER_FILES, 'SysAttachment does not support PUT'],
		['PUT', '/spec/JmJob', 'This URL does not support PUT'],
		['GET', '/login', 'This URL does not support GET'],
	])('do not include %s for %s: the response is 405, with a message about the document or the URL', async (method, path, words) => {
		const outcome = await at(method, path, method === 'GET' ? undefined : '{}');
		expect([outcome.status, errorIn(outcome)]).toEqual([405, expect.stringContaining(words)]);
	});

	test.each([
		['GET', '/JmJob', '/JmJob/job_no=&lt;value&gt;'],
		['PUT', '/JmJob', '/JmJob/job_no=&lt;value&gt;'],
		['PATCH', `${RECORD}/jm_episode`, 'jm_episode/episode_no=&lt;value&gt;'],
		['DELETE', `${RECORD}/jm_episode`, 'jm_episode/episode_no=&lt;value&gt;'],
		['DELETE', ORDER_FILES, '/sys_attachment/attachment_no=&lt;n&gt;'],
	])(
		'include %s for %s only if the URL has a key; otherwise, the response is 400 and contains the complete URL',
		async (method, path, words) => {
			const outcome = await at(method, path, method === 'GET' ? undefined : '{}');
			expect([outcome.status, errorIn(outcome)]).toEqual([400, expect.stringContaining(words)]);
		},
	);

	test('are returned for OPTIONS only if the user is signed in and the document exists', async () => {
		expect((await send(`${sandbox.apiUrl}${RECORD}`, { method: 'OPTIONS' })).status).toBe(401);
		expect((await at('OPTIONS', '/NoSuchDocument')).status).toBe(404);
	});
});

describe('The Content-Type of a body', () => {
	const job = JSON.stringify({ jm_job: [{ job_desc: 'Typed', cust_id: '27' }] });
	test.each([
		['POST', '/JmJob', 'text/plain', job, 'does not accept bodies of the Content-Type &#39;text/plain&#39;'],
		['POST', '/JmJob', 'application/x-www-form-urlencoded', 'a=b', '&#39;application/x-www-form-urlencoded&#39;'],
		[
			'POST',
			'/JmJob',
			'multipart/form-data; boundary=x',
			'--x--\r\n',
			'JmJob does not accept bodies of the Content-Type &#39;multipart/form-data&#39;',
		],
		['POST', '/JmJob', 'json', job, '&#39;Content-Type&#39; header is not a media type'],
		['POST', ORDER_FILES, 'text/plain', 'hello', '&#39;multipart/form-data&#39;'],
		['POST', ORDER_FILES, 'application/json', '{"a":1}', '&#39;multipart/form-data&#39; with a boundary'],
		['PUT', RECORD, 'application/json', job, 'A PUT requires the &#39;Content-Type: application/json-patch+json&#39; header'],
		['PATCH', '/JmJobList?Query=%7B%22job_no%22:342%7D', 'application/json-patch+json', '[]', '&#39;Content-Type: application/json&#39;'],
		['PATCH', `${RECORD}/jm_episode/episode_no=1`, 'application/json-patch+json', '[]', '&#39;Content-Type: application/json&#39;'],
	])('sent by %s to %s is rejected with 415 and the supported types if it is %s', async (method, path, type, body, words) => {
		const outcome = await at(method, path, body, { ...DEMO, 'Content-Type': type });
		expect([outcome.status, errorIn(outcome)]).toEqual([415, expect.stringContaining(words)]);
	});

	test('is required: without it, the response is 415', async () => {
		const outcome = await at('POST', '/JmJob', job, DEMO);
		expect([outcome.status, errorIn(outcome)]).toEqual([415, expect.stringContaining('&#39;Content-Type&#39; header is missing')]);
	});

	test('is ignored at an unknown URL', async () => {
		const outcome = await send(`${sandbox.url}/nowhere`, { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: 'hello' });
		expect([outcome.status, errorIn(outcome)]).toEqual([404, expect.stringContaining('No route for POST')]);
	});

	test('is ignored in a request without a body', async () => {
		const created = JSON.parse((await at('POST', '/JmJob', job)).text) as { jm_job: { records: { job_no: number }[] } };
		const path = `/JmJob/job_no=${created.jm_job.records[0]?.job_no ?? 0}`;
		expect((await at('GET', path, '', { ...DEMO, 'Content-Type': 'text/plain' })).status).toBe(200);
		expect((await at('DELETE', path, '', { ...DEMO, 'Content-Type': 'text/plain' })).status).toBe(204);
	});

	test('allows a byte order mark at the start of the body if it is a JSON type', async () => {
		const outcome = await at('POST', '/JmJob', `\ufeff${job}`);
		expect([outcome.status, outcome.text]).toEqual([200, expect.stringContaining('"job_no"')]);
		expect(
			(
				await send(`${sandbox.apiUrl}/login`, {
					method: 'POST',
					headers: { 'Content-Type': 'application/json' },
					body: '\ufeff{"username":"demo","password":"demo"}',
				})
			).status,
		).toBe(200);
	});
});
