import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { gzipSync, deflateSync } from 'node:zlib';
import type { N8nRest, StoredCredential } from '../../workshop/editor/rest';
import { listen, type Listening } from './support/listening';
import { signedIn } from './support/site';

const SECRET = `kept-between-us-${randomUUID()}`;
const SENDER = { name: 'Sender (hostile)', type: 'mediaOperationsEventsApi', data: { method: 'basic', user: 'system', password: SECRET } };
const SIGNED = `Basic ${Buffer.from(`system:${SECRET}`).toString('base64')}`;
const WRONG = `Basic ${Buffer.from(`system:${SECRET}x`).toString('base64')}`;
const MEGABYTE = 1024 * 1024;
/**
 * n8n reads the workflow for each request, and has only three database connections. If a hundred requests wait for a connection on a busy
 * machine, n8n reports itself as not ready for a while.
 */
const CONCURRENCY = 20;
const EVENT = '{"document":"JmJob","id":"12","idField":"job_no","type":"UPDATE","details":[]}';
const TOO_LARGE = { status: 413, text: '{"received":false,"because":"The body is larger than n8n accepts"}' };

let rest: N8nRest;
let listening: Listening;
beforeAll(async () => {
	rest = await signedIn();
	const credential: StoredCredential = await rest.putCredential(SENDER);
	listening = await listen(rest, { name: `Hostile deliveries ${randomUUID()}`, credential });
});
afterAll(async () => await listening.stop());

interface HttpResponse {
	/** 0 if the connection was closed before a response. */
	readonly status: number;
	readonly text: string;
}
/** Sends a request with Node's own client over a separate connection, and returns the response unchanged. */
const send = async (
	body: string | Buffer,
	headers: Record<string, string> = {},
	method = 'POST',
	address = listening.address,
): Promise<HttpResponse> =>
	await new Promise((resolve) => {
		const request = http.request(
			address,
			{
				method,
				agent: false,
				headers: {
					Authorization: SIGNED,
					'Content-Type': 'application/json',
					'Content-Length': String(Buffer.byteLength(body)),
					...headers,
				},
			},
			(response) => {
				let text = '';
				const finish = (): void => resolve({ status: response.statusCode ?? 0, text });
				response
					.on('data', (piece) => (text += String(piece)))
					.on('end', finish)
					.on('error', finish);
			},
		);
		request.on('error', () => resolve({ status: 0, text: '' }));
		request.end(body);
	});

/** Checks that an attempt starts no execution: afterwards, n8n accepts the next event, and only that event starts an execution. */
const startsNothing = async (attempt: () => Promise<void>): Promise<void> => {
	const before = await listening.executions();
	await attempt();
	const items = await listening.itemsAfter(async () => expect((await send(EVENT)).status).toBe(200));
	expect(items).toMatchObject([{ document: 'JmJob', id: '12' }]);
	expect(await listening.executions()).toHaveLength(before.length + 1);
};

describe('These requests start no workflow in n8n and change nothing:', () => {
	it.each<[string, string | Buffer, Record<string, string>]>([
		['a wrong password', EVENT, { Authorization: WRONG }],
		['no sign-in', EVENT, { Authorization: '' }],
		['a wrong password and 20 MB', Buffer.alloc(20 * MEGABYTE, ' '), { Authorization: WRONG }],
		[
			'a wrong password and 256 MB compressed by gzip',
			gzipSync(Buffer.alloc(256 * MEGABYTE, ' ')),
			{ Authorization: WRONG, 'Content-Encoding': 'gzip' },
		],
	])('a request with %s', async (_what, body, headers) => {
		await startsNothing(async () => {
			const outcome = await send(body, headers);
			// If n8n does not read a long body, the connection may close before the client has read the response.
			expect([{ status: 401, text: '' }, ...(body.length > MEGABYTE ? [{ status: 0, text: '' }] : [])]).toContainEqual(outcome);
		});
	});

	it.each<[string, string | Buffer, Record<string, string>]>([
		['20 MB of JSON', `{"note": "${'x'.repeat(20 * MEGABYTE)}"}`, {}],
		['20 MB of invalid JSON', Buffer.alloc(20 * MEGABYTE, 'x'), { 'Content-Type': 'text/plain' }],
		['200 MB compressed by gzip', gzipSync(Buffer.alloc(200 * MEGABYTE, ' ')), { 'Content-Encoding': 'gzip' }],
		['200 MB compressed by deflate', deflateSync(Buffer.alloc(200 * MEGABYTE, ' ')), { 'Content-Encoding': 'deflate' }],
	])('a request with %s, rejected as too large', async (_what, body, headers) => {
		await startsNothing(async () => expect(await send(body, headers)).toEqual(TOO_LARGE));
	});

	it.each<[string, Buffer]>([
		['an uncompressed body that is announced as compressed', Buffer.from(EVENT)],
		['a truncated compressed body', gzipSync(EVENT).subarray(0, 30)],
	])('a request with %s, rejected as unreadable', async (_what, body) => {
		await startsNothing(async () =>
			expect(await send(body, { 'Content-Encoding': 'gzip' })).toEqual({
				status: 400,
				text: '{"received":false,"because":"The body could not be read"}',
			}),
		);
	});

	it.each(['GET', 'DELETE', 'HEAD'])('a %s request', async (method) => {
		await startsNothing(async () => expect((await send('', {}, method)).status).toBe(404));
	});

	it.each<[string, Record<string, string>]>([
		['a header of 100 KB', { 'X-Long': 'x'.repeat(100_000) }],
		['five thousand headers', Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`X-${index}`, '1']))],
	])('a request with %s', async (_what, headers) => {
		await startsNothing(async () => expect([431, 0]).toContain((await send(EVENT, headers)).status));
	});

	it('a request to an address similar to the right one', async () => {
		await startsNothing(async () => {
			for (const address of [
				`${listening.address}/more`,
				listening.address.replace('/webhook/', '/webhook-test/'),
				listening.address.replace(/.$/, ''),
			])
				expect((await send(EVENT, {}, 'POST', address)).status).toBe(404);
		});
	});

	it('many requests with a wrong password, sent concurrently', async () => {
		await startsNothing(async () => {
			const outcome = await Promise.all(Array.from({ length: CONCURRENCY }, async () => await send(EVENT, { Authorization: WRONG })));
			expect(new Set(outcome.map(({ status }) => status))).toEqual(new Set([401]));
		});
	});
});

describe('Unusual authenticated events:', () => {
	it.each<[string, string | Buffer, Record<string, string>, object]>([
		['a compressed event', gzipSync(EVENT), { 'Content-Encoding': 'gzip' }, { document: 'JmJob', id: '12' }],
		['an event with a text content type', EVENT, { 'Content-Type': 'text/plain' }, { document: 'JmJob', id: '12' }],
		[
			'an event with a form content type and files',
			EVENT,
			{ 'Content-Type': 'multipart/form-data; boundary=x' },
			{ document: 'JmJob', id: '12' },
		],
		['an event that is not JSON', '{"document": ', {}, { body: '{"document": ', notJson: expect.any(String) as string }],
		[
			'an event nested 100,000 levels deep',
			`{"document":"JmJob","details":${'[{"a":'.repeat(50_000)}1${'}]'.repeat(50_000)}}`,
			{},
			{ notJson: 'The JSON is nested too deeply: more than 200 levels' },
		],
		[
			'an event that contains a key twice',
			'{"document":"JmOther","document":"JmJob","id":"1","id":"12"}',
			{},
			{ document: 'JmJob', id: '12' },
		],
		[
			'an event with property names that have a meaning in JavaScript',
			'{"document":"JmJob","id":"12","constructor":{"prototype":{"polluted":1}},"toString":"x"}',
			{},
			{ document: 'JmJob', id: '12' },
		],
		[
			'an event with the property name __proto__',
			'{"document":"JmJob","id":"12","__proto__":{"polluted":1},"details":[{"__proto__":{"polluted":1}}]}',
			{},
			{ document: 'JmJob', id: '12' },
		],
	])('%s starts a workflow once, with the data that was sent', async (_what, body, headers, item) => {
		const items = await listening.itemsAfter(async () =>
			expect(await send(body, headers)).toEqual({ status: 200, text: '{"received":true}' }),
		);
		expect(items).toMatchObject([item]);
		// The next event works as usual.
		const [next] = await listening.itemsAfter(async () => await send('{"document":"JmOther"}'));
		expect(Object.keys(next!).sort()).toEqual(['body', 'details', 'document', 'event', 'id', 'idField', 'receivedAt', 'repeated', 'type']);
		expect(next!.body).toEqual({ document: 'JmOther' });
	});

	it('the same event from many concurrent senders is acknowledged each time, and the next event is accepted', async () => {
		const body = `{"document":"JmJob","id":"${randomUUID()}"}`;
		const outcome = await Promise.all(Array.from({ length: CONCURRENCY }, async () => await send(body)));
		expect(new Set(outcome.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['200 {"received":true}']));
		// The executions for these requests are saved a moment later.
		for (let before: string | undefined, [now] = await listening.executions(); before !== now; [now] = await listening.executions()) {
			before = now;
			await new Promise((resolve) => setTimeout(resolve, 2_000));
		}
		// `repeated` is not checked: if executions end at the same time, only the last one stores its list of deliveries.
		expect(await listening.itemsAfter(async () => await send('{"document":"JmOther"}'))).toMatchObject([{ document: 'JmOther' }]);
	});
});

describe("The sender's secret", () => {
	it('does not appear in any saved execution', async () => {
		const ids = await listening.executions();
		expect(ids.length).toBeGreaterThan(10);
		for (const id of ids) {
			const saved = JSON.stringify(await rest.call('GET', `/rest/executions/${id}`));
			for (const form of [SECRET, SIGNED, SIGNED.slice('Basic '.length), WRONG]) expect(saved).not.toContain(form);
		}
	});
});
