/**
 * - `refused`: the server did not accept the request (400, 409, 422 …, or a reason with a 2xx status).
 * - `signIn` 401, `forbidden` 403, `notFound` 404, `tooLarge` 413, 414, 431 or 494, `tooMany` 429, `redirected` 3xx.
 * - `unavailable` 408, 444, 460, 499, 502, 503, 504, 598, 599; `broken` 500 and every other 5xx; `network` 407 or 511.
 * - `unreachable`: no connection; `insecure`: the certificate was not accepted; `interrupted`: the connection broke or timed out;
 *   `unreadable`: a response that is not in a format of the API, or cannot be decompressed; `oversized`: one that is larger than the limit
 *   of the transport; `fileUnreadable`: a file to upload could not be read to its end; `cancelled`: the run was stopped.
 */
export type ApiErrorKind =
	| 'refused'
	| 'signIn'
	| 'forbidden'
	| 'notFound'
	| 'tooLarge'
	| 'tooMany'
	| 'redirected'
	| 'unavailable'
	| 'broken'
	| 'network'
	| 'unreachable'
	| 'insecure'
	| 'interrupted'
	| 'unreadable'
	| 'oversized'
	| 'fileUnreadable'
	| 'cancelled';

/** A failure of the server or the network, after the last attempt. */
export interface ApiErrorParts {
	readonly kind: ApiErrorKind;
	/** The HTTP status, if there was a response. */
	readonly status?: number | undefined;
	/** The network error code, if there was no response: `ECONNREFUSED`, `ETIMEDOUT` … */
	readonly code?: string | undefined;
	/** The server's message with decoded entities; our own text if there was none. */
	readonly message: string;
	/** Whether {@link message} is the server's. */
	readonly fromServer: boolean;
	readonly method: string;
	/** The path of the request without its query: `/JmJob/job_no=12`. */
	readonly address: string;
	/** How many times the request was sent. */
	readonly attempts: number;
	/** Whether the request may have succeeded, although the response does not show it. */
	readonly uncertain: boolean;
	/** Whether the site itself gives a reason, in an error format. An HTML page, plain text or a gateway's error is not a reason. */
	readonly hasReason?: boolean;
	/** Whether the site refused this change and the outcome of every earlier attempt is known. */
	readonly changedNothing?: boolean;
	/**
	 * Whether the site itself reports that the record does not exist: an error in JSON, or no body, with status 404. A page with this status
	 * can come from a gateway in front of the site.
	 */
	readonly isMissing?: boolean;
	/** How to fix the problem; for an uncertain request, how to find out whether it succeeded. */
	readonly hint: string;
	/**
	 * How to fix the problem if the uncertain request changed nothing; undefined unless the site gave a reason for each uncertain attempt.
	 */
	readonly refusalHint?: string;
}

/** See {@link ApiErrorParts}. The message never contains a secret. */
export class ApiError extends Error {
	override readonly name = 'ApiError';
	readonly kind: ApiErrorKind;
	readonly status: number | undefined;
	readonly code: string | undefined;
	readonly fromServer: boolean;
	readonly method: string;
	readonly address: string;
	readonly attempts: number;
	readonly uncertain: boolean;
	readonly hasReason: boolean;
	readonly changedNothing: boolean;
	readonly isMissing: boolean;
	readonly hint: string;
	readonly refusalHint: string | undefined;

	constructor(parts: ApiErrorParts) {
		super(parts.message);
		this.kind = parts.kind;
		this.status = parts.status;
		this.code = parts.code;
		this.fromServer = parts.fromServer;
		this.method = parts.method;
		this.address = parts.address;
		this.attempts = parts.attempts;
		this.uncertain = parts.uncertain;
		this.hasReason = parts.hasReason ?? false;
		this.changedNothing = parts.changedNothing ?? false;
		this.isMissing = parts.isMissing ?? false;
		this.hint = parts.hint;
		this.refusalHint = parts.refusalHint;
	}

	/** Returns this error for the case where earlier requests have made changes. Adds a remark about them before the hint. */
	after(remark: string): ApiError {
		const { message, kind, status, code, fromServer, method, address, attempts, uncertain, hasReason, hint } = this;
		return new ApiError({
			message,
			kind,
			status,
			code,
			fromServer,
			method,
			address,
			attempts,
			uncertain,
			hasReason,
			hint: `${remark}. ${hint}`,
		});
	}

	/** Status or code, method, path and number of attempts on one line: `404 on GET /JmJob/job_no=12, after 3 attempts`. */
	get facts(): string {
		const attempts = this.attempts > 1 ? `, after ${this.attempts} attempts` : '';
		return `${this.status ?? this.code ?? this.kind} on ${this.method} ${this.address}${attempts}`;
	}
}

/** Whether the site may have refused the request itself, for example because of an unknown field. A 500 can also be such a refusal. */
export const isRefused = (error: unknown): error is ApiError =>
	error instanceof ApiError && (error.kind === 'refused' || error.kind === 'broken');
