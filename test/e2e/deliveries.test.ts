import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import type { N8nRest, StoredCredential } from '../../workshop/editor/rest';
import type { SandboxProcess } from '../../workshop/sandboxProcess';
import { startSandbox } from '../../workshop/sandboxProcess';
import { listen, type Listening } from './support/listening';
import { signedIn } from './support/site';
import { allStarted } from '../support/allStarted';

const BASIC = {
	name: 'Sender (Basic)',
	type: 'mediaOperationsEventsApi',
	data: { method: 'basic', user: 'système', password: 'pä:ss word' },
};
const KEY = {
	name: 'Sender (key)',
	type: 'mediaOperationsEventsApi',
	data: { method: 'headerKey', headerName: 'X-Station-Key', apiKey: 'between us, and nobody else' },
};
const asBasic = ({ user, password }: { user: string; password: string }): Record<string, string> => ({
	Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});
const signedBasic = asBasic(BASIC.data);
const signedKey = { 'X-Station-Key': KEY.data.apiKey };
const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8' };

let rest: N8nRest;
let sandbox: SandboxProcess;
let basic: StoredCredential;
let key: StoredCredential;
const open: Listening[] = [];

beforeAll(async () => {
	[rest, sandbox] = await allStarted([signedIn(), startSandbox()]);
	basic = await rest.putCredential(BASIC);
	key = await rest.putCredential(KEY);
});
afterEach(async () => {
	for (const { stop } of open.splice(0)) await stop();
	await sandbox.control.reset();
});
afterAll(async () => {
	await sandbox.stop();
});

/** An active workflow with the trigger, with Basic authentication by default. */
const listening = async (
	more: Omit<Parameters<typeof listen>[1], 'name' | 'credential'> & { credential?: StoredCredential } = {},
): Promise<Listening> => {
	const started = await listen(rest, { name: `Deliveries ${randomUUID()}`, credential: basic, ...more });
	open.push(started);
	return started;
};

/** Sends the exact bytes of a body. */
const post = async (
	address: string,
	body: string | Uint8Array,
	headers: Record<string, string> = { ...signedBasic, ...JSON_TYPE },
	method = 'POST',
): Promise<{ status: number; text: string }> => {
	const response = await fetch(address, { method, headers, body: Buffer.from(body) });
	return { status: response.status, text: await response.text() };
};
const EVENT = { document: 'MoMediaOrder', id: '109483-1', idField: 'wo_no_seq', type: 'UPDATE', details: [{ phase_code: 'CONF' }] };
const bytes = (text: unknown): string => Buffer.from(String(text)).toString('hex');

describe("A delivery to n8n's Production URL", () => {
	it.each(['POST', 'PUT', 'PATCH'])('with %s starts the workflow with the data that was sent, and is acknowledged', async (method) => {
		const { address, itemsAfter } = await listening();
		const items = await itemsAfter(async () =>
			expect(await post(address, JSON.stringify(EVENT), undefined, method)).toEqual({ status: 200, text: '{"received":true}' }),
		);
		expect(items).toEqual([
			{ ...EVENT, event: 'updated', body: EVENT, repeated: false, receivedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string },
		]);
	});

	it('can contain raw line breaks in values, as older releases send them', async () => {
		const value = 'Line one\r\n\tline two, "ü", 東京, 🎬\nthe "last" one';
		const raw = `{"document":"JmWorkOrder","id":"8248-1","type":"UPDATE","details":[{"wo_desc":"${value.replaceAll('"', '\\"')}"}]}`;
		expect(() => JSON.parse(raw) as unknown).toThrow('control character');
		const { address, itemsAfter } = await listening();
		const [item] = await itemsAfter(async () => expect((await post(address, raw)).status).toBe(200));
		expect(item).toMatchObject({ document: 'JmWorkOrder', id: '8248-1', event: 'updated', repaired: true });
		expect(bytes((item?.details as IDataObject[])[0]?.wo_desc)).toBe(bytes(value));
	});

	it('would be rejected by n8n itself if the node did not receive the raw body', async () => {
		const raw = '{"document":"JmWorkOrder","note":"one\ntwo"}';
		const parsedByN8n = await listening({ parameters: { options: { binaryData: false } } });
		const { status } = await post(parsedByN8n.address, raw);
		expect(status).toBeGreaterThanOrEqual(400);
		expect(await parsedByN8n.executions()).toEqual([]);
	});

	it.each([
		[
			'XML',
			'application/xml; charset=utf-8',
			'<?xml version="1.0" encoding="UTF-8"?>\r\n<event>\r\n\t<id>8248-1</id>\r\n\t<note>"ü" &amp; 東京 🎬</note>\r\n</event>\r\n',
		],
		['truncated XML', 'text/xml', '<event><id>8248-1</id>'],
		['a form', 'application/x-www-form-urlencoded', 'id=8248-1&note=a+b%20c'],
		['plain text', 'text/plain', '  8248-1\t\r\n'],
	])('with %s is passed on byte for byte', async (_what, type, text) => {
		const { address, itemsAfter } = await listening({ parameters: { documents: ['JmWorkOrder'] } });
		const [item] = await itemsAfter(async () =>
			expect((await post(address, text, { ...signedBasic, 'Content-Type': type })).text).toBe('{"received":true}'),
		);
		expect(item).toEqual({
			body: expect.any(String) as string,
			contentType: type,
			repeated: false,
			receivedAt: expect.any(String) as string,
		});
		expect(bytes(item?.body)).toBe(bytes(text));
	});

	it('that is sent again starts the workflow and is marked as a repeat; a different one is not marked', async () => {
		const { address, itemsAfter } = await listening();
		const marks = [];
		for (const id of ['1-1', '1-1', '2-1']) {
			const [item] = await itemsAfter(async () => await post(address, JSON.stringify({ ...EVENT, id })));
			marks.push([item?.id, item?.repeated]);
		}
		expect(marks).toEqual([
			['1-1', false],
			['1-1', true],
			['2-1', false],
		]);
	});

	it('that is a repeat starts nothing if repeats are dropped, and the response contains the reason', async () => {
		const { address, itemsAfter, executions } = await listening({ parameters: { settings: { repeats: 'drop' } } });
		await itemsAfter(async () => await post(address, JSON.stringify(EVENT)));
		expect(JSON.parse((await post(address, JSON.stringify(EVENT))).text)).toEqual({
			received: true,
			started: false,
			because: 'The event was already received',
		});
		expect(await executions()).toHaveLength(1);
	});

	it('that got an error response starts the workflow again when it is repeated, even if repeats are dropped', async () => {
		const { address, executions } = await listening({
			parameters: { respond: 'lastNode', settings: { repeats: 'drop' } },
			lastItem: '={{ "not JSON" }}',
		});
		for (let attempt = 0; attempt < 2; attempt += 1) expect((await post(address, JSON.stringify(EVENT))).status).toBe(500);
		expect(await executions()).toHaveLength(2);
	});
});

describe('A sender', () => {
	it('is recognized by the key in its header', async () => {
		const { address, itemsAfter } = await listening({ credential: key });
		expect(
			await itemsAfter(async () => expect((await post(address, JSON.stringify(EVENT), { ...signedKey, ...JSON_TYPE })).status).toBe(200)),
		).toMatchObject([{ id: '109483-1' }]);
	});

	it.each<[string, 'basic' | 'key', Record<string, string>]>([
		['no sign-in', 'basic', {}],
		['another password', 'basic', asBasic({ user: 'système', password: 'pä:ss' })],
		['the right password in a header with another name', 'basic', { 'X-Station-Key': 'pä:ss word' }],
		['no key', 'key', {}],
		['another key', 'key', { 'X-Station-Key': 'between us, and nobody els' }],
		['the key followed by more text', 'key', { 'X-Station-Key': 'between us, and nobody else?' }],
	])('with %s is rejected, and no workflow starts', async (_what, kind, headers) => {
		const { address, executions } = await listening({ credential: kind === 'basic' ? basic : key });
		const latin = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Buffer.from(value).toString('latin1')]));
		expect(await post(address, JSON.stringify(EVENT), { ...latin, ...JSON_TYPE })).toEqual({ status: 401, text: '' });
		expect(await executions()).toEqual([]);
	});
});

describe("The system's export adaptor", () => {
	const authorization = `Basic ${Buffer.from('demo:demo').toString('base64')}`;
	const write = async (method: string, address: string, body: unknown): Promise<void> => {
		const response = await fetch(`${sandbox.apiUrl}/${address}`, {
			method,
			headers: { authorization, ...JSON_TYPE },
			body: JSON.stringify(body),
		});
		expect(response.ok).toBe(true);
	};
	const field = async (name: string): Promise<unknown> => {
		const {
			jm_work_order: [order],
		} = (await (await fetch(`${sandbox.apiUrl}/JmWorkOrder/wo_no_seq=8248-1`, { headers: { authorization } })).json()) as {
			jm_work_order: [IDataObject];
		};
		return order[name];
	};
	const adaptor = (url: string, more: object = {}): object => ({
		url,
		signIn: { type: 'basic', user: BASIC.data.user, password: BASIC.data.password },
		...more,
	});
	const sendEvents = async (parts: object): Promise<void> =>
		void (await sandbox.control.call('PUT', 'events', {
			triggers: [{ name: 'n8n', document: 'JmWorkOrder', types: ['UPDATE'], ...parts }],
		}));
	interface Delivery {
		readonly state: string;
		readonly body: string;
		readonly response: string;
		readonly attempts: readonly object[];
		readonly stored?: object;
	}
	const deliveries = async (): Promise<Delivery[]> =>
		((await sandbox.control.call('GET', 'events/deliveries')) as { deliveries: Delivery[] }).deliveries;
	/** Waits until the first delivery satisfies the condition, for up to thirty seconds. */
	const untilFirst = async (isSo: (delivery: Delivery) => boolean): Promise<void> => {
		for (let tries = 0; tries < 600 && !(await deliveries()).slice(0, 1).some(isSo); tries++)
			await new Promise((resolve) => setTimeout(resolve, 50));
	};
	const rename = async (text: string): Promise<void> =>
		await write('PATCH', 'JmWorkOrder/wo_no_seq=8248-1', [{ op: 'replace', path: 'wo_desc', value: text }]);

	it('on a release that does not escape line breaks sends them raw, and n8n parses the intended text', async () => {
		const text = 'Heats, second day\nGate 4, "north"\tDoors 18:00';
		const { address, itemsAfter } = await listening();
		await sendEvents({ adaptor: adaptor(address, { rawLineBreaks: true }) });
		const [item] = await itemsAfter(async () => await rename(text));
		const [delivery] = await deliveries();
		expect(delivery).toMatchObject({ state: 'delivered', response: '{"received":true}' });
		expect(delivery?.body).toContain('Heats, second day\nGate 4, \\"north\\"\tDoors 18:00');
		expect(item).toMatchObject({ document: 'JmWorkOrder', id: '8248-1', repaired: true });
		const changes = item?.details as Array<{ field: string; new: string }>;
		expect(bytes(changes.find((change) => change.field === 'wo_desc')?.new)).toBe(bytes(text));
	});

	it('set to XML sends a body that n8n receives byte for byte', async () => {
		const { address, itemsAfter } = await listening();
		await sendEvents({ adaptor: adaptor(address, { format: 'xml', method: 'PUT' }) });
		const [item] = await itemsAfter(async () => await rename('Heats & <finals>, "東京"'));
		expect(bytes(item?.body)).toBe(bytes((await deliveries())[0]?.body));
		expect(item).toMatchObject({ contentType: expect.stringMatching(/^application\/xml/) as string });
	});

	it("stores the value from the trigger's immediate response", async () => {
		const { address, itemsAfter } = await listening({ parameters: { valueToStore: 'n8n-{key}' } });
		await sendEvents({ adaptor: adaptor(address), store: { external_key: 'response.data.id' } });
		await itemsAfter(async () => await rename('To be stored'));
		await untilFirst(({ stored }) => stored !== undefined);
		expect(await deliveries()).toMatchObject([{ state: 'delivered', response: '{"received":true,"data":{"id":"n8n-8248-1"}}' }]);
		expect(await field('external_key')).toBe('n8n-8248-1');
	});

	it("stores the value of the last node if 'Respond' is 'When the Last Node Finishes'", async () => {
		const { address, itemsAfter } = await listening({
			parameters: { respond: 'lastNode' },
			lastItem: '={{ { "data": { "id": "ERP-" + $json.id } } }}',
		});
		await sendEvents({ adaptor: adaptor(address), store: { external_key: 'response.data.id' } });
		await itemsAfter(async () => await rename('To be stored'));
		await untilFirst(({ stored }) => stored !== undefined);
		expect(await deliveries()).toMatchObject([{ state: 'delivered', response: '{"data":{"id":"ERP-8248-1"}}' }]);
		expect(await field('external_key')).toBe('ERP-8248-1');
	});

	it('with the wrong sign-in is rejected, does not retry, and starts no workflow', async () => {
		const { address, executions } = await listening();
		await sendEvents({ adaptor: { ...adaptor(address), signIn: { type: 'basic', user: 'unknown', password: 'wrong' } } });
		await rename('Refused');
		await untilFirst(({ state }) => state === 'refused');
		expect(await deliveries()).toMatchObject([{ state: 'refused', attempts: [{ status: 401 }] }]);
		expect(await executions()).toEqual([]);
	});
});
