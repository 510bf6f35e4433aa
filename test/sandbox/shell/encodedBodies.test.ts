import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { type SandboxProcess, startSandbox } from '../../../workshop/sandboxProcess';

const HEADERS = { Authorization: `Basic ${Buffer.from('demo:demo').toString('base64')}`, 'Content-Type': 'application/json' };

describe('A request body with Content-Encoding', () => {
	let sandbox: SandboxProcess;
	let count = 0;

	beforeAll(async () => {
		sandbox = await startSandbox();
	});
	afterAll(async () => await sandbox.stop());

	const newJob = (): { desc: string; json: Buffer } => {
		const desc = `Encoded ${++count}`;
		return { desc, json: Buffer.from(JSON.stringify({ jm_job: [{ job_desc: desc, cust_id: '27' }] })) };
	};
	const create = async (
		encoding: string,
		body: Buffer | FormData,
		headers: Record<string, string> = HEADERS,
	): Promise<[number, string]> => {
		const response = await fetch(`${sandbox.apiUrl}/JmJob`, {
			method: 'POST',
			headers: { ...headers, 'Content-Encoding': encoding },
			body: body as NonNullable<RequestInit['body']>,
		});
		return [response.status, await response.text()];
	};
	const exists = async (desc: string): Promise<boolean> => {
		const response = await fetch(`${sandbox.apiUrl}/JmJobList?Query=${encodeURIComponent(JSON.stringify({ job_desc: desc }))}`, {
			headers: HEADERS,
		});
		return ((await response.json()) as { L: object[] }).L.length > 0;
	};

	test.each([
		['gzip', gzipSync],
		['x-gzip', gzipSync],
		['deflate', deflateSync],
		['br', brotliCompressSync],
		['identity', (json: Buffer) => json],
	] as const)('%s is decoded', async (encoding, encode) => {
		const { desc, json } = newJob();
		expect((await create(encoding, encode(json)))[0]).toBe(200);
		expect(await exists(desc)).toBe(true);
	});

	test.each([
		['deflate', 'plain JSON', (json: Buffer) => json],
		['gzip', 'plain JSON', (json: Buffer) => json],
		['br', 'plain JSON', (json: Buffer) => json],
		['gzip', 'deflate data', deflateSync],
		['deflate', 'gzip data', gzipSync],
		['deflate', 'deflate data without its zlib header', deflateRawSync],
		['gzip', 'gzip data that ends early', (json: Buffer) => gzipSync(json).subarray(0, 40)],
		['gzip', 'no data', () => Buffer.alloc(0)],
	] as const)('%s is rejected with 400 if it contains %s', async (encoding, _what, encode) => {
		const { desc, json } = newJob();
		const [status, text] = await create(encoding, encode(json));
		expect([status, text]).toEqual([400, expect.stringContaining(`is ${encoding}, but the body is not ${encoding} data`)]);
		expect(await exists(desc)).toBe(false);
	});

	test('compress, which is not supported, is rejected with 415', async () => {
		const { desc, json } = newJob();
		expect(await create('compress', json)).toEqual([415, expect.stringContaining('Content-Encoding: compress')]);
		expect(await exists(desc)).toBe(false);
	});

	test('gzip is rejected with 413 if it is small but expands beyond the limit', async () => {
		const [status, text] = await create('gzip', gzipSync(Buffer.alloc(64 * 1024 * 1024, ' ')));
		expect([status, text]).toEqual([413, expect.stringContaining('32 MiB')]);
	});

	test('gzip is rejected with 415 if it contains files', async () => {
		const form = new FormData();
		form.append('', new Blob(['text']), 'note.txt');
		const response = await fetch(`${sandbox.apiUrl}/SysAttachment/attachment_keystring=10339:1-1`, {
			method: 'POST',
			headers: { Authorization: HEADERS.Authorization, 'Content-Encoding': 'gzip' },
			body: form,
		});
		expect([response.status, await response.text()]).toEqual([415, expect.stringContaining('Content-Encoding: gzip')]);
	});
});
