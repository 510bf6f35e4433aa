import type { Field } from '../../../core/catalog';
import { cellValue, type CellSettings } from '../../../core/import/cells';

const BEGIN: Field = { name: 'wo_begin_dt', label: 'Begin', type: 'dateTime' };
const read = (cell: string, dateOrder: CellSettings['dateOrder']): unknown => cellValue(cell, BEGIN, { decimal: 'auto', dateOrder });

describe('A date in a spreadsheet', () => {
	it.each([
		['iso', '2026-08-22', '2026-08-22'],
		['iso', '2026-08-22T10:00:00Z', '2026-08-22T10:00:00Z'],
		['iso', '22.8.2026', '2026-08-22'],
		['iso', '22.08.2026 9:05', '2026-08-22T09:05'],
		['dayFirst', '22/08/2026 18:00:30', '2026-08-22T18:00:30'],
		['monthFirst', '8/22/2026', '2026-08-22'],
		['monthFirst', '8/22/2026 18:00', '2026-08-22T18:00'],
		['monthFirst', '8-22-2026 6:00', '2026-08-22T06:00'],
		// A point separates day and month only in countries that write the day first.
		['monthFirst', '03.04.2026', '2026-04-03'],
	] as const)('is read in the format %s: %s', (dateOrder, cell, date) => {
		expect(read(cell, dateOrder)).toBe(date);
	});

	it.each([
		['8/22/2026 10:00 AM', '2026-08-22T10:00'],
		['8/22/2026 10:00:30 PM', '2026-08-22T22:00:30'],
		['8/22/2026 12:00 AM', '2026-08-22T00:00'],
		['8/22/2026 12:30 pm', '2026-08-22T12:30'],
		['8/22/2026, 6:05 p.m.', '2026-08-22T18:05'],
		['8/22/2026, 6:05\u202fPM', '2026-08-22T18:05'],
		['8/22/2026 6:05PM', '2026-08-22T18:05'],
	])('can have a time with AM or PM: %s', (cell, date) => {
		expect(read(cell, 'monthFirst')).toBe(date);
		expect(read(cell.replace('8/22', '22/8'), 'dayFirst')).toBe(date);
	});

	it.each(['8/22/2026 13:00 PM', '8/22/2026 0:30 AM', '8/22/2026 10:60 AM', '8/22/2026 10 AM', '8/22/26', '8/22/2026 25:00', '13/22/2026'])(
		'is rejected if there is no such time, or the format is unknown: %s',
		(cell) => {
			expect(() => read(cell, 'monthFirst')).toThrow(`'Begin' must be a date, got "${cell}". Use a format such as 2026-08-22`);
		},
	);

	it.each(['03/04/2026', '03/04/2026 10:00 AM'])('is rejected if it is not known which number is the month: %s', (cell) => {
		expect(() => read(cell, 'iso')).toThrow(`'Begin' is "${cell}", which can be day first or month first. Set 'Date Format'`);
	});
});
