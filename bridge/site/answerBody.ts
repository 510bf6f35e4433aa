/** What is needed of the stream that n8n hands over. */
interface Incoming {
	on(event: 'data', take: (piece: Buffer) => void): unknown;
	once(event: 'end' | 'error' | 'close', take: (cause?: Error) => void): unknown;
	pipe(): unknown;
	destroy(cause: Error): unknown;
}

/** Bytes of one answer after decompression: parsing takes several times as much of n8n's memory. */
const MAX_ANSWER_BYTES = 100 * 1024 * 1024;

/** The code of an answer that was read to its limit and no further. */
export const TOO_LARGE = 'ANSWER_TOO_LARGE';

const tooLarge = (largest: number): Error =>
	Object.assign(new Error(`The answer is larger than ${largest / 1024 / 1024} MB, which is the maximum for one answer`), {
		code: TOO_LARGE,
	});

const isStream = (body: unknown): body is Incoming =>
	typeof body === 'object' && body !== null && typeof (body as Incoming).pipe === 'function';

const bytesOf = async (stream: Incoming, largest: number): Promise<Buffer> =>
	await new Promise((resolve, reject) => {
		const pieces: Buffer[] = [];
		let size = 0;
		stream.on('data', (piece: Buffer) => {
			size += piece.length;
			if (size <= largest) pieces.push(piece);
			// Ends the connection with it: nothing more is fetched.
			else stream.destroy(tooLarge(largest));
		});
		stream.once('end', () => resolve(Buffer.concat(pieces, size)));
		stream.once('error', reject);
		stream.once('close', () => reject(Object.assign(new Error('The answer was interrupted'), { code: 'ECONNRESET' })));
	});

/**
 * The body of an answer, read up to so many bytes: parsed where it is JSON, else the text. A version of n8n that hands
 * it over read already is taken at its word. Rejects with the code of the network or of
 * the decompression, or `ANSWER_TOO_LARGE`.
 */
export const readBody = async (body: unknown, largest = MAX_ANSWER_BYTES): Promise<unknown> => {
	if (!isStream(body)) return body ?? '';
	const text = (await bytesOf(body, largest)).toString('utf8').replace(/^\ufeff/, '');
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
};
