import type { SandboxProcess } from '../../../workshop/sandboxProcess';
import { startReceiver, type Received, type Receiver, type Reply } from '../../support/receiver';
import { sandboxForTests } from '../../support/sandboxForTests';

export const AUTHORIZATION = `Basic ${Buffer.from('demo:demo').toString('base64')}`;

/** A delivery as `/_sandbox/events/deliveries` returns it. */
export interface Delivered {
	readonly number: number;
	readonly trigger: string;
	readonly type: string;
	readonly state: string;
	readonly response?: string;
	readonly attempts: readonly { readonly at: string; readonly url: string; readonly status?: number; readonly error?: string }[];
	readonly stored?: { readonly values?: object; readonly refused?: string };
}

/** A trigger for jobs that sends to a URL without retries. */
export const trigger = (url: string, parts: object = {}, adaptor: object = {}): object => ({
	name: 'one',
	document: 'JmJob',
	...parts,
	adaptor: { url, retries: 0, ...adaptor },
});

/** A sandbox that sends events to receivers on this machine. */
export interface Stage {
	readonly sandbox: SandboxProcess;
	/** Starts a receiver for the test; it returns 200 by default. */
	receive(reply?: (request: Received, number: number) => Reply | Promise<Reply>): Promise<Receiver>;
	/** Replaces all triggers, and returns them as the controls show them. */
	use(...triggers: readonly object[]): Promise<unknown>;
	/** Waits until there are at least this many deliveries, and all are complete. Returns them. */
	settled(count: number): Promise<readonly Delivered[]>;
	/** A request to the API that must succeed. */
	call(method: string, address: string, body?: unknown, at?: SandboxProcess): Promise<{ body: unknown; ms: number }>;
	createJob(fields?: object, at?: SandboxProcess): Promise<number>;
	changeJob(job: number, fields: Readonly<Record<string, unknown>>): Promise<{ ms: number }>;
	readJob(job: number): Promise<Record<string, unknown>>;
}

/** Starts the sandbox of a test file; each test begins without triggers or deliveries. */
export const eventStage = (): Stage => {
	const sandbox = sandboxForTests();
	const receivers: Receiver[] = [];
	afterEach(async () => {
		await sandbox.control.call('DELETE', 'events');
		await sandbox.control.call('DELETE', 'events/deliveries');
		await Promise.all(receivers.splice(0).map(({ close }) => close()));
	});

	const call: Stage['call'] = async (method, address, body, at = sandbox) => {
		const began = performance.now();
		const response = await fetch(`${at.apiUrl}${address}`, {
			method,
			headers: { Authorization: AUTHORIZATION, 'Content-Type': 'application/json' },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		const text = await response.text();
		if (!response.ok) throw new Error(`${method} ${address} returned ${response.status}: ${text}`);
		return { body: text === '' ? null : JSON.parse(text), ms: performance.now() - began };
	};
	return {
		sandbox,
		receive: async (reply) => {
			const receiver = await startReceiver(reply);
			receivers.push(receiver);
			return receiver;
		},
		use: async (...triggers) => await sandbox.control.call('PUT', 'events', { triggers }),
		settled: async (count) => {
			for (let round = 0; round < 200; round += 1) {
				const { deliveries } = (await sandbox.control.call('GET', 'events/deliveries')) as { deliveries: Delivered[] };
				if (deliveries.length >= count && deliveries.every(({ state }) => state !== 'waiting' && state !== 'sending')) return deliveries;
				await new Promise((resolve) => setTimeout(resolve, 25));
			}
			throw new Error(`${count} deliveries were not completed`);
		},
		call,
		createJob: async (fields = {}, at = sandbox) => {
			const { body } = await call('POST', '/JmJob', { jm_job: [{ job_desc: 'Sent', cust_id: '27', ...fields }] }, at);
			return (body as { jm_job: { records: [{ job_no: number }] } }).jm_job.records[0].job_no;
		},
		changeJob: async (job, fields) =>
			await call(
				'PATCH',
				`/JmJob/job_no=${job}`,
				Object.entries(fields).map(([field, value]) => ({ op: 'replace', path: field, value })),
			),
		readJob: async (job) => ((await call('GET', `/JmJob/job_no=${job}`)).body as { jm_job: [Record<string, unknown>] }).jm_job[0],
	};
};
