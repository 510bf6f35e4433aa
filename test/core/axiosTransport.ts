import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import axios, { AxiosError, type AxiosResponse } from 'axios';
import type { ClientOptions } from '../../core/http/client';
import type { SiteResponse, FilePart, Send, WireRequest } from '../../core/model/port';

export interface AxiosTransport {
	/** The base URL: `http://127.0.0.1:4010/api/v2/database/DEMO`. */
	readonly baseUrl: string;
	readonly user: string;
	readonly password: string;
}

/** The default timeout in milliseconds. */
const TIMEOUT = 10_000;

/** Error codes of a connection that was never established. */
const NOT_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

const formOf = async (parts: readonly FilePart[]): Promise<FormData> => {
	const form = new FormData();
	for (const part of parts) {
		const chunks: Uint8Array[] = [];
		for await (const chunk of part.open()) chunks.push(chunk);
		form.append('', new Blob(chunks as Uint8Array<ArrayBuffer>[], { type: part.contentType }), part.fileName);
	}
	return form;
};

const parsed = (text: string): unknown => {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
};

const responseOf = ({ status, headers, data }: AxiosResponse<string>): SiteResponse => ({
	kind: 'response',
	status,
	headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)])),
	body: parsed(data),
});

/** Implements the core's transport port with axios, to test the core outside n8n. Unlike n8n, it keeps connections open. */
const axiosSend = ({ baseUrl, user, password }: AxiosTransport): Send => {
	const client = axios.create({
		auth: { username: user, password },
		httpAgent: new http.Agent({ keepAlive: true }),
		maxRedirects: 0,
		responseType: 'text',
		// Sends the exact text: axios would turn an empty string into JSON.
		transformRequest: (data: unknown) => data,
		// The core parses the response, so broken JSON must reach it as text.
		transformResponse: (data: string) => data,
		validateStatus: () => true,
	});
	return async (request: WireRequest) => {
		try {
			const body = request.body === undefined || typeof request.body === 'string' ? request.body : await formOf(request.body.parts);
			return responseOf(
				await client.request<string>({
					method: request.method,
					url: `${baseUrl}${request.path}`,
					headers: { ...request.headers },
					data: body,
					timeout: request.timeout ?? TIMEOUT,
				}),
			);
		} catch (cause) {
			if (!(cause instanceof AxiosError)) throw cause;
			const code = cause.code ?? 'UNKNOWN';
			return { kind: 'noResponse', code, sent: NOT_SENT.has(code) ? 'no' : 'maybe', message: cause.message };
		}
	};
};

/** Real time and random numbers, for a client that calls a real server. */
export const realParts = (transport: AxiosTransport): Pick<ClientOptions, 'send' | 'sleep' | 'now' | 'random'> => ({
	send: axiosSend(transport),
	sleep: (milliseconds) => sleep(milliseconds),
	now: Date.now,
	random: Math.random,
});
