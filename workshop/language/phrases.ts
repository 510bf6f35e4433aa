/** A phrase that docs/STYLE.md replaces: what to find, and what to write instead. */
export interface Phrase {
	readonly find: RegExp;
	readonly write: string;
}

const phrase = (find: string, write: string): Phrase => ({ find: new RegExp(`(?<![\\w'-])(?:${find})(?![\\w-])`, 'i'), write });

/**
 * Phrases that are wrong in nearly every context, so a match is reported as an error. Ambiguous ones ("takes", "gives", "holds", "where")
 * are left to the reviewer.
 */
export const PHRASES: readonly Phrase[] = [
	phrase('stands? (?:in|at|behind|beside|there|under|for itself)|stood (?:in|at|behind|beside|there)', 'is in, follows, appears'),
	phrase('tells? (?:so|nothing|that)', 'reports, shows'),
	phrase('(?:which|that|who) (?:is|are) (?:no|none)', 'which is not a'),
	phrase('(?<!there )(?:is|are|was) none(?! of)', 'is not a, does not exist'),
	phrase('by itself|by themselves', 'automatically'),
	phrase('as it came|as they came|as it stands|as they stand', 'unchanged, raw'),
	phrase('as ever', 'unchanged'),
	phrase('left out|leaves? out|leaving out', 'omitted, ignored'),
	phrase('overlooks?|overlooked', 'ignores'),
	phrase('under way', 'in progress'),
	phrase('side by side', 'in parallel, next to each other'),
	phrase('at the same instant', 'at the same time'),
	phrase('beside', 'next to, in addition to'),
	phrase('anew', 'again'),
	phrase('somebody', 'someone'),
	phrase('as a rule', 'usually'),
	phrase('(?:another|further) (?:try|tries)', 'retry, another attempt'),
	phrase('broke off|breaks off|broken off', 'was interrupted, was truncated'),
	phrase('unstuck', 'fix it'),
	phrase('mend(?:s|ed)?', 'fix'),
	phrase('own words|words of the (?:site|server|provider|house)', "the server's message"),
	phrase('(?:takes?|took|taken) back', 'undoes, revokes'),
	phrase('takes? effect where', 'applies if'),
	phrase('undefined where|empty where|null where|none where', 'undefined if'),
	phrase('for so (?:long|many)|so many (?:times|of them)', 'for N ms, N times'),
	phrase('for the sake of', 'because of'),
	phrase('may have been carried out|was carried out|were carried out', 'may have succeeded, was processed'),
	phrase('highest number', 'maximum'),
	phrase('goes? out|goes? alone', 'is sent'),
	phrase('catalogue', 'catalog'),
	phrase('log-in|logs? in|logged in|logging in', 'sign in, sign-in'),
	phrase('slip of the pen', 'typo'),
	phrase('stray(?:s)?', 'unmatched'),
	phrase('in vain', 'without success'),
	phrase('wants (?:a|an|the|it|no|its)', 'requires'),
	phrase('out of reach', 'unavailable'),
	phrase('has to stand', 'must be in'),
	phrase('(?<!by )hand(?:s|ed)? (?:on|in|over)', 'passes'),
	phrase('comes? out of it|came of it', 'the result'),
	phrase('(?:is|are) to be had', 'is available'),
	phrase('(?:was|were|is|are) tried out', 'was tested'),
	phrase('runs? out', 'expires'),
	phrase('ran out|run out', 'expired'),
	phrase('told', 'reported, shown'),
	phrase('at once', 'immediately, concurrently'),
	phrase('as a whole', 'completely, as one unit'),
	phrase('of (?:its|their|his) own(?! \\w)', 'its own …, separate'),
	phrase('besides', 'in addition to'),
	phrase('as far as', 'if, except, the parts that'),
	phrase('on the way', 'in transit, while …'),
	phrase('in turn', 'one after the other'),
	phrase('no more than', 'at most, only'),
	phrase('without case', 'case-insensitive, ignoring case'),
	phrase('names? no record', 'refers to a … that does not exist'),
	phrase('(?:the same )?holds for', 'applies to'),
	phrase('carried out', 'processed, succeeded'),
	phrase('(?:went|goes|go) well', 'succeeded'),
	phrase('of no account', 'does not count'),
	phrase('thus|hence|thereby|whereby|wherein|thereof|henceforth', 'so, therefore, with which'),
];
