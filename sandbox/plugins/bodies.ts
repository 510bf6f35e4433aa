import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CONTENT_TYPES } from '../../core/catalog';
import { badRequest } from '../documents/refusal';

/** Bytes of a body that is no file; ten thousand records of a kilobyte pass with room to spare. */
export const BODY_LIMIT = 32 * 1024 * 1024;

/**
 * Hands both JSON content types on as text: the documents read them themselves, since the order of fields
 * and the exact numbers count. An empty body is allowed (specification: PATCH, save arguments). One that is not UTF-8 is
 * refused: read all the same, its foreign letters would be stored as replacement characters.
 */
export function readBodiesAsText(app: FastifyInstance): void {
	const asText = (_request: FastifyRequest, body: Buffer, done: (refusal: Error | null, body?: string) => void): void =>
		isUtf8(body) ? done(null, body.toString('utf8')) : done(badRequest('The body has to be in UTF-8'));
	app.removeAllContentTypeParsers();
	app.addContentTypeParser([CONTENT_TYPES.json, CONTENT_TYPES.payload], { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, asText);
}
