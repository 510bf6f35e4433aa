/** Connections that end, break or stop sending at each point of a response. */
import type { ForeignCase } from '../foreignCase';
import { OPEN } from '../foreignCase';
import { http1, type Step } from '../rawSite';
import type { Use, UseName } from '../uses';

const SILENCE = 60_000;
const USES_HERE: readonly UseName[] = ['create', 'update', 'voidOrder', 'upload', 'get'];
const SLOW: readonly UseName[] = ['create', 'get'];
const goodOf = (use: Use): Buffer =>
	use.good === '' ? http1({ status: 204, length: null }) : http1({ headers: { ...use.goodHeaders }, body: use.good });
/** The documented response of a use. An empty body is replaced by an envelope, so that all uses have the same points of interruption. */
const long = (use: Use): Buffer =>
	http1({ headers: { 'X-One': '1', ...use.goodHeaders }, body: use.good === '' ? { message: null, tables: [] } : use.good });

/** How many bytes of a response arrive before it is interrupted. */
const POINTS: readonly { readonly name: string; readonly bytes: (response: Buffer) => number }[] = [
	{ name: 'before its first byte', bytes: () => 0 },
	{ name: 'after its first byte', bytes: () => 1 },
	{ name: 'in the status line', bytes: () => 9 },
	{ name: 'after the status line', bytes: (response) => response.indexOf('\r\n') + 2 },
	{ name: 'in a header', bytes: (response) => response.indexOf('Content-Type') + 6 },
	{ name: 'before the empty line', bytes: (response) => response.indexOf('\r\n\r\n') + 2 },
	{ name: 'after the headers', bytes: (response) => response.indexOf('\r\n\r\n') + 4 },
	{ name: 'after the first byte of the body', bytes: (response) => response.indexOf('\r\n\r\n') + 5 },
	{ name: 'in the middle of the body', bytes: (response) => Math.floor((response.indexOf('\r\n\r\n') + 4 + response.length) / 2) },
	{ name: 'before the last byte of the body', bytes: (response) => response.length - 1 },
];

const ENDS: readonly (readonly [name: string, steps: readonly Step[]])[] = [
	['is reset', [30, 'reset']],
	['ends', [30, 'end']],
];

const drip = (response: Buffer, piece: number, pause: number): Step[] =>
	Array.from(
		{ length: Math.ceil(response.length / piece) },
		(_, index) => [response.subarray(index * piece, (index + 1) * piece), pause] as const,
	).flat();

export const CONNECTION_CASES: readonly ForeignCase[] = [
	...POINTS.flatMap(({ name, bytes }) =>
		ENDS.map(([end, steps]): ForeignCase => ({
			name: `the connection ${end} ${name}`,
			why: 'the response is not complete',
			uses: USES_HERE,
			effect: 'either',
			verdict: OPEN,
			respond: (use) => [long(use).subarray(0, bytes(long(use))), ...steps],
		})),
	),
	{
		name: 'silence instead of a response',
		why: 'nothing is known',
		uses: SLOW,
		effect: 'either',
		verdict: OPEN,
		timeout: 5,
		respond: () => [SILENCE],
	},
	{
		name: 'silence after 100 Continue',
		why: 'nothing is known',
		uses: SLOW,
		effect: 'either',
		verdict: OPEN,
		timeout: 5,
		respond: () => [http1({ status: 100, length: null }), SILENCE],
	},
	{
		name: 'silence after the headers',
		why: 'the response is not complete',
		uses: SLOW,
		effect: 'either',
		verdict: OPEN,
		timeout: 5,
		respond: (use) => [long(use).subarray(0, long(use).indexOf('\r\n\r\n') + 4), SILENCE],
	},
	{
		name: 'silence before the last byte',
		why: 'the response is not complete',
		uses: SLOW,
		effect: 'either',
		verdict: OPEN,
		timeout: 5,
		respond: (use) => [long(use).subarray(0, -1), SILENCE],
	},
	{
		name: 'endless interim responses',
		why: 'nothing is known',
		uses: SLOW,
		effect: 'either',
		verdict: OPEN,
		timeout: 5,
		respond: () => Array.from({ length: 60 }, () => [http1({ status: 102, length: null }), 100]).flat(),
	},
	{
		name: 'a body that never ends',
		why: 'the response is not complete',
		uses: SLOW,
		effect: 'either',
		verdict: OPEN,
		timeout: 5,
		respond: () => [
			http1({ headers: { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' }, body: '' }),
			...Array.from({ length: 60 }, () => ['1\r\n \r\n', 100]).flat(),
		],
	},
	{
		name: 'a response in pieces of one byte',
		why: 'complete in the end',
		uses: ['create', 'update', 'voidOrder', 'get'],
		effect: 'processed',
		verdict: 'done',
		// A busy machine needs much longer than a millisecond for each piece.
		timeout: 100,
		respond: (use) => drip(goodOf(use), 1, 1),
	},
	{
		name: 'a response in slow pieces',
		why: 'complete in the end',
		uses: ['create', 'upload', 'list'],
		effect: 'processed',
		verdict: 'done',
		respond: (use) => drip(goodOf(use), 40, 40),
	},
	{
		name: 'the connection is reset after a complete response',
		why: 'the response is complete',
		uses: ['create', 'update', 'get'],
		effect: 'processed',
		verdict: (effect) => (effect === 'read' ? 'done' : ['done', 'uncertain']),
		respond: (use) => [goodOf(use), 50, 'reset'],
	},
	{
		name: 'a second response after the first',
		why: 'the first is complete; the second belongs to no request',
		uses: ['create', 'update', 'voidOrder', 'get'],
		effect: 'processed',
		verdict: (effect) => (effect === 'read' ? 'done' : ['done', 'uncertain']),
		respond: (use) => [goodOf(use), http1({ status: 500, body: { error: 'The response of another request' } }), 'end'],
	},
	{
		name: 'a connection that is reset during the second request',
		why: 'a proxy that closes idle connections; whether it read the request is unknown',
		uses: SLOW,
		effect: 'either',
		verdict: OPEN,
		respond: () => ['reset'],
	},
];
