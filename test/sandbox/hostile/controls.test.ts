import net from 'node:net';
import { sandboxForTests } from '../../support/sandboxForTests';
import { createPhase, DEMO, errorIn, JSON_BODY, newCode, type Outcome, send, untilInProgress } from '../shell/wire';

const sandbox = sandboxForTests();
afterEach(async () => void (await sandbox.control.call('POST', 'reset', { only: ['journal', 'faults', 'tokens'] })));

const control = async (method: string, address: string, body?: unknown): Promise<Outcome> =>
	await send(`${sandbox.url}/_sandbox/${address}`, {
		method,
		...(body === undefined ? {} : { headers: JSON_BODY, body: JSON.stringify(body) }),
	});

describe('The controls', () => {
	it.each(['evil.example', 'evil.example:4010', 'localhost.evil.example', '127.0.0.1.evil.example', '127.0.0.1@evil.example'])(
		'reject web pages whose host name points to this machine: %s',
		async (host) => {
			for (const address of ['/_sandbox/state', '/', '/console/journal']) {
				expect((await send(`${sandbox.url}${address}`, { headers: { Host: host } })).status).toBe(403);
			}
			expect(
				(await send(`${sandbox.url}/_sandbox/reset`, { method: 'POST', headers: { Host: host, Origin: `http://${host}` } })).status,
			).toBe(403);
		},
	);

	it.each(['localhost', 'LOCALHOST:4010', '127.0.0.1:4010', '[::1]:4010', '192.0.2.7'])(
		'accept a program that addresses the sandbox as %s',
		async (host) => {
			expect((await send(`${sandbox.url}/_sandbox/state`, { headers: { Host: host } })).status).toBe(200);
		},
	);
});

describe('An invalid setting', () => {
	it.each([
		['PUT', 'journal', { size: 2.5 }, 'size'],
		['PUT', 'tokens', { accessSeconds: 1.5 }, 'accessSeconds'],
		['PUT', 'tokens', { jwtSeconds: 1e15 }, 'jwtSeconds'],
		['PUT', 'delay', { ms: 3e9 }, 'ms'],
		['PUT', 'delay', { jitterMs: 3e9 }, 'jitterMs'],
		['PUT', 'connections', { limit: 1.5 }, 'limit'],
		['GET', 'journal?document=a&document=b', undefined, 'document'],
		['GET', 'journal?limit=0.5', undefined, 'limit'],
		['POST', 'faults', { fault: { type: 'delay', ms: 3e9 } }, 'ms'],
		['POST', 'faults', { fault: { type: 'noResponse', ms: 3e9 } }, 'ms'],
		['POST', 'faults', { fault: { type: 'status', status: 503, headers: { 'a b': 'x' } } }, 'headers.a b'],
		['POST', 'faults', { fault: { type: 'status', status: 503, headers: { 'X-Split': 'a\r\nSet-Cookie: b' } } }, 'headers.X-Split'],
		['POST', 'faults', { fault: { type: 'status', status: 503, headers: { 'X-Word': 'Ж' } } }, 'headers.X-Word'],
	])('is rejected with a message that contains its name, and changes nothing: %s %s %j', async (method, address, body, named) => {
		const settings = async (): Promise<string[]> =>
			await Promise.all(
				['journal?limit=0', 'tokens', 'delay', 'connections', 'faults'].map(async (each) => (await control('GET', each)).text),
			);
		const before = await settings();
		const outcome = await control(method, address, body);
		expect([outcome.status, errorIn(outcome)]).toEqual([400, expect.stringContaining(`&#39;${named}&#39;`)]);
		expect(await settings()).toEqual(before);
	});
});

describe('The journal', () => {
	it('can be enlarged after it has dropped older requests', async () => {
		await sandbox.control.call('PUT', 'journal', { size: 3 });
		for (let call = 0; call < 5; call++) {
			await createPhase(sandbox, newCode());
		}
		const kept = (await sandbox.control.journal()).entries.map(({ seq }) => seq);
		await sandbox.control.call('PUT', 'journal', { size: 10 });
		expect((await sandbox.control.journal()).entries.map(({ seq }) => seq)).toEqual(kept);
		await createPhase(sandbox, newCode());
		expect((await sandbox.control.journal()).entries.map(({ seq }) => seq)).toEqual([...kept, kept[2]! + 1]);
	});

	it('does not count a request as in progress after its connection is closed', async () => {
		await sandbox.control.addFaults({ match: { method: 'GET' }, fault: { type: 'noResponse' } });
		const request = `GET /api/v2/database/DEMO/JmPhaseList?Query={} HTTP/1.1\r\nHost: x\r\nAuthorization: ${DEMO.Authorization}\r\n\r\n`;
		const socket = net.connect(Number(new URL(sandbox.url).port), '127.0.0.1', () => socket.write(request.repeat(3)));
		await untilInProgress(sandbox, 3);
		socket.destroy();
		const deadline = Date.now() + 5_000;
		while ((await sandbox.control.journal({ limit: 0 })).openConnections > 0 && Date.now() < deadline);
		const { concurrent, entries } = await sandbox.control.journal();
		expect([concurrent, entries.map(({ status, ms }) => [status, ms === null])]).toEqual([0, Array(3).fill([null, false])]);
	});
});

describe('A pipelined request', () => {
	it.each(['resetBeforeReading', 'resetBeforeResponse'])('receives the fault %s like any other request', async (type) => {
		await sandbox.control.addFaults(
			{ match: { path: 'JmWoTypeList' }, fault: { type } },
			{ match: { path: 'JmPhaseList' }, fault: { type: 'delay', ms: 60_000 } },
		);
		const request = (list: string): string =>
			`GET /api/v2/database/DEMO/${list}?Query={} HTTP/1.1\r\nHost: x\r\nAuthorization: ${DEMO.Authorization}\r\n\r\n`;
		const broken = await new Promise<string>((resolve) => {
			const late = setTimeout(() => socket.destroy(new Error('LATE')), 5_000);
			const socket = net.connect(Number(new URL(sandbox.url).port), '127.0.0.1', () =>
				socket.write(request('JmPhaseList') + request('JmWoTypeList')),
			);
			socket.on('error', ({ code, message }: NodeJS.ErrnoException) => {
				clearTimeout(late);
				resolve(code ?? message);
			});
			socket.resume();
		});
		expect(broken).toBe('ECONNRESET');
	});
});
