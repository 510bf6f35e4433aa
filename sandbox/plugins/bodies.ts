import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CONTENT_TYPES } from '../../core/catalog';

/** Bytes of a body that is no file; ten thousand records of a kilobyte pass with room to spare. */
export const BODY_LIMIT = 32 * 1024 * 1024;

/**
 * Hands both JSON content types on as text: the documents read them themselves, since the order of fields
 * and the exact numbers count. An empty body is allowed (specification: PATCH, save arguments).
 */
export function readBodiesAsText(app: FastifyInstance): void {
	const asText = (_request: FastifyRequest, body: string, done: (refusal: Error | null, body?: string) => void): void => done(null, body);
	app.removeAllContentTypeParsers();
	app.addContentTypeParser([CONTENT_TYPES.json, CONTENT_TYPES.payload], { parseAs: 'string', bodyLimit: BODY_LIMIT }, asText);
}
