import { collected } from '../../core/operations/collected';

const chunks = async function* (...all: readonly (readonly number[])[]): AsyncGenerator<readonly number[]> {
	for (const chunk of all) yield await Promise.resolve(chunk);
};

describe('The rows of a list', () => {
	it('keep the order of the chunks', async () => {
		expect(await collected(chunks([1, 2], [], [3]))).toEqual([1, 2, 3]);
		expect(await collected(chunks())).toEqual([]);
	});

	it('can arrive in one chunk with 300,000 rows, from a site without paging', async () => {
		const large = Array.from({ length: 300_000 }, (_, index) => index);
		expect(await collected(chunks(large))).toHaveLength(300_000);
		expect(await collected(chunks(large, [1]))).toHaveLength(300_001);
	});

	it('are not returned after an error', async () => {
		const failing = async function* (): AsyncGenerator<readonly number[]> {
			yield await Promise.resolve([1]);
			throw new Error('interrupted');
		};
		await expect(collected(failing())).rejects.toThrow('interrupted');
	});
});
