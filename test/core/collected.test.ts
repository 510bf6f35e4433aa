import { collected } from '../../core/operations/collected';

const portions = async function* (...all: readonly (readonly number[])[]): AsyncGenerator<readonly number[]> {
	for (const portion of all) yield await Promise.resolve(portion);
};

describe('The rows of a list', () => {
	it('keep the order of the portions', async () => {
		expect(await collected(portions([1, 2], [], [3]))).toEqual([1, 2, 3]);
		expect(await collected(portions())).toEqual([]);
	});

	it('can arrive in one portion with 300,000 rows, from a site without paging', async () => {
		const large = Array.from({ length: 300_000 }, (_, index) => index);
		expect(await collected(portions(large))).toHaveLength(300_000);
		expect(await collected(portions(large, [1]))).toHaveLength(300_001);
	});

	it('are not returned after an error', async () => {
		const failing = async function* (): AsyncGenerator<readonly number[]> {
			yield await Promise.resolve([1]);
			throw new Error('interrupted');
		};
		await expect(collected(failing())).rejects.toThrow('interrupted');
	});
});
