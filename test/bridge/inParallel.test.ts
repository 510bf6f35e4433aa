import { sleep } from 'n8n-workflow';

import { inParallel } from '../../bridge/run/inParallel';

interface Job {
	readonly name: string;
	readonly targets: readonly string[];
	readonly ms: number;
}

/** When each job started and ended, in order. */
const course = async (jobs: readonly Job[], max = 10): Promise<string[]> => {
	const events: string[] = [];
	await inParallel(jobs, {
		run: async ({ name, ms }) => {
			events.push(`+${name}`);
			await sleep(ms);
			events.push(`-${name}`);
		},
		max: () => max,
		isOver: () => false,
		targetsOf: ({ targets }) => targets,
	});
	return events;
};

describe('Jobs', () => {
	it('with several records wait until all earlier jobs for these records have ended', async () => {
		const events = await course([
			{ name: 'a', targets: ['1', '2'], ms: 60 },
			{ name: 'b', targets: ['3'], ms: 20 },
			{ name: 'c', targets: ['2', '3', '3'], ms: 1 },
			{ name: 'd', targets: ['4'], ms: 1 },
			{ name: 'e', targets: ['3'], ms: 1 },
		]);
		expect(events).toEqual(['+a', '+b', '+d', '-d', '-b', '-a', '+c', '-c', '+e', '-e']);
	});

	it('without a record run in parallel, up to the maximum', async () => {
		const jobs = ['a', 'b', 'c'].map((name, index) => ({ name, targets: [], ms: 10 + index * 10 }));
		expect(await course(jobs, 2)).toEqual(['+a', '+b', '-a', '+c', '-b', '-c']);
		expect(await course(jobs, 1)).toEqual(['+a', '-a', '+b', '-b', '+c', '-c']);
	});
});
