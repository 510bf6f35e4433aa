import fc from 'fast-check';
import { AdditionalColumnsError } from '../../core/files/csv';
import { FILE_FORMATS, type FileFormat } from '../../core/files/formats';
import type { Row } from '../../core/model/terms';

const formatNamed = (name: string): FileFormat => FILE_FORMATS.find((format) => format.name === name)!;

async function* chunksOf(pages: readonly (readonly Row[])[]): AsyncGenerator<readonly Row[]> {
	yield* pages;
}

const textOf = async (
	name: string,
	pages: readonly (readonly Row[])[],
	first: readonly string[] = [],
	companions?: ReadonlyMap<string, string>,
): Promise<string> => {
	let text = '';
	for await (const piece of formatNamed(name).text(chunksOf(pages), { first, companions })) text += piece;
	return text;
};

/** Reads CSV (RFC 4180) character by character, independently of the code under test. */
const readCsv = (text: string): string[][] => {
	const rows: string[][] = [];
	let [row, cell, isQuoted]: [string[], string, boolean] = [[], '', false];
	for (let at = 0; at < text.length; at += 1) {
		const letter = text[at]!;
		if (isQuoted) {
			if (letter !== '"') cell += letter;
			else if (text[at + 1] === '"') cell += text[(at += 1)]!;
			else isQuoted = false;
		} else if (letter === '"') isQuoted = true;
		else if (letter === ',') [row, cell] = [[...row, cell], ''];
		else if (letter === '\r' && text[at + 1] === '\n') {
			rows.push([...row, cell]);
			[row, cell] = [[], ''];
			at += 1;
		} else cell += letter;
	}
	expect([row, cell, isQuoted]).toEqual([[], '', false]);
	return rows;
};

const rows = fc.array(
	fc.record({
		a: fc.string({ unit: 'grapheme' }),
		b: fc.oneof(fc.integer(), fc.constant(null), fc.boolean(), fc.stringMatching(/^[",\r\n ;=]*$/)),
		c: fc.json().map((text) => JSON.parse(text) as unknown),
	}),
	{ minLength: 1, maxLength: 8 },
);
const pagesOfRows = fc.array(rows, { maxLength: 5 });

describe('A file of records in NDJSON or JSON', () => {
	test('contains exactly the received records in order, however they were paged', async () => {
		await fc.assert(
			fc.asyncProperty(pagesOfRows, async (pages) => {
				const plain = JSON.parse(JSON.stringify(pages.flat())) as unknown;
				const lines = await textOf('ndjson', pages);
				expect(
					lines
						.split('\n')
						.slice(0, -1)
						.map((line) => JSON.parse(line) as unknown),
				).toEqual(plain);
				expect(JSON.parse(await textOf('json', pages))).toEqual(plain);
			}),
		);
	});

	test('is empty in NDJSON and an empty array in JSON if there are no records', async () => {
		expect(await textOf('ndjson', [])).toBe('');
		expect(await textOf('json', [])).toBe('[]\n');
	});
});

test.each(['csv', 'json', 'ndjson'])('A long page of records is written in chunks of at most 64 records: %s', async (name) => {
	const pieces: string[] = [];
	for await (const piece of formatNamed(name).text(chunksOf([Array.from({ length: 150 }, (_, number) => ({ number }))]), {
		first: ['number'],
	}))
		pieces.push(piece);
	expect(pieces.map((piece) => piece.match(/[0-9]+/g)?.length ?? 0).filter((records) => records > 0)).toEqual([64, 64, 22]);
});

/** The byte order mark at the start of a CSV file. */
const MARK = '\uFEFF';

describe('A file of records in CSV', () => {
	test('is read back as the same strings, whatever they contain', async () => {
		await fc.assert(
			fc.asyncProperty(pagesOfRows, async (pages) => {
				const [head, ...lines] = readCsv(await textOf('csv', pages, ['a', 'b', 'c']));
				const shown = (value: unknown): string =>
					value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
				expect(head).toEqual([`${MARK}a`, 'b', 'c']);
				expect(lines).toEqual(pages.flat().map(({ a, b, c }) => [a, shown(b), shown(c)]));
			}),
		);
	});

	test('has an empty cell for a missing field, even if the field has the same name as an inherited property', async () => {
		expect(await textOf('csv', [[{ a: 1, ...JSON.parse('{"constructor": 2}') }, { a: 3 }]], ['a'])).toBe(
			`${MARK}a,constructor\r\n1,2\r\n3,\r\n`,
		);
	});

	test('contains the requested columns first, then the other columns of the first page in order', async () => {
		expect(
			await textOf(
				'csv',
				[
					[
						{ job_no: 1, job_desc: 'A' },
						{ job_no: 2, active: 'Y' },
					],
				],
				['job_desc'],
			),
		).toBe(`${MARK}job_desc,job_no,active\r\nA,1,\r\n,2,Y\r\n`);
	});

	test("contains a column for a look-up's description even if no record on the first page has the description", async () => {
		const companions = new Map([['cust_id', 'cust_name']]);
		expect(
			await textOf('csv', [[{ cust_id: null, active: 'Y' }], [{ cust_id: '27', active: 'Y', cust_name: 'Dovetail' }]], [], companions),
		).toBe(`${MARK}cust_id,cust_name,active\r\n,,Y\r\n27,Dovetail,Y\r\n`);
	});

	test('contains only a header if there are no records and its columns are known', async () => {
		expect(await textOf('csv', [], ['job_no', 'job_desc'])).toBe(`${MARK}job_no,job_desc\r\n`);
		expect(await textOf('csv', [])).toBe('');
	});

	test('is rejected with an error that names all columns if a later page adds columns, and is complete if all columns are specified', async () => {
		const pages = [[{ a: 1 }], [{ a: 2, b: 3 }], [{ a: 4, c: 5 }]];
		const reading = textOf('csv', pages);
		await expect(reading).rejects.toBeInstanceOf(AdditionalColumnsError);
		await expect(reading).rejects.toMatchObject({ columns: ['a', 'b', 'c'] });
		expect(await textOf('csv', pages, ['a', 'b', 'c'])).toBe(`${MARK}a,b,c\r\n1,,\r\n2,3,\r\n4,,5\r\n`);
	});
});
