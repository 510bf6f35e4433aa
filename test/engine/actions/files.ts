import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { IBinaryData } from 'n8n-workflow';

/** Bytes that differ from place to place, so that a piece that is missing or doubled shows. */
export const bytesOf = (size: number): Buffer =>
	Buffer.from(Uint8Array.from({ length: size }, (_, index) => (index * 31 + (index >> 8)) % 256));

/** A file as an item holds it where n8n keeps files in memory. */
export const heldFile = (fileName: string, mimeType: string, bytes: Buffer): IBinaryData => ({
	data: bytes.toString('base64'),
	mimeType,
	fileName,
	...(fileName.includes('.') ? { fileExtension: fileName.split('.').at(-1) } : {}),
});

/** A file as an item holds it where n8n keeps files on disk; the engine of the workflow has to be there. */
export const storedFile = async (fileName: string, mimeType: string, bytes: Buffer | Readable): Promise<IBinaryData> => {
	const stored = await Container.get(BinaryDataService).store({ type: 'execution', workflowId: 'workshop', executionId: '1' }, bytes, {
		data: '',
		mimeType,
		fileName,
	});
	if (stored.id === undefined) throw new Error('n8n kept the file in memory, though it should have gone to the disk');
	return stored;
};

/** So many megabytes, never whole in memory. */
export const streamOf = (megabytes: number): Readable => {
	const piece = bytesOf(1024 * 1024);
	return Readable.from(
		(function* () {
			for (let count = 0; count < megabytes; count += 1) yield piece;
		})(),
	);
};

export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
