import http from 'node:http';
import net from 'node:net';
import { sandboxForTests } from '../../support/sandboxForTests';
import { createPhase, DEMO, errorIn, JSON_BODY, newCode, type Outcome, phaseExists, send, untilInProgress } from './wire';

const sandbox = sandboxForTests();
afterEach(async () => void (await sandbox.control.call('POST', 'reset', { only: ['faults', 'journal'] })));

const list = async (more: Parameters<typeof send>[1] = {}): Promise<Outcome> =>
	await send(`${sandbox.apiUrl}/JmPhaseList?Query={}`, { headers: DEMO, ...more });
const refusedRule = async (rule: unknown): Promise<string> => {
	const outcome = await send(`${sandbox.url}/_sandbox/faults`, { method: 'POST', headers: JSON_BODY, body: JSON.stringify(rule) });
	expect(outcome.status).toBe(400);
	return errorIn(outcome);
};

describe('A fault rule', () => {
	const statuses = async (calls: number): Promise<number[]> => {
		const seen: number[] = [];
		for (let call = 0; call < calls; call++) {
			seen.push((await list()).status);
		}
		return seen;
	};
	const fault = { type: 'status', status: 503 };

	test('applies to requests with its method and path', async () => {
		await sandbox.control.addFaults({ match: { method: 'get', path: '/jmphaselist\\?query=' }, fault });
		expect((await list()).status).toBe(503);
		expect((await createPhase(sandbox, newCode())).status).toBe(200);
	});

	test('applies to requests with its header value', async () => {
		await sandbox.control.addFaults({ match: { header: { SaveArgument: 'Void' } }, fault });
		expect((await list()).status).toBe(200);
		expect((await list({ headers: { ...DEMO, saveargument: '{"VoidWorkOrder":"1-1"}' } })).status).toBe(503);
	});

	test('applies only to requests with its string in the body', async () => {
		const [hit, missed] = [newCode(), newCode()];
		await sandbox.control.addFaults({ match: { body: hit }, fault });
		expect((await createPhase(sandbox, hit)).status).toBe(503);
		const created = await createPhase(sandbox, missed);
		expect(created.status).toBe(200);
		expect(created.headers['content-type']).toContain('application/json');
		expect(JSON.parse(created.text)).toMatchObject({ message: null, tables: ['jm_phase'] });
		expect([await phaseExists(sandbox, hit), await phaseExists(sandbox, missed)]).toEqual([false, true]);
	});

	test('with nth 3 applies only to the third request', async () => {
		await sandbox.control.addFaults({ match: { nth: 3 }, fault });
		expect(await statuses(5)).toEqual([200, 200, 503, 200, 200]);
	});

	test('with nth 2 and times 2 applies to two requests, starting with the second', async () => {
		await sandbox.control.addFaults({ match: { nth: 2, times: 2 }, fault });
		expect(await statuses(5)).toEqual([200, 503, 503, 200, 200]);
	});

	test('applies to the same requests for the same probability and seed', async () => {
		const run = async (seed: number): Promise<number[]> => {
			await sandbox.control.clearFaults();
			await sandbox.control.addFaults({ match: { probability: 0.5, seed }, fault });
			return await statuses(20);
		};
		const first = await run(7);
		expect(new Set(first)).toEqual(new Set([200, 503]));
		expect(await run(7)).toEqual(first);
		expect(await run(8)).not.toEqual(first);
	});

	test('takes precedence over the next rule until it has been applied the configured number of times', async () => {
		await sandbox.control.addFaults({ match: { times: 1 }, fault: { type: 'status', status: 401 } }, { match: { times: 1 }, fault });
		expect(await statuses(3)).toEqual([401, 503, 200]);
	});

	test('counts the requests that it matched and those that it affected', async () => {
		const [id] = await sandbox.control.addFaults({ match: { nth: 2 }, fault });
		await statuses(3);
		const counted = { id, match: { nth: 2 }, fault, processing: 'never', seen: 3, done: 1 };
		expect(await sandbox.control.call('GET', 'faults')).toEqual([counted]);
		expect(await sandbox.control.call('GET', `faults/${id}`)).toEqual(counted);
		await sandbox.control.call('DELETE', `faults/${id}`);
		expect(await sandbox.control.call('GET', 'faults')).toEqual([]);
		for (const method of ['GET', 'DELETE'])
			await expect(sandbox.control.call(method, `faults/${id}`)).rejects.toThrow(/404: .*Unknown fault rule/);
	});

	test('applies to sign-ins and token requests', async () => {
		await sandbox.control.addFaults({ match: { path: '/oauth/token|/login' }, fault });
		expect((await send(`${sandbox.url}/oauth/token`, { method: 'POST' })).status).toBe(503);
		expect((await send(`${sandbox.apiUrl}/login`, { method: 'POST' })).status).toBe(503);
	});

	test('can reset the connection of a token request after the request is processed', async () => {
		await sandbox.control.addFaults({ match: { path: '/oauth/token' }, fault: { type: 'resetBeforeResponse' } });
		const before = (await sandbox.control.call('GET', 'tokens')) as { issued: { access: number } };
		const outcome = await send(`${sandbox.url}/oauth/token`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
			body: 'grant_type=client_credentials&scope=api&client_id=media-operations-service&client_secret=media-operations-service-secret',
		});
		expect(outcome.broken).toBe('ECONNRESET');
		expect(await sandbox.control.call('GET', 'tokens')).toMatchObject({ issued: { access: before.issued.access + 1 } });
	});
});

describe('The validation of fault rules', () => {
	test.each([
		[{ fault: { type: 'explode' } }, 'fault.type'],
		[{ fault: { type: 'status' } }, 'fault.status'],
		[{ fault: { type: 'status', status: 99 } }, 'status'],
		[{ fault: { type: 'delay' } }, 'fault.ms'],
		[{ fault: { type: 'count' } }, 'value'],
		[{ fault: { type: 'html', color: 'red' } }, 'color'],
		[{ fault: { type: 'empty' }, match: { path: '(' } }, 'path'],
		[{ fault: { type: 'empty' }, match: { probability: 2 } }, 'probability'],
		[{ fault: { type: 'empty' }, match: { header: { a: 1 } } }, 'header.a'],
		[{ fault: { type: 'trickle' }, processing: 'never' }, 'processing'],
		[{ fault: { type: 'empty' }, when: 'now' }, 'when'],
		['reset', 'JSON object'],
		[[{ fault: { type: 'empty' } }, { fault: {} }], 'fault.type'],
	])('rejects %j, names the invalid property, and adds nothing', async (rule, named) => {
		expect((await refusedRule(rule)).replaceAll('&#39;', "'")).toContain(named);
		expect(await sandbox.control.call('GET', 'faults')).toEqual([]);
	});
});

describe('Delay rules', () => {
	test('add up if several of them apply to a request before a fault', async () => {
		await sandbox.control.addFaults(
			{ fault: { type: 'delay', ms: 150 } },
			{ fault: { type: 'delay', ms: 150 } },
			{ fault: { type: 'status', status: 503 } },
		);
		const outcome = await list();
		expect(outcome.status).toBe(503);
		expect(outcome.ms).toBeGreaterThanOrEqual(295);
	});
});

describe('The delay and connection settings', () => {
	test('delay every request, but not the controls', async () => {
		await sandbox.control.delay(3_000);
		let hasResponded = false;
		const waiting = list().finally(() => (hasResponded = true));
		await untilInProgress(sandbox, 1);
		await sandbox.control.delay(0);
		expect(hasResponded).toBe(false);
		expect((await list()).ms).toBeLessThan(2_900);
		expect((await waiting).ms).toBeGreaterThanOrEqual(2_995);
	});

	test('reset connections above the limit until another connection closes', async () => {
		await sandbox.control.call('PUT', 'connections', { limit: 2 });
		const agents = [1, 2, 3].map(() => new http.Agent({ keepAlive: true, maxSockets: 1 }));
		const [first, second, third] = agents as [http.Agent, http.Agent, http.Agent];
		try {
			expect((await list({ agent: first })).status).toBe(200);
			expect((await list({ agent: second })).status).toBe(200);
			expect((await list({ agent: third })).broken).toBe('ECONNRESET');
			expect((await list({ agent: first })).status).toBe(200);
			first.destroy();
			while ((await sandbox.control.journal({ limit: 1 })).openConnections > 1);
			expect((await list({ agent: third })).status).toBe(200);
		} finally {
			agents.forEach((agent) => agent.destroy());
		}
		await sandbox.control.call('PUT', 'connections', { limit: null });
		expect((await list()).status).toBe(200);
	});

	test('delay concurrent requests in parallel, and the journal shows the maximum number of concurrent requests', async () => {
		await sandbox.control.delay(1_000);
		await sandbox.control.clearJournal();
		await Promise.all(Array.from({ length: 7 }, async () => await list()));
		await sandbox.control.delay(0);
		await list();
		const { maxConcurrent, total } = await sandbox.control.journal();
		expect({ maxConcurrent, total }).toEqual({ maxConcurrent: 7, total: 8 });
	});

	test('cause no error if a client disconnects during a delay', async () => {
		await sandbox.control.delay(3_000);
		const { port } = new URL(sandbox.url);
		const socket = net.connect(Number(port), '127.0.0.1', () =>
			socket.write(`GET /api/v2/database/DEMO/JmPhaseList HTTP/1.1\r\nHost: x\r\nAuthorization: ${DEMO.Authorization}\r\n\r\n`),
		);
		await untilInProgress(sandbox, 1);
		socket.destroy();
		await sandbox.control.delay(0);
		await new Promise((resolve) => setTimeout(resolve, 3_200));
		expect((await list()).status).toBe(200);
		expect(sandbox.output()).not.toContain('could not');
	});
});
