import fc from 'fast-check';
import { LIST_NAMES } from '../../core/catalog';
import type { Answer } from '../../core/model/port';
import { Unreadable, changed, createdRecords, documentRecords, listCount, listRecords, refusalIn, subTableRows, wordsOf } from '../../core/wire/decode';
import { decodeEntities } from '../../core/wire/entities';
import { anyDocument } from '../../core/operations';
import { known } from './site';
import { thrownAs } from './thrown';

const answer = (body: unknown, more: Partial<Answer> = {}): Answer => ({ kind: 'answer', status: 200, headers: {}, body, ...more });
const rows = [{ job_no: 1 }, { job_no: 2 }];
const page = '<!DOCTYPE html><html><head><title>Sign in &amp; go</title></head><body>…</body></html>';
const thrownBy = (run: () => unknown): Unreadable => thrownAs(Unreadable, run);

describe('the records of a list', () => {
	test.each([['wrapped in L', { L: rows }], ['a bare array', rows]])('are read %s, without a copy', (_name, body) => {
		expect(listRecords(answer(body), LIST_NAMES)).toBe(rows);
	});

	test('are none for 204', () => {
		expect(listRecords(answer('', { status: 204 }), LIST_NAMES)).toEqual([]);
	});

	test.each<[string, unknown, string, boolean]>([
		['an empty body', '', 'The server answered nothing where records were expected', true],
		['an HTML page', page, 'The server answered an HTML page («Sign in & go») where records were expected', false],
		['a page without title', '<html></html>', 'The server answered an HTML page where records were expected', false],
		['a text', 'OK', 'The server answered a text that is no JSON where records were expected', false],
		['JSON that broke off', '{"L": [{"job_no": 1', 'The server answered JSON that is not whole where records were expected', true],
		['another object', { jm_job: rows }, 'The server answered JSON of another form where records were expected', false],
		['rows that are none', { L: [1, 2] }, 'The server answered JSON of another form where records were expected', false],
		['null', null, 'The server answered nothing where records were expected', false],
	])('are not read from %s', (_name, body, message, broken) => {
		expect(thrownBy(() => listRecords(answer(body), LIST_NAMES))).toMatchObject({ message, broken });
	});

	test.each<[string | undefined, number | undefined]>([['1001', 1001], [' 0 ', 0], ['', undefined], [undefined, undefined], ['-1', undefined], ['many', undefined], ['1e3', undefined]])('are counted by the header %j as %j', (header, count) => {
		expect(listCount(answer('', { headers: header === undefined ? {} : { 'pagination-count': header } }), LIST_NAMES)).toBe(count);
	});
});

describe('the records of a document', () => {
	test('are found by the table, by the only array where the table is not known or named otherwise', () => {
		expect(documentRecords(answer({ jm_job: rows, other: [] }), 'jm_job')).toBe(rows);
		expect(documentRecords(answer({ jm_job: rows }))).toBe(rows);
		expect(documentRecords(answer({ JM_JOB: rows }), 'jm_job')).toBe(rows);
	});

	test.each<[string, unknown]>([['two arrays', { a: rows, b: rows }], ['no array', { a: 1 }], ['a bare array', rows], ['text', 'x']])('are not read from %s', (_name, body) => {
		expect(thrownBy(() => documentRecords(answer(body)))).toBeInstanceOf(Unreadable);
	});

	test('of a sub-table come bare, wrapped, or as a single row', () => {
		expect(subTableRows(answer(rows), 'jm_episode')).toBe(rows);
		expect(subTableRows(answer({ jm_episode: rows }), 'jm_episode')).toBe(rows);
		expect(subTableRows(answer({ episode_no: 5, title_no: 1 }), 'jm_episode')).toEqual([{ episode_no: 5, title_no: 1 }]);
		expect(subTableRows(answer([]), 'jm_episode')).toEqual([]);
		expect(thrownBy(() => subTableRows(answer('x'), 'jm_episode'))).toBeInstanceOf(Unreadable);
	});
});

describe('the answer to a create', () => {
	const { table } = known('JmJob');
	const envelope = (tables: Record<string, Record<string, unknown>[]>): unknown => ({
		message: null, tables: Object.keys(tables), ...Object.fromEntries(Object.entries(tables).map(([name, records]) => [name, { record_identifiers: Object.keys(records[0] ?? {}), records }])),
	});
	const read = (given: Answer, of = table) => {
		const { records, subTables } = createdRecords(given, of);
		return { records, subTables: Object.fromEntries(subTables) };
	};

	test('gives the keys of the records', () => {
		expect(read(answer(envelope({ jm_job: [{ job_no: '8250' }] })))).toEqual({ records: [{ job_no: '8250' }], subTables: {} });
	});

	test('gives the keys of sub-table rows beside them, but no invalid ones of older releases', () => {
		expect(read(answer(envelope({ jm_job: [{ job_no: 5 }], jm_episode: [{ episode_no: 1 }, { episode_no: 2 }] }))).subTables).toEqual({ jm_episode: [{ episode_no: 1 }, { episode_no: 2 }] });
		expect(read(answer(envelope({ jm_job: [{ job_no: 5 }], jm_episode: [{ episode_no: -1 }] }))).subTables).toEqual({});
	});

	test('with rows of sub-tables alone has made no record', () => {
		expect(read(answer(envelope({ jm_episode: [{ episode_no: 1 }] })))).toEqual({ records: [], subTables: { jm_episode: [{ episode_no: 1 }] } });
		expect(read(answer(envelope({ x_row: [{ row_no: 1 }] })), anyDocument({ name: 'X', table: 'x' }).table).records).toEqual([]);
	});

	test('takes rows below rows for no records, nor rows that were sent under a name that only the site knows', () => {
		const media = known('MoMediaOrder').table;
		expect(read(answer(envelope({ mo_operation: [{ operation_no: 5 }] })), media)).toEqual({ records: [], subTables: { mo_operation: [{ operation_no: 5 }] } });
		const { records, subTables } = createdRecords(answer(envelope({ jm_note: [{ note_no: 7 }], jm_note_line: [{ line_no: 8 }] })), table, [{ jm_note: [{ note: 'x', jm_note_line: [{}] }] }]);
		expect([records, Object.fromEntries(subTables)]).toEqual([[], { jm_note: [{ note_no: 7 }], jm_note_line: [{ line_no: 8 }] }]);
	});

	test('of a facade may name the tables that it wrote to', () => {
		expect(read(answer(envelope({ sys_contact: [{ contact_no: 9 }] })), known('SysContactFacade').table).records).toEqual([{ contact_no: 9 }]);
		expect(read(answer(envelope({ ar_invoice: [{ invoice_no: 9 }] })), anyDocument({ name: 'ArInvoice' }).table).records).toEqual([{ invoice_no: 9 }]);
	});

	test('of older releases is a Location header', () => {
		const headers = { location: 'http://site.test/api/v2/database/DEMO/JmJob/external_key=a%2Fb%20c?x=1' };
		expect(read(answer('', { status: 204, headers })).records).toEqual([{ external_key: 'a/b c' }]);
		for (const location of ['/JmJob', '/JmJob/job_no=', '/JmJob/job_no=%E0%A4%A', '']) expect(read(answer('', { headers: { location } })).records).toEqual([]);
	});

	test('can tell nothing, and is never a page or a text', () => {
		expect(read(answer('', { status: 204 }))).toEqual({ records: [], subTables: {} });
		expect(read(answer({ message: null, tables: [] }))).toEqual({ records: [], subTables: {} });
		expect(thrownBy(() => read(answer(page))).broken).toBe(false);
		expect(thrownBy(() => changed(answer('done'))).broken).toBe(false);
		expect(changed(answer(''))).toBeUndefined();
	});
});

describe("the server's own words", () => {
	test.each<[string, unknown, string | undefined]>([
		['an error', { error: 'Alternate key not found: X' }, 'Alternate key not found: X'],
		['entities', { error: "Undefined Parameter &#39;x&#39;. R&amp;D &quot;a&quot; &#x4e2d; &lt;b&gt;" }, "Undefined Parameter 'x'. R&D \"a\" 中 <b>"],
		['an object', { error: { message: 'Not so' } }, 'Not so'],
		['an object of unknown form', { error: { code: 5 } }, '{"code":5}'],
		['no text', { error: null }, undefined],
		['an empty text', { error: ' ' }, undefined],
		['a record', { jm_job: [{ error: 'a field' }] }, undefined],
		['a text', 'error', undefined],
	])('stand in %s with any status', (_name, body, words) => {
		expect(refusalIn(body)).toBe(words);
	});

	test.each<[string, unknown, string | undefined]>([
		['a message', { message: 'No' }, 'No'],
		['a description of the sign-in', { error_description: 'Expired' }, 'Expired'],
		['details', { title: 'Bad Request', detail: 'wo_no is missing' }, 'wo_no is missing'],
		['a text', ' Service\n Unavailable ', 'Service Unavailable'],
		['the title of a page', page, 'Sign in & go'],
		['a page without', '<html><body>x', undefined],
		['nothing', '', undefined],
		['a number', 5, undefined],
	])('stand in %s with a status of refusal', (_name, body, words) => {
		expect(wordsOf(body)).toBe(words);
	});

	test('are cut where they are very long', () => {
		expect(wordsOf('x'.repeat(5000))).toHaveLength(1000);
	});

	test('keep what is no entity', () => {
		expect(decodeEntities('a & b &unknown; &#0; &#xD800; &#1114112; &constructor; &amp;lt;')).toBe('a & b &unknown; &#0; &#xD800; &#1114112; &constructor; &lt;');
	});

	test('come back whole from a server that escapes them', () => {
		const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
		fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => expect(decodeEntities(escaped(text))).toBe(text)));
	});
});
