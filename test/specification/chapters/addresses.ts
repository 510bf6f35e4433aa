import { at, by, get, generic, json, NO_CONTENT, ok, patch, del } from '../../interface/rows/writing';
import { found, listed, row } from '../row';

const raw = { simplify: false };
const anyDocument = (documentName: string, keyField: string, key: string, table: string) =>
	generic('anyDocument', 'get', { documentName, keyField, table, record: { __rl: true, mode: 'key', value: key }, ...raw });

/** The documents with their table and key, as the specification and public material name them. */
const MAINTENANCE: readonly (readonly [resource: string, document: string, table: string, key: string, value: string])[] = [
	['workOrder', 'JmWorkOrder', 'jm_work_order', 'wo_no_seq', '9453-1'],
	['mediaOrder', 'MoMediaOrder', 'jm_work_order', 'wo_no_seq', '109483-1'],
	['transmissionOrder', 'XmTransmissionOrder', 'jm_work_order', 'wo_no_seq', '7655-1'],
	['job', 'JmJob', 'jm_job', 'job_no', '67982'],
	['bidVersion', 'BidVersion', 'bid_version', 'version_no', '77'],
	['schedulingResource', 'SchResource', 'sch_resource', 'resource_code', 'FRED01'],
	['schedulingResource', 'SchResource', 'sch_resource', 'resource_code', '0004'],
	['actual', 'JmActual', 'jm_actual_header', 'actual_hdr_no', '15'],
	['timeCardBatch', 'TcBatch', 'tc_batch', 'batch_no', '7571'],
	['project', 'PmProject', 'pm_project', 'project_no', '3'],
	['libraryAsset', 'LibMaster', 'lib_master', 'master_no', '18'],
	['title', 'LibTitle', 'lib_title', 'title_no', '22'],
	['contact', 'SysContactFacade', 'sys_contact', 'contact_no', '5'],
];
const LISTS: readonly (readonly [resource: string, document: string, key: string])[] = [
	['workOrder', 'JmWorkOrderList', 'wo_no_seq'],
	['mediaOrder', 'MoMediaOrderList', 'wo_no_seq'],
	['transmissionOrder', 'XmTransmissionOrderList', 'wo_no_seq'],
	['job', 'JmJobList', 'job_no'],
	['libraryAsset', 'LibMasterList', 'master_no'],
	['project', 'PmProjectList', 'project_no'],
	['orderTransaction', 'JmTrxList', 'trx_no'],
	['sessionAsset', 'ImSessionLibMasterList', 'session_asset_no'],
	['timeOffEntry', 'SchRosterTimeOffList', 'time_off_no'],
	['resourceGroup', 'SchGroupList', 'group_code'],
	['qualification', 'SchQualificationList', 'qualification_no'],
	['alert', 'XeAlertList', 'alert_no'],
	['salesOffice', 'JmSalesOfficeList', 'sales_office_no'],
];

export const ADDRESSES = [
	...MAINTENANCE.map(([resource, document, table, key, value]) =>
		row(
			`GET /${document}/${key}=${value} returns the record of ${table}`,
			generic(resource, 'get', { ...by(key, value), ...raw }),
			get(`/${document}/${key}=${value}`),
			found(table, { [key]: { [key]: value, external_key: null } }),
			{ output: [{ [key]: { [key]: value, external_key: null } }] },
		),
	),
	...LISTS.map(([resource, document, key]) =>
		row(
			`GET /${document} lists its records`,
			generic(resource, 'getMany', raw),
			get(at(`/${document}`, { Query: {}, pageSize: '50', page: '1', sort: [`${key} asc`] })),
			listed({ [key]: '1' }),
			{ output: [{ [key]: '1' }] },
		),
	),
	row(
		'JmWoTransaction requires the parameter wo_no_seq',
		generic('orderTransaction', 'get', { ...by('trx_no', 1259520), parameter_wo_no_seq: '1075881-1', ...raw }),
		get(at('/JmWoTransaction/trx_no=1259520', { wo_no_seq: '1075881-1' })),
		found('jm_wo_transaction', { trx_no: 1259520 }),
		{ output: [{ trx_no: 1259520 }] },
	),
	row(
		'the key in the address can be external_key',
		generic('job', 'get', { ...by('external_key', 'CRM-4711'), ...raw }),
		get('/JmJob/external_key=CRM-4711'),
		found('jm_job', { job_no: { job_no: 67982, external_key: 'CRM-4711' } }),
	),
	row(
		'the key in the address can be barcode',
		generic('libraryAsset', 'get', { ...by('barcode', '2000XYT'), ...raw }),
		get('/LibMaster/barcode=2000XYT'),
		found('lib_master', { master_no: 18 }),
	),
	row(
		'the key in the address can be umid',
		generic('libraryAsset', 'get', { ...by('umid', '060A2B34.0101'), ...raw }),
		get('/LibMaster/umid=060A2B34.0101'),
		found('lib_master', { master_no: 18 }),
	),
	row(
		'reserved and international characters of a key are percent-encoded',
		generic('job', 'get', { ...by('external_key', 'A/B 50% & Café+1?#'), ...raw }),
		get('/JmJob/external_key=A%2FB%2050%25%20%26%20Caf%C3%A9%2B1%3F%23'),
		found('jm_job', { job_no: 1 }),
	),
	row(
		'the attachments of a record have the address <document_id>:<record_id>',
		generic('attachment', 'get', { ...by('attachment_keystring', '10339:9453-1'), ...raw }),
		get('/SysAttachment/attachment_keystring=10339:9453-1'),
		found('sys_attachment', { attachment_no: 1 }),
		{ output: [{ attachment_no: 1 }] },
	),
	row(
		'a sub-table has an address below its record',
		generic('libraryAsset', 'get', { ...by('barcode', '2000XYT'), subTables: { step: [{ table: 'lib_master_audio' }] }, ...raw }),
		get('/LibMaster/barcode=2000XYT/lib_master_audio'),
		ok([{ master_audio_no: 45 }, { master_audio_no: 46 }]),
		{ output: [{ master_audio_no: 45 }, { master_audio_no: 46 }] },
	),
	row(
		'rows of a sub-table are also read from an envelope named after the sub-table',
		generic('libraryAsset', 'get', { ...by('barcode', '2000XYT'), subTables: { step: [{ table: 'lib_master_audio' }] }, ...raw }),
		get('/LibMaster/barcode=2000XYT/lib_master_audio'),
		ok({ lib_master_audio: [{ master_audio_no: 45 }] }),
		{ output: [{ master_audio_no: 45 }] },
	),
	row(
		'a sub-sub-table has an address below the row of its sub-table',
		generic('transmissionOrder', 'get', {
			...by('wo_no_seq', '7655-1'),
			subTables: {
				step: [
					{ table: 'mo_service_row', key: 'service_row_no', value: { __rl: true, mode: 'key', value: '221085' } },
					{ table: 'mo_operation' },
				],
			},
			...raw,
		}),
		get('/XmTransmissionOrder/wo_no_seq=7655-1/mo_service_row/service_row_no=221085/mo_operation'),
		ok([{ operation_no: 133123, task_no: 4, trx_resource_desc: 'IRD 1', trx_group_desc: 'Receivers' }]),
		{ output: [{ operation_no: 133123, task_no: 4, trx_resource_desc: 'IRD 1', trx_group_desc: 'Receivers' }] },
	),
	row(
		'a row of a sub-sub-table is changed at its own address',
		generic('transmissionOrder', 'update', {
			...by('wo_no_seq', '7655-1'),
			subTables: {
				step: [
					{ table: 'mo_service_row', key: 'service_row_no', value: { __rl: true, mode: 'key', value: '221085' } },
					{ table: 'mo_operation', key: 'operation_no', value: { __rl: true, mode: 'key', value: '133123' } },
				],
			},
			...json({ task_no: 5 }),
		}),
		patch('/XmTransmissionOrder/wo_no_seq=7655-1/mo_service_row/service_row_no=221085/mo_operation/operation_no=133123', [
			{ op: 'replace', path: 'task_no', value: 5 },
		]),
		NO_CONTENT,
		{ output: [{ wo_no_seq: '7655-1', service_row_no: 221085, operation_no: 133123, updated: true }] },
	),
	row(
		'a document that is not in the catalog is addressed by its name',
		anyDocument('JmRateCard', 'rate_card_no', '2', 'jm_rate_card'),
		get('/JmRateCard/rate_card_no=2'),
		found('jm_rate_card', { rate_card_no: 2 }),
		{ output: [{ rate_card_no: 2 }] },
	),
	row(
		'a list document that is not in the catalog is addressed by its name',
		generic('anyDocument', 'getMany', { documentName: 'SysNote', ...raw }),
		get(at('/SysNoteList', { Query: {}, pageSize: '50', page: '1' })),
		listed({ note_no: 1 }),
		{ output: [{ note_no: 1 }] },
	),
	row(
		'a list document whose name does not end in List is addressed by its name',
		generic('anyDocument', 'getMany', { documentName: 'JmTrxReport', ...raw, options: { listDocument: 'JmTrxReport' } }),
		get(at('/JmTrxReport', { Query: {}, pageSize: '50', page: '1' })),
		listed({ trx_no: 1 }),
		{ output: [{ trx_no: 1 }] },
	),
	row('DELETE deletes the record at the address', generic('job', 'delete', by('job_no', 67982)), del('/JmJob/job_no=67982'), NO_CONTENT, {
		output: [{ job_no: 67982, deleted: true }],
	}),
	row(
		'DELETE deletes the row of a sub-table at the address',
		generic('job', 'delete', {
			...by('job_no', 67982),
			subTables: { step: [{ table: 'jm_episode', key: 'title_no', value: { __rl: true, mode: 'key', value: '22' } }] },
		}),
		del('/JmJob/job_no=67982/jm_episode/title_no=22'),
		NO_CONTENT,
		{ output: [{ job_no: 67982, title_no: 22, deleted: true }] },
	),
];
