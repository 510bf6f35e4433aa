import { cpus, loadavg } from 'node:os';
import { median, tellFigures } from '../../../workshop/queue/figures';
import type { Worker } from '../../../workshop/queue/engine';
import { isFull } from './support/size';
import { isOpen, memoryOf, processorTimeOf, Stage, until } from './support/stage';
import type { ExecutionRow } from './support/stage';

const concurrency = 5;
/** Figures for a page are medians; to see that all works once is enough. */
const rounds = process.env.QUEUE_FIGURES ? 3 : 1;
/** How many events at a time are sent to n8n. */
const senders = 20;
/** How fast the site answers, and how many executions make a measurement. Each execution makes two calls, one after the other. */
const loads = [
	{ name: 'at once', delay: 0, executions: isFull ? 80 : 40 },
	{ name: 'after half a second', delay: 500, executions: isFull ? 60 : 30 },
] as const;
type Load = (typeof loads)[number];

/** One measurement: executions per second, and the most that ran at one time. */
interface Measured {
	load: Load;
	perSecond: number;
	atOnce: number;
	/** The time (ms) of a processor for each execution, in main and in all workers. */
	inMain: number;
	inWorkers: number;
}

const authorization = `Basic ${Buffer.from('events:events').toString('base64')}`;

/** Calls the workflow with so many events, several at a time. */
async function sendEvents(url: string, keys: string[]): Promise<void> {
	const waiting = [...keys];
	await Promise.all(
		Array.from({ length: senders }, async () => {
			for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) {
				const answer = await fetch(url, {
					method: 'POST',
					headers: { Authorization: authorization, 'Content-Type': 'application/json' },
					body: JSON.stringify({ document: 'JmWorkOrder', id: key, idField: 'wo_no_seq', type: 'INSERT' }),
				});
				if (!answer.ok) throw new Error(`The workflow answered ${answer.status}: ${await answer.text()}`);
			}
		}),
	);
}

/** The most executions that ran at one time. */
const mostAtOnce = (rows: readonly ExecutionRow[]): number =>
	Math.max(
		...rows.map(
			({ startedAt }) =>
				rows.filter((other) => (other.startedAt as number) <= (startedAt as number) && (other.stoppedAt as number) > (startedAt as number))
					.length,
		),
	);

/** A stage with the workflow published, ready to be measured. */
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

	/** Sends events and waits until their executions have ended; gives those. Each has to succeed. */
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

	/** Each load once, after a run that nobody counts: what is new to a process is loaded then. */
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
				atOnce: mostAtOnce(rows),
				inMain: (processorTimeOf(main.pid) - before.main) / load.executions,
				inWorkers: (inWorkers() - before.workers) / load.executions,
			});
		}
		return measured;
	}
}

const of = (all: readonly Measured[], load: Load) => all.filter((one) => one.load === load);
const middle = (all: readonly Measured[], load: Load) => median(of(all, load).map(({ perSecond }) => perSecond));

describe('how many executions n8n carries out with our nodes', () => {
	const alone: Measured[] = [];
	const withOne: Measured[] = [];
	const withTwo: Measured[] = [];
	const memory = { alone: 0, main: 0, worker: 0 };

	it('in one process', async () => {
		const course = await Course.start('regular');
		try {
			for (let round = 0; round < rounds; round += 1) alone.push(...(await course.measure()));
			memory.alone = memoryOf(course.stage.engine.main.pid);
		} finally {
			await course.stage.stop();
		}
		expect(alone).toHaveLength(rounds * loads.length);
	});

	it('with one worker and with two, in turn: each adds its places', async () => {
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
		// A slow site fills the places of each worker: five with one, and more with two, but never more than ten.
		for (const { atOnce } of of(withOne, slow)) expect(atOnce).toBe(concurrency);
		for (const { atOnce } of of(withTwo, slow)) {
			expect(atOnce).toBeGreaterThan(concurrency);
			expect(atOnce).toBeLessThanOrEqual(2 * concurrency);
		}
	});

	it('and this is what was measured', () => {
		const [quick, slow] = loads;
		const rate = (all: readonly Measured[], load: Load) =>
			`${middle(all, load).toFixed(1)} (${of(all, load)
				.map(({ perSecond }) => perSecond.toFixed(1))
				.join(', ')})`;
		const places = (all: readonly Measured[]) => Math.max(...of(all, slow).map(({ atOnce }) => atOnce));
		const cost = (all: readonly Measured[], part: 'inMain' | 'inWorkers') =>
			`${median(of(all, quick).map((one) => one[part])).toFixed(0)} ms`;
		tellFigures('throughput', [
			'| | one process, no queue | main and 1 worker | main and 2 workers | 2 workers to 1 |',
			'|---|---:|---:|---:|---:|',
			...loads.map(
				(load) =>
					`| executions per second, site answers ${load.name} | ${rate(alone, load)} | ${rate(withOne, load)} | ${rate(withTwo, load)} | × ${(middle(withTwo, load) / middle(withOne, load)).toFixed(2)} |`,
			),
			`| most at one time, slow site | ${places(alone)} | ${places(withOne)} | ${places(withTwo)} | |`,
			`| processor time for each, in main | ${cost(alone, 'inMain')} | ${cost(withOne, 'inMain')} | ${cost(withTwo, 'inMain')} | |`,
			`| processor time for each, in workers | | ${cost(withOne, 'inWorkers')} | ${cost(withTwo, 'inWorkers')} | |`,
			`| memory, task runners included | ${memory.alone} MB | ${memory.main} MB and ${memory.worker} MB | ${memory.main} MB and 2 × ${memory.worker} MB | |`,
			'',
			`${rounds === 1 ? 'One round' : `Medians of ${rounds} rounds, each of them in brackets`}; ${loads.map(({ executions, name }) => `${executions} executions ${name}`).join(', ')}; load of the machine's ${cpus().length} cores at the end: ${loadavg()[0]?.toFixed(1)}.`,
		]);
		expect(median(withTwo.map(({ perSecond }) => perSecond))).toBeGreaterThan(0);
	});
});
