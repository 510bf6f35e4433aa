import { having, containing, type NodeCall, type Row, type RowGroup } from '../row';
import { at, by, COMPRESSED, exchange, generic, get, ok, patch, refused, replace, saveArgument } from './writing';

const JOB = at('/JmJob/job_no=342', { resultColumns: { jm_job: ['job_no', 'division_no'] } });
const read = (options: Readonly<Record<string, unknown>> = {}): NodeCall =>
	generic('job', 'get', { ...by('job_no', 342), options: { columns: 'division_no', ...options } });
const RESPONSE = ok({ jm_job: [having({ division_no: having({ division_no: 1, division_code: 'GS' }) })] });
const free = (name: string, value: string): Readonly<Record<string, unknown>> => ({ extraHeaders: { entry: [{ name, value }] } });

/** The specification does not name these headers, so these are examples. */
const OMISSION_HEADERS = { omitNulls: 'header:X-Null-Handling', omitAlternateKeys: 'header:X-Alternate-Keys=none' };

const rows: Row[] = [
	{
		name: 'GET with a header that omits nulls and one that omits alternate keys',
		shows: ['nulls omitted through a header', 'alternate keys omitted through a header'],
		siteNames: OMISSION_HEADERS,
		node: {
			...generic('libraryAsset', 'get', {
				...by('master_no', 18),
				simplify: false,
				options: { omitNulls: true, omitAlternateKeys: true, columns: 'master_no, master_desc, external_key' },
			}),
			credential: { advancedSettings: true, apiNames: JSON.stringify(OMISSION_HEADERS) },
		},
		exchanges: exchange(
			get(at('/LibMaster/master_no=18', { resultColumns: { lib_master: ['master_no', 'master_desc', 'external_key'] } }), {
				'X-Null-Handling': 'ignore',
				'X-Alternate-Keys': 'none',
				...COMPRESSED,
			}),
			ok({ lib_master: [{ master_no: { master_no: 18 }, master_desc: 'The Hollow Harbour Trailer' }] }),
		),
		output: [{ master_no: { master_no: 18 }, master_desc: 'The Hollow Harbour Trailer' }],
	},
	{
		name: 'GET of a list with a header that omits nulls and another parameter that omits alternate keys',
		shows: ['nulls omitted through a header'],
		siteNames: { omitNulls: 'header:X-Null-Handling', omitAlternateKeys: 'keys' },
		node: {
			...generic('project', 'getMany', {
				limit: 1,
				simplify: false,
				options: { omitNulls: true, omitAlternateKeys: true, columns: 'project_no' },
			}),
			credential: { advancedSettings: true, apiNames: '{"omitNulls":"header:X-Null-Handling","omitAlternateKeys":"keys"}' },
		},
		exchanges: exchange(
			get(
				at('/PmProjectList', {
					Query: '{}',
					resultColumns: { L: ['project_no'] },
					keys: 'ignore',
					pageSize: '1',
					page: '1',
					sort: ['project_no asc'],
				}),
				{ 'X-Null-Handling': 'ignore', ...COMPRESSED },
			),
			ok({ L: [{ project_no: { project_no: 1 } }] }),
		),
		output: [{ project_no: { project_no: 1 } }],
	},
	{
		name: 'GET in a division that is set in the node',
		shows: ['division in the header'],
		node: read({ divisionCode: 'GS' }),
		exchanges: exchange(get(JOB, { 'Division-Code': 'GS', ...COMPRESSED }), RESPONSE),
		output: [having({ job_no: 342, division_no: 1 })],
	},
	{
		name: 'GET in the division that is set in the credential',
		shows: ['division in the header'],
		node: { ...read(), credential: { divisionCode: 'GS' } },
		exchanges: exchange(get(JOB, { 'Division-Code': 'GS', ...COMPRESSED }), RESPONSE),
	},
	{
		name: 'GET in a division that is set in the node and overrides the one in the credential, but does not contain the record',
		shows: ['division in the header'],
		node: { ...read({ divisionCode: 'PPH' }), credential: { divisionCode: 'GS' } },
		exchanges: exchange(get(JOB, { 'Division-Code': 'PPH', ...COMPRESSED }), refused(404, containing('job_no=342'))),
		refusal: 'job_no=342',
	},
	{
		name: 'GET in a division that the user cannot access',
		shows: ['division refused to a user without access'],
		signIn: 'limited',
		node: read({ divisionCode: 'GS' }),
		exchanges: exchange(get(JOB, { 'Division-Code': 'GS', ...COMPRESSED }), refused(403, containing('GS'))),
		refusal: 'GS',
	},
	...(
		[
			['gzip', 'gzip'],
			['deflate', 'deflate'],
			['gzip, deflate', 'gzip'],
		] as const
	).map(([asked, given]): Row => ({
		name: `GET with Accept-Encoding ${asked}, and a response in ${given}`,
		shows: ['compression when the header is sent'],
		node: generic('workOrder', 'get', {
			...by('wo_no_seq', '2627-1'),
			simplify: false,
			...(asked === 'gzip, deflate' ? {} : { options: free('Accept-Encoding', asked) }),
		}),
		exchanges: exchange(
			get('/JmWorkOrder/wo_no_seq=2627-1', { 'Accept-Encoding': asked }),
			ok({ jm_work_order: [having({ wo_desc: 'Interview 62' })] }, { 'content-encoding': given }),
		),
		output: [having({ wo_desc: 'Interview 62' })],
	})),
	{
		name: 'GET without Accept-Encoding, whose response is not compressed',
		shows: ['compression when the header is sent'],
		node: 'The nodes always request compression if the release supports it.',
		exchanges: exchange(
			get('/JmWorkOrder/wo_no_seq=2627-1', {}),
			ok({ jm_work_order: [having({ wo_desc: 'Interview 62' })] }, { 'content-encoding': null }),
		),
	},
	{
		name: 'GET with Accept-Encoding on release 10.6, which does not compress',
		before: ['Accept-Encoding', 'compression'],
		shows: ['compression when the header is sent'],
		release: '10.6',
		node: 'The nodes do not request compression from this release.',
		exchanges: exchange(
			get('/JmWorkOrder/wo_no_seq=2627-1'),
			ok({ jm_work_order: [having({ wo_desc: 'Interview 62' })] }, { 'content-encoding': null }),
		),
	},
	{
		name: 'GET with custom headers and query parameters',
		node: read({ ...free('X-Trace', 'a b'), extraParameters: { entry: [{ name: 'lang', value: 'en & de' }] } }),
		exchanges: exchange(get(`${JOB}&lang=en%20%26%20de`, { 'X-Trace': 'a b', ...COMPRESSED }), RESPONSE),
	},
	{
		name: 'GET of a list with times in the time zone in a header',
		shows: ['time zone in a header'],
		node: generic('workOrder', 'getMany', {
			queryMode: 'json',
			queryJson: '{"wo_begin_dt":{"$range":["2026-09-13T04:00:00","2026-09-13T04:00:00"]},"wo_no":2627}',
			options: { timeZoneName: 'Pacific Standard Time', columns: 'wo_begin_dt' },
		}),
		exchanges: exchange(
			get(
				at('/JmWorkOrderList', {
					Query: { wo_begin_dt: { $range: ['2026-09-13T04:00:00', '2026-09-13T04:00:00'] }, wo_no: 2627 },
					resultColumns: { L: ['wo_no_seq', 'wo_begin_dt'] },
					pageSize: '50',
					page: '1',
					sort: ['wo_no_seq asc'],
				}),
				{ 'Source-Time-Zone-Name': 'Pacific Standard Time', ...COMPRESSED },
			),
			ok({ L: [having({ wo_no_seq: having({ wo_no_seq: '2627-1' }) })] }),
		),
	},
	{
		name: 'PATCH with characters that a header has to escape',
		node: generic('anyDocument', 'update', {
			...by('key', '342'),
			documentName: 'JmJob',
			keyField: 'job_no',
			table: 'jm_job',
			fieldsMode: 'json',
			fieldsJson: '{"job_desc": "Ünïcode 鍵"}',
			saveArgumentsJson: '{"SiteFunction": "Ü鍵"}',
		}),
		exchanges: exchange(
			patch('/JmJob/job_no=342', [replace('job_desc', 'Ünïcode 鍵')], { SaveArgument: '{"SiteFunction":"\\u00dc\\u9375"}' }),
			refused(400, containing('SiteFunction')),
		),
		refusal: 'SiteFunction',
	},
	{
		name: 'PATCH with a site-specific save argument whose value is an object',
		node: generic('anyDocument', 'update', {
			...by('key', '342'),
			documentName: 'JmJob',
			keyField: 'job_no',
			table: 'jm_job',
			fieldsMode: 'json',
			fieldsJson: '{"job_desc": "A"}',
			saveArgumentsJson: '{"SiteFunction": {"rows": [1, "2"], "all": true}}',
		}),
		exchanges: exchange(
			patch('/JmJob/job_no=342', [replace('job_desc', 'A')], saveArgument({ SiteFunction: { rows: [1, '2'], all: true } })),
			refused(400, containing('SiteFunction')),
		),
		refusal: 'SiteFunction',
	},
];

export const HEADERS: RowGroup = { theme: 'Request headers', file: 'headers.ts', rows };
