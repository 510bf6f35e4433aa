import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { sandboxForTests } from '../../support/sandboxForTests';
import { createPhase, DEMO, errorIn, newCode, type Outcome, phaseExists, send } from './wire';

const sandbox = sandboxForTests();
afterEach(async () => void (await sandbox.control.call('POST', 'reset', { only: ['faults', 'journal'] })));

const list = async (more: Parameters<typeof send>[1] = {}): Promise<Outcome> =>
	await send(`${sandbox.apiUrl}/JmPhaseList?Query={}`, { headers: DEMO, ...more });
describe('answers in place of the real one', () => {
	test.each([401, 403, 404, 409, 429, 500, 502, 503, 504])('status %i comes with a text of its own', async (status) => {
		await sandbox.control.addFaults({ fault: { type: 'status', status } });
		const outcome = await list();
		expect(outcome.status).toBe(status);
		expect(errorIn(outcome)).toMatch(/\S/);
		expect(outcome.headers['retry-after']).toBeUndefined();
	});

	test('a status reaches a client that reads only once it has sent everything, and wants the connection closed', async () => {
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
		const answer = await text(socket);
		expect(answer).toMatch(/^HTTP\/1\.1 401 /);
		expect(answer).toContain('{"error":"Sign in again"}');
	});

	test('a status comes with the given text, headers and seconds to wait', async () => {
		await sandbox.control.addFaults({
			fault: { type: 'status', status: 429, error: "Slow 'down'", headers: { 'X-Limit': '10' }, retryAfter: 3 },
		});
		const outcome = await list();
		expect(outcome).toMatchObject({ status: 429, text: '{"error":"Slow &#39;down&#39;"}' });
		expect(outcome.headers).toMatchObject({ 'retry-after': '3', 'x-limit': '10' });
	});

	test('a status comes with the given body as it is', async () => {
		await sandbox.control.addFaults({ fault: { type: 'status', status: 500, body: 'Oh <no>', headers: { 'Content-Type': 'text/plain' } } });
		const outcome = await list();
		expect(outcome.text).toBe('Oh <no>');
		expect(outcome.headers['content-type']).toBe('text/plain');
	});

	test('Retry-After can be a date', async () => {
		await sandbox.control.addFaults({ fault: { type: 'status', status: 503, retryAfterDate: 60 } });
		const date = (await list()).headers['retry-after'] as string;
		expect(date).toMatch(/^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/);
		expect(Math.abs(Date.parse(date) - Date.now() - 60_000)).toBeLessThan(3_000);
	});

	test('{"error"} comes with status 200', async () => {
		await sandbox.control.addFaults({ fault: { type: 'errorIn200', error: 'Locked' } });
		expect(await list()).toMatchObject({ status: 200, text: '{"error":"Locked"}' });
	});

	test('an HTML page comes with its status', async () => {
		await sandbox.control.addFaults({ fault: { type: 'html', status: 200 } });
		const outcome = await list();
		expect(outcome.status).toBe(200);
		expect(outcome.headers['content-type']).toContain('text/html');
		expect(outcome.text).toMatch(/^<!DOCTYPE html>/);
	});

	test('an empty body comes with its status', async () => {
		await sandbox.control.addFaults({ fault: { type: 'empty' } });
		expect(await list()).toMatchObject({ status: 200, text: '', broken: '' });
	});

	test('broken JSON is the first half of the real answer, whole by its length', async () => {
		const whole = (await list()).text;
		await sandbox.control.addFaults({ fault: { type: 'brokenJson' } });
		const outcome = await list();
		expect(outcome).toMatchObject({ status: 200, broken: '' });
		expect(whole.startsWith(outcome.text.slice(0, -1))).toBe(true);
		expect(() => void JSON.parse(outcome.text)).toThrow();
	});

	test('broken JSON is broken under compression too', async () => {
		await sandbox.control.addFaults({ fault: { type: 'brokenJson' } });
		const outcome = await list({ headers: { ...DEMO, 'Accept-Encoding': 'gzip' } });
		expect(outcome.headers['content-encoding']).toBeUndefined();
		expect(() => void JSON.parse(outcome.text)).toThrow();
	});

	test('broken gzip says that it is gzip and cannot be opened', async () => {
		await sandbox.control.addFaults({ fault: { type: 'brokenGzip' } });
		const outcome = await list();
		expect(outcome.headers['content-encoding']).toBe('gzip');
		expect(outcome.broken).toBe('');
		expect(() => gunzipSync(outcome.body)).toThrow();
	});

	test('a wrong page count stands in the header alone', async () => {
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

describe('broken connections', () => {
	test('a reset before reading leaves the request undone', async () => {
		await sandbox.control.addFaults({ match: { method: 'POST' }, fault: { type: 'resetBeforeReading' } });
		const code = newCode();
		expect(await createPhase(sandbox, code)).toMatchObject({ status: 0, broken: 'ECONNRESET' });
		expect(await phaseExists(sandbox, code)).toBe(false);
	});

	test('a reset before the answer leaves the request done', async () => {
		await sandbox.control.addFaults({ match: { method: 'POST' }, fault: { type: 'resetBeforeAnswer' } });
		const code = newCode();
		expect(await createPhase(sandbox, code)).toMatchObject({ status: 0, broken: 'ECONNRESET' });
		expect(await phaseExists(sandbox, code)).toBe(true);
	});

	test('a reset in the middle of the answer leaves its head and half its body', async () => {
		const whole = await list();
		await sandbox.control.addFaults({ fault: { type: 'resetInAnswer' } });
		const outcome = await list();
		expect(outcome.status).toBe(200);
		expect(outcome.broken).not.toBe('');
		expect(outcome.headers['content-length']).toBe(String(whole.body.length));
		expect(outcome.body.length).toBe(Math.ceil(whole.body.length / 2));
	});

	test('no answer means none: the connection stays open and silent', async () => {
		await sandbox.control.addFaults({ fault: { type: 'noAnswer' } });
		expect(await list({ patience: 700 })).toMatchObject({ status: 0, broken: 'LATE' });
	});

	test('no answer can end with the connection closed after a time', async () => {
		await sandbox.control.addFaults({ fault: { type: 'noAnswer', ms: 300 } });
		const outcome = await list();
		expect(outcome).toMatchObject({ status: 0, broken: 'ECONNRESET' });
		expect(outcome.ms).toBeGreaterThanOrEqual(290);
	});

	test('a trickle brings the whole answer in small pieces', async () => {
		const whole = await list();
		const bytes = Math.ceil(whole.body.length / 5);
		await sandbox.control.addFaults({ fault: { type: 'trickle', bytes, everyMs: 100 } });
		const outcome = await list();
		expect(outcome.text).toBe(whole.text);
		expect(outcome.ms).toBeGreaterThanOrEqual(400);
	});
});

describe('whether the request is carried out', () => {
	const codes: Readonly<Record<string, boolean>> = { never: false, before: true, after: true };
	/** Whether the phase is stored, now or within three seconds. */
	const comesToBe = async (code: string): Promise<boolean> => {
		const deadline = Date.now() + 3_000;
		while (!(await phaseExists(sandbox, code))) {
			if (Date.now() > deadline) {
				return false;
			}
		}
		return true;
	};

	test.each(Object.keys(codes))('a 504 with the request carried out %s', async (carryOut) => {
		await sandbox.control.addFaults({ match: { method: 'POST' }, fault: { type: 'status', status: 504 }, carryOut });
		const code = newCode();
		expect((await createPhase(sandbox, code)).status).toBe(504);
		expect(carryOut === 'never' ? await phaseExists(sandbox, code) : await comesToBe(code)).toBe(codes[carryOut]);
	});

	test('silence with the request carried out all the same', async () => {
		await sandbox.control.addFaults({ match: { method: 'POST' }, fault: { type: 'noAnswer' }, carryOut: 'after' });
		const code = newCode();
		expect((await createPhase(sandbox, code, { patience: 500 })).broken).toBe('LATE');
		expect(await comesToBe(code)).toBe(true);
	});

	test('a reset with the request carried out afterwards', async () => {
		await sandbox.control.addFaults({ match: { method: 'POST' }, fault: { type: 'resetBeforeAnswer' }, carryOut: 'after' });
		const code = newCode();
		expect((await createPhase(sandbox, code)).broken).toBe('ECONNRESET');
		expect(await comesToBe(code)).toBe(true);
	});

	test('the journal tells the status that was seen, the one that was hidden, and the fault', async () => {
		await sandbox.control.addFaults(
			{ match: { method: 'POST' }, fault: { type: 'errorIn200' }, carryOut: 'before' },
			{ match: { method: 'GET' }, fault: { type: 'resetBeforeReading' } },
		);
		await createPhase(sandbox, newCode());
		await list();
		const { entries } = await sandbox.control.journal();
		expect(entries.map(({ method, status, carriedOutStatus, fault }) => ({ method, status, carriedOutStatus, fault }))).toEqual([
			{ method: 'POST', status: 200, carriedOutStatus: 200, fault: 'errorIn200' },
			{ method: 'GET', status: null, carriedOutStatus: null, fault: 'resetBeforeReading' },
		]);
	});
});
