import { type IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Writable } from 'node:stream';

/** A response that was created but not sent. */
export interface CapturedContent {
	readonly status: number;
	readonly headers: OutgoingHttpHeaders;
	readonly body: Buffer;
}

/** Discards the bytes of a response. {@link CapturedResponse} keeps the status, headers and body. */
const sink = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

/**
 * Replaces the response object of a request that a fault can apply to. The request is processed normally, and its response is kept
 * instead of being sent.
 */
export class CapturedResponse extends ServerResponse {
	private readonly chunks: Buffer[] = [];
	private given: (response: CapturedContent | undefined) => void = () => undefined;
	/** The complete response; `undefined` if it was interrupted. */
	readonly response = new Promise<CapturedContent | undefined>((resolve) => {
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

	/** Node can write headers passed to `writeHead` without storing them, so this method stores each header first. */
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
