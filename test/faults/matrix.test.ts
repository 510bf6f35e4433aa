import { startSandbox, type SandboxProcess } from '../../workshop/sandboxProcess';
import { engineForTests } from '../support/engineForTests';
import { runCell, type CellOutcome } from './cells';
import { FAULTS } from './faults';
import { writeMatrix, type MatrixRow } from './matrixTable';
import { listChanges, serverRestarts, tokensEnd, type MidRun } from './midRun';
import { OPERATIONS } from './operations';
import { expectedOf, type NotApplicable, ONLY_LISTS_HAVE_PAGES } from './policy';

/** The number of concurrent cells. Cells are independent, and spend most of their time in pauses and timeouts. */
const CONCURRENCY = 24;

const ROWS = FAULTS.flatMap((fault) => fault.times.map((times) => ({ fault, times })));
const CELLS = ROWS.flatMap(({ fault, times }) =>
	OPERATIONS.filter((operation) => typeof expectedOf(operation, fault, times) === 'string').map((operation) => ({
		operation,
		fault,
		times,
		name: `${operation.name}: ${fault.name}, ${times}`,
	})),
);

const engine = engineForTests();
let sandbox: SandboxProcess;
const outcomes = new Map<string, Promise<CellOutcome>>();
/** Rows of faults that affect all operations together. */
const midRunRows: MatrixRow[] = [];

beforeAll(async () => {
	sandbox = await startSandbox();
	const next = CELLS.values();
	const waiting = new Map(
		CELLS.map(({ name }) => {
			let settle: (outcome: Promise<CellOutcome>) => void;
			outcomes.set(name, new Promise<CellOutcome>((resolve) => (settle = resolve)));
			return [name, settle!] as const;
		}),
	);
	const worker = async (): Promise<void> => {
		for (const { operation, fault, times, name } of next) {
			const outcome = runCell(engine, sandbox, operation, fault, times).catch((cause: Error): CellOutcome => ({
				reported: 'done',
				complaints: [String(cause.stack)],
			}));
			waiting.get(name)!(outcome);
			await outcome;
		}
	};
	for (let count = 0; count < CONCURRENCY; count += 1) void worker();
});
afterAll(async () => {
	const file = process.env.MATRIX_FILE;
	if (file !== undefined && file !== '') {
		const all = new Map(await Promise.all([...outcomes].map(async ([name, outcome]) => [name, await outcome] as const)));
		const rows = ROWS.map(({ fault, times }) => ({
			fault: fault.name,
			times,
			cells: OPERATIONS.map((operation) => {
				const outcome = all.get(`${operation.name}: ${fault.name}, ${times}`);
				if (outcome !== undefined && outcome.complaints.length > 0)
					throw new Error(`The matrix is not written, because a cell is wrong: ${outcome.complaints.join('; ')}`);
				return outcome?.reported ?? (expectedOf(operation, fault, times) as NotApplicable);
			}),
		}));
		writeMatrix(
			file,
			OPERATIONS.map(({ name }) => name),
			[...rows, ...midRunRows],
		);
	}
	await sandbox.stop();
});

describe.each(ROWS)('With the fault "$fault.name" ($times),', ({ fault, times }) => {
	const cells = CELLS.filter((cell) => cell.fault === fault && cell.times === times);
	it.each(cells.map(({ operation, name }) => [operation.name, name] as const))(
		'%s reports an outcome that agrees with the records on the site',
		async (_operation, name) => {
			expect((await outcomes.get(name)!).complaints).toEqual([]);
		},
		60_000,
	);
});

describe('While all operations run in parallel,', () => {
	const complaints = ({ cells }: MidRun): string[] =>
		[...cells].flatMap(([operation, cell]) => cell.complaints.map((complaint) => `${operation}: ${complaint}`));
	const keep = (fault: string, { cells }: MidRun): void =>
		void midRunRows.push({ fault, times: 'mid-run', cells: OPERATIONS.map(({ name }) => cells.get(name)!.reported) });

	it.each([
		['jwt', 'JWT'],
		['oAuth2', 'OAuth 2'],
	] as const)(
		'tokens that expire during the run are renewed and no item fails (%s)',
		async (authentication, label) => {
			const run = await tokensEnd(engine, authentication);
			expect(complaints(run)).toEqual([]);
			expect(run.hits).toBeGreaterThan(0);
			// Each execution signs in at most three times: at the start, and once after each of the two revocations.
			expect(run.signIns).toBeGreaterThan(1);
			expect(run.signIns).toBeLessThanOrEqual(3 * OPERATIONS.length);
			keep(`the tokens expire (${label})`, run);
		},
		120_000,
	);

	it('a server that restarts with its data file has done everything that was reported as done, and nothing twice', async () => {
		const run = await serverRestarts(engine);
		expect(complaints(run)).toEqual([]);
		expect(run.hits).toBeGreaterThan(0);
		keep('the server restarts with its data file', run);
	});
});

describe('In each operation that reads a list,', () => {
	it.each(['added', 'removed'] as const)(
		'a record that is %s while the pages are read is reported',
		async (change) => {
			const lists = OPERATIONS.filter(({ readsList }) => readsList);
			const cells = new Map<string, CellOutcome>();
			for (const operation of lists) cells.set(operation.name, await listChanges(engine, sandbox, operation, change));
			expect([...cells.values()].map(({ complaints }) => complaints)).toEqual(lists.map(() => []));
			midRunRows.push({
				fault: `a record is ${change} between pages`,
				times: 'mid-run',
				cells: OPERATIONS.map(({ name }) => cells.get(name)?.reported ?? ONLY_LISTS_HAVE_PAGES),
			});
		},
		60_000,
	);
});
