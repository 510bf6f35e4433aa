import { request } from 'node:http';
import { sandboxForTests } from '../../support/sandboxForTests';
import { callerOf, created, minimalOrder, type HttpResponse, errorOf } from './caller';

const sandbox = sandboxForTests();
const call = callerOf(() => sandbox);
const authorization = `Basic ${btoa('demo:demo')}`;
const RECORD = '/SysAttachment/attachment_keystring=10339:100-1';

const upload = async (
	path: string,
	files: readonly (readonly [name: string, content: string | Uint8Array<ArrayBuffer>])[],
): Promise<HttpResponse> => {
	const form = new FormData();
	files.forEach(([name, content]) => form.append('', new Blob([content]), name));
	const response = await fetch(`${sandbox.apiUrl}${path}`, { method: 'POST', body: form, headers: { Authorization: authorization } });
	const text = await response.text();
	return { status: response.status, headers: response.headers, text, json: JSON.parse(text) };
};
const numbersIn = ({ json }: HttpResponse): number[] =>
	json.sys_attachment.records.map(({ attachment_no: number }: { attachment_no: number }) => number);

describe('Attachments of a record', () => {
	it('are created from the files of a request, with the attachment type for their extension and the file name as the description', async () => {
		const response = await upload(RECORD, [
			['Details On 100-1.txt', 'hello'],
			['Ünïcode (1).PDF', new Uint8Array([0, 255, 10])],
		]);
		expect(response.status).toBe(200);
		expect(response.json.tables).toEqual(['sys_attachment']);
		const [first, second] = numbersIn(response);
		expect((await call('GET', RECORD)).json.sys_attachment).toMatchObject([
			{
				attachment_no: { attachment_no: first },
				attachment_keystring: '10339:100-1',
				attachment_desc: 'Details On 100-1.txt',
				attachment_type_no: { attachment_type_desc: 'Plain Text' },
				file_size: 5,
			},
			{
				attachment_no: { attachment_no: second },
				file_name: 'Ünïcode (1).PDF',
				attachment_type_no: { attachment_type_desc: 'PDF Document' },
				file_size: 3,
			},
		]);
	});

	it('can be listed as a sub-table without an envelope, read one by one, and downloaded unchanged', async () => {
		const bytes = Uint8Array.from({ length: 300_000 }, (_none, at) => (at * 31) % 256);
		const [number] = numbersIn(await upload('/SysAttachment/attachment_keystring=10315:342', [['big.bin', bytes]]));
		const path = `/SysAttachment/attachment_keystring=10315:342/sys_attachment`;
		expect((await call('GET', path)).json).toMatchObject([{ attachment_no: { attachment_no: number } }]);
		expect((await call('GET', `${path}/attachment_no=${number}`)).json).toMatchObject([{ file_size: 300_000 }]);
		const content = await fetch(`${sandbox.apiUrl}${path}/attachment_no=${number}/content`, {
			headers: { Authorization: authorization },
		});
		expect(Buffer.from(await content.arrayBuffer()).equals(bytes)).toBe(true);
		expect(content.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''big.bin");
	});

	it.each([
		['10339', 'JmWorkOrder', '103-1'],
		['10315', 'JmJob', '1'],
		['10346', 'JmWoTransaction', '38521'],
		['10340', 'MoMediaOrder', '510-1'],
		['10341', 'XmTransmissionOrder', '7655-1'],
		['10308', 'BidVersion', '211'],
		['10360', 'TcBatch', '7572'],
		['10370', 'PmProject', '1'],
		['10320', 'LibMaster', '18'],
		['10321', 'LibTitle', '2'],
		['10380', 'SysContact', '1'],
	])('are addressed by the document number %s for the document %s', async (document, _name, record) => {
		const path = `/SysAttachment/attachment_keystring=${document}:${record}`;
		const [number] = numbersIn(await upload(path, [['note.txt', 'x']]));
		expect((await call('GET', path)).json.sys_attachment).toMatchObject([
			{ attachment_no: { attachment_no: number }, attachment_keystring: `${document}:${record}` },
		]);
	});

	it('are deleted individually', async () => {
		const [one, other] = numbersIn(
			await upload('/SysAttachment/attachment_keystring=10339:101-1', [
				['a.txt', 'a'],
				['b.txt', 'b'],
			]),
		);
		const path = '/SysAttachment/attachment_keystring=10339:101-1/sys_attachment';
		expect((await call('DELETE', `${path}/attachment_no=${one}`)).status).toBe(204);
		expect((await call('DELETE', `${path}/attachment_no=${one}`)).status).toBe(404);
		expect((await call('GET', path)).json).toMatchObject([{ attachment_no: { attachment_no: other } }]);
		expect((await call('DELETE', path)).status).toBe(400);
	});

	it('are deleted with their record', async () => {
		const key = await created(call, 'JmWorkOrder', 'jm_work_order', minimalOrder());
		const path = `/SysAttachment/attachment_keystring=10339:${key}`;
		await upload(path, [['a.txt', 'a']]);
		await call('DELETE', `/JmWorkOrder/wo_no_seq=${key}`);
		expect((await call('GET', path)).status).toBe(404);
		// A later record with the same key has none of the attachments.
		await created(call, 'JmWorkOrder', 'jm_work_order', minimalOrder({ wo_no_seq: key }));
		expect((await call('GET', path)).json).toEqual({ sys_attachment: [] });
	});

	it('are rejected if the type of a file is not defined, and no file of that request is stored', async () => {
		const path = '/SysAttachment/attachment_keystring=10339:102-1';
		for (const name of ['run.exe', 'README']) {
			const response = await upload(path, [
				['good.txt', 'x'],
				[name, 'y'.repeat(500_000)],
				['also.txt', 'z'],
			]);
			expect(response.status).toBe(500);
			expect(errorOf(response)).toContain(`No attachment type is defined for the file '${name}'`);
		}
		expect((await call('GET', path)).json).toEqual({ sys_attachment: [] });
	});

	it.each<[string, number, string]>([
		['/SysAttachment/attachment_keystring=10339:999999-1', 404, 'Alternate key not found: attachment_keystring=10339:999999-1'],
		['/SysAttachment/attachment_keystring=1:100-1', 400, "'1' in the attachment_keystring is not the number of a document"],
		['/SysAttachment/attachment_keystring=100-1', 400, 'is not an attachment_keystring'],
		['/SysAttachment/attachment_no=1', 400, 'The URL of attachments is'],
		['/SysAttachment', 400, 'The URL of attachments is'],
	])('are rejected at the address %s', async (path, status, words) => {
		const response = await upload(path, [['a.txt', 'a']]);
		expect(errorOf(response)).toContain(words);
		expect(response.status).toBe(status);
	});

	it('cannot be created from a body without a file, or from one that is not form-data', async () => {
		const form = new FormData();
		form.append('text', 'only');
		const noFile = await fetch(`${sandbox.apiUrl}${RECORD}`, { method: 'POST', body: form, headers: { Authorization: authorization } });
		expect(await noFile.json()).toEqual({ error: 'The form-data contains no file' });
		expect(errorOf(await call('POST', RECORD, { body: {} }))).toContain('multipart form-data');
	});

	it('are streamed: an upload of 200 MiB does not increase the memory of the process', async () => {
		const rss = async (): Promise<number> =>
			Number(/VmHWM:\s+(\d+)/.exec(await (await import('node:fs/promises')).readFile(`/proc/${sandbox.pid}/status`, 'utf8'))?.[1]) / 1024;
		const before = await rss();
		const chunk = Buffer.alloc(1024 * 1024, 7);
		const head = '--x\r\nContent-Disposition: form-data; name=""; filename="big.mov"\r\nContent-Type: video/quicktime\r\n\r\n';
		const status = await new Promise<number>((resolve, reject) => {
			const sent = request(
				`${sandbox.apiUrl}${RECORD}`,
				{ method: 'POST', headers: { Authorization: authorization, 'Content-Type': 'multipart/form-data; boundary=x' } },
				(response) => {
					response.resume().on('end', () => resolve(response.statusCode ?? 0));
				},
			);
			sent.on('error', reject);
			sent.write(head);
			let left = 200;
			const more = (): void => {
				while (left-- > 0) {
					if (!sent.write(chunk)) {
						sent.once('drain', more);
						return;
					}
				}
				sent.end('\r\n--x--\r\n');
			};
			more();
		});
		expect(status).toBe(200);
		expect((await rss()) - before).toBeLessThan(100);
	});
});
