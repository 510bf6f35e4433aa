import type { FilePart } from '../../core/model/port';

/** A part as axios reads it: it has the interface of a Blob, but streams its bytes. */
interface StreamedFile {
	readonly name: string;
	readonly type: string;
	readonly size: number;
	[Symbol.asyncIterator](): AsyncIterator<Uint8Array>;
}

/**
 * A multipart body that streams (specification: Attachment upload). n8n's transport accepts any object with the interface of FormData, and
 * adds the boundary, the headers and the length. Files are opened each time the form is read, so that a retry with a renewed token sends
 * them completely.
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

	/** axios recognizes a form by this method, but never calls it. */
	append(): never {
		throw new TypeError('The parts of this form cannot be changed');
	}

	entries(): IterableIterator<[string, StreamedFile]> {
		return this.files.map(([partName, file]): [string, StreamedFile] => [partName, file])[Symbol.iterator]();
	}

	[Symbol.iterator](): IterableIterator<[string, StreamedFile]> {
		return this.entries();
	}
}
