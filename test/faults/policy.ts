/**
 * What a workflow is to be told, by what a second call would do and by what was seen of the first. Nothing here is taken from the
 * nodes: it is what somebody would do by hand who must neither lose a call nor make it twice.
 */
import type { FaultCase, Seen, Times } from './faults';
import type { Effect, Operation } from './operation';

/**
 * - `done`: it was done, once.
 * - `told`: it was done, and what does not add up was told.
 * - `refused`: it was not done.
 * - `uncertain`: it may have succeeded, and how to find out.
 * - `asTold`: of several items each as it was told, be it done, refused or uncertain.
 */
export type Told = 'done' | 'told' | 'refused' | 'uncertain' | 'asTold';

/** Why a fault cannot meet an operation. */
export interface NotMet {
	readonly because: string;
}

export const ONLY_LISTS_HAVE_PAGES: NotMet = { because: 'only a list has pages that can be counted or change' };
const PORT_IS_CLOSED_BEFORE: NotMet = { because: 'a closed port refuses the change before it too, which stands under «void»' };
const LIST_IS_ONE_ITEM: NotMet = {
	because:
		'a list is one item however many calls it makes; its page 3 is the middle of its run, and what meets it there stands under «once» and «always»',
};

const whereAnotherTryMayBeMade = (effect: Effect, times: Times, atTheEnd: Told): Told => {
	if (effect === 'once') return 'uncertain';
	// One that passes is passed over; a read that never succeeds has changed nothing, whatever became of it.
	return times === 'once' ? 'done' : effect === 'read' ? 'refused' : atTheEnd;
};

const TOLD: Readonly<Record<Seen, (effect: Effect, times: Times) => Told>> = {
	answer: () => 'done',
	refusal: () => 'refused',
	notNow: (_effect, times) => (times === 'once' ? 'done' : 'refused'),
	passing: (effect, times) => whereAnotherTryMayBeMade(effect, times, 'uncertain'),
	nothing: (effect, times) => whereAnotherTryMayBeMade(effect, times, 'uncertain'),
	// Somebody else's page comes again and again; to a change it says nothing of what the site did.
	foreign: (effect) => (effect === 'read' ? 'refused' : 'uncertain'),
	explained: (effect) => (effect === 'read' ? 'refused' : 'uncertain'),
	expired: (_effect, times) => (times === 'always' ? 'refused' : 'done'),
};

/** Whether the fault leaves the answer as good as a whole one, since there was no body to break or to lose. */
const isAnswered = ({ inBody, leavesNoBody }: FaultCase, { body }: Operation): boolean =>
	(inBody === true && body === 'never') || (leavesNoBody === true && body !== 'always');

export const expectedOf = (operation: Operation, fault: FaultCase, times: Times): Told | NotMet => {
	const { effect, isAfterwards = false, readsList = false, repeatIsRefused = false } = operation;
	if (fault.told) return readsList ? 'told' : ONLY_LISTS_HAVE_PAGES;
	if (times === 'mid-run' && readsList) return LIST_IS_ONE_ITEM;
	if (fault.rule === undefined && isAfterwards) return PORT_IS_CLOSED_BEFORE;
	const seen = isAnswered(fault, operation) ? 'answer' : fault.seen;
	const told = TOLD[seen](effect, times);
	if (isAfterwards && told === 'refused') return 'told';
	// The second try finds nothing to delete: gone it is, but whether by the first try nobody can tell.
	return told === 'done' && seen !== 'answer' && fault.carriedOut && repeatIsRefused ? 'uncertain' : told;
};

/** How often an item was done, for what was told: an uncertain one as often as the site really did it. */
export const timesOf = (told: Told, fault: FaultCase): number =>
	told === 'done' || told === 'told' || (told === 'uncertain' && fault.carriedOut) ? 1 : 0;

/** Whether a good answer can lack what it would have told: the keys that a site gave, and whether a record is new. */
export const mayLack = (operation: Operation, fault: FaultCase, times: Times): boolean =>
	(fault.leavesNoBody === true && operation.body === 'may') || (operation.effect === 'repeatable' && times === 'once' && fault.carriedOut);
