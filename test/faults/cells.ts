/** Runs one operation against one fault in n8n's engine, and compares the reported outcome with the store. */
import type { ICredentialDataDecryptedObject, INodeExecutionData } from 'n8n-workflow';

import type { Engine, NodeOutcome } from '../../workshop/engine/engine';
import type { SandboxProcess } from '../../workshop/sandboxProcess';
import { SIGN_INS } from '../engine/sandboxCredentials';
import { byItem, reportedOf, withOptions, wrongInReport } from './comparing';
import type { FaultCase, Times } from './faults';
import type { Operation, Prepared } from './operation';
import { expectedOf, canLackValues, timesOf, type Reported } from './policy';
import { openClosedPort, openPort } from './closedPort';
import { plainSite } from './site';

/** Enough attempts to survive a fault that occurs once or twice, but no more, because pauses double. */
const MAX_ATTEMPTS = 3;
const REQUESTS_OF_MID_RUN = 4;
/** The number of the affected request, counted from 1. Requests are sent one at a time, so they arrive in item order. */
const MET_IN_MID_RUN = 3;

export interface CellOutcome {
	readonly reported: Reported;
	/** The problems; empty if there are none. */
	readonly complaints: readonly string[];
}

const matchOf = (operation: Operation, cell: string, times: Times): object => ({
	method: operation.method,
	...(operation.path === undefined ? {} : { path: operation.path }),
	header: { 'X-Cell': `^${cell}$` },
	...(times === 'once' ? { times: 1 } : times === 'mid-run' ? { nth: MET_IN_MID_RUN, times: 1 } : {}),
});

let nextCell = 1;

export const runCell = async (
	engine: Engine,
	sandbox: SandboxProcess,
	operation: Operation,
	fault: FaultCase,
	times: Times,
): Promise<CellOutcome> => {
	const expected = expectedOf(operation, fault, times);
	if (typeof expected === 'object') throw new Error(`'${fault.name}' does not affect '${operation.name}': ${expected.because}`);
	const cell = `cell${nextCell++}`;
	const site = plainSite(sandbox.apiUrl);
	const perRequest = operation.itemsPerRequest ?? 1;
	const items = (times === 'mid-run' ? REQUESTS_OF_MID_RUN : 1) * perRequest;
	const prepared = await operation.prepare(site, cell, items);
	const ids = fault.rule ? await sandbox.control.addFaults({ match: matchOf(operation, cell, times), ...fault.rule }) : [];
	const closedPort = fault.rule ? undefined : await openClosedPort(sandbox.url, times === 'once' ? 1 : Infinity);
	// All runs on one site share its pauses, so a 429 in one cell would delay all others.
	const port = closedPort ?? (fault.rule?.fault.type === 'status' ? await openPort(sandbox.url) : undefined);
	const { authentication, type, data } = SIGN_INS.find((signIn) => signIn.authentication === (fault.signIn ?? 'basic'))!;
	const credential: ICredentialDataDecryptedObject = {
		...data(sandbox),
		...(port === undefined ? {} : { baseUrl: sandbox.apiUrl.replace(sandbox.url, port.origin) }),
		// A unique lifetime gives each cell its own sign-in. Otherwise, refused tokens in one cell would affect the next cell.
		...(fault.signIn === 'jwt' ? { customizeSignIn: true, lifeMinutes: 60 + nextCell / 1000 } : {}),
	};
	const outcome = await engine.run({
		node: operation.node,
		parameters: {
			authentication,
			...withOptions(
				prepared,
				{ maxAttempts: MAX_ATTEMPTS, concurrency: 1, ...(fault.timeout === undefined ? {} : { timeout: fault.timeout }) },
				cell,
			),
		} as never,
		credentials: { [type]: credential },
		input: prepared.input as unknown as INodeExecutionData[],
		onError: 'continueRegularOutput',
	});
	port?.close();
	const hits = closedPort ? closedPort.refused() : ((await sandbox.control.call('GET', `faults/${ids[0]}`)) as { done: number }).done;
	for (const id of ids) await sandbox.control.call('DELETE', `faults/${id}`);
	const complaints = [
		...(hits === 0 ? ['the fault did not occur'] : []),
		...(hits > mostTimes(operation) ? [`the fault occurred ${hits} times, more often than the maximum number of attempts`] : []),
		...(outcome.error ? [`the run ended: ${outcome.error.message}`] : []),
		...(await complaintsOf({ operation, fault, times, expected, outcome, prepared, perRequest })),
	];
	return { reported: expected, complaints };
};

/** A request whose token is rejected is sent again with a renewed token, up to five times. These repetitions do not count as attempts. */
const RENEWALS = 5;
const mostTimes = ({ readsList }: Operation): number => (readsList ? Infinity : Math.max(MAX_ATTEMPTS, 1 + RENEWALS));

interface Compared {
	readonly operation: Operation;
	readonly fault: FaultCase;
	readonly times: Times;
	readonly expected: Reported;
	readonly outcome: NodeOutcome;
	readonly prepared: Prepared;
	readonly perRequest: number;
}

const complaintsOf = async ({ operation, fault, times, expected, outcome, prepared, perRequest }: Compared): Promise<string[]> => {
	const reported = byItem(outcome, prepared.input.length);
	const found = await prepared.look();
	const complaints: string[] = [];
	if (expected === 'doneWithHint' && outcome.hints.length === 0) complaints.push('the inconsistency was not reported');
	if (expected === 'done' && !canLackValues(operation, fault, times) && outcome.hints.length > 0)
		complaints.push(`reported without need: ${outcome.hints.join('; ')}`);
	reported.forEach((item, index) => {
		// In a mid-run cell, only the items of the affected request have the expected outcome. All other items are done.
		const isOther = times === 'mid-run' && Math.floor(index / perRequest) !== MET_IN_MID_RUN - 1;
		const wanted = isOther || expected === 'doneWithHint' ? 'done' : expected;
		const own = reportedOf(item);
		if (own !== wanted) complaints.push(`item ${index} was reported as ${own} instead of ${wanted}: ${item.fault ?? ''}`);
		// A list with a wrong count is reported as inconsistent, so its rows are not compared.
		if (!(expected === 'doneWithHint' && operation.readsList))
			complaints.push(...wrongInReport(item, index, found[index]!, !isOther && canLackValues(operation, fault, times)));
		const { times: count } = found[index]!;
		const right = isOther ? 1 : timesOf(expected, fault);
		if (count !== undefined && count !== right) complaints.push(`item ${index} was reported as ${own} and done ${count} times`);
	});
	return complaints;
};
