import {
	at,
	by,
	CHANGED,
	created,
	generic,
	get,
	json,
	mapped,
	NO_CONTENT,
	ok,
	patch,
	patchPayload,
	post,
	replace,
} from '../../interface/rows/writing';
import { row } from '../row';

type Parameters = Readonly<Record<string, unknown>>;
const order = (operation: string, parameters: Parameters) =>
	generic('workOrder', operation, { ...(operation === 'create' ? {} : by('wo_no_seq', '2627-1')), ...parameters });
const newOrder = created({ jm_work_order: [{ wo_no_seq: '9-1' }] });
const ADDRESS = '/JmWorkOrder/wo_no_seq=2627-1';

/** The values of an item in a body: types, times, and the order of fields. */
export const BODIES = [
	row(
		'fields of the document are sent with their types: as numbers, flags and text',
		generic('job', 'create', mapped({ job_desc: 'Mix', job_type_no: 3, active: true, cust_id: '0409' })),
		post('/JmJob', { jm_job: [{ job_desc: 'Mix', job_type_no: 3, active: 'Y', cust_id: '0409' }] }),
		created({ jm_job: [{ job_no: 9 }] }),
	),
	row(
		'a flag that is off is sent as N',
		generic('job', 'update', { ...by('job_no', 5), ...mapped({ active: false }) }),
		patch('/JmJob/job_no=5', [replace('active', 'N')]),
	),
	row(
		'a time without an offset is converted from the time zone of the workflow to UTC',
		order('create', mapped({ wo_desc: 'Day', wo_begin_dt: '2026-07-01T08:00:00' })),
		post('/JmWorkOrder', { jm_work_order: [{ wo_desc: 'Day', wo_begin_dt: '2026-07-01T08:00:00Z' }] }),
		newOrder,
	),
	row(
		'with Source-Time-Zone-Name, a time is sent without an offset',
		order('create', {
			...json({ wo_desc: 'Day', wo_begin_dt: '2026-07-01T08:00:00' }),
			options: { timeZoneName: 'Pacific Standard Time' },
		}),
		post(
			'/JmWorkOrder',
			{ jm_work_order: [{ wo_desc: 'Day', wo_begin_dt: '2026-07-01T08:00:00' }] },
			{ 'Source-Time-Zone-Name': 'Pacific Standard Time' },
		),
		newOrder,
	),
	row(
		"in the site's time zone, a time is sent unchanged",
		order('create', { ...json({ wo_desc: 'Day', wo_begin_dt: '2026-07-01T08:00:00' }), options: { zoneMode: 'site' } }),
		post('/JmWorkOrder', { jm_work_order: [{ wo_desc: 'Day', wo_begin_dt: '2026-07-01T08:00:00' }] }),
		newOrder,
	),
	row(
		'the key of a new record can be a plain value',
		order('create', json({ wo_no_seq: '+1', wo_desc: 'Day' })),
		post('/JmWorkOrder', { jm_work_order: [{ wo_no_seq: '+1', wo_desc: 'Day' }] }),
		newOrder,
	),
	row(
		'fields keep the order in which they are entered, after the key',
		order('update', { ...json({ po: 'P', wo_no_seq: '2627-1', wo_desc: 'Day', cust_id: 1 }), options: { updateFormat: 'payload' } }),
		patchPayload(ADDRESS, { jm_work_order: [{ wo_no_seq: { wo_no_seq: '2627-1' }, po: 'P', wo_desc: 'Day', cust_id: 1 }] }),
		CHANGED,
	),
	row(
		'sub-table rows are nested in the record, and sub-sub-table rows in those rows',
		generic(
			'transmissionOrder',
			'create',
			json({ wo_desc: 'Feed', mo_service_row: [{ service_row_no: -1, mo_operation: [{ operation_no: -1, task_no: { task_no: 4 } }] }] }),
		),
		post('/XmTransmissionOrder', {
			jm_work_order: [
				{ wo_desc: 'Feed', mo_service_row: [{ service_row_no: -1, mo_operation: [{ operation_no: -1, task_no: { task_no: 4 } }] }] },
			],
		}),
		created({ jm_work_order: [{ wo_no_seq: '9-1' }], mo_service_row: [{ service_row_no: 7 }], mo_operation: [{ operation_no: 8 }] }),
		{ output: [{ wo_no_seq: '9-1', mo_service_row: [{ service_row_no: 7 }], mo_operation: [{ operation_no: 8 }] }] },
	),
	row(
		'a string in braces stays a string in a text field',
		order('update', { fieldsMode: 'list', fields: { entry: [{ fieldName: 'wo_desc', fieldValue: '{"draft":1}' }] } }),
		patch(ADDRESS, [replace('wo_desc', '{"draft":1}')]),
		NO_CONTENT,
	),
	row(
		'international characters in a body are sent as UTF-8',
		order('update', { ...json({ wo_desc: 'Café ☕' }), options: { extraHeaders: { entry: [{ name: 'X-Note', value: 'plain' }] } } }),
		patch(ADDRESS, [replace('wo_desc', 'Café ☕')], { 'X-Note': 'plain' }),
		NO_CONTENT,
	),
	row(
		'the fields to return for a sub-table path are those of the sub-table',
		generic('job', 'get', {
			...by('job_no', 5),
			subTables: { step: [{ table: 'jm_episode' }] },
			simplify: false,
			options: { columns: ['title_no'] },
		}),
		get(at('/JmJob/job_no=5/jm_episode', { resultColumns: { jm_episode: ['title_no'] } })),
		ok([{ title_no: 22 }]),
		{ output: [{ title_no: 22 }] },
	),
];
