import { sleep, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import { createClient, type Client } from '../core/http/client';
import type { Send } from '../core/http/port';
import type { Row, Tell } from '../core/operations/operation';
import { errorItem, nodeErrorOf, type FaultContext } from './faultMessages';

/** What one input item asks for. */
export interface ItemWork {
	/** Whether it changes something on the site: then a run that ends early tells what was done before. */
	readonly changes: boolean;
	run(client: Client, tell: Tell): AsyncIterable<readonly Row[]>;
	/** Where several items can go in one call: those of one group, up to a number. */
	readonly together?: { readonly group: string; readonly highest: number; join(works: readonly ItemWork[]): ItemWork };
}

/** How a run sends: the same for all of its items. */
export interface RunSettings {
	readonly send: Send;
	readonly concurrency: number;
	/** How often a request is sent at most. */
	readonly tries: number;
	/** The displayed name of the parameter that a place in the input came from. */
	readonly parameterName: FaultContext['parameterName'];
}

/** One call for one item, or for several. */
interface Job {
	readonly items: readonly number[];
	readonly work: ItemWork;
}

/**
 * The one loop over the items of a node, and the one place where its faults are caught.
 *
 * All items are planned before the first is sent, so that what can be known before stops a run that has changed nothing yet. Then
 * they run at once, as many as the settings allow, and their results come in the order of the items, each linked to its
 * item. With «Continue On Fail» an item that ends with a fault gives an error item; without it the run ends, once what is under way
 * is through, with the first fault and with what had been carried out.
 */
export const runItems = async (context: IExecuteFunctions, { send, concurrency, tries, parameterName }: RunSettings, plan: (index: number) => ItemWork): Promise<INodeExecutionData[][]> => {
	const signal = context.getExecutionCancelSignal();
	const client = createClient({ send, sleep, random: Math.random, now: Date.now, concurrency, retry: { attempts: tries }, ...(signal ? { signal } : {}) });
	const count = context.getInputData().length;
	const results: INodeExecutionData[][] = Array.from({ length: count }, () => []);
	const done: boolean[] = Array.from({ length: count }, () => false);
	const faults = new Map<number, unknown>();
	const notices = new Set<string>();
	const goesOn = context.continueOnFail();

	const fail = (items: readonly number[], fault: unknown): void => items.forEach((item) => faults.set(item, fault));
	const plans = planned(count, plan, (item, fault) => fail([item], fault));
	const jobs = goesOn || faults.size === 0 ? jobsOf(plans) : [];

	const next = jobs.values();
	const worker = async (): Promise<void> => {
		for (const { items, work } of next) {
			if (faults.size > 0 && !goesOn) return;
			try {
				const rows = await collect(work.run(client, ({ text }) => notices.add(text)));
				link(rows, items, results);
				items.forEach((item) => (done[item] = true));
			} catch (fault) {
				fail(items, fault);
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(concurrency, jobs.length) }, worker));

	if (notices.size > 0) context.addExecutionHints(...[...notices].slice(0, 5).map((message) => ({ message, location: 'outputPane' as const, type: 'warning' as const })));
	const first = Math.min(...faults.keys());
	const faultContext = (item: number): FaultContext => ({ node: context.getNode(), item, parameterName });
	if (faults.size > 0 && (!goesOn || signal?.aborted)) {
		const changed = plans.some((work) => work?.changes) ? done.flatMap((isDone, item) => (isDone ? [item] : [])) : [];
		throw nodeErrorOf(faults.get(first), { ...faultContext(first), carriedOut: changed });
	}
	for (const [item, fault] of faults) results[item] = [errorItem(fault, faultContext(item))];
	return [results.flat()];
};

const planned = (count: number, plan: (index: number) => ItemWork, fail: (item: number, fault: unknown) => void): (ItemWork | undefined)[] =>
	Array.from({ length: count }, (_, item) => {
		try {
			return plan(item);
		} catch (fault) {
			fail(item, fault);
			return undefined;
		}
	});

/** One job to an item, but for neighbours that can go together. */
const jobsOf = (plans: readonly (ItemWork | undefined)[]): Job[] => {
	const jobs: Job[] = [];
	let open: { items: number[]; works: ItemWork[] } | undefined;
	const close = (): void => {
		if (open !== undefined) jobs.push({ items: open.items, work: open.works.length > 1 ? open.works[0]!.together!.join(open.works) : open.works[0]! });
		open = undefined;
	};
	plans.forEach((work, item) => {
		if (work === undefined) return;
		const fits = open !== undefined && work.together !== undefined && open.works[0]!.together?.group === work.together.group && open.works.length < work.together.highest;
		if (!fits) close();
		open ??= { items: [], works: [] };
		open.items.push(item);
		open.works.push(work);
	});
	close();
	return jobs;
};

const collect = async (portions: AsyncIterable<readonly Row[]>): Promise<readonly Row[]> => {
	const all: (readonly Row[])[] = [];
	for await (const portion of portions) all.push(portion);
	return all.length === 1 ? all[0]! : all.flat();
};

/** Links rows to items: to the one, to each its own where their numbers agree, else to all that went in the call. */
const link = (rows: readonly Row[], items: readonly number[], results: INodeExecutionData[][]): void => {
	if (items.length > 1 && rows.length === items.length) {
		items.forEach((item, index) => results[item]!.push(itemOf(rows[index]!, { item })));
		return;
	}
	const own = items.length === 1 ? { item: items[0]! } : items.map((item) => ({ item }));
	results[items[0]!] = rows.map((row) => itemOf(row, own));
};

/** n8n takes a property `error` at the root for a failed item, and its «Retry On Fail» would repeat the whole node. */
const itemOf = (row: Row, pairedItem: INodeExecutionData['pairedItem']): INodeExecutionData => {
	if (!('error' in row)) return { json: row as INodeExecutionData['json'], pairedItem };
	const { error, ...rest } = row;
	return { json: { ...rest, error_field: error } as INodeExecutionData['json'], pairedItem };
};

