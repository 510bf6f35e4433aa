import fc from 'fast-check';
import { InputError } from '../../core/model/inputError';
import { anyDocument } from '../../core/operations';
import { attachmentPath, documentPath, listPath, recordPath } from '../../core/wire/path';
import { known } from './site';
import { errorOf } from './thrown';

const BASE = 'http://site.test/api/v2/database/DEMO';
/** Strings that an address can contain: complete characters, not blank, and neither `.` nor `..`. */
const sendable = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.trim() !== '' && text !== '.' && text !== '..');

/** Reads an address as a server does: by segments, each decoded separately. */
const segmentsOf = (path: string): string[] => new URL(`${BASE}${path}`).pathname.split('/').slice(5);

const pairOf = (segment: string): [string, string] => {
	const at = segment.indexOf('=');
	return [decodeURIComponent(segment.slice(0, at)), decodeURIComponent(segment.slice(at + 1))];
};

describe('The address of a record', () => {
	test.each([
		['12', 'job_no', '/JmJob/job_no=12'],
		['a/b', 'external_key', '/JmJob/external_key=a%2Fb'],
		['a=b', 'external_key', '/JmJob/external_key=a%3Db'],
		['what?', 'external_key', '/JmJob/external_key=what%3F'],
		['#1', 'external_key', '/JmJob/external_key=%231'],
		['100%', 'external_key', '/JmJob/external_key=100%25'],
		['R&D', 'external_key', '/JmJob/external_key=R%26D'],
		['a+b c', 'external_key', '/JmJob/external_key=a%2Bb%20c'],
		['../x', 'external_key', '/JmJob/external_key=..%2Fx'],
		['東京Ü', 'external_key', '/JmJob/external_key=%E6%9D%B1%E4%BA%AC%C3%9C'],
		['😀', 'external_key', '/JmJob/external_key=%F0%9F%98%80'],
	])('encodes the value "%s" of the key %s as %s', (value, key, path) => {
		expect(recordPath(known('JmJob'), { key, value })).toBe(path);
	});

	test('uses the primary key if no key is specified', () => {
		expect(recordPath(known('JmWorkOrder'), { value: '1-1' })).toBe('/JmWorkOrder/wo_no_seq=1-1');
	});

	test('contains a sub-table, a row and a sub-sub-table', () => {
		const steps = [{ table: 'mo_service_row', key: 'service_row_no', value: 5 }, { table: 'mo_operation' }];
		expect(recordPath(known('MoMediaOrder'), { value: '1-1' }, steps)).toBe(
			'/MoMediaOrder/wo_no_seq=1-1/mo_service_row/service_row_no=5/mo_operation',
		);
	});

	test('for attachments contains the document and the record, joined with a colon', () => {
		expect(attachmentPath(known('SysAttachment'), { documentId: '10339', recordId: 'a:b/1' })).toBe(
			'/SysAttachment/attachment_keystring=10339:a%3Ab%2F1',
		);
	});

	test.each([
		['an empty value', { value: '' }, 'record.value', "The value of 'job_no' is empty"],
		['a value that is only spaces', { value: '  ' }, 'record.value', "The value of 'job_no' is empty"],
		['a value that is a single dot', { value: '.' }, 'record.value', "The value of 'job_no' is '.', which cannot be part of a URL"],
		['a value that is two dots', { value: '..' }, 'record.value', "The value of 'job_no' is '..', which cannot be part of a URL"],
		['a lone surrogate', { value: 'a\ud83d' }, 'record.value', "The value of 'job_no' contains half of a character (a lone surrogate)"],
		['NaN', { value: Number.NaN }, 'record.value', "The value of 'job_no' must be a number or text, got NaN"],
		[
			'a key name that is two dots',
			{ key: '..', value: 1 },
			'record.key',
			"The name of the key field is '..', which cannot be part of a URL",
		],
	])('is rejected before anything is sent if it contains %s', (_name, record, field, message) => {
		expect(errorOf(() => recordPath(known('JmJob'), record))).toMatchObject({ field, message });
	});

	test('is rejected for a sub-table without its parent row, with an error that names the parent table', () => {
		const error = errorOf(() =>
			recordPath(known('MoMediaOrder'), { value: '1-1' }, [{ table: 'mo_service_row' }, { table: 'mo_operation' }]),
		);
		expect(error).toMatchObject({ field: 'subTables[0]', message: "The row of 'mo_service_row' is not specified" });
	});

	test('requires a key field if the key of the document is unknown', () => {
		expect(errorOf(() => recordPath(anyDocument({ name: 'ArInvoice' }), { value: 1 }))).toMatchObject({ field: 'record.key' });
	});

	test('contains every key and value in its own segment, decodable by an independent decoder', () => {
		fc.assert(
			fc.property(sendable, sendable, sendable, sendable, sendable, (name, key, value, table, rowValue) => {
				const document = { ...anyDocument({ name: 'X' }), name };
				const path = recordPath(document, { key, value }, [{ table, key: 'row_no', value: rowValue }, { table }]);
				const segments = segmentsOf(path);
				expect(segments).toHaveLength(5);
				expect(decodeURIComponent(segments[0]!)).toBe(name);
				// The first unencoded equals sign separates the key and the value, because equals signs within them are encoded.
				expect(pairOf(segments[1]!)).toEqual([key, value]);
				expect(decodeURIComponent(segments[2]!)).toBe(table);
				expect(pairOf(segments[3]!)).toEqual(['row_no', rowValue]);
				expect(decodeURIComponent(segments[4]!)).toBe(table);
				expect(new URL(`${BASE}${path}`)).toMatchObject({ search: '', hash: '', host: 'site.test' });
			}),
			{ numRuns: 2000 },
		);
	});

	test('for attachments contains both parts of the keystring, which can be decoded separately', () => {
		fc.assert(
			fc.property(sendable, sendable, (documentId, recordId) => {
				const [, segment] = segmentsOf(attachmentPath(known('SysAttachment'), { documentId, recordId }));
				const [key, keystring] = [segment!.slice(0, segment!.indexOf('=')), segment!.slice(segment!.indexOf('=') + 1)];
				expect([key, ...keystring.split(':').map(decodeURIComponent)]).toEqual(['attachment_keystring', documentId, recordId]);
			}),
		);
	});

	test('is either complete or rejected, whatever text the key contains', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (value) => {
				let path: string;
				try {
					path = recordPath(known('JmJob'), { key: 'external_key', value });
				} catch (error) {
					expect(error).toBeInstanceOf(InputError);
					return;
				}
				expect(pairOf(segmentsOf(path)[1]!)).toEqual(['external_key', value]);
			}),
			{ numRuns: 2000 },
		);
	});
});

describe('The address of a document or its list', () => {
	test('is rejected if it is for a list that the document does not have', () => {
		expect(errorOf(() => listPath(known('SysAttachment')))).toMatchObject({ field: 'document', message: "'SysAttachment' has no list" });
	});

	test('is the same for a name with or without List', () => {
		expect([
			documentPath(anyDocument({ name: ' ArInvoiceList ' })),
			listPath(anyDocument({ name: 'ArInvoice' })),
			listPath(anyDocument({ name: 'List' })),
		]).toEqual(['/ArInvoice', '/ArInvoiceList', '/ListList']);
	});
});
