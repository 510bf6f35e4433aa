import { sandboxesForTests, sandboxForTests } from '../../support/sandboxForTests';
import {
	type Asked,
	callerOf,
	created,
	minimalOrder,
	orderOf,
	PAYLOAD_FORM,
	recordOf,
	type HttpResponse,
	transactionsOf,
	errorOf,
} from './caller';

const sandbox = sandboxForTests();
const call = callerOf(() => sandbox);

const transaction = (key: Readonly<Record<string, unknown>>, more: object = {}): object => ({
	jm_wo_transaction: [{ trx_no: key, ...key, ...more }],
});
const put = async (key: string, order: string, body: unknown, { headers, ...asked }: Asked = {}): Promise<HttpResponse> =>
	await call('PUT', `/JmWoTransaction/${key}`, { query: { wo_no_seq: order }, body, headers: { ...PAYLOAD_FORM, ...headers }, ...asked });
const newOrder = async (document = 'JmWorkOrder', more: object = {}): Promise<string> =>
	await created(call, document, 'jm_work_order', minimalOrder({ ...more }));
const made = (record: unknown): object => ({
	message: null,
	tables: ['jm_wo_transaction'],
	jm_wo_transaction: { record_identifiers: ['trx_no'], records: [record] },
});
const CHANGED = { message: null, tables: [] };

describe('PUT of a transaction', () => {
	it.each(['JmWorkOrder', 'MoMediaOrder', 'XmTransmissionOrder'])(
		'creates the same transaction as a PATCH of its %s does, and changes it if it is sent again',
		async (document) => {
			const order = await newOrder(document, { division_no: 2, phase_code: 'CONF' });
			const key = { external_key: `BOOK-${order}` };
			const given = {
				trx_desc: 'Line',
				trx_begin_dt: '2026-09-01T10:00:00Z',
				resource_code: { external_key: 'RES-3' },
				wo_no_seq: order,
				actualized: 'Y',
			};
			const first = await put(`external_key=BOOK-${order}`, order, transaction(key, given));
			expect([first.status, first.json]).toEqual([200, made({ trx_no: expect.any(Number) })]);

			const below = await call('PATCH', `/${document}/wo_no_seq=${order}`, {
				body: { jm_work_order: [{ wo_no_seq: order, jm_wo_transaction: [{ ...given, external_key: `BELOW-${order}` }] }] },
				headers: PAYLOAD_FORM,
			});
			expect(below.status).toBe(200);
			const [one, other, ...others] = await transactionsOf(call, document, order);
			expect(others).toEqual([]);
			expect(one).toMatchObject({
				trx_no: first.json.jm_wo_transaction.records[0],
				trx_desc: 'Line',
				wo_no_seq: order,
				actualized: 'N',
				resource_code: { external_key: 'RES-3' },
			});
			expect({ ...other, trx_no: null, external_key: null }).toEqual({ ...one, trx_no: null, external_key: null });

			expect((await put(`external_key=BOOK-${order}`, order, transaction(key, { trx_desc: 'Line 2' }))).json).toEqual(CHANGED);
			expect(await transactionsOf(call, document, order)).toMatchObject([
				{ trx_desc: 'Line 2', trx_begin_dt: '2026-09-01T10:00:00+00:00' },
				{ trx_desc: 'Line' },
			]);
		},
	);

	it('accepts the primary key of an existing or a new transaction, and -1 for a new one', async () => {
		const order = await newOrder();
		expect((await put('trx_no=38521', '36914-1', transaction({ trx_no: 38_521 }, { trx_desc: 'By number' }))).json).toEqual(CHANGED);
		expect((await put('trx_no=7000001', order, transaction({ trx_no: '7000001' }))).json).toEqual(made({ trx_no: 7_000_001 }));
		expect((await put('trx_no=-1', order, { jm_wo_transaction: [{ trx_no: -1 }] })).json).toEqual(made({ trx_no: 7_000_002 }));
		expect((await transactionsOf(call, 'JmWorkOrder', order)).map(({ trx_no: key }) => key)).toEqual([
			{ trx_no: 7_000_001, external_key: null },
			{ trx_no: 7_000_002, external_key: null },
		]);
	});

	it('updates the change date of its order, like a PATCH of a transaction', async () => {
		const order = await newOrder();
		const seen: string[] = [];
		const after = async (hours: number, response: Promise<HttpResponse> | undefined): Promise<void> => {
			expect((await response)?.status ?? 200).toBeLessThan(300);
			seen.push((await orderOf(call, 'JmWorkOrder', order)).date_changed as string);
			await sandbox.control.call('PUT', 'clock', { offsetSeconds: hours * 3600 });
		};
		await after(1, undefined);
		await after(2, put('external_key=TOUCH', order, transaction({ external_key: 'TOUCH' })));
		await after(3, put('external_key=TOUCH', order, transaction({ external_key: 'TOUCH' }, { trx_desc: 'Again' })));
		const body = [{ op: 'replace', path: 'trx_desc', value: 'And again' }];
		await after(4, call('PATCH', '/JmWoTransaction/external_key=TOUCH', { query: { wo_no_seq: order }, body }));
		await after(0, call('PATCH', '/JmWoTransactionList', { query: { Query: { external_key: 'TOUCH' } }, body }));
		expect(seen).toEqual([...new Set(seen)].sort());
		expect(seen).toHaveLength(5);
	});

	it('rejects a missing, different or inaccessible order, and an invalid body', async () => {
		const [order, other, hidden] = [await newOrder(), await newOrder(), await newOrder('JmWorkOrder', { division_no: 1 })];
		const own = { external_key: 'OWN' };
		await put('external_key=OWN', order, transaction(own));
		const limited = { user: 'limited:limited' };
		await put('external_key=HIDDEN', hidden, transaction({ external_key: 'HIDDEN' }));
		const fresh = transaction({ external_key: 'FRESH' });
		for (const [what, response, status, words] of [
			[
				'no parameter',
				await call('PUT', '/JmWoTransaction/external_key=FRESH', { body: fresh, headers: PAYLOAD_FORM }),
				400,
				"JmWoTransaction requires the 'wo_no_seq' parameter",
			],
			['an unknown order', await put('external_key=FRESH', '999999-9', fresh), 404, 'Alternate key not found: wo_no_seq=999999-9'],
			['an invalid order number', await put('external_key=FRESH', 'ERP-100-1', fresh), 404, 'Alternate key not found: wo_no_seq=ERP-100-1'],
			['an empty order', await put('external_key=FRESH', '', fresh), 404, 'Alternate key not found: wo_no_seq='],
			[
				'an order of another division',
				await put('external_key=FRESH', hidden, fresh, limited),
				404,
				`Alternate key not found: wo_no_seq=${hidden}`,
			],
			[
				'an order of a division other than that of the header',
				await put('external_key=FRESH', hidden, fresh, { headers: { 'Division-Code': 'PPH' } }),
				404,
				`Alternate key not found: wo_no_seq=${hidden}`,
			],
			[
				'an existing one, on an order of another division',
				await put('external_key=HIDDEN', hidden, transaction({ external_key: 'HIDDEN' }), limited),
				404,
				`Alternate key not found: wo_no_seq=${hidden}`,
			],
			[
				'an existing one, on another order',
				await put('external_key=OWN', other, transaction(own)),
				404,
				`The record external_key 'OWN' does not belong to wo_no_seq '${other}'`,
			],
			[
				'another order in the body',
				await put('external_key=FRESH', order, transaction({ external_key: 'FRESH' }, { wo_no_seq: other })),
				400,
				`'wo_no_seq' in the body is '${other}' but '${order}' in the parameter; both must have the same value`,
			],
			[
				'a different order by another key in the body',
				await put('external_key=FRESH', order, transaction({ external_key: 'FRESH' }, { wo_no_seq: { external_key: 'ERP-100-1' } })),
				400,
				`'wo_no_seq' in the body is '{"external_key":"ERP-100-1"}' but '${order}' in the parameter; both must have the same value`,
			],
			[
				'a key without a value',
				await put('external_key=', order, transaction({ external_key: '' })),
				400,
				"The key in the URL is empty: 'external_key' has no value",
			],
			[
				'another key in the body',
				await put('external_key=FRESH', order, transaction(own)),
				400,
				"The key field in the body must repeat the key in the URL: 'trx_no' must contain 'external_key' 'FRESH'",
			],
			[
				'no external key in the root',
				await put('external_key=FRESH', order, { jm_wo_transaction: [{ trx_no: { external_key: 'FRESH' } }] }),
				400,
				"No record has 'external_key' 'FRESH'; to create one, send 'external_key' in the root of the record too",
			],
			[
				'an invalid body',
				await put('external_key=FRESH', order, '{"jm_wo_transaction":['),
				400,
				expect.stringMatching(/^The body is not valid JSON: /),
			],
			['no body', await put('external_key=FRESH', order, undefined), 400, 'The request must have a body'],
			[
				'the table of the order',
				await put('external_key=FRESH', order, { jm_work_order: [{}] }),
				400,
				"The body must be an object with the single property 'jm_wo_transaction', an array of records",
			],
			[
				'an unknown resource',
				await put('external_key=FRESH', order, transaction({ external_key: 'FRESH' }, { resource_code: { external_key: 'NOWHERE' } })),
				500,
				"'resource_code' refers to a record that does not exist: SchResource external_key 'NOWHERE'",
			],
			[
				'a save argument for orders',
				await put('external_key=FRESH', order, fresh, { headers: { SaveArgument: '{"LoadTemplate":"2"}' } }),
				400,
				expect.stringMatching(/, not for JmWoTransaction$/),
			],
		] as const) {
			expect([what, response.status, errorOf(response)]).toEqual([what, status, words]);
		}
		expect(await transactionsOf(call, 'JmWorkOrder', order)).toMatchObject([{ trx_no: own }]);
		expect(await transactionsOf(call, 'JmWorkOrder', other)).toEqual([]);
	});

	it('creates one record if fifty clients send the same key concurrently', async () => {
		const order = await newOrder();
		const responses = await Promise.all(
			Array.from(
				{ length: 50 },
				async (_none, at) => await put('external_key=RACE', order, transaction({ external_key: 'RACE' }, { trx_desc: `Client ${at}` })),
			),
		);
		expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
		expect(responses.filter(({ json }) => json.tables.length > 0)).toHaveLength(1);
		expect(await transactionsOf(call, 'JmWorkOrder', order)).toHaveLength(1);
	});

	it('is in the definition, unlike POST, which is not supported', async () => {
		const { paths } = (await call('GET', '/spec/JmWoTransaction.json')).json;
		expect(Object.entries(paths as Record<string, object>).map(([path, methods]) => [path, Object.keys(methods)])).toEqual([
			['/JmWoTransaction/trx_no={trx_no}', ['get', 'patch', 'put']],
		]);
		expect(paths['/JmWoTransaction/trx_no={trx_no}'].put.parameters).toContainEqual(
			expect.objectContaining({ name: 'wo_no_seq', in: 'query', required: true }),
		);
		const response = await call('POST', '/JmWoTransaction', {
			query: { wo_no_seq: '36914-1' },
			body: { jm_wo_transaction: [{ trx_desc: 'x' }] },
		});
		expect([response.status, errorOf(response)]).toEqual([
			405,
			expect.stringContaining('JmWoTransaction does not support POST at this URL'),
		]);
	});
});

describe('PATCH of a transaction', () => {
	it('cannot move the transaction to another order, either with operations or with a full payload', async () => {
		const [order, other] = [await newOrder(), await newOrder()];
		const {
			jm_wo_transaction: {
				records: [{ trx_no: number }],
			},
		} = (await put('external_key=STAYS', order, transaction({ external_key: 'STAYS' }))).json;
		const patch = async (body: unknown, headers = {}): Promise<HttpResponse> =>
			await call('PATCH', `/JmWoTransaction/trx_no=${number}`, { query: { wo_no_seq: order }, body, headers });
		const whole = await patch({ jm_wo_transaction: [{ trx_no: number, trx_desc: 'Moved', wo_no_seq: other }] }, PAYLOAD_FORM);
		expect([whole.status, errorOf(whole)]).toEqual([
			400,
			`'wo_no_seq' in the body is '${other}' but '${order}' in the parameter; both must have the same value`,
		]);
		const operation = await patch([{ op: 'replace', path: 'wo_no_seq', value: other }]);
		expect([operation.status, errorOf(operation)]).toEqual([500, "'wo_no_seq' is set by the system and cannot be changed"]);
		expect((await patch({ jm_wo_transaction: [{ trx_no: number, trx_desc: 'Stays', wo_no_seq: order }] }, PAYLOAD_FORM)).status).toBe(200);
		expect(await transactionsOf(call, 'JmWorkOrder', order)).toMatchObject([{ trx_desc: 'Stays' }]);
		expect(await transactionsOf(call, 'JmWorkOrder', other)).toEqual([]);
	});
});

describe('PUT of a transaction on older releases', () => {
	const older = sandboxesForTests(['10.6', '11.0']);

	it('is supported on 11.0, but not on 10.6', async () => {
		const asked = { query: { wo_no_seq: '36914-1' }, body: transaction({ trx_no: 38_521 }), headers: PAYLOAD_FORM };
		const response = await callerOf(() => older['10.6'])('PUT', '/JmWoTransaction/trx_no=38521', asked);
		expect([response.status, errorOf(response)]).toEqual([
			405,
			expect.stringContaining('JmWoTransaction does not support PUT at this URL'),
		]);
		expect((await callerOf(() => older['11.0'])('PUT', '/JmWoTransaction/trx_no=38521', asked)).status).toBe(200);
	});

	it('returns the number of a new transaction on 11.0, never the negative number in the body', async () => {
		const from = callerOf(() => older['11.0']);
		const response = await from('PUT', '/JmWoTransaction/trx_no=-1', {
			query: { wo_no_seq: '36914-1' },
			body: { jm_wo_transaction: [{ trx_no: -1, trx_desc: 'New' }] },
			headers: PAYLOAD_FORM,
		});
		expect(response.json).toEqual(made({ trx_no: expect.any(Number) }));
		const { trx_no: number } = response.json.jm_wo_transaction.records[0];
		expect(number).toBeGreaterThan(0);
		expect(await recordOf(from, 'JmWorkOrder', 'jm_work_order', 'wo_no_seq=36914-1')).toMatchObject({
			jm_wo_transaction: expect.arrayContaining([
				expect.objectContaining({ trx_no: { trx_no: number, external_key: null }, trx_desc: 'New' }),
			]),
		});
	});
});
