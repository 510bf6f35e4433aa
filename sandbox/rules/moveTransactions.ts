import { ruleViolation } from '../documents/httpError';
import type { WrittenRecord } from '../documents/writer';
import type { StoredRow, TableView, Value } from '../storage/tables';
import { type ArgumentRule, current, instantAt, createdKeys, type RuleCall, tableOf, values } from './rule';

/** The begin and end fields of bookings, by table. */
const TIMES: Readonly<Record<string, readonly [begin: string, end: string]>> = {
	jm_wo_transaction: ['trx_begin_dt', 'trx_end_dt'],
	mo_service_row: ['row_begin_dt', 'row_end_dt'],
};

interface Window {
	readonly begin: number;
	readonly end: number;
}

const windowOf = (order: StoredRow): Window => {
	const [begin, end] = [order.wo_begin_dt ?? null, order.wo_end_dt ?? null];
	if (begin === null || end === null) {
		throw ruleViolation(`Order ${order.wo_no_seq as string} has no begin time or no end time, so its transactions cannot be moved`);
	}
	return { begin: Date.parse(String(begin)), end: Date.parse(String(end)) };
};

const eachBooking = (call: RuleCall, { rowId }: WrittenRecord, move: (instant: number) => number): void => {
	const booked = Object.keys(TIMES).flatMap((name): TableView[] =>
		call.document.root.subTables.some((view) => view.name === name) ? [tableOf(call, name)] : [],
	);
	for (const view of booked) {
		const created = createdKeys(call, view);
		for (const row of call.unit.childRows(view.stored, rowId)) {
			// Bookings that the same request adds already have their times.
			if (row.actualized === 'Y' || created.has(row[view.stored.key] ?? null)) {
				continue;
			}
			const moved = (TIMES[view.name] ?? []).map((name): [string, Value] => {
				const instant = row[name] ?? null;
				return [name, instant === null ? null : instantAt(move(Date.parse(String(instant))))];
			});
			call.unit.update(call.document, view, row.row_id as number, values(Object.fromEntries(moved)));
		}
	}
};

const forMovedOrders = (call: RuleCall, mover: (before: Window, after: Window) => (instant: number) => number): void => {
	for (const record of call.records) {
		if (record.before) {
			eachBooking(call, record, mover(windowOf(record.before), windowOf(current(call, record))));
		}
	}
};

/** Moves the bookings of an order by as much as the start of the order was moved. Actualized bookings stay unchanged. */
export const moveTransactions: ArgumentRule = {
	argument: 'TrxTimeOptionMove',
	kinds: ['update', 'upsert'],
	apply: (call) => forMovedOrders(call, (before, after) => (instant) => instant + after.begin - before.begin),
};

/**
 * Adjusts the bookings to the new times of the order. A time that equals the order's old start or end changes to the new start or end. All
 * other times are clamped to the new period. Actualized bookings stay unchanged.
 */
export const adjustTransactions: ArgumentRule = {
	argument: 'TrxTimeOptionAdjust',
	kinds: ['update', 'upsert'],
	apply: (call) =>
		forMovedOrders(call, (before, after) => (instant) => {
			if (instant === before.begin) {
				return after.begin;
			}
			return instant === before.end ? after.end : Math.min(Math.max(instant, after.begin), after.end);
		}),
};
