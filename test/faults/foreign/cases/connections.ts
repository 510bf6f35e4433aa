/** Connections that end, break or fall silent at each point of an answer. */
import type { ForeignCase } from '../foreignCase';
import { OPEN } from '../foreignCase';
import { http1, type Step } from '../rawSite';
import type { Use, UseName } from '../uses';

const SILENCE = 60_000;
const USES_HERE: readonly UseName[] = ['create', 'update', 'voidOrder', 'upload', 'get'];
const SLOW: readonly UseName[] = ['create', 'get'];
const goodOf = (use: Use): Buffer =>
	use.good === '' ? http1({ status: 204, length: null }) : http1({ headers: { ...use.goodHeaders }, body: use.good });
/** A documented answer with a body for every use, so that each has the same points of interruption. */
const long = (use: Use): Buffer =>
	http1({ headers: { 'X-One': '1', ...use.goodHeaders }, body: use.good === '' ? { message: null, tables: [] } : use.good });

/** How many bytes of an answer arrive before it is interrupted. */
const POINTS: readonly { readonly name: string; readonly bytes: (answer: Buffer) => number }[] = [
	{ name: 'before its first byte', bytes: () => 0 },
	{ name: 'after its first byte', bytes: () => 1 },
	{ name: 'in the status line', bytes: () => 9 },
	{ name: 'after the status line', bytes: (answer) => answer.indexOf('\r\n') + 2 },
	{ name: 'in a header', bytes: (answer) => answer.indexOf('Content-Type') + 6 },
	{ name: 'before the empty line', bytes: (answer) => answer.indexOf('\r\n\r\n') + 2 },
	{ name: 'after the headers', bytes: (answer) => answer.indexOf('\r\n\r\n') + 4 },
	{ name: 'after the first byte of the body', bytes: (answer) => answer.indexOf('\r\n\r\n') + 5 },
	{ name: 'in the middle of the body', bytes: (answer) => Math.floor((answer.indexOf('\r\n\r\n') + 4 + answer.length) / 2) },
	{ name: 'before the last byte of the body', bytes: (answer) => answer.length - 1 },
];

const ENDS: readonly (readonly [name: string, steps: readonly Step[]])[] = [
	['is reset', [30, 'reset']],
	['ends', [30, 'end']],
];

const drip = (answer: Buffer, piece: number, pause: number): Step[] =>
	Array.from(
		{ length: Math.ceil(answer.length / piece) },
		(_, index) => [answer.subarray(index * piece, (index + 1) * piece), pause] as const,
	).flat();

export const CONNECTION_CASES: readonly ForeignCase[] = [
	...POINTS.flatMap(({ name, bytes }) =>
		ENDS.map(([end, steps]): ForeignCase => ({
			name: `the connection ${end} ${name}`,
			why: 'the answer is not complete',
			uses: USES_HERE,
			effect: 'either',
			verdict: OPEN,
			answer: (use) => [long(use).subarray(0, bytes(long(use))), ...steps],
		})),
	),
	{
		name: 'silence instead of an answer',
		why: 'nothing is known',
		uses: SLOW,
		effect: 'either',
		verdict: OPEN,
		timeout: 5,
		answer: () => [SILENCE],
	},
	{
		name: 'silence after 100 Continue',
		why: 'nothing is known',
		uses: SLOW,
		effect: 'either',
		verdict: OPEN,
		timeout: 5,
		answer: () => [http1({ status: 100, length: null }), SILENCE],
	},
	{
		name: 'silence after the headers',
		why: 'the answer is not complete',
		uses: SLOW,
		effect: 'either',
		verdict: OPEN,
		timeout: 5,
		answer: (use) => [long(use).subarray(0, long(use).indexOf('\r\n\r\n') + 4), SILENCE],
	},
	{
		name: 'silence before the last byte',
		why: 'the answer is not complete',
		uses: SLOW,
		effect: 'either',
		verdict: OPEN,
		timeout: 5,
		answer: (use) => [long(use).subarray(0, -1), SILENCE],
	},
	{
		name: 'interim answers without an end',
		why: 'nothing is known',
		uses: SLOW,
		effect: 'either',
		verdict: OPEN,
		timeout: 5,
		answer: () => Array.from({ length: 60 }, () => [http1({ status: 102, length: null }), 100]).flat(),
	},
	{
		name: 'a body that never ends',
		why: 'the answer is not complete',
		uses: SLOW,
		effect: 'either',
		verdict: OPEN,
		timeout: 5,
		answer: () => [
			http1({ headers: { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' }, body: '' }),
			...Array.from({ length: 60 }, () => ['1\r\n \r\n', 100]).flat(),
		],
	},
	{
		name: 'an answer in pieces of one byte',
		why: 'complete in the end',
		uses: ['create', 'update', 'voidOrder', 'get'],
		effect: 'processed',
		verdict: 'done',
		answer: (use) => drip(goodOf(use), 1, 1),
	},
	{
		name: 'an answer in slow pieces',
		why: 'complete in the end',
		uses: ['create', 'upload', 'list'],
		effect: 'processed',
		verdict: 'done',
		answer: (use) => drip(goodOf(use), 40, 40),
	},
	{
		name: 'the connection is reset after a complete answer',
		why: 'the answer is complete',
		uses: ['create', 'update', 'get'],
		effect: 'processed',
		verdict: (effect) => (effect === 'read' ? 'done' : ['done', 'uncertain']),
		answer: (use) => [goodOf(use), 50, 'reset'],
	},
	{
		name: 'a second answer after the first',
		why: 'the first is complete; the second belongs to no request',
		uses: ['create', 'update', 'voidOrder', 'get'],
		effect: 'processed',
		verdict: (effect) => (effect === 'read' ? 'done' : ['done', 'uncertain']),
		answer: (use) => [goodOf(use), http1({ status: 500, body: { error: 'The answer of another request' } }), 'end'],
	},
	{
		name: 'a connection that is reset at the second request',
		why: 'a proxy that closes idle connections; whether it read the request is unknown',
		uses: SLOW,
		effect: 'either',
		verdict: OPEN,
		answer: () => ['reset'],
	},
];
