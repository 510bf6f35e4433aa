import { dateTime, decimal, externalKey, flag, integer, lookup, publicFact, readOnly, required, sandboxOnly, table, text } from '../fields';
import type { DocumentEntry } from '../types';

/** Jobs, bids, scheduling resources, actuals, time cards and projects. */
export const WORK_ENTRIES: readonly DocumentEntry[] = [
	{
		name: 'JmJob', list: 'JmJobList', kind: 'maintenance', resource: 'job', label: 'Job', labelPlural: 'Jobs', titleField: 'job_desc',
		table: table('jm_job', 'Jobs', 'job_no', [
			integer('job_no', 'Job Number', { keyObject: true, readOnly: true }),
			externalKey,
			text('job_desc', 'Description', required),
			integer('division_no', 'Division', lookup('SysDivision', 'division_desc')),
			text('cust_id', 'Customer', { ...required, ...lookup('ArCustomer', 'cust_name') }),
			integer('job_type_no', 'Job Type', lookup('JmJobType', 'job_type_desc')),
			text('po', 'Purchase Order', publicFact),
			integer('account_rep_no_1', 'Account Representative', { ...lookup('SysContact', 'contact_name', 'contact_no') }),
			flag('active', 'Active'),
			dateTime('date_added', 'Date Added', readOnly),
			dateTime('date_changed', 'Date Changed', { ...readOnly, ...sandboxOnly }),
		], [
			table('jm_episode', 'Episodes', 'episode_no', [
				integer('episode_no', 'Episode Number', { readOnly: true, ...sandboxOnly }),
				integer('title_no', 'Title', { keyObject: true, ...lookup('LibTitle', 'title_desc') }),
				text('episode_desc', 'Description', sandboxOnly),
			]),
		]),
		alternateKeys: ['external_key'], newKey: '-1', verbs: ['get', 'list', 'create', 'update', 'updateMany', 'upsert', 'delete'],
		since: '10.6', attachmentDocumentId: 10315, source: 'interface',
	},
	{
		name: 'BidVersion', list: 'BidVersionList', kind: 'maintenance', resource: 'bidVersion', label: 'Bid Version', labelPlural: 'Bid Versions', titleField: 'version_desc',
		table: table('bid_version', 'Bid Versions', 'version_no', [
			integer('version_no', 'Version Number', { keyObject: true, readOnly: true }),
			externalKey,
			integer('bid_no', 'Bid Number', sandboxOnly),
			text('version_desc', 'Description', { ...required, ...sandboxOnly }),
			text('cust_id', 'Customer', { ...lookup('ArCustomer', 'cust_name'), ...sandboxOnly }),
			integer('original_version_no', 'Original Version', sandboxOnly),
			decimal('amount', 'Amount', sandboxOnly),
			flag('approved', 'Approved'),
			text('bid_status', 'Status', { ...readOnly, ...sandboxOnly }),
			dateTime('date_added', 'Date Added', { ...readOnly, ...sandboxOnly }),
			dateTime('date_changed', 'Date Changed', { ...readOnly, ...sandboxOnly }),
		]),
		alternateKeys: ['external_key'], newKey: '-1', verbs: ['get', 'list', 'create', 'update', 'updateMany', 'upsert', 'delete'], since: '10.6', source: 'interface',
	},
	{
		name: 'SchResource', list: 'SchResourceList', kind: 'maintenance', resource: 'schedulingResource', label: 'Scheduling Resource', labelPlural: 'Scheduling Resources', titleField: 'resource_desc',
		table: table('sch_resource', 'Scheduling Resources', 'resource_code', [
			text('resource_code', 'Resource Code', { keyObject: true }),
			externalKey,
			text('resource_desc', 'Description', { ...required, ...sandboxOnly }),
			text('group_code', 'Default Group', { ...lookup('SchGroup', 'group_desc'), ...readOnly, ...sandboxOnly }),
			flag('active', 'Active', sandboxOnly),
		], [
			table('sch_resource_group', 'Groups', 'resource_group_no', [
				integer('resource_group_no', 'Row Number', { ...readOnly, ...sandboxOnly }),
				text('group_code', 'Group', { ...lookup('SchGroup', 'group_desc'), ...sandboxOnly }),
			], [], 'sandbox'),
		]),
		alternateKeys: ['external_key'], newKey: '-1', verbs: ['get', 'list', 'create', 'update', 'updateMany', 'upsert', 'delete'], since: '10.6', source: 'interface',
	},
	{
		name: 'JmActual', list: 'JmActualList', kind: 'maintenance', resource: 'actual', label: 'Actual', labelPlural: 'Actuals', titleField: 'wo_no_seq',
		table: table('jm_actual_header', 'Actuals', 'actual_hdr_no', [
			integer('actual_hdr_no', 'Actual Number', { keyObject: true, readOnly: true }),
			externalKey,
			integer('wo_no', 'Number'),
			integer('wo_seq', 'Sequence'),
			text('wo_no_seq', 'Order Number', { keyObject: true, ...required }),
			flag('actual_status', 'Actual Status'),
			dateTime('date_added', 'Date Added', { ...readOnly, ...sandboxOnly }),
		], [
			table('jm_actual_detail', 'Details', 'actual_det_no', [
				integer('actual_det_no', 'Detail Number', readOnly),
				integer('actual_hdr_no', 'Actual Number', readOnly),
				text('action_code', 'Action', { keyObject: true, ...lookup('JmAction', 'action_desc') }),
				integer('actual_unit', 'Units'),
				flag('actual', 'Actual'),
			]),
			table('jm_actual_link', 'Links', 'actual_link_no', [
				integer('actual_link_no', 'Link Number', readOnly),
				integer('actual_det_no', 'Detail Number'),
				integer('trx_no', 'Transaction Number'),
			]),
		]),
		alternateKeys: ['external_key'], newKey: '-1', verbs: ['get', 'list', 'create', 'update', 'updateMany', 'upsert', 'delete'], since: '10.6', source: 'interface',
	},
	{
		name: 'TcBatch', list: 'TcBatchList', kind: 'maintenance', resource: 'timeCardBatch', label: 'Time Card Batch', labelPlural: 'Time Card Batches', titleField: 'batch_desc',
		table: table('tc_batch', 'Time Card Batches', 'batch_no', [
			text('batch_no', 'Batch Number', { keyObject: true, readOnly: true }),
			externalKey,
			text('batch_desc', 'Description', { ...required, ...sandboxOnly }),
			flag('posted', 'Posted', { ...readOnly, ...sandboxOnly }),
			dateTime('date_posted', 'Date Posted', { ...readOnly, ...sandboxOnly }),
			dateTime('date_added', 'Date Added', { ...readOnly, ...sandboxOnly }),
		], [
			table('tc_time_card', 'Time Cards', 'time_card_no', [
				integer('time_card_no', 'Time Card Number', { ...readOnly, ...sandboxOnly }),
				text('resource_code', 'Resource', { ...lookup('SchResource', 'resource_desc'), ...sandboxOnly }),
				text('wo_no_seq', 'Order Number', sandboxOnly),
				dateTime('work_date', 'Date', sandboxOnly),
				decimal('hours', 'Hours', sandboxOnly),
			], [], 'sandbox'),
		]),
		alternateKeys: ['external_key'], newKey: '-1', verbs: ['get', 'list', 'create', 'update', 'updateMany', 'upsert', 'delete'], since: '10.6', source: 'interface',
	},
	{
		name: 'PmProject', list: 'PmProjectList', kind: 'maintenance', resource: 'project', label: 'Project', labelPlural: 'Projects', titleField: 'project_desc',
		table: table('pm_project', 'Projects', 'project_no', [
			integer('project_no', 'Project Number', { keyObject: true, readOnly: true, ...sandboxOnly }),
			externalKey,
			text('project_desc', 'Description', required),
			text('cust_id', 'Customer', { ...lookup('ArCustomer', 'cust_name'), ...sandboxOnly }),
			dateTime('date_added', 'Date Added', { ...readOnly, ...sandboxOnly }),
		]),
		alternateKeys: ['external_key'], newKey: '-1', verbs: ['get', 'list', 'create', 'update', 'updateMany', 'upsert', 'delete'], since: '10.6', source: 'interface',
	},
];
