import { containing, having, type Row, type RowGroup } from '../row';
import {
	at,
	by,
	CHANGED,
	del,
	exchange,
	fields,
	generic,
	get,
	json,
	mapped,
	NO_CONTENT,
	ok,
	patch,
	patchPayload,
	refused,
	replace,
	uncompressed,
	where,
} from './writing';

const raw = { simplify: false };
/** The nodes count the matching records first if a maximum number of records is set. */
const UNCOUNTED = { maxRecords: '' };
const QUICK = { date_added: { $range: ['2026-01-01T00:00:00', '2026-02-01T00:00:00'] }, wo_type_no: 40 };
const state = (
	name: string,
	resource: string,
	path: string,
	key: readonly [string, string | number],
	table: string,
	columns: readonly string[],
	record: unknown,
): Row => ({
	name,
	node: generic(resource, 'get', { ...by(...key), ...raw, options: { columnsJson: JSON.stringify({ [table]: columns }) } }),
	exchanges: exchange(get(at(path, { resultColumns: { [table]: columns } })), ok({ [table]: [record] })),
});

const rows: Row[] = [
	{
		name: 'PATCH of a job with operations',
		shows: ['PATCH with operations returns 204'],
		node: generic('job', 'update', { ...by('job_no', 67981), ...json({ job_desc: 'Hello World', external_key: 15411 }) }),
		exchanges: exchange(patch('/JmJob/job_no=67981', [replace('job_desc', 'Hello World'), replace('external_key', 15411)]), NO_CONTENT),
		output: [{ job_no: 67981, updated: true }],
	},
	state(
		'GET of the job after a PATCH with operations',
		'job',
		'/JmJob/job_no=67981',
		['job_no', 67981],
		'jm_job',
		['external_key', 'job_desc'],
		{ external_key: '15411', job_desc: 'Hello World' },
	),
	{
		name: 'PATCH of a job by its external key',
		shows: ['alternate key in the URL'],
		node: generic('job', 'update', { ...by('external_key', '15411'), ...fields({ active: 'N' }) }),
		exchanges: exchange(patch('/JmJob/external_key=15411', [replace('active', 'N')]), NO_CONTENT),
		output: [{ external_key: '15411', updated: true }],
	},
	{
		name: 'PATCH of a job with the fields of the document',
		node: generic('job', 'update', { ...by('job_no', 67981), ...mapped({ active: true, job_type_no: 4 }) }),
		exchanges: exchange(patch('/JmJob/job_no=67981', [replace('active', 'Y'), replace('job_type_no', 4)]), NO_CONTENT),
		output: [{ job_no: 67981, updated: true }],
	},
	{
		name: 'PATCH of a work order with the full payload, with the key in the URL and in the body',
		shows: ['full payload with the key in URL and body', 'PATCH with full payload returns 200 or 204'],
		node: generic('workOrder', 'update', {
			...by('wo_no_seq', '8248-1'),
			...json({ wo_desc: 'My New Description', po: '123456', phase_code: 'Hold' }),
			options: { updateFormat: 'payload' },
		}),
		exchanges: exchange(
			patchPayload('/JmWorkOrder/wo_no_seq=8248-1', {
				jm_work_order: [{ wo_no_seq: { wo_no_seq: '8248-1' }, wo_desc: 'My New Description', po: '123456', phase_code: 'Hold' }],
			}),
			CHANGED,
		),
		output: [{ wo_no_seq: '8248-1', updated: true }],
	},
	state(
		'GET of the work order after a PATCH with a payload',
		'workOrder',
		'/JmWorkOrder/wo_no_seq=8248-1',
		['wo_no_seq', '8248-1'],
		'jm_work_order',
		['wo_desc', 'po', 'phase_code'],
		{ wo_desc: 'My New Description', po: '123456', phase_code: having({ phase_code: 'Hold' }) },
	),
	{
		name: 'PATCH that adds a row to a sub-table of a job with an external key, after reading the primary key',
		shows: ['full payload with the key in URL and body'],
		node: generic('job', 'update', { ...by('external_key', '15411'), ...json({ jm_episode: [{ title_no: { title_no: 36 } }] }) }),
		exchanges: [
			{
				request: get(at('/JmJob/external_key=15411', { resultColumns: { jm_job: ['job_no'] } })),
				response: ok({ jm_job: [{ job_no: { job_no: 67981, external_key: '15411' } }] }),
			},
			{
				request: patchPayload('/JmJob/job_no=67981', {
					jm_job: [{ job_no: { job_no: 67981 }, jm_episode: [{ title_no: { title_no: 36 } }] }],
				}),
				response: CHANGED,
			},
		],
		output: [having({ job_no: 67981, updated: true })],
	},
	{
		name: 'PATCH with a full payload whose body names another key',
		shows: ['full payload with the key in URL and body'],
		node: 'The node itself sends the key in both places.',
		exchanges: exchange(
			patchPayload('/JmJob/job_no=342', { jm_job: [{ job_no: { job_no: 343 }, job_desc: 'x' }] }),
			refused(400, containing('job_no')),
		),
	},
	{
		name: 'PATCH of a row of a sub-table',
		node: generic('workOrder', 'update', {
			...by('wo_no_seq', '100-1'),
			subTables: { step: [{ table: 'mo_source', key: 'dsp_seq', value: '2' }] },
			...fields({ source_desc: 'Tape' }),
		}),
		exchanges: exchange(patch('/JmWorkOrder/wo_no_seq=100-1/mo_source/dsp_seq=2', [replace('source_desc', 'Tape')]), NO_CONTENT),
		output: [{ wo_no_seq: '100-1', dsp_seq: 2, updated: true }],
	},
	{
		name: 'PATCH of an order transaction with its required parameter',
		shows: ['wo_no_seq required by JmWoTransaction'],
		node: generic('orderTransaction', 'update', {
			...by('trx_no', 38521),
			parameter_wo_no_seq: '36914-1',
			...fields({ trx_desc: 'Line' }),
		}),
		exchanges: exchange(patch(at('/JmWoTransaction/trx_no=38521', { wo_no_seq: '36914-1' }), [replace('trx_desc', 'Line')]), NO_CONTENT),
	},
	{
		name: 'PATCH that sets a date to null, which stays null',
		shows: ['null dates'],
		node: generic('libraryAsset', 'update', { ...by('master_no', 18), ...json({ LM_field_1: null }) }),
		exchanges: exchange(patch('/LibMaster/master_no=18', [replace('LM_field_1', null)]), NO_CONTENT),
	},
	state(
		'GET of the asset with the cleared date',
		'libraryAsset',
		'/LibMaster/master_no=18',
		['master_no', 18],
		'lib_master',
		['LM_field_1'],
		{ LM_field_1: null },
	),
	{
		name: 'PATCH that removes a date on release 10.6',
		shows: ['null dates'],
		release: '10.6',
		node: generic('workOrder', 'update', {
			...by('wo_no_seq', '100-1'),
			subTables: { step: [{ table: 'mo_source', key: 'dsp_seq', value: '1' }] },
			...json({ date_received: null }),
		}),
		exchanges: exchange(
			uncompressed(patch('/JmWorkOrder/wo_no_seq=100-1/mo_source/dsp_seq=1', [{ op: 'remove', path: 'date_received', value: null }])),
			NO_CONTENT,
		),
	},
	{
		name: 'PATCH that replaces a date with null on release 10.6, which stores year 1',
		shows: ['null dates'],
		release: '10.6',
		node: 'The nodes send remove to this release.',
		exchanges: [
			{
				request: uncompressed(patch('/JmWorkOrder/wo_no_seq=100-1/mo_source/dsp_seq=1', [replace('date_received', null)])),
				response: NO_CONTENT,
			},
			{
				request: uncompressed(get('/JmWorkOrder/wo_no_seq=100-1/mo_source/dsp_seq=1')),
				response: ok([having({ date_received: '0001-01-01T00:00:00' })]),
			},
		],
	},
	{
		name: 'PATCH of the records of a list by $range and a value',
		shows: ['PATCH on a list returns 204'],
		node: generic('workOrder', 'update', {
			applyTo: 'matching',
			mode: 'update',
			...where(
				{ fieldName: 'date_added', operator: 'between', value: '2026-01-01T00:00:00', valueTo: '2026-02-01T00:00:00' },
				{ fieldName: 'wo_type_no', operator: 'equals', value: '40' },
			),
			...fields({ wo_reference: 'Quick Service 2' }),
			...UNCOUNTED,
			options: { zoneMode: 'site' },
		}),
		exchanges: exchange(patch(at('/JmWorkOrderList', { Query: QUICK }), [replace('wo_reference', 'Quick Service 2')]), NO_CONTENT),
		output: [{ matched: null, updated: true }],
	},
	{
		name: 'PATCH of the records of a list after counting them',
		shows: ['PATCH on a list returns 204', 'list count in a header'],
		node: generic('workOrder', 'update', {
			applyTo: 'matching',
			mode: 'update',
			queryMode: 'json',
			queryJson: JSON.stringify(QUICK),
			...fields({ wo_reference: 'Quick Service 3' }),
		}),
		exchanges: [
			{
				request: get(at('/JmWorkOrderList', { Query: QUICK, resultColumns: { L: ['wo_no_seq'] }, pageSize: '1', page: '1' })),
				response: ok({ L: [having({})] }, { 'pagination-count': '5' }),
			},
			{ request: patch(at('/JmWorkOrderList', { Query: QUICK }), [replace('wo_reference', 'Quick Service 3')]), response: NO_CONTENT },
		],
		output: [{ matched: 5, updated: true }],
	},
	{
		name: 'GET of the work orders that a PATCH of a list changed',
		node: 'Read only over plain HTTP.',
		exchanges: exchange(
			get(at('/JmWorkOrderList', { Query: { wo_reference: 'Quick Service 3' }, resultColumns: { L: ['wo_type_no', 'date_added'] } })),
			ok({ L: Array.from({ length: 5 }, () => ({ wo_type_no: having({ wo_type_no: 40 }), date_added: containing('2026-01-') })) }),
		),
	},
	{
		name: 'PATCH of the records of a list by a wildcard',
		shows: ['wildcard %'],
		node: generic('job', 'update', {
			applyTo: 'matching',
			mode: 'update',
			...where({ fieldName: 'job_desc', operator: 'startsWith', value: 'Cup Final D' }),
			...fields({ active: 'N' }),
			...UNCOUNTED,
		}),
		exchanges: exchange(patch(at('/JmJobList', { Query: { job_desc: 'Cup Final D%' } }), [replace('active', 'N')]), NO_CONTENT),
	},
	{
		name: 'PATCH of the assets of a list',
		node: generic('libraryAsset', 'update', {
			applyTo: 'matching',
			mode: 'update',
			...where({ fieldName: 'master_desc', operator: 'matchesAll', values: ['%Rushes%', '%Gentle%'] }),
			...fields({ location: 'Vault A' }),
			...UNCOUNTED,
		}),
		exchanges: exchange(
			patch(at('/LibMasterList', { Query: { master_desc: { $LIKEAND: ['%Rushes%', '%Gentle%'] } } }), [replace('location', 'Vault A')]),
			NO_CONTENT,
		),
	},
	{
		name: 'PATCH of a contact',
		node: generic('contact', 'update', { ...by('contact_no', 1), ...fields({ email: 'a@example.com' }) }),
		exchanges: exchange(patch('/SysContactFacade/contact_no=1', [replace('email', 'a@example.com')]), NO_CONTENT),
	},
	{
		name: 'PATCH of a title with another parent',
		shows: ['title and its parent in one request'],
		node: generic('titleHierarchy', 'update', { ...by('title_no', 3), ...fields({ parent_title_no: '8' }) }),
		exchanges: exchange(patch('/LibTitleHierarchyFacade/title_no=3', [replace('parent_title_no', 8)]), NO_CONTENT),
	},
	{
		name: 'PATCH of a field that does not exist',
		node: generic('job', 'update', { ...by('job_no', 342), ...fields({ nothing: 'x' }) }),
		exchanges: exchange(
			patch('/JmJob/job_no=342', [replace('nothing', 'x')]),
			refused(400, containing('&quot;nothing&quot; is not a field of &#39;jm_job&#39;')),
		),
		refusal: '"nothing" is not a field of \'jm_job\'',
	},
	{
		name: 'DELETE of a job',
		node: generic('job', 'delete', by('job_no', 67982)),
		exchanges: exchange(del('/JmJob/job_no=67982'), NO_CONTENT),
		output: [{ job_no: 67982, deleted: true }],
	},
	{
		name: 'DELETE of a row of a sub-table',
		node: generic('workOrder', 'delete', {
			...by('wo_no_seq', '100-1'),
			subTables: { step: [{ table: 'mo_source', key: 'dsp_seq', value: '1' }] },
		}),
		exchanges: exchange(del('/JmWorkOrder/wo_no_seq=100-1/mo_source/dsp_seq=1'), NO_CONTENT),
	},
	{
		name: 'GET of a deleted job',
		node: generic('job', 'get', by('job_no', 67982)),
		exchanges: exchange(get('/JmJob/job_no=67982'), refused(404, 'Alternate key not found: job_no=67982')),
		refusal: 'Alternate key not found',
	},
];

export const CHANGING: RowGroup = { theme: 'PATCH and DELETE', file: 'changing.ts', rows };
