/**
 * The reason why a request is rejected. The response is `{"error": text}`.
 *
 * The statuses (public material names only 400, 401, 404 and 500):
 * - 400: the address, a parameter, a header or the JSON is wrong, or names something that does not exist.
 * - 401: the user name or password in a sign-in is incorrect.
 * - 403: the user has no access to the division, or the client cannot use the controls.
 * - 404: the record or document does not exist.
 * - 405: the address does not support the method; the `Allow` header lists the supported methods.
 * - 413: the body or the imported file is too large.
 * - 414: the URL is too long.
 * - 415: the URL and method do not accept the Content-Type or Content-Encoding of the body.
 * - 429: there are too many concurrent requests.
 * - 500: a value in a body has the wrong type, a required field has no value, or a business rule is violated.
 */
export class HttpError extends Error {
	constructor(
		readonly status: number,
		text: string,
		/** Response headers that belong to the status. */
		readonly headers: Readonly<Record<string, string>> = {},
	) {
		super(text);
		this.name = 'HttpError';
	}
}

/** The address, a parameter, a header or the JSON is wrong, or names something that does not exist. */
export const badRequest = (text: string): HttpError => new HttpError(400, text);
/** The user has no access to the division, or the client cannot use the controls. */
export const forbidden = (text: string): HttpError => new HttpError(403, text);
/** No such record, row or document. */
export const notFound = (text: string): HttpError => new HttpError(404, text);
/** The address does not support the method. `allowed` lists the supported methods (RFC 9110: 405 requires `Allow`). */
export const methodNotAllowed = (text: string, allowed: readonly string[]): HttpError =>
	new HttpError(405, text, { Allow: allowed.join(', ') });
/** The URL and method do not accept the Content-Type of the body. */
export const unsupportedMediaType = (text: string): HttpError => new HttpError(415, text);
/** The request can be read, but its values or the state of the records violate a rule. */
export const ruleViolation = (text: string): HttpError => new HttpError(500, text);
