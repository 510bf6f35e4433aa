import { cpus, loadavg } from 'node:os';
import { median, reportFigures } from '../../../workshop/queue/figures';
import type { Worker } from '../../../workshop/queue/engine';
import { isFull } from './support/size';
import { isOpen, memoryOf, processorTimeOf, Stage, until } from './support/stage';
import type { ExecutionRow } from './support/stage';

const concurrency = 5;
/** The published figures are medians of three rounds. Without `QUEUE_FIGURES`, one round only checks that everything works. */
const rounds = process.env.QUEUE_FIGURES ? 3 : 1;
/** How many events are sent to n8n concurrently. */
const senders = 20;
/** How fast the site responds, and how many executions one measurement includes. Each execution makes two requests, one after the other. */
const loads = [
	{ name: 'immediately', delay: 0, executions: isFull ? 80 : 40 },
	{ name: 'after half a second', delay: 500, executions: isFull ? 60 : 30 },
] as const;
type Load = (typeof loads)[number];

/** One measurement: executions per second, and the maximum number of concurrent ones. */
interface Measured {
	load: Load;
	perSecond: number;
	concurrent: number;
	/** The average processor time (ms) per execution: of the main process, and of all workers together. */
	inMain: number;
	inWorkers: number;
}

const authorization = `Basic ${Buffer.from('events:events').toString('base64')}`;

/** Sends one event per key to the workflow, `senders` at a time. */
async function sendEvents(url: string, keys: string[]): Promise<void> {
	const waiting = [...keys];
	await Promise.all(
		Array.from({ length: senders }, async () => {
			for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) {
				const response = await fetch(url, {
					method: 'POST',
					headers: { Authorization: authorization, 'Content-Type': 'application/json' },
					body: JSON.stringify({ document: 'JmWorkOrder', id: key, idField: 'wo_no_seq', type: 'INSERT' }),
				});
				if (!response.ok) throw new Error(`The workflow returned ${response.status}: ${await response.text()}`);
			}
		}),
	);
}

const maxConcurrent = (rows: readonly ExecutionRow[]): number =>
	Math.max(
		...rows.map(
			({ startedAt }) =>
				rows.filter((other) => (other.startedAt as number) <= (startedAt as number) && (other.stoppedAt as number) > (startedAt as number))
					.length,
		),
	);

/** A stage with the active workflow, ready to be measured. */
class Course {
	private number = 0;

	private constructor(
		readonly stage: Stage,
		private readonly url: string,
	) {}

	static async start(mode: 'queue' | 'regular'): Promise<Course> {
		const stage = await Stage.start({ mode }, 1200);
		try {
			return new Course(stage, (await stage.publishOnEvent('Events')).url);
		} catch (cause) {
			await stage.stop();
			throw cause;
		}
	}

	/** Sends events, waits until their executions have ended, and returns them. Each has to succeed. */
	async run(count: number): Promise<ExecutionRow[]> {
		const before = new Set((await this.stage.executions()).map(({ id }) => id));
		this.number += 1;
		await sendEvents(
			this.url,
			Array.from({ length: count }, (_, index) => `${this.number * 10_000 + index}-1`),
		);
		const rows = await until(`${count} executions have ended`, 180_000, async () => {
			const fresh = (await this.stage.executions()).filter(({ id }) => !before.has(id));
			return fresh.length >= count && !fresh.some(isOpen) ? fresh : undefined;
		});
		expect(rows.map(({ status }) => status)).toEqual(Array.from({ length: count }, () => 'success'));
		return rows;
	}

	/** Measures each load once, after a warm-up run in which each process loads its code. */
	async measure(...workers: Worker[]): Promise<Measured[]> {
		const { main } = this.stage.engine;
		const inWorkers = () => workers.reduce((sum, { pid }) => sum + processorTimeOf(pid), 0);
		await this.stage.site.sandbox.control.delay(0);
		await this.run(20);
		const measured: Measured[] = [];
		for (const load of loads) {
			await this.stage.site.sandbox.control.delay(load.delay);
			const before = { main: processorTimeOf(main.pid), workers: inWorkers() };
			const rows = await this.run(load.executions);
			const span =
				Math.max(...rows.map(({ stoppedAt }) => stoppedAt as number)) - Math.min(...rows.map(({ startedAt }) => startedAt as number));
			measured.push({
				load,
				perSecond: (load.executions * 1000) / span,
				concurrent: maxConcurrent(rows),
				inMain: (processorTimeOf(main.pid) - before.main) / load.executions,
				inWorkers: (inWorkers() - before.workers) / load.executions,
			});
		}
		return measured;
	}
}

const of = (all: readonly Measured[], load: Load) => all.filter((one) => one.load === load);
const middle = (all: readonly Measured[], load: Load) => median(of(all, load).map(({ perSecond }) => perSecond));

describe('The throughput of n8n with these nodes', () => {
	const alone: Measured[] = [];
	const withOne: Measured[] = [];
	const withTwo: Measured[] = [];
	const memory = { alone: 0, main: 0, worker: 0 };

	it('is measured in one process', async () => {
		const course = await Course.start('regular');
		try {
			for (let round = 0; round < rounds; round += 1) alone.push(...(await course.measure()));
			memory.alone = memoryOf(course.stage.engine.main.pid);
		} finally {
			await course.stage.stop();
		}
		expect(alone).toHaveLength(rounds * loads.length);
	});

	it('is measured with one worker, and with two, which run more executions concurrently', async () => {
		const course = await Course.start('queue');
		try {
			const { engine } = course.stage;
			const first = await engine.startWorker('worker-1', concurrency);
			for (let round = 0; round < rounds; round += 1) {
				withOne.push(...(await course.measure(first)));
				const second: Worker = await engine.startWorker('worker-2', concurrency);
				withTwo.push(...(await course.measure(first, second)));
				expect(second.finished().size).toBeGreaterThan(0);
				memory.worker = Math.max(memoryOf(first.pid), memoryOf(second.pid));
				await second.stop();
			}
			memory.main = memoryOf(engine.main.pid);
		} finally {
			await course.stage.stop();
		}
		const slow = loads[1];
		// If the site is slow, one worker runs five executions concurrently, and two workers run more than five, but at most ten.
		for (const { concurrent } of of(withOne, slow)) expect(concurrent).toBe(concurrency);
		for (const { concurrent } of of(withTwo, slow)) {
			expect(concurrent).toBeGreaterThan(concurrency);
			expect(concurrent).toBeLessThanOrEqual(2 * concurrency);
		}
	});

	it('is printed as a table of figures', () => {
		const [quick, slow] = loads;
		const rate = (all: readonly Measured[], load: Load) =>
			`${middle(all, load).toFixed(1)} (${of(all, load)
				.map(({ perSecond }) => perSecond.toFixed(1))
				.join(', ')})`;
		const places = (all: readonly Measured[]) => Math.max(...of(all, slow).map(({ concurrent }) => concurrent));
		const cost = (all: readonly Measured[], part: 'inMain' | 'inWorkers') =>
			`${median(of(all, quick).map((one) => one[part])).toFixed(0)} ms`;
		reportFigures('throughput', [
			'| | one process, no queue | main and 1 worker | main and 2 workers | 2 workers vs. 1 |',
			'|---|---:|---:|---:|---:|',
			...loads.map(
				(load) =>
					`| executions per second, site returns ${load.name} | ${rate(alone, load)} | ${rate(withOne, load)} | ${rate(withTwo, load)} | × ${(middle(withTwo, load) / middle(withOne, load)).toFixed(2)} |`,
			),
			`| maximum concurrent executions, slow site | ${places(alone)} | ${places(withOne)} | ${places(withTwo)} | |`,
			`| processor time per execution, in main | ${cost(alone, 'inMain')} | ${cost(withOne, 'inMain')} | ${cost(withTwo, 'inMain')} | |`,
			`| processor time per execution, in workers | | ${cost(withOne, 'inWorkers')} | ${cost(withTwo, 'inWorkers')} | |`,
			`| memory, including task runners | ${memory.alone} MB | ${memory.main} MB and ${memory.worker} MB | ${memory.main} MB and 2 × ${memory.worker} MB | |`,
			'',
			`${rounds === 1 ? 'One round' : `Medians of ${rounds} rounds, with each round in parentheses`}; ${loads.map(({ executions, name }) => `${executions} executions if the site responds ${name}`).join(', ')}; load average at the end, on a ${cpus().length}-core machine: ${loadavg()[0]?.toFixed(1)}.`,
		]);
		expect(median(withTwo.map(({ perSecond }) => perSecond))).toBeGreaterThan(0);
	});
});
