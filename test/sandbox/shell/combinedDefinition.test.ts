/** All definitions in one OpenAPI document. */
import { parse } from 'yaml';
import { RELEASES } from '../../../core/catalog';
import { sandboxForTests } from '../../support/sandboxForTests';
import { definitionOf } from './definitions';

interface OpenApi {
	readonly paths: Record<string, Record<string, { operationId: string; parameters?: { name: string; in: string }[] }>>;
	readonly components: { readonly schemas: Record<string, unknown>; readonly securitySchemes: Record<string, unknown> };
	readonly tags: { name: string }[];
	readonly servers: { url: string }[];
}

const referencesIn = (text: string): string[] =>
	[...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name as string);

describe.each([RELEASES[0], RELEASES.at(-1) as (typeof RELEASES)[number]])('/openapi.json on release %s', (release) => {
	const sandbox = sandboxForTests({ release });
	const read = async (): Promise<{ text: string; definition: OpenApi }> => {
		const text = await (await fetch(`${sandbox.url}/openapi.json`)).text();
		return { text, definition: JSON.parse(text) as OpenApi };
	};

	test('contains the same paths as the separate definitions of all documents', async () => {
		const { definition } = await read();
		const names = definition.tags.map(({ name }) => name);
		expect(names.length).toBeGreaterThan(20);
		const expected: string[] = [];
		for (const name of names) {
			expected.push(...Object.keys((await definitionOf(sandbox, name)).paths));
		}
		expect(Object.keys(definition.paths).sort()).toEqual(expected.sort());
	});

	test('refers only to existing schemas, and uses each operation identifier once', async () => {
		const { text, definition } = await read();
		const references = new Set(referencesIn(text));
		expect(references.size).toBeGreaterThan(100);
		expect([...references].filter((name) => !(name in definition.components.schemas))).toEqual([]);
		expect(Object.keys(definition.components.schemas).filter((name) => !/^[\w.-]+$/.test(name))).toEqual([]);
		const ids = Object.values(definition.paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId));
		expect(new Set(ids).size).toBe(ids.length);
	});

	test('declares each path parameter, and the security schemes of the release', async () => {
		const { definition } = await read();
		for (const [path, item] of Object.entries(definition.paths)) {
			const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
			for (const { parameters = [] } of Object.values(item)) {
				expect([path, parameters.filter((each) => each.in === 'path').map(({ name }) => name)]).toEqual([path, inPath]);
			}
		}
		expect(Object.keys(definition.components.securitySchemes)).toEqual(release === '10.6' ? ['basic'] : ['basic', 'token', 'oauth']);
		expect(definition.servers).toEqual([{ url: '/api/v2/database/DEMO' }]);
	});

	test('is the same as /openapi.yaml', async () => {
		const { definition } = await read();
		expect(parse(await (await fetch(`${sandbox.url}/openapi.yaml`)).text(), { maxAliasCount: -1 })).toEqual(definition);
	});
});
