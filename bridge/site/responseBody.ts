import { parseJson } from '../../core/wire/json';
import { parseListBody } from './listBody';

/** The part of n8n's response stream that is used here. */
interface Incoming {
	on(event: 'data', listener: (chunk: Buffer) => void): unknown;
	once(event: 'end' | 'error' | 'close', listener: (cause?: Error) => void): unknown;
	pipe(): unknown;
	destroy(cause: Error): unknown;
}

/** The maximum size of a response in bytes, after decompression. Parsing needs several times as much memory. */
const MAX_RESPONSE_BYTES = 100 * 1024 * 1024;

/** The error code of a response that is larger than the limit. */
export const TOO_LARGE = 'RESPONSE_TOO_LARGE';

const tooLarge = (largest: number): Error =>
	Object.assign(new Error(`The response is larger than ${largest / 1024 / 1024} MB, which is the maximum for one response`), {
		code: TOO_LARGE,
	});

const isStream = (body: unknown): body is Incoming =>
	typeof body === 'object' && body !== null && typeof (body as Incoming).pipe === 'function';

const bytesOf = async (stream: Incoming, largest: number): Promise<Buffer> =>
	await new Promise((resolve, reject) => {
		const chunks: Buffer[] = [];
		let size = 0;
		stream.on('data', (chunk: Buffer) => {
			size += chunk.length;
			if (size <= largest) chunks.push(chunk);
			// Also closes the connection.
			else stream.destroy(tooLarge(largest));
		});
		stream.once('end', () => resolve(Buffer.concat(chunks, size)));
		stream.once('error', reject);
		stream.once('close', () => reject(Object.assign(new Error('The response was interrupted'), { code: 'ECONNRESET' })));
	});

/** Shared, because creating a decoder takes longer than decoding a small response. Each use decodes a complete text. */
const UTF8 = new TextDecoder();

const decoderFor = (label: string | undefined): InstanceType<typeof TextDecoder> => {
	if (label === undefined || /^utf-?8$/i.test(label)) return UTF8;
	try {
		return new TextDecoder(label);
	} catch {
		return UTF8;
	}
};

/** Encodings whose bytes can be valid UTF-8 with a different meaning, and UTF-8 itself. */
const NOT_RECOGNIZABLE = /^(utf|iso-2022)/;

/** The decoder for the character set in a content type, or for UTF-8 if the character set is missing or unknown. */
const decoderOf = (contentType: unknown): InstanceType<typeof TextDecoder> =>
	decoderFor(/charset\s*=\s*"?([^\s";]+)/i.exec(String(contentType ?? ''))?.[1]);

/** Decodes a body. Some servers label UTF-8 as ISO-8859-1, so valid UTF-8 is decoded as UTF-8. */
const textOf = (bytes: Buffer, decoder: InstanceType<typeof TextDecoder>): string => {
	// The decoder also removes a byte order mark.
	if (NOT_RECOGNIZABLE.test(decoder.encoding)) return decoder.decode(bytes);
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		return decoder.decode(bytes);
	}
};

/**
 * Returns the body of a response as parsed JSON, or as text if it is not JSON. A body that n8n has already read is returned unchanged.
 * Throws an error whose code is a network error code, a decompression error code or, above `largest` bytes, `RESPONSE_TOO_LARGE`.
 */
export const readBody = async (body: unknown, contentType: unknown, largest = MAX_RESPONSE_BYTES): Promise<unknown> => {
	if (!isStream(body)) return body ?? '';
	const bytes = await bytesOf(body, largest);
	const decoder = decoderOf(contentType);
	const list = decoder === UTF8 ? parseListBody(bytes, UTF8) : undefined;
	if (list !== undefined) return list;
	const text = textOf(bytes, decoder);
	try {
		return parseJson(text);
	} catch {
		return text;
	}
};
