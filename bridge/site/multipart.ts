import type { FilePart } from '../../core/model/port';

/** The part as axios reads it: a Blob in all but its constructor, so that no byte is held longer than it is on its way. */
interface StreamedFile {
	readonly name: string;
	readonly type: string;
	readonly size: number;
	[Symbol.asyncIterator](): AsyncIterator<Uint8Array>;
}

/**
 * A multipart body that streams (specification: Attachment upload). n8n's transport takes any object that looks like FormData and makes
 * boundary, headers and length of it; its files are opened anew each time it is read, so that a second try after a renewed
 * sign-in sends them whole.
 */
export class MultipartForm implements Iterable<[string, StreamedFile]> {
	readonly [Symbol.toStringTag] = 'FormData';

	private readonly files: (readonly [partName: string, file: StreamedFile])[];

	constructor(parts: readonly FilePart[]) {
		this.files = parts.map(({ partName = '', fileName, contentType, size, open }) => [
			partName,
			{ name: fileName, type: contentType, size, [Symbol.asyncIterator]: () => open()[Symbol.asyncIterator]() },
		]);
	}

	/** Wanted by its reader to tell a form; nothing is added after the making. */
	append(): never {
		throw new TypeError('The parts of this form are fixed');
	}

	entries(): IterableIterator<[string, StreamedFile]> {
		return this.files.map(([partName, file]): [string, StreamedFile] => [partName, file])[Symbol.iterator]();
	}

	[Symbol.iterator](): IterableIterator<[string, StreamedFile]> {
		return this.entries();
	}
}
