import { created, fields, generic, json, ok, post, uncompressed } from '../../interface/rows/writing';
import { refusedBefore, row } from '../row';

/** The documented minimum fields of a work order. */
const MINIMUM = {
	wo_desc: 'Studio day',
	wo_begin_dt: '2026-07-01T08:00:00Z',
	wo_end_dt: '2026-07-01T17:00:00Z',
	wo_type_no: 5,
	phase_code: 'CONF',
	rate_card_no: 2,
	cust_id: 123,
};
const order = (parameters: Readonly<Record<string, unknown>>) => generic('workOrder', 'create', parameters);
const job = (parameters: Readonly<Record<string, unknown>>) => generic('job', 'create', parameters);
const newOrder = created({ jm_work_order: [{ wo_no_seq: '1075882-1' }] });
const newJob = created({ jm_job: [{ job_no: 67983 }] });
const OUTPUT = [{ wo_no_seq: '1075882-1' }];

export const CREATES = [
	row(
		'POST creates a work order from the minimum fields in JSON',
		order(json(MINIMUM)),
		post('/JmWorkOrder', { jm_work_order: [MINIMUM] }),
		newOrder,
		{
			output: OUTPUT,
		},
	),
	row(
		'POST creates a work order from the minimum fields in a list of fields',
		order(fields(MINIMUM)),
		post('/JmWorkOrder', { jm_work_order: [MINIMUM] }),
		newOrder,
		{
			output: OUTPUT,
		},
	),
	row(
		'a key field in the body can be an object with an alternate key',
		job(json({ job_desc: 'Mix', cust_id: { external_key: 'CRM-1' }, job_type_no: 3, active: 'Y', external_key: 154110 })),
		post('/JmJob', {
			jm_job: [{ job_desc: 'Mix', cust_id: { external_key: 'CRM-1' }, job_type_no: 3, active: 'Y', external_key: 154110 }],
		}),
		newJob,
		{ output: [{ job_no: 67983 }] },
	),
	row(
		'a key object that is typed into the value of a field is sent as an object',
		job(fields({ job_desc: 'Mix', cust_id: '{"external_key":"CRM-1"}', account_rep_no_1: '4', division_no: '2' })),
		post('/JmJob', { jm_job: [{ job_desc: 'Mix', cust_id: { external_key: 'CRM-1' }, account_rep_no_1: 4, division_no: 2 }] }),
		newJob,
	),
	row(
		'the rows of each sub-table are an array in the record',
		generic('libraryAsset', 'create', {
			...fields({ master_desc: 'Trailer', barcode: '2000XYT', asset_type_no: '3' }),
			rows: {
				row: [
					{ subTable: 'lib_master_title', cells: { cell: [{ fieldName: 'title_no', fieldValue: '{"title_no":"22"}' }] } },
					{
						subTable: 'lib_master_audio',
						cells: {
							cell: [
								{ fieldName: 'audio_desc', fieldValue: 'Stereo Left' },
								{ fieldName: 'audio_content_desc', fieldValue: 'Full Mix' },
								{ fieldName: 'track_language', fieldValue: 'Japanese' },
								{ fieldName: 'audio_channel', fieldValue: '1' },
							],
						},
					},
				],
			},
		}),
		post('/LibMaster', {
			lib_master: [
				{
					master_desc: 'Trailer',
					barcode: '2000XYT',
					asset_type_no: 3,
					lib_master_title: [{ title_no: { title_no: '22' } }],
					lib_master_audio: [{ audio_desc: 'Stereo Left', audio_content_desc: 'Full Mix', track_language: 'Japanese', audio_channel: 1 }],
				},
			],
		}),
		created({ lib_master: [{ master_no: 18 }], lib_master_audio: [{ master_audio_no: 45 }] }),
		{ output: [{ master_no: 18, lib_master_audio: [{ master_audio_no: 45 }] }] },
	),
	row(
		'the temporary key of an order is +1',
		order({ ...json(MINIMUM), options: { temporaryKeys: true } }),
		post('/JmWorkOrder', { jm_work_order: [{ wo_no_seq: { wo_no_seq: '+1' }, ...MINIMUM }] }),
		newOrder,
	),
	row(
		'the temporary key of other records is -1',
		job({ ...json({ job_desc: 'Mix' }), options: { temporaryKeys: true } }),
		post('/JmJob', { jm_job: [{ job_no: { job_no: -1 }, job_desc: 'Mix' }] }),
		newJob,
	),
	row(
		'several records are sent in one request, and the key of each is output',
		job({ ...json({ job_desc: 'Mix' }), options: { recordsPerRequest: 2, temporaryKeys: true } }),
		post('/JmJob', {
			jm_job: [
				{ job_no: { job_no: -1 }, job_desc: 'Mix' },
				{ job_no: { job_no: -2 }, job_desc: 'Mix' },
			],
		}),
		created({ jm_job: [{ job_no: 7 }, { job_no: 8 }] }),
		{ input: [{ json: {} }, { json: {} }], output: [{ job_no: 7 }, { job_no: 8 }] },
	),
	row(
		'a date field with null is sent as null',
		order(json({ wo_desc: 'Day', wo_end_dt: null })),
		post('/JmWorkOrder', { jm_work_order: [{ wo_desc: 'Day', wo_end_dt: null }] }),
		newOrder,
	),
	row(
		'an offset is sent unchanged, because the site honors it',
		order(json({ wo_desc: 'Day', wo_begin_dt: '2026-07-01T08:00:00-08:00' })),
		post('/JmWorkOrder', { jm_work_order: [{ wo_desc: 'Day', wo_begin_dt: '2026-07-01T08:00:00-08:00' }] }),
		newOrder,
	),
	row(
		'a time with an offset is sent in UTC to 11.2, which ignores offsets',
		order(json({ wo_desc: 'Day', wo_begin_dt: '2026-07-01T08:00:00-08:00' })),
		post('/JmWorkOrder', { jm_work_order: [{ wo_desc: 'Day', wo_begin_dt: '2026-07-01T16:00:00Z' }] }),
		newOrder,
		{ release: '11.2' },
	),
	row(
		'the message of the envelope is output',
		job(json({ job_desc: 'Mix' })),
		post('/JmJob', { jm_job: [{ job_desc: 'Mix' }] }),
		ok({ message: 'Credit limit reached', tables: ['jm_job'], jm_job: { record_identifiers: ['job_no'], records: [{ job_no: 9 }] } }),
		{ output: [{ job_no: 9, site_message: 'Credit limit reached' }] },
	),
	row(
		'an older release returns the new key in the Location header only',
		job(json({ job_desc: 'Mix' })),
		uncompressed(post('/JmJob', { jm_job: [{ job_desc: 'Mix' }] })),
		{ status: 204, headers: { Location: '/api/v2/database/DEMO/JmJob/job_no=67983' }, body: '' },
		{ release: '10.6', output: [{ job_no: 67983 }] },
	),
	row(
		'a contact of the type Vendor is created, and its identifier is in the body of the response',
		generic('contact', 'create', json({ contact_type: 'Vendor', first_name: 'Ann' })),
		post('/SysContactFacade', { sys_contact_facade: [{ contact_type: 'Vendor', first_name: 'Ann' }] }),
		created({ sys_contact_facade: [{ contact_no: 5 }] }),
		{ output: [{ contact_no: 5 }] },
	),
	row(
		'the table name of a facade can be changed',
		generic('contact', 'create', { ...json({ first_name: 'Ann' }), options: { tableName: 'sys_contact' } }),
		post('/SysContactFacade', { sys_contact: [{ first_name: 'Ann' }] }),
		created({ sys_contact: [{ contact_no: 5 }] }),
		{ output: [{ contact_no: 5 }] },
	),
	row(
		'a record can be created for a document that is not in the catalog',
		generic('anyDocument', 'create', { documentName: 'SysNote', table: 'sys_note', ...json({ note: 'x' }) }),
		post('/SysNote', { sys_note: [{ note: 'x' }] }),
		created({ sys_note: [{ note_no: 3 }] }),
		{ output: [{ note_no: 3 }] },
	),
	row(
		"a refusal is reported with the server's text",
		job(json({ job_desc: 'Mix' })),
		post('/JmJob', { jm_job: [{ job_desc: 'Mix' }] }),
		{ status: 400, body: { error: '&#39;cust_id&#39; is required' } },
		{ refusal: "'cust_id' is required" },
	),
	row(
		'an error in a response with status 200 is reported as an error',
		job(json({ job_desc: 'Mix' })),
		post('/JmJob', { jm_job: [{ job_desc: 'Mix' }] }),
		ok({ error: 'Division is closed' }),
		{ refusal: 'Division is closed' },
	),
	refusedBefore('a create without fields is rejected', job(json({})), 'no fields'),
];
