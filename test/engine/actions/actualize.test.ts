import { by, ORDER_KINDS, rowsOf, shown, stageForTests, type Json } from './stage';

const stage = stageForTests('mediaOperationsActualize');

const booked = async (document: string = 'JmWorkOrder') => {
	const made = await stage.newBookedOrder(document);
	await stage.sandbox.control.clearJournal();
	return made;
};
const detail = (...rows: Json[]): never => ({ detail: rows }) as never;
const stateOf = async (document: string, order: string): Promise<Json> => {
	const response = (await stage.http('GET', `${document}/wo_no_seq=${order}`)) as {
		jm_work_order: [{ phase_code: { phase_code: string }; jm_wo_transaction: { actualized: string }[] }];
	};
	const [record] = response.jm_work_order;
	return { phase: record.phase_code.phase_code, actualized: record.jm_wo_transaction.map(({ actualized }) => actualized).join('') };
};

describe('Actualize', () => {
	it.each(ORDER_KINDS)(
		'stores an actual for an order and actualizes its transaction, with the requests that the specification shows (%s)',
		async (resource, document) => {
			const {
				order,
				transactions: [transaction],
			} = await booked(document);
			const [number, sequence] = order.split('-').map(Number);
			const [row] = rowsOf(
				await stage.act({
					resource,
					record: by('wo_no_seq', order),
					details: detail({ action: 'I', units: 4, transactions: [transaction] }),
					updatePhase: true,
				}),
			);

			expect(row).toMatchObject({
				actual_hdr_no: expect.any(Number),
				wo_no_seq: order,
				actualized: true,
				jm_actual_detail: [{ actual_det_no: expect.any(Number) }],
				jm_actual_link: [{ actual_link_no: expect.any(Number) }],
				phase_code: 'PACT',
				wo_desc: 'Match20',
			});
			const names = Object.keys(row!);
			expect(names.slice(0, 5)).toEqual(['wo_no_seq', 'wo_desc', 'actualized', 'phase_code', 'phase_desc']);
			expect(names.slice(5, 10)).toEqual(['wo_begin_dt', 'wo_end_dt', 'date_added', 'date_changed', 'actual_hdr_no']);
			expect(names.slice(-2)).toEqual(['jm_actual_detail', 'jm_actual_link']);
			expect((await stage.wire('POST')).map(shown)).toEqual([
				{
					call: 'POST /JmActual/',
					saveArgument: `{"ActualizeSelected":"${transaction}","ActualizeUpdatePhase":"Y"}`,
					contentType: 'application/json',
					body:
						`{"jm_actual_header":[{"actual_hdr_no":{"actual_hdr_no":-1},"wo_no":${number},"wo_seq":${sequence},"wo_no_seq":{"wo_no_seq":"${order}"},"actual_status":"Y",` +
						'"jm_actual_detail":[{"actual_hdr_no":-1,"actual_det_no":-2,"action_code":{"action_code":"I"},"actual_unit":4,"actual":"Y"}],' +
						`"jm_actual_link":[{"actual_link_no":-3,"actual_det_no":-2,"trx_no":${transaction}}]}]}`,
				},
			]);
			expect(await stateOf(document, order)).toMatchObject({ phase: 'PACT', actualized: expect.stringMatching(/^YN+$/) });
		},
	);

	it('assigns different temporary identifiers to several details and links', async () => {
		const {
			order,
			transactions: [first, second],
		} = await booked();
		const details = detail(
			{ action: 'I', units: 4, transactions: [first, second] },
			{ action: 'O', units: 1.5, transactions: `${second}`, actual: false, fields: '{"detail_note": "late"}' },
		);
		const [preview] = rowsOf(await stage.act({ record: by('wo_no_seq', order), details, options: { preview: true } })) as [
			{ body: { jm_actual_header: [Json] }; headers: Json },
		];
		expect(preview.headers.SaveArgument).toBe(`{"ActualizeSelected":"${first},${second}"}`);
		expect(preview.body.jm_actual_header[0]).toMatchObject({
			jm_actual_detail: [
				{ actual_det_no: -2, actual_unit: 4, actual: 'Y' },
				{ actual_det_no: -3, actual_unit: 1.5, actual: 'N', detail_note: 'late' },
			],
			jm_actual_link: [
				{ actual_link_no: -4, actual_det_no: -2, trx_no: first },
				{ actual_link_no: -5, actual_det_no: -2, trx_no: second },
				{ actual_link_no: -6, actual_det_no: -3, trx_no: second },
			],
		});
		expect(await stage.wire()).toEqual([]);
	});

	it('actualizes all transactions, selected ones, or none', async () => {
		const {
			order,
			transactions: [first, second],
		} = await booked();
		const details = detail({ action: 'I', units: 1, transactions: [first] });
		const run = async (parameters: Json) => rowsOf(await stage.act({ record: by('wo_no_seq', order), details, ...(parameters as object) }));
		expect(await run({ actualize: 'none', options: { readBack: false } })).toMatchObject([{ actualized: false }]);
		expect(await stateOf('JmWorkOrder', order)).toEqual({ phase: 'CONF', actualized: expect.stringMatching(/^N+$/) });
		await run({ actualize: 'selected', transactions: [second] });
		expect((await stateOf('JmWorkOrder', order)).actualized).toMatch(/^NY/);
		await run({ actualize: 'all', updatePhase: true });
		expect(await stateOf('JmWorkOrder', order)).toEqual({ phase: 'ACTL', actualized: expect.stringMatching(/^Y+$/) });
		expect((await stage.wire('POST')).map(({ headers }) => headers.SaveArgument)).toEqual([
			undefined,
			`{"ActualizeSelected":"${second}"}`,
			'{"ActualizeAll":"-2","ActualizeUpdatePhase":"Y"}',
		]);
	});

	it('puts -2 before the selected transactions, so that the site also actualizes those in the details', async () => {
		const {
			order,
			transactions: [first, second],
		} = await booked();
		rowsOf(
			await stage.act({
				record: by('wo_no_seq', order),
				details: detail({ action: 'I', units: 1, transactions: [first] }),
				actualize: 'selected',
				transactions: [second] as never,
				options: { leadingMinusTwo: true },
			}),
		);
		expect((await stage.wire('POST')).map(({ headers }) => headers.SaveArgument)).toEqual([`{"ActualizeSelected":"-2,${second}"}`]);
		expect((await stateOf('JmWorkOrder', order)).actualized).toMatch(/^YY/);
	});

	it("accepts details as JSON with the API's field names, with flat keys or key objects", async () => {
		const { order, transactions } = await booked();
		const items = [
			{
				order,
				details: [
					{ action_code: { action_code: 'T' }, actual_unit: '2', trx_no: [{ trx_no: transactions[0] }] },
					{ action_code: 'M', actual_unit: 7, actual: 'N' },
					{ action_code: 'M', actual_unit: 1, actual: null },
				],
			},
		];
		rowsOf(
			await stage.act(
				{
					record: by('wo_no_seq', '={{ $json.order }}'),
					detailsMode: 'json',
					detailsJson: '={{ $json.details }}',
					options: { headerFields: '{"actual_status": "N"}' },
				},
				items,
			),
		);
		const [post] = await stage.wire('POST');
		expect(JSON.parse(String(post?.body))).toMatchObject({
			jm_actual_header: [
				{
					actual_status: 'N',
					jm_actual_detail: [
						{ action_code: { action_code: 'T' }, actual_unit: 2, actual: 'Y' },
						{ action_code: { action_code: 'M' }, actual_unit: 7, actual: 'N' },
						{ action_code: { action_code: 'M' }, actual_unit: 1, actual: 'Y' },
					],
					jm_actual_link: [{ actual_det_no: -2, trx_no: transactions[0] }],
				},
			],
		});
	});

	it.each([undefined, null, ''])('sends nothing if the expression for the units of a detail returns %p', async (hours) => {
		const { order } = await booked();
		const { error } = await stage.act({ record: by('wo_no_seq', order), details: detail({ action: 'I', units: '={{ $json.hours }}' }) }, [
			hours === undefined ? {} : { hours },
		]);
		expect(error?.message).toBe("'Details': Detail 1 has no units [Item 0]");
		expect(await stage.wire()).toEqual([]);
	});

	it('sends 1 unit and Y for a detail without these parameters', async () => {
		const { order } = await booked();
		rowsOf(await stage.act({ record: by('wo_no_seq', order), details: detail({ action: 'I' }), actualize: 'none' }));
		const [post] = await stage.wire('POST');
		expect(post?.body).toContain('"actual_unit":1,"actual":"Y"');
	});

	it.each<[unknown, string]>([
		['true', 'Y'],
		['Y', 'Y'],
		['false', 'N'],
		['N', 'N'],
		[null, 'N'],
		[undefined, 'N'],
	])('reads Actual from an expression that returns %p as %s', async (actual, flag) => {
		const { order } = await booked();
		const details = detail({ action: 'I', units: 1, actual: '={{ $json.actual }}' });
		rowsOf(await stage.act({ record: by('wo_no_seq', order), details, actualize: 'none' }, [actual === undefined ? {} : { actual }]));
		const [post] = await stage.wire('POST');
		expect(post?.body).toContain(`"actual":"${flag}"`);
	});

	it('sends one request per item, or one per order if One Request per Order is on, even if the items of an order are not adjacent', async () => {
		const [one, other] = [await booked(), await booked()];
		const items = [
			{ order: one.order, trx: one.transactions[0] },
			{ order: other.order, trx: other.transactions[0] },
			{ order: one.order, trx: one.transactions[1] },
		];
		const parameters = {
			record: by('wo_no_seq', '={{ $json.order }}'),
			detailsMode: 'json',
			detailsJson: '={{ [{ action_code: "I", actual_unit: 3, trx_no: $json.trx }] }}',
		};
		const { output } = await stage.act({ ...parameters, options: { oneRequestPerOrder: true, readBack: false } }, items);
		expect(output[0]!.map(({ json, pairedItem }) => [json.wo_no_seq, (json.jm_actual_detail as unknown[]).length, pairedItem])).toEqual([
			[one.order, 2, [{ item: 0 }, { item: 2 }]],
			[other.order, 1, { item: 1 }],
		]);
		expect((await stage.wire('POST')).map(({ headers }) => headers.SaveArgument).sort()).toEqual(
			[`{"ActualizeSelected":"${one.transactions.slice(0, 2).join(',')}"}`, `{"ActualizeSelected":"${other.transactions[0]}"}`].sort(),
		);

		await stage.sandbox.control.clearJournal();
		const rows = rowsOf(await stage.act({ ...parameters, actualize: 'none' }, items));
		expect(rows.map(({ wo_no_seq: order }) => order)).toEqual(items.map(({ order }) => order));
		expect(await stage.wire('POST')).toHaveLength(3);
	});

	it('combines an actual that has no transaction with the other actuals of its order, and rejects an order without any transaction', async () => {
		const [one, other] = [await booked(), await booked()];
		const parameters = {
			record: by('wo_no_seq', '={{ $json.order }}'),
			detailsMode: 'json',
			detailsJson: '={{ [{ action_code: $json.action, actual_unit: 1, trx_no: $json.trx }] }}',
			options: { oneRequestPerOrder: true, readBack: false },
		};
		const [first] = one.transactions;
		const [row] = rowsOf(
			await stage.act(parameters, [
				{ order: one.order, action: 'T', trx: [] },
				{ order: one.order, action: 'I', trx: [first] },
			]),
		);
		expect(row).toMatchObject({ wo_no_seq: one.order, actualized: true, jm_actual_detail: [{}, {}], jm_actual_link: [{}] });
		expect((await stage.wire('POST')).map(({ headers }) => headers.SaveArgument)).toEqual([`{"ActualizeSelected":"${first}"}`]);
		for (const items of [1, 2]) {
			const { error } = await stage.act(
				parameters,
				Array.from({ length: items }, () => ({ order: other.order, action: 'T', trx: [] })),
			);
			expect(error?.message).toBe("'Transactions to Actualize': The transactions to actualize are empty [Item 0]");
		}
		expect(await stage.wire('POST')).toHaveLength(1);
	});

	it('finds the order by its external key', async () => {
		const order = await stage.newOrder('JmWorkOrder', { external_key: 'ERP-77' });
		expect(
			rowsOf(
				await stage.act({
					record: by('external_key', 'ERP-77'),
					details: detail({ action: 'I', units: 1 }),
					actualize: 'none',
					options: { columns: 'wo_desc' },
				}),
			),
		).toMatchObject([{ wo_no_seq: order, actualized: false, wo_desc: 'Match20' }]);
	});

	it("reports the site's own message for a refusal", async () => {
		const {
			order,
			transactions: [first],
		} = await booked();
		const other = await booked();
		const details = detail({ action: 'I', units: 1, transactions: [first] });
		const parameters = { record: by('wo_no_seq', order), details };
		await stage.act(parameters);
		expect((await stage.act(parameters)).error?.message).toBe(`Transaction ${first} is already actualized [Item 0]`);
		expect((await stage.act({ ...parameters, record: by('wo_no_seq', other.order) })).error?.message).toBe(
			`Order ${other.order} has no transaction ${first} [Item 0]`,
		);
		expect(
			(await stage.act({ record: by('wo_no_seq', order), details: detail({ action: 'NONE', units: 1 }), actualize: 'none' })).error
				?.message,
		).toContain('NONE');
	});

	it('sends nothing for invalid input, and names the field and the item', async () => {
		const {
			order,
			transactions: [first],
		} = await booked();
		const message = async (parameters: Json, input?: Json[]) =>
			(await stage.act({ record: by('wo_no_seq', order), ...(parameters as object) }, input)).error?.message;
		const details = detail({ action: 'I', units: 1, transactions: [first] });
		expect(await message({})).toBe("'Details': No details to store [Item 0]");
		expect(await message({ details: detail({ action: '={{ $json.none }}', units: 1 }) })).toBe(
			"'Details': Detail 1 has no action [Item 0]",
		);
		expect(await message({ details: detail({ action: 'I', units: '={{ "four" }}' }) })).toContain(
			"'Units of detail 1' must be a number, got 'four'",
		);
		expect(await message({ details: detail({ action: 'I', units: 1 }) })).toBe(
			"'Transactions to Actualize': The transactions to actualize are empty [Item 0]",
		);
		expect(await message({ details: detail({ action: 'I', units: 1, transactions: ['x'] }) })).toContain(
			'contain "x", which is not a number',
		);
		expect(await message({ detailsMode: 'json', detailsJson: '[{"action_code": "I"' })).toContain("'Details (JSON)' must be valid JSON");
		expect(await message({ detailsMode: 'json', detailsJson: '["I"]' })).toContain('Detail 1 must be an object');
		expect(await message({ details, record: by('wo_no_seq', '={{ $json.order }}') }, [{ order }, { order: '17' }])).toContain(
			"'wo_no_seq' is '17', an order number without its sequence [Item 1]",
		);
		expect(await stage.wire()).toEqual([]);
	});

	it("offers the actions and the order's transactions in lists", async () => {
		const { order, transactions } = await booked();
		expect(await stage.load('loadActions', {})).toEqual(expect.arrayContaining([{ name: 'Internal Hours (I)', value: 'I' }]));
		const options = await stage.load('loadTransactions', { resource: 'workOrder', record: by('list', order) });
		expect(options.map(({ value }) => Number(value)).sort((one, other) => one - other)).toEqual(transactions);
		expect(await stage.load('loadTransactions', { resource: 'workOrder', record: by('list', '') })).toEqual([]);
		expect(await stage.load('loadTransactions', { resource: 'workOrder', record: by('wo_no_seq', '={{ $json.order }}') })).toEqual([]);
		const keyed = await stage.newOrder(
			'JmWorkOrder',
			{ external_key: 'ERP-78', wo_template_no: 2 },
			{ SaveArgument: '{"LoadTemplate":"2"}' },
		);
		expect(keyed).not.toBe(order);
		expect((await stage.load('loadTransactions', { resource: 'workOrder', record: by('external_key', 'ERP-78') })).length).toBe(
			transactions.length,
		);
	});
});
