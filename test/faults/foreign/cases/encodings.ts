/** Bodies with a wrong or unusual compression, character set or length. */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

import type { ForeignCase } from '../foreignCase';
import { OPEN, PROVEN_OR_OPEN, REFUSED_OR_OPEN } from '../foreignCase';
import { chunked, http1 } from '../rawSite';
import type { Use } from '../uses';
import { WITH_BODY } from '../uses';

const textOf = ({ good }: Use): string => JSON.stringify(good);
const JSON_TYPE = 'application/json';
const swap = (utf16: Buffer): Buffer => Buffer.from(utf16).swap16();

const withBody = (
	name: string,
	why: string,
	verdict: ForeignCase['verdict'],
	headers: Readonly<Record<string, string>>,
	body: (text: string) => Buffer | string,
	effect: ForeignCase['effect'] = 'either',
): ForeignCase => ({
	name,
	why,
	uses: WITH_BODY,
	effect,
	verdict,
	respond: (use) => [http1({ headers: { 'Content-Type': JSON_TYPE, ...use.goodHeaders, ...headers }, body: body(textOf(use)) })],
});

export const ENCODING_CASES: readonly ForeignCase[] = [
	// The body is damaged, or does not match its headers.
	withBody(
		'gzip announced, plain body',
		'a proxy removed the compression but not the header',
		OPEN,
		{ 'Content-Encoding': 'gzip' },
		(text) => text,
	),
	withBody(
		'deflate announced, plain body',
		'a proxy removed the compression but not the header',
		OPEN,
		{ 'Content-Encoding': 'deflate' },
		(text) => text,
	),
	withBody(
		'br announced, plain body',
		'a proxy removed the compression but not the header',
		OPEN,
		{ 'Content-Encoding': 'br' },
		(text) => text,
	),
	withBody(
		'gzip announced, deflate sent',
		'zlib recognizes both, and checks the whole body',
		PROVEN_OR_OPEN,
		{ 'Content-Encoding': 'gzip' },
		(text) => deflateSync(text),
		'processed',
	),
	withBody('gzip that ends early', 'the end is missing', OPEN, { 'Content-Encoding': 'gzip' }, (text) => gzipSync(text).subarray(0, -12)),
	withBody('gzip with a wrong checksum', 'the body was damaged in transit', OPEN, { 'Content-Encoding': 'gzip' }, (text) => {
		const zipped = gzipSync(text);
		zipped[zipped.length - 6]! ^= 0xff;
		return zipped;
	}),
	withBody('gzip announced, empty body', 'no body', OPEN, { 'Content-Encoding': 'gzip' }, () => ''),
	withBody('gzip bytes without a header', 'not JSON', OPEN, {}, (text) => gzipSync(text)),
	withBody('UTF-16 without a character set', 'not JSON', OPEN, {}, (text) => Buffer.from(text, 'utf16le')),
	withBody('the bytes of an image', 'not JSON', OPEN, { 'Content-Type': 'image/png' }, () =>
		Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
	),
	withBody(
		'zero bytes after the JSON',
		'not JSON',
		PROVEN_OR_OPEN,
		{},
		(text) => Buffer.concat([Buffer.from(text), Buffer.alloc(16)]),
		'processed',
	),
	// The body is unusual but readable.
	withBody('a byte order mark', 'RFC 8259 allows a parser to ignore it', PROVEN_OR_OPEN, {}, (text) => `\ufeff${text}`, 'processed'),
	withBody(
		'UTF-16 with its character set',
		'announced',
		PROVEN_OR_OPEN,
		{ 'Content-Type': 'application/json; charset=utf-16le' },
		(text) => Buffer.from(text, 'utf16le'),
		'processed',
	),
	withBody(
		'UTF-16 big endian with a byte order mark',
		'announced',
		PROVEN_OR_OPEN,
		{ 'Content-Type': 'application/json; charset=utf-16' },
		(text) => Buffer.concat([Buffer.from([0xfe, 0xff]), swap(Buffer.from(text, 'utf16le'))]),
		'processed',
	),
	withBody(
		'a character set that does not exist',
		'the JSON is ASCII',
		PROVEN_OR_OPEN,
		{ 'Content-Type': 'application/json; charset=x-unknown' },
		(text) => text,
		'processed',
	),
	withBody(
		'ISO 8859-1 announced, ASCII sent',
		'the JSON is ASCII',
		'done',
		{ 'Content-Type': 'application/json; charset=iso-8859-1' },
		(text) => text,
		'processed',
	),
	withBody(
		'x-gzip',
		'the old name of gzip (RFC 9110)',
		PROVEN_OR_OPEN,
		{ 'Content-Encoding': 'x-gzip' },
		(text) => gzipSync(text),
		'processed',
	),
	withBody(
		'GZIP in capitals',
		'the names of codings ignore case',
		PROVEN_OR_OPEN,
		{ 'Content-Encoding': 'GZIP' },
		(text) => gzipSync(text),
		'processed',
	),
	withBody(
		'gzip that was not requested',
		'the coding is announced',
		PROVEN_OR_OPEN,
		{ 'Content-Encoding': 'gzip' },
		(text) => gzipSync(text),
		'processed',
	),
	withBody(
		'brotli that was not requested',
		'the coding is announced',
		PROVEN_OR_OPEN,
		{ 'Content-Encoding': 'br' },
		(text) => brotliCompressSync(text),
		'processed',
	),
	withBody(
		'deflate without its zlib header',
		'older servers send it like this',
		PROVEN_OR_OPEN,
		{ 'Content-Encoding': 'deflate' },
		(text) => deflateRawSync(text),
		'processed',
	),
	withBody(
		'gzip twice',
		'both are announced',
		PROVEN_OR_OPEN,
		{ 'Content-Encoding': 'gzip, gzip' },
		(text) => gzipSync(gzipSync(text)),
		'processed',
	),
	withBody('identity', 'no coding', 'done', { 'Content-Encoding': 'identity' }, (text) => text, 'processed'),
	withBody(
		'a coding that does not exist',
		'the body can be anything',
		PROVEN_OR_OPEN,
		{ 'Content-Encoding': 'x-foo' },
		(text) => text,
		'processed',
	),
	withBody(
		'gzip and data after its end',
		'the compressed part is complete',
		PROVEN_OR_OPEN,
		{ 'Content-Encoding': 'gzip' },
		(text) => Buffer.concat([gzipSync(text), Buffer.from('trailing')]),
		'processed',
	),
	{
		name: 'gzip in chunks without the last one',
		why: 'the end is missing',
		uses: WITH_BODY,
		effect: 'either',
		verdict: OPEN,
		respond: (use) => [
			http1({
				headers: { 'Content-Type': JSON_TYPE, 'Content-Encoding': 'gzip', 'Transfer-Encoding': 'chunked' },
				body: chunked(gzipSync(textOf(use)).subarray(0, -9), true),
			}),
			'end',
		],
	},
	{
		name: '204 with Content-Encoding: gzip',
		why: 'a 204 has no body that could be encoded',
		uses: ['update', 'delete', 'voidOrder'],
		effect: 'processed',
		verdict: 'done',
		respond: () => [http1({ status: 204, headers: { 'Content-Encoding': 'gzip' }, length: null })],
	},
	{
		name: '400 with gzip announced and a plain error',
		why: 'the status is enough',
		uses: ['create', 'update', 'get'],
		effect: 'notProcessed',
		verdict: REFUSED_OR_OPEN,
		respond: () => [http1({ status: 400, headers: { 'Content-Encoding': 'gzip' }, body: { error: 'The description is missing' } })],
	},
	{
		name: '400 in ISO 8859-1',
		why: 'the status is enough',
		uses: ['create', 'get'],
		effect: 'notProcessed',
		verdict: 'refused',
		respond: () => [
			http1({
				status: 400,
				headers: { 'Content-Type': 'application/json; charset=iso-8859-1' },
				body: Buffer.from('{"error":"Zu gro\xdf"}', 'latin1'),
			}),
		],
	},
];
