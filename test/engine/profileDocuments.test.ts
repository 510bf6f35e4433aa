/** Documents for which both the site profile and the parameters of the node describe the names or values on the site. */
import type { INodeParameters } from 'n8n-workflow';

import { getMappedFields } from '../../bridge/panel/mappedFields';
import type { SiteProfile } from '../../core/catalog';
import type { NodeOutcome } from '../../workshop/engine/engine';
import { panelContext } from '../../workshop/engine/panel';
import { engineForTests } from '../support/engineForTests';
import { siteForTests } from './recordingSite';

const engine = engineForTests();
const site = siteForTests();

const PATH = '/api/v2/database/DEMO';
const credentials = (profile: Omit<SiteProfile, 'version'>) => ({
	mediaOperationsBasicApi: {
		baseUrl: site.url,
		username: 'demo',
		password: 'demo',
		advancedSettings: true,
		siteProfile: JSON.stringify({ version: 1, ...profile }),
	},
});
const run = async (profile: Omit<SiteProfile, 'version'>, parameters: INodeParameters, node = 'mediaOperations'): Promise<NodeOutcome> =>
	await engine.run({ node, parameters: { authentication: 'basic', ...parameters }, credentials: credentials(profile) });
const rows = ({ error, output }: NodeOutcome): unknown => {
	expect(error).toBeNull();
	return output[0]?.map(({ json }) => json);
};
/** The requests except those for definitions, with their queries decoded. */
const sent = (): unknown[] =>
	site.requests
		.filter(({ address }) => !address.includes('/spec/'))
		.map(({ method, address, body }) => [method, decodeURIComponent(address.replace(PATH, '')), body === '' ? '' : JSON.parse(body)]);

const fieldsOf = (table: string): unknown => ({
	content: {
		'application/json': {
			schema: {
				type: 'object',
				properties: {
					[table]: { type: 'array', items: { type: 'object', properties: { job_desc: { type: 'string' }, wo_desc: { type: 'string' } } } },
				},
			},
		},
	},
});
const definitionOf = (document: string, table: string): unknown => ({
	openapi: '3.0.1',
	paths: { [`/${document}`]: { post: { requestBody: fieldsOf(table), responses: { 200: { description: 'ok' } } } } },
});
const createdIn = (table: string, key: string, value: unknown): unknown => ({
	message: null,
	tables: [table],
	[table]: { record_identifiers: [key], records: [{ [key]: value }] },
});

/** The columns of the mapper, as the editor stores them after it has read the site's definition. */
const mapperOf = async (
	profile: Omit<SiteProfile, 'version'>,
	parameters: INodeParameters,
	value: Record<string, unknown>,
	node = 'mediaOperations',
): Promise<INodeParameters> => {
	const context = await panelContext(engine, {
		node,
		parameters: { authentication: 'basic', fieldsMode: 'mapper', ...parameters },
		credentials: credentials(profile),
	});
	const { fields } = await getMappedFields.call(context);
	return {
		...parameters,
		fieldsMode: 'mapper',
		columns: {
			mappingMode: 'defineBelow',
			value,
			matchingColumns: [],
			schema: fields.map((field) => ({ ...field, removed: false })),
		} as never,
	};
};

describe('A table name that both the site profile and the node specify', () => {
	const profile = { documents: { JmJob: { table: 'job' }, JmWorkOrder: { table: 'work_order' }, ArInvoice: { table: 'invoice' } } };
	const VALUE = { job_desc: 'Edit' };
	const job = { resource: 'job', operation: 'create' };
	const json = { fieldsMode: 'json', fieldsJson: JSON.stringify(VALUE) };
	const anyJob = { ...job, resource: 'anyDocument', documentName: 'JmJob' };

	beforeEach(() => {
		site.respond = ({ address, method }) =>
			address.endsWith('/spec/JmJob')
				? { body: definitionOf('JmJob', 'job') }
				: address.endsWith('/spec/JmWorkOrder')
					? { body: definitionOf('JmWorkOrder', 'work_order') }
					: method === 'GET'
						? { body: { work_order: [{ wo_no_seq: '7-1', wo_desc: 'Edit' }] } }
						: address.includes('/JmWorkOrder')
							? { body: createdIn('work_order', 'wo_no_seq', '7-1') }
							: { body: createdIn(address.includes('/ArInvoice') ? 'invoice' : 'job', 'job_no', 7) };
	});

	it('is recognized in the response to a create whose table the mapper read from the definition', async () => {
		const mapper = await mapperOf(profile, job, VALUE);
		expect(rows(await run(profile, mapper))).toEqual([expect.objectContaining({ job_no: 7 })]);
		expect(sent()).toEqual([['POST', '/JmJob', { job: [VALUE] }]]);
	});

	it.each<[string, INodeParameters]>([
		["'Table Name or ID'", { ...job, ...json, options: { tableName: 'job' } }],
		["'Table Name or ID' with the name in the catalog", { ...job, ...json, options: { tableName: 'jm_job' } }],
		["'Table Name or ID' of Any Document", { ...anyJob, ...json, table: 'job' }],
		["the catalog's name with Any Document", { ...anyJob, ...json, table: 'jm_job' }],
	])('is recognized in the response to a create with %s', async (_name, parameters) => {
		expect(rows(await run(profile, parameters))).toEqual([expect.objectContaining({ job_no: 7 })]);
		expect(sent()).toEqual([['POST', '/JmJob', { job: [VALUE] }]]);
	});

	it('is the name in the node if that differs from the profile and the catalog', async () => {
		site.respond = () => ({ body: createdIn('other_job', 'job_no', 7) });
		expect(rows(await run(profile, { ...job, ...json, options: { tableName: 'other_job' } }))).toEqual([
			expect.objectContaining({ job_no: 7 }),
		]);
		expect(sent()).toEqual([['POST', '/JmJob', { other_job: [VALUE] }]]);
	});

	it('is the name in the profile for a document that is not in the catalog', async () => {
		const invoice = { ...anyJob, documentName: 'ArInvoice', ...json };
		expect(rows(await run(profile, invoice))).toEqual([expect.objectContaining({ job_no: 7 })]);
		expect(sent()).toEqual([['POST', '/ArInvoice', { invoice: [VALUE] }]]);
	});

	it('is recognized in the response to an upsert that created the record', async () => {
		const record = { __rl: true, mode: 'external_key', value: 'A-1' } as never;
		const upsert = { ...job, ...json, operation: 'upsert', record, options: { tableName: 'job' } };
		expect(rows(await run(profile, upsert))).toEqual([expect.objectContaining({ created: true, job_no: 7 })]);
	});

	it('is read from the definition by the Load Template node', async () => {
		const create = { resource: 'workOrder', operation: 'create', template: { __rl: true, mode: 'id', value: '15' } as never };
		const node = 'mediaOperationsLoadTemplate';
		const value = { wo_desc: 'Edit' };
		for (const known of [{}, profile]) {
			const mapper = await mapperOf(known, create, value, node);
			site.requests.length = 0;
			expect(rows(await run(known, { ...mapper, options: { readBack: false } }, node))).toEqual([
				expect.objectContaining({ wo_no_seq: '7-1' }),
			]);
			expect(sent()).toEqual([['POST', '/JmWorkOrder', { work_order: [expect.objectContaining(value)] }]]);
		}
	});
});

describe('A list whose name is not in the catalog', () => {
	const profile = { records: { flags: 'boolean', lookups: 'text' } } as const;
	const list = { options: { listDocument: 'MyJobs' } };

	it('is read with the value formats of the profile', async () => {
		site.respond = () => ({ body: { L: [{ job_no: 1, active: true }] } });
		const many = { resource: 'job', operation: 'getMany', returnAll: true, queryMode: 'json', queryJson: '{"active":"Y"}', ...list };
		expect(rows(await run(profile, many))).toEqual([expect.objectContaining({ job_no: 1, active: 'Y' })]);
		expect(sent()[0]).toEqual(['GET', expect.stringContaining('/MyJobs?Query={"active":true}'), '']);
	});

	it('is updated with the value formats of the profile', async () => {
		site.respond = ({ method }) =>
			method === 'GET' ? { body: { L: [{ job_no: 1 }] }, headers: { 'Pagination-Count': '1' } } : { status: 204 };
		const update = {
			resource: 'job',
			operation: 'update',
			applyTo: 'matching',
			mode: 'update',
			queryMode: 'json',
			queryJson: '{"active":"Y"}',
			fieldsMode: 'json',
			fieldsJson: '{"active":"N"}',
			...list,
		};
		rows(await run(profile, update));
		expect(sent().at(-1)).toEqual(['PATCH', '/MyJobs?Query={"active":true}', [{ op: 'replace', path: 'active', value: false }]]);
	});
});
