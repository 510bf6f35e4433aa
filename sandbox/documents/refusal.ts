/**
 * The reason a request is refused; the server answers it as `{"error": text}`.
 *
 * The statuses (public material names 400, 401, 404 and 500):
 * - 400: the address, a parameter, a header or the JSON is wrong, or names something that does not exist.
 * - 403: another division.
 * - 404: no such record or document.
 * - 405: the address does not support the method; the header `Allow` lists those that it does.
 * - 415: the API does not use that Content-Type for bodies.
 * - 500: a value of the wrong type in a body, a required field without a value, a business rule.
 */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		text: string,
		/** Response headers that belong to the status. */
		readonly headers: Readonly<Record<string, string>> = {},
	) {
		super(text);
		this.name = 'Refusal';
	}
}

/** The request itself cannot be read. */
export const badRequest = (text: string): Refusal => new Refusal(400, text);
/** Another division than those of the user. */
export const forbidden = (text: string): Refusal => new Refusal(403, text);
/** No such record, row or document. */
export const notFound = (text: string): Refusal => new Refusal(404, text);
/** The address does not support the method; `allowed` are those that it does (RFC 9110: 405 requires `Allow`). */
export const notOffered = (text: string, allowed: readonly string[]): Refusal => new Refusal(405, text, { Allow: allowed.join(', ') });
/** The body has a Content-Type that the API does not use. */
export const unsupportedType = (text: string): Refusal => new Refusal(415, text);
/** The request was read, but its values or the state of the records forbid it. */
export const ruledOut = (text: string): Refusal => new Refusal(500, text);
