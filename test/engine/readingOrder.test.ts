/** The fields in the output of reads, and their order. */
import type { INodeParameters } from 'n8n-workflow';

import { engineForTests } from '../support/engineForTests';
import { siteForTests } from './recordingSite';

const engine = engineForTests();
const site = siteForTests();

const RECORD = {
	job_no: { job_no: 7, external_key: 'A' },
	budget: null,
	cust_id: { cust_id: '19', cust_name: 'Northgate' },
	date_added: '2026-01-01T00:00:00Z',
	phase_code: { phase_code: 'CONF', phase_desc: 'Confirmed' },
	job_desc: 'Spring season',
	jm_episode: [{ title_no: { title_no: 5, external_key: null }, note: null }],
};
beforeEach(() => {
	site.respond = ({ address }) => ({
		body: address.includes('List?') ? { L: [RECORD] } : { jm_job: [RECORD] },
		headers: { 'Pagination-Count': '1' },
	});
});

const recordOf = async (parameters: INodeParameters): Promise<Record<string, unknown>> => {
	const { output, error } = await engine.run({
		node: 'mediaOperations',
		parameters: { resource: 'job', ...parameters },
		credentials: { mediaOperationsBasicApi: { baseUrl: site.url, username: 'demo', password: 'demo' } },
	});
	expect(error).toBeNull();
	return output[0]![0]!.json;
};
const fields = async (parameters: INodeParameters): Promise<string[]> => Object.keys(await recordOf(parameters));

const READS: readonly (readonly [string, INodeParameters])[] = [
	['Get', { operation: 'get', record: { __rl: true, mode: 'job_no', value: '7' } as never }],
	['Get Many', { operation: 'getMany' }],
	['Look Up', { operation: 'get', findBy: 'keys', lookUpField: 'job_no', lookUpKey: '7' }],
];

describe('The output records', () => {
	it.each(READS)('of %s have no empty fields, not even in rows', async (_name, parameters) => {
		const record = await recordOf(parameters);
		expect(record).not.toHaveProperty('budget');
		expect(record.jm_episode).toEqual([{ title_no: 5 }]);
	});

	it.each(READS)('of %s include empty fields if Include Empty Fields is on', async (_name, parameters) => {
		const record = await recordOf({ ...parameters, options: { includeEmpty: true } });
		expect(record.budget).toBeNull();
		expect(record.jm_episode).toEqual([{ title_no: 5, note: null }]);
	});

	it('omit chosen fields without a value', async () => {
		expect(await recordOf({ operation: 'getMany', options: { columns: ['budget', 'job_desc'] } })).toEqual({
			job_no: 7,
			job_desc: 'Spring season',
		});
	});

	it("keep the site's empty fields if Simplify is off", async () => {
		expect((await recordOf({ operation: 'getMany', simplify: false })).budget).toBeNull();
	});

	it.each(READS)('of %s start with the key, title, state and dates', async (_name, parameters) => {
		const names = await fields(parameters);
		expect(names.slice(0, 5)).toEqual(['job_no', 'job_desc', 'phase_code', 'phase_desc', 'date_added']);
		expect(names.slice(5).sort()).toEqual(['cust_id', 'cust_name', 'external_key', 'jm_episode']);
	});

	it('keep the order of chosen fields', async () => {
		expect(await fields({ operation: 'getMany', options: { columns: ['phase_code', 'job_desc'] } })).toEqual([
			'job_no',
			'phase_code',
			'job_desc',
			'phase_desc',
		]);
	});

	it("keep the site's order of fields if Simplify is off", async () => {
		expect(await fields({ operation: 'getMany', simplify: false })).toEqual(Object.keys(RECORD));
	});
});
