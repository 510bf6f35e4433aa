/**
 * Every name and sentence of the API specification, typed by hand, so that tests find gaps in the catalog, the nodes and the rows.
 * This file contains facts only. Names from public material have the source `public`.
 */
export type NameKind =
	| 'document'
	| 'table'
	| 'field'
	| 'operator'
	| 'header'
	| 'contentType'
	| 'parameter'
	| 'rowAction'
	| 'operation'
	| 'envelope'
	| 'saveArgument'
	| 'status'
	| 'sentence';

export interface SpecificationName {
	readonly kind: NameKind;
	readonly name: string;
	/** The documents in which a table, field or save argument occurs. */
	readonly of?: readonly string[];
	/** The table of a field. */
	readonly table?: string;
	/** A value of the save argument, header or parameter with this name. */
	readonly value?: string;
	readonly source: 'interface' | 'public';
}

const named = (kind: NameKind, names: string, more: Partial<SpecificationName> = {}): SpecificationName[] =>
	names
		.trim()
		.split(/\s+/)
		.map((name) => ({ kind, name, source: 'interface', ...more }));
const sentences = (source: SpecificationName['source'], ...names: readonly string[]): SpecificationName[] =>
	names.map((name) => ({ kind: 'sentence', name, source }));
const fields = (table: string, of: readonly string[], names: string): SpecificationName[] => named('field', names, { table, of });
const values = (kind: NameKind, name: string, ...all: readonly string[]): SpecificationName[] =>
	all.map((value) => ({ kind, name, value, source: 'interface' }));

const WORK_ORDERS = ['JmWorkOrder', 'JmWorkOrderList'];
const TRANSMISSION_ORDER = ['XmTransmissionOrder'];
const JOBS = ['JmJob', 'JmJobList'];
const ASSETS = ['LibMaster', 'LibMasterList'];

const DOCUMENTS: readonly SpecificationName[] = named(
	'document',
	`
	JmWorkOrder JmWorkOrderList MoMediaOrder XmTransmissionOrder JmJob JmJobList BidVersion SchResource JmActual JmWoTransaction
	TcBatch LibMaster LibMasterList PmProjectList LibTitle SysAttachment SysContactFacade LibTitleHierarchyFacade`,
);

/** Documents that public clients use, but that the specification does not name. */
const CLIENT_DOCUMENTS: readonly SpecificationName[] = named(
	'document',
	'SchRosterTimeOff SchGroup SchQualification XeAlert ImSessionLibMasterList JmSalesOffice',
	{ source: 'public' },
);

const TABLES: readonly SpecificationName[] = [
	...named('table', 'jm_work_order', { of: WORK_ORDERS }),
	...named('table', 'mo_service_row mo_operation', { of: TRANSMISSION_ORDER }),
	...named('table', 'jm_job jm_episode', { of: JOBS }),
	...named('table', 'jm_actual_header jm_actual_detail jm_actual_link', { of: ['JmActual'] }),
	...named('table', 'tc_batch', { of: ['TcBatch'] }),
	...named('table', 'lib_master lib_master_title lib_master_audio', { of: ASSETS }),
	...named('table', 'sys_attachment', { of: ['SysAttachment'] }),
];

const FIELDS: readonly SpecificationName[] = [
	...fields(
		'jm_work_order',
		WORK_ORDERS,
		`
		wo_no_seq wo_no wo_seq wo_desc wo_begin_dt wo_end_dt wo_type_no wo_type_desc phase_code phase_desc sched_by_name rate_card_no cust_id po
		wo_reference wo_template_no cancel_no date_added`,
	),
	...fields('mo_service_row', TRANSMISSION_ORDER, 'service_row_no service_template_no'),
	...fields('jm_work_order', TRANSMISSION_ORDER, 'service_template_no'),
	...fields('mo_operation', TRANSMISSION_ORDER, 'operation_no task_no trx_resource_desc trx_group_desc'),
	...fields('jm_job', JOBS, 'job_no external_key job_desc division_no cust_id job_type_no account_rep_no_1 active'),
	...fields('jm_episode', JOBS, 'title_no'),
	...fields('bid_version', ['BidVersion'], 'version_no approved'),
	...fields('sch_resource', ['SchResource'], 'resource_code'),
	...fields('jm_actual_header', ['JmActual'], 'actual_hdr_no wo_no wo_seq wo_no_seq actual_status'),
	...fields('jm_actual_detail', ['JmActual'], 'actual_hdr_no actual_det_no action_code actual_unit actual'),
	...fields('jm_actual_link', ['JmActual'], 'actual_link_no actual_det_no trx_no'),
	...fields('tc_batch', ['TcBatch'], 'batch_no'),
	...fields('lib_master', ASSETS, 'master_no barcode master_desc asset_type_no'),
	...fields('lib_master_title', ASSETS, 'title_no'),
	...fields('lib_master_audio', ASSETS, 'audio_desc audio_content_desc track_language audio_channel'),
	...fields('pm_project', ['PmProjectList'], 'project_desc'),
	...fields('lib_title', ['LibTitle', 'LibTitleList'], 'title_no'),
	...fields('sys_attachment', ['SysAttachment'], 'attachment_keystring attachment_no'),
];

const REQUESTS: readonly SpecificationName[] = [
	...named('operator', '$range $gt $gte $lt $lte $notin $LIKEAND'),
	...named('operator', '$in $ne |NULL|', { source: 'public' }),
	...named('header', 'Content-Type Authorization SaveArgument saveArgument rowAction Division-Code Accept-Encoding'),
	...named('header', 'Source-Time-Zone-Name Pagination-Count Location', { source: 'public' }),
	...values('header', 'Accept-Encoding', 'gzip', 'deflate'),
	...values('header', 'Authorization', 'Basic'),
	...named('contentType', 'application/json application/json-patch+json multipart/form-data'),
	...named('parameter', 'resultColumns nullvaluehandling Query query wo_no_seq'),
	...named('parameter', 'alternatekeyhandling pageSize page sort validateQueryParameters', { source: 'public' }),
	...values('parameter', 'nullvaluehandling', 'ignore'),
	...named('rowAction', 'deleteAll DeleteAll'),
	...named('operation', 'op path value replace'),
	...named('operation', 'remove', { source: 'public' }),
	...named('envelope', 'message tables record_identifiers records'),
	...named('envelope', 'L error', { source: 'public' }),
	...named('status', '200 204'),
	...named('status', '400 401 404 500', { source: 'public' }),
];

const SAVE_ARGUMENTS: readonly SpecificationName[] = [
	...named(
		'saveArgument',
		`LoadTemplate LoadChildTemplates LoadServiceTemplate BidApproval VoidWorkOrder UnVoidWorkOrder GroupCode
		ActualizeSelected ActualizeAll ActualizeUpdatePhase ActuallizeUpdatePhase Post`,
	),
	...named('saveArgument', 'LoadTemplateOption TrxTimeOptionMove TrxTimeOptionAdjust', { source: 'public' }),
	...values('saveArgument', 'BidApproval', '0', '1', '2', '3', '4'),
	...values('saveArgument', 'LoadChildTemplates', 'Y'),
	...values('saveArgument', 'ActualizeAll', '-2'),
	...values('saveArgument', 'ActualizeUpdatePhase', 'Y'),
	...values('saveArgument', 'Post', ''),
	...['JmWorkOrder', 'MoMediaOrder', 'XmTransmissionOrder'].flatMap((document) =>
		named('saveArgument', 'LoadTemplate LoadChildTemplates VoidWorkOrder UnVoidWorkOrder', { of: [document] }),
	),
];

const SENTENCES: readonly SpecificationName[] = [
	...sentences(
		'interface',
		'key as an object',
		'alternate key in a key object',
		'look-up as an object',
		'times with Z and with an offset',
		'flags contain Y',
		'additional details of a custom drop-down',
		'negative temporary identifiers',
		'null in service_template_no',
		'wo_no_seq required by JmWoTransaction',
		'create envelope',
		'sub-table identifiers in the create response',
		'GET envelope',
		'PATCH with full payload returns 200 or 204',
		'alternate key in the URL',
		'sub-table of a sub-table in the URL',
		'SaveArgument in mixed case',
		'division in the header',
		'division refused to a user without access',
		'compression when the header is sent',
		'offsets in POST bodies',
		'null dates',
		'list count in a header',
		'resultColumns with a single field name',
		'resultColumns limits sub-tables',
		'nullvaluehandling omits nulls',
		'nulls omitted through a header',
		'alternate keys omitted through a header',
		'plain value in a query',
		'wildcard %',
		'minimum fields of a work order',
		'POST to JmJob returns 200',
		'identifier of a created contact in the body',
		'PATCH with operations returns 204',
		'full payload with the key in URL and body',
		'full-payload Content-Type with an empty body',
		'PATCH on a list returns 204',
		'upsert on all maintenance documents',
		'external key in three places',
		'PUT of a new record returns its identifier',
		'repeated PUT returns no new identifier',
		'rowAction clears sub-tables first',
		'PUT by barcode',
		'attachment type from the file',
		'identifiers of created attachments',
		'several save arguments in one object',
		'several service templates without other save arguments',
		'template number in header and body',
		'one service template in header and body',
		'several service templates with null in the body',
		'group must be in the group list',
		'contacts of type User',
		'contacts of type Vendor',
		'title and its parent in one request',
		'sign-in with Basic',
		'sign-in with OAuth 2.0 client credentials',
		'sign-in with OAuth 2.0 in the browser',
		'sign-in with JWT',
		'definition in YAML',
		'definition in JSON',
		'PATCH with POST payload in the definition',
		'sub-table example payloads in the definition',
		'PATCH of lists in the definition',
		'wo_no_seq in the definition of JmWoTransaction',
		'known issue: sub-table GET in the definition',
		'known issue: POST and GET payloads differ in the definition',
		'correct pagination count after page 1',
		'service rows of loaded service templates',
	),
	...sentences(
		'public',
		'key with its alternate keys',
		'temporary keys',
		'sub-table GET without wrapper',
		'any document by its name',
		'all conditions apply',
		'alternate keys omitted',
		'time zone in a header',
		'URL of a created record in a header',
	),
];

export const SPECIFICATION_NAMES: readonly SpecificationName[] = [
	...DOCUMENTS,
	...CLIENT_DOCUMENTS,
	...TABLES,
	...FIELDS,
	...REQUESTS,
	...SAVE_ARGUMENTS,
	...SENTENCES,
];
