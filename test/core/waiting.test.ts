import { createClient, type ClientParts } from '../../core/http/client';
import type { SendResult, WireRequest } from '../../core/model/port';
import { answered, BEGIN, fakeSite, queued } from './fakeSite';

const READ: WireRequest = { method: 'GET', path: '/JmJob/job_no=1', headers: {}, effect: 'read' };
const GOOD = answered(200, { jm_job: [{ job_no: 1 }] });

/** The pauses of a call that is refused with such headers and then goes well. */
const pausesAfter = async (headers: Record<string, string>, status = 429): Promise<number[]> => {
	const site = queued(answered(status, '', headers), GOOD);
	await createClient(site.parts).send(READ, () => 'read');
	return site.pauses;
};

describe('Retry-After', () => {
	/** What is waited where nothing is asked for. */
	const OWN = 375;

	test.each([
		['seconds', { 'retry-after': '7' }, 7_125],
		['seconds with blanks around', { 'retry-after': ' 7 ' }, 7_125],
		['a date', { 'retry-after': 'Thu, 01 Jan 2026 00:00:10 GMT' }, 10_124],
		['a date of the older form', { 'retry-after': 'Thursday, 01-Jan-26 00:00:10 GMT' }, 10_124],
		['a date with an offset', { 'retry-after': '2026-01-01T02:00:10+02:00' }, 10_124],
	])('is obeyed as %s', async (_form, headers, pause) => {
		for (const status of [429, 503]) expect(await pausesAfter(headers, status)).toEqual([pause]);
	});

	test.each([
		['that is zero', '0'],
		['that is past', 'Wed, 31 Dec 2025 00:00:00 GMT'],
		['in words', 'soon'],
		['in words with a number', 'in 5 minutes'],
		['that is negative', '-5'],
		['with a fraction', '1.5'],
		['whose zone nobody knows', 'Thu Jan  1 00:00:10 2026'],
		['that is empty', ''],
	])('%s shortens no pause', async (_form, text) => {
		expect(await pausesAfter({ 'retry-after': text })).toEqual([OWN]);
	});

	test.each([
		['an hour ahead of ours', 3_600_000],
		['an hour behind ours', -3_600_000],
		['years behind ours', -1e11],
	])('as a date is counted by the clock of the site, which may be %s', async (_name, apart) => {
		const at = (milliseconds: number): string => new Date(BEGIN + apart + milliseconds).toUTCString();
		expect(await pausesAfter({ date: at(0), 'retry-after': at(10_000) })).toEqual([10_125]);
	});

	test.each([
		['seconds', '3600', 3_600],
		['a date', 'Thu, 01 Jan 2026 01:00:00 GMT', 3_600],
		['more seconds than a calendar has', '99999999999', 99_999_999_999],
	])('far ahead, as %s, ends the tries at once and is told', async (_form, text, seconds) => {
		const site = queued(answered(429, { error: 'Slow down' }, { 'retry-after': text }));
		const fault: unknown = await createClient(site.parts)
			.send(READ, () => 'read')
			.catch((thrown: unknown) => thrown);
		expect(fault).toMatchObject({
			kind: 'tooMany',
			attempts: 1,
			message: 'Slow down',
			hint: expect.stringMatching(new RegExp(`The site asks to wait ${seconds} seconds\\.$`)),
		});
		expect(site.pauses).toEqual([]);
	});
});

describe('a run that is cancelled', () => {
	test('in the moment in which an answer comes does not begin the pause after it', async () => {
		const stop = new AbortController();
		const site = fakeSite((): SendResult => {
			stop.abort();
			return answered(503, '', { 'retry-after': '50' });
		});
		const endless = new Promise<void>(() => undefined);
		const parts: ClientParts = { ...site.parts, signal: stop.signal, sleep: () => endless };
		await expect(createClient(parts).send(READ, () => 'read')).rejects.toMatchObject({ kind: 'cancelled', attempts: 1 });
		expect(site.requests).toHaveLength(1);
	});
});

describe('limits that no panel lets through', () => {
	test.each([0, -3, 0.5])('%p requests at once are one', async (concurrency) => {
		const site = fakeSite(() => GOOD);
		const client = createClient({ ...site.parts, concurrency });
		await Promise.all([1, 2, 3].map(() => client.send(READ, () => 'read')));
		expect([site.requests.length, site.highestAtOnce, client.concurrency]).toEqual([3, 1, 1]);
	});

	test.each([0, -1])('%p tries are one', async (attempts) => {
		const site = queued(answered(503));
		await expect(createClient({ ...site.parts, retry: { attempts } }).send(READ, () => 'read')).rejects.toMatchObject({ attempts: 1 });
	});
});
