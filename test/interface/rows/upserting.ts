import { ANY_NUMBER, containing, having, type Row, type RowGroup } from '../row';
import { at, by, CHANGED, created, exchange, generic, get, json, mapped, ok, put, refused } from './writing';

const JOB = { division_no: 12, cust_id: '010', job_desc: 'test2', job_type_no: 163, account_rep_no_1: 18, active: 'Y' };
const JOB_BODY = { jm_job: [{ job_no: { external_key: 'PH20250205a' }, external_key: 'PH20250205a', ...JOB }] };
const AUDIO = { audio_desc: 'Stereo Left', audio_content_desc: 'English', track_language: 'English', audio_channel: '1' };
const ASSET = {
	master_desc: 'My Content 40',
	asset_type_no: '1',
	lib_master_title: [{ title_no: { title_no: '36' } }],
	lib_master_audio: [AUDIO],
};
const ASSET_BODY = { lib_master: [{ master_no: { barcode: 'XYZ19030504' }, barcode: 'XYZ19030504', ...ASSET }] };
const audioOf = (rows: unknown): Row['exchanges'] =>
	exchange(get(at('/LibMaster/barcode=XYZ19030504/lib_master_audio', { resultColumns: { lib_master_audio: 'audio_desc' } })), ok(rows));
const readAudio = generic('libraryAsset', 'get', {
	...by('barcode', 'XYZ19030504'),
	subTables: { step: [{ table: 'lib_master_audio' }] },
	options: { columnsJson: '{"lib_master_audio":"audio_desc"}' },
});

const rows: Row[] = [
	{
		name: 'PUT of a new job by its external key, which is in three places',
		shows: ['external key in three places', 'PUT of a new record returns its identifier'],
		node: generic('job', 'upsert', { ...by('external_key', 'PH20250205a'), ...json(JOB) }),
		exchanges: exchange(put('/JmJob/external_key=PH20250205a', JOB_BODY), created({ jm_job: [{ job_no: 67983 }] })),
		output: [{ external_key: 'PH20250205a', job_no: 67983, created: true }],
	},
	{
		name: 'PUT of the same job again, which returns no new identifier',
		shows: ['repeated PUT returns no new identifier'],
		node: generic('job', 'upsert', { ...by('external_key', 'PH20250205a'), ...json(JOB) }),
		exchanges: exchange(put('/JmJob/external_key=PH20250205a', JOB_BODY), CHANGED),
		output: [{ external_key: 'PH20250205a', created: false }],
	},
	{
		name: 'PUT of a job with the fields of the document, including the key that identifies it',
		shows: ['external key in three places'],
		node: generic('job', 'upsert', mapped({ external_key: 'PH20250205a', job_desc: 'test2' }, 'external_key')),
		exchanges: exchange(
			put('/JmJob/external_key=PH20250205a', {
				jm_job: [{ job_no: { external_key: 'PH20250205a' }, external_key: 'PH20250205a', job_desc: 'test2' }],
			}),
			CHANGED,
		),
		output: [{ external_key: 'PH20250205a', created: false }],
	},
	{
		name: 'GET of the only job that exists after two PUTs',
		shows: ['repeated PUT returns no new identifier'],
		node: 'Read only over plain HTTP.',
		exchanges: exchange(
			get(at('/JmJobList', { Query: { external_key: 'PH20250205a' }, resultColumns: { L: ['external_key', 'job_desc', 'division_no'] } })),
			ok({ L: [{ external_key: 'PH20250205a', job_desc: 'test2', division_no: having({ division_no: 12 }) }] }),
		),
	},
	{
		name: 'PUT of a job by its primary key',
		node: generic('job', 'upsert', { ...by('job_no', '342'), ...json({ job_desc: 'Changed' }) }),
		exchanges: exchange(put('/JmJob/job_no=342', { jm_job: [{ job_no: { job_no: 342 }, job_desc: 'Changed' }] }), CHANGED),
		output: [{ job_no: 342, created: false }],
	},
	{
		name: 'PUT of a new library asset by its barcode, with titles and audio',
		shows: ['PUT by barcode'],
		node: generic('libraryAsset', 'upsert', { ...by('barcode', 'XYZ19030504'), ...json(ASSET) }),
		exchanges: exchange(
			put('/LibMaster/barcode=XYZ19030504', ASSET_BODY),
			ok(
				having({
					tables: ['lib_master', 'lib_master_title', 'lib_master_audio'],
					lib_master: { record_identifiers: ['master_no'], records: [{ master_no: 916 }] },
				}),
			),
		),
		output: [having({ barcode: 'XYZ19030504', master_no: 916, created: true })],
	},
	{
		name: 'PUT that adds rows to a sub-table, because nothing clears it',
		node: generic('libraryAsset', 'upsert', { ...by('barcode', 'XYZ19030504'), ...json({ lib_master_audio: [AUDIO] }) }),
		exchanges: exchange(
			put('/LibMaster/barcode=XYZ19030504', {
				lib_master: [{ master_no: { barcode: 'XYZ19030504' }, barcode: 'XYZ19030504', lib_master_audio: [AUDIO] }],
			}),
			CHANGED,
		),
	},
	{
		name: 'GET of the audio rows of an asset after two PUTs',
		node: readAudio,
		exchanges: audioOf([{ audio_desc: 'Stereo Left' }, { audio_desc: 'Stereo Left' }]),
	},
	{
		name: 'PUT that clears several sub-tables before its rows are added',
		shows: ['rowAction clears sub-tables first'],
		node: generic('libraryAsset', 'upsert', {
			...by('barcode', 'XYZ19030504'),
			...json(ASSET),
			options: { clearSubTables: 'lib_master_audio, lib_master_title' },
		}),
		exchanges: exchange(
			put('/LibMaster/barcode=XYZ19030504', ASSET_BODY, { rowAction: '{"deleteAll":["lib_master_audio","lib_master_title"]}' }),
			CHANGED,
		),
		output: [having({ created: false })],
	},
	{
		name: 'GET of the audio rows of an asset after they were cleared and added again',
		shows: ['rowAction clears sub-tables first'],
		node: readAudio,
		exchanges: audioOf([{ audio_desc: 'Stereo Left' }]),
	},
	{
		name: 'PUT with rowAction spelled DeleteAll',
		shows: ['rowAction clears sub-tables first'],
		node: generic('libraryAsset', 'upsert', {
			...by('barcode', 'XYZ19030504'),
			...json({ master_desc: 'Silent' }),
			options: { extraHeaders: { entry: [{ name: 'rowAction', value: '{"DeleteAll":["lib_master_audio"]}' }] } },
		}),
		exchanges: exchange(
			put(
				'/LibMaster/barcode=XYZ19030504',
				{ lib_master: [{ master_no: { barcode: 'XYZ19030504' }, barcode: 'XYZ19030504', master_desc: 'Silent' }] },
				{ rowAction: '{"DeleteAll":["lib_master_audio"]}' },
			),
			CHANGED,
		),
	},
	{ name: 'GET of the audio rows of an asset after DeleteAll', node: readAudio, exchanges: audioOf([]), output: [] },
	{
		name: 'PUT with a null date, which stays null',
		shows: ['null dates'],
		node: generic('libraryAsset', 'upsert', { ...by('barcode', 'XYZ19030504'), ...json({ LM_field_1: null }) }),
		exchanges: exchange(
			put('/LibMaster/barcode=XYZ19030504', {
				lib_master: [{ master_no: { barcode: 'XYZ19030504' }, barcode: 'XYZ19030504', LM_field_1: null }],
			}),
			CHANGED,
		),
	},
	{
		name: 'GET of the asset with the null date',
		shows: ['null dates'],
		node: 'Read only over plain HTTP.',
		exchanges: exchange(
			get(at('/LibMaster/barcode=XYZ19030504', { resultColumns: { lib_master: ['LM_field_1'] } })),
			ok({ lib_master: [{ LM_field_1: null }] }),
		),
	},
	{
		name: 'PUT of a contact by its external key',
		node: generic('contact', 'upsert', { ...by('external_key', 'HR-1001'), ...json({ company: 'Quarry Lane Docs' }) }),
		exchanges: exchange(
			put('/SysContactFacade/external_key=HR-1001', {
				sys_contact_facade: [{ contact_no: { external_key: 'HR-1001' }, external_key: 'HR-1001', company: 'Quarry Lane Docs' }],
			}),
			CHANGED,
		),
	},
	{
		name: 'PUT of a title and its parent by an external key',
		shows: ['title and its parent in one request'],
		node: generic('titleHierarchy', 'upsert', {
			...by('external_key', 'ROW-T8'),
			...json({ title_desc: 'Episode 8', parent_external_key: 'RIGHTS-101' }),
		}),
		exchanges: exchange(
			put('/LibTitleHierarchyFacade/external_key=ROW-T8', {
				lib_title_hierarchy_facade: [
					{ title_no: { external_key: 'ROW-T8' }, external_key: 'ROW-T8', title_desc: 'Episode 8', parent_external_key: 'RIGHTS-101' },
				],
			}),
			created({ lib_title_hierarchy_facade: [{ title_no: 145 }] }),
		),
	},
	{
		name: 'PUT of a document that is not in the resource list',
		shows: ['any document by its name', 'upsert on all maintenance documents'],
		node: generic('anyDocument', 'upsert', {
			...by('key', 'REUSE'),
			documentName: 'JmPhase',
			keyField: 'phase_code',
			table: 'jm_phase',
			...json({ phase_desc: 'Reuse' }),
		}),
		exchanges: exchange(
			put('/JmPhase/phase_code=REUSE', { jm_phase: [{ phase_code: { phase_code: 'REUSE' }, phase_desc: 'Reuse' }] }),
			created({ jm_phase: [{ phase_code: 'REUSE' }] }),
		),
	},
	{
		name: 'PUT with Any Document by an external key, with the primary key from the catalog in the body',
		shows: ['any document by its name', 'external key in three places'],
		node: generic('anyDocument', 'upsert', {
			...by('key', 'PH20250205a'),
			documentName: 'JmJob',
			keyField: 'external_key',
			table: 'jm_job',
			...json({ job_desc: 'Any' }),
		}),
		exchanges: exchange(
			put('/JmJob/external_key=PH20250205a', {
				jm_job: [{ job_no: { external_key: 'PH20250205a' }, external_key: 'PH20250205a', job_desc: 'Any' }],
			}),
			CHANGED,
		),
		output: [{ external_key: 'PH20250205a', created: false }],
	},
	{
		name: 'PUT with Any Document by an external key, with the primary key that the user chose in the body',
		shows: ['any document by its name', 'external key in three places'],
		node: generic('anyDocument', 'upsert', {
			...by('key', 'CARD-9'),
			documentName: 'JmRateCard',
			keyField: 'external_key',
			primaryKey: 'rate_card_no',
			table: 'jm_rate_card',
			...json({ rate_card_desc: 'Night' }),
		}),
		exchanges: exchange(
			put('/JmRateCard/external_key=CARD-9', {
				jm_rate_card: [{ rate_card_no: { external_key: 'CARD-9' }, external_key: 'CARD-9', rate_card_desc: 'Night' }],
			}),
			created({ jm_rate_card: [{ rate_card_no: ANY_NUMBER }] }),
		),
		output: [{ external_key: 'CARD-9', rate_card_no: ANY_NUMBER, created: true }],
	},
	{
		name: 'PUT with Any Document by an external key, without a known primary key',
		node: generic('anyDocument', 'upsert', {
			...by('key', 'A-1'),
			documentName: 'JmUnknown',
			keyField: 'external_key',
			table: 'jm_unknown',
			...json({ note: 'x' }),
		}),
		exchanges: [],
		refusal: "'Primary Key Name or ID': The primary key of 'JmUnknown' is not known",
	},
	...(
		[
			['a work order', 'workOrder', 'JmWorkOrder', 'jm_work_order', 'wo_no_seq', 'ERP-100-1', { po: '1' }],
			['a title', 'title', 'LibTitle', 'lib_title', 'title_no', 'RIGHTS-101', { title_desc: 'New' }],
			['a project', 'project', 'PmProject', 'pm_project', 'project_no', 'PRJ-1', { project_desc: 'New' }],
			['a scheduling resource', 'schedulingResource', 'SchResource', 'sch_resource', 'resource_code', 'RES-3', { resource_desc: 'Desk' }],
		] as const
	).map(([what, resource, document, table, key, value, record]): Row => ({
		name: `PUT of ${what} by its external key`,
		shows: ['upsert on all maintenance documents', 'external key in three places'],
		node: generic(resource, 'upsert', { ...by('external_key', value), ...json(record) }),
		exchanges: exchange(
			put(`/${document}/external_key=${value}`, { [table]: [{ [key]: { external_key: value }, external_key: value, ...record }] }),
			CHANGED,
		),
		output: [{ external_key: value, created: false }],
	})),
	{
		name: 'PUT of a new order transaction by its external key, with the parameter for its order',
		shows: ['upsert on all maintenance documents', 'wo_no_seq required by JmWoTransaction', 'PUT of a new record returns its identifier'],
		node: generic('orderTransaction', 'upsert', {
			...by('external_key', 'BOOK-1'),
			parameter_wo_no_seq: '36914-1',
			...json({ trx_desc: 'Line' }),
		}),
		exchanges: exchange(
			put(at('/JmWoTransaction/external_key=BOOK-1', { wo_no_seq: '36914-1' }), {
				jm_wo_transaction: [{ trx_no: { external_key: 'BOOK-1' }, external_key: 'BOOK-1', trx_desc: 'Line' }],
			}),
			created({ jm_wo_transaction: [{ trx_no: ANY_NUMBER }] }),
		),
		output: [{ external_key: 'BOOK-1', trx_no: ANY_NUMBER, created: true }],
	},
	{
		name: 'PUT of an existing order transaction, with the fields of the document',
		shows: ['upsert on all maintenance documents', 'wo_no_seq required by JmWoTransaction', 'repeated PUT returns no new identifier'],
		node: generic('orderTransaction', 'upsert', {
			...mapped({ external_key: 'BOOK-1', trx_desc: 'Line 2' }, 'external_key'),
			parameter_wo_no_seq: '36914-1',
		}),
		exchanges: exchange(
			put(at('/JmWoTransaction/external_key=BOOK-1', { wo_no_seq: '36914-1' }), {
				jm_wo_transaction: [{ trx_no: { external_key: 'BOOK-1' }, external_key: 'BOOK-1', trx_desc: 'Line 2' }],
			}),
			CHANGED,
		),
		output: [{ external_key: 'BOOK-1', created: false }],
	},
	{
		name: 'PUT of an order transaction with a missing order',
		shows: ['wo_no_seq required by JmWoTransaction'],
		node: generic('orderTransaction', 'upsert', {
			...by('external_key', 'BOOK-2'),
			parameter_wo_no_seq: '999999-9',
			...json({ trx_desc: 'Line' }),
		}),
		exchanges: exchange(
			put(at('/JmWoTransaction/external_key=BOOK-2', { wo_no_seq: '999999-9' }), {
				jm_wo_transaction: [{ trx_no: { external_key: 'BOOK-2' }, external_key: 'BOOK-2', trx_desc: 'Line' }],
			}),
			refused(404, 'Alternate key not found: wo_no_seq=999999-9'),
		),
		refusal: 'Alternate key not found: wo_no_seq=999999-9',
	},
	{
		name: 'PUT with LoadTemplate to an existing order: it is read first, and then updated without loading the template again',
		node: generic('workOrder', 'upsert', {
			...by('external_key', 'ERP-100-1'),
			...json({ wo_template_no: 15 }),
			saveArguments: { LoadTemplate: '15' },
		}),
		exchanges: [
			...exchange(
				get(at('/JmWorkOrder/external_key=ERP-100-1', { resultColumns: { jm_work_order: ['wo_no_seq'] } })),
				ok({ jm_work_order: [{ wo_no_seq: { wo_no_seq: '100-1', external_key: 'ERP-100-1' } }] }),
			),
			...exchange(
				put('/JmWorkOrder/external_key=ERP-100-1', {
					jm_work_order: [{ wo_no_seq: { external_key: 'ERP-100-1' }, external_key: 'ERP-100-1', wo_template_no: 15 }],
				}),
				CHANGED,
			),
		],
		output: [{ external_key: 'ERP-100-1', created: false }],
	},
	{
		name: 'PUT without the external key in the key object',
		shows: ['external key in three places'],
		node: 'The node itself sends the key in all three places.',
		exchanges: exchange(
			put('/JmJob/external_key=NOWHERE', { jm_job: [{ external_key: 'NOWHERE', job_desc: 'x', cust_id: '27' }] }),
			refused(400, containing('job_no')),
		),
	},
	{
		name: 'PUT on release 10.6, which does not support it',
		shows: ['upsert on all maintenance documents'],
		release: '10.6',
		node: 'The node refuses it before sending.',
		exchanges: exchange(
			put('/JmJob/job_no=342', { jm_job: [{ job_no: { job_no: 342 }, job_desc: 'x' }] }),
			refused(405, containing('does not support PUT')),
		),
	},
];

export const UPSERTING: RowGroup = { theme: 'PUT (upsert)', file: 'upserting.ts', rows };
