import { CONTENT_TYPES } from '../catalog';
import { operationsBody } from '../wire/body';
import { recordPath } from '../wire/path';
import type { BidApprovalInput } from './inputs';
import { recordAction } from './recordAction';
import { composeRequest } from './request';

/** The choices that take an approval away: Unapprove and Abort. */
const NOT_APPROVED = new Set(['1', '4']);

/** Changes the approval of a bid version (specification: Save arguments, BidApproval). */
export const bidApproval = recordAction<BidApprovalInput>(
	'bidApproval',
	(input) => input,
	({ approval, approved = NOT_APPROVED.has(approval) ? 'N' : 'Y', document }, key, site) =>
		composeRequest({
			document,
			method: 'PATCH',
			path: recordPath(document, { value: key }),
			verb: 'update',
			effect: 'once',
			contentType: CONTENT_TYPES.json,
			saveArguments: { BidApproval: approval },
			body: operationsBody({ approved }, document.table, site),
		}, site),
	{ updated: true },
);
