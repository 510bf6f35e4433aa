/** Imports to a site that rejects some or all of its requests. */
import { createClient } from '../../../core/http/client';
import type { SendResult, WireRequest } from '../../../core/model/port';
import { reply } from '../fakeSite';
import { importOnce } from './importOnce';

const contentOf = (rows: number): string =>
	['external_key,title_desc', ...Array.from({ length: rows }, (_, at) => `K${at},Title ${at}`)].join('\n');

const keysIn = ({ body }: WireRequest): string[] =>
	(JSON.parse(String(body)) as { lib_title: { external_key: string }[] }).lib_title.map(({ external_key: key }) => key);

const created = (keys: readonly string[]): SendResult =>
	reply(200, {
		message: null,
		tables: ['lib_title'],
		lib_title: { record_identifiers: ['title_no'], records: keys.map((_, at) => ({ title_no: at + 1 })) },
	});

/** Creates titles on a site that has no records. `respond` returns its response to each change. */
const importTitles = async (
	rows: number,
	recordsPerRequest: number,
	respond: (keys: readonly string[]) => SendResult,
): Promise<{ outcomes: string[]; isComplete: boolean; requests: number }> => {
	let requests = 0;
	const client = createClient({
		send: async (request) => {
			if (request.method === 'GET') return reply(404, { error: 'Not found' });
			requests += 1;
			return respond(keysIn(request));
		},
		sleep: async () => undefined,
		random: () => 0,
		now: () => 0,
		concurrency: 1,
		retry: { maxAttempts: 1 },
	});
	const { outcomes, isComplete } = await importOnce(client, contentOf(rows), { operation: 'create', recordsPerRequest });
	return { outcomes: outcomes.map(({ outcome }) => outcome), isComplete, requests };
};

const countOf = (outcomes: readonly string[], wanted: string): number => outcomes.filter((outcome) => outcome === wanted).length;

const PAGE = '<html><title>The site is offline</title></html>';

describe('An import stops after 50 consecutive rows', () => {
	it.each([500, 520, 530])('if the site returns status %i without a reason for each of them', async (status) => {
		const { outcomes, isComplete } = await importTitles(200, 1, () => reply(status, PAGE));
		expect(isComplete).toBe(false);
		expect(countOf(outcomes, 'uncertain')).toBeGreaterThanOrEqual(50);
		expect(countOf(outcomes, 'uncertain')).toBeLessThan(60);
	});

	it('but not after a single request with more rows', async () => {
		const { outcomes, isComplete } = await importTitles(300, 100, (keys) => (keys.includes('K5') ? reply(500, PAGE) : created(keys)));
		expect(isComplete).toBe(true);
		expect([countOf(outcomes, 'uncertain'), countOf(outcomes, 'created')]).toEqual([100, 200]);
	});

	it('but not if the site states a reason for each server error', async () => {
		const { outcomes, isComplete } = await importTitles(120, 1, () => reply(500, { error: "'title_desc' is too long" }));
		expect(isComplete).toBe(true);
		expect(countOf(outcomes, 'failed')).toBe(120);
	});
});

describe('If the site rejects a request with several records', () => {
	it.each([403, 404])(
		'with status %i and the same reason for every record, the import soon stops sending them separately',
		async (status) => {
			const { outcomes, requests } = await importTitles(5000, 100, () => reply(status, { error: 'Not allowed' }));
			expect(countOf(outcomes, 'failed')).toBe(5000);
			expect(requests).toBeLessThan(200);
		},
	);

	it.each([
		[403, 'You may not change titles of this division'],
		[404, 'Parent title not found'],
	])('with status %i and a reason, the import sends the other records separately', async (status, error) => {
		const { outcomes } = await importTitles(8, 4, (keys) => (keys.includes('K5') ? reply(status, { error }) : created(keys)));
		expect(outcomes).toEqual(['created', 'created', 'created', 'created', 'created', 'failed', 'created', 'created']);
	});

	it.each([403, 404])('with a web page and status %i, the import sends none of its records again', async (status) => {
		const { outcomes, requests } = await importTitles(8, 4, (keys) => (keys.includes('K5') ? reply(status, PAGE) : created(keys)));
		expect(countOf(outcomes, 'created')).toBe(4);
		expect(requests).toBe(2);
	});
});
