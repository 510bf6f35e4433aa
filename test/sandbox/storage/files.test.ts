import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type SandboxProcess, startSandbox } from '../../../workshop/sandboxProcess';
import { callerOf } from '../data/caller';

const ORDER = '/SysAttachment/attachment_keystring=10339:100-1';
const AUTHORIZATION = `Basic ${btoa('demo:demo')}`;

let folder: string;
let sandbox: SandboxProcess;
const call = callerOf(() => sandbox);
const files = (): string => path.join(folder, 'records.db.attachments');

beforeAll(async () => {
	folder = mkdtempSync(path.join(tmpdir(), 'sandbox-files-'));
	sandbox = await startSandbox({ data: path.join(folder, 'records.db') });
});
afterAll(async () => {
	await sandbox.stop();
	rmSync(folder, { recursive: true });
});

/** Sends half of an upload, and returns a function that sends the rest and returns the address of the attachment. */
const halfUpload = async (): Promise<() => Promise<string>> => {
	const boundary = 'the-boundary-of-the-test';
	const request = http.request(`${sandbox.apiUrl}${ORDER}`, {
		method: 'POST',
		headers: { Authorization: AUTHORIZATION, 'Content-Type': `multipart/form-data; boundary=${boundary}` },
	});
	const response = new Promise<string>((resolve, reject) => {
		request.once('error', reject).once('response', (message) => {
			let text = '';
			message
				.setEncoding('utf8')
				.on('data', (piece: string) => (text += piece))
				.once('end', () => resolve(text));
		});
	});
	const before = readdirSync(files()).length;
	request.write(`--${boundary}\r\nContent-Disposition: form-data; name=""; filename="rushes.txt"\r\n\r\nfirst half, `);
	while (readdirSync(files()).length === before) await new Promise((resolve) => setTimeout(resolve, 10));
	return async () => {
		request.end(`second half\r\n--${boundary}--\r\n`);
		const { sys_attachment: made } = JSON.parse(await response) as { sys_attachment: { records: [{ attachment_no: number }] } };
		return `${ORDER}/sys_attachment/attachment_no=${made.records[0].attachment_no}`;
	};
};

describe('Attachment files', () => {
	it('that are uploaded during a reset are kept, and earlier ones are deleted', async () => {
		const old = await (await halfUpload())();
		expect((await call('GET', `${old}/content`)).text).toBe('first half, second half');
		const finish = await halfUpload();
		await sandbox.control.call('POST', 'reset', { only: ['data'] });
		const kept = await finish();
		expect((await call('GET', `${kept}/content`)).text).toBe('first half, second half');
		expect(readdirSync(files())).toHaveLength(1);
	});

	it('that cannot be removed do not prevent the deletion of their attachments', async () => {
		const address = await (await halfUpload())();
		// Replaces each file with a folder, which the sandbox cannot remove as a file.
		for (const name of readdirSync(files())) {
			rmSync(path.join(files(), name));
			mkdirSync(path.join(files(), name));
		}
		expect((await call('DELETE', address)).status).toBe(204);
		expect((await call('GET', address)).status).toBe(404);
		expect(sandbox.output()).toContain('An unused attachment file could not be removed');
	});
});
