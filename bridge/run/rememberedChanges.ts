/**
 * The state of Get Changed in the workflow's static data.
 *
 * n8n stores static data at the end of an execution, even if a later node failed. So the state after a read is only pending: the next
 * execution uses it if the execution that stored it succeeded, and otherwise reads the same changes again.
 */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Memory } from '../../core/events/window';
import { InputError } from '../../core/model/inputError';
import { isRow } from './params';

interface StoredState {
	/** The state after the last successful execution; omitted before the first one. */
	readonly done?: Memory;
	/** The state after an execution whose outcome was not known yet. */
	readonly pending?: { readonly memory: Memory; readonly execution: string };
}

/** The states of one node by scope. A node can read several documents, such as one per item. */
type States = Readonly<Record<string, StoredState>>;

/** The maximum number of scopes that are stored for one node; the oldest is dropped first. */
const MAX_SCOPES = 50;

/** How an execution ended; unknown if n8n has no data about it. */
type Outcome = 'succeeded' | 'failed' | 'unknown';

const outcomeOf = async (context: IExecuteFunctions, execution: string): Promise<Outcome> => {
	const data = await context.getExecutionDataById(execution);
	if (data === undefined) return 'unknown';
	// An execution that is still waiting has not succeeded yet.
	return data.waitTill === undefined && data.resultData.error === undefined ? 'succeeded' : 'failed';
};

const statesOf = (context: IExecuteFunctions): States => {
	const { changes } = context.getWorkflowStaticData('node');
	return isRow(changes) ? (changes as unknown as States) : {};
};

/**
 * Rejects a workflow in which a trigger of this package would overwrite the state. n8n always stores the static data of the whole
 * workflow: for a poll, as it was when the workflow was published; for an event whose response waits for the last node, as it was before
 * the execution. Throws {@link InputError}.
 */
export const requireStoredState = (context: IExecuteFunctions): void => {
	for (const { name, type, disabled, parameters } of context.getParentNodes(context.getNode().name, { includeNodeParameters: true })) {
		const isPoll = type.endsWith('.mediaOperationsPollTrigger');
		if (disabled || !(isPoll || (type.endsWith('.mediaOperationsTrigger') && parameters?.respond === 'lastNode'))) continue;
		const advice = isPoll ? 'Use a Schedule Trigger' : "Set 'Respond' in the trigger to 'Immediately'";
		throw new InputError({
			field: 'startFrom',
			message: `The position cannot be stored in a workflow that '${name}' starts: the trigger would overwrite it, and each execution would return all records`,
			hint: `${advice}, or set 'Start From' to 'Cursor or Date' and store the cursor, for example in a Data Table`,
		});
	}
};

/** Where a run starts. */
export interface Start {
	/** Undefined for the first run. */
	readonly memory: Memory | undefined;
	/** Whether n8n had no data about the last execution. */
	readonly isUnknown: boolean;
}

/** Determines from the stored state where this run starts. */
const resolve = async (context: IExecuteFunctions, { done, pending }: StoredState, repeatUnknown: boolean): Promise<Start> => {
	if (pending === undefined) return { memory: done, isUnknown: false };
	// In a loop, a later call in the same execution continues after the earlier one.
	if (pending.execution === context.getExecutionId()) return { memory: pending.memory, isUnknown: false };
	const outcome = await outcomeOf(context, pending.execution);
	const isDone = outcome === 'succeeded' || (outcome === 'unknown' && !repeatUnknown);
	return { memory: isDone ? pending.memory : done, isUnknown: outcome === 'unknown' };
};

/** The position of a node in one list, kept from one execution to the next. */
export class RememberedChanges {
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly scope: string,
	) {}

	/** Where to start. `repeatUnknown` reads the same changes again if the outcome of the last execution is unknown. */
	async start(repeatUnknown: boolean): Promise<Start> {
		return await resolve(this.context, statesOf(this.context)[this.scope] ?? {}, repeatUnknown);
	}

	/** Stores the state after a read from `start`, to be used if this execution succeeds. A manual execution stores nothing. */
	store(start: Start, memory: Memory): void {
		const { context, scope } = this;
		if (context.getMode() === 'manual') return;
		const { [scope]: before, ...others } = statesOf(context);
		const execution = context.getExecutionId();
		const isLoop = before?.pending?.execution === execution;
		const done = isLoop ? before?.done : start.memory;
		const state: StoredState = { ...(done === undefined ? {} : { done }), pending: { memory, execution } };
		const isSame = JSON.stringify(start.memory) === JSON.stringify(memory);
		// If nothing has changed, store nothing: an assignment would make n8n write the static data to its database.
		if (isSame && !isLoop && before?.pending === undefined) return;
		const kept = Object.entries(others).slice(-(MAX_SCOPES - 1));
		const next: States = { ...Object.fromEntries(kept), [scope]: isSame && !isLoop ? { done: memory } : state };
		context.getWorkflowStaticData('node').changes = next as unknown as IDataObject;
	}
}
