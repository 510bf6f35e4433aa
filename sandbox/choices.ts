/** What differs between sites of the same release, and neither specification nor public material decides. */
export interface SiteChoices {
	/** The documents that take TrxTimeOptionMove and TrxTimeOptionAdjust (public material: a draft names different ones in its title and its text). */
	readonly timeOptionDocuments: readonly string[];
}
