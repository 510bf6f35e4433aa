import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import { gunzipSync, gzipSync, inflateSync } from 'node:zlib';
import { HEADERS } from '../../../core/catalog';
import { readToItsEnd, refusalBody } from '../answers';
import type { CapturedAnswer } from './capturedResponse';
import type { Fault } from './rules';

const JSON_TYPE = 'application/json; charset=utf-8';
/** Long enough for bytes on their way to be read before the reset overtakes them. */
const RESET_AFTER_MS = 25;

/** Waits as long as the sandbox runs; a wait alone does not keep it from ending. */
export const sleep = async (ms: number): Promise<void> => await new Promise((resolve) => void setTimeout(resolve, ms).unref());

const TEXTS: Readonly<Record<number, string>> = {
	401: 'Sign in again',
	403: 'Your user may not do this',
	404: 'Alternate key not found: the record is not there',
	409: 'The record was changed by somebody else in the meantime',
	429: 'Too many requests; try again later',
	500: 'The server could not carry this out',
	502: 'The server behind this one gave no proper answer',
	503: 'The server is busy; try again later',
	504: 'The server behind this one took too long',
};

/** An answer without its compression, so that it can be broken where it shows. */
const plain = ({ status, headers, body }: CapturedAnswer): CapturedAnswer => {
	const { 'content-encoding': encoding, ...others } = headers;
	if (encoding === undefined || encoding === 'identity') {
		return { status, headers, body };
	}
	return { status, headers: others, body: encoding === 'gzip' ? gunzipSync(body) : inflateSync(body) };
};

/** Sends an answer as it is. */
export function sendAnswer(response: ServerResponse, { status, headers, body }: CapturedAnswer): void {
	const { 'content-length': _length, 'transfer-encoding': _coding, ...others } = headers;
	const bodiless = status === 204 || status === 304 || response.req.method === 'HEAD';
	response.writeHead(status, bodiless ? others : { ...others, 'content-length': body.length });
	response.end(bodiless ? undefined : body);
}

const send = async (response: ServerResponse, status: number, headers: OutgoingHttpHeaders, body: string | Buffer): Promise<void> => {
	await readToItsEnd(response.req, response);
	sendAnswer(response, { status, headers, body: Buffer.from(body) });
};

/** Breaks the connection; by way of the request, since an answer that waits for an earlier one has no socket yet. */
const reset = ({ req }: ServerResponse): void => {
	req.socket.resetAndDestroy();
};

/** Stands for an answer where the request was not carried out. */
const STAND_IN: CapturedAnswer = {
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
	return [status, headers, fault.body ?? JSON.stringify(refusalBody(text))];
};

const htmlPage = (status: number): string => {
	const title = `${status} ${STATUS_CODES[status] ?? ''}`.trim();
	return `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1><hr><p>gateway</p></body></html>\n`;
};

/** The gzip form of a body, with bytes turned in its middle and in its checksum. */
const brokenGzip = (body: Buffer): Buffer => {
	const zipped = gzipSync(body);
	for (const at of [Math.floor(zipped.length / 2), zipped.length - 6]) {
		zipped[at] = (zipped[at] as number) ^ 0xff;
	}
	return zipped;
};

const trickle = async (response: ServerResponse, answer: CapturedAnswer, bytes: number, everyMs: number): Promise<void> => {
	response.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length });
	for (let at = 0; at < answer.body.length && !response.destroyed; at += bytes) {
		response.write(answer.body.subarray(at, at + bytes));
		await sleep(everyMs);
	}
	response.end();
};

const resetInAnswer = async (response: ServerResponse, answer: CapturedAnswer): Promise<void> => {
	const { status, headers, body } = answer;
	// An answer without a body has no middle: it arrives whole before the connection breaks.
	if (body.length === 0) {
		sendAnswer(response, answer);
		await sleep(RESET_AFTER_MS);
		return reset(response);
	}
	response.writeHead(status, { ...headers, 'content-length': body.length });
	await new Promise<void>((written) => response.write(body.subarray(0, Math.ceil(body.length / 2)), () => written()));
	await sleep(RESET_AFTER_MS);
	reset(response);
};

/**
 * Does a fault to a response. `answer` is what the request was really answered, where it was carried out before.
 * Ends once the last byte is handed over or the connection is broken.
 */
export async function performFault(fault: Fault, response: ServerResponse, answer: CapturedAnswer | undefined): Promise<void> {
	const real = answer ?? STAND_IN;
	switch (fault.type) {
		case 'status':
			return await send(response, ...givenStatus(fault));
		case 'errorIn200':
			return await send(response, 200, { 'content-type': JSON_TYPE }, JSON.stringify(refusalBody(fault.error)));
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
		case 'resetBeforeAnswer':
			return reset(response);
		case 'resetInAnswer':
			return await resetInAnswer(response, real);
		case 'noAnswer':
			if (fault.ms !== undefined) {
				await sleep(fault.ms);
				response.req.socket.destroy();
			}
			return;
		case 'trickle':
			return await trickle(response, real, fault.bytes, fault.everyMs);
		case 'count': {
			const name = HEADERS.count.name.toLowerCase();
			const count = fault.value ?? Number(real.headers[name] ?? 0) + (fault.add as number);
			return sendAnswer(response, { ...real, headers: { ...real.headers, [name]: String(count) } });
		}
		case 'delay':
			return sendAnswer(response, real);
	}
}
