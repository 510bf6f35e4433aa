import type { OmissionNames } from './omissions';

/** Settings that can differ between sites of the same release, because the specification and public material do not settle them. */
export interface SiteChoices {
	/**
	 * The documents that support TrxTimeOptionMove and TrxTimeOptionAdjust. Public material is unclear: the title of a draft names
	 * JmWorkOrder, but its text names XmTransmissionOrder and MoMediaOrder.
	 */
	readonly timeOptionDocuments: readonly string[];
	/** The parameters or headers that omit nulls and alternate keys (the specification does not name them). */
	readonly omissions: OmissionNames;
}
