import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../documents/refusal';
import { wordsOfDisk } from '../storage/fullOrReadOnly';
import { BODY_LIMIT, KNOWN_TYPES } from './bodies';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as the system puts it into its answers: special letters as HTML entities. */
export const withEntities = (text: string): string => text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] as string);

/** The body of every refusal: `{"error": text}` with entities. */
export const refusalBody = (text: string): { error: string } => ({ error: withEntities(text) });

const TOO_LARGE = 413;

const FRAMEWORK_TEXTS: Readonly<Record<string, string>> = {
	FST_ERR_CTP_BODY_TOO_LARGE: `The body is larger than ${BODY_LIMIT / 1024 / 1024} MiB; send fewer records in one call`,
	FST_ERR_CTP_INVALID_MEDIA_TYPE: `The header 'Content-Type' is not a media type. ${KNOWN_TYPES}`,
	FST_ERR_CTP_INVALID_CONTENT_LENGTH: "The body is not as long as the header 'Content-Length' says",
};

/**
 * What is answered before it was read (no sign-in, no such address, a fault) is read to its end first, where it holds files or its client
 * wants the connection closed: a client that is still sending would find it closed instead of the answer.
 */
export const readToItsEnd = async (request: IncomingMessage, answer: ServerResponse): Promise<void> => {
	const isFiles = request.headers['content-type']?.startsWith('multipart/') === true;
	if (request.complete || request.destroyed || (!isFiles && answer.shouldKeepAlive)) {
		return;
	}
	await new Promise<void>((over) => {
		request.once('end', over).once('close', over).resume();
	});
};

/** Answers an address whose percent-encoding is broken, which the framework cannot look up. */
export const answerBrokenAddress = (_thrown: FastifyError, _request: FastifyRequest, reply: FastifyReply): void =>
	void reply.code(400).send(refusalBody("A '%' in the address is not followed by two hexadecimal digits; write the sign itself as '%25'"));

/** Answers whatever was thrown, and unknown addresses, as `{"error": text}` with a fitting status. */
export function answerRefusals(app: FastifyInstance): void {
	app.addHook('onSend', async (request, reply, payload) => {
		if (reply.statusCode >= 400) {
			await readToItsEnd(request.raw, reply.raw);
		}
		if (reply.statusCode === TOO_LARGE) {
			// Kept open, what still comes is read and let go; closed, it would overtake the answer.
			reply.removeHeader('connection');
		}
		return payload;
	});
	app.setErrorHandler((thrown: FastifyError | Refusal, request, reply) => {
		if (thrown instanceof Refusal) {
			return reply.code(thrown.status).headers(thrown.headers).send(refusalBody(thrown.message));
		}
		const status = thrown.statusCode ?? 500;
		if (status < 500) {
			return reply.code(status).send(refusalBody(FRAMEWORK_TEXTS[thrown.code] ?? thrown.message));
		}
		console.error(`${request.method} ${request.url.split('?')[0]}:`, thrown);
		return reply.code(status).send(refusalBody(wordsOfDisk(thrown) ?? 'Internal error of the sandbox; its console output has the reason'));
	});
	app.setNotFoundHandler((request, reply) =>
		reply
			.code(404)
			.send(
				refusalBody(
					`No route for ${request.method} '${request.url.split('?')[0]}'; '/ApiDocs' lists the documents, '/_sandbox/' the controls`,
				),
			),
	);
}
