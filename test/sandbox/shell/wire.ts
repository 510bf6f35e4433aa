import http from 'node:http';
import { randomUUID } from 'node:crypto';
import type { SandboxProcess } from '../../../workshop/sandboxProcess';

/** A response, or the error code of a closed connection. */
export interface Outcome {
	readonly status: number;
	readonly headers: http.IncomingHttpHeaders;
	readonly body: Buffer;
	readonly text: string;
	/** The network error code, such as `ECONNRESET`; `''` if the response is complete. */
	readonly broken: string;
	readonly ms: number;
}

export interface Call {
	readonly method?: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string | undefined;
	readonly agent?: http.Agent;
	/** The timeout in milliseconds, after which `broken` is 'LATE'. */
	readonly timeoutMs?: number;
}

/** Sends a request over a new connection, or over a connection of `agent`. Does not decode the response or follow redirects. */
export const send = async (
	address: string,
	{ method = 'GET', headers = {}, body, agent, timeoutMs = 10_000 }: Call = {},
): Promise<Outcome> =>
	await new Promise((resolve) => {
		const begun = performance.now();
		const chunks: Buffer[] = [];
		let response: http.IncomingMessage | undefined;
		const finish = (broken: string): void => {
			clearTimeout(timer);
			const bytes = Buffer.concat(chunks);
			resolve({
				status: response?.statusCode ?? 0,
				headers: response?.headers ?? {},
				body: bytes,
				text: bytes.toString('utf8'),
				broken,
				ms: performance.now() - begun,
			});
		};
		const request = http.request(
			address,
			{
				method,
				headers: body === undefined ? headers : { 'Content-Length': String(Buffer.byteLength(body)), ...headers },
				agent: agent ?? false,
			},
			(message) => {
				response = message;
				message.on('data', (chunk: Buffer) => chunks.push(chunk));
				message.on('end', () => finish(''));
				message.on('error', (thrown: NodeJS.ErrnoException) => finish(thrown.code ?? thrown.message));
			},
		);
		const timer = setTimeout(() => {
			finish('LATE');
			request.destroy();
		}, timeoutMs);
		request.on('error', (thrown: NodeJS.ErrnoException) => finish(thrown.code ?? thrown.message));
		request.end(body);
	});

export const basic = (user: string, password: string): string => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
export const DEMO = { Authorization: basic('demo', 'demo') } as const;
export const JSON_BODY = { ...DEMO, 'Content-Type': 'application/json' } as const;

/** A unique phase code. */
export const newCode = (): string => `T-${randomUUID().slice(0, 13)}`;

/** Creates a phase, the smallest record. */
export const createPhase = async ({ apiUrl }: SandboxProcess, code: string, call: Call = {}): Promise<Outcome> =>
	await send(`${apiUrl}/JmPhase`, {
		method: 'POST',
		headers: JSON_BODY,
		body: JSON.stringify({ jm_phase: [{ phase_code: code, phase_desc: 'Created by a test' }] }),
		...call,
	});

export const phaseExists = async ({ apiUrl }: SandboxProcess, code: string): Promise<boolean> => {
	const { status } = await send(`${apiUrl}/JmPhase/phase_code=${code}`, { headers: DEMO });
	expect([200, 404]).toContain(status);
	return status === 200;
};

/** Waits until at least this many requests are in progress; fails after ten seconds. */
export const untilInProgress = async ({ control }: SandboxProcess, count: number): Promise<void> => {
	const end = Date.now() + 10_000;
	for (;;) {
		const { concurrent } = await control.journal({ limit: 1 });
		if (concurrent >= count) {
			return;
		}
		if (Date.now() > end) {
			throw new Error(`${concurrent} of ${count} requests were in progress within ten seconds`);
		}
	}
};

export const errorIn = ({ text }: Outcome): string => (JSON.parse(text) as { error: string }).error;
