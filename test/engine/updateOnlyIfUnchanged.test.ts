/** Update Only If Unchanged: a record that someone else has changed in the meantime is not overwritten. */
import type { INodeParameters } from 'n8n-workflow';

import type { NodeOutcome } from '../../workshop/engine/engine';
import { engineForTests } from '../support/engineForTests';
import { sandboxForTests } from '../support/sandboxForTests';
import { inMemoryFile } from './actions/files';

const engine = engineForTests();
const sandbox = sandboxForTests();
beforeEach(() => sandbox.control.reset());

const run = async (parameters: INodeParameters): Promise<NodeOutcome> =>
	await engine.run({
		node: 'mediaOperations',
		parameters: {
			authentication: 'basic',
			resource: 'libraryAsset',
			record: { __rl: true, mode: 'master_no', value: '1' } as never,
			...parameters,
		},
		credentials: { mediaOperationsBasicApi: { baseUrl: sandbox.apiUrl, username: 'demo', password: 'demo' } },
	});

const asset = async (): Promise<Record<string, unknown>> => {
	const { output, error } = await run({ operation: 'get', simplify: true });
	expect(error).toBeNull();
	return output[0]![0]!.json;
};

const update = async (description: string, unchanged: Record<string, unknown>): Promise<NodeOutcome> =>
	await run({
		operation: 'update',
		fieldsMode: 'json',
		fieldsJson: JSON.stringify({ master_desc: description }),
		options: { unchanged: { value: Object.entries(unchanged).map(([fieldName, expected]) => ({ fieldName, expected })) } } as never,
	});

describe('Update Only If Unchanged', () => {
	it('updates a record whose fields still have the values that were read', async () => {
		const { asset_type_no: type, master_desc: description, cust_id: customer = '' } = await asset();
		const { error } = await update('New', { asset_type_no: String(type), master_desc: description, cust_id: customer });
		expect(error).toBeNull();
		expect(await asset()).toMatchObject({ master_desc: 'New' });
	});

	it('changes nothing if a field now has a different value, and names both values', async () => {
		const { master_desc: before } = await asset();
		expect((await update('By a colleague', {})).error).toBeNull();
		await sandbox.control.clearJournal();
		const { error } = await update('By the workflow', { master_desc: before });
		expect(error?.message).toBe(
			`Library Asset 1 has changed since it was read: 'master_desc' is now "By a colleague", but was ${JSON.stringify(before)} [Item 0]`,
		);
		expect(error?.description).toContain('Nothing was changed');
		expect(await asset()).toMatchObject({ master_desc: 'By a colleague' });
		const { entries } = await sandbox.control.journal({ document: 'LibMaster' });
		expect(entries.map(({ method }) => method)).not.toContain('PATCH');
	});

	it.each([
		['an offset', (iso: string) => iso.replace('Z', '+00:00')],
		['an offset in hours and a decimal comma', (iso: string) => iso.replace('T', ' ').replace('.', ',').replace('Z', '+00')],
	])('accepts the date of the last change in a different format, with %s, if it is the same instant', async (_what, format) => {
		const { error } = await update('First', {});
		expect(error).toBeNull();
		const { date_changed: date } = await asset();
		const moment = format(new Date(String(date)).toISOString());
		expect((await update('Second', { date_changed: moment })).error).toBeNull();
	});

	it('compares columns of a file with the records but does not send these columns, and rejects the rows whose records have changed', async () => {
		const { date_changed: date, cust_id: customer = '' } = await asset();
		const other = await run({ operation: 'get', record: { __rl: true, mode: 'master_no', value: '2' } as never });
		const importRows = async (lines: readonly string[], unchanged: readonly string[]): Promise<NodeOutcome> =>
			await engine.run({
				node: 'mediaOperations',
				parameters: {
					authentication: 'basic',
					resource: 'libraryAsset',
					operation: 'update',
					inputMode: 'file',
					inputBinaryField: 'data',
					validateFirst: 'never',
					importOptions: { unchanged: [...unchanged] },
				},
				credentials: { mediaOperationsBasicApi: { baseUrl: sandbox.apiUrl, username: 'demo', password: 'demo' } },
				input: [{ json: {}, binary: { data: inMemoryFile('assets.csv', 'text/csv', Buffer.from(lines.join('\n'))) } }],
			});
		const file = [
			'master_no;master_desc;date_changed;cust_id',
			`1;By the file;${String(date)};${String(customer)}`,
			`2;By the file;${String(other.output[0]![0]!.json.date_changed)};someone else`,
		];
		const outcome = await importRows(file, ['date_changed', 'cust_id']);
		expect(outcome.error).toBeNull();
		expect(outcome.output[0]![0]!.json).toMatchObject({ updated: 1, failed: 1 });
		expect(await asset()).toMatchObject({ master_desc: 'By the file', ...(customer === '' ? {} : { cust_id: customer }) });
		const again = await importRows(file.slice(0, 2), ['date_changed']);
		expect(again.output[0]![0]!.json).toMatchObject({ updated: 0, failed: 1 });
		expect((await importRows(['master_no;master_desc', '1;Never'], ['date_changed'])).error?.message).toContain(
			"The file has no column for 'date_changed', which is listed in 'Update Only If Unchanged'",
		);
	});

	it('rejects a field without a name before anything is sent', async () => {
		await sandbox.control.clearJournal();
		expect((await update('Never', { '': 'x' })).error?.message).toContain("A field in 'Update Only If Unchanged' has no name");
		expect((await sandbox.control.journal({ document: 'LibMaster' })).entries).toEqual([]);
	});
});
