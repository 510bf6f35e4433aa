/** Create or Update of a record that exists: templates are not loaded twice, and the rows that the operation adds are returned. */
import type { INodeParameters } from 'n8n-workflow';

import type { NodeOutcome } from '../../workshop/engine/engine';
import { engineForTests } from '../support/engineForTests';
import { sandboxForTests } from '../support/sandboxForTests';
import { siteForTests } from './recordingSite';

const engine = engineForTests();
const sandbox = sandboxForTests();
const site = siteForTests();
beforeEach(() => sandbox.control.reset());

const run = async (parameters: INodeParameters, baseUrl = sandbox.apiUrl): Promise<NodeOutcome> =>
	await engine.run({
		node: 'mediaOperations',
		parameters: { authentication: 'basic', resource: 'workOrder', ...parameters },
		credentials: { mediaOperationsBasicApi: { baseUrl, username: 'demo', password: 'demo' } },
	});
const only = ({ output, error }: NodeOutcome): Record<string, unknown> => {
	expect(error).toBeNull();
	expect(output[0]).toHaveLength(1);
	return output[0]![0]!.json;
};

const ORDER = {
	wo_desc: 'Gala',
	wo_begin_dt: '2026-12-01T09:00:00Z',
	wo_end_dt: '2026-12-01T18:00:00Z',
	wo_type_no: 7,
	phase_code: 'CONF',
	rate_card_no: 1,
	cust_id: 32,
	wo_template_no: 15,
};
const byExternalKey: INodeParameters = { record: { __rl: true, mode: 'external_key', value: 'CRM-GALA' } as never };
const upsert = (
	options: INodeParameters = {},
	saveArguments: INodeParameters = { LoadTemplate: '15' },
	fields: object = ORDER,
): INodeParameters => ({
	operation: 'upsert',
	...byExternalKey,
	fieldsMode: 'json',
	fieldsJson: JSON.stringify(fields),
	saveArguments,
	options,
});
const transactions = async (): Promise<number[]> => {
	const order = only(await run({ operation: 'get', ...byExternalKey, simplify: false }));
	return (order.jm_wo_transaction as { trx_no: { trx_no: number } }[]).map(({ trx_no: { trx_no: number } }) => number);
};

describe('Create or Update with Load Template', () => {
	it('loads the template into a new order, and does not load it again when the same upsert is repeated', async () => {
		expect(only(await run(upsert()))).toMatchObject({ external_key: 'CRM-GALA', created: true });
		const loaded = await transactions();
		expect(loaded.length).toBeGreaterThan(1);
		const repeated = await run(upsert());
		expect(only(repeated)).toMatchObject({ external_key: 'CRM-GALA', created: false });
		expect(repeated.hints).toEqual([
			"No templates were loaded into existing records of 'JmWorkOrder'. To load them again, set 'Load Templates' in the options",
		]);
		expect(await transactions()).toEqual(loaded);
	});

	it('loads the template again if Load Templates is set to Into All Records', async () => {
		only(await run(upsert()));
		const loaded = await transactions();
		only(await run(upsert({ loadTemplates: 'all' })));
		expect((await transactions()).length).toBe(2 * loaded.length);
	});

	it('previews the request for a new or an existing order', async () => {
		const header = async (): Promise<unknown> =>
			(only(await run(upsert({ preview: true }))).headers as Record<string, unknown>).SaveArgument;
		expect(await header()).toBe('{"LoadTemplate":"15"}');
		only(await run(upsert()));
		expect(await header()).toBeUndefined();
	});

	it.each([
		[404, 'Record not found'],
		[400, 'Alternate key not found: CRM-GALA'],
		[500, 'Alternate key not found: CRM-GALA'],
	])('creates an order if the preceding read fails with %i "%s"', async (status, error) => {
		const created = {
			message: null,
			tables: ['jm_work_order'],
			jm_work_order: { record_identifiers: ['wo_no_seq'], records: [{ wo_no_seq: '9-1' }] },
		};
		site.respond = ({ method }) => (method === 'GET' ? { status, body: { error } } : { body: created });
		expect(only(await run(upsert(), site.url))).toMatchObject({ wo_no_seq: '9-1', created: true });
		expect(site.requests.at(-1)!.headers.saveargument).toBe('{"LoadTemplate":"15"}');
	});

	it.each([
		[403, { error: 'Not for you' }],
		[400, 'Not for you: route not found'],
		[500, '<html><title>Not for you: page not found</title></html>'],
	])('sends nothing if it cannot determine whether the order exists (status %i, %j)', async (status, body) => {
		site.respond = () => ({ status, body });
		expect((await run(upsert({ maxAttempts: 1 }), site.url)).error?.message).toContain('Not for you');
		expect(site.requests.map(({ method }) => method)).toEqual(['GET']);
	});
});

describe('Return New Rows', () => {
	const SOURCES = { mo_source: [{ source_desc: 'Camera 1' }, { source_desc: 'Camera 2' }] };

	it('returns the keys of the rows that Create or Update added to an existing record', async () => {
		only(await run(upsert({}, {}, { ...ORDER, ...SOURCES })));
		expect(only(await run(upsert({}, {}, SOURCES)))).not.toHaveProperty('mo_source');
		expect(only(await run(upsert({ returnNewRows: true }, {}, SOURCES)))).toMatchObject({
			created: false,
			mo_source: [{ dsp_seq: 5 }, { dsp_seq: 6 }],
		});
	});

	it('returns the keys of the rows that Update added', async () => {
		only(await run(upsert({}, {}, ORDER)));
		const update = { operation: 'update', ...byExternalKey, fieldsMode: 'json', fieldsJson: JSON.stringify(SOURCES) };
		expect(only(await run({ ...update, options: { returnNewRows: true } }))).toMatchObject({
			updated: true,
			mo_source: [{ dsp_seq: 1 }, { dsp_seq: 2 }],
		});
	});

	it('names the sub-table whose new rows cannot be determined', async () => {
		site.respond = ({ method }) =>
			method === 'GET'
				? { body: { jm_work_order: [{ wo_no_seq: { wo_no_seq: '9-1' }, site_rows: [] }] } }
				: { body: { message: null, tables: [] } };
		const outcome = await run(upsert({ returnNewRows: true }, {}, { site_rows: [{ text: 'A' }] }), site.url);
		expect(only(outcome)).toMatchObject({ created: false });
		expect(outcome.hints).toEqual(["The new rows of 'site_rows' cannot be returned because the key of the sub-table is not known"]);
	});
});
