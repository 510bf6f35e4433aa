/** Imports that continue an earlier run whose outcomes are not all known. */
import { documentByName } from '../../../core/catalog';
import { createClient } from '../../../core/http/client';
import { resultHeader, resultLines, type RowOutcome } from '../../../core/import/outcomes';
import type { ImportOperation } from '../../../core/import/planRow';
import { documentRef, type DocumentRef } from '../../../core/model/documentRef';
import type { SendResult, WireRequest } from '../../../core/model/port';
import { importOnce } from './importOnce';

const JOB = documentRef(documentByName('JmJob')!);

type Title = Readonly<Record<string, unknown>>;

const respond = (status: number, body: unknown): SendResult => ({ kind: 'response', status, headers: {}, body });
const reset: SendResult = { kind: 'noResponse', code: 'ECONNRESET', sent: 'maybe', message: 'reset' };
const redirect: SendResult = { kind: 'response', status: 303, headers: { location: '/sign-in' }, body: '' };

const ROWS = ['A1', 'A2', 'A3', 'A4'];
const CONTENT = ['external_key,title_desc', ...ROWS.map((key) => `${key},New ${key}`)].join('\n');

let titles: Map<string, Title>;
let sent: string[];
/** The responses that replace the normal ones, by method and key: `GET A1`. */
let instead: Map<string, SendResult>;
beforeEach(() => {
	[titles, sent, instead] = [new Map(), [], new Map()];
	site = sendTitles;
});

/** The site of the run; the titles by default. */
let site: (request: WireRequest) => Promise<SendResult>;

const sendTitles = async ({ method, path, body }: WireRequest): Promise<SendResult> => {
	const [, looked = ''] = /external_key=([^/?]+)/.exec(path) ?? [];
	if (method === 'GET') {
		const title = titles.get(looked);
		return instead.get(`GET ${looked}`) ?? (title ? respond(200, { lib_title: [title] }) : respond(404, { error: 'Not found' }));
	}
	if (method === 'PATCH') {
		const replaced = instead.get(`PATCH ${looked}`);
		if (replaced !== undefined) return replaced;
		const operations = JSON.parse(String(body)) as { path: string; value: unknown }[];
		titles.set(looked, { ...titles.get(looked), ...Object.fromEntries(operations.map(({ path: name, value }) => [name, value])) });
		return respond(204, '');
	}
	if (method === 'DELETE') return instead.get(`DELETE ${looked}`) ?? respond(titles.delete(looked) ? 204 : 404, '');
	const { lib_title: given } = JSON.parse(String(body)) as { lib_title: Title[] };
	const keys = given.map(({ external_key: key }) => String(key));
	sent.push(...keys);
	const replaced = keys.map((key) => instead.get(`POST ${key}`)).find((each) => each !== undefined);
	if (replaced !== undefined) return replaced;
	if (keys.some((key) => titles.has(key))) return respond(500, { error: "'external_key' must be unique" });
	given.forEach((title, at) => titles.set(keys[at]!, { ...title, title_no: { title_no: titles.size + 1 } }));
	return respond(200, {
		message: null,
		tables: ['lib_title'],
		lib_title: { record_identifiers: ['title_no'], records: keys.map((_, at) => ({ title_no: at + 1 })) },
	});
};

interface Given {
	readonly operation?: ImportOperation;
	readonly recordsPerRequest?: number;
	readonly maxRows?: number;
	readonly unchanged?: readonly string[];
	readonly content?: string;
	readonly document?: DocumentRef;
}

const run = async (
	earlier?: readonly RowOutcome[],
	{ operation = 'create', recordsPerRequest = 1, maxRows, unchanged, content = CONTENT, document }: Given = {},
): Promise<RowOutcome[]> => {
	const client = createClient({
		send: async (request) => await site(request),
		sleep: async () => undefined,
		random: () => 0,
		now: () => 0,
		concurrency: 1,
		retry: { maxAttempts: 1 },
	});
	const { outcomes } = await importOnce(client, content, {
		operation,
		recordsPerRequest,
		...(document === undefined ? {} : { document }),
		...(maxRows === undefined ? {} : { maxRows }),
		...(unchanged === undefined ? {} : { unchanged }),
		...(earlier === undefined ? {} : { earlier: resultHeader + resultLines(earlier) }),
	});
	return outcomes;
};

const shown = (outcomes: readonly RowOutcome[]): string[] => outcomes.map(({ row, outcome }) => `${row.line} ${outcome}`);

describe('An uncertain row of an earlier Create', () => {
	let earlier: RowOutcome[];
	beforeEach(async () => {
		instead.set('POST A2', reset);
		earlier = await run();
		expect(shown(earlier)).toEqual(['2 created', '3 uncertain', '4 created', '5 created']);
		instead.clear();
		sent = [];
	});

	it.each([
		['is refused', respond(200, { error: 'The record is locked by another user' })],
		['fails', respond(504, '<html>Gateway Timeout</html>')],
		['stops the import', redirect],
		['gets a page with status 404 from a gateway', respond(404, '404 page not found')],
		['is refused with a text that is not in an error format', respond(400, 'Handler not found')],
		['gets a page with a server error', respond(500, '<html><title>Application pool not found</title></html>')],
	])('stays uncertain if its look-up %s', async (_, result) => {
		instead.set('GET A2', result);
		const again = await run(earlier);
		expect(shown(again)).toEqual(['2 skipped', '3 uncertain', '4 skipped', '5 skipped']);
		expect(again[1]!.message).toMatch(/^The outcome in an earlier run is uncertain\. In this run: /);
		expect(sent).toEqual([]);
		instead.clear();
		expect(shown(await run(again))).toEqual(['2 skipped', '3 created', '4 skipped', '5 skipped']);
		expect(sent).toEqual(['A2']);
	});

	it.each([
		[200, 'Alternate key not found: A2'],
		[400, 'Alternate key not found: A2'],
		[500, 'Record not found'],
	])('is sent again if its look-up returns status %i and the reason "%s"', async (status, error) => {
		instead.set('GET A2', respond(status, { error }));
		expect(shown(await run(earlier))).toEqual(['2 skipped', '3 created', '4 skipped', '5 skipped']);
	});

	it('is not sent again if a record has its key and its values', async () => {
		titles.set('A2', { external_key: 'A2', title_desc: 'New A2', title_no: { title_no: 77 } });
		const again = await run(earlier);
		expect(again[1]).toMatchObject({
			outcome: 'created',
			key: 77,
			message: 'Not sent again, because a record with this key and these values exists',
		});
		expect(sent).toEqual([]);
	});

	it('stays uncertain if the record with its key has different values', async () => {
		titles.set('A2', { external_key: 'A2', title_desc: 'Of another department', title_no: { title_no: 77 } });
		const again = await run(earlier);
		expect(again[1]).toMatchObject({ outcome: 'uncertain', key: 77 });
		expect(again[1]!.message).toContain(`'title_desc' is now "Of another department", but was "New A2"`);
		expect(sent).toEqual([]);
	});

	it('fails if its record does not exist and the site refuses the row', async () => {
		instead.set('POST A2', respond(400, { error: 'The title is bad' }));
		expect(shown(await run(earlier))).toEqual(['2 skipped', '3 failed', '4 skipped', '5 skipped']);
	});
});

describe('An import that continues an earlier run', () => {
	it('keeps the outcomes of the rows that it does not reach if it stops early, so that no row is sent twice', async () => {
		instead.set('POST A1', respond(400, { error: 'The title is bad' }));
		instead.set('POST A3', reset);
		const first = await run();
		expect(shown(first)).toEqual(['2 failed', '3 created', '4 uncertain', '5 created']);
		instead.clear();
		const second = await run(first, { maxRows: 0 });
		expect(shown(second)).toEqual(['3 skipped', '4 uncertain', '5 skipped']);
		sent = [];
		expect(shown(await run(second))).toEqual(['2 created', '3 skipped', '4 created', '5 skipped']);
		expect(sent).toEqual(['A1', 'A3']);
	});
});

describe('An uncertain row of an earlier Delete', () => {
	it('stays uncertain until the site responds that its record no longer exists', async () => {
		for (const key of ROWS) titles.set(key, { external_key: key });
		instead.set('DELETE A2', reset);
		const first = await run(undefined, { operation: 'delete' });
		expect(shown(first)).toEqual(['2 deleted', '3 uncertain', '4 deleted', '5 deleted']);
		instead.set('DELETE A2', respond(400, { error: 'Locked' }));
		titles.delete('A2');
		const second = await run(first, { operation: 'delete' });
		expect(shown(second)).toEqual(['2 skipped', '3 uncertain', '4 skipped', '5 skipped']);
		instead.set('DELETE A2', respond(404, '404 page not found'));
		expect((await run(second, { operation: 'delete' }))[1]).toMatchObject({ outcome: 'uncertain' });
		instead.clear();
		expect((await run(second, { operation: 'delete' }))[1]).toMatchObject({ outcome: 'deleted', message: 'The record no longer exists' });
	});
});

describe('An uncertain row of an earlier Create or Update that adds sub-table rows', () => {
	const content = 'external_key,job_desc,jm_episode\nJ1,New J1,"[{""episode_desc"":""One""}]"';
	const runJobs = async (earlier?: readonly RowOutcome[]): Promise<RowOutcome[]> =>
		await run(earlier, { operation: 'upsert', document: JOB, content });
	let jobs: number;
	let puts: number;
	let earlier: RowOutcome[];
	beforeEach(async () => {
		[jobs, puts] = [0, 0];
		site = async ({ method }) => {
			if (method === 'GET')
				return jobs > 0 ? respond(200, { jm_job: [{ job_no: 1, external_key: 'J1' }] }) : respond(404, { error: 'Not found' });
			puts += 1;
			return puts === 1
				? reset
				: respond(200, { tables: ['jm_job'], jm_job: { record_identifiers: ['job_no'], records: [{ job_no: 1 }] } });
		};
		earlier = await runJobs();
		expect(shown(earlier)).toEqual(['2 uncertain']);
	});

	it('is not sent again if its record exists, because the rows would be added a second time', async () => {
		jobs = 1;
		expect((await runJobs(earlier))[0]).toMatchObject({
			outcome: 'uncertain',
			message: 'Not sent again, because it could add the same sub-table rows a second time. Check on the site whether they exist',
		});
		expect(puts).toBe(1);
	});

	it('is sent again if no record has its key', async () => {
		expect(shown(await runJobs(earlier))).toEqual(['2 created']);
		expect(puts).toBe(2);
	});
});

describe("An uncertain row of an earlier run with 'Update Only If Unchanged'", () => {
	const given: Given = {
		operation: 'update',
		unchanged: ['title_type'],
		content: ['external_key,title_type,title_desc', ...ROWS.map((key) => `${key},Old,New ${key}`)].join('\n'),
	};
	const update = (key: string, values: Title): void => void titles.set(key, { ...titles.get(key), ...values });
	let earlier: RowOutcome[];
	beforeEach(async () => {
		for (const key of ROWS) titles.set(key, { external_key: key, title_type: 'Old', title_desc: 'Old' });
		instead.set('PATCH A2', reset);
		earlier = await run(undefined, given);
		expect(shown(earlier)).toEqual(['2 updated', '3 uncertain', '4 updated', '5 updated']);
		instead.clear();
	});

	it("counts as updated if the record has the row's values, even if the compared field has also changed", async () => {
		update('A2', { title_type: 'Film', title_desc: 'New A2' });
		expect((await run(earlier, given))[1]).toMatchObject({
			outcome: 'updated',
			message: 'Not sent again, because the record already has these values',
		});
	});

	it('is sent again if the record is unchanged', async () => {
		expect((await run(earlier, given))[1]).toMatchObject({ outcome: 'updated' });
		expect(titles.get('A2')).toMatchObject({ title_desc: 'New A2' });
	});

	it("fails if the compared field has changed and the record's values differ from the row's values", async () => {
		update('A2', { title_type: 'News' });
		expect((await run(earlier, given))[1]).toMatchObject({ outcome: 'failed' });
		expect(titles.get('A2')).toMatchObject({ title_desc: 'Old' });
	});
});

describe('An import with one row whose key already exists', () => {
	it('leaves only that row uncertain if the site refuses the whole request, and sends the other rows again', async () => {
		titles.set('A3', { external_key: 'A3', title_desc: 'Of another department' });
		const outcomes = await run(undefined, { recordsPerRequest: 4 });
		expect(shown(outcomes)).toEqual(['2 created', '3 created', '4 uncertain', '5 created']);
		expect(sent).toEqual(['A1', 'A2', 'A3', 'A4', 'A1', 'A2', 'A4']);
	});
});
