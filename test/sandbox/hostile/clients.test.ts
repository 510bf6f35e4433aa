import { readFileSync } from 'node:fs';
import net from 'node:net';
import { createPhase, DEMO, newCode, phaseExists, send } from '../shell/wire';
import {
	BASE,
	type RawResponse,
	list,
	CLIENT_TIMEOUT_SECONDS,
	post,
	sandbox,
	sendRaw,
	SIGNED_IN,
	statusLines,
	withSandbox,
} from './connections';

const MEGABYTE = 1024 * 1024;
/** The sandbox's current and maximum memory, in bytes. */
const memory = (): { now: number; most: number } => {
	const status = readFileSync(`/proc/${sandbox.pid}/status`, 'utf8');
	const kilobytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]);
	return { now: kilobytes('VmRSS') * 1024, most: kilobytes('VmHWM') * 1024 };
};

describe('A slow client', () => {
	withSandbox('--client-timeout-seconds', String(CLIENT_TIMEOUT_SECONDS), '--jobs', '60000');
	const tooLate = ['HTTP/1.1 408 Request Timeout'];

	it('that sends nothing is disconnected without a response, whenever the connection opened', async () => {
		// The sandbox checks for late requests at fixed times, so the connections open at different times between two checks.
		const silent = await Promise.all(
			Array.from({ length: 250 }, async (_, index) => {
				await new Promise((resolve) => setTimeout(resolve, index * 4));
				return await sendRaw('');
			}),
		);
		expect(silent.filter(({ text, broken }) => text !== '' || broken !== '')).toEqual([]);
	});

	it.each([
		['whose request line and headers arrive slowly', `GET ${BASE}/JmPhaseList?Query={} HTTP/1.1\r\n`, 'X-More: 1\r\n'],
		['whose body arrives slowly', post('Content-Length: 100000', '{'), ' '],
		['whose body arrives slowly in chunks', post('Transfer-Encoding: chunked', ''), '1\r\n \r\n'],
	])('%s receives a 408, and its connection is closed', async (_how, words, every) => {
		const heard = await sendRaw(words, { every });
		expect(statusLines(heard)).toEqual(tooLate);
		expect(heard.text).toContain('{"error":"The request did not arrive in time"}');
		expect(heard.broken).not.toBe('LATE');
	});

	it('that does not read the response is disconnected, and the response is discarded', async () => {
		const { total } = await sandbox.control.journal();
		const { text, broken } = await sendRaw(`GET ${BASE}/JmJobList?Query={} HTTP/1.1\r\n${SIGNED_IN}\r\n\r\n`, { listens: false });
		expect(broken).not.toBe('LATE');
		// The client receives only the data that was already in transit.
		expect(text).toMatch(/^HTTP\/1\.1 200 OK/);
		expect(text.endsWith('0\r\n\r\n')).toBe(false);
		const { entries, openConnections } = await sandbox.control.journal({ since: total });
		expect([entries.map(({ path, status }) => [path, status]), openConnections]).toEqual([[[`${BASE}/JmJobList`, 200]], 0]);
	});

	it('does not block a fast client, even with fifty slow clients of each kind and ten that do not read', async () => {
		const slow = [
			...Array.from({ length: 50 }, async () => await sendRaw('')),
			...Array.from({ length: 50 }, async () => await sendRaw(`GET ${BASE}/JmPhaseList?Query={} HTTP/1.1\r\n`, { every: 'X-More: 1\r\n' })),
			...Array.from({ length: 50 }, async () => await sendRaw(post('Content-Length: 100000', '{'), { every: ' ' })),
			...Array.from(
				{ length: 10 },
				async () => await sendRaw(`GET ${BASE}/JmJobList?Query={} HTTP/1.1\r\n${SIGNED_IN}\r\n\r\n`, { listens: false }),
			),
		];
		let over = false;
		const ended = Promise.all(slow).then((heard) => {
			over = true;
			return heard;
		});
		let responded = 0;
		while (!over) {
			const code = newCode();
			const created = await createPhase(sandbox, code);
			expect([created.status, created.broken, await phaseExists(sandbox, code)]).toEqual([200, '', true]);
			// A response does not count if all slow connections had ended before it.
			responded += over ? 0 : 1;
			await new Promise((resolve) => setTimeout(resolve, 20));
		}
		expect(responded).toBeGreaterThan(0);
		expect((await ended).flatMap(({ broken }, index) => (broken === 'LATE' ? [index] : []))).toEqual([]);
	});

	it('that waits for a configured delay is not disconnected early', async () => {
		await sandbox.control.addFaults({ match: { path: 'JmWoTypeList' }, fault: { type: 'delay', ms: (CLIENT_TIMEOUT_SECONDS + 2) * 1000 } });
		const outcome = await send(`${sandbox.apiUrl}/JmWoTypeList?Query={}`, { headers: DEMO });
		await sandbox.control.clearFaults();
		expect([outcome.status, outcome.broken]).toEqual([200, '']);
	});
});

describe('A body that is too large', () => {
	withSandbox();
	const pieces = 512;
	/** Sends half a gigabyte unless the connection ends first, then a small request on the same connection. */
	const sendHuge = async (
		headers: string,
		wrap: (piece: string) => string,
		end: string,
		then: string,
	): Promise<RawResponse & { sent: number }> =>
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
		['with a Content-Length', `Content-Length: ${pieces * MEGABYTE}`, (piece: string) => piece, ''],
		['in chunks', 'Transfer-Encoding: chunked', (piece: string) => `${piece.length.toString(16)}\r\n${piece}\r\n`, '0\r\n\r\n'],
	])(
		'%s is rejected with a message, read to its end and discarded, and the connection remains open',
		async (_how, headers, wrap, end) => {
			const before = memory();
			const heard = await sendHuge(headers, wrap, end, list('Connection: close\r\n'));
			expect(statusLines(heard)).toEqual(['HTTP/1.1 413 Payload Too Large', 'HTTP/1.1 200 OK']);
			expect(heard.text).toContain('{"error":"The body is larger than 32 MiB; send fewer records in one request"}');
			expect([heard.broken, heard.sent]).toEqual(['', pieces]);
			// The sandbox keeps at most one body of the maximum size in memory. A second one may not have been garbage-collected yet.
			expect(memory().most - before.most).toBeLessThan(150 * MEGABYTE);
		},
		60_000,
	);

	it('uses less than 150 MB of memory, even in four concurrent requests', async () => {
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
