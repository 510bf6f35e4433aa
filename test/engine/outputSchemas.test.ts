import path from 'node:path';

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { documentByName, type DocumentEntry } from '../../core/catalog';
import { STATE_FIELDS } from '../../bridge/actions/voidOrder';
import { PANEL_RESOURCES } from '../../bridge/properties/panelResources';
import { operationsOf, operationsWhere } from '../../bridge/properties/operations';
import { loadPackage } from '../../workshop/engine/packageTypes';
import { outputSchemas, type OutputSchema } from '../../workshop/package/outputSchemas';
import { engineForTests } from '../support/engineForTests';
import { plainCall } from '../support/plainCall';
import { resourceParameters } from '../support/resourceParameters';
import { sandboxForTests } from '../support/sandboxForTests';
import { inMemoryFile } from './actions/files';
import { by, ORDER_FIELDS, ORDER_KINDS } from './actions/stage';

const ROOT = path.resolve(__dirname, '../..');
const engine = engineForTests();
const sandbox = sandboxForTests();
const schemas = outputSchemas((name) => require(path.join(ROOT, name)) as unknown);
const generic = schemas.MediaOperations!;

type Json = Record<string, unknown>;
const run = async (node: string, parameters: object, binary = {}): Promise<Json[]> => {
	const { error, output } = await engine.run({
		node,
		parameters: { authentication: 'basic', ...parameters } as never,
		input: [{ json: {}, binary }],
		credentials: { mediaOperationsBasicApi: { baseUrl: sandbox.apiUrl, username: 'demo', password: 'demo' } },
	});
	expect(error).toBeNull();
	return output[0]!.map(({ json }) => json);
};
const runGeneric = async (document: string, operation: string, parameters: object = {}): Promise<Json[]> =>
	await run('mediaOperations', {
		...resourceParameters(document),
		operation,
		simplify: true,
		options: { includeEmpty: true },
		...parameters,
	});
const post = async (document: string, body: object): Promise<Json> => await plainCall(sandbox, 'POST', `/${document}`, body);

const typeOf = (value: unknown): string => (Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value);
const fits = (value: unknown, { type, items }: OutputSchema): boolean => {
	if (value === null || value === '') return true;
	if (Array.isArray(value)) return type === 'array' && value.every((row) => misfits(row as Json, items!).length === 0);
	return typeOf(value) === type || (type === 'number' && typeof value === 'number');
};
/** The properties of a record that have a different type in the schema. Properties without a schema are ignored: a site can add fields. */
const misfits = (record: Json, { properties = {} }: OutputSchema): string[] =>
	Object.entries(record)
		.filter(([name, value]) => properties[name] && !fits(value, properties[name]))
		.map(([name, value]) => `${name}: ${JSON.stringify(value)}, not ${properties[name]!.type}`);

/** The properties in the schema that no record has. */
const absent = (records: readonly Json[], { properties = {} }: OutputSchema): string[] =>
	Object.keys(properties).filter((name) => !records.some((record) => name in record));

/** The columns that come first after the key and the title: the state and the dates. */
const STATE_OR_DATE = /^(phase_code|phase_desc|\w*status\w*|active|approved|posted|voided|actualized)$|_dt$|^date_/;

/** Checks that a record and its schema start with the same columns: the key, the title, the state and the dates. */
const expectSameStart = (record: Json, { properties = {} }: OutputSchema, { table, titleField }: DocumentEntry): void => {
	const named = Object.keys(record).filter((name) => name in properties);
	const leading = [...new Set([table.key, titleField, ...named.filter((name) => STATE_OR_DATE.test(name))])].filter(
		(name) => name in record,
	);
	expect(named.slice(0, leading.length)).toEqual(leading);
	expect(
		Object.keys(properties)
			.filter((name) => name in record)
			.slice(0, leading.length),
	).toEqual(leading);
};

/** Checks the types of an output, and that it has every property of its schema except descriptions and the row lists in `unused`. */
const expectComplete = (rows: readonly Json[], schema: OutputSchema | undefined, unused: readonly string[] = []): void => {
	expect(rows.length).toBeGreaterThan(0);
	expect(rows.flatMap((row) => misfits(row, schema!))).toEqual([]);
	const descriptions = Object.keys(schema!.properties!).filter((name) => name.endsWith('_desc'));
	expect(absent(rows, schema!).filter((name) => !unused.includes(name) && !descriptions.includes(name))).toEqual([]);
};

const namesOf = ({ default: initial, options = [], type }: INodeProperties): string[] =>
	type === 'hidden' ? [String(initial)] : (options as INodePropertyOptions[]).map(({ value }) => String(value));
const folderOf = (node: string): string => `${node[0]!.toUpperCase()}${node.slice(1)}`;

/** Only the site knows the fields of a document that is not in the catalog. */
const WITHOUT_SCHEMA = ['create', 'get', 'getChanged', 'getMany'].map((operation) => `anyDocument/${operation}.json`);

describe('The output schemas', () => {
	const actions = [...loadPackage('sources').nodes].filter(([, { description }]) => !description.group.includes('trigger'));

	it.each(actions)('exist for every resource and operation of %s', (node, { description: { properties } }) => {
		const resources = properties.filter(({ name }) => name === 'resource').flatMap(namesOf);
		const operations = properties.filter(({ name }) => name === 'operation');
		const names = resources.flatMap((resource) => {
			const own = operations.filter(({ displayOptions }) => displayOptions!.show!.resource!.includes(resource)).flatMap(namesOf);
			return operations.length === 0 ? [`${resource}.json`] : own.map((operation) => `${resource}/${operation}.json`);
		});
		expect(names.length).toBeGreaterThan(0);
		const withSchema = names.filter((name) => !(node === 'mediaOperations' && WITHOUT_SCHEMA.includes(name)));
		expect(Object.keys(schemas[folderOf(node)]!).sort()).toEqual(withSchema.sort());
	});

	it('all have properties, without which the editor ignores a schema', () => {
		const all = Object.values(schemas).flatMap((files) => Object.entries(files));
		expect(all.filter(([, { type, properties = {} }]) => type !== 'object' || Object.keys(properties).length === 0)).toEqual([]);
	});
});

describe('The output schemas of the generic node', () => {
	const isShared = (resource: string): boolean => PANEL_RESOURCES.find((each) => each.resource === resource)!.entries.length > 1;
	const listed = PANEL_RESOURCES.flatMap(({ resource, entries }) =>
		entries.filter((entry) => operationsOf(entry).includes('getMany')).map((entry) => [entry.resource, resource, entry] as const),
	);
	it.each(listed)('describe the output of Get Many for %s', async (document, resource, entry) => {
		const { table } = entry;
		const records = await runGeneric(document, 'getMany', { returnAll: false, limit: 200, output: 'items' });
		const schema = generic[`${resource}/getMany.json`]!;
		expect(records.flatMap((record) => misfits(record, schema))).toEqual([]);
		if (records.length === 0) return;
		expect(
			table.fields.filter(({ name }) => !(name in schema.properties!) || !records.some((record) => name in record)).map(({ name }) => name),
		).toEqual([]);
		// If several documents share a schema, it starts with the columns of the first document only.
		if (!isShared(resource)) expectSameStart(records[0]!, schema, entry);
	});

	const isReadable = (entry: DocumentEntry): boolean => operationsOf(entry).includes('get') && !entry.requiredParameters;
	it.each(listed.filter(([, , entry]) => isReadable(entry)))('describe the output of Get for %s', async (document, resource, { table }) => {
		const [first] = await runGeneric(document, 'getMany', { returnAll: false, limit: 1, output: 'items' });
		if (!first) return;
		const rows = await runGeneric(document, 'get', { record: by(table.key, first[table.key]) });
		expect(rows.flatMap((each) => misfits(each, generic[`${resource}/get.json`]!))).toEqual([]);
	});

	it('describe the output of operations that change a record, and of Get Changed', async () => {
		const fields = { fieldsMode: 'json', fieldsJson: '{"job_desc": "Schemas", "job_type_no": 1, "cust_id": 19}' };
		const created = await runGeneric('job', 'create', fields);
		expectComplete(created, generic['job/create.json']);
		const record = by('job_no', created[0]!.job_no);
		expectComplete(await runGeneric('job', 'update', { ...fields, record }), generic['job/update.json']);
		expectComplete(await runGeneric('job', 'upsert', { ...fields, record: by('external_key', 'SCHEMA-1') }), generic['job/upsert.json']);
		expectComplete(await runGeneric('job', 'delete', { record }), generic['job/delete.json']);
		const changed = await runGeneric('job', 'getChanged', { startFrom: 'workflow', limit: 5 });
		expect(changed.flatMap((row) => misfits(row, generic['job/getChanged.json']!))).toEqual([]);
	});

	it('describe the output of Change Approval, Set Default Group and Check, and of Update for Any Document', async () => {
		// Run each new operation with a save argument here: its schema is that of Update unless workshop/package/outputSchemas.js lists it.
		const known = ['changeApproval', 'setDefaultGroup'];
		const operations = operationsWhere(({ saveArgument }) => saveArgument !== undefined).filter((name) => !known.includes(name));
		expect({ notRunIn: 'test/engine/outputSchemas.test.ts', operations }).toMatchObject({ operations: [] });
		const [bid] = await runGeneric('bidVersion', 'getMany', { returnAll: false, limit: 1, output: 'items' });
		const version = by('version_no', bid!.version_no);
		expectComplete(
			await runGeneric('bidVersion', 'changeApproval', { record: version, approval: '0' }),
			generic['bidVersion/changeApproval.json'],
		);
		const [person] = await runGeneric('schedulingResource', 'getMany', { returnAll: false, limit: 1, output: 'items' });
		const [{ group_code: groupCode }] = (
			await runGeneric('schedulingResource', 'get', { record: by('resource_code', person!.resource_code) })
		)
			.flatMap((each) => Object.values(each).filter(Array.isArray))
			.flat()
			.filter((row: Json) => 'group_code' in row) as [Json];
		expectComplete(
			await runGeneric('schedulingResource', 'setDefaultGroup', { record: by('resource_code', person!.resource_code), groupCode }),
			generic['schedulingResource/setDefaultGroup.json'],
		);
		expectComplete(await run('mediaOperations', { resource: 'site', operation: 'check' }), generic['site/check.json']);
		const any = { resource: 'anyDocument', documentName: 'JmPhase', keyField: 'phase_code', table: 'jm_phase', fieldsMode: 'json' };
		const [row] = await run('mediaOperations', {
			...any,
			operation: 'update',
			record: by('key', 'CONF'),
			fieldsJson: '{"phase_desc": "Confirmed"}',
		});
		expect(row).toMatchObject({ updated: true });
		expect(Object.keys(generic['anyDocument/update.json']!.properties!)).toEqual(['updated']);
	});
});

describe('The output schemas of the action nodes', () => {
	const options = { includeEmpty: true };

	it.each(ORDER_KINDS)('describe the output for an order (%s)', async (resource, document) => {
		const entry = documentByName(document)!;
		const started = (rows: readonly Json[], schema: OutputSchema | undefined): void => expectSameStart(rows[0]!, schema!, entry);
		const files = (node: string, name: string) => schemas[node]![`${name}.json`];
		const rowLists = (name: string) =>
			Object.entries(files('MediaOperationsLoadTemplate', name)!.properties!).flatMap(([list, { type }]) =>
				type === 'array' ? [list] : [],
			);
		const template = { templateKind: 'order', template: by('number', '2'), options };
		const fieldsJson = JSON.stringify(ORDER_FIELDS);
		const created = await run('mediaOperationsLoadTemplate', {
			resource,
			operation: 'create',
			...template,
			fieldsMode: 'json',
			fieldsJson,
		});
		expectComplete(created, files('MediaOperationsLoadTemplate', `${resource}/create`), rowLists(`${resource}/create`));
		started(created, files('MediaOperationsLoadTemplate', `${resource}/create`));

		const { jm_work_order: made } = (await post(document, { jm_work_order: [ORDER_FIELDS] })) as never as {
			jm_work_order: { records: Json[] };
		};
		const record = by('wo_no_seq', made.records[0]!.wo_no_seq);
		const loaded = await run('mediaOperationsLoadTemplate', { resource, operation: 'load', record, ...template });
		expectComplete(loaded, files('MediaOperationsLoadTemplate', `${resource}/load`), rowLists(`${resource}/load`));
		started(loaded, files('MediaOperationsLoadTemplate', `${resource}/load`));
		expect(loaded[0]).toHaveProperty('jm_wo_transaction');

		const transactions = (loaded[0]!.jm_wo_transaction as Json[]).map(({ trx_no: number }) => number);
		const details = { detail: [{ action: 'I', units: 1, transactions }] };
		const actualized = await run('mediaOperationsActualize', { resource, record, details, options });
		expectComplete(actualized, files('MediaOperationsActualize', resource));
		started(actualized, files('MediaOperationsActualize', resource));
		for (const operation of ['void', 'unVoid']) {
			const voided = await run('mediaOperationsVoidOrder', { resource, operation, record, reason: by('list', '1'), options });
			const schema = files('MediaOperationsVoidOrder', `${resource}/${operation}`);
			expectComplete(voided, schema);
			started(voided, schema);
		}
	});

	it('list the fields that Void Order reads after the change', () => {
		const { properties } = schemas.MediaOperationsVoidOrder!['workOrder/void.json']!;
		expect(Object.keys(properties!).sort()).toEqual([...STATE_FIELDS, 'voided', 'phase_desc', 'cancel_desc'].sort());
	});

	it('describe the output of Post Batch', async () => {
		const [batch] = await runGeneric('timeCardBatch', 'getMany', {
			returnAll: false,
			limit: 1,
			output: 'items',
			queryMode: 'conditions',
			conditions: { condition: [{ fieldName: 'flag|posted', operator: 'equals', flag: 'N' }] },
		});
		const record = by('batch_no', batch!.batch_no);
		const posted = await run('mediaOperationsPostBatch', { resource: 'timeCardBatch', record, options });
		const schema = schemas.MediaOperationsPostBatch!['timeCardBatch.json']!;
		expectComplete(posted, schema);
		expectSameStart(posted[0]!, schema, documentByName('TcBatch')!);
	});

	it('describe the output of Upload Attachment', async () => {
		const files = schemas.MediaOperationsUploadAttachment!;
		const record = by('job_no', '342');
		const data = inMemoryFile('note.txt', 'text/plain', Buffer.from('Delivered'));
		const [uploaded] = await run('mediaOperationsUploadAttachment', { resource: 'job', operation: 'upload', record }, { data });
		expectComplete([uploaded!], files['job/upload.json']);
		expect(Object.keys(uploaded!)).toEqual(Object.keys(files['job/upload.json']!.properties!));
		const list = await run('mediaOperationsUploadAttachment', { resource: 'job', operation: 'getMany', returnAll: true, record, options });
		expectComplete(list, files['job/getMany.json']);
		expectSameStart(list[0]!, files['job/getMany.json']!, documentByName('SysAttachment')!);
		const attachment = by('number', String(uploaded!.attachment_no));
		expectComplete(
			await run('mediaOperationsUploadAttachment', { resource: 'job', operation: 'delete', record, attachment }),
			files['job/delete.json'],
		);
	});
});
