import { eventStage, trigger } from './stage';

const { receive, use, settled, call, createJob, changeJob } = eventStage();

describe('Events', () => {
	it('are sent only if they match the document, the types and the conditions of their trigger', async () => {
		const receiver = await receive();
		await use(
			trigger(receiver.url, {
				types: ['UPDATE'],
				conditions: [
					{ field: 'job_desc', changed: true },
					{ field: 'active', equals: 'y' },
				],
			}),
		);
		const job = await createJob({ active: 'N' });
		await changeJob(job, { job_desc: 'Not active' });
		await changeJob(job, { active: 'Y' });
		await changeJob(job, { job_desc: 'Active' });
		await call('PATCH', '/LibTitle/title_no=1', [{ op: 'replace', path: 'title_desc', value: 'Another document' }]);
		const [only] = await settled(1);
		expect(receiver.received.map(({ body }) => (JSON.parse(body) as { details: unknown }).details)).toEqual([
			[{ field: 'job_desc', old: 'Not active', new: 'Active' }],
		]);
		expect(only).toMatchObject({ trigger: 'one', type: 'UPDATE' });
	});

	describe('for rows that belong to two documents', () => {
		const order = {
			wo_desc: 'Booked',
			wo_begin_dt: '2026-09-01T10:00:00Z',
			wo_end_dt: '2026-09-01T12:00:00Z',
			wo_type_no: 1,
			phase_code: 'RQST',
			rate_card_no: 1,
			cust_id: 27,
		};
		const seen = (bodies: readonly { readonly body: string }[]): unknown[] => bodies.map(({ body }) => JSON.parse(body) as unknown);
		const template = { document: '[EVENT.document]', type: '[EVENT.type]', id: '[EVENT.id]', of: '[EVENT.recordId]' };

		it('match triggers for both documents, regardless of which document the request uses', async () => {
			const [asRecords, asRows] = [await receive(), await receive()];
			await use(
				trigger(asRecords.url, { name: 'records', document: 'JmWoTransaction', template }),
				trigger(asRows.url, { name: 'rows', document: 'JmWorkOrder', table: 'jm_wo_transaction', template }),
				trigger(asRows.url, { name: 'others', document: 'MoMediaOrder', table: 'jm_wo_transaction', template }),
			);
			const { body } = await call('POST', '/JmWorkOrder', { jm_work_order: [{ ...order, jm_wo_transaction: [{ trx_desc: 'Camera' }] }] });
			const made = body as { jm_work_order: { records: [{ wo_no_seq: string }] }; jm_wo_transaction: { records: [{ trx_no: number }] } };
			const [{ wo_no_seq: of }, { trx_no: number }] = [made.jm_work_order.records[0], made.jm_wo_transaction.records[0]];
			await call('PATCH', `/JmWoTransaction/trx_no=${number}?wo_no_seq=${of}`, [{ op: 'replace', path: 'trx_desc', value: 'Camera 2' }]);
			await settled(4);
			const id = String(number);
			expect(seen(asRecords.received)).toEqual(['INSERT', 'UPDATE'].map((type) => ({ document: 'JmWoTransaction', type, id, of: id })));
			expect(seen(asRows.received)).toEqual(['INSERT', 'UPDATE'].map((type) => ({ document: 'JmWorkOrder', type, id, of })));
		});

		it('include an UPDATE of the parent record, regardless of which document the request uses', async () => {
			const { body } = await call('POST', '/JmWorkOrder', { jm_work_order: [{ ...order, jm_wo_transaction: [{ trx_desc: 'Camera' }] }] });
			const made = body as { jm_work_order: { records: [{ wo_no_seq: string }] }; jm_wo_transaction: { records: [{ trx_no: number }] } };
			const [{ wo_no_seq: of }, { trx_no: number }] = [made.jm_work_order.records[0], made.jm_wo_transaction.records[0]];
			const receiver = await receive();
			await use(trigger(receiver.url, { name: 'orders', document: 'JmWorkOrder', types: ['UPDATE'], template }));
			const change = [{ op: 'replace', path: 'trx_desc', value: 'Camera 2' }];
			await call('PATCH', `/JmWorkOrder/wo_no_seq=${of}/jm_wo_transaction/trx_no=${number}`, change);
			await call('PATCH', `/JmWoTransaction/trx_no=${number}?wo_no_seq=${of}`, change);
			await settled(2);
			expect(seen(receiver.received)).toEqual(Array.from({ length: 2 }, () => ({ document: 'JmWorkOrder', type: 'UPDATE', id: of, of })));
		});

		it('match triggers for a facade and for its document', async () => {
			const receiver = await receive();
			await use(
				trigger(receiver.url, { name: 'cards', document: 'SysContact', template }),
				trigger(receiver.url, { name: 'facade', document: 'SysContactFacade', template }),
			);
			const { body } = await call('POST', '/SysContactFacade', {
				sys_contact_facade: [{ contact_name: 'Nora Falk', contact_type: 'Vendor' }],
			});
			const id = String((body as { sys_contact_facade: { records: [{ contact_no: number }] } }).sys_contact_facade.records[0].contact_no);
			await settled(2);
			expect(seen(receiver.received)).toEqual(
				expect.arrayContaining(['SysContact', 'SysContactFacade'].map((document) => ({ document, type: 'INSERT', id, of: id }))),
			);
		});
	});
});
