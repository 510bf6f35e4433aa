import { deleteRow } from '../documents/deletion';
import { badRequest, ruleViolation } from '../documents/httpError';
import type { WrittenRecord } from '../documents/writer';
import { documentNamed, type StoredRow, tableIn, type Value } from '../storage/tables';
import { type ArgumentRule, current, mismatch, instantAt, createdKeys, type RuleCall, tableOf, values } from './rule';

/** The value of `LoadTemplateOption` that replaces the existing transactions with those of the template. */
const REPLACE = '0';
const MINUTE = 60_000;

const later = (instant: string | null, minutes: number): string | null =>
	instant === null ? null : instantAt(Date.parse(instant) + minutes * MINUTE);

const templateTable = () => documentNamed('JmWoTemplate').root.stored;

const templateNumbered = ({ unit }: RuleCall, number: number): StoredRow => {
	const template = unit.row(templateTable(), number);
	if (!template) {
		throw ruleViolation(`Unknown template ${number}`);
	}
	if (template.active === 'N') {
		throw ruleViolation(`Template ${number} is not active and cannot be loaded`);
	}
	return template;
};

/** The template and, if requested, all active templates below it, parents first. */
const templatesToLoad = (call: RuleCall, number: number): readonly StoredRow[] => {
	const loaded = [templateNumbered(call, number)];
	if (!call.arguments.has('LoadChildTemplates')) {
		return loaded;
	}
	for (const { wo_template_no: parent } of loaded) {
		const children = call.unit.store.all('SELECT * FROM jm_wo_template WHERE parent_template_no = ? AND active IS NOT ? ORDER BY row_id', [
			parent as number,
			'N',
		]) as StoredRow[];
		loaded.push(...children.filter((child) => !loaded.some((one) => one.row_id === child.row_id)));
	}
	return loaded;
};

const load = (call: RuleCall, record: WrittenRecord, template: StoredRow): void => {
	const { unit, document } = call;
	const order = current(call, record);
	const transactions = tableOf(call, 'jm_wo_transaction');
	const rows = tableIn(documentNamed('JmWoTemplate').root, 'jm_wo_template_trx');
	for (const row of rows ? unit.childRows(rows.stored, template.row_id as number) : []) {
		const begin = later(order.wo_begin_dt as string | null, Number(row.offset_minutes ?? 0));
		unit.insert(
			document,
			transactions,
			record.rowId,
			unit.nextKey(transactions, record.rowId),
			values({
				trx_desc: row.trx_desc ?? null,
				trx_begin_dt: begin,
				trx_end_dt: later(begin, Number(row.duration_minutes ?? 0)),
				resource_code: row.resource_code ?? null,
				group_code: row.group_code ?? null,
				phase_code: order.phase_code ?? null,
				wo_template_no: template.wo_template_no ?? null,
			}),
		);
	}
};

/** Deletes the transactions of the order, except those that the same request adds. */
const removeTransactions = (call: RuleCall, record: WrittenRecord, created: ReadonlySet<Value>): void => {
	const { unit, document } = call;
	const transactions = tableOf(call, 'jm_wo_transaction');
	const present = unit.childRows(transactions.stored, record.rowId).filter((row) => !created.has(row.trx_no ?? null));
	const actualized = present.find((row) => row.actualized === 'Y');
	if (actualized) {
		throw ruleViolation(`Transaction ${actualized.trx_no as number} of order ${record.key} is actualized and cannot be replaced`);
	}
	present.forEach((row) => deleteRow(unit, document, transactions, row));
};

const KINDS: ArgumentRule['kinds'] = ['create', 'update', 'upsert'];

/** Loads a template into each record of the request. `numberOf` returns the number of the template. */
const loadInto = (call: RuleCall, replaces: boolean, numberOf: (record: WrittenRecord) => number): void => {
	const created = createdKeys(call, tableOf(call, 'jm_wo_transaction'));
	for (const record of call.records) {
		const templates = templatesToLoad(call, numberOf(record));
		if (replaces) {
			removeTransactions(call, record, created);
		}
		templates.forEach((template) => load(call, record, template));
	}
};

/**
 * Adds the transactions of a template to an order. Each starts at its offset from the start of the order. The body must contain the same
 * template number as the argument.
 */
export const loadTemplate: ArgumentRule = {
	argument: 'LoadTemplate',
	kinds: KINDS,
	apply: (call, value) =>
		loadInto(call, false, ({ given }) => {
			const inBody = given.get('wo_template_no') ?? null;
			if (inBody !== Number(value)) {
				throw badRequest(mismatch('LoadTemplate', value, 'wo_template_no', inBody));
			}
			return Number(value);
		}),
};

/** Loads the template whose number is in the body. The template's transactions are added to the existing ones or replace them. */
export const loadTemplateOption: ArgumentRule = {
	argument: 'LoadTemplateOption',
	kinds: KINDS,
	apply: (call, value) =>
		loadInto(call, value === REPLACE, ({ given }) => {
			const inBody = given.get('wo_template_no') ?? null;
			if (typeof inBody !== 'number') {
				throw badRequest("'LoadTemplateOption' in the 'SaveArgument' header requires the template number as 'wo_template_no' in the body");
			}
			return inBody;
		}),
};

/** Implemented by {@link loadTemplate} and {@link loadTemplateOption}. */
export const loadChildTemplates: ArgumentRule = { argument: 'LoadChildTemplates', kinds: KINDS, apply: () => undefined };
