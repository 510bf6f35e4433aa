import { by, rowsOf, shown, stageForTests, startStage, type Json } from './stage';

const stage = stageForTests('mediaOperationsPostBatch');

const newBatch = async (fields: Json = {}): Promise<string> => {
	const made = await stage.http('POST', 'TcBatch', { tc_batch: [{ batch_desc: 'Week 47', ...fields }] });
	return (made as { tc_batch: { records: { batch_no: string }[] } }).tc_batch.records[0]!.batch_no;
};
const newBatches = async (count: number): Promise<string[]> => {
	const numbers: string[] = [];
	for (let made = 0; made < count; made += 1) numbers.push(await newBatch());
	await stage.sandbox.control.clearJournal();
	return numbers;
};

describe('Post Batch', () => {
	it('posts a batch as the specification shows, and outputs posted: true', async () => {
		const [batch] = await newBatches(1);
		const rows = rowsOf(await stage.act({ record: by('batch_no', batch) }));
		expect(rows).toEqual([expect.objectContaining({ batch_no: batch, posted: true, batch_desc: 'Week 47', record_posted: 'Y' })]);
		expect(Object.keys(rows[0]!)).toEqual(['batch_no', 'batch_desc', 'posted', 'date_posted', 'date_added', 'record_posted']);
		expect((await stage.wire('PATCH')).map(shown)).toEqual([
			{
				call: `PATCH /TcBatch/batch_no=${batch}`,
				saveArgument: '{"Post":""}',
				contentType: 'application/json-patch+json',
				body: `{"tc_batch":[{"batch_no":{"batch_no":"${batch}"}}]}`,
			},
		]);
	});

	it('finds the batch by its external key', async () => {
		const batch = await newBatch({ external_key: 'PAY-47' });
		expect(rowsOf(await stage.act({ record: by('external_key', 'PAY-47'), options: { readBack: false } }))).toEqual([
			{ batch_no: batch, posted: true },
		]);
	});

	it('posts several batches from one item with one request each, and reports each separately', async () => {
		const numbers = await newBatches(3);
		const { output } = await stage.act({ batches: 'numbers', batchNumbers: numbers.join(', ') });
		expect(output[0]!.map(({ json, pairedItem }) => [json.batch_no, json.posted, pairedItem])).toEqual(
			numbers.map((number) => [number, true, { item: 0 }]),
		);
		expect((await stage.wire('PATCH')).map(({ body }) => body).sort()).toEqual(
			numbers.map((number) => `{"tc_batch":[{"batch_no":{"batch_no":"${number}"}}]}`).sort(),
		);
	});

	it('accepts batch numbers as a list from an expression, or chosen from the list in the editor', async () => {
		const [first, second, third, fourth] = await newBatches(4);
		expect(
			rowsOf(
				await stage.act({ batches: 'numbers', batchNumbers: '={{ $json.numbers }}', options: { readBack: false } }, [
					{ numbers: [Number(first), second] },
				]),
			),
		).toHaveLength(2);
		expect(rowsOf(await stage.act({ batches: 'several', batchNames: [third, fourth] as never, options: { readBack: false } }))).toEqual([
			{ batch_no: third, posted: true },
			{ batch_no: fourth, posted: true },
		]);
		const [open] = await newBatches(1);
		expect(await stage.load('loadBatches', {})).toEqual(
			expect.arrayContaining([
				{ name: `Week 47 (${first}), posted`, value: first },
				{ name: `Week 47 (${open})`, value: open },
			]),
		);
	});

	it('reports which batches from the item were posted before one was refused', async () => {
		const [first, second, third] = await newBatches(3);
		await stage.http(
			'PATCH',
			`TcBatch/batch_no=${second}`,
			{ tc_batch: [{ batch_no: { batch_no: second } }] },
			{ 'Content-Type': 'application/json-patch+json', SaveArgument: '{"Post":""}' },
		);
		const parameters = { batches: 'numbers', batchNumbers: `${first}, ${second}, ${third}`, options: { concurrency: 1, readBack: false } };
		const { error } = await stage.act(parameters);
		expect(error).toMatchObject({
			message: `Batch ${second} is already posted [Item 0]`,
			description: expect.stringContaining(`Completed before the run ended: batch ${first}.`),
		});

		const { output } = await stage.act(
			{ ...parameters, batchNumbers: `${second}, ${third}`, options: { ...parameters.options, sendRemainingItems: true } },
			[{}],
			{ onError: 'continueRegularOutput' },
		);
		expect(output[0]!.map(({ json, pairedItem }) => [json.error ?? json.posted, pairedItem])).toEqual([
			[`Batch ${second} is already posted [Item 0]`, { item: 0 }],
			[true, { item: 0 }],
		]);
		expect(output[0]![0]!.json.message).toContain(`PATCH /TcBatch/batch_no=${second}`);
	});

	it('does not post a batch twice, whether within one item or in a later run', async () => {
		const [batch] = await newBatches(1);
		expect((await stage.act({ batches: 'numbers', batchNumbers: `${batch}, ${batch}` })).error).toMatchObject({
			message: `'Batch Numbers' contains ${batch} twice [Item 0]`,
		});
		expect((await stage.act({ batches: 'numbers', batchNumbers: '={{ $json.none }}' })).error).toMatchObject({
			message: "'Batch Numbers' is empty [Item 0]",
		});
		expect(await stage.wire()).toEqual([]);
		await stage.act({ record: by('batch_no', batch) });
		expect((await stage.act({ record: by('batch_no', batch) })).error).toMatchObject({
			message: `Batch ${batch} is already posted [Item 0]`,
		});
	});

	it('posts a batch only once if the response is lost', async () => {
		const [batch] = await newBatches(1);
		await stage.sandbox.control.addFaults({ match: { method: 'PATCH', times: 1 }, fault: { type: 'resetBeforeResponse' } });
		const { error } = await stage.act({ record: by('batch_no', batch) });
		expect(error?.description).toContain('The request may have succeeded');
		expect(await stage.wire('PATCH')).toHaveLength(1);
	});

	it('previews the requests instead of sending them', async () => {
		const numbers = await newBatches(2);
		const previews = rowsOf(await stage.act({ batches: 'numbers', batchNumbers: numbers.join(','), options: { preview: true } }));
		expect(previews).toMatchObject(
			numbers.map((number) => ({
				preview: true,
				method: 'PATCH',
				headers: { SaveArgument: '{"Post":""}' },
				body: { tc_batch: [{ batch_no: { batch_no: number } }] },
			})),
		);
		expect(await stage.wire()).toEqual([]);
	});

	it('offers batches in a searchable list', async () => {
		const batch = await newBatch({ batch_desc: 'Harbour Shoot' });
		expect((await stage.search('searchRecords', {}, 'harbour')).results).toEqual([{ name: `Harbour Shoot (${batch})`, value: batch }]);
	});
});

describe('Post Batch before release 11.1', () => {
	it('is rejected before anything is sent, and the error names the required release', async () => {
		const old = await startStage('mediaOperationsPostBatch', '11.0');
		try {
			const { error } = await old.act({ record: by('batch_no', '7572') });
			expect(error?.message).toBe("The save argument 'Post Batch' (Post) requires release 11.1, but the site is on 11.0 [Item 0]");
			expect(await old.wire()).toEqual([]);
		} finally {
			await old.sandbox.stop();
		}
	});
});
