import { dateTime, externalKey, flag, integer, lookup, publicFact, readOnly, required, sandboxOnly, table, text } from '../fields';
import type { DocumentEntry, Field, Table } from '../types';

/**
 * The three kinds of orders have the same table name and root fields (specification: Documents; public material: `jm_work_order` for
 * transmission orders).
 */
const orderFields: readonly Field[] = [
	text('wo_no_seq', 'Order Number', { keyObject: true, readOnly: true }),
	integer('wo_no', 'Number', readOnly),
	integer('wo_seq', 'Sequence', readOnly),
	externalKey,
	text('wo_desc', 'Description', required),
	dateTime('wo_begin_dt', 'Begin', required),
	dateTime('wo_end_dt', 'End', required),
	integer('wo_type_no', 'Order Type', { ...required, ...lookup('JmWoType', 'wo_type_desc') }),
	text('phase_code', 'Phase', { ...required, ...lookup('JmPhase', 'phase_desc') }),
	text('phase_desc', 'Phase Description', readOnly),
	text('jm_phase_external_key', 'Phase External Key', { ...readOnly, ...publicFact }),
	text('sched_by_name', 'Scheduled By'),
	integer('rate_card_no', 'Rate Card', { ...required, ...lookup('JmRateCard', 'rate_card_desc') }),
	integer('cust_id', 'Customer', { ...required, ...lookup('ArCustomer', 'cust_name') }),
	text('po', 'Purchase Order'),
	text('wo_reference', 'Reference'),
	integer('wo_template_no', 'Template', lookup('JmWoTemplate', 'wo_template_desc')),
	integer('cancel_no', 'Void Reason', lookup('JmCancelReason', 'cancel_desc')),
	integer('job_no', 'Job', { ...lookup('JmJob', 'job_desc'), ...sandboxOnly }),
	integer('division_no', 'Division', { ...lookup('SysDivision', 'division_desc'), ...sandboxOnly }),
	dateTime('date_added', 'Date Added', readOnly),
	dateTime('date_changed', 'Date Changed', { ...readOnly, ...sandboxOnly }),
];

/** A booking on an order: a resource or group, for a period of time. */
const transactionTable: Table = table(
	'jm_wo_transaction',
	'Transactions',
	'trx_no',
	[
		integer('trx_no', 'Transaction Number', { keyObject: true, readOnly: true }),
		text('wo_no_seq', 'Order Number', { readOnly: true }),
		externalKey,
		text('trx_desc', 'Description', sandboxOnly),
		dateTime('trx_begin_dt', 'Begin', sandboxOnly),
		dateTime('trx_end_dt', 'End', sandboxOnly),
		text('resource_code', 'Resource', { ...lookup('SchResource', 'resource_desc'), ...sandboxOnly }),
		text('group_code', 'Group', { ...lookup('SchGroup', 'group_desc'), ...sandboxOnly }),
		text('phase_code', 'Phase', { ...lookup('JmPhase', 'phase_desc'), ...sandboxOnly }),
		integer('wo_template_no', 'Loaded from Template', { ...readOnly, ...sandboxOnly }),
		flag('actualized', 'Actualized', { ...readOnly, ...sandboxOnly }),
	],
	[],
	'sandbox',
);

/** Source media of an order (public material: `/mo_source/dsp_seq=2`). */
const sourceTable: Table = table(
	'mo_source',
	'Sources',
	'dsp_seq',
	[
		integer('dsp_seq', 'Sequence', publicFact),
		integer('master_no', 'Library Asset', { ...lookup('LibMaster', 'master_desc'), ...sandboxOnly }),
		text('source_desc', 'Description', sandboxOnly),
		// Public clients read the source files of media orders; the field name is not documented.
		text('source_file', 'Source File', sandboxOnly),
		dateTime('date_received', 'Date Received', sandboxOnly),
	],
	[],
	'public',
);

const serviceRowTable: Table = table(
	'mo_service_row',
	'Service Rows',
	'service_row_no',
	[
		integer('service_row_no', 'Service Row Number', { keyObject: true, readOnly: true }),
		integer('dsp_seq', 'Sequence', publicFact),
		externalKey,
		text('service_row_desc', 'Description', sandboxOnly),
		integer('service_template_no', 'Service Template', lookup('MoServiceTemplate', 'service_template_desc')),
		dateTime('row_begin_dt', 'Begin', sandboxOnly),
		dateTime('row_end_dt', 'End', sandboxOnly),
	],
	[
		table('mo_operation', 'Operations', 'operation_no', [
			integer('operation_no', 'Operation Number', { readOnly: true }),
			integer('service_row_no', 'Service Row Number', { ...readOnly, ...publicFact }),
			integer('task_no', 'Task', { keyObject: true }),
			text('task_code', 'Task Code', publicFact),
			text('trx_resource_desc', 'Resource'),
			text('trx_group_desc', 'Group'),
		]),
	],
);

const order = (
	entry: Pick<DocumentEntry, 'name' | 'resource' | 'label' | 'labelPlural'> & {
		subTables: readonly Table[];
		ownFields?: readonly Field[];
		attachmentDocumentId?: number;
	},
): DocumentEntry => {
	const { subTables, ownFields = [], ...rest } = entry;
	return {
		...rest,
		list: `${entry.name}List`,
		kind: 'maintenance',
		titleField: 'wo_desc',
		table: table('jm_work_order', entry.labelPlural, 'wo_no_seq', [...orderFields, ...ownFields], subTables),
		alternateKeys: ['external_key'],
		newKey: '+1',
		verbs: ['get', 'list', 'create', 'update', 'updateMany', 'upsert', 'delete'],
		since: '10.6',
		source: 'interface',
	};
};

/** Work orders, media orders and transmission orders, and their transactions. */
export const ORDER_ENTRIES: readonly DocumentEntry[] = [
	order({
		name: 'JmWorkOrder',
		resource: 'workOrder',
		label: 'Work Order',
		labelPlural: 'Work Orders',
		subTables: [transactionTable, sourceTable],
		attachmentDocumentId: 10339,
	}),
	order({
		name: 'MoMediaOrder',
		resource: 'mediaOrder',
		label: 'Media Order',
		labelPlural: 'Media Orders',
		subTables: [serviceRowTable, transactionTable, sourceTable],
	}),
	order({
		name: 'XmTransmissionOrder',
		resource: 'transmissionOrder',
		label: 'Transmission Order',
		labelPlural: 'Transmission Orders',
		ownFields: [integer('service_template_no', 'Service Template', lookup('MoServiceTemplate', 'service_template_desc'))],
		subTables: [serviceRowTable, transactionTable],
	}),
	// A public client lists these records through JmTrxList; the specification does not name a list for this document.
	// No POST or DELETE: the specification shows them only for some documents (sandbox/DECISIONS.md).
	{
		name: 'JmWoTransaction',
		list: 'JmTrxList',
		kind: 'maintenance',
		resource: 'orderTransaction',
		label: 'Order Transaction',
		labelPlural: 'Order Transactions',
		titleField: 'trx_desc',
		table: transactionTable,
		alternateKeys: ['external_key'],
		newKey: '-1',
		verbs: ['get', 'list', 'update', 'updateMany', 'upsert'],
		since: '10.6',
		requiredParameters: ['wo_no_seq'],
		attachmentDocumentId: 10346,
		source: 'interface',
	},
];
