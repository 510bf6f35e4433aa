import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { FastifyInstance, RequestPayload } from 'fastify';
import { badRequest, HttpError } from '../documents/httpError';
import { BODY_LIMIT } from './bodies';

type Decode = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const DECODERS: Readonly<Record<string, Decode>> = {
	gzip: promisify(gunzip),
	'x-gzip': promisify(gunzip),
	deflate: promisify(inflate),
	br: promisify(brotliDecompress),
};

const tooLarge = (): HttpError =>
	new HttpError(413, `The body is larger than ${BODY_LIMIT / 1024 / 1024} MiB; send fewer records in one request`);

const readWhole = async (payload: RequestPayload): Promise<Buffer> => {
	const pieces: Buffer[] = [];
	let bytes = 0;
	for await (const piece of payload as AsyncIterable<Buffer>) {
		bytes += piece.length;
		if (bytes > BODY_LIMIT) {
			throw tooLarge();
		}
		pieces.push(piece);
	}
	return Buffer.concat(pieces);
};

/**
 * Decodes compressed request bodies (header `Content-Encoding`). Rejects a body that does not match the header
 * with 400, to detect a proxy that changed only the body or only the header. Rejects unknown encodings and compressed files with 415.
 */
export function decodeBodies(app: FastifyInstance): void {
	app.addHook('preParsing', async (request, _reply, payload) => {
		const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
		if (encoding === 'identity') {
			return payload;
		}
		const decode = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding] : undefined;
		if (decode === undefined || request.headers['content-type']?.startsWith('multipart/') === true) {
			throw new HttpError(
				415,
				`The 'Content-Encoding: ${encoding}' header is not supported here; send the body uncompressed, or JSON as gzip, deflate or br`,
			);
		}
		const encoded = await readWhole(payload);
		const decoded = await decode(encoded, { maxOutputLength: BODY_LIMIT }).catch((cause: NodeJS.ErrnoException) => {
			throw cause.code === 'ERR_BUFFER_TOO_LARGE'
				? tooLarge()
				: badRequest(
						`The 'Content-Encoding' header is ${encoding}, but the body is not ${encoding} data (${cause.message}); compress the body or remove the header`,
					);
		});
		// The framework compares this length with Content-Length.
		return Object.assign(Readable.from([decoded], { objectMode: false }), { receivedEncodedLength: encoded.length });
	});
}
