import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CONTENT_TYPES } from '../../core/catalog';
import { badRequest, unsupportedType } from '../documents/refusal';

/** The maximum size in bytes of a body that is not a file; ten thousand records of a kilobyte fit easily. */
export const BODY_LIMIT = 32 * 1024 * 1024;

/** How to fix a wrong Content-Type; every 415 ends with it. */
export const KNOWN_TYPES = `Use '${CONTENT_TYPES.json}' or '${CONTENT_TYPES.payload}'; for files, 'multipart/form-data'`;

const BYTE_ORDER_MARK = 0xfeff;

/** UTF-8 text without the byte order mark that some clients put before it. */
const textOf = (body: Buffer): string => {
	const text = body.toString('utf8');
	return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
};

/** Whether a request carries no body, whatever its Content-Type says. */
const isEmpty = ({ headers }: FastifyRequest): boolean =>
	(headers['content-length'] ?? '0') === '0' && headers['transfer-encoding'] === undefined;

/**
 * Passes both JSON content types on as text: the documents parse them, because the order of fields and the exact
 * numbers matter. An empty body is allowed (specification: PATCH, save arguments). A body that is not UTF-8 is
 * refused: decoding it anyway would store its foreign letters as replacement characters. Any other Content-Type
 * is refused with 415, unless there is no body that it could describe.
 */
export function readBodiesAsText(app: FastifyInstance): void {
	const asText = (_request: FastifyRequest, body: Buffer, done: (refusal: Error | null, body?: string) => void): void =>
		isUtf8(body) ? done(null, textOf(body)) : done(badRequest('The body must be UTF-8'));
	app.removeAllContentTypeParsers();
	app.addContentTypeParser([CONTENT_TYPES.json, CONTENT_TYPES.payload], { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, asText);
	app.addContentTypeParser('*', (request, _payload, done) => {
		// An address that does not exist is a 404, whatever is sent to it.
		if (isEmpty(request) || request.is404) {
			return done(null, '');
		}
		const type = request.headers['content-type'];
		return done(
			unsupportedType(
				type === undefined
					? `The header 'Content-Type' is missing. ${KNOWN_TYPES}`
					: `The API does not accept bodies of the Content-Type '${type}'. ${KNOWN_TYPES}`,
			),
		);
	});
}
