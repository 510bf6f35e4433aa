import { TextQueue } from '../../bridge/run/textQueue';

const LINE = `${'x'.repeat(99)}\n`;
const PIECE = 64 * 1024;

const readAll = async (queue: TextQueue): Promise<string[]> => {
	const pieces: string[] = [];
	for await (const piece of queue) pieces.push(piece);
	return pieces;
};

describe('A text queue', () => {
	it('joins short strings into pieces of at least 64 KB, and returns the rest at the end', async () => {
		const queue = new TextQueue();
		const reading = readAll(queue);
		for (let line = 0; line < 2_000; line += 1) await queue.write(LINE);
		queue.end();
		const pieces = await reading;
		expect(pieces.join('')).toBe(LINE.repeat(2_000));
		expect(pieces.slice(0, -1).every((piece) => piece.length >= PIECE)).toBe(true);
		expect(pieces).toHaveLength(4);
	});

	it('makes the writer wait for a slower reader', async () => {
		const queue = new TextQueue();
		let written = 0;
		const writing = (async () => {
			for (; written < 100; written += 1) await queue.write('x'.repeat(PIECE));
			queue.end();
		})();
		await new Promise((resolve) => setImmediate(resolve));
		expect(written).toBeLessThan(10);
		expect((await readAll(queue)).join('')).toHaveLength(100 * PIECE);
		await writing;
		expect(written).toBe(100);
	});

	it('stops the reader and the writer with the same error', async () => {
		const queue = new TextQueue();
		const reading = readAll(queue);
		await queue.write(LINE);
		const error = new Error('The disk is full');
		queue.fail(error);
		await expect(reading).rejects.toBe(error);
		await expect(queue.write(LINE)).rejects.toBe(error);
	});

	it('returns nothing if nothing was written', async () => {
		const queue = new TextQueue();
		queue.end();
		expect(await readAll(queue)).toEqual([]);
	});
});
