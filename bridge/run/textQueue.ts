/** The maximum number of characters that wait to be read. */
const MAX_WAITING = 256 * 1024;

/**
 * The minimum length of every piece but the last one. Each piece is one write to the disk, and a write of a few lines takes as long as a
 * write of many.
 */
const PIECE_LENGTH = 64 * 1024;

/** A queue of strings that one function writes and another reads in larger pieces. The writer waits if the reader is slower. */
export class TextQueue implements AsyncIterable<string> {
	private waiting = '';
	private isOver = false;
	private failure: unknown;
	private wakeReader: () => void = () => undefined;
	private wakeWriter: () => void = () => undefined;

	/** Resolves when there is room for the next string. Throws the reader's error. */
	async write(text: string): Promise<void> {
		if (this.failure === undefined) this.waiting += text;
		if (this.waiting.length >= PIECE_LENGTH) this.wakeReader();
		while (this.waiting.length > MAX_WAITING && this.failure === undefined) await new Promise<void>((wake) => (this.wakeWriter = wake));
		if (this.failure !== undefined) throw this.failure;
	}

	/** Ends the queue after the strings that are still waiting. */
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
			if (text.length >= PIECE_LENGTH || (this.isOver && text !== '')) {
				this.waiting = '';
				this.wakeWriter();
				yield text;
			} else if (this.isOver) return;
			else await new Promise<void>((wake) => (this.wakeReader = wake));
		}
	}
}
