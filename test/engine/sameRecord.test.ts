/** Items of one run that change the same record, against a server that keeps the record and responds slowly. */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { NodeOutcome, NodeRun } from '../../workshop/engine/engine';
import { engineForTests } from '../support/engineForTests';
import { siteForTests } from './recordingSite';

const engine = engineForTests();
const site = siteForTests();

const run = async (
	parameters: INodeParameters,
	items: readonly INodeExecutionData['json'][],
	more: Partial<NodeRun> = {},
): Promise<NodeOutcome> =>
	await engine.run({
		node: 'mediaOperations',
		parameters: { authentication: 'basic', resource: 'job', ...parameters },
		credentials: { mediaOperationsBasicApi: { baseUrl: site.url, username: 'demo', password: 'demo' } },
		input: items.map((json) => ({ json })),
		...more,
	});
const record = (mode: string): INodeParameters => ({ record: { __rl: true, mode, value: '={{ $json.key }}' } as never });
const fields = { fieldsMode: 'list', fields: { entry: [{ fieldName: 'job_desc', fieldValue: '={{ $json.desc }}' }] } };
const update = { operation: 'update', ...record('job_no'), ...fields };
const upsert = { operation: 'upsert', ...record('external_key'), ...fields };

/** The description that a request sends. */
const sentDescription = (body: string): unknown => (JSON.parse(body) as { value: unknown }[])[0]?.value;

describe('Items that change the same record', () => {
	it.each([
		[7, 7],
		[7, '7'],
	])('are sent one after the other, so that the last item wins even if an earlier one is retried (keys %p and %p)', async (one, other) => {
		let stored: unknown;
		let isBusy = true;
		site.respond = ({ address, body }) => {
			if (!address.endsWith('=7')) return { status: 204 };
			if (sentDescription(body) === 'A' && isBusy) {
				isBusy = false;
				return { after: 200, status: 502 };
			}
			stored = sentDescription(body);
			return { status: 204 };
		};
		const { error } = await run(update, [
			{ key: 1, desc: 'first' },
			{ key: one, desc: 'A' },
			{ key: 2, desc: 'other' },
			{ key: other, desc: 'B' },
		]);
		expect(error).toBeNull();
		expect(stored).toBe('B');
	});

	it('create the record only once', async () => {
		const known = new Set<string>();
		let created = 0;
		site.respond = ({ address }) => {
			if (known.has(address)) return { body: { message: null, tables: [] } };
			created += 1;
			setTimeout(() => known.add(address), 100).unref();
			return {
				after: 150,
				body: { message: null, tables: ['jm_job'], jm_job: { record_identifiers: ['job_no'], records: [{ job_no: created }] } },
			};
		};
		const { output } = await run(upsert, [
			{ key: 'X', desc: '1' },
			{ key: 'N', desc: '1' },
			{ key: 'N', desc: '2' },
			{ key: 'N', desc: '3' },
		]);
		expect(output[0]?.map(({ json }) => json.created)).toEqual([true, true, false, false]);
		expect(created).toBe(2);
	});

	it('do not delay items that change other records', async () => {
		let finished = 0;
		let slow = 0;
		site.respond = ({ address }) => {
			finished += 1;
			if (!address.endsWith('=7')) return { status: 204 };
			slow = finished;
			return { after: 300, status: 204 };
		};
		const keys = [1, 7, 7, 2, 3, 4, 5, 6, 8];
		const { error } = await run(
			update,
			keys.map((key) => ({ key, desc: 'A' })),
		);
		expect(error).toBeNull();
		expect(slow).toBe(keys.length);
	});

	it('are sent even if an earlier one fails and the workflow continues', async () => {
		site.respond = ({ body }) => (sentDescription(body) === 'A' ? { status: 400, body: { error: 'Wrong' } } : { status: 204 });
		const { output } = await run(
			update,
			[
				{ key: 7, desc: 'A' },
				{ key: 7, desc: 'B' },
			],
			{ onError: 'continueRegularOutput' },
		);
		expect(output[0]?.map(({ json }) => [json.error, json.updated])).toEqual([
			[expect.stringContaining('Wrong'), undefined],
			[undefined, true],
		]);
	});

	it('stop at the first failure if the workflow does not continue', async () => {
		site.respond = () => ({ status: 400, body: { error: 'Wrong' } });
		const { error } = await run(update, [
			{ key: 7, desc: 'A' },
			{ key: 7, desc: 'B' },
		]);
		expect(error?.message).toContain('Wrong');
		expect(site.requests.map(({ body }) => sentDescription(body))).toEqual(['A']);
	});

	it('are sent in parallel if each has a temporary key, because each creates its own record', async () => {
		site.respond = () => ({
			after: 100,
			body: { message: null, tables: ['jm_job'], jm_job: { record_identifiers: ['job_no'], records: [{ job_no: 12 }] } },
		});
		await run({ ...upsert, ...record('job_no') }, [
			{ key: 7, desc: 'first' },
			{ key: '-1', desc: 'A' },
			{ key: '-1', desc: 'B' },
		]);
		expect(site.maxConcurrent).toBe(2);
	});
});
