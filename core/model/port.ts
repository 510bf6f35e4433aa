/**
 * The border between the interface and whatever carries requests. Core composes a {@link WireRequest}
 * and reads a {@link SendResult}; the bridge (n8n) and the tests (axios) each supply a {@link Send}.
 */

/**
 * What a call may do to the records of the site; retry is decided by it.
 * - `read`: nothing.
 * - `repeatable`: the same call twice leaves what it left once (PUT, plain PATCH, DELETE).
 * - `once`: a second call may do it again (POST, a save argument).
 */
export type Effect = 'read' | 'repeatable' | 'once';

/** A file part of a multipart body. `open` gives its bytes anew each time, so that a second try sends the file whole. */
export interface FilePart {
	/** The field name of the part; empty where it is left out, as public clients send it. */
	readonly partName?: string;
	readonly fileName: string;
	readonly contentType: string;
	/** In bytes. */
	readonly size: number;
	open(): AsyncIterable<Uint8Array>;
}

/** One request, composed whole: a transport adds the base URL and the sign-in, nothing else. */
export interface WireRequest {
	readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
	/** From the document on, encoded, with the query: `/JmJob/job_no=12?nullvaluehandling=ignore`. Follows the credential's base URL as it is. */
	readonly path: string;
	/** ASCII values only, so that no transport changes them. */
	readonly headers: Readonly<Record<string, string>>;
	/** The exact text to send; `''` sends an empty body with the Content-Type kept. */
	readonly body?: string | { readonly parts: readonly FilePart[] };
	readonly effect: Effect;
	/** Milliseconds for the whole call; the transport's own default where it is left out. */
	readonly timeout?: number;
}

/** The server answered, whatever it said. */
export interface Answer {
	readonly kind: 'answer';
	readonly status: number;
	/** Names in lower case. */
	readonly headers: Readonly<Record<string, string>>;
	/** Parsed where it was JSON, else the text; `''` for an empty body. */
	readonly body: unknown;
	/** Set by the client where an earlier try of this change may have succeeded: then this answers its repeat. */
	readonly isRepeat?: true;
}

/** Nothing readable came back. */
export interface NoAnswer {
	readonly kind: 'noAnswer';
	/** `ECONNREFUSED`, `ECONNRESET`, `ETIMEDOUT`, `ENOTFOUND`, `CERT…`, `Z_…` (cannot be unpacked), `HPE_…` (no HTTP), `ANSWER_TOO_LARGE`, `CANCELLED` … */
	readonly code: string;
	/** Whether the request can have reached the server: `no` only where the connection was never made. */
	readonly sent: 'no' | 'maybe';
	/** The words of the transport, without any secret. */
	readonly message: string;
	/** Where no token was to be had, so that nothing was sent. */
	readonly signIn?: SignInFailure;
}

/** Why the transport could not sign in before it sends. */
export interface SignInFailure {
	/** What the site or the identity provider said; what happened in our words where it said nothing. */
	readonly message: string;
	/** How to get unstuck. */
	readonly hint: string;
	/** Another try would be told the same. */
	readonly isPermanent: boolean;
	/** The pause that a server asked for which could not sign in at the moment. */
	readonly pause?: RetryAfterHeaders;
}

/** Headers of an answer that asks to be called later: `Retry-After`, and `Date` for the clock of the server. */
export type RetryAfterHeaders = Readonly<Partial<Record<'retry-after' | 'date', string>>>;

export type SendResult = Answer | NoAnswer;

/** Sends one request and never throws for what the server or the network did. */
export type Send = (request: WireRequest) => Promise<SendResult>;

/** The SHA-256 hash of a text in UTF-8, as 64 hexadecimal digits. */
export type Sha256 = (text: string) => string;

/** The part of an AbortSignal that the core uses. */
export interface CancelSignal {
	readonly aborted: boolean;
	addEventListener(type: 'abort', listener: () => void): void;
	removeEventListener(type: 'abort', listener: () => void): void;
}
