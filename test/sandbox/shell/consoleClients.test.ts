/** The console's record form, and its page for other clients, over HTTP. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { OTHER_SITE } from '../../../workshop/otherSite';
import { DEMO_USER } from '../../support/plainCall';
import { sandboxForTests } from '../../support/sandboxForTests';

const run = promisify(execFile);
const sandbox = sandboxForTests();
afterEach(async () => void (await sandbox.control.reset()));

const get = async (address: string): Promise<{ status: number; text: string }> => {
	const response = await fetch(`${sandbox.url}${address}`);
	return { status: response.status, text: await response.text() };
};
const call = async (address: string): Promise<Response> =>
	await fetch(`${sandbox.apiUrl}${address}`, { headers: { Authorization: DEMO_USER } });

describe('The record form in the console', () => {
	const edit = async (address: string, values: Record<string, string>): Promise<Response> =>
		await fetch(`${sandbox.url}/console/documents/${address}`, {
			method: 'POST',
			body: new URLSearchParams(values),
			headers: { Origin: sandbox.url },
			redirect: 'manual',
		});
	const field = async (name: string): Promise<unknown> =>
		((await (await call('/JmJob/job_no=342')).json()) as { jm_job: [Record<string, unknown>] }).jm_job[0][name];

	test('sends only changed fields, in a request that appears in the journal', async () => {
		const shown = { job_desc: String(await field('job_desc')), external_key: 'shown before another change' };
		const response = await edit('JmJob/342', { _shown: JSON.stringify(shown), job_desc: 'Edited', external_key: shown.external_key });
		expect([response.status, response.headers.get('location')]).toEqual([303, '/console/documents/JmJob/342']);
		expect([await field('job_desc'), await field('external_key')]).toEqual(['Edited', '154110']);
		const { entries } = await sandbox.control.journal({ method: 'PATCH' });
		expect(entries.map(({ body, user }) => [body, user])).toEqual([['[{"op":"replace","path":"job_desc","value":"Edited"}]', 'demo']]);
		expect((await get('/console/documents/JmJob/342')).text).toContain('Changed JmJob 342');
	});

	test('clears a value if its form field is empty', async () => {
		await edit('JmJob/342', { _shown: '{"external_key":"154110"}', external_key: '' });
		expect(await field('external_key')).toBeNull();
	});

	test('shows errors from the API and from a fault', async () => {
		const rejected = await edit('JmJob/342', { _shown: '{}', cust_id: '999999' });
		expect(rejected.status).toBe(400);
		expect(await rejected.text()).toMatch(/role="alert">[^<]*999999/);
		await sandbox.control.addFaults({ match: { method: 'PATCH' }, fault: { type: 'resetBeforeResponse' } });
		expect(await (await edit('JmJob/342', { _shown: '{}', job_desc: 'Edited' })).text()).toContain('No response: ');
	});

	test('changes a transaction, even though the API also requires the order number', async () => {
		const [row] = ((await (await call('/JmTrxList?Query={}&pageSize=1')).json()) as { L: [{ trx_no: { trx_no: number } }] }).L;
		const number = row.trx_no.trx_no;
		expect((await edit(`JmWoTransaction/${number}`, { _shown: '{}', trx_desc: 'Edited' })).status).toBe(303);
		expect((await get(`/console/documents/JmWoTransaction/${number}`)).text).toContain('Edited');
	});
});

describe('The import of records in the console', () => {
	const upload = async (content: string, headers: Record<string, string> = {}): Promise<Response> => {
		const form = new FormData();
		form.append('file', new Blob([content], { type: 'application/json' }), 'data.json');
		return await fetch(`${sandbox.url}/console/import`, {
			method: 'POST',
			body: form,
			headers: { Origin: sandbox.url, ...headers },
			redirect: 'manual',
		});
	};

	test('replaces all records', async () => {
		const data = JSON.stringify(await sandbox.control.call('GET', 'data'));
		const [, name = ''] = /"job_desc":"([^"]+)"/.exec(data) ?? [];
		const response = await upload(data.replaceAll(name, 'Imported'));
		expect([response.status, response.headers.get('location')]).toEqual([303, '/console/state']);
		expect(JSON.stringify(await sandbox.control.call('GET', 'data'))).toContain('"job_desc":"Imported"');
	});

	test.each([
		['is not JSON', 'not JSON', 'The file &#39;data.json&#39; is not JSON'],
		['is not an export of the sandbox', '{}', 'must be an export of the sandbox'],
	])('rejects a file that %s, and changes nothing', async (_what, content, message) => {
		const before = await sandbox.control.call('GET', 'data');
		const response = await upload(content);
		expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(message)]);
		expect(await sandbox.control.call('GET', 'data')).toEqual(before);
	});

	test('rejects requests from a page on a different origin', async () => {
		expect((await upload('{}', { Origin: 'https://evil.example' })).status).toBe(403);
	});

	test('requires a file', async () => {
		const response = await fetch(`${sandbox.url}/console/import`, { method: 'POST', body: new FormData() });
		expect(response.status).toBe(400);
	});
});

describe('The console on a site with a profile', () => {
	const site = sandboxForTests({ siteProfile: OTHER_SITE });

	test('sends the values of the record form in the format that the site uses', async () => {
		const page = await (await fetch(`${site.url}/console/documents/JmWorkOrder/2627-1`)).text();
		const shown = JSON.parse((/name="_shown" value="([^"]*)"/.exec(page)?.[1] ?? '').replaceAll('&quot;', '"')) as Record<string, string>;
		const values = { ...shown, wo_desc: 'Edited', wo_end_dt: '2030-06-01T20:00:00Z', cust_id: '19' };
		const response = await fetch(`${site.url}/console/documents/JmWorkOrder/2627-1`, {
			method: 'POST',
			body: new URLSearchParams({ _shown: JSON.stringify(shown), ...values }),
			headers: { Origin: site.url },
			redirect: 'manual',
		});
		expect([response.status, response.headers.get('location')]).toEqual([303, '/console/documents/JmWorkOrder/2627-1']);
		const { entries } = await site.control.journal({ method: 'PATCH' });
		expect(entries[0]).toMatchObject({ status: 202, document: 'JmWorkOrder' });
		expect(JSON.parse(entries[0]?.body ?? '')).toContainEqual({ op: 'replace', path: 'wo_end_dt', value: '2030-06-01T16:00:00' });
		const changed = await (await fetch(`${site.url}/console/documents/JmWorkOrder/2627-1`)).text();
		expect(changed).toContain('2030-06-01T20:00:00+00:00');
		expect(changed).toContain('Changed JmWorkOrder 2627-1');
	});

	test("explains a list request in the journal, even if it uses the site's names", async () => {
		await fetch(`${site.apiUrl}/JmJobs?filter=${encodeURIComponent('{"job_no":"342"}')}`, { headers: { Authorization: DEMO_USER } });
		const { entries } = await site.control.journal({ document: 'JmJobs' });
		expect(entries.map(({ status, decisions }) => [status, decisions[0]])).toEqual([[200, expect.stringMatching(/^Matched 1 record/)]]);
	});
});

describe('The console page for other clients', () => {
	/** The interpreter of each example: the program, the arguments before the file name, and the file extension. */
	const INTERPRETERS: Readonly<Record<string, readonly [program: string, args: readonly string[], extension: string]>> = {
		curl: ['sh', [], 'sh'],
		Python: ['python3', [], 'py'],
		PowerShell: ['pwsh', ['-File'], 'ps1'],
		JavaScript: [process.execPath, [], 'mjs'],
	};
	const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

	test('has examples that create a work order', async () => {
		const { text: page } = await get('/console/clients');
		const examples = [...page.matchAll(/<pre data-language="(\w+)">([^<]*)</g)].map(([, language = '', text = '']) => ({
			language,
			text: text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] as string),
		}));
		expect(examples.map(({ language }) => language)).toEqual(Object.keys(INTERPRETERS));
		const folder = mkdtempSync(path.join(tmpdir(), 'examples-'));
		const ran: string[] = [];
		for (const { language, text } of examples) {
			const [program, args, extension] = INTERPRETERS[language]!;
			const file = path.join(folder, `example.${extension}`);
			writeFileSync(file, text);
			const { stdout, missing } = await run(program, [...args, file]).then(
				({ stdout: output }) => ({ stdout: output, missing: false }),
				(error: NodeJS.ErrnoException) => {
					if (error.code === 'ENOENT') return { stdout: '', missing: true };
					throw error;
				},
			);
			if (!missing) {
				expect([language, stdout]).toEqual([language, expect.stringContaining('wo_no_seq')]);
				ran.push(language);
			}
		}
		rmSync(folder, { recursive: true });
		expect(ran).toEqual(expect.arrayContaining(['curl', 'Python', 'JavaScript']));
		expect((await sandbox.control.journal({ method: 'POST' })).entries.map(({ status }) => status)).toEqual(ran.map(() => 200));
	});
});
