import fc from 'fast-check';

import { csvLine } from '../../../core/files/csv';
import { openSource } from '../../../core/files/openSource';
import { rejectedFile } from '../../../core/import/outcomes';
import type { SourceRow } from '../../../core/files/sourceRow';

async function* piecesOf(text: string, cuts: readonly number[]): AsyncGenerator<string> {
	const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((one, other) => one - other);
	let from = 0;
	for (const place of [...places, text.length]) {
		if (place > from) yield text.slice(from, place);
		from = place;
	}
}

const read = async (text: string, separator?: string, cuts: readonly number[] = []) => {
	const { columns, rows, ...rest } = await openSource(piecesOf(text, cuts), separator);
	const all: SourceRow[] = [];
	for await (const chunk of rows) all.push(...chunk);
	return { ...rest, columns, rows: all };
};

const cell = fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[",;\t\r\n a]*$/));
const cuts = fc.array(fc.nat(), { maxLength: 20 });

describe('The CSV reader', () => {
	test('reads the whole file, wherever it is split into chunks', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(',', ';', '\t', '|'),
				fc.array(fc.tuple(cell, cell, cell), { maxLength: 8 }),
				cuts,
				async (separator, given, places) => {
					// A row without any text is skipped.
					const cells = given.map((row, index) => [`${index}`, ...row]);
					const text = [['number', 'a', 'b', 'c'], ...cells].map((row) => csvLine(row, separator)).join('');
					const { columns, rows } = await read(text, undefined, places);
					expect(columns).toEqual(['number', 'a', 'b', 'c']);
					expect(rows.map(({ values }) => Object.values(values))).toEqual(cells);
					expect(rows.filter(({ problem }) => problem !== undefined)).toEqual([]);
				},
			),
		);
	});

	test('reports the line on which each row starts, even after multi-line cells and blank lines', async () => {
		const { rows } = await read('a,b\r\n1,"x\r\ny\r\nz"\r\n\r\n,\r\n2,w\n3,v\r4,u');
		expect(rows.map(({ line, values }) => [line, values.a])).toEqual([
			[2, '1'],
			[7, '2'],
			[8, '3'],
			[9, '4'],
		]);
	});

	test('uses the separator that the first line declares for Excel (sep=;)', async () => {
		const { separator, rows } = await read('sep=;\r\na;b,c\r\n1;2\r\n');
		expect(separator).toBe(';');
		expect(rows).toEqual([{ line: 3, values: { a: '1', 'b,c': '2' } }]);
	});

	test.each([
		['a,b\n1,2,3\n', 'The row has 3 cells, but the header has 2'],
		['a,b\n1,"2" x\n', 'Cell 2 has text after its closing quotation mark. Double the quotation marks inside a cell'],
		['a,b\n1,"2\n3,4\n', 'The quotation mark on line 2 is never closed'],
	])('reports a row that cannot be read: %j', async (text, problem) => {
		expect((await read(text)).rows.map((row) => row.problem)).toEqual([problem]);
	});

	test.each([
		['', 'The file is empty'],
		['a,,c\n', 'Column 2 has no name in the header'],
		['a,b,a\n', "The header contains 'a' twice"],
	])('rejects a file whose header is missing or invalid: %j', async (text, message) => {
		await expect(read(text)).rejects.toThrow(message);
	});

	test('rejects a file before an unclosed quotation mark exhausts memory', async () => {
		async function* endless(): AsyncGenerator<string> {
			yield 'a,b\n1,"';
			for (;;) yield 'x'.repeat(1_000_000);
		}
		const { rows } = await openSource(endless());
		await expect(
			(async () => {
				for await (const chunk of rows) expect(chunk).toEqual([]);
			})(),
		).rejects.toThrow('The row that starts on line 2 has more than 10000000 characters');
	});
});

describe('A file with a long text before its first row', () => {
	async function* pieces(start: string, piece: string, count: number): AsyncGenerator<string> {
		yield start;
		for (let at = 0; at < count; at += 1) yield piece;
		yield `${start}\na,b\n1,2\n`;
	}

	test.each([
		['spaces', '', ' '.repeat(1024)],
		['one long column name', '"', 'x'.repeat(1024)],
	])('is read in linear time: %s', async (_what, start, piece) => {
		const timeFor = async (count: number): Promise<number> => {
			const began = process.cpuUsage();
			await openSource(pieces(start, piece, count));
			const { user, system } = process.cpuUsage(began);
			return (user + system) / 1000;
		};
		await timeFor(100);
		expect(await timeFor(8_000)).toBeLessThan(2_500);
	});

	test('has its header in the first line that is not blank', async () => {
		const { columns, rows } = await read(' \n\t\na,b\n1,2\n');
		expect(columns).toEqual(['a', 'b']);
		expect(rows).toEqual([{ line: 4, values: { a: '1', b: '2' } }]);
	});

	test('is rejected before it exhausts memory if it contains only spaces and line breaks', async () => {
		await expect(openSource(pieces('', ' \n'.repeat(50_000), Infinity))).rejects.toThrow(
			'The file starts with more than 10000000 spaces and line breaks',
		);
	});
});

const objects = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 8 });
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

describe('The file of rejected rows', () => {
	test('keeps all cells of an unreadable row, which is rejected again until it is corrected', async () => {
		const source = await read('a,b\n1,2,3\n4,"5" x\n6,7');
		const { header, lines } = rejectedFile({ format: 'csv', columns: ['a', 'b'] });
		const outcomes = source.rows.map((row) => ({ row, outcome: 'failed' as const, message: row.problem ?? 'Refused' }));
		const text = header + lines(outcomes);
		expect(text.split('\r\n')[1]).toBe('1,2,2,"The row has 3 cells, but the header has 2",3');
		const again = await read(text);
		expect(again.rows.map(({ problem }) => problem)).toEqual([
			'The row has 5 cells, but the header has 4',
			'The row has 5 cells, but the header has 4',
			undefined,
		]);
	});
});

describe('The JSON reader', () => {
	test('reads a file element by element, wherever it is split into chunks', async () => {
		await fc.assert(
			fc.asyncProperty(objects, fc.constantFrom(undefined, 2, '\t'), cuts, async (given, indent, places) => {
				const { format, rows } = await read(JSON.stringify(given, null, indent), undefined, places);
				expect(format).toBe('json');
				expect(rows.map(({ values }) => values)).toEqual(plain(given));
			}),
		);
	});

	test('numbers the elements, even if they are all on one line', async () => {
		const { rows } = await read('[{"a": 1}, {"a": 2}, 3]');
		expect(rows.map(({ line }) => line)).toEqual([1, 2, 3]);
	});

	test('reports elements that are not objects, and rejects a file whose array is not closed', async () => {
		const { rows } = await read('[\n{"a": 1},\n2,\n{"a": }\n]');
		expect(rows.map(({ line, problem }) => [line, problem?.split(':')[0]])).toEqual([
			[1, undefined],
			[2, 'The value is not an object of columns and values'],
			[3, 'The row is not valid JSON'],
		]);
		await expect(read('[{"a": 1},\n{"a": 2}')).rejects.toThrow('Line 2 of the file: The array is not closed, so the file is not complete');
		await expect(read('[{"a": 1}] [')).rejects.toThrow('There is text after the end of the array');
	});
});

describe('The NDJSON reader', () => {
	test('reads a file line by line, wherever it is split into chunks', async () => {
		await fc.assert(
			fc.asyncProperty(
				objects.filter(({ length }) => length > 0),
				fc.constantFrom('\n', '\r\n'),
				cuts,
				async (given, end, places) => {
					const { format, rows } = await read(given.map((row) => JSON.stringify(row)).join(end), undefined, places);
					expect(format).toBe('ndjson');
					expect(rows.map(({ line, values }) => [line, values])).toEqual((plain(given) as unknown[]).map((row, index) => [index + 1, row]));
				},
			),
		);
	});
});
