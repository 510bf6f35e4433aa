import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import { gunzipSync, gzipSync, inflateSync } from 'node:zlib';
import { drainRequest, errorBody } from '../responses';
import type { CapturedContent } from './capturedResponse';
import type { Fault } from './rules';

const JSON_TYPE = 'application/json; charset=utf-8';
/** The wait before a reset, so that the client can read the bytes that were sent. */
const RESET_AFTER_MS = 25;

/** Waits without keeping the process alive. */
export const sleep = async (ms: number): Promise<void> => await new Promise((resolve) => void setTimeout(resolve, ms).unref());

const TEXTS: Readonly<Record<number, string>> = {
	401: 'Sign in again',
	403: 'Your user does not have permission',
	404: 'Alternate key not found: the record does not exist',
	409: 'The record was changed by another user in the meantime',
	429: 'Too many requests; try again later',
	500: 'The server could not process the request',
	502: 'The upstream server sent an invalid response',
	503: 'The server is busy; try again later',
	504: 'The upstream server did not respond in time',
};

/** Decompresses a response, so that a fault can truncate its content. */
const plain = ({ status, headers, body }: CapturedContent): CapturedContent => {
	const { 'content-encoding': encoding, ...others } = headers;
	if (encoding === undefined || encoding === 'identity') {
		return { status, headers, body };
	}
	return { status, headers: others, body: encoding === 'gzip' ? gunzipSync(body) : inflateSync(body) };
};

export function sendContent(response: ServerResponse, { status, headers, body }: CapturedContent): void {
	const { 'content-length': _length, 'transfer-encoding': _coding, ...others } = headers;
	const bodiless = status === 204 || status === 304 || response.req.method === 'HEAD';
	response.writeHead(status, bodiless ? others : { ...others, 'content-length': body.length });
	response.end(bodiless ? undefined : body);
}

const send = async (response: ServerResponse, status: number, headers: OutgoingHttpHeaders, body: string | Buffer): Promise<void> => {
	await drainRequest(response.req, response);
	sendContent(response, { status, headers, body: Buffer.from(body) });
};

/** Resets the connection. Uses the request's socket, because a pipelined response has none yet. */
const reset = ({ req }: ServerResponse): void => {
	req.socket.resetAndDestroy();
};

/** The response that a fault applies to if the request was not processed. */
const PLACEHOLDER_RESPONSE: CapturedContent = {
	status: 200,
	headers: { 'content-type': JSON_TYPE },
	body: Buffer.from('{"L":[{"name":"value"},{"name":"value"}]}'),
};

const givenStatus = (fault: Extract<Fault, { type: 'status' }>): [number, OutgoingHttpHeaders, string] => {
	const { status, retryAfter, retryAfterDate } = fault;
	const headers: OutgoingHttpHeaders = {
		'content-type': JSON_TYPE,
		...(status === 401 ? { 'www-authenticate': 'Bearer error="invalid_token"' } : {}),
		...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
		...(retryAfterDate === undefined ? {} : { 'retry-after': new Date(Date.now() + retryAfterDate * 1000).toUTCString() }),
	};
	for (const [name, value] of Object.entries(fault.headers ?? {})) {
		headers[name.toLowerCase()] = value;
	}
	const text = fault.error ?? TEXTS[status] ?? STATUS_CODES[status] ?? '';
	return [status, headers, fault.body ?? JSON.stringify(errorBody(text))];
};

const htmlPage = (status: number): string => {
	const title = `${status} ${STATUS_CODES[status] ?? ''}`.trim();
	return `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1><hr><p>gateway</p></body></html>\n`;
};

/** A compressed body with inverted bytes in its middle and in its checksum. */
const brokenGzip = (body: Buffer): Buffer => {
	const zipped = gzipSync(body);
	for (const at of [Math.floor(zipped.length / 2), zipped.length - 6]) {
		zipped[at] = (zipped[at] as number) ^ 0xff;
	}
	return zipped;
};

const trickle = async (response: ServerResponse, captured: CapturedContent, bytes: number, everyMs: number): Promise<void> => {
	response.writeHead(captured.status, { ...captured.headers, 'content-length': captured.body.length });
	for (let at = 0; at < captured.body.length && !response.destroyed; at += bytes) {
		response.write(captured.body.subarray(at, at + bytes));
		await sleep(everyMs);
	}
	response.end();
};

const resetInResponse = async (response: ServerResponse, captured: CapturedContent): Promise<void> => {
	const { status, headers, body } = captured;
	// A response without a body cannot be truncated, so it is sent whole before the reset.
	if (body.length === 0) {
		sendContent(response, captured);
		await sleep(RESET_AFTER_MS);
		return reset(response);
	}
	response.writeHead(status, { ...headers, 'content-length': body.length });
	await new Promise<void>((written) => response.write(body.subarray(0, Math.ceil(body.length / 2)), () => written()));
	await sleep(RESET_AFTER_MS);
	reset(response);
};

/**
 * Applies a fault to a response. `captured` is the real response if the request was already processed, and `countHeader` the site's name
 * for the header with the count. Resolves when the last byte is written or the connection is closed.
 */
export async function performFault(
	fault: Fault,
	response: ServerResponse,
	captured: CapturedContent | undefined,
	countHeader: string,
): Promise<void> {
	const real = captured ?? PLACEHOLDER_RESPONSE;
	switch (fault.type) {
		case 'status':
			return await send(response, ...givenStatus(fault));
		case 'errorIn200':
			return await send(response, 200, { 'content-type': JSON_TYPE }, JSON.stringify(errorBody(fault.error)));
		case 'html':
			return await send(response, fault.status, { 'content-type': 'text/html; charset=utf-8' }, htmlPage(fault.status));
		case 'empty':
			return await send(response, fault.status, {}, '');
		case 'brokenJson': {
			const { status, headers, body } = plain(real);
			return await send(
				response,
				status === 204 ? 200 : status,
				{ 'content-type': JSON_TYPE, ...headers },
				body.length < 2 ? '{' : body.subarray(0, Math.ceil(body.length / 2)),
			);
		}
		case 'brokenGzip': {
			const { status, headers, body } = plain(real);
			return await send(
				response,
				status === 204 ? 200 : status,
				{ 'content-type': JSON_TYPE, ...headers, 'content-encoding': 'gzip' },
				brokenGzip(body),
			);
		}
		case 'resetBeforeReading':
		case 'resetBeforeResponse':
			return reset(response);
		case 'resetInResponse':
			return await resetInResponse(response, real);
		case 'noResponse':
			if (fault.ms !== undefined) {
				await sleep(fault.ms);
				response.req.socket.destroy();
			}
			return;
		case 'trickle':
			return await trickle(response, real, fault.bytes, fault.everyMs);
		case 'count': {
			const name = countHeader.toLowerCase();
			const count = fault.value ?? Number(real.headers[name] ?? 0) + (fault.add as number);
			return sendContent(response, { ...real, headers: { ...real.headers, [name]: String(count) } });
		}
		case 'delay':
			return sendContent(response, real);
	}
}
