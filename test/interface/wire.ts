import { request as open } from 'node:http';
import { gunzipSync, inflateSync } from 'node:zlib';

import type { Recorded } from './recorder';
import { ANY_NUMBER, Any, Containing, Having, type Part, type Request, type Row } from './row';

export const BASE = '/api/v2/database/DEMO';
const BOUNDARY = '{boundary}';
/** The placeholder in rows for a token that an earlier exchange returned. */
const TOKEN = '{token}';

/** Headers that belong to the connection, not to the API. */
const OF_THE_CONNECTION = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'user-agent', 'accept']);

const basic = (user: string): string => `Basic ${Buffer.from(user).toString('base64')}`;
const AUTHORIZATIONS: Readonly<Record<NonNullable<Row['signIn']>, string>> = {
	basic: basic('demo:demo'),
	limited: basic('limited:limited'),
	jwt: `Bearer ${TOKEN}`,
	oAuth2: `Bearer ${TOKEN}`,
};

/** A request in the form that is compared: path with query, headers sorted by name, body as text. */
export interface OnTheWire {
	readonly method: string;
	readonly address: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
}

const sorted = (headers: readonly (readonly [string, string])[]): Record<string, string> =>
	Object.fromEntries([...headers].sort(([one], [other]) => (one < other ? -1 : 1)));

const partText = ({ fileName, contentType, content }: Part): string =>
	`--${BOUNDARY}\r\nContent-Disposition: form-data; name=""; filename="${fileName}"\r\nContent-Type: ${contentType}\r\n\r\n${content}\r\n`;

const bodyText = (body: Request['body']): string =>
	body === undefined || typeof body === 'string' ? (body ?? '') : `${body.map(partText).join('')}--${BOUNDARY}--\r\n`;

/** The request that a row expects. */
export const wanted = ({ method, path, headers, body }: Request, signIn: Row['signIn'] = 'basic'): OnTheWire => ({
	method,
	address: path.startsWith('//') ? path.slice(1) : `${BASE}${path}`,
	headers: sorted(
		[
			...('Authorization' in headers || path.startsWith('//') ? [] : [['Authorization', AUTHORIZATIONS[signIn]] as const]),
			...Object.entries(headers),
		].filter(([, value]) => value !== ''),
	),
	body: bodyText(body),
});

/** The sent request without the parts that belong to the connection; the boundary and the token are replaced by placeholders. */
export const seen = ({ method, address, headers, body }: Recorded): OnTheWire => {
	const own = headers.filter(([name]) => !OF_THE_CONNECTION.has(name.toLowerCase()));
	const boundary = /boundary=(\S+)$/.exec(own.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '')?.[1];
	const shown = (text: string): string => (boundary === undefined ? text : text.replaceAll(boundary, BOUNDARY));
	return {
		method,
		address,
		headers: sorted(own.map(([name, value]) => [name, shown(value).replace(/^Bearer \S+$/, `Bearer ${TOKEN}`)])),
		body: shown(body),
	};
};

export interface HttpResponse {
	readonly status: number;
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	/** JSON if the response is JSON, otherwise its text. */
	readonly body: unknown;
}

const readable = (bytes: Buffer, encoding: string | undefined): string =>
	(encoding === 'gzip' ? gunzipSync(bytes) : encoding === 'deflate' ? inflateSync(bytes) : bytes).toString('utf8');

const parsed = (text: string, type: string | undefined): unknown => (text !== '' && type?.includes('json') ? JSON.parse(text) : text);

/** Sends a row's request unchanged over plain HTTP. `token` replaces its placeholder. */
export const plainly = async (origin: string, request: OnTheWire, token: string | undefined): Promise<HttpResponse> =>
	await new Promise((resolve, reject) => {
		const body = Buffer.from(request.body.replaceAll(BOUNDARY, 'the-boundary'));
		const headers = Object.fromEntries(
			Object.entries(request.headers).map(([name, value]) => [
				name,
				value.replace(BOUNDARY, 'the-boundary').replace(TOKEN, token ?? TOKEN),
			]),
		);
		const sent = open(
			`${origin}${request.address}`,
			{ method: request.method, headers: { ...headers, 'Content-Length': body.length } },
			(response) => {
				const chunks: Buffer[] = [];
				response.on('data', (chunk: Buffer) => chunks.push(chunk));
				response.once('error', reject);
				response.once('end', () => {
					const text = readable(Buffer.concat(chunks), response.headers['content-encoding']);
					resolve({ status: response.statusCode!, headers: response.headers, body: parsed(text, response.headers['content-type']) });
				});
			},
		);
		sent.once('error', reject);
		sent.end(body);
	});

/** The token in the response to a sign-in or a token request. */
export const tokenIn = (body: unknown): string | undefined => {
	const { token, access_token: access } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
	return [token, access].find((value): value is string => typeof value === 'string');
};

/** A row's expected response, with Jest's matchers. */
export const asExpected = (value: unknown): unknown => {
	if (value instanceof Any) return expect.any(value === ANY_NUMBER ? Number : String);
	if (value instanceof Containing) return expect.stringContaining(value.words);
	if (value instanceof Having) return expect.objectContaining(asExpected(value.properties) as Record<string, unknown>);
	if (Array.isArray(value)) return value.map(asExpected);
	if (typeof value === 'object' && value !== null)
		return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, asExpected(inner)]));
	return value;
};
