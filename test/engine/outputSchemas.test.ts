import { DOCUMENTS, type DocumentEntry } from '../../core/catalog';
import { PANEL_RESOURCES } from '../../bridge/properties/panelResources';
import { operationsOf } from '../../bridge/properties/resource';
import { outputSchemas, type OutputSchema } from '../../workshop/package/outputSchemas';
import { engineForTests } from '../support/engineForTests';
import { sandboxForTests } from '../support/sandboxForTests';

const engine = engineForTests();
const sandbox = sandboxForTests();
const schemas = outputSchemas(PANEL_RESOURCES, operationsOf);
const withList = DOCUMENTS.filter((entry) => `${entry.resource}/getMany.json` in schemas);

const run = async (resource: string, operation: string, parameters: object = {}): Promise<Record<string, unknown>[]> => {
	const { error, output } = await engine.run({
		node: 'mediaOperations',
		parameters: { authentication: 'basic', resource, operation, simplify: true, options: { includeEmpty: true }, ...parameters } as never,
		input: [{ json: {} }],
		credentials: { mediaOperationsBasicApi: { baseUrl: sandbox.apiUrl, username: 'demo', password: 'demo' } },
	});
	expect(error).toBeNull();
	return output[0]!.map(({ json }) => json);
};

const typeOf = (value: unknown): string => (Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value);
const fits = (value: unknown, { type, items }: OutputSchema): boolean => {
	if (value === null || value === '') return true;
	if (Array.isArray(value)) return type === 'array' && value.every((row) => misfits(row as Record<string, unknown>, items!).length === 0);
	return typeOf(value) === type || (type === 'number' && typeof value === 'number');
};
/** The properties of a record whose type differs from the schema. Fields that a site adds are not in it. */
const misfits = (record: Record<string, unknown>, { properties = {} }: OutputSchema): string[] =>
	Object.entries(record)
		.filter(([name, value]) => properties[name] && !fits(value, properties[name]))
		.map(([name, value]) => `${name}: ${JSON.stringify(value)}, not ${properties[name]!.type}`);

/** The names of the schema that no record has. */
const absent = (records: Record<string, unknown>[], { properties = {} }: OutputSchema): string[] =>
	Object.keys(properties).filter((name) => !records.some((record) => name in record));

describe('The output schemas', () => {
	it('exist for the operations of every resource with a single document', () => {
		expect(Object.keys(schemas).length).toBeGreaterThan(60);
		expect(Object.keys(schemas)).toEqual(
			expect.arrayContaining(['create', 'delete', 'get', 'getMany', 'update', 'upsert'].map((each) => `job/${each}.json`)),
		);
	});

	it.each(withList.map((entry) => [entry.resource, entry] as const))('describe what Get Many of %s outputs', async (resource, entry) => {
		const schema = schemas[`${resource}/getMany.json`]!;
		const records = await run(resource, 'getMany', { returnAll: false, limit: 200, output: 'items' });
		expect(records.flatMap((record) => misfits(record, schema))).toEqual([]);
		const optional = new Set(entry.table.fields.flatMap(({ lookup }) => (lookup ? [lookup.description] : [])));
		if (records.length > 0)
			expect(absent(records, schema).filter((name) => ![...optional].some((each) => name.endsWith(each)))).toEqual([]);
	});

	const readable = DOCUMENTS.filter((entry: DocumentEntry) => `${entry.resource}/get.json` in schemas && !entry.requiredParameters);
	it.each(readable.map((entry) => [entry.resource, entry] as const))('describe what Get of %s outputs', async (resource, { table }) => {
		const [first] = await run(resource, 'getMany', { returnAll: false, limit: 1, output: 'items' });
		if (!first) return;
		const record = { __rl: true, mode: table.key, value: first[table.key] };
		const schema = schemas[`${resource}/get.json`]!;
		expect((await run(resource, 'get', { record })).flatMap((each) => misfits(each, schema))).toEqual([]);
	});
});
