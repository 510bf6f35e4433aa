/** Faults during a run: all operations run while the tokens are revoked or the server restarts, or a list changes while it is read. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { INodeExecutionData } from 'n8n-workflow';

import type { Engine } from '../../workshop/engine/engine';
import { SIGN_INS, type SignIn } from '../engine/sandboxCredentials';
import { startSandbox, type SandboxProcess } from '../../workshop/sandboxProcess';
import type { CellOutcome } from './cells';
import { byItem, reportedOf, withOptions, wrongInReport } from './comparing';
import type { Operation, Prepared } from './operation';
import { OPERATIONS } from './operations';
import { each, plainSite } from './site';

/** Enough items for each operation to send requests before, during and after the fault. */
const ITEMS = 8;
/** The delay of every request in ms, so that the fault occurs while requests are in progress. */
const DELAY = 30;

const pause = async (ms: number): Promise<void> => await new Promise((passed) => setTimeout(passed, ms));

interface Side {
	readonly operation: Operation;
	readonly prepared: Prepared;
}

const prepareAll = async (sandbox: SandboxProcess): Promise<Side[]> =>
	await each(
		OPERATIONS,
		async (operation, index) => ({
			operation,
			prepared: await operation.prepare(plainSite(sandbox.apiUrl), `mid${index}`, ITEMS * (operation.itemsPerRequest ?? 1)),
		}),
		4,
	);

/** Runs all operations and compares the reported outcomes with the store. With `mayFail`, items may be refused or uncertain. */
const runAll = async (
	engine: Engine,
	sandbox: SandboxProcess,
	{ authentication, type, data }: SignIn,
	sides: readonly Side[],
	mayFail: boolean,
): Promise<Map<string, CellOutcome>> => {
	const id = `mid-run-${type}-${mayFail}`;
	await engine.credentials.put(id, type, data(sandbox));
	const outcomes = await Promise.all(
		sides.map(
			async ({ operation, prepared }) =>
				await engine.run({
					node: operation.node,
					parameters: { authentication, ...withOptions(prepared, { concurrency: 2 }) } as never,
					credentials: { [type]: id },
					input: prepared.input as unknown as INodeExecutionData[],
					onError: 'continueRegularOutput',
				}),
		),
	);
	const entries = await each(
		sides,
		async ({ operation, prepared }, side): Promise<[string, CellOutcome]> => {
			const outcome = outcomes[side]!;
			const complaints = outcome.error ? [`the run ended: ${outcome.error.message}`] : [];
			const reported = byItem(outcome, prepared.input.length);
			const found = await prepared.look();
			reported.forEach((item, index) => {
				const own = reportedOf(item);
				const { times } = found[index]!;
				const fits = own === 'done' ? times === 1 : own === 'uncertain' ? times === 0 || times === 1 : times === 0;
				if (times === undefined ? own === 'uncertain' : !fits)
					complaints.push(`item ${index} was reported as ${own} and done ${String(times)} times: ${item.fault ?? ''}`);
				// If requests were lost, a retry may not return everything that the first response contained.
				complaints.push(...wrongInReport(item, index, found[index]!, mayFail));
				if (own !== 'done' && !mayFail) complaints.push(`item ${index} was reported as ${own}: ${item.fault ?? ''}`);
			});
			return [operation.name, { reported: mayFail ? 'asReported' : 'done', complaints }];
		},
		2,
	);
	return new Map(entries);
};

export interface MidRun {
	readonly cells: ReadonlyMap<string, CellOutcome>;
	/** The number of requests that the fault affected. 0 means that the run tested nothing. */
	readonly hits: number;
	readonly signIns: number;
}

/**
 * Revokes all tokens twice while all operations run: the second time after many requests succeeded with renewed tokens. `hits` counts the
 * requests whose token was revoked.
 */
export const tokensEnd = async (engine: Engine, authentication: 'jwt' | 'oAuth2'): Promise<MidRun> => {
	const sandbox = await startSandbox();
	try {
		const sides = await prepareAll(sandbox);
		await sandbox.control.clearJournal();
		await sandbox.control.delay(DELAY);
		let isOver = false;
		const running = runAll(
			engine,
			sandbox,
			SIGN_INS.find((signIn) => signIn.authentication === authentication)!,
			sides,
			false,
		).finally(() => (isOver = true));
		const responded = async (): Promise<number> =>
			(await sandbox.control.journal({ kind: 'request', limit: 10_000 })).entries.filter(({ status }) => status !== null && status < 300)
				.length;
		for (let before = 0, time = 1; time <= 2; time += 1) {
			while (!isOver && (await responded()) < before + 0.3 * sides.length * ITEMS) await pause(20);
			await sandbox.control.call('DELETE', 'tokens');
			before = await responded();
		}
		const cells = await running;
		const { entries, logins, tokenRequests } = await sandbox.control.journal({ limit: 10_000 });
		return { cells, hits: entries.filter(({ status }) => status === 401).length, signIns: logins + tokenRequests };
	} finally {
		await sandbox.stop();
	}
};

/** The server stops in the middle of the run and restarts with its data file. `hits` counts the lost requests. */
export const serverRestarts = async (engine: Engine): Promise<MidRun> => {
	const folder = await mkdtemp(join(tmpdir(), 'restarted-'));
	const data = join(folder, 'site.db');
	let sandbox = await startSandbox({ data });
	try {
		const { port } = new URL(sandbox.url);
		const sides = await prepareAll(sandbox);
		await sandbox.control.clearJournal();
		await sandbox.control.delay(DELAY);
		let isOver = false;
		const running = runAll(engine, sandbox, SIGN_INS[0]!, sides, true).finally(() => (isOver = true));
		let inProgress = 0;
		while (!isOver && inProgress < 20) {
			await pause(10);
			inProgress = (await sandbox.control.journal({ kind: 'request', limit: 1 })).matching;
		}
		const { entries } = await sandbox.control.journal({ limit: 10_000 });
		await sandbox.kill();
		sandbox = await startSandbox({ data, args: ['--port', port] });
		return { cells: await running, hits: entries.filter(({ status }) => status === null).length, signIns: 0 };
	} finally {
		await sandbox.stop();
		await rm(folder, { recursive: true, force: true });
	}
};

/** Adds or removes a record while the three pages of a list are read: after page 1, or after page 2 if the operation's name ends with 3. */
export const listChanges = async (
	engine: Engine,
	sandbox: SandboxProcess,
	operation: Operation,
	change: 'added' | 'removed',
): Promise<CellOutcome> => {
	const site = plainSite(sandbox.apiUrl);
	const isLate = operation.name.endsWith('3');
	const tag = `moving-${change}-${isLate ? 'late' : 'early'}`;
	const prepared = await operation.prepare(site, tag, 1);
	// Newest first, so that an added record moves all others by one.
	const parameters = { ...prepared.parameters, sort: { by: [{ fieldName: 'job_no', direction: 'desc' }] } };
	const ids = await sandbox.control.addFaults({
		match: { header: { 'X-Cell': `^${tag}$` }, path: isLate ? '[?&]page=3' : '[?&]page=[23]' },
		fault: { type: 'delay', ms: 1_500 },
	});
	const before = (await site.list('JmJobList', { job_desc: `${tag}-%` }))
		.map(({ job_no: key }) => (key as { job_no: number }).job_no)
		.sort((one, other) => other - one);
	let isOver = false;
	const running = engine
		.run({
			node: operation.node,
			parameters: { authentication: 'basic', ...withOptions({ ...prepared, parameters }, {}, tag) } as never,
			credentials: { mediaOperationsBasicApi: { baseUrl: sandbox.apiUrl, username: 'demo', password: 'demo' } },
		})
		.finally(() => (isOver = true));
	const isWaiting = async (): Promise<boolean> => ((await sandbox.control.call('GET', `faults/${ids[0]}`)) as { done: number }).done > 0;
	while (!isOver && !(await isWaiting())) await pause(10);
	if (change === 'added') await site.call('POST', 'JmJob', { jm_job: [{ job_desc: `${tag}-new`, cust_id: '32' }] });
	else await site.call('DELETE', `JmJob/job_no=${before[0]}`);
	const { error, hints, output } = await running;
	for (const id of ids) await sandbox.control.call('DELETE', `faults/${id}`);
	const came = (output[0] ?? []).map(({ json }) => json.job_no as number);
	const missing = before.filter((key) => !came.includes(key));
	return {
		reported: 'doneWithHint',
		complaints: [
			...(error ? [`the run ended: ${error.message}`] : []),
			...(hints.length === 0 ? ['the change was not reported'] : []),
			// At most one record may be affected: it appears twice if a record was added, and is missing if one was removed.
			...(missing.length > (change === 'added' ? 0 : 1) ? [`${missing.length} records are missing: ${missing.join(', ')}`] : []),
		],
	};
};
