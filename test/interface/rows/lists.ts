import { ANY_NUMBER, ANY_TEXT, having, type Row, type RowGroup } from '../row';
import { at, COMPRESSED, exchange, generic, get, ok, refused, where } from './writing';

const raw = { simplify: false };
/** The parameters of a list request with default settings: the first page, sorted by key. */
const paged = (key: string, pageSize = 50): Record<string, unknown> => ({ pageSize: String(pageSize), page: '1', sort: [`${key} asc`] });

interface Operator {
	readonly what: string;
	readonly condition: Readonly<Record<string, unknown>>;
	readonly query: unknown;
	/** The keys of the matching records. */
	readonly keys: readonly string[];
}

const condition = (
	fieldName: string,
	operator: string,
	value: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> => ({ fieldName, operator, ...value });

const OPERATORS: readonly Operator[] = [
	{
		what: '$range between two times',
		condition: condition('wo_begin_dt', 'between', { value: '2026-01-01T00:00:00Z', valueTo: '2026-01-08T00:00:00Z' }),
		query: { wo_begin_dt: { $range: ['2026-01-01T00:00:00Z', '2026-01-08T00:00:00Z'] } },
		keys: ['111-1', '252-1', '304-1', '421-1', '428-1', '442-1'],
	},
	{
		what: '$range between two numbers',
		condition: condition('wo_no', 'between', { value: '100', valueTo: '101' }),
		query: { wo_no: { $range: [100, 101] } },
		keys: ['100-1', '101-1'],
	},
	{
		what: '$gt',
		condition: condition('wo_no', 'greater', { value: '36914' }),
		query: { wo_no: { $gt: 36914 } },
		keys: ['1067982-1', '1075881-1'],
	},
	{
		what: '$gte',
		condition: condition('wo_no', 'greaterOrEqual', { value: '36914' }),
		query: { wo_no: { $gte: 36914 } },
		keys: ['36914-1', '1067982-1', '1075881-1'],
	},
	{ what: '$lt', condition: condition('wo_no', 'less', { value: '102' }), query: { wo_no: { $lt: 102 } }, keys: ['100-1', '101-1'] },
	{
		what: '$lte',
		condition: condition('wo_no', 'lessOrEqual', { value: '102' }),
		query: { wo_no: { $lte: 102 } },
		keys: ['100-1', '101-1', '102-1'],
	},
	{
		what: 'a plain value',
		condition: condition('wo_desc', 'equals', { value: 'interview 62' }),
		query: { wo_desc: 'interview 62' },
		keys: ['2627-1'],
	},
	{
		what: 'a wildcard at the end',
		condition: condition('wo_desc', 'startsWith', { value: 'Heats 1' }),
		query: { wo_desc: 'Heats 1%' },
		keys: ['169-1', '270-1', '376-2'],
	},
	{
		what: 'a wildcard from the user',
		condition: condition('wo_desc', 'matches', { value: 'H%s 1_%' }),
		query: { wo_desc: 'H%s 1_%' },
		keys: [],
	},
	{
		what: 'wildcards on both sides',
		condition: condition('wo_desc', 'contains', { value: 'terview 6' }),
		query: { wo_desc: '%terview 6%' },
		keys: ['240-1', '310-1', '338-1', '427-1', '2627-1'],
	},
	{
		what: 'a wildcard at the beginning',
		condition: condition('wo_desc', 'endsWith', { value: 'view 62' }),
		query: { wo_desc: '%view 62' },
		keys: ['2627-1'],
	},
	{
		what: '$in',
		condition: condition('wo_no_seq', 'in', { values: '100-1, 2627-1' }),
		query: { wo_no_seq: { $in: ['100-1', '2627-1'] } },
		keys: ['100-1', '2627-1'],
	},
];

const operatorRow = ({ what, condition: given, query, keys }: Operator): Row => ({
	name: `GET of a list by ${what}`,
	shows: what === 'a plain value' ? ['plain value in a query'] : what.startsWith('a wildcard') ? ['wildcard %'] : [],
	node: generic('workOrder', 'getMany', { ...where(given), options: { columns: 'wo_no_seq' } }),
	exchanges: exchange(
		get(at('/JmWorkOrderList', { Query: query, resultColumns: { L: ['wo_no_seq'] }, ...paged('wo_no_seq') })),
		ok({ L: keys.map((key) => ({ wo_no_seq: having({ wo_no_seq: key }) })) }, { 'pagination-count': String(keys.length) }),
	),
	output: keys.map((wo_no_seq) => ({ wo_no_seq })),
});

/** The row for a list that contains only orders with numbers below `below`. */
const among = (what: string, given: Readonly<Record<string, unknown>>, below: number, query: unknown, keys: readonly string[]): Row => ({
	name: `GET of a list by ${what}`,
	node: generic('workOrder', 'getMany', {
		...where(given, condition('wo_no', 'less', { value: String(below) })),
		options: { columns: 'wo_no_seq' },
	}),
	exchanges: exchange(
		get(
			at('/JmWorkOrderList', {
				Query: { [String(given.fieldName)]: query, wo_no: { $lt: below } },
				resultColumns: { L: ['wo_no_seq'] },
				...paged('wo_no_seq'),
			}),
		),
		ok({ L: keys.map((key) => ({ wo_no_seq: having({ wo_no_seq: key }) })) }),
	),
	output: keys.map((wo_no_seq) => ({ wo_no_seq })),
});

const rows: Row[] = [
	{
		name: 'GET of a list by two conditions',
		shows: ['plain value in a query', 'all conditions apply'],
		node: generic('workOrder', 'getMany', {
			...raw,
			returnAll: true,
			...where(
				condition('sched_by_name', 'equals', { value: 'owen hart' }),
				condition('phase_code', 'equals', { value: 'CONF' }),
				condition('wo_no', 'less', { value: '130' }),
			),
			options: { columns: 'wo_desc' },
		}),
		exchanges: exchange(
			get(
				at('/JmWorkOrderList', {
					Query: { sched_by_name: 'owen hart', phase_code: 'CONF', wo_no: { $lt: 130 } },
					resultColumns: { L: ['wo_no_seq', 'wo_desc'] },
					...paged('wo_no_seq', 500),
				}),
			),
			ok(
				{ L: [having({ wo_desc: 'Heats 8' }), having({ wo_desc: 'Voice Over 3' }), having({ wo_desc: 'Highlights 47' })] },
				{ 'pagination-count': '3' },
			),
		),
		output: [having({ wo_desc: 'Heats 8' }), having({ wo_desc: 'Voice Over 3' }), having({ wo_desc: 'Highlights 47' })],
	},
	...OPERATORS.map(operatorRow),
	among('a missing value', condition('wo_reference', 'empty'), 110, '|NULL|', ['101-1', '102-1', '103-1', '104-1', '105-2', '107-1']),
	among('$ne of a value', condition('wo_desc', 'notEquals', { value: 'Heats 8' }), 103, { $ne: 'Heats 8' }, ['101-1', '102-1']),
	among('$ne of a pattern', condition('wo_desc', 'notContains', { value: 'inals' }), 103, { $ne: '%inals%' }, ['100-1', '102-1']),
	among('$ne of a missing value', condition('wo_reference', 'notEmpty'), 110, { $ne: '|NULL|' }, [
		'100-1',
		'105-1',
		'106-1',
		'108-1',
		'109-1',
	]),
	{
		name: 'GET of a list of projects by $notin',
		node: generic('project', 'getMany', {
			...raw,
			limit: 3,
			...where(condition('project_desc', 'notIn', { values: 'test, Sarah' })),
			options: { columns: 'project_desc' },
		}),
		exchanges: exchange(
			get(
				at('/PmProjectList', {
					Query: { project_desc: { $notin: ['test', 'Sarah'] } },
					resultColumns: { L: ['project_no', 'project_desc'] },
					...paged('project_no', 3),
				}),
			),
			ok(
				{ L: ['Cup Final Post', 'Summer Campaign Post', 'City Lights Post'].map((words) => having({ project_desc: words })) },
				{ 'pagination-count': '40' },
			),
		),
		output: ['Cup Final Post', 'Summer Campaign Post', 'City Lights Post'].map((words) => having({ project_desc: words })),
	},
	{
		name: 'GET of a list of library assets by $LIKEAND',
		node: generic('libraryAsset', 'getMany', {
			...where(condition('master_desc', 'matchesAll', { values: '%Rushes%, %Gentle%' })),
			options: { columns: 'master_desc' },
		}),
		exchanges: exchange(
			get(
				at('/LibMasterList', {
					Query: { master_desc: { $LIKEAND: ['%Rushes%', '%Gentle%'] } },
					resultColumns: { L: ['master_no', 'master_desc'] },
					...paged('master_no'),
				}),
			),
			ok({ L: [23, 180].map((master_no) => ({ master_no: having({ master_no }), master_desc: ANY_TEXT })) }),
		),
		output: [23, 180].map((master_no) => having({ master_no })),
	},
	{
		name: 'GET of a list of titles by their number as a string',
		node: generic('title', 'getMany', { ...raw, ...where(condition('title_no', 'equals', { value: '36' })) }),
		exchanges: exchange(
			get(at('/LibTitleList', { Query: '{"title_no":"36"}', ...paged('title_no') })),
			ok({
				L: [
					{
						title_no: { title_no: 36, external_key: 'RIGHTS-106' },
						external_key: 'RIGHTS-106',
						title_desc: 'The Salt Lighthouse',
						parent_title_no: null,
						title_type: 'Series',
					},
				],
			}),
		),
	},
	{
		name: 'GET of a list with the parameter spelled query',
		node: 'The nodes write Query; parameter names ignore case.',
		exchanges: exchange(
			get(at('/JmJobList', { query: '{"job_desc":"cup final d%"}' })),
			ok({ L: [31, 174, 187, 191].map((number) => having({ job_no: having({ job_no: number }) })) }),
		),
	},
	{
		name: 'GET of every record of a list with an empty query, page by page',
		shows: ['list count in a header'],
		node: generic('project', 'getMany', {
			...raw,
			returnAll: true,
			sort: { by: [{ fieldName: 'project_desc', direction: 'desc' }] },
			options: { pageSize: 25, concurrency: 1, omitNulls: true, columns: 'project_no' },
		}),
		exchanges: ['1', '2'].map((page) => ({
			request: get(
				at('/PmProjectList', {
					Query: '{}',
					resultColumns: { L: ['project_no'] },
					nullvaluehandling: 'ignore',
					pageSize: '25',
					page,
					sort: ['project_desc desc', 'project_no asc'],
				}),
			),
			response: ok(
				{ L: Array.from({ length: page === '1' ? 25 : 15 }, () => having({ project_no: having({ project_no: ANY_NUMBER }) })) },
				{ 'pagination-count': '40' },
			),
		})),
		output: Array.from({ length: 40 }, () => having({ project_no: having({ project_no: ANY_NUMBER }) })),
	},
	{
		name: 'GET of a compressed list without pages',
		node: 'The nodes always request pages.',
		exchanges: exchange(
			get(at('/PmProjectList', { Query: '{}' }), COMPRESSED),
			ok(
				{ L: Array.from({ length: 40 }, () => having({ project_desc: ANY_TEXT })) },
				{ 'content-encoding': 'gzip', 'pagination-count': '40' },
			),
		),
	},
	{
		name: 'GET of a list by a field outside its criteria',
		node: generic('job', 'getMany', { limit: 1, queryMode: 'json', queryJson: '{"nothing":"36"}' }),
		exchanges: exchange(
			get(at('/JmJobList', { Query: '{"nothing":"36"}', ...paged('job_no', 1) })),
			refused(400, 'Undefined Parameter &#39;nothing&#39;. To allow undefined parameters pass validateQueryParameters = false'),
		),
		refusal: "Undefined Parameter 'nothing'",
	},
	{
		name: 'GET of a list by a field outside its criteria, without validation',
		node: generic('job', 'getMany', {
			limit: 1,
			queryMode: 'json',
			queryJson: '{"nothing":"36"}',
			options: { validateQueryParameters: false, columns: 'job_no' },
		}),
		exchanges: exchange(
			get(
				at('/JmJobList', {
					Query: '{"nothing":"36"}',
					resultColumns: { L: ['job_no'] },
					...paged('job_no', 1),
					validateQueryParameters: 'false',
				}),
			),
			ok({ L: [{ job_no: { job_no: 1, external_key: null } }] }),
		),
		output: [{ job_no: 1 }],
	},
	...(
		[
			['media orders', 'mediaOrder', 'MoMediaOrder', 'wo_no_seq', '500-1'],
			['transmission orders', 'transmissionOrder', 'XmTransmissionOrder', 'wo_no_seq', '560-1'],
			['bid versions', 'bidVersion', 'BidVersion', 'version_no', 1],
			['scheduling resources', 'schedulingResource', 'SchResource', 'resource_code', '1'],
			['actuals', 'actual', 'JmActual', 'actual_hdr_no', 1],
			['time card batches', 'timeCardBatch', 'TcBatch', 'batch_no', '7553'],
			['contacts', 'contact', 'SysContactFacade', 'contact_no', 1],
		] as const
	).map(([what, resource, document, key, first]): Row => ({
		name: `GET of a list of ${what}`,
		node: generic(resource, 'getMany', { limit: 1, options: { columns: key } }),
		exchanges: exchange(
			get(at(`/${document}List`, { Query: '{}', resultColumns: { L: [key] }, ...paged(key, 1) })),
			ok({ L: [{ [key]: having({ [key]: first }) }] }),
		),
		output: [{ [key]: first }],
	})),
	...(['JmTrxList', 'JmTrxReport', 'JmWoTransactionList'] as const).map((list): Row => ({
		name: `GET of all order transactions that begin at or after a time, from ${list}`,
		node: generic('orderTransaction', 'getMany', {
			...where(condition('trx_begin_dt', 'greaterOrEqual', { value: '2023-01-01T00:00:00Z' })),
			limit: 2,
			options: { columns: 'wo_no_seq', ...(list === 'JmTrxList' ? {} : { listDocument: list }) },
		}),
		exchanges: exchange(
			get(
				at(`/${list}`, {
					Query: '{"trx_begin_dt":{"$gte":"2023-01-01T00:00:00Z"}}',
					resultColumns: { L: ['trx_no', 'wo_no_seq'] },
					...paged('trx_no', 2),
				}),
			),
			ok({ L: [having({ trx_no: having({ trx_no: 1 }) }), having({ trx_no: having({ trx_no: 2 }) })] }),
		),
	})),
	{
		name: 'GET of a list of the order transactions of one order',
		node: generic('orderTransaction', 'getMany', {
			...where(condition('wo_no_seq', 'equals', { value: '36914-1' })),
			options: { columns: 'trx_no' },
		}),
		exchanges: exchange(
			get(at('/JmTrxList', { Query: '{"wo_no_seq":"36914-1"}', resultColumns: { L: ['trx_no'] }, ...paged('trx_no') })),
			ok({ L: [38521, 38522].map((trx_no) => ({ trx_no: { trx_no, external_key: null } })) }),
		),
		output: [{ trx_no: 38521 }, { trx_no: 38522 }],
	},
	{
		name: 'GET of a list with a sort order in a custom parameter',
		node: generic('job', 'getMany', {
			limit: 1,
			options: { columns: 'job_no', extraParameters: { entry: [{ name: 'sort', value: '["job_no asc"]' }] } },
		}),
		exchanges: exchange(
			get(at('/JmJobList', { Query: '{}', resultColumns: { L: ['job_no'] }, pageSize: '1', page: '1', sort: '["job_no asc"]' })),
			ok({ L: [{ job_no: having({ job_no: 1 }) }] }),
		),
		output: [{ job_no: 1 }],
	},
	...(
		[
			['Page and Page Size', { page: 3, pageSize: 4 }, 4, 9],
			['Page and the default Limit', { page: 2 }, 50, 51],
			[
				'custom query parameters',
				{
					extraParameters: {
						entry: [
							{ name: 'page', value: '3' },
							{ name: 'PAGESIZE', value: '4' },
						],
					},
				},
				4,
				9,
			],
		] as const
	).map(([what, options, pageSize, first]): Row => ({
		name: `GET of one page of a list by ${what}`,
		node: generic('job', 'getMany', { options: { columns: 'job_no', ...options } }),
		exchanges: exchange(
			get(
				at('/JmJobList', {
					Query: '{}',
					resultColumns: { L: ['job_no'] },
					pageSize: String(pageSize),
					page: what === 'Page and the default Limit' ? '2' : '3',
					sort: ['job_no asc'],
				}),
			),
			ok({ L: Array.from({ length: pageSize }, (_, index) => ({ job_no: having({ job_no: first + index }) })) }),
		),
		output: Array.from({ length: pageSize }, (_, index) => ({ job_no: first + index })),
	})),
	{
		name: 'GET of the records that changed since a date',
		node: generic('job', 'getChanged', { startFrom: 'cursor', cursor: '2098-01-01T00:00:00Z', options: { columns: 'job_desc' } }),
		exchanges: exchange(
			get(
				at('/JmJobList', {
					Query: '{"date_changed":{"$gte":"2098-01-01T00:00:00Z"}}',
					resultColumns: { L: ['job_desc', 'job_no', 'date_changed'] },
					pageSize: '500',
					page: '1',
					sort: ['date_changed asc', 'job_no asc'],
				}),
			),
			ok({ L: [] }, { 'pagination-count': '0' }),
		),
		output: [{ next_cursor: ANY_TEXT, records: 0, has_more: false }],
	},
	{
		name: 'GET of the number of matching records',
		shows: ['list count in a header'],
		node: generic('workOrder', 'getMany', { output: 'count', ...where(condition('wo_no', 'less', { value: '103' })) }),
		exchanges: exchange(
			get(at('/JmWorkOrderList', { Query: '{"wo_no":{"$lt":103}}', resultColumns: { L: ['wo_no_seq'] }, pageSize: '1', page: '1' })),
			ok({ L: [having({})] }, { 'pagination-count': '3' }),
		),
		output: [{ count: 3 }],
	},
	{
		name: 'GET of the number of matching order transactions, from another list document',
		node: generic('orderTransaction', 'getMany', {
			output: 'count',
			queryMode: 'json',
			queryJson: '{"trx_no":38521}',
			options: { listDocument: 'JmTrxReport' },
		}),
		exchanges: exchange(
			get(at('/JmTrxReport', { Query: '{"trx_no":38521}', resultColumns: { L: ['trx_no'] }, pageSize: '1', page: '1' })),
			ok({ L: [having({})] }, { 'pagination-count': '1' }),
		),
		output: [{ count: 1 }],
	},
	{
		name: 'GET of a list of a document that is not in the resource list',
		shows: ['any document by its name'],
		node: generic('anyDocument', 'getMany', { documentName: 'SchGroupList', limit: 1, ...raw }),
		exchanges: exchange(
			get(at('/SchGroupList', { Query: '{}', pageSize: '1', page: '1' })),
			ok({ L: [having({})] }, { 'pagination-count': '9' }),
		),
	},
];

export const LISTS: RowGroup = { theme: 'GET of a list', file: 'lists.ts', rows };
