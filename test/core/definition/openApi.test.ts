import fc from 'fast-check';

import { DOCUMENTS, documentByName } from '../../../core/catalog';
import { catalogTable, isSendable, readDefinition, readYaml, withCatalog, type DefinedTable } from '../../../core/definition';
import type { SandboxProcess } from '../../../workshop/sandboxProcess';
import { sandboxForTests } from '../../support/sandboxForTests';

const record = (properties: object, more: object = {}): object => ({ type: 'object', properties, ...more });
const body = (table: string, schema: object): object => ({
	content: { 'application/json': { schema: record({ [table]: { type: 'array', items: schema } }) } },
});
const withBody = (schema: object, components: object = {}, response: object = schema): object => ({
	openapi: '3.0.1',
	paths: {
		'/JmThing': { post: { requestBody: body('jm_thing', schema) } },
		'/JmThing/thing_no={thing_no}': { get: { responses: { 200: body('jm_thing', response) } } },
	},
	components: { schemas: components },
});
const fieldsOf = (table: DefinedTable | undefined): Record<string, unknown> =>
	Object.fromEntries((table?.fields ?? []).map(({ name, ...rest }) => [name, rest]));

describe('The definition reader', () => {
	it('reads an array of objects as rows, or as a multi-select drop-down if the objects have a property with the name of the array', () => {
		const arrayOf = (items: object): object => ({ type: 'array', items });
		const properties = {
			thing_no: { type: 'integer' },
			thing_row: arrayOf(record({ row_no: { type: 'integer' } })),
			LM_field_2: arrayOf(record({ option_no: { type: 'integer' }, LM_field_2: { type: 'string' } })),
		};
		expect(readDefinition(withBody(record(properties)), 'JmThing')?.subTables.map(({ name }) => name)).toEqual(['thing_row']);
	});

	it('reads a multi-select drop-down as one field, whether the array contains strings, integers or objects', () => {
		const properties = {
			thing_no: { type: 'integer' },
			thing_row: { type: 'array', items: record({ row_no: { type: 'integer' } }) },
			LM_field_2: { type: 'array', title: 'Formats', items: { type: 'string', enum: ['HD', 'UHD'] } },
			LM_field_3: { type: 'array', items: record({ option_no: { type: 'integer' }, LM_field_3: { type: 'string' } }) },
			LM_field_4: { type: 'array', readOnly: true, items: { type: 'integer' } },
			unknown: { type: 'array' },
		};
		expect(fieldsOf(readDefinition(withBody(record(properties)), 'JmThing'))).toEqual({
			thing_no: { label: 'thing_no', type: 'integer' },
			LM_field_2: { label: 'Formats', type: 'text', choices: ['HD', 'UHD'], multiSelect: true },
			LM_field_3: { label: 'LM_field_3', type: 'text', multiSelect: true },
			LM_field_4: { label: 'LM_field_4', type: 'integer', multiSelect: true, readOnly: true },
		});
	});

	it('reads types, choices, required fields and fields that the server sets', () => {
		const sent = record(
			{
				thing_no: record({ thing_no: { type: 'integer' }, external_key: { type: 'string' } }),
				external_key: { type: 'string', nullable: true },
				thing_desc: { type: 'string', title: 'Description' },
				amount: { type: 'number', description: 'Amount to pay' },
				active: { type: 'string', enum: ['Y', 'N'] },
				begin_dt: { type: 'string', format: 'date-time' },
				color: { type: 'string', enum: ['red', 'blue', null] },
				nullable_not: { type: 'string', nullable: false },
				WO_field_2: { type: 'string', title: 'Delivery' },
			},
			{ required: ['thing_desc'] },
		);
		const returned = record({
			thing_no: { type: 'integer' },
			phase: record({ phase_code: { type: 'string' }, phase_desc: { type: 'string' } }),
			date_added: { type: 'string', format: 'date-time' },
		});
		const table = readDefinition(withBody(sent, {}, returned), 'JmThing');
		expect(table).toMatchObject({ name: 'jm_thing', key: 'thing_no', alternateKeys: ['external_key'], subTables: [] });
		expect(fieldsOf(table)).toEqual({
			thing_no: { label: 'thing_no', type: 'integer', keyObject: true },
			phase: { label: 'phase', type: 'text', readOnly: true },
			date_added: { label: 'date_added', type: 'dateTime', readOnly: true },
			external_key: { label: 'external_key', type: 'text' },
			thing_desc: { label: 'Description', type: 'text', required: true },
			amount: { label: 'Amount to pay', type: 'decimal' },
			active: { label: 'active', type: 'flag' },
			begin_dt: { label: 'begin_dt', type: 'dateTime' },
			color: { label: 'color', type: 'text', choices: ['red', 'blue'] },
			nullable_not: { label: 'nullable_not', type: 'text' },
			WO_field_2: { label: 'Delivery', type: 'text' },
		});
	});

	it('follows references and compositions, and stops at cycles', () => {
		const components = {
			thing: {
				allOf: [
					{ $ref: '#/components/schemas/base' },
					record({
						own: { $ref: '#/components/schemas/whole~1number' },
						rows: { type: 'array', items: { $ref: '#/components/schemas/thing' } },
					}),
				],
			},
			base: record({ base: { oneOf: [{ type: 'integer' }, { $ref: '#/components/schemas/base' }] } }),
			'whole/number': { type: 'integer' },
			circle: { $ref: '#/components/schemas/circle' },
		};
		const table = readDefinition(withBody({ $ref: '#/components/schemas/thing' }, components), 'JmThing')!;
		expect(table.fields.map(({ name, type }) => [name, type])).toEqual([
			['base', 'integer'],
			['own', 'integer'],
		]);
		let depth = 0;
		for (let below: DefinedTable | undefined = table; below !== undefined; below = below.subTables[0]) depth += 1;
		expect(depth).toBeLessThan(10);
		expect(readDefinition(withBody({ $ref: '#/components/schemas/circle' }, components), 'JmThing')).toBeUndefined();
	});

	const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `part_${index}`);
	const reference = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
	it.each<readonly [string, object]>([
		[
			'whose parts refer to ten parts each, thirty levels deep',
			Object.fromEntries(
				names(30).map((name, index) => [
					index === 0 ? 'thing' : name,
					{ allOf: Array.from({ length: 10 }, () => reference(`part_${index + 1}`)) },
				]),
			),
		],
		[
			'with sub-tables that contain themselves many times',
			{ thing: record(Object.fromEntries(names(300).map((name) => [name, { type: 'array', items: reference('thing') }]))) },
		],
		['with very many parts', { thing: { allOf: names(100_000).map((name) => record({ [name]: { type: 'string' } })) } }],
		[
			'with very many fields that are objects with very many fields',
			{ thing: record(Object.fromEntries(names(3_000).map((name) => [name, reference('thing')]))) },
		],
	])('reports why it rejects a definition %s', (_what, components) => {
		expect(() => readDefinition(withBody(reference('thing'), components as Record<string, object>), 'JmThing')).toThrow(
			'The definition contains too many references to itself',
		);
	});

	it('reads the fields of a list as read-only', () => {
		const list = {
			paths: { '/api/v2/database/LIVE/JmThingList': { get: { responses: { 200: body('L', record({ thing_no: { type: 'integer' } })) } } } },
		};
		expect(readDefinition(list, 'JmThingList')).toMatchObject({ name: 'L', fields: [{ name: 'thing_no', readOnly: true }] });
	});

	it.each([
		['plain text', 'text'],
		['a definition without paths', {}],
		['a definition for another document', { paths: { '/JmOther': { post: { requestBody: body('x', record({ a: {} })) } } } }],
		['an HTML page', '<html></html>'],
		['null', null],
	])('finds no table in %s', (_what, definition) => {
		expect(readDefinition(definition, 'JmThing')).toBeUndefined();
	});

	it('does not throw if a schema has parts of the wrong type', () => {
		const odd = fc.letrec((tie) => ({
			part: fc.oneof(
				{ maxDepth: 4 },
				fc.constantFrom(null, 1, 'x', [], {}, true),
				fc.array(tie('part'), { maxLength: 2 }),
				fc.dictionary(
					fc.constantFrom(
						'$ref',
						'type',
						'properties',
						'items',
						'allOf',
						'enum',
						'content',
						'schema',
						'get',
						'post',
						'requestBody',
						'responses',
						'200',
						'required',
						'a',
					),
					tie('part'),
					{ maxKeys: 4 },
				),
			),
		})).part;
		fc.assert(
			fc.property(odd, odd, (one, other) => {
				readDefinition({ paths: { '/JmThing': one, '/JmThing/a={a}': other }, components: one }, 'JmThing');
				readDefinition(withBody(one as object, { a: other }), 'JmThing');
			}),
			{ numRuns: 500 },
		);
	});

	it('adds labels, look-ups and types from the catalog, and omits the fields and alternate keys that the site does not define', () => {
		const entry = documentByName('JmJob')!;
		const defined = readDefinition(
			{
				paths: {
					'/JmJob': {
						post: {
							requestBody: body(
								'jm_job',
								record({
									job_desc: { type: 'string' },
									active: { type: 'string' },
									cust_id: { type: 'string' },
									JOB_field_9: { type: 'string' },
									jm_episode: { type: 'array', items: record({ title_no: { type: 'integer' } }) },
								}),
							),
						},
					},
				},
			},
			'JmJob',
		)!;
		const table = withCatalog(defined, entry.table, entry.alternateKeys);
		expect(table).toMatchObject({ label: 'Jobs', key: 'job_no', alternateKeys: [] });
		expect(fieldsOf(table)).toEqual({
			job_desc: { label: 'Description', type: 'text', required: true },
			active: { label: 'Active', type: 'flag' },
			cust_id: { label: 'Customer', type: 'text', required: true, lookup: { document: 'ArCustomer', description: 'cust_name' } },
			JOB_field_9: { label: 'JOB_field_9', type: 'text' },
		});
		expect(table.subTables).toMatchObject([
			{ name: 'jm_episode', label: 'Episodes', key: 'episode_no', fields: [{ name: 'title_no', label: 'Title' }] },
		]);
	});
});

describe('The key of a table in a definition', () => {
	const key = record({ thing_no: { type: 'integer' }, external_key: { type: 'string' } });
	const fields = { external_key: { type: 'string' }, thing_no: key, thing_desc: { type: 'string' } };
	const defined = (table: string, properties: object, ...steps: string[]): DefinedTable =>
		readDefinition(
			{
				paths: {
					'/JmJob': { post: { requestBody: body(table, record(properties)) } },
					...Object.fromEntries(steps.map((step) => [`/JmJob/${step}`, { get: { responses: { 200: body(table, record(properties)) } } }])),
				},
			},
			'JmJob',
		)!;

	it.each<[string, string[], string | undefined]>([
		['is unknown if the placeholder is not a field of the table', ['{id}'], undefined],
		['is the placeholder if it is a field of the table', ['{thing_no}'], 'thing_no'],
		['is the field that contains a key object if records have several addresses', ['external_key={value}', 'thing_no={value}'], 'thing_no'],
		['is a named field, even if the table does not list it', ['thing_id={value}'], 'thing_id'],
	])('%s', (_name, steps, expected) => {
		expect(defined('jm_thing', fields, ...steps).key).toBe(expected);
	});

	it("is the catalog's key if the definition contains that field", () => {
		const entry = documentByName('JmJob')!;
		const job = { external_key: { type: 'string' }, job_no: { type: 'integer' }, job_desc: { type: 'string' } };
		const known = (properties: object, ...steps: string[]) =>
			withCatalog(defined('jm_job', properties, ...steps), entry.table, entry.alternateKeys);
		expect(known(job, 'external_key={external_key}')).toMatchObject({ key: 'job_no', alternateKeys: ['external_key'] });
		expect(known(job, '{id}')).toMatchObject({ key: 'job_no', alternateKeys: ['external_key'] });
		expect(known({ site_no: { type: 'integer' } }, '{site_no}')).toMatchObject({ key: 'site_no' });
	});
});

describe("The sandbox's definitions", () => {
	const newest = sandboxForTests();
	const oldest = sandboxForTests({ release: '10.6' });

	const definitionOf = async ({ url }: SandboxProcess, document: string): Promise<unknown> => {
		const response = await fetch(`${url}/API/v2/database/DEMO/spec/${document}`, {
			headers: { Authorization: `Basic ${btoa('demo:demo')}`, Accept: 'application/json' },
		});
		const text = await response.text();
		return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : readYaml(text);
	};

	it.each(DOCUMENTS.filter(({ kind }) => kind !== 'attachments' && kind !== 'list').map((entry) => [entry.name, entry] as const))(
		"match the catalog for %s, apart from the site's additional fields",
		async (name, entry) => {
			const table = withCatalog(readDefinition(await definitionOf(newest, name), name)!, entry.table, entry.alternateKeys);
			const known = catalogTable(entry.table, entry.alternateKeys);
			expect(table).toMatchObject({ name: known.name, key: known.key, label: known.label });
			expect([...table.alternateKeys].sort()).toEqual([...known.alternateKeys].sort());
			for (const field of known.fields) {
				const found = table.fields.find((each) => each.name === field.name);
				expect(found).toMatchObject({ label: field.label, type: field.type });
				expect([field.name, isSendable(found!, table)]).toEqual([field.name, isSendable(field, known)]);
				expect([field.name, found!.required ?? false]).toEqual([field.name, (field.required ?? false) && !field.readOnly]);
			}
			expect(table.subTables.map((each) => [each.name, each.key])).toEqual(known.subTables.map((each) => [each.name, each.key]));
		},
	);

	it('contain the custom fields, with their types', async () => {
		const table = readDefinition(await definitionOf(newest, 'JmJob'), 'JmJob');
		expect(fieldsOf(table)).toMatchObject({ JOB_field_1: { label: 'Production Code', type: 'text' }, JOB_field_3: { type: 'decimal' } });
	});

	it('define the same fields and sub-tables in YAML, the only format of older releases', async () => {
		for (const document of ['JmJob', 'LibMaster', 'XmTransmissionOrder', 'JmJobList']) {
			const fromYaml = readDefinition(await definitionOf(oldest, document), document)!;
			const fromJson = readDefinition(await definitionOf(newest, document), document)!;
			expect(fromYaml.fields.map(({ name, type }) => [name, type])).toEqual(fromJson.fields.map(({ name, type }) => [name, type]));
			expect(fromYaml.subTables.map(({ name }) => name)).toEqual(fromJson.subTables.map(({ name }) => name));
		}
	});
});
