/**
 * The outcome that the node must report. It depends on the effect of sending the request twice, and on what the client sees.
 * The rules do not use the code of the nodes. No request may be lost, and no change may be made twice.
 */
import type { FaultCase, Seen, Times } from './faults';
import type { Effect, Operation } from './operation';

/**
 * - `done`: the operation was executed once.
 * - `doneWithHint`: the operation was executed, and an inconsistency was reported.
 * - `refused`: the operation was not executed.
 * - `uncertain`: the operation may have succeeded, and the message says how to check.
 * - `asReported`: the outcome can differ between items. Each may be reported as done, refused or uncertain.
 */
export type Reported = 'done' | 'doneWithHint' | 'refused' | 'uncertain' | 'asReported';

/** Why a fault does not apply to an operation. */
export interface NotApplicable {
	readonly because: string;
}

export const ONLY_LISTS_HAVE_PAGES: NotApplicable = { because: 'only lists have pages and a Pagination-Count' };
const PORT_IS_CLOSED_BEFORE: NotApplicable = { because: 'if the port is closed, the change itself fails first: see the column "void"' };
const LIST_IS_ONE_ITEM: NotApplicable = {
	because:
		'a list is one item, regardless of the number of its requests. The rows "once" and "always" already cover page 3, the middle of the run',
};

const outcomeAfterRetries = (effect: Effect, times: Times, finalOutcome: Reported): Reported => {
	if (effect === 'once') return 'uncertain';
	// After a temporary fault, a retry succeeds. A read that never succeeds has changed nothing.
	return times === 'once' ? 'done' : effect === 'read' ? 'refused' : finalOutcome;
};

const REPORTED: Readonly<Record<Seen, (effect: Effect, times: Times) => Reported>> = {
	response: () => 'done',
	refusal: () => 'refused',
	notStarted: (_effect, times) => (times === 'once' ? 'done' : 'refused'),
	transient: (effect, times) => outcomeAfterRetries(effect, times, 'uncertain'),
	nothing: (effect, times) => outcomeAfterRetries(effect, times, 'uncertain'),
	// Every attempt returns a page from a server other than the site. For a change, that page does not show what the site did.
	foreign: (effect) => (effect === 'read' ? 'refused' : 'uncertain'),
	explained: (effect) => (effect === 'read' ? 'refused' : 'uncertain'),
	expired: (_effect, times) => (times === 'always' ? 'refused' : 'done'),
};

/** Whether the response is valid despite the fault: it has no body to damage, or the request does not require a body. */
const hasResponded = ({ inBody, leavesNoBody }: FaultCase, { body }: Operation): boolean =>
	(inBody === true && body === 'never') || (leavesNoBody === true && body !== 'always');

export const expectedOf = (operation: Operation, fault: FaultCase, times: Times): Reported | NotApplicable => {
	const { effect, isAfterwards = false, readsList = false, repeatIsRefused = false } = operation;
	if (fault.reported) return readsList ? 'doneWithHint' : ONLY_LISTS_HAVE_PAGES;
	if (times === 'mid-run' && readsList) return LIST_IS_ONE_ITEM;
	if (fault.rule === undefined && isAfterwards) return PORT_IS_CLOSED_BEFORE;
	const seen = hasResponded(fault, operation) ? 'response' : fault.seen;
	const reported = REPORTED[seen](effect, times);
	if (isAfterwards && reported === 'refused') return 'doneWithHint';
	// The second attempt finds nothing to delete: the record is gone, but nothing shows whether the first attempt removed it.
	return reported === 'done' && seen !== 'response' && fault.processed && repeatIsRefused ? 'uncertain' : reported;
};

/** How many times the item must have been changed. For an uncertain outcome, once if the site processed the request, otherwise never. */
export const timesOf = (reported: Reported, fault: FaultCase): number =>
	reported === 'done' || reported === 'doneWithHint' || (reported === 'uncertain' && fault.processed) ? 1 : 0;

/** Whether the output of a successful request can lack the new keys, or the flag for a created record. */
export const canLackValues = (operation: Operation, fault: FaultCase, times: Times): boolean =>
	(fault.leavesNoBody === true && operation.body === 'may') || (operation.effect === 'repeatable' && times === 'once' && fault.processed);
