import { ruleViolation } from '../documents/httpError';
import type { WrittenRecord } from '../documents/writer';
import type { StoredRow } from '../storage/tables';
import { type ArgumentRule, current, type RuleCall, tableOf, values } from './rule';

/** The phase of a voided order and its transactions. */
const VOID_PHASE = 'VOID';

const isVoid = (order: StoredRow): boolean => (order.phase_before_void ?? null) !== null;

const eachTransaction = (
	call: RuleCall,
	{ rowId }: WrittenRecord,
	change: (row: StoredRow) => Parameters<typeof values>[0] | undefined,
): void => {
	const view = tableOf(call, 'jm_wo_transaction');
	for (const row of call.unit.childRows(view.stored, rowId)) {
		const changed = change(row);
		if (changed) {
			call.unit.update(call.document, view, row.row_id as number, values(changed));
		}
	}
};

/** Voids the order and its transactions; the body contains the reason. */
export const voidWorkOrder: ArgumentRule = {
	argument: 'VoidWorkOrder',
	kinds: ['update'],
	apply(call, value) {
		for (const record of call.records) {
			const order = current(call, record);
			if (isVoid(order)) {
				throw ruleViolation(`Order ${value} is already void`);
			}
			if ((order.cancel_no ?? null) === null) {
				throw ruleViolation(`Order ${value} cannot be voided without a reason; send 'cancel_no' in the body`);
			}
			call.unit.update(
				call.document,
				call.document.root,
				record.rowId,
				values({ phase_code: VOID_PHASE, phase_before_void: order.phase_code ?? '' }),
			);
			eachTransaction(call, record, (row) => ({ phase_code: VOID_PHASE, phase_before_void: row.phase_code ?? '' }));
		}
	},
};

/** Restores the phases of the order and its transactions, and clears the reason. */
export const unVoidWorkOrder: ArgumentRule = {
	argument: 'UnVoidWorkOrder',
	kinds: ['update'],
	apply(call, value) {
		for (const record of call.records) {
			const order = current(call, record);
			if (!isVoid(order)) {
				throw ruleViolation(`Order ${value} is not void`);
			}
			const phase = record.given.get('phase_code') ?? (order.phase_before_void as string);
			call.unit.update(
				call.document,
				call.document.root,
				record.rowId,
				values({ phase_code: phase === '' ? null : phase, phase_before_void: null, cancel_no: null }),
			);
			eachTransaction(call, record, ({ phase_before_void: before }) =>
				(before ?? null) === null ? undefined : { phase_code: before === '' ? null : (before ?? null), phase_before_void: null },
			);
		}
	},
};
