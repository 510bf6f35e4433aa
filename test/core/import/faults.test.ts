/** Imports to a faulty site. Each run continues from the result file of the previous run. No row is lost or created twice. */
import { createClient, type Client } from '../../../core/http/client';
import { resultHeader, resultLines, type RowOutcome } from '../../../core/import/outcomes';
import type { SendResult, WireRequest } from '../../../core/model/port';
import { importOnce } from './importOnce';

/** A repeatable sequence of numbers from 0 to 1. */
const randomFrom = (seed: number) => (): number => {
	seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
	return seed / 2 ** 32;
};

const reset: SendResult = { kind: 'noResponse', code: 'ECONNRESET', sent: 'maybe', message: 'reset' };
const respond = (status: number, body: unknown): SendResult => ({ kind: 'response', status, headers: {}, body });

/** Responses to a look-up that do not show whether the record exists. The redirect stops the import. */
const UNREADABLE: readonly SendResult[] = [
	reset,
	respond(504, '<html>Gateway Timeout</html>'),
	respond(200, { error: 'The record is locked by another user' }),
	respond(200, '<html>Welcome</html>'),
	{ kind: 'response', status: 303, headers: { location: '/sign-in' }, body: '' },
];

/** A site that stores titles by external key. Some of its responses do not show whether the request was processed. */
class FaultySite {
	/** How many times each key was created. */
	readonly created = new Map<string, number>();
	private readonly titles = new Map<string, unknown>();
	part = 0;

	constructor(private readonly random: () => number) {}

	readonly send = async ({ method, path, body }: WireRequest): Promise<SendResult> => {
		if (method === 'GET') {
			if (this.random() < this.part) return UNREADABLE[Math.floor(this.random() * UNREADABLE.length)]!;
			const [, key = ''] = /external_key=([^/?]+)/.exec(path) ?? [];
			return this.created.has(key)
				? respond(200, { lib_title: [{ title_no: { title_no: 1 }, external_key: key, title_desc: this.titles.get(key) }] })
				: respond(404, { error: 'Not found' });
		}
		const text = String(body);
		// Sites return 500 for a reference to a missing record. The status alone does not prove that the site changed nothing.
		if (/Bad 12[01]/.test(text)) return respond(500, { error: "'parent_title_no' refers to a record that does not exist" });
		if (text.includes('Bad')) return respond(400, { error: 'The title is bad' });
		if (this.random() >= this.part) return this.store(method, text);
		switch (Math.floor(this.random() * 6)) {
			case 0:
				return reset;
			case 1:
				this.store(method, text);
				return reset;
			case 2:
				return respond(504, '<html>Gateway Timeout</html>');
			case 3:
				this.store(method, text);
				return respond(502, '<html>Bad Gateway</html>');
			case 4:
				return respond(429, '');
			default:
				this.store(method, text);
				return respond(200, '<html>Welcome</html>');
		}
	};

	private store(method: string, body: string): SendResult {
		const { lib_title: given } = JSON.parse(body) as { lib_title: Record<string, unknown>[] };
		const keys = given.map(({ external_key: key }) => String(key)).filter((key) => method === 'POST' || !this.created.has(key));
		for (const key of keys) this.created.set(key, (this.created.get(key) ?? 0) + 1);
		for (const title of given) this.titles.set(String(title.external_key), title.title_desc);
		const records = keys.map((_, at) => ({ title_no: this.created.size + at }));
		return respond(200, {
			message: null,
			tables: records.length > 0 ? ['lib_title'] : [],
			...(records.length > 0 ? { lib_title: { record_identifiers: ['title_no'], records } } : {}),
		});
	}
}

/** A client in virtual time. */
const clientOf = (site: FaultySite, random: () => number): Client => {
	let time = 0;
	return createClient({
		send: site.send,
		sleep: async (milliseconds) => void (time += milliseconds),
		random,
		now: () => time,
		concurrency: 8,
		retry: { maxAttempts: 2 },
	});
};

const ROWS = 400;
const BAD = new Set([7, 120, 121, 399]);
const CONTENT = [
	'external_key,title_desc',
	...Array.from({ length: ROWS }, (_, at) => `K${at},${BAD.has(at) ? 'Bad' : 'Good'} ${at}`),
].join('\n');

describe.each([
	['create', 1],
	['create', 20],
	['upsert', 1],
] as const)('An import of rows with the operation "%s" and a maximum of %i per request', (operation, recordsPerRequest) => {
	test.each([1, 2, 3, 4, 5])(
		'stores each valid row exactly once and reports exactly the invalid ones, despite fault sequence %i',
		async (seed) => {
			const random = randomFrom(seed * 7919);
			const site = new FaultySite(random);
			let earlier: string | undefined;
			let uncertain = 0;
			let last: RowOutcome[] = [];
			for (let attempt = 0; attempt < 8; attempt += 1) {
				site.part = attempt < 4 ? 0.3 : 0;
				const { outcomes, isComplete } = await importOnce(clientOf(site, random), CONTENT, { operation, recordsPerRequest, earlier });
				earlier = resultHeader + resultLines(outcomes);
				uncertain += outcomes.filter(({ outcome }) => outcome === 'uncertain').length;
				last = outcomes;
				if (attempt >= 4) expect(isComplete).toBe(true);
			}
			expect(uncertain).toBeGreaterThan(0);
			expect(last).toHaveLength(ROWS);
			expect(last.filter(({ outcome }) => outcome === 'failed').map(({ row }) => row.line)).toEqual([...BAD].map((at) => at + 2));
			expect(last.filter(({ outcome }) => outcome !== 'failed').every(({ outcome }) => outcome === 'skipped')).toBe(true);
			expect(site.created.size).toBe(ROWS - BAD.size);
			expect([...site.created].filter(([, times]) => times !== 1)).toEqual([]);
		},
	);
});
