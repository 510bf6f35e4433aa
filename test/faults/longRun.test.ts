import { engineForTests } from '../support/engineForTests';
import { longRun, type LongRunFigures } from './longRun';

/** A different seed each time. A failed run prints it, and LONG_RUN_SEED repeats the same faults. */
const seed = Number(process.env.LONG_RUN_SEED ?? Date.now() % 1_000_000);

const engine = engineForTests();

const expectNothingWrong = ({ lost, twice, unlinked, wronglyRefused, ...figures }: LongRunFigures): void =>
	expect({ ...figures, lost, twice, wronglyRefused, unlinked }).toMatchObject({
		seed,
		lost: [],
		twice: [],
		wronglyRefused: [],
		unlinked: [],
	});

describe(`A run of 400 items with random faults (seed ${seed})`, () => {
	it('loses nothing, duplicates nothing, and reports each item correctly', async () => {
		const figures = await longRun(engine, { items: 400, rate: 0.15, kills: 0, seed });
		expectNothingWrong(figures);
		expect(figures.reported.done + figures.reported.refused + figures.reported.uncertain).toBe(400);
		expect(Object.values(figures.faults).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(20);
	}, 180_000);

	it('loses and duplicates nothing if the site is killed twice and restarted with its data file', async () => {
		const figures = await longRun(engine, { items: 400, rate: 0.05, kills: 2, seed });
		expectNothingWrong(figures);
		expect(figures.kills).toBe(2);
	}, 180_000);
});
