import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { startN8n, type RunningN8n } from '../../workshop/editor/n8n';
import { N8nRest, type StoredCredential } from '../../workshop/editor/rest';
import { eventsSignIn, signInsFor } from '../../workshop/editor/signIns';
import { checkout, stateFolder } from '../../workshop/paths';
import { startSandbox, type SandboxProcess } from '../../workshop/sandboxProcess';
import { plainCall } from '../support/plainCall';
import { startReceiver, type Receiver } from '../support/receiver';
import { droppedOf, numbered, sendEvents } from '../support/sendEvents';
import { listen, RESPONSE_MODES, type Listening } from './support/listening';
import { pollFor } from './support/polling';
import { folderFor, testedN8n } from './support/site';
import { allStarted } from '../support/allStarted';

/** The number of distinct events per workflow that are sent before the first restart and repeated after each restart. */
const EVENTS = 10;
/**
 * Replaces {@link EVENTS} for workflows that report which events were marked as repeats. Such workflows take ten times as long as
 * those that only respond.
 */
const REPORTED_EVENTS = 5;
/** The numbers of additional events: those sent as two identical requests at the same time, and those sent shortly before the kill. */
const PAIRS = 3;
const BEFORE_KILL = 3;
/** A delivery is not lost if n8n is killed at least this long (ms) after its response. */
const SAFE_AFTER_MS = 5_000;

const CASES = (['drop', 'mark'] as const).flatMap((repeats) =>
	RESPONSE_MODES.map(([response, parameters]) => {
		const isReported = repeats === 'mark' && parameters.respond !== 'lastNode';
		return {
			repeats,
			response,
			isReported,
			events: isReported ? REPORTED_EVENTS : EVENTS,
			parameters: { ...parameters, settings: { repeats, repeatMinutes: 60 } },
		};
	}),
);
type Case = (typeof CASES)[number];

/**
 * The default in n8n 2. The default in n8n 1 is one SQLite connection without a queue. With that default and 'When the Last Node
 * Finishes', n8n 1 can write in any order (docs/guides/events.md).
 */
const ORDERED_WRITES = { DB_SQLITE_POOL_SIZE: '3' };

const home = path.join(`${folderFor(testedN8n())}-restarts`, 'home');

let sandbox: SandboxProcess;
let n8n: RunningN8n;
let rest: N8nRest;
/** Receives the reports of the workflows: an event and whether it is marked as a repeat, or a record that a poll returned. */
let reports: Receiver;
let isHolding = false;
const open: Listening[] = [];
/** The marks of the executions that each event started, by event ID. */
const marksOf = (prefix: string): Map<string, boolean[]> => {
	const marks = new Map<string, boolean[]>();
	for (const { body } of reports.received) {
		const { id, repeated } = JSON.parse(body) as { id?: string; repeated: boolean };
		if (id?.startsWith(prefix)) marks.set(id, [...(marks.get(id) ?? []), repeated]);
	}
	return marks;
};
const polled = (): unknown[] => reports.received.flatMap(({ body }) => (JSON.parse(body) as { polled?: unknown[] }).polled ?? []);

const boot = async (port?: number): Promise<void> => {
	n8n = await startN8n({
		home,
		from: path.join(checkout, 'workshop', testedN8n()),
		logFile: path.join(stateFolder, 'logs', `restarts-${testedN8n()}.log`),
		env: ORDERED_WRITES,
		preferredPort: port,
	});
	rest = new N8nRest(n8n.url, n8n.owner);
	await rest.login();
};
const restart = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
	const port = Number(new URL(n8n.url).port);
	if (signal === 'SIGTERM') await n8n.stop();
	else {
		process.kill(-n8n.pid, 'SIGKILL');
		await n8n.ended;
	}
	await boot(port);
	for (const { untilRegistered } of open) await untilRegistered();
};

const countOf = (marks: Map<string, boolean[]>): number => [...marks.values()].flat().length;
const untilReported = async (prefix: string, count: number): Promise<void> => {
	for (let tries = 0; countOf(marksOf(prefix)) < count && tries < 600; tries += 1) await new Promise((resolve) => setTimeout(resolve, 100));
};
const sorted = (ids: readonly string[]): string[] => [...ids].sort();

beforeAll(async () => {
	rmSync(home, { recursive: true, force: true });
	cpSync(path.join(folderFor(testedN8n()), 'home', '.n8n', 'nodes'), path.join(home, '.n8n', 'nodes'), { recursive: true });
	[sandbox, reports] = await allStarted([
		startSandbox(),
		startReceiver(({ body }) => ({ afterMs: isHolding && body.includes('polled') ? 60_000 : 0 })),
	]);
	await boot();
}, 120_000);
afterAll(async () => {
	await n8n?.stop();
	await sandbox?.stop();
	await reports?.close();
	rmSync(path.dirname(home), { recursive: true, force: true });
});

it('The Media Operations Trigger recognizes every repeat in every response mode, across SIGTERM and SIGKILL; the poll trigger outputs no record twice', async () => {
	const sender = await rest.putCredential(eventsSignIn);
	const [basic] = signInsFor(sandbox.url);
	const site: StoredCredential = await rest.putCredential(basic!);
	const marks = { url: reports.url, body: '={{ { "id": $json.id, "repeated": $json.repeated } }}' };
	for (const { repeats, response, isReported, parameters } of CASES) {
		open.push(
			await listen(rest, {
				name: `${repeats} ${response}`,
				credential: sender,
				site,
				parameters,
				...(isReported ? { reportTo: marks } : {}),
			}),
		);
	}
	const poll = await pollFor(rest, { name: 'Poll', site, reportTo: { url: reports.url, body: '={{ { "polled": [$json.job_no] } }}' } });
	// The first poll only stores its state, so it has to be complete before the first job is created.
	for (let tries = 0; tries < 600 && (await sandbox.control.journal({ document: 'JmJobList' })).matching === 0; tries += 1)
		await new Promise((resolve) => setTimeout(resolve, 100));
	await new Promise((resolve) => setTimeout(resolve, 1_000));
	const createJob = async (): Promise<unknown> =>
		(
			(await plainCall(sandbox, 'POST', '/JmJob', { jm_job: [{ job_desc: 'Polled', cust_id: '27' }] })).jm_job as {
				records: [{ job_no: unknown }];
			}
		).records[0].job_no;
	const untilPolled = async (count: number): Promise<void> => {
		for (let tries = 0; polled().length < count && tries < 600; tries += 1) await new Promise((resolve) => setTimeout(resolve, 100));
	};

	const problems: string[] = [];
	const check = (what: string, expected: readonly string[], got: readonly string[]): void => {
		const [wanted, found] = [sorted(expected).join(' '), sorted(got).join(' ')];
		if (wanted !== found) problems.push(`${what}: expected ${expected.length} [${wanted}], got ${got.length} [${found}]`);
	};
	/** Sends the events to each workflow. Checks which requests were recognized as repeats, and that each got a valid response. */
	const sendToAll = async (
		step: string,
		idsOf: (prefix: string, of: Case) => readonly string[],
		{ copies = 1, areRepeats = false } = {},
	): Promise<void> => {
		process.stdout.write(`  … ${step} (${Math.round(performance.now() / 1000)} s)\n`);
		for (const [index, each] of CASES.entries()) {
			const { repeats, response, isReported } = each;
			const prefix = `w${index}`;
			const ids = idsOf(prefix, each);
			const before = marksOf(prefix);
			const sent = await sendEvents((open[index] as Listening).address, ids, { copies });
			check(
				`${repeats} ${response}, ${step}, status`,
				[],
				sent.filter(({ status }) => status !== 200).map(({ id, status }) => `${id}:${status}`),
			);
			let recognized = repeats === 'drop' ? droppedOf(sent) : sent.filter(({ response }) => response.repeated === true).map(({ id }) => id);
			if (isReported) {
				await untilReported(prefix, countOf(before) + sent.length);
				const after = marksOf(prefix);
				recognized = ids.flatMap((id) =>
					(after.get(id) ?? [])
						.slice(before.get(id)?.length ?? 0)
						.filter(Boolean)
						.map(() => id),
				);
			}
			check(`${repeats} ${response}, ${step}`, areRepeats ? ids : [], recognized);
		}
	};
	const first = (prefix: string, { events }: Case): string[] => numbered(`${prefix}-first`, events);
	const pairs = (prefix: string): string[] => numbered(`${prefix}-pair`, PAIRS);
	const last = (prefix: string): string[] => numbered(`${prefix}-last`, BEFORE_KILL);

	const jobs = [await createJob()];
	await sendToAll('new', first);
	await sendToAll('identical at the same time', pairs, { copies: 2, areRepeats: true });
	await sendToAll('repeated in the same process', (prefix, each) => [...first(prefix, each).slice(0, 5), ...pairs(prefix)], {
		areRepeats: true,
	});
	await untilPolled(1);

	await restart('SIGTERM');
	await sendToAll('repeated after SIGTERM', (prefix, each) => [...first(prefix, each), ...pairs(prefix)], { areRepeats: true });
	isHolding = true;
	jobs.push(await createJob());
	await sendToAll('new before the kill', last);
	await untilPolled(2);
	await new Promise((resolve) => setTimeout(resolve, SAFE_AFTER_MS));
	const [running] = await rest.executionsOf(poll);
	expect((await rest.execution(String(running))).status).toBe('running');

	await restart('SIGKILL');
	isHolding = false;
	jobs.push(await createJob());
	await sendToAll('repeated after SIGKILL', (prefix, each) => [...first(prefix, each), ...pairs(prefix), ...last(prefix)], {
		areRepeats: true,
	});
	await untilPolled(3);
	// Polls run every ten seconds: a repeated record would appear in the next one.
	await new Promise((resolve) => setTimeout(resolve, 12_000));

	expect(problems).toEqual([]);
	expect(polled()).toEqual(jobs);
	expect((await rest.execution(String(running))).status).toBe('crashed');
}, 900_000);
