import type { INodeParameters } from 'n8n-workflow';

import type { NodeOutcome } from '../../workshop/engine/engine';
import { testCredential } from '../../workshop/engine/credentialTest';
import type { JournalLine } from '../../workshop/sandboxProcess';
import { engineForTests } from '../support/engineForTests';
import { plainCall } from '../support/plainCall';
import { sandboxForTests } from '../support/sandboxForTests';
import { SIGN_INS } from './sandboxCredentials';

const engine = engineForTests();
const sandbox = sandboxForTests();

describe.each(SIGN_INS)('With "$authentication" authentication, the generic node', ({ authentication, type, data }) => {
	const id = `sandbox-${authentication}`;
	beforeAll(async () => void (await engine.credentials.put(id, type, data(sandbox))));
	beforeEach(() => sandbox.control.clearJournal());

	const run = async (parameters: INodeParameters, input?: Record<string, unknown>[]): Promise<NodeOutcome> =>
		await engine.run({
			node: 'mediaOperations',
			parameters: { authentication, ...parameters },
			credentials: { [type]: id },
			...(input ? { input: input.map((json) => ({ json: json as never })) } : {}),
		});
	const rows = ({ output, error }: NodeOutcome): Record<string, unknown>[] => {
		expect(error).toBeNull();
		return output[0]!.map(({ json }) => json);
	};
	const wire = async (): Promise<readonly JournalLine[]> => (await sandbox.control.journal({ kind: 'request', limit: 1000 })).entries;
	const key = (mode: string, value: string | number): INodeParameters => ({ record: { __rl: true, mode, value } as never });

	it('has a credential that passes its connection test', async () => {
		expect(await testCredential(engine, type, data(sandbox))).toEqual({ status: 'OK', message: 'Connection successful!' });
	});

	it('creates, reads, updates, upserts and deletes records, and updates all matching records', async () => {
		const marker = `Dub stage for credential ${SIGN_INS.findIndex((each) => each.authentication === authentication) + 1},`;
		const created = rows(
			await run(
				{ resource: 'job', operation: 'create', fieldsMode: 'json', fieldsJson: '={{ $json }}' },
				[1, 2, 3].map((number) => ({ job_desc: `${marker} ${number}`, cust_id: '32', jm_episode: [{ episode_desc: `E${number}` }] })),
			),
		);
		expect(created).toEqual([1, 2, 3].map(() => ({ job_no: expect.any(Number), jm_episode: [{ episode_no: expect.any(Number) }] })));
		const numbers = created.map(({ job_no: number }) => Number(number));

		const got = await run(
			{ resource: 'job', operation: 'get', record: { __rl: true, mode: 'job_no', value: '={{ $json.job_no }}' } as never },
			created,
		);
		expect(rows(got).map(({ job_no: number, job_desc: words }) => [number, words])).toEqual(
			numbers.map((number, index) => [number, `${marker} ${index + 1}`]),
		);
		expect(got.output[0]!.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);

		expect(
			rows(
				await run({
					resource: 'job',
					operation: 'update',
					...key('job_no', numbers[0]!),
					fieldsMode: 'list',
					fields: { entry: [{ fieldName: 'active', fieldValue: 'N' }] },
				}),
			),
		).toEqual([{ job_no: numbers[0], updated: true }]);
		const upserted = {
			resource: 'job',
			operation: 'upsert',
			...key('external_key', `X-${authentication}`),
			fieldsMode: 'list',
			fields: {
				entry: [
					{ fieldName: 'job_desc', fieldValue: `${marker} 4` },
					{ fieldName: 'cust_id', fieldValue: '32' },
				],
			},
		};
		expect(rows(await run(upserted))).toEqual([{ external_key: `X-${authentication}`, job_no: expect.any(Number), created: true }]);
		expect(rows(await run(upserted))).toEqual([{ external_key: `X-${authentication}`, created: false }]);

		const conditions = { condition: [{ fieldName: 'job_desc', operator: 'startsWith', value: marker }] };
		expect(
			rows(
				await run({
					resource: 'job',
					operation: 'update',
					applyTo: 'matching',
					mode: 'update',
					conditions,
					fieldsMode: 'list',
					fields: { entry: [{ fieldName: 'job_type_no', fieldValue: '3' }] },
				}),
			),
		).toEqual([{ matched: 4, updated: true }]);
		const found = rows(
			await run({
				resource: 'job',
				operation: 'getMany',
				returnAll: true,
				conditions,
				sort: { by: [{ fieldName: 'job_desc', direction: 'desc' }] },
				options: { columns: 'job_desc, job_type_no' },
			}),
		);
		expect(found.map(({ job_desc: words }) => words)).toEqual([4, 3, 2, 1].map((number) => `${marker} ${number}`));
		expect(found.every(({ job_type_no: number }) => number === 3)).toBe(true);

		for (const { job_no: number } of found)
			expect(rows(await run({ resource: 'job', operation: 'delete', ...key('job_no', Number(number)) }))).toEqual([
				{ job_no: number, deleted: true },
			]);
		expect(rows(await run({ resource: 'job', operation: 'getMany', conditions }))).toEqual([]);

		const [first] = await wire();
		expect(first).toMatchObject({
			method: 'POST',
			path: '/api/v2/database/DEMO/JmJob',
			body: `{"jm_job":[{"job_desc":"${marker} 1","cust_id":"32","jm_episode":[{"episode_desc":"E1"}]}]}`,
		});
		expect(
			(await wire()).filter(({ method }) => method === 'PUT').map(({ path, body, headers }) => [path, body, headers['Content-Type']])[0],
		).toEqual([
			`/api/v2/database/DEMO/JmJob/external_key=X-${authentication}`,
			`{"jm_job":[{"job_no":{"external_key":"X-${authentication}"},"external_key":"X-${authentication}","job_desc":"${marker} 4","cust_id":"32"}]}`,
			'application/json-patch+json',
		]);
	});

	it('reads hundreds of records in pages, in order, with at most one sign-in', async () => {
		const query = new URLSearchParams({
			Query: '{}',
			pageSize: '5000',
			sort: '["wo_no_seq asc"]',
			resultColumns: '{"L":["wo_no_seq","wo_no"]}',
			alternatekeyhandling: 'ignore',
		});
		const { L: stored } = await plainCall(sandbox, 'GET', `/JmWorkOrderList?${query.toString()}`);
		await sandbox.control.clearJournal();
		const all = rows(
			await run({ resource: 'workOrder', operation: 'getMany', returnAll: true, options: { pageSize: 50, columns: 'wo_no' } }),
		);
		const { entries, logins, tokenRequests } = await sandbox.control.journal({ document: 'JmWorkOrderList', limit: 1000 });
		expect(entries).toHaveLength(Math.ceil(all.length / 50));
		expect(all).toEqual((stored as { wo_no_seq: object }[]).map((order) => ({ ...order, ...order.wo_no_seq })));
		expect(all.length).toBeGreaterThan(400);
		expect(logins + tokenRequests).toBeLessThanOrEqual(1);
	});
});

describe('The generic node', () => {
	const basic = SIGN_INS[0]!;
	const run = async (parameters: INodeParameters, input?: Record<string, unknown>[]): Promise<NodeOutcome> =>
		await engine.run({
			node: 'mediaOperations',
			parameters,
			credentials: { [basic.type]: basic.data(sandbox) },
			...(input ? { input: input.map((json) => ({ json: json as never })) } : {}),
		});
	const wire = async (): Promise<readonly JournalLine[]> => (await sandbox.control.journal({ kind: 'request', limit: 1000 })).entries;
	beforeEach(() => sandbox.control.reset());

	it.each([
		['by its number', { mode: 'wo_no_seq', value: '100-1' }, '/JmWorkOrder/wo_no_seq=100-1'],
		['from the list', { mode: 'list', value: '100-1' }, '/JmWorkOrder/wo_no_seq=100-1'],
		['by an alternate key', { mode: 'external_key', value: 'ERP-100-1' }, '/JmWorkOrder/external_key=ERP-100-1'],
	])('finds a record %s', async (_how, record, path) => {
		const { output, error } = await run({ resource: 'workOrder', operation: 'get', record: { __rl: true, ...record } as never });
		expect(error).toBeNull();
		expect(output[0]?.[0]?.json).toMatchObject({ wo_no_seq: '100-1' });
		expect((await wire())[0]?.path).toBe(`/api/v2/database/DEMO${path}`);
	});

	it('finds a record by a pasted URL, and rejects the URL of a different site or document', async () => {
		const get = async (value: string): Promise<NodeOutcome> =>
			await run({ resource: 'workOrder', operation: 'get', record: { __rl: true, mode: 'url', value } as never });
		expect(
			(await get(`${sandbox.apiUrl}/JmWorkOrder/external_key=ERP%2D100-1?nullvaluehandling=ignore`)).output[0]?.[0]?.json.wo_no_seq,
		).toBe('100-1');
		await sandbox.control.clearJournal();
		expect((await get('https://other.example/api/v2/database/LIVE/JmWorkOrder/wo_no_seq=100-1')).error?.message).toContain(
			'does not start with the Base URL',
		);
		expect((await get(`${sandbox.apiUrl}/JmJob/job_no=1`)).error?.message).toContain("belongs to 'JmJob', not to 'JmWorkOrder'");
		expect(await wire()).toHaveLength(0);
	});

	it('accepts any document, given its name', async () => {
		const { output, error } = await run({
			resource: 'anyDocument',
			operation: 'get',
			documentName: 'JmRateCardList',
			keyField: 'rate_card_no',
			table: 'jm_rate_card',
			record: { __rl: true, mode: 'key', value: '5' } as never,
		});
		expect(error).toBeNull();
		expect(output[0]?.[0]?.json).toMatchObject({ rate_card_no: 5 });
		const many = await run({ resource: 'anyDocument', operation: 'getMany', documentName: 'JmRateCard', limit: 3 });
		expect(many.output[0]).toHaveLength(3);
	});

	it('reads the rows of a sub-table without their parent', async () => {
		const parameters = {
			resource: 'job',
			operation: 'get',
			record: { __rl: true, mode: 'job_no', value: '4' } as never,
			subTables: { step: [{ table: 'jm_episode' }] },
		};
		const { output, error } = await run(parameters);
		expect(error).toBeNull();
		expect((await wire())[0]?.path).toBe('/api/v2/database/DEMO/JmJob/job_no=4/jm_episode');
		expect(output[0]!.length).toBeGreaterThan(0);
		for (const { json } of output[0]!) {
			expect(json).toHaveProperty('episode_no');
			expect(json).not.toHaveProperty('job_desc');
		}
	});

	it.each(['', 'episode_no'])('finds a row of a sub-table by its key if the key field is "%s"', async (key) => {
		const episodes = await run({
			resource: 'job',
			operation: 'get',
			record: { __rl: true, mode: 'job_no', value: '4' } as never,
			subTables: { step: [{ table: 'jm_episode' }] },
		});
		const row = String(episodes.output[0]?.[0]?.json.episode_no);
		const { output, error } = await run({
			resource: 'job',
			operation: 'get',
			record: { __rl: true, mode: 'job_no', value: '4' } as never,
			subTables: { step: [{ table: 'jm_episode', key, value: { __rl: true, mode: 'list', value: row } }] } as never,
		});
		expect(error).toBeNull();
		expect((await wire()).at(-1)?.path).toBe(`/api/v2/database/DEMO/JmJob/job_no=4/jm_episode/episode_no=${row}`);
		expect(output[0]?.map(({ json }) => String(json.episode_no))).toEqual([row]);
	});

	it('asks for the key field of a row if the field is unknown', async () => {
		const { error } = await run({
			resource: 'anyDocument',
			operation: 'get',
			documentName: 'JmJob',
			keyField: 'job_no',
			table: 'jm_job',
			record: { __rl: true, mode: 'key', value: '1' } as never,
			subTables: { step: [{ table: 'jm_episode', value: '3' }] } as never,
		});
		expect(error).toMatchObject({
			message: "'Sub-Table': The key field of the rows of 'jm_episode' is not known [Item 0]",
			description: "Choose it in 'Row Key Field Name or ID'.",
		});
		expect(await wire()).toHaveLength(0);
	});

	it('previews the request instead of sending it', async () => {
		const { output } = await run({
			resource: 'workOrder',
			operation: 'update',
			record: { __rl: true, mode: 'wo_no_seq', value: '100-1' } as never,
			fieldsMode: 'list',
			fields: { entry: [{ fieldName: 'wo_desc', fieldValue: 'Édit' }] },
			options: { preview: true },
		});
		expect(output[0]?.map(({ json }) => json)).toEqual([
			{
				preview: true,
				method: 'PATCH',
				url: `${sandbox.apiUrl}/JmWorkOrder/wo_no_seq=100-1`,
				headers: { 'Accept-Encoding': 'gzip, deflate', 'Content-Type': 'application/json' },
				body: [{ op: 'replace', path: 'wo_desc', value: 'Édit' }],
			},
		]);
		expect(await wire()).toHaveLength(0);
	});

	it('sends several records in one request, and links each key to its item', async () => {
		const input = Array.from({ length: 7 }, (_, number) => ({ job_desc: `Batch ${number}`, cust_id: '32' }));
		const { output, error } = await run(
			{ resource: 'job', operation: 'create', fieldsMode: 'json', fieldsJson: '={{ $json }}', options: { recordsPerRequest: 3 } },
			input,
		);
		expect(error).toBeNull();
		expect((await wire()).map(({ body }) => JSON.parse(String(body)).jm_job.length).sort()).toEqual([1, 3, 3]);
		expect(output[0]?.map(({ pairedItem }) => pairedItem)).toEqual(input.map((_, item) => ({ item })));
		const jobs = await run(
			{ resource: 'job', operation: 'get', record: { __rl: true, mode: 'job_no', value: '={{ $json.job_no }}' } as never },
			output[0]!.map(({ json }) => json),
		);
		expect(jobs.output[0]?.map(({ json }) => json.job_desc)).toEqual(input.map(({ job_desc: words }) => words));
	});

	it('sends save arguments, custom headers and parameters, and the division', async () => {
		const { error } = await run({
			resource: 'workOrder',
			operation: 'create',
			saveArguments: { LoadTemplate: '15', LoadChildTemplates: true },
			fieldsMode: 'json',
			fieldsJson: JSON.stringify({
				wo_desc: 'A',
				wo_begin_dt: '2026-12-01T09:00:00',
				wo_end_dt: '2026-12-01T10:00:00',
				wo_type_no: 7,
				phase_code: 'CONF',
				rate_card_no: 2,
				cust_id: 32,
				wo_template_no: 15,
			}),
			options: {
				divisionCode: 'GS',
				extraHeaders: { entry: [{ name: 'X-Trace', value: 'abc' }] },
				extraParameters: { entry: [{ name: 'lang', value: 'en & de' }] },
			},
		});
		const [line] = await wire();
		expect(line).toMatchObject({
			headers: { SaveArgument: '{"LoadTemplate":"15","LoadChildTemplates":"Y"}', 'Division-Code': 'GS', 'X-Trace': 'abc' },
			query: { lang: 'en & de' },
		});
		expect(JSON.parse(String(line?.body)).jm_work_order[0].wo_begin_dt).toBe('2026-12-01T09:00:00Z');
		expect(error).toBeNull();
	});

	it('continues after failed items if On Error is set to Continue, links each output item, and sends failed items to the error output, if the node has one', async () => {
		const ids = ['1', '999999', '', '2'];
		const parameters = { resource: 'job', operation: 'get', record: { __rl: true, mode: 'job_no', value: '={{ $json.id }}' } as never };
		const settings = {
			node: 'mediaOperations',
			parameters,
			credentials: { [basic.type]: basic.data(sandbox) },
			input: ids.map((id) => ({ json: { id } })),
		};
		const regular = await engine.run({ ...settings, onError: 'continueRegularOutput' });
		expect(regular.error).toBeNull();
		expect(regular.output[0]?.map(({ pairedItem }) => pairedItem)).toEqual(ids.map((_, item) => ({ item })));
		expect(regular.output[0]?.map(({ json }) => json.job_no ?? 'fault')).toEqual([1, 'fault', 'fault', 2]);
		expect(regular.output[0]?.[2]?.json).toEqual({
			error: "'Job': The value of 'job_no' is empty [Item 2]",
			message: 'Enter the number or text that identifies the record.',
		});
		const split = await engine.run({ ...settings, onError: 'continueErrorOutput' });
		expect(split.output[0]?.map(({ json }) => json.job_no)).toEqual([1, 2]);
		expect(split.output[1]?.map(({ json, pairedItem }) => [json.id, pairedItem])).toEqual([
			['999999', { item: 1 }],
			['', { item: 2 }],
		]);
	});

	it('reports which items were processed before it ended early', async () => {
		const input = [
			{ job_desc: 'One', cust_id: '32' },
			{ job_desc: 'Two', cust_id: 'nobody' },
			{ job_desc: 'Three', cust_id: '32' },
		];
		const { error } = await run(
			{ resource: 'job', operation: 'create', fieldsMode: 'json', fieldsJson: '={{ $json }}', options: { concurrency: 1 } },
			input,
		);
		expect(error).toMatchObject({ itemIndex: 1, description: expect.stringContaining('Completed before the run ended: item 0.') });
		expect(await wire()).toHaveLength(2);
	});
});
