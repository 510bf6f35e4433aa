import { at, by, del, fields, generic, get, json, ok, patch, post, put, replace } from '../../interface/rows/writing';
import { row, rowOf } from '../row';

type Parameters = Readonly<Record<string, unknown>>;
const job = (operation: string, parameters: Parameters = {}) =>
	generic('job', operation, { ...(['create', 'getMany'].includes(operation) ? {} : by('job_no', 5)), ...parameters });
const once = { options: { maxAttempts: 1 } };
const LIST = get(at('/JmJobList', { Query: {}, pageSize: '50', page: '1', sort: ['job_no asc'] }));
const respond = (status: number, error: string) => ({ status, body: { error } });

export const ERRORS = [
	...(
		[
			[400, 'Bad value'],
			[401, 'Sign-in failed'],
			[404, 'Alternate key not found: job_no=5'],
			[500, 'Business rule'],
			[502, 'Bad gateway'],
		] as const
	).map(([status, text]) =>
		row(
			`the message for status ${status} in a read contains the server's text`,
			job('get', once),
			get('/JmJob/job_no=5'),
			respond(status, text),
			{
				refusal: text,
			},
		),
	),
	row(
		"HTML entities in the server's text are decoded",
		job('get'),
		get('/JmJob/job_no=5'),
		respond(400, 'Field &#39;a&#39; &amp; &quot;b&quot; &lt;c&gt;'),
		{ refusal: 'Field \'a\' & "b" <c>' },
	),
	row('an error with status 200 is reported for a read', job('get'), get('/JmJob/job_no=5'), ok({ error: 'Session limit' }), {
		refusal: 'Session limit',
	}),
	row('an error with status 200 is reported for a list', job('getMany'), LIST, ok({ error: 'Session limit' }), {
		refusal: 'Session limit',
	}),
	row(
		'an error with status 200 is reported for a change',
		job('update', fields({ job_desc: 'x' })),
		patch('/JmJob/job_no=5', [replace('job_desc', 'x')]),
		ok({ error: 'Job is closed' }),
		{ refusal: 'Job is closed' },
	),
	row(
		'an error with status 200 is reported for an upsert',
		job('upsert', json({ job_desc: 'x' })),
		put('/JmJob/job_no=5', { jm_job: [{ job_no: { job_no: 5 }, job_desc: 'x' }] }),
		ok({ error: 'Job is closed' }),
		{ refusal: 'Job is closed' },
	),
	row('an error with status 200 is reported for a delete', job('delete'), del('/JmJob/job_no=5'), ok({ error: 'Job is in use' }), {
		refusal: 'Job is in use',
	}),
	row(
		'a create that fails with status 500 is not retried',
		job('create', json({ job_desc: 'x' })),
		post('/JmJob', { jm_job: [{ job_desc: 'x' }] }),
		respond(500, 'Deadlock'),
		{ refusal: 'may have succeeded' },
	),
	rowOf(
		'an upsert that fails with status 502 is retried, and the output does not state whether the record was created',
		job('upsert', json({ job_desc: 'x' })),
		[respond(502, 'Bad gateway'), ok({ message: null, tables: [] })].map((given) => ({
			request: put('/JmJob/job_no=5', { jm_job: [{ job_no: { job_no: 5 }, job_desc: 'x' }] }),
			response: given,
		})),
		{ output: [{ job_no: 5, created: null }] },
	),
];
