import { isVisible } from '../documents/locate';
import { ruleViolation } from '../documents/httpError';
import type { WrittenRecord } from '../documents/writer';
import { documentNamed, type DocumentView, type StoredRow, type TableView, tableIn, type Value } from '../storage/tables';
import { rowIdOfKey } from '../storage/keys';
import { type ArgumentRule, current, createdKeys, type RuleCall, type DocumentRule, tableOf, values } from './rule';

/** As the first value of `ActualizeSelected`, this number adds the transactions that the links in the body refer to. */
const LINKED_TRANSACTIONS = -2;
/** The phase of actualized transactions and of fully actualized orders. Partly actualized orders get the second phase. */
const ACTUALIZED_PHASE = 'ACTL';
const PARTLY_ACTUALIZED_PHASE = 'PACT';

interface ActualOrder {
	readonly document: DocumentView;
	readonly row: StoredRow;
	readonly transactions: TableView;
}

const noOrder = (key: string): Error => ruleViolation(`'wo_no_seq' refers to an order that does not exist: '${key}'`);

const orderOf = (call: RuleCall, record: WrittenRecord): ActualOrder => {
	const key = current(call, record).wo_no_seq as string;
	const { stored } = documentNamed('JmWorkOrder').root;
	const rowId = rowIdOfKey(stored, key);
	const row = rowId === undefined ? undefined : call.unit.row(stored, rowId);
	if (!row) {
		throw noOrder(key);
	}
	const document = documentNamed(row.document as string);
	return { document, row, transactions: tableIn(document.root, 'jm_wo_transaction') as TableView };
};

/** Rejects an actual of an order that the request has no access to. */
const requireVisible = ({ unit, divisions }: RuleCall, { document, row }: ActualOrder): void => {
	if (!isVisible({ store: unit.store, divisions }, document, row)) {
		throw noOrder(row.wo_no_seq as string);
	}
};

const linkedTransactions = (call: RuleCall, { rowId, row }: WrittenRecord): readonly number[] => {
	const links = tableOf(call, 'jm_actual_link');
	const created = createdKeys(call, links);
	const given = row?.below.find(({ view }) => view === links)?.rows ?? [];
	const named = new Set(given.flatMap(({ key }) => (key.kind === 'key' ? [key.value] : [])));
	return call.unit
		.childRows(links.stored, rowId)
		.filter(({ actual_link_no: key }) => created.has(key ?? null) || named.has(key as number))
		.flatMap(({ trx_no: number }) => (typeof number === 'number' ? [number] : []));
};

const transactionOf = ({ unit }: RuleCall, { row, transactions }: ActualOrder, number: number): StoredRow => {
	const found = unit.row(transactions.stored, number);
	if (!found || found.parent_id !== row.row_id) {
		throw ruleViolation(`Order ${row.wo_no_seq as string} has no transaction ${number}`);
	}
	return found;
};

const actualize = (call: RuleCall, record: WrittenRecord, order: ActualOrder, rows: readonly StoredRow[]): void => {
	const { unit, document } = call;
	requireVisible(call, order);
	for (const row of rows) {
		if (row.actualized === 'Y') {
			throw ruleViolation(`Transaction ${row.trx_no as number} is already actualized`);
		}
		unit.update(order.document, order.transactions, row.row_id as number, values({ actualized: 'Y' }));
	}
	unit.update(document, document.root, record.rowId, values({ actual_status: 'Y' }));
	const details = tableOf(call, 'jm_actual_detail');
	for (const detail of unit.childRows(details.stored, record.rowId)) {
		unit.update(document, details, detail.row_id as number, values({ actual: 'Y' }));
	}
};

/** Every actual belongs to an existing order, and its links refer to its own details and to transactions of that order. */
export const actualOfOrder: DocumentRule = {
	documents: ['JmActual'],
	apply(call) {
		for (const record of call.records) {
			const order = orderOf(call, record);
			const isOfAnother = record.before?.wo_no_seq !== order.row.wo_no_seq;
			if (isOfAnother) {
				requireVisible(call, order);
			}
			const header = current(call, record);
			const repeated = (name: 'wo_no' | 'wo_seq'): Value =>
				record.given.get(name) ?? (isOfAnother ? null : header[name]) ?? order.row[name] ?? null;
			call.unit.update(call.document, call.document.root, record.rowId, values({ wo_no: repeated('wo_no'), wo_seq: repeated('wo_seq') }));
			const details = call.unit.childRows(tableOf(call, 'jm_actual_detail').stored, record.rowId).map((row) => row.actual_det_no);
			for (const link of call.unit.childRows(tableOf(call, 'jm_actual_link').stored, record.rowId)) {
				if ((link.actual_det_no ?? null) !== null && !details.includes(link.actual_det_no)) {
					throw ruleViolation(`'actual_det_no' ${link.actual_det_no as number} of a link is not a detail of this actual`);
				}
				if ((link.trx_no ?? null) !== null) {
					transactionOf(call, order, Number(link.trx_no));
				}
			}
		}
	},
};

/** Actualizes the listed transactions of the actual's order. */
export const actualizeSelected: ArgumentRule = {
	argument: 'ActualizeSelected',
	kinds: ['create', 'update', 'upsert'],
	apply(call, value) {
		const [first, ...others] = value.split(',').map(Number);
		for (const record of call.records) {
			const order = orderOf(call, record);
			const listed = new Set(
				first === LINKED_TRANSACTIONS ? [...linkedTransactions(call, record), ...others] : [first as number, ...others],
			);
			if (listed.size === 0) {
				throw ruleViolation(
					"'ActualizeSelected' -2 in the 'SaveArgument' header refers to the transactions of the links in the body, but the body has none",
				);
			}
			actualize(
				call,
				record,
				order,
				[...listed].map((number) => transactionOf(call, order, number)),
			);
		}
	},
};

/** Actualizes all remaining transactions of the order. */
export const actualizeAll: ArgumentRule = {
	argument: 'ActualizeAll',
	kinds: ['create', 'update', 'upsert'],
	apply(call) {
		for (const record of call.records) {
			const order = orderOf(call, record);
			const open = call.unit.childRows(order.transactions.stored, order.row.row_id as number).filter((row) => row.actualized !== 'Y');
			if (open.length === 0) {
				throw ruleViolation(`Order ${order.row.wo_no_seq as string} has no transactions left to actualize`);
			}
			actualize(call, record, order, open);
		}
	},
};

/** Updates the phases of the actualized transactions and of the order. */
export const actualizeUpdatePhase: ArgumentRule = {
	argument: 'ActualizeUpdatePhase',
	kinds: ['create', 'update', 'upsert'],
	apply(call) {
		const { unit } = call;
		for (const record of call.records) {
			const { document, row, transactions } = orderOf(call, record);
			const all = unit.childRows(transactions.stored, row.row_id as number);
			const actualized = all.filter((one) => one.actualized === 'Y');
			for (const one of actualized) {
				unit.update(document, transactions, one.row_id as number, values({ phase_code: ACTUALIZED_PHASE }));
			}
			const phase = actualized.length === all.length ? ACTUALIZED_PHASE : PARTLY_ACTUALIZED_PHASE;
			unit.update(document, document.root, row.row_id as number, values({ phase_code: phase }));
		}
	},
};
