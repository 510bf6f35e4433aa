/** By default, an update of matching records changes nothing, and shows which records it would change. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { engineForTests } from '../support/engineForTests';
import { sandboxForTests } from '../support/sandboxForTests';

const engine = engineForTests();
const sandbox = sandboxForTests();
beforeEach(() => sandbox.control.reset());

const run = async (parameters: INodeParameters, json: IDataObject = {}) =>
	await engine.run({
		node: 'mediaOperations',
		parameters: {
			resource: 'job',
			operation: 'update',
			applyTo: 'matching',
			conditions: { condition: [{ fieldName: 'job_no', operator: 'in', values: '3, 4, 5' }] },
			fieldsMode: 'list',
			fields: { entry: [{ fieldName: 'job_type_no', fieldValue: '3' }] },
			...parameters,
		},
		credentials: { mediaOperationsBasicApi: { baseUrl: sandbox.apiUrl, username: 'demo', password: 'demo' } },
		input: [{ json }],
	});
const items = ({ output }: Awaited<ReturnType<typeof run>>): IDataObject[] => output[0]!.map(({ json }) => json);
const methods = async (): Promise<string[]> => (await sandbox.control.journal({ kind: 'request' })).entries.map(({ method }) => method!);
const job = async (number: number): Promise<IDataObject> => {
	const response = await fetch(`${sandbox.apiUrl}/JmJob/job_no=${number}`, { headers: { Authorization: `Basic ${btoa('demo:demo')}` } });
	return ((await response.json()) as { jm_job: IDataObject[] }).jm_job[0]!;
};

describe('Update Many', () => {
	it('only reads by default, and outputs the key, title, old value and new value of each record', async () => {
		const before = await Promise.all([3, 4, 5].map(job));
		await sandbox.control.clearJournal();
		const outcome = await run({});
		expect(outcome.error).toBeNull();
		expect(items(outcome)).toEqual(
			before.map(({ job_no, job_desc, job_type_no }) => ({
				job_no: (job_no as IDataObject).job_no,
				job_desc,
				job_type_no_old: (job_type_no as IDataObject | null)?.job_type_no ?? null,
				job_type_no_new: 3,
			})),
		);
		expect(new Set(await methods())).toEqual(new Set(['GET']));
		expect(await Promise.all([3, 4, 5].map(job))).toEqual(before);
	});

	it('outputs the old and new title, but no separate title field, if the update would change the title', async () => {
		const { job_desc } = await job(3);
		const fields = { entry: [{ fieldName: 'job_desc', fieldValue: 'New' }] };
		const conditions = { condition: [{ fieldName: 'job_no', operator: 'equals', value: '3' }] };
		expect(items(await run({ conditions, fields }))).toEqual([{ job_no: 3, job_desc_old: job_desc, job_desc_new: 'New' }]);
	});

	it('outputs at most Max Records records, and reports that the update would be rejected', async () => {
		const outcome = await run({ maxRecords: 2 });
		expect(items(outcome)).toHaveLength(2);
		expect(outcome.hints).toEqual([
			"More than 2 records match, so 'Update' would change none of them. Add conditions, or raise 'Max Records'",
		]);
		expect((await run({ maxRecords: 2, mode: 'update' })).error?.message).toBe(
			"'Max Records': 3 records of 'JmJob' match, more than the maximum of 2. Nothing was changed [Item 0]",
		);
		expect(new Set(await methods())).toEqual(new Set(['GET']));
	});

	it('outputs only the new value of a field that is missing from the list, and reports why', async () => {
		const outcome = await run({ fields: { entry: [{ fieldName: 'x_unknown', fieldValue: 'New' }] } });
		expect(items(outcome)[0]).toEqual({ job_no: 3, job_desc: expect.any(String), x_unknown_new: 'New' });
		expect(outcome.hints).toEqual(["The list 'JmJobList' does not contain 'x_unknown', so the old values are not shown"]);
	});

	it('requires a condition in the preview too', async () => {
		const outcome = await run({ conditions: {} });
		expect(outcome.error?.message).toContain("No condition selects which 'JmJob' records to change");
		expect(await methods()).toEqual([]);
	});

	it('outputs the whole record if the key of the document is unknown', async () => {
		const conditions = { condition: [{ fieldName: 'rate_card_no', operator: 'lessOrEqual', value: '2' }] };
		const fields = { entry: [{ fieldName: 'rate_card_desc', fieldValue: 'New' }] };
		const outcome = await run({ resource: 'anyDocument', documentName: 'JmRateCard', conditions, fields });
		expect(items(outcome)[0]).toEqual({
			rate_card_no: 1,
			external_key: null,
			rate_card_desc_old: expect.any(String),
			rate_card_desc_new: 'New',
		});
		expect(await methods()).not.toContain('PATCH');
	});

	it('changes the records in Update mode', async () => {
		expect(items(await run({ mode: 'update' }))).toEqual([{ matched: 3, updated: true }]);
		expect(await job(4)).toMatchObject({ job_type_no: { job_type_no: 3 } });
		expect(await methods()).toContain('PATCH');
	});

	it.each([{}, { max: null }, { max: '' }])('rejects an expression for Max Records that returns nothing (%j)', async (json) => {
		const outcome = await run({ mode: 'update', maxRecords: '={{ $json.max }}' }, json);
		expect(outcome.error).toMatchObject({
			message: "'Max Records' must be a number, but its expression returned no value [Item 0]",
			description: 'Check the expression, or clear the parameter to change any number of records.',
		});
		expect(await methods()).toEqual([]);
	});

	it('rejects an unknown mode', async () => {
		const outcome = await run({ mode: '={{ "maybe" }}' });
		expect(outcome.error).toMatchObject({
			message: "Unknown value 'maybe' for 'Mode' [Item 0]",
			description: "Choose one of 'preview', 'update'.",
		});
		expect(await methods()).toEqual([]);
	});
});
