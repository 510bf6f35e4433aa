import { deadAddress } from '../../support/receiver';
import { startSandbox } from '../../../workshop/sandboxProcess';
import { AUTHORIZATION, type Delivered, eventStage, trigger } from './stage';

const stage = eventStage();
const { receive, use, settled, createJob, changeJob } = stage;

describe('Events', () => {
	it.each([
		[
			'Basic authentication',
			{ type: 'basic', user: 'n8n', password: 'pä:ss' },
			'authorization',
			`Basic ${Buffer.from('n8n:pä:ss').toString('base64')}`,
		],
		['an API key header', { type: 'key', header: 'X-Api-Key', key: 'abc 123' }, 'x-api-key', 'abc 123'],
	])('are sent by PATCH with %s and custom headers, and the controls do not show the secrets', async (_what, signIn, header, value) => {
		const receiver = await receive();
		const shown = await use(trigger(receiver.url, {}, { method: 'PATCH', signIn, headers: { 'X-Site': 'demo', 'X-Session-Key': 'hush' } }));
		await createJob();
		const [request] = await receiver.until(1);
		expect(request).toMatchObject({ method: 'PATCH', headers: { [header]: value, 'x-site': 'demo', 'x-session-key': 'hush' } });
		expect(shown).toMatchObject({ triggers: [{ adaptor: { headers: { 'X-Site': 'demo', 'X-Session-Key': '***' } } }] });
		expect(JSON.stringify([shown, await stage.sandbox.control.call('GET', 'events'), await settled(1)])).not.toMatch(/pä:ss|abc 123|hush/);
	});

	it('are retried after a delay until the receiver responds', async () => {
		const receiver = await receive((_request, number) =>
			number === 1 ? 'reset' : number === 2 ? { afterMs: 4_000 } : number === 3 ? { status: 503 } : {},
		);
		await use(trigger(receiver.url, {}, { retries: 5, retryDelayMs: 150, timeoutMs: 1_500 }));
		await createJob();
		const [delivery] = await settled(1);
		expect(delivery).toMatchObject({
			state: 'delivered',
			attempts: [{ error: expect.any(String) as string }, { error: 'no response within 1500 ms' }, { status: 503 }, { status: 200 }],
		});
		expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
		const times = (delivery as unknown as { attempts: { at: string }[] }).attempts.map(({ at }) => Date.parse(at));
		expect((times[1] as number) - (times[0] as number)).toBeGreaterThanOrEqual(145);
	});

	it('are not retried if the receiver rejects them', async () => {
		const receiver = await receive(() => ({ status: 401, body: '' }));
		await use(trigger(receiver.url, {}, { retries: 5, retryDelayMs: 1 }));
		await createJob();
		expect(await settled(1)).toMatchObject([{ state: 'refused', attempts: [{ status: 401 }] }]);
		expect(receiver.received).toHaveLength(1);
	});

	it('are sent to the second address if the first does not respond, and from then on only to the second', async () => {
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

	it('are reported as undelivered if neither address responds, and the next event is sent anyway', async () => {
		const dead = await deadAddress();
		const other = await deadAddress();
		await use(trigger(dead, {}, { secondUrl: other, retries: 1, retryDelayMs: 5 }));
		await createJob();
		await createJob();
		const deliveries = await settled(2);
		expect(deliveries.map(({ state, attempts }) => [state, attempts.length])).toEqual([
			['undelivered', 4],
			['undelivered', 4],
		]);
		expect(deliveries[0]?.attempts[0]?.error).toBe('ECONNREFUSED');
	});

	it('are sent in the order of the writes, and do not delay API responses', async () => {
		const receiver = await receive(() => ({ afterMs: 1_000 }));
		await use(trigger(receiver.url, { types: ['UPDATE'] }));
		const job = await createJob();
		const times: number[] = [];
		for (let round = 0; round < 5; round += 1) times.push((await changeJob(job, { job_desc: `Round ${round}` })).ms);
		expect(Math.max(...times)).toBeLessThan(800);
		await receiver.until(5);
		expect(receiver.received.map(({ body }) => (JSON.parse(body) as { details: [{ new: string }] }).details[0].new)).toEqual(
			[0, 1, 2, 3, 4].map((round) => `Round ${round}`),
		);
	});

	it('are not sent for rejected requests', async () => {
		const receiver = await receive();
		await use(trigger(receiver.url));
		const refused = await fetch(`${stage.sandbox.apiUrl}/JmJob`, {
			method: 'POST',
			headers: { Authorization: AUTHORIZATION, 'Content-Type': 'application/json' },
			body: JSON.stringify({ jm_job: [{ job_desc: 'One', cust_id: '27' }, { job_desc: 'Two' }] }),
		});
		expect(refused.status).toBeGreaterThanOrEqual(400);
		await createJob();
		expect(await settled(1)).toHaveLength(1);
	});

	it('do not delay the shutdown of the sandbox, even if a receiver does not respond', async () => {
		const receiver = await receive(() => ({ afterMs: 60_000 }));
		const started = await startSandbox();
		await started.control.call('PUT', 'events', { triggers: [trigger(receiver.url, {}, { timeoutMs: 60_000 })] });
		await createJob({}, started);
		await receiver.until(1);
		const began = performance.now();
		expect(await started.stop()).toBe(0);
		// Half of the receiver's delay, so that a slow machine does not fail the test.
		expect(performance.now() - began).toBeLessThan(30_000);
	});
});
