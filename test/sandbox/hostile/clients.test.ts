import { readFileSync } from 'node:fs';
import net from 'node:net';
import { type SandboxProcess, startSandbox } from '../../../workshop/sandboxProcess';
import { createPhase, DEMO, errorIn, JSON_BODY, newCode, type Outcome, phaseExists, send } from '../shell/wire';

const BASE = '/api/v2/database/DEMO';
const SIGNED_IN = `Host: sandbox.test\r\nAuthorization: ${DEMO.Authorization}`;
const MEGABYTE = 1024 * 1024;
const PATIENCE_SECONDS = 2;
/** A connection that is still open after this time was not closed. */
const MAX_MS = 20_000;

let sandbox: SandboxProcess;
/** Starts a sandbox for the tests of a block. */
const withSandbox = (...args: string[]): void => {
	beforeAll(async () => {
		sandbox = await startSandbox({ args });
	});
	afterAll(async () => await sandbox.stop());
};

/** The bytes received on a connection until the sandbox closed it. */
interface Heard {
	readonly text: string;
	readonly broken: string;
}

/** Sends raw text on a connection; repeats `every` until the connection ends. */
const say = async (words: string, { every, listens = true }: { every?: string; listens?: boolean } = {}): Promise<Heard> =>
	await new Promise((resolve) => {
		let [text, broken] = ['', ''];
		const socket = net.connect(Number(new URL(sandbox.url).port), '127.0.0.1', () => socket.write(words));
		const dripping = every === undefined ? undefined : setInterval(() => socket.write(every), 100);
		const late = setTimeout(() => {
			broken = 'LATE';
			socket.destroy();
		}, MAX_MS);
		const take = (): void => void socket.on('data', (piece) => (text += piece.toString('latin1')));
		// A client that does not read does not notice the end of the connection.
		const listening = setTimeout(take, listens ? 0 : PATIENCE_SECONDS * 4000);
		socket.on('error', (thrown: NodeJS.ErrnoException) => (broken ||= thrown.code ?? thrown.message));
		socket.on('close', () => {
			clearInterval(dripping);
			clearTimeout(late);
			clearTimeout(listening);
			resolve({ text, broken });
		});
	});

const statusLines = ({ text }: Heard): string[] => text.match(/HTTP\/1\.1 \d+ [^\r]+/g) ?? [];
const list = (rest = ''): string => `GET ${BASE}/JmPhaseList?Query={}&pageSize=3 HTTP/1.1\r\n${SIGNED_IN}\r\n${rest}\r\n`;
const post = (headers: string, body: string): string =>
	`POST ${BASE}/JmPhase HTTP/1.1\r\n${SIGNED_IN}\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`;
const phase = (code: string): string => JSON.stringify({ jm_phase: [{ phase_code: code, phase_desc: 'Created by a test' }] });
/** The current and the maximum memory (bytes) of the sandbox. */
const memory = (): { now: number; most: number } => {
	const status = readFileSync(`/proc/${sandbox.pid}/status`, 'utf8');
	const kilobytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]);
	return { now: kilobytes('VmRSS') * 1024, most: kilobytes('VmHWM') * 1024 };
};

describe('A slow client', () => {
	withSandbox('--client-timeout-seconds', String(PATIENCE_SECONDS), '--jobs', '60000');
	const tooLate = ['HTTP/1.1 408 Request Timeout'];

	it('that sends nothing is disconnected', async () => {
		const { text, broken } = await say('');
		expect([text, broken]).toEqual(['', '']);
	});

	it.each([
		['whose address and headers trickle in', `GET ${BASE}/JmPhaseList?Query={} HTTP/1.1\r\n`, 'X-More: 1\r\n'],
		['whose body trickles in', post('Content-Length: 100000', '{'), ' '],
		['whose body trickles in by chunks', post('Transfer-Encoding: chunked', ''), '1\r\n \r\n'],
	])('%s receives a 408, and its connection is closed', async (_how, words, every) => {
		const heard = await say(words, { every });
		expect(statusLines(heard)).toEqual(tooLate);
		expect(heard.text).toContain('{"error":"The request did not arrive in time"}');
		expect(heard.broken).not.toBe('LATE');
	});

	it('that does not read the response is disconnected, and the response is discarded', async () => {
		const { total } = await sandbox.control.journal();
		const { text, broken } = await say(`GET ${BASE}/JmJobList?Query={} HTTP/1.1\r\n${SIGNED_IN}\r\n\r\n`, { listens: false });
		expect(broken).not.toBe('LATE');
		// Only data in transit still arrives.
		expect(text).toMatch(/^HTTP\/1\.1 200 OK/);
		expect(text.endsWith('0\r\n\r\n')).toBe(false);
		const { entries, openConnections } = await sandbox.control.journal({ since: total });
		expect([entries.map(({ path, status }) => [path, status]), openConnections]).toEqual([[[`${BASE}/JmJobList`, 200]], 0]);
	});

	it('does not block others: fifty of each kind, and ten that do not read, wait while a fast one receives its response', async () => {
		const slow = [
			...Array.from({ length: 50 }, async () => await say('')),
			...Array.from({ length: 50 }, async () => await say(`GET ${BASE}/JmPhaseList?Query={} HTTP/1.1\r\n`, { every: 'X-More: 1\r\n' })),
			...Array.from({ length: 50 }, async () => await say(post('Content-Length: 100000', '{'), { every: ' ' })),
			...Array.from(
				{ length: 10 },
				async () => await say(`GET ${BASE}/JmJobList?Query={} HTTP/1.1\r\n${SIGNED_IN}\r\n\r\n`, { listens: false }),
			),
		];
		let over = false;
		const ended = Promise.all(slow).then((heard) => {
			over = true;
			return heard;
		});
		let answered = 0;
		while (!over) {
			const code = newCode();
			const created = await createPhase(sandbox, code);
			expect([created.status, created.broken, await phaseExists(sandbox, code)]).toEqual([200, '', true]);
			// Connections that ended in the meantime do not count.
			answered += over ? 0 : 1;
			await new Promise((resolve) => setTimeout(resolve, 20));
		}
		expect(answered).toBeGreaterThan(0);
		expect((await ended).flatMap(({ broken }, index) => (broken === 'LATE' ? [index] : []))).toEqual([]);
	});

	it('that waits for a configured delay is not disconnected early', async () => {
		await sandbox.control.addFaults({ match: { path: 'JmWoTypeList' }, fault: { type: 'delay', ms: (PATIENCE_SECONDS + 2) * 1000 } });
		const outcome = await send(`${sandbox.apiUrl}/JmWoTypeList?Query={}`, { headers: DEMO });
		await sandbox.control.clearFaults();
		expect([outcome.status, outcome.broken]).toEqual([200, '']);
	});
});

describe('A body that is too large', () => {
	withSandbox();
	const pieces = 512;
	/** Sends half a gigabyte while the connection lasts, then a small request on the same connection. */
	const sendHuge = async (headers: string, wrap: (piece: string) => string, end: string, then: string): Promise<Heard & { sent: number }> =>
		await new Promise((resolve) => {
			let [text, broken, sent] = ['', '', 0];
			const piece = wrap(' '.repeat(MEGABYTE));
			const socket = net.connect(Number(new URL(sandbox.url).port), '127.0.0.1', () => {
				socket.write(post(headers, ''));
				const more = (): void => {
					if (socket.destroyed) return;
					if (sent === pieces) {
						socket.write(end + then);
						return;
					}
					sent += 1;
					if (socket.write(piece)) setImmediate(more);
					else socket.once('drain', more);
				};
				more();
			});
			socket.on('data', (bytes) => (text += bytes.toString('latin1')));
			socket.on('error', (thrown: NodeJS.ErrnoException) => (broken = thrown.code ?? thrown.message));
			socket.on('close', () => resolve({ text, broken, sent }));
		});

	it.each([
		['by its length', `Content-Length: ${pieces * MEGABYTE}`, (piece: string) => piece, ''],
		['by its chunks', 'Transfer-Encoding: chunked', (piece: string) => `${piece.length.toString(16)}\r\n${piece}\r\n`, '0\r\n\r\n'],
	])(
		'%s is rejected with a message, read to its end and discarded, and its connection remains open',
		async (_how, headers, wrap, end) => {
			const before = memory();
			const heard = await sendHuge(headers, wrap, end, list('Connection: close\r\n'));
			expect(statusLines(heard)).toEqual(['HTTP/1.1 413 Payload Too Large', 'HTTP/1.1 200 OK']);
			expect(heard.text).toContain('{"error":"The body is larger than 32 MiB; send fewer records in one call"}');
			expect([heard.broken, heard.sent]).toEqual(['', pieces]);
			// Half a gigabyte was sent; at most one body of the maximum size is in memory, and another one can wait for the garbage collector.
			expect(memory().most - before.most).toBeLessThan(150 * MEGABYTE);
		},
		60_000,
	);

	it('in many concurrent requests uses no more memory than the limit for each', async () => {
		const before = memory();
		const outcomes = await Promise.all(
			Array.from(
				{ length: 4 },
				async () => await sendHuge(`Content-Length: ${pieces * MEGABYTE}`, (piece) => piece, '', list('Connection: close\r\n')),
			),
		);
		expect(outcomes.map((heard) => statusLines(heard)[0])).toEqual(outcomes.map(() => 'HTTP/1.1 413 Payload Too Large'));
		expect(memory().most - before.most).toBeLessThan(150 * MEGABYTE);
	});
});

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
			'a chunk without a length',
			post('Transfer-Encoding: chunked', 'ZZ\r\n{}\r\n0\r\n\r\n'),
			'400 Bad Request',
			'The length of a chunk of the body cannot be read',
		],
		[
			'a chunk with a huge length',
			post('Transfer-Encoding: chunked', 'FFFFFFFFFFFFFFFFFF\r\n'),
			'400 Bad Request',
			'The length of a chunk of the body cannot be read',
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
			'two lengths of one body',
			post('Content-Length: 2\r\nContent-Length: 3', '{}'),
			'400 Bad Request',
			'cannot read this as an HTTP request',
		],
		['a negative length', post('Content-Length: -1', '{}'), '400 Bad Request', 'cannot read this as an HTTP request'],
		['a header without a name', list(': x\r\n'), '400 Bad Request', 'cannot read this as an HTTP request'],
		['a line break in the middle of a header', list('X-Evil: a\rb\r\n'), '400 Bad Request', 'cannot read this as an HTTP request'],
		['a version that does not exist', list().replace('HTTP/1.1', 'HTTP/9.9'), '400 Bad Request', 'cannot read this as an HTTP request'],
		['a TLS handshake', '\u0016\u0003\u0001\u0002\u0000', '400 Bad Request', 'cannot read this as an HTTP request'],
	])('%s is rejected with a message, and the connection is closed', async (_what, words, status, said) => {
		const heard = await say(words);
		expect(statusLines(heard)).toEqual([`HTTP/1.1 ${status}`]);
		expect((JSON.parse(heard.text.slice(heard.text.indexOf('\r\n\r\n') + 4)) as { error: string }).error).toContain(said);
		expect(heard.broken).toBe('');
	});

	it('stores nothing of a body with an invalid end', async () => {
		const code = newCode();
		const body = phase(code);
		const heard = await say(post('Transfer-Encoding: chunked', `${body.length.toString(16)}\r\n${body}\r\nZZ\r\n`));
		expect(statusLines(heard)).toEqual(['HTTP/1.1 400 Bad Request']);
		expect(await phaseExists(sandbox, code)).toBe(false);
	});

	it('stores nothing of a truncated body', async () => {
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

	it('in a second request does not prevent the response to the first', async () => {
		await sandbox.control.addFaults({ match: { path: 'JmPhaseList' }, fault: { type: 'delay', ms: 400 } });
		const heard = await say(`${list()}NONSENSE\r\n\r\n`);
		await sandbox.control.clearFaults();
		expect(statusLines(heard)).toEqual(['HTTP/1.1 200 OK']);
		expect(heard.text.trimEnd()).toMatch(/\{"L":\[.*\]\}$/s);
	});
});

describe('Pipelined requests', () => {
	withSandbox();
	it('receive responses in their order, with reads and writes mixed', async () => {
		const codes = Array.from({ length: 20 }, newCode);
		const words = codes.flatMap((code) => [
			post(`Content-Length: ${phase(code).length}`, phase(code)),
			`GET ${BASE}/JmPhase/phase_code=${code} HTTP/1.1\r\n${SIGNED_IN}\r\n\r\n`,
		]);
		const heard = await say([...words, list('Connection: close\r\n')].join(''));
		expect(statusLines(heard)).toEqual(Array.from({ length: 41 }, () => 'HTTP/1.1 200 OK'));
		// The envelope of a create names its code, and so does the answer of the read that follows.
		const named = [...heard.text.matchAll(/"phase_code":(?:\{"phase_code":)?"(T-[^"]+)"/g)].map(([, code]) => code).slice(0, 40);
		expect(named).toEqual(codes.flatMap((code) => [code, code]));
	});

	it('cannot be smuggled in a body', async () => {
		const code = newCode();
		const inner = post(`Content-Length: ${phase(code).length}`, phase(code));
		const heard = await say(post(`Content-Length: ${inner.length}\r\nConnection: close`, inner));
		expect(statusLines(heard)).toEqual(['HTTP/1.1 400 Bad Request']);
		expect(await phaseExists(sandbox, code)).toBe(false);
	});
});

describe('A division without access', () => {
	withSandbox();
	const LIMITED = { Authorization: `Basic ${Buffer.from('limited:limited').toString('base64')}` };
	const divisions = async (): Promise<{ division_no: { division_no: number }; division_code: string }[]> =>
		(JSON.parse((await send(`${sandbox.apiUrl}/SysDivisionList?Query={}`, { headers: DEMO })).text) as { L: [] }).L;

	it.each(['GET', 'POST', 'PATCH', 'PUT', 'DELETE'])('is rejected for a user of another one, and nothing changes (%s)', async (method) => {
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

	it.each(['none', '%', '2', '../', '*'])('is not matched by %j', async (code) => {
		const outcome = await listed(code);
		expect([outcome.status, errorIn(outcome)]).toEqual([400, expect.stringContaining('Unknown division')]);
	});

	it.each(['', ' '])('is not shown if the header is empty (%j)', async (code) => {
		const outcome = await listed(code);
		const { L: jobs } = JSON.parse(outcome.text) as { L: { division_no: { division_no: number } }[] };
		expect(new Set(jobs.map(({ division_no: { division_no: number } }) => number))).toEqual(new Set([2]));
	});
});
