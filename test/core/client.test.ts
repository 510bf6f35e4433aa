import { createClient, type ClientOptions } from '../../core/http/client';
import { ApiError } from '../../core/http/apiError';
import type { SiteResponse, Effect, SendResult, WireRequest } from '../../core/model/port';
import type { Row } from '../../core/operations';
import { documentRecords as recordsOf, DecodeError } from '../../core/wire/decode';
import { known } from './site';
import { reply, fakeSite, lost, queued } from './fakeSite';

const documentRecords = (response: SiteResponse): Row[] => recordsOf(response, known('JmJob'));
const METHODS: Record<Effect, WireRequest['method']> = { read: 'GET', repeatable: 'PATCH', once: 'POST' };
const request = (effect: Effect): WireRequest => ({ method: METHODS[effect], path: '/JmJob/job_no=1?secret=x', headers: {}, effect });
/** A 503 in the API's error format shows that the site has not started to process the request. */
const BUSY = reply(503, { error: 'The server is busy' });
const GOOD = reply(200, { jm_job: [{ job_no: 1 }] });

/** Sends one request to a site with queued responses. Returns the outcome in one line, with the number of attempts and the pauses. */
const outcome = async (effect: Effect, results: SendResult[], retry?: ClientOptions['retry']): Promise<string> => {
	const site = queued(...results);
	const client = createClient({ ...site.parts, retry });
	const end = await client.send(request(effect), documentRecords).then(
		(rows) => `${rows.length} record read`,
		(error: ApiError) => `${error.kind}${error.uncertain ? ' and uncertain' : ''}`,
	);
	const count = site.requests.length;
	const requests = `${count} ${count === 1 ? 'request' : 'requests'}`;
	const [first, ...others] = site.pauses;
	if (first === undefined) return `${end} after ${requests}`;
	return `${end} after ${requests} and ${others.length === 0 ? 'a pause' : 'pauses'} of ${site.pauses.join(', ')} ms`;
};

const always = (result: SendResult): SendResult[] => Array.from({ length: 5 }, () => result);

describe('A failed request', () => {
	test.each<[Effect, string, string, SendResult[]]>([
		// Temporary faults, for requests that may be repeated.
		['read', '503, then success', '1 record read after 2 requests and a pause of 375 ms', [reply(503), GOOD]],
		[
			'read',
			'408, 429, 500, 502, then success',
			'1 record read after 5 requests and pauses of 375, 1125, 1500, 3000 ms',
			[reply(408), reply(429), reply(500), reply(502), GOOD],
		],
		['read', '504 every time', 'unavailable after 5 requests and pauses of 375, 750, 1500, 3000 ms', always(reply(504))],
		[
			'read',
			'500 with a message from the site every time',
			'broken after 2 requests and a pause of 375 ms',
			always(reply(500, { error: 'Rule' })),
		],
		[
			'read',
			'500 with a message from the site, then success',
			'1 record read after 2 requests and a pause of 375 ms',
			[reply(500, { error: 'Record in use' }), GOOD],
		],
		['read', 'a broken connection', '1 record read after 2 requests and a pause of 375 ms', [lost('ECONNRESET'), GOOD]],
		['read', 'a refused connection', '1 record read after 2 requests and a pause of 375 ms', [lost('ECONNREFUSED', 'no'), GOOD]],
		['read', 'a timeout', '1 record read after 2 requests and a pause of 375 ms', [lost('ETIMEDOUT'), GOOD]],
		['read', 'truncated JSON', '1 record read after 2 requests and a pause of 375 ms', [reply(200, '{"jm_job":[{'), GOOD]],
		['read', 'an empty body', '1 record read after 2 requests and a pause of 375 ms', [reply(200, ''), GOOD]],
		['repeatable', '500, then success', '1 record read after 2 requests and a pause of 375 ms', [reply(500), GOOD]],
		[
			'repeatable',
			'a broken connection every time',
			'interrupted and uncertain after 5 requests and pauses of 375, 750, 1500, 3000 ms',
			always(lost('ECONNRESET')),
		],
		['repeatable', '503 every time', 'unavailable after 5 requests and pauses of 375, 750, 1500, 3000 ms', always(BUSY)],
		[
			'repeatable',
			'a timeout, then refused connections',
			'unreachable and uncertain after 5 requests and pauses of 375, 750, 1500, 3000 ms',
			[lost('ETIMEDOUT'), ...always(lost('ECONNREFUSED', 'no'))],
		],
		// Permanent faults.
		['read', '400', 'refused after 1 request', [reply(400)]],
		['read', '401', 'signIn after 1 request', [reply(401)]],
		['read', '403', 'forbidden after 1 request', [reply(403)]],
		['read', '404', 'notFound after 1 request', [reply(404)]],
		['read', '409', 'refused after 1 request', [reply(409)]],
		['read', '413', 'tooLarge after 1 request', [reply(413)]],
		['read', '501', 'broken after 1 request', [reply(501)]],
		['read', '302', 'redirected after 1 request', [reply(302)]],
		['read', 'an HTML page', 'unreadable after 1 request', [reply(200, '<html></html>')]],
		['read', 'a refusal with 200', 'refused after 1 request', [reply(200, { error: 'Alternate key not found' })]],
		['read', 'a name that does not exist', 'unreachable after 1 request', [lost('ENOTFOUND', 'no')]],
		['read', 'an expired certificate', 'insecure after 1 request', [lost('CERT_HAS_EXPIRED', 'no')]],
		['read', 'a certificate of an unknown authority', 'insecure after 1 request', [lost('UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'no')]],
		['read', 'a certificate for another purpose', 'insecure after 1 request', [lost('INVALID_PURPOSE', 'no')]],
		['read', 'a canceled run', 'cancelled after 1 request', [lost('CANCELLED')]],
		['repeatable', '422', 'refused after 1 request', [reply(422)]],
		// Requests whose effect must not be repeated.
		['once', '429, then success', '1 record read after 2 requests and a pause of 1125 ms', [reply(429), GOOD]],
		['once', '503, then success', '1 record read after 2 requests and a pause of 375 ms', [BUSY, GOOD]],
		[
			'once',
			'a refused connection, then success',
			'1 record read after 2 requests and a pause of 375 ms',
			[lost('ECONNREFUSED', 'no'), GOOD],
		],
		['once', '500', 'broken and uncertain after 1 request', [reply(500)]],
		['once', '502', 'unavailable and uncertain after 1 request', [reply(502)]],
		['once', '504', 'unavailable and uncertain after 1 request', [reply(504)]],
		['once', '408', 'unavailable and uncertain after 1 request', [reply(408)]],
		['once', 'a timeout', 'interrupted and uncertain after 1 request', [lost('ETIMEDOUT')]],
		['once', 'a broken connection', 'interrupted and uncertain after 1 request', [lost('ECONNRESET')]],
		['once', 'a page with 200', 'unreadable and uncertain after 1 request', [reply(200, '<html></html>')]],
		['once', 'truncated JSON', 'unreadable and uncertain after 1 request', [reply(200, '{"message":')]],
		['once', '400', 'refused after 1 request', [reply(400)]],
		['once', 'a refusal with 200', 'refused after 1 request', [reply(200, { error: 'No such customer' })]],
		['once', '503, then a timeout', 'interrupted and uncertain after 2 requests and a pause of 375 ms', [BUSY, lost('ETIMEDOUT')]],
		['once', '503 every time', 'unavailable after 5 requests and pauses of 375, 750, 1500, 3000 ms', always(BUSY)],
	])('with the effect "%s" and the result "%s" has the outcome "%s"', async (effect, _name, end, results) => {
		expect(await outcome(effect, results)).toBe(end);
	});

	test('with a server error that contains a reason is reported with a hint that states the fix, the likely outcome and how to check it', async () => {
		const { parts } = queued(reply(500, { error: 'Rule 7' }));
		const error: unknown = await createClient(parts)
			.send(request('once'), () => null)
			.catch((caught: unknown) => caught);
		expect(error).toMatchObject({
			uncertain: true,
			changedNothing: false,
			hint: "Check that the values have the right type and follow the site's rules. Most likely nothing was changed, but the request may have succeeded: look for the record on the site before you create it again; 'Create or Update' with an external key can be repeated safely.",
		});
	});

	test.each<[string, Effect, SendResult[], boolean]>([
		['one attempt with a reason', 'once', [reply(500, { error: 'Rule 7' })], true],
		['two attempts with a reason', 'repeatable', [reply(500, { error: 'Rule 7' }), reply(500, { error: 'Rule 7' })], true],
		['no response to the first of two attempts', 'repeatable', [lost('ETIMEDOUT'), reply(404, { error: 'Key not found' })], false],
		['no reason for the first of two attempts', 'repeatable', [reply(502), reply(500, { error: 'Rule 7' })], false],
	])(
		'is reported with the hint "Most likely nothing was changed" only if the site gave a reason for every attempt (%s)',
		async (_name, effect, results, isLikely) => {
			const error: unknown = await createClient(queued(...results).parts)
				.send(request(effect), () => null)
				.catch((caught: unknown) => caught);
			expect(error).toMatchObject({
				uncertain: true,
				changedNothing: false,
				hint: expect.stringMatching(/[Tt]he request may have succeeded/),
			});
			expect((error as ApiError).hint.includes('Most likely nothing was changed')).toBe(isLikely);
		},
	);

	test.each<[string, Effect, SendResult, boolean]>([
		['400', 'once', reply(400, { error: 'No' }), true],
		['404', 'repeatable', reply(404), true],
		['422', 'repeatable', reply(422), true],
		['a refusal with 200', 'once', reply(200, { error: 'No such customer' }), true],
		['a read', 'read', reply(404), false],
		['502', 'once', reply(502), false],
		['a refused connection', 'once', lost('ECONNREFUSED', 'no'), false],
	])('is marked as having changed nothing only if the site refused a change: %s', async (_name, effect, result, isTold) => {
		const refuse = (): never => {
			throw new DecodeError('');
		};
		const error: unknown = await createClient({ ...queued(result).parts, retry: { maxAttempts: 1 } })
			.send(request(effect), refuse)
			.catch((caught: unknown) => caught);
		expect((error as ApiError).changedNothing).toBe(isTold);
	});

	test('is not sent more often than the policy allows', async () => {
		expect(await outcome('read', [reply(503)], { maxAttempts: 1 })).toBe('unavailable after 1 request');
		expect(await outcome('read', [reply(503), reply(503)], { maxAttempts: 2, initialDelay: 100 })).toBe(
			'unavailable after 2 requests and a pause of 75 ms',
		);
	});

	test('is retried after pauses that do not exceed the maximum', async () => {
		expect(await outcome('read', always(reply(503)), { initialDelay: 1000, maxDelay: 3000 })).toBe(
			'unavailable after 5 requests and pauses of 750, 1500, 2250, 2250 ms',
		);
	});

	test('is retried after a random 50 to 100% of the calculated pause', async () => {
		for (const [random, pause] of [
			[0, 250],
			[0.999, 499.75],
		] as const) {
			const site = queued(reply(503), GOOD);
			await createClient({ ...site.parts, random: () => random }).send(request('read'), () => undefined);
			expect(site.pauses).toEqual([pause]);
		}
	});
});

describe('An error message', () => {
	const errorOf = async (effect: Effect, result: SendResult): Promise<ApiError> =>
		await createClient({ ...queued(result).parts, retry: { maxAttempts: 1 } })
			.send(request(effect), documentRecords)
			.then(
				() => {
					throw new Error('It succeeded');
				},
				(error: ApiError) => error,
			);

	test("starts with the server's own message, followed by the status, the method and the path without the query", async () => {
		const error = await errorOf('read', reply(404, { error: 'Alternate key not found: &#39;1&#39;' }));
		expect(error).toBeInstanceOf(ApiError);
		expect(error).toMatchObject({
			message: "Alternate key not found: '1'",
			fromServer: true,
			status: 404,
			method: 'GET',
			address: '/JmJob/job_no=1',
			facts: '404 on GET /JmJob/job_no=1',
		});
	});

	test.each<[Effect, SendResult, string, string]>([
		['read', reply(401), 'The site did not accept the sign-in', 'Check the sign-in details in the credential'],
		['read', lost('ENOTFOUND', 'no'), 'The site could not be reached (ENOTFOUND)', "Check 'Base URL' in the credential"],
		['read', lost('ETIMEDOUT'), 'The connection ended before the response was complete (ETIMEDOUT)', 'Run the node again'],
		[
			'read',
			reply(200, '<html><title>Login</title></html>'),
			"Unexpected response format: got an HTML page ('Login') instead of records",
			"Check 'Base URL' in the credential",
		],
		[
			'once',
			reply(504),
			'The site is not available at the moment',
			'The request may have succeeded. Look for the record on the site before you create it again',
		],
		[
			'repeatable',
			lost('ECONNRESET'),
			'The connection ended before the response was complete (ECONNRESET)',
			'The request may have succeeded. Read the record',
		],
	])('for a request with effect "%s" and the result %j is "%s"', async (effect, result, message, hint) => {
		const error = await errorOf(effect, result);
		expect(error.message).toBe(message);
		expect(error.hint).toContain(hint);
	});

	test('recommends checking the attachments if files may have arrived', async () => {
		const files = { ...request('once'), method: 'POST', body: { parts: [] } } as const;
		const error = await createClient({ ...queued(lost('ECONNRESET')).parts, retry: { maxAttempts: 1 } })
			.send(files, documentRecords)
			.then(
				() => {
					throw new Error('It succeeded');
				},
				(thrown: ApiError) => thrown,
			);
		expect(error.hint).toContain('The request may have succeeded. Look at the attachments of the record before you send the files again');
		expect(error.hint).not.toContain('Create or Update');
	});

	test('never contains alarming words, and its hint ends with a period', async () => {
		const results = [300, 400, 401, 403, 404, 405, 408, 409, 413, 429, 500, 502, 503, 504]
			.map((status): SendResult => reply(status))
			.concat(lost('ECONNREFUSED', 'no'), lost('ECONNRESET'), lost('CERT_X', 'no'), lost('CANCELLED'), reply(200, 'x'));
		for (const result of results) {
			for (const effect of ['read', 'repeatable', 'once'] as const) {
				const error = await errorOf(effect, result);
				expect(`${error.message} ${error.hint}`).not.toMatch(/error|problem|failure|mistake/i);
				expect(error.hint).toMatch(/\w{3,}.*\.$/);
			}
		}
	});

	test('contains the number of attempts', async () => {
		const site = queued(...always(reply(502)));
		const error = await createClient(site.parts)
			.send(request('read'), documentRecords)
			.catch((thrown: ApiError) => thrown);
		expect(error).toMatchObject({ attempts: 5, facts: '502 on GET /JmJob/job_no=1, after 5 attempts' });
	});
});

test('An error in the program itself is thrown unchanged', async () => {
	await expect(
		createClient(queued(GOOD).parts).send(request('read'), () => {
			throw new TypeError('x is undefined');
		}),
	).rejects.toThrow(TypeError);
});

describe('A client', () => {
	const many = async (parts: Partial<ClientOptions>, count: number, respond: Parameters<typeof fakeSite>[0]) => {
		const site = fakeSite(respond);
		const client = createClient({ ...site.parts, ...parts });
		const ends = await Promise.all(
			Array.from({ length: count }, (_, index) => client.send({ ...request('read'), path: `/${index}` }, () => index)),
		);
		return { site, ends };
	};

	test('sends the first request on its own, then as many concurrently as its limit allows', async () => {
		const { site, ends } = await many({ concurrency: 8 }, 100, () => GOOD);
		expect(ends).toEqual(Array.from({ length: 100 }, (_, index) => index));
		expect(site.maxConcurrent).toBe(8);
		expect(site.respondedBefore.slice(0, 3)).toEqual([0, 1, 1]);
		expect(site.requests.map(({ path }) => path)).toEqual(Array.from({ length: 100 }, (_, index) => `/${index}`));
	});

	test('with a limit of 1 sends one request at a time', async () => {
		const { site } = await many({ concurrency: 1 }, 5, () => GOOD);
		expect([site.maxConcurrent, site.respondedBefore]).toEqual([1, [0, 1, 2, 3, 4]]);
	});

	test('without a limit adapts its concurrency to the site', async () => {
		expect((await many({}, 60, () => GOOD)).site.maxConcurrent).toBe(44);
		expect((await many({}, 2000, () => GOOD)).site.maxConcurrent).toBe(128);
	});

	test('sends the other requests as soon as the first gets a response, even if the first has to be retried later', async () => {
		const { site } = await many({ concurrency: 4 }, 10, (_request, number) =>
			number === 1 ? reply(503, '', { 'retry-after': '30' }) : GOOD,
		);
		expect(site.requests.map(({ path }) => path)).toEqual(['/0', '/1', '/2', '/3', '/4', '/5', '/6', '/7', '/8', '/9', '/0']);
	});

	/** The responses that the site had returned when the second and third request arrived. */
	const earlierResponses = async (isPasswordSent: boolean, response: SendResult): Promise<number[]> => {
		const site = fakeSite(() => response);
		const client = createClient({ ...site.parts, isPasswordSent, concurrency: 4, retry: { maxAttempts: 1 } });
		await Promise.allSettled([1, 2, 3].map(() => client.send(request('read'), () => 'read')));
		return site.respondedBefore.slice(1);
	};
	const UNCHECKED: readonly (readonly [string, SendResult])[] = [
		['a 404 with a page', reply(404, '<html></html>')],
		['a 403 with a page', reply(403, '<html></html>')],
		['a 403 without a body', reply(403)],
		['a 500 without a body', reply(500)],
		['a 500 that reports a failed connection', reply(500, { error: 'upstream request timeout' })],
		['a 502', reply(502, { error: 'Bad gateway' })],
		['a 503 in the error format of the API', reply(503, { error: 'Busy' })],
		['a reset connection', lost('ECONNRESET')],
	];

	test.each(UNCHECKED)('with a password sends one request at a time while the response is %s', async (_name, response) => {
		expect(await earlierResponses(true, response)).toEqual([1, 2]);
	});

	test.each(UNCHECKED)('with a token sends the other requests after the first response: %s', async (_name, response) => {
		expect(await earlierResponses(false, response)).toEqual([1, 1]);
	});

	test.each<readonly [string, SendResult]>([
		['a 404 without a body', reply(404)],
		['a 500 in the error format of the API', reply(500, { error: 'A rule was violated' })],
		['a 400 with a reason', reply(400, { error: 'No' })],
		['a 401', reply(401)],
	])('with a password sends the other requests after %s, which shows that the site checked it', async (_name, response) => {
		expect(await earlierResponses(true, response)).toEqual([1, 1]);
	});

	test('treats a request that waits for a retry as still in flight, so that a busy site gets fewer requests', async () => {
		const { site } = await many({ concurrency: 2 }, 3, (_request, number) => (number <= 2 ? reply(503) : GOOD));
		expect(site.requests.map(({ path }) => path)).toEqual(['/0', '/1', '/0', '/1', '/2']);
	});

	test('sends the other requests after one fails', async () => {
		const site = fakeSite((_request, number) => (number === 1 ? reply(400) : GOOD));
		const client = createClient({ ...site.parts, concurrency: 2 });
		const ends = await Promise.allSettled([1, 2, 3].map(() => client.send(request('read'), () => 'read')));
		expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
	});
});

describe('A canceled run', () => {
	const cancelling = () => {
		const controller = new AbortController();
		let listeners = 0;
		const signal: NonNullable<ClientOptions['signal']> = {
			get aborted() {
				return controller.signal.aborted;
			},
			addEventListener: (type, listener) => {
				listeners += 1;
				controller.signal.addEventListener(type, listener);
			},
			removeEventListener: (type, listener) => {
				listeners -= 1;
				controller.signal.removeEventListener(type, listener);
			},
		};
		return { controller, signal, listeners: () => listeners };
	};

	test('sends no more requests, and cancels those in the queue', async () => {
		const { controller, signal, listeners } = cancelling();
		const site = fakeSite((_request, number) => {
			if (number === 3) controller.abort();
			return GOOD;
		});
		const client = createClient({ ...site.parts, signal, concurrency: 2 });
		const ends = await Promise.allSettled(Array.from({ length: 20 }, () => client.send(request('once'), () => 'made')));
		const errors = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as ApiError] : []));
		expect(site.requests).toHaveLength(3);
		expect(errors).toHaveLength(17);
		for (const error of errors) expect(error).toMatchObject({ kind: 'cancelled', attempts: 0, uncertain: false });
		expect(listeners()).toBe(0);
	});

	test('does not wait for a pause to end', async () => {
		const { controller, signal, listeners } = cancelling();
		const site = queued(reply(503, '', { 'retry-after': '50' }));
		const endless = (): Promise<void> => {
			setImmediate(() => controller.abort());
			return new Promise(() => undefined);
		};
		const client = createClient({ ...site.parts, signal, sleep: endless });
		await expect(client.send(request('read'), documentRecords)).rejects.toMatchObject({ kind: 'cancelled', attempts: 1 });
		expect(site.requests).toHaveLength(1);
		expect(listeners()).toBe(0);
	});

	test('sends nothing if it was canceled before it started', async () => {
		const { controller, signal } = cancelling();
		controller.abort();
		const site = queued();
		await expect(createClient({ ...site.parts, signal }).send(request('read'), documentRecords)).rejects.toMatchObject({
			kind: 'cancelled',
		});
	});
});
