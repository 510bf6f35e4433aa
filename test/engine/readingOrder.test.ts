/** The order of the fields in the output of reads. */
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
};
beforeEach(() => {
	site.answer = ({ address }) => ({
		body: address.includes('List?') ? { L: [RECORD] } : { jm_job: [RECORD] },
		headers: { 'Pagination-Count': '1' },
	});
});

const fields = async (parameters: INodeParameters): Promise<string[]> => {
	const { output, error } = await engine.run({
		node: 'mediaOperations',
		parameters: { resource: 'job', ...parameters },
		credentials: { mediaOperationsBasicApi: { baseUrl: site.url, username: 'demo', password: 'demo' } },
	});
	expect(error).toBeNull();
	return Object.keys(output[0]![0]!.json);
};

describe('Simplified records', () => {
	it.each<readonly [string, INodeParameters]>([
		['Get', { operation: 'get', record: { __rl: true, mode: 'job_no', value: '7' } as never }],
		['Get Many', { operation: 'getMany' }],
		['Look Up', { operation: 'lookUp', lookUpField: 'job_no', lookUpKey: '7' }],
	])('of %s start with key, title, state and dates', async (_name, parameters) => {
		const names = await fields(parameters);
		expect(names.slice(0, 5)).toEqual(['job_no', 'job_desc', 'phase_code', 'phase_desc', 'date_added']);
		expect(names.slice(5).sort()).toEqual(['budget', 'cust_id', 'cust_name', 'external_key']);
	});

	it('keep the order of chosen fields', async () => {
		expect(await fields({ operation: 'getMany', options: { columns: ['phase_code', 'job_desc'] } })).toEqual([
			'job_no',
			'phase_code',
			'job_desc',
			'phase_desc',
		]);
	});

	it('keep the order of the site without Simplify', async () => {
		expect(await fields({ operation: 'getMany', simplify: false })).toEqual(Object.keys(RECORD));
	});
});
