/** A site that calls pages, order, count and records of its lists otherwise than public material says. */
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import { searchRecords } from '../../bridge/listSearch';
import { getMappedFields } from '../../bridge/mappedFields';
import type { NodeOutcome } from '../../workshop/engine/engine';
import { panelContext } from '../../workshop/engine/panel';
import { createPoller } from '../../workshop/engine/triggers';
import { engineForTests } from '../support/engineForTests';
import { siteForTests } from './recordingSite';

const engine = engineForTests();
const site = siteForTests();

const NAMES = { pageSize: 'rows', page: 'sheet', sort: 'orderBy', count: 'X-Total', records: 'items' };
const credential = (listNames: unknown = JSON.stringify(NAMES)): ICredentialDataDecryptedObject => ({ baseUrl: site.url, username: 'demo', password: 'demo', listNames: listNames as string });

const jobs = Array.from({ length: 120 }, (_, index) => ({ job_no: index + 1, job_desc: `Job ${index + 1}`, cust_id: String(index + 1), cust_name: `Customer ${index + 1}`, date_added: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString() }));
const queryOf = (address: string): URLSearchParams => new URL(address, site.origin).searchParams;
/** What the lists were asked for beside the query. */
const asked = (): unknown[] => site.requests.filter(({ address }) => address.includes('List?')).map(({ address }) => Object.fromEntries([...queryOf(address)].filter(([name]) => name !== 'Query')));

beforeEach(() => {
	site.answer = ({ method, address }) => {
		if (!address.includes('List?')) return { status: 404, body: { error: 'No definitions here' } };
		if (method === 'PATCH') return { status: 204 };
		const [size, page] = [Number(queryOf(address).get('rows')), Number(queryOf(address).get('sheet'))];
		const { job_no: wanted } = JSON.parse(queryOf(address).get('Query')!) as { job_no?: { $in: unknown[] } };
		const matching = wanted ? jobs.filter(({ job_no: number }) => wanted.$in.map(Number).includes(number)) : jobs;
		return { body: { items: matching.slice((page - 1) * size, page * size) }, headers: { 'X-Total': String(matching.length) } };
	};
});

const run = async (parameters: INodeParameters, listNames?: unknown): Promise<NodeOutcome> =>
	await engine.run({ node: 'mediaOperations', parameters: { authentication: 'basic', resource: 'job', ...parameters }, credentials: { mediaOperationsBasicApi: credential(listNames) } });
const numbers = ({ output, error }: NodeOutcome): unknown[] => {
	expect(error).toBeNull();
	return output[0]!.map(({ json }) => json.job_no);
};
const panel = async (parameters: INodeParameters) =>
	await panelContext(engine, { node: 'mediaOperations', parameters: { authentication: 'basic', resource: 'job', ...parameters }, credentials: { mediaOperationsBasicApi: credential() } });

describe("'Names for Lists' of the credential", () => {
	it('is what pages are asked for, counted and read by', async () => {
		const outcome = await run({ operation: 'getMany', returnAll: true, options: { pageSize: 50, columns: ['job_no'] }, sort: { by: [{ fieldName: 'job_desc', direction: 'desc' }] } });
		expect(numbers(outcome)).toEqual(jobs.map(({ job_no: number }) => number));
		expect(asked()).toEqual(['1', '2', '3'].map((sheet) => ({ resultColumns: '{"items":["job_no"]}', rows: '50', sheet, orderBy: expect.stringMatching(/^\["job_.*"\]$/) })));
	});

	it('is what a look-up keeps its key in the answer by', async () => {
		const outcome = await run({ operation: 'lookUp', lookUpField: 'job_no', lookUpKey: '7', options: { columnsJson: '{"items": ["job_desc"]}' } });
		expect(numbers(outcome)).toEqual([7]);
		expect(asked()).toEqual([expect.objectContaining({ resultColumns: '{"items":["job_desc","job_no"]}', rows: '500', sheet: '1' })]);
	});

	it('is what records are counted by before many are changed', async () => {
		const { output, error } = await run({ operation: 'updateMany', conditions: { condition: [{ fieldName: 'job_no', operator: 'in', values: '3, 4' }] }, fieldsMode: 'list', fields: { entry: [{ fieldName: 'job_desc', fieldValue: 'New' }] }, options: { highestNumber: 2 } });
		expect(error).toBeNull();
		expect(output[0]).toHaveLength(1);
		expect(asked()).toEqual([{ resultColumns: '{"items":["job_no"]}', rows: '1', sheet: '1' }, {}]);
	});

	it('is what the panel lists and searches by', async () => {
		const context = await panel({ operation: 'get' });
		const first = await searchRecords.call(context);
		expect(first.results).toHaveLength(50);
		const second = await searchRecords.call(context, undefined, first.paginationToken as string);
		const last = await searchRecords.call(context, undefined, second.paginationToken as string);
		expect(last).toEqual({ results: jobs.slice(100).map(({ job_no: number, job_desc: words }) => ({ name: `${words} (${number})`, value: String(number) })) });
		expect(asked().map((each) => [(each as Record<string, string>).rows, (each as Record<string, string>).sheet])).toEqual([['50', '1'], ['50', '2'], ['50', '3']]);
		const { fields } = await getMappedFields.call(await panel({ operation: 'create', fieldsMode: 'mapper' }));
		expect(fields.find(({ id }) => id === 'cust_id')?.options).toHaveLength(120);
		expect(asked()).toContainEqual(expect.objectContaining({ resultColumns: '{"items":["cust_id","cust_name"]}', rows: '201', sheet: '1' }));
	});

	it('is what the poll trigger reads by', async () => {
		const { poll } = await createPoller(engine, { node: 'mediaOperationsPollTrigger', parameters: { authentication: 'basic', resource: 'job' }, credentials: { mediaOperationsBasicApi: credential() } });
		expect(await poll()).toEqual([]);
		expect(asked()).toEqual([
			{ rows: '1', sheet: '1', orderBy: '["date_added desc","job_no asc"]' },
			{ rows: '500', sheet: '1', orderBy: '["date_added asc","job_no asc"]' },
		]);
	});

	it.each([['is left out', undefined], ['is empty', ''], ['is what the credential shows at first', '{"pageSize":"pageSize","page":"page","sort":"sort","count":"Pagination-Count","records":"L"}'], ['is an object', {}]])('%s: the usual names', async (_what, listNames) => {
		site.answer = () => ({ body: { L: jobs }, headers: { 'Pagination-Count': '120' } });
		expect(numbers(await run({ operation: 'getMany', returnAll: true }, listNames ?? null))).toHaveLength(120);
		expect(asked()).toEqual([{ pageSize: '500', page: '1', sort: '["job_no asc"]' }]);
	});

	it('takes one name alone', async () => {
		site.answer = () => ({ body: { data: jobs }, headers: { 'Pagination-Count': '120' } });
		expect(numbers(await run({ operation: 'getMany', returnAll: true }, '{"records": "data"}'))).toHaveLength(120);
	});

	it.each([
		['{"records": ', 'is no JSON'],
		['[1]', 'is no object of names'],
		['"L"', 'is no object of names'],
		['{"size": "rows"}', "holds 'size', which is none of pageSize, page, sort, count, records"],
		['{"page": 1}', "says of 'page' what is no name: it takes letters, digits, hyphens and underscores"],
		['{"page": ""}', "says of 'page' what is no name: it takes letters, digits, hyphens and underscores"],
		['{"page": "a&b=c"}', "says of 'page' what is no name: it takes letters, digits, hyphens and underscores"],
		['{"count": "X-Total\\r\\nX: y"}', "says of 'count' what is no name: it takes letters, digits, hyphens and underscores"],
	])('%s is refused before anything is sent', async (listNames, words) => {
		const { error } = await run({ operation: 'getMany' }, listNames);
		expect(error).toMatchObject({
			message: `'Names for Lists (JSON)' of the credential ${words}`,
			description: 'As long as nobody changes it, it is {"pageSize":"pageSize","page":"page","sort":"sort","count":"Pagination-Count","records":"L"}.',
		});
		expect(site.requests).toEqual([]);
	});
});
