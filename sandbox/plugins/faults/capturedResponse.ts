import { type IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Writable } from 'node:stream';

/** An answer that was given but not sent. */
export interface CapturedAnswer {
	readonly status: number;
	readonly headers: OutgoingHttpHeaders;
	readonly body: Buffer;
}

/** Takes the bytes that the response itself writes, its head among them; what counts is kept by {@link CapturedResponse}. */
const sink = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

/**
 * Stands in for the response of a request whose answer a fault may change: the request is carried out
 * and answered as ever, and the answer is kept instead of sent.
 */
export class CapturedResponse extends ServerResponse {
	private readonly chunks: Buffer[] = [];
	private given: (answer: CapturedAnswer | undefined) => void = () => undefined;
	/** The whole answer; `undefined` where it broke off. */
	readonly answer = new Promise<CapturedAnswer | undefined>((resolve) => {
		this.given = resolve;
	});

	constructor(request: IncomingMessage) {
		super(request);
		this.assignSocket(sink() as unknown as Socket);
		this.once('close', () => this.given(undefined));
	}

	private keep(chunk: unknown, encoding: unknown): void {
		if (typeof chunk === 'string') {
			this.chunks.push(Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8'));
		} else if (chunk instanceof Uint8Array) {
			this.chunks.push(Buffer.from(chunk));
		}
	}

	/** Headers given here would go to the wire without being kept; so they are set one by one before. */
	override writeHead(status: number, ...more: unknown[]): this {
		const headers = more.find((given) => given !== null && typeof given === 'object');
		const pairs = Array.isArray(headers)
			? headers.flatMap((entry, at) => (Array.isArray(entry) ? [entry] : at % 2 === 0 ? [[entry, headers[at + 1]]] : []))
			: Object.entries(headers ?? {});
		for (const [name, value] of pairs as [string, OutgoingHttpHeader | undefined][]) {
			if (value !== undefined) {
				this.setHeader(name, value);
			}
		}
		return super.writeHead(status);
	}

	override write(chunk: unknown, encoding?: unknown, done?: unknown): boolean {
		if (!this.headersSent) {
			this.writeHead(this.statusCode);
		}
		this.keep(chunk, encoding);
		const after = [encoding, done].find((given) => typeof given === 'function') as (() => void) | undefined;
		if (after !== undefined) {
			process.nextTick(after);
		}
		return true;
	}

	override end(chunk?: unknown, encoding?: unknown, done?: unknown): this {
		this.keep(chunk, encoding);
		const headers = this.getHeaders();
		const after = [chunk, encoding, done].find((given) => typeof given === 'function') as (() => void) | undefined;
		super.end(after);
		this.given({ status: this.statusCode, headers: { ...headers }, body: Buffer.concat(this.chunks) });
		process.nextTick(() => this.emit('close'));
		return this;
	}
}
