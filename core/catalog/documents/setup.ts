import { externalKey, flag, integer, lookup, sandboxOnly, table, text } from '../fields';
import type { DocumentEntry, Field, Table } from '../types';

/**
 * A small document for look-ups. The names of tables and fields differ by site; the catalog has the names of the sandbox, unless the entry
 * has another source.
 */
export const setup = (
	name: string,
	[resource, label, labelPlural]: readonly [string, string, string],
	tableName: string,
	[key, keyType]: readonly [string, typeof integer | typeof text],
	titleField: string,
	more: readonly Field[] = [],
	subTables: readonly Table[] = [],
): DocumentEntry => ({
	name,
	list: `${name}List`,
	kind: subTables.length > 0 ? 'maintenance' : 'setup',
	resource,
	label,
	labelPlural,
	titleField,
	table: table(
		tableName,
		labelPlural,
		key,
		[
			keyType(key, `${label} ${keyType === text ? 'Code' : 'Number'}`, { keyObject: true, ...sandboxOnly }),
			externalKey,
			text(titleField, 'Description', { required: true, ...sandboxOnly }),
			...more,
		],
		subTables,
		'sandbox',
	),
	alternateKeys: ['external_key'],
	newKey: keyType === integer ? '-1' : null,
	verbs: ['get', 'list', 'create', 'update', 'updateMany', 'upsert', 'delete'],
	since: '10.6',
	source: 'sandbox',
});

/** Divisions, phases, types, customers, templates and other documents for look-ups. */
export const SETUP_ENTRIES: readonly DocumentEntry[] = [
	setup('SysDivision', ['division', 'Division', 'Divisions'], 'sys_division', ['division_no', integer], 'division_desc', [
		text('division_code', 'Code', sandboxOnly),
	]),
	setup('JmPhase', ['phase', 'Phase', 'Phases'], 'jm_phase', ['phase_code', text], 'phase_desc', [
		integer('sort_order', 'Order', sandboxOnly),
	]),
	setup('JmWoType', ['orderType', 'Order Type', 'Order Types'], 'jm_wo_type', ['wo_type_no', integer], 'wo_type_desc'),
	setup('JmJobType', ['jobType', 'Job Type', 'Job Types'], 'jm_job_type', ['job_type_no', integer], 'job_type_desc'),
	setup('JmRateCard', ['rateCard', 'Rate Card', 'Rate Cards'], 'jm_rate_card', ['rate_card_no', integer], 'rate_card_desc'),
	setup('JmCancelReason', ['voidReason', 'Void Reason', 'Void Reasons'], 'jm_cancel_reason', ['cancel_no', integer], 'cancel_desc'),
	setup('JmAction', ['action', 'Action', 'Actions'], 'jm_action', ['action_code', text], 'action_desc'),
	setup('ArCustomer', ['customer', 'Customer', 'Customers'], 'ar_customer', ['cust_id', text], 'cust_name', [
		text('list_id', 'List ID', { source: 'public' }),
		text('other_cust_id', 'Other Customer ID', { source: 'public' }),
		text('cust_reference', 'Reference', { source: 'public' }),
	]),
	setup('SysContact', ['contactCard', 'Contact Card', 'Contact Cards'], 'sys_contact', ['contact_no', integer], 'contact_name', [
		text('contact_type', 'Type', sandboxOnly),
		text('email', 'Email', sandboxOnly),
		text('phone', 'Phone', sandboxOnly),
		text('company', 'Company', sandboxOnly),
	]),
	setup('LibAssetType', ['assetType', 'Asset Type', 'Asset Types'], 'lib_asset_type', ['asset_type_no', integer], 'asset_type_desc'),
	setup(
		'SysAttachmentType',
		['attachmentType', 'Attachment Type', 'Attachment Types'],
		'sys_attachment_type',
		['attachment_type_no', integer],
		'attachment_type_desc',
		[text('file_extension', 'File Extension', sandboxOnly)],
	),
	setup(
		'SysDropDown',
		['dropDownValue', 'Drop-Down Value', 'Drop-Down Values'],
		'sys_drop_down',
		['drop_down_no', integer],
		'drop_down_desc',
		[text('drop_down_name', 'Drop-Down', sandboxOnly)],
	),
	setup(
		'JmWoTemplate',
		['template', 'Template', 'Templates'],
		'jm_wo_template',
		['wo_template_no', integer],
		'wo_template_desc',
		[
			integer('parent_template_no', 'Parent Template', { ...lookup('JmWoTemplate', 'wo_template_desc', 'wo_template_no'), ...sandboxOnly }),
			flag('active', 'Active', sandboxOnly),
		],
		[
			table(
				'jm_wo_template_trx',
				'Transactions',
				'template_trx_no',
				[
					integer('template_trx_no', 'Row Number', { readOnly: true, ...sandboxOnly }),
					text('trx_desc', 'Description', sandboxOnly),
					integer('offset_minutes', 'Begins After Minutes', sandboxOnly),
					integer('duration_minutes', 'Minutes', sandboxOnly),
					text('resource_code', 'Resource', { ...lookup('SchResource', 'resource_desc'), ...sandboxOnly }),
					text('group_code', 'Group', { ...lookup('SchGroup', 'group_desc'), ...sandboxOnly }),
				],
				[],
				'sandbox',
			),
		],
	),
	setup(
		'MoServiceTemplate',
		['serviceTemplate', 'Service Template', 'Service Templates'],
		'mo_service_template',
		['service_template_no', integer],
		'service_template_desc',
		[],
		[
			table(
				'mo_service_template_operation',
				'Operations',
				'template_operation_no',
				[
					integer('template_operation_no', 'Row Number', { readOnly: true, ...sandboxOnly }),
					integer('task_no', 'Task', sandboxOnly),
					text('trx_resource_desc', 'Resource', sandboxOnly),
					text('trx_group_desc', 'Group', sandboxOnly),
				],
				[],
				'sandbox',
			),
		],
	),
];
