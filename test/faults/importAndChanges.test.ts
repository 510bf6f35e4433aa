/**
 * Imports and Get Changed with random faults. Each is run again until it is complete. Nothing is lost, and nothing is done twice.
 */
import type { IBinaryKeyData, IDataObject, INodeParameters } from 'n8n-workflow';

import type { NodeOutcome } from '../../workshop/engine/engine';
import { startSandbox, type SandboxProcess } from '../../workshop/sandboxProcess';
import { inMemoryFile } from '../engine/actions/files';
import { outputText } from '../engine/importing';
import { engineForTests } from '../support/engineForTests';
import { RANDOM_FAULTS, randomFaults } from './faults';
import { newJobs, numbersTo } from './preparing';
import { plainSite, type PlainSite } from './site';

/** A different seed each time. A failed run prints it, and LONG_RUN_SEED repeats the same faults. */
const seed = Number(process.env.LONG_RUN_SEED ?? Date.now() % 1_000_000);
const FAULTY_RUNS = 3;
const MAX_RUNS = 6;
/**
 * The timeouts in seconds: with faults, a request that gets no response must end soon; without faults, a busy machine must not cause
 * timeouts.
 */
const TIMEOUT = { withFaults: 1.5, withoutFaults: 60 };

/**
 * All random faults except those that replace the response with a 204. A 204 confirms a change, so it must not replace the rejection of
 * an invalid row.
 */
const FAULTS = RANDOM_FAULTS.filter(({ leavesNoBody }) => leavesNoBody !== true);

const engine = engineForTests();
let sandbox: SandboxProcess;
let site: PlainSite;
let timeout = TIMEOUT.withoutFaults;
beforeAll(async () => {
	sandbox = await startSandbox();
	site = plainSite(sandbox.apiUrl);
});
afterAll(async () => await sandbox.stop());

const faultsFor = async (cell: string, rate: number): Promise<void> => {
	timeout = rate > 0 ? TIMEOUT.withFaults : TIMEOUT.withoutFaults;
	await sandbox.control.clearFaults();
	if (rate > 0) await sandbox.control.addFaults(...randomFaults(cell, rate, seed, FAULTS));
};

const faultsDone = async (): Promise<number> =>
	((await sandbox.control.call('GET', 'faults')) as { done: number }[]).reduce((sum, { done }) => sum + done, 0);

const run = async (cell: string, parameters: INodeParameters, binary: IBinaryKeyData = {}): Promise<NodeOutcome> =>
	await engine.run({
		node: 'mediaOperations',
		mode: 'trigger',
		parameters: {
			authentication: 'basic',
			resource: 'job',
			...parameters,
			options: {
				...(parameters.options as INodeParameters),
				concurrency: 16,
				timeout,
				extraHeaders: { entry: [{ name: 'X-Cell', value: cell }] },
			},
		},
		credentials: { mediaOperationsBasicApi: { baseUrl: sandbox.apiUrl, username: 'demo', password: 'demo' } },
		input: [{ json: {}, binary }],
	});

const linesOf = async (outcome: NodeOutcome, field: string): Promise<string[]> =>
	(await outputText(outcome, field)).trimEnd().split('\r\n').slice(1);

describe(`With random faults (seed ${seed}),`, () => {
	it.each([
		['create', 600, 20, 0.2],
		['create', 150, 1, 0.1],
		['upsert', 150, 1, 0.1],
	] as const)(
		'an import (%s) of %i rows, %i per request, writes each valid row once and rejects only the invalid rows',
		async (operation, rows, recordsPerRequest, rate) => {
			const tag = `import-${operation}-${rows}`;
			const bad = [Math.floor(rows / 3), rows - 2];
			const lines = numbersTo(rows).map((index) => `${tag}-${index},${tag}-${index},${bad.includes(index) ? 'NO SUCH CUSTOMER' : '32'}`);
			const file = inMemoryFile('jobs.csv', 'text/csv', Buffer.from(['external_key,job_desc,cust_id', ...lines].join('\n')));
			let earlier: IBinaryKeyData = {};
			let faults = 0;
			let last: NodeOutcome | undefined;
			for (let number = 1; number <= MAX_RUNS; number += 1) {
				await faultsFor(tag, number <= FAULTY_RUNS ? rate : 0);
				const isContinued = earlier.earlier !== undefined;
				const outcome = await run(
					tag,
					{
						operation,
						inputMode: 'file',
						inputBinaryField: 'data',
						validateFirst: 'never',
						importKey: 'external_key',
						importOptions: isContinued ? { skipRowsDoneIn: 'earlier' } : {},
						options: { recordsPerRequest },
					},
					{ data: file, ...earlier },
				);
				expect(outcome.error).toBeNull();
				const summary = outcome.output[0]![0]!.json as { complete: boolean; uncertain: number };
				faults += await faultsDone();
				earlier = { earlier: outcome.output[0]![0]!.binary!.result! };
				last = outcome;
				// A busy sandbox can process a request of the previous run, which timed out, in the middle of this run. The outcome of its row is
				// then uncertain until the next run.
				if (number > FAULTY_RUNS && summary.complete && summary.uncertain === 0) break;
			}
			expect((await linesOf(last!, 'result')).filter((line) => !/^\d+,[^,]*,(skipped|created|updated),/.test(line))).toEqual(
				bad.map((index) => expect.stringMatching(`^${index + 2},${tag}-${index},failed,`)),
			);
			expect(last!.output[0]![0]!.json).toMatchObject({ rows, failed: bad.length, uncertain: 0, complete: true });
			expect((await linesOf(last!, 'rejected')).map((line) => line.split(',')[0])).toEqual(bad.map((index) => `${tag}-${index}`));
			const names = (await site.list('JmJobList', { job_desc: `${tag}-%` })).map(({ job_desc: name }) => String(name));
			const expected = numbersTo(rows).flatMap((index) => (bad.includes(index) ? [] : [`${tag}-${index}`]));
			expect({ seed, names: [...names].sort() }).toEqual({ seed, names: expected.sort() });
			expect(faults).toBeGreaterThan(2);
		},
		600_000,
	);

	it('Get Changed returns each new or changed record exactly once, no matter when a run fails', async () => {
		const tag = 'changes';
		const keys = await newJobs(site, tag, 40);
		const returned: string[] = [];
		let cursor = '';
		let failed = 0;
		const readChanges = async (): Promise<void> => {
			const outcome = await run(tag, {
				operation: 'getChanged',
				startFrom: 'cursor',
				cursor,
				conditions: { condition: [{ fieldName: 'job_desc', operator: 'startsWith', value: `${tag}-` }] },
				options: { pageSize: 7, columns: ['job_desc'], maxAttempts: 1 },
			});
			if (outcome.error !== null) {
				failed += 1;
				return;
			}
			const rows = outcome.output[0]!.map(({ json }) => json);
			cursor = String((rows.pop() as IDataObject).next_cursor);
			returned.push(...rows.map(({ job_no: job, job_desc: name }) => `${String(job)} ${String(name)}`));
		};
		const changed: string[] = keys.map((key, index) => `${key} ${tag}-${index}`);
		await faultsFor(tag, 0.3);
		for (let round = 0; round < 12; round += 1) {
			await readChanges();
			for (const index of [round, 39 - round]) {
				await site.call('PATCH', `JmJob/job_no=${keys[index]}`, [{ op: 'replace', path: 'job_desc', value: `${tag}-${index} v${round}` }]);
				changed.push(`${keys[index]} ${tag}-${index} v${round}`);
			}
		}
		await faultsFor(tag, 0);
		await readChanges();
		await readChanges();
		expect(failed).toBeGreaterThan(0);
		expect({ seed, twice: returned.filter((each, at) => returned.indexOf(each) < at) }).toEqual({ seed, twice: [] });
		expect(returned.filter((each) => !changed.includes(each))).toEqual([]);
		// If a record changed several times between two runs, the second run returns only its latest state.
		const current = (await site.list('JmJobList', { job_desc: `${tag}-%` })).map(
			({ job_no: job, job_desc: name }) => `${(job as { job_no: number }).job_no} ${String(name)}`,
		);
		expect({ seed, lost: current.filter((each) => !returned.includes(each)) }).toEqual({ seed, lost: [] });
	}, 600_000);
});
