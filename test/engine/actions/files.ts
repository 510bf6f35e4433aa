import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { IBinaryData } from 'n8n-workflow';

/** Bytes that differ by position, so that a missing or duplicate part is detected. */
export const bytesOf = (size: number): Buffer =>
	Buffer.from(Uint8Array.from({ length: size }, (_, index) => (index * 31 + (index >> 8)) % 256));

/** An item's file if n8n keeps files in memory. */
export const inMemoryFile = (fileName: string, mimeType: string, bytes: Buffer): IBinaryData => ({
	data: bytes.toString('base64'),
	mimeType,
	fileName,
	...(fileName.includes('.') ? { fileExtension: fileName.slice(fileName.lastIndexOf('.') + 1) } : {}),
});

/** An item's file if n8n keeps files on disk. Requires a running engine. */
export const storedFile = async (fileName: string, mimeType: string, bytes: Buffer | Readable): Promise<IBinaryData> => {
	const stored = await Container.get(BinaryDataService).store({ type: 'execution', workflowId: 'workshop', executionId: '1' }, bytes, {
		data: '',
		mimeType,
		fileName,
	});
	if (stored.id === undefined) throw new Error('n8n kept the file in memory instead of writing it to the disk');
	return stored;
};

/** A stream of N megabytes that is never completely in memory. */
export const streamOf = (megabytes: number): Readable => {
	const piece = bytesOf(1024 * 1024);
	return Readable.from(
		(function* () {
			for (let count = 0; count < megabytes; count += 1) yield piece;
		})(),
	);
};

export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
