import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync, constants, createGzip, deflateSync, gzipSync } from 'node:zlib';

import { engineProgram } from '../support/engineProgram';
import type { TaskResult as Outcome } from './bigRun';

const ROOT = resolve(__dirname, '../..');
const MEGABYTE = 1024 * 1024;
/** The allowed memory growth of a process, in MB: `MUCH` if it reads large responses or sends many requests, otherwise `SOME`. */
const SOME = 400;
const MUCH = 900;
const TOO_LARGE = 'The response is larger than 100 MB, which is the maximum for one response [Item 0]';
const TOO_DEEP = 'The data is nested too deeply to be read or sent [Item 0]';

let server: Server;
let url: string;
let respond: (request: IncomingMessage, response: ServerResponse, body: string) => void;
let requests: { address: string; body: string }[] = [];
let tokens = 0;
/** The number of bytes written to the connection. */
let sent = 0;

beforeAll(async () => {
	const listener: RequestListener = (request, response) => {
		const pieces: Buffer[] = [];
		response.on('error', () => undefined);
		request
			.on('data', (piece: Buffer) => pieces.push(piece))
			.on('end', () => {
				const body = Buffer.concat(pieces).toString('utf8');
				requests.push({ address: request.url!, body });
				// A new token each time: the node gives up if a renewal returns the rejected token again.
				if (request.url === '/oauth/token')
					return void response
						.writeHead(200, { 'Content-Type': 'application/json' })
						.end(`{"access_token": "token-${(tokens += 1)}", "token_type": "Bearer"}`);
				respond(request, response, body);
			});
	};
	server = createServer(listener);
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
	requests = [];
	sent = 0;
});
afterAll(async () => {
	server.closeAllConnections();
	await new Promise((closed) => server.close(closed));
});

type TaskResult = Outcome & { readonly riseInMegabytes: number };
/** Runs a task in a separate process, which must exit normally whatever the site returns. */
const run = async (what: string, site = url): Promise<TaskResult> =>
	JSON.parse(
		(
			await promisify(execFile)(resolve(ROOT, 'node_modules/.bin/node'), [...engineProgram('test/hostile/bigRun.ts'), what, site], {
				cwd: ROOT,
				timeout: 170_000,
				maxBuffer: 16 * MEGABYTE,
			})
		).stdout,
	) as TaskResult;

const json = (response: ServerResponse, body: unknown, headers = {}): void =>
	void response.writeHead(200, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
/** Sends the same data again and again, as fast as it is read, until the connection ends or `pieces` copies have been sent. */
const flood =
	(status: number, begin: string, piece: Buffer, pieces = Infinity, end = '') =>
	(_request: IncomingMessage, response: ServerResponse): void => {
		response.writeHead(status, { 'Content-Type': 'application/json' });
		response.write(begin);
		let gone = 0;
		const more = (): void => {
			if (response.destroyed) return;
			if (gone === pieces) return void response.end(end);
			gone += 1;
			sent += piece.length;
			if (response.write(piece)) setImmediate(more);
			else response.once('drain', more);
		};
		more();
	};
const packed =
	(status: number, encoding: string, bytes: Buffer) =>
	(_request: IncomingMessage, response: ServerResponse): void =>
		void response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Encoding': encoding }).end(bytes);
const piece = Buffer.alloc(MEGABYTE, 'x');
const HALF_GIGABYTE = gzipSync(Buffer.alloc(512 * MEGABYTE, 'x'));

describe('Large data in workflow items', () => {
	beforeEach(() => {
		respond = (request, response) => {
			const { searchParams } = new URL(request.url!, url);
			if (request.method === 'POST')
				return json(response, { jm_job: { record_identifiers: ['job_no'], records: [{ job_no: 12 }] }, tables: ['jm_job'] });
			const { external_key: { $in: wanted = [] } = {} } = JSON.parse(searchParams.get('Query') ?? '{}') as {
				external_key?: { $in?: string[] };
			};
			// Every second key has a record.
			const found = wanted
				.filter((key) => Number(key.slice(4)) % 2 === 0)
				.map((key) => ({ job_no: { job_no: Number(key.slice(4)), external_key: key }, external_key: key }));
			const [page, size] = [Number(searchParams.get('page') ?? 1), Number(searchParams.get('pageSize') ?? 100_000)];
			json(response, { L: found.slice((page - 1) * size, page * size) }, { 'Pagination-Count': String(found.length) });
		};
	});

	it('is sent completely: ten megabytes of text in one field', async () => {
		const outcome = await run('text');
		expect(outcome.message).toBeUndefined();
		const { body } = requests[0]!;
		expect(body).toHaveLength('{"jm_job":[{"job_desc":""}]}'.length + 5 * MEGABYTE);
		expect(JSON.parse(body)).toEqual({ jm_job: [{ job_desc: 'ä'.repeat(5 * MEGABYTE) }] });
		expect(outcome.riseInMegabytes).toBeLessThan(SOME);
	}, 180_000);

	it('is sent completely: 100,000 fields in one record', async () => {
		const outcome = await run('fields');
		expect(outcome.message).toBeUndefined();
		const [record] = (JSON.parse(requests[0]!.body) as { jm_job: [Record<string, string>] }).jm_job;
		expect(Object.keys(record)).toHaveLength(100_000);
		expect(Object.entries(record).every(([name, value]) => name === value)).toBe(true);
		expect(outcome.riseInMegabytes).toBeLessThan(SOME);
	}, 180_000);

	it.each([
		['a body', 'deepBody'],
		['a query', 'deepQuery'],
	])(
		'is rejected before it is sent: %s nested 100,000 levels deep',
		async (_where, what) => {
			const outcome = await run(what);
			expect(outcome.message).toBe(TOO_DEEP);
			expect(requests).toEqual([]);
			expect(outcome.riseInMegabytes).toBeLessThan(SOME);
		},
		180_000,
	);

	it.each([
		['items', 'lookUpItems', 400],
		["an item's values", 'lookUpList', undefined],
		["a condition's values", 'conditionList', undefined],
	])(
		'is looked up with several requests, each key once: 100,000 keys in %s',
		async (_form, what, calls) => {
			const outcome = await run(what);
			expect(outcome.message).toBeUndefined();
			const asked = requests.flatMap(({ address }) =>
				(new URL(address, url).searchParams.get('page') ?? '1') === '1'
					? (JSON.parse(new URL(address, url).searchParams.get('Query')!) as { external_key: { $in: string[] } }).external_key.$in
					: [],
			);
			expect([asked.length, new Set(asked).size]).toEqual([100_000, 100_000]);
			if (calls !== undefined) expect(requests).toHaveLength(calls);
			for (const { address } of requests) expect(address.length).toBeLessThan(8_192);
			expect(outcome.items).toBe(50_000);
			expect(outcome.riseInMegabytes).toBeLessThan(MUCH);
		},
		180_000,
	);
});

describe('A response with', () => {
	it.each([
		['an endless list', 'response', flood(200, '{"L": [', Buffer.from('{"job_no": 1},'.repeat(50_000))), MUCH],
		['status 500 and an endless body', 'response', flood(500, '{"error": "', piece), MUCH],
		['status 401 and an endless body', 'record401', flood(401, '{"error": "', piece), MUCH],
		[
			'a gigabyte compressed to a megabyte by gzip',
			'response',
			(_request: IncomingMessage, response: ServerResponse): void => {
				response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' });
				const gzip = createGzip();
				gzip.on('error', () => undefined).pipe(response);
				let gone = 0;
				const more = (): void => {
					if (response.destroyed || gone === 1024) return void gzip.end();
					gone += 1;
					if (gzip.write(piece)) setImmediate(more);
					else gzip.once('drain', more);
				};
				more();
			},
			MUCH,
		],
		[
			'half a gigabyte compressed to a few hundred bytes by Brotli, an encoding that was not requested,',
			'response',
			packed(200, 'br', brotliCompressSync(Buffer.alloc(512 * MEGABYTE, 'x'), { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } })),
			MUCH,
		],
		[
			'status 500 and half a gigabyte compressed by deflate',
			'record',
			packed(500, 'deflate', deflateSync(Buffer.alloc(512 * MEGABYTE, 'x'))),
			MUCH,
		],
	])(
		'%s is read up to the limit, reported, and canceled',
		async (_what, work, how, most) => {
			respond = how;
			const outcome = await run(work);
			expect(outcome.message).toBe(TOO_LARGE);
			expect(outcome.description).not.toBe('');
			expect(sent).toBeLessThan(190 * MEGABYTE);
			expect(outcome.riseInMegabytes).toBeLessThan(most);
		},
		180_000,
	);

	it('half a gigabyte compressed twice is decompressed at most once, and reported', async () => {
		respond = packed(200, 'gzip, gzip', gzipSync(HALF_GIGABYTE));
		const outcome = await run('response');
		expect(outcome.message).toMatch(/\[Item 0\]$/);
		expect(outcome.riseInMegabytes).toBeLessThan(SOME);
	}, 180_000);

	it('an endless body is canceled after a create request, and the outcome is reported as uncertain', async () => {
		respond = flood(200, '{"message": "', piece);
		const outcome = await run('responseToCreate');
		expect([outcome.message, outcome.description]).toEqual([TOO_LARGE, expect.stringContaining('The request may have succeeded')]);
	}, 180_000);

	it.each([
		['rows', '[{"a":', '}]'],
		['lists', '[', ']'],
	])(
		'100,000 levels of %s is accepted or reported as nested too deeply',
		async (_kind, open, close) => {
			respond = (_request, response) =>
				void response.end(`{"jm_job": [{"job_no": 12, "jm_episode": ${open.repeat(100_000)}1${close.repeat(100_000)}}]}`);
			const outcome = await run('record');
			if (outcome.message !== undefined) expect(outcome.message).toBe(TOO_DEEP);
			else expect(outcome.jobNo).toBe(12);
			expect(outcome.riseInMegabytes).toBeLessThan(SOME);
		},
		180_000,
	);

	it.each([
		['a header that is too long', (socket: net.Socket) => socket.write(`HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(MEGABYTE)}\r\n\r\n{}`)],
		[
			'a hundred thousand headers',
			(socket: net.Socket) =>
				socket.write(`HTTP/1.1 200 OK\r\n${Array.from({ length: 100_000 }, (_, index) => `X-${index}: 1\r\n`).join('')}\r\n{}`),
		],
		[
			'endless headers',
			(socket: net.Socket) => {
				socket.write('HTTP/1.1 200 OK\r\n');
				const more = setInterval(() => socket.write('X-More: 1\r\n'.repeat(1000)), 5);
				socket.on('close', () => clearInterval(more));
			},
		],
	])(
		'%s is reported as a failed response',
		async (_what, how) => {
			const raw = net.createServer((socket) => {
				socket.on('error', () => undefined).once('data', () => how(socket));
			});
			await new Promise<void>((listening) => raw.listen(0, '127.0.0.1', listening));
			try {
				const outcome = await run('record', `http://127.0.0.1:${(raw.address() as AddressInfo).port}`);
				expect(outcome.message).toBe('Unexpected response format (HPE_HEADER_OVERFLOW) [Item 0]');
				expect(outcome.riseInMegabytes).toBeLessThan(SOME);
			} finally {
				raw.close();
			}
		},
		180_000,
	);
});

describe('A sign-in response', () => {
	const tooLarge = 'The response is larger than 1 MB, which is the maximum for one response';
	it.each([
		['with an endless body', flood(200, '{"token": "', piece)],
		['with status 400 and an endless body', flood(400, '{"error": "', piece)],
		['that expands to half a gigabyte', packed(200, 'gzip', HALF_GIGABYTE)],
	])(
		'%s is read up to its own limit, and reported',
		async (_what, how) => {
			respond = how;
			const outcome = await run('logIn');
			expect(outcome.message).toContain(tooLarge);
			expect(sent).toBeLessThan(100 * MEGABYTE);
			expect(outcome.riseInMegabytes).toBeLessThan(SOME);
			expect(requests).toHaveLength(1);
		},
		180_000,
	);

	it('that never ends is canceled after its timeout', async () => {
		respond = (_request, response) => {
			response.writeHead(200, { 'Content-Type': 'application/json' });
			const drip = setInterval(() => response.write(' '), 500);
			response.on('close', () => clearInterval(drip));
		};
		const outcome = await run('logIn');
		expect(`${outcome.message} ${outcome.description}`).toMatch(/The sign-in got no response|The connection ended|ETIMEDOUT/);
	}, 180_000);
});

describe('A definition', () => {
	it.each([
		['of 200 MB', flood(200, '{"openapi": "', piece, 200, '"}'), /larger than 16 MB/],
		['that expands to half a gigabyte', packed(200, 'gzip', HALF_GIGABYTE), /larger than 16 MB/],
		[
			'with an unclosed YAML list of 10 MB',
			(_request: IncomingMessage, response: ServerResponse) =>
				void response.writeHead(200, { 'Content-Type': 'application/yaml' }).end(`openapi: 3.0.3\nlist: [\n${' a,\n'.repeat(2_500_000)}`),
			/./,
		],
		[
			'with YAML nested a million levels deep',
			(_request: IncomingMessage, response: ServerResponse) =>
				void response.writeHead(200, { 'Content-Type': 'application/yaml' }).end(`openapi: ${'['.repeat(1_000_000)}`),
			/./,
		],
		[
			'that expands by references to its own parts',
			(_request: IncomingMessage, response: ServerResponse) =>
				json(response, {
					openapi: '3.0.3',
					paths: {
						'/JmJob': {
							post: {
								requestBody: {
									content: {
										'application/json': {
											schema: { properties: { jm_job: { type: 'array', items: { $ref: '#/components/schemas/s0' } } } },
										},
									},
								},
							},
						},
					},
					components: {
						schemas: Object.fromEntries(
							Array.from({ length: 20 }, (_, index) => [
								`s${index}`,
								{ allOf: Array.from({ length: 20 }, () => ({ $ref: `#/components/schemas/s${index + 1}` })) },
							]),
						),
					},
				}),
			/too many references to itself/,
		],
	])(
		'%s is not read: the editor shows the default fields, and the reason',
		async (_what, how, why) => {
			respond = how;
			const outcome = await run('definition');
			expect(outcome.notice).toMatch(why);
			expect(outcome.fields).toBeGreaterThan(5);
			expect(sent).toBeLessThan(100 * MEGABYTE);
			expect(outcome.riseInMegabytes).toBeLessThan(MUCH);
		},
		180_000,
	);
});
