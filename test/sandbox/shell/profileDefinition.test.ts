/** `/openapi.json` of a site with a profile, and calls that are composed only from it. */
import { OTHER_SITE } from '../../../workshop/otherSite';
import { DEMO_USER } from '../../support/plainCall';
import { sandboxForTests } from '../../support/sandboxForTests';

type Json = Readonly<Record<string, unknown>>;
interface Schema {
	readonly $ref?: string;
	readonly type?: string;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly required?: readonly string[];
	readonly items?: Schema;
	readonly example?: Json;
}
interface Operation {
	readonly operationId: string;
	readonly parameters: readonly {
		readonly name: string;
		readonly in: string;
		readonly 'x-operators'?: readonly string[];
		readonly schema?: object;
	}[];
	readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
	readonly responses: Readonly<
		Record<string, { readonly headers?: Json; readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
	>;
}
interface Definition {
	readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
	readonly components: { readonly schemas: Readonly<Record<string, Schema>>; readonly securitySchemes: Json };
}

const sandbox = sandboxForTests({
	siteProfile: { ...OTHER_SITE, lists: { ...OTHER_SITE.lists, firstPage: 0 }, unsupportedOperators: ['$LIKEAND'] },
});
const plain = sandboxForTests();

const definitionOf = async ({ url }: { readonly url: string }): Promise<Definition> =>
	(await (await fetch(`${url}/openapi.json`)).json()) as Definition;

/** The path and the operation with this identifier. */
const operationIn = ({ paths }: Definition, id: string): readonly [path: string, method: string, operation: Operation] => {
	for (const [path, item] of Object.entries(paths))
		for (const [method, operation] of Object.entries(item)) if (operation.operationId === id) return [path, method, operation];
	throw new Error(`The definition has no operation '${id}'`);
};

const resolved = ({ components }: Definition, schema: Schema): Schema =>
	schema.$ref === undefined ? schema : (components.schemas[schema.$ref.replace('#/components/schemas/', '')] as Schema);

const call = async (method: string, address: string, body?: object): Promise<Response> =>
	await fetch(`${sandbox.apiUrl}${address}`, {
		method: method.toUpperCase(),
		headers: { Authorization: DEMO_USER, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});

test('/openapi.json of a site with a profile describes the address, parameters, root and count of a list', async () => {
	const definition = await definitionOf(sandbox);
	const [path, method, { parameters, responses }] = operationIn(definition, 'listJmJob');
	expect(path).toBe('/JmJobs');
	const names = parameters.filter((each) => each.in === 'query').map(({ name }) => name);
	expect(names).toEqual(expect.arrayContaining(['filter', 'rows', 'sheet', 'orderBy', 'fields']));
	expect(names.filter((name) => ['Query', 'pageSize', 'page', 'sort', 'resultColumns'].includes(name))).toEqual([]);
	expect(parameters.find(({ name }) => name === 'sheet')?.schema).toEqual({ type: 'integer', minimum: 0 });
	expect(parameters.find(({ name }) => name === 'filter')?.['x-operators']).not.toContain('$LIKEAND');

	const { content, headers } = responses['200']!;
	const list = resolved(definition, content!['application/json']!.schema);
	expect(list.required).toEqual(['items']);
	const response = await call(method, `${path}?filter=%7B%7D&rows=2&sheet=0`);
	expect(response.headers.get(Object.keys(headers!)[0]!)).toMatch(/^\d+$/);
	const [rows] = Object.keys(list.properties!).map((name) => name);
	const body = (await response.json()) as Readonly<Record<string, readonly Json[]>>;
	expect(body[rows!]).toHaveLength(2);

	const row = resolved(definition, list.properties![rows!]!.items!).properties!;
	expect([row.job_no?.type, row.job_type_no?.type, row.active?.type]).toEqual(['integer', 'string', 'boolean']);
	const [first] = body[rows!]!;
	expect([typeof first!.job_no, typeof first!.job_type_no, typeof first!.active]).toEqual(['number', 'string', 'boolean']);
});

test('/openapi.json of a site with a profile describes how a record is created and changed, and the statuses of the responses', async () => {
	const definition = await definitionOf(sandbox);
	const [path, method, { requestBody }] = operationIn(definition, 'createJmJob');
	const { properties } = requestBody!.content['application/json']!.schema;
	const [[table, rows]] = Object.entries(properties!) as [[string, Schema]];
	expect(table).toBe('jm_jobs');
	const { example } = resolved(definition, rows.items!);
	const job = { ...example, job_desc: 'From its description', cust_id: '27', jm_episode: [] };
	const created = await call(method, path, { [table]: [{ job_no: -1, ...job }] });
	expect(created.status).toBe(200);
	const key = ((await created.json()) as Readonly<Record<string, { readonly records: readonly [Json] }>>)[table]!.records[0].job_no;

	const [recordPath, patch, change] = operationIn(definition, 'updateJmJob');
	expect(Object.keys(change.responses)).toEqual(['200', '202', '4XX', '5XX']);
	const changed = await call(patch, recordPath.replace('{job_no}', String(key)), [{ op: 'replace', path: 'active', value: false }]);
	expect(changed.status).toBe(202);
	const [, get, { responses }] = operationIn(definition, 'getJmJob');
	const read = (await (await call(get, recordPath.replace('{job_no}', String(key)))).json()) as Readonly<Record<string, readonly [Json]>>;
	expect(Object.keys(responses['200']!.content!['application/json']!.schema.properties!)).toEqual(Object.keys(read));
	expect(read[table]![0]).toMatchObject({ job_desc: 'From its description', active: false });
});

test('the explorer of a site with a profile uses the definition of the profile', async () => {
	const { paths } = (await (await fetch(`${sandbox.url}/console/explorer/definition.json?document=JmJob`)).json()) as Definition;
	expect(Object.keys(paths['/JmJobs']!.get!.responses['200']!.headers!)).toEqual(['X-Total']);
});

test('/openapi.json of a site without a profile has the default list address and count header', async () => {
	const [path, , { responses }] = operationIn(await definitionOf(plain), 'listJmJob');
	expect([path, Object.keys(responses['200']!.headers!)]).toEqual(['/JmJobList', ['Pagination-Count']]);
});
