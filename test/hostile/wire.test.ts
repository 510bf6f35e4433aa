import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { siteForTests, type Recorded } from '../engine/recordingSite';
import { engineForTests } from '../support/engineForTests';
import { runsOf } from '../support/propertyRuns';

/** The number of items in each node run; each item is a separate case. */
const ITEMS = 25;
const BASE = '/api/v2/database/DEMO/';

const engine = engineForTests();
const site = siteForTests();
beforeAll(async () => {
	await engine.credentials.put('hostile', 'mediaOperationsBasicApi', {
		baseUrl: site.url,
		username: 'demo',
		password: 'demo',
		advancedSettings: true,
		successResponses: ['object'],
	});
});

/** Characters and strings that can cause harm in transit, in addition to random text. */
const nasty = fc.constantFrom(
	'',
	' ',
	'.',
	'..',
	'../',
	'/../..',
	'%2e%2e',
	'%2F',
	'%00',
	'\u0000',
	'/',
	'\\',
	'//evil.example',
	'?a=b',
	'&page=2',
	'#',
	';',
	':',
	'=',
	'+',
	'%',
	'@evil.example',
	"' OR 1=1",
	'"',
	'\\"',
	'{"$gt":0}',
	'$ne',
	'[',
	']',
	'{',
	'}',
	'\r\n',
	'\r\nX-Evil: 1',
	'\n\nGET /',
	'\t',
	'\u2028',
	'\ufeff',
	'\u0085',
	'\ud800',
	'\udc00x',
	'😀',
	'ä',
	'東',
	'İ',
	'<script>',
	'&#39;',
	'__proto__',
	'constructor',
	'toString',
	'-1',
	'+1',
	'1e9',
	'null',
	'true',
	'={{ 1 }}',
	'{{ $json }}',
);
const text = fc.oneof(
	{ weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
	{ weight: 2, arbitrary: fc.array(fc.oneof(nasty, fc.string({ maxLength: 4 })), { maxLength: 4 }).map((parts) => parts.join('')) },
	nasty,
);
const value = fc.oneof(
	{ weight: 4, arbitrary: text as fc.Arbitrary<unknown> },
	fc.integer(),
	fc.double({ noNaN: true, noDefaultInfinity: true }),
	fc.boolean(),
	fc.constant(null),
);

/**
 * Text that does not start with a backslash. Once V8 (in Node 24) has parsed an object with a key such as `\`, JSON.parse can return this
 * key for an escaped character, such as a tab, in the same position. These tests parse what was sent with JSON.parse.
 */
const withoutBackslash = text.filter((name) => !name.trim().startsWith('\\'));
const fieldName = withoutBackslash.filter((name) => name !== '__proto__');

interface Came {
	/** Undefined if the item was refused and nothing was sent for it. */
	readonly request?: Recorded;
	readonly refusal?: string;
}

/** Rows of a sub-table are returned as an array without an envelope. */
const isBelowRecord = (address: string): boolean => address.slice(BASE.length).split('?')[0]!.split('/').length > 2;

/** Runs the node over items. Returns the request of each item, or the error message if nothing was sent for the item. */
const sendAll = async (parameters: INodeParameters, items: readonly IDataObject[], node = 'mediaOperations'): Promise<Came[]> => {
	site.forget();
	site.respond = ({ address, method }) =>
		method === 'GET' && isBelowRecord(address)
			? { body: [{ row_no: 1 }] }
			: method === 'GET'
				? { body: { L: [{}], jm_job: [{ job_no: 12 }], ar_invoice: [{ job_no: 1 }] }, headers: { 'Pagination-Count': '1' } }
				: { body: {} };
	const { options, ...others } = parameters;
	const { error, output } = await engine.run({
		node,
		parameters: {
			authentication: 'basic',
			...others,
			options: { maxAttempts: 1, concurrency: 1, zoneMode: 'site', ...(options as IDataObject) },
		} as never,
		credentials: { mediaOperationsBasicApi: 'hostile' },
		input: items.map((json) => ({ json: json as never })),
		onError: 'continueRegularOutput',
	});
	expect(error).toBeNull();
	const refusals = new Map(
		output[0]!
			.filter(({ json }) => 'error' in json)
			.map(({ json, pairedItem }) => [(pairedItem as { item: number }).item, String(json.error)]),
	);
	// The items are sent one after the other, so each request belongs to the next item that was not refused.
	expect(site.requests).toHaveLength(items.length - refusals.size);
	const requests = site.requests.values();
	return items.map((_, item) => (refusals.has(item) ? { refusal: refusals.get(item)! } : { request: requests.next().value! }));
};

/** The segments and the decoded parameters of the address, parsed independently of the product. */
const partsOf = ({ address }: Recorded): { segments: string[]; parameters: [string, string][] } => {
	expect(address.startsWith(BASE)).toBe(true);
	// The URL parser leaves the address unchanged, so clients and proxies cannot read it differently.
	expect(new URL(`http://site.test${address}`)).toMatchObject({ hash: '', host: 'site.test' });
	expect(new URL(`http://site.test${address}`).pathname + new URL(`http://site.test${address}`).search).toBe(address);
	const [path, query = ''] = address.slice(BASE.length).split('?');
	return {
		segments: path!.split('/'),
		parameters:
			query === ''
				? []
				: query
						.split('&')
						.map((pair): [string, string] => [
							decodeURIComponent(pair.slice(0, pair.indexOf('='))),
							decodeURIComponent(pair.slice(pair.indexOf('=') + 1)),
						]),
	};
};
const keyIn = (segment: string): [string, string] => [
	decodeURIComponent(segment.slice(0, segment.indexOf('='))),
	decodeURIComponent(segment.slice(segment.indexOf('=') + 1)),
];
const KNOWN_HEADERS = ['accept', 'accept-encoding', 'authorization', 'connection', 'content-length', 'content-type', 'host', 'user-agent'];
const own = (headers: Recorded['headers'], known: readonly string[] = KNOWN_HEADERS): [string, string][] =>
	Object.entries(headers).filter(([name]) => !known.includes(name));

/** Checks the request of each case that was not refused. */
const each = <Case>(cases: readonly Case[], came: readonly Came[], check: (request: Recorded, given: Case) => void): void => {
	came.forEach(({ request, refusal }, index) => {
		drawn += 1;
		if (request === undefined) {
			expect(refusal).toMatch(/\S+ \[Item \d+\]$/);
			return;
		}
		sent += 1;
		check(request, cases[index]!);
	});
};
let [drawn, sent] = [0, 0];
beforeEach(() => void ([drawn, sent] = [0, 0]));
// If almost no case results in a request, the test proves nothing.
afterEach(() => expect(sent).toBeGreaterThan(drawn / 20));
const lists = <Case>(one: fc.Arbitrary<Case>): fc.Arbitrary<Case[]> => fc.array(one, { minLength: ITEMS, maxLength: ITEMS });
const settings = (share: number): fc.Parameters<unknown> => ({ numRuns: runsOf(share, ITEMS) });
const locator = (mode: string): never => ({ __rl: true, mode, value: '={{ $json.key }}' }) as never;

const WIRE: Readonly<Record<string, string>> = { less: '$lt', greaterOrEqual: '$gte', notEquals: '$ne' };

describe('The contents of an item arrive unchanged or are rejected before sending:', () => {
	it('the key of a record', async () => {
		await fc.assert(
			fc.asyncProperty(lists(fc.record({ key: value })), async (cases) => {
				const came = await sendAll({ resource: 'job', operation: 'get', record: locator('external_key') }, cases as IDataObject[]);
				each(cases, came, (request, { key }) => {
					const { segments, parameters } = partsOf(request);
					expect([segments.length, segments[0], keyIn(segments[1]!), parameters]).toEqual([2, 'JmJob', ['external_key', String(key)], []]);
					expect(own(request.headers)).toEqual([]);
				});
			}),
			settings(0.1),
		);
	}, 1_800_000);

	it('the names of the document, its key field and its sub-tables', async () => {
		await fc.assert(
			fc.asyncProperty(lists(fc.record({ document: text, keyField: text, key: text, table: text, row: text })), async (cases) => {
				const came = await sendAll(
					{
						resource: 'anyDocument',
						operation: 'get',
						documentName: '={{ $json.document }}',
						keyField: '={{ $json.keyField }}',
						record: locator('key'),
						table: 'ar_invoice',
						subTables: {
							step: [{ table: '={{ $json.table }}', key: 'row_no', value: { __rl: true, mode: 'key', value: '={{ $json.row }}' } }],
						},
					} as never,
					cases,
				);
				each(cases, came, (request, { document, keyField, key, table, row }) => {
					const { segments, parameters } = partsOf(request);
					expect([
						segments.map(decodeURIComponent)[0]!,
						keyIn(segments[1]!),
						decodeURIComponent(segments[2]!),
						keyIn(segments[3]!),
						segments.length,
						parameters,
					]).toEqual([document.trim().replace(/(?<=.)List$/, ''), [keyField.trim(), key], table.trim(), ['row_no', row], 4, []]);
				});
			}),
			settings(0.1),
		);
	}, 1_800_000);

	it('the fields and values of a query', async () => {
		const operators = fc.constantFrom('equals', 'less', 'greaterOrEqual', 'notEquals');
		const condition = fc.record({ fieldName: withoutBackslash, operator: operators, value });
		await fc.assert(
			fc.asyncProperty(lists(fc.record({ first: condition, second: condition })), async (cases) => {
				const asked = (which: string): IDataObject => ({
					fieldName: `={{ $json.${which}.fieldName }}`,
					operator: `={{ $json.${which}.operator }}`,
					value: `={{ $json.${which}.value }}`,
				});
				const came = await sendAll(
					{
						resource: 'anyDocument',
						operation: 'getMany',
						documentName: 'ArInvoice',
						keyField: 'inv_no',
						table: 'ar_invoice',
						conditions: { condition: [asked('first'), asked('second')] },
						returnAll: true,
					} as never,
					cases as never,
				);
				each(cases, came, (request, { first, second }) => {
					const { segments, parameters } = partsOf(request);
					expect([segments, parameters.map(([name]) => name)]).toEqual([['ArInvoiceList'], ['Query', 'pageSize', 'page']]);
					const query = JSON.parse(parameters[0]![1]) as Record<string, unknown>;
					expect(Object.keys(query).sort()).toEqual([...new Set([first.fieldName.trim(), second.fieldName.trim()])].sort());
					for (const { fieldName, operator, value: given } of [first, second]) {
						const outcome = query[fieldName.trim()];
						expect(
							operator === 'equals' && typeof outcome !== 'object' ? outcome : (outcome as Record<string, unknown>)[WIRE[operator]!],
						).toEqual(JSON.parse(JSON.stringify(given)));
					}
				});
			}),
			settings(0.1),
		);
	}, 1_800_000);

	it('a query, columns and save arguments as JSON', async () => {
		const object = fc.dictionary(fieldName, value, { maxKeys: 4 });
		await fc.assert(
			fc.asyncProperty(
				lists(
					fc.record({
						query: object,
						columns: fc.dictionary(fieldName, fc.array(text, { maxLength: 3 }), { maxKeys: 3 }),
					}),
				),
				async (cases) => {
					const came = await sendAll(
						{
							resource: 'anyDocument',
							operation: 'getMany',
							documentName: 'ArInvoice',
							table: 'ar_invoice',
							queryMode: 'json',
							queryJson: '={{ $json.query }}',
							options: { columnsJson: '={{ $json.columns }}' },
							returnAll: true,
						} as never,
						cases as IDataObject[],
					);
					each(cases, came, (request, { query, columns }) => {
						const parameters = new Map(partsOf(request).parameters);
						expect(JSON.parse(parameters.get('Query')!)).toEqual(JSON.parse(JSON.stringify(query)));
						if (Object.keys(columns).length > 0) expect(JSON.parse(parameters.get('resultColumns')!)).toEqual(columns);
						expect([...parameters.keys()].filter((name) => !['Query', 'resultColumns', 'pageSize', 'page', 'sort'].includes(name))).toEqual(
							[],
						);
					});
				},
			),
			settings(0.1),
		);
		await fc.assert(
			fc.asyncProperty(
				lists(
					fc.record({
						save: fc.dictionary(fieldName, fc.oneof(text, fc.integer()), { minKeys: 1, maxKeys: 3 }),
					}),
				),
				async (cases) => {
					const came = await sendAll(
						{
							resource: 'anyDocument',
							operation: 'create',
							documentName: 'ArInvoice',
							table: 'ar_invoice',
							fieldsMode: 'json',
							fieldsJson: '{"a": 1}',
							saveArgumentsJson: '={{ $json.save }}',
						} as never,
						cases as IDataObject[],
					);
					each(cases, came, (request, { save }) => {
						expect(own(request.headers)).toEqual([['saveargument', expect.stringMatching(/^[\x20-\x7e]+$/)]]);
						expect(JSON.parse(request.headers.saveargument!)).toEqual(save);
						expect(request.body).toBe('{"ar_invoice":[{"a":1}]}');
					});
				},
			),
			settings(0.1),
		);
	}, 1_800_000);

	it('the fields of a record, at any depth', async () => {
		const { record } = fc.letrec<{ record: Record<string, unknown> }>((tie) => ({
			record: fc.dictionary(
				fieldName,
				fc.oneof({ maxDepth: 3 }, value, fc.array(tie('record') as fc.Arbitrary<unknown>, { maxLength: 3 })),
				{ maxKeys: 4 },
			),
		}));
		await fc.assert(
			fc.asyncProperty(lists(fc.record({ fields: record })), async (cases) => {
				const came = await sendAll(
					{
						resource: 'anyDocument',
						operation: 'create',
						documentName: 'ArInvoice',
						table: 'ar_invoice',
						fieldsMode: 'json',
						fieldsJson: '={{ $json.fields }}',
					} as never,
					cases as never,
				);
				each(cases, came, (request, { fields }) => {
					expect(partsOf(request)).toEqual({ segments: ['ArInvoice'], parameters: [] });
					// Half of a surrogate pair is not valid Unicode, so JSON contains it as an escape.
					expect(JSON.parse(request.body)).toEqual({ ar_invoice: [JSON.parse(JSON.stringify(fields))] });
				});
			}),
			settings(0.1),
		);
	}, 1_800_000);

	it('the fields and values of an update with operations', async () => {
		const entry = (which: string): IDataObject => ({ fieldName: `={{ $json.${which}.name }}`, fieldValue: `={{ $json.${which}.value }}` });
		const pair = fc.record({ name: text, value });
		await fc.assert(
			fc.asyncProperty(lists(fc.record({ first: pair, second: pair })), async (cases) => {
				const came = await sendAll(
					{
						resource: 'anyDocument',
						operation: 'update',
						documentName: 'ArInvoice',
						keyField: 'inv_no',
						table: 'ar_invoice',
						record: { __rl: true, mode: 'key', value: '7' } as never,
						fieldsMode: 'list',
						fields: { entry: [entry('first'), entry('second')] },
						options: { updateFormat: 'operations' },
					} as never,
					cases as never,
				);
				each(cases, came, (request, { first, second }) => {
					expect(partsOf(request)).toEqual({ segments: ['ArInvoice', 'inv_no=7'], parameters: [] });
					// If both entries set the same field, the later value applies.
					const given = new Map(
						[first, second].map(({ name, value: wanted }) => [name.trim(), JSON.parse(JSON.stringify(wanted)) as unknown]),
					);
					const operations = JSON.parse(request.body) as { op: string; path: string; value?: unknown }[];
					expect(operations.map(({ op, path, value: outcome }) => [op, path, outcome ?? null]).sort()).toEqual(
						[...given].map(([name, wanted]) => ['replace', name, wanted]).sort(),
					);
				});
			}),
			settings(0.1),
		);
	}, 1_800_000);

	it('selected columns, the sort order, sub-tables to clear, the division and the time zone', async () => {
		await fc.assert(
			fc.asyncProperty(lists(fc.record({ column: text, order: text, division: text, zone: text })), async (cases) => {
				const came = await sendAll(
					{
						resource: 'anyDocument',
						operation: 'getMany',
						documentName: 'ArInvoice',
						keyField: 'inv_no',
						table: 'ar_invoice',
						returnAll: true,
						sort: { by: [{ fieldName: '={{ $json.order }}', direction: 'desc' }] },
						options: { columns: '={{ [$json.column] }}', divisionCode: '={{ $json.division }}', timeZoneName: '={{ $json.zone }}' },
					} as never,
					cases as never,
				);
				each(cases, came, (request, { column, order, division, zone }) => {
					const parameters = new Map(partsOf(request).parameters);
					expect([...parameters.keys()].filter((name) => !['Query', 'resultColumns', 'pageSize', 'page', 'sort'].includes(name))).toEqual(
						[],
					);
					expect(JSON.parse(parameters.get('resultColumns') ?? '{"L": []}')).toEqual({ L: column.trim() === '' ? [] : [column.trim()] });
					expect(JSON.parse(parameters.get('sort')!)).toEqual([`${order.trim()} desc`]);
					expect(own(request.headers)).toEqual(
						expect.arrayContaining([
							...(division.trim() === '' ? [] : [['division-code', division.trim()]]),
							...(zone.trim() === '' ? [] : [['source-time-zone-name', zone.trim()]]),
						]),
					);
					expect(own(request.headers).length).toBeLessThanOrEqual(2);
				});
			}),
			settings(0.1),
		);
		await fc.assert(
			fc.asyncProperty(lists(fc.record({ table: text })), async (cases) => {
				const came = await sendAll(
					{
						resource: 'anyDocument',
						operation: 'upsert',
						documentName: 'ArInvoice',
						keyField: 'inv_no',
						table: 'ar_invoice',
						record: { __rl: true, mode: 'key', value: '7' } as never,
						fieldsMode: 'json',
						fieldsJson: '{"a": 1}',
						options: { clearSubTables: '={{ [$json.table] }}' },
					} as never,
					cases as never,
				);
				each(cases, came, (request, { table }) => {
					expect(partsOf(request)).toEqual({ segments: ['ArInvoice', 'inv_no=7'], parameters: [] });
					const [[name, outcome] = ['rowaction', '{"deleteAll":[""]}'], ...others] = own(request.headers);
					expect([name, others]).toEqual(['rowaction', []]);
					expect(outcome).toMatch(/^[\x20-\x7e]+$/);
					expect(JSON.parse(outcome)).toEqual({ deleteAll: [table.trim()] });
				});
			}),
			settings(0.05),
		);
	}, 1_800_000);

	it('custom headers and query parameters', async () => {
		const pair = fc.record({ name: fc.oneof(text, fc.stringMatching(/^[A-Za-z-]{1,12}$/)), value: text });
		await fc.assert(
			fc.asyncProperty(lists(fc.record({ header: pair, parameter: pair })), async (cases) => {
				const entry = (which: string): IDataObject => ({
					entry: [{ name: `={{ $json.${which}.name }}`, value: `={{ $json.${which}.value }}` }],
				});
				const came = await sendAll(
					{
						resource: 'job',
						operation: 'get',
						record: { __rl: true, mode: 'job_no', value: '12' } as never,
						options: { extraHeaders: entry('header'), extraParameters: entry('parameter') } as never,
					},
					cases as never,
				);
				each(cases, came, (request, { header, parameter }) => {
					expect(own(request.headers)).toEqual([[header.name.trim().toLowerCase(), header.value.trim()]]);
					const { segments, parameters } = partsOf(request);
					expect([segments, parameters]).toEqual([['JmJob', 'job_no=12'], [[parameter.name.trim(), parameter.value.trim()]]]);
				});
			}),
			settings(0.1),
		);
	}, 1_800_000);

	it('the name and type of a file', async () => {
		await fc.assert(
			fc.asyncProperty(
				lists(
					fc.record({
						fileName: text,
						contentType: fc.oneof(text, { weight: 4, arbitrary: fc.constantFrom('', 'text/plain', 'application/pdf; x="y"') }),
						bytes: fc.uint8Array({ maxLength: 20 }),
					}),
				),
				async (cases) => {
					site.forget();
					site.respond = () => ({ body: {} });
					const { output } = await engine.run({
						node: 'mediaOperationsUploadAttachment',
						parameters: {
							authentication: 'basic',
							resource: 'otherDocument',
							documentId: '10339',
							recordId: '1-1',
							options: {
								maxAttempts: 1,
								concurrency: 1,
								fileNames: { file: [{ binaryField: 'data', fileName: '={{ $json.fileName }}', contentType: '={{ $json.contentType }}' }] },
							},
						} as never,
						credentials: { mediaOperationsBasicApi: 'hostile' },
						input: cases.map(({ bytes, ...json }) => ({
							json,
							binary: { data: { data: Buffer.from(bytes).toString('base64'), mimeType: 'text/plain', fileName: 'kept.txt' } },
						})),
						onError: 'continueRegularOutput',
					});
					const refused = new Set(
						output[0]!.filter(({ json }) => 'error' in json).map(({ pairedItem }) => (pairedItem as { item: number }).item),
					);
					expect(site.requests).toHaveLength(cases.length - refused.size);
					const requests = site.requests.values();
					cases.forEach(({ fileName }, item) => {
						drawn += 1;
						if (refused.has(item)) return;
						sent += 1;
						const request = requests.next().value!;
						const [, boundary] = /^multipart\/form-data; boundary=(\S+)$/.exec(request.headers['content-type']!)!;
						// The body has one part with two header lines, whatever the file name is. The name is encoded as in browsers.
						const [before, part, after, ...more] = request.body.split(`--${boundary}`);
						expect([before, after, more]).toEqual(['', '--\r\n', []]);
						const [disposition, type, ...rest] = part!.slice(2).split('\r\n\r\n')[0]!.split('\r\n');
						expect(rest).toEqual([]);
						expect(type).toMatch(/^Content-Type: [\x20-\x7e]+$/);
						const [, written] = /^Content-Disposition: form-data; name=""; filename="([^"\r\n]*)"$/.exec(disposition!) ?? [];
						expect(written!.replace(/%0D%0A|%0D|%0A|%22/g, (code) => decodeURIComponent(code))).toBe(
							fileName.trim() === '' ? 'kept.txt' : fileName.trim(),
						);
					});
				},
			),
			settings(0.1),
		);
	}, 1_800_000);
});
