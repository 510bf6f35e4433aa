import { createClient } from '../../core/http/client';
import { ApiError } from '../../core/http/apiError';
import { mapConcurrently } from '../../core/http/mapConcurrently';
import type { SendResult, WireRequest } from '../../core/model/port';
import { anyDocument, list, type ListInput, type Notice, type Row, type Site } from '../../core/operations';
import { simplified } from '../../core/wire/simplify';
import { reply, fakeSite, gathered, lost } from './fakeSite';
import { SITE, known } from './site';

const job = known('JmJob');
const range = (count: number): Row[] =>
	Array.from({ length: count }, (_, index) => ({ job_no: { job_no: index + 1, external_key: null } }));
const parametersOf = ({ path }: WireRequest) => new URL(`http://site.test${path}`).searchParams;
const pageOf = (request: WireRequest): number => Number(parametersOf(request).get('page'));

/** A list on a site. When a page is requested, `change` can modify the records or replace the response. */
interface Kept {
	readonly records: Row[];
	readonly withCount?: boolean;
	/** The site's maximum page size. */
	readonly cap?: number;
	readonly change?: (page: number, kept: Row[]) => SendResult | undefined | void;
	readonly takes?: (page: number) => number;
}
const keeping = ({ records, withCount = true, cap = Infinity, change, takes = () => 1 }: Kept) =>
	fakeSite((request) => {
		const parameters = parametersOf(request);
		const [page, asked] = [pageOf(request), Number(parameters.get('pageSize'))];
		const changed = change?.(page, records);
		if (changed) return changed;
		const size = Math.min(asked, cap);
		const keys = (JSON.parse(parameters.get('Query')!) as { job_no?: { $in?: number[] } }).job_no?.$in;
		const matching = keys ? records.filter(({ job_no }) => keys.includes((job_no as { job_no: number }).job_no)) : records;
		return {
			result: reply(
				200,
				{ L: matching.slice((page - 1) * size, page * size) },
				withCount ? { 'pagination-count': String(matching.length) } : {},
			),
			takes: takes(page),
		};
	});

const read = async (
	kept: Kept,
	input: Partial<ListInput> = {},
	{ site = SITE, concurrency = 4 }: { site?: Site; concurrency?: number } = {},
) => {
	const fake = keeping(kept);
	const notices: Notice[] = [];
	const rows = await gathered(
		list.run({ document: job, pageSize: 10, ...input }, site, createClient({ ...fake.parts, concurrency }), (notice) =>
			notices.push(notice),
		),
	);
	return { rows, notices, fake, keys: rows.map(({ job_no }) => (job_no as { job_no: number }).job_no) };
};
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('The list operation', () => {
	test.each([
		[0, 1],
		[1, 1],
		[9, 1],
		[10, 1],
		[11, 2],
		[29, 3],
		[30, 3],
		[31, 4],
		[100, 10],
	])('returns a complete list in order (records: %i, page size: 10, requests: %i)', async (count, requests) => {
		const { keys, notices, fake } = await read({ records: range(count) });
		expect(keys).toEqual(upTo(count));
		expect(fake.requests.map(pageOf).sort((one, other) => one - other)).toEqual(upTo(requests));
		expect(notices).toEqual([]);
	});

	test.each([
		[0, 0, 0],
		[1, 1, 1],
		[9, 9, 1],
		[10, 10, 1],
		[11, 11, 2],
		[20, 20, 2],
		[35, 99, 4],
	])('returns %i of 35 records with a limit of %i (requests: %i)', async (count, limit, requests) => {
		const { keys, notices, fake } = await read({ records: range(35) }, { limit });
		expect([keys, fake.requests.length, notices]).toEqual([upTo(count), requests, []]);
	});

	test('with a limit below the page size requests only that many records', async () => {
		const { fake } = await read({ records: range(35) }, { limit: 3 });
		expect(parametersOf(fake.requests[0]!).get('pageSize')).toBe('3');
	});

	test('reads page 1 on its own and the others concurrently, and returns the pages in order even if they arrive out of order', async () => {
		const { keys, fake } = await read({ records: range(200), takes: (page) => (page % 4 === 0 ? 50 : 5) }, {}, { concurrency: 4 });
		expect(keys).toEqual(upTo(200));
		expect(fake.maxConcurrent).toBe(4);
		expect(fake.respondedBefore.slice(0, 5)).toEqual([0, 1, 1, 1, 1]);
	});

	test('reads only as many pages ahead as the limit on concurrent requests allows, however slowly they are consumed', async () => {
		const fake = keeping({ records: range(1000) });
		const client = createClient({ ...fake.parts, concurrency: 4 });
		const chunks = list.run({ document: job, pageSize: 10 }, SITE, client)[Symbol.asyncIterator]();
		for (let taken = 1; taken <= 20; taken += 1) {
			await chunks.next();
			await fake.parts.sleep(1000);
			expect(fake.requests.length - taken).toBeLessThanOrEqual(4);
		}
	});

	test.each([
		{ pageSize: 500, cap: Infinity, pages: 64 },
		{ pageSize: 8000, cap: Infinity, pages: 4 },
		{ pageSize: 8000, cap: 1000, pages: 32 },
		{ pageSize: 40_000, cap: Infinity, pages: 1 },
	])('reads at most 32,000 records ahead (requested page size: $pageSize, maximum of the site: $cap)', async ({ pageSize, cap, pages }) => {
		const { rows, fake } = await read({ records: range(100_000), cap }, { pageSize }, { concurrency: 128 });
		expect(rows).toHaveLength(100_000);
		expect(fake.maxConcurrent).toBe(pages);
	});

	test('sends no more requests after its consumer stops', async () => {
		const fake = keeping({ records: range(1000) });
		for await (const chunk of list.run({ document: job, pageSize: 10 }, SITE, createClient({ ...fake.parts, concurrency: 4 })))
			if (chunk.length > 0 && pageOf(fake.requests.at(-1)!) > 1) break;
		await fake.parts.sleep(10_000);
		expect(fake.requests.length).toBeLessThanOrEqual(6);
	});

	test('retries only the page that failed', async () => {
		let times = 0;
		const { keys, fake } = await read({
			records: range(100),
			change: (page) => (page === 7 && (times += 1) < 3 ? (times === 1 ? reply(503) : lost('ECONNRESET')) : undefined),
		});
		expect(keys).toEqual(upTo(100));
		expect(fake.requests.filter((request) => pageOf(request) === 7)).toHaveLength(3);
		expect(fake.requests).toHaveLength(12);
	});

	test('fails if a page fails, instead of ending early', async () => {
		const fake = keeping({ records: range(100), change: (page) => (page === 5 ? reply(503, { error: 'Shedding' }) : undefined) });
		const taken: Row[] = [];
		const run = async () => {
			for await (const chunk of list.run({ document: job, pageSize: 10 }, SITE, createClient({ ...fake.parts, concurrency: 4 })))
				taken.push(...chunk);
		};
		await expect(run()).rejects.toMatchObject({ message: 'Shedding', attempts: 5, address: '/JmJobList' });
		expect(taken).toHaveLength(40);
	});

	test('treats an empty body, an HTML page or another format as an error, not as the end', async () => {
		for (const body of ['', '<html></html>', {}, { L: null }]) {
			const fake = keeping({ records: range(30), change: (page) => (page === 3 ? reply(200, body) : undefined) });
			await expect(gathered(list.run({ document: job, pageSize: 10 }, SITE, createClient(fake.parts)))).rejects.toBeInstanceOf(ApiError);
		}
	});
});

describe('One page of a list', () => {
	test('requires one request, and is returned completely regardless of the limit', async () => {
		const { keys, fake, notices } = await read({ records: range(95) }, { page: 3, limit: 2 });
		expect([keys, fake.requests.map(pageOf), notices]).toEqual([[21, 22, 23, 24, 25, 26, 27, 28, 29, 30], [3], []]);
	});

	test('beyond the end is empty', async () => {
		const { keys, fake } = await read({ records: range(35), withCount: false }, { page: 5 });
		expect([keys, fake.requests.length]).toEqual([[], 1]);
	});

	test('cannot be requested if the page number is invalid, or if the list requires several requests', async () => {
		await expect(read({ records: range(5) }, { page: 0 })).rejects.toMatchObject({
			field: 'page',
			message: "'page' must be a whole number of at least 1, got 0",
		});
		const conditions: ListInput['conditions'] = [
			{ field: 'job_no', operator: 'in', value: Array.from({ length: 2000 }, (_, index) => index) },
		];
		await expect(read({ records: range(5) }, { page: 2, conditions })).rejects.toMatchObject({
			field: 'page',
			message: "Page 2 of 'JmJobList' cannot be read: there are too many values for one request",
		});
	});
});

describe('A list that changes while it is read', () => {
	test('is returned with a notice that its count changed', async () => {
		const { notices } = await read({
			records: range(40),
			change: (page, kept) => void (page === 4 && kept.push({ job_no: { job_no: 41 } })),
		});
		expect(notices).toEqual([
			{
				name: 'countChanged',
				text: "The site reported 40 records for 'JmJobList' at first and 41 on a later page. Run the node again to be sure that no record is missing",
			},
		]);
	});

	test('is returned with a notice that records are missing', async () => {
		const { keys, notices } = await read({ records: range(40), change: (page, kept) => void (page === 3 && kept.splice(0, 5)) });
		expect(keys).toHaveLength(35);
		expect(notices.map(({ name }) => name)).toEqual(['countChanged', 'tooFew']);
		expect(notices[1]!.text).toBe("Received 35 of the 40 records reported for 'JmJobList'");
	});

	test('is returned with both copies of each record that appeared twice, and a notice that names the keys', async () => {
		const { keys, notices } = await read({
			records: range(40),
			change: (page, kept) => void (page === 3 && kept.unshift({ job_no: { job_no: 0 } })),
		});
		expect(keys.filter((key) => key === 20)).toHaveLength(2);
		expect(notices[0]).toEqual({
			name: 'duplicateKeys',
			text: "Received 1 record of 'JmJobList' more than once (job_no 20): the list changed while it was read, or 'job_no' is not unique in it. Run the node again to be sure that no record is missing",
		});
	});

	test('is returned without a notice on a release that returns wrong counts after page 1', async () => {
		const { keys, notices } = await read(
			{
				records: range(40),
				change: (page) =>
					page > 1 ? reply(200, { L: range(40).slice((page - 1) * 10, page * 10) }, { 'pagination-count': '10' }) : undefined,
			},
			{},
			{ site: { release: '11.1' } },
		);
		expect([keys, notices]).toEqual([upTo(40), []]);
	});

	test('is returned with a notice if a record appears on two pages that are not adjacent', async () => {
		// The list is sorted by the date of change. Job 5 changes when page 3 is requested, so it moves from page 1 to the end.
		const records = [...range(55)];
		const { keys, notices } = await read(
			{ records, change: (page, kept) => void (page === 3 && kept.push(...kept.splice(4, 1))) },
			{},
			{ concurrency: 1 },
		);
		expect([keys.length, new Set(keys).size]).toEqual([55, 54]);
		expect(notices.map(({ name, text }) => [name, text.slice(0, 60)])).toEqual([
			['duplicateKeys', "Received 1 record of 'JmJobList' more than once (job_no 5): "],
		]);
	});

	test('is returned with a notice that names at most ten of the duplicate keys', async () => {
		const fake = fakeSite((request) =>
			reply(
				200,
				{
					L: range(40)
						.slice(pageOf(request) % 2 ? 0 : 20)
						.slice(0, 20),
				},
				{ 'pagination-count': '80' },
			),
		);
		const notices: Notice[] = [];
		await gathered(list.run({ document: job, pageSize: 20 }, SITE, createClient(fake.parts), (notice) => notices.push(notice)));
		expect(notices[0]!.text).toContain("Received 40 records of 'JmJobList' more than once (job_no 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 …): ");
	});

	test.each([
		['with keys', job, (record: number) => ({ job_no: record })],
		['of a document without a known key', anyDocument({ name: 'JmThing' }), (record: number) => ({ title: `Thing ${record}` })],
	])('is rejected if the site ignores the page number, although it reports a count: %s', async (_what, document, recordOf) => {
		const records = range(20).map((_record, index) => recordOf(index));
		const fake = fakeSite(() => reply(200, { L: records }, { 'pagination-count': '60' }));
		await expect(gathered(list.run({ document, pageSize: 20 }, SITE, createClient(fake.parts)))).rejects.toThrow(
			'returns the same records for every page: the site ignores the page number',
		);
	});

	test('is returned with a notice about duplicates even if the keys are plain values, but without one if the records have no keys', async () => {
		const plain = (keys: number[]) => ({ records: keys.map((job_no) => ({ job_no })) as Row[] });
		const fake = fakeSite((request) =>
			reply(200, { L: pageOf(request) === 1 ? plain([1, 2]).records : plain([2, 3]).records }, { 'pagination-count': '4' }),
		);
		const notices: Notice[] = [];
		await gathered(list.run({ document: job, pageSize: 2 }, SITE, createClient(fake.parts), (notice) => notices.push(notice)));
		expect(notices.map(({ text }) => text)).toEqual([
			"Received 1 record of 'JmJobList' more than once (job_no 2): the list changed while it was read, or 'job_no' is not unique in it. Run the node again to be sure that no record is missing",
		]);
		const keyless = fakeSite(() => reply(200, { L: [{ job_desc: 'x' }, { job_desc: 'x' }] }, { 'pagination-count': '4' }));
		expect(
			await gathered(list.run({ document: job, pageSize: 2 }, SITE, createClient(keyless.parts), (notice) => notices.push(notice))),
		).toHaveLength(4);
		expect(notices).toHaveLength(1);
	});
});

describe('A list', () => {
	test.each([
		[0, 2],
		[1, 2],
		[9, 2],
		[10, 3],
		[25, 4],
		[30, 5],
	])('without a count is read until an empty page follows a short or empty page: %i records, %i requests', async (count, requests) => {
		const { keys, fake, notices } = await read({ records: range(count), withCount: false });
		expect([keys, fake.requests.length, notices]).toEqual([upTo(count), requests, []]);
	});

	test.each([
		[5, 2],
		[13, 4],
		[15, 5],
	])('without a count is complete even if the pages are smaller than requested: %i records, %i requests', async (count, requests) => {
		const { keys, fake } = await read({ records: range(count), withCount: false, cap: 5 });
		expect([keys, fake.requests.length]).toEqual([upTo(count), requests]);
	});

	test('without a count is complete after a short first page if the site ignores the page number', async () => {
		const fake = fakeSite(() => reply(200, { L: range(7) }));
		expect(await gathered(list.run({ document: job, pageSize: 10 }, SITE, createClient(fake.parts)))).toHaveLength(7);
		expect(fake.requests).toHaveLength(2);
	});

	const readUncounted = async (pages: readonly (readonly number[])[], pageSize = 10) => {
		const fake = fakeSite((request) =>
			reply(200, { L: (pages[pageOf(request) - 1] ?? []).map((job_no) => ({ job_no, seen_at: fake.requests.length })) }),
		);
		const notices: Notice[] = [];
		const rows = await gathered(list.run({ document: job, pageSize }, SITE, createClient(fake.parts), (notice) => notices.push(notice)));
		return { keys: rows.map(({ job_no }) => job_no), notices, fake };
	};
	const from = (first: number, count = 10): number[] => Array.from({ length: count }, (_, index) => first + index);

	test.each([
		[
			'an empty page',
			[],
			"Page 2 of 'JmJobList' had no records, but more records followed. Run the node again to be sure that no record is missing",
		],
		[
			'a short page',
			from(11, 3),
			"Page 2 of 'JmJobList' had only 3 records, but more records followed. Run the node again to be sure that no record is missing",
		],
	])('without a count is read to the end past %s in the middle, and the gap is reported', async (_, middle, text) => {
		const { keys, notices, fake } = await readUncounted([from(1), middle, from(21), from(31, 4)]);
		expect(keys).toEqual([...from(1), ...middle, ...from(21), ...from(31, 4)]);
		expect(notices).toEqual([{ name: 'pageGap', text }]);
		expect(fake.requests).toHaveLength(5);
	});

	test('without a count is read past an empty first page, and the gap is reported', async () => {
		const { keys, notices, fake } = await readUncounted([[], from(1), from(11, 4)]);
		expect(keys).toEqual([...from(1), ...from(11, 4)]);
		expect(notices).toEqual([
			{
				name: 'pageGap',
				text: "Page 1 of 'JmJobList' had no records, but more records followed. Run the node again to be sure that no record is missing",
			},
		]);
		expect(fake.requests).toHaveLength(5);
	});

	test('without a count is rejected if the site ignores the page number, even if the pages differ slightly', async () => {
		await expect(readUncounted(Array.from({ length: 50 }, () => from(1)))).rejects.toMatchObject({
			field: 'pageSize',
			message: "'JmJobList' returns the same records for every page: the site ignores the page number",
		});
		expect((await readUncounted(Array.from({ length: 50 }, () => from(1, 7)))).keys).toEqual(from(1, 7));
	});

	test.each([
		['the last page', [from(11), from(11), from(11)]],
		['the first page', [from(11), from(1), from(11)]],
		['a short last page', [from(11, 4), from(11, 4), from(11, 4)]],
	])('without a count is complete even if the site repeats %s after the end', async (_, rest) => {
		const { keys, notices } = await readUncounted([from(1), ...rest]);
		expect([keys, notices]).toEqual([[...from(1), ...rest[0]!], []]);
	});

	test('without a count keeps rows that share a key', async () => {
		const pages = [from(1), ...Array.from({ length: 3 }, () => Array.from({ length: 10 }, () => 7)), [8]];
		const { keys, notices } = await readUncounted(pages);
		expect(keys).toEqual(pages.flat());
		expect(notices.map(({ name }) => name)).toEqual(['duplicateKeys']);
	});

	test('without a count is read only up to the limit', async () => {
		const { keys, fake } = await read({ records: range(50), withCount: false }, { limit: 20 });
		expect([keys, fake.requests.length]).toEqual([upTo(20), 2]);
	});

	test('is rejected after the second request if the site repeats a page forever', async () => {
		const fake = fakeSite(() => reply(200, { L: range(10) }));
		await expect(gathered(list.run({ document: job, pageSize: 10 }, SITE, createClient(fake.parts)))).rejects.toMatchObject({
			field: 'pageSize',
			message: "'JmJobList' returns the same records for every page: the site ignores the page number",
		});
		expect(fake.requests).toHaveLength(2);
	});

	test('is rejected after the second request if the site repeats a page forever, even if the consumer changes the records', async () => {
		const fake = fakeSite(() => reply(200, { L: range(10) }));
		const read = async () => {
			for await (const chunk of list.run({ document: job, pageSize: 10 }, SITE, createClient(fake.parts))) simplified(chunk, job.table);
		};
		await expect(read()).rejects.toMatchObject({ field: 'pageSize' });
		expect(fake.requests).toHaveLength(2);
	});

	test('without a count is read to the end even if the pages start with the same row', async () => {
		const phases = [['CONF', 'WIP'], ['CONF', 'DONE'], ['CONF']];
		const fake = fakeSite((request) => reply(200, { L: (phases[pageOf(request) - 1] ?? []).map((phase_code) => ({ phase_code })) }));
		const rows = await gathered(list.run({ document: anyDocument({ name: 'JmThing' }), pageSize: 2 }, SITE, createClient(fake.parts)));
		expect(rows.map(({ phase_code }) => phase_code)).toEqual(['CONF', 'WIP', 'CONF', 'DONE', 'CONF']);
	});

	test("is read with the site's page size if the pages are smaller than requested, and that size is reported", async () => {
		const { keys, notices } = await read({ records: range(47), cap: 5 });
		expect(keys).toEqual(upTo(47));
		expect(notices).toEqual([{ name: 'otherPageSize', text: "The site returns 5 records per page of 'JmJobList' instead of 10" }]);
	});

	test.each([
		['without a count', false, 4],
		['with a count', true, 3],
	])('%s is read to the end even if the site uses page numbers but ignores the page size', async (_, withCount, requests) => {
		const records = range(67);
		const fake = fakeSite((request) => {
			const page = pageOf(request);
			return reply(200, { L: records.slice((page - 1) * 30, page * 30) }, withCount ? { 'pagination-count': '67' } : {});
		});
		const notices: Notice[] = [];
		const rows = await gathered(
			list.run({ document: job, pageSize: 10 }, SITE, createClient(fake.parts), (notice) => notices.push(notice)),
		);
		expect(rows).toEqual(records);
		expect(fake.requests).toHaveLength(requests);
		expect(notices.map(({ text }) => text)).toEqual(withCount ? ["The site returns 30 records per page of 'JmJobList' instead of 10"] : []);
	});

	test.each([
		['with a count', { 'pagination-count': '30' }, 1],
		['without a count', {}, 2],
	])('%s is complete even if the site ignores page numbers and returns all records each time', async (_, headers, requests) => {
		const fake = fakeSite(() => reply(200, range(30), headers as Record<string, string>));
		expect(await gathered(list.run({ document: job, pageSize: 10 }, SITE, createClient(fake.parts)))).toHaveLength(30);
		expect(fake.requests).toHaveLength(requests);
	});

	test('contains no record twice if it grows during the read and the site returns all records each time', async () => {
		const fake = fakeSite(() => reply(200, range(30 + fake.requests.length)));
		expect(await gathered(list.run({ document: job, pageSize: 10 }, SITE, createClient(fake.parts)))).toEqual(range(31));
		expect(fake.requests).toHaveLength(2);
	});

	test('is rejected if it has more pages than allowed, whether or not the site reports a count', async () => {
		const fake = fakeSite(() => reply(200, { L: range(10) }, { 'pagination-count': '999999999' }));
		await expect(gathered(list.run({ document: job, pageSize: 10 }, SITE, createClient(fake.parts)))).rejects.toMatchObject({
			field: 'maxPages',
		});
		expect(fake.requests).toHaveLength(1);
		const { fake: readUncounted } = await read({ records: range(29), withCount: false }, { maxPages: 3 });
		expect(readUncounted.requests).toHaveLength(4);
		expect((await read({ records: range(30), withCount: false }, { maxPages: 3 })).keys).toEqual(upTo(30));
		await expect(read({ records: range(31), withCount: false }, { maxPages: 3 })).rejects.toMatchObject({
			field: 'maxPages',
			message: "'JmJobList' has more than 3 pages of 10 records",
		});
	});

	test('is empty if the site returns 204 with a count of 0', async () => {
		const fake = fakeSite(() => reply(204, '', { 'pagination-count': '0' }));
		expect(await gathered(list.run({ document: job }, SITE, createClient(fake.parts)))).toEqual([]);
	});
});

describe('A query for many keys', () => {
	const keys = Array.from({ length: 2000 }, (_, index) => index * 2 + 1);
	const conditions: ListInput['conditions'] = [{ field: 'job_no', operator: 'in', value: keys }];

	test('is split into several requests, whose records are returned in order', async () => {
		const { keys: found, fake } = await read({ records: range(4000) }, { conditions, pageSize: 500 });
		expect(found).toEqual(keys);
		for (const { path } of fake.requests) expect(path.length).toBeLessThanOrEqual(5880);
		const queries = new Set(fake.requests.map((request) => parametersOf(request).get('Query')));
		expect(queries.size).toBe(list.compose({ document: job, conditions }, SITE).length);
		expect(fake.maxConcurrent).toBe(3);
	});

	test('applies the limit to all of its requests together', async () => {
		const { keys: found } = await read({ records: range(4000) }, { conditions, limit: 900, pageSize: 100 });
		expect(found).toEqual(keys.slice(0, 900));
	});

	test('sends no additional requests after the limit is reached', async () => {
		const { keys: found, fake } = await read(
			{ records: range(4000) },
			{ conditions, limit: 5 },
			{ site: { ...SITE, baseUrlLength: 5520 }, concurrency: 2 },
		);
		expect(found).toEqual(keys.slice(0, 5));
		expect(fake.requests.length).toBeLessThanOrEqual(2);
	});

	test('with a sort order returns a notice that the records are sorted only within each part', async () => {
		const sort: ListInput['sort'] = [{ field: 'job_desc', direction: 'desc' }];
		const [all, first] = [
			await read({ records: range(4000) }, { conditions, sort, pageSize: 500 }),
			await read({ records: range(4000) }, { conditions, sort, limit: 10 }),
		];
		const text =
			"There are too many values for one request, so 'JmJobList' is read in 3 parts: the records are sorted only within each part";
		expect(all.notices).toEqual([{ name: 'sortedInParts', text }]);
		expect(first.notices).toEqual([{ name: 'sortedInParts', text: `${text}, and the limit cuts off the last parts` }]);
		expect((await read({ records: range(40) }, { sort })).notices).toEqual([]);
	});

	test('returns no notice if some keys match no record, because the result is complete', async () => {
		const { keys: found, notices } = await read({ records: range(5) }, { conditions });
		expect([found, notices]).toEqual([[1, 3, 5], []]);
	});
});

describe('Concurrent tasks with ordered results', () => {
	test('never exceed the limit, and none starts after the consumer gets an error', async () => {
		const begun: number[] = [];
		const results = mapConcurrently(
			[1, 2, 3, 4, 5, 6],
			() => 3,
			async (number) => {
				begun.push(number);
				if (number === 2) throw new Error('two');
				return number;
			},
		);
		expect(await results.next()).toEqual({ done: false, value: 1 });
		expect(begun).toEqual([1, 2, 3]);
		await expect(results.next()).rejects.toThrow('two');
		expect(begun).toEqual([1, 2, 3, 4]);
		expect(await results.next()).toEqual({ done: true, value: undefined });
	});

	test('end immediately if there are no inputs', async () => {
		expect(
			await mapConcurrently(
				[],
				() => 3,
				async () => 1,
			).next(),
		).toEqual({ done: true, value: undefined });
	});
});
