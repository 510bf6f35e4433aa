/**
 * The transport port. The core composes a {@link WireRequest} and reads a {@link SendResult}; the bridge (n8n) and the tests (axios)
 * implement {@link Send}.
 */
import type { DocumentRef } from './documentRef';

/**
 * The effect of a request on the records of the site. It determines whether the request is retried.
 * - `read`: none.
 * - `repeatable`: a second, identical request has no additional effect (PUT, plain PATCH, DELETE).
 * - `once`: a second request can repeat the change (POST, a save argument).
 */
export type Effect = 'read' | 'repeatable' | 'once';

/** A file part of a multipart body. `open` returns the bytes from the start each time, for a retry. */
export interface FilePart {
	/** The field name of the part; empty by default, as public clients send it. */
	readonly partName?: string;
	readonly fileName: string;
	readonly contentType: string;
	/** The size in bytes. */
	readonly size: number;
	open(): AsyncIterable<Uint8Array>;
}

/** The code of an error that {@link FilePart.open} throws if the file cannot be read. */
export const FILE_UNREADABLE = 'FILE_UNREADABLE';

/** The code of a network error that has no code itself. */
export const UNKNOWN_CODE = 'UNKNOWN';

/** One complete request. The transport adds only the base URL and the authentication. */
export interface WireRequest {
	/** The document whose records the request reads or changes; omitted for a request without a document, such as one for a definition. */
	readonly document?: DocumentRef;
	readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
	/** The encoded path after the base URL, with the query: `/JmJob/job_no=12?nullvaluehandling=ignore`. */
	readonly path: string;
	/** The values contain only ASCII, which transports do not change. */
	readonly headers: Readonly<Record<string, string>>;
	/** The exact text to send; `''` sends an empty body with a Content-Type. */
	readonly body?: string | { readonly parts: readonly FilePart[] };
	readonly effect: Effect;
	/** The timeout of the whole request in milliseconds; the default of the transport if omitted. */
	readonly timeout?: number;
}

/** A response of any status. */
export interface SiteResponse {
	readonly kind: 'response';
	readonly status: number;
	/** Names in lower case. */
	readonly headers: Readonly<Record<string, string>>;
	/** Parsed JSON, otherwise the text; `''` for an empty body. */
	readonly body: unknown;
	/** Creates a copy of the body without secrets, from which error messages are built; undefined if the body itself contains none. */
	maskedBody?(): unknown;
	/** Set by the client if an earlier attempt at this change may have succeeded. */
	readonly isRepeat?: true;
}

/** No readable response arrived. */
export interface NoResponse {
	readonly kind: 'noResponse';
	/**
	 * The network error code: `ECONNREFUSED`, `ECONNRESET`, `ETIMEDOUT`, `ENOTFOUND`, `CERT…`, `Z_…` (cannot be decompressed), `HPE_…` (not
	 * HTTP), `RESPONSE_TOO_LARGE`, `FILE_UNREADABLE`, `CANCELLED`, `UNKNOWN` …
	 */
	readonly code: string;
	/** Whether the request may have reached the server: `no` if it was not sent, or if no connection was established. */
	readonly sent: 'no' | 'maybe';
	/** The transport's message, without secrets. */
	readonly message: string;
	/** Set if the sign-in failed, in which case the request was not sent. */
	readonly signIn?: SignInFailure;
}

/** Why the transport could not sign in. */
export interface SignInFailure {
	/** The message from the site or the identity provider; our own text if there was none. */
	readonly message: string;
	/** How to fix the sign-in. */
	readonly hint: string;
	/** Whether a retry would fail in the same way. */
	readonly isPermanent: boolean;
	/** Set if the server asked for a pause. */
	readonly pause?: RetryAfterHeaders;
}

/** Headers of a response that asks for a pause: `Retry-After`, and `Date` for the clock of the server. */
export type RetryAfterHeaders = Readonly<Partial<Record<'retry-after' | 'date', string>>>;

export type SendResult = SiteResponse | NoResponse;

/** Sends one request. Failures of the server and the network are results, not exceptions. */
export type Send = (request: WireRequest) => Promise<SendResult>;

/** The SHA-256 hash of a string in UTF-8, as 64 hexadecimal digits. */
export type Sha256 = (text: string) => string;

/** The part of an AbortSignal that the core uses. */
export interface CancelSignal {
	readonly aborted: boolean;
	addEventListener(type: 'abort', listener: () => void): void;
	removeEventListener(type: 'abort', listener: () => void): void;
}
