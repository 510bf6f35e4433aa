/** A site whose table names differ from those in the catalog. */
import type { INodeParameters } from 'n8n-workflow';

import { getMappedFields } from '../../bridge/panel/mappedFields';
import type { NodeOutcome } from '../../workshop/engine/engine';
import { panelContext } from '../../workshop/engine/panel';
import { engineForTests } from '../support/engineForTests';
import { siteForTests } from './recordingSite';
import { resourceParameters } from '../support/resourceParameters';

const engine = engineForTests();
const site = siteForTests();

const FIELDS = { contact_name: { type: 'string' }, contact_type: { type: 'string' } };
const body = {
	content: {
		'application/json': {
			schema: { type: 'object', properties: { contact_profile: { type: 'array', items: { type: 'object', properties: FIELDS } } } },
		},
	},
};
const DEFINITION = {
	openapi: '3.0.1',
	paths: { '/SysContactFacade': { post: { requestBody: body, responses: { 200: { description: 'ok' } } } } },
};

beforeEach(() => {
	site.respond = ({ method, address }) => {
		if (address.includes('/spec/'))
			return address.endsWith('/SysContactFacade') ? { body: DEFINITION } : { status: 404, body: { error: 'No definition' } };
		if (method === 'GET') return { body: { contact_profile: [{ contact_no: { contact_no: 7 }, contact_name: 'Ada' }] } };
		return {
			body: {
				message: null,
				tables: ['contact_profile'],
				contact_profile: { record_identifiers: ['contact_no'], records: [{ contact_no: 7 }] },
			},
		};
	};
});

const credentials = () => ({ mediaOperationsBasicApi: { baseUrl: site.url, username: 'demo', password: 'demo' } });
const VALUE = { contact_name: 'Ada', contact_type: 'User' };

const mapper = async (resource: string, documentName?: string): Promise<INodeParameters> => {
	const parameters = {
		authentication: 'basic',
		...resourceParameters(resource),
		operation: 'create',
		fieldsMode: 'mapper',
		...(documentName === undefined ? {} : { documentName }),
	};
	const { fields } = await getMappedFields.call(
		await panelContext(engine, { node: 'mediaOperations', parameters, credentials: credentials() }),
	);
	return {
		columns: {
			mappingMode: 'defineBelow',
			value: VALUE,
			matchingColumns: [],
			schema: fields.map((field) => ({ ...field, removed: false })),
		} as never,
	};
};
const run = async (parameters: INodeParameters): Promise<NodeOutcome> =>
	await engine.run({
		node: 'mediaOperations',
		parameters: { authentication: 'basic', ...resourceParameters('contact'), operation: 'create', fieldsMode: 'mapper', ...parameters },
		credentials: credentials(),
	});
const sent = ({ error }: NodeOutcome): unknown => {
	expect(error).toBeNull();
	return site.requests
		.filter(({ address }) => !address.includes('/spec/'))
		.map(({ method, address, body: text }) => [
			method,
			decodeURIComponent(address.replace('/api/v2/database/DEMO', '')),
			text === '' ? '' : (JSON.parse(text) as unknown),
		]);
};
const created = (table: string, document = 'SysContactFacade'): unknown => [['POST', `/${document}`, { [table]: [VALUE] }]];

describe("A document's table name", () => {
	it("is read from the site's definition when the fields are chosen; the run reads no definition", async () => {
		const columns = await mapper('contact');
		site.forget();
		expect(sent(await run(columns))).toEqual(created('contact_profile'));
		expect(site.requests).toHaveLength(1);
	});

	it('is also read from the definition if the resource is Any Document', async () => {
		const columns = await mapper('anyDocument', 'SysContactFacade');
		site.forget();
		expect(sent(await run({ ...columns, resource: 'anyDocument', documentName: 'SysContactFacade' }))).toEqual(created('contact_profile'));
	});

	it('is not taken from a different document whose fields the mapper still contains', async () => {
		const columns = await mapper('contact');
		site.forget();
		expect(sent(await run({ ...columns, ...resourceParameters('contactCard') }))).toEqual(created('sys_contact', 'SysContact'));
	});

	it("is the value of 'Table Name or ID' if it is set", async () => {
		const columns = await mapper('contact');
		site.forget();
		expect(sent(await run({ ...columns, options: { tableName: 'my_contact' } }))).toEqual(created('my_contact'));
	});

	it('is used in the fields to return and in the body of an update', async () => {
		const record = { record: { __rl: true, mode: 'contact_no', value: '7' } as never };
		expect(sent(await run({ operation: 'get', ...record, options: { tableName: 'contact_profile', columns: ['contact_name'] } }))).toEqual([
			['GET', '/SysContactFacade/contact_no=7?resultColumns={"contact_profile":["contact_no","contact_name"]}', ''],
		]);
		site.forget();
		const update = { operation: 'update', fieldsMode: 'json', fieldsJson: '{"contact_name": "Ada"}', ...record };
		expect(sent(await run({ ...update, options: { tableName: 'contact_profile', updateFormat: 'payload' } }))).toEqual([
			['PATCH', '/SysContactFacade/contact_no=7', { contact_profile: [{ contact_no: { contact_no: 7 }, contact_name: 'Ada' }] }],
		]);
	});

	it("is the catalog's table name by default", async () => {
		expect(sent(await run({ fieldsMode: 'json', fieldsJson: JSON.stringify(VALUE) }))).toEqual(created('sys_contact_facade'));
	});
});

describe('Sub-tables that the catalog does not list', () => {
	const step = { subTables: { step: [{ table: 'bid_line' }] } };

	it('can be read by name', async () => {
		site.respond = () => ({ body: [{ bid_line_no: 1 }] });
		const { error, output } = await run({
			resource: 'bidVersion',
			operation: 'get',
			record: { __rl: true, mode: 'version_no', value: '211' },
			...step,
		} as never);
		expect([error, output[0]?.map(({ json }) => json)]).toEqual([null, [{ bid_line_no: 1 }]]);
		expect(sent({ error, output } as never)).toEqual([['GET', '/BidVersion/version_no=211/bid_line', '']]);
	});

	it('accept rows in an update', async () => {
		site.respond = () => ({ status: 204 });
		const parameters = {
			resource: 'bidVersion',
			operation: 'update',
			fieldsMode: 'list',
			record: { __rl: true, mode: 'version_no', value: '211' },
			rows: { row: [{ subTable: 'bid_line', cells: { cell: [{ fieldName: 'line_desc', fieldValue: 'Grading' }] } }] },
		};
		expect(sent(await run(parameters as never))).toEqual([
			['PATCH', '/BidVersion/version_no=211', { bid_version: [{ version_no: { version_no: 211 }, bid_line: [{ line_desc: 'Grading' }] }] }],
		]);
	});
});
