/** Names that a model sends in place of keys. This file defines the records and responses of the site. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { engineForTests, withTools } from '../support/engineForTests';
import { siteForTests, type Recorded, type Reply } from './recordingSite';

const engine = engineForTests(withTools);
const site = siteForTests();

type Json = Record<string, unknown>;
const PHASES: readonly Json[] = [
	{ phase_code: 'A1', phase_desc: 'Offered' },
	{ phase_code: 'A2', phase_desc: 'On Air' },
	{ phase_code: 'A3', phase_desc: 'On Hold' },
];
const CUSTOMERS: readonly Json[] = [
	{ cust_id: 4, cust_desc: 'Harbor TV', cust_name: 'Harbor TV' },
	{ cust_id: 5, cust_desc: 'Hill Radio', cust_name: 'Hill Radio' },
];
const ORDER = { wo_no_seq: { wo_no_seq: '7-1' }, wo_desc: 'Evening News', phase_code: { phase_code: 'A2', phase_desc: 'On Air' } };

const parametersOf = ({ address }: Recorded): URLSearchParams => new URL(address, 'http://site').searchParams;
const queryOf = (request: Recorded): Json => JSON.parse(parametersOf(request).get('Query') ?? '{}') as Json;
const documentOf = ({ address }: Recorded): string => new URL(address, 'http://site').pathname.split('/').at(-1)!;

/** The records that match every condition. Text with % at both ends matches part of a value; other text must equal it. */
const matching = (records: readonly Json[], request: Recorded): readonly Json[] =>
	records.filter((record) =>
		Object.entries(queryOf(request)).every(([field, condition]) => {
			const value = String(record[field]).toLowerCase();
			const text = String(condition).toLowerCase();
			return text.startsWith('%') ? value.includes(text.replaceAll('%', '')) : value === text;
		}),
	);
const listOf = (records: readonly unknown[]): Reply => ({ body: { L: records }, headers: { 'Pagination-Count': String(records.length) } });

const respond = (request: Recorded): Reply => {
	if (request.method === 'PATCH') return { status: 204 };
	switch (documentOf(request)) {
		case 'JmPhaseList':
			return listOf(matching(PHASES, request));
		case 'JmWorkOrderList':
			return listOf([ORDER]);
		default:
			return listOf(matching(CUSTOMERS, request));
	}
};
beforeEach(() => (site.respond = respond));

const run = async (parameters: INodeParameters, node = 'mediaOperationsTool') =>
	await engine.run({
		node,
		parameters: { resource: 'workOrder', operation: 'getMany', ...parameters },
		credentials: { mediaOperationsBasicApi: { baseUrl: site.url, username: 'demo', password: 'demo' } },
	});
const items = ({ output, error }: Awaited<ReturnType<typeof run>>): IDataObject[] => {
	expect(error).toBeNull();
	return output[0]!.map(({ json }) => json);
};
const where = (...condition: INodeParameters[]): INodeParameters => ({ conditions: { condition } });
/** A condition on the phase, in the form that the editor stores: the operator 'Is' and a value entered 'By Number or Code'. */
const phase = (value: string): INodeParameters => ({
	fieldName: 'lookUp|phase_code',
	operator: 'equals',
	record: { __rl: true, mode: 'key', value } as never,
});
const sent = (document: string): Json[] => site.requests.filter((request) => documentOf(request) === document).map(queryOf);

describe('A name in a condition of Get Many', () => {
	it('is replaced with the code of the only record with that name', async () => {
		expect(items(await run(where(phase('on air'))))).toMatchObject([{ wo_no_seq: '7-1', phase_code: 'A2' }]);
		expect(sent('JmPhaseList')).toEqual([{ phase_code: 'on air' }, { phase_desc: 'on air' }]);
		expect(sent('JmWorkOrderList')).toEqual([{ phase_code: 'A2' }]);
	});

	it('can be a partial name if it matches only one record', async () => {
		items(await run(where(phase('offer'))));
		expect(sent('JmWorkOrderList')).toEqual([{ phase_code: 'A1' }]);
	});

	it('is replaced with a number if the key is numeric; a number is sent without a look-up', async () => {
		items(await run(where({ fieldName: 'cust_id', operator: 'equals', value: 'Hill Radio' })));
		expect(sent('JmWorkOrderList')).toEqual([{ cust_id: 5 }]);
		site.requests.length = 0;
		items(await run(where({ fieldName: 'cust_id', operator: 'equals', value: '4' })));
		expect(site.requests.map(documentOf)).toEqual(['JmWorkOrderList']);
	});

	it('is also replaced with the code in a list of names and codes', async () => {
		items(await run(where({ fieldName: 'lookUp|phase_code', operator: 'notIn', records: ['On Hold', 'A1'] })));
		expect(sent('JmWorkOrderList')).toEqual([{ phase_code: { $notin: ['A3', 'A1'] } }]);
	});

	it('is also replaced with the code when the node counts records', async () => {
		items(await run({ ...where(phase('On Hold')), toolOutput: 'count' }));
		expect(sent('JmWorkOrderList')).toEqual([{ phase_code: 'A3' }]);
	});

	it.each([
		['several records match', 'on', "'Phase': several records match 'on'", 'On Air (A2), On Hold (A3)'],
		['no record matches', 'Cancelled', "'Phase': no record matches 'Cancelled'", 'Offered (A1), On Air (A2), On Hold (A3)'],
	])('is rejected with the choices if %s, and no order is read', async (_case, name, message, choices) => {
		expect(items(await run(where(phase(name))))).toEqual([
			{ error: expect.stringContaining(message) as string, message: expect.stringContaining(choices) as string },
		]);
		expect(sent('JmWorkOrderList')).toEqual([]);
	});

	it('is sent unchanged unless a model calls the node', async () => {
		items(await run(where(phase('On Air')), 'mediaOperations'));
		expect(site.requests.map(documentOf)).toEqual(['JmWorkOrderList']);
		expect(sent('JmWorkOrderList')).toEqual([{ phase_code: 'On Air' }]);
	});
});

describe('A condition of Get Many on a site without the title field', () => {
	beforeEach(() => {
		site.respond = (request) =>
			request.address.includes('phase_desc') ? { status: 400, body: { error: "Unknown field 'phase_desc'" } } : respond(request);
	});

	it("is rejected if it contains a name, with the site's message and a hint to use the code", async () => {
		expect(items(await run(where(phase('On Air'))))).toEqual([
			{
				error: "'Phase': the site could not search the field 'phase_desc' for 'On Air': Unknown field 'phase_desc' [Item 0]",
				message: expect.stringContaining("Use the code of the record ('phase_code')") as string,
			},
		]);
		expect(sent('JmWorkOrderList')).toEqual([]);
	});

	it('is sent if it contains a code', async () => {
		expect(items(await run(where(phase('A2'))))).toMatchObject([{ wo_no_seq: '7-1' }]);
		expect(sent('JmWorkOrderList')).toEqual([{ phase_code: 'A2' }]);
	});
});

describe('A name in a condition of Update or Get Changed', () => {
	const update: INodeParameters = {
		operation: 'update',
		applyTo: 'matching',
		...where(phase('On Air')),
		fieldsMode: 'list',
		fields: { entry: [{ fieldName: 'cust_id', fieldValue: 'Harbor TV' }] },
	};

	it('is replaced with the code when Update shows a preview, and a name in the new value is replaced with the key', async () => {
		expect(items(await run(update))).toEqual([{ wo_no_seq: '7-1', wo_desc: 'Evening News', cust_id_new: 4 }]);
		expect(sent('JmWorkOrderList')).toEqual([{ phase_code: 'A2' }]);
	});

	it('is replaced with the code when Update changes records', async () => {
		items(await run({ ...update, mode: 'update' }));
		expect(site.requests.find(({ method }) => method === 'PATCH')!.body).toBe('[{"op":"replace","path":"cust_id","value":4}]');
		expect(sent('JmWorkOrderList').every(({ phase_code: code }) => code === 'A2')).toBe(true);
	});

	it('is replaced with the code when Get Changed reads records', async () => {
		items(await run({ operation: 'getChanged', startFrom: 'cursor', ...where(phase('On Air')) }));
		expect(sent('JmWorkOrderList').map(({ phase_code: code }) => code)).toEqual(expect.arrayContaining(['A2']));
		expect(sent('JmWorkOrderList').every(({ phase_code: code }) => code === 'A2')).toBe(true);
	});
});
