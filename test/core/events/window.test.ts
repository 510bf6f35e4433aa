import fc from 'fast-check';

import { sweep, type WindowReader } from '../../../core/events/sweep';
import { EMPTY_MEMORY, lowerBound, PollWindow, type Entry, type Memory, type WindowRules } from '../../../core/events/window';
import { InputError } from '../../../core/model/inputError';

interface Stored {
	readonly key: string;
	readonly at: number;
}
const entryOf = (stored: Stored): Entry<Stored> => ({ ...stored, record: stored });
const inOrder = (one: Stored, other: Stored): number => one.at - other.at || (one.key < other.key ? -1 : 1);

/** A list that can change between any two responses, read in pages of the size that the test requires. */
class List implements WindowReader<Stored> {
	readonly records = new Map<string, number>();
	/** Runs before each response. */
	beforeResponse: () => void = () => undefined;

	constructor(private readonly pageSize: number) {}

	private from(from: number, to = Infinity): Stored[] {
		this.beforeResponse();
		return [...this.records]
			.map(([key, at]) => ({ key, at }))
			.filter(({ at }) => at >= from && at < to)
			.sort(inOrder);
	}

	async first(from: number): Promise<{ entries: Entry<Stored>[]; isFull: boolean }> {
		const found = this.from(from);
		return { entries: found.slice(0, this.pageSize).map(entryOf), isFull: found.length > this.pageSize };
	}

	async all(from: number, to: number): Promise<{ entries: Entry<Stored>[]; isStable: boolean }> {
		return { entries: this.from(from, to).map(entryOf), isStable: true };
	}

	async newest(): Promise<number | undefined> {
		return this.from(-Infinity).at(-1)?.at;
	}

	step(): number {
		return 1;
	}
}

const RULES: WindowRules<Stored> = { overlap: 100, byValue: false, limit: Infinity, maxRemembered: 10_000 };

const poll = async (
	list: WindowReader<Stored>,
	memory: Memory,
	rules: Partial<WindowRules<Stored>> = {},
): Promise<{ returned: Stored[]; memory: Memory }> => {
	const all = { ...RULES, ...rules };
	const window = new PollWindow<Stored>(memory, all);
	const returned: Stored[] = [];
	for await (const chunk of sweep(list, window, lowerBound(memory, all.overlap) ?? -1e9, () => false)) returned.push(...chunk);
	return { returned, memory: window.memory() };
};

interface Change extends Stored {
	/** The delay between the date of the change and its visibility. */
	readonly late: number;
}

/** The inputs of a simulation: the changes to a list, which can become visible after their date, and the times of the polls. */
const SIMULATIONS = fc.record({
	changes: fc.array(
		fc.record({ at: fc.integer({ min: 1, max: 2_000 }), late: fc.integer({ min: 0, max: RULES.overlap }), key: fc.nat(30) }),
		{ maxLength: 60, size: 'max' },
	),
	polls: fc.array(fc.integer({ min: 1, max: 2_200 }), { maxLength: 25, size: 'max' }),
	pageSize: fc.integer({ min: 1, max: 7 }),
	limit: fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 5 })),
	/** Whether time passes, and changes happen, between two responses of one poll. */
	isChanging: fc.boolean(),
});
type Simulation = typeof SIMULATIONS extends fc.Arbitrary<infer Value> ? Value : never;

/**
 * Runs a simulation to its end, and then polls until nothing is returned. Returns everything that the polls returned, and the contents of
 * the list.
 */
const simulate = async (
	{ polls, pageSize, limit, isChanging }: Simulation,
	changes: readonly Change[],
	byValue: boolean,
): Promise<{ returned: Stored[]; stored: List['records'] }> => {
	const list = new List(pageSize);
	const arrivals = changes
		.map(({ key, at, late }) => ({ key, at, seenFrom: at + late }))
		.sort((one, other) => one.seenFrom - other.seenFrom);
	let time = 0;
	const arrive = (): void => {
		while (arrivals[0] !== undefined && arrivals[0].seenFrom <= time) {
			const { key, at } = arrivals.shift()!;
			// The list keeps the change that started last, even if an earlier change is stored after it.
			list.records.set(key, Math.max(at, list.records.get(key) ?? 0));
		}
	};
	list.beforeResponse = () => {
		if (isChanging) time += 3;
		arrive();
	};
	let memory: Memory = EMPTY_MEMORY;
	const returned: Stored[] = [];
	const once = async (at: number): Promise<void> => {
		time = Math.max(time, at);
		arrive();
		const result = await poll(list, memory, { limit, byValue });
		memory = result.memory;
		returned.push(...result.returned);
	};
	for (const at of [...polls].sort((one, other) => one - other)) await once(at);
	for (let round = 0, before = -1; round < 200 && (before !== returned.length || round < 2); round += 1) {
		before = returned.length;
		await once(3_000);
	}
	return { returned, stored: list.records };
};

describe('A poll', () => {
	it('returns every new record exactly once, however late it becomes visible within the overlap, for any page and chunk size', async () => {
		await fc.assert(
			fc.asyncProperty(SIMULATIONS, async (simulation) => {
				const changes = simulation.changes.map((change, index) => ({ ...change, key: `k${index}` }));
				const { returned } = await simulate(simulation, changes, false);
				expect(returned.map(({ key }) => key).sort()).toEqual(changes.map(({ key }) => key).sort());
			}),
			{ numRuns: 300 },
		);
	});

	it('returns a record that becomes visible only while the poll is already reading newer records', async () => {
		const change = (at: number, late = 0) => ({ key: 0, at, late });
		const changes = [change(102), change(2), change(1), change(1, 93), change(2), change(2)];
		const { returned } = await simulate(
			{ changes, polls: [90], pageSize: 2, limit: Infinity, isChanging: true },
			changes.map((each, index) => ({ ...each, key: `k${index}` })),
			false,
		);
		expect(returned.map(({ key }) => key).sort()).toEqual(['k0', 'k1', 'k2', 'k3', 'k4', 'k5']);
	});

	it('never returns the same state of a changed record twice, and always returns the last state', async () => {
		await fc.assert(
			fc.asyncProperty(SIMULATIONS, async (simulation) => {
				const changes = simulation.changes.map((change) => ({ ...change, key: `k${change.key}` }));
				const stateOf = ({ key, at }: Stored): string => `${key} ${at}`;
				const { returned, stored } = await simulate(simulation, changes, true);
				const states = returned.map(stateOf);
				expect(new Set(states).size).toBe(states.length);
				expect(states).toEqual(expect.arrayContaining([...stored].map(([key, at]) => stateOf({ key, at }))));
				expect(changes.map(stateOf)).toEqual(expect.arrayContaining(states));
			}),
			{ numRuns: 300 },
		);
	});

	it('keeps in its memory only the records within the overlap', async () => {
		const list = new List(50);
		let memory: Memory = EMPTY_MEMORY;
		for (let at = 1; at <= 1_000; at += 1) {
			list.records.set(`k${at}`, at);
			if (at % 10 === 0) ({ memory } = await poll(list, memory));
		}
		expect(memory.seen).toHaveLength(101);
		expect(memory.mark).toBe(1_000);
	});

	it('shortens the overlap if its memory has no room for all records in the overlap, so that no record is returned twice', async () => {
		const list = new List(10);
		for (let at = 1; at <= 60; at += 1) list.records.set(`k${String(at).padStart(3, '0')}`, at);
		const rules = { maxRemembered: 20 };
		const first = await poll(list, EMPTY_MEMORY, rules);
		expect(first.returned).toHaveLength(60);
		expect(first.memory.seen).toHaveLength(20);
		list.records.set('k100', 61);
		const second = await poll(list, first.memory, rules);
		expect(second.returned.map(({ key }) => key)).toEqual(['k100']);
		expect((await poll(list, second.memory, rules)).returned).toEqual([]);
	});

	it('returns records with the same date in chunks, each once, even if its memory has no room for all of them', async () => {
		const list = new List(10);
		for (let index = 0; index < 95; index += 1) list.records.set(`k${(index * 37) % 95}`, 5);
		const rules = { maxRemembered: 20, limit: 7, byValue: true };
		let memory: Memory = EMPTY_MEMORY;
		const returned: string[] = [];
		for (let round = 0; round < 20; round += 1) {
			const result = await poll(list, memory, rules);
			memory = result.memory;
			returned.push(...result.returned.map(({ key }) => key));
			expect(result.returned.length).toBeLessThanOrEqual(7);
			expect(memory.seen.length).toBeLessThanOrEqual(20);
		}
		expect(returned).toHaveLength(95);
		expect(new Set(returned).size).toBe(95);
	});

	it('does not advance its mark beyond the current time for a record with a future date', async () => {
		const list = new List(10);
		list.records.set('typo', 9_999_999);
		const first = await poll(list, EMPTY_MEMORY, { now: 1_000 });
		expect(first.memory.mark).toBe(1_000);
		list.records.set('next', 1_005);
		const second = await poll(list, first.memory, { now: 1_010 });
		expect(second.returned.map(({ key }) => key)).toEqual(['next']);
		expect((await poll(list, second.memory, { now: 1_020 })).returned).toEqual([]);
	});

	it('advances its mark only to the newest record that is not in the future', async () => {
		const list = new List(3);
		list.records.set('typo', 9_999_999);
		for (let at = 1; at <= 9; at += 1) list.records.set(`k${at}`, at * 10);
		const { memory } = await poll(list, { mark: 5, seen: [] }, { now: 1_000 });
		expect(memory.mark).toBe(90);
	});

	it('is rejected if its memory has no room for all records with a future date', async () => {
		const list = new List(10);
		for (let at = 0; at < 30; at += 1) list.records.set(`k${at}`, 5_000 + at);
		await expect(poll(list, EMPTY_MEMORY, { now: 1_000, maxRemembered: 20 })).rejects.toThrow(InputError);
	});

	it('returns the records that were missing from the previous poll because the list changed while it was read', async () => {
		const list = new List(2);
		for (const key of ['a', 'b', 'c', 'd']) list.records.set(key, 50);
		list.records.set('e', 500);
		const changing: WindowReader<Stored> = {
			first: (from) => list.first(from),
			newest: () => list.newest(),
			step: () => 1,
			all: async (from, to) => ({ entries: (await list.all(from, to)).entries.filter(({ key }) => key !== 'b'), isStable: false }),
		};
		const first = await poll(changing, { mark: 40, seen: [] }, { overlap: 10 });
		expect(first.returned.map(({ key }) => key)).toEqual(['a', 'c', 'd', 'e']);
		expect(first.memory.mark).toBe(50);
		const second = await poll(list, first.memory, { overlap: 10 });
		expect(second.returned.map(({ key }) => key)).toEqual(['b']);
	});

	it('reads the records with the same value again if the list changed, so that none is missed if many records follow', async () => {
		const list = new List(2);
		for (const key of ['a', 'b', 'c', 'd']) list.records.set(key, 50);
		for (let at = 0; at < 40; at += 1) list.records.set(`k${at}`, 500 + at);
		let reads = 0;
		const changing: WindowReader<Stored> = {
			first: (from) => list.first(from),
			newest: () => list.newest(),
			step: () => 1,
			all: async (from, to) => {
				reads += 1;
				const { entries } = await list.all(from, to);
				return { entries: entries.filter(({ key }) => key !== (reads === 1 ? 'b' : 'd')), isStable: reads > 1 };
			},
		};
		const { returned, memory } = await poll(changing, { mark: 40, seen: [] }, { overlap: 10, maxRemembered: 20 });
		expect(returned.slice(0, 4).map(({ key }) => key)).toEqual(['a', 'b', 'c', 'd']);
		expect([reads, returned.length, memory.mark]).toEqual([2, 44, 539]);
	});

	it('keeps the configured number of records in its memory even if the list changed while it was read', async () => {
		const list = new List(2);
		for (const key of ['a', 'b', 'c']) list.records.set(key, 50);
		for (let at = 0; at < 40; at += 1) list.records.set(`k${at}`, 500 + at);
		const changing: WindowReader<Stored> = {
			first: (from) => list.first(from),
			newest: () => list.newest(),
			step: () => 1,
			all: async (from, to) => ({ ...(await list.all(from, to)), isStable: false }),
		};
		const rules = { overlap: 10, maxRemembered: 20 };
		const first = await poll(changing, { mark: 40, seen: [] }, rules);
		expect([first.returned.length, first.memory.seen.length]).toEqual([43, 20]);
		expect((await poll(list, first.memory, rules)).returned).toEqual([]);
	});

	it('leaves the rest for the next poll when the time is up', async () => {
		const list = new List(2);
		for (let at = 1; at <= 9; at += 1) list.records.set(`k${at}`, at);
		const window = new PollWindow<Stored>(EMPTY_MEMORY, RULES);
		const returned: Stored[] = [];
		for await (const chunk of sweep(list, window, 0, () => true)) returned.push(...chunk);
		expect(returned.map(({ at }) => at)).toEqual([1]);
		expect((await poll(list, window.memory())).returned.map(({ at }) => at)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
	});

	it('does not modify the state of the previous poll', async () => {
		const list = new List(10);
		list.records.set('a', 1);
		const memory: Memory = Object.freeze({ mark: 0, seen: Object.freeze([Object.freeze(['z', 0] as const)]) as Memory['seen'] });
		await poll(list, memory);
		expect(memory).toEqual({ mark: 0, seen: [['z', 0]] });
	});
});
