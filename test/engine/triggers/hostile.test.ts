import http from 'node:http';

import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import type { WebhookServer } from '../../../workshop/engine/triggers';
import { listener } from './listener';

const open = listener();
afterEach(() => expect(Object.keys(Object.prototype)).toEqual([]));

const SECRET = 'kept between us';
const BASIC: ICredentialDataDecryptedObject = { method: 'basic', user: 'system', password: SECRET };
const KEY: ICredentialDataDecryptedObject = { method: 'headerKey', headerName: 'X-Api-Key', apiKey: SECRET };
const SIGNED = `Basic ${Buffer.from(`system:${SECRET}`).toString('base64')}`;

const listen = async (sender: ICredentialDataDecryptedObject = BASIC, parameters: INodeParameters = {}): Promise<WebhookServer> =>
	await open({ parameters, credentials: { mediaOperationsEventsApi: sender } });

interface HttpResponse {
	readonly status: number;
	readonly text: string;
}
/** Sends a request with Node's own client, which leaves any header and method unchanged. */
const send = async (
	{ url }: WebhookServer,
	body: string | Buffer,
	headers: http.OutgoingHttpHeaders | readonly string[] = {},
	method = 'POST',
	query = '',
): Promise<HttpResponse> =>
	await new Promise((resolve, reject) => {
		const request = http.request(
			`${url}${query}`,
			{
				method,
				agent: false,
				headers: Array.isArray(headers)
					? (headers as readonly string[])
					: { Authorization: SIGNED, 'Content-Type': 'application/json', ...headers },
			},
			(response) => {
				let text = '';
				response.on('data', (piece) => (text += String(piece))).on('end', () => resolve({ status: response.statusCode ?? 0, text }));
			},
		);
		request.on('error', reject);
		request.end(body);
	});
const items = ({ runs }: WebhookServer): Record<string, unknown>[] => runs.flat().map(({ json }) => json);
const EVENT = '{"document":"JmJob","id":"12","idField":"job_no","type":"UPDATE","details":[]}';

describe('An unknown sender', () => {
	it.each<[string, ICredentialDataDecryptedObject, readonly string[]]>([
		['with a wrong and a right sign-in', BASIC, ['Authorization', 'Basic d3Jvbmc6d3Jvbmc=', 'Authorization', SIGNED]],
		['with a wrong and a right key', KEY, ['X-Api-Key', 'wrong', 'X-Api-Key', SECRET]],
		['whose key contains an additional space', KEY, ['X-Api-Key', SECRET.replace(' ', '  ')]],
		['whose key differs in case', KEY, ['X-Api-Key', SECRET.toUpperCase()]],
		['whose key is the name of a property', KEY, ['X-Api-Key', '__proto__']],
		['that sends the key with the scheme Basic', KEY, ['Authorization', `Basic ${SECRET}`]],
		[
			'whose user name contains a letter that only looks the same',
			BASIC,
			['Authorization', `Basic ${Buffer.from(`ѕystem:${SECRET}`).toString('base64')}`],
		],
		['that appends characters to the right value', BASIC, ['Authorization', `${SIGNED}AAAA`]],
		['with truncated base64', BASIC, ['Authorization', SIGNED.replace(/=+$/, '').slice(0, -1)]],
		['with a very long value', BASIC, ['Authorization', `Basic ${'QUFB'.repeat(2_500)}`]],
	])('%s gets status 401 without details, and starts nothing', async (_what, sender, headers) => {
		const server = await listen(sender);
		expect(await send(server, EVENT, ['Host', 'n8n.test', 'Content-Type', 'application/json', ...headers])).toEqual({
			status: 401,
			text: '',
		});
		expect([server.runs, server.stored.value]).toEqual([[], {}]);
	});

	it.each(['', '?apiKey=kept%20between%20us', '?authorization=Basic', '?X-Api-Key=kept%20between%20us'])(
		'cannot authenticate with query parameters (%j)',
		async (query) => {
			for (const sender of [BASIC, KEY]) {
				const server = await listen(sender);
				expect(await send(server, `{"X-Api-Key": "${SECRET}"}`, ['Host', 'n8n.test'], 'POST', query)).toEqual({ status: 401, text: '' });
				expect(server.runs).toEqual([]);
			}
		},
	);
});

describe('An authenticated sender', () => {
	it.each([
		['lists', '[', ']'],
		['objects', '{"a":', '}'],
		['objects in the details', '{"document":"JmJob","details":[{"a":', '}]}'],
	])(
		'that sends 100,000 levels of %s starts a workflow with the body as text and with the reason why it was not parsed',
		async (_what, open, close) => {
			const server = await listen();
			const body = open.repeat(100_000) + '1' + close.repeat(100_000);
			expect(await send(server, body)).toEqual({ status: 200, text: '{"received":true}' });
			expect(items(server)).toMatchObject([{ notJson: 'The JSON is nested too deeply: more than 200 levels' }]);
			expect(items(server)[0]!.body === body).toBe(true);
		},
	);

	it("that repeats a JSON key starts the workflow with the later value, both in 'body' and in the parsed fields", async () => {
		const server = await listen();
		await send(server, '{"document":"JmJob","document":"MoMediaOrder","id":1,"id":2,"type":"INSERT"}');
		expect(items(server)).toMatchObject([{ document: 'MoMediaOrder', id: 2, body: { document: 'MoMediaOrder', id: 2 } }]);
	});

	it.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])(
		'that sends the property %s changes nothing outside its item',
		async (name) => {
			const server = await listen(BASIC, { settings: { bodyFields: { names: { id: `${name}.name` } } } });
			await send(server, `{"${name}":{"name":"JmOther","polluted":true},"details":[{"${name}":{"polluted":true}}],"type":"INSERT"}`);
			await send(server, '{}');
			const [first, second] = items(server);
			expect(first).toMatchObject({ document: null, id: 'JmOther', event: 'created' });
			expect(second).toMatchObject({ document: null, id: null, body: {} });
			expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
			expect((second!.body as { polluted?: unknown }).polluted).toBeUndefined();
		},
	);

	it.each([
		['text', 'text/plain'],
		['a form', 'application/x-www-form-urlencoded'],
		['a form with files', 'multipart/form-data; boundary=x'],
		['an unknown type', 'application/x-unknown'],
		['an invalid type', ';;;'],
		['a JSON type other than application/json', 'application/vnd.api+json'],
	])('that declares its JSON as %s starts the workflow with the parsed event', async (_what, type) => {
		const server = await listen();
		expect((await send(server, EVENT, { 'Content-Type': type })).status).toBe(200);
		expect(items(server)).toMatchObject([{ document: 'JmJob', id: '12', event: 'updated' }]);
	});

	it.each([
		['nothing', ''],
		['a number', '12'],
		['a string', '"JmJob"'],
		['null', 'null'],
		['half a body', '{"document":"JmJob","id'],
		['bytes that are not text', Buffer.from([0xff, 0xfe, 0x00, 0x80])],
		['only a byte order mark', '\ufeff'],
	])('that sends %s starts the workflow once, with a body in the item', async (_what, body) => {
		const server = await listen();
		expect((await send(server, body)).status).toBe(200);
		expect(server.runs).toHaveLength(1);
		expect(items(server)[0]).toHaveProperty('body');
	});

	it.each(['GET', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE'])('that uses %s starts nothing', async (method) => {
		const server = await listen();
		expect((await send(server, '', {}, method)).status).toBe(404);
		expect(server.runs).toEqual([]);
	});

	it('that repeats an event starts the workflow only once if repeats are dropped', async () => {
		const server = await listen(BASIC, { settings: { repeats: 'drop' } });
		const response = await Promise.all(Array.from({ length: 20 }, async () => await send(server, EVENT)));
		expect(response.map(({ status }) => status)).toEqual(response.map(() => 200));
		expect(response.filter(({ text }) => text.includes('The event was already received'))).toHaveLength(19);
		expect(server.runs).toHaveLength(1);
	});

	it('leaves no secret in an item, in the stored execution, or in a response', async () => {
		for (const [sender, headers] of [
			[BASIC, {}],
			[KEY, { 'X-Api-Key': SECRET }],
		] as const) {
			const server = await listen(sender);
			const response = [
				await send(server, EVENT, headers),
				await send(server, 'no JSON', headers),
				await send(server, EVENT, { ...headers, Authorization: `Basic ${Buffer.from('system:wrong').toString('base64')}` }),
			];
			const seen = JSON.stringify([response, server.runs, server.stored]);
			for (const form of [SECRET, SIGNED, Buffer.from(SECRET).toString('base64')]) expect(seen).not.toContain(form);
		}
	});
});
