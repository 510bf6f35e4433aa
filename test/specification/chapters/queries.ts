import { at, generic, get, NO_CONTENT, ok, patch, replace, where } from '../../interface/rows/writing';
import { listed, row, rowOf } from '../row';

const raw = { simplify: false };
const page = (key: string, size = 50, number = 1) => ({ pageSize: String(size), page: String(number), sort: [`${key} asc`] });
const orders = (query: unknown, more: Readonly<Record<string, unknown>> = {}) =>
	get(at('/JmWorkOrderList', { Query: query, ...page('wo_no_seq'), ...more }));
const condition = (fieldName: string, operator: string, value: Readonly<Record<string, unknown>> = {}) => ({
	fieldName,
	operator,
	...value,
});

/** Each operator: a sentence about it, the condition in the node, and the query as documented in the specification. */
const OPERATORS: readonly (readonly [sentence: string, condition: Readonly<Record<string, unknown>>, query: unknown])[] = [
	['a plain value matches exactly', condition('phase_code', 'equals', { value: 'CONF' }), { phase_code: 'CONF' }],
	['a plain number is sent as a number', condition('wo_type_no', 'equals', { value: '5' }), { wo_type_no: 5 }],
	['a number with leading zeros is sent as a string', condition('cust_id', 'equals', { value: '0409' }), { cust_id: '0409' }],
	['% is a wildcard', condition('wo_desc', 'matches', { value: '%cup%final%' }), { wo_desc: '%cup%final%' }],
	['the Contains operator puts % before and after the text', condition('wo_desc', 'contains', { value: 'final' }), { wo_desc: '%final%' }],
	['the Starts With operator puts % after the text', condition('wo_desc', 'startsWith', { value: 'Cup' }), { wo_desc: 'Cup%' }],
	['the Ends With operator puts % before the text', condition('po', 'endsWith', { value: '17' }), { po: '%17' }],
	[
		'$range matches times between two UTC times',
		condition('wo_begin_dt', 'between', { value: '2026-01-01T08:00:00Z', valueTo: '2026-01-31T17:30:00Z' }),
		{ wo_begin_dt: { $range: ['2026-01-01T08:00:00Z', '2026-01-31T17:30:00Z'] } },
	],
	[
		'$range matches numbers between two numbers',
		condition('wo_no', 'between', { value: '5', valueTo: '9' }),
		{ wo_no: { $range: [5, 9] } },
	],
	['$gt matches greater values', condition('wo_no', 'greater', { value: '5' }), { wo_no: { $gt: 5 } }],
	['$gte matches greater or equal values', condition('wo_no', 'greaterOrEqual', { value: '5' }), { wo_no: { $gte: 5 } }],
	['$lt matches smaller values', condition('wo_no', 'less', { value: '5' }), { wo_no: { $lt: 5 } }],
	['$lte matches smaller or equal values', condition('wo_no', 'lessOrEqual', { value: '5' }), { wo_no: { $lte: 5 } }],
	[
		'$gte accepts a time with an offset, whose + is percent-encoded',
		condition('wo_begin_dt', 'greaterOrEqual', { value: '2026-01-01T08:00:00+02:00' }),
		{ wo_begin_dt: { $gte: '2026-01-01T08:00:00+02:00' } },
	],
	[
		'$notin matches none of the values',
		condition('phase_code', 'notIn', { values: 'DONE, VOID' }),
		{ phase_code: { $notin: ['DONE', 'VOID'] } },
	],
	[
		'$LIKEAND matches all of the patterns',
		condition('wo_desc', 'matchesAll', { values: '%cup%, %final%' }),
		{ wo_desc: { $LIKEAND: ['%cup%', '%final%'] } },
	],
	['$in matches any of the values', condition('phase_code', 'in', { values: ['CONF', 'WIP'] }), { phase_code: { $in: ['CONF', 'WIP'] } }],
	['$ne excludes a value', condition('phase_code', 'notEquals', { value: 'VOID' }), { phase_code: { $ne: 'VOID' } }],
	['$ne excludes a pattern', condition('wo_desc', 'notContains', { value: 'test' }), { wo_desc: { $ne: '%test%' } }],
	['"|NULL|" matches records without a value', condition('po', 'empty'), { po: '|NULL|' }],
	['$ne with "|NULL|" matches records with a value', condition('po', 'notEmpty'), { po: { $ne: '|NULL|' } }],
	['a flag is sent as Y', condition('active', 'equals', { value: 'Y' }), { active: 'Y' }],
	[
		'a code keeps its leading zeros',
		condition('resource_code', 'in', { values: '0004, 0004S' }),
		{ resource_code: { $in: ['0004', '0004S'] } },
	],
];

const jobs = (parameters: Readonly<Record<string, unknown>> = {}, operation = 'getMany') =>
	generic('job', operation, { ...raw, ...parameters });

export const QUERIES = [
	...OPERATORS.map(([sentence, one, query]) =>
		row(sentence, generic('workOrder', 'getMany', { ...raw, ...where(one) }), orders(query), listed(), { output: [] }),
	),
	row(
		'a record has to match all conditions',
		generic('workOrder', 'getMany', {
			...raw,
			...where(
				condition('phase_code', 'equals', { value: 'CONF' }),
				condition('wo_begin_dt', 'greaterOrEqual', { value: '2026-01-01T00:00:00Z' }),
				condition('wo_begin_dt', 'less', { value: '2026-02-01T00:00:00Z' }),
			),
		}),
		orders({ phase_code: 'CONF', wo_begin_dt: { $gte: '2026-01-01T00:00:00Z', $lt: '2026-02-01T00:00:00Z' } }),
		listed(),
	),
	row(
		'title_no is compared as a string',
		generic('title', 'getMany', { ...raw, ...where(condition('title_no', 'equals', { value: '22' })) }),
		get(at('/LibTitleList', { Query: { title_no: '22' }, ...page('title_no') })),
		listed(),
	),
	row(
		'JmTrxReport is a list, and accepts nullvaluehandling=ignore',
		generic('orderTransaction', 'getMany', { ...raw, options: { listDocument: 'JmTrxReport', omitNulls: true } }),
		get(at('/JmTrxReport', { Query: {}, nullvaluehandling: 'ignore', ...page('trx_no') })),
		listed(),
	),
	row(
		'a query as JSON is sent unchanged',
		jobs({ queryMode: 'json', queryJson: '{"job_desc":{"$LIKEAND":["%a%","%b%"]},"cust_id":"0409","active":"Y"}' }),
		get(at('/JmJobList', { Query: { job_desc: { $LIKEAND: ['%a%', '%b%'] }, cust_id: '0409', active: 'Y' }, ...page('job_no') })),
		listed(),
	),
	row('a list requires a query; an empty query is {}', jobs(), get(at('/JmJobList', { Query: {}, ...page('job_no') })), listed()),
	row(
		'resultColumns uses L as the root key for a list',
		jobs({ options: { columns: ['job_desc'] } }),
		get(at('/JmJobList', { Query: {}, resultColumns: { L: ['job_no', 'job_desc'] }, ...page('job_no') })),
		listed({ job_no: 1, job_desc: 'Mix' }),
		{ output: [{ job_no: 1, job_desc: 'Mix' }] },
	),
	row(
		'sort is a JSON array of "field asc|desc"',
		jobs({
			sort: {
				by: [
					{ fieldName: 'job_desc', direction: 'desc' },
					{ fieldName: 'cust_id', direction: 'asc' },
				],
			},
		}),
		get(at('/JmJobList', { Query: {}, pageSize: '50', page: '1', sort: ['job_desc desc', 'cust_id asc', 'job_no asc'] })),
		listed(),
	),
	row(
		'pageSize and page select one page',
		jobs({ options: { page: 3, pageSize: 20 } }),
		get(at('/JmJobList', { Query: {}, ...page('job_no', 20, 3) })),
		ok({ L: [{ job_no: 41 }] }, { 'Pagination-Count': '41' }),
		{ output: [{ job_no: 41 }] },
	),
	rowOf(
		'pages are read until the Pagination-Count of the first page is reached',
		jobs({ returnAll: true, options: { pageSize: 2, concurrency: 1 } }),
		[
			{
				request: get(at('/JmJobList', { Query: {}, ...page('job_no', 2, 1) })),
				response: ok({ L: [{ job_no: 1 }, { job_no: 2 }] }, { 'Pagination-Count': '3' }),
			},
			{
				request: get(at('/JmJobList', { Query: {}, ...page('job_no', 2, 2) })),
				response: ok({ L: [{ job_no: 3 }] }, { 'Pagination-Count': '3' }),
			},
		],
		{ output: [{ job_no: 1 }, { job_no: 2 }, { job_no: 3 }] },
	),
	rowOf(
		'before 11.2, the count on later pages is wrong and is not used',
		jobs({ returnAll: true, options: { pageSize: 2, concurrency: 1 } }),
		[
			{
				request: get(at('/JmJobList', { Query: {}, ...page('job_no', 2, 1) })),
				response: ok({ L: [{ job_no: 1 }, { job_no: 2 }] }, { 'Pagination-Count': '5' }),
			},
			{
				request: get(at('/JmJobList', { Query: {}, ...page('job_no', 2, 2) })),
				response: ok({ L: [{ job_no: 3 }, { job_no: 4 }] }, { 'Pagination-Count': '2' }),
			},
			{
				request: get(at('/JmJobList', { Query: {}, ...page('job_no', 2, 3) })),
				response: ok({ L: [{ job_no: 5 }] }, { 'Pagination-Count': '1' }),
			},
		],
		{ release: '11.1', output: [1, 2, 3, 4, 5].map((no) => ({ job_no: no })) },
	),
	rowOf(
		'a bare array is read as a list, which ends with an empty page if there is no count',
		jobs({ returnAll: true, options: { pageSize: 50, concurrency: 1 } }),
		[[{ job_no: 1 }], []].map((records, index) => ({
			request: get(at('/JmJobList', { Query: {}, ...page('job_no', 50, index + 1) })),
			response: ok(records),
		})),
		{ output: [{ job_no: 1 }] },
	),
	row(
		'Pagination-Count is the number of matching records',
		jobs({ output: 'count', ...where(condition('active', 'equals', { value: 'Y' })) }),
		get(at('/JmJobList', { Query: { active: 'Y' }, resultColumns: { L: ['job_no'] }, pageSize: '1', page: '1' })),
		ok({ L: [{ job_no: 1 }] }, { 'Pagination-Count': '1234' }),
		{ output: [{ count: 1234 }] },
	),
	row(
		'validateQueryParameters=false turns off the validation of criteria',
		jobs({ ...where(condition('undocumented', 'equals', { value: 'x' })), options: { validateQueryParameters: false } }),
		get(at('/JmJobList', { Query: { undocumented: 'x' }, ...page('job_no'), validateQueryParameters: 'false' })),
		listed(),
	),
	row(
		"a query on a field outside the criteria is refused with the server's text",
		jobs(where(condition('undocumented', 'equals', { value: 'x' }))),
		get(at('/JmJobList', { Query: { undocumented: 'x' }, ...page('job_no') })),
		{
			status: 400,
			body: { error: 'Undefined Parameter &#39;undocumented&#39;. To allow undefined parameters pass validateQueryParameters = false' },
		},
		{ refusal: "Undefined Parameter 'undocumented'" },
	),
	row(
		'a list accepts nullvaluehandling=ignore and alternatekeyhandling=ignore',
		jobs({ options: { omitNulls: true, omitAlternateKeys: true } }),
		get(at('/JmJobList', { Query: {}, nullvaluehandling: 'ignore', alternatekeyhandling: 'ignore', ...page('job_no') })),
		listed(),
	),
	rowOf(
		'Look Up requests several keys with $in',
		generic('job', 'get', { findBy: 'keys', ...raw, lookUpField: 'external_key', lookUpKey: '={{ $json.key }}', ifNoMatch: 'report' }),
		[
			{
				request: get(
					at('/JmJobList', { Query: { external_key: { $in: ['A-1', '0042'] } }, pageSize: '500', page: '1', sort: ['job_no asc'] }),
				),
				response: listed({ job_no: 1, external_key: 'A-1' }),
			},
		],
		{
			input: [{ json: { key: 'A-1' } }, { json: { key: '0042' } }],
			output: [
				{ job_no: 1, external_key: 'A-1' },
				{ external_key: '0042', found: false },
			],
		},
	),
	rowOf(
		'PATCH of a list changes every record that matches the query',
		generic('workOrder', 'update', {
			applyTo: 'matching',
			mode: 'update',
			...where(condition('wo_desc', 'startsWith', { value: 'Cup' })),
			fieldsMode: 'list',
			fields: {
				entry: [
					{ fieldName: 'phase_code', fieldValue: 'CONF' },
					{ fieldName: 'sched_by_name', fieldValue: 'Ann' },
				],
			},
		}),
		[
			{
				request: get(at('/JmWorkOrderList', { Query: { wo_desc: 'Cup%' }, resultColumns: { L: ['wo_no_seq'] }, pageSize: '1', page: '1' })),
				response: ok({ L: [{ wo_no_seq: '1-1' }] }, { 'Pagination-Count': '2' }),
			},
			{
				request: patch(at('/JmWorkOrderList', { Query: { wo_desc: 'Cup%' } }), [
					replace('phase_code', 'CONF'),
					replace('sched_by_name', 'Ann'),
				]),
				response: NO_CONTENT,
			},
		],
		{ output: [{ matched: 2, updated: true }] },
	),
];
