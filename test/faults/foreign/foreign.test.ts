/**
 * Gateways, portals, caches, and sites other than the sandbox: each responds in its own way and records what it did. The
 * reported outcome must follow from the response, and agree with what the site did.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { engineForTests } from '../../support/engineForTests';
import { FOREIGN_CASES } from './cases';
import { runCase } from './runCase';

/** The number of concurrent cases, which spend most of their time in pauses between attempts. */
const CONCURRENT = 48;
const engine = engineForTests();

const RUNS = FOREIGN_CASES.flatMap((foreign) => foreign.uses.map((use) => ({ foreign, use })));
const outcomes = RUNS.map(() => {
	let settle: (complaints: Promise<string[]>) => void = () => undefined;
	return {
		complaints: new Promise<string[]>((resolve) => (settle = resolve)),
		settle: (complaints: Promise<string[]>) => settle(complaints),
	};
});

beforeAll(() => {
	const next = RUNS.entries();
	const worker = async (): Promise<void> => {
		for (const [index, { foreign, use }] of next) {
			const complaints = runCase(engine, foreign, use).catch((cause: Error) => [String(cause.stack)]);
			outcomes[index]!.settle(complaints);
			await complaints;
		}
	};
	for (let count = 0; count < CONCURRENT; count += 1) void worker();
});

it('There are as many cases as the documentation states, each with a unique name', () => {
	const page = readFileSync(path.join(__dirname, '../../../docs/reliability.md'), 'utf8');
	expect(page).toContain(`in ${FOREIGN_CASES.length} ways, in ${RUNS.length.toLocaleString('en-US')} runs`);
	expect(new Set(FOREIGN_CASES.map(({ name }) => name)).size).toBe(FOREIGN_CASES.length);
});

describe.each(FOREIGN_CASES.map((foreign) => [foreign.name, foreign] as const))('If the response is %s,', (_name, foreign) => {
	const runs = RUNS.map((run, index) => ({ ...run, index })).filter((run) => run.foreign === foreign);
	it.each(runs.map(({ use, index }) => [use, index] as const))(
		'%s is reported with an outcome that agrees with what the site did',
		async (_use, index) => {
			expect(await outcomes[index]!.complaints).toEqual([]);
		},
		120_000,
	);
});
