import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { storeFile } from './storeFile';
import { TextQueue } from './textQueue';

/** A file that is stored in n8n while it is written. It is created when the first text is written. */
export class OutputFile {
	private readonly queue = new TextQueue();
	private stored: Promise<IBinaryData> | undefined;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly fileName: string,
		private readonly contentType: string,
		private readonly header: string,
	) {}

	async write(text: string): Promise<void> {
		if (this.stored === undefined) {
			this.stored = storeFile(this.context, this.queue, this.fileName, this.contentType);
			this.stored.catch((error: unknown) => this.queue.fail(error));
			await this.queue.write(this.header);
		}
		await this.queue.write(text);
	}

	/** The stored file; undefined if nothing was written. */
	async close(): Promise<IBinaryData | undefined> {
		this.queue.end();
		return await this.stored;
	}

	/** Stops writing because of an error that the caller reports. */
	abort(error: unknown): void {
		this.queue.fail(error);
	}
}
