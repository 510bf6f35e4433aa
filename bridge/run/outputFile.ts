import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { storeFile } from './storeFile';
import { TextQueue } from './textQueue';

/** A file that is stored in n8n while it is written. It is created when the first text is written. */
export class OutputFile {
	private readonly queue = new TextQueue();
	private stored: Promise<IBinaryData | undefined> | undefined;

	/** `onFailure` is called if the file cannot be stored. After that, all later text is discarded. */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly fileName: string,
		private readonly contentType: string,
		private readonly header: string,
		private readonly onFailure: (error: unknown) => void,
	) {}

	async write(text: string): Promise<void> {
		const isFirst = this.stored === undefined;
		this.stored ??= this.store();
		await this.queue.write(isFirst ? this.header + text : text).catch(() => undefined);
	}

	/** The stored file; undefined if nothing was written, or if the file could not be stored. */
	async close(): Promise<IBinaryData | undefined> {
		this.queue.end();
		return await this.stored;
	}

	/** Stops writing because of an error that the caller reports. */
	abort(error: unknown): void {
		this.queue.fail(error);
	}

	private async store(): Promise<IBinaryData | undefined> {
		try {
			return await storeFile(this.context, this.queue, this.fileName, this.contentType);
		} catch (error) {
			this.queue.fail(error);
			this.onFailure(error);
			return undefined;
		}
	}
}
