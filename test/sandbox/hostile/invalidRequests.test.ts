import net from 'node:net';
import { DEMO, errorIn, JSON_BODY, newCode, type Outcome, phaseExists, send } from '../shell/wire';
import { BASE, list, phase, post, sandbox, sendRaw, SIGNED_IN, statusLines, withSandbox } from './connections';

describe('An invalid request', () => {
	withSandbox();
	it.each([
		[
			'too many headers',
			`GET ${BASE}/JmPhaseList?Query={} HTTP/1.1\r\n${SIGNED_IN}\r\n${Array.from({ length: 5000 }, (_none, at) => `X-${at}: 1\r\n`).join('')}\r\n`,
			'431 Request Header Fields Too Large',
			'headers are too long',
		],
		[
			'one header that is too long',
			list(`X-Long: ${'x'.repeat(100_000)}\r\n`),
			'431 Request Header Fields Too Large',
			'headers are too long',
		],
		[
			'an address that is too long',
			`GET ${BASE}/JmPhaseList?Query=${'x'.repeat(1_000_000)} HTTP/1.1\r\n${SIGNED_IN}\r\n\r\n`,
			'431 Request Header Fields Too Large',
			'headers are too long',
		],
		[
			'an address that is longer than the buffers of the connection',
			`GET ${BASE}/JmPhaseList?Query=${'x'.repeat(20_000_000)} HTTP/1.1\r\n${SIGNED_IN}\r\n\r\n`,
			'431 Request Header Fields Too Large',
			'headers are too long',
		],
		[
			'a chunk without a valid length',
			post('Transfer-Encoding: chunked', 'ZZ\r\n{}\r\n0\r\n\r\n'),
			'400 Bad Request',
			'The body contains an invalid chunk length',
		],
		[
			'a chunk with a huge length',
			post('Transfer-Encoding: chunked', 'FFFFFFFFFFFFFFFFFF\r\n'),
			'400 Bad Request',
			'The body contains an invalid chunk length',
		],
		[
			'a chunk that is longer than its length',
			post('Transfer-Encoding: chunked', '2\r\n{}{}{}\r\n0\r\n\r\n'),
			'400 Bad Request',
			'cannot read this as an HTTP request',
		],
		[
			'a chunked body with a length',
			post('Content-Length: 4\r\nTransfer-Encoding: chunked', '0\r\n\r\n'),
			'400 Bad Request',
			'cannot read this as an HTTP request',
		],
		[
			'two different lengths for one body',
			post('Content-Length: 2\r\nContent-Length: 3', '{}'),
			'400 Bad Request',
			'cannot read this as an HTTP request',
		],
		['a negative length', post('Content-Length: -1', '{}'), '400 Bad Request', 'cannot read this as an HTTP request'],
		['a header without a name', list(': x\r\n'), '400 Bad Request', 'cannot read this as an HTTP request'],
		['a line break in the middle of a header', list('X-Evil: a\rb\r\n'), '400 Bad Request', 'cannot read this as an HTTP request'],
		[
			'an HTTP version that does not exist',
			list().replace('HTTP/1.1', 'HTTP/9.9'),
			'400 Bad Request',
			'cannot read this as an HTTP request',
		],
		['a TLS handshake instead of HTTP', '\u0016\u0003\u0001\u0002\u0000', '400 Bad Request', 'cannot read this as an HTTP request'],
	])('with %s is rejected with a message, and the connection is closed', async (_what, words, status, expectedMessage) => {
		const heard = await sendRaw(words);
		expect(statusLines(heard)).toEqual([`HTTP/1.1 ${status}`]);
		expect((JSON.parse(heard.text.slice(heard.text.indexOf('\r\n\r\n') + 4)) as { error: string }).error).toContain(expectedMessage);
		expect(heard.broken).toBe('');
	});

	it('stores nothing if its body ends incorrectly', async () => {
		const code = newCode();
		const body = phase(code);
		const heard = await sendRaw(post('Transfer-Encoding: chunked', `${body.length.toString(16)}\r\n${body}\r\nZZ\r\n`));
		expect(statusLines(heard)).toEqual(['HTTP/1.1 400 Bad Request']);
		expect(await phaseExists(sandbox, code)).toBe(false);
	});

	it('stores nothing if its body is truncated', async () => {
		const code = newCode();
		const body = phase(code);
		await new Promise<void>((gone) => {
			const socket = net.connect(Number(new URL(sandbox.url).port), '127.0.0.1', () =>
				socket.write(post(`Content-Length: ${body.length + 10}`, body), () => setTimeout(() => socket.destroy(), 100)),
			);
			socket.on('close', () => gone());
		});
		expect(await phaseExists(sandbox, code)).toBe(false);
	});

	it('that follows a valid one on the same connection does not prevent the response to the valid one', async () => {
		await sandbox.control.addFaults({ match: { path: 'JmPhaseList' }, fault: { type: 'delay', ms: 400 } });
		const heard = await sendRaw(`${list()}NONSENSE\r\n\r\n`);
		await sandbox.control.clearFaults();
		expect(statusLines(heard)).toEqual(['HTTP/1.1 200 OK']);
		expect(heard.text.trimEnd()).toMatch(/\{"L":\[.*\]\}$/s);
	});
});

describe('Pipelined requests', () => {
	withSandbox();
	it('receive responses in the order of the requests, even if reads and writes are mixed', async () => {
		const codes = Array.from({ length: 20 }, newCode);
		const words = codes.flatMap((code) => [
			post(`Content-Length: ${phase(code).length}`, phase(code)),
			`GET ${BASE}/JmPhase/phase_code=${code} HTTP/1.1\r\n${SIGNED_IN}\r\n\r\n`,
		]);
		const heard = await sendRaw([...words, list('Connection: close\r\n')].join(''));
		expect(statusLines(heard)).toEqual(Array.from({ length: 41 }, () => 'HTTP/1.1 200 OK'));
		// The response to each POST contains the phase code, and the response to the GET after it contains the same code.
		const named = [...heard.text.matchAll(/"phase_code":(?:\{"phase_code":)?"(T-[^"]+)"/g)].map(([, code]) => code).slice(0, 40);
		expect(named).toEqual(codes.flatMap((code) => [code, code]));
	});

	it('cannot be smuggled in a body', async () => {
		const code = newCode();
		const inner = post(`Content-Length: ${phase(code).length}`, phase(code));
		const heard = await sendRaw(post(`Content-Length: ${inner.length}\r\nConnection: close`, inner));
		expect(statusLines(heard)).toEqual(['HTTP/1.1 400 Bad Request']);
		expect(await phaseExists(sandbox, code)).toBe(false);
	});
});

describe('The Division-Code header of a user with limited access', () => {
	withSandbox();
	const LIMITED = { Authorization: `Basic ${Buffer.from('limited:limited').toString('base64')}` };
	const divisions = async (): Promise<{ division_no: { division_no: number }; division_code: string }[]> =>
		(JSON.parse((await send(`${sandbox.apiUrl}/SysDivisionList?Query={}`, { headers: DEMO })).text) as { L: [] }).L;

	it.each(['GET', 'POST', 'PATCH', 'PUT', 'DELETE'])('is rejected for another division, and nothing changes (%s)', async (method) => {
		const other = (await divisions()).find(({ division_no: { division_no: number } }) => number !== 2)!.division_code;
		const body = JSON.stringify({ jm_job: [{ job_desc: 'Not mine', cust_id: '27', external_key: 'not-mine' }] });
		const outcome = await send(`${sandbox.apiUrl}/JmJob${method === 'POST' ? '' : '/external_key=not-mine'}`, {
			method,
			headers: {
				...JSON_BODY,
				...LIMITED,
				'Content-Type': method === 'PATCH' ? 'application/json' : 'application/json-patch+json',
				'Division-Code': other,
			},
			...(method === 'GET' || method === 'DELETE' ? {} : { body }),
		});
		expect([outcome.status, errorIn(outcome)]).toEqual([403, expect.stringContaining(`has no access to the division &#39;${other}&#39;`)]);
		expect((await send(`${sandbox.apiUrl}/JmJob/external_key=not-mine`, { headers: DEMO })).status).toBe(404);
	});

	const listed = async (code: string): Promise<Outcome> =>
		await send(`${sandbox.apiUrl}/JmJobList?Query={}&pageSize=1000`, { headers: { ...LIMITED, 'Division-Code': code } });

	it.each(['none', '%', '2', '../', '*'])('is rejected with an unknown code: %j', async (code) => {
		const outcome = await listed(code);
		expect([outcome.status, errorIn(outcome)]).toEqual([400, expect.stringContaining('Unknown division')]);
	});

	it.each(['', ' '])('gives access to no other division if it is empty (%j)', async (code) => {
		const outcome = await listed(code);
		const { L: jobs } = JSON.parse(outcome.text) as { L: { division_no: { division_no: number } }[] };
		expect(new Set(jobs.map(({ division_no: { division_no: number } }) => number))).toEqual(new Set([2]));
	});
});
