import { ANY_TEXT, having, type Row, type RowGroup } from '../row';
import { at, by, exchange, generic, get, ok } from './writing';

const page = (key: string): Readonly<Record<string, unknown>> => ({ pageSize: '1', page: '1', sort: [`${key} asc`] });

const record = (
	document: string,
	resource: string,
	table: string,
	key: string,
	value: string | number,
	fields: Readonly<Record<string, unknown>>,
): Row => ({
	name: `GET of a record of ${document}`,
	node: generic(resource, 'get', { ...by(key, value), simplify: false }),
	exchanges: exchange(
		get(`/${document}/${key}=${value}`),
		ok({ [table]: [having({ [key]: { [key]: value, external_key: null }, ...fields })] }),
	),
	output: [having(fields)],
});

const list = (
	document: string,
	resource: string,
	key: string,
	value: string | number,
	more: Readonly<Record<string, unknown>> = {},
): Row => ({
	name: `GET of the list ${document}`,
	node: generic(resource, 'getMany', { limit: 1 }),
	exchanges: exchange(
		get(at(`/${document}`, { Query: '{}', ...page(key) })),
		ok({ L: [having({ [key]: { [key]: value, external_key: null }, ...more })] }),
	),
	output: [having({ [key]: value })],
});

const rows: Row[] = [
	record('SchRosterTimeOff', 'timeOffEntry', 'sch_roster_time_off', 'time_off_no', 1, {
		time_off_begin_dt: ANY_TEXT,
		time_off_end_dt: ANY_TEXT,
	}),
	list('SchRosterTimeOffList', 'timeOffEntry', 'time_off_no', 1),
	record('SchGroup', 'resourceGroup', 'sch_group', 'group_code', 'EDIT', { group_desc: 'Edit Suites' }),
	record('SchQualification', 'qualification', 'sch_qualification', 'qualification_no', 2, { qualification_desc: 'DaVinci Resolve' }),
	record('XeAlert', 'alert', 'xe_alert', 'alert_no', 1, { alert_desc: 'Order without a resource', record_key: '100-1' }),
	list('ImSessionLibMasterList', 'sessionAsset', 'session_asset_no', 1, { session_no: 1 }),
	record('JmSalesOffice', 'salesOffice', 'jm_sales_office', 'sales_office_no', 1, { sales_office_desc: 'London' }),
	{
		name: 'GET of the file paths of a library asset',
		node: generic('libraryAsset', 'get', { ...by('master_no', 18), simplify: false, subTables: { step: [{ table: 'lib_master_file' }] } }),
		exchanges: exchange(get('/LibMaster/master_no=18/lib_master_file'), ok([having({ file_path: '//vault/masters/2000XYT.mxf' })])),
		output: [having({ file_path: '//vault/masters/2000XYT.mxf' })],
	},
	{
		name: 'GET of the source files of a media order',
		node: generic('mediaOrder', 'get', {
			...by('wo_no_seq', '500-1'),
			subTables: { step: [{ table: 'mo_source' }] },
			options: { columnsJson: '{"mo_source":["dsp_seq","source_file"]}' },
		}),
		exchanges: exchange(
			get(at('/MoMediaOrder/wo_no_seq=500-1/mo_source', { resultColumns: { mo_source: ['dsp_seq', 'source_file'] } })),
			ok([{ dsp_seq: { dsp_seq: 1 }, source_file: '//ingest/500-1/master.mxf' }]),
		),
		output: [{ dsp_seq: 1, source_file: '//ingest/500-1/master.mxf' }],
	},
];

export const CLIENT_DOCUMENTS: RowGroup = { theme: 'Documents that public clients call', file: 'clientDocuments.ts', rows };
