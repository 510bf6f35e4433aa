import fc from 'fast-check';
import type { INodeParameters, ResourceMapperFields } from 'n8n-workflow';

import { readMapping } from '../../bridge/run/fieldMapping';
import { getMappedFields } from '../../bridge/panel/mappedFields';
import { ItemParameters } from '../../bridge/run/params';
import { documentByName } from '../../core/catalog';
import { documentRef } from '../../core/operations';
import type { NodeOutcome } from '../../workshop/engine/engine';
import { panelContext } from '../../workshop/engine/panel';
import { engineForTests } from '../support/engineForTests';
import { sandboxForTests } from '../support/sandboxForTests';

const engine = engineForTests();
const sandbox = sandboxForTests();
beforeEach(() => sandbox.control.reset());

const BASIC = 'mediaOperationsBasicApi';
const credentials = () => ({ [BASIC]: { baseUrl: sandbox.apiUrl, username: 'demo', password: 'demo' } });

/** The value that n8n's editor stores for a mapper: the fields as they were loaded, and the entered values. */
const columns = async (
	parameters: INodeParameters,
	value: Record<string, unknown> | null,
	matching: string[] = [],
): Promise<INodeParameters> => {
	const context = await panelContext(engine, {
		node: 'mediaOperations',
		parameters: { authentication: 'basic', fieldsMode: 'mapper', ...parameters },
		credentials: credentials(),
	});
	const { fields }: ResourceMapperFields = await getMappedFields.call(context);
	const schema = fields.map((field) => ({ ...field, removed: value !== null && field.id in value ? false : field.removed }));
	const required = Object.fromEntries(schema.filter((field) => !field.removed).map(({ id }) => [id, null]));
	return {
		...parameters,
		fieldsMode: 'mapper',
		columns: {
			mappingMode: value === null ? 'autoMapInputData' : 'defineBelow',
			value: value === null ? null : { ...required, ...value },
			matchingColumns: matching,
			schema,
		} as never,
	};
};

const run = async (parameters: INodeParameters, input?: Record<string, unknown>[]): Promise<NodeOutcome> =>
	await engine.run({
		node: 'mediaOperations',
		parameters,
		credentials: credentials(),
		...(input ? { input: input.map((json) => ({ json: json as never })) } : {}),
	});
const sent = async (): Promise<{ method: string; path: string; body: unknown }[]> =>
	(await sandbox.control.journal({ kind: 'request', limit: 100 })).entries
		.filter(({ method }) => method !== 'GET')
		.map(({ method, path, body }) => ({
			method,
			path: path.replace('/api/v2/database/DEMO', ''),
			body: body === null || body === '' ? body : JSON.parse(body),
		}));
const record = async (): Promise<Record<string, unknown>> =>
	Object.values((await sent())[0]?.body as Record<string, Record<string, unknown>[]>)[0]![0]!;
const key = (mode: string, value: string | number): INodeParameters => ({ record: { __rl: true, mode, value } as never });

describe('The generic node with the mapper', () => {
	it('creates a record with each value converted to the type that the site defines', async () => {
		const order = { resource: 'workOrder', operation: 'create' };
		const parameters = await columns(order, {
			wo_desc: '={{ $json.title }}',
			wo_begin_dt: '2026-12-01T09:00:00',
			wo_end_dt: '2026-12-01T10:00:00+01:00',
			wo_type_no: 5,
			phase_code: 'CONF',
			rate_card_no: 2,
			cust_id: '={{ $json.customer }}',
			WO_field_1: 'two cameras',
		});
		const { error, output } = await run(parameters, [{ title: 'Edit', customer: '32' }]);
		expect(error).toBeNull();
		expect(output[0]?.[0]?.json).toMatchObject({ wo_no_seq: expect.any(String) });
		expect(await record()).toEqual({
			wo_desc: 'Edit',
			wo_begin_dt: '2026-12-01T09:00:00Z',
			wo_end_dt: '2026-12-01T10:00:00+01:00',
			wo_type_no: 5,
			phase_code: 'CONF',
			rate_card_no: 2,
			cust_id: 32,
			WO_field_1: 'two cameras',
		});
	});

	const complete = { job_desc: 'Edit', cust_id: '32' };

	it('rejects a create with empty required fields before anything is sent, and names all of them', async () => {
		const empty = await columns({ resource: 'job', operation: 'create' }, { cust_id: '={{ $json.customer }}' });
		const { error } = await run(empty, [{ customer: null }]);
		expect(error?.message).toBe("'Description (job_desc)', 'Customer (cust_id)' are required, but empty [Item 0]");
		expect(error?.description).toContain('or remove the field if your site does not require it');
		expect(await sent()).toEqual([]);
	});

	it('accepts a create whose required field is set by search, or was removed by the user', async () => {
		const { cust_id: _, ...others } = complete;
		const create = await columns({ resource: 'job', operation: 'create' }, others);
		const searched = { chosen: [{ fieldName: 'cust_id', record: { __rl: true, mode: 'key', value: '32' } }] };
		expect((await run({ ...create, searchedFields: searched as never })).error).toBeNull();
		expect(await record()).toMatchObject(complete);

		await sandbox.control.clearJournal();
		const mapper = create.columns as unknown as { schema: { id: string; removed?: boolean }[] };
		const schema = mapper.schema.map((field) => (field.id === 'cust_id' ? { ...field, removed: true } : field));
		await run({ ...create, columns: { ...mapper, schema } as never });
		expect(await record()).toEqual(others);
	});

	it('does not require any field for an update', async () => {
		expect(
			(await run({ ...(await columns({ resource: 'job', operation: 'update' }, { active: false })), ...key('job_no', 1) })).error,
		).toBeNull();
	});

	it.each<readonly [string, unknown, unknown]>([
		['"Y" for true', true, 'Y'],
		['"N" for false', false, 'N'],
		['"Y" unchanged', '={{ "Y" }}', 'Y'],
		['"N" for the word "no"', '={{ "no" }}', 'N'],
		['"Y" for the number 1', '={{ 1 }}', 'Y'],
	])('sends %s in a flag field', async (_what, given, flag) => {
		await run({ ...(await columns({ resource: 'job', operation: 'update' }, { active: given })), ...key('job_no', 1) });
		expect(await sent()).toEqual([{ method: 'PATCH', path: '/JmJob/job_no=1', body: [{ op: 'replace', path: 'active', value: flag }] }]);
	});

	it("converts the date of a custom field from the workflow's time zone to UTC", async () => {
		const parameters = await columns({ resource: 'libraryAsset', operation: 'update' }, { LM_field_1: '2026-07-01T12:00:00' });
		await engine.run({
			node: 'mediaOperations',
			parameters: { ...parameters, ...key('master_no', 1) },
			credentials: credentials(),
			settings: { timezone: 'Europe/Berlin' },
		});
		expect((await sent())[0]?.body).toEqual([{ op: 'replace', path: 'LM_field_1', value: '2026-07-01T10:00:00Z' }]);
	});

	it('sends nothing for an untouched field, and clears a field whose expression returns null', async () => {
		const parameters = {
			...(await columns(
				{ resource: 'job', operation: 'update' },
				{
					job_desc: null,
					division_no: '={{ null }}',
					job_type_no: '={{ $json.missing }}',
					JOB_field_3: '={{ "" }}',
					external_key: '={{ "" }}',
				},
			)),
			...key('job_no', 1),
		};
		expect((await run(parameters)).error).toBeNull();
		expect((await sent())[0]?.body).toEqual([
			{ op: 'replace', path: 'external_key', value: '' },
			{ op: 'replace', path: 'division_no', value: null },
			{ op: 'replace', path: 'JOB_field_3', value: null },
		]);
	});

	it('creates or updates a record by the matching field, with the key in the URL, the key object and the body', async () => {
		const parameters = await columns(
			{ resource: 'libraryAsset', operation: 'upsert' },
			{ barcode: '={{ $json.code }}', master_desc: 'Tape', asset_type_no: 1 },
			['barcode'],
		);
		const { output, error } = await run(parameters, [{ code: 'B 1/2' }]);
		expect(error).toBeNull();
		expect(output[0]?.[0]?.json).toMatchObject({ barcode: 'B 1/2', created: true });
		expect(await sent()).toEqual([
			{
				method: 'PUT',
				path: '/LibMaster/barcode=B%201%2F2',
				body: { lib_master: [{ master_no: { barcode: 'B 1/2' }, barcode: 'B 1/2', master_desc: 'Tape', asset_type_no: 1 }] },
			},
		]);
	});

	it('sends the field that n8n stores as the field to match, except for an upsert', async () => {
		const only = ['job_desc'];
		const update = await columns({ resource: 'job', operation: 'update' }, { job_desc: 'Edit' }, only);
		expect((await run({ ...update, ...key('job_no', 1) })).error).toBeNull();
		expect((await sent())[0]?.body).toEqual([{ op: 'replace', path: 'job_desc', value: 'Edit' }]);
		await sandbox.control.clearJournal();
		expect((await run(await columns({ resource: 'job', operation: 'create' }, complete, only))).error).toBeNull();
		expect(await record()).toEqual(complete);
	});

	it('rejects an upsert without a matching field, or without a value for it, before anything is sent', async () => {
		const without = await run(await columns({ resource: 'job', operation: 'upsert' }, { job_desc: 'A', cust_id: '32' }));
		expect(without.error?.message).toBe("'Fields': 'Field to Match' is empty [Item 0]");
		const empty = await run(
			await columns({ resource: 'job', operation: 'upsert' }, { external_key: '={{ $json.id }}', job_desc: 'A', cust_id: '32' }, [
				'external_key',
			]),
		);
		expect(empty.error?.message).toContain("The value of 'external_key' is empty");
		expect(await sent()).toEqual([]);
	});

	it('maps the fields of the item by name, and omits and reports fields that the document does not accept', async () => {
		const parameters = { ...(await columns({ resource: 'job', operation: 'update' }, null)), ...key('job_no', '={{ $json.job_no }}') };
		const { error, hints } = await run(parameters, [{ job_no: 1, job_desc: 'Auto', active: true, date_added: '2020-01-01', mood: 'good' }]);
		expect(error).toBeNull();
		expect((await sent())[0]?.body).toEqual([
			{ op: 'replace', path: 'job_desc', value: 'Auto' },
			{ op: 'replace', path: 'active', value: 'Y' },
		]);
		expect(hints).toEqual([expect.stringMatching(/'Job' does not accept were not sent: job_no, date_added, mood/)]);
	});

	it("also maps the item's fields by name in an upsert, and uses the item's key", async () => {
		const { error } = await run(await columns({ resource: 'job', operation: 'upsert' }, null, ['external_key']), [
			{ external_key: 'A1', job_desc: 'One', cust_id: '32' },
			{ external_key: 'A2', job_desc: 'Two', cust_id: '32' },
		]);
		expect(error).toBeNull();
		expect((await sent()).map(({ path }) => path).sort()).toEqual(['/JmJob/external_key=A1', '/JmJob/external_key=A2']);
	});

	it('omits values of fields that the site no longer has, and reports them', async () => {
		const parameters = await columns({ resource: 'job', operation: 'update' }, { job_desc: 'Kept' });
		Object.assign((parameters.columns as never as { value: Record<string, unknown> }).value, {
			JOB_field_9: 'a former field',
			other: null,
		});
		const { hints } = await run({ ...parameters, ...key('job_no', 1) });
		expect((await sent())[0]?.body).toEqual([{ op: 'replace', path: 'job_desc', value: 'Kept' }]);
		expect(hints).toEqual([expect.stringContaining('JOB_field_9')]);
	});

	it('sends nothing for a removed field even if the workflow still contains its value', async () => {
		const parameters = await columns({ resource: 'job', operation: 'update' }, { job_desc: 'Kept' });
		const held = parameters.columns as never as { value: Record<string, unknown>; schema: { id: string; removed: boolean }[] };
		held.value.external_key = 'phantom';
		expect(held.schema.find(({ id }) => id === 'external_key')).toMatchObject({ removed: true });
		const { error, hints } = await run({ ...parameters, ...key('job_no', 1) });
		expect([error, hints]).toEqual([null, []]);
		expect((await sent())[0]?.body).toEqual([{ op: 'replace', path: 'job_desc', value: 'Kept' }]);
	});

	it('ignores the values of a different document, and reports them', async () => {
		const { columns: ofOrder } = await columns({ resource: 'workOrder', operation: 'update' }, { wo_desc: 'An order', wo_reference: '7' });
		const { columns: ofJob } = await columns({ resource: 'job', operation: 'update' }, { job_desc: 'A job' });
		const both = {
			...(ofJob as object),
			value: { ...(ofOrder as never as { value: object }).value, ...(ofJob as never as { value: object }).value },
		};
		const { hints } = await run({
			resource: 'job',
			operation: 'update',
			fieldsMode: 'mapper',
			columns: both as never,
			...key('job_no', 1),
		});
		expect((await sent())[0]?.body).toEqual([{ op: 'replace', path: 'job_desc', value: 'A job' }]);
		expect(hints).toEqual([expect.stringMatching(/not sent: wo_desc, wo_reference/)]);
	});

	it('works without loaded fields, as in a workflow that was written by hand', async () => {
		const { error } = await run({
			resource: 'job',
			operation: 'create',
			fieldsMode: 'mapper',
			columns: {
				mappingMode: 'defineBelow',
				value: { job_desc: 'By hand', cust_id: '32', active: true, jm_episode: [{ episode_desc: 'E1' }] },
			} as never,
		});
		expect(error).toBeNull();
		expect(await record()).toEqual({ job_desc: 'By hand', cust_id: '32', active: 'Y', jm_episode: [{ episode_desc: 'E1' }] });
	});

	it('sends the list of rows in a sub-table field together with the rows in Sub-Table Rows', async () => {
		const parameters = await columns(
			{ resource: 'job', operation: 'create' },
			{ job_desc: 'Rows', cust_id: '32', jm_episode: '={{ $json.episodes }}' },
		);
		const rows = {
			row: [
				{
					subTable: 'jm_episode',
					cells: {
						cell: [
							{ fieldName: 'jm_episode.episode_desc', fieldValue: 'two' },
							{ fieldName: 'title_no', fieldValue: '5' },
						],
					},
				},
			],
		};
		const { error } = await run({ ...parameters, rows: rows as never }, [{ episodes: [{ episode_desc: 'one' }] }]);
		expect(error).toBeNull();
		expect((await record()).jm_episode).toEqual([{ episode_desc: 'one' }, { episode_desc: 'two', title_no: 5 }]);
	});

	it("converts each value of 'Fields by Search' to its field's type", async () => {
		const chosen = (fieldName: string, value: unknown, mode = 'list') => ({ fieldName, record: { __rl: true, mode, value } });
		const order = await columns({ resource: 'workOrder', operation: 'update' }, { wo_desc: 'Moved' });
		const { error } = await run(
			{
				...order,
				...key('wo_no_seq', '100-1'),
				searchedFields: {
					chosen: [
						chosen('job_no', '342'),
						chosen('phase_code', 'CONF'),
						chosen('cust_id', '={{ $json.customer }}', 'key'),
						chosen('cancel_no', '={{ null }}', 'key'),
					],
				} as never,
			},
			[{ customer: 19 }],
		);
		expect(error).toBeNull();
		expect((await sent())[0]?.body).toEqual(
			Object.entries({ wo_desc: 'Moved', job_no: 342, phase_code: 'CONF', cust_id: 19, cancel_no: null }).map(([path, value]) => ({
				op: 'replace',
				path,
				value,
			})),
		);
		const refused = async (rows: object[]) =>
			(await run({ ...order, ...key('wo_no_seq', '100-1'), searchedFields: { chosen: rows } as never })).error?.message;
		expect(await refused([chosen('wo_desc', 'x')])).toBe("'wo_desc' in 'Fields by Search' is already set [Item 0]");
		expect(await refused([chosen('job_no', '')])).toBe("No record is chosen for 'job_no' in 'Fields by Search' [Item 0]");
		expect(await refused([chosen('', '1')])).toBe("Field 1 of 'Fields by Search' has no name [Item 0]");
		expect(await sent()).toHaveLength(1);
	});

	it('names the field and the item if a value has the wrong type, before anything is sent', async () => {
		const parameters = await columns({ resource: 'workOrder', operation: 'update' }, { job_no: '={{ $json.job }}' });
		const number = await run({ ...parameters, ...key('wo_no_seq', '100-1') }, [{ job: 1 }, { job: 'twelve' }]);
		expect(number.error).toMatchObject({ message: `'job_no' must be a number, got "twelve" [Item 1]`, itemIndex: 1 });
		const rows = await run({
			...(await columns({ resource: 'job', operation: 'update' }, { jm_episode: '={{ "E1" }}' })),
			...key('job_no', 1),
		});
		expect(rows.error?.message).toContain("'jm_episode' must be valid JSON");
		const date = await run({
			...(await columns({ resource: 'workOrder', operation: 'update' }, { wo_begin_dt: '={{ "soon" }}' })),
			...key('wo_no_seq', '100-1'),
		});
		expect(date.error?.message).toContain(`'wo_begin_dt' must be a date, got "soon"`);
		expect(await sent()).toEqual([]);
	});

	it('updates many records', async () => {
		const parameters = await columns({ resource: 'job', operation: 'update', applyTo: 'matching', mode: 'update' }, { job_type_no: 3 });
		const { output } = await run({ ...parameters, conditions: { condition: [{ fieldName: 'job_no', operator: 'in', values: '1, 2' }] } });
		expect(output[0]?.[0]?.json).toEqual({ matched: 2, updated: true });
		expect((await sent())[0]?.body).toEqual([{ op: 'replace', path: 'job_type_no', value: 3 }]);
	});

	it('accepts any document, given its name', async () => {
		const parameters = await columns(
			{ resource: 'anyDocument', documentName: 'JmRateCard', operation: 'create', table: 'jm_rate_card' },
			{ rate_card_desc: 'Night' },
		);
		expect((await run(parameters)).error).toBeNull();
		expect((await sent())[0]).toMatchObject({ path: '/JmRateCard', body: { jm_rate_card: [{ rate_card_desc: 'Night' }] } });
		const upsert = await columns(
			{ resource: 'anyDocument', documentName: 'JmRateCard', operation: 'upsert', table: 'jm_rate_card', keyField: 'rate_card_no' },
			{ external_key: 'RC-1', rate_card_desc: 'Day' },
			['external_key'],
		);
		expect((await run(upsert)).error).toBeNull();
		expect((await sent())[1]?.path).toBe('/JmRateCard/external_key=RC-1');
	});

	it('sends each non-null value unchanged or reports it as omitted, and adds no fields', () => {
		const job = documentRef(documentByName('JmJob')!);
		const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.double({ noNaN: true }));
		const names = ['job_desc', 'external_key', 'JOB_field_1', 'JOB_field_2'];
		fc.assert(
			fc.property(fc.dictionary(fc.constantFrom(...names), value), fc.subarray(names), (given, known) => {
				const raw = {
					mappingMode: 'defineBelow',
					value: given,
					matchingColumns: [],
					schema: known.map((id) => ({ id, type: 'string', removed: false })),
				};
				const mapping = readMapping(
					new ItemParameters(
						(name) => (name === 'columns.value' ? given : raw),
						(name) => (name === 'columns.value' ? given : raw),
					),
					job,
					{},
				);
				const filled = Object.keys(given).filter((name) => given[name] !== null);
				expect([...Object.keys(mapping.fields), ...mapping.omitted].sort()).toEqual(filled.sort());
				for (const [name, each] of Object.entries(mapping.fields)) expect(each).toBe(given[name]);
			}),
		);
	});
});

describe('An update without the mapper', () => {
	it('sends Sub-Table Rows together with the list of fields, and rejects invalid rows', async () => {
		const row = (subTable: string, cell: object[]): INodeParameters => ({
			resource: 'job',
			operation: 'update',
			...key('job_no', 4),
			fieldsMode: 'list',
			fields: { entry: [{ fieldName: 'job_desc', fieldValue: 'X' }] },
			rows: { row: [{ subTable, cells: { cell } }] } as never,
		});
		expect((await run(row('jm_episode', [{ fieldName: 'jm_episode.episode_desc', fieldValue: 'new' }]))).error).toBeNull();
		expect(await record()).toEqual({ job_no: { job_no: 4 }, job_desc: 'X', jm_episode: [{ episode_desc: 'new' }] });
		for (const [parameters, words] of [
			[row('', [{ fieldName: 'a', fieldValue: 1 }]), 'has no sub-table'],
			[row('jm_episode', []), 'has no fields'],
			[row('jm_episode', [{ fieldName: 'other.a', fieldValue: 1 }]), "belongs to 'jm_episode', but its field 'a' belongs to 'other'"],
			[row('jm_episode', [{ fieldName: '' }]), 'has no name'],
		] as const) {
			expect((await run(parameters)).error?.message).toContain(words);
		}
		expect(await sent()).toHaveLength(1);
	});

	it.each([
		['list', '4'],
		['url', '/JmJob/job_no=4'],
	])('sends a numeric key as a number even if n8n stores it as text (%s)', async (mode, given) => {
		const { error } = await run({
			resource: 'job',
			operation: 'update',
			...key(mode, mode === 'url' ? `${sandbox.apiUrl}${given}` : given),
			fieldsMode: 'json',
			fieldsJson: '{"jm_episode": [{"episode_desc": "E"}]}',
		});
		expect(error).toBeNull();
		expect(await record()).toEqual({ job_no: { job_no: 4 }, jm_episode: [{ episode_desc: 'E' }] });
	});
});

describe('A multi-select drop-down in the mapper', () => {
	const asset = { resource: 'libraryAsset', operation: 'update', record: { __rl: true, mode: 'master_no', value: 18 } };

	it('accepts a single option from the input item', async () => {
		const { error } = await run(await columns({ ...asset }, null), [{ LM_field_2: 'HD' }]);
		expect(error).toBeNull();
		expect(await sent()).toEqual([
			expect.objectContaining({ body: { lib_master: [{ master_no: { master_no: 18 }, LM_field_2: ['HD'] }] } }),
		]);
	});

	it('is offered as a list, and its options are sent as a list', async () => {
		const { columns: mapper } = await columns(asset, { LM_field_2: '["UHD", "Audio Only"]' });
		expect((mapper as unknown as ResourceMapperFields & { schema: unknown[] }).schema).toContainEqual(
			expect.objectContaining({ id: 'LM_field_2', displayName: 'Delivery Formats: list such as ["A", "B"]', type: 'array' }),
		);
		const { error } = await run(await columns(asset, { LM_field_2: '["UHD", "Audio Only"]' }));
		expect(error).toBeNull();
		expect(await sent()).toEqual([
			expect.objectContaining({ body: { lib_master: [{ master_no: { master_no: 18 }, LM_field_2: ['UHD', 'Audio Only'] }] } }),
		]);
	});

	it.each([
		['a list from an expression', '={{ ["HD", "UHD"] }}', ['HD', 'UHD']],
		['an empty list', '[]', []],
	])('accepts %s', async (_name, value, options) => {
		const { error } = await run(await columns(asset, { LM_field_2: value }));
		expect(error).toBeNull();
		expect(await sent()).toEqual([
			expect.objectContaining({ body: { lib_master: [{ master_no: { master_no: 18 }, LM_field_2: options }] } }),
		]);
	});
});
