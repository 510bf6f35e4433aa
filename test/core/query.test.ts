import fc from 'fast-check';
import { OPERATORS, type Release } from '../../core/catalog';
import { get, list, type Condition, type ListInput, type Selection } from '../../core/operations';
import { splitQuery, queryOf } from '../../core/wire/query';
import { SITE, known } from './site';
import { errorOf } from './thrown';

const job = known('JmJob');
const order = known('JmWorkOrder');
const queryFor = (selection: Selection, site = SITE) => queryOf(selection, order.table.fields, site);

/** An operator, its value, and its encoding in a request. */
const CONDITIONS: readonly (readonly [Condition['operator'], unknown, unknown])[] = [
	['equals', 'Live', 'Live'],
	['equals', 12, 12],
	['equals', 0, 0],
	['equals', 'a%b', 'a%b'],
	['notEquals', 'Live', { $ne: 'Live' }],
	['contains', 'Big', '%Big%'],
	['notContains', 'Big', { $ne: '%Big%' }],
	['startsWith', 'Sport', 'Sport%'],
	['endsWith', 'Final', '%Final'],
	['matches', '%Tale%Dark%', '%Tale%Dark%'],
	['matchesAll', ['%Genesis%', '%XHD%'], { $LIKEAND: ['%Genesis%', '%XHD%'] }],
	['in', [100, 105], { $in: [100, 105] }],
	['in', 100, { $in: [100] }],
	['notIn', ['test', 'Sarah'], { $notin: ['test', 'Sarah'] }],
	['between', [100, 199], { $range: [100, 199] }],
	['greater', 106438, { $gt: 106438 }],
	['greaterOrEqual', 1, { $gte: 1 }],
	['less', '5', { $lt: '5' }],
	['lessOrEqual', 5, { $lte: 5 }],
	['empty', undefined, '|NULL|'],
	['notEmpty', undefined, { $ne: '|NULL|' }],
];

describe('A condition', () => {
	test.each(CONDITIONS)('with the operator "%s" and the value %j becomes %j', (operator, value, wire) => {
		expect(queryFor({ conditions: [{ field: 'wo_desc', operator, value }] })).toEqual({ wo_desc: wire });
	});

	test('is encoded for every operator of the catalog', () => {
		expect([...new Set(CONDITIONS.map(([operator]) => operator))].sort()).toEqual(OPERATORS.map(({ name }) => name).sort());
	});

	test('converts dates to UTC in date fields, unless the site reads all times in its own zone, and keeps them unchanged in text fields', () => {
		const conditions: Condition[] = [
			{ field: 'wo_begin_dt', operator: 'between', value: ['2024-07-01T09:00', '2024-12-31'] },
			{ field: 'wo_desc', operator: 'equals', value: '2024-07-01T09:00' },
		];
		expect(queryFor({ conditions }, { ...SITE, zone: 'America/New_York' })).toEqual({
			wo_begin_dt: { $range: ['2024-07-01T13:00:00Z', '2025-01-01T04:59:59.999Z'] },
			wo_desc: '2024-07-01T09:00',
		});
		expect(queryFor({ conditions }, { ...SITE, zone: 'America/New_York', timeZoneName: 'Pacific Standard Time' })).toEqual({
			wo_begin_dt: { $range: ['2024-07-01T09:00', '2024-12-31T23:59:59.999'] },
			wo_desc: '2024-07-01T09:00',
		});
	});

	test.each<[Condition['operator'], unknown, unknown]>([
		['equals', '2026-07-31', { $range: ['2026-07-30T22:00:00Z', '2026-07-31T21:59:59.999Z'] }],
		['equals', '2026-07-31T09:00', '2026-07-31T07:00:00Z'],
		['between', ['2026-07-01', '2026-07-31'], { $range: ['2026-06-30T22:00:00Z', '2026-07-31T21:59:59.999Z'] }],
		['between', ['2026-03-29', '2026-03-29'], { $range: ['2026-03-28T23:00:00Z', '2026-03-29T21:59:59.999Z'] }],
		['greater', '2026-07-31', { $gt: '2026-07-31T21:59:59.999Z' }],
		['greaterOrEqual', '2026-07-31', { $gte: '2026-07-30T22:00:00Z' }],
		['less', '2026-07-31', { $lt: '2026-07-30T22:00:00Z' }],
		['lessOrEqual', '20260731', { $lte: '2026-07-31T21:59:59.999Z' }],
		['lessOrEqual', '2026-07-31T00:00', { $lte: '2026-07-30T22:00:00Z' }],
	])('on a date field covers the whole day only if its value has no time: "%s" with %j becomes %j', (operator, value, wire) => {
		expect(queryFor({ conditions: [{ field: 'wo_begin_dt', operator, value }] }, { ...SITE, zone: 'Europe/Berlin' })).toEqual({
			wo_begin_dt: wire,
		});
	});

	test("is encoded according to the field's type on the site if the catalog does not contain the field", () => {
		const conditions: Condition[] = [{ field: 'WO_field_9', operator: 'lessOrEqual', value: '2026-07-31', type: 'dateTime' }];
		expect(queryFor({ conditions }, { ...SITE, zone: 'Europe/Berlin' })).toEqual({ WO_field_9: { $lte: '2026-07-31T21:59:59.999Z' } });
	});

	test.each([
		[['2026-07-01', ''], 'upper'],
		[['', '2026-07-01'], 'lower'],
	])('with the bounds %j is rejected, because the %s one is missing', (value, bound) => {
		expect(errorOf(() => queryFor({ conditions: [{ field: 'wo_begin_dt', operator: 'between', value }] }))).toMatchObject({
			message: `The condition on 'wo_begin_dt' ('Is Between') has no ${bound} value`,
		});
	});

	test('on a date with an offset is rejected if the server reads all times in its own time zone', () => {
		const error = errorOf(() =>
			queryFor(
				{ conditions: [{ field: 'wo_begin_dt', operator: 'greater', value: '2024-07-01T09:00:00Z' }] },
				{ ...SITE, timeZoneName: 'Pacific Standard Time' },
			),
		);
		expect(error).toMatchObject({
			field: 'wo_begin_dt',
			message: "'wo_begin_dt' has an offset (Z), which the server would ignore: it interprets all times in 'Pacific Standard Time'",
		});
	});

	test('contains flags as Y and N', () => {
		expect(queryOf({ conditions: [{ field: 'active', operator: 'equals', value: true }] }, job.table.fields, SITE)).toEqual({
			active: 'Y',
		});
	});

	test.each<[string, Condition, string, string]>([
		['no field', { field: ' ', operator: 'equals', value: 1 }, 'conditions[0].field', 'Condition 1 has no field'],
		['no value', { field: 'wo_desc', operator: 'equals', value: '' }, 'conditions[0].value', "The condition on 'wo_desc' has no value"],
		['null', { field: 'wo_desc', operator: 'notEquals', value: null }, 'conditions[0].value', "The condition on 'wo_desc' has no value"],
		[
			'an object',
			{ field: 'wo_desc', operator: 'equals', value: { $gt: 1 } },
			'conditions[0].value',
			"The condition on 'wo_desc' has no value",
		],
		[
			'an empty list',
			{ field: 'wo_desc', operator: 'in', value: [] },
			'conditions[0].value',
			"The condition on 'wo_desc' ('Is Any Of') has no values",
		],
		[
			'an empty value in a list',
			{ field: 'wo_desc', operator: 'in', value: ['a', ''] },
			'conditions[0].value',
			"The condition on 'wo_desc' ('Is Any Of') contains an empty value",
		],
		[
			'only one bound of a range',
			{ field: 'wo_no', operator: 'between', value: [1] },
			'conditions[0].value',
			"The condition on 'wo_no' ('Is Between') has no upper value",
		],
		[
			'an unknown operator',
			{ field: 'wo_no', operator: 'like' as 'equals', value: 1 },
			'conditions[0].operator',
			"Unknown operator 'like' in the condition on 'wo_no'",
		],
		[
			'a value that is not a number',
			{ field: 'wo_no', operator: 'equals', value: Number('x') },
			'wo_no',
			"'wo_no' must be a number, got NaN",
		],
		[
			'an invalid number in a list',
			{ field: 'wo_no', operator: 'in', value: [1, Number.NaN] },
			'wo_no',
			"'wo_no' must be a number, got NaN",
		],
		[
			'a value that is not a date',
			{ field: 'wo_begin_dt', operator: 'greater', value: 'tomorrow' },
			'wo_begin_dt',
			'\'wo_begin_dt\' must be a date, got "tomorrow"',
		],
	])('with %s is rejected', (_name, condition, field, message) => {
		expect(errorOf(() => queryFor({ conditions: [condition] }))).toMatchObject({ field, message });
	});

	test.each<[Condition['operator'], Release, Release]>([
		['greater', '10.6', '11.0'],
		['lessOrEqual', '10.6', '11.0'],
		['notIn', '11.0', '11.1'],
		['matchesAll', '10.6', '11.1'],
	])('with the operator %s is rejected on release %s, with an error that names release %s', (operator, release, since) => {
		const error = errorOf(() => queryFor({ conditions: [{ field: 'wo_desc', operator, value: ['1'] }] }, { release }));
		expect(error.field).toBe('conditions[0].operator');
		expect(error.message).toContain(`requires release ${since}, but the site is on ${release}`);
	});
});

describe('Several conditions', () => {
	test('on different fields are encoded as one property per field, in order', () => {
		const query = queryFor({
			conditions: [
				{ field: 'wo_no', operator: 'greater', value: 1 },
				{ field: 'cust_id', operator: 'equals', value: '9' },
			],
			queryJson: { po: 'A' },
		});
		expect(JSON.stringify(query)).toBe('{"wo_no":{"$gt":1},"cust_id":"9","po":"A"}');
	});

	test('on the same field are encoded as one object of operators', () => {
		expect(
			queryFor({
				conditions: [
					{ field: 'wo_no', operator: 'greaterOrEqual', value: 5 },
					{ field: 'wo_no', operator: 'less', value: 9 },
					{ field: 'wo_no', operator: 'notEquals', value: 7 },
				],
			}),
		).toEqual({ wo_no: { $gte: 5, $lt: 9, $ne: 7 } });
	});

	test.each<[string, Condition[]]>([
		[
			'a plain value and an operator',
			[
				{ field: 'wo_no', operator: 'equals', value: 1 },
				{ field: 'wo_no', operator: 'greater', value: 1 },
			],
		],
		[
			'two plain values',
			[
				{ field: 'wo_no', operator: 'equals', value: 1 },
				{ field: 'wo_no', operator: 'equals', value: 2 },
			],
		],
		[
			'the same operator twice',
			[
				{ field: 'wo_no', operator: 'greater', value: 1 },
				{ field: 'wo_no', operator: 'greater', value: 2 },
			],
		],
	])('that cannot be combined are rejected: %s', (_name, conditions) => {
		expect(errorOf(() => queryFor({ conditions }))).toMatchObject({
			field: 'conditions[1]',
			message: expect.stringContaining("Two conditions on 'wo_no' cannot be combined"),
		});
	});

	test('may not name a field that the JSON query also names', () => {
		expect(
			errorOf(() => queryFor({ conditions: [{ field: 'po', operator: 'equals', value: 'A' }], queryJson: { po: 'B' } })),
		).toMatchObject({ field: 'queryJson' });
	});

	test.each([{ po: undefined }, { po: { $in: ['A', undefined] } }, { date_added: { $gte: undefined } }])(
		'in the JSON query must have a value, because JSON omits an undefined one: %p',
		(queryJson) => {
			expect(errorOf(() => queryFor({ queryJson }))).toMatchObject({
				field: 'queryJson',
				message: `'${Object.keys(queryJson)[0]}' in 'Query' contains an undefined value`,
			});
		},
	);

	test('in the JSON query are checked against the release, and unknown operators are accepted', () => {
		expect(errorOf(() => queryFor({ queryJson: { wo_no: { $gte: 1 } } }, { release: '10.6' })).message).toContain(
			"The operator '$gte' on 'wo_no' requires release 11.0",
		);
		expect(queryFor({ queryJson: { wo_no: { $soundslike: 1 } } })).toEqual({ wo_no: { $soundslike: 1 } });
		expect(errorOf(() => queryFor({ queryJson: ['a'] as unknown as Record<string, unknown> }))).toMatchObject({ field: 'queryJson' });
	});

	test.each<[string, unknown]>([
		['NaN as the value', Number.NaN],
		['NaN after an operator', { $gte: Number.NaN }],
		['Infinity in a list', { $in: [1, Number.POSITIVE_INFINITY] }],
	])(
		'in the JSON query are rejected if they contain %s, because JSON would turn it into null, which finds the records without a value',
		(_name, value) => {
			expect(errorOf(() => queryFor({ queryJson: { wo_no: value } }))).toMatchObject({
				field: 'queryJson',
				message: expect.stringMatching(/^'wo_no' must be a number, got (NaN|Infinity)$/),
			});
		},
	);
});

describe('The encoded query', () => {
	const parametersOf = (path: string) => new URL(`http://site.test${path}`).searchParams;
	const value = fc.oneof(fc.string({ unit: 'grapheme', minLength: 1 }), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));

	test('contains exactly the fields and values of the query, according to an independent decoder', () => {
		fc.assert(
			fc.property(
				fc.dictionary(
					fc.string({ unit: 'grapheme', minLength: 1 }).filter((name) => name.trim() !== ''),
					fc.oneof(value, fc.array(value)),
					{ maxKeys: 5 },
				),
				(queryJson) => {
					const [request] = list.compose({ document: job, queryJson }, { ...SITE, baseUrlLength: -1_000_000 });
					const parameters = parametersOf(request!.path);
					expect([...parameters.keys()]).toEqual(['Query', 'pageSize', 'page', 'sort']);
					expect(parameters.get('Query')).toBe(JSON.stringify(queryJson));
				},
			),
			{ numRuns: 2000 },
		);
	});

	test('keeps percent signs and plus signs', () => {
		const [request] = list.compose(
			{
				document: order,
				conditions: [
					{ field: 'wo_desc', operator: 'contains', value: 'da' },
					{ field: 'wo_begin_dt', operator: 'less', value: '2023-06-01T09:00+05:00' },
				],
			},
			SITE,
		);
		expect(request!.path).toContain(
			'Query=%7B%22wo_desc%22%3A%22%25da%25%22%2C%22wo_begin_dt%22%3A%7B%22%24lt%22%3A%222023-06-01T09%3A00%2B05%3A00%22%7D%7D',
		);
	});

	test('is an empty object for a list without a condition', () => {
		expect(parametersOf(list.compose({ document: job }, SITE)[0]!.path).get('Query')).toBe('{}');
	});

	test('contains encoded custom parameters, and rejects one that is already set', () => {
		const [request] = list.compose({ document: job, parameters: { 'a&b=c': 'd&e=#' } }, SITE);
		expect(parametersOf(request!.path).get('a&b=c')).toBe('d&e=#');
		expect(errorOf(() => list.compose({ document: job, parameters: { PAGESIZE: '5' } }, SITE))).toMatchObject({
			field: 'parameters',
			message: "The 'PAGESIZE' query parameter is already set by the node",
		});
	});

	test('for a record, unlike that for a list, is rejected if it lacks a parameter that the document requires', () => {
		for (const parameters of [undefined, { wo_no_seq: '' }]) {
			expect(errorOf(() => get.compose({ document: known('JmWoTransaction'), record: { value: 1 }, parameters }, SITE)).message).toBe(
				"The document requires the 'wo_no_seq' query parameter",
			);
		}
		expect(list.compose({ document: known('JmWoTransaction') }, SITE)).toHaveLength(1);
	});

	test.each<[string, Partial<ListInput>]>([
		['sort[0].field', { sort: [{ field: 'a","b', direction: 'asc' }] }],
		['pageSize', { pageSize: 0 }],
		['limit', { limit: 1.5 }],
		['columnsJson', { columnsJson: 'x' as unknown as Record<string, unknown> }],
	])('is rejected with an error that names the invalid input %s', (field, input) => {
		expect(errorOf(() => list.compose({ document: job, ...input }, SITE))).toMatchObject({ field });
	});
});

test('A list of columns that makes the URL too long is rejected', () => {
	const columns = { root: Array.from({ length: 500 }, (_, index) => `some_long_field_${index}`) };
	expect(errorOf(() => get.compose({ document: job, record: { value: 1 }, columns }, SITE)).message).toMatch(
		/^The URL is too long: \d+ characters; the maximum is 5880$/,
	);
});

describe('A long list of values', () => {
	const numbers = (count: number) => Array.from({ length: count }, (_, index) => 100_000 + index);
	const valuesIn = (path: string): unknown[] => JSON.parse(new URL(`http://site.test${path}`).searchParams.get('Query')!).job_no.$in;

	test('is split into requests that contain each value exactly once and do not exceed the maximum URL length', () => {
		const values = numbers(5000);
		const requests = list.compose(
			{
				document: job,
				conditions: [
					{ field: 'job_no', operator: 'in', value: values },
					{ field: 'active', operator: 'equals', value: 'Y' },
				],
			},
			SITE,
		);
		expect(requests.length).toBe(Math.ceil(5000 / Math.floor((6000 - 120 - 200) / 9)));
		for (const { path } of requests) expect(path.length).toBeLessThanOrEqual(5880);
		expect(requests.flatMap(({ path }) => valuesIn(path))).toEqual(values);
	});

	test('is sent unchanged in one request if it fits in the URL', () => {
		expect(
			list
				.compose({ document: job, conditions: [{ field: 'job_no', operator: 'in', value: [1, 1, '1'] }] }, SITE)
				.map(({ path }) => valuesIn(path)),
		).toEqual([[1, 1, '1']]);
	});

	test('omits duplicates when it is split, regardless of letter case, because the server ignores case', () => {
		const chunks = splitQuery({ external_key: { $in: ['Abc', 'ABC', 5, '5', 'other-value'] } }, 90);
		expect(chunks.flatMap(({ external_key }) => (external_key as { $in: unknown[] }).$in)).toEqual(['Abc', 5, 'other-value']);
	});

	test('is split at the field that takes the most space, not at the one with the most values', () => {
		const letters = [...'abcdefghij'];
		const titles = ['one', 'two', 'three'].map((word) => word.repeat(20));
		const chunks = splitQuery({ phase_code: { $in: letters }, wo_desc: { $in: titles } }, 330);
		expect(chunks).toEqual(titles.map((title) => ({ phase_code: { $in: letters }, wo_desc: { $in: [title] } })));
	});

	test('is split into more requests if the base URL is long', () => {
		const requests = list.compose(
			{ document: job, conditions: [{ field: 'job_no', operator: 'in', value: numbers(50) }] },
			{ ...SITE, baseUrlLength: 5700 },
		);
		expect(requests.length).toBeGreaterThan(1);
		for (const { path } of requests) expect(path.length).toBeLessThanOrEqual(300);
	});

	test('is rejected if one of its values makes the URL too long', () => {
		expect(errorOf(() => splitQuery({ job_no: { $in: ['x'.repeat(80), 1] } }, 100)).message).toBe(
			"A value of 'job_no' is too long for one request: 89 characters",
		);
	});

	test('is split so that no URL exceeds the maximum length, whatever the values', () => {
		fc.assert(
			fc.property(
				fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }), {
					minLength: 1,
					maxLength: 60,
					size: 'max',
					selector: (text) => text.toLowerCase(),
				}),
				(values) => {
					const query = { external_key: { $in: values }, cust_id: 'x' };
					const chunks = splitQuery(query, 2000);
					for (const chunk of chunks) expect(encodeURIComponent(JSON.stringify(chunk)).length).toBeLessThanOrEqual(2000);
					expect(chunks.flatMap((chunk) => (chunk.external_key as { $in: unknown[] }).$in)).toEqual(values);
				},
			),
		);
	});

	test.each([
		['with an operator whose values cannot be split', { job_no: { $notin: numbers(2000) } }, 'The query is too long for one request'],
		[
			'together with a condition that fills the URL',
			{ job_no: { $in: numbers(2000) }, job_desc: 'x'.repeat(6000) },
			'The query is too long for one request',
		],
		[
			'with a value that is too long on its own',
			{ job_no: { $in: ['x'.repeat(7000), 1] } },
			"A value of 'job_no' is too long for one request",
		],
	])('%s is rejected', (_name, queryJson, message) => {
		expect(errorOf(() => list.compose({ document: job, queryJson }, SITE)).message).toContain(message);
	});
});
