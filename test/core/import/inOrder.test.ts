import { inOrder } from '../../../core/import/inOrder';

const wait = async (ms: number): Promise<void> => await new Promise((passed) => setTimeout(passed, ms));

describe('Tasks whose results are read in order', () => {
	let events: string[];
	beforeEach(() => (events = []));

	async function* numbers(): AsyncGenerator<number> {
		try {
			for (let number = 0; ; number += 1) yield number;
		} finally {
			events.push('closed');
		}
	}

	const results = (failing?: number): AsyncGenerator<void> =>
		inOrder(
			numbers(),
			() => 4,
			async (number) => {
				if (number === failing) throw new Error('Broken');
				await wait(20);
				events.push(`task ${number}`);
			},
		);

	const expectNothingMore = async (): Promise<void> => {
		const ended = [...events];
		await wait(60);
		expect(events).toEqual(ended);
		expect(ended.at(-1)).toBe('closed');
		expect(ended.length).toBeGreaterThan(3);
	};

	test('have all ended before the error of one of them is thrown', async () => {
		const reading = (async () => {
			for await (const _ of results(1));
		})();
		await expect(reading).rejects.toThrow('Broken');
		await expectNothingMore();
	});

	test('have all ended if the consumer stops reading', async () => {
		for await (const _ of results()) break;
		await expectNothingMore();
	});
});
