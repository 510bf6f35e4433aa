import type { IBinaryKeyData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Client } from '../../core/http/client';
import { ApiError } from '../../core/http/apiError';
import { InputError } from '../../core/model/inputError';
import type { OnNotice } from '../../core/model/notice';
import type { Row } from '../../core/model/terms';
import { collected } from '../../core/operations/collected';
import type { Operation } from '../../core/operations/operation';
import { inParallel } from './inParallel';
import { errorItem, nodeErrorOf, NOTHING_COMPLETED, type CompletedWork, type ErrorContext } from './nodeError';
import { Notices } from './notices';
import { switchOf } from './params';
import { isTool } from './toolResponse';

/** A unit of work for an input item. Each unit succeeds or fails on its own. */
export interface ItemWork {
	/** Whether it changes records on the site: a run that ends early then reports the completed changes. */
	readonly changes: boolean;
	run(client: Client, onNotice: OnNotice): AsyncIterable<readonly Row[]>;
	/** Distinguishes this unit from the other units of the same item, for example 'batch 7572'. */
	readonly subject?: string | undefined;
	/**
	 * Identifies the record that the work changes. Work for the same record runs one after the other, in item order. Otherwise, a retry of an
	 * earlier item could overwrite a later one, and two upserts could both create the record.
	 */
	readonly target?: string | undefined;
	/** Work in the same group can share one request, up to `max` units. */
	readonly batch?: { readonly group: string; readonly max: number; join(works: readonly ItemWork[]): ItemWork };
	/** For joined work: the indexes of the units to which a row belongs; undefined if that is unknown. Called after the row is returned. */
	owners?(row: Row): ReadonlySet<number> | undefined;
	/** The files of a row. Called after the row is returned. */
	readonly binary?: (row: Row) => IBinaryKeyData | undefined;
	/**
	 * Whether the work makes a change that the API cannot undo. The run then sends its work in item order, one unit at a time, and stops at
	 * the first failure. See {@link runsInOrder}.
	 */
	readonly inOrder?: boolean;
	/** Whether to run no other work at the same time, because this work can read a large amount of data. */
	readonly exclusive?: boolean;
}

/**
 * Whether an operation with this input runs in item order and stops at the first failure. An irreversible operation does so, unless the
 * option 'Send Remaining Items' is on. Throws {@link InputError}.
 */
export const runsInOrder = <Input>(operation: Operation<Input>, input: Input, options: Row): boolean =>
	operation.isIrreversible?.(input) === true && !switchOf(options.sendRemainingItems, 'sendRemainingItems', 'Send Remaining Items');

/** The settings of a run, shared by all of its items. */
export interface RunSettings {
	readonly client: Client;
	/** Given a field of an operation's input, returns the label of the parameter it comes from. */
	readonly parameterName: ErrorContext['parameterName'];
}

/** A unit of work with its item and output. `work` is undefined if the item could not be planned. */
interface Unit {
	/** The position of the unit in the run. */
	readonly index: number;
	readonly item: number;
	readonly work?: ItemWork | undefined;
	output: INodeExecutionData[];
}

/** The failed units with their errors. */
type Errors = Map<Unit, unknown>;

/** Work for one unit, or joined work for several units. */
interface Job {
	readonly units: readonly [Unit, ...Unit[]];
	readonly work: ItemWork;
}

/**
 * The only loop over the items of a node, and the only place that catches their errors.
 *
 * All items are planned before the first request, so that invalid input stops the run before it changes anything. Then they run
 * concurrently, up to the limit of the client, except items that change the same record. Results are in item order, each linked to its
 * item. If any work runs in order, the whole run does. With 'Continue On Fail', a failed unit becomes an error item. Otherwise the run
 * waits for the requests in progress and throws the first error, with the changes that were completed before it.
 */
export const runItems = async (
	context: IExecuteFunctions,
	{ client, parameterName }: RunSettings,
	plan: (index: number) => ItemWork | readonly ItemWork[],
): Promise<INodeExecutionData[][]> => {
	const signal = context.getExecutionCancelSignal();
	const errors: Errors = new Map();
	const units = planned(context.getInputData().length, plan, errors);
	const done = new Set<Unit>();
	const notices = new Notices();
	// If a tool throws an error, n8n passes an empty string to the model, or ends the agent. Error items reach the model.
	const continueOnFail = context.continueOnFail() || isTool(context.getNode());
	const jobs = continueOnFail || errors.size === 0 ? jobsOf(units, errors) : [];

	const inOrder = jobs.some(({ work }) => work.inOrder);
	let firstFailed = firstOf(errors.keys());
	const runJob = async ({ units: own, work }: Job): Promise<void> => {
		const failed = firstFailed;
		if (inOrder && failed !== undefined && failed.index < own[0].index) {
			own.forEach((unit) => errors.set(unit, notSent(failed)));
			return;
		}
		try {
			const rows = await collected(work.run(client, notices.add));
			link(rows, own, work);
			own.forEach((unit) => done.add(unit));
		} catch (error) {
			own.forEach((unit) => errors.set(unit, error));
			if (firstFailed === undefined || own[0].index < firstFailed.index) firstFailed = own[0];
		}
	};
	const isSequential = inOrder || jobs.some(({ work }) => work.exclusive);
	await inParallel(jobs, {
		run: runJob,
		max: () => (isSequential ? 1 : client.concurrency),
		isOver: () => errors.size > 0 && !continueOnFail,
		targetsOf: ({ units: own }) => own.flatMap(({ work }) => work?.target ?? []),
	});
	const throttlingNotice = throttlingHint(client.throttling);
	if (throttlingNotice !== undefined) notices.add({ name: 'throttled', text: throttlingNotice });

	const shown = notices.shown();
	if (shown.length > 0)
		context.addExecutionHints(...shown.map((message) => ({ message, location: 'outputPane' as const, type: 'warning' as const })));
	const errorContext = ({ item }: Unit) => ({ node: context.getNode(), item, parameterName });
	if (firstFailed !== undefined && (!continueOnFail || signal?.aborted))
		throw nodeErrorOf(errors.get(firstFailed), {
			...errorContext(firstFailed),
			completed: completedWork(units, done, errors, firstFailed, inOrder),
		});
	for (const [unit, error] of errors) unit.output = [errorItem(error, errorContext(unit))];
	return [units.flatMap(({ output }) => output)];
};

/** Not Math.min: a function call does not accept a hundred thousand arguments. */
const firstOf = (units: Iterable<Unit>): Unit | undefined => {
	let first: Unit | undefined;
	for (const unit of units) if (first === undefined || unit.index < first.index) first = unit;
	return first;
};

/** The notice about the limit that the site enforced on the run by refusing requests. */
const throttlingHint = (throttling: Client['throttling']): string | undefined => {
	if (throttling === undefined) return undefined;
	const { perSecond, requests } = throttling;
	const limits = [
		...(requests === undefined ? [] : [`${requests} concurrent request${requests === 1 ? '' : 's'}`]),
		...(perSecond === undefined ? [] : [`${perSecond < 10 ? perSecond.toFixed(1) : Math.round(perSecond)} requests per second`]),
	];
	return `The site limited this run to about ${limits.join(' and ')}`;
};

const planned = (count: number, plan: (index: number) => ItemWork | readonly ItemWork[], errors: Errors): readonly Unit[] => {
	const units: Unit[] = [];
	const add = (item: number, work?: ItemWork): Unit => {
		const unit = { index: units.length, item, work, output: [] };
		units.push(unit);
		return unit;
	};
	for (let item = 0; item < count; item += 1) {
		try {
			const works = plan(item);
			for (const work of 'run' in works ? [works] : works) add(item, work);
		} catch (error) {
			errors.set(add(item), error);
		}
	}
	return units;
};

/** One job for each unit, or for several units of one batch. If units cannot be joined, each of them gets the error. */
const jobsOf = (all: readonly Unit[], errors: Errors): Job[] => {
	interface Joined {
		readonly units: [Unit, ...Unit[]];
		readonly works: [ItemWork, ...ItemWork[]];
	}
	const jobs: Joined[] = [];
	const open = new Map<string, Joined>();
	for (const unit of all) {
		const { work } = unit;
		if (work === undefined) continue;
		const { batch } = work;
		const current = batch && open.get(batch.group);
		if (current && current.works.length < batch.max) {
			current.units.push(unit);
			current.works.push(work);
			continue;
		}
		const job: Joined = { units: [unit], works: [work] };
		jobs.push(job);
		if (batch) open.set(batch.group, job);
	}
	return jobs.flatMap(({ units, works }): Job[] => {
		const [first, ...others] = works;
		try {
			return [{ units, work: first.batch && others.length > 0 ? first.batch.join(works) : first }];
		} catch (error) {
			units.forEach((unit) => errors.set(unit, error));
			return [];
		}
	});
};

/** The error for a unit that was not sent because this earlier unit failed. */
const notSent = ({ item, work }: Unit): InputError => {
	const failed = work?.subject === undefined ? `item ${item}` : `${work.subject} of item ${item}`;
	return new InputError({
		field: 'notSent',
		message: `Not sent, because ${failed} failed`,
		hint: `This operation cannot be undone, so the node stops at the first failure. Fix ${failed}, then run it and the remaining items, or turn on 'Send Remaining Items' in the options`,
	});
};

/**
 * Links the rows of a job to its items:
 * - by `owners`, if the work has it;
 * - row by row, if there are as many rows as units;
 * - otherwise each row to all items of the job.
 */
const link = (rows: readonly Row[], units: Job['units'], work: ItemWork): void => {
	const [first, ...others] = units;
	const pairedItem = others.length === 0 ? { item: first.item } : units.map(({ item }) => ({ item }));
	if (others.length > 0 && work.owners) {
		for (const row of rows) {
			const owners = work.owners(row);
			if (owners === undefined) first.output.push(itemOf(row, pairedItem));
			else
				[...owners]
					.flatMap((index) => units[index] ?? [])
					// Each owner gets its own copy of the row, so that a change to one copy does not change another.
					.forEach(({ item, output }, index) => output.push(itemOf(index === 0 ? row : { ...row }, { item })));
		}
		return;
	}
	if (others.length > 0 && rows.length === units.length) {
		units.forEach((unit, index) => {
			unit.output = rows.slice(index, index + 1).map((row) => itemOf(row, { item: unit.item }));
		});
		return;
	}
	first.output = rows.map((row) => {
		const item = itemOf(row, pairedItem);
		const binary = work.binary?.(row);
		return binary === undefined ? item : { ...item, binary };
	});
};

/**
 * The changes that the run completed or may have completed before it ended. For an in-order run, also the changes that were not sent.
 * `reported` is the unit whose error is thrown.
 */
const completedWork = (
	units: readonly Unit[],
	done: ReadonlySet<Unit>,
	errors: ReadonlyMap<Unit, unknown>,
	reported: Unit,
	inOrder: boolean,
): CompletedWork => {
	if (!units.some(({ work }) => work?.changes)) return NOTHING_COMPLETED;
	const isUnsent = (unit: Unit): boolean => inOrder && !done.has(unit) && !errors.has(unit);
	const begun = new Set(units.flatMap((unit) => (isUnsent(unit) ? [] : [unit.item])));
	const unsent = units.filter(isUnsent);
	const open = new Set(units.flatMap((unit) => (done.has(unit) ? [] : [unit.item])));
	const finished = units.filter((unit) => done.has(unit));
	return {
		items: [...new Set(finished.flatMap(({ item }) => (open.has(item) ? [] : [item])))],
		parts: finished.flatMap(({ item, work }) => (open.has(item) && work?.subject !== undefined ? [work.subject] : [])),
		uncertain: [...new Set(units.flatMap((unit) => (unit.item !== reported.item && isUncertain(errors.get(unit)) ? [unit.item] : [])))],
		unsent: {
			items: [...new Set(unsent.flatMap(({ item }) => (begun.has(item) ? [] : [item])))],
			parts: unsent.flatMap(({ item, work }) => (begun.has(item) && work?.subject !== undefined ? [work.subject] : [])),
		},
	};
};

const isUncertain = (error: unknown): boolean => error instanceof ApiError && error.uncertain;

/** Renames a root property `error`. n8n treats an item with this property as failed, and 'Retry On Fail' would repeat the whole node. */
const itemOf = (row: Row, pairedItem: NonNullable<INodeExecutionData['pairedItem']>): INodeExecutionData => {
	if (!('error' in row)) return { json: row as INodeExecutionData['json'], pairedItem };
	const { error, ...rest } = row;
	return { json: { ...rest, error_field: error } as INodeExecutionData['json'], pairedItem };
};
