/** The sandbox's console, over HTTP. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DEMO_USER } from '../../support/plainCall';
import { sandboxForTests } from '../../support/sandboxForTests';

const sandbox = sandboxForTests();
afterEach(async () => void (await sandbox.control.reset()));

const get = async (address: string): Promise<{ status: number; text: string }> => {
	const response = await fetch(`${sandbox.url}${address}`);
	return { status: response.status, text: await response.text() };
};

/** Submits one of the console's forms, as a browser does. */
const act = async (name: string, values: Record<string, string> = {}, headers: Record<string, string> = {}): Promise<Response> =>
	await fetch(`${sandbox.url}/console/actions/${name}`, {
		method: 'POST',
		body: new URLSearchParams(values),
		headers: { Origin: sandbox.url, ...headers },
		redirect: 'manual',
	});

const call = async (address: string, method = 'GET', body?: object, headers: Record<string, string> = {}): Promise<Response> =>
	await fetch(`${sandbox.apiUrl}${address}`, {
		method,
		headers: { Authorization: DEMO_USER, 'Content-Type': 'application/json', ...headers },
		...(body ? { body: JSON.stringify(body) } : {}),
	});

const sandboxAddress = (): string => sandbox.apiUrl;

describe('The console', () => {
	test.each([
		['/', sandboxAddress],
		['/console/documents', 'JmWorkOrder'],
		['/console/documents/JmJob?field=job_no&value=342', '1 record, page 1 of 1'],
		['/console/documents/JmJob?sort=job_no+desc&page=2', 'Previous page'],
		['/console/documents/JmWorkOrder/2627-1', 'Transactions'],
		['/console/journal', 'data-live'],
		['/console/faults', '503 with Retry-After'],
		['/console/events', 'There are no deliveries.'],
		['/console/clients', '/console/postman.json'],
		['/console/state', 'npx media-operations-sandbox --release'],
	])('has the page %s', async (address, expected) => {
		const { status, text } = await get(address);
		expect(status).toBe(200);
		expect(text).toContain(typeof expected === 'function' ? expected() : expected);
	});

	test.each([
		['/console/documents/Nothing', 'Unknown document &#39;Nothing&#39;'],
		['/console/documents/JmJob/999999', 'Alternate key not found: job_no=999999'],
		['/console/documents/JmJob?field=nothing&value=1', 'Undefined Parameter &#39;nothing&#39;'],
		['/console/documents/JmJob?sort=nothing', 'unknown field &#39;nothing&#39;'],
		['/console/journal/999999', 'The journal has no request 999999'],
	])('reports an error on the page %s', async (address, message) => {
		const { status, text } = await get(address);
		expect(status).toBeGreaterThanOrEqual(400);
		expect(text).toContain(message);
	});

	test('has a page for every document', async () => {
		const { text } = await get('/console/documents');
		const pages = [...text.matchAll(/href="(\/console\/documents\/\w+)"/g)].map(([, address]) => address as string);
		expect(pages.length).toBeGreaterThan(20);
		const statuses = await Promise.all(pages.map(async (address) => (await get(address)).status));
		expect(new Set(statuses)).toEqual(new Set([200]));
	});

	test('does not appear in the journal, and is not affected by faults', async () => {
		await sandbox.control.addFaults({ fault: { type: 'status', status: 503 } });
		expect((await get('/')).status).toBe(200);
		expect((await get('/console/journal')).status).toBe(200);
		expect((await sandbox.control.journal()).total).toBe(0);
	});

	test('escapes everything that clients send', async () => {
		const script = '<script>alert(1)</script>';
		const created = (await (
			await call('/JmJob', 'POST', { jm_job: [{ job_desc: script, cust_id: '27' }] }, { 'User-Agent': script, 'X-Test': '"><img src=x>' })
		).json()) as { jm_job: { records: { job_no: number }[] } };
		const job = created.jm_job.records[0]?.job_no ?? 0;
		await call(`/JmJob/job_no=${job}?${encodeURIComponent('"><b>')}=%3Ci%3E`);
		const [first, second] = (await sandbox.control.journal()).entries.map(({ seq }) => seq);
		for (const address of [
			'/console/journal',
			`/console/journal/${first}`,
			`/console/journal/${second}`,
			`/console/documents/JmJob/${job}`,
			'/console/documents/JmJob?sort=job_no+desc',
		]) {
			const { status, text } = await get(address);
			expect(status).toBe(200);
			expect(text).not.toMatch(/<script>|<img|<b>|<i>/);
		}
	});
});

describe('The journal page of the console', () => {
	test('explains how the sandbox handled a request', async () => {
		const order = {
			wo_no_seq: '+1',
			wo_desc: 'Night shoot',
			wo_begin_dt: '2026-06-01T20:00:00Z',
			wo_end_dt: '2026-06-02T02:00:00Z',
			wo_type_no: 17,
			phase_code: 'Bid',
			rate_card_no: 1,
			cust_id: 19,
			wo_template_no: 15,
		};
		await call('/JmWorkOrder', 'POST', { jm_work_order: [order] }, { SaveArgument: '{"LoadTemplate":"15"}' });
		await call('/JmWorkOrderList?Query={"phase_code":"CONF"}&pageSize=2');
		await call('/JmJob/job_no=999999');
		await sandbox.control.addFaults({ fault: { type: 'status', status: 503 } });
		await call('/JmJob/job_no=342');
		const { entries } = await sandbox.control.journal();
		expect(entries.map(({ decisions }) => decisions)).toEqual([
			[expect.stringMatching(/^Created JmWorkOrder \d+-1$/), 'SaveArgument LoadTemplate 15: added 3 rows to jm_wo_transaction'],
			[expect.stringMatching(/^Matched \d+ records$/), 'Returned 2 of them: page 1 with a size of 2'],
			['Rejected: Alternate key not found: job_no=999999'],
			['Fault rule 1 (status) applied, request not processed'],
		]);
		const [first] = entries;
		expect((await get(`/console/journal/${first?.seq}`)).text).toContain('SaveArgument LoadTemplate 15: added 3 rows to jm_wo_transaction');
		expect((await get(`/console/documents/JmWorkOrder/${first?.decisions[0]?.split(' ')[2] ?? ''}`)).text).toContain(
			`/console/journal/${first?.seq}"`,
		);
	});

	test('filters by client, document and method', async () => {
		await call('/JmJob/job_no=342', 'GET', undefined, { 'User-Agent': 'traffic-system/2.1' });
		await call('/JmPhase/phase_code=CONF', 'GET', undefined, { 'User-Agent': 'planner' });
		const numbers = async (filter: string): Promise<string[]> =>
			[...(await get(`/console/journal?${filter}`)).text.matchAll(/href="\/console\/journal\/(\d+)"/g)].map(
				([, number]) => number as string,
			);
		const [first, second] = (await sandbox.control.journal()).entries.map(({ seq }) => String(seq));
		expect(await numbers('')).toEqual([second, first]);
		expect(await numbers('client=TRAFFIC')).toEqual([first]);
		expect(await numbers('client=demo')).toEqual([second, first]);
		expect(await numbers('document=JmPhase&client=')).toEqual([second]);
		expect(await numbers('method=POST')).toEqual([]);
	});

	test('streams new requests that match the filter', async () => {
		const stream = await fetch(`${sandbox.url}/console/journal/stream?document=JmJob`);
		const reader = (stream.body as ReadableStream<Uint8Array>).getReader();
		await reader.read();
		await call('/JmPhase/phase_code=CONF');
		await call('/JmJob/job_no=342');
		const { value } = await reader.read();
		expect(Buffer.from(value ?? []).toString('utf8')).toMatch(/^data: <tr>.*JmJob\/job_no=342.*\n\n$/);
		await reader.cancel();
	});
});

describe('An action in the console', () => {
	test('adds a predefined fault', async () => {
		expect((await act('presetFault', { preset: 'busy' })).headers.get('location')).toBe('/console/faults');
		expect((await call('/JmJob/job_no=342')).status).toBe(503);
		expect((await call('/JmJob/job_no=342')).status).toBe(200);
	});

	test('adds a fault rule with the values from the form, and removes it', async () => {
		await act('addFault', { method: 'GET', path: '/JmJob', times: '', type: 'status', status: '502', ms: '1000', processing: 'before' });
		expect((await call('/JmJob/job_no=342')).status).toBe(502);
		expect((await get('/console/faults')).text).toContain('502');
		await act('removeFault', { id: '1' });
		expect((await call('/JmJob/job_no=342')).status).toBe(200);
	});

	test.each([
		'status',
		'errorIn200',
		'html',
		'empty',
		'brokenJson',
		'brokenGzip',
		'resetBeforeReading',
		'resetBeforeResponse',
		'resetInResponse',
		'noResponse',
		'trickle',
		'delay',
		'count',
	])('adds a fault of type %s with the values from the form', async (type) => {
		expect((await act('addFault', { method: '', path: '', times: '1', type, status: '503', ms: '1000', processing: '' })).status).toBe(303);
	});

	test('sets the delay, the connection limit and the clock', async () => {
		await act('delay', { ms: '20', jitterMs: '5' });
		await act('connections', { limit: '3' });
		await act('clock', { offsetSeconds: '3600' });
		expect(await sandbox.control.call('GET', 'delay')).toEqual({ ms: 20, jitterMs: 5 });
		expect(await sandbox.control.call('GET', 'connections')).toEqual({ limit: 3 });
		expect(await sandbox.control.call('GET', 'state')).toMatchObject({ clock: { offsetSeconds: 3600 } });
		await act('connections', { limit: '' });
		expect(await sandbox.control.call('GET', 'connections')).toEqual({ limit: null });
	});

	test('saves, restores and deletes a snapshot with any name', async () => {
		await act('save', { name: 'before / <b>' });
		await call('/JmJob/job_no=342', 'PATCH', [{ op: 'replace', path: 'job_desc', value: 'Changed' }]);
		await act('restore', { name: 'before / <b>' });
		expect(await (await call('/JmJob/job_no=342')).text()).not.toContain('Changed');
		expect((await get('/console/state')).text).toContain('before / &lt;b&gt;');
		await act('deleteSnapshot', { name: 'before / <b>' });
		expect(await sandbox.control.call('GET', 'snapshots')).toEqual([]);
	});

	test('resets only the selected parts', async () => {
		await act('clock', { offsetSeconds: '60' });
		await act('presetFault', { preset: 'busy' });
		await act('reset', { faults: 'on' });
		expect(await sandbox.control.call('GET', 'faults')).toEqual([]);
		expect(await sandbox.control.call('GET', 'state')).toMatchObject({ clock: { offsetSeconds: 60 } });
	});

	test('sends a delivery again', async () => {
		const bodies: string[] = [];
		const receiver = createServer((request, response) => {
			let body = '';
			request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
			request.on('end', () => {
				bodies.push(body);
				response.end('{}');
			});
		});
		await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
		const until = async (count: number): Promise<void> => {
			while (bodies.length < count) await new Promise((resolve) => setTimeout(resolve, 10));
		};
		await act('addTrigger', { name: 'jobs', document: 'JmJob', url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/` });
		await call('/JmJob/job_no=342', 'PATCH', [{ op: 'replace', path: 'job_desc', value: 'Changed' }]);
		await until(1);
		expect((await act('resend', { number: '1' })).status).toBe(303);
		await until(2);
		expect(bodies[1]).toBe(bodies[0]);
		expect((await get('/console/events')).text).toContain('UPDATE JmJob 342');
		expect((await act('resend', { number: '77' })).status).toBe(404);
		await act('removeTrigger', { name: 'jobs' });
		expect((await act('resend', { number: '1' })).status).toBe(404);
		await new Promise((closed) => receiver.close(closed));
	});

	test('shows the error from the controls, escaped only once', async () => {
		const response = await act('clock', { offsetSeconds: 'soon' });
		expect(response.status).toBe(400);
		expect(await response.text()).toContain('&#39;offsetSeconds&#39; must be a whole number');
		expect((await act('constructor')).status).toBe(404);
		expect((await act('presetFault', { preset: 'constructor' })).status).toBe(400);
	});
});

describe('Web pages other than the console', () => {
	test.each([
		['a different origin', { Origin: 'https://evil.example' }],
		['a sandboxed frame', { Origin: 'null' }],
		['the same host on a different port', { Origin: 'http://127.0.0.1:1' }],
	])('cannot send actions from %s', async (_where, headers) => {
		await sandbox.control.call('PUT', 'clock', { offsetSeconds: 60 });
		expect((await act('reset', { clock: 'on' }, headers)).status).toBe(403);
		expect((await fetch(`${sandbox.url}/console/journal`, { headers })).status).toBe(403);
		expect(await sandbox.control.call('GET', 'state')).toMatchObject({ clock: { offsetSeconds: 60 } });
	});

	test("cannot frame the console's pages or run scripts in them", async () => {
		const { headers } = await fetch(`${sandbox.url}/`);
		expect(headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'self'; script-src 'self';");
		expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
	});
});
