import type { IBinaryKeyData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Client } from '../../core/http/client';
import { ApiError } from '../../core/http/apiError';
import { InputError } from '../../core/model/inputError';
import type { OnNotice } from '../../core/model/notice';
import type { Row } from '../../core/model/terms';
import type { Operation } from '../../core/operations/operation';
import { errorItem, nodeErrorOf, NOTHING_COMPLETED, type CompletedWork, type ErrorContext } from './nodeError';

/** One piece of what an input item asks for: it succeeds or not on its own. */
export interface ItemWork {
	/** Whether it changes something on the site: then a run that ends early tells what was done before. */
	readonly changes: boolean;
	run(client: Client, onNotice: OnNotice): AsyncIterable<readonly Row[]>;
	/** What tells it from the other pieces of its item: «batch 7572». */
	readonly subject?: string;
	/** Where several pieces can go in one call: those of one group, up to a number. */
	readonly together?: { readonly group: string; readonly highest: number; join(works: readonly ItemWork[]): ItemWork };
	/** Of several pieces in one: to which of them a row belongs, as places in their list. Asked after the row was given; undefined where it is not known. */
	owners?(row: Row): readonly number[] | undefined;
	/** The files that a row brings along. Asked after the row was given. */
	binary?(row: Row): IBinaryKeyData | undefined;
	/** Changes a state that the API cannot restore: sent one at a time, in item order, and not after a failed one. See {@link runsInOrder}. */
	readonly inOrder?: boolean;
	/** Reads so much that it wants its run for itself: no other piece runs beside it. */
	readonly alone?: boolean;
}

/**
 * Whether an operation with this input runs in the order of the items and stops at the first that fails: nothing that the API cannot
 * undo is sent after something went wrong. The option 'Send Remaining Items' gives that up for speed and completeness.
 */
export const runsInOrder = <Input>(operation: Operation<Input>, input: Input, options: Row): boolean =>
	operation.isIrreversible?.(input) === true && options.sendRemainingItems !== true;

/** How a run sends: the same for all of its items. */
export interface RunSettings {
	readonly client: Client;
	/** The displayed name of the parameter that a place in the input came from. */
	readonly parameterName: ErrorContext['parameterName'];
}

/** A piece of work of an item; without work where it could not be planned. */
interface Piece {
	readonly item: number;
	readonly work?: ItemWork;
	readonly error?: unknown;
}

/** One call for one piece, or for several. */
interface Job {
	readonly pieces: readonly number[];
	readonly work: ItemWork;
}

/**
 * The one loop over the items of a node, and the one place where its faults are caught.
 *
 * All items are planned before the first is sent, so that what can be known before stops a run that has changed nothing yet. Then
 * they run at once, as many as the settings allow, and their results come in the order of the items, each linked to its
 * item. If one of them runs in order, all of the run does: one at a time, and none after one that failed. With «Continue On Fail» a piece that ends with a fault gives an error item; without it the run ends, once what is under way
 * is through, with the first fault and with what had been carried out.
 */
export const runItems = async (
	context: IExecuteFunctions,
	{ client, parameterName }: RunSettings,
	plan: (index: number) => ItemWork | readonly ItemWork[],
): Promise<INodeExecutionData[][]> => {
	const signal = context.getExecutionCancelSignal();
	const pieces = planned(context.getInputData().length, plan);
	const results: INodeExecutionData[][] = pieces.map(() => []);
	const done = new Set<number>();
	const errors = new Map<number, unknown>(
		pieces.flatMap(({ error: error, work }, index) => (work === undefined ? [[index, error] as const] : [])),
	);
	const notices = new Set<string>();
	const continueOnFail = context.continueOnFail();
	const jobs = continueOnFail || errors.size === 0 ? jobsOf(pieces, errors) : [];

	const inOrder = jobs.some(({ work }) => work.inOrder);
	let firstFailed = [...errors.keys()].reduce((first, piece) => Math.min(first, piece), Infinity);
	const runJob = async (job: Job): Promise<void> => {
		if (inOrder && firstFailed < job.pieces[0]!) {
			job.pieces.forEach((piece) => errors.set(piece, notSent(pieces[firstFailed]!)));
			return;
		}
		try {
			const rows = await collect(job.work.run(client, ({ text }) => notices.add(text)));
			link(rows, job, pieces, results);
			job.pieces.forEach((piece) => done.add(piece));
		} catch (error) {
			job.pieces.forEach((piece) => errors.set(piece, error));
			firstFailed = Math.min(firstFailed, job.pieces[0]!);
		}
	};
	const isSingle = inOrder || jobs.some(({ work }) => work.alone);
	await inParallel(jobs, {
		run: runJob,
		most: () => (isSingle ? 1 : client.concurrency),
		isOver: () => errors.size > 0 && !continueOnFail,
	});
	const throttled = throttlingHint(client.throttling);
	if (throttled !== undefined) notices.add(throttled);

	if (notices.size > 0)
		context.addExecutionHints(
			...[...notices].slice(0, 5).map((message) => ({ message, location: 'outputPane' as const, type: 'warning' as const })),
		);
	const errorContext = (piece: number) => ({ node: context.getNode(), item: pieces[piece]!.item, parameterName });
	if (errors.size > 0 && (!continueOnFail || signal?.aborted)) {
		// Not by Math.min of them all: a call takes no hundred thousand arguments.
		const [first] = [...errors.keys()].sort((one, other) => one - other) as [number];
		throw nodeErrorOf(errors.get(first), { ...errorContext(first), completed: completedWork(pieces, done, errors, first, inOrder) });
	}
	for (const [piece, error] of errors) results[piece] = [errorItem(error, errorContext(piece))];
	return [results.flat()];
};

/** Runs jobs in their order, `most()` at a time, until `isOver()`. The number can change while they run. */
const inParallel = (
	jobs: readonly Job[],
	{ run, most, isOver }: { run(job: Job): Promise<void>; most(): number; isOver(): boolean },
): Promise<void> =>
	new Promise((resolve, reject) => {
		const next = jobs.values();
		let running = 0;
		const fill = (): void => {
			while (running < most() && !isOver()) {
				const { value: job } = next.next();
				if (job === undefined) break;
				running += 1;
				run(job).then(() => {
					running -= 1;
					fill();
				}, reject);
			}
			if (running === 0) resolve();
		};
		fill();
	});

/** What the site limited the run to by refusals, which the run waited for. */
const throttlingHint = (throttling: Client['throttling']): string | undefined => {
	if (throttling === undefined) return undefined;
	const { perSecond, requests } = throttling;
	const limits = [
		...(requests === undefined ? [] : [`${requests} concurrent request${requests === 1 ? '' : 's'}`]),
		...(perSecond === undefined ? [] : [`${perSecond < 10 ? perSecond.toFixed(1) : Math.round(perSecond)} requests per second`]),
	];
	return `The site limited this run to about ${limits.join(' and ')}`;
};

const planned = (count: number, plan: (index: number) => ItemWork | readonly ItemWork[]): Piece[] =>
	Array.from({ length: count }, (_, item): Piece[] => {
		try {
			return [plan(item)].flat().map((work) => ({ item, work }));
		} catch (error) {
			return [{ item, error: error }];
		}
	}).flat();

/** One job to a piece, but for those that can go together; what cannot be sent in one call is a fault of each of its pieces. */
const jobsOf = (pieces: readonly Piece[], errors: Map<number, unknown>): Job[] => {
	const jobs: { pieces: number[]; works: ItemWork[] }[] = [];
	const open = new Map<string, { pieces: number[]; works: ItemWork[] }>();
	pieces.forEach(({ work }, piece) => {
		if (work === undefined) return;
		const { together } = work;
		const mates = together && open.get(together.group);
		if (mates && mates.works.length < together.highest) {
			mates.pieces.push(piece);
			mates.works.push(work);
			return;
		}
		const job = { pieces: [piece], works: [work] };
		jobs.push(job);
		if (together) open.set(together.group, job);
	});
	return jobs.flatMap(({ pieces: own, works }): Job[] => {
		try {
			return [{ pieces: own, work: works.length > 1 ? works[0]!.together!.join(works) : works[0]! }];
		} catch (error) {
			own.forEach((piece) => errors.set(piece, error));
			return [];
		}
	});
};

/** Reports a piece that was not sent because an earlier one failed. */
const notSent = ({ item, work }: Piece): InputError => {
	const what = work?.subject === undefined ? `item ${item}` : `${work.subject} of item ${item}`;
	return new InputError({
		field: 'notSent',
		message: `Not sent, because ${what} failed`,
		hint: `This cannot be undone, so the node stops at the first failure. Fix ${what} and run the rest again, or turn on 'Send Remaining Items' in the options`,
	});
};

const collect = async (portions: AsyncIterable<readonly Row[]>): Promise<readonly Row[]> => {
	const all: (readonly Row[])[] = [];
	for await (const portion of portions) all.push(portion);
	return all.length === 1 ? all[0]! : all.flat();
};

/** Links rows to items: to those that the work names, to the one, to each its own where their numbers agree, else to all that went in the call. */
const link = (rows: readonly Row[], { pieces: own, work }: Job, pieces: readonly Piece[], results: INodeExecutionData[][]): void => {
	const items = own.map((piece) => pieces[piece]!.item);
	const pairedItem = items.length === 1 ? { item: items[0]! } : items.map((item) => ({ item }));
	if (own.length > 1 && work.owners) {
		for (const row of rows) {
			const owners = work.owners(row);
			if (owners === undefined) results[own[0]!]!.push(itemOf(row, pairedItem));
			// An item of its own for each: what one branch does to it must not show in another.
			owners?.forEach((place, index) => results[own[place]!]!.push(itemOf(index === 0 ? row : { ...row }, { item: items[place]! })));
		}
		return;
	}
	if (own.length > 1 && rows.length === own.length) {
		own.forEach((piece, index) => results[piece]!.push(itemOf(rows[index]!, { item: items[index]! })));
		return;
	}
	results[own[0]!] = work.binary
		? rows.map((row) => ({ ...itemOf(row, pairedItem), binary: work.binary!(row) }))
		: rows.map((row) => itemOf(row, pairedItem));
};

/** What changed something before the run ended, what else may have, and in a run in order what was not sent. `told` is the piece whose fault is reported. */
const completedWork = (
	pieces: readonly Piece[],
	done: ReadonlySet<number>,
	errors: ReadonlyMap<number, unknown>,
	told: number,
	inOrder: boolean,
): CompletedWork => {
	if (!pieces.some(({ work }) => work?.changes)) return NOTHING_COMPLETED;
	const isUnsent = (piece: number): boolean => inOrder && !done.has(piece) && !errors.has(piece);
	const begun = new Set(pieces.flatMap(({ item }, piece) => (isUnsent(piece) ? [] : [item])));
	const unsent = pieces.filter((_, piece) => isUnsent(piece));
	const open = new Set(pieces.flatMap(({ item }, piece) => (done.has(piece) ? [] : [item])));
	const finished = pieces.filter((_, piece) => done.has(piece));
	return {
		items: [...new Set(finished.flatMap(({ item }) => (open.has(item) ? [] : [item])))],
		parts: finished.flatMap(({ item, work }) => (open.has(item) && work?.subject !== undefined ? [work.subject] : [])),
		uncertain: [
			...new Set(pieces.flatMap(({ item }, piece) => (item !== pieces[told]!.item && isUncertain(errors.get(piece)) ? [item] : []))),
		],
		unsent: {
			items: [...new Set(unsent.flatMap(({ item }) => (begun.has(item) ? [] : [item])))],
			parts: unsent.flatMap(({ item, work }) => (begun.has(item) && work?.subject !== undefined ? [work.subject] : [])),
		},
	};
};

const isUncertain = (error: unknown): boolean => error instanceof ApiError && error.uncertain;

/** n8n takes a property `error` at the root for a failed item, and its «Retry On Fail» would repeat the whole node. */
const itemOf = (row: Row, pairedItem: INodeExecutionData['pairedItem']): INodeExecutionData => {
	if (!('error' in row)) return { json: row as INodeExecutionData['json'], pairedItem };
	const { error, ...rest } = row;
	return { json: { ...rest, error_field: error } as INodeExecutionData['json'], pairedItem };
};
