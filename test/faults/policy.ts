/**
 * What a workflow is to be told, by what a second call would do and by what was seen of the first. Nothing here is taken from the
 * nodes: it is what somebody would do by hand who must neither lose a call nor make it twice.
 */
import type { FaultCase, Seen, Times } from './faults';
import type { Effect, Operation } from './operations';

/**
 * - `done`: it was done, once.
 * - `told`: it was done, and what does not add up was told.
 * - `refused`: it was not done.
 * - `uncertain`: it may have been carried out, and how to find out.
 * - `asTold`: of several items each as it was told, be it done, refused or uncertain.
 */
export type Told = 'done' | 'told' | 'refused' | 'uncertain' | 'asTold';

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
	expired: (_effect, times) => (times === 'always' ? 'refused' : 'done'),
};

/** Undefined where the fault cannot meet the operation. */
export const expectedOf = (operation: Operation, fault: FaultCase, times: Times): Told | undefined => {
	const { body, effect, readsList = false, repeatIsRefused = false } = operation;
	if (fault.told) return readsList ? 'told' : undefined;
	if (times === 'mid-run' && readsList) return undefined;
	const isGood = (fault.inBody && body === 'never') || (fault.leavesNoBody && body !== 'always');
	const seen = isGood ? 'answer' : fault.seen;
	const told = TOLD[seen](effect, times);
	// The second try finds nothing to delete: gone it is, but whether by the first try nobody can tell.
	return told === 'done' && seen !== 'answer' && fault.carriedOut && repeatIsRefused ? 'uncertain' : told;
};

/** How often an item was done, for what was told: an uncertain one as often as the site really did it. */
export const timesOf = (told: Told, fault: FaultCase): number => (told === 'done' || told === 'told' || (told === 'uncertain' && fault.carriedOut) ? 1 : 0);
