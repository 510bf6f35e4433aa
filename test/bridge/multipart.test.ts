import { createServer } from 'node:http';

import { NodeConnectionTypes, type IExecuteFunctions, type INodeExecutionData, type INodeType } from 'n8n-workflow';

import { connect } from '../../bridge/site/connection';
import { authenticationProperty } from '../../bridge/properties/authentication';
import { createSend } from '../../bridge/http/transport';
import type { FilePart, SendResult } from '../../core/model/port';
import { siteForTests, type Recorded } from '../engine/recordingSite';
import { engineForTests, withNodes } from '../support/engineForTests';
import { withToken } from '../support/withToken';

/** The parts that a test prepares, and the result after `uploader` has sent them as an attachment upload. */
let parts: readonly FilePart[] = [];
let result: SendResult;
const uploader = {
	description: {
		displayName: 'Uploader',
		name: 'uploader',
		group: [],
		version: 1,
		description: '',
		defaults: { name: 'Uploader' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'mediaOperationsBasicApi' }, { name: 'mediaOperationsJwtApi' }],
		properties: [authenticationProperty],
	},
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		result = await createSend(
			this,
			await connect(this),
		)({ method: 'POST', path: '/SysAttachment/attachment_keystring=10339:100-1', headers: {}, body: { parts }, effect: 'once' });
		return [[]];
	},
} as unknown as INodeType;

const engine = engineForTests((types) => withNodes(types, [['uploader', uploader]]));
const site = siteForTests();
beforeEach(() => {
	site.respond = () => ({ body: { message: null, tables: [] } });
});

const upload = async (authentication: 'basic' | 'jwt', data: Record<string, string>): Promise<void> => {
	const type = authentication === 'basic' ? 'mediaOperationsBasicApi' : 'mediaOperationsJwtApi';
	const complete = engine.credentials.withDefaults(type, { baseUrl: site.url, username: 'demo', password: 'demo', ...data });
	const { error } = await engine.run({
		node: 'uploader',
		parameters: { authentication },
		credentials: { [type]: data.sessionToken === undefined ? complete : withToken(complete, data.sessionToken) },
	});
	expect(error).toBeNull();
};
const part = (fileName: string, contentType: string, text: string, opened: string[] = []): FilePart => {
	const bytes = Buffer.from(text);
	return {
		fileName,
		contentType,
		size: bytes.length,
		async *open() {
			opened.push(fileName);
			for (let from = 0; from < bytes.length; from += 5) yield bytes.subarray(from, from + 5);
		},
	};
};

describe('An upload', () => {
	it('sends the name and type of each part, and the total length', async () => {
		parts = [part('delivery "1".pdf', 'application/pdf', 'first file'), part('Žluť.txt', 'text/plain', 'second')];
		await upload('basic', {});
		expect(result).toMatchObject({ kind: 'response', status: 200 });
		const [{ headers, body }] = site.requests as [Recorded];
		const boundary = /^multipart\/form-data; boundary=(.+)$/.exec(String(headers['content-type']))?.[1];
		expect(
			body
				.split(`--${boundary}`)
				.slice(1, -1)
				.map((text) => text.split('\r\n').filter((line) => line !== '')),
		).toEqual([
			['Content-Disposition: form-data; name=""; filename="delivery %221%22.pdf"', 'Content-Type: application/pdf', 'first file'],
			['Content-Disposition: form-data; name=""; filename="Žluť.txt"', 'Content-Type: text/plain', 'second'],
		]);
		expect(Number(headers['content-length'])).toBe(Buffer.byteLength(body));
		expect(headers['transfer-encoding']).toBeUndefined();
	});

	it('is sent again in full if the token has expired', async () => {
		const opened: string[] = [];
		parts = [part('a.txt', 'text/plain', 'the whole of it', opened)];
		await upload('jwt', { password: 'upload', sessionToken: 'expired' });
		expect(result).toMatchObject({ kind: 'response', status: 200 });
		expect(opened).toEqual(['a.txt', 'a.txt']);
		expect(site.requests.map(({ body }) => body.includes('the whole of it'))).toEqual([true, true]);
		expect(site.logIns).toHaveLength(1);
	});

	it('reads the file only as fast as it is sent, so that a large file is never completely in memory', async () => {
		const received = await startCounter();
		const chunk = Buffer.alloc(1 << 20, 'x');
		let furthestAhead = 0;
		parts = [
			{
				fileName: 'large.bin',
				contentType: 'application/octet-stream',
				size: 64 << 20,
				async *open() {
					for (let sent = 0; sent < 64; sent += 1) {
						furthestAhead = Math.max(furthestAhead, sent * chunk.length - received.bytes());
						yield chunk;
					}
				},
			},
		];
		try {
			await upload('basic', { baseUrl: `${received.origin}/api/v2/database/DEMO` });
		} finally {
			await received.close();
		}
		expect(received.bytes()).toBeGreaterThan(64 << 20);
		expect(furthestAhead).toBeLessThan(24 << 20);
	});
});

/** A server that counts the bytes it receives and keeps none of them. */
const startCounter = async (): Promise<{ origin: string; bytes(): number; close(): Promise<void> }> => {
	let bytes = 0;
	const server = createServer((request, response) => {
		request.on('data', (chunk: Buffer) => (bytes += chunk.length));
		request.on('end', () => response.end('{}'));
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	return {
		origin: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
		bytes: () => bytes,
		close: async () => void (await new Promise((closed) => server.close(closed))),
	};
};
