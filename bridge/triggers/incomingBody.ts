import type { IWebhookFunctions } from 'n8n-workflow';

/** A body as text, or the status and the reason for rejecting it. */
export type ReadBody = { readonly text: string; readonly contentType: string } | { readonly status: number; readonly reason: string };

const decoded = (bytes: Uint8Array, contentType: string): string => {
	const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType) ?? [];
	try {
		return new TextDecoder(charset).decode(bytes);
	} catch {
		return new TextDecoder().decode(bytes); // Unknown character set: most of the text is ASCII anyway.
	}
};

const statusOf = (thrown: unknown): number => {
	const { status, statusCode, httpStatusCode } = thrown as { status?: unknown; statusCode?: unknown; httpStatusCode?: unknown };
	const found = [status, statusCode, httpStatusCode].find((value) => typeof value === 'number' && value >= 400 && value < 500);
	return typeof found === 'number' ? found : 400;
};

/**
 * The raw body of a request. n8n does not parse it for a node with the `options.binaryData` parameter (see `rawBodyProperty`). If a version
 * of n8n parses it anyway, the value is converted back to text.
 */
export const readBody = async (context: IWebhookFunctions): Promise<ReadBody> => {
	const request = context.getRequestObject();
	const contentType = String(request.headers['content-type'] ?? '');
	try {
		await request.readRawBody?.();
	} catch (thrown) {
		const status = statusOf(thrown);
		return { status, reason: status === 413 ? 'The body is larger than n8n accepts' : 'The body could not be read' };
	}
	if (request.rawBody !== undefined) return { text: decoded(request.rawBody, contentType), contentType };
	const body: unknown = request.body;
	if (typeof body === 'string') return { text: body, contentType };
	const isEmpty = body === undefined || body === null || Object.keys(body).length === 0;
	return { text: isEmpty ? '' : JSON.stringify(body), contentType };
};
