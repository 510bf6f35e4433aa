import net from 'node:net';
import { networkInterfaces } from 'node:os';
import { gunzipSync, inflateSync } from 'node:zlib';
import { startSandbox } from '../../../workshop/sandboxProcess';
import { sandboxForTests } from '../../support/sandboxForTests';
import { createPhase, DEMO, errorIn, JSON_BODY, newCode, phaseExists, send } from './wire';

const sandbox = sandboxForTests({ args: ['--host', '0.0.0.0'] });
beforeAll(async () => {
	Object.assign(sandbox, { url: sandbox.url.replace('0.0.0.0', '127.0.0.1'), apiUrl: sandbox.apiUrl.replace('0.0.0.0', '127.0.0.1') });
});

describe('A request', () => {
	test.each(['/api/v2/database/DEMO', '/API/V2/DATABASE/demo', '/Api/v2/Database/Demo'])('to %s returns the documents', async (base) => {
		expect((await send(`${sandbox.url}${base}/JmPhaseList?Query={}`, { headers: DEMO })).status).toBe(200);
	});

	test('for an unknown database is rejected with 404', async () => {
		const outcome = await send(`${sandbox.url}/api/v2/database/PROD/JmPhaseList`, { headers: DEMO });
		expect(outcome.status).toBe(404);
		expect(errorIn(outcome)).toContain('PROD');
	});

	test.each(['/api/v1/database/DEMO/JmJob', '/nowhere?x=1'])('to %s is rejected with 404 and a reference to /ApiDocs', async (address) => {
		const outcome = await send(`${sandbox.url}${address}`, { headers: DEMO });
		expect(outcome.status).toBe(404);
		expect(errorIn(outcome)).toContain('/ApiDocs');
	});

	test.each(['/%', '/api/v2/database/DEMO/JmPhase/phase_code=100%', '/api/v2/database/%E0%A4%A/JmPhaseList'])(
		'to %s is rejected because of the percent sign, and the error shows the correct encoding',
		async (address) => {
			const outcome = await send(`${sandbox.url}${address}`, { headers: DEMO });
			expect([outcome.status, Object.keys(JSON.parse(outcome.text) as object)]).toEqual([400, ['error']]);
			expect(errorIn(outcome)).toContain('%25');
		},
	);

	test.each(['Query={"phase_desc":"%night%"}', 'Query={"phase_desc":"%ad%"}', 'Query={}&page%=1', 'Query={}&unknown=100%'])(
		'with the query string %s is rejected because of the percent sign, and the error shows the correct encoding',
		async (query) => {
			const outcome = await send(`${sandbox.apiUrl}/JmPhaseList?${query}`, { headers: DEMO });
			expect([outcome.status, errorIn(outcome)]).toEqual([400, expect.stringContaining('%25')]);
		},
	);

	test.each([
		['/api/v2/database/DEMO/JmPhase/phase_code=Bid', 200],
		['/API/v2/database/DEMO/JmPhaseList?Query={}', 200],
		['/_sandbox/state', 200],
		['', 200],
		['?x=1', 200],
		['/nowhere', 404],
	])('with the absolute URL of %s is processed like one with only the path', async (address, status) => {
		await sandbox.control.clearJournal();
		const { host, port } = new URL(sandbox.url);
		const response = await new Promise<string>((resolve, reject) => {
			let text = '';
			const socket = net.connect(Number(port), '127.0.0.1', () =>
				socket.write(
					`GET http://${host}${address} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${DEMO.Authorization}\r\nConnection: close\r\n\r\n`,
				),
			);
			socket.on('data', (chunk) => (text += chunk.toString()));
			socket.on('close', () => resolve(text)).on('error', reject);
		});
		expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
		const { entries } = await sandbox.control.journal();
		expect(entries.map(({ path }) => path)).toEqual(/^$|_sandbox/.test(address) ? [] : [expect.stringMatching(/^\//)]);
	});

	test('is rejected with 431 and a message if its headers are too long', async () => {
		const outcome = await send(`${sandbox.apiUrl}/JmPhaseList?Query=${'x'.repeat(20_000)}`, { headers: DEMO });
		expect(outcome.status).toBe(431);
		expect(errorIn(outcome)).toContain('headers are too long');
	});
});

test('a request that is not HTTP is rejected with 400', async () => {
	const response = await new Promise<string>((resolve) => {
		let text = '';
		const socket = net.connect(Number(new URL(sandbox.url).port), '127.0.0.1', () => socket.write('HELLO\r\n\r\n'));
		socket.on('data', (chunk) => (text += chunk.toString()));
		socket.on('close', () => resolve(text));
	});
	expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[\s\S]*\{"error":/);
});

describe('A request body', () => {
	test.each(['text/plain', 'application/xml', 'application/jsonx'])(
		'with the Content-Type %s is rejected, and the error lists the supported types',
		async (type) => {
			const outcome = await createPhase(sandbox, newCode(), { headers: { ...DEMO, 'Content-Type': type } });
			expect(outcome.status).toBe(415);
			expect(errorIn(outcome)).toContain('application/json-patch+json');
		},
	);

	test('is accepted with a charset in the Content-Type', async () => {
		expect(
			(await createPhase(sandbox, newCode(), { headers: { ...DEMO, 'Content-Type': 'Application/JSON; charset=UTF-8' } })).status,
		).toBe(200);
	});

	test('is rejected if it is not in UTF-8, so that no character is lost', async () => {
		const code = newCode();
		const latin1 = Buffer.from(JSON.stringify({ jm_phase: [{ phase_code: code, phase_desc: 'Prüfung' }] }), 'latin1');
		const outcome = await fetch(`${sandbox.apiUrl}/JmPhase`, { method: 'POST', headers: JSON_BODY, body: latin1 });
		expect([outcome.status, await outcome.json()]).toEqual([400, { error: 'The body must be UTF-8' }]);
		expect(await phaseExists(sandbox, code)).toBe(false);
	});

	test('above the size limit is rejected with 413 and a message that contains the limit, and is not processed', async () => {
		const code = newCode();
		const outcome = await createPhase(sandbox, code, {
			body: JSON.stringify({ jm_phase: [{ phase_code: code, phase_desc: 'x'.repeat(33 * 1024 * 1024) }] }),
		});
		expect([outcome.status, errorIn(outcome)]).toEqual([413, expect.stringContaining('32 MiB')]);
		expect(await phaseExists(sandbox, code)).toBe(false);
	});

	test.each([
		['without a valid sign-in', '/JmPhase', { Authorization: 'Basic bm8=' }, 401],
		['with an unsupported Content-Type', '/JmPhase', { 'Content-Type': 'text/plain' }, 415],
		['for an unknown database', '/../PROD/JmPhase', {}, 404],
	])('%s is rejected while it is being sent, and the client still receives the error', async (_how, address, headers, status) => {
		// Larger than the system's socket buffers, so the sandbox rejects the request while the client is still sending.
		const body = ' '.repeat(12 * 1024 * 1024);
		const refused = await Promise.all(
			Array.from(
				{ length: 4 },
				async () =>
					await send(`${sandbox.apiUrl}${address}`, { method: 'POST', headers: { ...JSON_BODY, ...headers }, body, timeoutMs: 60_000 }),
			),
		);
		expect(refused.map((outcome) => [outcome.status, outcome.broken])).toEqual(refused.map(() => [status, '']));
	});

	test('is rejected with 413 before it is sent if its Content-Length is above the limit', async () => {
		const response = await new Promise<string>((resolve) => {
			let text = '';
			const socket = net.connect(Number(new URL(sandbox.url).port), '127.0.0.1', () =>
				socket.write(
					`POST /api/v2/database/DEMO/JmPhase HTTP/1.1\r\nHost: x\r\nAuthorization: ${DEMO.Authorization}\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n\r\n`,
				),
			);
			socket.on('data', (chunk) => {
				text += chunk.toString();
				socket.destroy();
			});
			socket.on('close', () => resolve(text));
		});
		expect(response).toMatch(/^HTTP\/1\.1 413 /);
		expect(response).toContain('32 MiB');
	});
});

describe('Response compression', () => {
	const longList = async (encoding: string | undefined, from = sandbox): ReturnType<typeof send> =>
		await send(`${from.url}/ApiDocs`, { headers: encoding === undefined ? {} : { 'Accept-Encoding': encoding } });

	test('is not used unless requested', async () => {
		const outcome = await longList(undefined);
		expect(outcome.headers['content-encoding']).toBeUndefined();
		expect(outcome.headers['content-length']).toBe(String(outcome.body.length));
	});

	test('uses gzip or deflate as requested, and prefers gzip to deflate', async () => {
		const plain = (await longList(undefined)).text;
		const zipped = await longList('gzip, deflate, br');
		expect(zipped.headers['content-encoding']).toBe('gzip');
		expect(gunzipSync(zipped.body).toString()).toBe(plain);
		const deflated = await longList('deflate');
		expect(deflated.headers['content-encoding']).toBe('deflate');
		expect(inflateSync(deflated.body).toString()).toBe(plain);
	});

	test.each([
		['POST', '/JmJob', 'application/json', { job_desc: 'Compressed', cust_id: '27' }],
		[
			'PUT',
			'/JmJob/external_key=COMPRESSED',
			'application/json-patch+json',
			{ job_no: { external_key: 'COMPRESSED' }, external_key: 'COMPRESSED', job_desc: 'Compressed', cust_id: '27' },
		],
	])('applies to the response to a %s too', async (method, path, type, job) => {
		const body = JSON.stringify({ jm_job: [{ ...job, jm_episode: Array.from({ length: 100 }, () => ({ title_no: 1 })) }] });
		const outcome = await send(`${sandbox.apiUrl}${path}`, {
			method,
			headers: { ...DEMO, 'Content-Type': type, 'Accept-Encoding': 'gzip' },
			body,
		});
		expect(outcome.headers['content-encoding']).toBe('gzip');
		expect((JSON.parse(gunzipSync(outcome.body).toString()) as { jm_episode: { records: object[] } }).jm_episode.records).toHaveLength(100);
	});

	test.each([
		['a short response', '/JmPhase/phase_code=CONF', 200],
		['an error', '/JmPhase/phase_code=NOWHERE', 404],
	])('applies to %s too', async (_what, path, status) => {
		for (const [encoding, open] of [
			['gzip', gunzipSync],
			['deflate', inflateSync],
		] as const) {
			const outcome = await send(`${sandbox.apiUrl}${path}`, { headers: { ...DEMO, 'Accept-Encoding': encoding } });
			expect([outcome.status, outcome.headers['content-encoding']]).toEqual([status, encoding]);
			expect(open(outcome.body).toString()).toBe((await send(`${sandbox.apiUrl}${path}`, { headers: DEMO })).text);
		}
	});

	test('does not apply to a response without a body', async () => {
		const body = JSON.stringify([{ op: 'replace', path: 'phase_desc', value: 'Confirmed' }]);
		const outcome = await send(`${sandbox.apiUrl}/JmPhase/phase_code=CONF`, {
			method: 'PATCH',
			headers: { ...JSON_BODY, 'Accept-Encoding': 'gzip' },
			body,
		});
		expect([outcome.status, outcome.headers['content-encoding'], outcome.body.length]).toEqual([204, undefined, 0]);
	});

	test('is not used before release 11.0', async () => {
		const older = await startSandbox({ release: '10.6' });
		try {
			expect((await longList('gzip', older)).headers['content-encoding']).toBeUndefined();
		} finally {
			await older.stop();
		}
	});
});

describe('The controls', () => {
	test('list the requests and faults that they support', async () => {
		const guide = JSON.parse((await send(`${sandbox.url}/_sandbox/`)).text) as { controls: { call: string }[]; faults: unknown[] };
		expect(guide.controls.map(({ call }) => call)).toContain('POST /_sandbox/faults');
		expect(guide.faults).toHaveLength(13);
	});

	test('accept requests only from this machine', async () => {
		const outside = Object.values(networkInterfaces())
			.flat()
			.find((address) => address?.family === 'IPv4' && !address.internal)?.address;
		if (outside === undefined) {
			throw new Error('This test requires a machine with a network address');
		}
		const { port } = new URL(sandbox.url);
		const refused = await send(`http://${outside}:${port}/_sandbox/state`);
		expect(refused.status).toBe(403);
		expect((await send(`http://${outside}:${port}/api/v2/database/DEMO/JmPhaseList?Query={}`, { headers: DEMO })).status).toBe(200);
	});

	test('reject web pages from another origin', async () => {
		expect((await send(`${sandbox.url}/_sandbox/reset`, { method: 'POST', headers: { Origin: 'https://evil.example' } })).status).toBe(403);
		expect((await send(`${sandbox.url}/_sandbox/state`, { headers: { Origin: sandbox.url } })).status).toBe(200);
	});

	test('reset everything to the initial state, or only the named parts', async () => {
		const code = newCode();
		await createPhase(sandbox, code);
		await sandbox.control.addFaults({ match: { method: 'DELETE' }, fault: { type: 'empty' } });
		await sandbox.control.call('POST', 'reset', { only: ['data'] });
		expect(await phaseExists(sandbox, code)).toBe(false);
		expect(await sandbox.control.call('GET', 'faults')).toHaveLength(1);
		await sandbox.control.delay(5);
		await sandbox.control.reset();
		expect(await sandbox.control.call('GET', 'faults')).toEqual([]);
		expect(await sandbox.control.call('GET', 'delay')).toEqual({ ms: 0, jitterMs: 0 });
		expect((await sandbox.control.journal()).total).toBe(0);
	});

	test('return a state that contains the number of records of each table', async () => {
		const phases = async (): Promise<number> =>
			((await sandbox.control.call('GET', 'state')) as { records: Record<string, number> }).records.jm_phase as number;
		const before = await phases();
		await createPhase(sandbox, newCode());
		expect(await phases()).toBe(before + 1);
	});

	test.each([
		['PUT', 'tokens', { jwtSeconds: 'soon' }, 'jwtSeconds'],
		['PUT', 'tokens', { rotateRefresh: 1 }, 'rotateRefresh'],
		['PUT', 'tokens', { hours: 1 }, 'hours'],
		['DELETE', 'tokens?kind=all', undefined, 'kind'],
		['PUT', 'delay', { ms: -1 }, 'ms'],
		['PUT', 'connections', { limit: 0 }, 'limit'],
		['PUT', 'journal', { size: 0 }, 'size'],
		['PUT', 'journal', [], 'known'],
		['PUT', 'clock', { offsetSeconds: 'x' }, 'offsetSeconds'],
		['POST', 'reset', { only: ['everything'] }, 'only'],
		['GET', 'journal?since=x', undefined, 'since'],
		['GET', 'journal?limit=-1', undefined, 'limit'],
	])('reject %s %s %j, and name the invalid field', async (method, address, body, named) => {
		const outcome = await send(`${sandbox.url}/_sandbox/${address}`, {
			method,
			...(body === undefined ? {} : { headers: JSON_BODY, body: JSON.stringify(body) }),
		});
		expect(outcome.status).toBe(400);
		expect(errorIn(outcome)).toContain(named);
	});

	test('reject the removal of an unknown fault rule', async () => {
		expect((await send(`${sandbox.url}/_sandbox/faults/99`, { method: 'DELETE' })).status).toBe(404);
	});

	test('reject invalid JSON', async () => {
		expect((await send(`${sandbox.url}/_sandbox/faults`, { method: 'POST', headers: JSON_BODY, body: '{' })).status).toBe(400);
	});
});
