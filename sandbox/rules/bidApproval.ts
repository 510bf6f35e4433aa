import { badRequest, ruledOut } from '../documents/refusal';
import type { WrittenRecord } from '../documents/writer';
import type { StoredRow } from '../storage/tables';
import { type ArgumentRule, current, type RuleCall, type StandingRule, values } from './rule';

const STATUS = { approved: 'Approved', changeMemo: 'Approved as Change Memo', open: 'Unapproved' } as const;

const isApproved = (row: StoredRow): boolean => row.approved === 'Y';

const setApproval = ({ unit, document }: RuleCall, rowId: number, approved: 'Y' | 'N', status: string): void =>
	unit.update(document, document.root, rowId, values({ approved, bid_status: status }));

const originalOf = ({ unit, document }: RuleCall, bid: StoredRow): StoredRow => {
	const number = bid.original_version_no ?? null;
	const original = number === null || number === bid.version_no ? undefined : unit.row(document.root.stored, Number(number));
	if (!original) {
		throw ruledOut(`Bid version ${bid.version_no as number} has no original version ('original_version_no'), which this approval needs`);
	}
	return original;
};

const approve = (call: RuleCall, { rowId, before }: WrittenRecord, status: string): void => {
	if (before && isApproved(before)) {
		throw ruledOut(`Bid version ${before.version_no as number} is already approved`);
	}
	setApproval(call, rowId, 'Y', status);
};

const APPROVALS: Readonly<
	Record<string, { readonly approved?: 'Y' | 'N'; readonly carryOut: (call: RuleCall, record: WrittenRecord, bid: StoredRow) => void }>
> = {
	'0': { approved: 'Y', carryOut: (call, record) => approve(call, record, STATUS.approved) },
	'1': {
		approved: 'N',
		carryOut: (call, { rowId, before }, bid) => {
			if (!isApproved(before ?? bid)) {
				throw ruledOut(`Bid version ${bid.version_no as number} is not approved`);
			}
			setApproval(call, rowId, 'N', STATUS.open);
		},
	},
	'2': {
		approved: 'Y',
		carryOut: (call, record, bid) => {
			if (!isApproved(originalOf(call, bid))) {
				throw ruledOut(`The original of bid version ${bid.version_no as number} is not approved; a change memo changes an approved bid`);
			}
			approve(call, record, STATUS.changeMemo);
		},
	},
	'3': {
		approved: 'Y',
		carryOut: (call, record, bid) => {
			const original = originalOf(call, bid);
			approve(call, record, STATUS.approved);
			setApproval(call, original.row_id as number, 'N', STATUS.open);
		},
	},
	'4': {
		carryOut: (call, { rowId, before }) =>
			call.unit.update(call.document, call.document.root, rowId, values({ approved: before ? (before.approved ?? null) : 'N' })),
	},
};

/** Approves a bid version, takes its approval back, or leaves it (specification: Save arguments, BidApproval). */
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
			approval?.carryOut(call, record, current(call, record));
		}
	},
};

/** The approval changes by the save argument alone, so that status and flag agree. */
export const approvalByArgument: StandingRule = {
	documents: ['BidVersion'],
	apply(call) {
		for (const { given, before } of call.arguments.has('BidApproval') ? [] : call.records) {
			const approved = given.get('approved') ?? null;
			if (given.has('approved') && approved !== (before?.approved ?? 'N')) {
				throw ruledOut("'approved' can only be changed with 'BidApproval' in the header 'SaveArgument'");
			}
		}
	},
};
