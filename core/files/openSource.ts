import { InputError } from '../model/inputError';
import { readCsv } from './csvReader';
import { readJson, readNdjson } from './jsonReader';
import { MAX_ROW_LENGTH, type SourceFile } from './sourceRow';

/** The pieces of text, with `first` before them. */
async function* withFirst(first: string, texts: AsyncIterator<string>): AsyncGenerator<string> {
	yield first;
	for (let next = await texts.next(); !next.done; next = await texts.next()) yield next.value;
}

/**
 * Opens a file of any supported format: text that starts with a bracket is a JSON array, text that starts with a brace is NDJSON, and any
 * other text is CSV. If `separator` is omitted, it is detected. Throws {@link InputError}.
 */
export const openSource = async (pieces: AsyncIterable<string>, separator?: string): Promise<SourceFile> => {
	const texts = pieces[Symbol.asyncIterator]();
	let first = '';
	for (let next = await texts.next(); !next.done; next = await texts.next()) {
		first += next.value;
		if (next.value.trim() !== '') break;
		if (first.length > MAX_ROW_LENGTH)
			throw new InputError({
				field: 'inputBinaryField',
				message: `The file starts with more than ${MAX_ROW_LENGTH} spaces and line breaks`,
				hint: 'Check whether this is the right file',
			});
	}
	const start = first.trimStart();
	if (start.startsWith('[')) return readJson(texts, first);
	if (start.startsWith('{')) return readNdjson(texts, first);
	return await readCsv(withFirst(first, texts), separator);
};
