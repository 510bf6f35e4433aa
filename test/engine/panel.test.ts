import {
	Workflow,
	type ICredentialDataDecryptedObject,
	type ILoadOptionsFunctions,
	type INodeType,
	type INodeTypes,
	type INodeParameters,
	type INodePropertyOptions,
	type ResourceMapperField,
	type ResourceMapperFields,
} from 'n8n-workflow';

import { searchFieldRecords } from '../../bridge/panel/fieldSearch';
import { searchRecords } from '../../bridge/panel/listSearch';
import { getMappedFields } from '../../bridge/panel/mappedFields';
import { loadOptions } from '../../bridge/panel/panelLists';
import { genericProperties } from '../../bridge/properties';
import { searchRows } from '../../bridge/panel/rowSearch';
import { panelContext } from '../../workshop/engine/panel';
import { engineForTests, withTools } from '../support/engineForTests';
import { sandboxForTests } from '../support/sandboxForTests';
import { siteForTests } from './recordingSite';
import { SIGN_INS } from './sandboxCredentials';

const engine = engineForTests();
const tools = engineForTests(withTools);
const sandbox = sandboxForTests();
const old = sandboxForTests({ release: '10.6' });
const site = siteForTests();
beforeEach(() => sandbox.control.clearJournal());

const BASIC = 'mediaOperationsBasicApi';
/**
 * The one-minute cache is separate for each credential type, base URL and user. A test that counts requests must change one of these, or
 * use a document that no other test reads.
 */
const credential = (baseUrl = sandbox.apiUrl, changes: ICredentialDataDecryptedObject = {}): ICredentialDataDecryptedObject => ({
	baseUrl,
	username: 'demo',
	password: 'demo',
	...changes,
});

const panel = async (parameters: INodeParameters, data: ICredentialDataDecryptedObject = credential()): Promise<ILoadOptionsFunctions> =>
	await panelContext(engine, {
		node: 'mediaOperations',
		parameters: { authentication: 'basic', fieldsMode: 'mapper', ...parameters },
		credentials: { [BASIC]: data },
	});
const mapped = async (parameters: INodeParameters, data?: ICredentialDataDecryptedObject): Promise<ResourceMapperFields> =>
	await getMappedFields.call(await panel(parameters, data));
const field = ({ fields }: ResourceMapperFields, id: string): ResourceMapperField | undefined => fields.find((each) => each.id === id);
const listed = async (
	list: keyof typeof loadOptions,
	parameters: INodeParameters,
	data?: ICredentialDataDecryptedObject,
): Promise<INodePropertyOptions[]> => await loadOptions[list].call(await panel(parameters, data));
const valuesOf = (options: readonly INodePropertyOptions[]): unknown[] => options.map(({ value }) => value);

describe('The mapper in the editor', () => {
	it.each(SIGN_INS)(
		'offers the fields of the document as the site defines them, with "$authentication" authentication',
		async ({ authentication, type, data }) => {
			const context = await panelContext(engine, {
				node: 'mediaOperations',
				parameters: { authentication, resource: 'job', operation: 'create' },
				credentials: { [type]: data(sandbox) },
			});
			const result = await getMappedFields.call(context);
			expect(field(result, 'job_desc')).toMatchObject({
				displayName: 'Description (job_desc) *',
				type: 'string',
				required: true,
				removed: false,
				display: true,
			});
			expect(field(result, 'active')).toMatchObject({ type: 'boolean', required: false, removed: true });
			expect(field(result, 'JOB_field_3')).toMatchObject({ displayName: 'Budget (JOB_field_3)', type: 'number' });
			expect(field(result, 'jm_episode')).toMatchObject({ type: 'array', displayName: 'Episodes: list of rows' });
			expect(result.fields.map(({ id }) => id)).not.toEqual(expect.arrayContaining(['job_no']));
			expect(field(result, 'date_added')).toBeUndefined();
		},
	);

	it("shows date fields as dates, and small look-ups as lists with values of the field's type", async () => {
		const result = await mapped({ resource: 'workOrder', operation: 'create' });
		expect(field(result, 'wo_begin_dt')).toMatchObject({ type: 'dateTime', required: true });
		expect(field(result, 'wo_type_no')).toMatchObject({
			type: 'options',
			options: expect.arrayContaining([{ name: expect.stringMatching(/\(\d+\)$/), value: expect.any(Number) }]),
		});
		expect(field(result, 'phase_code')).toMatchObject({
			type: 'options',
			options: expect.arrayContaining([expect.objectContaining({ value: 'CONF' })]),
		});
		expect(field(result, 'wo_no_seq')).toBeUndefined();
	});

	it("offers the choices of a look-up as values of the field's type, and omits codes that a conversion to a number would change", async () => {
		const values = async (resource: string) =>
			valuesOf((field(await mapped({ resource, operation: 'create' }), 'cust_id')?.options ?? []) as INodePropertyOptions[]);
		const texts = await values('job');
		expect(texts).toEqual(expect.arrayContaining(['010', '19', '1001']));
		expect(texts.every((value) => typeof value === 'string')).toBe(true);
		expect(await values('workOrder')).toEqual(texts.filter((text) => text !== '010').map(Number));
	});

	it('marks required fields only for a create, because existing records already have values for them', async () => {
		const label = async (operation: string) => field(await mapped({ resource: 'job', operation }), 'job_desc')?.displayName;
		expect([await label('create'), await label('update'), await label('upsert')]).toEqual([
			'Description (job_desc) *',
			'Description (job_desc)',
			'Description (job_desc)',
		]);
	});

	it('lets the model define the value of a list field in a tool, and lists the choices if there are only a few', async () => {
		const options = async (node: string, resource: string, id: string): Promise<unknown[]> => {
			const parameters = { authentication: 'basic', resource, operation: 'create' };
			const context = await panelContext(tools, { node, parameters, credentials: { [BASIC]: credential() } });
			return field(await getMappedFields.call(context), id)?.options ?? [];
		};
		const [choice, ...records] = await options('mediaOperationsTool', 'workOrder', 'phase_code');
		expect(choice).toEqual({
			name: 'Let the Model Define This Value',
			value: expect.stringMatching(
				/^={{ \/\*n8n-auto-generated-fromAI-override\*\/ \$fromAI\('phase_code', `Phase: .*Confirmed \(CONF\).*`, 'string'\) }}$/,
			),
		});
		expect(records).toEqual(await options('mediaOperations', 'workOrder', 'phase_code'));
		expect((await options('mediaOperationsTool', 'job', 'cust_id'))[0]).toMatchObject({
			value: expect.stringContaining('`Customer: the name or code of a record`'),
		});
	});

	it('shows a look-up with many records as a plain field, because a partial list would hide the rest', async () => {
		const { type, data } = SIGN_INS.find(({ authentication }) => authentication === 'jwt')!;
		const context = await panelContext(engine, {
			node: 'mediaOperations',
			parameters: { authentication: 'jwt', resource: 'workOrder', operation: 'create' },
			credentials: { [type]: data(sandbox) },
		});
		const result = await getMappedFields.call(context);
		expect(field(result, 'job_no')).toMatchObject({ type: 'number', displayName: 'Job (job_no): number or code' });
		expect(field(result, 'job_no')?.options).toBeUndefined();
		const { entries } = await sandbox.control.journal({ document: 'JmJobList' });
		expect(entries.map(({ query }) => query.pageSize)).toEqual(['201']);
	});

	it('initially omits a required field that is set by search, and names it in a notice', async () => {
		const asset = await mapped({ resource: 'libraryAsset', operation: 'create' });
		expect(field(asset, 'asset_type_no')).toMatchObject({ type: 'options', required: true });
		site.respond = ({ address }) =>
			address.includes('LibAssetTypeList')
				? { body: { L: Array.from({ length: 201 }, (_, index) => ({ asset_type_no: index, asset_type_desc: `Type ${index}` })) } }
				: { status: 404, body: { error: 'No definitions here' } };
		const many = await mapped({ resource: 'libraryAsset', operation: 'create' }, credential(site.url));
		expect(field(many, 'asset_type_no')).toMatchObject({ type: 'number', required: false, removed: true });
		expect(field(many, 'search_notice')).toMatchObject({
			displayName: "Required fields to set in 'Fields by Search'",
			defaultValue: 'Asset Type (asset_type_no)',
			readOnly: true,
		});
		expect(field(await mapped({ resource: 'libraryAsset', operation: 'update' }, credential(site.url)), 'search_notice')).toBeUndefined();
	});

	it('offers the choices of look-ups on a site that has no definitions', async () => {
		const result = await mapped(
			{ resource: 'job', operation: 'create' },
			credential(sandbox.apiUrl, { advancedSettings: true, definitionPattern: '/none/{document}' }),
		);
		expect(result.fields[0]?.id).toBe('definition_notice');
		expect(field(result, 'cust_id')?.options).toEqual(expect.arrayContaining([{ name: 'Northgate Broadcast (19)', value: '19' }]));
	});

	it('offers the choices of look-ups if the site profile states that the site has no definitions', async () => {
		const result = await mapped(
			{ resource: 'job', operation: 'create' },
			credential(sandbox.apiUrl, { advancedSettings: true, siteProfile: '{"version":1,"definition":{"url":null}}' }),
		);
		expect(field(result, 'cust_id')?.options).toEqual(expect.arrayContaining([{ name: 'Northgate Broadcast (19)', value: '19' }]));
	});

	it('initially omits a required switch for an update or upsert, because n8n would send the untouched switch as N', async () => {
		const job = { job_desc: { type: 'string' }, active: { type: 'string', enum: ['Y', 'N'] } };
		const record = { type: 'object', required: ['job_desc', 'active'], properties: job };
		const schema = { type: 'object', properties: { jm_job: { type: 'array', items: record } } };
		const paths = { '/JmJob': { post: { requestBody: { content: { 'application/json': { schema } } } } } };
		site.respond = ({ address }) => (address.includes('/spec/') ? { body: { openapi: '3.0.1', paths } } : { body: { L: [] } });
		const shown = async (operation: string) =>
			(await mapped({ resource: 'job', operation }, credential(site.url, { username: 'demo' }))).fields
				.filter(({ removed, required }) => !removed || required)
				.map(({ id }) => id);
		expect([await shown('create'), await shown('update'), await shown('upsert')]).toEqual([
			['job_desc', 'active'],
			['job_desc'],
			['job_desc'],
		]);
	});

	it('starts with the required fields, and adds nothing that the user did not choose', async () => {
		const update = await mapped({ resource: 'job', operation: 'update' });
		const create = await mapped({ resource: 'job', operation: 'create' });
		expect(create.fields.filter(({ removed }) => !removed).map(({ id }) => id)).toEqual(['job_desc', 'cust_id']);
		expect(update.fields.every(({ removed, required }) => removed === !required)).toBe(true);
	});

	it('lets an upsert match on any key, with an alternate key as the default', async () => {
		const asset = await mapped({ resource: 'libraryAsset', operation: 'upsert' });
		expect(
			asset.fields
				.filter(({ canBeUsedToMatch }) => canBeUsedToMatch)
				.map(({ id }) => id)
				.sort(),
		).toEqual(['barcode', 'external_key', 'master_no', 'umid']);
		expect(asset.fields.filter(({ defaultMatch }) => defaultMatch).map(({ id, removed }) => [id, removed])).toEqual([['barcode', false]]);
		expect((await mapped({ resource: 'job', operation: 'create' })).fields.some(({ canBeUsedToMatch }) => canBeUsedToMatch)).toBe(false);
	});

	it("has unique labels of at most 30 characters, with the field's name if it fits", async () => {
		const { fields } = await mapped({ resource: 'workOrder', operation: 'upsert' });
		expect(field({ fields }, 'external_key')?.displayName).toBe('External Key: key');
		expect(field({ fields }, 'wo_desc')?.displayName).toBe('Description (wo_desc)');
		expect(fields.map(({ displayName }) => displayName).filter((label) => label.length > 30)).toEqual([]);
		expect(new Set(fields.map(({ displayName }) => displayName)).size).toBe(fields.length);
		expect(await listed('getFieldsToMatch', { resource: 'workOrder', operation: 'getMany' })).toContainEqual(
			expect.objectContaining({ name: 'Phase External Key', description: 'jm_phase_external_key' }),
		);
	});

	it('marks the keys of a record for every operation', async () => {
		for (const operation of ['create', 'update', 'upsert']) {
			const { fields } = await mapped({ resource: 'libraryAsset', operation });
			const marked = fields
				.filter(({ displayName }) => displayName.endsWith(': key'))
				.map(({ id }) => id)
				.sort();
			expect(marked).toEqual(
				operation === 'upsert' ? ['barcode', 'external_key', 'master_no', 'umid'] : ['barcode', 'external_key', 'umid'],
			);
		}
	});

	it('offers no sub-table rows for an update of all matching records, which does not support them', async () => {
		expect(field(await mapped({ resource: 'job', operation: 'update', applyTo: 'matching' }), 'jm_episode')).toBeUndefined();
	});

	it("offers the fields of any document, given its name with or without 'List' at the end", async () => {
		for (const documentName of ['JmRateCard', 'JmRateCardList']) {
			expect((await mapped({ resource: 'anyDocument', documentName, operation: 'create' })).fields.map(({ id }) => id)).toEqual([
				'external_key',
				'rate_card_desc',
			]);
		}
	});

	it('reads definitions in YAML, the only format of older releases', async () => {
		const result = await mapped({ resource: 'job', operation: 'create' }, credential(old.apiUrl, { release: '10.6' }));
		expect(field(result, 'JOB_field_3')).toMatchObject({ type: 'number' });
		expect(field(result, 'definition_notice')).toBeUndefined();
	});

	it('reads a definition once for all lists of a node', async () => {
		const data = credential();
		const context = { resource: 'title', operation: 'create' };
		await Promise.all([mapped(context, data), listed('getFieldsToSend', context, data), listed('getSubTables', context, data)]);
		const { entries } = await sandbox.control.journal({ limit: 1000 });
		expect(entries.filter(({ path }) => /\/spec\/LibTitle$/i.test(path))).toHaveLength(1);
	});

	it.each<readonly [string, ICredentialDataDecryptedObject, RegExp]>([
		['does not exist at the URL in the credential', { advancedSettings: true, definitionPattern: '/no/such/{document}' }, /404/],
		['cannot be read with this password', { password: 'wrong', username: 'other' }, /401/],
	])('shows the default fields, and the reason, if the definition %s', async (_why, changes, reason) => {
		const result = await mapped({ resource: 'job', operation: 'create' }, credential(sandbox.apiUrl, changes));
		expect(result.fields[0]).toMatchObject({
			id: 'definition_notice',
			displayName: 'Default fields: site definition not read',
			defaultValue: expect.stringMatching(reason),
			readOnly: true,
			removed: false,
		});
		expect(field(result, 'job_desc')).toMatchObject({ required: true, type: 'string' });
		expect(field(result, 'JOB_field_1')).toBeUndefined();
	});

	it.each<readonly [string, unknown]>([
		['an HTML page', '<!DOCTYPE html><html><title>Sign in</title></html>'],
		['invalid YAML', 'a: [1'],
		['truncated JSON', '{"openapi": "3.0.3", "paths": {'],
		['a definition without the document', { openapi: '3.0.3', paths: {} }],
		['a refusal', { error: 'No right to read definitions' }],
	])('shows the default fields if the response is %s', async (what, body) => {
		site.respond = () => ({ body });
		const result = await mapped(
			{ resource: 'job', operation: 'create' },
			credential(site.url, { advancedSettings: true, definitionPattern: `/spec/${encodeURIComponent(what)}/{document}` }),
		);
		expect(result.fields[0]?.id).toBe('definition_notice');
		expect(field(result, 'job_desc')).toBeDefined();
	});

	it('sends no request if no credential is chosen, and asks for one', async () => {
		const context = await panelContext(engine, {
			node: 'mediaOperations',
			parameters: { authentication: '', resource: 'job', operation: 'create' },
			credentials: {},
		});
		expect(await getMappedFields.call(context)).toEqual({
			fields: [],
			emptyFieldsNotice: 'Choose a credential to see the fields of your site.',
		});
		expect((await sandbox.control.journal()).entries).toEqual([]);
	});

	it('shows the reason instead of fields while the document is unknown', async () => {
		for (const documentName of ['', '={{ $json.document }}', '={{ $("Elsewhere").item.json.document }}']) {
			expect(await mapped({ resource: 'anyDocument', documentName, operation: 'create' })).toEqual({
				fields: [],
				emptyFieldsNotice: expect.stringContaining('The document name is empty or an expression'),
			});
		}
		expect(await mapped({ resource: 'anyDocument', documentName: 'JmNothing', operation: 'create' })).toEqual({
			fields: [],
			emptyFieldsNotice: expect.stringContaining("'JmNothing' could not be read"),
		});
	});
});

describe('The lists in the editor', () => {
	it('offer the fields to send, to search by and to return, each with its label followed by its name', async () => {
		const sent = await listed('getFieldsToSend', { resource: 'job', operation: 'update' });
		expect(sent).toEqual(expect.arrayContaining([{ name: 'Production Code (JOB_field_1)', value: 'JOB_field_1' }]));
		expect(valuesOf(sent)).not.toContain('date_added');
		expect(sent.map(({ name }) => name)).toEqual([...sent.map(({ name }) => name)].sort((one, other) => one.localeCompare(other, 'en')));
		expect(valuesOf(await listed('getFieldsToFind', { resource: 'job', operation: 'getMany' }))).toEqual(
			expect.arrayContaining(['job_no', 'date_added', 'JOB_field_1']),
		);
		expect(valuesOf(await listed('getFieldsToReturn', { resource: 'job', operation: 'get' }))).toEqual(
			expect.arrayContaining(['job_no', 'date_added']),
		);
	});

	it('offer sub-tables at every depth, their keys, and the fields of their rows', async () => {
		const order = { resource: 'transmissionOrder', operation: 'get' };
		const subTables = await listed('getSubTables', order);
		expect(valuesOf(subTables)).toEqual(expect.arrayContaining(['mo_service_row', 'mo_operation', 'jm_wo_transaction']));
		expect(subTables.find(({ value }) => value === 'mo_operation')).toMatchObject({ description: 'Sub-table of Service Rows' });
		const rowKeys = valuesOf(await listed('getRowKeys', order));
		// The first one is the default: the key of the sub-table.
		expect(rowKeys[0]).toBe('');
		expect(rowKeys).toEqual(expect.arrayContaining(['service_row_no', 'operation_no', 'trx_no']));
		expect(valuesOf(await listed('getSubTablesToSend', order))).not.toContain('mo_operation');
		expect(await listed('getRowFields', { resource: 'job', operation: 'create' })).toEqual(
			expect.arrayContaining([{ name: 'Title (title_no)', value: 'jm_episode.title_no' }]),
		);
	});

	it("offer only the fields of a row's own sub-table", async () => {
		const row = (subTable: string) => ({ subTable, cells: { cell: [{ fieldName: '', fieldValue: '' }] } });
		const fieldsIn = async (tables: readonly string[], path?: string): Promise<unknown[]> => {
			const context = await panelContext(engine, {
				node: 'mediaOperations',
				parameters: { authentication: 'basic', resource: 'libraryAsset', operation: 'create', rows: { row: tables.map(row) } },
				credentials: { mediaOperationsBasicApi: credential() },
				path,
			});
			return (await loadOptions.getRowFields.call(context)).map(({ value }) => String(value).split('.')[0]);
		};
		const tables = ['lib_master_title', 'lib_master_audio'];
		const cell = (index: number): string => `parameters.rows.row[${index}].cells.cell[0].fieldName`;
		expect(new Set(await fieldsIn(tables, cell(0)))).toEqual(new Set(['lib_master_title']));
		expect(new Set(await fieldsIn(tables, cell(1)))).toEqual(new Set(['lib_master_audio']));
		expect(new Set(await fieldsIn(['lib_master_audio']))).toEqual(new Set(['lib_master_audio']));
		expect(new Set(await fieldsIn(['']))).toEqual(new Set(await fieldsIn([])));
	});

	it('offer the table and the keys of any document', async () => {
		const rateCard = { resource: 'anyDocument', documentName: 'JmRateCard', operation: 'get' };
		expect(valuesOf(await listed('getTable', rateCard))).toEqual(['jm_rate_card']);
		expect(valuesOf(await listed('getKeys', rateCard)).sort()).toEqual(['external_key', 'rate_card_no']);
	});

	it('start with a notice if the definition is unavailable', async () => {
		const options = await listed(
			'getFieldsToSend',
			{ resource: 'job', operation: 'update' },
			credential(sandbox.apiUrl, { advancedSettings: true, definitionPattern: '/nowhere/{document}' }),
		);
		expect(options[0]).toMatchObject({ value: '', description: expect.stringContaining('404') });
		expect(valuesOf(options)).toContain('job_desc');
	});

	it('are empty, without an error, if the document name is an expression that requires an item', async () => {
		for (const list of Object.keys(loadOptions) as (keyof typeof loadOptions)[])
			expect(await listed(list, { resource: 'anyDocument', documentName: '={{ $json.x.y }}', operation: 'get' })).toEqual([]);
	});

	it('depend on documentName.value, because n8n does not load a list that depends on a parameter with an expression', () => {
		const dependent = new Set<string>();
		JSON.stringify(genericProperties, (key, value: unknown) => {
			if (key === 'loadOptionsDependsOn') (value as string[]).forEach((name) => dependent.add(name));
			return value;
		});
		expect(dependent).toContain('documentName.value');
		expect(dependent).not.toContain('documentName');
	});

	it('include every list that a parameter loads', () => {
		const text = JSON.stringify(genericProperties);
		const asked = [...text.matchAll(/"loadOptionsMethod":"([^"]+)"/g)].map(([, name]) => name);
		expect(new Set(asked)).toEqual(new Set(Object.keys(loadOptions)));
		const { methods } = engine.types.nodes.get('mediaOperations')!;
		for (const [, name] of text.matchAll(/"searchListMethod":"([^"]+)"/g)) expect(methods?.listSearch).toHaveProperty(name!);
		for (const [, name] of text.matchAll(/"resourceMapperMethod":"([^"]+)"/g)) expect(methods?.resourceMapping).toHaveProperty(name!);
	});
});

describe('The lists of records and rows', () => {
	it('also find a record by its key, and show it once', async () => {
		const byNumber = await searchRecords.call(await panel({ resource: 'job', operation: 'get' }), '12');
		expect(byNumber.results[0]?.value).toBe('12');
		expect(new Set(byNumber.results.map(({ value }) => value)).size).toBe(byNumber.results.length);
		const byOrder = await searchRecords.call(await panel({ resource: 'workOrder', operation: 'get' }), '100-');
		expect(byOrder.results.map(({ value }) => value)).toContain('100-1');
	});

	it('offer the records of any document, each with its title and key', async () => {
		const { results } = await searchRecords.call(
			await panel({ resource: 'anyDocument', documentName: 'JmRateCard', keyField: 'rate_card_no', operation: 'get' }),
		);
		expect(results.length).toBeGreaterThan(0);
		expect(results[0]?.name).toMatch(/ \(\d+\)$/);
		expect(
			(await searchRecords.call(await panel({ resource: 'anyDocument', documentName: '={{ $json.d }}', operation: 'get' }))).results,
		).toEqual([]);
	});

	const rows = async (parameters: INodeParameters, step: INodeParameters, filter?: string) => {
		const context = await panel({ resource: 'job', operation: 'get', ...parameters, subTables: { step: [step as never] } });
		Object.assign(context, { path: 'parameters.subTables.step[0].value' });
		return await searchRows.call(context, filter);
	};

	it('offer the sub-table rows of the chosen record', async () => {
		const record = { record: { __rl: true, mode: 'list', value: '4' } as never };
		const { results } = await rows(record, { table: 'jm_episode', key: '' });
		expect(results.length).toBeGreaterThan(0);
		expect(results.every(({ value }) => /^\d+$/.test(String(value)))).toBe(true);
		const [first] = results;
		expect((await rows(record, { table: 'jm_episode', key: '' }, first!.name)).results).toContainEqual(first);
		expect(
			(await rows({ record: { __rl: true, mode: 'job_no', value: '={{ $json.job_no }}' } as never }, { table: 'jm_episode' })).results,
		).toEqual([]);
		expect((await rows(record, { table: '' })).results).toEqual([]);
	});
});

describe("The 'Fields by Search' parameter", () => {
	const found = async (fieldName: string, filter?: string, page?: string) => {
		const context = await panel({ resource: 'workOrder', operation: 'create', searchedFields: { chosen: [{ fieldName }] } });
		Object.assign(context, { path: 'parameters.searchedFields.chosen[0].record' });
		return await searchFieldRecords.call(context, filter, page);
	};

	it('offers the fields that refer to records of other documents', async () => {
		const names = valuesOf(await listed('getFieldsToSearch', { resource: 'workOrder', operation: 'create' }));
		expect(names).toEqual(expect.arrayContaining(['cust_id', 'job_no', 'phase_code', 'rate_card_no', 'wo_template_no']));
		expect(names).not.toContain('wo_desc');
	});

	it("searches a field's document on the site, page by page", async () => {
		expect((await found('cust_id', 'northgate')).results).toContainEqual({ name: 'Northgate Broadcast (19)', value: '19' });
		const first = await found('job_no');
		const second = await found('job_no', undefined, first.paginationToken as string);
		expect([first.results.length, second.results.length]).toEqual([50, 50]);
		expect(second.results).not.toContainEqual(first.results[0]);
	});

	it.each(['', 'wo_desc', 'no_such_field', '={{ $json.field }}'])(
		'offers no records for "%s", which does not refer to a record',
		async (name) => {
			expect(await found(name)).toEqual({ results: [] });
		},
	);
});

describe('The hints before a run', () => {
	const shown = (parameters: INodeParameters): string[] => {
		const nodeType = engine.types.nodes.get('mediaOperations') as INodeType;
		const node = {
			id: 'panel',
			name: 'Panel',
			type: 'mediaOperations',
			typeVersion: 1,
			position: [0, 0] as [number, number],
			parameters: { resource: 'job', ...parameters },
		};
		const nodeTypes = {
			getByName: () => nodeType,
			getByNameAndVersion: () => nodeType,
			getKnownTypes: () => ({}),
		} as unknown as INodeTypes;
		const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
		return (nodeType.description.hints ?? [])
			.filter(
				({ displayCondition }) =>
					workflow.expression.getSimpleParameterValue(workflow.nodes.Panel!, displayCondition!, 'manual', {}) === true,
			)
			.map(({ message }) => message);
	};

	it.each<readonly [string, INodeParameters, RegExp[]]>([
		[
			'warn about an update of all matching records',
			{ operation: 'update', applyTo: 'matching', mode: 'update' },
			[/changes every record that matches.*'Preview'/],
		],
		[
			'state that the mode Preview changes nothing',
			{ operation: 'update', applyTo: 'matching' },
			[/changes nothing. Set 'Mode' to 'Update'/],
		],
		['state that a preview sends nothing', { operation: 'update', options: { preview: true } }, [/without sending them/]],
		['warn about Delete', { operation: 'delete' }, [/cannot be restored/]],
		['recommend a preview of a write', { operation: 'create' }, [/Turn on the 'Preview' option/]],
		['are not shown if nothing is changed', { operation: 'getMany' }, []],
		['are not shown for a read, even if its hidden option Preview is on', { operation: 'get', options: { preview: true } }, []],
	])('%s', (_what, parameters, messages) => {
		const found = shown(parameters);
		expect(found).toHaveLength(messages.length);
		messages.forEach((message, index) => expect(found[index]).toMatch(message));
	});
});
