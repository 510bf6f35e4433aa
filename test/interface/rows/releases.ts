import type { Release } from '../../../core/catalog';
import { ANY_TEXT, containing, having, type ExpectedResponse, type NodeCall, type Request, type Row, type RowGroup } from '../row';
import {
	at,
	by,
	COMPRESSED,
	created,
	del,
	generic,
	get,
	json,
	NO_CONTENT,
	ok,
	ORDER,
	patch,
	patchPayload,
	post,
	put,
	refused,
	replace,
	saveArgument,
	uncompressed,
	where,
} from './writing';

interface Newcomer {
	/** The name of the catalog entry. */
	readonly name: string;
	/** The start of the row names; the name of the entry by default. */
	readonly title?: string;
	readonly since: Release;
	/** The previous release. */
	readonly older: Release;
	readonly node: NodeCall;
	/** The node's message; by default, the message that names the required release. */
	readonly words?: string;
	readonly request: Request;
	readonly response: ExpectedResponse;
}

const ACTUAL = { wo_no_seq: '36914-1', jm_actual_detail: [{ action_code: 'I', actual_unit: 1 }] };
const QUIET = { options: { readBack: false } };

const operator = (
	name: string,
	wire: string,
	since: Release,
	older: Release,
	operand: unknown,
	typed: Readonly<Record<string, unknown>>,
): Newcomer => ({
	name: wire,
	since,
	older,
	node: generic('workOrder', 'getMany', where({ fieldName: 'wo_desc', operator: name, ...typed })),
	request: (older === '10.6' ? uncompressed : (request: Request) => request)(
		get(at('/JmWorkOrderList', { Query: { wo_desc: { [wire]: operand } } })),
	),
	response: refused(400, containing(wire)),
});

const save = (name: string, since: Release, older: Release, node: NodeCall, request: Request): Newcomer => ({
	name,
	since,
	older,
	node,
	request,
	response: refused(400, containing(name)),
});
const actualize = (parameters: Readonly<Record<string, unknown>>): NodeCall => ({
	node: 'mediaOperationsActualize',
	parameters: {
		resource: 'workOrder',
		...by('wo_no_seq', '36914-1'),
		details: { detail: [{ action: 'I', units: 1, transactions: ['38521'] }] },
		...QUIET,
		...parameters,
	},
});
const template = (parameters: Readonly<Record<string, unknown>>): NodeCall => ({
	node: 'mediaOperationsLoadTemplate',
	parameters: { resource: 'workOrder', template: { __rl: true, mode: 'number', value: '2' }, ...QUIET, ...parameters },
});
const TIMES = { wo_end_dt: '2026-12-01T16:00:00Z' };
const move = (name: string): Newcomer =>
	save(
		name,
		'11.4',
		'11.3',
		generic('workOrder', 'update', { ...by('wo_no_seq', '100-1'), ...json(TIMES), saveArguments: { [name]: true } }),
		patch('/JmWorkOrder/wo_no_seq=100-1', [replace('wo_end_dt', TIMES.wo_end_dt)], saveArgument({ [name]: 'Y' })),
	);

/** The requests that the node rejects for the previous release, and the response of a site on that release. */
const NEWCOMERS: readonly Newcomer[] = [
	operator('greater', '$gt', '11.0', '10.6', 'x', { value: 'x' }),
	operator('greaterOrEqual', '$gte', '11.0', '10.6', 'x', { value: 'x' }),
	operator('less', '$lt', '11.0', '10.6', 'x', { value: 'x' }),
	operator('lessOrEqual', '$lte', '11.0', '10.6', 'x', { value: 'x' }),
	operator('notIn', '$notin', '11.1', '11.0', ['x'], { values: 'x' }),
	operator('matchesAll', '$LIKEAND', '11.1', '11.0', ['%x%'], { values: '%x%' }),
	{
		name: 'upsert',
		title: 'PUT',
		since: '11.0',
		older: '10.6',
		node: generic('job', 'upsert', { ...by('external_key', 'A'), ...json({ job_desc: 'x' }) }),
		request: uncompressed(put('/JmJob/external_key=A', { jm_job: [{ job_no: { external_key: 'A' }, external_key: 'A', job_desc: 'x' }] })),
		response: refused(405, containing('does not support PUT')),
	},
	{
		name: 'rowAction',
		since: '11.0',
		older: '10.6',
		node: generic('job', 'upsert', { ...by('external_key', 'A'), ...json({ job_desc: 'x' }), options: { clearSubTables: 'jm_episode' } }),
		request: uncompressed(
			put(
				'/JmJob/external_key=A',
				{ jm_job: [{ job_no: { external_key: 'A' }, external_key: 'A', job_desc: 'x' }] },
				{ rowAction: '{"deleteAll":["jm_episode"]}' },
			),
		),
		response: refused(405, containing('does not support PUT')),
	},
	{
		name: 'subTableColumns',
		title: 'resultColumns for a sub-table',
		since: '11.0',
		older: '10.6',
		node: generic('transmissionOrder', 'get', {
			...by('wo_no_seq', '7655-1'),
			subTables: { step: [{ table: 'mo_service_row' }] },
			options: { columnsJson: '{"mo_service_row":["dsp_seq"]}' },
		}),
		request: uncompressed(
			get(at('/XmTransmissionOrder/wo_no_seq=7655-1/mo_service_row', { resultColumns: { mo_service_row: ['dsp_seq'] } })),
		),
		// The response contains all fields, because this release cannot restrict the fields of sub-tables.
		response: ok([
			having({ service_row_no: having({}), dsp_seq: 1, service_row_desc: 'Auto Route' }),
			having({ service_row_desc: 'Auto Route' }),
		]),
	},
	{
		name: 'nullDates',
		title: 'A null date',
		since: '11.0',
		older: '10.6',
		node: generic('libraryAsset', 'update', {
			...by('master_no', 18),
			...json({ LM_field_1: null, date_added: null, lib_master_audio: [] }),
			options: { updateFormat: 'payload' },
		}),
		request: uncompressed(patch('/LibMaster/master_no=18', [{ op: 'remove', path: 'LM_field_1', value: null }])),
		response: NO_CONTENT,
	},
	{
		name: 'Division-Code',
		since: '11.1',
		older: '11.0',
		node: generic('job', 'get', { ...by('job_no', 342), options: { divisionCode: 'NOWHERE' } }),
		request: get(at('/JmJob/job_no=342', { resultColumns: { jm_job: ['job_no'] } }), { 'Division-Code': 'NOWHERE', ...COMPRESSED }),
		// The fields are not compared.
		response: ok({ jm_job: [having({})] }),
	},
	{
		name: 'SysAttachment',
		since: '11.1',
		older: '11.0',
		node: {
			node: 'mediaOperationsUploadAttachment',
			parameters: {
				resource: 'workOrder',
				operation: 'delete',
				...by('wo_no_seq', '100-1'),
				attachment: { __rl: true, mode: 'number', value: '1' },
			},
		},
		request: del('/SysAttachment/attachment_keystring=10339:100-1/sys_attachment/attachment_no=1'),
		response: refused(404, containing('Unknown document')),
	},
	{
		name: 'LibTitleHierarchyFacade',
		since: '11.1',
		older: '11.0',
		node: generic('titleHierarchy', 'get', by('title_no', 2)),
		request: get('/LibTitleHierarchyFacade/title_no=2'),
		response: refused(404, containing('Unknown document')),
	},
	save(
		'ActualizeSelected',
		'11.1',
		'11.0',
		actualize({ actualize: 'linked' }),
		post('/JmActual/', { jm_actual_header: [ACTUAL] }, saveArgument({ ActualizeSelected: '38521' })),
	),
	save(
		'ActualizeAll',
		'11.1',
		'11.0',
		actualize({ actualize: 'all' }),
		post('/JmActual/', { jm_actual_header: [ACTUAL] }, saveArgument({ ActualizeAll: '-2' })),
	),
	save(
		'ActualizeUpdatePhase',
		'11.1',
		'11.0',
		generic('actual', 'create', { ...json(ACTUAL), saveArguments: { ActualizeUpdatePhase: true } }),
		post('/JmActual/', { jm_actual_header: [ACTUAL] }, saveArgument({ ActualizeUpdatePhase: 'Y' })),
	),
	save(
		'Post',
		'11.1',
		'11.0',
		{ node: 'mediaOperationsPostBatch', parameters: { batches: 'one', ...by('batch_no', '7572'), ...QUIET } },
		patchPayload('/TcBatch/batch_no=7572', { tc_batch: [{ batch_no: { batch_no: '7572' } }] }, saveArgument({ Post: '' })),
	),
	save(
		'LoadChildTemplates',
		'11.3',
		'11.2',
		template({ operation: 'create', childTemplates: true, ...json(ORDER) }),
		post(
			'/JmWorkOrder',
			{ jm_work_order: [{ ...ORDER, wo_template_no: 2 }] },
			saveArgument({ LoadTemplate: '2', LoadChildTemplates: 'Y' }),
		),
	),
	move('TrxTimeOptionMove'),
	move('TrxTimeOptionAdjust'),
	save(
		'LoadTemplateOption',
		'26.1',
		'11.4',
		template({ operation: 'load', loadOption: 'append', ...by('wo_no_seq', '100-1') }),
		patchPayload(
			'/JmWorkOrder/wo_no_seq=100-1',
			{ jm_work_order: [{ wo_no_seq: { wo_no_seq: '100-1' }, wo_template_no: { wo_template_no: 2 } }] },
			saveArgument({ LoadTemplateOption: 1 }),
		),
	),
	{
		name: 'tokenSignIn',
		title: 'A sign-in with a token',
		since: '11.3',
		older: '11.2',
		node: generic('job', 'get', by('job_no', 342)),
		request: {
			method: 'POST',
			path: '//api/v2/database/DEMO/login',
			headers: { 'Content-Type': 'application/json' },
			body: '{"username":"demo","password":"demo"}',
		},
		response: { status: 401, body: { error: ANY_TEXT } },
	},
];

const newcomerRows = ({ name, title = name, since, older, node, words = `release ${since}`, request, response }: Newcomer): Row[] => [
	{
		name: `${title} on release ${older}, rejected by the node before sending because it requires release ${since}`,
		before: [name],
		release: older,
		...(name === 'tokenSignIn' ? { signIn: 'jwt' as const } : {}),
		node,
		exchanges: [],
		refusal: words,
	},
	{
		name: `${title} sent to a site on release ${older}`,
		before: [name],
		release: older,
		node: 'The node refuses it before sending.',
		exchanges: [{ request, response }],
	},
];

const PAGE = { Query: '{}', resultColumns: { L: ['project_no'] }, pageSize: '25' };
const read = (
	what: string,
	feature: string,
	release: Release | undefined,
	shows: readonly string[],
	request: Request,
	response: ExpectedResponse,
): Row => ({
	name: `${what} on release ${release ?? '26.1'}`,
	before: [feature],
	release,
	shows,
	node: 'Read only over plain HTTP.',
	exchanges: [{ request, response }],
});
const DROP_DOWN = get(at('/JmWorkOrder/wo_no_seq=2627-1', { resultColumns: { jm_work_order: ['WO_field_3'] } }));
const MULTI_SELECT = get(at('/LibMaster/master_no=18', { resultColumns: { lib_master: ['LM_field_2'] } }));
const COUNT = 'correct pagination count after page 1';
const JOB = { job_desc: 'Harbour Dub', cust_id: '27', jm_episode: [{ episode_no: -2, title_no: 1 }] };
const OFFSET = {
	jm_work_order: [{ ...ORDER, external_key: 'ROW-OFF', wo_begin_dt: '2023-08-22T10:00:00-08:00', wo_end_dt: '2023-08-22T16:00:00-08:00' }],
};
const BEGIN = get(at('/JmWorkOrder/external_key=ROW-OFF', { resultColumns: { jm_work_order: ['wo_begin_dt'] } }));

/** Requests that older releases accept but handle differently. */
const CHANGED_BEHAVIOR: Row[] = [
	...(
		[
			['11.1', '15'],
			['11.2', '40'],
		] as const
	).map(([release, count]) =>
		read(
			'GET of page 2 with its count',
			'paginationCount',
			release,
			[COUNT],
			get(at('/PmProjectList', { ...PAGE, page: '2' })),
			ok({ L: Array.from({ length: 15 }, () => having({})) }, { 'pagination-count': count }),
		),
	),
	{
		name: 'GET of all pages on release 11.1; the node uses only the count of page 1',
		before: ['paginationCount'],
		release: '11.1',
		shows: [COUNT],
		node: generic('project', 'getMany', { returnAll: true, options: { pageSize: 25, concurrency: 1, columns: 'project_no' } }),
		exchanges: [
			['1', '40', 25],
			['2', '15', 15],
		].map(([page, count, length]) => ({
			request: get(at('/PmProjectList', { ...PAGE, page, sort: ['project_no asc'] })),
			response: ok({ L: Array.from({ length: Number(length) }, () => having({})) }, { 'pagination-count': String(count) }),
		})),
		output: Array.from({ length: 40 }, () => having({})),
	},
	read(
		'GET of a custom drop-down with Additional API details',
		'dropDownDetails',
		'11.2',
		['additional details of a custom drop-down'],
		DROP_DOWN,
		ok({ jm_work_order: [{ WO_field_3: 'HD 1080i50' }] }),
	),
	read(
		'GET of a custom drop-down with Additional API details',
		'dropDownDetails',
		'11.3',
		['additional details of a custom drop-down'],
		DROP_DOWN,
		ok({ jm_work_order: [{ WO_field_3: having({ external_key: 'WO_field_3-1' }) }] }),
	),
	read(
		'GET of a multi-select drop-down',
		'multiSelectObjects',
		'11.3',
		[],
		MULTI_SELECT,
		ok({ lib_master: [{ LM_field_2: ['HD', 'UHD'] }] }),
	),
	{
		name: 'GET of an asset with a multi-select drop-down on release 11.3',
		before: ['multiSelectObjects'],
		release: '11.3',
		node: generic('libraryAsset', 'get', { ...by('master_no', 18), options: { columns: 'LM_field_2' } }),
		exchanges: [
			{
				request: get(at('/LibMaster/master_no=18', { resultColumns: { lib_master: ['master_no', 'LM_field_2'] } })),
				response: ok({ lib_master: [having({ LM_field_2: ['HD', 'UHD'] })] }),
			},
		],
		output: [having({ master_no: 18, LM_field_2: ['HD', 'UHD'] })],
	},
	{
		name: 'GET of an asset with a multi-select drop-down on release 11.4, which returns objects',
		before: ['multiSelectObjects'],
		release: '11.4',
		node: generic('libraryAsset', 'get', { ...by('master_no', 18), options: { columns: 'LM_field_2' } }),
		exchanges: [
			{
				request: get(at('/LibMaster/master_no=18', { resultColumns: { lib_master: ['master_no', 'LM_field_2'] } })),
				response: ok({
					lib_master: [having({ LM_field_2: ['HD', 'UHD'].map((text) => having({ option_text: text, LM_field_2: text })) })],
				}),
			},
		],
		output: [having({ master_no: 18, LM_field_2: ['HD', 'UHD'], LM_field_2_option_text: ['HD', 'UHD'] })],
	},
	{
		name: 'PATCH that sets a multi-select drop-down',
		before: ['multiSelectObjects'],
		release: '11.4',
		node: generic('libraryAsset', 'update', { ...by('master_no', 18), ...json({ LM_field_2: ['UHD', 'Audio Only'] }) }),
		exchanges: [
			{
				request: patchPayload('/LibMaster/master_no=18', {
					lib_master: [{ master_no: { master_no: 18 }, LM_field_2: ['UHD', 'Audio Only'] }],
				}),
				response: ok(having({ tables: [] })),
			},
		],
	},
	read(
		'POST with sub-table rows and the identifiers in its response',
		'subTableIdentifiers',
		'11.0',
		['sub-table identifiers in the create response'],
		post('/JmJob', { jm_job: [JOB] }),
		created({ jm_job: [{ job_no: 67983 }], jm_episode: [{ episode_no: -2 }] }),
	),
	read(
		'POST with sub-table rows and the identifiers in its response',
		'subTableIdentifiers',
		'11.1',
		['sub-table identifiers in the create response'],
		post('/JmJob', { jm_job: [JOB] }),
		ok(having({ jm_episode: { record_identifiers: ['episode_no'], records: [{ episode_no: 351 }] } })),
	),
	{
		name: 'POST and GET of a date-time with an offset on release 11.2, which ignores it',
		before: ['postOffsets'],
		release: '11.2',
		shows: ['offsets in POST bodies'],
		node: 'The nodes send UTC to this release.',
		exchanges: [
			{ request: post('/JmWorkOrder', OFFSET), response: ok(having({})) },
			{ request: BEGIN, response: ok({ jm_work_order: [{ wo_begin_dt: '2023-08-22T10:00:00+00:00' }] }) },
		],
	},
	{
		name: 'POST and GET of a date-time with an offset on release 11.3, which honors it',
		before: ['postOffsets'],
		release: '11.3',
		shows: ['offsets in POST bodies'],
		node: 'Read only over plain HTTP.',
		exchanges: [
			{ request: post('/JmWorkOrder', OFFSET), response: ok(having({})) },
			{ request: BEGIN, response: ok({ jm_work_order: [{ wo_begin_dt: '2023-08-22T18:00:00+00:00' }] }) },
		],
	},
	read(
		'GET of times with Z',
		'postOffsets',
		'10.6',
		['times with Z and with an offset'],
		uncompressed(get(at('/JmWorkOrder/wo_no_seq=2627-1', { resultColumns: { jm_work_order: ['wo_begin_dt'] } }))),
		ok({ jm_work_order: [{ wo_begin_dt: '2026-09-13T11:00:00Z' }] }),
	),
];

export const RELEASES: RowGroup = {
	theme: 'Additions in later releases',
	file: 'releases.ts',
	rows: [...NEWCOMERS.flatMap(newcomerRows), ...CHANGED_BEHAVIOR],
};
