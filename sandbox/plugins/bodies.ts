import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CONTENT_TYPES } from '../../core/catalog';
import { badRequest, unsupportedMediaType } from '../documents/httpError';

/** The maximum size in bytes of a body that is not a file; ten thousand records of a kilobyte fit easily. */
export const BODY_LIMIT = 32 * 1024 * 1024;

/** How to fix a Content-Type that the API does not use. */
export const KNOWN_TYPES = `Use '${CONTENT_TYPES.json}' or '${CONTENT_TYPES.payload}'; for files, 'multipart/form-data'`;

const BYTE_ORDER_MARK = 0xfeff;

/** UTF-8 text without the byte order mark that some clients put before it. */
const textOf = (body: Buffer): string => {
	const text = body.toString('utf8');
	return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
};

/** Whether a request has no body, regardless of its Content-Type. */
const isEmpty = ({ headers }: FastifyRequest): boolean =>
	(headers['content-length'] ?? '0') === '0' && headers['transfer-encoding'] === undefined;

/**
 * Reads bodies of both JSON content types as strings, so that the journal and the fault rules get the raw text. The routes parse the
 * strings. An empty body is allowed (specification: PATCH, save arguments). A body that is not UTF-8 is rejected, because decoding would
 * replace the invalid bytes. Any other Content-Type is rejected with 415, unless the body is empty.
 */
export function readBodiesAsText(app: FastifyInstance): void {
	const asText = (_request: FastifyRequest, body: Buffer, done: (error: Error | null, body?: string) => void): void =>
		isUtf8(body) ? done(null, textOf(body)) : done(badRequest('The body must be UTF-8'));
	app.removeAllContentTypeParsers();
	app.addContentTypeParser([CONTENT_TYPES.json, CONTENT_TYPES.payload], { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, asText);
	app.addContentTypeParser('*', (request, _payload, done) => {
		// An unknown URL returns 404, regardless of the body.
		if (isEmpty(request) || request.is404) {
			return done(null, '');
		}
		const type = request.headers['content-type'];
		return done(
			unsupportedMediaType(
				type === undefined
					? `The 'Content-Type' header is missing. ${KNOWN_TYPES}`
					: `The API does not accept bodies of the Content-Type '${type}'. ${KNOWN_TYPES}`,
			),
		);
	});
}
