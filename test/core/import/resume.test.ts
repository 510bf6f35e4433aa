import fc from 'fast-check';

import { csvLine } from '../../../core/files/csv';
import { openSource } from '../../../core/files/openSource';
import type { SourceRow } from '../../../core/files/sourceRow';
import { resultHeader, resultLines, type OutcomeName } from '../../../core/import/outcomes';
import { fingerprint } from '../../../core/import/fingerprint';
import { EarlierRun } from '../../../core/import/resume';

async function* piecesOf(text: string, cuts: readonly number[] = []): AsyncGenerator<string> {
	const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((one, other) => one - other);
	let from = 0;
	for (const place of [...places, text.length]) {
		if (place > from) yield text.slice(from, place);
		from = place;
	}
}

const rowsOf = async (cells: readonly (readonly string[])[], separator = ',', cuts: readonly number[] = []): Promise<SourceRow[]> => {
	const text = [['number', 'a', 'b'], ...cells.map((row, index) => [String(index), ...row])].map((row) => csvLine(row, separator)).join('');
	const { rows } = await openSource(piecesOf(text, cuts), separator);
	const all: SourceRow[] = [];
	for await (const chunk of rows) all.push(...chunk);
	return all;
};

const earlierOf = async (rows: readonly SourceRow[], outcomes: readonly OutcomeName[]): Promise<EarlierRun> =>
	await EarlierRun.read(
		piecesOf(resultHeader + resultLines(rows.map((row, index) => ({ row, outcome: outcomes[index % outcomes.length] ?? 'created' })))),
	);

const cell = fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[",;\r\n a1]*$/));
const table = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 12 });
const cuts = fc.array(fc.nat(), { maxLength: 10 });
const outcomes = fc.array(fc.constantFrom<OutcomeName>('created', 'updated', 'deleted', 'skipped', 'failed', 'uncertain', 'notSent'), {
	minLength: 1,
	maxLength: 12,
});
const STATES: Readonly<Record<OutcomeName, string>> = {
	created: 'done',
	updated: 'done',
	deleted: 'done',
	skipped: 'done',
	failed: 'open',
	uncertain: 'uncertain',
	notSent: 'open',
};

describe('The result file of an earlier run', () => {
	test('provides the outcome of each row when the same file is imported again, even with a different separator and different chunks', async () => {
		await fc.assert(
			fc.asyncProperty(table, outcomes, cuts, async (cells, given, places) => {
				const earlier = await earlierOf(await rowsOf(cells), given);
				const again = await rowsOf(cells, ';', places);
				expect(again.map((row) => earlier.stateOf(row))).toEqual(again.map((_, index) => STATES[given[index % given.length] ?? 'created']));
			}),
		);
	});

	test('is rejected if any cell of a completed row has changed in the imported file', async () => {
		await fc.assert(
			fc.asyncProperty(table, fc.nat(), fc.nat({ max: 1 }), cell, async (cells, at, column, value) => {
				const index = at % cells.length;
				fc.pre(cells[index]![column] !== value);
				// A line break changes the line numbers, so the error would name another line.
				fc.pre([...cells.flat(), value].every((text) => !/[\r\n]/.test(text)));
				const earlier = await earlierOf(await rowsOf(cells), ['created']);
				const other = cells.map((row, place) => (place === index ? row.map((text, each) => (each === column ? value : text)) : row));
				const changed = (await rowsOf(other))[index]!;
				expect(() => earlier.stateOf(changed)).toThrow(`Line ${index + 2} is not the row that the earlier run sent`);
			}),
		);
	});

	test('is rejected if a row was removed from the imported file, or added to it', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(fc.tuple(fc.integer().map(String), cell), { minLength: 2, maxLength: 10 }), fc.nat(), async (cells, at) => {
				fc.pre(cells.flat().every((text) => !/[\r\n]/.test(text)));
				const lines = cells.map(([, text], index) => [`key ${index}`, text]);
				const earlier = await earlierOf(await rowsOf(lines), ['created']);
				const removed = lines.filter((_, index) => index !== at % (lines.length - 1));
				const check = (rows: readonly SourceRow[]) => () => rows.forEach((row) => earlier.stateOf(row));
				expect(check(await rowsOf(removed))).toThrow('is not the row that the earlier run sent');
				expect(check(await rowsOf([['new', ''], ...lines]))).toThrow('is not the row that the earlier run sent');
			}),
		);
	});

	test('can also be used for the file of rejected rows, despite the additional columns', () => {
		fc.assert(
			fc.property(fc.dictionary(fc.string(), fc.string()), fc.nat(), fc.string(), (values, line, reason) => {
				const row = { line, values };
				expect(fingerprint({ line, values: { ...values, import_line: line, import_reason: reason } })).toBe(fingerprint(row));
			}),
		);
	});
});
