import { NodeHelpers, type ICredentialDataDecryptedObject, type INodeParameters } from 'n8n-workflow';

import { eventProperties } from '../../../bridge/triggers/eventProperties';
import { testSenderCredential } from '../../../bridge/triggers/senderSignIn';
import { MediaOperationsTrigger } from '../../../nodes/MediaOperationsTrigger/MediaOperationsTrigger.node';
import type { StaticData, StartedRun, WebhookServer } from '../../../workshop/engine/triggers';
import { listener } from './listener';

const open = listener();

const BASIC: ICredentialDataDecryptedObject = { method: 'basic', user: 'system', password: 'pä:ss word' };
const KEY: ICredentialDataDecryptedObject = { method: 'headerKey', headerName: 'X-Api-Key', apiKey: 'a key, and more' };

interface Listening {
	readonly parameters?: INodeParameters;
	readonly sender?: ICredentialDataDecryptedObject;
	readonly stored?: StaticData;
	readonly lastNode?: (items: StartedRun) => StartedRun | Promise<StartedRun>;
	readonly write?: () => Promise<void>;
}
const listen = async ({ parameters = {}, sender, ...more }: Listening = {}): Promise<WebhookServer> => {
	const signIn = sender === undefined ? { senderSignIn: 'none' } : {};
	return await open(
		{ parameters: { ...signIn, ...parameters }, ...(sender ? { credentials: { mediaOperationsEventsApi: sender } } : {}) },
		more,
	);
};

const EVENT = { document: 'MoMediaOrder', id: '109483-1', idField: 'wo_no_seq', type: 'UPDATE', details: [{ phase_code: 'CON' }] };

interface HttpResponse {
	readonly status: number;
	readonly text: string;
	readonly body: unknown;
	readonly headers: Headers;
}
const send = async (
	{ url }: WebhookServer,
	body: unknown = EVENT,
	{ method = 'POST', headers = {}, query = '' }: { method?: string; headers?: Record<string, string>; query?: string } = {},
): Promise<HttpResponse> => {
	const response = await fetch(`${url}${query}`, {
		method,
		headers: { 'Content-Type': 'application/json', ...headers },
		body: typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
	});
	const text = await response.text();
	return { status: response.status, text, body: text === '' ? undefined : JSON.parse(text), headers: response.headers };
};
const items = ({ runs }: WebhookServer): unknown[] => runs.flat().map(({ json }) => json);

describe('An incoming event', () => {
	it.each(['POST', 'PUT', 'PATCH'])(
		'sent with %s starts the workflow with its parsed fields, and gets a response immediately',
		async (method) => {
			const server = await listen();
			const response = await send(server, EVENT, { method });
			expect([response.status, response.body]).toEqual([200, { received: true }]);
			expect(items(server)).toEqual([
				{
					document: 'MoMediaOrder',
					id: '109483-1',
					idField: 'wo_no_seq',
					event: 'updated',
					type: 'UPDATE',
					details: [{ phase_code: 'CON' }],
					body: EVENT,
					repeated: false,
					receivedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
				},
			]);
		},
	);

	it('sent with GET is rejected', async () => {
		const server = await listen();
		expect((await fetch(server.url)).status).toBe(404);
		expect(server.runs).toEqual([]);
	});

	it('with raw line breaks and tabs in its values, as older releases send them, is parsed and marked as repaired', async () => {
		const server = await listen();
		expect(
			(await send(server, '{"document":"JmJob","id":"12","type":"INSERT","details":[{"note":"one\r\n\ttwo \\"quoted\\""}]}')).status,
		).toBe(200);
		expect(items(server)).toMatchObject([
			{ document: 'JmJob', event: 'created', details: [{ note: 'one\r\n\ttwo "quoted"' }], repaired: true },
		]);
	});

	it('is decoded with its character set, or as UTF-8 if its character set is unknown', async () => {
		const server = await listen();
		await send(server, Buffer.from('{"document":"JmJob","id":"Ü"}', 'latin1'), {
			headers: { 'Content-Type': 'application/json; charset=ISO-8859-1' },
		});
		await send(server, Buffer.from('{"document":"JmJob","id":"東"}'), {
			headers: { 'Content-Type': 'application/json; charset=nonsense' },
		});
		expect(items(server)).toMatchObject([{ id: 'Ü' }, { id: '東' }]);
	});

	it('in XML is output as text, for the XML node', async () => {
		const server = await listen({ parameters: { documents: ['JmJob'] } });
		const xml = '<?xml version="1.0"?><event><id>1</id></event>';
		expect((await send(server, xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } })).body).toEqual({ received: true });
		expect(items(server)).toEqual([
			{ body: xml, contentType: 'application/xml; charset=utf-8', repeated: false, receivedAt: expect.any(String) as string },
		]);
	});

	it('that is invalid JSON is output as text with the reason, so that nothing is lost', async () => {
		const server = await listen();
		expect((await send(server, '{"document": }')).status).toBe(200);
		expect(items(server)).toMatchObject([{ body: '{"document": }', notJson: expect.stringContaining('JSON') as string }]);
	});

	it('with several events in an array starts the workflow with an item for each', async () => {
		const server = await listen({ parameters: { events: ['created'] } });
		await send(server, [{ ...EVENT, type: 'INSERT', id: 1 }, EVENT, { ...EVENT, type: 'INSERT', id: 2 }]);
		expect(items(server)).toMatchObject([{ id: 1 }, { id: 2 }]);
	});

	it('with custom property names is read using the names in the settings', async () => {
		const server = await listen({
			parameters: { documents: ['JmJob'], settings: { bodyFields: { names: { document: 'event.doc', id: 'no', type: 'event.what' } } } },
		});
		await send(server, { event: { doc: 'JmJob', what: 'DELETE' }, no: 12 });
		expect(items(server)).toMatchObject([{ document: 'JmJob', id: 12, event: 'deleted' }]);
	});

	it("above n8n's size limit is rejected with status 413", async () => {
		const server = await listen();
		const response = await send(server, `{"note":"${'x'.repeat(17 * 1024 * 1024)}"}`);
		expect([response.status, response.body]).toEqual([413, { received: false, because: 'The body is larger than n8n accepts' }]);
		expect(server.runs).toEqual([]);
	});
});

describe('The sender of an event', () => {
	const encoded = (text: string, encoding: BufferEncoding = 'utf8'): string => `Basic ${Buffer.from(text, encoding).toString('base64')}`;

	it.each([
		['Basic credentials', BASIC, { Authorization: encoded('system:pä:ss word') }],
		['Basic credentials in Latin-1', BASIC, { Authorization: encoded('system:pä:ss word', 'latin1') }],
		['Basic credentials with the scheme in lower case', BASIC, { Authorization: encoded('system:pä:ss word').replace('Basic', 'basic') }],
		['the key', KEY, { 'x-api-key': 'a key, and more' }],
	])('is accepted if it sends %s', async (_what, sender, headers) => {
		const server = await listen({ sender });
		expect((await send(server, EVENT, { headers })).status).toBe(200);
		expect(server.runs).toHaveLength(1);
	});

	it.each<[string, ICredentialDataDecryptedObject, Record<string, string>]>([
		['no credentials', BASIC, {}],
		['a different password', BASIC, { Authorization: encoded('system:pä:ss wort') }],
		['only the user name', BASIC, { Authorization: encoded('system') }],
		['the right secret with a different scheme', BASIC, { Authorization: encoded('system:pä:ss word').replace('Basic', 'Bearer') }],
		['the right secret without a scheme', BASIC, { Authorization: encoded('system:pä:ss word').replace('Basic ', '') }],
		['invalid base64', BASIC, { Authorization: 'Basic ***' }],
		['Basic credentials instead of a key', KEY, { Authorization: encoded('system:pä:ss word') }],
		['only the start of the key', KEY, { 'X-Api-Key': 'a key, and mor' }],
		['an empty key', KEY, { 'X-Api-Key': '' }],
		['the key in a different header', KEY, { 'X-Key': 'a key, and more' }],
	])('is rejected with status 401 and no details if it sends %s', async (_what, sender, headers) => {
		const server = await listen({ sender });
		const response = await send(server, EVENT, { headers });
		expect([response.status, response.text]).toEqual([401, '']);
		expect(response.headers.get('www-authenticate')).toBe(sender === BASIC ? 'Basic realm="Events", charset="UTF-8"' : null);
		expect([server.runs, server.stored.value]).toEqual([[], {}]);
	});
});

describe('The credential of the event trigger', () => {
	it.each([
		['without a password', { ...BASIC, password: '' }, /'Password'/],
		['with a colon in the user name', { ...BASIC, user: 'a:b' }, /colon/],
		['with an invalid header name', { ...KEY, headerName: 'X Api' }, /'Header Name'/],
		['without a key', { ...KEY, apiKey: '' }, /'Key'/],
		['with a key that is invalid in a header', { ...KEY, apiKey: 'a\nb' }, /'Key'/],
	])('%s prevents the activation of the workflow, and its connection test explains why', async (_what, sender, expectedMessage) => {
		await expect(listen({ sender })).rejects.toThrow(expectedMessage);
		expect(await testSenderCredential({ id: '1', name: 'x', type: 'mediaOperationsEventsApi', data: sender })).toMatchObject({
			status: 'Error',
			message: expect.stringMatching(expectedMessage) as string,
		});
	});

	it('passes its connection test if it is valid', async () => {
		for (const data of [BASIC, KEY])
			expect(await testSenderCredential({ id: '1', name: 'x', type: 'mediaOperationsEventsApi', data })).toMatchObject({ status: 'OK' });
	});
});

describe('The filters of the event trigger', () => {
	it.each<[string, INodeParameters, unknown, RegExp]>([
		['a different document', { documents: ['JmJob'] }, EVENT, /'MoMediaOrder'/],
		['a different event', { events: ['created', 'deleted'] }, EVENT, /'UPDATE'/],
		['an update of other fields', { changedFields: 'wo_desc, po' }, EVENT, /wo_desc, po/],
		['an empty array', {}, [], /no event/],
	])('ignore %s: nothing starts, the response is 200 with the reason, and no delivery is stored', async (_what, parameters, body, why) => {
		const server = await listen({ parameters });
		const response = await send(server, body);
		expect([response.status, response.body]).toEqual([
			200,
			{ received: true, started: false, because: expect.stringMatching(why) as string },
		]);
		expect([server.runs, server.stored.value]).toEqual([[], {}]);
	});

	it.each<[string, INodeParameters]>([
		['a document in the list', { documents: ['JmJob', 'MoMediaOrder'] }],
		['another document given by name', { documents: ['JmJob'], settings: { otherDocuments: 'SysNote, MoMediaOrderList' } }],
		['an event in the list', { events: ['updated'] }],
		['an update of a field in the list', { changedFields: 'po, phase_code' }],
	])('accept %s, and the workflow starts', async (_what, parameters) => {
		const server = await listen({ parameters });
		expect((await send(server)).body).toEqual({ received: true });
		expect(server.runs).toHaveLength(1);
	});
});

describe('A repeated delivery', () => {
	it('is marked as a repeat', async () => {
		const server = await listen();
		await send(server);
		await send(server, { ...EVENT, id: '2-1' });
		await send(server);
		expect(items(server).map((item) => (item as { repeated: boolean }).repeated)).toEqual([false, false, true]);
	});

	it('is dropped if Repeated Deliveries is set to Drop, and its response contains the value to store', async () => {
		const server = await listen({ parameters: { valueToStore: 'n8n-{document}-{key}', settings: { repeats: 'drop' } } });
		expect((await send(server)).body).toEqual({ received: true, data: { id: 'n8n-MoMediaOrder-109483-1' } });
		expect((await send(server)).body).toEqual({
			received: true,
			started: false,
			because: 'The event was already received',
			data: { id: 'n8n-MoMediaOrder-109483-1' },
		});
		expect(server.runs).toHaveLength(1);
	});

	it("is recognized by the sender's identifier if there is one", async () => {
		const server = await listen({ parameters: { settings: { deliveryIdHeader: 'X-Delivery-ID' } } });
		await send(server, EVENT, { headers: { 'X-Delivery-ID': '1' } });
		await send(server, EVENT, { headers: { 'X-Delivery-ID': '2' } });
		await send(server, { ...EVENT, id: 'other' }, { headers: { 'X-Delivery-ID': '1' } });
		expect(items(server)).toMatchObject([
			{ repeated: false, deliveryId: '1' },
			{ repeated: false, deliveryId: '2' },
			{ repeated: true, deliveryId: '1' },
		]);
	});

	it.each(['immediately', 'lastNode'])(
		'is recognized while the first delivery is in progress, and if both arrive at the same moment (Respond: %s)',
		async (respond) => {
			const server = await listen({ parameters: { respond, settings: { repeats: 'drop' } } });
			const response = await Promise.all(
				Array.from({ length: 20 }, async (_, index) => await send(server, { ...EVENT, id: `${index % 5}-1` })),
			);
			expect(response.filter(({ body }) => (body as { started?: boolean }).started === false)).toHaveLength(15);
			expect(
				items(server)
					.map((item) => (item as { id: string }).id)
					.sort(),
			).toEqual(['0-1', '1-1', '2-1', '3-1', '4-1']);
		},
	);

	it.each(['immediately', 'lastNode'])(
		'is recognized after a restart, even if many arrive at the same time (Respond: %s)',
		async (respond) => {
			const stored: StaticData = { value: {} };
			const parameters = { respond, settings: { repeats: 'drop' } };
			const [before, after] = [await listen({ stored, parameters }), await listen({ stored, parameters })];
			const ids = Array.from({ length: 12 }, (_, index) => `${index}-1`);
			for (const server of [before, after]) await Promise.all(ids.map(async (id) => await send(server, { ...EVENT, id })));
			expect([before.runs.length, after.runs.length]).toEqual([12, 0]);
		},
	);

	it('is recognized after a restart even if the database stores overlapping writes in the wrong order', async () => {
		const stored: StaticData = { value: {} };
		const parameters = { settings: { repeats: 'drop' } };
		let writes = 0;
		const write = async (): Promise<void> => {
			writes += 1;
			await new Promise((resolve) => setTimeout(resolve, Math.max(0, 50 - 10 * writes)));
		};
		const [before, after] = [await listen({ stored, parameters, write }), await listen({ stored, parameters })];
		const ids = Array.from({ length: 5 }, (_, index) => `${index}-1`);
		for (const server of [before, after]) await Promise.all(ids.map(async (id) => await send(server, { ...EVENT, id })));
		expect([before.runs.length, after.runs.length]).toEqual([5, 0]);
	});

	it('is treated as new after a restart if the first delivery got no response, because the sender relies on the retry', async () => {
		const stored: StaticData = { value: {} };
		let finish: () => void = () => undefined;
		const hanging = await listen({
			stored,
			parameters: { respond: 'lastNode' },
			lastNode: async (run) => (run[0]?.json.id === '1-1' ? await new Promise((resolve) => (finish = () => resolve(run))) : run),
		});
		const unanswered = send(hanging, { ...EVENT, id: '1-1' });
		await new Promise((resolve) => setTimeout(resolve, 100));
		await send(hanging, { ...EVENT, id: '2-1' });
		const stateAtCrash: StaticData = { value: structuredClone(stored.value) };
		finish();
		await unanswered;
		const after = await listen({ stored: stateAtCrash });
		for (const id of ['1-1', '2-1']) await send(after, { ...EVENT, id });
		expect(items(after)).toMatchObject([
			{ id: '1-1', repeated: false },
			{ id: '2-1', repeated: true },
		]);
	});

	it('starts the workflow again if the first delivery got an error response', async () => {
		let tries = 0;
		const server = await listen({
			parameters: { respond: 'lastNode', settings: { repeats: 'drop' } },
			lastNode: (run) => {
				tries += 1;
				if (tries === 1) throw new Error('The last node failed');
				return run;
			},
		});
		const statuses = [];
		for (let round = 0; round < 3; round += 1) statuses.push((await send(server)).status);
		expect([statuses, tries]).toEqual([[500, 200, 200], 2]);
	});

	it('starts the workflow again if the first delivery failed after its sender had disconnected', async () => {
		const disconnecting = new AbortController();
		let tries = 0;
		let markFailed: () => void = () => undefined;
		const failed = new Promise<void>((resolve) => (markFailed = resolve));
		const server = await listen({
			parameters: { respond: 'lastNode', settings: { repeats: 'drop' } },
			lastNode: async (run) => {
				tries += 1;
				if (tries > 1) return run;
				disconnecting.abort();
				await new Promise((resolve) => setTimeout(resolve, 100));
				setTimeout(markFailed, 100);
				throw new Error('The last node failed');
			},
		});
		await expect(fetch(server.url, { method: 'POST', body: JSON.stringify(EVENT), signal: disconnecting.signal })).rejects.toThrow(
			'aborted',
		);
		await failed;
		const bodies = [];
		for (let round = 0; round < 2; round += 1) bodies.push((await send(server)).body);
		expect([bodies, tries]).toMatchObject([[{ repeated: false }, { started: false }], 2]);
	});

	it("is stored again if something else has overwritten the workflow's static data", async () => {
		const stored: StaticData = { value: {} };
		const server = await listen({ stored });
		await send(server);
		stored.value = {};
		await send(server);
		const after = await listen({ stored });
		await send(after);
		expect(items(after)).toMatchObject([{ repeated: true }]);
	});

	it('is recognized after a restart of n8n, but not after the configured time', async () => {
		const stored: StaticData = { value: {} };
		await send(await listen({ stored }));
		const again = await listen({ stored });
		await send(again);
		expect(items(again)).toMatchObject([{ repeated: true }]);
		const later = await listen({ stored, parameters: { settings: { repeatMinutes: 0 } } });
		await new Promise((resolve) => setTimeout(resolve, 5));
		await send(later);
		expect(items(later)).toMatchObject([{ repeated: false }]);
	});
});

describe("The event trigger's stored state", () => {
	it('contains only the thousand newest deliveries', async () => {
		const stored: StaticData = {
			value: {
				'node:Node': {
					deliveries: Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`known-${index}`, Date.now() - 1_000 + index])),
				},
			},
		};
		const server = await listen({ stored });
		await send(server);
		const names = Object.keys((stored.value['node:Node'] as { deliveries: Record<string, number> }).deliveries);
		expect(names).toHaveLength(1_000);
		expect(names).not.toContain('known-0');
	});
});

describe('The response to an event', () => {
	it("is the first item of the last node if 'Respond' is 'When the Last Node Finishes', so that the system can store that item", async () => {
		const server = await listen({
			parameters: { respond: 'lastNode' },
			lastNode: ([item]) => [{ json: { data: { id: `ERP-${String(item?.json.id)}` } } }],
		});
		expect((await send(server)).body).toEqual({ data: { id: 'ERP-109483-1' } });
	});

	it('reports that no workflow was started if the event is filtered out, regardless of the response setting', async () => {
		const server = await listen({ parameters: { respond: 'lastNode', documents: ['JmJob'] } });
		expect((await send(server)).body).toMatchObject({ started: false });
	});
});

describe('The notices of the event trigger', () => {
	const isShown = (name: string, parameters: INodeParameters): boolean => {
		const { description } = new MediaOperationsTrigger();
		const notice = eventProperties.find((property) => property.name === name)!;
		return NodeHelpers.displayParameter(parameters, notice, null, description);
	};

	it.each([
		[{}, false],
		[{ repeats: 'mark' }, false],
		[{ repeats: 'drop' }, true],
	])('include the warning about several n8n processes only if repeats are dropped (settings %j)', (settings, expected) => {
		expect(isShown('severalProcesses', { settings })).toBe(expected);
	});

	it.each([
		['immediately', false],
		['lastNode', true],
	])('include the warning about deliveries lost in a crash only if the last node responds (Respond: %s)', (respond, expected) => {
		expect(isShown('forgottenDelivery', { respond })).toBe(expected);
	});
});
