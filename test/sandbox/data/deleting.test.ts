import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type SandboxProcess, startSandbox } from '../../../workshop/sandboxProcess';
import { callerOf, created, minimalOrder, PAYLOAD_FORM, type HttpResponse, errorOf } from './caller';

let folder: string;
let sandbox: SandboxProcess;
const call = callerOf(() => sandbox);
const authorization = `Basic ${btoa('demo:demo')}`;

beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'sandbox-deleting-'));
	sandbox = await startSandbox({ data: path.join(folder, 'records.db') });
});
afterAll(async () => {
	await sandbox.stop();
	await rm(folder, { recursive: true, force: true });
});

const upload = async (keystring: string): Promise<number> => {
	const form = new FormData();
	form.append('', new Blob(['kept']), 'kept.txt');
	return (
		await fetch(`${sandbox.apiUrl}/SysAttachment/attachment_keystring=${keystring}`, {
			method: 'POST',
			body: form,
			headers: { Authorization: authorization },
		})
	).status;
};
const attachmentsOf = async (keystring: string): Promise<unknown[]> =>
	(await call('GET', `/SysAttachment/attachment_keystring=${keystring}/sys_attachment`)).json;
const kept = async (): Promise<number> => (await readdir(path.join(folder, 'records.db.attachments'))).length;

/** An order with a transaction that has an attachment. */
const orderWithFile = async (more: object = {}): Promise<{ order: string; transaction: number }> => {
	const { json } = await call('POST', '/JmWorkOrder', {
		body: { jm_work_order: [minimalOrder({ jm_wo_transaction: [{ trx_desc: 'Room' }], ...more })] },
	});
	const transaction = json.jm_wo_transaction.records[0].trx_no as number;
	expect(await upload(`10346:${transaction}`)).toBe(200);
	return { order: json.jm_work_order.records[0].wo_no_seq, transaction };
};

describe('The attachments of a row', () => {
	it.each<[string, (order: string, transaction: number) => Promise<HttpResponse>]>([
		['its order is deleted', async (order) => await call('DELETE', `/JmWorkOrder/wo_no_seq=${order}`)],
		[
			'the row is deleted',
			async (order, transaction) => await call('DELETE', `/JmWorkOrder/wo_no_seq=${order}/jm_wo_transaction/trx_no=${transaction}`),
		],
		[
			'all rows of its sub-table are deleted',
			async (order) =>
				await call('PUT', `/JmWorkOrder/wo_no_seq=${order}`, {
					body: { jm_work_order: [{ wo_no_seq: order }] },
					headers: { ...PAYLOAD_FORM, rowAction: '{"deleteAll":["jm_wo_transaction"]}' },
				}),
		],
		[
			'a template replaces the row',
			async (order) =>
				await call('PATCH', `/JmWorkOrder/wo_no_seq=${order}`, {
					body: [{ op: 'replace', path: 'wo_template_no', value: 2 }],
					headers: { SaveArgument: '{"LoadTemplateOption":0}' },
				}),
		],
	])('are removed when %s', async (_what, remove) => {
		const before = await kept();
		const { order, transaction } = await orderWithFile();
		expect([200, 204]).toContain((await remove(order, transaction)).status);
		expect(await kept()).toBe(before);
		await created(call, 'JmWorkOrder', 'jm_work_order', minimalOrder({ jm_wo_transaction: [{ trx_no: transaction }] }));
		expect(await attachmentsOf(`10346:${transaction}`)).toEqual([]);
	});

	it('are kept if the deletion is rejected', async () => {
		const { order, transaction } = await orderWithFile();
		await created(call, 'JmActual', 'jm_actual_header', { wo_no_seq: order });
		expect((await call('DELETE', `/JmWorkOrder/wo_no_seq=${order}`)).status).toBe(500);
		expect(await attachmentsOf(`10346:${transaction}`)).toHaveLength(1);
	});
});

describe('An upload to a record', () => {
	it('that is deleted during the upload is rejected, and the file is not kept', async () => {
		const order = await created(call, 'JmWorkOrder', 'jm_work_order', minimalOrder());
		const before = await kept();
		const response = new Promise<{ status: number; text: string }>((resolve, reject) => {
			const sent = request(
				`${sandbox.apiUrl}/SysAttachment/attachment_keystring=10339:${order}`,
				{ method: 'POST', headers: { Authorization: authorization, 'Content-Type': 'multipart/form-data; boundary=x' } },
				(message) => {
					let text = '';
					message
						.on('data', (chunk: Buffer) => (text += chunk.toString()))
						.once('end', () => resolve({ status: message.statusCode ?? 0, text }));
				},
			);
			sent.once('error', reject);
			sent.write('--x\r\nContent-Disposition: form-data; name=""; filename="late.txt"\r\nContent-Type: text/plain\r\n\r\nfirst half, ');
			void (async () => {
				while ((await kept()) === before) {
					await new Promise((passed) => setTimeout(passed, 20));
				}
				await call('DELETE', `/JmWorkOrder/wo_no_seq=${order}`);
				sent.end('second half\r\n--x--\r\n');
			})().catch(reject);
		});
		expect(await response).toEqual({ status: 404, text: `{"error":"Alternate key not found: attachment_keystring=10339:${order}"}` });
		expect(await kept()).toBe(before);
	});

	it('finds the record even if the document number in the URL has leading zeros', async () => {
		expect(await upload('0010339:104-1')).toBe(200);
		expect(await attachmentsOf('10339:104-1')).toMatchObject([{ attachment_keystring: '10339:104-1' }]);
	});
});

describe('Deletion is rejected for', () => {
	const orderWithActual = async (): Promise<{ order: string; transaction: number; actual: string; detail: number }> => {
		const made = await call('POST', '/JmWorkOrder', {
			body: { jm_work_order: [minimalOrder({ jm_wo_transaction: [{ trx_desc: 'Room' }] })] },
		});
		const order = made.json.jm_work_order.records[0].wo_no_seq as string;
		const transaction = made.json.jm_wo_transaction.records[0].trx_no as number;
		const { json } = await call('POST', '/JmActual', {
			body: {
				jm_actual_header: [
					{
						wo_no_seq: order,
						jm_actual_detail: [{ actual_det_no: -1, action_code: 'I' }],
						jm_actual_link: [{ actual_det_no: -1, trx_no: transaction }],
					},
				],
			},
		});
		return {
			order,
			transaction,
			actual: String(json.jm_actual_header.records[0].actual_hdr_no),
			detail: json.jm_actual_detail.records[0].actual_det_no,
		};
	};

	it('an order with actuals, and for a transaction linked from an actual', async () => {
		const { order, transaction, actual } = await orderWithActual();
		expect(errorOf(await call('DELETE', `/JmWorkOrder/wo_no_seq=${order}`))).toBe(
			`JmWorkOrder ${order} cannot be deleted: 'wo_no_seq' of jm_actual_header ${actual} refers to it`,
		);
		expect(errorOf(await call('DELETE', `/JmWorkOrder/wo_no_seq=${order}/jm_wo_transaction/trx_no=${transaction}`))).toMatch(
			new RegExp(`^jm_wo_transaction ${transaction} cannot be deleted: 'trx_no' of jm_actual_link \\d+ refers to it$`),
		);
		expect((await call('DELETE', `/JmActual/actual_hdr_no=${actual}`)).status).toBe(204);
		expect((await call('DELETE', `/JmWorkOrder/wo_no_seq=${order}`)).status).toBe(204);
	});

	it('a detail referenced by a link in the same actual', async () => {
		const { actual, detail } = await orderWithActual();
		const response = await call('DELETE', `/JmActual/actual_hdr_no=${actual}/jm_actual_detail/actual_det_no=${detail}`);
		expect([response.status, errorOf(response)]).toEqual([500, `'actual_det_no' ${detail} of a link is not a detail of this actual`]);
	});

	it('the original of another bid version, but not for a bid version that is its own original', async () => {
		const original = await created(call, 'BidVersion', 'bid_version', { version_desc: 'First' });
		const change = await created(call, 'BidVersion', 'bid_version', { version_desc: 'Second', original_version_no: Number(original) });
		expect(errorOf(await call('DELETE', `/BidVersion/version_no=${original}`))).toContain(
			`'original_version_no' of bid_version ${change} refers to it`,
		);
		await call('PATCH', `/BidVersion/version_no=${change}`, {
			body: [{ op: 'replace', path: 'original_version_no', value: Number(change) }],
		});
		expect((await call('DELETE', `/BidVersion/version_no=${change}`)).status).toBe(204);
		expect((await call('DELETE', `/BidVersion/version_no=${original}`)).status).toBe(204);
	});
});
