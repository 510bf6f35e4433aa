/** The request options of the node apply to its lists in the editor, and to Check. */
import type { INodeParameters } from 'n8n-workflow';

import { searchRecords } from '../../bridge/panel/listSearch';
import { getMappedFields } from '../../bridge/panel/mappedFields';
import { searchRows } from '../../bridge/panel/rowSearch';
import { panelContext } from '../../workshop/engine/panel';
import { runCheck } from '../check/checkRun';
import { engineForTests } from '../support/engineForTests';
import { siteForTests } from './recordingSite';

const engine = engineForTests();
const site = siteForTests();

const OPTIONS = {
	divisionCode: 'LON',
	extraHeaders: { entry: [{ name: 'X-Gate', value: 'open' }] },
	extraParameters: { entry: [{ name: 'tenant', value: 'a b' }] },
};
const credential = () => ({ baseUrl: site.url, username: 'demo', password: 'demo' });
const panel = async (parameters: INodeParameters, node = 'mediaOperations') =>
	await panelContext(engine, {
		node,
		parameters: { authentication: 'basic', resource: 'job', ...parameters },
		credentials: { mediaOperationsBasicApi: credential() },
	});

/** A gateway that requires a header and a query parameter, in front of a site with one customer for each division. */
beforeEach(() => {
	site.respond = ({ address, headers }) => {
		if (headers['x-gate'] !== 'open' || !address.includes('tenant=a%20b')) return { status: 403, body: { error: 'No' } };
		if (address.includes('/spec/')) return { status: 404, body: { error: 'No definition' } };
		if (address.includes('/jm_episode')) return { body: [{ episode_no: 4, episode_desc: 'Pilot' }] };
		const division = headers['division-code'] ?? 'default';
		return { body: { L: [{ job_no: 1, job_desc: `Job in ${division}`, cust_id: '7', cust_name: `Customer in ${division}` }] } };
	};
});

const customers = async (options: INodeParameters): Promise<unknown> => {
	const { fields } = await getMappedFields.call(await panel({ operation: 'create', fieldsMode: 'mapper', options }));
	return fields.find(({ id }) => id === 'cust_id')?.options?.map(({ name }) => name);
};

describe('A list in the editor', () => {
	it('is requested with the division, headers and query parameters of the node', async () => {
		const { results } = await searchRecords.call(await panel({ operation: 'get', options: OPTIONS }));
		expect(results).toEqual([{ name: 'Job in LON (1)', value: '1' }]);
		const steps = { record: { __rl: true, mode: 'job_no', value: '1' }, subTables: { step: [{ table: 'jm_episode', key: 'episode_no' }] } };
		const context = await panelContext(engine, {
			node: 'mediaOperations',
			parameters: { authentication: 'basic', resource: 'job', operation: 'get', options: OPTIONS, ...steps } as never,
			credentials: { mediaOperationsBasicApi: credential() },
			path: 'parameters.subTables.step[0].value',
		});
		expect((await searchRows.call(context)).results).toEqual([{ name: 'Pilot (4)', value: '4' }]);
	});

	it('is cached separately for each division', async () => {
		expect(await customers(OPTIONS)).toEqual(['Customer in LON (7)']);
		expect(await customers({ ...OPTIONS, divisionCode: 'NYC' })).toEqual(['Customer in NYC (7)']);
	});

	it('ignores options with expressions, which can require an item', async () => {
		const headers = { entry: [...OPTIONS.extraHeaders.entry, { name: 'X-Item', value: '={{ $json.id }}' }] };
		const options = { ...OPTIONS, divisionCode: '={{ $json.division }}', extraHeaders: headers };
		const { results } = await searchRecords.call(await panel({ operation: 'get', options }));
		expect(results).toEqual([{ name: 'Job in default (1)', value: '1' }]);
	});

	it('is requested with these options in the action nodes', async () => {
		const context = await panel({ resource: 'workOrder', operation: 'void', options: OPTIONS }, 'mediaOperationsVoidOrder');
		const search = engine.types.nodes.get('mediaOperationsVoidOrder')!.methods!.listSearch!.searchVoidReasons!;
		await search.call(context);
		expect(site.requests.length).toBeGreaterThan(0);
		expect(site.requests.filter(({ headers }) => headers['division-code'] !== 'LON')).toEqual([]);
	});
});

describe('The site check', () => {
	it('sends the division, headers and query parameters of its options', async () => {
		const { findings } = await runCheck(engine, credential(), { options: { ...OPTIONS, checkedDocuments: ['job'] } });
		expect(findings.find(({ topic }) => topic === 'Access')?.severity).toBe('ok');
		const lists = site.requests.filter(({ address }) => address.includes('/JmJobList'));
		expect(new Set(lists.map(({ headers }) => headers['division-code']))).toEqual(new Set(['LON']));
	});
});
