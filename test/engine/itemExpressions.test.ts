import fc from 'fast-check';
import type { INodeExecutionData } from 'n8n-workflow';

import { readerOf } from '../../bridge/run/itemExpressions';
import { engineForTests } from '../support/engineForTests';
import { siteForTests } from './recordingSite';

const engine = engineForTests();
const site = siteForTests();

beforeAll(async () => {
	await engine.credentials.put('expressions', 'mediaOperationsBasicApi', { baseUrl: site.url, username: 'demo', password: 'demo' });
});

const ITEM = { plain: 1, 'two words': 'b', nested: { deep: { value: [1, { a: null }] } }, no: null, empty: '' };

describe('An expression that reads the item', () => {
	test.each<[string, unknown]>([
		['={{ $json }}', ITEM],
		['={{$json.plain}}', 1],
		['={{ $json["two words"] }}', 'b'],
		["={{ $json['two words'] }}", 'b'],
		['={{ $json.nested["deep"].value }}', [1, { a: null }]],
		['={{ $json.no }}', null],
		['={{ $json.empty }}', ''],
	])('is evaluated without n8n: %s', (expression, value) => {
		expect(readerOf(expression)?.(ITEM)).toEqual({ value });
	});

	test.each([
		'={{ $json.plain + 1 }}',
		'={{ $json.plain }} and more',
		'= {{ $json.plain }}',
		'={{ $json.nested.deep.value[0] }}',
		'={{ $json["a" + "b"] }}',
		'={{ $("Start").item.json.plain }}',
		'={{ $json?.plain }}',
		'={{ $jsonp }}',
		'={{ $json.plain }}{{ $json.plain }}',
	])('is evaluated by n8n: %s', (expression) => {
		expect(readerOf(expression)).toBeUndefined();
	});

	test.each([
		'={{ $json.missing }}',
		'={{ $json.plain.deeper }}',
		'={{ $json.no.deeper }}',
		'={{ $json.constructor }}',
		'={{ $json.__proto__ }}',
		'={{ $json.empty.length }}',
	])('is evaluated by n8n if the item does not contain the field: %s', (expression) => {
		expect(readerOf(expression)?.(ITEM)).toBeUndefined();
	});

	test('is evaluated by n8n if the field is not a plain value', () => {
		expect(readerOf('={{ $json.at }}')?.({ at: new Date() })).toBeUndefined();
	});

	test('is evaluated without n8n inside a collection, unless the collection contains an expression that requires n8n', () => {
		expect(readerOf({ entry: [{ name: 'a', value: '={{ $json.plain }}' }] })?.(ITEM)).toEqual({
			value: { entry: [{ name: 'a', value: 1 }] },
		});
		expect(readerOf({ entry: [{ name: '={{ $now }}', value: '={{ $json.plain }}' }] })).toBeUndefined();
	});
});

const names = fc.constantFrom('job_desc', 'a b', 'Ümlaut', 'constructor', 'x');
const value = fc.oneof(
	fc.string({ unit: 'grapheme' }),
	fc.integer(),
	fc.double({ noNaN: true, noDefaultInfinity: true }),
	fc.boolean(),
	fc.constant(null),
	fc.array(fc.integer(), { maxLength: 3 }),
	fc.dictionary(fc.constantFrom('p', 'q'), fc.string()),
);

it('The node sends the same body whether it or n8n evaluates the expressions, whatever the items contain', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(fc.dictionary(names, value, { minKeys: 1, maxKeys: 4 }), { minLength: 2, maxLength: 4 }), async (items) => {
			const bodies = async (fieldsJson: string): Promise<string[]> => {
				site.forget();
				site.respond = () => ({ status: 204 });
				const outcome = await engine.run({
					node: 'mediaOperations',
					credentials: { mediaOperationsBasicApi: 'expressions' },
					input: items.map((json): INodeExecutionData => ({ json: json as INodeExecutionData['json'] })),
					parameters: {
						authentication: 'basic',
						resource: 'anyDocument',
						documentName: 'JmThing',
						table: 'jm_thing',
						operation: 'create',
						fieldsMode: 'json',
						fieldsJson,
						options: { concurrency: 1 },
					},
				});
				expect(outcome.error).toBeNull();
				return site.requests.map(({ body }) => body);
			};
			// The parentheses in `($json)` make it an expression that n8n has to evaluate.
			expect(await bodies('={{ { f: $json } }}')).toEqual(
				(await bodies('={{ ($json) }}')).map((body) => body.replace(/^\{"jm_thing":\[(.*)\]\}$/s, '{"jm_thing":[{"f":$1}]}')),
			);
			expect(await bodies('={{ $json }}')).toEqual(await bodies('={{ ($json) }}'));
		}),
		{ numRuns: 25 },
	);
});
