import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

async function* bytesOf(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
	for await (const text of texts) yield Buffer.from(text, 'utf8');
}

const concatenated = async (chunks: AsyncIterable<Buffer>): Promise<Buffer> => {
	const all: Buffer[] = [];
	for await (const chunk of chunks) all.push(chunk);
	return Buffer.concat(all);
};

/**
 * Stores a file in n8n. n8n's default store, the file system, writes one chunk after another, because n8n passes the value to Node's
 * `writeFile`, which accepts any iterable. Every other store (database, S3, the execution data) keeps the whole file in memory, so it
 * receives one buffer. The ID that n8n returns for an empty file shows which store it uses.
 */
export const storeFile = async (
	{ helpers }: IExecuteFunctions,
	texts: AsyncIterable<string>,
	fileName: string,
	contentType: string,
): Promise<IBinaryData> => {
	const { id = '' } = await helpers.prepareBinaryData(Buffer.alloc(0), fileName, contentType);
	const chunks = bytesOf(texts);
	const body = id.startsWith('filesystem') ? (chunks as unknown as Buffer) : await concatenated(chunks);
	return await helpers.prepareBinaryData(body, fileName, contentType);
};
