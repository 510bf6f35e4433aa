import { by, ORDER_FIELDS, ORDER_KINDS, rowsOf, shown, stageForTests, startStage, type Json } from './stage';

const stage = stageForTests('mediaOperationsLoadTemplate');

const FIELDS = JSON.stringify(ORDER_FIELDS);
const creating = { operation: 'create', fieldsMode: 'json', fieldsJson: FIELDS };
const cleared = async (order: string): Promise<string> => {
	await stage.sandbox.control.clearJournal();
	return order;
};
const transactionsOf = async (document: string, order: string): Promise<Json[]> =>
	(await stage.http('GET', `${document}/wo_no_seq=${order}/jm_wo_transaction`)) as unknown as Json[];
const trx = { trx_no: expect.any(Number) };

describe('Load Template', () => {
	it.each(ORDER_KINDS)(
		'creates an order from a template, with the template number in the SaveArgument header and in the body (%s)',
		async (resource, document) => {
			const kind = resource === 'transmissionOrder' ? { templateKind: 'order' } : {};
			const [row] = rowsOf(await stage.act({ resource, ...creating, ...kind, template: by('list', '15') }));
			expect(row).toMatchObject({
				wo_no_seq: expect.stringMatching(/^\d+-1$/),
				wo_desc: 'Match20',
				wo_template_no: 15,
				wo_template_desc: 'Live Event',
			});
			expect(Object.keys(row!).slice(0, 4)).toEqual(['wo_no_seq', 'wo_desc', 'phase_code', 'phase_desc']);
			const made = row!.jm_wo_transaction as Json[];
			expect(made.length).toBeGreaterThan(0);
			expect((await transactionsOf(document, String(row!.wo_no_seq))).map(({ trx_no: key }) => key)).toMatchObject(
				made.map(({ trx_no: number }) => ({ trx_no: number })),
			);
			expect((await stage.wire('POST')).map(shown)).toEqual([
				{
					call: `POST /${document}`,
					saveArgument: '{"LoadTemplate":"15"}',
					contentType: 'application/json',
					body: `{"jm_work_order":[${FIELDS.slice(0, -1)},"wo_template_no":15}]}`,
				},
			]);
		},
	);

	it.each(ORDER_KINDS)('loads a template into an existing order, and returns the added rows (%s)', async (resource, document) => {
		const order = await cleared(await stage.newOrder(document));
		const kind = resource === 'transmissionOrder' ? { templateKind: 'order' } : {};
		const [row] = rowsOf(
			await stage.act({ resource, operation: 'load', ...kind, record: by('wo_no_seq', order), template: by('number', '2') }),
		);
		expect(row).toMatchObject({ wo_no_seq: order, updated: true, wo_template_no: 2, wo_template_desc: 'Studio Day' });
		expect(row).not.toHaveProperty('record');
		const names = Object.keys(row!);
		expect(names.slice(0, 6)).toEqual(['wo_no_seq', 'wo_desc', 'phase_code', 'phase_desc', 'wo_begin_dt', 'wo_end_dt']);
		expect(names).toContain('updated');
		expect(names.at(-1)).toBe('jm_wo_transaction');
		expect(Object.values(row!)).not.toContain(null);
		expect((await transactionsOf(document, order)).map(({ trx_no: key }) => key)).toMatchObject(row!.jm_wo_transaction as Json[]);
		expect((await stage.wire('PATCH')).map(shown)).toEqual([
			{
				call: `PATCH /${document}/wo_no_seq=${order}`,
				saveArgument: '{"LoadTemplate":"2"}',
				contentType: 'application/json',
				body: '[{"op":"replace","path":"wo_template_no","value":2}]',
			},
		]);
	});

	it('accepts the fields of the new order one by one', async () => {
		const fields = {
			entry: Object.entries(ORDER_FIELDS).map(([fieldName, fieldValue]) => ({ fieldName, fieldValue: String(fieldValue) })),
		};
		rowsOf(
			await stage.act({ operation: 'create', fieldsMode: 'list', fields, template: by('number', '={{ $json.template }}') }, [
				{ template: 15 },
			]),
		);
		expect((await stage.wire('POST')).map(({ body }) => body)).toEqual([`{"jm_work_order":[${FIELDS.slice(0, -1)},"wo_template_no":15}]}`]);
	});

	it('accepts the fields of the new order from the mapper, together with Sub-Table Rows', async () => {
		const types: Record<string, string> = {
			wo_begin_dt: 'dateTime',
			wo_end_dt: 'dateTime',
			wo_type_no: 'number',
			rate_card_no: 'number',
			cust_id: 'number',
		};
		const schema = Object.keys(ORDER_FIELDS).map((id) => ({
			id,
			displayName: id,
			type: types[id] ?? 'string',
			required: true,
			display: true,
			defaultMatch: false,
		}));
		const value = { ...ORDER_FIELDS, wo_type_no: '={{ $json.kind }}' };
		const rows = { row: [{ subTable: 'mo_source', cells: { cell: [{ fieldName: 'mo_source.source_desc', fieldValue: 'Camera 1' }] } }] };
		rowsOf(
			await stage.act(
				{
					operation: 'create',
					fieldsMode: 'mapper',
					columns: { mappingMode: 'defineBelow', matchingColumns: [], schema, value } as never,
					rows,
					template: by('number', '15'),
				},
				[{ kind: '17' }],
			),
		);
		expect((await stage.wire('POST')).map(({ body }) => JSON.parse(body ?? '') as unknown)).toEqual([
			{ jm_work_order: [{ ...ORDER_FIELDS, mo_source: [{ source_desc: 'Camera 1' }], wo_template_no: 15 }] },
		]);
	});

	it('loads child templates', async () => {
		const [alone] = rowsOf(await stage.act({ ...creating, template: by('number', '1012') }));
		const [whole] = rowsOf(await stage.act({ ...creating, template: by('number', '1012'), childTemplates: true }));
		expect((whole!.jm_wo_transaction as Json[]).length).toBeGreaterThan((alone!.jm_wo_transaction as Json[] | undefined)?.length ?? 0);
		expect((await stage.wire('POST')).map(({ headers }) => headers.SaveArgument)).toEqual([
			'{"LoadTemplate":"1012"}',
			'{"LoadTemplate":"1012","LoadChildTemplates":"Y"}',
		]);
	});

	it("appends to the order's transactions, or replaces them", async () => {
		const { order, transactions } = await stage.newBookedOrder('JmWorkOrder');
		await stage.sandbox.control.clearJournal();
		const run = async (loadOption: string) =>
			rowsOf(await stage.act({ operation: 'load', record: by('wo_no_seq', order), template: by('number', '15'), loadOption }))[0]!
				.jm_wo_transaction as Json[];
		const added = await run('append');
		expect(await transactionsOf('JmWorkOrder', order)).toHaveLength(transactions.length + added.length);
		const replaced = await run('replace');
		expect((await transactionsOf('JmWorkOrder', order)).map(({ trx_no: key }) => key)).toMatchObject(replaced);
		expect((await stage.wire('PATCH')).map(({ headers }) => headers.SaveArgument)).toEqual([
			'{"LoadTemplateOption":1}',
			'{"LoadTemplateOption":0}',
		]);
	});

	it('loads one service template with its number in the body, and several with null in the body', async () => {
		const resource = 'transmissionOrder';
		const [one] = rowsOf(await stage.act({ resource, ...creating, serviceTemplates: ['10'] as never }));
		const order = String(one!.wo_no_seq);
		const [several] = rowsOf(
			await stage.act({ resource, operation: 'load', record: by('wo_no_seq', order), serviceTemplates: '={{ [10, 11] }}' as never }),
		);
		const rows = (await stage.http('GET', `XmTransmissionOrder/wo_no_seq=${order}/mo_service_row`)) as unknown as {
			service_row_no: Json;
			service_template_no: Json;
			mo_operation: { operation_no: Json }[];
		}[];

		expect(rows.map(({ service_template_no: template }) => template.service_template_no)).toEqual([10, 10, 11]);
		expect(one!.mo_service_row).toEqual([{ service_row_no: expect.any(Number) }]);
		expect(several).toMatchObject({
			updated: true,
			mo_service_row: rows.slice(1).map(({ service_row_no: key }) => ({ service_row_no: key.service_row_no })),
			mo_operation: rows
				.slice(1)
				.flatMap(({ mo_operation: operations }) => operations.map(({ operation_no: key }) => ({ operation_no: key.operation_no }))),
		});
		expect([...(await stage.wire('POST')), ...(await stage.wire('PATCH'))].map(shown)).toEqual([
			{
				call: 'POST /XmTransmissionOrder',
				saveArgument: '{"LoadServiceTemplate":"10"}',
				contentType: 'application/json',
				body: `{"jm_work_order":[${FIELDS.slice(0, -1)},"service_template_no":10}]}`,
			},
			{
				call: `PATCH /XmTransmissionOrder/wo_no_seq=${order}`,
				saveArgument: '{"LoadServiceTemplate":"10,11"}',
				contentType: 'application/json',
				body: '[{"op":"replace","path":"service_template_no","value":null}]',
			},
		]);
	});

	it('loads an order template together with one service template, but not with several', async () => {
		const parameters = { resource: 'transmissionOrder', ...creating, options: { orderTemplate: '2' } };
		const [row] = rowsOf(await stage.act({ ...parameters, serviceTemplates: ['10'] as never }));
		expect(row).toMatchObject({
			jm_wo_transaction: expect.arrayContaining([trx]),
			mo_service_row: [{ service_row_no: expect.any(Number) }],
		});
		expect((await stage.wire('POST'))[0]!.headers.SaveArgument).toBe('{"LoadServiceTemplate":"10","LoadTemplate":"2"}');
		await stage.sandbox.control.clearJournal();
		expect((await stage.act({ ...parameters, serviceTemplates: ['10', '11'] as never })).error?.message).toContain(
			"'Load Service Template' (LoadServiceTemplate) with several templates cannot be sent together with other save arguments",
		);
		expect(await stage.wire()).toEqual([]);
	});

	it('reads the order and the template from each item, and finds orders by external key', async () => {
		const orders = [
			await stage.newOrder('JmWorkOrder', { external_key: 'E-1' }),
			await stage.newOrder('JmWorkOrder', { external_key: 'E-2' }),
		];
		const { output } = await stage.act(
			{
				operation: 'load',
				record: by('external_key', '={{ $json.key }}'),
				template: '={{ $json.template }}',
				options: { readBack: false },
			},
			[
				{ key: 'E-1', template: 2 },
				{ key: 'E-2', template: 15 },
			],
		);
		expect(output[0]!.map(({ json, pairedItem }) => [json, pairedItem])).toEqual(
			orders.map((order, item) => [{ wo_no_seq: order, updated: true }, { item }]),
		);
		expect((await stage.wire('PATCH')).map((line) => [shown(line).call, line.headers.SaveArgument]).sort()).toEqual([
			[`PATCH /JmWorkOrder/wo_no_seq=${orders[0]}`, '{"LoadTemplate":"2"}'],
			[`PATCH /JmWorkOrder/wo_no_seq=${orders[1]}`, '{"LoadTemplate":"15"}'],
		]);
	});

	it("reports the site's message for a missing template, and continues if On Error is set to Continue", async () => {
		const order = await stage.newOrder('JmWorkOrder');
		const parameters = { operation: 'load', record: by('wo_no_seq', order), template: by('number', '={{ $json.template }}') };
		const { error } = await stage.act(parameters, [{ template: 777 }]);
		expect(error?.message).toBe("'wo_template_no' refers to a record that does not exist: JmWoTemplate wo_template_no '777' [Item 0]");
		expect(await transactionsOf('JmWorkOrder', order)).toEqual([]);
		expect((await stage.act(parameters, [{ template: 9 }])).error?.message).toBe('Template 9 is not active and cannot be loaded [Item 0]');
		expect(
			(await stage.act({ resource: 'transmissionOrder', ...creating, serviceTemplates: '={{ [10, 99] }}' as never })).error?.message,
		).toBe("Unknown service template 99 ('LoadServiceTemplate' in the 'SaveArgument' header) [Item 0]");
		const { output } = await stage.act(parameters, [{ template: 777 }, { template: 2 }], { onError: 'continueRegularOutput' });
		expect(output[0]!.map(({ json }) => 'error' in json)).toEqual([true, false]);
	});

	it('sends nothing for invalid input, and names the field and the item', async () => {
		const message = async (parameters: Json) => (await stage.act(parameters as never)).error?.message;
		expect(await message({ ...creating, template: '={{ $json.none }}' })).toBe(
			"'Template': The template ('wo_template_no') is empty [Item 0]",
		);
		expect(await message({ ...creating, fieldsJson: '{"wo_template_no": 3}', template: by('number', '15') })).toContain(
			"The fields set 'wo_template_no' to 3, but the save argument 'Load Template' (LoadTemplate) is 15",
		);
		expect(await message({ ...creating, fieldsJson: '{"wo_desc": }', template: by('number', '15') })).toContain(
			"'Fields' must be valid JSON",
		);
		expect(
			await message({ operation: 'load', record: by('wo_no_seq', '100-1'), template: by('number', '15'), loadOption: '={{ "Replace" }}' }),
		).toBe("Unknown value 'Replace' for 'Existing Transactions' [Item 0]");
		expect(await message({ resource: 'transmissionOrder', ...creating, serviceTemplates: '={{ [] }}' })).toBe(
			"'Service Template Names or IDs': The service templates are empty [Item 0]",
		);
		expect(await message({ resource: 'transmissionOrder', ...creating, serviceTemplates: '={{ ["ten"] }}' })).toContain(
			'contain "ten", which is not a number',
		);
		expect(await stage.wire()).toEqual([]);
	});

	it('previews the request instead of sending it', async () => {
		expect(
			rowsOf(await stage.act({ ...creating, template: by('number', '15'), childTemplates: true, options: { preview: true } })),
		).toMatchObject([
			{
				preview: true,
				method: 'POST',
				headers: { SaveArgument: '{"LoadTemplate":"15","LoadChildTemplates":"Y"}' },
				body: { jm_work_order: [{ ...ORDER_FIELDS, wo_template_no: 15 }] },
			},
		]);
		expect(await stage.wire()).toEqual([]);
	});

	it('does not create a second order if the response is lost', async () => {
		await stage.sandbox.control.addFaults({ match: { method: 'POST', times: 1 }, fault: { type: 'resetBeforeResponse' } });
		expect((await stage.act({ ...creating, template: by('number', '15') })).error?.description).toContain('The request may have succeeded');
		expect(await stage.wire('POST')).toHaveLength(1);
	});

	it('offers the templates in a list', async () => {
		expect((await stage.search('searchTemplates', {}, 'live')).results).toEqual([{ name: 'Live Event (15)', value: '15' }]);
		expect(await stage.load('loadServiceTemplates', {})).toEqual(expect.arrayContaining([{ name: 'Satellite Feed (10)', value: '10' }]));
	});
});

describe('Load Template on an older release', () => {
	it.each([
		['11.2', { childTemplates: true }, 'LoadChildTemplates', '11.3'],
		['11.4', { operation: 'load', record: by('wo_no_seq', '100-1'), loadOption: 'append' }, 'LoadTemplateOption', '26.1'],
	] as const)('sends nothing if the parameters require a later release than %s: %j', async (release, more, argument, needed) => {
		const old = await startStage('mediaOperationsLoadTemplate', release);
		try {
			const { error } = await old.act({ ...creating, template: by('number', '15'), ...more });
			expect(error?.message).toContain(`(${argument}) requires release ${needed}, but the site is on ${release} [Item 0]`);
			expect(await old.wire()).toEqual([]);
		} finally {
			await old.sandbox.stop();
		}
	});
});
