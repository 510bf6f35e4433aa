import { type Received, type Step } from './rawSite';
import type { Effect, Use, UseName } from './uses';

/**
 * The outcome that the node may report. `done`: the response proves that the request succeeded. `refused`: the site cannot have executed
 * the request. `uncertain`: neither is certain. A read is never uncertain.
 */
export type Verdict = 'done' | 'refused' | 'uncertain';

export interface ForeignCase {
	readonly name: string;
	/** The reason for the verdict. */
	readonly why: string;
	readonly uses: readonly UseName[];
	/**
	 * Whether the site did what the request asked for. `either`: the response is the same in both cases, so a verdict has to be true for
	 * both.
	 */
	readonly effect: 'processed' | 'notProcessed' | 'either';
	/** The site's steps. `attempt` counts the requests of the run from 1. */
	readonly respond: (use: Use, request: Received, attempt: number) => readonly Step[];
	/** The allowed verdict, or a list if the node may report any of several. */
	readonly verdict: Verdict | readonly Verdict[] | ((effect: Effect) => Verdict | readonly Verdict[]);
	/** The timeout of one request in seconds, for sites that do not respond. */
	readonly timeout?: number;
}

/** The verdict for a response that does not show what the site did. For a read, this is a refusal, because a read changes nothing. */
export const OPEN = (effect: Effect): Verdict => (effect === 'read' ? 'refused' : 'uncertain');
/** The verdicts for an unusual response that proves that the site processed the request: a node may accept it, or be cautious. */
export const PROVEN_OR_OPEN = (effect: Effect): readonly Verdict[] => ['done', OPEN(effect)];
/** The verdicts for a response that a site sends only if it did nothing, but whose format a node does not have to recognize. */
export const REFUSED_OR_OPEN = (effect: Effect): readonly Verdict[] => ['refused', OPEN(effect)];
