/** Changes of one record that make the site create several, such as an order with child templates. */
import type { INodeParameters } from 'n8n-workflow';

import { engineForTests } from '../support/engineForTests';
import { siteForTests } from './recordingSite';

const engine = engineForTests();
const site = siteForTests();
beforeEach(() => {
	site.respond = ({ method }) =>
		method === 'GET'
			? { body: { jm_work_order: [{ wo_no_seq: { wo_no_seq: '1-1' }, wo_desc: 'A' }] } }
			: {
					body: {
						message: null,
						tables: ['jm_work_order', 'jm_wo_transaction'],
						jm_work_order: { record_identifiers: ['wo_no_seq'], records: [{ wo_no_seq: '1-1' }, { wo_no_seq: '2-1' }] },
						jm_wo_transaction: { record_identifiers: ['trx_no'], records: [{ trx_no: 5 }, { trx_no: 6 }] },
					},
				};
});

const run = async (node: string, parameters: INodeParameters) => {
	const { error, output } = await engine.run({
		node,
		parameters: { authentication: 'basic', resource: 'workOrder', fieldsMode: 'json', fieldsJson: '{"wo_desc":"A"}', ...parameters },
		credentials: { mediaOperationsBasicApi: { baseUrl: site.url, username: 'demo', password: 'demo' } },
	});
	expect(error).toBeNull();
	expect(output[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0 }]);
	return output[0]?.map(({ json }) => json);
};
const rows = [{ trx_no: 5 }, { trx_no: 6 }];

describe('All records that the site creates', () => {
	it('are output by Create From Template, the first one with its fields and the new rows', async () => {
		expect(
			await run('mediaOperationsLoadTemplate', {
				operation: 'create',
				template: { __rl: true, mode: 'number', value: '15' } as never,
				childTemplates: true,
			}),
		).toEqual([{ wo_no_seq: '1-1', wo_desc: 'A', jm_wo_transaction: rows }, { wo_no_seq: '2-1' }]);
	});

	it('are output by Create', async () => {
		expect(await run('mediaOperations', { operation: 'create', saveArguments: { LoadTemplate: '15', LoadChildTemplates: true } })).toEqual([
			{ wo_no_seq: '1-1', jm_wo_transaction: rows },
			{ wo_no_seq: '2-1' },
		]);
	});

	it('are output by Create or Update', async () => {
		expect(
			await run('mediaOperations', {
				operation: 'upsert',
				record: { __rl: true, mode: 'external_key', value: 'E' } as never,
				saveArguments: { LoadTemplate: '15', LoadChildTemplates: true },
				options: { loadTemplates: 'all' },
			}),
		).toEqual([
			{ external_key: 'E', wo_no_seq: '1-1', created: true, jm_wo_transaction: rows },
			{ wo_no_seq: '2-1', created: true },
		]);
	});
});
