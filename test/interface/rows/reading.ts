import { ANY_NUMBER, containing, having, type Row, type RowGroup } from '../row';
import { at, by, exchange, generic, get, ok, refused } from './writing';

const raw = { simplify: false };
const JSON_COLUMNS = (columns: unknown): Readonly<Record<string, unknown>> => ({ options: { columnsJson: JSON.stringify(columns) } });

const ORDER_COLUMNS = ['wo_no_seq', 'wo_desc', 'wo_begin_dt', 'wo_end_dt', 'phase_desc', 'sched_by_name'];
const OPERATION_ROW = '/XmTransmissionOrder/wo_no_seq=1072992-1/mo_service_row/service_row_no=221083/mo_operation';

const rows: Row[] = [
	{
		name: 'GET of a work order with chosen columns and without nulls',
		shows: ['key as an object', 'times with Z and with an offset', 'nullvaluehandling omits nulls'],
		node: generic('workOrder', 'get', {
			...by('wo_no_seq', '2627-1'),
			...raw,
			options: { columns: ORDER_COLUMNS.join(', '), omitNulls: true },
		}),
		exchanges: exchange(
			get(at('/JmWorkOrder/wo_no_seq=2627-1', { resultColumns: { jm_work_order: ORDER_COLUMNS }, nullvaluehandling: 'ignore' })),
			ok({
				jm_work_order: [
					{
						wo_no_seq: { wo_no_seq: '2627-1' },
						wo_desc: 'Interview 62',
						wo_begin_dt: '2026-09-13T11:00:00+00:00',
						wo_end_dt: '2026-09-13T16:30:00+00:00',
						phase_desc: 'On Hold',
						sched_by_name: 'Ines Moreau',
					},
				],
			}),
		),
		output: [
			{
				wo_no_seq: { wo_no_seq: '2627-1' },
				wo_desc: 'Interview 62',
				wo_begin_dt: '2026-09-13T11:00:00+00:00',
				wo_end_dt: '2026-09-13T16:30:00+00:00',
				phase_desc: 'On Hold',
				sched_by_name: 'Ines Moreau',
			},
		],
	},
	{
		name: 'GET of a complete work order, with look-ups as objects with code and description',
		shows: ['look-up as an object', 'GET envelope', 'key with its alternate keys'],
		node: generic('workOrder', 'get', { ...by('wo_no_seq', '2627-1') }),
		exchanges: exchange(
			get('/JmWorkOrder/wo_no_seq=2627-1'),
			ok({
				jm_work_order: [
					having({
						wo_no_seq: { wo_no_seq: '2627-1', external_key: null },
						wo_no: 2627,
						wo_seq: 1,
						po: 'PO212',
						wo_reference: null,
						wo_template_no: null,
						cancel_no: null,
						date_added: '2026-05-18T20:03:00+00:00',
						wo_type_no: { wo_type_no: 7, wo_type_desc: 'Outside Broadcast', external_key: null },
						phase_code: { phase_code: 'Hold', phase_desc: 'On Hold', external_key: null },
						rate_card_no: { rate_card_no: 3, rate_card_desc: 'Weekend', external_key: null },
						cust_id: having({ cust_id: 32, cust_name: 'Ostrich & Sons', list_id: '32' }),
					}),
				],
			}),
		),
		output: [
			having({
				wo_no_seq: '2627-1',
				wo_type_no: 7,
				wo_type_desc: 'Outside Broadcast',
				phase_code: 'Hold',
				rate_card_no: 3,
				cust_id: 32,
				cust_name: 'Ostrich & Sons',
			}),
		],
	},
	{
		name: 'GET without alternate keys',
		shows: ['alternate keys omitted'],
		node: generic('libraryAsset', 'get', {
			...by('master_no', 18),
			...raw,
			options: { omitAlternateKeys: true, columns: 'master_no, master_desc, asset_type_no' },
		}),
		exchanges: exchange(
			get(
				at('/LibMaster/master_no=18', {
					resultColumns: { lib_master: ['master_no', 'master_desc', 'asset_type_no'] },
					alternatekeyhandling: 'ignore',
				}),
			),
			ok({
				lib_master: [
					{
						master_no: { master_no: 18 },
						master_desc: 'The Hollow Harbour Trailer',
						asset_type_no: { asset_type_no: 1, asset_type_desc: 'Digital Master' },
					},
				],
			}),
		),
	},
	{
		name: 'GET by an external key',
		shows: ['alternate key in the URL'],
		node: generic('job', 'get', { ...by('external_key', '154110'), options: { columns: 'job_desc' } }),
		exchanges: exchange(
			get(at('/JmJob/external_key=154110', { resultColumns: { jm_job: ['job_no', 'job_desc'] } })),
			ok({ jm_job: [{ job_no: { job_no: 342, external_key: '154110' }, job_desc: 'Winter Games Mix 342' }] }),
		),
		output: [{ job_no: 342, job_desc: 'Winter Games Mix 342' }],
	},
	{
		name: 'GET of a library asset by its barcode, with titles and audio',
		shows: ['alternate key in the URL'],
		node: generic('libraryAsset', 'get', { ...by('barcode', '2000XYT'), ...raw }),
		exchanges: exchange(
			get('/LibMaster/barcode=2000XYT'),
			ok({
				lib_master: [
					having({
						master_no: { master_no: 18, barcode: '2000XYT', external_key: null, umid: null },
						master_desc: 'The Hollow Harbour Trailer',
						lib_master_title: [
							{
								master_title_no: { master_title_no: 18 },
								title_no: { title_no: 126, title_desc: 'The Hollow Harbour', external_key: 'RIGHTS-542' },
							},
						],
						lib_master_audio: [
							{
								master_audio_no: { master_audio_no: 45 },
								audio_channel: 1,
								audio_desc: 'Stereo Left',
								audio_content_desc: 'Full Mix',
								track_language: 'Japanese',
							},
							{
								master_audio_no: { master_audio_no: 46 },
								audio_channel: 2,
								audio_desc: 'Stereo Right',
								audio_content_desc: 'Full Mix',
								track_language: 'Japanese',
							},
						],
					}),
				],
			}),
		),
	},
	{
		name: 'GET by a key with characters that must be encoded in a URL',
		node: generic('job', 'get', by('external_key', 'a/b=c?d#e%f&g+h Ü')),
		exchanges: exchange(
			get('/JmJob/external_key=a%2Fb%3Dc%3Fd%23e%25f%26g%2Bh%20%C3%9C'),
			refused(404, containing('Alternate key not found: external_key=a/b=c?d#e%f&amp;g+h Ü')),
		),
		refusal: 'a/b=c?d#e%f&g+h Ü',
	},
	{
		name: 'GET of a media order with its service rows and operations',
		node: generic('mediaOrder', 'get', {
			...by('wo_no_seq', '510-1'),
			...raw,
			...JSON_COLUMNS({ jm_work_order: ['wo_desc'], mo_service_row: ['service_row_no'], mo_operation: ['task_no'] }),
		}),
		exchanges: exchange(
			get(
				at('/MoMediaOrder/wo_no_seq=510-1', {
					resultColumns: { jm_work_order: ['wo_desc'], mo_service_row: ['service_row_no'], mo_operation: ['task_no'] },
				}),
			),
			ok({
				jm_work_order: [
					{
						wo_desc: 'Archive Restore 78',
						mo_service_row: [
							{
								service_row_no: { service_row_no: 14, external_key: null },
								mo_operation: [{ task_no: { task_no: 1 } }, { task_no: { task_no: 2 } }],
							},
						],
					},
				],
			}),
		),
	},
	{
		name: 'GET of the service rows of a transmission order',
		shows: ['sub-table GET without wrapper', 'null in service_template_no'],
		node: generic('transmissionOrder', 'get', {
			...by('wo_no_seq', '7655-1'),
			...raw,
			subTables: { step: [{ table: 'mo_service_row' }] },
			...JSON_COLUMNS({ mo_service_row: ['service_row_no', 'service_template_no'] }),
		}),
		exchanges: exchange(
			get(
				at('/XmTransmissionOrder/wo_no_seq=7655-1/mo_service_row', {
					resultColumns: { mo_service_row: ['service_row_no', 'service_template_no'] },
				}),
			),
			ok(
				[9933, 9934].map((number) => ({
					service_row_no: { service_row_no: number, external_key: null },
					service_template_no: { service_template_no: 12, service_template_desc: 'Auto Route', external_key: null },
				})),
			),
		),
		output: [9933, 9934].map((number) => having({ service_row_no: { service_row_no: number, external_key: null } })),
	},
	{
		name: 'GET of a transmission order whose service template is null',
		shows: ['null in service_template_no'],
		node: generic('transmissionOrder', 'get', {
			...by('wo_no_seq', '1072992-1'),
			options: { columns: 'service_template_no', includeEmpty: true },
		}),
		exchanges: exchange(
			get(at('/XmTransmissionOrder/wo_no_seq=1072992-1', { resultColumns: { jm_work_order: ['wo_no_seq', 'service_template_no'] } })),
			ok({ jm_work_order: [{ wo_no_seq: { wo_no_seq: '1072992-1', external_key: null }, service_template_no: null }] }),
		),
		output: [{ wo_no_seq: '1072992-1', service_template_no: null }],
	},
	{
		name: 'GET of the operations of a service row, which are a sub-table of a sub-table',
		shows: ['sub-table of a sub-table in the URL'],
		node: generic('transmissionOrder', 'get', {
			...by('wo_no_seq', '1072992-1'),
			subTables: { step: [{ table: 'mo_service_row', key: 'service_row_no', value: '221083' }, { table: 'mo_operation' }] },
			...JSON_COLUMNS({ mo_operation: ['operation_no', 'task_no', 'trx_resource_desc', 'trx_group_desc'] }),
		}),
		exchanges: exchange(
			get(at(OPERATION_ROW, { resultColumns: { mo_operation: ['operation_no', 'task_no', 'trx_resource_desc', 'trx_group_desc'] } })),
			ok([
				{ operation_no: { operation_no: 133119 }, task_no: { task_no: 1 }, trx_resource_desc: 'Router', trx_group_desc: 'Transmission' },
				{ operation_no: { operation_no: ANY_NUMBER }, task_no: { task_no: 2 }, trx_resource_desc: 'Encoder 2', trx_group_desc: 'Encoders' },
			]),
		),
		output: [having({ operation_no: 133119, trx_group_desc: 'Transmission' }), having({ task_no: 2 })],
	},
	{
		name: 'GET of one operation of a service row',
		shows: ['sub-table of a sub-table in the URL'],
		node: generic('transmissionOrder', 'get', {
			...by('wo_no_seq', '1072992-1'),
			subTables: {
				step: [
					{ table: 'mo_service_row', key: 'service_row_no', value: '221083' },
					{ table: 'mo_operation', key: 'operation_no', value: '133119' },
				],
			},
			options: { includeEmpty: true },
		}),
		exchanges: exchange(
			get(`${OPERATION_ROW}/operation_no=133119`),
			ok([
				{
					operation_no: { operation_no: 133119 },
					service_row_no: 221083,
					task_no: { task_no: 1 },
					task_code: null,
					trx_resource_desc: 'Router',
					trx_group_desc: 'Transmission',
				},
			]),
		),
		output: [
			{
				operation_no: 133119,
				service_row_no: 221083,
				task_no: 1,
				task_code: null,
				trx_resource_desc: 'Router',
				trx_group_desc: 'Transmission',
			},
		],
	},
	{
		name: 'GET of episodes with a single field name in resultColumns',
		shows: ['resultColumns with a single field name'],
		node: generic('job', 'get', {
			...by('job_no', 342),
			...raw,
			subTables: { step: [{ table: 'jm_episode' }] },
			...JSON_COLUMNS({ jm_episode: 'title_no' }),
		}),
		exchanges: exchange(
			get(at('/JmJob/job_no=342/jm_episode', { resultColumns: { jm_episode: 'title_no' } })),
			ok([
				having({ title_no: having({ title_no: 123 }) }),
				having({ title_no: having({ title_no: 110 }) }),
				having({ title_no: having({ title_no: 56 }) }),
			]),
		),
	},
	{
		name: 'GET of a job with the columns of its root and of a sub-table',
		shows: ['resultColumns limits sub-tables'],
		node: generic('job', 'get', {
			...by('job_no', 342),
			...raw,
			...JSON_COLUMNS({ jm_job: ['job_no', 'external_key', 'active'], jm_episode: ['title_no'] }),
		}),
		exchanges: exchange(
			get(at('/JmJob/job_no=342', { resultColumns: { jm_job: ['job_no', 'external_key', 'active'], jm_episode: ['title_no'] } })),
			ok({
				jm_job: [
					{
						job_no: { job_no: 342, external_key: '154110' },
						external_key: '154110',
						active: 'N',
						jm_episode: [
							having({}),
							having({}),
							{ title_no: { title_no: 56, title_desc: 'The Last Lighthouse: Episode 6', external_key: 'RIGHTS-108-6' } },
						],
					},
				],
			}),
		),
	},
	{
		name: 'GET of an order transaction with its required parameter',
		shows: ['wo_no_seq required by JmWoTransaction'],
		node: generic('orderTransaction', 'get', { ...by('trx_no', 38521), parameter_wo_no_seq: '36914-1' }),
		exchanges: exchange(
			get(at('/JmWoTransaction/trx_no=38521', { wo_no_seq: '36914-1' })),
			ok({ jm_wo_transaction: [having({ trx_no: { trx_no: 38521, external_key: null }, wo_no_seq: '36914-1', actualized: 'N' })] }),
		),
		output: [having({ trx_no: 38521, wo_no_seq: '36914-1' })],
	},
	{
		name: 'GET of an order transaction without its required parameter',
		shows: ['wo_no_seq required by JmWoTransaction'],
		node: 'The node refuses it before sending.',
		exchanges: exchange(get('/JmWoTransaction/trx_no=38521'), refused(400, 'JmWoTransaction requires the &#39;wo_no_seq&#39; parameter')),
	},
	{
		name: 'GET of an actual with header, details and links',
		node: generic('actual', 'get', { ...by('actual_hdr_no', 1), ...raw }),
		exchanges: exchange(
			get('/JmActual/actual_hdr_no=1'),
			ok({
				jm_actual_header: [
					having({
						actual_hdr_no: { actual_hdr_no: 1, external_key: null },
						wo_no: 100,
						wo_seq: 1,
						wo_no_seq: { wo_no_seq: '100-1' },
						actual_status: 'N',
						jm_actual_detail: [
							{
								actual_det_no: { actual_det_no: 1 },
								actual_hdr_no: 1,
								action_code: { action_code: 'I', action_desc: 'Internal Hours', external_key: null },
								actual_unit: 11,
								actual: 'N',
							},
						],
						jm_actual_link: [],
					}),
				],
			}),
		),
	},
	...(
		[
			[
				'a bid version',
				'bidVersion',
				'BidVersion',
				'bid_version',
				'version_no',
				211,
				{ version_no: { version_no: 211, external_key: null }, approved: 'N' },
			],
			[
				'a scheduling resource',
				'schedulingResource',
				'SchResource',
				'sch_resource',
				'resource_code',
				'3',
				{ resource_code: { resource_code: '3', external_key: 'RES-3' } },
			],
			[
				'a time card batch',
				'timeCardBatch',
				'TcBatch',
				'tc_batch',
				'batch_no',
				'7572',
				{ batch_no: { batch_no: '7572', external_key: null } },
			],
			['a project', 'project', 'PmProject', 'pm_project', 'project_no', 1, { project_desc: 'Cup Final Post' }],
			['a title', 'title', 'LibTitle', 'lib_title', 'title_no', 2, { title_no: { title_no: 2, external_key: 'RIGHTS-101-1' } }],
			[
				'a contact',
				'contact',
				'SysContactFacade',
				'sys_contact_facade',
				'contact_no',
				1,
				{ contact_no: { contact_no: 1, external_key: 'HR-1001' }, contact_type: 'Contact' },
			],
			[
				'a title with its parent',
				'titleHierarchy',
				'LibTitleHierarchyFacade',
				'lib_title_hierarchy_facade',
				'title_no',
				2,
				{ parent_external_key: 'RIGHTS-101' },
			],
		] as const
	).map(([what, resource, document, table, key, value, record]): Row => ({
		name: `GET of ${what}`,
		node: generic(resource, 'get', { ...by(key, value), ...raw }),
		exchanges: exchange(get(`/${document}/${key}=${value}`), ok({ [table]: [having(record)] })),
		output: [having(record)],
	})),
	{
		name: 'GET of a document that is not in the resource list, by its name',
		shows: ['any document by its name'],
		node: generic('anyDocument', 'get', {
			...by('key', 'CONF'),
			documentName: 'JmPhase',
			keyField: 'phase_code',
			table: 'jm_phase',
			...raw,
		}),
		exchanges: exchange(
			get('/JmPhase/phase_code=CONF'),
			ok({
				jm_phase: [{ phase_code: { phase_code: 'CONF', external_key: null }, external_key: null, phase_desc: 'Confirmed', sort_order: 40 }],
			}),
		),
		output: [having({ phase_desc: 'Confirmed' })],
	},
	{
		name: 'GET of a custom drop-down with and without "Additional API details"',
		shows: ['additional details of a custom drop-down'],
		node: generic('workOrder', 'get', {
			...by('wo_no_seq', '2627-1'),
			...raw,
			options: { columnsJson: '{"jm_work_order":["WO_field_2","WO_field_3"]}' },
		}),
		exchanges: exchange(
			get(at('/JmWorkOrder/wo_no_seq=2627-1', { resultColumns: { jm_work_order: ['WO_field_2', 'WO_field_3'] } })),
			ok({
				jm_work_order: [
					{
						WO_field_2: 'Satellite',
						WO_field_3: { option_no: 6, option_text: 'HD 1080i50', external_key: 'WO_field_3-1', WO_field_3: 'HD 1080i50' },
					},
				],
			}),
		),
	},
	{
		name: 'GET of an order by its number without the sequence',
		node: generic('workOrder', 'get', by('wo_no_seq', '2627')),
		exchanges: [],
		refusal: "'wo_no_seq' is '2627', an order number without its sequence",
	},
];

export const READING: RowGroup = { theme: 'GET of one record', file: 'reading.ts', rows };
