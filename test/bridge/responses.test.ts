import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGzip, gzipSync } from 'node:zlib';

import type { NodeOutcome } from '../../workshop/engine/engine';
import { parseJson } from '../../core/wire/json';
import { engineForTests } from '../support/engineForTests';
import { processorTime } from '../support/processorTime';

const MEGABYTE = 1024 * 1024;

const engine = engineForTests();
let server: Server;
let baseUrl: string;
let respond: RequestListener;

beforeAll(async () => {
	server = createServer((request, response) => void respond(request, response));
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v2/database/DEMO`;
});
afterAll(async () => {
	server.closeAllConnections();
	await new Promise((closed) => server.close(closed));
});

const run = async (operation: 'get' | 'getMany' | 'create', options: Record<string, number> = {}, items = 1): Promise<NodeOutcome> =>
	await engine.run({
		node: 'mediaOperations',
		parameters: {
			authentication: 'basic',
			resource: 'job',
			operation,
			record: { __rl: true, mode: 'job_no', value: '12' } as never,
			fieldsMode: 'json',
			fieldsJson: '{"job_desc": "A"}',
			options: { maxAttempts: 1, ...options },
		},
		credentials: { mediaOperationsBasicApi: { baseUrl, username: 'demo', password: 'demo' } },
		input: Array.from({ length: items }, () => ({ json: {} })),
	});

/**
 * Sends a list with one field of `megabytes` MB as fast as the client reads it; endlessly if it is `Infinity`. Resolves when the connection
 * is closed.
 */
const sendList = async (megabytes: number, packed: boolean): Promise<void> =>
	await new Promise((closed) => {
		respond = (_request, response) => {
			response.once('close', closed);
			response.writeHead(200, {
				'Content-Type': 'application/json',
				'Pagination-Count': '1',
				...(packed ? { 'Content-Encoding': 'gzip' } : {}),
			});
			const out = packed ? createGzip() : response;
			if (packed) (out as ReturnType<typeof createGzip>).on('error', () => undefined).pipe(response);
			const piece = Buffer.alloc(MEGABYTE, 'x');
			out.write('{"L": [{"job_desc": "');
			let sent = 0;
			const more = (): void => {
				if (response.destroyed) return;
				if (sent === megabytes) return void out.end('"}]}');
				sent += 1;
				if (out.write(piece)) setImmediate(more);
				else out.once('drain', more);
			};
			more();
		};
	});

describe('A node that receives a large response', () => {
	it('reads 40 MB', async () => {
		void sendList(40, false);
		const { error, output } = await run('getMany');
		expect(error).toBeNull();
		expect(String(output[0]?.[0]?.json.job_desc)).toHaveLength(40 * MEGABYTE);
	});

	it.each([
		['an endless response', false],
		['an endless compressed response', true],
	])(
		'stops reading %s and reports the limit and how to stay below it',
		async (_kind, packed) => {
			const { heapUsed } = process.memoryUsage();
			const closed = sendList(Infinity, packed);
			const { error } = await run('getMany');
			expect(error).toMatchObject({
				message: 'The response is larger than 100 MB, which is the maximum for one response [Item 0]',
				description: expect.stringContaining("a smaller 'Page Size'"),
			});
			await closed;
			expect(process.memoryUsage().heapUsed - heapUsed).toBeLessThan(150 * MEGABYTE);
		},
		60_000,
	);

	it('reports the outcome of a create as uncertain if its response exceeds the limit', async () => {
		void sendList(120, false);
		expect((await run('create')).error?.description).toContain('The request may have succeeded');
	});

	it('returns a record with 100,000 properties', async () => {
		respond = (_request, response) =>
			void response.end(
				JSON.stringify({ jm_job: [Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`field_${index}`, index]))] }),
			);
		expect(Object.keys((await run('get')).output[0]![0]!.json)).toHaveLength(100_000);
	});

	it.each([
		['rows', '[{"a":', '}]'],
		['objects', '{"a":', '}'],
		['lists', '[', ']'],
	])('returns a record with 200,000 levels of %s, or reports that they are nested too deeply', async (_kind, open, close) => {
		respond = (_request, response) =>
			void response.end(`{"jm_job": [{"job_no": 12, "jm_episode": ${open.repeat(200_000)}1${close.repeat(200_000)}}]}`);
		const { error, output } = await run('get');
		if (error === null) expect(output[0]?.[0]?.json.job_no).toBe(12);
		else
			expect(error).toMatchObject({
				message: 'The data is nested too deeply to be read or sent [Item 0]',
				itemIndex: 0,
			});
	});
});

describe('A node that receives records that look like an error', () => {
	const LONG = 'demo '.repeat(10_000);
	const respondWith = (body: unknown): void => {
		respond = (_request, response) => void response.end(JSON.stringify(body));
	};

	it.each<readonly [string, object]>([
		['a title and a type', { title: 'Spot', type: 'TV' }],
		['a message and a code', { message: 'Call back', code: 'S001' }],
		['a filled error column', { error: 'Late delivery' }],
		['a status', { detail: 'Late', status: '500' }],
	])('returns a plain array unchanged if its first record has %s', async (_what, fields) => {
		respondWith([{ job_no: 1, job_desc: LONG, ...fields }, { job_no: 2 }]);
		const { error, output } = await run('getMany');
		expect(error).toBeNull();
		expect(output[0]?.map(({ json }) => json.job_desc)).toEqual([LONG, undefined]);
	});

	it('returns a list unchanged if a message and a code follow it', async () => {
		respondWith({ L: [{ job_no: 1, job_desc: LONG }], message: 'Done', code: 'S001' });
		const { error, output } = await run('getMany');
		expect(error).toBeNull();
		expect(output[0]?.map(({ json }) => json.job_desc)).toEqual([LONG]);
	});
});

describe('A node that receives an error with many properties', () => {
	it('reports that a create may have succeeded, without blocking n8n for minutes', async () => {
		const fields = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`field_${index}_${'x'.repeat(40)}`, index]));
		respond = (_request, response) => void response.writeHead(500).end(JSON.stringify({ message: 'Timeout', fields }));
		const begun = Date.now();
		const { error } = await run('create');
		expect(error?.message).toBe('Timeout [Item 0]');
		expect(error?.description).toContain('may have succeeded');
		expect(Date.now() - begun).toBeLessThan(30_000);
	});
});

describe('A node that receives whole numbers that JavaScript would round', () => {
	it('returns them as text, and all other numbers as numbers', async () => {
		respond = (_request, response) =>
			void response.end(
				'{"jm_job": [{"job_no": 12, "external_key": 90071992547409931, "low":-90071992547409931 , "list": [12345678901234567890, 1],' +
					' "exact": 9007199254740991, "decimal": 0.12345678901234567, "power": 12345678901234567e2,' +
					' "text": "a \\"12345678901234567\\", 12345678901234567 \\\\", "after": 90071992547409931}]}',
			);
		expect((await run('get')).output[0]?.[0]?.json).toEqual({
			job_no: 12,
			external_key: '90071992547409931',
			low: '-90071992547409931',
			list: ['12345678901234567890', 1],
			exact: 9007199254740991,
			decimal: Number('0.12345678901234567'),
			power: Number('12345678901234567e2'),
			text: 'a "12345678901234567", 12345678901234567 \\',
			after: '90071992547409931',
		});
	});
});

describe('The JSON of a response', () => {
	it.each([
		['90071992547409931', '90071992547409931'],
		[' -90071992547409931\n', '-90071992547409931'],
		['[90071992547409931]', ['90071992547409931']],
		['{"a":\r\n90071992547409931\n}', { a: '90071992547409931' }],
	])('keeps the digits of a long whole number: %j', (json, value) => {
		expect(parseJson(json)).toEqual(value);
	});

	it('is parsed without a conversion if only strings and decimals contain many digits', () => {
		const rows = Array.from({ length: 20_000 }, (_, index) => ({
			a: 'x1234567890123456',
			b: 0.1234567890123456,
			c: index,
			d: `a, ${index}`,
		}));
		const text = JSON.stringify({ L: rows });
		const fastest = (parse: (text: string) => unknown): number =>
			Math.min(...Array.from({ length: 5 }, () => processorTime(() => parse(text))));
		expect(fastest(parseJson)).toBeLessThan(8 * fastest(JSON.parse));
	});
});

describe('A node that receives a response in another character set', () => {
	it.each([
		['application/json; charset=iso-8859-1', 'latin1'],
		['application/json;charset="ISO-8859-1"', 'latin1'],
		['application/json; charset=utf-16le', 'utf16le'],
		['application/json; charset=utf-8', 'utf8'],
		['application/json; charset=unknown', 'utf8'],
		['application/json', 'utf8'],
	] as const)('decodes it according to the header "%s"', async (type, encoding) => {
		respond = (_request, response) =>
			void response
				.writeHead(200, { 'Content-Type': type })
				.end(Buffer.from('{"jm_job": [{"job_no": 12, "job_desc": "Zürich é"}]}', encoding));
		expect((await run('get')).output[0]?.[0]?.json.job_desc).toBe('Zürich é');
	});
});

describe('A node that receives UTF-8 with a wrong character set in its header', () => {
	it.each(['iso-8859-1', 'windows-1252', 'us-ascii', 'shift_jis'])('decodes it as UTF-8 (%s)', async (charset) => {
		respond = (_request, response) =>
			void response
				.writeHead(200, { 'Content-Type': `application/json; charset=${charset}` })
				.end('{"jm_job": [{"job_no": 12, "job_desc": "Zürich é"}]}');
		expect((await run('get')).output[0]?.[0]?.json.job_desc).toBe('Zürich é');
	});

	it.each([
		['shift_jis', [0x93, 0x8c, 0x8b, 0x9e]],
		['iso-2022-jp', [0x1b, 0x24, 0x42, 0x45, 0x6c, 0x35, 0x7e, 0x1b, 0x28, 0x42]],
	])('decodes other bytes according to the header (%s)', async (charset, bytes) => {
		respond = (_request, response) =>
			void response
				.writeHead(200, { 'Content-Type': `application/json; charset=${charset}` })
				.end(Buffer.concat([Buffer.from('{"jm_job": [{"job_no": 12, "job_desc": "'), Buffer.from(bytes), Buffer.from('"}]}')]));
		expect((await run('get')).output[0]?.[0]?.json.job_desc).toBe('東京');
	});
});

describe('A node that receives an incomplete or unusual response', () => {
	it('waits for a slow response up to the timeout, regardless of how often data arrives', async () => {
		respond = (_request, response) => {
			response.writeHead(200, { 'Content-Type': 'application/json' });
			const drip = setInterval(() => response.write(' '), 50);
			response.on('close', () => clearInterval(drip));
		};
		const { error } = await run('get', { timeout: 0.6 });
		expect(error?.message).toBe('The connection ended before the response was complete (ETIMEDOUT) [Item 0]');
		// The data never ends: only the timeout can end the request.
	});

	it('reports a response that cannot be decompressed', async () => {
		respond = (_request, response) => {
			const packed = gzipSync('{"jm_job": [{"job_no": 12}]}');
			packed[12]! ^= 0xff;
			response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }).end(packed);
		};
		expect((await run('get')).error?.message).toMatch(/^Unexpected response format \(Z_\w+\) \[Item 0\]$/);
	});

	it('reads a response that starts with a byte order mark', async () => {
		respond = (_request, response) => void response.end('\ufeff{"jm_job": [{"job_no": 12}]}');
		expect((await run('get')).output[0]?.[0]?.json).toEqual({ job_no: 12 });
	});
});

describe('The response to a later create in the same run', () => {
	const created = '{"jm_job": {"record_identifiers": ["job_no"], "records": [{"job_no": 12}]}, "tables": ["jm_job"]}';
	const CASES: ReadonlyArray<readonly [string, RequestListener]> = [
		[
			'an interrupted response',
			(_request, response) => {
				response.writeHead(201, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
				response.write(created, () => response.destroy());
			},
		],
		[
			'a response that never ends',
			(_request, response) => {
				response.writeHead(201, { 'Content-Type': 'application/json' });
				const drip = setInterval(() => response.write(' '), 50);
				response.on('close', () => clearInterval(drip));
			},
		],
		[
			'a response that cannot be decompressed',
			(_request, response) => {
				const packed = gzipSync(created);
				packed[12]! ^= 0xff;
				response.writeHead(201, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }).end(packed);
			},
		],
		['a response with a byte order mark', (_request, response) => void response.writeHead(201).end(`\ufeff${created}`)],
		['a web page', (_request, response) => void response.writeHead(200).end('<html><title>Sign In</title></html>')],
		['a refusal', (_request, response) => void response.writeHead(400).end('{"error": "The customer is not active"}')],
	];
	/** Creates one record per item, and returns the result of the last one. `last` responds to the last create. */
	const resultOfLast = async (items: number, last: RequestListener): Promise<object> => {
		let requests = 0;
		respond = (request, response) => {
			requests += 1;
			if (requests === items) last(request, response);
			else response.writeHead(201, { 'Content-Type': 'application/json' }).end(created);
		};
		const { error, output } = await run('create', { timeout: 3, concurrency: 1 }, items);
		const own = (text: string | null | undefined): string | undefined =>
			text?.replace(`Item ${items - 1}`, 'Item N').replace(/ Completed before the run ended: .*$/, '');
		return { message: own(error?.message), description: own(error?.description), last: output[0]?.[items - 1]?.json };
	};

	it.each(CASES)('has the same effect as if it were the response to the first create: %s', async (_name, last) => {
		const first = await resultOfLast(1, last);
		expect(await resultOfLast(3, last)).toEqual(first);
	});
});
