/** A file that Get Many wrote can be corrected in a spreadsheet and imported again. */
import type { INodeParameters } from 'n8n-workflow';

import type { NodeOutcome } from '../../workshop/engine/engine';
import { engineForTests } from '../support/engineForTests';
import { sandboxForTests } from '../support/sandboxForTests';
import { inMemoryFile } from './actions/files';
import { outputText } from './importing';

const engine = engineForTests();
const sandbox = sandboxForTests();
beforeEach(() => sandbox.control.reset());

const run = async (parameters: INodeParameters, file?: string): Promise<NodeOutcome> =>
	await engine.run({
		settings: { timezone: 'Europe/Berlin' },
		node: 'mediaOperations',
		parameters: { authentication: 'basic', ...parameters },
		credentials: { mediaOperationsBasicApi: { baseUrl: sandbox.apiUrl, username: 'demo', password: 'demo' } },
		...(file === undefined ? {} : { input: [{ json: {}, binary: { data: inMemoryFile('file', 'text/plain', Buffer.from(file)) } }] }),
	});

const exported = async (
	resource: string,
	fileFormat: string,
	options: INodeParameters = {},
	parameters: INodeParameters = {},
): Promise<string> => {
	const outcome = await run({
		...parameters,
		resource,
		operation: 'getMany',
		returnAll: false,
		limit: 20,
		output: 'file',
		fileFormat,
		binaryPropertyName: 'data',
		options,
	});
	expect(outcome.error).toBeNull();
	return await outputText(outcome, 'data');
};

const imported = async (resource: string, file: string, parameters: INodeParameters = {}): Promise<Record<string, unknown>> => {
	const outcome = await run({ resource, operation: 'update', inputMode: 'file', inputBinaryField: 'data', ...parameters }, file);
	expect(outcome.error).toBeNull();
	return outcome.output[0]![0]!.json;
};

const RESOURCES = [
	'workOrder',
	'mediaOrder',
	'transmissionOrder',
	'job',
	'libraryAsset',
	'title',
	'actual',
	'project',
	'bidVersion',
	'timeCardBatch',
	'schedulingResource',
];

describe('An exported file', () => {
	it.each(RESOURCES.flatMap((resource) => ['csv', 'ndjson'].map((format) => [resource, format] as const)))(
		'has no columns that an import does not know (%s, %s)',
		async (resource, format) => {
			const result = await imported(resource, await exported(resource, format), { validateFirst: 'always' });
			expect(result).toMatchObject({ unknown_columns: [], invalid: 0, problems: [] });
		},
	);

	it('changes custom fields, including a drop-down, when it is imported again', async () => {
		const file = await exported('workOrder', 'csv', { columns: ['wo_no_seq', 'WO_field_1', 'WO_field_3'] });
		const [header = '', first = '', ...others] = file.split('\r\n');
		expect(header.replace('\uFEFF', '')).toMatch(/^wo_no_seq,WO_field_1,WO_field_3,/);
		const cells = first.split(',');
		const number = cells[0]!;
		const corrected = [header, [number, 'Corrected', 'UHD HDR', ...cells.slice(3).map(() => '')].join(','), ...others.slice(0, 1)].join(
			'\r\n',
		);
		expect(await imported('workOrder', corrected, { validateFirst: 'never' })).toMatchObject({ rows: 2, updated: 2, complete: true });
		const { output } = await run({
			resource: 'workOrder',
			operation: 'get',
			record: { __rl: true, mode: 'wo_no_seq', value: number } as never,
			simplify: true,
		});
		expect(output[0]![0]!.json).toMatchObject({ WO_field_1: 'Corrected', WO_field_3: 'UHD HDR' });
	});

	it('keeps all times when it is imported again, if it contains local times', async () => {
		const columns = ['wo_no_seq', 'wo_begin_dt', 'wo_end_dt'];
		const before = await exported('workOrder', 'csv', { columns });
		const local = await exported('workOrder', 'csv', { columns, localTimes: true });
		expect(local.split('\r\n')[1]).toMatch(/^100-1,2025-12-25 17:30:00,/);
		await imported('workOrder', local.replace('2025-12-25 17:30:00', '2025-12-25 18:45:00'), { validateFirst: 'never' });
		expect(await exported('workOrder', 'csv', { columns })).toBe(before.replace('2025-12-25T16:30:00+00:00', '2025-12-25T17:45:00+00:00'));
	});

	describe('of Any Document', () => {
		const WORK_ORDER = { documentName: 'JmWorkOrder', keyField: 'wo_no_seq', table: 'jm_work_order' };

		it.each(['csv', 'ndjson'])('has no columns that an import does not know, and no invalid values (%s)', async (format) => {
			const file = await exported('anyDocument', format, {}, WORK_ORDER);
			const result = await imported('anyDocument', file, { ...WORK_ORDER, validateFirst: 'always' });
			expect(result).toMatchObject({ unknown_columns: [], invalid: 0, problems: [] });
		});

		it('is imported with the types of the definition, and without details of look-ups and fields that the site sets', async () => {
			const columns = ['wo_no_seq', 'wo_begin_dt', 'cust_id', 'date_changed'];
			const file = await exported('anyDocument', 'csv', { columns, localTimes: true }, WORK_ORDER);
			const [header = '', first = ''] = file.split('\r\n');
			expect(header.split(',')).toEqual(expect.arrayContaining(['wo_no_seq_external_key', 'cust_name', 'cust_id_external_key']));
			await sandbox.control.clearJournal();
			const changed = first.replace('2025-12-25 17:30:00', '25.12.2025 18:45');
			const result = await imported('anyDocument', `${header}\r\n${changed}\r\n`, { ...WORK_ORDER, validateFirst: 'never' });
			expect(result).toMatchObject({ rows: 1, updated: 1 });
			const { entries } = await sandbox.control.journal({ method: 'PATCH' });
			expect(entries.map(({ body }) => JSON.parse(body!) as unknown)).toEqual([
				[
					{ op: 'replace', path: 'wo_begin_dt', value: '2025-12-25T17:45:00Z' },
					{ op: 'replace', path: 'cust_id', value: 123 },
				],
			]);
		});

		it('is rejected with a column that the definition does not contain, unless the column is assigned to a field', async () => {
			const file = 'wo_no_seq,wo_desk\r\n100-1,New\r\n';
			const rejected = await run(
				{
					...WORK_ORDER,
					resource: 'anyDocument',
					operation: 'update',
					inputMode: 'file',
					inputBinaryField: 'data',
					validateFirst: 'never',
				},
				file,
			);
			expect(rejected.error?.message).toContain("The file has unknown columns: 'wo_desk'");
			const columnMapping = { column: [{ columnName: 'wo_desk', fieldName: 'wo_desc' }] };
			const result = await imported('anyDocument', file, { ...WORK_ORDER, columnMapping, validateFirst: 'never' });
			expect(result).toMatchObject({ updated: 1 });
		});
	});

	it('changes a multi-select drop-down when it is imported again', async () => {
		const read = async (): Promise<Record<string, unknown>[]> =>
			(await exported('libraryAsset', 'ndjson', { columns: ['master_no', 'LM_field_2'] }))
				.trimEnd()
				.split('\n')
				.map((line) => JSON.parse(line) as Record<string, unknown>);
		const chosen = (await read()).filter(({ LM_field_2: options }) => Array.isArray(options) && options.length > 1);
		const [one, two, three] = chosen as [Record<string, unknown>, Record<string, unknown>, Record<string, unknown>];
		const [first, second] = one.LM_field_2 as [string, string];
		const lines = [
			`master_no,LM_field_2`,
			`${String(one.master_no)},${first}`,
			`${String(two.master_no)},"[""${second}""]"`,
			`${String(three.master_no)},"[{}]"`,
		];
		const result = await imported('libraryAsset', lines.join('\n'), { validateFirst: 'never' });
		expect(result).toMatchObject({ updated: 2, failed: 1 });
		const after = new Map((await read()).map(({ master_no: key, LM_field_2: options }) => [key, options]));
		expect([one, two, three].map(({ master_no: key }) => after.get(key))).toEqual([[first], [second], three.LM_field_2]);
	});
});
