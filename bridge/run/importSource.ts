/** Opens a file of an item as text, without reading all of it into memory. */
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { InputError } from '../../core/model/inputError';
import { availableFiles, fileNamed } from './itemFiles';

/** The number of bytes to read at a time. */
const CHUNK_BYTES = 64 * 1024;

type Bytes = AsyncIterator<Uint8Array>;

const refuse = (message: string, hint: string, field = 'inputBinaryField'): InputError => new InputError({ field, message, hint });

/** The file in a field of the item. `label` is the label of `parameter`. Throws {@link InputError}. */
export const requiredFile = (context: IExecuteFunctions, index: number, field: string, parameter: string, label: string): IBinaryData => {
	if (field === '')
		throw refuse(`'${label}' is empty`, 'Enter the name of the binary field that contains the file, such as data', parameter);
	const file = fileNamed(context, index, field);
	if (file === undefined) throw refuse(`The item has no binary field '${field}'`, availableFiles(context, index), parameter);
	return file;
};

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

async function* storedBytes({ helpers }: IExecuteFunctions, index: number, file: IBinaryData): AsyncGenerator<Uint8Array> {
	const { id, fileName = '' } = file;
	if (id === undefined) {
		yield await helpers.getBinaryDataBuffer(index, file);
		return;
	}
	let stream: Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>> | undefined;
	try {
		stream = await helpers.getBinaryStream(id, CHUNK_BYTES);
		yield* stream as AsyncIterable<Uint8Array>;
	} catch (cause) {
		throw refuse(
			`The file '${fileName}' could not be read: ${messageOf(cause)}`,
			"Check n8n's storage for binary data, then run the node again",
		);
	} finally {
		stream?.destroy();
	}
}

async function* unzipped(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	const { readable, writable } = new DecompressionStream('gzip');
	const writer = writable.getWriter();
	const writing = (async () => {
		for await (const chunk of chunks) await writer.write(chunk as Uint8Array<ArrayBuffer>);
		await writer.close();
	})();
	// Aborting the writer makes the reader fail, and the reader reports the error.
	writing.catch(async (error: unknown) => await writer.abort(error).catch(() => undefined));
	const reader = readable.getReader();
	const failed = (cause: unknown): never => {
		if (cause instanceof InputError) throw cause;
		throw refuse(`The compressed file cannot be read: ${messageOf(cause)}`, 'Check whether the file is complete. Only gzip is supported');
	};
	try {
		for (let next = await reader.read().catch(failed); !next.done; next = await reader.read().catch(failed)) yield next.value;
		await writing.catch(failed);
	} finally {
		await reader.cancel().catch(() => undefined);
	}
}

/** The bytes, with `first` before them. */
async function* withFirst(first: Uint8Array, rest: Bytes): AsyncGenerator<Uint8Array> {
	try {
		if (first.length > 0) yield first;
		for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
	} finally {
		await rest.return?.();
	}
}

/** At least `count` bytes from the start, unless the file is shorter. */
const startOf = async (bytes: Bytes, count: number): Promise<Buffer> => {
	let start = Buffer.alloc(0);
	while (start.length < count) {
		const next = await bytes.next();
		if (next.done) break;
		start = Buffer.concat([start, next.value]);
	}
	return start;
};

const startsWith = (bytes: Buffer, ...start: number[]): boolean => start.every((byte, at) => bytes[at] === byte);

/** The encoding that a byte order mark indicates. */
const markedEncoding = (start: Buffer): string | undefined => {
	if (startsWith(start, 0xef, 0xbb, 0xbf)) return 'utf-8';
	if (startsWith(start, 0xff, 0xfe)) return 'utf-16le';
	return startsWith(start, 0xfe, 0xff) ? 'utf-16be' : undefined;
};

const decoderOf = (encoding: string): InstanceType<typeof TextDecoder> => {
	try {
		return new TextDecoder(encoding, { fatal: true });
	} catch {
		throw refuse(
			`Unknown encoding '${encoding}'`,
			'Enter a name such as utf-8, windows-1252, iso-8859-15, utf-16le or shift_jis',
			'encoding',
		);
	}
};

/** Counts line breaks. Splitting the text would copy the whole file. */
const linesIn = (text: string): number => {
	let count = 0;
	for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
	return count;
};

/** The number of line breaks in a chunk before its first invalid byte. */
const linesBeforeInvalid = (chunk: Uint8Array, encoding: string): number => {
	// A UTF-8 character can begin in the previous chunk. Its remaining bytes at the start of this chunk are skipped, because they are valid.
	const start = encoding === 'utf-8' ? chunk.findIndex((byte) => (byte & 0xc0) !== 0x80) : 0;
	const [valid = ''] = new TextDecoder(encoding).decode(chunk.subarray(start > 3 ? 0 : Math.max(start, 0))).split('\uFFFD', 1);
	return linesIn(valid);
};

async function* decoded(chunks: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<string> {
	const decoder = decoderOf(encoding);
	let line = 1;
	const decode = (chunk?: Uint8Array): string => {
		try {
			return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
		} catch {
			const invalid = line + (chunk === undefined ? 0 : linesBeforeInvalid(chunk, encoding));
			throw refuse(
				`Line ${invalid} of the file cannot be read in the encoding '${encoding}'`,
				"Enter the correct 'Encoding' in the import options. Spreadsheet programs on Windows often use windows-1252",
				'encoding',
			);
		}
	};
	for await (const chunk of chunks) {
		const text = decode(chunk);
		line += linesIn(text);
		if (text !== '') yield text;
	}
	const rest = decode();
	if (rest !== '') yield rest;
}

/**
 * The text of a file of the item, in pieces. Decompresses gzip. The encoding is the one that a byte order mark indicates, otherwise
 * `encoding`, or UTF-8 if `encoding` is empty. Throws {@link InputError}.
 */
export async function* textOfFile(context: IExecuteFunctions, index: number, file: IBinaryData, encoding = ''): AsyncGenerator<string> {
	const stored = storedBytes(context, index, file);
	try {
		const packed = await startOf(stored, 4);
		const isPacked = startsWith(packed, 0x1f, 0x8b);
		if (startsWith(packed, 0x50, 0x4b, 0x03, 0x04))
			throw refuse(
				'The file is an Excel workbook or a ZIP archive',
				"Save the sheet as CSV UTF-8, or add n8n's Extract From File node and set 'Input' to 'Items'",
			);
		const whole = withFirst(packed, stored);
		const plain = isPacked ? unzipped(whole) : whole;
		const start = await startOf(plain, 4);
		yield* decoded(withFirst(start, plain), markedEncoding(start) ?? (encoding || 'utf-8'));
	} finally {
		await stored.return(undefined);
	}
}

/** Passes the text of a file to `use`. Then closes the file, because `use` may not have read the whole text. */
export const closedAfter = async <Result>(
	texts: AsyncGenerator<string>,
	use: (texts: AsyncIterable<string>) => Promise<Result>,
): Promise<Result> => {
	try {
		return await use(texts);
	} finally {
		await texts.return(undefined);
	}
};
