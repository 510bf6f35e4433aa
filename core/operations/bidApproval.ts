import { CONTENT_TYPES } from '../catalog';
import { InputError } from '../model/inputError';
import { operationsBody } from '../wire/body';
import { actionRequest, recordAction, type ReadBack } from './recordAction';
import type { DocumentRef } from '../model/documentRef';
import type { RecordAddress } from '../model/terms';

export interface BidApprovalInput extends ReadBack {
	readonly document: DocumentRef;
	readonly record: RecordAddress;
	/** One of the choices of the save argument: `0` Approve … `4` Abort. */
	readonly approval: string;
	/** The value for the field `approved`. Default: `Y`, or `N` for Unapprove and Abort, for which the specification shows no value. */
	readonly approved?: string;
}

/** Unapprove and Abort. The specification shows no value of `approved` for them; it shows `Y` for an approval. */
const WITHOUT_APPROVED: ReadonlySet<string> = new Set(['1', '4']);

/** Whether users can change `approved`. They can if the specification shows no value for this choice of the save argument. */
export const isApprovedEditable = (approval: string): boolean => WITHOUT_APPROVED.has(approval);

/** The value of `approved`. Throws {@link InputError} without a choice, so that no bid is approved by default. */
const approvedOf = ({ approval, approved }: BidApprovalInput): string => {
	if (approval.trim() === '')
		throw new InputError({ field: 'approval', message: "'Approval' is empty", hint: 'Choose the new approval status' });
	if (approved?.trim() === '')
		throw new InputError({ field: 'approved', message: "'Approved Value' is empty", hint: 'Enter the value to send, such as N' });
	return approved ?? (isApprovedEditable(approval) ? 'N' : 'Y');
};

/** Changes the approval of a bid version (specification: Save arguments, BidApproval). */
export const bidApproval = recordAction<BidApprovalInput>(
	'bidApproval',
	(input) => input,
	(input, key, site) => {
		const { approval, document } = input;
		return actionRequest(
			document,
			key,
			{
				contentType: CONTENT_TYPES.json,
				saveArguments: { BidApproval: approval },
				body: operationsBody({ approved: approvedOf(input) }, document.table, site),
			},
			site,
		);
	},
	{ updated: true },
	'BidApproval',
);
