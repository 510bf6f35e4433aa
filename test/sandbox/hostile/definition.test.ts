/** Sends every documented request with generated values. The status and the body are documented, and every error has a reason. */
import fc from 'fast-check';
import { OTHER_SITE } from '../../../workshop/otherSite';
import type { SandboxSettings } from '../../../workshop/sandboxProcess';
import { DEMO_USER } from '../../support/plainCall';
import { runsOf } from '../../support/propertyRuns';
import { sandboxForTests } from '../../support/sandboxForTests';
import { differences, type Schema, type Schemas } from './schemaCheck';

interface Parameter {
	readonly name: string;
	readonly in: 'path' | 'query' | 'header';
	readonly required: boolean;
	readonly schema?: Schema;
	readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
	readonly 'x-operators'?: readonly string[];
	readonly 'x-save-arguments'?: readonly { readonly name: string; readonly choices?: readonly { readonly value: string }[] }[];
}

interface Operation {
	readonly tags: readonly [string];
	readonly parameters: readonly Parameter[];
	readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
	readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>>;
}

interface Definition {
	readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
	readonly components: { readonly schemas: Schemas };
}

interface GeneratedCall {
	readonly operation: Operation;
	readonly method: string;
	readonly address: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body?: string;
}

const MAX_DEPTH = 6;
const OPTIONAL = { nil: undefined, freq: 3 };

/** Keys of demo records, so that some requests find one. */
const KEYS = ['1', '2', '18', '211', '342', '7572', '2627-1', '100-1', '1072992-1', 'CONF', 'FRED01', 'TRX', '19', '10339:100-1', '221083'];

const dates = fc.constantFrom(
	'2026-06-01T09:00:00Z',
	'2026-06-01T09:00:00-08:00',
	'2026-06-02',
	'0001-01-01T00:00:00',
	'2026-02-30T00:00:00Z',
	'soon',
);
const integers = fc.oneof(fc.integer({ min: -3, max: 60 }), fc.constantFrom(9e15, 342, 2_147_483_648));
const texts = fc.oneof(
	fc.constantFrom('Y', 'CONF', 'Bid', '19', '27', '2627-1', '+1', '', '%', "'; --", '|NULL|'),
	fc.string({ maxLength: 20, unit: 'grapheme' }),
);

class Generator {
	constructor(private readonly schemas: Definition['components']['schemas']) {}

	value(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
		const { $ref, type, format, items, properties, required = [] } = schema;
		if ($ref !== undefined) {
			return depth > MAX_DEPTH ? fc.constant(null) : this.value(this.schemas[$ref.slice('#/components/schemas/'.length)] as Schema, depth);
		}
		if (schema.enum) {
			return fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...schema.enum) }, texts);
		}
		switch (type) {
			case 'array':
				return fc.array(this.value(items ?? {}, depth + 1), { minLength: depth < 2 ? 1 : 0, maxLength: 2 });
			case 'object':
				return properties === undefined
					? fc.dictionary(texts, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 2 })
					: this.object(Object.entries(properties), required, depth);
			case 'integer':
				return fc.oneof(integers, integers.map(String), fc.constantFrom(null, 1.5, 'x'));
			case 'boolean':
				return fc.oneof({ weight: 8, arbitrary: fc.boolean() }, texts);
			case 'number':
				return fc.oneof(fc.double({ noNaN: true }), integers);
			case 'string':
				return fc.oneof({ weight: 9, arbitrary: format === 'date-time' ? dates : texts }, fc.constant(null));
			default:
				return fc.jsonValue({ maxDepth: 2 });
		}
	}

	/** All required properties, and at most five optional ones. */
	private object(properties: readonly (readonly [string, Schema])[], required: readonly string[], depth: number): fc.Arbitrary<object> {
		return fc.subarray(properties as (readonly [string, Schema])[], { maxLength: Math.min(properties.length, 5) }).chain((chosen) => {
			const names = new Map([...properties.filter(([name]) => required.includes(name)), ...chosen]);
			return fc.record(Object.fromEntries([...names].map(([name, schema]) => [name, this.value(schema, depth + 1)])));
		});
	}

	parameter(parameter: Parameter): fc.Arbitrary<string | undefined> {
		const { in: place, name, schema, content } = parameter;
		const saveArguments = parameter['x-save-arguments'];
		if (saveArguments) {
			const one = fc
				.constantFrom(...saveArguments)
				.chain(({ name: argument, choices }) =>
					fc
						.constantFrom(...(choices?.map(({ value }) => value) ?? ['15', '2', '2627-1', 'Y', '-2', '', 'TRX']))
						.map((value) => ({ [argument]: value })),
				);
			return fc.option(
				one.map((value) => JSON.stringify(value)),
				OPTIONAL,
			);
		}
		if (place === 'path') {
			return fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...KEYS) }, texts).map(encodeURIComponent);
		}
		if (place === 'header') {
			const known = {
				'Division-Code': ['GS', 'NOWHERE'],
				'Source-Time-Zone-Name': ['Pacific Standard Time', 'Nowhere'],
				rowAction: ['{"deleteAll":["jm_episode"]}', '[]'],
			};
			return fc.option(fc.constantFrom(...(known[name as keyof typeof known] ?? ['x'])), OPTIONAL);
		}
		const json = content?.['application/json']?.schema;
		const operators = parameter['x-operators'];
		const value = json
			? (operators ? this.query(json, operators) : this.value(json)).map((each) => JSON.stringify(each))
			: this.value(schema ?? {}).map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
		return parameter.required ? value : fc.option(value, OPTIONAL);
	}

	private query({ properties = {} }: Schema, operators: readonly string[]): fc.Arbitrary<object> {
		const operand = fc.oneof(texts, integers, dates, fc.array(fc.oneof(texts, integers), { maxLength: 3 }), fc.constant(null));
		const condition = fc.oneof(
			operand,
			fc.constantFrom(...operators).chain((operator) => operand.map((value) => ({ [operator]: value }))),
		);
		return fc.dictionary(fc.constantFrom(...Object.keys(properties)), condition, { maxKeys: 2 });
	}

	call(path: string, method: string, operation: Operation): fc.Arbitrary<GeneratedCall> {
		const types = Object.entries(operation.requestBody?.content ?? {}).filter(([type]) => type !== 'multipart/form-data');
		const body =
			types.length === 0
				? fc.constant(undefined)
				: fc
						.constantFrom(...types)
						.chain(([type, { schema }]) => this.value(schema).map((value) => ({ type, text: JSON.stringify(value) })));
		const values = fc.tuple(...operation.parameters.map((parameter) => this.parameter(parameter)));
		return fc.tuple(values, body).map(([given, sent]) => {
			const chosen = operation.parameters
				.map((parameter, index) => ({ ...parameter, value: given[index] }))
				.filter(({ value }) => value !== undefined);
			const inPlace = (place: Parameter['in']): [string, string][] =>
				chosen.filter((each) => each.in === place).map(({ name, value }) => [name, value as string]);
			const query = new URLSearchParams(inPlace('query')).toString();
			const filled = inPlace('path').reduce((text, [name, value]) => text.replace(`{${name}}`, () => value), path);
			return {
				operation,
				method: method.toUpperCase(),
				address: `${filled}${query === '' ? '' : `?${query}`}`,
				headers: { ...Object.fromEntries(inPlace('header')), ...(sent ? { 'Content-Type': sent.type } : {}) },
				...(sent ? { body: sent.text } : {}),
			};
		});
	}
}

const isDocumented = (status: number, responses: Operation['responses']): boolean =>
	String(status) in responses || `${Math.floor(status / 100)}XX` in responses;

/** Known issue (specification: Versioning): the GET of a sub-table returns a bare array, but the definition describes an object. */
const bodySchema = (body: unknown, schema: Schema): Schema => {
	const [wrapped] = Object.values(schema.properties ?? {});
	return Array.isArray(body) && schema.type === 'object' && wrapped ? wrapped : schema;
};

const bodyDifferences = ({ responses }: Operation, status: number, body: unknown, schemas: Schemas): string[] => {
	const { content } = responses[String(status)] ?? responses[`${Math.floor(status / 100)}XX`] ?? {};
	const schema = content?.['application/json']?.schema;
	return schema === undefined ? [] : differences(schemas, bodySchema(body, schema), body);
};

describe.each<[name: string, settings: SandboxSettings]>([
	['release 10.6', { release: '10.6' }],
	['release 26.1', { release: '26.1' }],
	['a site with a profile', { siteProfile: OTHER_SITE }],
])('Every documented request of %s with generated values', (_name, settings) => {
	const sandbox = sandboxForTests(settings);

	it('returns a documented status and body, and a reason with every error', async () => {
		const definition = (await (await fetch(`${sandbox.url}/openapi.json`)).json()) as Definition;
		const generator = new Generator(definition.components.schemas);
		const calls = Object.entries(definition.paths).flatMap(([path, item]) =>
			Object.entries(item).map(([method, operation]) => generator.call(path, method, operation)),
		);
		const seen = new Set<number>();
		await fc.assert(
			fc.asyncProperty(fc.tuple(...calls), async (generated) => {
				for (const { operation, method, address, headers, body } of generated) {
					const response = await fetch(`${sandbox.apiUrl}${address}`, {
						method,
						headers: { Authorization: DEMO_USER, ...headers },
						...(body === undefined ? {} : { body }),
					});
					const text = await response.text();
					seen.add(response.status);
					const shown = `${method} ${address} ${JSON.stringify(headers)} ${body ?? ''}: ${response.status} ${text.slice(0, 200)}`;
					expect([shown, isDocumented(response.status, operation.responses)]).toEqual([shown, true]);
					if (response.status >= 400) {
						const { error } = JSON.parse(text) as { error: string };
						expect([shown, bodyDifferences(operation, response.status, { error }, definition.components.schemas)]).toEqual([shown, []]);
						expect([shown, error === '' || error.includes('Internal error')]).toEqual([shown, false]);
					} else if (operation.responses[String(response.status)]?.content === undefined) {
						expect(text).toBe('');
					} else {
						const body = JSON.parse(text) as unknown;
						expect([shown, typeof body]).toEqual([shown, 'object']);
						expect([shown, bodyDifferences(operation, response.status, body, definition.components.schemas)]).toEqual([shown, []]);
					}
				}
			}),
			{ numRuns: runsOf(0.2, calls.length), endOnFailure: true },
		);
		// Without successful requests, this test would cover only rejections.
		expect([...seen]).toEqual(expect.arrayContaining([200, 400, 404, 500]));
	});
});
