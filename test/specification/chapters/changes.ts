import {
	by,
	CHANGED,
	fields,
	generic,
	json,
	NO_CONTENT,
	ok,
	patch,
	patchPayload,
	replace,
	uncompressed,
} from '../../interface/rows/writing';
import { refusedBefore, row } from '../row';

type Parameters = Readonly<Record<string, unknown>>;
const order = (parameters: Parameters) => generic('workOrder', 'update', { ...by('wo_no_seq', '2627-1'), ...parameters });
const job = (parameters: Parameters) => generic('job', 'update', { ...by('job_no', 5), ...parameters });
const payload = { options: { updateFormat: 'payload' } };
const DONE = { output: [{ wo_no_seq: '2627-1', updated: true }] };
const ADDRESS = '/JmWorkOrder/wo_no_seq=2627-1';

export const CHANGES = [
	row(
		'PATCH with operations replaces a value with a string or a number',
		order(fields({ phase_code: 'CONF', wo_type_no: '5' })),
		patch(ADDRESS, [replace('phase_code', 'CONF'), replace('wo_type_no', 5)]),
		NO_CONTENT,
		DONE,
	),
	row(
		'a value in JSON is sent with its JSON type',
		order(json({ po: 17, wo_type_no: '5' })),
		patch(ADDRESS, [replace('po', 17), replace('wo_type_no', '5')]),
		NO_CONTENT,
		DONE,
	),
	row(
		'PATCH finds the record by an alternate key',
		job({ ...by('external_key', 'A 1'), ...fields({ job_desc: 'Mix' }) }),
		patch('/JmJob/external_key=A%201', [replace('job_desc', 'Mix')]),
		NO_CONTENT,
		{
			output: [{ external_key: 'A 1', updated: true }],
		},
	),
	row('a date is set to null', order(fields({ wo_end_dt: '={{ null }}' })), patch(ADDRESS, [replace('wo_end_dt', null)]), NO_CONTENT, DONE),
	row(
		'on 10.6 a date is cleared with remove',
		order(fields({ wo_end_dt: '={{ null }}' })),
		uncompressed(patch(ADDRESS, [{ op: 'remove', path: 'wo_end_dt', value: null }])),
		NO_CONTENT,
		{ ...DONE, release: '10.6' },
	),
	row(
		'PATCH with the full payload contains the key in the URL, and as an object in the body',
		order({ ...json({ phase_code: 'CONF', po: 'P1' }), ...payload }),
		patchPayload(ADDRESS, { jm_work_order: [{ wo_no_seq: { wo_no_seq: '2627-1' }, phase_code: 'CONF', po: 'P1' }] }),
		CHANGED,
		DONE,
	),
	row(
		'a PATCH with the full payload can return 204',
		order({ ...json({ phase_code: 'CONF' }), ...payload }),
		patchPayload(ADDRESS, { jm_work_order: [{ wo_no_seq: { wo_no_seq: '2627-1' }, phase_code: 'CONF' }] }),
		NO_CONTENT,
		DONE,
	),
	row(
		'a numeric key in the body is a number',
		job({ ...json({ job_desc: 'Mix' }), ...payload }),
		patchPayload('/JmJob/job_no=5', { jm_job: [{ job_no: { job_no: 5 }, job_desc: 'Mix' }] }),
		CHANGED,
		{ output: [{ job_no: 5, updated: true }] },
	),
	row(
		'a resource code in the body is text',
		generic('schedulingResource', 'update', { ...by('resource_code', '0004'), ...json({ resource_desc: 'Ann' }), ...payload }),
		patchPayload('/SchResource/resource_code=0004', { sch_resource: [{ resource_code: { resource_code: '0004' }, resource_desc: 'Ann' }] }),
		CHANGED,
	),
	row(
		'rows of sub-tables are in the full payload',
		job({
			...fields({ job_desc: 'Mix' }),
			rows: { row: [{ subTable: 'jm_episode', cells: { cell: [{ fieldName: 'title_no', fieldValue: '22' }] } }] },
		}),
		patchPayload('/JmJob/job_no=5', { jm_job: [{ job_no: { job_no: 5 }, job_desc: 'Mix', jm_episode: [{ title_no: 22 }] }] }),
		CHANGED,
	),
	row(
		'a row that is sent with its key updates the existing row',
		generic('libraryAsset', 'update', {
			...by('master_no', 18),
			...json({ lib_master_audio: [{ master_audio_no: 45, audio_desc: 'Left' }] }),
		}),
		patchPayload('/LibMaster/master_no=18', {
			lib_master: [{ master_no: { master_no: 18 }, lib_master_audio: [{ master_audio_no: 45, audio_desc: 'Left' }] }],
		}),
		CHANGED,
	),
	row(
		'a row is changed at its own address with operations',
		order({
			subTables: { step: [{ table: 'mo_source', key: 'dsp_seq', value: { __rl: true, mode: 'key', value: '2' } }] },
			...fields({ source_desc: 'Cam' }),
		}),
		patch(`${ADDRESS}/mo_source/dsp_seq=2`, [replace('source_desc', 'Cam')]),
		NO_CONTENT,
		{ output: [{ wo_no_seq: '2627-1', dsp_seq: 2, updated: true }] },
	),
	row(
		'a custom field is named by its customization code',
		order(fields({ WO_field_2: 'HD' })),
		patch(ADDRESS, [replace('WO_field_2', 'HD')]),
		NO_CONTENT,
		DONE,
	),
	row(
		'operations can contain only strings and numbers, so a multi-select drop-down is sent as a full payload',
		order(fields({ WO_field_3: '={{ ["HD","UHD"] }}' })),
		patchPayload(ADDRESS, { jm_work_order: [{ wo_no_seq: { wo_no_seq: '2627-1' }, WO_field_3: ['HD', 'UHD'] }] }),
		CHANGED,
		DONE,
	),
	row(
		"a Division-Code that the user has no access to fails with the server's message",
		order({ ...fields({ po: '1' }), options: { divisionCode: 'PAR' } }),
		patch(ADDRESS, [replace('po', '1')], { 'Division-Code': 'PAR' }),
		{ status: 400, body: { error: 'The user has no access to division PAR' } },
		{ refusal: 'The user has no access to division PAR' },
	),
	row(
		'the message of the envelope is output',
		order({ ...json({ po: '1' }), ...payload }),
		patchPayload(ADDRESS, { jm_work_order: [{ wo_no_seq: { wo_no_seq: '2627-1' }, po: '1' }] }),
		ok({ message: 'Order is locked soon', tables: [] }),
		{ output: [{ wo_no_seq: '2627-1', updated: true, site_message: 'Order is locked soon' }] },
	),
	refusedBefore('an order number without its sequence is rejected', order({ ...by('wo_no_seq', '2627'), ...fields({ po: '1' }) }), '2627'),
	refusedBefore('an update without fields is rejected', order(json({})), 'Fields'),
	refusedBefore(
		'a full payload at the address of a row, which is not documented, is rejected',
		order({
			subTables: { step: [{ table: 'mo_source', key: 'dsp_seq', value: { __rl: true, mode: 'key', value: '2' } }] },
			...json({ source_desc: 'x' }),
			...payload,
		}),
		'sub-table',
	),
];
