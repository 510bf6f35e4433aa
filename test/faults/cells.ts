/** Runs one operation against one fault in n8n's engine, and compares what the workflow was told with the store. */
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Engine, NodeOutcome } from '../../workshop/engine/engine';
import type { SandboxProcess } from '../../workshop/sandboxProcess';
import type { FaultCase, Times } from './faults';
import type { Operation, Prepared } from './operations';
import { expectedOf, timesOf, type Told } from './policy';
import { plainSite, type Json } from './site';

export const BASIC = 'mediaOperationsBasicApi';
const JWT = 'mediaOperationsJwtApi';
/** Enough that a fault which comes once or twice is passed over, and no more, since pauses double. */
const TRIES = 3;
const CALLS_OF_MID_RUN = 4;

export interface CellOutcome {
	readonly told: Told;
	/** What is not as it should be; empty where all is. */
	readonly complaints: readonly string[];
}

export const UNCERTAIN = 'may have been carried out';

/** The rows and the fault of each item, by the link that n8n would follow. */
export const byItem = (outcome: NodeOutcome, items: number): { readonly rows: Json[]; readonly fault?: string }[] => {
	const found = Array.from({ length: items }, (): { rows: Json[]; fault?: string } => ({ rows: [] }));
	for (const { json, pairedItem } of outcome.output[0] ?? []) {
		const links = [pairedItem].flat().map((link) => (typeof link === 'object' ? link.item : link));
		for (const link of links) {
			const item = link === undefined ? undefined : found[link];
			if (item === undefined) throw new Error(`An output item is linked to ${JSON.stringify(pairedItem)}, which is no input item`);
			if ('error' in json) item.fault = `${String(json.error)} ${String(json.message)}`;
			else item.rows.push(json);
		}
	}
	return found;
};

/** What one item was told; `told` and `done` cannot be parted here, since hints are of the whole run. */
export const toldOf = ({ fault, rows }: { readonly rows: readonly Json[]; readonly fault?: string }): 'done' | 'refused' | 'uncertain' | 'silent' => {
	if (fault !== undefined) return fault.includes(UNCERTAIN) ? 'uncertain' : 'refused';
	return rows.length > 0 ? 'done' : 'silent';
};

/** The options of the call with those of the operation, and a header that the rules of a cell are put on. */
export const withOptions = ({ parameters }: Prepared, more: IDataObject, cell?: string): IDataObject => ({
	...parameters,
	options: { ...(parameters.options as IDataObject), ...more, ...(cell === undefined ? {} : { extraHeaders: { entry: [{ name: 'X-Cell', value: cell }] } }) },
});

/** A port that refuses connections at first, and after a while hands them on to the site. */
const closedAtFirst = async (site: string, opensAfter: number | undefined): Promise<{ readonly origin: string; close(): void }> => {
	const listen = async (port: number, server: Server): Promise<number> => {
		await new Promise<void>((listening, failed) => server.once('error', failed).listen(port, '127.0.0.1', listening));
		return (server.address() as AddressInfo).port;
	};
	const reserve = createServer();
	const port = await listen(0, reserve);
	await new Promise((closed) => reserve.close(closed));
	const sockets = new Set<Socket>();
	const { port: target } = new URL(site);
	const forwarder = createServer((socket) => {
		const onward = connect(Number(target), '127.0.0.1');
		for (const end of [socket, onward]) sockets.add(end.on('error', () => end.destroy()));
		socket.pipe(onward).pipe(socket);
	});
	const timer = opensAfter === undefined ? undefined : setTimeout(() => void listen(port, forwarder), opensAfter);
	return {
		origin: `http://127.0.0.1:${port}`,
		close: () => {
			clearTimeout(timer);
			for (const socket of sockets) socket.destroy();
			forwarder.close();
		},
	};
};

const matchOf = (operation: Operation, cell: string, times: Times): object => ({
	method: operation.method,
	...(operation.path === undefined ? {} : { path: operation.path }),
	header: { 'X-Cell': `^${cell}$` },
	...(times === 'once' ? { times: 1 } : times === 'mid-run' ? { nth: CALLS_OF_MID_RUN - 1, times: 1 } : {}),
});

let nextCell = 1;

export const runCell = async (engine: Engine, sandbox: SandboxProcess, operation: Operation, fault: FaultCase, times: Times): Promise<CellOutcome> => {
	const expected = expectedOf(operation, fault, times);
	if (expected === undefined) throw new Error(`'${fault.name}' does not meet '${operation.name}'`);
	const cell = `cell${nextCell++}`;
	const site = plainSite(sandbox.apiUrl);
	const perCall = operation.itemsPerCall ?? 1;
	const items = (times === 'mid-run' ? CALLS_OF_MID_RUN : 1) * perCall;
	const prepared = await operation.prepare(site, cell, items);
	const ids = fault.rule ? await sandbox.control.addFaults({ match: matchOf(operation, cell, times), ...fault.rule }) : [];
	// Opened well after the first try and well before the last one.
	const front = fault.rule ? undefined : await closedAtFirst(sandbox.url, times === 'once' ? 400 : undefined);
	const baseUrl = sandbox.apiUrl.replace(sandbox.url, front?.origin ?? sandbox.url);
	// A life of its own makes each log-in another one, so that a site that refuses every token in one cell is forgotten in the next.
	const [type, more] = fault.signIn === 'jwt' ? [JWT, { adaptLogIn: true, lifeMinutes: 60 + nextCell / 1000 }] : [BASIC, {}];
	const outcome = await engine.run({
		node: operation.node,
		parameters: { authentication: fault.signIn ?? 'basic', ...withOptions(prepared, { tries: front ? TRIES + 1 : TRIES, concurrency: 1, ...(fault.timeout === undefined ? {} : { timeout: fault.timeout }) }, cell) } as never,
		credentials: { [type]: { baseUrl, username: 'demo', password: 'demo', ...more } },
		input: prepared.input as unknown as INodeExecutionData[],
		onError: 'continueRegularOutput',
	});
	front?.close();
	const [rule] = ids.length > 0 ? ((await sandbox.control.call('GET', 'faults')) as { id: number; done: number }[]).filter(({ id }) => id === ids[0]) : [];
	for (const id of ids) await sandbox.control.call('DELETE', `faults/${id}`);
	const complaints = [
		...(rule !== undefined && rule.done === 0 ? ['the fault was never done'] : []),
		...(outcome.error ? [`the run ended: ${outcome.error.message}`] : []),
		...(await complaintsOf({ operation, fault, times, expected, outcome, prepared, perCall })),
	];
	return { told: expected, complaints };
};

interface Compared {
	readonly operation: Operation;
	readonly fault: FaultCase;
	readonly times: Times;
	readonly expected: Told;
	readonly outcome: NodeOutcome;
	readonly prepared: Prepared;
	readonly perCall: number;
}

const complaintsOf = async ({ operation, fault, times, expected, outcome, prepared, perCall }: Compared): Promise<string[]> => {
	const told = byItem(outcome, prepared.input.length);
	const stored = operation.effect === 'read' ? [] : await prepared.timesDone();
	const complaints: string[] = [];
	if (expected === 'told' && outcome.hints.length === 0) complaints.push('nothing was told of what does not add up');
	if (expected === 'done' && operation.readsList && outcome.hints.length > 0) complaints.push(`told without need: ${outcome.hints.join('; ')}`);
	const midRun = times === 'mid-run';
	// In the middle of a run the call that met the fault ends as expected, the others well.
	let met = 0;
	told.forEach((item, index) => {
		const own = toldOf(item);
		const wanted = expected === 'told' ? 'done' : expected;
		const isOther = midRun && own === 'done';
		if (!isOther && own === wanted) met += 1;
		if (!isOther && own !== wanted) complaints.push(`item ${index} was told to be ${own} instead of ${wanted}: ${item.fault ?? ''}`);
		if (own === 'done' && !prepared.isWhole(item.rows, index) && expected !== 'told') complaints.push(`item ${index} is not what the site holds: ${JSON.stringify(item.rows).slice(0, 300)}`);
		if (own !== 'done' && item.rows.length > 0) complaints.push(`item ${index} has rows beside its fault`);
		if (own === 'uncertain' && !/ on (GET|POST|PUT|PATCH|DELETE) \/\w+/.test(item.fault!)) complaints.push(`item ${index} does not say which call it was: ${item.fault}`);
		if (operation.effect === 'read') return;
		const count = isOther ? 1 : timesOf(expected, fault);
		if (stored[index] !== count) complaints.push(`item ${index} was told to be ${own} and done ${String(stored[index])} times`);
	});
	if (midRun && expected !== 'done' && met !== perCall) complaints.push(`${met} items met the fault instead of the ${perCall} of one call`);
	return complaints;
};
