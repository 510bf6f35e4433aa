import { KEY_WINDOW, SeenKeys } from '../../core/http/seenKeys';

const rows = (first: number, count: number) => Array.from({ length: count }, (_, index) => ({ job_no: first + index }));

describe('The keys seen so far in a list', () => {
	test('are recognized if they appear again on any page within the window', () => {
		const seen = new SeenKeys('job_no', 1000);
		seen.add(rows(1, 1));
		for (let first = 2; first < 400; first += 100) seen.add(rows(first, 100));
		seen.add(rows(1, 1));
		expect([seen.repeats, seen.examples]).toEqual([1, '1']);
	});

	test('do not exceed the size of the window, even in a list of a million records', () => {
		const seen = new SeenKeys('job_no');
		for (let first = 0; first < 1_000_000; first += 1000) seen.add(rows(first, 1000));
		const { newer, older } = seen as unknown as { newer: Set<unknown>; older: Set<unknown> };
		expect(newer.size + older.size).toBeLessThanOrEqual(KEY_WINDOW);
		expect(seen.newOf(rows(1_000_000 - KEY_WINDOW / 2, 100))).toBe(0);
		expect(seen.repeats).toBe(0);
	});

	test('do not show how many records are new if one of them has no key, or if two records on a page share a key', () => {
		const seen = new SeenKeys('job_no');
		seen.add(rows(1, 5));
		expect(seen.newOf(rows(4, 4))).toBe(2);
		expect(seen.newOf([{ job_no: { job_no: 4, external_key: 'A' } }])).toBe(0);
		expect(seen.newOf([{ job_desc: 'x' }])).toBeUndefined();
		expect(seen.newOf([{ job_no: 4 }, { job_no: 4 }])).toBeUndefined();
		seen.add([{ job_no: 9 }, { job_no: 9 }]);
		expect(seen.newOf(rows(20, 3))).toBeUndefined();
		expect(new SeenKeys(undefined).newOf(rows(1, 1))).toBeUndefined();
	});
});
