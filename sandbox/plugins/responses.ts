import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../documents/httpError';
import { ENTRY } from './journal/journal';
import { diskErrorMessage } from '../storage/diskErrors';
import { BODY_LIMIT, KNOWN_TYPES } from './bodies';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes a string as the system does in responses: special characters as HTML entities. */
export const withEntities = (text: string): string => text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] as string);

/** The reverse of {@link withEntities}. */
export const withoutEntities = (text: string): string =>
	text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => Object.entries(ENTITIES).find(([, each]) => each === entity)?.[0] ?? entity);

/** The body of every error: `{"error": text}` with entities. */
export const errorBody = (text: string): { error: string } => ({ error: withEntities(text) });

const TOO_LARGE = 413;

const FRAMEWORK_TEXTS: Readonly<Record<string, string>> = {
	FST_ERR_CTP_BODY_TOO_LARGE: `The body is larger than ${BODY_LIMIT / 1024 / 1024} MiB; send fewer records in one request`,
	FST_ERR_CTP_INVALID_MEDIA_TYPE: `The 'Content-Type' header is not a media type. ${KNOWN_TYPES}`,
	FST_ERR_CTP_INVALID_CONTENT_LENGTH: "The length of the body differs from the 'Content-Length' header",
};

/** Whether a request contains form-data, which is read while the request is processed. */
export const isForm = ({ headers }: IncomingMessage): boolean => /^multipart\//i.test(headers['content-type'] ?? '');

/**
 * Reads the rest of a request that gets an early response (no sign-in, an unknown URL, a fault). Does so only for files, or if the
 * connection closes after the response: a client that is still sending would see the closed connection instead of the response.
 */
export const drainRequest = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
	if (request.complete || request.destroyed || (!isForm(request) && response.shouldKeepAlive)) {
		return;
	}
	await new Promise<void>((over) => {
		request.once('end', over).once('close', over).resume();
	});
};

/** Responds to an address with invalid percent-encoding, which the framework cannot route. */
export const handleBrokenAddress = (_thrown: FastifyError, _request: FastifyRequest, reply: FastifyReply): void =>
	void reply.code(400).send(errorBody("A '%' in the URL is not followed by two hexadecimal digits; write a literal '%' as '%25'"));

/** Responds to errors and unknown URLs with `{"error": text}`. */
export function handleErrors(app: FastifyInstance): void {
	app.addHook('onSend', async (request, reply, payload) => {
		if (reply.statusCode >= 400) {
			await drainRequest(request.raw, reply.raw);
		}
		if (reply.statusCode === TOO_LARGE) {
			// On a closed connection, a client that is still sending would not receive the response.
			reply.removeHeader('connection');
		}
		return payload;
	});
	app.setErrorHandler((thrown: FastifyError | HttpError, request, reply) => {
		if (thrown instanceof HttpError) {
			request.raw[ENTRY]?.decisions.splice(0, Infinity, `Rejected: ${thrown.message}`);
			return reply.code(thrown.status).headers(thrown.headers).send(errorBody(thrown.message));
		}
		const status = thrown.statusCode ?? 500;
		if (status < 500) {
			return reply.code(status).send(errorBody(FRAMEWORK_TEXTS[thrown.code] ?? thrown.message));
		}
		console.error(`${request.method} ${request.url.split('?')[0]}:`, thrown);
		return reply
			.code(status)
			.send(errorBody(diskErrorMessage(thrown) ?? 'Internal error in the sandbox; its console output contains the reason'));
	});
	app.setNotFoundHandler((request, reply) =>
		reply
			.code(404)
			.send(
				errorBody(
					`No route for ${request.method} '${request.url.split('?')[0]}'; '/ApiDocs' lists the documents, and '/_sandbox/' lists the controls`,
				),
			),
	);
}
