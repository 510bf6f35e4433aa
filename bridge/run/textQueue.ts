/** The longest text that waits to be read, in characters. */
const MAX_WAITING = 256 * 1024;

/** Texts that one function writes while another reads them. A writer waits if the reader is slower. */
export class TextQueue implements AsyncIterable<string> {
	private waiting = '';
	private isOver = false;
	private failure: unknown;
	private wakeReader: () => void = () => undefined;
	private wakeWriter: () => void = () => undefined;

	/** Resolves when there is room for the next text. Throws the error of the reader. */
	async write(text: string): Promise<void> {
		this.waiting += text;
		this.wakeReader();
		while (this.waiting.length > MAX_WAITING && this.failure === undefined) await new Promise<void>((wake) => (this.wakeWriter = wake));
		if (this.failure !== undefined) throw this.failure;
	}

	/** The reader receives the remaining texts, and then the end. */
	end(): void {
		this.isOver = true;
		this.wakeReader();
	}

	/** Stops both the writer and the reader with an error. */
	fail(error: unknown): void {
		this.failure ??= error;
		this.wakeReader();
		this.wakeWriter();
	}

	async *[Symbol.asyncIterator](): AsyncGenerator<string> {
		for (;;) {
			if (this.failure !== undefined) throw this.failure;
			const text = this.waiting;
			this.waiting = '';
			this.wakeWriter();
			if (text !== '') yield text;
			else if (this.isOver) return;
			else await new Promise<void>((wake) => (this.wakeReader = wake));
		}
	}
}
