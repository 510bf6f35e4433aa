import type { INodeParameters } from 'n8n-workflow';

import { createPoller, type Poller, type StaticData } from '../../../workshop/engine/triggers';
import type { Release } from '../../../core/catalog';
import { startSandbox, type SandboxProcess } from '../../../workshop/sandboxProcess';
import { engineForTests } from '../../support/engineForTests';
import { plainCall } from '../../support/plainCall';
import { sandboxForTests } from '../../support/sandboxForTests';
import { SIGN_INS } from '../sandboxCredentials';
import { resourceParameters } from '../../support/resourceParameters';

const engine = engineForTests();
const sandbox = sandboxForTests();

beforeEach(async () => {
	await sandbox.control.reset();
});

const poller = async (
	parameters: INodeParameters,
	stored?: StaticData,
	[signIn = SIGN_INS[0]] = SIGN_INS,
	at: SandboxProcess = sandbox,
): Promise<Poller> => {
	const { authentication, type, data } = signIn!;
	return await createPoller(
		engine,
		{
			node: 'mediaOperationsPollTrigger',
			parameters: { authentication, resource: 'job', ...parameters },
			credentials: { [type]: data(at) },
		},
		stored,
	);
};
const jobs = async ({ poll }: Poller): Promise<unknown[]> => (await poll()).map(({ json }) => json.job_no);

const call = async (method: string, address: string, body?: unknown, at: SandboxProcess = sandbox): Promise<Record<string, unknown>> =>
	await plainCall(at, method, address, body);
const createJobs = async (count: number, fields: object = {}, at: SandboxProcess = sandbox): Promise<number[]> =>
	(
		(
			await call(
				'POST',
				'/JmJob',
				{ jm_job: Array.from({ length: count }, (_, index) => ({ job_desc: `Polled ${index}`, cust_id: '27', ...fields })) },
				at,
			)
		).jm_job as { records: { job_no: number }[] }
	).records.map(({ job_no: job }) => job);
/** Polls and returns the descriptions of the jobs. On older releases, a test does not know the keys of the jobs that it created. */
const descriptions = async ({ poll }: Poller): Promise<unknown[]> => (await poll()).map(({ json }) => json.job_desc);
const createJob = async (fields: object = {}, at?: SandboxProcess): Promise<number> => (await createJobs(1, fields, at))[0] as number;
const change = async (job: number, fields: Record<string, unknown>): Promise<void> =>
	void (await call(
		'PATCH',
		`/JmJob/job_no=${job}`,
		Object.entries(fields).map(([path, value]) => ({ op: 'replace', path, value })),
	));
/** Moves the site's clock; n8n's clock does not change. */
const at = async (offsetSeconds: number): Promise<void> => void (await sandbox.control.call('PUT', 'clock', { offsetSeconds }));
const memoryOf = ({ stored }: Poller): unknown => stored.value['node:Node'];

describe('A poll whose conditions contain the current time', () => {
	const changing = '={{ "Not " + $now.toMillis() }}';
	it.each<[string, INodeParameters]>([
		['as a condition', { conditions: { condition: [{ fieldName: 'job_desc', operator: 'notEquals', value: changing }] } }],
		['in a query as JSON', { queryMode: 'json', queryJson: '={{ JSON.stringify({ job_desc: { $ne: "Not " + $now.toMillis() } }) }}' }],
	])('outputs new records: %s', async (_where, parameters) => {
		const trigger = await poller(parameters);
		expect(await jobs(trigger)).toEqual([]);
		const job = await createJob();
		expect(await jobs(trigger)).toEqual([job]);
	});
});

describe('A poll for new records', () => {
	it.each(SIGN_INS)('outputs nothing at first, then each new record once, with "$authentication" authentication', async (signIn) => {
		await createJob();
		const trigger = await poller({}, undefined, [signIn]);
		expect(await jobs(trigger)).toEqual([]);
		expect(await jobs(trigger)).toEqual([]);
		const [one, two] = await createJobs(2);
		expect(await jobs(trigger)).toEqual([one, two]);
		await change(one as number, { job_desc: 'Changed' });
		expect(await jobs(trigger)).toEqual([]);
		const three = await createJob();
		expect(await jobs(trigger)).toEqual([three]);
	});

	it('finds a record that was stored late, with a date before the newest known one but within the overlap', async () => {
		await at(-600);
		const trigger = await poller({});
		await at(0);
		await jobs(trigger);
		const newest = await createJob();
		expect(await jobs(trigger)).toEqual([newest]);
		await at(-240);
		const late = await createJob();
		await at(-330);
		const tooLate = await createJob();
		expect(await jobs(trigger)).toEqual([late]);
		expect(tooLate).toBeGreaterThan(late);
		expect(await jobs(trigger)).toEqual([]);
	});

	it('looks back by the configured overlap', async () => {
		const trigger = await poller({ options: { overlapMinutes: 10 } });
		await createJob();
		await jobs(trigger);
		await at(-500);
		const late = await createJob();
		expect(await jobs(trigger)).toEqual([late]);
	});

	it.each([
		['ahead of', 3_600],
		['behind', -3_600],
	])("loses and repeats nothing if the site's clock is an hour %s n8n's, and is corrected later", async (_what, skew) => {
		await at(skew);
		const stored: StaticData = { value: {} };
		const trigger = await poller({}, stored);
		await createJob();
		expect(await jobs(trigger)).toEqual([]);
		const first = await createJobs(2);
		expect(await jobs(trigger)).toEqual(first);
		await at(skew - 200);
		const late = await createJob();
		expect(await jobs(trigger)).toEqual([late]);
		await at(skew + 5);
		const second = await createJobs(2);
		expect(await jobs(await poller({}, stored))).toEqual(second);
		await at(0);
		const corrected = await createJobs(3);
		expect(await jobs(trigger)).toEqual(corrected);
		expect(await jobs(trigger)).toEqual([]);
	});

	it('stores at most the configured number of keys, and still repeats nothing', async () => {
		const trigger = await poller({ options: { remembered: 1_000, recordsPerPoll: 2_000 } });
		await jobs(trigger);
		const many = await createJobs(1_200);
		expect(await jobs(trigger)).toEqual(many);
		const { poll: kept } = memoryOf(trigger) as { poll: { memory: { seen: unknown[] } } };
		expect(kept.memory.seen).toHaveLength(1_000);
		expect(await jobs(trigger)).toEqual([]);
		const next = await createJob();
		expect(await jobs(trigger)).toEqual([next]);
	});

	it('outputs a backlog in chunks, over as many pages as needed, each record once and in order', async () => {
		const trigger = await poller({ options: { recordsPerPoll: 40, pageSize: 7 } });
		await jobs(trigger);
		const made = await createJobs(90);
		const given = [await jobs(trigger), await jobs(trigger), await jobs(trigger), await jobs(trigger)];
		expect(given.map(({ length }) => length)).toEqual([40, 40, 10, 0]);
		expect(given.flat()).toEqual(made);
	});

	it('outputs the first record of a list that was empty', async () => {
		for (const { project_no: project } of (await call('GET', '/PmProjectList?query=%7B%7D')).L as { project_no: { project_no: number } }[])
			await call('DELETE', `/PmProject/project_no=${project.project_no}`);
		const trigger = await poller({ resource: 'project' });
		expect(await trigger.poll()).toEqual([]);
		await call('POST', '/PmProject', { pm_project: [{ project_desc: 'The first' }] });
		expect(await trigger.poll()).toMatchObject([{ json: { project_desc: 'The first' } }]);
		expect(await trigger.poll()).toEqual([]);
	});

	it('uses a numeric key if the document has no date', async () => {
		const trigger = await poller({ ...resourceParameters('qualification') });
		expect(await trigger.poll()).toEqual([]);
		await call('POST', '/SchQualification', { sch_qualification: [{ qualification_desc: 'Camera crane' }] });
		expect(await trigger.poll()).toMatchObject([{ json: { qualification_desc: 'Camera crane' } }]);
		expect(await trigger.poll()).toEqual([]);
	});

	it('accepts any document, given its name and key field', async () => {
		const trigger = await poller({ resource: 'anyDocument', documentName: 'JmJob', keyField: 'job_no', watchedField: 'date_added' });
		expect(await trigger.poll()).toEqual([]);
		const job = await createJob();
		expect(await trigger.poll()).toMatchObject([{ json: { job_no: job } }]);
	});

	it('outputs only records that match the conditions, with the chosen fields', async () => {
		const trigger = await poller({
			conditions: { condition: [{ fieldName: 'job_desc', operator: 'startsWith', value: 'Wanted' }] },
			options: { columns: 'job_desc' },
		});
		await trigger.poll();
		await createJob({ job_desc: 'Not this one' });
		const wanted = await createJob({ job_desc: 'Wanted' });
		expect((await trigger.poll()).map(({ json }) => json)).toEqual([
			{ job_no: wanted, job_desc: 'Wanted', date_added: expect.any(String) as string },
		]);
	});

	it('accepts a query as JSON, and outputs raw records if Simplify is off', async () => {
		const trigger = await poller({ queryMode: 'json', queryJson: '{"active": "N"}', simplify: false });
		await trigger.poll();
		const job = await createJob({ active: 'N' });
		await createJob();
		expect((await trigger.poll()).map(({ json }) => json)).toMatchObject([{ job_no: { job_no: job }, cust_id: { cust_id: '27' } }]);
	});

	it.each<Release>(['10.6', '11.0', '11.2'])('works on release %s', async (release) => {
		const old = await startSandbox({ release });
		try {
			const basic = { ...SIGN_INS[0]!, data: (site: SandboxProcess) => ({ ...SIGN_INS[0]!.data(site), release }) };
			const trigger = await poller({ options: { pageSize: 3 } }, undefined, [basic], old);
			expect(await descriptions(trigger)).toEqual([]);
			const words = Array.from({ length: 8 }, (_, index) => `Polled ${index}`);
			await call('POST', '/JmJob', { jm_job: words.map((job_desc) => ({ job_desc, cust_id: '27' })) }, old);
			expect(await descriptions(trigger)).toEqual(words);
			expect(await descriptions(trigger)).toEqual([]);
		} finally {
			await old.stop();
		}
	});
});

describe('A poll for new or changed records', () => {
	it('outputs a record again after it has changed', async () => {
		const trigger = await poller({ triggerOn: 'newOrChanged' });
		expect(await jobs(trigger)).toEqual([]);
		const job = await createJob();
		expect(await jobs(trigger)).toEqual([job]);
		await at(2);
		await change(job, { job_desc: 'Once' });
		expect(await jobs(trigger)).toEqual([job]);
		expect(await jobs(trigger)).toEqual([]);
		await at(4);
		await change(job, { job_desc: 'Twice' });
		await at(5);
		await change(job, { job_desc: 'Three times' });
		const [item] = await trigger.poll();
		expect(item?.json).toMatchObject({ job_no: job, job_desc: 'Three times' });
		expect(await jobs(trigger)).toEqual([]);
	});

	it('outputs each of many records with the same change date exactly once, in chunks', async () => {
		const made = await createJobs(60, { job_desc: 'Mass' });
		const trigger = await poller({ triggerOn: 'newOrChanged', options: { pageSize: 8, recordsPerPoll: 25 } });
		await jobs(trigger);
		await at(2);
		await call('PATCH', `/JmJobList?query=${encodeURIComponent('{"job_desc":"Mass"}')}`, [{ op: 'replace', path: 'active', value: 'N' }]);
		const given = [await jobs(trigger), await jobs(trigger), await jobs(trigger), await jobs(trigger)];
		expect(given.map(({ length }) => length)).toEqual([25, 25, 10, 0]);
		expect(
			given
				.flat()
				.map(Number)
				.sort((one, other) => one - other),
		).toEqual(made);
	});
});

describe("A poll's stored state", () => {
	it('survives a restart of n8n', async () => {
		const stored: StaticData = { value: {} };
		await jobs(await poller({}, stored));
		const job = await createJob();
		expect(await jobs(await poller({}, stored))).toEqual([job]);
		expect(await jobs(await poller({}, stored))).toEqual([]);
	});

	it('stays unchanged when a request fails, and the next poll finds everything', async () => {
		const trigger = await poller({ options: { maxAttempts: 1 } });
		await jobs(trigger);
		const before = JSON.stringify(memoryOf(trigger));
		const job = await createJob();
		for (const fault of [
			{ type: 'status', status: 400, error: 'The list is locked' },
			{ type: 'status', status: 503 },
			{ type: 'brokenJson' },
			{ type: 'html', status: 200 },
		]) {
			await sandbox.control.addFaults({ match: { path: '/JmJobList', times: 1 }, fault });
			await expect(trigger.poll()).rejects.toThrow();
			expect(JSON.stringify(memoryOf(trigger))).toBe(before);
		}
		expect(await jobs(trigger)).toEqual([job]);
	});

	it('stays unchanged when the second page is refused, even if the first had records', async () => {
		const trigger = await poller({ options: { maxAttempts: 1, pageSize: 3 } });
		await jobs(trigger);
		const before = JSON.stringify(memoryOf(trigger));
		const made = await createJobs(8);
		await sandbox.control.addFaults({
			match: { path: '/JmJobList', nth: 2 },
			fault: { type: 'status', status: 500, error: 'Out of order' },
		});
		await expect(trigger.poll()).rejects.toThrow('Out of order');
		expect(JSON.stringify(memoryOf(trigger))).toBe(before);
		expect(await jobs(trigger)).toEqual(made);
	});

	it('is not written if nothing is new', async () => {
		const trigger = await poller({});
		await jobs(trigger);
		const before = trigger.stored.value;
		await jobs(trigger);
		expect(trigger.stored.value).toBe(before);
	});

	it.each<[string, INodeParameters]>([
		['the resource', { resource: 'workOrder' }],
		['the field', { watchedField: 'date_changed' }],
		['the trigger event', { triggerOn: 'newOrChanged' }],
		['a condition', { conditions: { condition: [{ fieldName: 'active', operator: 'equals', value: 'Y' }] } }],
	])('is discarded if %s changes, and the existing records are not output', async (_what, parameters) => {
		const stored: StaticData = { value: {} };
		await jobs(await poller({}, stored));
		await createJob();
		expect(await (await poller(parameters, stored)).poll()).toEqual([]);
	});
});

describe('A test run of the poll trigger', () => {
	it('outputs the newest record, and stores nothing', async () => {
		const trigger = await poller({});
		const newest = await createJob();
		expect(await trigger.poll('manual')).toMatchObject([{ json: { job_no: newest } }]);
		expect(trigger.stored.value).toEqual({});
		expect(await jobs(trigger)).toEqual([]);
		const next = await createJob();
		expect(await trigger.poll('manual')).toMatchObject([{ json: { job_no: next } }]);
		expect(await jobs(trigger)).toEqual([next]);
	});

	it('outputs nothing if no record matches the conditions', async () => {
		expect(
			await (
				await poller({ conditions: { condition: [{ fieldName: 'job_desc', operator: 'equals', value: 'There is no such job' }] } })
			).poll('manual'),
		).toEqual([]);
	});
});

describe('The poll trigger reports an error', () => {
	it.each<[string, INodeParameters, RegExp]>([
		[
			'for new records of a document with a text key and no date',
			{ resource: 'schedulingResource' },
			/'Scheduling Resource' has no 'date_added', and its key 'resource_code' is not a number/,
		],
		[
			'for changed records of a document without a change date',
			{ resource: 'schedulingResource', triggerOn: 'newOrChanged' },
			/'Scheduling Resource' has no 'date_changed'/,
		],
		['for a text field as the watched field', { watchedField: 'job_desc' }, /'job_desc' of 'JmJobList' must be a number, got ".*"/],
		['for a watched field that the document does not have', { watchedField: 'date_seen' }, /date_seen/],
		[
			'for the Any Document resource without a key field',
			{ resource: 'anyDocument', documentName: 'JmJob', watchedField: 'date_added' },
			/'Key Field Name or ID' is empty/,
		],
		['for a negative overlap', { options: { overlapMinutes: -1 } }, /'Overlap \(Minutes\)' must not be negative, got -1/],
		[
			'for a maximum of zero records',
			{ options: { recordsPerPoll: 0 } },
			/'Max Records per Poll' must be a whole number of at least 1, got 0/,
		],
		[
			'for a conflicting condition on the watched field',
			{ conditions: { condition: [{ fieldName: 'date_added', operator: 'equals', value: '2026-01-01T10:00' }] } },
			/Two conditions on 'date_added'/,
		],
		...['Source-Time-Zone-Name', 'division-code'].map((name): [string, INodeParameters, RegExp] => [
			`for the header ${name} in Additional Headers, which would change the meaning of the request`,
			{ options: { extraHeaders: { entry: [{ name, value: 'GS' }] } } },
			new RegExp(`'Additional Headers': The '${name}' header cannot be set`),
		]),
	])('%s', async (_what, parameters, expectedMessage) => {
		const trigger = await poller(parameters);
		await expect(trigger.poll()).rejects.toThrow(expectedMessage);
		await expect(trigger.poll()).rejects.not.toThrow(/\[Item/);
		expect(trigger.stored.value).toEqual({});
	});

	it('for a wrong password, which is tried only once', async () => {
		const wrong = { ...SIGN_INS[0]!, data: (site: SandboxProcess) => ({ ...SIGN_INS[0]!.data(site), password: 'wrong' }) };
		const trigger = await poller({}, undefined, [wrong]);
		await sandbox.control.clearJournal();
		await expect(trigger.poll()).rejects.toThrow(/user name or password/);
		expect((await sandbox.control.journal()).total).toBe(1);
	});
});
