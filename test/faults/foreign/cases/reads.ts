/** Responses that differ from the documented response to a read. */
import type { ForeignCase, Verdict } from '../foreignCase';
import { http1 } from '../rawSite';
import { USES } from '../uses';

const EITHER: readonly Verdict[] = ['done', 'refused'];
const JSON_TYPE = { 'Content-Type': 'application/json' };

const read = (
	use: 'get' | 'list',
	name: string,
	why: string,
	body: object | string,
	verdict: Verdict | readonly Verdict[] = 'refused',
	headers: Readonly<Record<string, string>> = {},
): ForeignCase => ({
	name: `${use}: ${name}`,
	why,
	uses: [use],
	effect: 'notProcessed',
	verdict,
	respond: () => [http1({ headers: { ...JSON_TYPE, ...headers }, body })],
});
const { L: LISTED } = USES.list.good;

export const READ_CASES: readonly ForeignCase[] = [
	read('get', 'the record of another key', 'a cache or a proxy mixed up two responses', { jm_job: [{ job_no: 999, job_desc: 'Another' }] }),
	read('get', 'a record of another table', 'the response of another request', { jm_work_order: [{ wo_no_seq: '1-1' }] }),
	read('get', 'the envelope of a create', 'the response of another request', {
		message: null,
		tables: ['jm_job'],
		jm_job: { record_identifiers: ['job_no'], records: [{ job_no: 4711 }] },
	}),
	read('get', 'a list of warnings', 'not a table', { warnings: [{ text: 'slow' }] }),
	read('get', 'a list of messages', 'not a table', { messages: ['one'] }),
	read('get', 'a table that is null', 'no record', { jm_job: null }),
	read('get', 'a table that is a string', 'no record', { jm_job: 'none' }),
	read('get', 'a table of null', 'no record', { jm_job: [null] }),
	read('get', 'a table of numbers', 'no record', { jm_job: [1, 2] }),
	read('get', 'an empty table', 'no record', { jm_job: [] }),
	read('get', 'the record without its table', 'any program can send this response', { job_no: 4711, job_desc: 'Bare' }, EITHER),
	read('get', 'a number', 'no record', '5'),
	read('get', 'an empty body', 'no record', ''),
	read('get', 'an OData page', 'another interface', { '@odata.context': 'x', value: [{ job_no: 4711 }] }),
	read('get', 'records in a data property', 'another interface', { data: [{ job_no: 4711 }] }),
	read('get', 'a record with an error', 'status and body contradict each other', {
		error: 'Timeout',
		jm_job: [{ job_no: 4711, job_desc: 'Foreign' }],
	}),
	read(
		'get',
		'a record whose name is __proto__',
		'must not reach a prototype',
		'{"jm_job":[{"job_no":4711,"job_desc":"Foreign","__proto__":{"polluted":true}}]}',
		'done',
	),
	read(
		'get',
		'a record that names a field twice',
		'the last one counts',
		'{"jm_job":[{"job_no":1,"job_no":4711,"job_desc":"Foreign"}]}',
		EITHER,
	),
	read('list', 'null instead of records', 'no list', { L: null }),
	read('list', 'an object instead of records', 'no list', { L: { job_no: 1 } }),
	read('list', 'numbers instead of records', 'no records', { L: [1, 2, 3] }),
	read('list', 'null among the records', 'no record', { L: [LISTED[0], null, LISTED[2]] }),
	read('list', 'a string', 'no list', '"L"'),
	read('list', 'an empty object', 'no list', {}),
	read('list', 'an empty body', 'no list', ''),
	read('list', 'a message', 'no list', { message: 'Please sign in' }),
	read('list', 'errors', 'no list', { errors: [{ message: 'No' }] }),
	read('list', 'an OData page', 'another interface', { value: LISTED }),
	read('list', 'lines of JSON', 'not JSON', LISTED.map((row) => JSON.stringify(row)).join('\n')),
	read('list', 'NaN', 'not JSON', '{"L":[{"job_no":NaN}]}'),
	read('list', 'an error with the records', 'status and body contradict each other', { L: LISTED, error: 'Only a part was read' }),
	read('list', 'a bare array', 'earlier releases of the API responded like this', LISTED as unknown as object, EITHER),
	...(['abc', '', '-5', '1e999', '3, 3', '3.5', '0x3', 'NaN', '99999999999999999999'] as const).map((count) =>
		read('list', `the count '${count}'`, 'the records are complete; the count is at most a hint', { L: LISTED }, EITHER, {
			'Pagination-Count': count,
		}),
	),
	read('list', 'a count below the number of records', 'the records exist; the count is at most a hint', { L: LISTED }, EITHER, {
		'Pagination-Count': '1',
	}),
	{
		name: 'list: a count above the number of records',
		why: 'the records exist, and more are missing',
		uses: ['list'],
		effect: 'notProcessed',
		verdict: EITHER,
		respond: (_use, { address }) => [
			http1({ headers: { ...JSON_TYPE, 'Pagination-Count': '5' }, body: { L: /[?&]page=([2-9]|1[0-9])/.test(address) ? [] : LISTED } }),
		],
	},
];
