import { badRequest, ruleViolation } from '../documents/httpError';
import type { WrittenRecord } from '../documents/writer';
import type { StoredRow } from '../storage/tables';
import { type ArgumentRule, current, type RuleCall, type DocumentRule, values } from './rule';

const STATUS = { approved: 'Approved', changeMemo: 'Approved as Change Memo', open: 'Unapproved' } as const;

const isApproved = (row: StoredRow): boolean => row.approved === 'Y';

const setApproval = ({ unit, document }: RuleCall, rowId: number, approved: 'Y' | 'N', status: string): void =>
	unit.update(document, document.root, rowId, values({ approved, bid_status: status }));

const originalOf = ({ unit, document }: RuleCall, bid: StoredRow): StoredRow => {
	const number = bid.original_version_no ?? null;
	const original = number === null || number === bid.version_no ? undefined : unit.row(document.root.stored, Number(number));
	if (!original) {
		throw ruleViolation(
			`Bid version ${bid.version_no as number} has no original version ('original_version_no'), which this approval requires`,
		);
	}
	return original;
};

const approve = (call: RuleCall, { rowId, before }: WrittenRecord, status: string): void => {
	if (before && isApproved(before)) {
		throw ruleViolation(`Bid version ${before.version_no as number} is already approved`);
	}
	setApproval(call, rowId, 'Y', status);
};

const APPROVALS: Readonly<
	Record<string, { readonly approved?: 'Y' | 'N'; readonly apply: (call: RuleCall, record: WrittenRecord, bid: StoredRow) => void }>
> = {
	'0': { approved: 'Y', apply: (call, record) => approve(call, record, STATUS.approved) },
	'1': {
		approved: 'N',
		apply: (call, { rowId, before }, bid) => {
			if (!isApproved(before ?? bid)) {
				throw ruleViolation(`Bid version ${bid.version_no as number} is not approved`);
			}
			setApproval(call, rowId, 'N', STATUS.open);
		},
	},
	'2': {
		approved: 'Y',
		apply: (call, record, bid) => {
			if (!isApproved(originalOf(call, bid))) {
				throw ruleViolation(
					`The original of bid version ${bid.version_no as number} is not approved; a change memo changes an approved bid`,
				);
			}
			approve(call, record, STATUS.changeMemo);
		},
	},
	'3': {
		approved: 'Y',
		apply: (call, record, bid) => {
			const original = originalOf(call, bid);
			approve(call, record, STATUS.approved);
			setApproval(call, original.row_id as number, 'N', STATUS.open);
		},
	},
	'4': {
		apply: (call, { rowId, before }) =>
			call.unit.update(call.document, call.document.root, rowId, values({ approved: before ? (before.approved ?? null) : 'N' })),
	},
};

/** Approves a bid version, revokes its approval, or leaves the approval unchanged (specification: Save arguments, BidApproval). */
export const bidApproval: ArgumentRule = {
	argument: 'BidApproval',
	kinds: ['update', 'upsert'],
	apply(call, value) {
		const approval = APPROVALS[value];
		for (const record of approval ? call.records : []) {
			const inBody = record.given.get('approved');
			if (approval?.approved !== undefined && inBody !== undefined && inBody !== approval.approved) {
				throw badRequest(`'BidApproval' ${value} requires 'approved' '${approval.approved}' in the body, got '${inBody}'`);
			}
			approval?.apply(call, record, current(call, record));
		}
	},
};

/** Only the save argument can change the approval, so that the status and the flag match. */
export const approvalByArgument: DocumentRule = {
	documents: ['BidVersion'],
	apply(call) {
		for (const { given, before } of call.arguments.has('BidApproval') ? [] : call.records) {
			const approved = given.get('approved') ?? null;
			if (given.has('approved') && approved !== (before?.approved ?? 'N')) {
				throw ruleViolation("'approved' can only be changed with 'BidApproval' in the 'SaveArgument' header");
			}
		}
	},
};
