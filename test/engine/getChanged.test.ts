import type { IDataObject, INodeParameters, IRunExecutionData } from 'n8n-workflow';

import type { NodeOutcome, NodeRun, StaticData } from '../../workshop/engine/engine';
import { engineForTests } from '../support/engineForTests';
import { plainCall } from '../support/plainCall';
import { sandboxForTests } from '../support/sandboxForTests';
import { SIGN_INS } from './sandboxCredentials';

const engine = engineForTests();
const sandbox = sandboxForTests();
const [{ authentication, type, data }] = SIGN_INS as [(typeof SIGN_INS)[0]];

beforeEach(async () => {
	await sandbox.control.reset();
});

const createJobs = async (count: number): Promise<number[]> =>
	(
		(
			await plainCall(sandbox, 'POST', '/JmJob', {
				jm_job: Array.from({ length: count }, (_, index) => ({ job_desc: `Changed ${index}`, cust_id: '27' })),
			})
		).jm_job as { records: { job_no: number }[] }
	).records.map(({ job_no: job }) => job);
const change = async (job: number, description: string): Promise<void> =>
	void (await plainCall(sandbox, 'PATCH', `/JmJob/job_no=${job}`, [{ op: 'replace', path: 'job_desc', value: description }]));
/** Moves the site's clock. */
const at = async (offsetSeconds: number): Promise<void> => void (await sandbox.control.call('PUT', 'clock', { offsetSeconds }));

const NEW_ONLY = { conditions: { condition: [{ fieldName: 'job_desc', operator: 'startsWith', value: 'Changed' }] } };

interface Run {
	readonly mode?: 'trigger' | 'manual';
	readonly stored?: StaticData;
	readonly id?: string;
	readonly executions?: ReadonlyMap<string, IRunExecutionData>;
	readonly items?: number;
	readonly trigger?: NodeRun['trigger'];
}
const run = async (
	parameters: INodeParameters,
	{ mode = 'trigger', stored, id = '1', executions, items = 1, trigger }: Run = {},
): Promise<NodeOutcome> =>
	await engine.run({
		node: 'mediaOperations',
		mode,
		credentials: { [type]: data(sandbox) },
		parameters: { authentication, resource: 'job', operation: 'getChanged', ...NEW_ONLY, ...parameters },
		input: Array.from({ length: items }, () => ({ json: {} })),
		executions: { id, stored: executions ?? new Map() },
		...(stored ? { stored } : {}),
		...(trigger ? { trigger } : {}),
	});
const rows = ({ output, error }: NodeOutcome): IDataObject[] => {
	expect(error).toBeNull();
	return (output[0] ?? []).map(({ json }) => json);
};
const jobs = (outcome: NodeOutcome): unknown[] => rows(outcome).map(({ job_no: job }) => job);

/** A published workflow. Its executions have consecutive IDs, and n8n stores the data of an execution when the execution ends. */
class PublishedWorkflow {
	readonly stored: StaticData = { value: {} };
	readonly executions = new Map<string, IRunExecutionData>();
	private number = 100;

	constructor(private readonly parameters: INodeParameters = {}) {}

	async execute(
		end: 'success' | 'laterNodeFails' | 'waits' | 'isNotStored' = 'success',
		parameters: INodeParameters = {},
	): Promise<NodeOutcome> {
		this.number += 1;
		const id = String(this.number);
		const outcome = await run({ ...this.parameters, ...parameters }, { stored: this.stored, id, executions: this.executions });
		const { data: ended } = outcome.run;
		if (end === 'laterNodeFails') ended.resultData.error = { message: 'The database refused the rows' } as never;
		if (end === 'waits') ended.waitTill = new Date();
		if (end !== 'isNotStored') this.executions.set(id, ended);
		return outcome;
	}
}

describe('Get Changed with a cursor', () => {
	it('returns all records first, then the changed ones, and always ends with an item that contains the next cursor', async () => {
		const [first, second] = (await createJobs(2)) as [number, number];
		const all = rows(await run({ startFrom: 'cursor', cursor: '' }));
		expect(all).toMatchObject([
			{ job_no: first, job_desc: 'Changed 0' },
			{ job_no: second, job_desc: 'Changed 1' },
			{ next_cursor: expect.stringMatching(/^\{"scope":/) as string, records: 2, has_more: false },
		]);
		const cursor = String(all.at(-1)?.next_cursor);
		const none = rows(await run({ startFrom: 'cursor', cursor }));
		expect(none).toEqual([{ next_cursor: cursor, records: 0, has_more: false }]);
		await at(5);
		await change(second, 'Changed again');
		const changed = rows(await run({ startFrom: 'cursor', cursor: JSON.parse(cursor) as never }));
		expect(changed).toMatchObject([{ job_no: second, job_desc: 'Changed again' }, { records: 1 }]);
	});

	it("starts from a date in the workflow's time zone", async () => {
		await createJobs(1);
		await at(3_600);
		const [later] = await createJobs(1);
		const cursor = new Date(Date.now() + 1_800_000).toISOString().slice(0, 19);
		expect(rows(await run({ startFrom: 'cursor', cursor }))).toMatchObject([{ job_no: later }, { records: 1 }]);
	});

	it.each([
		['a Luxon date', '={{ $now.plus(30, "minutes") }}'],
		['a JavaScript date', '={{ new Date(Date.now() + 1800000) }}'],
	])('starts from %s that an expression returns', async (_what, cursor) => {
		await createJobs(1);
		await at(3_600);
		const [later] = await createJobs(1);
		expect(rows(await run({ startFrom: 'cursor', cursor }))).toMatchObject([{ job_no: later }, { records: 1 }]);
	});

	it('rejects an invalid date that an expression returns, instead of returning all records', async () => {
		await createJobs(1);
		const { error } = await run({ startFrom: 'cursor', cursor: '={{ DateTime.fromISO("nothing") }}' });
		expect(error?.message).toContain("'Cursor' contains an invalid date");
	});

	it('returns a long list in chunks', async () => {
		const made = await createJobs(25);
		const options = { recordsPerRun: 10, pageSize: 4 };
		const first = rows(await run({ startFrom: 'cursor', cursor: '', options }));
		expect(first.at(-1)).toMatchObject({ records: 10, has_more: true });
		const second = rows(await run({ startFrom: 'cursor', cursor: String(first.at(-1)?.next_cursor), options }));
		const third = rows(await run({ startFrom: 'cursor', cursor: String(second.at(-1)?.next_cursor), options }));
		expect(third.at(-1)).toMatchObject({ records: 5, has_more: false });
		const all = [first, second, third].flatMap((each) => each.slice(0, -1).map(({ job_no: job }) => Number(job)));
		expect(all.sort((one, other) => one - other)).toEqual(made);
	});

	it('returns the chosen fields, with the key and the watched field', async () => {
		const [job] = await createJobs(1);
		const [row] = rows(await run({ startFrom: 'cursor', cursor: '', options: { columns: ['job_desc'] } }));
		expect(row).toEqual({ job_no: job, job_desc: 'Changed 0', date_changed: expect.any(String) as string });
	});

	it('returns raw records if Simplify is off', async () => {
		const [job] = await createJobs(1);
		expect(rows(await run({ startFrom: 'cursor', cursor: '', simplify: false }))[0]).toMatchObject({ job_no: { job_no: job } });
	});

	it('reads any document, given its name and key field', async () => {
		const [job] = await createJobs(1);
		const any = { resource: 'anyDocument', documentName: 'JmJob', keyField: 'job_no', startFrom: 'cursor', cursor: '' };
		expect(rows(await run(any))).toMatchObject([{ job_no: job }, { records: 1 }]);
	});

	it.each<[string, INodeParameters, string]>([
		['a cursor from other settings', { cursor: '{"scope":"x","memory":{"mark":1,"seen":[]}}' }, "'Cursor' belongs to another site"],
		['text that is not a date', { cursor: 'last week' }, '\'Cursor\' must be a date, got "last week"'],
		['a maximum of zero', { options: { recordsPerRun: 0 } }, "'Max Records per Run' must be a whole number of at least 1, got 0"],
		['a text field as the watched field', { watchedField: 'job_desc', conditions: {} }, "'job_desc' of 'JmJobList' must be a number"],
	])('rejects %s', async (_what, parameters, message) => {
		await createJobs(1);
		const { error } = await run({ startFrom: 'cursor', cursor: '', ...parameters });
		expect(error?.message).toContain(message);
	});
});

describe('Get Changed with its position stored in the workflow', () => {
	it('returns all records in the first execution, and then only changed ones', async () => {
		const workflow = new PublishedWorkflow();
		const made = await createJobs(3);
		expect(jobs(await workflow.execute())).toEqual(made);
		expect(jobs(await workflow.execute())).toEqual([]);
		await at(5);
		await change(made[1] as number, 'Changed again');
		expect(jobs(await workflow.execute())).toEqual([made[1]]);
		expect(jobs(await workflow.execute())).toEqual([]);
	});

	it.each([
		['a later node fails', 'laterNodeFails'],
		['the execution is still waiting', 'waits'],
	] as const)('returns the same changes again if %s', async (_what, end) => {
		const workflow = new PublishedWorkflow();
		const made = await createJobs(2);
		expect(jobs(await workflow.execute(end))).toEqual(made);
		expect(jobs(await workflow.execute(end))).toEqual(made);
		const more = await createJobs(1);
		expect(jobs(await workflow.execute())).toEqual([...made, ...more]);
		expect(jobs(await workflow.execute())).toEqual([]);
	});

	it('returns the same changes again after a failed execution, but not after a successful one', async () => {
		const workflow = new PublishedWorkflow();
		await createJobs(2);
		await workflow.execute();
		const [job] = await createJobs(1);
		expect(jobs(await workflow.execute('laterNodeFails'))).toEqual([job]);
		expect(jobs(await workflow.execute())).toEqual([job]);
		expect(jobs(await workflow.execute())).toEqual([]);
	});

	it('stores nothing if its own request fails', async () => {
		const workflow = new PublishedWorkflow({ options: { maxAttempts: 1 } });
		const made = await createJobs(2);
		await sandbox.control.addFaults({
			match: { path: '/JmJobList', times: 1 },
			fault: { type: 'status', status: 500, error: 'Out of order' },
		});
		expect((await workflow.execute()).error?.message).toContain('Out of order');
		expect(workflow.stored.value).toEqual({});
		expect(jobs(await workflow.execute())).toEqual(made);
	});

	it('treats an execution for which n8n stored no data as successful, and reports this', async () => {
		const workflow = new PublishedWorkflow();
		const made = await createJobs(1);
		expect(jobs(await workflow.execute('isNotStored'))).toEqual(made);
		const next = await workflow.execute();
		expect(jobs(next)).toEqual([]);
		expect(next.hints).toEqual([expect.stringContaining('n8n has no data about the last execution, which is treated as successful')]);
	});

	it('returns the same changes again if n8n stored no data for an execution and Assume It Failed is chosen', async () => {
		const workflow = new PublishedWorkflow({ options: { ifNotStored: 'repeat' } });
		const made = await createJobs(1);
		await workflow.execute('isNotStored');
		const next = await workflow.execute();
		expect(jobs(next)).toEqual(made);
		expect(next.hints).toEqual(['n8n has no data about the last execution, so its changes are returned again']);
	});

	it('returns the next chunk in each iteration of a loop within one execution, until nothing is left', async () => {
		const made = await createJobs(7);
		const stored: StaticData = { value: {} };
		const options = { recordsPerRun: 3 };
		const parts = [];
		for (let round = 0; round < 4; round += 1) parts.push(await run({ options }, { stored, id: '7' }));
		expect(parts.map((part) => jobs(part).length)).toEqual([3, 3, 1, 0]);
		expect(parts.flatMap(jobs)).toEqual(made);
		expect(parts[0]!.hints).toEqual(['More than 3 records have changed. The next run returns the rest']);
	});

	it('returns the same chunk again after an execution that failed', async () => {
		const workflow = new PublishedWorkflow({ options: { recordsPerRun: 3 } });
		const made = await createJobs(5);
		expect(jobs(await workflow.execute('laterNodeFails'))).toEqual(made.slice(0, 3));
		expect(jobs(await workflow.execute())).toEqual(made.slice(0, 3));
		expect(jobs(await workflow.execute())).toEqual(made.slice(3));
	});

	it('stores nothing in a manual execution, and reports this', async () => {
		const workflow = new PublishedWorkflow();
		await createJobs(1);
		await workflow.execute();
		const before = JSON.stringify(workflow.stored.value);
		const [job] = await createJobs(1);
		const manual = await run({}, { mode: 'manual', stored: workflow.stored, executions: workflow.executions });
		expect(jobs(manual)).toEqual([job]);
		expect(manual.hints).toEqual([expect.stringContaining('A manual execution does not store its position')]);
		expect(JSON.stringify(workflow.stored.value)).toBe(before);
		expect(jobs(await workflow.execute())).toEqual([job]);
	});

	it('does not write its stored position again if nothing has changed', async () => {
		const workflow = new PublishedWorkflow();
		await createJobs(1);
		await workflow.execute();
		await workflow.execute();
		const { value } = workflow.stored;
		await workflow.execute();
		expect(workflow.stored.value).toBe(value);
	});

	it('stores a separate position for each selection', async () => {
		const workflow = new PublishedWorkflow();
		const made = await createJobs(2);
		expect(jobs(await workflow.execute())).toEqual(made);
		const other = { conditions: { condition: [{ fieldName: 'job_desc', operator: 'equals', value: 'Changed 1' }] } };
		expect(jobs(await workflow.execute('success', other))).toEqual([made[1]]);
		expect(jobs(await workflow.execute())).toEqual([]);
		expect(jobs(await workflow.execute('success', other))).toEqual([]);
	});

	const before = (time: string): INodeParameters => ({
		queryMode: 'json',
		queryJson: `={"job_desc":"Changed%","date_added":{"$lt":"{{ ${time} }}"}}`,
	});

	it.each([
		['in a query', before('$now.plus({ days: 1 }).toISO()')],
		['as a JavaScript date in a query', before('new Date(Date.now() + 86400000).toISOString()')],
		[
			'in a condition',
			{ conditions: { condition: [{ fieldName: 'date|date_added', operator: 'less', date: '={{ $now.plus({ days: 1 }).toISO() }}' }] } },
		],
	])('keeps its position if the current time is used %s', async (_what, parameters: INodeParameters) => {
		const workflow = new PublishedWorkflow(parameters);
		const made = await createJobs(2);
		expect(jobs(await workflow.execute())).toEqual(expect.arrayContaining(made));
		const [job] = await createJobs(1);
		const next = await workflow.execute();
		expect([jobs(next), next.hints]).toEqual([[job], []]);
	});

	it.each(['{{ DateTime.fromISO($json.since ?? "2100-01-01") }}', '{{ $json["Order Date"] ?? "2100-01-01" }}'])(
		'keeps its position without a hint if an expression only reads a date: %s',
		async (expression) => {
			const workflow = new PublishedWorkflow({
				queryMode: 'json',
				queryJson: `={"job_desc":"Changed%","date_added":{"$lt":"${expression}"}}`,
			});
			await createJobs(1);
			const { hints } = await workflow.execute();
			expect([hints, jobs(await workflow.execute())]).toEqual([[], []]);
		},
	);

	it('reports that it cannot recognize its selection if an expression reads the current time and data', async () => {
		const workflow = new PublishedWorkflow(before('$now.plus({ days: $json.days ?? 1 }).toISO()'));
		await createJobs(1);
		expect((await workflow.execute()).hints).toEqual([
			"A condition combines the current time with data in one expression, so each execution can return all records again. Use a date operator, such as 'Is in the Last … Days'",
		]);
	});

	it.each<[string, NonNullable<NodeRun['trigger']>, RegExp]>([
		['Poll Trigger', { node: 'mediaOperationsPollTrigger' }, /Use a Schedule Trigger/],
		[
			'Trigger that responds when the last node finishes',
			{ node: 'mediaOperationsTrigger', parameters: { respond: 'lastNode' } },
			/Set 'Respond' in the trigger to 'Immediately'/,
		],
	])('is rejected after a Media Operations %s, which would overwrite the position', async (_what, trigger, hint) => {
		expect((await run({}, { trigger })).error).toMatchObject({
			message: expect.stringContaining("The position cannot be stored in a workflow that 'Trigger' starts") as string,
			description: expect.stringMatching(hint) as string,
		});
		expect(rows(await run({ startFrom: 'cursor', cursor: '' }, { trigger }))).toMatchObject([{ records: 0 }]);
	});

	it('works after a Media Operations Trigger that responds immediately', async () => {
		expect(jobs(await run({}, { trigger: { node: 'mediaOperationsTrigger', parameters: { respond: 'immediately' } } }))).toEqual([]);
	});

	it('rejects a second item that would return the same changes', async () => {
		const { error } = await run({}, { items: 2 });
		expect(error).toMatchObject({
			message: expect.stringContaining('Item 0 already returns these changes') as string,
			description: expect.stringContaining("Turn on 'Execute Once'") as string,
			itemIndex: 1,
		});
	});
});
