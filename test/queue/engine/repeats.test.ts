import type { StoredCredential } from '../../../workshop/editor/rest';
import type { WebhookProcess } from '../../../workshop/queue/engine';
import { listen, RESPONSE_MODES, type Listening } from '../../e2e/support/listening';
import { droppedOf, numbered, sendEvents } from '../../support/sendEvents';
import { sleep, Stage } from './support/stage';

const EVENTS = 10;
const PAIRS = 5;
const FETCHING = { fetchRecord: true, authentication: 'basic' };
/** A repeat is recognized despite SIGKILL if n8n responded to the first delivery at least this long (ms) before the signal. */
const SAFE_AFTER_MS = 5_000;

describe('Repeated deliveries in queue mode', () => {
	let stage: Stage;
	let processor: WebhookProcess;
	const open: Listening[] = [];

	beforeAll(async () => {
		stage = await Stage.start({ mode: 'queue', env: {} }, 3_600);
		await stage.engine.startWorker('worker-1', 10);
		processor = await stage.engine.startWebhookProcess('webhook-1');
		const { mediaOperationsEventsApi: credential, mediaOperationsBasicApi: site } = stage.credentials as Record<string, StoredCredential>;
		// In queue mode, n8n does not send the last node's response if the execution ends before the main process starts to wait for
		// its result. The delay prevents that.
		await stage.site.sandbox.control.call('PUT', 'delay', { ms: 300, jitterMs: 0 });
		for (const [name, parameters] of RESPONSE_MODES.map(
			([name, given]) => [name, given.respond === 'lastNode' ? { ...given, ...FETCHING } : given] as const,
		)) {
			open.push(
				await listen(stage.engine.rest, {
					name,
					credential: credential!,
					site: site!,
					parameters: { ...parameters, settings: { repeats: 'drop', repeatMinutes: 60 } },
				}),
			);
		}
	});
	afterAll(async () => {
		await stage?.stop();
	});

	/** Sends the events to every workflow. Returns the dropped events by response mode. */
	const send = async (
		ids: readonly string[],
		{ copies = 1, to = (address: string) => address } = {},
	): Promise<Record<string, string[]>> => {
		const dropped: Record<string, string[]> = {};
		for (const [index, [name, { respond }]] of RESPONSE_MODES.entries()) {
			// PostgreSQL can store deliveries in the wrong order if their workflows end at the same moment (docs/guides/events.md).
			const parallel = respond === 'lastNode' && ids === later ? 1 : undefined;
			const sent = await sendEvents(to((open[index] as Listening).address), ids, { copies, parallel });
			expect(sent.filter(({ status }) => status !== 200)).toEqual([]);
			dropped[name] = droppedOf(sent);
		}
		return dropped;
	};
	const inEach = (ids: readonly string[]): Record<string, string[]> =>
		Object.fromEntries(RESPONSE_MODES.map(([name]) => [name, [...ids].sort()]));
	const restart = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
		await stage.engine.restartMain(signal);
		for (const { untilRegistered } of open) await untilRegistered();
	};
	const [events, pairs, later] = [numbered('event', EVENTS), numbered('pair', PAIRS), numbered('later', PAIRS)] as const;

	it('are recognized by one main process, even if both deliveries arrive at the same moment', async () => {
		expect(await send(events)).toEqual(inEach([]));
		expect(await send(pairs, { copies: 2 })).toEqual(inEach(pairs));
		expect(await send([...events, ...pairs])).toEqual(inEach([...events, ...pairs]));
	});

	it('are recognized by another process that receives events, if the first delivery already got its response', async () => {
		expect(await send([...events, ...pairs], { to: (address) => address.replace(stage.engine.main.url, processor.url) })).toEqual(
			inEach([...events, ...pairs]),
		);
	});

	it('are recognized after SIGTERM and after SIGKILL', async () => {
		await restart('SIGTERM');
		expect(await send([...events, ...pairs])).toEqual(inEach([...events, ...pairs]));
		expect(await send(later)).toEqual(inEach([]));
		await sleep(SAFE_AFTER_MS);
		await restart('SIGKILL');
		expect(await send([...events, ...pairs, ...later])).toEqual(inEach([...events, ...pairs, ...later]));
	});

	it('leave one execution for each distinct event, and each succeeds', async () => {
		const count = RESPONSE_MODES.length * (EVENTS + 2 * PAIRS);
		for (let tries = 0; tries < 60 && (await stage.executions()).filter(({ status }) => status === 'success').length < count; tries += 1)
			await sleep(500);
		const statuses = (await stage.executions()).map(({ status }) => status);
		expect([statuses.length, new Set(statuses)]).toEqual([count, new Set(['success'])]);
	});
});
