/** Every fault in the matrix: its rule for the sandbox, and what a client sees. */

/**
 * The outcome of a request as a client sees it:
 * - `response`: a valid response, possibly late.
 * - `refusal`: a refusal that a retry does not change.
 * - `notStarted`: the server reports that it has not started to process the request (429, 503), or was never reached.
 * - `transient`: a temporary status that does not show whether the request was processed.
 * - `nothing`: no response, or an interrupted one.
 * - `foreign`: a complete response from another server, such as a sign-in page.
 * - `explained`: a server error with a reason that concerns the values, so the request is not retried.
 * - `expired`: 401, for a credential that can be renewed.
 */
export type Seen = 'response' | 'refusal' | 'notStarted' | 'transient' | 'nothing' | 'foreign' | 'explained' | 'expired';

/** When the fault occurs: on the first request only, on every request, or on one in the middle of several. */
export type Times = 'once' | 'always' | 'mid-run';

export interface FaultCase {
	readonly name: string;
	readonly seen: Seen;
	/** The fault damages the body of the response, so it does not apply to a response without one. */
	readonly inBody?: true;
	/** The fault removes the body of the response. The response remains valid if the request does not require a response body. */
	readonly leavesNoBody?: true;
	/** Whether the site processed the request before the fault. */
	readonly processed: boolean;
	readonly times: readonly Times[];
	/** The sandbox rule for this fault, without the part that matches requests; undefined if no request reaches the site. */
	readonly rule?: {
		readonly fault: { readonly type: string; readonly [name: string]: unknown };
		readonly processing?: 'never' | 'before' | 'after';
	};
	/** The timeout in seconds of the requests that are tested with this fault. */
	readonly timeout?: number;
	/** The node's authentication; Basic by default. */
	readonly signIn?: 'jwt' | 'oAuth2';
	/** Lists only: the count does not match the rows, and the node reports that. */
	readonly reported?: true;
}

/** Bodies with status 200 that prove nothing. */
const OTHER_RESPONSES: readonly (readonly [string, unknown])[] = [
	['200 with a sign-in message', { message: 'Please sign in' }],
	['200 with null', null],
	['200 with {}', {}],
];
const NESTED = `${'{"error":'.repeat(20_000)}"x"${'}'.repeat(20_000)}`;
const FORWARDED = 'upstream connect error or disconnect/reset before headers. reset reason: connection termination';

const BOTH = ['once', 'always'] as const;
/** Long enough for a response on a busy machine. */
const SHORT = 3;
const status = (code: number, seen: Seen, more: object = {}, times: readonly Times[] = BOTH): FaultCase => ({
	name: `${code}${'retryAfter' in more ? ' with Retry-After in seconds' : 'retryAfterDate' in more ? ' with Retry-After as a date' : ''}`,
	seen,
	processed: false,
	times,
	rule: { fault: { type: 'status', status: code, ...more } },
});
const afterwards = (fault: FaultCase): FaultCase => ({
	...fault,
	name: `${fault.name}, after processing`,
	processed: true,
	rule: { ...fault.rule!, processing: 'before' },
});

export const FAULTS: readonly FaultCase[] = [
	{ name: 'connection refused', seen: 'notStarted', processed: false, times: BOTH },
	{
		name: 'connection reset before the request was read',
		seen: 'nothing',
		processed: false,
		times: BOTH,
		rule: { fault: { type: 'resetBeforeReading' } },
	},
	{
		name: 'connection reset after processing',
		seen: 'nothing',
		processed: true,
		times: BOTH,
		rule: { fault: { type: 'resetBeforeResponse' }, processing: 'before' },
	},
	{
		name: 'connection reset in the middle of the response',
		seen: 'nothing',
		inBody: true,
		processed: true,
		times: BOTH,
		rule: { fault: { type: 'resetInResponse' }, processing: 'before' },
	},
	{
		name: 'timeout before processing',
		seen: 'nothing',
		processed: false,
		times: BOTH,
		timeout: SHORT,
		rule: { fault: { type: 'noResponse' }, processing: 'never' },
	},
	{
		name: 'timeout after processing',
		seen: 'nothing',
		processed: true,
		times: BOTH,
		timeout: SHORT,
		rule: { fault: { type: 'noResponse' }, processing: 'before' },
	},
	{
		name: 'a slow response',
		seen: 'response',
		processed: true,
		times: ['always'],
		rule: { fault: { type: 'trickle', bytes: 64, everyMs: 20 } },
	},
	{
		name: 'a response that takes longer than the timeout',
		seen: 'nothing',
		inBody: true,
		processed: true,
		times: BOTH,
		timeout: SHORT,
		rule: { fault: { type: 'trickle', bytes: 1, everyMs: 400 } },
	},
	{ ...status(401, 'refusal', {}, ['once', 'always', 'mid-run']), name: '401 with Basic' },
	{ ...status(401, 'expired', {}, ['once', 'always', 'mid-run']), name: '401 with JWT', signIn: 'jwt' },
	{ ...status(401, 'expired', {}, ['once', 'always', 'mid-run']), name: '401 with OAuth 2', signIn: 'oAuth2' },
	status(403, 'refusal'),
	status(404, 'refusal'),
	status(409, 'refusal'),
	status(429, 'notStarted'),
	status(429, 'notStarted', { retryAfter: 1 }),
	status(429, 'notStarted', { retryAfterDate: 1 }),
	status(500, 'transient'),
	afterwards(status(500, 'transient')),
	status(502, 'transient'),
	status(503, 'notStarted'),
	status(503, 'notStarted', { retryAfter: 1 }),
	status(504, 'transient'),
	afterwards(status(504, 'transient')),
	{ name: '502 with an HTML page', seen: 'transient', processed: false, times: BOTH, rule: { fault: { type: 'html', status: 502 } } },
	{ name: '200 with an HTML page', seen: 'foreign', processed: false, times: BOTH, rule: { fault: { type: 'html', status: 200 } } },
	{
		name: '200 with an empty body',
		seen: 'nothing',
		processed: true,
		times: BOTH,
		rule: { fault: { type: 'empty' }, processing: 'before' },
	},
	{
		name: '204 with an empty body',
		seen: 'nothing',
		leavesNoBody: true,
		processed: true,
		times: BOTH,
		rule: { fault: { type: 'empty', status: 204 }, processing: 'before' },
	},
	...OTHER_RESPONSES.map(([name, body]): FaultCase => ({
		name,
		seen: 'foreign',
		processed: true,
		times: ['always'],
		rule: { fault: { type: 'status', status: 200, body: JSON.stringify(body) }, processing: 'before' },
	})),
	{
		name: '202',
		seen: 'foreign',
		processed: true,
		times: ['always'],
		rule: { fault: { type: 'status', status: 202, body: '{"queued": true}' }, processing: 'before' },
	},
	...[303, 499].map((code): FaultCase => ({
		name: `${code}, after processing`,
		seen: 'foreign',
		processed: true,
		times: ['always'],
		rule: { fault: { type: 'status', status: code, body: '' }, processing: 'before' },
	})),
	{
		name: '500 with an error nested 20,000 levels deep',
		seen: 'transient',
		processed: true,
		times: BOTH,
		rule: { fault: { type: 'status', status: 500, body: NESTED }, processing: 'before' },
	},
	{
		name: '500 because of a wrong type',
		seen: 'explained',
		processed: false,
		times: ['always'],
		rule: { fault: { type: 'status', status: 500, error: 'Error converting data type varchar to numeric' } },
	},
	{
		name: '503 from a gateway that has forwarded the request',
		seen: 'transient',
		processed: true,
		times: BOTH,
		rule: { fault: { type: 'status', status: 503, body: FORWARDED }, processing: 'before' },
	},
	{
		name: '503 from a gateway that has not forwarded the request',
		seen: 'notStarted',
		processed: false,
		times: BOTH,
		rule: { fault: { type: 'status', status: 503, body: 'no healthy upstream' } },
	},
	{ name: 'broken JSON', seen: 'nothing', processed: true, times: BOTH, rule: { fault: { type: 'brokenJson' }, processing: 'before' } },
	{ name: 'broken gzip', seen: 'nothing', processed: true, times: BOTH, rule: { fault: { type: 'brokenGzip' }, processing: 'before' } },
	{
		name: '200 with {"error"}',
		seen: 'refusal',
		processed: false,
		times: ['once', 'always', 'mid-run'],
		rule: { fault: { type: 'errorIn200' } },
	},
	{
		name: 'a Pagination-Count that is too high',
		seen: 'response',
		processed: true,
		times: ['always'],
		reported: true,
		rule: { fault: { type: 'count', add: 5 } },
	},
	{
		name: 'a Pagination-Count that is too low',
		seen: 'response',
		processed: true,
		times: ['always'],
		reported: true,
		rule: { fault: { type: 'count', add: -5 } },
	},
];

/** The faults that can occur on any request. */
export const RANDOM_FAULTS = FAULTS.filter(({ rule, reported, signIn }) => rule !== undefined && !reported && signIn === undefined);

/** Sandbox rules that apply one of these faults to a share of the requests whose header `X-Cell` is `cell`. */
export const randomFaults = (cell: string, rate: number, seed: number, faults = RANDOM_FAULTS): object[] =>
	faults.map(({ rule }, index) => ({
		match: { header: { 'X-Cell': `^${cell}$` }, probability: rate / faults.length, seed: seed * 1000 + index },
		...rule,
	}));
