import fc from 'fast-check';
import { LIST_NAMES } from '../../core/catalog';
import type { SiteResponse } from '../../core/model/port';
import { DecodeError, documentRecords, listCount, listRecords, subTableRows, withKey } from '../../core/wire/decode';
import { decodeEntities } from '../../core/wire/entities';
import { anyDocument } from '../../core/operations';
import { known } from './site';
import { thrownAs } from './thrown';

const respond = (body: unknown, more: Partial<SiteResponse> = {}): SiteResponse => ({
	kind: 'response',
	status: 200,
	headers: {},
	body,
	...more,
});
const rows = [{ job_no: 1 }, { job_no: 2 }];
const page = '<!DOCTYPE html><html><head><title>Sign in &amp; go</title></head><body>…</body></html>';
const thrownBy = (run: () => unknown): DecodeError => thrownAs(DecodeError, run);
const job = known('JmJob');

describe('A list response', () => {
	test.each([
		['in the property L', { L: rows }],
		['in a bare array', rows],
	])('with its records %s is read without copying them', (_name, body) => {
		expect(listRecords(respond(body), LIST_NAMES)).toBe(rows);
	});

	test('with status 204 counts as empty only if its count is 0', () => {
		expect(listRecords(respond('', { status: 204, headers: { 'pagination-count': '0' } }), LIST_NAMES)).toEqual([]);
		for (const headers of [{}, { 'pagination-count': '5' }])
			expect(thrownBy(() => listRecords(respond('', { status: 204, headers: headers as never }), LIST_NAMES)).message).toContain(
				'with status 204',
			);
	});

	test.each<[string, unknown, string, boolean]>([
		['an empty body', '', 'an empty body', true],
		['an HTML page', page, "an HTML page ('Sign in & go')", false],
		['an HTML page without a title', '<html></html>', 'an HTML page', false],
		[
			'XML',
			'<?xml version="1.0"?><s:Envelope><s:Fault><faultstring>No</faultstring></s:Fault></s:Envelope>',
			"an XML document ('No')",
			false,
		],
		['plain text', 'OK', 'plain text', false],
		['incomplete JSON', '{"L": [{"job_no": 1', 'incomplete JSON', true],
		['an unrecognized object', { jm_job: rows }, 'an unrecognized JSON object', false],
		['rows that are not objects', { L: [1, 2] }, 'an unrecognized JSON object', false],
		['an array of errors', [{ message: 'Session expired', errorCode: 'INVALID_SESSION_ID' }], 'a JSON array', false],
		['null', null, 'null', false],
		['a number', 5, 'a JSON number', false],
	])('with %s instead of records is rejected', (_name, body, got, broken) => {
		expect(thrownBy(() => listRecords(respond(body), LIST_NAMES))).toMatchObject({
			message: `Unexpected response format: got ${got} instead of records`,
			parts: { broken },
		});
	});

	test.each([202, 205, 206, 207, 208, 226, 299])('with status %d is rejected', (status) => {
		expect(thrownBy(() => listRecords(respond({ L: rows }, { status }), LIST_NAMES)).message).toContain(`with status ${status}`);
	});

	test('can contain records whose fields have the same names as those of an error', () => {
		const alerts = [{ alert_no: 1, message: 'Overbooked', code: 'A1', error: 'x' }];
		expect(listRecords(respond(alerts), LIST_NAMES)).toBe(alerts);
	});

	test.each<[string | undefined, number | undefined]>([
		['1001', 1001],
		[' 0 ', 0],
		['', undefined],
		[undefined, undefined],
		['-1', undefined],
		['many', undefined],
		['1e3', undefined],
	])('with the count header %j has the count %j', (header, count) => {
		expect(listCount(respond('', { headers: header === undefined ? {} : { 'pagination-count': header } }), LIST_NAMES)).toBe(count);
	});
});

describe('The records of a document', () => {
	test('are found by the name of the table, in uppercase or lowercase', () => {
		expect(documentRecords(respond({ jm_job: rows, other: [] }), job)).toBe(rows);
		expect(documentRecords(respond({ JM_JOB: rows }), job)).toBe(rows);
	});

	test('are found by the documented table if the user entered no table name, or a different one', () => {
		for (const document of [anyDocument({ name: 'JmJob' }), anyDocument({ name: 'JmJob', table: 'job' })])
			expect(documentRecords(respond({ jm_job: rows, other: [] }), document)).toBe(rows);
	});

	test('are read from the only array if the specification does not name the table', () => {
		expect(documentRecords(respond({ jm_job: rows }), anyDocument({ name: 'X' }))).toBe(rows);
		expect(documentRecords(respond({ jm_job: rows }), anyDocument({ name: 'constructor' }))).toBe(rows);
		expect(documentRecords(respond({ mo_media_order: rows, message: null }), known('MoMediaOrder'))).toBe(rows);
		expect(documentRecords(respond({ sys_contact: rows }), known('SysContactFacade'))).toBe(rows);
	});

	test.each<[string, unknown]>([
		['two arrays', { a: rows, b: rows }],
		['an object without an array', { a: 1 }],
		['a bare array', rows],
		['text', 'x'],
		['an array of errors', { errors: [{ message: 'No' }] }],
		['an array next to text', { status: 'x', a: rows }],
	])('are not read from %s', (_name, body) => {
		expect(thrownBy(() => documentRecords(respond(body), anyDocument({ name: 'X' })))).toBeInstanceOf(DecodeError);
	});

	test('are not read from a different table if the specification names the table', () => {
		expect(thrownBy(() => documentRecords(respond({ lib_master: rows }), job))).toBeInstanceOf(DecodeError);
	});
});

describe('The rows of a sub-table', () => {
	test('are read from an array, from an array in an envelope, or from the addressed row', () => {
		const addressed = { table: 'jm_episode', key: 'episode_no', value: '5' };
		expect(subTableRows(respond(rows), { table: 'jm_episode' })).toBe(rows);
		expect(subTableRows(respond({ jm_episode: rows }), { table: 'jm_episode' })).toBe(rows);
		expect(subTableRows(respond([]), { table: 'jm_episode' })).toEqual([]);
		for (const row of [{ episode_no: 5, title_no: 1 }, { episode_no: { episode_no: 5 } }])
			expect(subTableRows(respond(row), addressed)).toEqual([row]);
	});

	test.each<[string, unknown, object]>([
		['text', 'x', {}],
		['an object that is not the addressed row', { errors: [{ message: 'No' }] }, { key: 'episode_no', value: 5 }],
		['a different row', { episode_no: 6 }, { key: 'episode_no', value: 5 }],
		['a single row if all rows were requested', { episode_no: 5 }, {}],
	])('are not read from %s', (_name, body, address) => {
		expect(thrownBy(() => subTableRows(respond(body), { table: 'jm_episode', ...address }))).toBeInstanceOf(DecodeError);
	});
});

describe('HTML entities', () => {
	test('are decoded once, and unknown ones are kept', () => {
		expect(decodeEntities('a & b &unknown; &#0; &#xD800; &#1114112; &constructor; &amp;lt;')).toBe(
			'a & b &unknown; &#0; &#xD800; &#1114112; &constructor; &lt;',
		);
	});

	test('are decoded to the text that the server escaped', () => {
		const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
		fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => expect(decodeEntities(escaped(text))).toBe(text)));
	});
});

describe('The key of a returned record', () => {
	it.each([
		['is the same number', { job_no: 342 }, 'job_no', 342],
		['is a number and the requested key is a string', { job_no: 342 }, 'job_no', '0342'],
		['is a string and the requested key is a number', { job_no: '342' }, 'job_no', 342],
		['is inside a key object', { job_no: { job_no: 342, external_key: null } }, 'job_no', 342],
		['differs only in case and trailing spaces', { phase_code: 'Conf  ' }, 'phase_code', 'CONF'],
		['is the same date in another format', { work_date: '2026-01-01T00:00:00Z' }, 'work_date', '2026-01-01'],
		['is missing', { job_desc: 'A' }, 'job_no', 342],
		['is null', { external_key: null }, 'external_key', 'A'],
	])('is accepted if it %s', (_what, record, key, value) => {
		expect(withKey([record], key, value)).toEqual([record]);
	});

	it.each([
		['a different number', { job_no: 343 }, 'job_no', 342],
		['a code without its leading zeros', { resource_code: '4' }, 'resource_code', '0004'],
		['a different key inside a key object', { job_no: { job_no: 343 } }, 'job_no', 342],
	])('is rejected if it differs from the requested key: %s', (_what, record, key, value) => {
		expect(() => withKey([record], key, value)).toThrow(`a different '${key}' than requested`);
	});
});
