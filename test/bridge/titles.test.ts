/** Lists from sites whose title field differs from the sandbox's, or that have no title field. */
import type { ILoadOptionsFunctions, INodeParameters } from 'n8n-workflow';

import { loadBatches, searchVoidReasons } from '../../bridge/actions/lookups';
import { searchRecords } from '../../bridge/panel/listSearch';
import { getMappedFields } from '../../bridge/panel/mappedFields';
import { panelContext } from '../../workshop/engine/panel';
import { siteForTests } from '../engine/recordingSite';
import { engineForTests } from '../support/engineForTests';

const engine = engineForTests();
const site = siteForTests();

/** The cache depends on the credential's division, so each test uses its own division. */
let users = 0;
beforeEach(() => (users += 1));
const panel = async (node: string, parameters: INodeParameters = {}): Promise<ILoadOptionsFunctions> =>
	await panelContext(engine, {
		node,
		parameters: { authentication: 'basic', ...parameters },
		credentials: { mediaOperationsBasicApi: { baseUrl: site.url, username: 'demo', password: 'demo', divisionCode: `D${users}` } },
	});

/** The conditions, columns and order of the list requests by title or key. Requests by external key are not included. */
const listed = (): unknown[] =>
	site.requests
		.map(({ address }) => new URL(address, site.origin))
		.filter(({ pathname, searchParams }) => pathname.endsWith('List') && !searchParams.get('Query')!.includes('external_key'))
		.map(({ searchParams }) => [searchParams.get('Query'), searchParams.get('resultColumns'), searchParams.get('sort')]);

/**
 * Sets up a site with one record in each list. The site rejects unknown fields, and has a definition only for the document in `defined`.
 */
const holds = (record: Readonly<Record<string, unknown>>, defined?: { readonly document: string; readonly table: string }): void => {
	const properties = Object.fromEntries(
		Object.entries(record).map(([name, value]) => [name, { type: typeof value === 'number' ? 'integer' : 'string' }]),
	);
	const schema = defined && { type: 'object', properties: { [defined.table]: { type: 'array', items: { type: 'object', properties } } } };
	site.respond = ({ address }) => {
		const { pathname, searchParams } = new URL(address, site.origin);
		if (!pathname.endsWith('List')) {
			if (!pathname.endsWith(`/${defined?.document}`)) return { status: 404, body: { error: 'No definitions here' } };
			return {
				body: {
					openapi: '3.0.1',
					paths: { [`/${defined?.document}`]: { post: { requestBody: { content: { 'application/json': { schema } } } } } },
				},
			};
		}
		const asked = [
			...(JSON.parse(searchParams.get('resultColumns') ?? '{"L":[]}') as { L: string[] }).L,
			...Object.keys(JSON.parse(searchParams.get('Query') ?? '{}') as object),
		];
		const unknown = asked.find((name) => !(name in record));
		return unknown === undefined
			? { body: { L: [record] }, headers: { 'Pagination-Count': '1' } }
			: { status: 400, body: { error: `Undefined Parameter '${unknown}'` } };
	};
};

describe('An editor list on a site without a state field', () => {
	it('shows the title of each batch, but not the state', async () => {
		holds({ batch_no: '7572', batch_desc: 'Week 22' });
		expect(await loadBatches.call(await panel('mediaOperationsPostBatch'))).toEqual([{ name: 'Week 22 (7572)', value: '7572' }]);
		expect(listed().map((request) => (request as string[])[1])).toEqual([
			'{"L":["batch_no","batch_desc","posted"]}',
			'{"L":["batch_no","batch_desc"]}',
		]);
	});
});

describe("An editor list on a site without the catalog's title field", () => {
	it("searches by the title field in the site's definition", async () => {
		holds({ cancel_no: 4, why_desc: 'Weather' }, { document: 'JmCancelReason', table: 'jm_cancel_reason' });
		expect(await searchVoidReasons.call(await panel('mediaOperationsVoidOrder'), 'wea')).toEqual({
			results: [{ name: 'Weather (4)', value: '4' }],
		});
		expect(listed()).toEqual([
			['{"cancel_desc":"%wea%"}', '{"L":["cancel_no","cancel_desc"]}', '["cancel_desc asc","cancel_no asc"]'],
			['{"why_desc":"%wea%"}', '{"L":["cancel_no","why_desc"]}', '["why_desc asc","cancel_no asc"]'],
		]);
	});

	it('shows the keys if the site has no definitions, and finds a record only by its complete number', async () => {
		holds({ cancel_no: 4 });
		const context = await panel('mediaOperationsVoidOrder');
		expect(await searchVoidReasons.call(context)).toEqual({ results: [{ name: '4', value: '4' }] });
		expect(await searchVoidReasons.call(context, '4')).toEqual({ results: [{ name: '4', value: '4' }] });
		expect(await searchVoidReasons.call(context, 'wea')).toEqual({ results: [] });
		expect(listed().filter((request) => !JSON.stringify(request).includes('cancel_desc'))).toEqual([
			['{}', '{"L":["cancel_no"]}', '["cancel_no asc"]'],
			['{"cancel_no":4}', '{"L":["cancel_no"]}', '["cancel_no asc"]'],
		]);
	});

	it('shows keys for Any Document if the site refuses the title field in its own definition', async () => {
		holds({ reel_no: 7 });
		const record = site.respond;
		const defined = {
			type: 'object',
			properties: {
				sys_reel: { type: 'array', items: { type: 'object', properties: { reel_no: { type: 'integer' }, reel_desc: { type: 'string' } } } },
			},
		};
		site.respond = (request, number) =>
			request.address.endsWith('/SysReel')
				? {
						body: {
							openapi: '3.0.1',
							paths: { '/SysReel': { post: { requestBody: { content: { 'application/json': { schema: defined } } } } } },
						},
					}
				: record(request, number);
		const context = await panel('mediaOperations', {
			resource: 'anyDocument',
			documentName: 'SysReel',
			keyField: 'reel_no',
			operation: 'get',
		});
		expect(await searchRecords.call(context)).toEqual({ results: [{ name: '7', value: '7' }] });
	});

	it("labels records with their keys, or with the title field in the site's definition", async () => {
		holds({ batch_no: 31 });
		expect(await loadBatches.call(await panel('mediaOperationsPostBatch'))).toEqual([{ name: '31', value: '31' }]);
		holds({ batch_no: 32, week_name: 'Week 47' }, { document: 'TcBatch', table: 'tc_batch' });
		users += 1;
		expect(await loadBatches.call(await panel('mediaOperationsPostBatch'))).toEqual([{ name: 'Week 47 (32)', value: '32' }]);
	});

	it('shows keys as the options of a look-up field in the mapper', async () => {
		holds({ cust_id: '17' });
		const { fields } = await getMappedFields.call(
			await panel('mediaOperations', { resource: 'job', operation: 'create', fieldsMode: 'mapper' }),
		);
		expect(fields.find(({ id }) => id === 'cust_id')?.options).toEqual([{ name: '17', value: '17' }]);
	});
});

describe('An editor list that the site always refuses', () => {
	it("shows the site's message as the reason why it is empty", async () => {
		site.respond = ({ address }) =>
			address.includes('List')
				? { status: 400, body: { error: 'Missing Parameter division' } }
				: { status: 404, body: { error: 'No definitions here' } };
		await expect(searchVoidReasons.call(await panel('mediaOperationsVoidOrder'))).rejects.toMatchObject({
			message: expect.stringContaining('Missing Parameter division'),
		});
		await expect(loadBatches.call(await panel('mediaOperationsPostBatch'))).rejects.toMatchObject({
			message: expect.stringContaining('Missing Parameter division'),
		});
	});

	it('is requested only once if the user has no access', async () => {
		site.respond = () => ({ status: 403, body: { error: 'Not yours' } });
		await expect(loadBatches.call(await panel('mediaOperationsPostBatch'))).rejects.toMatchObject({
			message: expect.stringContaining('Not yours'),
		});
		expect(site.requests).toHaveLength(1);
	});
});
