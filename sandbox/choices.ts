import type { OmissionNames } from './omissions';

/** What differs between sites of the same release, and neither specification nor public material decides. */
export interface SiteChoices {
	/** The documents that take TrxTimeOptionMove and TrxTimeOptionAdjust (public material: a draft names different ones in its title and its text). */
	readonly timeOptionDocuments: readonly string[];
	/** Parameters or headers that omit nulls and alternate keys (specification: their names are not shown). */
	readonly omissions: OmissionNames;
}
