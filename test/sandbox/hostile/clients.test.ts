import { readFileSync } from 'node:fs';
import net from 'node:net';
import { type SandboxProcess, startSandbox } from '../../../workshop/sandboxProcess';
import { createPhase, DEMO, errorIn, JSON_BODY, newCode, type Outcome, phaseExists, send } from '../shell/wire';

const BASE = '/api/v2/database/DEMO';
const SIGNED_IN = `Host: sandbox.test\r\nAuthorization: ${DEMO.Authorization}`;
const MEGABYTE = 1024 * 1024;
const PATIENCE_SECONDS = 2;
/** Whoever is still there then was not let go. */
const LONGEST_MS = 20_000;

let sandbox: SandboxProcess;
/** Starts a sandbox for the tests of a block. */
const withSandbox = (...args: string[]): void => {
	beforeAll(async () => {
		sandbox = await startSandbox({ args });
	});
	afterAll(async () => await sandbox.stop());
};

/** What came back on a connection until the sandbox ended it. */
interface Heard {
	readonly text: string;
	readonly broken: string;
}

/** Says words of its own making on a raw connection; `every` is said again and again until the connection ends. */
const say = async (words: string, { every, listens = true }: { every?: string; listens?: boolean } = {}): Promise<Heard> =>
	await new Promise((resolve) => {
		let [text, broken] = ['', ''];
		const socket = net.connect(Number(new URL(sandbox.url).port), '127.0.0.1', () => socket.write(words));
		const dripping = every === undefined ? undefined : setInterval(() => socket.write(every), 100);
		const late = setTimeout(() => {
			broken = 'LATE';
			socket.destroy();
		}, LONGEST_MS);
		const take = (): void => void socket.on('data', (piece) => (text += piece.toString('latin1')));
		// Who does not listen does not even hear that the connection has ended.
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
const phase = (code: string): string => JSON.stringify({ jm_phase: [{ phase_code: code, phase_desc: 'Made by a test' }] });
/** Memory (bytes) that the process of the sandbox holds now and has held at most. */
const memory = (): { now: number; most: number } => {
	const status = readFileSync(`/proc/${sandbox.pid}/status`, 'utf8');
	const kilobytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]);
	return { now: kilobytes('VmRSS') * 1024, most: kilobytes('VmHWM') * 1024 };
};

describe('A slow client', () => {
	withSandbox('--patience-seconds', String(PATIENCE_SECONDS), '--jobs', '60000');
	const tooLate = ['HTTP/1.1 408 Request Timeout'];

	it('that says nothing is let go', async () => {
		const { text, broken } = await say('');
		expect([text, broken]).toEqual(['', '']);
	});

	it.each([
		['whose address and headers trickle in', `GET ${BASE}/JmPhaseList?Query={} HTTP/1.1\r\n`, 'X-More: 1\r\n'],
		['whose body trickles in', post('Content-Length: 100000', '{'), ' '],
		['whose body trickles in by pieces', post('Transfer-Encoding: chunked', ''), '1\r\n \r\n'],
	])('%s is told so in the end, and its connection is closed', async (_how, words, every) => {
		const heard = await say(words, { every });
		expect(statusLines(heard)).toEqual(tooLate);
		expect(heard.text).toContain('{"error":"The request did not arrive in time"}');
		expect(heard.broken).not.toBe('LATE');
	});

	it('that does not take its answer is let go, and the answer is not kept for it', async () => {
		const { total } = await sandbox.control.journal();
		const { text, broken } = await say(`GET ${BASE}/JmJobList?Query={} HTTP/1.1\r\n${SIGNED_IN}\r\n\r\n`, { listens: false });
		expect(broken).not.toBe('LATE');
		// What was on its way arrives, and no more.
		expect(text).toMatch(/^HTTP\/1\.1 200 OK/);
		expect(text.endsWith('0\r\n\r\n')).toBe(false);
		const { entries, openConnections } = await sandbox.control.journal({ since: total });
		expect([entries.map(({ path, status }) => [path, status]), openConnections]).toEqual([[[`${BASE}/JmJobList`, 200]], 0]);
	});

	it('holds up nobody: fifty of each kind, and ten that do not listen, wait while a quick one is answered', async () => {
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
			// Those that ended meanwhile are of no account.
			answered += over ? 0 : 1;
			await new Promise((resolve) => setTimeout(resolve, 20));
		}
		expect(answered).toBeGreaterThan(0);
		expect((await ended).flatMap(({ broken }, index) => (broken === 'LATE' ? [index] : []))).toEqual([]);
	});

	it('that the sandbox keeps waiting on purpose is not let go before its time', async () => {
		await sandbox.control.addFaults({ match: { path: 'JmWoTypeList' }, fault: { type: 'delay', ms: (PATIENCE_SECONDS + 2) * 1000 } });
		const outcome = await send(`${sandbox.apiUrl}/JmWoTypeList?Query={}`, { headers: DEMO });
		await sandbox.control.clearFaults();
		expect([outcome.status, outcome.broken]).toEqual([200, '']);
	});
});

describe('A body that is too large', () => {
	withSandbox();
	const pieces = 512;
	/** Sends half a gigabyte as long as the connection lasts, then asks for something small on the same connection. */
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
		['as its length says', `Content-Length: ${pieces * MEGABYTE}`, (piece: string) => piece, ''],
		['as its pieces show', 'Transfer-Encoding: chunked', (piece: string) => `${piece.length.toString(16)}\r\n${piece}\r\n`, '0\r\n\r\n'],
	])(
		'%s is refused with words, read to its end, kept nowhere, and its connection goes on',
		async (_how, headers, wrap, end) => {
			const before = memory();
			const heard = await sendHuge(headers, wrap, end, list('Connection: close\r\n'));
			expect(statusLines(heard)).toEqual(['HTTP/1.1 413 Payload Too Large', 'HTTP/1.1 200 OK']);
			expect(heard.text).toContain('{"error":"The body is larger than 32 MiB; send fewer records in one call"}');
			expect([heard.broken, heard.sent]).toEqual(['', pieces]);
			// Half a gigabyte was sent; the limit is held once, and as much again may wait for the garbage collector.
			expect(memory().most - before.most).toBeLessThan(150 * MEGABYTE);
		},
		60_000,
	);

	it('in many requests at once takes no more memory than the limit for each', async () => {
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

describe('What is no proper request', () => {
	withSandbox();
	it.each([
		[
			'more headers than are taken',
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
			'a piece of a body without length',
			post('Transfer-Encoding: chunked', 'ZZ\r\n{}\r\n0\r\n\r\n'),
			'400 Bad Request',
			'The length of a chunk of the body cannot be read',
		],
		[
			'a piece of a body beyond all numbers',
			post('Transfer-Encoding: chunked', 'FFFFFFFFFFFFFFFFFF\r\n'),
			'400 Bad Request',
			'The length of a chunk of the body cannot be read',
		],
		[
			'a piece of a body that is longer than it says',
			post('Transfer-Encoding: chunked', '2\r\n{}{}{}\r\n0\r\n\r\n'),
			'400 Bad Request',
			'cannot read this as an HTTP request',
		],
		[
			'a body with a length and in pieces',
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
		['a length below zero', post('Content-Length: -1', '{}'), '400 Bad Request', 'cannot read this as an HTTP request'],
		['a header without a name', list(': x\r\n'), '400 Bad Request', 'cannot read this as an HTTP request'],
		['a line break in the middle of a header', list('X-Evil: a\rb\r\n'), '400 Bad Request', 'cannot read this as an HTTP request'],
		['a version that does not exist', list().replace('HTTP/1.1', 'HTTP/9.9'), '400 Bad Request', 'cannot read this as an HTTP request'],
		['an encrypted greeting', '\u0016\u0003\u0001\u0002\u0000', '400 Bad Request', 'cannot read this as an HTTP request'],
	])('%s is refused with words, and the connection is closed', async (_what, words, status, said) => {
		const heard = await say(words);
		expect(statusLines(heard)).toEqual([`HTTP/1.1 ${status}`]);
		expect((JSON.parse(heard.text.slice(heard.text.indexOf('\r\n\r\n') + 4)) as { error: string }).error).toContain(said);
		expect(heard.broken).toBe('');
	});

	it('stores nothing of a body whose end is broken', async () => {
		const code = newCode();
		const body = phase(code);
		const heard = await say(post('Transfer-Encoding: chunked', `${body.length.toString(16)}\r\n${body}\r\nZZ\r\n`));
		expect(statusLines(heard)).toEqual(['HTTP/1.1 400 Bad Request']);
		expect(await phaseExists(sandbox, code)).toBe(false);
	});

	it('stores nothing of a body that breaks off', async () => {
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

	it('in a second request does not take the answer from the first', async () => {
		await sandbox.control.addFaults({ match: { path: 'JmPhaseList' }, fault: { type: 'delay', ms: 400 } });
		const heard = await say(`${list()}NONSENSE\r\n\r\n`);
		await sandbox.control.clearFaults();
		expect(statusLines(heard)).toEqual(['HTTP/1.1 200 OK']);
		expect(heard.text.trimEnd()).toMatch(/\{"L":\[.*\]\}$/s);
	});
});

describe('Requests that are sent without waiting for answers', () => {
	withSandbox();
	it('are answered each and in their order, reads and writes mixed', async () => {
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

	it('cannot be smuggled in a body: what stands there stays a body', async () => {
		const code = newCode();
		const inner = post(`Content-Length: ${phase(code).length}`, phase(code));
		const heard = await say(post(`Content-Length: ${inner.length}\r\nConnection: close`, inner));
		expect(statusLines(heard)).toEqual(['HTTP/1.1 400 Bad Request']);
		expect(await phaseExists(sandbox, code)).toBe(false);
	});
});

describe('A division that is not theirs', () => {
	withSandbox();
	const LIMITED = { Authorization: `Basic ${Buffer.from('limited:limited').toString('base64')}` };
	const divisions = async (): Promise<{ division_no: { division_no: number }; division_code: string }[]> =>
		(JSON.parse((await send(`${sandbox.apiUrl}/SysDivisionList?Query={}`, { headers: DEMO })).text) as { L: [] }).L;

	it.each(['GET', 'POST', 'PATCH', 'PUT', 'DELETE'])('is refused to a user of another one, and nothing is done (%s)', async (method) => {
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

	it.each(['none', '%', '2', '../', '*'])('is not what %j names: it is refused', async (code) => {
		const outcome = await listed(code);
		expect([outcome.status, errorIn(outcome)]).toEqual([400, expect.stringContaining('Unknown division')]);
	});

	it.each(['', ' '])('is not shown where the header says nothing (%j)', async (code) => {
		const outcome = await listed(code);
		const { L: jobs } = JSON.parse(outcome.text) as { L: { division_no: { division_no: number } }[] };
		expect(new Set(jobs.map(({ division_no: { division_no: number } }) => number))).toEqual(new Set([2]));
	});
});
