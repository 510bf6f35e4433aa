/**
 * Every documented request, composed by its operation and compared byte by byte with the specification: method, address, headers and body.
 * Queries in this file are decoded for readability; each test also decodes the sent query with Node's own `URL`.
 */
import type { WireRequest, FilePart } from '../../core/model/port';
import * as operations from '../../core/operations';
import { SITE, known } from './site';

const ALWAYS = { 'Accept-Encoding': 'gzip, deflate' };
const JSON_BODY = { 'Content-Type': 'application/json' };
const PAYLOAD = { 'Content-Type': 'application/json-patch+json' };
const file: FilePart = {
	fileName: 'A File.pdf',
	contentType: 'application/pdf',
	size: 3,
	open: async function* () {
		yield new Uint8Array([1, 2, 3]);
	},
};

interface Documented {
	readonly name: string;
	readonly composed: WireRequest[];
	readonly method: WireRequest['method'];
	/** The path, encoded as sent. */
	readonly path: string;
	/** Query parameters in order, decoded. */
	readonly query?: readonly (readonly [string, string])[];
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: WireRequest['body'];
	readonly effect: WireRequest['effect'];
}

const WORK_ORDER = {
	wo_desc: 'Match20',
	wo_begin_dt: '2023-08-22T10:00:00.000Z',
	wo_end_dt: '2023-08-22T16:00:00.000Z',
	wo_type_no: 17,
	phase_code: 'Bid',
	rate_card_no: 1,
	cust_id: 19,
};

const DOCUMENTED: readonly Documented[] = [
	{
		name: 'GET of one record with chosen columns and without nulls',
		composed: operations.get.compose(
			{
				document: known('JmWorkOrder'),
				record: { value: '2627-1' },
				omitNulls: true,
				columns: { root: ['wo_no_seq', 'wo_desc', 'wo_begin_dt', 'wo_end_dt', 'phase_desc', 'sched_by_name'] },
			},
			SITE,
		),
		method: 'GET',
		path: '/JmWorkOrder/wo_no_seq=2627-1',
		effect: 'read',
		query: [
			['resultColumns', '{"jm_work_order":["wo_no_seq","wo_desc","wo_begin_dt","wo_end_dt","phase_desc","sched_by_name"]}'],
			['nullvaluehandling', 'ignore'],
		],
	},
	{
		name: 'GET by an alternate key',
		composed: operations.get.compose(
			{ document: known('LibMaster'), record: { key: 'barcode', value: '2000XYT' }, omitAlternateKeys: true },
			SITE,
		),
		method: 'GET',
		path: '/LibMaster/barcode=2000XYT',
		effect: 'read',
		query: [['alternatekeyhandling', 'ignore']],
	},
	{
		name: 'GET of a sub-table with one column',
		composed: operations.get.compose(
			{
				document: known('JmJob'),
				record: { value: 342 },
				subTables: [{ table: 'jm_episode' }],
				columns: { subTables: { jm_episode: 'title_no' } },
			},
			SITE,
		),
		method: 'GET',
		path: '/JmJob/job_no=342/jm_episode',
		effect: 'read',
		query: [['resultColumns', '{"jm_episode":"title_no"}']],
	},
	{
		name: 'GET of a row of a sub-sub-table',
		composed: operations.get.compose(
			{
				document: known('XmTransmissionOrder'),
				record: { value: '1072992-1' },
				subTables: [
					{ table: 'mo_service_row', key: 'service_row_no', value: 221083 },
					{ table: 'mo_operation', key: 'operation_no', value: 133119 },
				],
				columns: { root: ['operation_no', 'task_no', 'trx_resource_desc', 'trx_group_desc'] },
			},
			SITE,
		),
		method: 'GET',
		path: '/XmTransmissionOrder/wo_no_seq=1072992-1/mo_service_row/service_row_no=221083/mo_operation/operation_no=133119',
		effect: 'read',
		query: [['resultColumns', '{"mo_operation":["operation_no","task_no","trx_resource_desc","trx_group_desc"]}']],
	},
	{
		name: 'GET of a document that requires a parameter',
		composed: operations.get.compose(
			{ document: known('JmWoTransaction'), record: { value: 7 }, parameters: { wo_no_seq: '100-1' } },
			SITE,
		),
		method: 'GET',
		path: '/JmWoTransaction/trx_no=7',
		effect: 'read',
		query: [['wo_no_seq', '100-1']],
	},
	{
		name: 'GET of a list with columns, a sort order and pages',
		composed: operations.list.compose(
			{
				document: known('JmJob'),
				conditions: [{ field: 'job_no', operator: 'between', value: [1, 67982] }],
				columns: { root: ['job_no', 'job_desc'] },
				pageSize: 5,
				sort: [
					{ field: 'job_desc', direction: 'desc' },
					{ field: 'job_no', direction: 'desc' },
				],
			},
			SITE,
		),
		method: 'GET',
		path: '/JmJobList',
		effect: 'read',
		query: [
			['Query', '{"job_no":{"$range":[1,67982]}}'],
			['resultColumns', '{"L":["job_no","job_desc"]}'],
			['pageSize', '5'],
			['page', '1'],
			['sort', '["job_desc desc","job_no desc"]'],
		],
	},
	{
		name: 'GET of a list with $notin',
		composed: operations.list.compose(
			{
				document: known('PmProject'),
				conditions: [{ field: 'project_desc', operator: 'notIn', value: ['test', 'Sarah'] }],
				validateQueryParameters: false,
			},
			SITE,
		),
		method: 'GET',
		path: '/PmProjectList',
		effect: 'read',
		query: [
			['Query', '{"project_desc":{"$notin":["test","Sarah"]}}'],
			['pageSize', '500'],
			['page', '1'],
			['sort', '["project_no asc"]'],
			['validateQueryParameters', 'false'],
		],
	},
	{
		name: 'GET of a list with $LIKEAND',
		composed: operations.list.compose(
			{ document: known('LibMaster'), conditions: [{ field: 'master_desc', operator: 'matchesAll', value: ['%Genesis%', '%XHD%'] }] },
			SITE,
		),
		method: 'GET',
		path: '/LibMasterList',
		effect: 'read',
		query: [
			['Query', '{"master_desc":{"$LIKEAND":["%Genesis%","%XHD%"]}}'],
			['pageSize', '500'],
			['page', '1'],
			['sort', '["master_no asc"]'],
		],
	},
	{
		name: 'POST of a work order with the minimum fields',
		composed: operations.create.compose({ document: known('JmWorkOrder'), records: [WORK_ORDER] }, SITE),
		method: 'POST',
		path: '/JmWorkOrder',
		effect: 'once',
		headers: JSON_BODY,
		body: '{"jm_work_order":[{"wo_desc":"Match20","wo_begin_dt":"2023-08-22T10:00:00.000Z","wo_end_dt":"2023-08-22T16:00:00.000Z","wo_type_no":17,"phase_code":"Bid","rate_card_no":1,"cust_id":19}]}',
	},
	{
		name: 'POST of several jobs with temporary keys and sub-table rows',
		composed: operations.create.compose(
			{
				document: known('JmJob'),
				temporaryKeys: true,
				records: [
					{ job_desc: 'One', jm_episode: [{ title_no: { title_no: 36 } }] },
					{ external_key: 'X', job_no: { job_no: -9 } },
				],
			},
			SITE,
		),
		method: 'POST',
		path: '/JmJob',
		effect: 'once',
		headers: JSON_BODY,
		body: '{"jm_job":[{"job_no":{"job_no":-1},"job_desc":"One","jm_episode":[{"title_no":{"title_no":36}}]},{"job_no":{"job_no":-9},"external_key":"X"}]}',
	},
	{
		name: 'PATCH with operations',
		composed: operations.update.compose(
			{ document: known('JmJob'), record: { value: 67981 }, fields: { job_desc: 'Hello World', external_key: 15411 } },
			SITE,
		),
		method: 'PATCH',
		path: '/JmJob/job_no=67981',
		effect: 'repeatable',
		headers: JSON_BODY,
		body: '[{"op":"replace","path":"job_desc","value":"Hello World"},{"op":"replace","path":"external_key","value":15411}]',
	},
	{
		name: 'PATCH of a sub-table row',
		composed: operations.update.compose(
			{
				document: known('JmWorkOrder'),
				record: { value: '1-1' },
				subTables: [{ table: 'mo_source', key: 'dsp_seq', value: 2 }],
				fields: { source_desc: 'Tape' },
			},
			SITE,
		),
		method: 'PATCH',
		path: '/JmWorkOrder/wo_no_seq=1-1/mo_source/dsp_seq=2',
		effect: 'repeatable',
		headers: JSON_BODY,
		body: '[{"op":"replace","path":"source_desc","value":"Tape"}]',
	},
	{
		name: 'PATCH with the full payload',
		composed: operations.update.compose(
			{
				document: known('JmWorkOrder'),
				record: { value: '8248-1' },
				format: 'payload',
				fields: { wo_desc: 'My New Description', po: '123456', phase_code: 'Hold' },
			},
			SITE,
		),
		method: 'PATCH',
		path: '/JmWorkOrder/wo_no_seq=8248-1',
		effect: 'repeatable',
		headers: PAYLOAD,
		body: '{"jm_work_order":[{"wo_no_seq":{"wo_no_seq":"8248-1"},"wo_desc":"My New Description","po":"123456","phase_code":"Hold"}]}',
	},
	{
		name: 'PATCH on a list endpoint',
		composed: operations.updateMany.compose(
			{
				document: known('JmWorkOrder'),
				fields: { wo_reference: 'Quick Service 2' },
				conditions: [
					{ field: 'date_added', operator: 'between', value: ['2022-07-26T00:00:00', '2023-07-28T00:00:00'] },
					{ field: 'wo_type_no', operator: 'equals', value: 40 },
				],
			},
			SITE,
		),
		method: 'PATCH',
		path: '/JmWorkOrderList',
		effect: 'repeatable',
		headers: JSON_BODY,
		query: [['Query', '{"date_added":{"$range":["2022-07-26T00:00:00","2023-07-28T00:00:00"]},"wo_type_no":40}']],
		body: '[{"op":"replace","path":"wo_reference","value":"Quick Service 2"}]',
	},
	{
		name: 'PATCH on a list endpoint with a wildcard',
		composed: operations.updateMany.compose(
			{ document: known('JmJob'), fields: { active: 'N' }, conditions: [{ field: 'job_desc', operator: 'startsWith', value: 'Sport' }] },
			SITE,
		),
		method: 'PATCH',
		path: '/JmJobList',
		effect: 'repeatable',
		headers: JSON_BODY,
		query: [['Query', '{"job_desc":"Sport%"}']],
		body: '[{"op":"replace","path":"active","value":"N"}]',
	},
	{
		name: 'PUT by an external key, which appears in three places',
		composed: operations.upsert.compose(
			{
				document: known('JmJob'),
				record: { key: 'external_key', value: 'PH20250205a' },
				fields: { division_no: 12, cust_id: '010', job_desc: 'test2', job_type_no: 163, account_rep_no_1: 18, active: 'Y' },
			},
			SITE,
		),
		method: 'PUT',
		path: '/JmJob/external_key=PH20250205a',
		effect: 'repeatable',
		headers: PAYLOAD,
		body: '{"jm_job":[{"job_no":{"external_key":"PH20250205a"},"external_key":"PH20250205a","division_no":12,"cust_id":"010","job_desc":"test2","job_type_no":163,"account_rep_no_1":18,"active":"Y"}]}',
	},
	{
		name: 'PUT that finds the record by a barcode and clears the sub-tables first',
		composed: operations.upsert.compose(
			{
				document: known('LibMaster'),
				record: { key: 'barcode', value: 'XYZ19030504' },
				clearSubTables: ['lib_master_audio', 'lib_master_title'],
				fields: {
					master_desc: 'My Content 40',
					asset_type_no: '1',
					lib_master_title: [{ title_no: { title_no: '36' } }],
					lib_master_audio: [{ audio_desc: 'Stereo Left', audio_content_desc: 'English', track_language: 'English', audio_channel: '1' }],
				},
			},
			SITE,
		),
		method: 'PUT',
		path: '/LibMaster/barcode=XYZ19030504',
		effect: 'repeatable',
		headers: { ...PAYLOAD, rowAction: '{"deleteAll":["lib_master_audio","lib_master_title"]}' },
		body: '{"lib_master":[{"master_no":{"barcode":"XYZ19030504"},"barcode":"XYZ19030504","master_desc":"My Content 40","asset_type_no":"1","lib_master_title":[{"title_no":{"title_no":"36"}}],"lib_master_audio":[{"audio_desc":"Stereo Left","audio_content_desc":"English","track_language":"English","audio_channel":"1"}]}]}',
	},
	{
		name: 'PUT of a document that requires a parameter',
		composed: operations.upsert.compose(
			{
				document: known('JmWoTransaction'),
				record: { key: 'external_key', value: 'BOOK-1' },
				fields: { trx_desc: 'Line' },
				parameters: { wo_no_seq: '100-1' },
			},
			SITE,
		),
		method: 'PUT',
		path: '/JmWoTransaction/external_key=BOOK-1',
		effect: 'repeatable',
		headers: PAYLOAD,
		query: [['wo_no_seq', '100-1']],
		body: '{"jm_wo_transaction":[{"trx_no":{"external_key":"BOOK-1"},"external_key":"BOOK-1","trx_desc":"Line"}]}',
	},
	{
		name: 'DELETE of a record',
		composed: operations.deleteRecord.compose({ document: known('JmJob'), record: { value: 67982 } }, SITE),
		method: 'DELETE',
		path: '/JmJob/job_no=67982',
		effect: 'repeatable',
	},
	{
		name: 'DELETE of an attachment',
		composed: operations.deleteAttachment.compose(
			{ document: known('SysAttachment'), documentId: 10339, recordId: '100-1', attachment: 2205 },
			SITE,
		),
		method: 'DELETE',
		path: '/SysAttachment/attachment_keystring=10339:100-1/sys_attachment/attachment_no=2205',
		effect: 'repeatable',
	},
	{
		name: 'POST of attachment files',
		composed: operations.uploadAttachment.compose(
			{ document: known('SysAttachment'), documentId: 10339, recordId: '100-1', files: [file] },
			SITE,
		),
		method: 'POST',
		path: '/SysAttachment/attachment_keystring=10339:100-1',
		effect: 'once',
		body: { parts: [file] },
	},
	{
		name: 'LoadTemplate for a new order',
		composed: operations.loadTemplate.compose(
			{ document: known('JmWorkOrder'), target: { create: { ...WORK_ORDER, wo_desc: '100m Finals' } }, template: '15' },
			SITE,
		),
		method: 'POST',
		path: '/JmWorkOrder',
		effect: 'once',
		headers: { ...JSON_BODY, SaveArgument: '{"LoadTemplate":"15"}' },
		body: '{"jm_work_order":[{"wo_desc":"100m Finals","wo_begin_dt":"2023-08-22T10:00:00.000Z","wo_end_dt":"2023-08-22T16:00:00.000Z","wo_type_no":17,"phase_code":"Bid","rate_card_no":1,"cust_id":19,"wo_template_no":15}]}',
	},
	{
		name: 'LoadTemplateOption with child templates, appended to an existing order',
		composed: operations.loadTemplate.compose(
			{ document: known('MoMediaOrder'), target: { record: { value: '5-1' } }, template: 1012, childTemplates: true, option: 'append' },
			SITE,
		),
		method: 'PATCH',
		path: '/MoMediaOrder/wo_no_seq=5-1',
		effect: 'once',
		headers: { ...PAYLOAD, SaveArgument: '{"LoadTemplateOption":1,"LoadChildTemplates":"Y"}' },
		body: '{"jm_work_order":[{"wo_no_seq":{"wo_no_seq":"5-1"},"wo_template_no":{"wo_template_no":1012}}]}',
	},
	{
		name: 'LoadServiceTemplate with one template',
		composed: operations.loadServiceTemplate.compose(
			{ document: known('XmTransmissionOrder'), target: { create: { wo_desc: 'Feed' } }, templates: ['10'], template: '2' },
			SITE,
		),
		method: 'POST',
		path: '/XmTransmissionOrder',
		effect: 'once',
		headers: { ...JSON_BODY, SaveArgument: '{"LoadServiceTemplate":"10","LoadTemplate":"2"}' },
		body: '{"jm_work_order":[{"wo_desc":"Feed","service_template_no":10,"wo_template_no":2}]}',
	},
	{
		name: 'LoadServiceTemplate with several templates',
		composed: operations.loadServiceTemplate.compose(
			{ document: known('XmTransmissionOrder'), target: { create: { wo_desc: 'Feed' } }, templates: [10, 11] },
			SITE,
		),
		method: 'POST',
		path: '/XmTransmissionOrder',
		effect: 'once',
		headers: { ...JSON_BODY, SaveArgument: '{"LoadServiceTemplate":"10,11"}' },
		body: '{"jm_work_order":[{"wo_desc":"Feed","service_template_no":null}]}',
	},
	{
		name: 'BidApproval',
		composed: operations.bidApproval.compose({ document: known('BidVersion'), record: { value: 211 }, approval: '0' }, SITE),
		method: 'PATCH',
		path: '/BidVersion/version_no=211',
		effect: 'once',
		headers: { ...JSON_BODY, SaveArgument: '{"BidApproval":"0"}' },
		body: '[{"op":"replace","path":"approved","value":"Y"}]',
	},
	{
		name: 'VoidWorkOrder',
		composed: operations.voidOrder.compose({ document: known('JmWorkOrder'), record: { value: '2626-1' }, reason: '1' }, SITE),
		method: 'PATCH',
		path: '/JmWorkOrder/wo_no_seq=2626-1',
		effect: 'once',
		headers: { ...JSON_BODY, SaveArgument: '{"VoidWorkOrder":"2626-1"}' },
		body: '[{"op":"replace","path":"cancel_no","value":1}]',
	},
	{
		name: 'UnVoidWorkOrder, with an empty body',
		composed: operations.unvoidOrder.compose({ document: known('JmWorkOrder'), record: { value: '1067982-1' } }, SITE),
		method: 'PATCH',
		path: '/JmWorkOrder/wo_no_seq=1067982-1',
		effect: 'once',
		headers: { ...PAYLOAD, SaveArgument: '{"UnVoidWorkOrder":"1067982-1"}' },
		body: '',
	},
	{
		name: 'GroupCode, with an empty body',
		composed: operations.setDefaultGroup.compose({ document: known('SchResource'), record: { value: 3 }, group: 'TRX' }, SITE),
		method: 'PATCH',
		path: '/SchResource/resource_code=3',
		effect: 'once',
		headers: { ...PAYLOAD, SaveArgument: '{"GroupCode":"TRX"}' },
		body: '',
	},
	{
		name: 'ActualizeSelected with the phase, and temporary identifiers for the header, the detail and the link',
		composed: operations.actualize.compose(
			{
				document: known('JmActual'),
				order: '9453-1',
				details: [{ action: 'I', units: 4, transactions: [1259520] }],
				actualize: 'linked',
				updatePhase: true,
			},
			SITE,
		),
		method: 'POST',
		path: '/JmActual/',
		effect: 'once',
		headers: { ...JSON_BODY, SaveArgument: '{"ActualizeSelected":"1259520","ActualizeUpdatePhase":"Y"}' },
		body: '{"jm_actual_header":[{"actual_hdr_no":{"actual_hdr_no":-1},"wo_no":9453,"wo_seq":1,"wo_no_seq":{"wo_no_seq":"9453-1"},"actual_status":"Y","jm_actual_detail":[{"actual_hdr_no":-1,"actual_det_no":-2,"action_code":{"action_code":"I"},"actual_unit":4,"actual":"Y"}],"jm_actual_link":[{"actual_link_no":-3,"actual_det_no":-2,"trx_no":1259520}]}]}',
	},
	{
		name: 'ActualizeAll with two details that have one link each',
		composed: operations.actualize.compose(
			{
				document: known('JmActual'),
				order: '1-2',
				details: [
					{ action: 'A', units: 1, transactions: [5] },
					{ action: 'B', units: 2, transactions: ['6'], actual: 'N' },
				],
				actualize: 'all',
			},
			SITE,
		),
		method: 'POST',
		path: '/JmActual/',
		effect: 'once',
		headers: { ...JSON_BODY, SaveArgument: '{"ActualizeAll":"-2"}' },
		body: '{"jm_actual_header":[{"actual_hdr_no":{"actual_hdr_no":-1},"wo_no":1,"wo_seq":2,"wo_no_seq":{"wo_no_seq":"1-2"},"actual_status":"Y","jm_actual_detail":[{"actual_hdr_no":-1,"actual_det_no":-2,"action_code":{"action_code":"A"},"actual_unit":1,"actual":"Y"},{"actual_hdr_no":-1,"actual_det_no":-3,"action_code":{"action_code":"B"},"actual_unit":2,"actual":"N"}],"jm_actual_link":[{"actual_link_no":-4,"actual_det_no":-2,"trx_no":5},{"actual_link_no":-5,"actual_det_no":-3,"trx_no":6}]}]}',
	},
	{
		name: 'ActualizeSelected with a leading -2',
		composed: operations.actualize.compose(
			{
				document: known('JmActual'),
				order: '1-2',
				details: [{ action: 'A', units: 1 }],
				actualize: { transactions: [200003, 200004] },
				leadingMinusTwo: true,
			},
			SITE,
		),
		method: 'POST',
		path: '/JmActual/',
		effect: 'once',
		headers: { ...JSON_BODY, SaveArgument: '{"ActualizeSelected":"-2,200003,200004"}' },
		body: '{"jm_actual_header":[{"actual_hdr_no":{"actual_hdr_no":-1},"wo_no":1,"wo_seq":2,"wo_no_seq":{"wo_no_seq":"1-2"},"actual_status":"Y","jm_actual_detail":[{"actual_hdr_no":-1,"actual_det_no":-2,"action_code":{"action_code":"A"},"actual_unit":1,"actual":"Y"}],"jm_actual_link":[]}]}',
	},
	{
		name: 'Post of a time card batch',
		composed: operations.postBatch.compose({ document: known('TcBatch'), batch: 7572 }, SITE),
		method: 'PATCH',
		path: '/TcBatch/batch_no=7572',
		effect: 'once',
		headers: { ...PAYLOAD, SaveArgument: '{"Post":""}' },
		body: '{"tc_batch":[{"batch_no":{"batch_no":"7572"}}]}',
	},
	{
		name: 'the division and the time zone in headers',
		composed: operations.deleteRecord.compose(
			{ document: known('JmJob'), record: { value: 1 } },
			{
				...SITE,
				divisionCode: 'GS',
				timeZoneName: 'Pacific Standard Time',
				extraHeaders: { 'X-Trace': 'a' },
				extraParameters: { debug: '1' },
			},
		),
		method: 'DELETE',
		path: '/JmJob/job_no=1',
		effect: 'repeatable',
		query: [['debug', '1']],
		headers: { 'Division-Code': 'GS', 'Source-Time-Zone-Name': 'Pacific Standard Time', 'X-Trace': 'a' },
	},
];

describe('The documented requests', () => {
	test.each(DOCUMENTED.map((row) => [row.name, row] as const))(
		'are composed as the specification shows: %s',
		(_name, { composed, method, path, query = [], headers = {}, body, effect }) => {
			expect(composed).toHaveLength(1);
			const [request] = composed;
			const [sentPath, sentQuery = ''] = request!.path.split('?');
			// The document is not sent. The transport uses it to apply the site profile.
			const { document: _, ...sent } = request!;
			expect({ ...sent, path: sentPath }).toEqual({
				method,
				path,
				headers: { ...headers, ...ALWAYS },
				effect,
				...(body === undefined ? {} : { body }),
			});
			// Each name and each value is encoded separately, so that an independent decoder finds the same pairs.
			expect(sentQuery).toBe(query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&'));
			const decoded = new URL(`http://site.test/api/v2/database/DEMO${request!.path}`);
			expect([...decoded.searchParams]).toEqual(query);
		},
	);

	test('have their headers in a fixed order, Content-Type first', () => {
		const [request] = operations.upsert.compose(
			{
				document: known('JmJob'),
				record: { key: 'external_key', value: 'A' },
				fields: { job_desc: 'x' },
				clearSubTables: ['jm_episode'],
				saveArguments: { SomeSiteFunction: 1 },
			},
			{ ...SITE, divisionCode: 'GS', timeZoneName: 'UTC', extraHeaders: { 'X-Free': '1' } },
		);
		expect(Object.keys(request!.headers)).toEqual([
			'Content-Type',
			'SaveArgument',
			'rowAction',
			'Division-Code',
			'Source-Time-Zone-Name',
			'Accept-Encoding',
			'X-Free',
		]);
	});
});
