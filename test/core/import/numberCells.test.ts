import fc from 'fast-check';

import type { Field } from '../../../core/catalog';
import { csvLine } from '../../../core/files/csv';
import { cellValue, type CellSettings } from '../../../core/import/cells';

const AMOUNT: Field = { name: 'amount', label: 'Amount', type: 'decimal' };
const NUMBER: Field = { name: 'job_no', label: 'Job', type: 'integer' };
const read = (cell: string, decimal: CellSettings['decimal'], field = AMOUNT): unknown =>
	cellValue(cell, field, { decimal, dateOrder: 'iso' });

describe('A number in a spreadsheet', () => {
	it.each([
		['auto', '1234.5', 1234.5],
		['auto', '1234,5', 1234.5],
		['auto', '-12', -12],
		['point', '1,234.5', 1234.5],
		['point', '1,234,567', 1234567],
		['comma', '1.234,5', 1234.5],
		['comma', '1.234', 1234],
	] as const)("is read with the decimal separator '%s': %s", (decimal, cell, value) => {
		expect(read(cell, decimal)).toBe(value);
	});

	it.each([
		['a space', ' '],
		['a no-break space', '\u00a0'],
		['a narrow no-break space', '\u202f'],
		['an apostrophe', "'"],
		['a typographic apostrophe', '\u2019'],
	])('can have %s between its thousands', (_what, mark) => {
		expect(read(`1${mark}234${mark}567,50`, 'auto')).toBe(1234567.5);
		expect(read(`1${mark}234,5`, 'comma')).toBe(1234.5);
		expect(read(`-12${mark}345.50`, 'point')).toBe(-12345.5);
		expect(read(`12${mark}345`, 'auto', NUMBER)).toBe(12345);
	});

	it.each([
		['1 23', "Remove units and thousands separators, or set 'Decimal Separator'"],
		["1 234'567", "Remove units and thousands separators, or set 'Decimal Separator'"],
		['0 123', "Remove units and thousands separators, or set 'Decimal Separator'"],
		['12 km', "Remove units and thousands separators, or set 'Decimal Separator'"],
		['1 234,567', "Set 'Decimal Separator', because the comma can also be a thousands separator"],
	])('is rejected if it can have another meaning: %s', (cell, hint) => {
		expect(() => read(cell, 'auto')).toThrow(`'Amount' must be a number, got "${cell}". ${hint}`);
	});

	it('is rejected with the other decimal separator than the one that was chosen', () => {
		expect(() => read('1 234.5', 'comma')).toThrow(`'Amount' must be a number, got "1 234.5". Use ',' as the decimal separator`);
	});

	it('is the same after an export with decimal commas', () => {
		const amounts = fc.integer({ min: -1e12, max: 1e12 }).map((hundredths) => hundredths / 100);
		fc.assert(
			fc.property(amounts, (amount) => {
				const cell = csvLine([amount], ';', 'comma').trimEnd();
				expect(cell).not.toMatch(/["]/);
				expect(read(cell, 'comma')).toBe(amount);
				expect(read(cell, 'auto')).toBe(amount);
			}),
		);
	});
});
