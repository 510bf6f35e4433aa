import { hasSince } from '../../core/catalog';
import { badRequest, ruleViolation } from '../documents/httpError';
import type { WrittenRecord } from '../documents/writer';
import { documentNamed, type StoredRow, tableIn, type TableView } from '../storage/tables';
import { type ArgumentRule, current, mismatch, type RuleCall, tableOf, values } from './rule';

const checkBody = (numbers: readonly number[], { given }: WrittenRecord): void => {
	const inBody = given.get('service_template_no') ?? null;
	const [only, ...others] = numbers;
	if (others.length > 0 && inBody !== null) {
		throw badRequest(`'LoadServiceTemplate' has several numbers, so 'service_template_no' in the body must be null, got ${inBody}`);
	}
	if (others.length === 0 && inBody !== only) {
		throw badRequest(mismatch('LoadServiceTemplate', only, 'service_template_no', inBody));
	}
};

const load = (call: RuleCall, record: WrittenRecord, template: StoredRow): void => {
	const { unit, document, release } = call;
	const order = current(call, record);
	const serviceRows = tableOf(call, 'mo_service_row');
	const operations = tableOf(call, 'mo_operation');
	const present = unit.childRows(serviceRows.stored, record.rowId);
	const sequence = present.reduce((highest, row) => Math.max(highest, Number(row.dsp_seq ?? 0)), present.length) + 1;
	const rowId = unit.insert(
		document,
		serviceRows,
		record.rowId,
		unit.nextKey(serviceRows, record.rowId),
		values({
			// Before 11.2, the system stored a wrong sequence (specification: Versioning, service row field fix). The sandbox stores 0.
			dsp_seq: hasSince(release, '11.2') ? sequence : 0,
			service_row_desc: template.service_template_desc ?? null,
			service_template_no: template.service_template_no ?? null,
			row_begin_dt: order.wo_begin_dt ?? null,
			row_end_dt: order.wo_end_dt ?? null,
		}),
	);
	const source = tableIn(documentNamed('MoServiceTemplate').root, 'mo_service_template_operation') as TableView;
	for (const operation of unit.childRows(source.stored, template.row_id as number)) {
		unit.insert(
			document,
			operations,
			rowId,
			unit.nextKey(operations, rowId),
			values({
				task_no: operation.task_no ?? null,
				trx_resource_desc: operation.trx_resource_desc ?? null,
				trx_group_desc: operation.trx_group_desc ?? null,
			}),
		);
	}
};

/** Creates a service row with its operations from each service template. */
export const loadServiceTemplate: ArgumentRule = {
	argument: 'LoadServiceTemplate',
	kinds: ['create', 'update', 'upsert'],
	apply(call, value) {
		const numbers = value.split(',').map(Number);
		const { stored } = documentNamed('MoServiceTemplate').root;
		for (const record of call.records) {
			checkBody(numbers, record);
			for (const number of numbers) {
				const template = call.unit.row(stored, number);
				if (!template) {
					throw ruleViolation(`Unknown service template ${number} ('LoadServiceTemplate' in the 'SaveArgument' header)`);
				}
				load(call, record, template);
			}
		}
	},
};
