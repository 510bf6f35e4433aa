/** The requests of an import: their number, the rows in each, and how many are in flight. */
import { createClient } from '../../../core/http/client';
import type { SendResult, WireRequest } from '../../../core/model/port';
import { importOnce } from './importOnce';

const ROWS = 1_000;
const CONTENT = ['external_key,title_desc', ...Array.from({ length: ROWS }, (_, at) => `K${at},Title ${at}`)].join('\n');

/**
 * A site that responds to the first request immediately. It holds the other requests until `groupSize` of them are in flight, and then
 * responds to the whole group.
 */
class WaitingSite {
	readonly sizes: number[] = [];
	/** How many requests were in flight when each group was complete. */
	readonly groups: number[] = [];
	private waiting: (() => void)[] = [];
	private remaining: number;

	constructor(
		private readonly groupSize: number,
		requests: number,
	) {
		this.remaining = requests - 1;
	}

	readonly send = async ({ body }: WireRequest): Promise<SendResult> => {
		const { lib_title: records } = JSON.parse(String(body)) as { lib_title: unknown[] };
		this.sizes.push(records.length);
		if (this.sizes.length > 1) await new Promise<void>((respond) => this.add(respond));
		const first = this.sizes.length * 1_000;
		return {
			kind: 'response',
			status: 200,
			headers: {},
			body: {
				message: null,
				tables: ['lib_title'],
				lib_title: { record_identifiers: ['title_no'], records: records.map((_, at) => ({ title_no: first + at })) },
			},
		};
	};

	private add(respond: () => void): void {
		this.waiting.push(respond);
		if (this.waiting.length < Math.min(this.groupSize, this.remaining)) return;
		this.groups.push(this.waiting.length);
		this.remaining -= this.waiting.length;
		const group = this.waiting;
		this.waiting = [];
		for (const each of group) each();
	}
}

describe.each([
	[50, 20],
	[1, 1_000],
	[300, 4],
])('An import of 1,000 rows with a maximum of %i per request', (recordsPerRequest, requests) => {
	it.each([1, 3])('fills every request but the last, and keeps the concurrency at %i after the first request', async (concurrency) => {
		const site = new WaitingSite(concurrency, requests);
		const client = createClient({ send: site.send, sleep: async () => undefined, random: () => 0, now: () => 0, concurrency });
		const { outcomes, isComplete } = await importOnce(client, CONTENT, { operation: 'create', recordsPerRequest });
		expect(isComplete).toBe(true);
		expect(outcomes.map(({ row, outcome }) => `${row.line} ${outcome}`)).toEqual(
			Array.from({ length: ROWS }, (_, at) => `${at + 2} created`),
		);
		expect(site.sizes).toHaveLength(requests);
		expect(site.sizes.slice(0, -1).every((size) => size === recordsPerRequest)).toBe(true);
		expect(site.groups.slice(0, -1).every((size) => size === concurrency)).toBe(true);
	});
});
