import { readFileSync } from 'node:fs';
import { sandboxForTests } from '../../support/sandboxForTests';
import { DEMO, errorIn, type Outcome, send } from '../shell/wire';

const sandbox = sandboxForTests();

const RECORD = '/SysAttachment/attachment_keystring=10339:100-1';
const upload = async (body: string, type = 'multipart/form-data; boundary=x'): Promise<Outcome> =>
	// Uploading 300 MB takes longer than the default timeout on a busy machine.
	await send(`${sandbox.apiUrl}${RECORD}`, { method: 'POST', headers: { ...DEMO, 'Content-Type': type }, body, timeoutMs: 100_000 });
const file = (name: string, content: string): string =>
	`--x\r\nContent-Disposition: form-data; name=""; filename="${name}"\r\n\r\n${content}\r\n`;
const field = (name: string, content: string): string => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`;
const attachments = async (): Promise<{ file_name: string }[]> =>
	(JSON.parse((await send(`${sandbox.apiUrl}${RECORD}`, { headers: DEMO })).text) as { sys_attachment: { file_name: string }[] })
		.sys_attachment;

describe('Form-data', () => {
	it.each([
		['without a boundary in its header', file('a.txt', 'hello'), 'multipart/form-data'],
		['whose last file is truncated', file('a.txt', 'hello').slice(0, -2), undefined],
		['that ends before its closing boundary', file('a.txt', 'hello') + file('b.txt', 'hello'), undefined],
		['without any boundary', 'hello', undefined],
	])('%s is rejected, and none of its files is kept', async (_how, body, type) => {
		const outcome = await upload(body, type);
		expect([outcome.status, errorIn(outcome)]).toEqual([400, expect.stringMatching(/^The form-data cannot be read: ./)]);
		expect(await attachments()).toEqual([]);
		expect(sandbox.output()).not.toContain('Error');
	});

	it('is not kept in memory if it has 300 MB of fields that are not files', async () => {
		const most = (): number => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${sandbox.pid}/status`, 'utf8'))?.[1]) / 1024;
		const before = most();
		const note = 'x'.repeat(1_000_000);
		const outcome = await upload(
			`${Array.from({ length: 300 }, (_none, at) => field(`note${at}`, note)).join('')}${file('a.txt', 'hello')}--x--\r\n`,
		);
		expect(outcome.status).toBe(200);
		expect(most() - before).toBeLessThan(150);
	});

	it('is stored without the folders in its file names', async () => {
		const names = ['../../../etc/passwd.txt', '..\\\\..\\\\boot.txt', '/root/.ssh/key.txt'];
		expect((await upload(`${names.map((name) => file(name, 'x')).join('')}--x--\r\n`)).status).toBe(200);
		expect((await attachments()).slice(-3).map(({ file_name: name }) => name)).toEqual(['passwd.txt', 'boot.txt', 'key.txt']);
	});
});
