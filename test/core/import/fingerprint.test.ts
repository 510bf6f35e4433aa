import fc from 'fast-check';

import { fingerprint, shownChecksum } from '../../../core/import/fingerprint';

const of = (values: Record<string, unknown>): number => fingerprint({ line: 1, values });

describe('The checksum of a row', () => {
	it('is written as 8 hexadecimal digits', () => {
		expect([0, 1, 0x0a0b0c0d, 0xdeadbeef, 0xffffffff].map(shownChecksum)).toEqual([
			'00000000',
			'00000001',
			'0a0b0c0d',
			'deadbeef',
			'ffffffff',
		]);
		fc.assert(fc.property(fc.nat({ max: 0xffffffff }), (sum) => expect(parseInt(shownChecksum(sum), 16)).toBe(sum)));
	});

	it.each([
		['the end of a name from the start of its value', { ab: 'c' }, { a: 'bc' }],
		['the end of a value from the next name', { a: 'b', c: '' }, { a: '', bc: '' }],
		['a text from a number', { a: '1' }, { a: 1 }],
		['a text from null', { a: 'null' }, { a: null }],
		['a text from an object with the same JSON', { a: '{"b":1}' }, { a: { b: 1 } }],
		['two values that are exchanged', { a: 'x', b: 'y' }, { a: 'y', b: 'x' }],
		['an empty value from a missing one', { a: 'x', b: '' }, { a: 'x' }],
		['a character from its lone surrogate', { a: '\u{1F3AC}' }, { a: '\u{D83C}' }],
	])('distinguishes %s', (_what, one, other) => {
		expect(of(one)).not.toBe(of(other));
	});

	it('is the same for equal values of every type', () => {
		fc.assert(fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (values) => expect(of({ ...values })).toBe(of(values))));
	});

	it('differs for all rows of a long file', () => {
		// 20,000 rows have 200 million pairs, of which 0.05 are expected to have the same 32-bit checksum.
		const all = Array.from({ length: 20_000 }, (_, index) =>
			of({ external_key: `BENCH-import-${index}`, job_desc: `Production ${index}`, no: index }),
		);
		expect(all.length - new Set(all).size).toBeLessThanOrEqual(1);
	});
});
