import fc from 'fast-check';

import { documentByName } from '../../../core/catalog';
import { createClient } from '../../../core/http/client';
import { deletedKeys, knownKeyOf, type DeletedInput, type KnownKey } from '../../../core/import/deletedRecords';
import { documentRef } from '../../../core/model/documentRef';
import type { SendResult, WireRequest } from '../../../core/model/port';
import { reply, fakeSite, gathered } from '../fakeSite';

const document = documentRef(documentByName('JmJob')!);
const INPUT: DeletedInput = { document, field: 'job_no', pageSize: 500, maxDeleted: 1_000_000 };
const SITE = { release: '26.1' as const };

interface Asked {
	readonly keys?: readonly number[];
	readonly page: number;
	readonly size: number;
	readonly fields: string;
}

const askedIn = ({ path }: WireRequest): Asked => {
	const { searchParams } = new URL(path, 'http://site');
	const query = JSON.parse(searchParams.get('Query') ?? '{}') as { job_no?: { $in: number[] } };
	return {
		...(query.job_no === undefined ? {} : { keys: query.job_no.$in }),
		page: Number(searchParams.get('page') ?? 1),
		size: Number(searchParams.get('pageSize') ?? Infinity),
		fields: searchParams.get('resultColumns') ?? '',
	};
};

/** A page of the records that match, sorted by key. */
const pageOf = (jobs: ReadonlySet<number>, { keys, page, size }: Asked, maxPage = Infinity): SendResult => {
	const matching = [...jobs].filter((job) => keys?.includes(job) ?? true).sort((one, other) => one - other);
	const perPage = Math.min(size, maxPage);
	const rows = matching.slice((page - 1) * perPage, page * perPage).map((job) => ({ job_no: { job_no: job } }));
	return reply(200, { L: rows }, { 'pagination-count': String(matching.length) });
};

const known = async function* (...chunks: (readonly number[])[]): AsyncGenerator<KnownKey[]> {
	let place = 0;
	for (const keys of chunks) yield keys.map((value) => ({ value, place: place++ }));
};

const find = async (
	site: ReturnType<typeof fakeSite>,
	keys: AsyncGenerator<readonly KnownKey[]>,
	input: DeletedInput = INPUT,
): Promise<unknown[]> =>
	(await gathered(deletedKeys(input, keys, SITE, createClient({ ...site.parts, concurrency: 4 })))).map(({ value }) => value);

const numbersTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

describe('Deleted records', () => {
	it('are the known keys that neither the list nor the look-up after it returns', async () => {
		const jobs = new Set(numbersTo(1200).filter((job) => job % 400 !== 0));
		const site = fakeSite((request) => pageOf(jobs, askedIn(request)));
		expect(await find(site, known(numbersTo(700), numbersTo(1300).slice(700, 1250)))).toEqual([
			400,
			800,
			1200,
			...numbersTo(1250).slice(1200),
		]);
		const asked = site.requests.map(askedIn);
		expect(asked.filter(({ keys }) => keys === undefined).map(({ page }) => page)).toEqual([1, 2, 3]);
		// The first look-up requests the missing keys. The second requests existing records, to prove that the site finds them by this field.
		expect(asked.flatMap(({ keys }) => (keys === undefined ? [] : [keys.length]))).toEqual([53, 3]);
		expect(new Set(asked.map(({ fields }) => fields))).toEqual(new Set(['{"L":["job_no"]}']));
	});

	it('are determined without a request if there are no known keys', async () => {
		const site = fakeSite(() => reply(500));
		expect(await find(site, known())).toEqual([]);
		expect(site.requests).toEqual([]);
	});

	it('include every record that is missing and no record that exists during the whole read, even if the list changes', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 5 }),
				fc.array(fc.tuple(fc.constantFrom('delete', 'add', 'nothing'), fc.integer({ min: 1, max: 60 })), { maxLength: 60 }),
				fc.integer({ min: 1, max: 5 }),
				async (first, changes, pageSize) => {
					const jobs = new Set(first.slice(2));
					const everDeleted = new Set(first.slice(0, 2));
					const next = changes.values();
					const site = fakeSite((request) => {
						const page = pageOf(jobs, askedIn(request), pageSize);
						const { value: [change, job] = ['nothing', 0] as const } = next.next();
						if (change === 'delete' && jobs.delete(job)) everDeleted.add(job);
						if (change === 'add') jobs.add(job);
						return page;
					});
					const found = await find(site, known(first));
					// A record that was deleted and added again may or may not be reported.
					for (const key of found) expect(everDeleted).toContain(key);
					for (const key of first.slice(0, 2))
						if (!changes.some(([change, job]) => change === 'add' && job === key)) expect(found).toContain(key);
				},
			),
		);
	});

	it('do not include a record that moved to a page that was already read', async () => {
		const jobs = new Set(numbersTo(1000));
		const site = fakeSite((request) => {
			const asked = askedIn(request);
			const page = pageOf(jobs, asked);
			// Job 501 moves from page 2 to page 1.
			if (asked.page === 1 && asked.keys === undefined) jobs.delete(1);
			return page;
		});
		expect(await find(site, known(numbersTo(1001)))).toEqual([1001]);
		expect(site.requests.map(askedIn).flatMap(({ keys }) => (keys === undefined ? [] : [keys.length]))).toEqual([2, 1]);
	});

	it('are found even if the site returns numeric keys as strings with leading zeros', async () => {
		const jobs = new Set([1, 2, 3]);
		const site = fakeSite((request) => {
			const rows = [...jobs].filter((job) => askedIn(request).keys?.includes(job) ?? true).map((job) => ({ job_no: `000${job}` }));
			return reply(200, { L: rows }, { 'pagination-count': String(rows.length) });
		});
		expect(await find(site, known([1, 2, 3, 4]))).toEqual([4]);
	});

	it('are never reported if the site ignores the keys of the look-up', async () => {
		const site = fakeSite((request) => pageOf(new Set([1, 2, 3]), { ...askedIn(request), keys: [1, 2, 3] }));
		expect(await find(site, known([1, 2, 3, 4, 5, 6]))).toEqual([]);
	});

	it('stop the run if there are more than the maximum', async () => {
		const site = fakeSite((request) => pageOf(new Set([1]), askedIn(request)));
		await expect(find(site, known(numbersTo(5000)), { ...INPUT, maxDeleted: 300 })).rejects.toMatchObject({
			field: 'maxDeleted',
			message: "More than 300 records of 'Job' no longer exist, such as 'job_no' 252, 'job_no' 253, 'job_no' 254",
		});
	});

	const findsNothing = (request: WireRequest, jobs: readonly number[]): SendResult => {
		const asked = askedIn(request);
		return pageOf(new Set(asked.keys === undefined ? jobs : []), asked);
	};

	it('are never reported if the site finds no record by the key field', async () => {
		const site = fakeSite((request) => findsNothing(request, [1, 2, 3]));
		await expect(find(site, known([1, 2, 4], [5]))).rejects.toMatchObject({
			field: 'knownKeyField',
			message:
				"Searching the site by 'job_no' finds no records, not even existing ones, so the node cannot determine which records were deleted",
		});
	});

	it('are never reported if no record matches the conditions and the site finds no record by the key field', async () => {
		const site = fakeSite((request) => {
			const filtered = new URL(request.path, 'http://site').searchParams.get('Query')?.includes('phase_code') ?? false;
			return filtered ? pageOf(new Set(), askedIn(request)) : findsNothing(request, [1, 2, 3]);
		});
		const conditions = [{ field: 'phase_code', operator: 'equals' as const, value: 'T' }];
		await expect(find(site, known([1, 2]), { ...INPUT, conditions })).rejects.toMatchObject({ field: 'knownKeyField' });
	});

	it('are never reported if the site counts records for the keys but does not return them', async () => {
		const site = fakeSite((request) => {
			const asked = askedIn(request);
			if (asked.keys === undefined || !asked.keys.includes(4)) return pageOf(new Set([1, 2, 3]), asked);
			return reply(200, { L: [] }, { 'pagination-count': '1' });
		});
		await expect(find(site, known([1, 2, 3, 4]))).rejects.toMatchObject({
			field: 'knownKeyField',
			message:
				"Received 0 of the 1 record reported for 'JmJobList' in a look-up by 'job_no', so the node cannot determine which records exist",
		});
	});

	it('are looked up as text if the site compares the key as a string', async () => {
		const queries: unknown[] = [];
		const site = fakeSite(({ path }) => {
			const { title_no: asked } = JSON.parse(new URL(path, 'http://site').searchParams.get('Query') ?? '{}') as Record<string, unknown>;
			if (asked !== undefined) queries.push(asked);
			const rows = asked === undefined || JSON.stringify(asked).includes('"12"') ? [{ title_no: { title_no: 12 } }] : [];
			return reply(200, { L: rows }, { 'pagination-count': String(rows.length) });
		});
		const titles = documentRef(documentByName('LibTitle')!);
		expect(await find(site, known([12, 13]), { ...INPUT, document: titles, field: 'title_no' })).toEqual([13]);
		expect(queries).toEqual([{ $in: ['13'] }, { $in: ['12'] }]);
	});

	it('are reported even if the site has no records left', async () => {
		const site = fakeSite((request) => pageOf(new Set(), askedIn(request)));
		expect(await find(site, known([1, 2]))).toEqual([1, 2]);
	});

	it('are reported even if other records are deleted between the list and the look-up', async () => {
		const jobs = new Set(numbersTo(10));
		const site = fakeSite((request) => {
			const page = pageOf(jobs, askedIn(request));
			jobs.delete(1);
			return page;
		});
		expect(await find(site, known([1, 2, 30]))).toEqual([30]);
	});

	it('are not reported if a look-up fails', async () => {
		const site = fakeSite((request) => (askedIn(request).keys === undefined ? pageOf(new Set([1]), askedIn(request)) : reply(403)));
		await expect(find(site, known([1, 2]))).rejects.toMatchObject({ kind: 'forbidden' });
	});
});

describe('A known key', () => {
	it.each([
		['12', 12],
		['12.0', 12],
		[{ job_no: 12 }, 12],
	])('%j is read as %j', (given, key) => {
		expect(knownKeyOf(given, 'job_no', document)).toBe(key);
	});

	const order = documentRef(documentByName('JmWorkOrder')!);
	it.each([
		['', 'job_no', document, "Line 3: The key 'job_no' is empty"],
		[null, 'job_no', document, "Line 3: The key 'job_no' is empty"],
		['twelve', 'job_no', document, 'Line 3: '],
		[2 ** 60, 'job_no', document, 'Line 3: '],
		[{ external_key: 2 ** 60 }, 'external_key', document, 'Line 3: '],
		[2 ** 60, 'custom_key', document, "Line 3: 'custom_key' contains a number with too many digits"],
		['9453', 'wo_no_seq', order, "Line 3: 'wo_no_seq' is '9453', an order number without its sequence"],
	])('%j is rejected with a reason if the key field is %s', (given, field, of, message) => {
		expect(() => knownKeyOf(given, field, of, 'Line 3: ')).toThrow(message);
	});
});
