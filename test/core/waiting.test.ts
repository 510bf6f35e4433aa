import { createClient, type ClientOptions } from '../../core/http/client';
import type { SendResult, WireRequest } from '../../core/model/port';
import { reply, BEGIN, fakeSite, queued } from './fakeSite';

const READ: WireRequest = { method: 'GET', path: '/JmJob/job_no=1', headers: {}, effect: 'read' };
const GOOD = reply(200, { jm_job: [{ job_no: 1 }] });

/** The pauses of a request that is refused with these headers and then succeeds. */
const pausesAfter = async (headers: Record<string, string>, status = 429): Promise<number[]> => {
	const site = queued(reply(status, '', headers), GOOD);
	await createClient(site.parts).send(READ, () => 'read');
	return site.pauses;
};

describe('Retry-After', () => {
	/** The pause without a Retry-After header. */
	const OWN = 375;

	test.each([
		['a number of seconds', { 'retry-after': '7' }, 7_125],
		['a number of seconds with spaces around it', { 'retry-after': ' 7 ' }, 7_125],
		['a date', { 'retry-after': 'Thu, 01 Jan 2026 00:00:10 GMT' }, 10_124],
		['a date in the older format', { 'retry-after': 'Thursday, 01-Jan-26 00:00:10 GMT' }, 10_124],
		['a date with an offset', { 'retry-after': '2026-01-01T02:00:10+02:00' }, 10_124],
	])('determines the pause if it is %s', async (_form, headers, pause) => {
		for (const status of [429, 503]) expect(await pausesAfter(headers, status)).toEqual([pause]);
	});

	test.each([
		['that is zero', '0'],
		['that is in the past', 'Wed, 31 Dec 2025 00:00:00 GMT'],
		['with text instead of a number', 'soon'],
		['with text that contains a number', 'in 5 minutes'],
		['that is negative', '-5'],
		['with a fraction', '1.5'],
		['without a time zone', 'Thu Jan  1 00:00:10 2026'],
		['that is empty', ''],
	])('%s does not shorten the pause', async (_form, text) => {
		expect(await pausesAfter({ 'retry-after': text }, 503)).toEqual([OWN]);
	});

	test.each([
		['is missing', {}],
		['is invalid', { 'retry-after': '1.5' }],
		['is 0', { 'retry-after': '0' }],
		['is in the past', { 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }],
	])('counts as one second after a 429 if it %s', async (_form, headers) => {
		expect(await pausesAfter(headers)).toEqual([1_125]);
	});

	test.each([
		['an hour ahead of the local clock', 3_600_000],
		['an hour behind the local clock', -3_600_000],
		['years behind the local clock', -1e11],
	])("as a date is interpreted relative to the site's clock, which may be %s", async (_name, apart) => {
		const at = (milliseconds: number): string => new Date(BEGIN + apart + milliseconds).toUTCString();
		expect(await pausesAfter({ date: at(0), 'retry-after': at(10_000) })).toEqual([10_125]);
	});

	test.each([
		['a number of seconds', '3600', 3_600],
		['a date', 'Thu, 01 Jan 2026 01:00:00 GMT', 3_600],
		['more seconds than a date can represent', '99999999999', 99_999_999_999],
	])('ends the attempts immediately and is reported if it exceeds the maximum pause (%s)', async (_form, text, seconds) => {
		const site = queued(reply(429, { error: 'Slow down' }, { 'retry-after': text }));
		const error: unknown = await createClient(site.parts)
			.send(READ, () => 'read')
			.catch((thrown: unknown) => thrown);
		expect(error).toMatchObject({
			kind: 'tooMany',
			attempts: 1,
			message: 'Slow down',
			hint: expect.stringMatching(new RegExp(`The site asked for a pause of ${seconds} seconds\\.$`)),
		});
		expect(site.pauses).toEqual([]);
	});
});

describe('A canceled run', () => {
	test('does not start a pause for a response that arrives during the cancellation', async () => {
		const stop = new AbortController();
		const site = fakeSite((): SendResult => {
			stop.abort();
			return reply(503, '', { 'retry-after': '50' });
		});
		const endless = new Promise<void>(() => undefined);
		const parts: ClientOptions = { ...site.parts, signal: stop.signal, sleep: () => endless };
		await expect(createClient(parts).send(READ, () => 'read')).rejects.toMatchObject({ kind: 'cancelled', attempts: 1 });
		expect(site.requests).toHaveLength(1);
	});
});

describe('An invalid limit', () => {
	test.each([0, -3, 0.5])('of %p concurrent requests is replaced with 1', async (concurrency) => {
		const site = fakeSite(() => GOOD);
		const client = createClient({ ...site.parts, concurrency });
		await Promise.all([1, 2, 3].map(() => client.send(READ, () => 'read')));
		expect([site.requests.length, site.maxConcurrent, client.concurrency]).toEqual([3, 1, 1]);
	});

	test.each([0, -1])('of %p attempts is replaced with 1', async (attempts) => {
		const site = queued(reply(503));
		await expect(createClient({ ...site.parts, retry: { maxAttempts: attempts } }).send(READ, () => 'read')).rejects.toMatchObject({
			attempts: 1,
		});
	});
});
