/**
 * What a request is refused with; the shell answers it as `{"error": text}`.
 *
 * Which status stands for what (public material names 400, 401, 404 and 500):
 * - 400: the address, a parameter, a header or the JSON is wrong, or names what does not exist.
 * - 403: another division.
 * - 404: no such record or document.
 * - 405: the document does not offer the method.
 * - 500: a value of the wrong type, a required field without a value, a business rule.
 */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		text: string,
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
/** The document does not offer the method. */
export const notOffered = (text: string): Refusal => new Refusal(405, text);
/** The request was read, but its values or the state of the records forbid it. */
export const ruledOut = (text: string): Refusal => new Refusal(500, text);
