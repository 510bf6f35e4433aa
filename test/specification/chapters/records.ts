import { at, by, COMPRESSED, generic, get, ok } from '../../interface/rows/writing';
import { found, row } from '../row';

const raw = { simplify: false };
const job = (parameters: Readonly<Record<string, unknown>> = {}) => generic('job', 'get', { ...by('job_no', 5), ...parameters });
const asset = (parameters: Readonly<Record<string, unknown>> = {}) =>
	generic('libraryAsset', 'get', { ...by('master_no', 18), ...parameters });
const order = (parameters: Readonly<Record<string, unknown>> = {}) =>
	generic('workOrder', 'get', { ...by('wo_no_seq', '1-1'), ...parameters });

const KEYS = { master_no: 18, barcode: '2000XYT', external_key: null, umid: null };
const CUSTOMER = { cust_id: '0409', list_id: '0409', other_cust_id: null, cust_reference: null, external_key: null };

export const RECORDS = [
	row(
		'resultColumns maps the table to an array of fields',
		job({ ...raw, options: { columns: ['job_desc', 'external_key'] } }),
		get(at('/JmJob/job_no=5', { resultColumns: { jm_job: ['job_no', 'job_desc', 'external_key'] } })),
		found('jm_job', { job_no: { job_no: 5, external_key: 'A' }, job_desc: 'Mix', external_key: 'A' }),
		{ output: [{ job_no: { job_no: 5, external_key: 'A' }, job_desc: 'Mix', external_key: 'A' }] },
	),
	row(
		'resultColumns maps a sub-table to an array or to a single field name',
		job({ ...raw, options: { columnsJson: '{"jm_job":["job_desc"],"jm_episode":"title_no"}' } }),
		get(at('/JmJob/job_no=5', { resultColumns: { jm_job: ['job_desc'], jm_episode: 'title_no' } })),
		found('jm_job', { job_desc: 'Mix', jm_episode: [{ title_no: 22 }] }),
		{ output: [{ job_desc: 'Mix', jm_episode: [{ title_no: 22 }] }] },
	),
	row(
		'resultColumns limits the fields of a sub-table path',
		job({ ...raw, subTables: { step: [{ table: 'jm_episode' }] }, options: { columnsJson: '{"jm_episode":["title_no"]}' } }),
		get(at('/JmJob/job_no=5/jm_episode', { resultColumns: { jm_episode: ['title_no'] } })),
		ok([{ title_no: 22 }]),
		{ output: [{ title_no: 22 }] },
	),
	row(
		'nullvaluehandling=ignore omits fields that are null',
		job({ ...raw, options: { omitNulls: true } }),
		get(at('/JmJob/job_no=5', { nullvaluehandling: 'ignore' })),
		found('jm_job', { job_no: 5 }),
	),
	row(
		'alternatekeyhandling=ignore omits alternate keys',
		job({ ...raw, options: { omitAlternateKeys: true } }),
		get(at('/JmJob/job_no=5', { alternatekeyhandling: 'ignore' })),
		found('jm_job', { job_no: 5 }),
	),
	row(
		'the names of the headers that omit nulls and alternate keys can be set',
		job({ ...raw, options: { omitNulls: true, omitAlternateKeys: true } }),
		get('/JmJob/job_no=5', { ...COMPRESSED, 'X-Nulls': 'ignore', 'X-Alternate-Keys': 'skip' }),
		found('jm_job', { job_no: 5 }),
		{
			credential: { advancedSettings: true, apiNames: '{"omitNulls":"header:X-Nulls","omitAlternateKeys":"header:X-Alternate-Keys=skip"}' },
		},
	),
	row(
		'the header that filters the returned rows can be sent',
		job({ ...raw, options: { extraHeaders: { entry: [{ name: 'X-Result-Filter', value: '{"jm_episode":{"title_no":22}}' }] } } }),
		get('/JmJob/job_no=5', { ...COMPRESSED, 'X-Result-Filter': '{"jm_episode":{"title_no":22}}' }),
		found('jm_job', { job_no: 5 }),
	),
	row(
		'additional query parameters can be sent',
		job({ ...raw, options: { extraParameters: { entry: [{ name: 'fields', value: 'a b' }] } } }),
		get(at('/JmJob/job_no=5', { fields: 'a b' })),
		found('jm_job', { job_no: 5 }),
	),
	row(
		'Division-Code overrides the default division',
		job({ ...raw, options: { divisionCode: 'LON' } }),
		get('/JmJob/job_no=5', { ...COMPRESSED, 'Division-Code': 'LON' }),
		found('jm_job', { job_no: 5 }),
	),
	row(
		'Division-Code can come from the credential',
		job(raw),
		get('/JmJob/job_no=5', { ...COMPRESSED, 'Division-Code': 'LON' }),
		found('jm_job', { job_no: 5 }),
		{ credential: { divisionCode: 'LON' } },
	),
	row(
		'Source-Time-Zone-Name sets the zone of all times',
		job({ ...raw, options: { timeZoneName: 'Pacific Standard Time' } }),
		get('/JmJob/job_no=5', { ...COMPRESSED, 'Source-Time-Zone-Name': 'Pacific Standard Time' }),
		found('jm_job', { job_no: 5 }),
	),
	row(
		'a raw record is output unchanged',
		asset(raw),
		get('/LibMaster/master_no=18'),
		found('lib_master', { master_no: KEYS, master_desc: 'Trailer', cust_id: CUSTOMER, lib_master_title: [{ title_no: { title_no: 22 } }] }),
		{ output: [{ master_no: KEYS, master_desc: 'Trailer', cust_id: CUSTOMER, lib_master_title: [{ title_no: { title_no: 22 } }] }] },
	),
	row(
		'a simplified record keeps the value of each key and of each alternate key that is not null',
		asset(),
		get('/LibMaster/master_no=18'),
		found('lib_master', { master_no: KEYS, master_desc: 'Trailer', cust_id: CUSTOMER }),
		{ output: [{ master_no: 18, barcode: '2000XYT', master_desc: 'Trailer', cust_id: '0409', cust_id_list_id: '0409' }] },
	),
	row(
		'a simplified look-up keeps its description',
		order(),
		get('/JmWorkOrder/wo_no_seq=1-1'),
		found('jm_work_order', { wo_no_seq: { wo_no_seq: '1-1', external_key: null }, wo_type_no: { wo_type_no: 5, wo_type_desc: 'Studio' } }),
		{ output: [{ wo_no_seq: '1-1', wo_type_no: 5, wo_type_desc: 'Studio' }] },
	),
	row(
		'a custom drop-down with Additional API details keeps its additional attributes',
		order(),
		get('/JmWorkOrder/wo_no_seq=1-1'),
		found('jm_work_order', { wo_no_seq: '1-1', WO_field_2: { WO_field_2: 'HD', option_text: 'High Definition', external_key: 'X1' } }),
		{ output: [{ wo_no_seq: '1-1', WO_field_2: 'HD', WO_field_2_option_text: 'High Definition', WO_field_2_external_key: 'X1' }] },
	),
	row(
		'a multi-select drop-down on 11.4 is output as a list of values and a list for each attribute',
		order(),
		get('/JmWorkOrder/wo_no_seq=1-1'),
		found('jm_work_order', {
			wo_no_seq: '1-1',
			WO_field_9: [
				{ WO_field_9: 'HD', option_no: 1 },
				{ WO_field_9: 'UHD', option_no: 2 },
			],
		}),
		{ output: [{ wo_no_seq: '1-1', WO_field_9: ['HD', 'UHD'], WO_field_9_option_no: [1, 2] }] },
	),
	row(
		'a custom drop-down without Additional API details is output as its value',
		order(),
		get('/JmWorkOrder/wo_no_seq=1-1'),
		found('jm_work_order', { wo_no_seq: '1-1', WO_field_2: 'HD' }),
		{ output: [{ wo_no_seq: '1-1', WO_field_2: 'HD' }] },
	),
	row(
		'times with Z, with an offset and without one are output unchanged',
		order(),
		get('/JmWorkOrder/wo_no_seq=1-1'),
		found('jm_work_order', {
			wo_no_seq: '1-1',
			wo_begin_dt: '2026-01-01T08:00:00Z',
			wo_end_dt: '2026-01-01T17:00:00-08:00',
			date_added: '2026-01-01T08:00:00',
		}),
		{
			output: [
				{
					wo_no_seq: '1-1',
					wo_begin_dt: '2026-01-01T08:00:00Z',
					wo_end_dt: '2026-01-01T17:00:00-08:00',
					date_added: '2026-01-01T08:00:00',
				},
			],
		},
	),
	row(
		"a GET of a record that does not exist is refused with the server's text",
		job(),
		get('/JmJob/job_no=5'),
		{ status: 404, body: { error: 'Alternate key not found: job_no=5' } },
		{ refusal: 'Alternate key not found: job_no=5' },
	),
];
