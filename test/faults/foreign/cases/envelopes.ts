/** Bodies that resemble the API's envelope or a generic success. Some prove nothing, others prove the change in an unusual way. */
import type { ForeignCase } from '../foreignCase';
import { OPEN, PROVEN_OR_OPEN } from '../foreignCase';
import { http1 } from '../rawSite';
import { envelope, WRITES } from '../uses';

const raw = (body: string): Buffer => http1({ headers: { 'Content-Type': 'application/json' }, body });
const of = (
	name: string,
	why: string,
	uses: ForeignCase['uses'],
	body: object | string,
	verdict: ForeignCase['verdict'] = OPEN,
	effect: ForeignCase['effect'] = 'either',
): ForeignCase => ({
	name,
	why,
	uses,
	effect,
	verdict,
	respond: () => [typeof body === 'string' ? raw(body) : http1({ body })],
});

const records = (...keys: readonly object[]): object => ({
	message: null,
	tables: ['jm_job'],
	jm_job: { record_identifiers: ['job_no'], records: keys },
});

const NO_PROOF: readonly ForeignCase[] = [
	of(
		'the envelope of another table',
		'a client of the same gateway got this response',
		['create', 'createSeveral', 'upload'],
		envelope('jm_work_order', 'wo_no_seq', '1-1'),
	),
	of('an envelope that names a table without its records', 'the records are missing', ['create', 'createSeveral'], {
		message: null,
		tables: ['jm_job'],
	}),
	of('an envelope without records', 'nothing was created, or it was not named', ['create', 'createSeveral', 'upload'], {
		message: null,
		tables: ['jm_job', 'sys_attachment'],
		jm_job: { record_identifiers: ['job_no'], records: [] },
		sys_attachment: { record_identifiers: ['attachment_no'], records: [] },
	}),
	of(
		'an envelope with fewer records than were sent',
		'one of them is not named',
		['createSeveral'],
		envelope('jm_job', 'job_no', 4711, 4712),
	),
	of(
		'an envelope with more records than were sent',
		'its keys cannot be assigned to the items',
		['create', 'createSeveral'],
		envelope('jm_job', 'job_no', 1, 2, 3, 4),
	),
	of(
		'an envelope with the same key three times',
		'three records cannot have the same key',
		['createSeveral'],
		envelope('jm_job', 'job_no', 4711, 4711, 4711),
	),
	of('an envelope whose key is null', 'no record has that key', ['create'], envelope('jm_job', 'job_no', null)),
	of('an envelope whose key is empty', 'no record has that key', ['create'], envelope('jm_job', 'job_no', '')),
	of(
		'an envelope whose key is still -1',
		'the placeholder that a client sends for a new record',
		['create'],
		envelope('jm_job', 'job_no', -1),
	),
	of('an envelope whose key is false', 'a flag is not a key', ['create'], envelope('jm_job', 'job_no', false)),
	of('an envelope whose records are empty objects', 'no key was named', ['create', 'createSeveral'], records({}, {}, {})),
	of(
		'an envelope whose record is null',
		'no key was named',
		['create'],
		'{"message":null,"tables":["jm_job"],"jm_job":{"record_identifiers":["job_no"],"records":[null]}}',
	),
	of('an envelope whose records are a string', 'not the documented shape', ['create'], {
		message: null,
		tables: ['jm_job'],
		jm_job: { record_identifiers: ['job_no'], records: 'one' },
	}),
	of('an envelope whose tables are a number', 'not the documented shape', ['create', 'updatePayload'], { message: null, tables: 1 }),
	of('a message without tables', 'any program can send this response', WRITES, { message: 'Accepted for processing' }),
	of('success: true', 'any program can send this response', WRITES, { success: true }),
	of('a status text', 'any program can send this response', WRITES, { status: 'ok' }),
	of('an identifier without a table', 'another interface', ['create', 'upsert'], { id: 4711 }),
	of('a job number without a table', 'a record, not the envelope of a create', ['create'], { job_no: 4711 }),
	of('an empty array', 'nothing is named', WRITES, '[]'),
	of('an array of an empty object', 'nothing is named', ['create', 'updatePayload'], '[{}]'),
	of('true', 'any program can send this response', WRITES, 'true'),
	of('0', 'any program can send this response', ['create', 'updatePayload', 'delete'], '0'),
	of('an empty JSON string', 'any program can send this response', ['create', 'updatePayload', 'delete'], '""'),
	of('spaces and line breaks', 'no response', ['create', 'createSeveral', 'upload'], ' \r\n\t '),
	of(
		'NaN',
		'not JSON',
		['create', 'updatePayload'],
		'{"message":null,"tables":["jm_job"],"jm_job":{"record_identifiers":["job_no"],"records":[{"job_no":NaN}]}}',
	),
	of(
		'a key of 1e999',
		'not a key of a record',
		['create'],
		'{"message":null,"tables":["jm_job"],"jm_job":{"record_identifiers":["job_no"],"records":[{"job_no":1e999}]}}',
	),
	of('single quotes', 'not JSON', ['create'], "{'message':null,'tables':['jm_job']}"),
	of('JSON with a prefix against hijacking', 'not JSON', ['create'], ')]}\',\n{"success":true}'),
	of('JSONP', 'not JSON', ['create'], 'callback({"success":true})'),
	of('the list of all jobs', 'a cache responds with another resource', ['create', 'update', 'updatePayload', 'voidOrder'], {
		L: [{ job_no: 4711 }],
	}),
	of('a debug page in JSON', 'the response of a framework', ['create', 'update', 'voidOrder'], {
		url: '/api',
		method: 'POST',
		headers: {},
		origin: '127.0.0.1',
	}),
];

const ECHO: ForeignCase = {
	name: 'an echo of the request body',
	why: 'a test server returns every body; it stores nothing',
	uses: ['create', 'createSeveral', 'update', 'updatePayload', 'upsert'],
	effect: 'either',
	verdict: OPEN,
	respond: (_use, { body }) => [http1({ headers: { 'Content-Type': 'application/json' }, body })],
};
const READ_BACK: ForeignCase = {
	name: 'the record as a read returns it',
	why: 'a cache, or a proxy that turned the request into GET, returns this for a change that never arrived',
	uses: ['create', 'update', 'updatePayload', 'upsert', 'delete'],
	effect: 'either',
	verdict: OPEN,
	respond: () => [http1({ headers: { Age: '120' }, body: { jm_job: [{ job_no: 4711, job_desc: 'Before' }] } })],
};

/** Responses that prove the change, because they contain the identifiers. */
const PROVEN: readonly ForeignCase[] = [
	{
		name: 'an envelope with undocumented properties',
		why: 'a later release may add some',
		uses: ['create', 'createSeveral', 'upsert', 'upload'],
		effect: 'processed',
		verdict: 'done',
		respond: (use) => [http1({ body: { ...(use.good as object), release: '27.1', warnings: [], elapsed: 12 } })],
	},
	{
		name: 'an envelope with error: null',
		why: 'no error',
		uses: ['create', 'upsert', 'upload'],
		effect: 'processed',
		verdict: 'done',
		respond: (use) => [http1({ body: { error: null, ...(use.good as object) } })],
	},
	{
		name: 'an envelope with an empty list of errors',
		why: 'no error',
		uses: ['create', 'upsert'],
		effect: 'processed',
		verdict: PROVEN_OR_OPEN,
		respond: (use) => [http1({ body: { ...(use.good as object), errors: [] } })],
	},
	{
		name: 'an envelope with a message',
		why: 'documented: a string or null',
		uses: ['create', 'createSeveral', 'upsert', 'upload'],
		effect: 'processed',
		verdict: 'done',
		respond: (use) => [http1({ body: { ...(use.good as object), message: 'Saved with a warning' } })],
	},
	{
		name: 'an envelope in another order with line breaks',
		why: 'the order of JSON properties has no meaning',
		uses: ['create', 'upload'],
		effect: 'processed',
		verdict: 'done',
		respond: (use) => [
			http1({
				headers: { 'Content-Type': 'application/json' },
				body: `\n${JSON.stringify(Object.fromEntries(Object.entries(use.good as object).reverse()), null, '\t')}\n`,
			}),
		],
	},
	{
		name: 'an envelope as text/html',
		why: 'the body is the proof, not its type',
		uses: ['create', 'upload'],
		effect: 'processed',
		verdict: PROVEN_OR_OPEN,
		respond: (use) => [http1({ headers: { 'Content-Type': 'text/html' }, body: JSON.stringify(use.good) })],
	},
	{
		name: 'an envelope without a Content-Type',
		why: 'the body is the proof, not its type',
		uses: ['create', 'upload'],
		effect: 'processed',
		verdict: PROVEN_OR_OPEN,
		respond: (use) => [http1({ body: JSON.stringify(use.good) })],
	},
	{
		name: 'an envelope that names its table twice',
		why: 'RFC 8259: the last one counts for most parsers',
		uses: ['create'],
		effect: 'processed',
		verdict: PROVEN_OR_OPEN,
		respond: () => [
			raw(
				'{"message":null,"tables":["jm_job"],"jm_job":{"record_identifiers":["job_no"],"records":[]},"jm_job":{"record_identifiers":["job_no"],"records":[{"job_no":4711}]}}',
			),
		],
	},
	{
		name: 'an envelope that also contains sub-table rows',
		why: 'documented from release 11.1',
		uses: ['create'],
		effect: 'processed',
		verdict: 'done',
		respond: (use) => [
			http1({
				body: {
					...(use.good as object),
					tables: ['jm_job', 'jm_episode'],
					jm_episode: { record_identifiers: ['episode_no'], records: [{ episode_no: 1 }, { episode_no: 2 }] },
				},
			}),
		],
	},
];

export const ENVELOPE_CASES: readonly ForeignCase[] = [...NO_PROOF, ECHO, READ_BACK, ...PROVEN];
