/** The command line of {@link longRun}. */
import { parseArgs } from 'node:util';

import { createEngine } from '../../workshop/engine/engine';
import { longRun } from './longRun';

const { values } = parseArgs({
	options: {
		items: { type: 'string', default: '10000' },
		rate: { type: 'string', default: '0.05' },
		kills: { type: 'string', default: '0' },
		seed: { type: 'string', default: String(Date.now() % 1_000_000) },
	},
});

const main = async (): Promise<number> => {
	const settings = { items: Number(values.items), rate: Number(values.rate), kills: Number(values.kills), seed: Number(values.seed) };
	console.log(`Seed ${settings.seed}: repeat the same faults with --seed ${settings.seed}`);
	const { lost, twice, unlinked, wronglyRefused, ...figures } = await longRun(await createEngine(), settings);
	console.log(
		JSON.stringify(
			{ ...figures, lost: lost.length, twice: twice.length, wronglyRefused: wronglyRefused.length, unlinked: unlinked.length },
			null,
			'\t',
		),
	);
	const complaints = [...lost, ...twice, ...wronglyRefused, ...unlinked];
	for (const complaint of complaints.slice(0, 50)) console.log(complaint);
	return complaints.length === 0 ? 0 : 1;
};

main().then(
	(status) => process.exit(status),
	(cause: unknown) => {
		console.error(cause);
		process.exit(2);
	},
);
