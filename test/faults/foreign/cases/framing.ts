/** Responses with unusual or broken HTTP framing. */
import type { ForeignCase } from '../foreignCase';
import { OPEN, PROVEN_OR_OPEN } from '../foreignCase';
import { chunked, http1, type Step } from '../rawSite';
import type { Use, UseName } from '../uses';
import { WITH_BODY } from '../uses';

const textOf = ({ good }: Use): string => JSON.stringify(good);
const JSON_TYPE = { 'Content-Type': 'application/json' };
const SOME: readonly UseName[] = ['create', 'createSeveral', 'upload', 'get'];
/** The documented response of each use, with a body or without one. */
const goodOf = (use: Use): Buffer =>
	use.good === '' ? http1({ status: 204, length: null }) : http1({ headers: { ...use.goodHeaders }, body: use.good });

const one = (
	name: string,
	why: string,
	verdict: ForeignCase['verdict'],
	uses: readonly UseName[],
	respond: (use: Use) => readonly Step[],
	effect: ForeignCase['effect'] = 'either',
): ForeignCase => ({ name, why, uses, effect, verdict, respond });

export const FRAMING_CASES: readonly ForeignCase[] = [
	// Complete responses with unusual framing.
	one(
		'HTTP/1.0, ended by the connection',
		'the end of the connection is the end of the body',
		'done',
		WITH_BODY,
		(use) => [http1({ version: 'HTTP/1.0', headers: { ...JSON_TYPE, ...use.goodHeaders }, body: textOf(use), length: null }), 'end'],
		'processed',
	),
	one(
		'HTTP/1.1, ended by the connection',
		'the end of the connection is the end of the body',
		'done',
		WITH_BODY,
		(use) => [http1({ headers: { ...JSON_TYPE, ...use.goodHeaders, Connection: 'close' }, body: textOf(use), length: null }), 'end'],
		'processed',
	),
	one(
		'chunks with a trailer',
		'the trailer has no meaning',
		'done',
		WITH_BODY,
		(use) => [
			http1({
				headers: { ...JSON_TYPE, ...use.goodHeaders, 'Transfer-Encoding': 'chunked', Trailer: 'X-Sum' },
				body: `${chunked(textOf(use), true).toString()}0\r\nX-Sum: 1\r\n\r\n`,
			}),
		],
		'processed',
	),
	one(
		'chunks with extensions',
		'extensions have no meaning',
		'done',
		SOME,
		(use) => [
			http1({
				headers: { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' },
				body: `${textOf(use).length.toString(16)};name=value\r\n${textOf(use)}\r\n0\r\n\r\n`,
			}),
		],
		'processed',
	),
	one(
		'100 Continue before the response',
		'an interim response',
		'done',
		['create', 'update', 'delete', 'voidOrder', 'upload'],
		(use) => [http1({ status: 100, length: null }), 20, goodOf(use)],
		'processed',
	),
	one(
		'102 Processing before the response',
		'an interim response',
		'done',
		['create', 'update', 'voidOrder', 'upload'],
		(use) => [http1({ status: 102, length: null }), 20, http1({ status: 102, length: null }), goodOf(use)],
		'processed',
	),
	one(
		'103 Early Hints before the response',
		'an interim response',
		'done',
		['create', 'update', 'delete', 'get', 'list'],
		(use) => [http1({ status: 103, headers: { Link: '</style.css>; rel=preload' }, length: null }), goodOf(use)],
		'processed',
	),
	one(
		'headers with the same name many times',
		'most of them have no meaning here',
		'done',
		['create', 'update', 'upload', 'get'],
		(use) => [
			http1({
				status: use.good === '' ? 204 : 200,
				length: use.good === '' ? null : undefined,
				headers: ['Via: 1.1 a', 'Via: 1.1 b', 'Set-Cookie: a=1', 'Set-Cookie: b=2', 'X-Powered-By: a', 'X-Powered-By: b'],
				body: use.good,
			}),
		],
		'processed',
	),
	one('no reason phrase', 'allowed', 'done', SOME, (use) => [http1({ status: '200', headers: JSON_TYPE, body: textOf(use) })], 'processed'),
	one(
		'a header folded across two lines',
		'obsolete',
		PROVEN_OR_OPEN,
		SOME,
		(use) => [http1({ headers: ['Content-Type: application/json', 'X-Long: a\r\n b'], body: textOf(use) })],
		'processed',
	),
	one(
		'line feeds without carriage returns',
		'a lenient server',
		PROVEN_OR_OPEN,
		SOME,
		(use) => [`HTTP/1.1 200 OK\nContent-Type: application/json\nContent-Length: ${textOf(use).length}\n\n${textOf(use)}`],
		'processed',
	),
	one(
		'the same Content-Length twice',
		'RFC 9110: may be accepted or refused',
		PROVEN_OR_OPEN,
		SOME,
		(use) => [
			http1({
				headers: ['Content-Type: application/json', `Content-Length: ${textOf(use).length}`, `Content-Length: ${textOf(use).length}`],
				body: textOf(use),
			}),
		],
		'processed',
	),
	// Incomplete or unreadable: nothing is proven.
	one('two different Content-Lengths', 'request smuggling', OPEN, SOME, (use) => [
		http1({ headers: ['Content-Type: application/json', `Content-Length: ${textOf(use).length}`, 'Content-Length: 5'], body: textOf(use) }),
		'end',
	]),
	one(
		'Content-Length and Transfer-Encoding',
		'request smuggling',
		PROVEN_OR_OPEN,
		SOME,
		(use) => [
			http1({ headers: { ...JSON_TYPE, 'Content-Length': '5', 'Transfer-Encoding': 'chunked' }, body: chunked(textOf(use)) }),
			'end',
		],
		'processed',
	),
	one('a Content-Length beyond the end', 'the end is missing', OPEN, SOME, (use) => [
		http1({ headers: JSON_TYPE, body: textOf(use), length: textOf(use).length + 20 }),
		'end',
	]),
	one('a Content-Length before the end', 'the JSON is cut', OPEN, SOME, (use) => [
		http1({ headers: JSON_TYPE, body: textOf(use), length: textOf(use).length - 5 }),
		'end',
	]),
	one('a Content-Length of -1', 'unreadable', OPEN, SOME, (use) => [http1({ headers: JSON_TYPE, body: textOf(use), length: -1 }), 'end']),
	one('a chunk size that is not a number', 'unreadable', OPEN, SOME, (use) => [
		http1({ headers: { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' }, body: `zz\r\n${textOf(use)}\r\n0\r\n\r\n` }),
		'end',
	]),
	one('chunks without the last one', 'the end is missing', OPEN, SOME, (use) => [
		http1({ headers: { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' }, body: chunked(textOf(use), true) }),
		'end',
	]),
	one('a status line without a number', 'unreadable', OPEN, SOME, () => ['HTTP/1.1 OK\r\nContent-Length: 0\r\n\r\n', 'end']),
	one('a status of two digits', 'unreadable', OPEN, SOME, () => [http1({ status: '20' }), 'end']),
	one('a protocol that is not HTTP', 'something else listens at that port', OPEN, ['create', 'voidOrder', 'get'], () => [
		'SSH-2.0-OpenSSH_9.2\r\n',
		'end',
	]),
	one('a body without headers (HTTP/0.9)', 'unreadable', OPEN, SOME, (use) => [textOf(use), 'end']),
	one('a TLS alert on a plain connection', 'something else listens at that port', OPEN, ['create', 'voidOrder', 'get'], () => [
		Buffer.from('15030100020228', 'hex'),
		'end',
	]),
	one('a header line without a colon', 'unreadable', OPEN, SOME, (use) => [
		http1({ headers: ['Content-Type: application/json', 'No colon here'], body: textOf(use) }),
		'end',
	]),
	one('a header with a zero byte', 'unreadable', OPEN, SOME, (use) => [
		http1({ headers: ['Content-Type: application/json', 'X-Zero: a\0b'], body: textOf(use) }),
		'end',
	]),
	one('headers of 100 kB', 'more than a client reads', OPEN, SOME, (use) => [
		http1({ headers: { ...JSON_TYPE, 'X-Large': 'x'.repeat(100_000) }, body: textOf(use) }),
		'end',
	]),
	one('101 Switching Protocols', 'not a response', OPEN, ['create', 'update', 'get'], () => [
		http1({ status: 101, headers: { Upgrade: 'websocket', Connection: 'Upgrade' }, length: null }),
		50,
		'end',
	]),
	one('103 Early Hints, and then the end', 'only interim responses', OPEN, ['create', 'update', 'get'], () => [
		http1({ status: 103, length: null }),
		20,
		'end',
	]),
	one('a response without a body where a length is announced', 'the body is missing', OPEN, SOME, () => [
		http1({ headers: JSON_TYPE, length: 300 }),
		'end',
	]),
	one(
		'a body after a 204',
		'a 204 has no body',
		['done', 'uncertain'],
		['update', 'delete', 'voidOrder'],
		() => [http1({ status: 204, body: '{"error":"no"}' }), 'end'],
		'processed',
	),
];
