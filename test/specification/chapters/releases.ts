import { at, by, fields, generic, get, json, patch, post, put, replace, uncompressed, where } from '../../interface/rows/writing';
import type { NodeCall } from '../../interface/row';
import type { Release } from '../../../core/catalog';
import { found, listed, refusedBefore, row } from '../row';

type Parameters = Readonly<Record<string, unknown>>;
const job = (operation: string, parameters: Parameters = {}) =>
	generic('job', operation, { ...(operation === 'getMany' ? {} : by('job_no', 5)), simplify: false, ...parameters });
const order = (saveArguments: Parameters, more: Parameters = {}) =>
	generic('workOrder', 'update', { ...by('wo_no_seq', '1-1'), ...fields({ po: '1' }), saveArguments, ...more });
const condition = (operator: string, value: Parameters) => where({ fieldName: 'job_desc', operator, ...value });
const action = (node: string, parameters: Parameters): NodeCall => ({ node, parameters });

/** The additions of each release. `before` is the last release without the addition. */
const ADDED: readonly (readonly [what: string, before: Release, needs: string, node: NodeCall])[] = [
	['upsert via PUT', '10.6', '11.0', job('upsert', json({ job_desc: 'x' }))],
	['$gt', '10.6', '11.0', job('getMany', condition('greater', { value: '1' }))],
	['$gte', '10.6', '11.0', job('getMany', condition('greaterOrEqual', { value: '1' }))],
	['$lt', '10.6', '11.0', job('getMany', condition('less', { value: '1' }))],
	['$lte', '10.6', '11.0', job('getMany', condition('lessOrEqual', { value: '1' }))],
	['Division-Code', '11.0', '11.1', job('get', { options: { divisionCode: 'LON' } })],
	['$notin', '11.0', '11.1', job('getMany', condition('notIn', { values: 'a' }))],
	['$LIKEAND', '11.0', '11.1', job('getMany', condition('matchesAll', { values: '%a%' }))],
	[
		'deletion of attachments',
		'11.0',
		'11.1',
		action('mediaOperationsUploadAttachment', {
			resource: 'job',
			operation: 'delete',
			...by('job_no', 5),
			attachment: { __rl: true, mode: 'number', value: '7' },
		}),
	],
	['LibTitleHierarchyFacade', '11.0', '11.1', generic('titleHierarchy', 'create', json({ title_desc: 'x' }))],
	['ActualizeAll', '11.0', '11.1', generic('actual', 'create', { ...json({ wo_no: 1 }), saveArguments: { ActualizeAll: true } })],
	['ActualizeSelected', '11.0', '11.1', generic('actual', 'create', { ...json({ wo_no: 1 }), saveArguments: { ActualizeSelected: '1' } })],
	[
		'ActualizeUpdatePhase',
		'11.0',
		'11.1',
		generic('actual', 'create', { ...json({ wo_no: 1 }), saveArguments: { ActualizeUpdatePhase: true, ActualizeAll: true } }),
	],
	['Post', '11.0', '11.1', action('mediaOperationsPostBatch', { batches: 'one', ...by('batch_no', '1') })],
	['LoadChildTemplates', '11.2', '11.3', order({ LoadTemplate: '15', LoadChildTemplates: true })],
	['TrxTimeOptionMove', '11.3', '11.4', order({ TrxTimeOptionMove: true })],
	['TrxTimeOptionAdjust', '11.3', '11.4', order({ TrxTimeOptionAdjust: true })],
	['LoadTemplateOption', '11.4', '26.1', order({ LoadTemplateOption: '1' }, json({ wo_template_no: 15 }))],
];

export const RELEASES = [
	...ADDED.map(([what, before, needs, node]) =>
		refusedBefore(`${what} is rejected on ${before}, because it is new in ${needs}`, node, `release ${needs}`, { release: before }),
	),
	row(
		'on 10.6, which does not compress, no encoding is requested',
		job('get'),
		uncompressed(get('/JmJob/job_no=5')),
		found('jm_job', { job_no: 5 }),
		{ release: '10.6' },
	),
	row('on 11.0 gzip and deflate are requested', job('get'), get('/JmJob/job_no=5'), found('jm_job', { job_no: 5 }), { release: '11.0' }),
	row(
		'on 10.6 null values and alternate keys can be omitted',
		job('get', { options: { omitNulls: true, omitAlternateKeys: true } }),
		uncompressed(get(at('/JmJob/job_no=5', { nullvaluehandling: 'ignore', alternatekeyhandling: 'ignore' }))),
		found('jm_job', { job_no: 5 }),
		{ release: '10.6' },
	),
	row(
		'on 10.6 a range of times is sent as $range',
		job('getMany', where({ fieldName: 'date_added', operator: 'between', value: '2026-01-01T00:00:00Z', valueTo: '2026-01-02T00:00:00Z' })),
		uncompressed(
			get(
				at('/JmJobList', {
					Query: { date_added: { $range: ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'] } },
					pageSize: '50',
					page: '1',
					sort: ['job_no asc'],
				}),
			),
		),
		listed(),
		{ release: '10.6' },
	),
	row(
		'on 11.0 an upsert is sent as PUT',
		job('upsert', json({ job_desc: 'x' })),
		put('/JmJob/job_no=5', { jm_job: [{ job_no: { job_no: 5 }, job_desc: 'x' }] }),
		undefined,
		{
			release: '11.0',
		},
	),
	row(
		'on 11.0 a date is set to null',
		job('update', fields({ date_due: '={{ null }}' })),
		patch('/JmJob/job_no=5', [replace('date_due', null)]),
		undefined,
		{ release: '11.0' },
	),
	...(['11.0', '11.1', '11.2', '11.3'] as const).map((release) =>
		row(
			`on ${release} a create with 204 and a Location returns the key`,
			generic('job', 'create', json({ job_desc: 'x' })),
			post('/JmJob', { jm_job: [{ job_desc: 'x' }] }),
			{ status: 204, headers: { Location: '/JmJob/job_no=9' }, body: '' },
			{ release, output: [{ job_no: 9 }] },
		),
	),
	row(
		'on 11.0 negative identifiers of sub-table rows are not output',
		generic('job', 'create', json({ job_desc: 'x', jm_episode: [{ title_no: 22 }] })),
		post('/JmJob', { jm_job: [{ job_desc: 'x', jm_episode: [{ title_no: 22 }] }] }),
		{
			status: 200,
			body: {
				message: null,
				tables: ['jm_job', 'jm_episode'],
				jm_job: { record_identifiers: ['job_no'], records: [{ job_no: 9 }] },
				jm_episode: { record_identifiers: ['episode_no'], records: [{ episode_no: -1 }] },
			},
		},
		{ release: '11.0', output: [{ job_no: 9 }] },
	),
];
