import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { deadAddress, startReceiver, type Received, type Receiver, type Reply } from '../../support/receiver';
import { runSandboxCommand, startSandbox, type SandboxProcess } from '../../../workshop/sandboxProcess';

const AUTHORIZATION = `Basic ${Buffer.from('demo:demo').toString('base64')}`;

interface Delivered {
	readonly number: number;
	readonly trigger: string;
	readonly type: string;
	readonly state: string;
	readonly answer?: string;
	readonly attempts: readonly { readonly url: string; readonly status?: number; readonly noAnswer?: string }[];
	readonly stored?: { readonly values?: object; readonly refused?: string };
}

let sandbox: SandboxProcess;
const receivers: Receiver[] = [];

const receive = async (reply?: (request: Received, number: number) => Reply | Promise<Reply>): Promise<Receiver> => {
	const receiver = await startReceiver(reply);
	receivers.push(receiver);
	return receiver;
};

const call = async (method: string, address: string, body?: unknown, at: SandboxProcess = sandbox): Promise<{ status: number; body: unknown; ms: number }> => {
	const began = performance.now();
	const answer = await fetch(`${at.apiUrl}${address}`, {
		method,
		headers: { Authorization: AUTHORIZATION, 'Content-Type': 'application/json' },
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	const text = await answer.text();
	expect([200, 204, 201]).toContain(answer.status);
	return { status: answer.status, body: text === '' ? null : JSON.parse(text), ms: performance.now() - began };
};

const createJob = async (fields: object = {}, at: SandboxProcess = sandbox): Promise<number> => {
	const { body } = await call('POST', '/JmJob', { jm_job: [{ job_desc: 'Sent', cust_id: '27', ...fields }] }, at);
	return (body as { jm_job: { records: [{ job_no: number }] } }).jm_job.records[0].job_no;
};
const changeJob = async (job: number, fields: Record<string, unknown>, at: SandboxProcess = sandbox): Promise<{ ms: number }> =>
	await call('PATCH', `/JmJob/job_no=${job}`, Object.entries(fields).map(([field, value]) => ({ op: 'replace', path: field, value })), at);
const readJob = async (job: number): Promise<Record<string, unknown>> => ((await call('GET', `/JmJob/job_no=${job}`)).body as { jm_job: [Record<string, unknown>] }).jm_job[0];

const use = async (...triggers: readonly object[]): Promise<unknown> => await sandbox.control.call('PUT', 'events', { triggers });
const trigger = (url: string, parts: object = {}, adaptor: object = {}): object => ({ name: 'one', document: 'JmJob', ...parts, adaptor: { url, retries: 0, ...adaptor } });

const settled = async (count: number): Promise<readonly Delivered[]> => {
	for (let round = 0; round < 200; round += 1) {
		const { deliveries } = (await sandbox.control.call('GET', 'events/deliveries')) as { deliveries: Delivered[] };
		if (deliveries.length >= count && deliveries.every(({ state }) => state !== 'waiting' && state !== 'sending')) return deliveries;
		await new Promise((resolve) => setTimeout(resolve, 25));
	}
	throw new Error(`${count} deliveries did not come to an end`);
};

beforeAll(async () => {
	sandbox = await startSandbox();
});
afterEach(async () => {
	await sandbox.control.call('DELETE', 'events');
	await sandbox.control.call('DELETE', 'events/deliveries');
	await Promise.all(receivers.splice(0).map(({ close }) => close()));
});
afterAll(async () => {
	await sandbox.stop();
});

describe('the events out of the sandbox', () => {
	it('tell of created, changed and deleted records in the body that templates usually have', async () => {
		const receiver = await receive();
		await use(trigger(receiver.url));
		const job = await createJob();
		await changeJob(job, { job_desc: 'Changed' });
		await call('DELETE', `/JmJob/job_no=${job}`);
		const requests = await receiver.until(3);
		expect(requests.map(({ method, headers }) => [method, headers['content-type'], headers.authorization])).toEqual(Array(3).fill(['POST', 'application/json; charset=utf-8', undefined]));
		expect(requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
			{ document: 'JmJob', id: String(job), idField: 'job_no', type: 'INSERT', details: [] },
			{ document: 'JmJob', id: String(job), idField: 'job_no', type: 'UPDATE', details: [{ field: 'job_desc', old: 'Sent', new: 'Changed' }] },
			{ document: 'JmJob', id: String(job), idField: 'job_no', type: 'DELETE', details: [] },
		]);
		expect(await settled(3)).toMatchObject([{ number: 1, state: 'delivered', answer: '{"received":true}' }, { state: 'delivered' }, { state: 'delivered' }]);
	});

	it('come only for the document, the types and the conditions of their trigger', async () => {
		const receiver = await receive();
		await use(trigger(receiver.url, { types: ['UPDATE'], conditions: [{ field: 'job_desc', changed: true }, { field: 'active', equals: 'y' }] }));
		const job = await createJob({ active: 'N' });
		await changeJob(job, { job_desc: 'Not active' });
		await changeJob(job, { active: 'Y' });
		await changeJob(job, { job_desc: 'Active' });
		await call('PATCH', '/LibTitle/title_no=1', [{ op: 'replace', path: 'title_desc', value: 'Another document' }]);
		const [only] = await settled(1);
		expect(receiver.received.map(({ body }) => (JSON.parse(body) as { details: unknown }).details)).toEqual([[{ field: 'job_desc', old: 'Not active', new: 'Active' }]]);
		expect(only).toMatchObject({ trigger: 'one', type: 'UPDATE' });
	});

	it('can tell of the rows of a sub-table, with fields of the row in a template of one\'s own', async () => {
		const receiver = await receive();
		await use(trigger(receiver.url, { table: 'jm_episode', template: { row: '[jm_episode.episode_desc]', of: '[EVENT.recordId]', title: '[DOC.title_no]' } }));
		const job = await createJob({ jm_episode: [{ title_no: 1, episode_desc: 'A "quoted"\nline \\ and more' }] });
		const [request] = await receiver.until(1);
		expect(JSON.parse((request as Received).body)).toEqual({ row: 'A "quoted"\nline \\ and more', of: String(job), title: '1' });
	});

	it('list the rows of sub-tables, whichever table the trigger watches', async () => {
		const receiver = await receive();
		const template = '{"job": "[jm_job.job_no]", "episodes": [\n\t#[jm_episode]\n\t{"of": "[jm_job.job_desc]", "no": "[jm_episode.episode_no]", "text": "[jm_episode.episode_desc]"}\n\t#[/jm_episode]\n], "type": "[EVENT.type]"}';
		const job = await createJob({ jm_episode: [{ title_no: 1, episode_desc: 'One "1"' }, { title_no: 2, episode_desc: 'Two' }] });
		const rows = ((await call('GET', `/JmJob/job_no=${job}/jm_episode`)).body as { episode_no: { episode_no: number } | number }[]).map(({ episode_no: no }) => String(typeof no === 'object' ? no.episode_no : no));
		await use(trigger(receiver.url, { template }), trigger(receiver.url, { name: 'row', table: 'jm_episode', types: ['UPDATE'], template }));
		await changeJob(job, { job_desc: 'Changed' });
		const episodes = (texts: readonly string[]): unknown => texts.map((text, index) => ({ of: 'Changed', no: rows[index], text }));
		const [changed] = await receiver.until(1);
		expect(JSON.parse((changed as Received).body)).toEqual({ job: String(job), episodes: episodes(['One "1"', 'Two']), type: 'UPDATE' });
		await call('PATCH', `/JmJob/job_no=${job}/jm_episode/episode_no=${rows[1]}`, [{ op: 'replace', path: 'episode_desc', value: 'Second' }]);
		const all = await receiver.until(3);
		for (const { body } of all.slice(1)) expect(JSON.parse(body)).toEqual({ job: String(job), episodes: episodes(['One "1"', 'Second']), type: 'UPDATE' });
		await use(trigger(receiver.url, { types: ['DELETE'], template }));
		await call('DELETE', `/JmJob/job_no=${job}`);
		expect(JSON.parse((await receiver.until(4))[3]!.body)).toEqual({ job: String(job), episodes: [], type: 'DELETE' });
	});

	it('list rows two tables down as the public example does, and rows in XML without commas', async () => {
		const receiver = await receive();
		const order = async (): Promise<void> => void (await call('PATCH', '/XmTransmissionOrder/wo_no_seq=1072992-1', [{ op: 'replace', path: 'wo_desc', value: `At ${Date.now()}` }]));
		const rows = ((await call('GET', '/XmTransmissionOrder/wo_no_seq=1072992-1/mo_service_row')).body as unknown[]).length;
		expect(rows).toBeGreaterThan(0);
		await use(trigger(receiver.url, { document: 'XmTransmissionOrder', template: '{"id":"[jm_work_order.wo_no_seq]","services":[#[mo_service_row]{"no":"[mo_service_row.service_row_no]"}#[/mo_service_row]],"operations":[#[mo_operation]{"no":"[mo_operation.operation_no]"}#[/mo_operation]]}' }));
		await order();
		const body = JSON.parse((await receiver.until(1))[0]!.body) as { id: string; services: { no: string }[]; operations: { no: string }[] };
		expect([body.id, body.services.length]).toEqual(['1072992-1', rows]);
		expect(body.operations.length).toBeGreaterThan(0);
		expect(new Set(body.operations.map(({ no }) => no)).size).toBe(body.operations.length);
		await use(trigger(receiver.url, { document: 'XmTransmissionOrder', template: '<order>#[mo_service_row]<row no="[mo_service_row.service_row_no]"/> #[/mo_service_row]</order>' }, { format: 'xml' }));
		await order();
		expect((await receiver.until(2))[1]!.body).toBe(`<order>${body.services.map(({ no }) => `<row no="${no}"/>`).join('')}</order>`);
	});

	it('go out as JSON whose line breaks stand as they are, before release 11.1', async () => {
		const old = await startSandbox({ release: '11.0' });
		try {
			const receiver = await receive();
			await old.control.call('PUT', 'events', { triggers: [trigger(receiver.url, { template: '{"note": "[jm_job.job_desc]"}' })] });
			await createJob({ job_desc: 'one\r\n"two"\tthree \\n' }, old);
			const [request] = await receiver.until(1);
			expect((request as Received).body).toBe('{"note": "one\r\n\\"two\\"\tthree \\\\n"}');
			expect(() => JSON.parse((request as Received).body) as unknown).toThrow();
		} finally {
			await old.stop();
		}
	});

	it('list no rows before release 11.3', async () => {
		const old = await startSandbox({ release: '11.2' });
		try {
			await expect(old.control.call('PUT', 'events', { triggers: [trigger('http://127.0.0.1:1', { template: '[#[jm_episode]1#[/jm_episode]]' })] })).rejects.toThrow(/came with release 11\.3/);
		} finally {
			await old.stop();
		}
	});

	it('go out as XML', async () => {
		const receiver = await receive();
		await use(trigger(receiver.url, { types: ['UPDATE'] }, { format: 'xml', method: 'PUT' }));
		const job = await createJob();
		await changeJob(job, { job_desc: '<Tom & "Jerry">' });
		const [request] = await receiver.until(1);
		expect(request).toMatchObject({ method: 'PUT', headers: { 'content-type': 'application/xml; charset=utf-8' } });
		expect((request as Received).body).toContain(`<id>${job}</id>`);
		expect((request as Received).body).toContain('<change field="job_desc" old="Sent" new="&lt;Tom &amp; &quot;Jerry&quot;&gt;"/>');
	});

	it.each([
		['Basic', { type: 'basic', user: 'n8n', password: 'pä:ss' }, 'authorization', `Basic ${Buffer.from('n8n:pä:ss').toString('base64')}`],
		['a key in a header', { type: 'key', header: 'X-Api-Key', key: 'abc 123' }, 'x-api-key', 'abc 123'],
	])('sign in with %s, by PATCH and with headers of one\'s own, and the controls do not show the secret', async (_what, signIn, header, value) => {
		const receiver = await receive();
		const shown = await use(trigger(receiver.url, {}, { method: 'PATCH', signIn, headers: { 'X-Site': 'demo' } }));
		await createJob();
		const [request] = await receiver.until(1);
		expect(request).toMatchObject({ method: 'PATCH', headers: { [header]: value, 'x-site': 'demo' } });
		expect(JSON.stringify([shown, await sandbox.control.call('GET', 'events'), await settled(1)])).not.toMatch(/pä:ss|abc 123/);
	});

	it('are sent again after a pause where no answer came, and no more once one came', async () => {
		const receiver = await receive((_request, number) => (number === 1 ? 'reset' : number === 2 ? { afterMs: 2_000 } : number === 3 ? { status: 503 } : {}));
		await use(trigger(receiver.url, {}, { retries: 5, retryDelayMs: 150, timeoutMs: 300 }));
		await createJob();
		const [delivery] = await settled(1);
		expect(delivery).toMatchObject({ state: 'delivered', attempts: [{ noAnswer: expect.any(String) as string }, { noAnswer: 'no answer within 300 ms' }, { status: 503 }, { status: 200 }] });
		expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
		const times = (delivery as unknown as { attempts: { at: string }[] }).attempts.map(({ at }) => Date.parse(at));
		expect((times[1] as number) - (times[0] as number)).toBeGreaterThanOrEqual(145);
	});

	it('are not sent again where the receiver refuses them', async () => {
		const receiver = await receive(() => ({ status: 401, body: '' }));
		await use(trigger(receiver.url, {}, { retries: 5, retryDelayMs: 1 }));
		await createJob();
		expect(await settled(1)).toMatchObject([{ state: 'refused', attempts: [{ status: 401 }] }]);
		expect(receiver.received).toHaveLength(1);
	});

	it('go to the second address when the first does not answer, and stay there', async () => {
		const dead = await deadAddress();
		const receiver = await receive();
		await use(trigger(dead, {}, { secondUrl: receiver.url, retries: 1, retryDelayMs: 10 }));
		await createJob();
		await settled(1);
		await createJob();
		const [first, second] = await settled(2);
		expect((first as Delivered).attempts.map(({ url }) => url)).toEqual([dead, dead, receiver.url]);
		expect((second as Delivered).attempts.map(({ url }) => url)).toEqual([receiver.url]);
	});

	it('are given up when neither address answers, and the next one is tried all the same', async () => {
		const dead = await deadAddress();
		const other = await deadAddress();
		await use(trigger(dead, {}, { secondUrl: other, retries: 1, retryDelayMs: 5 }));
		await createJob();
		await createJob();
		const deliveries = await settled(2);
		expect(deliveries.map(({ state, attempts }) => [state, attempts.length])).toEqual([['undelivered', 4], ['undelivered', 4]]);
		expect(deliveries[0]?.attempts[0]?.noAnswer).toBe('ECONNREFUSED');
	});

	it('come in the order of the writes, and delay no answer of the interface', async () => {
		const receiver = await receive(() => ({ afterMs: 400 }));
		await use(trigger(receiver.url, { types: ['UPDATE'] }));
		const job = await createJob();
		const times: number[] = [];
		for (let round = 0; round < 5; round += 1) times.push((await changeJob(job, { job_desc: `Round ${round}` })).ms);
		expect(Math.max(...times)).toBeLessThan(300);
		await receiver.until(5);
		expect(receiver.received.map(({ body }) => (JSON.parse(body) as { details: [{ new: string }] }).details[0].new)).toEqual([0, 1, 2, 3, 4].map((round) => `Round ${round}`));
	});

	it('tell nothing of a call that was refused', async () => {
		const receiver = await receive();
		await use(trigger(receiver.url));
		const refused = await fetch(`${sandbox.apiUrl}/JmJob`, {
			method: 'POST', headers: { Authorization: AUTHORIZATION, 'Content-Type': 'application/json' }, body: JSON.stringify({ jm_job: [{ job_desc: 'One', cust_id: '27' }, { job_desc: 'Two' }] }),
		});
		expect(refused.status).toBeGreaterThanOrEqual(400);
		await createJob();
		expect(await settled(1)).toHaveLength(1);
	});
});

describe('what is stored from an answer', () => {
	beforeAll(async () => {
		await createJob({ external_key: 'TAKEN' });
	});

	it('is the value that the trigger names, without an event of its own', async () => {
		const receiver = await receive((_request, number) => ({ body: { data: { id: `EXT-${number}` } } }));
		await use(trigger(receiver.url, { store: { external_key: 'response.data.id', job_desc: 'response' } }));
		const job = await createJob();
		expect(await settled(1)).toMatchObject([{ state: 'delivered', stored: { values: { external_key: 'EXT-1', job_desc: '{"data":{"id":"EXT-1"}}' } } }]);
		expect(await readJob(job)).toMatchObject({ external_key: 'EXT-1', job_desc: '{"data":{"id":"EXT-1"}}' });
		expect(receiver.received).toHaveLength(1);
	});

	it('is told to other triggers', async () => {
		const receiver = await receive(() => ({ body: { data: { id: 'EXT-7' } } }));
		const other = await receive();
		await use(trigger(receiver.url, { types: ['INSERT'], store: { external_key: 'response.data.id' } }), trigger(other.url, { name: 'two', types: ['UPDATE'] }));
		await createJob();
		const [request] = await other.until(1);
		expect(JSON.parse((request as Received).body)).toMatchObject({ type: 'UPDATE', details: [{ field: 'external_key', old: null, new: 'EXT-7' }] });
	});

	it.each([
		['the answer lacks it', { data: {} }, /no text and no number at 'response.data.id'/],
		['the answer is no JSON', 'thanks', /no text and no number/],
		['it belongs to another record', { data: { id: 'TAKEN' } }, /unique/],
	])('is nothing where %s, and the delivery says why', async (_what, body, why) => {
		const receiver = await receive(() => ({ body }));
		await use(trigger(receiver.url, { store: { external_key: 'response.data.id' } }));
		const job = await createJob();
		expect(await settled(1)).toMatchObject([{ state: 'delivered', stored: { refused: expect.stringMatching(why) as string } }]);
		expect((await readJob(job)).external_key ?? null).toBeNull();
	});
});

describe('the set-up of events', () => {
	it.each<[string, unknown, RegExp]>([
		['no triggers', {}, /"triggers"|triggers/],
		['a document that is none', { triggers: [trigger('http://127.0.0.1:1', { document: 'JmJobs' })] }, /triggers\[0\]\.document/],
		['a table of another document', { triggers: [trigger('http://127.0.0.1:1', { table: 'mo_source' })] }, /table of JmJob/],
		['a type that is none', { triggers: [trigger('http://127.0.0.1:1', { types: ['CHANGED'] })] }, /INSERT, UPDATE, DELETE/],
		['a field that is none', { triggers: [trigger('http://127.0.0.1:1', { conditions: [{ field: 'phase_code', changed: true }] })] }, /phase_code/],
		['a condition of two kinds', { triggers: [trigger('http://127.0.0.1:1', { conditions: [{ field: 'job_desc', changed: true, equals: 'x' }] })] }, /needs one of/],
		['a template with a field of another table', { triggers: [trigger('http://127.0.0.1:1', { template: '[lib_master.master_no]' })] }, /lib_master/],
		['rows of a table that is no sub-table', { triggers: [trigger('http://127.0.0.1:1', { template: '#[mo_source]x#[/mo_source]' })] }, /goes through the rows of &#39;mo_source&#39;/],
		['rows of the record itself', { triggers: [trigger('http://127.0.0.1:1', { template: '#[jm_job]x#[/jm_job]' })] }, /no sub-table of JmJob/],
		['a field of rows outside of them', { triggers: [trigger('http://127.0.0.1:1', { template: '[jm_episode.episode_no]' })] }, /between #\[jm_episode\] and #\[\/jm_episode\]/],
		['a field that the rows do not have', { triggers: [trigger('http://127.0.0.1:1', { template: '#[jm_episode][jm_episode.nothing]#[/jm_episode]' })] }, /nothing/],
		['rows that do not end', { triggers: [trigger('http://127.0.0.1:1', { template: '{"a":[#[jm_episode]{}]}' })] }, /no other half/],
		['rows within rows', { triggers: [trigger('http://127.0.0.1:1', { document: 'XmTransmissionOrder', template: '#[mo_service_row]#[mo_operation]x#[/mo_operation]#[/mo_service_row]' })] }, /within other rows/],
		['an address that is none', { triggers: [trigger('n8n')] }, /adaptor\.url/],
		['another method', { triggers: [trigger('http://127.0.0.1:1', {}, { method: 'GET' })] }, /POST, PUT, PATCH/],
		['endless retries', { triggers: [trigger('http://127.0.0.1:1', {}, { retries: 1_000 })] }, /retries/],
		['a key field to store in', { triggers: [trigger('http://127.0.0.1:1', { store: { job_no: 'response' } })] }, /job_no/],
		['two triggers of one name', { triggers: [trigger('http://127.0.0.1:1'), trigger('http://127.0.0.1:1')] }, /Two triggers/],
		['a slip of the pen', { triggers: [{ ...trigger('http://127.0.0.1:1'), documnet: 'JmJob' }] }, /does not know &#39;documnet&#39;/],
	])('refuses %s, and says what', async (_what, body, said) => {
		await expect(sandbox.control.call('PUT', 'events', body)).rejects.toThrow(said);
		expect(await sandbox.control.call('GET', 'events')).toEqual({ triggers: [] });
	});

	it('can be added to and taken from, trigger by trigger', async () => {
		await sandbox.control.call('POST', 'events', trigger('http://127.0.0.1:1'));
		await sandbox.control.call('POST', 'events', trigger('http://127.0.0.1:1', { name: 'two' }));
		await expect(sandbox.control.call('POST', 'events', trigger('http://127.0.0.1:1'))).rejects.toThrow(/already/);
		await sandbox.control.call('DELETE', 'events/one');
		await expect(sandbox.control.call('DELETE', 'events/one')).rejects.toThrow(/404/);
		expect(await sandbox.control.call('GET', 'events')).toMatchObject({ triggers: [{ name: 'two', document: 'JmJob', table: 'jm_job', queued: 0 }] });
	});

	it('comes from a file at the start, and a reset leads back to it', async () => {
		const folder = mkdtempSync(path.join(tmpdir(), 'events-'));
		try {
			const file = path.join(folder, 'events.json');
			const receiver = await receive();
			writeFileSync(file, JSON.stringify({ triggers: [trigger(receiver.url)] }));
			const started = await startSandbox({ args: ['--events', file] });
			try {
				await createJob({}, started);
				await receiver.until(1);
				await started.control.call('DELETE', 'events');
				await started.control.reset();
				expect(await started.control.call('GET', 'events')).toMatchObject({ triggers: [{ name: 'one' }] });
				expect(await started.control.call('GET', 'events/deliveries')).toEqual({ matching: 0, deliveries: [] });
			} finally {
				await started.stop();
			}
		} finally {
			rmSync(folder, { recursive: true });
		}
	});

	it.each([
		['is missing', undefined, /ENOENT/],
		['is no JSON', '{', /cannot be used/],
		['names what does not exist', '{"triggers":[{"name":"x","document":"Nothing"}]}', /triggers\[0\]\.document/],
	])('keeps the sandbox from starting where the file %s, and says so', async (_what, text, said) => {
		const folder = mkdtempSync(path.join(tmpdir(), 'events-'));
		try {
			const file = path.join(folder, 'events.json');
			if (text !== undefined) writeFileSync(file, text);
			const { status, stdout, stderr } = await runSandboxCommand(['--port', '0', '--events', file]);
			expect([status, stdout]).toEqual([1, '']);
			expect(stderr).toMatch(said);
		} finally {
			rmSync(folder, { recursive: true });
		}
	});

	it('ends with the sandbox, though a receiver keeps silent', async () => {
		const receiver = await receive(() => ({ afterMs: 60_000 }));
		const started = await startSandbox();
		await started.control.call('PUT', 'events', { triggers: [trigger(receiver.url, {}, { timeoutMs: 60_000 })] });
		await createJob({}, started);
		await receiver.until(1);
		const began = performance.now();
		expect(await started.stop()).toBe(0);
		expect(performance.now() - began).toBeLessThan(3_000);
	});
});
