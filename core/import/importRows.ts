/** Imports the rows of a file: plans them in order, sends them concurrently, and yields their outcomes in order. */
import type { SourceRow } from '../files/sourceRow';
import { InputError } from '../model/inputError';
import { inOrder } from './inOrder';
import { stillUncertain, type RowOutcome } from './outcomes';
import { isRejected, type PlannedRow, type RejectedRow, type RowPlanner } from './planRow';
import type { EarlierRun } from './resume';
import type { RowSender } from './rowSender';

export interface ImportRun {
	readonly rows: AsyncIterable<readonly SourceRow[]>;
	readonly planner: RowPlanner;
	readonly sender: RowSender;
	/** How many records share a request. */
	readonly recordsPerRequest: number;
	/** The number of concurrent requests that are worth preparing. */
	readonly concurrency: () => number;
	/** The maximum number of rows to send. */
	readonly maxRows?: number;
	readonly earlier?: EarlierRun | undefined;
	readonly progress: Progress;
}

/** Why the run ended before the end of the file, unless the sender stopped it. */
export interface Progress {
	ended?: string;
}

/** Consecutive rows. Those that are sent share one request. */
interface Batch {
	readonly plans: readonly (PlannedRow | RejectedRow | RowOutcome)[];
	readonly uncertain: ReadonlySet<number>;
}

/** The maximum number of rows in a batch. It also limits batches of rows that need no request. */
const MAX_ROWS_PER_BATCH = 500;

/** The number of batches to prepare per concurrent request, so that one slow request does not delay the others. */
const BATCHES_AHEAD = 4;

/** The maximum number of rows in progress, so that memory stays flat with many records per request. */
const MAX_ROWS_AHEAD = 10_000;

const batchesAhead = ({ concurrency, recordsPerRequest }: ImportRun): number =>
	Math.max(1, Math.min(concurrency() * BATCHES_AHEAD, Math.floor(MAX_ROWS_AHEAD / recordsPerRequest)));

const isOutcome = (plan: PlannedRow | RejectedRow | RowOutcome): plan is RowOutcome => 'outcome' in plan;
const isOpen = (plan: PlannedRow | RejectedRow | RowOutcome): plan is PlannedRow => !isOutcome(plan) && !isRejected(plan);

/** Why the rest of the file cannot be read, from an {@link InputError}. Rethrows any other error. */
const reasonOf = (error: unknown): string => {
	if (error instanceof InputError) return `${error.message}. ${error.hint}`;
	throw error;
};

/**
 * The rows before a part of the file that cannot be read. Such a part ends the run without an error, because the result file must list the
 * rows that were already sent.
 */
async function* readable(rows: ImportRun['rows'], progress: Progress): AsyncGenerator<readonly SourceRow[]> {
	const source = rows[Symbol.asyncIterator]();
	const end = (error: unknown): undefined => void (progress.ended = reasonOf(error));
	try {
		for (let next = await source.next().catch(end); next && !next.done; next = await source.next().catch(end)) yield next.value;
	} finally {
		await source.return?.();
	}
}

async function* batchesOf({
	rows,
	planner,
	sender,
	recordsPerRequest,
	maxRows = Infinity,
	earlier,
	progress,
}: ImportRun): AsyncGenerator<Batch> {
	let plans: Batch['plans'][number][] = [];
	let uncertain = new Set<number>();
	let planned = 0;
	let sent = 0;
	const close = (): Batch => {
		const batch = { plans, uncertain };
		[plans, uncertain, planned] = [[], new Set(), 0];
		return batch;
	};
	const isOver = (): boolean => sender.stopped !== undefined || progress.ended !== undefined;
	/** Keeps the outcome of the earlier run if this run ends early, because the next run reads only the result file of this run. */
	const keep = (row: SourceRow): void => {
		const state = earlier?.stateOf(row);
		if (state === 'done') plans.push({ row, outcome: 'skipped' });
		else if (state === 'uncertain') plans.push(stillUncertain({ row }));
	};
	const add = (row: SourceRow): void => {
		let plan: PlannedRow | RejectedRow;
		try {
			plan = planner.plan(row);
		} catch (error) {
			progress.ended = reasonOf(error);
			return keep(row);
		}
		const state = earlier?.stateOf(row) ?? 'open';
		if (state === 'done') plans.push({ row, outcome: 'skipped', key: plan.keys[0]?.value });
		else plans.push(plan);
		if (state === 'uncertain') uncertain.add(row.line);
		if (state === 'done' || isRejected(plan)) return;
		planned += 1;
		sent += 1;
	};
	for await (const chunk of readable(rows, progress)) {
		for (const row of chunk) {
			if (!isOver() && sent >= maxRows) progress.ended = `'Max Rows' (${maxRows}) was reached`;
			if (isOver()) keep(row);
			else add(row);
			if (planned >= recordsPerRequest || plans.length >= MAX_ROWS_PER_BATCH) yield close();
		}
		if (isOver() && earlier === undefined) break;
	}
	if (plans.length > 0) yield close();
}

const outcomesOf = async ({ plans, uncertain }: Batch, sender: RowSender): Promise<RowOutcome[]> => {
	const open = plans.filter(isOpen);
	const sent = open.length === 0 ? [] : await sender.send(open, uncertain);
	let next = 0;
	return plans.map((plan): RowOutcome => {
		if (isOutcome(plan)) return plan;
		if (isRejected(plan)) {
			const { row, keys, problem: message } = plan;
			const rejected = { row, key: keys[0]?.value, message };
			return uncertain.has(row.line) ? stillUncertain(rejected) : { ...rejected, outcome: 'failed' };
		}
		return sent[next++] as RowOutcome;
	});
};

/** Yields the outcomes in the order of the file. Ends early if the sender stops, or for the reason in `progress`. */
export const importRows = (run: ImportRun): AsyncGenerator<RowOutcome[]> =>
	inOrder(
		batchesOf(run),
		() => batchesAhead(run),
		async (batch) => await outcomesOf(batch, run.sender),
	);
