import fc from 'fast-check';

import { sha256 } from '../../../bridge/run/digest';
import type { ChangeInput } from '../../../core/events/changeReader';
import { cursorText, getChanged, readCursor, scopeOf, type Changes } from '../../../core/events/changes';
import { EMPTY_MEMORY } from '../../../core/events/window';
import { createClient } from '../../../core/http/client';
import { anyDocument } from '../../../core/model/documentRef';
import type { Site } from '../../../core/model/site';
import { reply, fakeSite } from '../fakeSite';
import { known, SITE } from '../site';

const SECOND = 1_000;
const START = Date.UTC(2026, 0, 1);
const OVERLAP = 10 * SECOND;
const INPUT: ChangeInput = {
	document: known('JmJob'),
	key: 'job_no',
	field: 'date_changed',
	kind: 'date',
	includeChanges: true,
	overlap: OVERLAP,
	maxRecords: Infinity,
	maxRemembered: 1_000,
	pageSize: 3,
};
const SITE_NAME = 'https://one.example';
const SCOPE = scopeOf(INPUT, SITE_NAME, SITE, sha256);

interface Stored {
	readonly version: number;
	readonly at: number;
}

/** A list that stores times in whole seconds, and that can change before any response. */
class JobList {
	readonly jobs = new Map<string, Stored>();
	beforeResponse: () => void = () => undefined;
	requests = 0;

	readonly client = createClient(
		fakeSite(({ path }) => {
			this.requests += 1;
			this.beforeResponse();
			const parameters = new URLSearchParams(path.split('?')[1]);
			const { $gte, $lt = '9999' } = (JSON.parse(parameters.get('Query') ?? '{}') as { date_changed: { $gte: string; $lt?: string } })
				.date_changed;
			const direction = parameters.get('sort')?.includes('date_changed desc') === true ? -1 : 1;
			const found = [...this.jobs]
				.filter(([, { at }]) => at >= Date.parse($gte) && at < ($lt === '9999' ? Infinity : Date.parse($lt)))
				.sort(([key, { at }], [otherKey, { at: otherAt }]) => direction * (at - otherAt) || Number(key) - Number(otherKey));
			const [page, size] = [Number(parameters.get('page')), Number(parameters.get('pageSize'))];
			const records = found
				.slice((page - 1) * size, page * size)
				.map(([key, { version, at }]) => ({ job_no: Number(key), version, date_changed: new Date(at).toISOString() }));
			return reply(200, { L: records }, { 'pagination-count': String(found.length) });
		}).parts,
	);

	put(key: string, version: number, time: number): void {
		this.jobs.set(key, { version, at: Math.floor(time / SECOND) * SECOND });
	}

	async read(cursor: string, input: Partial<ChangeInput> = {}, now = START + 10 ** 9): Promise<Changes & { cursor: string }> {
		const all = { ...INPUT, ...input };
		const changes = await getChanged(all, SITE, this.client, readCursor(cursor, SCOPE, all, SITE), { now: () => now, sha256 });
		return { ...changes, cursor: cursorText({ scope: SCOPE, memory: changes.memory }) };
	}
}

const keysOf = ({ records }: Pick<Changes, 'records'>): unknown[] => records.map(({ job_no: key }) => key);

interface Change {
	readonly key: number;
	readonly time: number;
	/** The delay between the date of the change and its visibility. */
	readonly late: number;
}

const second = ({ key, time }: Change): string => `${key} ${Math.floor(time / SECOND)}`;

/**
 * If several changes to a record fall within the same second, makes them visible without delay: they have the same date, so a
 * poll cannot recognize a late one.
 */
const plausible = (changes: readonly Change[]): Change[] =>
	changes.map((change) => (changes.filter((other) => second(other) === second(change)).length > 1 ? { ...change, late: 0 } : change));

const SIMULATIONS = fc.record({
	changes: fc
		.array(
			fc.record({
				key: fc.nat(12),
				time: fc.integer({ min: 0, max: 40 * SECOND }),
				late: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: OVERLAP - SECOND })),
			}),
			{ maxLength: 60, size: 'max' },
		)
		.map(plausible),
	runs: fc.array(fc.record({ time: fc.integer({ min: 0, max: 45 * SECOND }), succeeds: fc.boolean() }), { maxLength: 25, size: 'max' }),
	maxRecords: fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 5 })),
	/** Milliseconds between two responses. */
	pace: fc.integer({ min: 0, max: 800 }),
	/** How far n8n's clock is ahead of the site's clock. */
	skew: fc.constantFrom(0, -3_600 * SECOND, 3_600 * SECOND),
});

describe('Get Changed', () => {
	it('keeps a copy of the list in sync despite late commits, ties, changes during reads, failed executions and a wrong clock', async () => {
		await fc.assert(
			fc.asyncProperty(SIMULATIONS, async ({ changes, runs, maxRecords, pace, skew }) => {
				const list = new JobList();
				const started = new Map<string, number>();
				const arrivals = changes
					.map((change, version) => ({ ...change, version, visible: change.time + change.late }))
					.sort((one, other) => one.visible - other.visible || one.time - other.time);
				let time = 0;
				const arrive = (): void => {
					while (arrivals[0] !== undefined && arrivals[0].visible <= time) {
						const { key, version, time: begun } = arrivals.shift()!;
						// The list keeps the change that started last, even if an earlier change is stored after it.
						if (begun < (started.get(String(key)) ?? -1)) continue;
						started.set(String(key), begun);
						list.put(String(key), version, START + begun);
					}
				};
				list.beforeResponse = () => {
					time += pace;
					arrive();
				};
				const copy = new Map<string, unknown>();
				let cursor = '';
				const run = async (at: number, succeeds: boolean): Promise<boolean> => {
					time = Math.max(time, at);
					arrive();
					const result = await list.read(cursor, { maxRecords }, START + time + skew);
					if (succeeds) ({ cursor } = result);
					for (const { job_no: key, version } of succeeds ? result.records : []) copy.set(String(key), version);
					return result.hasMore;
				};
				for (const { time: at, succeeds } of [...runs].sort((one, other) => one.time - other.time)) await run(at, succeeds);
				await run(60 * SECOND, true);
				for (let round = 0; round < 100 && (await run(60 * SECOND, true)); round += 1);
				expect(Object.fromEntries(copy)).toEqual(Object.fromEntries([...list.jobs].map(([key, { version }]) => [key, version])));
			}),
			{ numRuns: 200 },
		);
	});

	it('returns all records at first, and then nothing until something changes', async () => {
		const list = new JobList();
		for (let key = 1; key <= 20; key += 1) list.put(String(key), 0, START + key * 60 * SECOND);
		const first = await list.read('');
		expect(keysOf(first)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
		const second = await list.read(first.cursor);
		expect([keysOf(second), second.cursor]).toEqual([[], first.cursor]);
		list.put('7', 1, START + 3_600 * SECOND);
		expect(keysOf(await list.read(second.cursor))).toEqual([7]);
	});

	it('returns a record once more if it changed again within the same second', async () => {
		const list = new JobList();
		list.put('1', 0, START);
		const first = await list.read('');
		list.put('1', 1, START + 900);
		const second = await list.read(first.cursor);
		expect(second.records).toMatchObject([{ job_no: 1, version: 1 }]);
		list.put('2', 0, START + 60 * SECOND);
		const third = await list.read(second.cursor);
		expect(keysOf(third)).toEqual([2]);
		expect(keysOf(await list.read(third.cursor))).toEqual([]);
	});

	it('returns a long list in chunks, sorted by date and then by the key as a string, and reports whether there are more records', async () => {
		const list = new JobList();
		for (let key = 1; key <= 10; key += 1) list.put(String(key), 0, START + Math.ceil(key / 4) * SECOND);
		const given: unknown[][] = [];
		let cursor = '';
		for (let hasMore = true; hasMore;) {
			const result = await list.read(cursor, { maxRecords: 4 });
			given.push(keysOf(result));
			({ cursor, hasMore } = result);
		}
		expect(given).toEqual([
			[1, 2, 3, 4],
			[5, 6, 7, 8],
			[10, 9],
		]);
	});

	it('keeps in its memory only the records within the overlap, even during the first read of a long list', async () => {
		const list = new JobList();
		for (let key = 1; key <= 5_000; key += 1) list.put(String(key), 0, START + key * SECOND);
		const { memory, records } = await list.read('', { pageSize: 100, maxRemembered: 20 });
		expect(records).toHaveLength(5_000);
		expect(memory.seen.map(([key]) => Number(key))).toEqual(Array.from({ length: 11 }, (_, index) => 4_990 + index));
	});
});

describe('The cursor', () => {
	it.each<[string, string, Site, number]>([
		['with an offset', '2026-01-01T01:00:05+01:00', SITE, START + 5 * SECOND],
		['in the time zone of the workflow', '2026-01-01T01:00:05', { ...SITE, zone: 'Europe/Berlin' }, START + 5 * SECOND],
		['without a time', '2026-01-01', { ...SITE, zone: 'UTC' }, START],
	])('can be a date %s, which selects all records from that date on', async (_what, text, site, from) => {
		const list = new JobList();
		for (const offset of [-SECOND, 0, SECOND]) list.put(String(from + offset), 0, from + offset);
		const memory = readCursor(text, SCOPE, INPUT, site);
		const result = await getChanged(INPUT, site, list.client, memory, { now: () => START + 10 ** 9, sha256 });
		expect(keysOf(result)).toEqual([from, from + SECOND]);
	});

	it.each([
		'2026-01-01 01:00:05+01',
		'2026-01-01T01:00:05+01',
		'2025-12-31T23:00:05-0100',
		'20260101T000005Z',
		'2026-01-01T00:00:05,000Z',
		'2026-01-01T00:00:05z',
	])('can be a date in another form of ISO 8601, such as %s', (text) => {
		expect(readCursor(text, SCOPE, INPUT, { ...SITE, zone: 'America/New_York' })).toMatchObject({ mark: START + 5 * SECOND });
	});

	it('can be a number if the watched field is numeric', () => {
		expect(readCursor('512', SCOPE, { ...INPUT, kind: 'number' }, SITE)).toEqual({ mark: 512, forgottenUpTo: [512, ''], seen: [] });
	});

	it('selects all records if it is empty', () => {
		expect(readCursor('', SCOPE, INPUT, SITE)).toEqual(EMPTY_MEMORY);
	});

	const cursor = cursorText({ scope: SCOPE, memory: { mark: 5, seen: [] } });
	it.each<[string, string, Partial<ChangeInput>, RegExp]>([
		['for a different field', cursor, { field: 'date_added' }, /belongs to another site, list, watched field or selection/],
		['for a different selection', cursor, { queryJson: { active: 'Y' } }, /belongs to another site/],
		['truncated', cursor.slice(0, -5), {}, /'Cursor' is not a complete cursor/],
		['an unrecognized object', '{"a":1}', {}, /'Cursor' is not a complete cursor/],
		['neither a cursor nor a date', 'yesterday', {}, /'Cursor' must be a date, got "yesterday"/],
		['a date for a numeric field', '2026-01-01', { kind: 'number' }, /'Cursor' must be a number, got "2026-01-01"/],
	])('is rejected if it is %s', (_what, text, more, expectedMessage) => {
		const input = { ...INPUT, ...more };
		expect(() => readCursor(text, scopeOf(input, SITE_NAME, SITE, sha256), input, SITE)).toThrow(expectedMessage);
	});

	it('from a different division is rejected', () => {
		const scope = scopeOf(INPUT, SITE_NAME, { ...SITE, divisionCode: 'NYC' }, sha256);
		expect(() => readCursor(cursor, scope, INPUT, SITE)).toThrow(/another site/);
	});

	it('from a different site is rejected', () => {
		expect(() => readCursor(cursor, scopeOf(INPUT, 'https://other.example', SITE, sha256), INPUT, SITE)).toThrow(/another site/);
	});
});

it('Get Changed is rejected for a document without a list', async () => {
	const input = { ...INPUT, document: { ...INPUT.document, list: undefined } };
	const { client } = new JobList();
	await expect(getChanged(input, SITE, client, EMPTY_MEMORY, { now: () => START, sha256 })).rejects.toThrow(/no list/);
});

it('Get Changed is rejected before it sends a date with an offset that the time zone of the site overrides', async () => {
	const input = { ...INPUT, document: anyDocument({ name: 'JmJob', list: 'JmJobList', key: 'job_no' }) };
	const list = new JobList();
	await expect(
		getChanged(
			input,
			{ ...SITE, timeZoneName: 'Pacific Standard Time' },
			list.client,
			{ mark: START, seen: [] },
			{ now: () => START, sha256 },
		),
	).rejects.toThrow('which the server would ignore');
	expect(list.requests).toBe(0);
});
