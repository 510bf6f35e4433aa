import { CONTENT_TYPES } from '../catalog';
import { operationsBody } from '../wire/body';
import type { BidApprovalInput } from './inputs';
import { actionRequest, recordAction } from './recordAction';

/** The choices that take an approval away: Unapprove and Abort. */
const NOT_APPROVED = new Set(['1', '4']);

/** Changes the approval of a bid version (specification: Save arguments, BidApproval). */
export const bidApproval = recordAction<BidApprovalInput>(
	'bidApproval',
	(input) => input,
	({ approval, approved = NOT_APPROVED.has(approval) ? 'N' : 'Y', document }, key, site) =>
		actionRequest(document, key, { contentType: CONTENT_TYPES.json, saveArguments: { BidApproval: approval }, body: operationsBody({ approved }, document.table, site) }, site),
	{ updated: true },
);
