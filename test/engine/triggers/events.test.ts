import type { INodeParameters } from 'n8n-workflow';

import type { WebhookServer } from '../../../workshop/engine/triggers';
import { startSandbox, type SandboxProcess } from '../../../workshop/sandboxProcess';
import { plainCall } from '../../support/plainCall';
import { deadAddress, startReceiver } from '../../support/receiver';
import { sandboxForTests } from '../../support/sandboxForTests';
import { SIGN_INS } from '../sandboxCredentials';
import { listener } from './listener';

const KEY = { type: 'key', header: 'X-Api-Key', key: 'between us' };
const SENDER = { mediaOperationsEventsApi: { method: 'headerKey', headerName: 'X-Api-Key', apiKey: 'between us' } };

const sandbox = sandboxForTests();
afterEach(() => sandbox.control.reset());
const open = listener();

const listen = async (parameters: INodeParameters, [signIn = SIGN_INS[0]] = SIGN_INS): Promise<WebhookServer> => {
	const { authentication, type, data } = signIn!;
	return await open({ parameters: { authentication, ...parameters }, credentials: { ...SENDER, [type]: data(sandbox) } });
};
/** Repeats `ask` until `isAwaited` accepts its value; after ten seconds, returns the last value. */
const eventually = async <Value>(ask: () => Value | Promise<Value>, isAwaited: (value: Value) => boolean): Promise<Value> => {
	for (let round = 1; ; round += 1) {
		const value = await ask();
		if (isAwaited(value) || round === 400) return value;
		await new Promise((passed) => setTimeout(passed, 25));
	}
};
const until = async ({ runs }: WebhookServer, count: number): Promise<Record<string, unknown>[]> => {
	const items = await eventually(
		() => runs.flat(),
		({ length }) => length >= count,
	);
	expect(items.length).toBeGreaterThanOrEqual(count);
	return items.map(({ json }) => json);
};
const use = async (url: string, parts: object = {}, adaptor: object = {}, at: SandboxProcess = sandbox): Promise<void> => {
	await at.control.call('PUT', 'events', {
		triggers: [
			{
				name: 'n8n',
				document: 'JmJob',
				...parts,
				adaptor: { url, signIn: KEY, retries: 2, retryDelayMs: 50, timeoutMs: 2_000, ...adaptor },
			},
		],
	});
};
const call = async (method: string, address: string, body?: unknown, at: SandboxProcess = sandbox): Promise<Record<string, unknown>> =>
	await plainCall(at, method, address, body);
const createJob = async (fields: object = {}): Promise<number> =>
	(
		(await call('POST', '/JmJob', { jm_job: [{ job_desc: 'From the system', cust_id: '27', ...fields }] })).jm_job as {
			records: [{ job_no: number }];
		}
	).records[0].job_no;
const deliveries = async (): Promise<{ state: string; attempts: unknown[]; stored?: unknown }[]> =>
	((await sandbox.control.call('GET', 'events/deliveries')) as { deliveries: [] }).deliveries;

describe('An event that the system sends', () => {
	it.each(SIGN_INS)('starts the workflow with its complete record, read with "$authentication" authentication', async (signIn) => {
		const server = await listen({ documents: ['JmJob'], events: ['created'], fetchRecord: true }, [signIn]);
		await use(server.url);
		const job = await createJob({ external_key: `K-${signIn.authentication}` });
		const [item] = await until(server, 1);
		expect(item).toMatchObject({
			document: 'JmJob',
			event: 'created',
			record: { job_no: job, job_desc: 'From the system', cust_id: '27', external_key: `K-${signIn.authentication}` },
		});
		expect(item).not.toHaveProperty('recordMissing');
	});

	it('is output with the raw record, or with the chosen fields of the record', async () => {
		const raw = await listen({ fetchRecord: true, simplify: false });
		await use(raw.url);
		const first = await createJob();
		expect((await until(raw, 1))[0]?.record).toMatchObject({ job_no: { job_no: first }, cust_id: { cust_id: '27' } });
		const chosen = await listen({ fetchRecord: true, settings: { columns: 'job_desc' } });
		await use(chosen.url);
		const second = await createJob();
		expect((await until(chosen, 1))[0]?.record).toEqual({ job_no: second, job_desc: 'From the system' });
	});

	it('is output without a record after a deletion, and with the reason if the record cannot be read', async () => {
		const server = await listen({ fetchRecord: true });
		await use(server.url, { types: ['INSERT', 'DELETE'] });
		await sandbox.control.addFaults({
			match: { method: 'GET', path: '/JmJob/', times: 1 },
			fault: { type: 'status', status: 404, error: 'Alternate key not found' },
		});
		const job = await createJob();
		const [created] = await until(server, 1);
		expect(created).toMatchObject({
			id: String(job),
			record: null,
			recordMissing: expect.stringMatching(/Alternate key not found.*404/) as string,
		});
		await call('DELETE', `/JmJob/job_no=${job}`);
		const [, deleted] = await until(server, 2);
		expect(deleted).toMatchObject({ event: 'deleted', record: null });
		expect(deleted).not.toHaveProperty('recordMissing');
	});

	it('gets its response before the record is read, so that a slow site causes no repeats', async () => {
		const server = await listen({ fetchRecord: true });
		await use(server.url, {}, { timeoutMs: 1_500 });
		await sandbox.control.addFaults({ match: { method: 'GET', path: '/JmJob/' }, fault: { type: 'delay', ms: 3_000 } });
		await createJob();
		const [item] = await until(server, 1);
		expect(item).toMatchObject({ repeated: false, record: { job_desc: 'From the system' } });
		expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: [{ status: 200 }] }]);
	});

	it('gets a response with a value that the system stores in the record', async () => {
		const server = await listen({ valueToStore: 'n8n-{key}' });
		await use(server.url, { store: { external_key: 'response.data.id' } });
		const job = await createJob();
		await until(server, 1);
		await eventually(deliveries, ([delivery]) => delivery?.stored !== undefined);
		expect((await call('GET', `/JmJob/job_no=${job}`)).jm_job).toMatchObject([{ external_key: `n8n-${job}` }]);
		expect(server.runs).toHaveLength(1);
	});

	it('is parsed even if its values contain the raw line breaks that an older release sends', async () => {
		const old = await startSandbox({ release: '10.6' });
		try {
			const server = await listen({});
			await use(
				server.url,
				{ template: '{"document":"JmJob","id":"[jm_job.job_no]","type":"INSERT","details":[{"job_desc":"[jm_job.job_desc]"}]}' },
				{},
				old,
			);
			await call('POST', '/JmJob', { jm_job: [{ job_desc: 'First line\nsecond\tline "quoted" \\ end', cust_id: '27' }] }, old);
			expect(await until(server, 1)).toMatchObject([
				{ details: [{ job_desc: 'First line\nsecond\tline "quoted" \\ end' }], repaired: true },
			]);
		} finally {
			await old.stop();
		}
	});

	it('with a wrong key is rejected, and sent only once', async () => {
		const server = await listen({});
		await use(server.url, {}, { signIn: { ...KEY, key: 'another' } });
		await createJob();
		expect(await eventually(deliveries, ([delivery]) => delivery?.state === 'refused')).toMatchObject([
			{ state: 'refused', attempts: [{ status: 401 }] },
		]);
		expect(server.runs).toEqual([]);
	});

	it('whose response was lost is sent again, and is marked as a repeat', async () => {
		const server = await listen({});
		let passed = 0;
		// A proxy that forwards the first delivery and loses the response.
		const proxy = await startReceiver(async ({ body, headers }) => {
			await fetch(server.url, {
				method: 'POST',
				headers: { 'Content-Type': 'application/json', 'X-Api-Key': String(headers['x-api-key']) },
				body,
			});
			passed += 1;
			return passed === 1 ? 'reset' : {};
		});
		try {
			await use(proxy.url);
			await createJob();
			expect((await until(server, 2)).map(({ repeated }) => repeated)).toEqual([false, true]);
		} finally {
			await proxy.close();
		}
	});

	it('reaches a second n8n if the first does not respond', async () => {
		const server = await listen({});
		await use(await deadAddress(), {}, { secondUrl: server.url });
		const job = await createJob();
		expect(await until(server, 1)).toMatchObject([{ id: String(job) }]);
	});
});
