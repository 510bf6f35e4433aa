import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { sandboxForTests } from '../../support/sandboxForTests';
import { createPhase, DEMO, errorIn, newCode, type Outcome, phaseExists, send } from './wire';

const sandbox = sandboxForTests();
afterEach(async () => void (await sandbox.control.call('POST', 'reset', { only: ['faults', 'journal'] })));

const list = async (more: Parameters<typeof send>[1] = {}): Promise<Outcome> =>
	await send(`${sandbox.apiUrl}/JmPhaseList?Query={}`, { headers: DEMO, ...more });
describe('A fault that changes the response', () => {
	test.each([401, 403, 404, 409, 429, 500, 502, 503, 504])('has a default message for status %i', async (status) => {
		await sandbox.control.addFaults({ fault: { type: 'status', status } });
		const outcome = await list();
		expect(outcome.status).toBe(status);
		expect(errorIn(outcome)).toMatch(/\S/);
		expect(outcome.headers['retry-after']).toBeUndefined();
	});

	test('reaches a client that sends Connection: close and reads only after it has sent everything', async () => {
		await sandbox.control.addFaults({ fault: { type: 'status', status: 401 } });
		const { hostname, port, pathname } = new URL(sandbox.apiUrl);
		const size = 64 * 1024 * 1024;
		const socket = connect(Number(port), hostname);
		await new Promise<void>((written, broken) => {
			socket.once('error', broken);
			socket.write(
				`POST ${pathname}/SysAttachment/attachment_keystring=10339:100-1 HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${size}\r\n\r\n`,
			);
			socket.write(Buffer.alloc(size), () => written());
		});
		const response = await text(socket);
		expect(response).toMatch(/^HTTP\/1\.1 401 /);
		expect(response).toContain('{"error":"Sign in again"}');
	});

	test('returns the configured message, headers and Retry-After', async () => {
		await sandbox.control.addFaults({
			fault: { type: 'status', status: 429, error: "Slow 'down'", headers: { 'X-Limit': '10' }, retryAfter: 3 },
		});
		const outcome = await list();
		expect(outcome).toMatchObject({ status: 429, text: '{"error":"Slow &#39;down&#39;"}' });
		expect(outcome.headers).toMatchObject({ 'retry-after': '3', 'x-limit': '10' });
	});

	test('returns the configured body unchanged', async () => {
		await sandbox.control.addFaults({ fault: { type: 'status', status: 500, body: 'Oh <no>', headers: { 'Content-Type': 'text/plain' } } });
		const outcome = await list();
		expect(outcome.text).toBe('Oh <no>');
		expect(outcome.headers['content-type']).toBe('text/plain');
	});

	test("returns Retry-After as a date if it has the property 'retryAfterDate'", async () => {
		await sandbox.control.addFaults({ fault: { type: 'status', status: 503, retryAfterDate: 60 } });
		const date = (await list()).headers['retry-after'] as string;
		expect(date).toMatch(/^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/);
		expect(Math.abs(Date.parse(date) - Date.now() - 60_000)).toBeLessThan(3_000);
	});

	test("of type 'errorIn200' returns status 200 and a body with an error", async () => {
		await sandbox.control.addFaults({ fault: { type: 'errorIn200', error: 'Locked' } });
		expect(await list()).toMatchObject({ status: 200, text: '{"error":"Locked"}' });
	});

	test("of type 'html' returns the configured status and an HTML page", async () => {
		await sandbox.control.addFaults({ fault: { type: 'html', status: 200 } });
		const outcome = await list();
		expect(outcome.status).toBe(200);
		expect(outcome.headers['content-type']).toContain('text/html');
		expect(outcome.text).toMatch(/^<!DOCTYPE html>/);
	});

	test("of type 'empty' returns status 200 and an empty body", async () => {
		await sandbox.control.addFaults({ fault: { type: 'empty' } });
		expect(await list()).toMatchObject({ status: 200, text: '', broken: '' });
	});

	test("of type 'brokenJson' returns the start of the real response as invalid JSON, with a matching length", async () => {
		const whole = (await list()).text;
		await sandbox.control.addFaults({ fault: { type: 'brokenJson' } });
		const outcome = await list();
		expect(outcome).toMatchObject({ status: 200, broken: '' });
		expect(whole.startsWith(outcome.text.slice(0, -1))).toBe(true);
		expect(() => void JSON.parse(outcome.text)).toThrow();
	});

	test("of type 'brokenJson' does not compress the body, even if the client accepts gzip", async () => {
		await sandbox.control.addFaults({ fault: { type: 'brokenJson' } });
		const outcome = await list({ headers: { ...DEMO, 'Accept-Encoding': 'gzip' } });
		expect(outcome.headers['content-encoding']).toBeUndefined();
		expect(() => void JSON.parse(outcome.text)).toThrow();
	});

	test("of type 'brokenGzip' returns data that is marked as gzip but cannot be decompressed", async () => {
		await sandbox.control.addFaults({ fault: { type: 'brokenGzip' } });
		const outcome = await list();
		expect(outcome.headers['content-encoding']).toBe('gzip');
		expect(outcome.broken).toBe('');
		expect(() => gunzipSync(outcome.body)).toThrow();
	});

	test("of type 'count' changes only the Pagination-Count header", async () => {
		const real = await list();
		const count = Number(real.headers['pagination-count']);
		expect(count).toBeGreaterThan(0);
		await sandbox.control.addFaults({ match: { times: 1 }, fault: { type: 'count', add: -1 } }, { fault: { type: 'count', value: 77 } });
		const first = await list();
		expect(first.headers['pagination-count']).toBe(String(count - 1));
		expect(first.text).toBe(real.text);
		expect((await list()).headers['pagination-count']).toBe('77');
	});
});

describe('A connection fault', () => {
	test("of type 'resetBeforeReading' resets the connection, and the request is not processed", async () => {
		await sandbox.control.addFaults({ match: { method: 'POST' }, fault: { type: 'resetBeforeReading' } });
		const code = newCode();
		expect(await createPhase(sandbox, code)).toMatchObject({ status: 0, broken: 'ECONNRESET' });
		expect(await phaseExists(sandbox, code)).toBe(false);
	});

	test("of type 'resetBeforeResponse' resets the connection after the request is processed", async () => {
		await sandbox.control.addFaults({ match: { method: 'POST' }, fault: { type: 'resetBeforeResponse' } });
		const code = newCode();
		expect(await createPhase(sandbox, code)).toMatchObject({ status: 0, broken: 'ECONNRESET' });
		expect(await phaseExists(sandbox, code)).toBe(true);
	});

	test("of type 'resetInResponse' sends the headers and half of the body", async () => {
		const whole = await list();
		await sandbox.control.addFaults({ fault: { type: 'resetInResponse' } });
		const outcome = await list();
		expect(outcome.status).toBe(200);
		expect(outcome.broken).not.toBe('');
		expect(outcome.headers['content-length']).toBe(String(whole.body.length));
		expect(outcome.body.length).toBe(Math.ceil(whole.body.length / 2));
	});

	test("of type 'noResponse' keeps the connection open", async () => {
		await sandbox.control.addFaults({ fault: { type: 'noResponse' } });
		expect(await list({ timeoutMs: 700 })).toMatchObject({ status: 0, broken: 'LATE' });
	});

	test("of type 'noResponse' with a time closes the connection after that time", async () => {
		await sandbox.control.addFaults({ fault: { type: 'noResponse', ms: 300 } });
		const outcome = await list();
		expect(outcome).toMatchObject({ status: 0, broken: 'ECONNRESET' });
		expect(outcome.ms).toBeGreaterThanOrEqual(290);
	});

	test("of type 'trickle' sends the whole response in small chunks", async () => {
		const whole = await list();
		const bytes = Math.ceil(whole.body.length / 5);
		await sandbox.control.addFaults({ fault: { type: 'trickle', bytes, everyMs: 100 } });
		const outcome = await list();
		expect(outcome.text).toBe(whole.text);
		expect(outcome.ms).toBeGreaterThanOrEqual(400);
	});
});

describe('The processing setting of a fault', () => {
	const codes: Readonly<Record<string, boolean>> = { never: false, before: true, after: true };
	/** Whether the phase is stored, now or within three seconds. */
	const isEventuallyStored = async (code: string): Promise<boolean> => {
		const deadline = Date.now() + 3_000;
		while (!(await phaseExists(sandbox, code))) {
			if (Date.now() > deadline) {
				return false;
			}
		}
		return true;
	};

	test.each(Object.keys(codes))('determines whether a request that receives a 504 is processed: %s', async (processing) => {
		await sandbox.control.addFaults({ match: { method: 'POST' }, fault: { type: 'status', status: 504 }, processing });
		const code = newCode();
		expect((await createPhase(sandbox, code)).status).toBe(504);
		expect(processing === 'never' ? await phaseExists(sandbox, code) : await isEventuallyStored(code)).toBe(codes[processing]);
	});

	test('applies to a request that receives no response', async () => {
		await sandbox.control.addFaults({ match: { method: 'POST' }, fault: { type: 'noResponse' }, processing: 'after' });
		const code = newCode();
		expect((await createPhase(sandbox, code, { timeoutMs: 500 })).broken).toBe('LATE');
		expect(await isEventuallyStored(code)).toBe(true);
	});

	test('applies to a request whose connection is reset', async () => {
		await sandbox.control.addFaults({ match: { method: 'POST' }, fault: { type: 'resetBeforeResponse' }, processing: 'after' });
		const code = newCode();
		expect((await createPhase(sandbox, code)).broken).toBe('ECONNRESET');
		expect(await isEventuallyStored(code)).toBe(true);
	});
});

describe('The processing setting of a fault for an upload', () => {
	const address = (): string => `${sandbox.apiUrl}/SysAttachment/attachment_keystring=10315:342`;
	const upload = async (name: string): Promise<number> => {
		const form = new FormData();
		form.append('', new Blob(['content']), name);
		return (await fetch(address(), { method: 'POST', headers: DEMO, body: form })).status;
	};
	const isStored = async (name: string): Promise<boolean> => (await send(address(), { headers: DEMO })).text.includes(`"${name}"`);

	test.each([
		['never', false],
		['before', true],
		['after', true],
	])('determines whether the files are stored: %s', async (processing, expected) => {
		for (const first of [[], [{ match: { body: 'no such body' }, fault: { type: 'html' } }]]) {
			const name = `${processing} ${first.length}.txt`;
			await sandbox.control.clearFaults();
			await sandbox.control.addFaults(...first, { match: { method: 'POST' }, fault: { type: 'status', status: 504 }, processing });
			expect(await upload(name)).toBe(504);
			const deadline = Date.now() + 3_000;
			while (expected && !(await isStored(name)) && Date.now() < deadline);
			expect(await isStored(name)).toBe(expected);
		}
	});

	test('also applies to an upload that is rejected', async () => {
		await sandbox.control.addFaults(
			{ match: { body: 'no such body' }, fault: { type: 'html' } },
			{ match: { method: 'POST' }, fault: { type: 'status', status: 504 } },
		);
		expect(await upload('no-extension')).toBe(504);
	});
});

describe("A fault of type 'delay'", () => {
	const add = async (processing: string | undefined, ms: number): Promise<number[]> =>
		await sandbox.control.addFaults({ match: { method: 'POST' }, fault: { type: 'delay', ms }, ...(processing ? { processing } : {}) });

	test.each([undefined, 'after'])('delays the processing if the processing setting is %s', async (processing) => {
		const [id] = await add(processing, 4_000);
		const code = newCode();
		const pending = createPhase(sandbox, code);
		while (((await sandbox.control.call('GET', `faults/${id}`)) as { done: number }).done === 0);
		expect(await phaseExists(sandbox, code)).toBe(false);
		expect(await pending).toMatchObject({ status: 200 });
		expect(await phaseExists(sandbox, code)).toBe(true);
	});

	test("processes the request before the delay if the processing setting is 'before'", async () => {
		await add('before', 3_000);
		const code = newCode();
		let hasResponded = false;
		const pending = createPhase(sandbox, code).finally(() => (hasResponded = true));
		const deadline = Date.now() + 2_500;
		while (!(await phaseExists(sandbox, code)) && Date.now() < deadline);
		expect([await phaseExists(sandbox, code), hasResponded]).toEqual([true, false]);
		const outcome = await pending;
		expect(outcome).toMatchObject({ status: 200, broken: '' });
		expect(outcome.ms).toBeGreaterThanOrEqual(2_995);
	});

	test("stores a record if the processing setting is 'before', even if the client gives up during the delay", async () => {
		await add('before', 60_000);
		const code = newCode();
		expect((await createPhase(sandbox, code, { timeoutMs: 1_500 })).broken).toBe('LATE');
		expect(await phaseExists(sandbox, code)).toBe(true);
	});

	test('also delays the response of the next fault, and can match a body', async () => {
		const code = newCode();
		await sandbox.control.addFaults(
			{ match: { body: code }, fault: { type: 'delay', ms: 300 }, processing: 'before' },
			{ match: { method: 'POST' }, fault: { type: 'delay', ms: 300 }, processing: 'before' },
			{ match: { method: 'POST' }, fault: { type: 'status', status: 503 } },
		);
		const outcome = await createPhase(sandbox, code);
		expect([outcome.status, await phaseExists(sandbox, code)]).toEqual([503, false]);
		expect(outcome.ms).toBeGreaterThanOrEqual(595);
	});
});

describe('The journal entry of a fault', () => {
	test('contains the status that was sent, the status of the processed request and the fault', async () => {
		await sandbox.control.addFaults(
			{ match: { method: 'POST' }, fault: { type: 'errorIn200' }, processing: 'before' },
			{ match: { method: 'GET' }, fault: { type: 'resetBeforeReading' } },
		);
		await createPhase(sandbox, newCode());
		await list();
		const { entries } = await sandbox.control.journal();
		expect(entries.map(({ method, status, processedStatus, fault }) => ({ method, status, processedStatus, fault }))).toEqual([
			{ method: 'POST', status: 200, processedStatus: 200, fault: 'errorIn200' },
			{ method: 'GET', status: null, processedStatus: null, fault: 'resetBeforeReading' },
		]);
	});
});
