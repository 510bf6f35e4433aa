import { newestRecord, type ChangeInput } from '../../../core/events/changeReader';
import type { ChangeState } from '../../../core/events/changes';
import { pollRecords, type PollResult } from '../../../core/events/poll';
import { sha256 } from '../../../bridge/run/digest';
import { createClient } from '../../../core/http/client';
import type { WireRequest } from '../../../core/model/port';
import type { Site } from '../../../core/model/site';
import type { Row } from '../../../core/model/terms';
import { reply, BEGIN, fakeSite } from '../fakeSite';
import { known, SITE } from '../site';

const JOB = known('JmJob');
const INPUT: ChangeInput = {
	document: JOB,
	key: 'job_no',
	field: 'date_added',
	kind: 'date',
	includeChanges: false,
	overlap: 300_000,
	maxRecords: 100,
	maxRemembered: 1_000,
	pageSize: 3,
};
const LATER = BEGIN + 3_600_000;

interface Asked {
	readonly query: Record<string, unknown>;
	readonly sort: readonly string[];
	readonly pageSize: number;
	readonly page: number;
	readonly columns?: unknown;
}
const asked = ({ path }: WireRequest): Asked => {
	const parameters = new URLSearchParams(path.split('?')[1]);
	const columns = parameters.get('resultColumns');
	return {
		query: JSON.parse(parameters.get('Query') ?? '{}') as Record<string, unknown>,
		sort: JSON.parse(parameters.get('sort') ?? '[]') as string[],
		pageSize: Number(parameters.get('pageSize')),
		page: Number(parameters.get('page')),
		...(columns === null ? {} : { columns: JSON.parse(columns) as unknown }),
	};
};

const job = (number: number, date: string): Row => ({ job_no: { job_no: number, external_key: null }, date_added: date });
const list = (records: readonly Row[], count?: number) =>
	reply(200, { L: records }, count === undefined ? {} : { 'pagination-count': String(count) });

const NEWEST_FIRST = 'date_added desc';

/** The matching records of a list, in the requested order. */
const matching = (stored: readonly Row[], { query, sort }: Asked): Row[] => {
	const { $gte, $lt = '9999-12-31' } = query.date_added as { $gte: string; $lt?: string };
	const dateOf = ({ date_added: date }: Row): number => Date.parse(String(date));
	const found = stored.filter((record) => dateOf(record) >= Date.parse($gte) && dateOf(record) < Date.parse($lt));
	return found.sort((one, other) => (sort[0] === NEWEST_FIRST ? -1 : 1) * (dateOf(one) - dateOf(other)));
};
/** The response of a site to a request, by default with the number of all matching records as the count. */
const listOf = (found: readonly Row[], { page, pageSize }: Asked, isPageCount = false): ReturnType<typeof reply> => {
	const records = found.slice((page - 1) * pageSize, page * pageSize);
	return list(records, isPageCount ? records.length : found.length);
};

const polled = async (
	respond: (request: Asked, number: number) => ReturnType<typeof reply>,
	{ input = {}, site = SITE, before }: { input?: Partial<ChangeInput>; site?: Site; before?: unknown } = {},
): Promise<PollResult & { requests: Asked[] }> => {
	const fake = fakeSite((request, number) => respond(asked(request), number));
	const client = createClient({ ...fake.parts, retry: { maxAttempts: 1 } });
	const result = await pollRecords({ ...INPUT, ...input }, site, client, before, 'https://one.example', {
		now: () => LATER,
		isTimeUp: () => false,
		sha256,
	});
	return { ...result, requests: fake.requests.map(asked) };
};
/** The state after a first poll with one record. */
const begun = async (input: Partial<ChangeInput> = {}, site: Site = SITE): Promise<ChangeState> =>
	(await polled(() => list([job(1, '2026-01-01T00:30:00+00:00')], 1), { input, site })).state;
const numbers = ({ records }: PollResult): unknown[] => records.map(({ job_no: key }) => (key as Row).job_no);

describe('On a site that returns small pages and no count, a poll', () => {
	const dates = ['00:31', '00:32', '00:33', '00:34', '00:35'].map((time) => `2026-01-01T${time}:00+00:00`);
	/** The profile limits pages to two records. Without the profile, the poll requests three records per page. */
	const profiled: Site = { ...SITE, profile: { version: 1, lists: { maxPageSize: 2 } } };
	const polledFrom = async (site: Site, sizeOf: (requested: number) => number) =>
		await polled(
			({ page, pageSize, query, sort }) => {
				const from = String((query.date_added as Row).$gte);
				const matching = dates
					.map((date, index) => job(index + 2, date))
					.filter(({ date_added: date }) => Date.parse(String(date)) >= Date.parse(from));
				if (sort[0] === NEWEST_FIRST) matching.reverse();
				const size = sizeOf(pageSize);
				return list(matching.slice((page - 1) * size, page * size));
			},
			{ site, before: await begun({}, site) },
		);

	it("reads all pages with the profile's page size", async () => {
		const { requests, ...result } = await polledFrom(profiled, (requested) => requested);
		expect(Math.max(...requests.map(({ pageSize }) => pageSize))).toBe(2);
		expect(numbers(result)).toEqual([2, 3, 4, 5, 6]);
	});

	it.each([1, 2])('returns all records even if no profile specifies the page size (%i)', async (size) => {
		expect(numbers(await polledFrom(SITE, () => size))).toEqual([2, 3, 4, 5, 6]);
	});

	it('sends only one more request if all records are on the first page', async () => {
		const { requests, ...result } = await polledFrom(SITE, () => 10);
		expect(numbers(result)).toEqual([2, 3, 4, 5, 6]);
		expect(requests.map(({ page }) => page)).toEqual([1, 2]);
	});
});

describe('The requests of a poll', () => {
	it('read the newest record first, then the records in the overlap, sorted by date and key', async () => {
		const { requests, records, state } = await polled(() => list([job(1, '2026-01-01T00:30:00+00:00')], 1));
		expect(requests).toEqual([
			{ query: { date_added: { $gte: '1900-01-01T00:00:00Z' } }, sort: ['date_added desc', 'job_no asc'], pageSize: 1, page: 1 },
			{ query: { date_added: { $gte: '2026-01-01T00:25:00Z' } }, sort: ['date_added asc', 'job_no asc'], pageSize: 3, page: 1 },
		]);
		expect([records, state.memory]).toEqual([[], { mark: Date.UTC(2026, 0, 1, 0, 30), seen: [['1', Date.UTC(2026, 0, 1, 0, 30)]] }]);
	});

	it.each<[string, Site]>([
		['before release 11.0, because no other operator exists', { release: '10.6' }],
		['if the site does not support $gte', { release: '26.1', profile: { version: 1, unsupportedOperators: ['$gte'] } }],
		['if the site does not support $lt', { release: '26.1', profile: { version: 1, unsupportedOperators: ['$lt'] } }],
	])('use $range %s', async (_when, site) => {
		const { requests } = await polled(() => list([], 0), { site, before: await begun({}, site) });
		expect(requests.map(({ query }) => query)).toEqual([{ date_added: { $range: ['2026-01-01T00:25:00Z', '9999-12-31T00:00:00Z'] } }]);
	});

	it('use a number if the field is numeric', async () => {
		const input: Partial<ChangeInput> = { field: 'job_no', kind: 'number', overlap: 100 };
		const before = (await polled(() => list([job(500, '2026-01-01T00:00:00Z')], 1), { input })).state;
		const { requests } = await polled(() => list([], 0), { input, before });
		expect(requests).toEqual([{ query: { job_no: { $gte: 400 } }, sort: ['job_no asc'], pageSize: 3, page: 1 }]);
	});

	it('include the conditions, and add the key and the watched field to the chosen fields', async () => {
		const { requests } = await polled(() => list([], 0), {
			input: { conditions: [{ field: 'active', operator: 'equals', value: 'Y' }], columns: { root: ['job_desc'] } },
		});
		expect(requests[0]).toMatchObject({
			query: { active: 'Y', date_added: { $gte: expect.any(String) as string } },
			columns: { L: ['job_desc', 'job_no', 'date_added'] },
		});
	});

	it('continue from the last date of each page, and read all records with the same date if they fill a page', async () => {
		const at = (minute: number): string => `2026-01-01T00:${minute}:00+00:00`;
		const stored = [
			job(2, at(31)),
			job(3, at(31)),
			job(4, at(32)),
			job(5, at(33)),
			job(6, at(33)),
			job(7, at(33)),
			job(8, at(33)),
			job(9, at(34)),
		];
		const { requests, ...result } = await polled(
			({ query, sort, page, pageSize }) => {
				const { $gte, $lt = '9' } = query.date_added as { $gte: string; $lt?: string };
				const found = stored.filter(
					({ date_added: date }) => String(date).replace('+00:00', 'Z') >= $gte && String(date).replace('+00:00', 'Z') < $lt,
				);
				if (sort[0] === NEWEST_FIRST) found.reverse();
				return list(found.slice((page - 1) * pageSize, page * pageSize), found.length);
			},
			{ before: await begun() },
		);
		expect(numbers(result)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
		expect(requests.map(({ query, page }) => [query.date_added, page])).toEqual([
			[{ $gte: '2026-01-01T00:25:00Z' }, 1],
			[{ $gte: '1900-01-01T00:00:00Z' }, 1],
			[{ $gte: '2026-01-01T00:25:00Z' }, 1],
			[{ $gte: '2026-01-01T00:32:00Z' }, 1],
			[{ $gte: '2026-01-01T00:33:00Z' }, 1],
			[{ $gte: '2026-01-01T00:33:00Z', $lt: '2026-01-01T00:33:01Z' }, 1],
			[{ $gte: '2026-01-01T00:33:00Z', $lt: '2026-01-01T00:33:01Z' }, 2],
			[{ $gte: '2026-01-01T00:33:01Z' }, 1],
		]);
	});
});

describe('The responses to a poll', () => {
	it("are interpreted in UTC if their times have no offset, regardless of the machine's time zone", async () => {
		const { state } = await polled(() => list([job(1, '2026-01-01T00:30:00')], 1));
		expect(state.memory.mark).toBe(Date.UTC(2026, 0, 1, 0, 30));
	});

	it.each(['2026-01-01 01:30:00+01', '2026-01-01 02:30:00 +0200', '2026-01-01 00:30:00 Z', '20260101T003000Z', '2026-01-01T00:30:00,000Z'])(
		'may contain times in another form of ISO 8601, such as %s',
		async (time) => {
			const { state } = await polled(() => list([job(1, time)], 1));
			expect(state.memory.mark).toBe(Date.UTC(2026, 0, 1, 0, 30));
		},
	);

	it('are read to the end if the site returns no count', async () => {
		const newest = job(4, '2026-01-01T00:33:00Z');
		const { requests, ...result } = await polled(
			({ query, sort }) =>
				list(
					sort[0] === NEWEST_FIRST || (query.date_added as { $gte: string }).$gte > '2026-01-01T00:25:00Z'
						? [newest]
						: [job(2, '2026-01-01T00:31:00Z'), job(3, '2026-01-01T00:32:00Z'), newest],
				),
			{ before: await begun() },
		);
		expect(numbers(result)).toEqual([2, 3, 4]);
		expect(requests.map(({ page }) => page)).toEqual([1, 1, 1, 1, 2]);
	});

	it('are read to the end if the pages are smaller than requested', async () => {
		const all = [job(2, '2026-01-01T00:31:00Z'), job(3, '2026-01-01T00:32:00Z'), job(4, '2026-01-01T00:33:00Z')];
		const result = await polled(
			(request) => {
				const found = matching(all, request);
				return list(found.slice(0, 2), found.length);
			},
			{ before: await begun() },
		);
		expect(numbers(result)).toEqual([2, 3, 4]);
	});

	it('may contain 150,000 records on one page if the site ignores page numbers', async () => {
		const before = await begun();
		const many = Array.from({ length: 150_000 }, (_, index) => job(index + 2, '2026-01-01T00:31:00Z'));
		const result = await polled(() => list(many, many.length), {
			before,
			input: { maxRecords: 200_000, maxRemembered: 200_000, pageSize: 500 },
		});
		expect(result.records).toHaveLength(many.length);
	});

	it('may contain 150,000 records with the same date, all of which are returned', async () => {
		const before = await begun();
		const many = Array.from({ length: 150_000 }, (_, index) => job(index + 2, '2026-01-01T00:31:00Z'));
		const result = await polled(
			({ query }) => {
				const { $gte, $lt } = query.date_added as { $gte: string; $lt?: string };
				if ($lt !== undefined) return list(many, many.length);
				return $gte > '2026-01-01T00:31:00Z' ? list([], 0) : list(many.slice(0, 500), many.length);
			},
			{ before, input: { maxRecords: 200_000, maxRemembered: 200_000, pageSize: 500 } },
		);
		expect(result.records).toHaveLength(many.length);
	});

	it('do not advance the mark past a date if records with that date change during the read, but the poll still returns them', async () => {
		const at = '2026-01-01T00:33:00Z';
		const before = await begun();
		const result = await polled(
			({ query, page }) => {
				if ((query.date_added as { $lt?: string }).$lt === undefined)
					return (query.date_added as { $gte: string }).$gte > at
						? list([job(9, '2026-01-01T00:50:00Z')], 1)
						: list([job(2, at), job(3, at), job(4, at)], 5);
				return page === 1 ? list([job(2, at), job(3, at), job(4, at)], 5) : list([job(6, at)], 4);
			},
			{ before },
		);
		expect(numbers(result)).toEqual([2, 3, 4, 6, 9]);
		expect(result.state.memory.mark).toBe(Date.parse(at));
	});

	it.each<[string, Row, Partial<ChangeInput>, RegExp]>([
		['has no key', { date_added: '2026-01-01T00:30:00Z' }, {}, /have no 'job_no'/],
		['does not have the watched field', { job_no: 1 }, {}, /'date_added' of 'JmJobList' is missing/],
		[
			'has text in a watched date field',
			{ job_no: 1, date_added: 'yesterday' },
			{},
			/'date_added' of 'JmJobList' must be a date, got "yesterday"/,
		],
		[
			'has a date in a watched number field',
			{ job_no: 1, date_added: '2026-01-01' },
			{ kind: 'number' },
			/'date_added' of 'JmJobList' must be a number, got/,
		],
	])('are rejected if a record %s, with an error that names the field', async (_what, record, input, expectedMessage) => {
		await expect(polled(() => list([record], 1), { input })).rejects.toThrow(expectedMessage);
	});

	it('are rejected if the list is not sorted, because records would be lost', async () => {
		await expect(
			polled(() => list([job(3, '2026-01-01T00:33:00Z'), job(2, '2026-01-01T00:32:00Z'), job(1, '2026-01-01T00:31:00Z')], 9), {
				before: await begun(),
			}),
		).rejects.toThrow(/does not sort 'JmJobList' by 'date_added'/);
	});

	it.each<[string, boolean]>([
		['a later poll', true],
		['the first poll', false],
	])('are rejected if the site returns the list in its own order, because the newest record is unknown (%s)', async (_what, isLater) => {
		const stored = Array.from({ length: 8 }, (_, index) => job(index + 2, `2026-01-01T00:3${index}:00Z`));
		await expect(
			polled((request) => listOf(matching(stored, { ...request, sort: [] }), request), { before: isLater ? await begun() : undefined }),
		).rejects.toThrow(/does not sort 'JmJobList' by 'date_added'/);
	});

	it.each<[string, boolean]>([
		['a later poll', true],
		['the first poll', false],
	])('are rejected if they contain none of the reported records, because later records would be missed (%s)', async (_what, isLater) => {
		await expect(polled(() => list([], 2), { before: isLater ? await begun() : undefined })).rejects.toThrow(
			"Received 0 of the 2 records reported for 'JmJobList'",
		);
	});

	it('are read to the end even if the reported count is only that of the full page', async () => {
		const stored = Array.from({ length: 7 }, (_, index) => job(index + 2, `2026-01-01T00:3${index}:00Z`));
		const result = await polled((request) => listOf(matching(stored, request), request, true), { before: await begun() });
		expect(numbers(result)).toEqual([2, 3, 4, 5, 6, 7, 8]);
	});

	it('are read to the end even if the reported count is only that of the full page, and all records have the same date', async () => {
		const stored = Array.from({ length: 7 }, (_, index) => job(index + 2, '2026-01-01T00:31:00Z'));
		const result = await polled((request) => listOf(matching(stored, request), request, true), { before: await begun() });
		expect(numbers(result)).toEqual([2, 3, 4, 5, 6, 7, 8]);
	});

	it('are not rejected if the newest record is deleted before it is read as the newest one', async () => {
		const stored = Array.from({ length: 3 }, (_, index) => job(index + 2, `2026-01-01T00:3${index + 1}:00Z`));
		const result = await polled(
			(request) => {
				if (request.sort[0] === NEWEST_FIRST && stored.length === 3) stored.pop();
				return listOf(matching(stored, request), request);
			},
			{ before: await begun() },
		);
		expect(numbers(result)).toEqual([2, 3]);
	});

	it.each([
		['many pages', 9],
		['one page', undefined],
	])('are rejected if the site ignores the condition, because old records would be returned forever (%s)', async (_what, more) => {
		const before = await begun();
		const stored = [job(1, '2020-01-01T00:00:00Z'), job(2, '2021-01-01T00:00:00Z'), job(3, '2022-01-01T00:00:00Z')];
		let calls = 0;
		await expect(
			polled(
				() => {
					calls += 1;
					if (calls > 5) throw new Error('It came to no end');
					return list(stored, more ?? stored.length);
				},
				{ before },
			),
		).rejects.toThrow(/ignores the condition on 'date_added' of 'JmJobList'/);
	});

	it('are read to the end if the site rounds the requested time', async () => {
		const before = await begun();
		const asks: string[] = [];
		const respond = ({ query, sort }: Asked) => {
			const { $gte } = query.date_added as { $gte: string };
			asks.push($gte);
			if (sort[0] === NEWEST_FIRST) return list([job(5, '2026-01-01T00:32:00Z')], 4);
			return $gte > '2026-01-01T00:30:30Z'
				? list([job(3, '2026-01-01T00:31:00Z'), job(5, '2026-01-01T00:32:00Z')], 2)
				: list([job(4, '2026-01-01T00:24:40Z'), job(2, '2026-01-01T00:30:00Z'), job(3, '2026-01-01T00:31:00Z')], 4);
		};
		expect(numbers(await polled(respond, { before }))).toEqual([4, 2, 3, 5]);
		expect(asks).toEqual(['2026-01-01T00:25:00Z', '1900-01-01T00:00:00Z', '2026-01-01T00:25:00Z', '2026-01-01T00:31:00Z']);
	});
});

it('A poll of a document without a list is rejected', async () => {
	await expect(polled(() => list([], 0), { input: { document: { ...JOB, list: undefined } } })).rejects.toThrow(/no list/);
});

describe("A poll's memory", () => {
	it('must have room for all records with a future date: otherwise every poll is rejected, including the first', async () => {
		const planned = Array.from({ length: 8 }, (_, index) => job(index + 1, new Date(LATER + (index + 1) * 3_600_000).toISOString()));
		const respond = ({ query, sort, pageSize }: Asked): ReturnType<typeof reply> => {
			const found = planned.filter(
				({ date_added: date }) => Date.parse(String(date)) >= Date.parse((query.date_added as { $gte: string }).$gte),
			);
			return list((sort[0] === NEWEST_FIRST ? found.reverse() : found).slice(0, pageSize), found.length);
		};
		await expect(polled(respond, { input: { maxRemembered: 5 } })).rejects.toThrow(
			'More than 5 records have a date in the future, so the node cannot remember all of them',
		);
		await expect(polled(respond, { input: { maxRemembered: 5 }, before: await begun({ maxRemembered: 5 }) })).rejects.toThrow(
			'More than 5 records have a date in the future, so the node cannot remember all of them',
		);
		expect((await polled(respond, { input: { maxRemembered: 8 } })).state.memory.seen).toHaveLength(8);
	});

	it.each<[string, unknown]>([
		['missing', undefined],
		['in a different format', { mark: 5 }],
		['for a different scope', { scope: 'x', memory: { mark: 1, seen: [] } }],
	])('counts as empty if it is %s', async (_what, before) => {
		const { requests, records } = await polled(() => list([job(1, '2026-01-01T00:30:00Z')], 1), { before });
		expect([requests[0]?.sort[0], records]).toEqual([NEWEST_FIRST, []]);
	});

	it('is not used for a different site', async () => {
		const before = await begun();
		const fake = fakeSite(() => list([job(1, '2026-01-01T00:30:00Z')], 1));
		const other = await pollRecords(INPUT, SITE, createClient(fake.parts), before, 'https://other.example', {
			now: () => LATER,
			isTimeUp: () => false,
			sha256,
		});
		expect([asked(fake.requests[0]!).sort[0], other.records]).toEqual([NEWEST_FIRST, []]);
	});

	it.each<[string, boolean]>([
		['a later poll', true],
		['the first poll', false],
	])('ignores future dates for its mark, so that new records are found even if the site clock is behind (%s)', async (_what, isLater) => {
		const stored = [job(1, '2026-01-01T00:30:00Z'), job(2, '2099-01-01T00:00:00Z')];
		const respond = (request: Asked): ReturnType<typeof reply> => listOf(matching(stored, request), request);
		const { state } = await polled(respond, { before: isLater ? await begun() : undefined });
		expect(state.memory.mark).toBe(Date.UTC(2026, 0, 1, 0, 30));
		stored.push(job(3, '2026-01-01T00:31:00Z'));
		const later = await polled(respond, { before: state });
		expect([numbers(later), later.state.memory.mark]).toEqual([[3], Date.UTC(2026, 0, 1, 0, 31)]);
	});

	it('starts at the current time if every record has a future date, so that these records are not returned', async () => {
		const stored = [job(1, '2099-01-01T00:00:00Z'), job(2, '2099-01-02T00:00:00Z')];
		const respond = (request: Asked): ReturnType<typeof reply> => listOf(matching(stored, request), request);
		const { state } = await polled(respond);
		expect(state.memory.mark).toBe(LATER);
		expect(numbers(await polled(respond, { before: state }))).toEqual([]);
	});
});

describe('The newest record', () => {
	it('is read with one request, and is undefined for an empty list', async () => {
		const fake = fakeSite((_request, number) => list(number === 1 ? [job(7, '2026-01-01T00:30:00Z')] : [], 0));
		const client = createClient(fake.parts);
		expect(await newestRecord(INPUT, SITE, client)).toMatchObject({ job_no: { job_no: 7 } });
		expect(await newestRecord(INPUT, SITE, client)).toBeUndefined();
		expect(fake.requests).toHaveLength(2);
	});
});
