import { by, created, fields, generic, json, mapped, NO_CONTENT, ok, put, saveArgument } from '../../interface/rows/writing';
import { refusedBefore, row } from '../row';

type Parameters = Readonly<Record<string, unknown>>;
const job = (parameters: Parameters) => generic('job', 'upsert', { ...by('external_key', 'CRM-4711'), ...parameters });
const asset = (parameters: Parameters) => generic('libraryAsset', 'upsert', { ...by('barcode', '2000XYT'), ...parameters });
const JOB = '/JmJob/external_key=CRM-4711';
const SAME = ok({ message: null, tables: [] });

export const UPSERTS = [
	row(
		'PUT by external_key contains the key in the URL, in the key object and in the root of the record',
		job(json({ job_desc: 'Mix' })),
		put(JOB, { jm_job: [{ job_no: { external_key: 'CRM-4711' }, external_key: 'CRM-4711', job_desc: 'Mix' }] }),
		created({ jm_job: [{ job_no: 67983 }] }),
		{ output: [{ external_key: 'CRM-4711', job_no: 67983, created: true }] },
	),
	row(
		'PUT by external_key accepts the fields of the document',
		generic('job', 'upsert', mapped({ external_key: 'CRM-4711', job_desc: 'Mix' }, 'external_key')),
		put(JOB, { jm_job: [{ job_no: { external_key: 'CRM-4711' }, external_key: 'CRM-4711', job_desc: 'Mix' }] }),
		SAME,
		{ output: [{ external_key: 'CRM-4711', created: false }] },
	),
	row(
		'a record is output as not created if the PUT returns 204',
		job(json({ job_desc: 'Mix' })),
		put(JOB, { jm_job: [{ job_no: { external_key: 'CRM-4711' }, external_key: 'CRM-4711', job_desc: 'Mix' }] }),
		NO_CONTENT,
		{ output: [{ external_key: 'CRM-4711', created: false }] },
	),
	row(
		'PUT finds a library asset by its barcode',
		asset(json({ master_desc: 'Trailer', asset_type_no: 3 })),
		put('/LibMaster/barcode=2000XYT', {
			lib_master: [{ master_no: { barcode: '2000XYT' }, barcode: '2000XYT', master_desc: 'Trailer', asset_type_no: 3 }],
		}),
		created({ lib_master: [{ master_no: 18 }] }),
		{ output: [{ barcode: '2000XYT', master_no: 18, created: true }] },
	),
	row(
		'PUT finds a record by its primary key',
		generic('job', 'upsert', { ...by('job_no', 5), ...json({ job_desc: 'Mix' }) }),
		put('/JmJob/job_no=5', { jm_job: [{ job_no: { job_no: 5 }, job_desc: 'Mix' }] }),
		SAME,
		{ output: [{ job_no: 5, created: false }] },
	),
	row(
		'PUT keeps the leading zeros of a code',
		generic('schedulingResource', 'upsert', { ...by('resource_code', '0004'), ...json({ resource_desc: 'Ann' }) }),
		put('/SchResource/resource_code=0004', { sch_resource: [{ resource_code: { resource_code: '0004' }, resource_desc: 'Ann' }] }),
		SAME,
	),
	row(
		'rowAction deletes the rows of one sub-table before the new ones are added',
		asset({ ...json({ lib_master_audio: [{ audio_channel: '1' }] }), options: { clearSubTables: ['lib_master_audio'] } }),
		put(
			'/LibMaster/barcode=2000XYT',
			{ lib_master: [{ master_no: { barcode: '2000XYT' }, barcode: '2000XYT', lib_master_audio: [{ audio_channel: '1' }] }] },
			{ rowAction: '{"deleteAll":["lib_master_audio"]}' },
		),
		SAME,
	),
	row(
		'rowAction can name several sub-tables',
		asset({ ...json({ master_desc: 'T' }), options: { clearSubTables: ['lib_master_audio', 'lib_master_title'] } }),
		put(
			'/LibMaster/barcode=2000XYT',
			{ lib_master: [{ master_no: { barcode: '2000XYT' }, barcode: '2000XYT', master_desc: 'T' }] },
			{ rowAction: '{"deleteAll":["lib_master_audio","lib_master_title"]}' },
		),
		SAME,
	),
	row(
		'PUT to LibTitleHierarchyFacade assigns a title to a parent',
		generic('titleHierarchy', 'upsert', {
			...by('external_key', 'R-2'),
			...json({ title_desc: 'Episode 2', parent_title_no: { external_key: 'R-1' } }),
		}),
		put('/LibTitleHierarchyFacade/external_key=R-2', {
			lib_title_hierarchy_facade: [
				{ title_no: { external_key: 'R-2' }, external_key: 'R-2', title_desc: 'Episode 2', parent_title_no: { external_key: 'R-1' } },
			],
		}),
		SAME,
	),
	row(
		'PUT to SysContactFacade creates a contact of the type User',
		generic('contact', 'upsert', { ...by('external_key', 'HR-1'), ...json({ contact_type: 'User' }) }),
		put('/SysContactFacade/external_key=HR-1', {
			sys_contact_facade: [{ contact_no: { external_key: 'HR-1' }, external_key: 'HR-1', contact_type: 'User' }],
		}),
		created({ sys_contact_facade: [{ contact_no: 5 }] }),
		{ output: [{ external_key: 'HR-1', contact_no: 5, created: true }] },
	),
	row(
		'PUT finds a record of a document that is not in the catalog by an alternate key',
		generic('anyDocument', 'upsert', {
			documentName: 'SysNote',
			table: 'sys_note',
			keyField: 'external_key',
			primaryKey: 'note_no',
			record: { __rl: true, mode: 'key', value: 'N-1' },
			...json({ note: 'x' }),
		}),
		put('/SysNote/external_key=N-1', { sys_note: [{ note_no: { external_key: 'N-1' }, external_key: 'N-1', note: 'x' }] }),
		created({ sys_note: [{ note_no: 3 }] }),
		{ output: [{ external_key: 'N-1', note_no: 3, created: true }] },
	),
	row(
		'a save argument is sent with the upsert',
		generic('workOrder', 'upsert', {
			...by('external_key', 'A-1'),
			...fields({ wo_desc: 'Day' }),
			saveArguments: { LoadTemplate: '15' },
			options: { loadTemplates: 'all' },
		}),
		put(
			'/JmWorkOrder/external_key=A-1',
			{ jm_work_order: [{ wo_no_seq: { external_key: 'A-1' }, external_key: 'A-1', wo_desc: 'Day', wo_template_no: 15 }] },
			saveArgument({ LoadTemplate: '15' }),
		),
		created({ jm_work_order: [{ wo_no_seq: '9-1' }] }),
		{ output: [{ external_key: 'A-1', wo_no_seq: '9-1', created: true }] },
	),
	refusedBefore(
		'an upsert without a key is rejected',
		job({ ...by('external_key', '={{ $json.nothing }}'), ...json({ job_desc: 'x' }) }),
		'external_key',
	),
	refusedBefore('a conflicting key in the fields is rejected', job(json({ external_key: 'OTHER' })), 'OTHER'),
];
