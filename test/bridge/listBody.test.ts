import fc from 'fast-check';

import { parseListBody } from '../../bridge/site/listBody';
import { parseJson } from '../../core/wire/json';
import { runsOf } from '../support/propertyRuns';

const UTF8 = new TextDecoder();
const parsed = (json: string): unknown => parseListBody(Buffer.from(json), UTF8);

/** Records of about 1 kB, so that a list of hundreds is parsed in several pieces. */
const recordsOf = (count: number, fields: (number: number) => object = () => ({})): object[] =>
	Array.from({ length: count }, (_, index) => ({ job_no: index, ...fields(index), job_desc: 'Ä😀'.repeat(150) }));

describe('lists that are parsed in pieces', () => {
	it.each([
		['with a name', { JmJobList: recordsOf(500) }],
		['without a name', recordsOf(500)],
		['of one record', { JmJobList: recordsOf(1) }],
		['whose name is a property of all objects', JSON.parse(`{"__proto__":${JSON.stringify(recordsOf(100))}}`)],
		['of records with nested lists', { JmJobList: recordsOf(300, () => ({ rows: [{ row_no: 1 }, { row_no: 2 }], media: { job_no: 1 } })) }],
	])('returns a list %s unchanged', (_, list: object) => {
		expect(parsed(JSON.stringify(list))).toStrictEqual(list);
		expect(parsed(`${JSON.stringify(list)}\r\n`)).toStrictEqual(list);
	});

	it('keeps integers that JavaScript would round', () => {
		const json = JSON.stringify({ JmJobList: recordsOf(200) }).replace('"job_no":150', '"job_no":90071992547409931');
		expect((parsed(json) as { JmJobList: { job_no: unknown }[] }).JmJobList[150]?.job_no).toBe('90071992547409931');
	});

	it('replaces bytes that are not UTF-8 in the same way as for a whole response', () => {
		const bytes = Buffer.from(JSON.stringify({ JmJobList: recordsOf(200) }));
		for (let at = 100; at < bytes.length; at += 997) if ((bytes[at] ?? 0) > 127) bytes[at] = 0xff;
		expect(parseListBody(bytes, UTF8)).toStrictEqual(parseJson(UTF8.decode(bytes)));
	});

	it.each([
		['a separator inside strings', recordsOf(300, () => ({ note: 'x},{"job_no":' }))],
		['records that start with different fields', recordsOf(300).map((record, index) => (index % 2 ? { a: 1, ...record } : record))],
		['nested records that start with the same field', recordsOf(50, () => ({ rows: recordsOf(3) }))],
	])('never returns a wrong list for %s', (_, list) => {
		expect([undefined, list]).toContainEqual(parsed(JSON.stringify(list)));
	});

	it.each([
		['is cut off', (json: string) => json.slice(0, -2)],
		['has no end of the list', (json: string) => `${json.slice(0, -2)}}`],
		['has an additional bracket', (json: string) => `${json}]`],
		['has a trailing comma', (json: string) => json.replace(/\]\}$/, ',]}')],
		['has text after it', (json: string) => `${json}${' '.repeat(30)}x`],
		['has another property after it', (json: string) => `${json.slice(0, -1)},"a":[{"b":1}]}`],
		['has an invalid record', (json: string) => json.replace('"job_no":250', '"job_no":x')],
		['starts with a byte order mark', (json: string) => `\uFEFF${json}`],
		['is indented', (json: string) => JSON.stringify(JSON.parse(json), null, 2)],
		['is empty', () => '{"JmJobList":[]}'],
		['is a single record', () => '{"job_no":1,"job_desc":"A"}'],
		['is a website', () => '<html>[{"job_no":1}]</html>'],
		['has no bytes', () => ''],
	])('is not used for a response that %s', (_, change) => {
		expect(parsed(change(JSON.stringify({ JmJobList: recordsOf(500) })))).toBeUndefined();
	});

	it('returns the same value as parsing the whole text, or none', () => {
		const pieces = fc.constantFrom(
			'{"job_no":',
			'"},{"job_no":"',
			'},{"job_no":',
			'1',
			'"x"',
			'}',
			'{',
			']',
			'[',
			',',
			'"a":',
			'"',
			'\\',
			' ',
			']}',
		);
		const filler = JSON.stringify(recordsOf(60)).slice(1, -1);
		const body = fc.tuple(
			fc.constantFrom('[', '{"L":[', '{"L":[{"job_no":1},'),
			fc.constantFrom(filler, `${filler},{"job_no":1,"rows":[${filler}]}`),
			fc.array(pieces, { maxLength: 12 }).map((texts) => texts.join('')),
			fc.constantFrom('', `,${filler}`, `"},${filler}`),
			fc.constantFrom(']', ']}', '', ']]', '}]}'),
		);
		let lists = 0;
		fc.assert(
			fc.property(body, (parts) => {
				const json = parts.join('');
				const value = parsed(json);
				if (value === undefined) return;
				lists += 1;
				expect(value).toStrictEqual(parseJson(json));
			}),
			{ numRuns: runsOf(0.4) },
		);
		expect(lists).toBeGreaterThan(0);
	});
});
