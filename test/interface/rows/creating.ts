import { ANY_NUMBER, containing, having, type Row, type RowGroup } from '../row';
import {
	at,
	by,
	created,
	exchange,
	fields,
	generic,
	get,
	json,
	mapped,
	NO_CONTENT,
	ok,
	ORDER,
	post,
	refused,
	uncompressed,
} from './writing';

const JOB = { job_desc: 'Harbour Dub', cust_id: '27' };
const postJob = (record: unknown): ReturnType<typeof post> => post('/JmJob', { jm_job: [record] });
/** Requests that show what was stored, if the response does not. */
const seen = (path: string, table: string, columns: readonly string[], record: unknown): Row['exchanges'] =>
	exchange(get(at(path, { resultColumns: { [table]: columns } })), ok({ [table]: [record] }));
const read = (resource: string, key: string, value: string, columns: readonly string[]): Row['node'] =>
	generic(resource, 'get', {
		...by(key, value),
		simplify: false,
		options: { columnsJson: JSON.stringify({ [resource === 'job' ? 'jm_job' : 'jm_work_order']: columns }) },
	});

const rows: Row[] = [
	{
		name: 'POST of a work order with the minimum fields',
		shows: ['create envelope', 'minimum fields of a work order'],
		node: generic('workOrder', 'create', fields({ ...ORDER, wo_type_no: '17', rate_card_no: '1', cust_id: '19' })),
		exchanges: exchange(post('/JmWorkOrder', { jm_work_order: [ORDER] }), created({ jm_work_order: [{ wo_no_seq: '1075882-1' }] })),
		output: [{ wo_no_seq: '1075882-1' }],
	},
	{
		name: 'POST of an order with a temporary key',
		node: generic('workOrder', 'create', { ...json({ ...ORDER, external_key: 'ROW-PLUS' }), options: { temporaryKeys: true } }),
		exchanges: exchange(
			post('/JmWorkOrder', { jm_work_order: [{ wo_no_seq: { wo_no_seq: '+1' }, ...ORDER, external_key: 'ROW-PLUS' }] }),
			created({ jm_work_order: [{ wo_no_seq: '1075883-1' }] }),
		),
		output: [{ wo_no_seq: '1075883-1' }],
	},
	{
		name: 'POST of a job with the rows of a sub-table, whose keys are returned',
		shows: ['create envelope', 'POST to JmJob returns 200', 'sub-table identifiers in the create response', 'flags contain Y'],
		node: generic(
			'job',
			'create',
			json({
				...JOB,
				division_no: 1,
				job_type_no: 163,
				account_rep_no_1: 18,
				active: 'Y',
				jm_episode: [{ title_no: { title_no: 36 } }, { title_no: 2 }],
			}),
		),
		exchanges: exchange(
			postJob({
				...JOB,
				division_no: 1,
				job_type_no: 163,
				account_rep_no_1: 18,
				active: 'Y',
				jm_episode: [{ title_no: { title_no: 36 } }, { title_no: 2 }],
			}),
			created({ jm_job: [{ job_no: 67983 }], jm_episode: [{ episode_no: ANY_NUMBER }, { episode_no: ANY_NUMBER }] }),
		),
		output: [{ job_no: 67983, jm_episode: [{ episode_no: ANY_NUMBER }, { episode_no: ANY_NUMBER }] }],
	},
	{
		name: 'POST of several jobs in one request, with the key objects of temporary keys',
		shows: ['temporary keys'],
		node: {
			...generic('job', 'create', {
				fieldsMode: 'json',
				fieldsJson: '={{ $json }}',
				options: { recordsPerRequest: 2, temporaryKeys: true },
			}),
			input: [{ json: { ...JOB, job_desc: 'One' } }, { json: { ...JOB, job_desc: 'Two' } }],
		},
		exchanges: exchange(
			post('/JmJob', {
				jm_job: [
					{ job_no: { job_no: -1 }, ...JOB, job_desc: 'One' },
					{ job_no: { job_no: -2 }, ...JOB, job_desc: 'Two' },
				],
			}),
			created({ jm_job: [{ job_no: 67984 }, { job_no: 67985 }] }),
		),
		output: [{ job_no: 67984 }, { job_no: 67985 }],
	},
	{
		name: 'POST of a job whose customer is set by an alternate key',
		shows: ['alternate key in a key object'],
		node: generic('job', 'create', json({ ...JOB, cust_id: { external_key: 'CRM-32' }, external_key: 15411 })),
		exchanges: exchange(
			postJob({ ...JOB, cust_id: { external_key: 'CRM-32' }, external_key: 15411 }),
			created({ jm_job: [{ job_no: 67986 }] }),
		),
	},
	{
		name: 'POST of a job from the fields of the document, with a row of a sub-table',
		node: generic('job', 'create', {
			...mapped({ ...JOB, active: false, job_type_no: 163 }),
			rows: { row: [{ subTable: 'jm_episode', cells: { cell: [{ fieldName: 'title_no', fieldValue: '36' }] } }] },
		}),
		exchanges: exchange(
			postJob({ ...JOB, active: 'N', job_type_no: 163, jm_episode: [{ title_no: 36 }] }),
			created({ jm_job: [{ job_no: 67987 }], jm_episode: [{ episode_no: ANY_NUMBER }] }),
		),
		output: [having({ job_no: 67987 })],
	},
	{
		name: 'GET of the job whose customer was set by an alternate key',
		node: read('job', 'external_key', '15411', ['external_key', 'cust_id']),
		exchanges: seen('/JmJob/external_key=15411', 'jm_job', ['external_key', 'cust_id'], {
			external_key: '15411',
			cust_id: having({ cust_id: '32', external_key: 'CRM-32' }),
		}),
	},
	{
		name: 'POST with an offset in a date-time, which is honored',
		shows: ['offsets in POST bodies'],
		node: generic(
			'workOrder',
			'create',
			json({ ...ORDER, wo_begin_dt: '2023-08-22T10:00:00-08:00', wo_end_dt: '2023-08-22T16:00:00-08:00', external_key: 'ROW-OFFSET' }),
		),
		exchanges: exchange(
			post('/JmWorkOrder', {
				jm_work_order: [
					{ ...ORDER, wo_begin_dt: '2023-08-22T10:00:00-08:00', wo_end_dt: '2023-08-22T16:00:00-08:00', external_key: 'ROW-OFFSET' },
				],
			}),
			created({ jm_work_order: [{ wo_no_seq: '1075884-1' }] }),
		),
	},
	{
		name: 'GET of the order that was created with an offset',
		shows: ['offsets in POST bodies'],
		node: read('workOrder', 'external_key', 'ROW-OFFSET', ['wo_begin_dt', 'wo_end_dt']),
		exchanges: seen('/JmWorkOrder/external_key=ROW-OFFSET', 'jm_work_order', ['wo_begin_dt', 'wo_end_dt'], {
			wo_begin_dt: '2023-08-22T18:00:00+00:00',
			wo_end_dt: '2023-08-23T00:00:00+00:00',
		}),
	},
	{
		name: 'POST with times in the time zone in a header',
		shows: ['time zone in a header'],
		node: generic('workOrder', 'create', {
			...json({ ...ORDER, wo_begin_dt: '2023-08-22T10:00:00', wo_end_dt: '2023-08-22T16:00:00', external_key: 'ROW-ZONE' }),
			options: { timeZoneName: 'Pacific Standard Time' },
		}),
		exchanges: exchange(
			post(
				'/JmWorkOrder',
				{ jm_work_order: [{ ...ORDER, wo_begin_dt: '2023-08-22T10:00:00', wo_end_dt: '2023-08-22T16:00:00', external_key: 'ROW-ZONE' }] },
				{ 'Source-Time-Zone-Name': 'Pacific Standard Time' },
			),
			created({ jm_work_order: [{ wo_no_seq: '1075885-1' }] }),
		),
	},
	{
		name: 'GET of the order with times in a time zone, including daylight saving',
		shows: ['time zone in a header'],
		node: read('workOrder', 'external_key', 'ROW-ZONE', ['wo_begin_dt']),
		exchanges: seen('/JmWorkOrder/external_key=ROW-ZONE', 'jm_work_order', ['wo_begin_dt'], { wo_begin_dt: '2023-08-22T17:00:00+00:00' }),
	},
	{
		name: 'POST with a null date, which stays null',
		shows: ['null dates'],
		node: generic('libraryAsset', 'create', json({ barcode: 'ROW-NULL', master_desc: 'No date', asset_type_no: 1, LM_field_1: null })),
		exchanges: exchange(
			post('/LibMaster', { lib_master: [{ barcode: 'ROW-NULL', master_desc: 'No date', asset_type_no: 1, LM_field_1: null }] }),
			created({ lib_master: [{ master_no: 916 }] }),
		),
	},
	{
		name: 'GET of the asset that was created with a null date',
		shows: ['null dates'],
		node: generic('libraryAsset', 'get', { ...by('barcode', 'ROW-NULL'), options: { columns: 'LM_field_1', includeEmpty: true } }),
		exchanges: seen('/LibMaster/barcode=ROW-NULL', 'lib_master', ['master_no', 'LM_field_1'], {
			master_no: having({ master_no: 916 }),
			LM_field_1: null,
		}),
		output: [{ master_no: 916, LM_field_1: null }],
	},
	...(['User', 'Vendor'] as const).map((type, index): Row => ({
		name: `POST of a contact of type ${type}, whose identifier is in the body`,
		shows: [`contacts of type ${type}`, 'identifier of a created contact in the body'],
		node: generic('contact', 'create', fields({ contact_type: type, contact_name: `New ${type}` })),
		exchanges: exchange(post('/SysContactFacade', { sys_contact_facade: [{ contact_type: type, contact_name: `New ${type}` }] }), {
			...created({ sys_contact_facade: [{ contact_no: 121 + index }] }),
			headers: { location: null },
		}),
		output: [{ contact_no: 121 + index }],
	})),
	{
		name: 'POST of a title with its parent in one request',
		shows: ['title and its parent in one request'],
		node: generic(
			'titleHierarchy',
			'create',
			json({ title_desc: 'Episode 7', external_key: 'ROW-T7', parent_title_no: { external_key: 'RIGHTS-101' } }),
		),
		exchanges: exchange(
			post('/LibTitleHierarchyFacade', {
				lib_title_hierarchy_facade: [{ title_desc: 'Episode 7', external_key: 'ROW-T7', parent_title_no: { external_key: 'RIGHTS-101' } }],
			}),
			created({ lib_title_hierarchy_facade: [{ title_no: 145 }] }),
		),
		output: [{ title_no: 145 }],
	},
	{
		name: 'POST of an existing title under another parent',
		shows: ['title and its parent in one request'],
		node: generic('titleHierarchy', 'create', json({ title_no: { external_key: 'ROW-T7' }, parent_title_no: 8 })),
		exchanges: exchange(
			post('/LibTitleHierarchyFacade', { lib_title_hierarchy_facade: [{ title_no: { external_key: 'ROW-T7' }, parent_title_no: 8 }] }),
			created({ lib_title_hierarchy_facade: [{ title_no: 145 }] }),
		),
	},
	{
		name: 'POST of an actual with details and links that refer to each other by temporary identifiers',
		shows: ['negative temporary identifiers'],
		node: generic(
			'actual',
			'create',
			json({
				actual_hdr_no: { actual_hdr_no: -1 },
				wo_no: 36914,
				wo_seq: 1,
				wo_no_seq: { wo_no_seq: '36914-1' },
				actual_status: 'N',
				jm_actual_detail: [{ actual_hdr_no: -1, actual_det_no: -2, action_code: { action_code: 'I' }, actual_unit: 4, actual: 'N' }],
				jm_actual_link: [{ actual_link_no: -3, actual_det_no: -2, trx_no: 38521 }],
			}),
		),
		exchanges: exchange(
			post(
				'/JmActual/',
				'{"jm_actual_header":[{"actual_hdr_no":{"actual_hdr_no":-1},"wo_no":36914,"wo_seq":1,"wo_no_seq":{"wo_no_seq":"36914-1"},"actual_status":"N","jm_actual_detail":[{"actual_hdr_no":-1,"actual_det_no":-2,"action_code":{"action_code":"I"},"actual_unit":4,"actual":"N"}],"jm_actual_link":[{"actual_link_no":-3,"actual_det_no":-2,"trx_no":38521}]}]}',
			),
			created({
				jm_actual_header: [{ actual_hdr_no: 16 }],
				jm_actual_detail: [{ actual_det_no: 16 }],
				jm_actual_link: [{ actual_link_no: 1 }],
			}),
		),
		output: [{ actual_hdr_no: 16, jm_actual_detail: [{ actual_det_no: 16 }], jm_actual_link: [{ actual_link_no: 1 }] }],
	},
	{
		name: 'POST without a required field',
		node: generic('job', 'create', json({ job_desc: 'No customer' })),
		exchanges: exchange(postJob({ job_desc: 'No customer' }), refused(500, '&#39;cust_id&#39; is required in &#39;jm_job&#39;')),
		refusal: "'cust_id' is required",
	},
	{
		name: 'POST of a work order on release 10.6, which returns only its address',
		shows: ['URL of a created record in a header'],
		release: '10.6',
		node: generic('workOrder', 'create', json(ORDER)),
		exchanges: exchange(uncompressed(post('/JmWorkOrder', { jm_work_order: [ORDER] })), {
			...NO_CONTENT,
			headers: { location: '/api/v2/database/DEMO/JmWorkOrder/wo_no_seq=1075882-1' },
		}),
		output: [{ wo_no_seq: '1075882-1' }],
	},
	{
		name: 'POST of a contact on release 10.6, which returns only its address',
		before: ['contactKeyInBody'],
		shows: ['identifier of a created contact in the body', 'URL of a created record in a header'],
		release: '10.6',
		node: generic('contact', 'create', fields({ contact_type: 'Client', contact_name: 'C' })),
		exchanges: exchange(uncompressed(post('/SysContactFacade', { sys_contact_facade: [{ contact_type: 'Client', contact_name: 'C' }] })), {
			...NO_CONTENT,
			headers: { location: containing('/SysContactFacade/contact_no=121') },
		}),
		output: [having({ contact_no: 121 })],
	},
	{
		name: 'POST of a contact on release 11.0, which returns its identifier in the body',
		shows: ['identifier of a created contact in the body'],
		release: '11.0',
		node: generic('contact', 'create', fields({ contact_type: 'Client', contact_name: 'C' })),
		exchanges: exchange(post('/SysContactFacade', { sys_contact_facade: [{ contact_type: 'Client', contact_name: 'C' }] }), {
			...created({ sys_contact_facade: [{ contact_no: 121 }] }),
			headers: { location: null },
		}),
		output: [{ contact_no: 121 }],
	},
	{
		name: 'POST of a contact of type Vendor on release 11.0, which does not support that type',
		shows: ['contacts of type Vendor'],
		release: '11.0',
		node: generic('contact', 'create', fields({ contact_type: 'Vendor', contact_name: 'V' })),
		exchanges: exchange(
			post('/SysContactFacade', { sys_contact_facade: [{ contact_type: 'Vendor', contact_name: 'V' }] }),
			refused(500, containing('contact_type')),
		),
		refusal: 'contact_type',
	},
	{
		name: 'POST of a job with sub-table rows on release 11.0, which returns temporary identifiers',
		shows: ['sub-table identifiers in the create response'],
		release: '11.0',
		node: generic('job', 'create', json({ ...JOB, jm_episode: [{ episode_no: -2, title_no: 1 }] })),
		exchanges: exchange(
			postJob({ ...JOB, jm_episode: [{ episode_no: -2, title_no: 1 }] }),
			created({ jm_job: [{ job_no: 67983 }], jm_episode: [{ episode_no: -2 }] }),
		),
		output: [having({ job_no: 67983 })],
	},
	{
		name: 'POST with an offset on release 11.2, which ignores offsets, so the node sends UTC',
		shows: ['offsets in POST bodies'],
		release: '11.2',
		node: generic(
			'workOrder',
			'create',
			json({ ...ORDER, wo_begin_dt: '2023-08-22T10:00:00-08:00', wo_end_dt: '2023-08-22T16:00:00-08:00' }),
		),
		exchanges: exchange(
			post('/JmWorkOrder', { jm_work_order: [{ ...ORDER, wo_begin_dt: '2023-08-22T18:00:00Z', wo_end_dt: '2023-08-23T00:00:00Z' }] }),
			created({ jm_work_order: [{ wo_no_seq: '1075882-1' }] }),
		),
	},
	{
		name: 'POST of a record without fields',
		node: generic('job', 'create', json({})),
		exchanges: [],
		refusal: 'The record to create has no fields',
	},
	{
		name: 'POST of a record with an object as the value of a field',
		node: generic(
			'job',
			'create',
			fields({ job_desc: 'Typed', cust_id: '{"cust_id": "27"}', jm_episode: '[{"title_no": {"title_no": 36}}]' }),
		),
		exchanges: exchange(
			post('/JmJob', { jm_job: [{ job_desc: 'Typed', cust_id: { cust_id: '27' }, jm_episode: [{ title_no: { title_no: 36 } }] }] }),
			created({ jm_job: [{ job_no: ANY_NUMBER }], jm_episode: [{ episode_no: ANY_NUMBER }] }),
		),
	},
];

export const CREATING: RowGroup = { theme: 'POST of a record', file: 'creating.ts', rows };
