import { parse } from 'yaml';
import { DOCUMENTS } from '../../../core/catalog';
import { sandboxForTests } from '../../support/sandboxForTests';
import { ask, type Definition, definitionOf, type Json, NAMES, onRelease, type Operation } from './definitions';
import { DEMO, errorIn, send } from './wire';

const sandbox = sandboxForTests();

/** All objects within a JSON value, including the value itself. */
function* objectsIn(value: unknown): Generator<Json> {
	if (value !== null && typeof value === 'object') {
		yield value as Json;
		for (const inner of Object.values(value)) {
			yield* objectsIn(inner);
		}
	}
}

describe('The definition of a document', () => {
	test.each(NAMES)('is consistent OpenAPI 3.0: %s', async (name) => {
		const definition = await definitionOf(sandbox, name);
		expect(definition.openapi).toMatch(/^3\.0\.\d$/);
		expect(definition.info).toMatchObject({ title: name, version: '26.1' });

		const schemas = Object.keys(definition.components.schemas);
		const references = [...objectsIn(definition)].flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []));
		expect(references.length).toBeGreaterThan(0);
		for (const reference of references) {
			expect(schemas).toContain(reference.replace('#/components/schemas/', ''));
		}

		const operations = Object.entries(definition.paths).flatMap(([path, methods]) =>
			Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
		);
		expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
		for (const { path, method, operation } of operations) {
			const inUrl = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter).toSorted();
			const declared = operation.parameters.filter((parameter) => parameter.in === 'path');
			expect(declared.map((parameter) => parameter.name).toSorted()).toEqual(inUrl);
			expect(declared.every((parameter) => parameter.required === true)).toBe(true);
			expect(operation.parameters.every((parameter) => (parameter.schema === undefined) !== (parameter.content === undefined))).toBe(true);
			expect(new Set(operation.parameters.map((parameter) => `${parameter.in} ${parameter.name}`)).size).toBe(operation.parameters.length);
			expect(Object.keys(operation.responses).some((status) => status.startsWith('2'))).toBe(true);
			expect(['get', 'post', 'patch', 'put', 'delete']).toContain(method);
			expect(operation.requestBody !== undefined).toBe(['post', 'patch', 'put'].includes(method));
		}
	});

	test.each(DOCUMENTS.filter(({ kind }) => kind !== 'attachments' && kind !== 'list').map((entry) => [entry.name, entry] as const))(
		'marks the key, the types and the required fields: %s',
		async (name, entry) => {
			const { components } = await definitionOf(sandbox, name);
			const payload = components.schemas[`${entry.table.name}_post`];
			const response = components.schemas[`${entry.table.name}_get`];
			expect(response?.properties?.[entry.table.key]).toMatchObject({ 'x-key': true });
			expect(payload?.required ?? []).toEqual(
				entry.table.fields.filter((field) => field.required && !field.readOnly).map((field) => field.name),
			);
			for (const field of entry.table.fields) {
				const shown = response?.properties?.[field.name];
				expect(shown).toMatchObject({ title: field.label });
				if (field.lookup !== undefined) {
					expect(shown).toMatchObject({
						type: 'object',
						'x-lookup': { document: field.lookup.document, description: field.lookup.description },
					});
				} else if (!field.keyObject) {
					const types = {
						integer: { type: 'integer' },
						decimal: { type: 'number' },
						text: { type: 'string' },
						dateTime: { type: 'string', format: 'date-time' },
						flag: { type: 'string', enum: ['Y', 'N'] },
					};
					expect(shown).toMatchObject(types[field.type]);
				}
				expect(shown?.readOnly === true).toBe(field.readOnly === true);
				expect(payload?.properties?.[field.name] !== undefined).toBe(!field.readOnly || field.name === entry.table.key);
			}
		},
	);
});

describe('The definition of a work order', () => {
	test('describes the addresses of the record, of its sub-tables and of their rows', async () => {
		const { paths } = await definitionOf(sandbox, 'JmWorkOrder');
		expect(Object.keys(paths)).toEqual(
			expect.arrayContaining([
				'/JmWorkOrder',
				'/JmWorkOrder/wo_no_seq={wo_no_seq}',
				'/JmWorkOrder/wo_no_seq={wo_no_seq}/mo_source',
				'/JmWorkOrder/wo_no_seq={wo_no_seq}/mo_source/dsp_seq={dsp_seq}',
			]),
		);
		const record = paths['/JmWorkOrder/wo_no_seq={wo_no_seq}'];
		expect(Object.keys(record ?? {}).toSorted()).toEqual(['delete', 'get', 'patch', 'put']);
		expect(Object.keys(record?.patch?.requestBody?.content ?? {}).toSorted()).toEqual(['application/json', 'application/json-patch+json']);
	});

	test('lists the seven fields that a create requires, and marks more fields as not nullable', async () => {
		const { components } = await definitionOf(sandbox, 'JmWorkOrder');
		const { required = [], properties = {} } = components.schemas.jm_work_order_post ?? {};
		expect([...required].toSorted()).toEqual([
			'cust_id',
			'phase_code',
			'rate_card_no',
			'wo_begin_dt',
			'wo_desc',
			'wo_end_dt',
			'wo_type_no',
		]);
		const responded = Object.values(components.schemas.jm_work_order_get?.properties ?? {}).filter(({ nullable }) => nullable === false);
		expect(responded.length).toBeGreaterThan(required.length);
		expect(Object.keys(properties)).not.toContain('date_added');
	});

	test('contains and marks the custom fields of the site', async () => {
		const { components } = await definitionOf(sandbox, 'JmWorkOrder');
		expect(components.schemas.jm_work_order_post?.properties?.WO_field_2).toMatchObject({
			type: 'string',
			'x-custom': true,
			'x-drop-down': { name: 'WO_field_2' },
		});
	});

	test('shows keys and look-ups as objects in responses and as plain values in payloads', async () => {
		const { components } = await definitionOf(sandbox, 'JmWorkOrder');
		expect(components.schemas.jm_work_order_get?.properties?.wo_type_no).toMatchObject({
			type: 'object',
			properties: { wo_type_no: { type: 'integer' }, wo_type_desc: { type: 'string' } },
		});
		expect(components.schemas.jm_work_order_post?.properties?.wo_type_no).toMatchObject({ type: 'integer' });
		expect(components.schemas.jm_work_order_post?.properties?.wo_no_seq).toMatchObject({
			type: 'object',
			properties: { wo_no_seq: { type: 'string' }, external_key: { type: 'string' } },
		});
	});

	test('describes the response of a sub-table with an envelope that the real response does not have (known issue)', async () => {
		const { paths } = await definitionOf(sandbox, 'JmWorkOrder');
		const described = paths['/JmWorkOrder/wo_no_seq={wo_no_seq}/jm_wo_transaction']?.get?.responses['200'] as { content: Json };
		expect(described.content['application/json']).toMatchObject({
			schema: { type: 'object', properties: { jm_wo_transaction: { type: 'array' } } },
		});
		const list = JSON.parse((await send(`${sandbox.apiUrl}/JmWorkOrderList?Query={}&pageSize=1`, { headers: DEMO })).text) as {
			L: { wo_no_seq: { wo_no_seq: string } }[];
		};
		const rows = JSON.parse(
			(await send(`${sandbox.apiUrl}/JmWorkOrder/wo_no_seq=${list.L[0]?.wo_no_seq.wo_no_seq}/jm_wo_transaction`, { headers: DEMO })).text,
		) as unknown;
		expect(Array.isArray(rows)).toBe(true);
	});

	test('lists the save arguments of the release', async () => {
		const argumentsOf = ({ paths }: Definition): unknown[] => {
			const header = paths['/JmWorkOrder/wo_no_seq={wo_no_seq}']?.patch?.parameters.find(({ name }) => name === 'SaveArgument');
			return (header?.['x-save-arguments'] as { name: string }[]).map(({ name }) => name);
		};
		expect(argumentsOf(await definitionOf(sandbox, 'JmWorkOrder'))).toEqual(
			expect.arrayContaining(['VoidWorkOrder', 'LoadTemplateOption', 'TrxTimeOptionMove']),
		);
		await onRelease('11.2', async (older) => {
			const names = argumentsOf(await definitionOf(older, 'JmWorkOrder'));
			expect(names).toContain('VoidWorkOrder');
			expect(names).not.toContain('LoadChildTemplates');
		});
	});
});

describe('The definition of a list', () => {
	test('describes the query, the pages and the count', async () => {
		const { paths } = await definitionOf(sandbox, 'JmWorkOrderList');
		const { get, patch } = paths['/JmWorkOrderList'] as Readonly<Record<string, Operation>>;
		expect(get?.parameters.map(({ name }) => name)).toEqual(expect.arrayContaining(['Query', 'pageSize', 'page', 'sort', 'resultColumns']));
		expect(get?.parameters.find(({ name }) => name === 'Query')?.['x-operators']).toEqual(
			expect.arrayContaining(['$range', '$gt', '$LIKEAND']),
		);
		expect(get?.responses['200']).toMatchObject({ headers: { 'Pagination-Count': {} } });
		expect(patch?.requestBody?.content).toHaveProperty(['application/json']);
	});
});

describe('The formats of a definition', () => {
	test.each([
		['JmJob', {}, 'yaml'],
		['JmJob', { Accept: '*/*' }, 'yaml'],
		['JmJob', { Accept: 'application/json' }, 'json'],
		['JmJob', { Accept: 'application/json, application/yaml' }, 'yaml'],
		['JmJob.json', {}, 'json'],
		['JmJob.yaml', { Accept: 'application/json' }, 'yaml'],
		['JmJob?format=json', {}, 'json'],
		['JmJob?format=yaml', { Accept: 'application/json' }, 'yaml'],
	])('depend on the address and the headers: %s with %j returns %s', async (document, headers, form) => {
		const outcome = await ask(sandbox, document, headers as Record<string, string>);
		expect(outcome.headers['content-type']).toContain(`application/${form}`);
		expect(outcome.text.startsWith(form === 'json' ? '{"openapi":"3.0' : 'openapi: 3.0')).toBe(true);
		expect((parse(outcome.text) as Definition).info.title).toBe('JmJob');
	});

	test.each(['JmWorkOrder', 'LibMaster', 'JmJobList', 'SysAttachment'])('have the same contents: %s', async (name) => {
		expect(parse((await ask(sandbox, `${name}.yaml`)).text)).toEqual(JSON.parse((await ask(sandbox, `${name}.json`)).text));
	});

	test('are available under the document name regardless of its case, as in the addresses of its records', async () => {
		for (const name of ['jmjob', 'JMJOB.json', 'jmJobList?format=json']) {
			const outcome = await ask(sandbox, name);
			expect([outcome.status, (parse(outcome.text) as Definition).info.title]).toEqual([200, /list/i.test(name) ? 'JmJobList' : 'JmJob']);
		}
	});

	test('include only YAML before 11.1', async () => {
		await onRelease('11.0', async (older) => {
			for (const [document, headers] of [
				['JmJob', { Accept: 'application/json' }],
				['JmJob.json', {}],
				['JmJob?format=json', {}],
			] as const) {
				expect((await ask(older, document, headers)).text).toMatch(/^openapi: 3\.0/);
			}
		});
	});

	test('are not available for an unknown document, in an unknown format or without a sign-in', async () => {
		const unknown = await ask(sandbox, 'JmNothing');
		expect([unknown.status, errorIn(unknown)]).toEqual([404, expect.stringContaining('JmNothing')]);
		expect((await ask(sandbox, 'JmJob?format=xml')).status).toBe(400);
		expect((await send(`${sandbox.url}/API/v2/database/DEMO/spec/JmJob`)).status).toBe(401);
	});
});
