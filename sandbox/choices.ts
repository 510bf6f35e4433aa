import type { OmissionNames } from './omissions';

/** Settings that differ between sites of the same release and that neither the specification nor public material defines. */
export interface SiteChoices {
	/**
	 * The documents that support TrxTimeOptionMove and TrxTimeOptionAdjust (public material: a draft names different ones in its title and
	 * its text).
	 */
	readonly timeOptionDocuments: readonly string[];
	/** The parameters or headers that omit nulls and alternate keys (the specification does not name them). */
	readonly omissions: OmissionNames;
}
