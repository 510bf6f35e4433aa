import { SIGN_INS } from '../sandboxCredentials';
import { by, ORDER_KINDS, rowsOf, shown, stageForTests, type Stage } from './stage';

const stage = stageForTests('mediaOperationsVoidOrder');

const PAYLOAD = 'application/json-patch+json';

describe('Void Order', () => {
	it.each(ORDER_KINDS)('voids and un-voids an order as the specification shows (%s)', async (resource, document) => {
		const order = await stage.newOrder(document);
		await stage.sandbox.control.clearJournal();
		const voided = rowsOf(await stage.act({ resource, operation: 'void', record: by('wo_no_seq', order), reason: by('list', '1') }));
		const unvoided = rowsOf(await stage.act({ resource, operation: 'unVoid', record: by('wo_no_seq', order) }));

		expect(voided).toEqual([
			{
				wo_no_seq: order,
				voided: true,
				wo_desc: 'Match20',
				phase_code: 'VOID',
				phase_desc: expect.any(String),
				cancel_no: 1,
				cancel_desc: 'Cancelled by Customer',
			},
		]);
		expect(unvoided).toEqual([
			{
				wo_no_seq: order,
				voided: false,
				wo_desc: 'Match20',
				phase_code: 'CONF',
				phase_desc: 'Confirmed',
			},
		]);
		expect(Object.keys(voided[0]!)).toEqual(['wo_no_seq', 'wo_desc', 'voided', 'phase_code', 'phase_desc', 'cancel_no', 'cancel_desc']);
		expect((await stage.wire('PATCH')).map(shown)).toEqual([
			{
				call: `PATCH /${document}/wo_no_seq=${order}`,
				saveArgument: `{"VoidWorkOrder":"${order}"}`,
				contentType: 'application/json',
				body: '[{"op":"replace","path":"cancel_no","value":1}]',
			},
			{ call: `PATCH /${document}/wo_no_seq=${order}`, saveArgument: `{"UnVoidWorkOrder":"${order}"}`, contentType: PAYLOAD, body: null },
		]);
	});

	it('outputs fields without a value if Include Empty Fields is on', async () => {
		const order = await stage.newOrder('JmWorkOrder');
		await stage.act({ resource: 'workOrder', operation: 'void', record: by('wo_no_seq', order), reason: by('list', '1') });
		const parameters = { resource: 'workOrder', operation: 'unVoid', record: by('wo_no_seq', order), options: { includeEmpty: true } };
		expect(rowsOf(await stage.act(parameters))).toMatchObject([{ wo_no_seq: order, voided: false, cancel_no: null }]);
	});

	it.each(SIGN_INS)(
		'voids orders with "$authentication" authentication and at most one sign-in',
		async ({ authentication, type, data }) => {
			const orders = await Promise.all(Array.from({ length: 12 }, async () => await stage.newOrder('JmWorkOrder')));
			await stage.sandbox.control.clearJournal();
			const rows = rowsOf(
				await stage.act(
					{ authentication, record: by('wo_no_seq', '={{ $json.order }}'), reason: by('list', '1') },
					orders.map((order) => ({ order })),
					{ credentials: { [type]: data(stage.sandbox) } },
				),
			);
			expect(rows.map(({ wo_no_seq: order, voided }) => [order, voided])).toEqual(orders.map((order) => [order, true]));
			const { logins, tokenRequests } = await stage.sandbox.control.journal();
			expect([logins, tokenRequests]).toEqual([authentication === 'jwt' ? 1 : 0, authentication === 'oAuth2' ? 1 : 0]);
		},
	);

	it('finds the order by its external key and by its URL, and reads its number for the save argument', async () => {
		const order = await stage.newOrder('JmWorkOrder', { external_key: 'CRM/47 11' });
		await stage.sandbox.control.clearJournal();
		expect(rowsOf(await stage.act({ record: by('external_key', 'CRM/47 11'), reason: by('number', '2') }))).toMatchObject([
			{ wo_no_seq: order, cancel_no: 2 },
		]);
		expect(
			rowsOf(await stage.act({ operation: 'unVoid', record: by('url', `${stage.sandbox.apiUrl}/JmWorkOrder/external_key=CRM%2F47%2011`) })),
		).toMatchObject([{ wo_no_seq: order, voided: false }]);
		expect((await stage.wire()).map(({ method, path }) => `${method} ${path.split('/').slice(5).join('/')}`)).toEqual([
			'GET JmWorkOrder/external_key=CRM%2F47%2011',
			`PATCH JmWorkOrder/wo_no_seq=${order}`,
			`GET JmWorkOrder/wo_no_seq=${order}`,
			'GET JmWorkOrder/external_key=CRM%2F47%2011',
			`PATCH JmWorkOrder/wo_no_seq=${order}`,
			`GET JmWorkOrder/wo_no_seq=${order}`,
		]);
		expect((await stage.wire('PATCH'))[0]!.headers.SaveArgument).toBe(`{"VoidWorkOrder":"${order}"}`);
	});

	it('reads the order and the reason of each item from expressions, and links each result to its item', async () => {
		const orders = [await stage.newOrder('MoMediaOrder'), await stage.newOrder('MoMediaOrder'), await stage.newOrder('MoMediaOrder')];
		const { output } = await stage.act(
			{ resource: 'mediaOrder', record: by('wo_no_seq', '={{ $json.order }}'), reason: '={{ $json.why }}' },
			orders.map((order, index) => ({ order, why: index + 1 })),
		);
		expect(output[0]!.map(({ json, pairedItem }) => [json.wo_no_seq, json.cancel_no, pairedItem])).toEqual(
			orders.map((order, item) => [order, item + 1, { item }]),
		);
	});

	it("reports the site's message for an order that is already void, and sends the other items if Send Remaining Items is on", async () => {
		const [first, second] = [await stage.newOrder('JmWorkOrder'), await stage.newOrder('JmWorkOrder')];
		const parameters = { record: by('wo_no_seq', '={{ $json.order }}'), reason: by('list', '1') };
		const { error } = await stage.act(parameters, [{ order: first }, { order: first }, { order: second }], {
			parameters: { authentication: 'basic', ...parameters, options: { concurrency: 1 } },
		});
		expect(error).toMatchObject({
			message: `Order ${first} is already void [Item 1]`,
			itemIndex: 1,
			description: expect.stringContaining('Completed before the run ended: item 0.'),
		});

		const { output, error: none } = await stage.act(
			{ ...parameters, options: { sendRemainingItems: true } },
			[{ order: first }, { order: second }],
			{ onError: 'continueRegularOutput' },
		);
		expect(none).toBeNull();
		expect(output[0]!.map(({ json, pairedItem }) => [json.error ?? json.voided, pairedItem])).toEqual([
			[`Order ${first} is already void [Item 0]`, { item: 0 }],
			[true, { item: 1 }],
		]);

		const { output: apart } = await stage.act(parameters, [{ order: first }], { onError: 'continueErrorOutput' });
		expect(apart[1]![0]!.json).toMatchObject({ order: first, error: `Order ${first} is already void [Item 0]` });
	});

	it('sends nothing for invalid input, and names the field and the item', async () => {
		const order = await stage.newOrder('JmWorkOrder');
		await stage.sandbox.control.clearJournal();
		const message = async (parameters: Parameters<Stage['act']>[0], input?: Parameters<Stage['act']>[1]) =>
			(await stage.act(parameters, input)).error?.message;
		const given = { record: by('wo_no_seq', order), reason: by('list', '1') };
		expect(await message({ ...given, reason: '={{ $json.none }}' })).toBe("'Void Reason': The void reason ('cancel_no') is empty [Item 0]");
		expect(await message({ ...given, record: by('wo_no_seq', '={{ $json.order }}') }, [{ order }, {}])).toBe(
			"'Work Order': The value of 'wo_no_seq' is empty [Item 1]",
		);
		expect(await message({ ...given, record: by('url', `${stage.sandbox.apiUrl}/JmJob/job_no=12`) })).toContain(
			"The URL belongs to 'JmJob', not to 'JmWorkOrder'",
		);
		expect(await message({ ...given, resource: 'job' })).toContain("Unknown resource 'job'");
		expect(await message({ ...given, operation: 'erase' })).toContain("Unknown operation 'erase'");
		expect(await stage.wire()).toEqual([]);
	});

	it('does not un-void an order that is not void, and reports a missing order', async () => {
		const order = await stage.newOrder('JmWorkOrder');
		expect((await stage.act({ operation: 'unVoid', record: by('wo_no_seq', order) })).error).toMatchObject({
			message: `Order ${order} is not void [Item 0]`,
		});
		expect((await stage.act({ record: by('wo_no_seq', '999999-1'), reason: by('list', '1') })).error).toMatchObject({
			httpCode: '404',
			description: expect.stringContaining('404 on PATCH /JmWorkOrder/wo_no_seq=999999-1'),
		});
	});

	it('has options to preview the request, to skip reading the order afterwards, and to return the raw order or chosen fields', async () => {
		const order = await stage.newOrder('JmWorkOrder');
		await stage.sandbox.control.clearJournal();
		const parameters = { record: by('wo_no_seq', order), reason: by('list', '3') };
		expect(rowsOf(await stage.act({ ...parameters, options: { preview: true } }))).toMatchObject([
			{
				preview: true,
				method: 'PATCH',
				url: `${stage.sandbox.apiUrl}/JmWorkOrder/wo_no_seq=${order}`,
				headers: { SaveArgument: `{"VoidWorkOrder":"${order}"}` },
				body: [{ op: 'replace', path: 'cancel_no', value: 3 }],
			},
		]);
		expect(await stage.wire()).toEqual([]);

		expect(
			rowsOf(
				await stage.act({
					...parameters,
					options: { readBack: false, divisionCode: 'GS', extraHeaders: { entry: [{ name: 'X-Trace', value: '7' }] } },
				}),
			),
		).toEqual([{ wo_no_seq: order, voided: true }]);
		expect(await stage.wire()).toMatchObject([{ method: 'PATCH', headers: { 'Division-Code': 'GS', 'X-Trace': '7' } }]);

		const [raw] = rowsOf(await stage.act({ operation: 'unVoid', record: by('wo_no_seq', order), options: { simplify: false } }));
		expect(raw).toMatchObject({ record: { wo_no_seq: { wo_no_seq: order }, jm_wo_transaction: [] } });
		await stage.act(parameters);
		const chosen = rowsOf(
			await stage.act({ operation: 'unVoid', record: by('wo_no_seq', order), options: { columns: 'phase_code, wo_begin_dt' } }),
		);
		expect(chosen).toMatchObject([{ phase_code: 'CONF', wo_begin_dt: expect.any(String) }]);
		expect(Object.keys(chosen[0]!)).toEqual(['wo_no_seq', 'phase_code', 'wo_begin_dt', 'phase_desc', 'voided']);
	});

	it('does not void the order a second time after a lost response, and explains how to check the order', async () => {
		const order = await stage.newOrder('JmWorkOrder');
		await stage.sandbox.control.addFaults({ match: { method: 'PATCH', times: 1 }, fault: { type: 'resetBeforeResponse' } });
		const { error } = await stage.act({ record: by('wo_no_seq', order), reason: by('list', '1') });
		expect(error?.description).toContain(
			'The request may have succeeded. Read the record to see what it contains before you send it again',
		);
		expect(await stage.wire('PATCH')).toHaveLength(1);
	});

	it('offers void reasons and orders in searchable lists', async () => {
		expect((await stage.search('searchVoidReasons', {})).results).toEqual(expect.arrayContaining([{ name: 'Weather (4)', value: '4' }]));
		expect((await stage.search('searchVoidReasons', {}, 'cust')).results).toEqual([{ name: 'Cancelled by Customer (1)', value: '1' }]);
		const order = await stage.newOrder('XmTransmissionOrder', { wo_desc: 'Regatta Final' });
		expect((await stage.search('searchRecords', { resource: 'transmissionOrder' }, 'regatta')).results).toEqual([
			{ name: `Regatta Final (${order})`, value: order },
		]);
	});
});
